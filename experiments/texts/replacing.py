"""Pronouns replaced by the names of their entities, where that is sure enough and stays English; all others are left.

**What is replaced** is the first mention of an entity in a sentence, if it is a pronoun. What follows in the sentence
refers back to it, and a name in its place would mean somebody else ("Bob said that Bob was tired"). `Manner.each` may
ask for less: the first in a paragraph, in a chunk of so many words, or in the whole text.

**The probability** of a replacement is that all answers are right on the way to the name: that of the pronoun, if it is
a pronoun that of this, and so on up to a noun phrase. Their probabilities are multiplied, and so they are where a name
has an owner, "Bob's mother" for "his mother". (That tells right from wrong better than the first answer alone, although
rankers give one probability to all candidates of an entity together.) If the answer was refused, because its features
clash with those of its entity, another one has what is left of 1 at most.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Literal, TypeAlias

from anaphora.experiments.texts.manner import Each, Manner
from anaphora.experiments.texts.naming import Calling, Name, apostrophe, calling, in_place_of, joined_name
from anaphora.experiments.texts.surroundings import Obstacle, Surroundings
from anaphora.resolvers.discourse.quotations import turns
from anaphora.workbench.decision import Chains, Decision, Entity
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import JsonObject, read_toml
from anaphora.workbench.language.packs import language_of

Found: TypeAlias = Literal[
    "unresolved", "unnamed", "own_name", "named", "beside_name", "no_probability", "unsure", "agreement",
    "after_pronoun",
]  # fmt: skip
Reason: TypeAlias = Obstacle | Found
REASONS: Mapping[str, str] = read_toml(Path(__file__).with_name("reasons.toml"))[1]
"""The reasons for which a pronoun is left, in words."""
_APART = ({"masculine", "feminine"}, {"masculine", "neuter"}, {"masculine", "non-masculine"})
"""Genders of pronoun and name that exclude each other."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """The replacement of a pronoun, which is at characters `start` to `end` of the text, end exclusive.

    `claims` are the names that it gives to pronouns (tokens), this one first, and then that of an owner.
    """

    start: int
    end: int
    text: str
    by: str
    entity: str
    probability: float | None
    claims: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        """Return the text that takes the place of the pronoun."""
        return self.by

    def as_json(self) -> JsonObject:
        """Return the fields without the claims."""
        return {name: cell for name, cell in asdict(self).items() if name != "claims"}


@dataclass(frozen=True, slots=True)
class Left:
    """A pronoun that stays, and why; see `REASONS`."""

    start: int
    end: int
    text: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A text with its replacements and the pronouns that were left, both in text order.

    `units` are the characters with which the sentences, paragraphs or chunks begin in which entities are named once.
    """

    text: str
    replacements: tuple[Replacement, ...]
    left: tuple[Left, ...]
    units: tuple[int, ...] = ()

    @property
    def rewritten(self) -> str:
        """The text with its replacements made."""
        return "".join(self.chunks())

    def chunks(self) -> list[str]:
        """The rewritten text, unit by unit."""
        bounds = [0, *self.units[1:], len(self.text)]
        return ["".join(map(str, pieces)) for pieces in cut(self.text, bounds, self.replacements)]


def cut(text: str, bounds: Sequence[int], replacements: Sequence[Replacement]) -> Iterator[list[str | Replacement]]:
    """The stretches between some places of a text, each in pieces: what stays, and replacements, in turn."""
    waiting = list(reversed(replacements))
    last = 0
    for begin, end in pairwise(bounds):
        pieces: list[str | Replacement] = []
        last = max(begin, last)
        while waiting and waiting[-1].start < end:
            replacement = waiting.pop()
            pieces += [text[last : replacement.start], replacement]
            last = replacement.end
        yield [*pieces, text[last:end]]


def unit_starts(prepared: Prepared, each: Each) -> Sequence[int]:
    """The tokens with which the units begin in which entities are named once."""
    sentences = prepared.annotation.sentence_starts
    if isinstance(each, str):
        return {"sentence": sentences, "paragraph": prepared.document.paragraph_starts, "text": (0,)}[each]
    chunks = [0]
    for begin, end in pairwise([*sentences, len(prepared.document.words)]):
        if end - chunks[-1] > each and begin:
            chunks.append(begin)
    return chunks


@dataclass(frozen=True, slots=True)
class Links:
    """The links of pronouns (mentions) by a resolver: how `sure` it is that they belong to their chains (the module).

    `anchors` has the token of the name or noun phrase that each was linked to, directly or over other pronouns, and
    `split` the mentions that a pronoun stands for together, where they are several.
    """

    sure: Mapping[int, float | None]
    anchors: Mapping[int, int] = field(default_factory=dict)
    split: Mapping[int, Sequence[int]] = field(default_factory=dict)


def links_of(prepared: Prepared, chains: Chains, decisions: Sequence[Decision]) -> Links:
    """Return the links that follow from the decisions of a resolver, and from the chains that they made."""
    chain_of = {mention: number for number, chain in enumerate(chains) for mention in chain}
    sure: dict[int, float | None] = {}
    anchors: dict[int, int] = {}
    split: dict[int, tuple[int, ...]] = {}
    for decision in decisions:
        case, answer = prepared.cases[decision.case], decision.antecedent
        mates = [mention for mention in case.candidates if chain_of[mention] == chain_of[case.anaphor]]
        sure[case.anaphor] = _probability(decision, mates, sure)
        if answer is not None and decision.others:
            split[case.anaphor] = (answer, *decision.others)
        elif answer is not None and answer in mates:
            head = prepared.mentions[answer].head
            anchors[case.anaphor] = anchors.get(answer, head) if prepared.mentions[answer].kind == "pronoun" else head
    return Links(sure, anchors, split)


def _probability(decision: Decision, mates: Sequence[int], sure: Mapping[int, float | None]) -> float | None:
    answer, probability = decision.antecedent, decision.probability
    if answer is None or probability is None or decision.others:
        return probability
    if answer not in mates:
        return 1 - probability
    earlier = sure.get(answer, 1.0)
    return None if earlier is None else probability * earlier


def require_english(document: Document) -> None:
    """Raise `WorkbenchError` (code "not-english") for a text that says another language: names take English forms."""
    if (tables := language_of(document)).code != "en":
        problem = f"{document.id} is in {tables.name}, and pronouns are rewritten in English only"
        raise WorkbenchError(
            f"{problem}. 'anaphora chains' finds whom they mean; --language en overrides this.", code="not-english"
        )


def replace_pronouns(
    prepared: Prepared, entities: Sequence[Entity], links: Links, manner: Manner, tokens: Sequence[int]
) -> Rewriting:
    """Replace pronouns, which are `tokens` in text order, by the names of their entities; see the module.

    Raises what `require_english` does.
    """
    require_english(prepared.document)
    writer = _Writer(prepared, entities, links, manner)
    outcomes = [*map(writer.write, tokens)]
    replacements = tuple(outcome for outcome in outcomes if isinstance(outcome, Replacement))
    left = tuple(outcome for outcome in outcomes if isinstance(outcome, Left))
    units = tuple(writer.starts[token] for token in writer.units)
    return Rewriting(prepared.document.text, replacements, left, units)


@dataclass
class _Writer:
    """A writer that goes through the pronouns of a text.

    Of entities it keeps the units in which they were `named`, and the sentences in which a pronoun was `met` or `left`.
    """

    prepared: Prepared
    entities: Sequence[Entity]
    links: Links
    manner: Manner
    named: set[tuple[str, int]] = field(default_factory=set)
    met: set[tuple[str, int]] = field(default_factory=set)
    left: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        mentions = enumerate(self.prepared.mentions)
        self.pronoun_at = {mention.head: number for number, mention in mentions if mention.kind == "pronoun"}
        self.entity_of = {mention: entity for entity in self.entities for mention in entity.mentions}
        self.called: dict[str, Calling] = {}
        self.starts = self.prepared.document.character_starts()
        self.mark = apostrophe(self.prepared.document.text)
        self.around = Surroundings(self.prepared)
        self.units = unit_starts(self.prepared, self.manner.each)

    def _called(self, entity: Entity) -> Calling:
        """Return the names of an entity, which are collected when they are asked for: most have no pronouns."""
        if entity.id not in self.called:
            self.called[entity.id] = calling(self.prepared, entity)
        return self.called[entity.id]

    def _name_at(self, entity: Entity, token: int) -> Name | None:
        """Return the name of an entity in the place of a pronoun, by the name that this was linked to."""
        return self._called(entity).at(self.links.anchors.get(self.pronoun_at.get(token, -1), token))

    @cached_property
    def described(self) -> dict[tuple[str, int], int]:
        """The first token of a name or noun phrase of each entity in each sentence."""
        first: dict[tuple[str, int], int] = {}
        for index, entity in self.entity_of.items():
            mention = self.prepared.mentions[index]
            if mention.kind != "pronoun":
                unit = entity.id, mention.sentence
                first[unit] = min(first.get(unit, mention.head), mention.head)
        return first

    @cached_property
    def first_name(self) -> dict[tuple[str, int], int]:
        """The first token by which each entity is called by its name in each paragraph or text."""
        first: dict[tuple[str, int], int] = {}
        for index, entity in self.entity_of.items():
            if len(entity.mentions) == 1 and not self.links.split:
                continue  # it has no pronoun that could be replaced
            mention = self.prepared.mentions[index]
            has_names = bool(self._called(entity).names)
            if mention.kind == "name" or (mention.kind == "nominal" and not has_names):
                unit = entity.id, bisect_right(self.units, mention.head)
                first[unit] = min(first.get(unit, mention.head), mention.head)
        return first

    def write(self, token: int) -> Replacement | Left:
        """Replace or leave one pronoun; they come in text order."""
        mention = self.pronoun_at.get(token)
        group = [] if mention is None else self._group(mention)
        reason = self.around.obstacle(token) or self._reason(token, mention, group)
        replacement = self._replacement(token, mention, group) if reason is None and mention is not None else None
        sentence = self.prepared.annotation.sentence_of(token)
        self.met.update((entity.id, sentence) for entity in group)
        if replacement:
            return replacement
        self.left.update((entity.id, sentence) for entity in group)
        start, word = self.starts[token], self.prepared.document.words[token]
        return Left(start, start + len(word), word, reason or "unresolved")

    def _group(self, mention: int) -> list[Entity]:
        """The entities that a pronoun means: one, or those of its split antecedents; none if one is not known."""
        members = [self.entity_of.get(member) for member in self.links.split.get(mention, (mention,))]
        return [*{entity.id: entity for entity in members if entity}.values()] if all(members) else []

    def _reason(self, token: int, mention: int | None, group: Sequence[Entity]) -> Reason | None:
        if mention is None or not group:
            return "unresolved"
        if not all(self._is_usable(self._name_at(entity, token)) for entity in group):
            return "unresolved" if all(len(entity.mentions) == 1 for entity in group) else "unnamed"
        if self._is_party(token, group):
            return "own_name"
        if reason := self._named(token, group):
            return reason
        sure = self._sure(token, mention, group)
        if sure is None and self.manner.min_probability:
            return "no_probability"
        if sure is not None and sure < self.manner.min_probability:
            return "unsure"
        name = self._name(token, group)
        if self.around.is_part_taken(token) and " and " in name.text:
            return "modified"
        if not self._agrees(token, mention, name):
            return "agreement"
        sentence = self.prepared.annotation.sentence_of(token)
        return "after_pronoun" if any((entity.id, sentence) in self.left for entity in group) else None

    def _is_usable(self, name: Name | None) -> bool:
        """Return whether there is a name, and if it has an owner, the owner has one, too."""
        return name is not None and (name.possessor < 0 or self._owner(name.possessor) is not None)

    def _owner(self, possessor: int) -> tuple[Entity, Name] | None:
        """The entity of a possessive pronoun with its name, if it has one without an owner."""
        entity = self.entity_of.get(self.pronoun_at.get(possessor, -1))
        name = self._name_at(entity, possessor) if entity else None
        return (entity, name) if entity and name and name.possessor < 0 else None

    def _owners(self, token: int, group: Sequence[Entity]) -> dict[int, tuple[Entity, Name]]:
        """Return the owners in the names of entities, by their pronouns, but for those that the sentence has before."""
        sentence = self.prepared.annotation.sentence_of(token)
        names = [self._name_at(entity, token) for entity in group]
        owners = {name.possessor: owner for name in names if name and (owner := self._owner(name.possessor))}
        return {
            possessor: (entity, name)
            for possessor, (entity, name) in owners.items()
            if (entity.id, sentence) not in self.met and self.described.get((entity.id, sentence), token) >= token
        }

    def _sure(self, token: int, mention: int, group: Sequence[Entity]) -> float | None:
        """Return the probability that the name and that of its owner are right; `None` if the resolver does not say."""
        needed = [mention, *(self.pronoun_at[possessor] for possessor in self._owners(token, group))]
        stated = [self.links.sure.get(pronoun) for pronoun in needed]
        return None if None in stated else prod(share for share in stated if share is not None)

    def _is_party(self, token: int, group: Sequence[Entity]) -> bool:
        """Return whether an entity would be I or you there, in a chat, a play or a quotation; or speaks to itself."""
        speakers = self.prepared.document.speakers
        parties = self.parties.get(token, ())
        speaker = speakers[token].casefold() if speakers else ""
        return any(entity.id in parties or (speaker and entity.name.casefold() == speaker) for entity in group)

    @cached_property
    def parties(self) -> Mapping[int, Sequence[str]]:
        """The entities that a pronoun of the third person cannot be, by its token.

        In a quotation these are who says it, or the one before in its paragraph, and who is spoken to; of the pronoun
        that says it, who is spoken to.
        """
        heads = [mention.head for mention in self.prepared.mentions]
        parties: dict[int, Sequence[str]] = {}
        for turn in (turn for turn in turns(self.prepared) if turn.quoted):
            speaker, addressee = (
                (entity.id,) if (entity := self.entity_of.get(mention)) else ()
                for mention in (turn.speaker, turn.addressee)
            )
            parties |= {heads[mention]: speaker + addressee for mention in turn.mentions}
            if turn.speaker >= 0:
                parties[heads[turn.speaker]] = addressee
        return parties

    def _named(self, token: int, group: Sequence[Entity]) -> Reason | None:
        """Tell if the entities are named before the pronoun in its unit, or named or described in its sentence."""
        unit = bisect_right(self.units, token)
        sentence = self.prepared.annotation.sentence_of(token)
        places = [(entity.id, unit) for entity in group]
        if all(spot in self.named or self.first_name.get(spot, token) < token for spot in places):
            return "named"
        return "beside_name" if all((entity.id, sentence) in self.described for entity in group) else None

    def _agrees(self, token: int, mention: int, name: Name) -> bool:
        """Return whether a name has the gender of a pronoun, and the number of it and its verb.

        "They" may be one person if no verb shows it, and "she" a ship.
        """
        record = self.prepared.mentions[mention]
        if {record.gender, name.gender} in _APART:
            return False
        if record.number == "singular":
            return name.number != "plural"
        return name.number == "plural" or "plural" not in self.around.shown_by_verbs(token)

    def _name(self, token: int, group: Sequence[Entity]) -> Name:
        """The name in place of a pronoun; an owner that the sentence has before stays a pronoun: "his mother"."""
        owners = self._owners(token, group)
        names = []
        for name in (self._name_at(entity, token) for entity in group):
            if name and name.possessor in owners:
                names.append(name.of(owners[name.possessor][1].possessive(self.mark)))
            elif name and name.possessor >= 0:
                names.append(name.of(self.prepared.document.words[name.possessor].lower()))
            elif name:
                names.append(name)
        return joined_name(names)

    def _replacement(self, token: int, mention: int, group: Sequence[Entity]) -> Replacement:
        document = self.prepared.document
        name = self._name(token, group)
        owners = self._owners(token, group)
        sure = self._sure(token, mention, group)
        unit = bisect_right(self.units, token)
        claimed = joined_name([found for entity in group if (found := self._name_at(entity, token))]).text
        claims = ((token, claimed), *((possessor, owner.text) for possessor, (_, owner) in owners.items()))
        self.named.update((entity.id, unit) for entity in (*group, *(entity for entity, _ in owners.values())))
        word, start = document.words[token], self.starts[token]
        owns = self.prepared.mentions[mention].pronoun == "possessive"
        by = in_place_of(word, name.possessive(self.mark) if owns else name.text)
        joined = not document.spaces[token] and token + 1 < len(document.words)
        if joined and (full := self.around.full_form(token + 1)):
            word, by = word + document.words[token + 1], f"{by} {full}"
        entities = "+".join(entity.id for entity in group)
        rounded = None if sure is None else round(sure, 4)
        return Replacement(start, start + len(word), word, by, entities, rounded, claims)
