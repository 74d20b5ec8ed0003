"""Pronouns replaced by the names of their entities, where that is sure enough and stays English; all others are left.

**What is replaced** is the first mention of an entity in a sentence, if it is a pronoun. What follows in the sentence
refers back to it, and a name in its place would mean somebody else ("Bob said that Bob was tired"). `Manner.each` may
ask for less: the first in a paragraph, or in the whole text.

**The probability** of a replacement is that of the resolver's answer, which rankers give to all candidates of an entity
together. If all of these are pronouns, the name comes by the one that was answered, and both answers have to be right:
their probabilities are multiplied. If the answer was refused, because its features clash with those of its entity,
another one has what is left of 1 at most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from anaphora.experiments.texts.manner import Manner
from anaphora.experiments.texts.naming import Name, apostrophe, full_form, in_place_of, joined_name, name_of
from anaphora.experiments.texts.surroundings import OBSTACLES, Obstacle, Surroundings
from anaphora.workbench.decision import Chains, Decision
from anaphora.workbench.document import Prepared
from anaphora.workbench.entity import Entity
from anaphora.workbench.results.table import Cell

Found: TypeAlias = Literal[
    "unresolved", "unnamed", "own_name", "named", "beside_name", "no_probability", "unsure", "number", "after_pronoun"
]
Reason: TypeAlias = Obstacle | Found
REASONS: Mapping[str, str] = MappingProxyType({
    **OBSTACLES,
    "unresolved": "nothing else refers to the same",
    "unnamed": "neither a name nor a noun phrase says what it refers to",
    "named": "named before it",
    "own_name": "named as who is speaking, who would say I",
    "beside_name": "named or described in its sentence",
    "no_probability": "the resolver does not say how sure it is",
    "unsure": "not sure enough",
    "number": "the name has another number than the pronoun or its verb",
    "after_pronoun": "follows a pronoun of the same sentence that means the same and was left",
})  # fmt: skip
"""Why a pronoun is left, in words."""
Sure: TypeAlias = Mapping[int, float | None]
"""By mention how probable it is that a pronoun belongs to its chain; `None`: the resolver does not say."""
_NONE: Mapping[int, Sequence[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Replacement:
    """What takes the place of a pronoun (`token`): characters `start` to `end` of the text, end exclusive.

    `name` is that of the entity, before it was made a genitive or got a capital letter.
    """

    start: int
    end: int
    text: str
    by: str
    entity: str
    probability: float | None
    token: int
    name: str

    def figures(self) -> dict[str, Cell]:
        """What others need to know, for JSON."""
        shown = {name: cell for name, cell in asdict(self).items() if name not in ("token", "name")}
        return shown | {"probability": self.probability and round(self.probability, 4)}


@dataclass(frozen=True, slots=True)
class Left:
    """A pronoun that stays, and why; see `REASONS`."""

    start: int
    end: int
    text: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A text with its replacements and the pronouns that were left, both in text order."""

    text: str
    replacements: tuple[Replacement, ...]
    left: tuple[Left, ...]

    @property
    def rewritten(self) -> str:
        """The text with its replacements made."""
        return "".join(before + (made.by if made else "") for before, made in self.pieces())

    def pieces(self) -> Iterator[tuple[str, Replacement | None]]:
        """What stands before each replacement with it, and what stands behind the last."""
        end = 0
        for replacement in self.replacements:
            yield self.text[end : replacement.start], replacement
            end = replacement.end
        yield self.text[end:], None


def probabilities(prepared: Prepared, chains: Chains, decisions: Sequence[Decision]) -> dict[int, float | None]:
    """How probable it is that each pronoun that was resolved belongs to its chain; see the module."""
    chain_of = {mention: number for number, chain in enumerate(chains) for mention in chain}
    sure: dict[int, float | None] = {}
    for decision in decisions:
        case = prepared.cases[decision.case]
        mates = [each for each in case.candidates if chain_of[each] == chain_of[case.anaphor]]
        sure[case.anaphor] = _probability(prepared, decision, mates, sure)
    return sure


def _probability(prepared: Prepared, decision: Decision, mates: Sequence[int], sure: Sure) -> float | None:
    answer, own = decision.antecedent, decision.probability
    if answer is None or own is None or decision.others:
        return own
    if answer not in mates:
        return 1 - own
    if any(prepared.mentions[each].kind != "pronoun" for each in mates):
        return own
    earlier = sure.get(answer, 1.0)
    return None if earlier is None else own * earlier


def split_antecedents(prepared: Prepared, decisions: Sequence[Decision]) -> dict[int, tuple[int, ...]]:
    """The mentions that each pronoun with a split antecedent stands for together."""
    return {
        prepared.cases[decision.case].anaphor: (decision.antecedent, *decision.others)
        for decision in decisions
        if decision.antecedent is not None and decision.others
    }


def rewriting(
    prepared: Prepared,
    entities: Sequence[Entity],
    sure: Sure,
    manner: Manner,
    tokens: Sequence[int],
    split: Mapping[int, Sequence[int]] = _NONE,
) -> Rewriting:
    """Replace pronouns, which are `tokens` in text order, by the names of their entities; see the module.

    `split` has the mentions that a pronoun stands for together, where they are several.
    """
    writer = _Writer(prepared, entities, sure, manner, split)
    made = [*map(writer.write, tokens)]
    replacements = tuple(each for each in made if isinstance(each, Replacement))
    left = tuple(each for each in made if isinstance(each, Left))
    return Rewriting(prepared.document.text, replacements, left)


@dataclass
class _Writer:
    """Goes through the pronouns of a text; of entities it knows where they were named, and where a pronoun was left."""

    prepared: Prepared
    entities: Sequence[Entity]
    sure: Sure
    manner: Manner
    split: Mapping[int, Sequence[int]]
    named: set[tuple[str, int]] = field(default_factory=set)
    left: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        mentions = self.prepared.mentions
        self.pronoun_at = {each.head: number for number, each in enumerate(mentions) if each.kind == "pronoun"}
        self.entity_of = {mention: entity for entity in self.entities for mention in entity.mentions}
        self.names = {entity.id: name_of(self.prepared, entity) for entity in self.entities}
        self.starts = self.prepared.document.character_starts()
        self.mark = apostrophe(self.prepared.document.text)
        self.around = Surroundings(self.prepared)

    @cached_property
    def described(self) -> set[tuple[str, int]]:
        """The entities that have a name or noun phrase in a sentence, with its number."""
        mentions = self.prepared.mentions
        return {
            (entity.id, mentions[each].sentence)
            for each, entity in self.entity_of.items()
            if mentions[each].kind != "pronoun"
        }

    @cached_property
    def first_name(self) -> dict[tuple[str, int], int]:
        """The first token by which each entity is called by its name in each paragraph or text."""
        first: dict[tuple[str, int], int] = {}
        for each, entity in self.entity_of.items():
            mention, name = self.prepared.mentions[each], self.names[entity.id]
            if mention.kind == "name" or (mention.kind == "nominal" and name and not name.is_proper):
                place = entity.id, self._unit(mention.head, each)
                first[place] = min(first.get(place, mention.head), mention.head)
        return first

    def _unit(self, token: int, mention: int) -> int:
        """The number of the sentence or paragraph in which an entity is named once."""
        if self.manner.each == "sentence":
            return self.prepared.annotation.sentence_of(token)
        return self.prepared.mentions[mention].paragraph if self.manner.each == "paragraph" else 0

    def write(self, token: int) -> Replacement | Left:
        """Replace or leave one pronoun; they come in text order."""
        mention = self.pronoun_at.get(token)
        group = [] if mention is None else self._group(mention)
        reason = self.around.obstacle(token) or self._reason(token, mention, group)
        if reason is None and mention is not None:
            self.named.update((entity.id, self._unit(token, mention)) for entity in group)
            return self._replacement(token, mention, group)
        sentence = self.prepared.annotation.sentence_of(token)
        self.left.update((entity.id, sentence) for entity in group)
        start, word = self.starts[token], self.prepared.document.words[token]
        return Left(start, start + len(word), word, reason or "unresolved")

    def _group(self, mention: int) -> list[Entity]:
        """The entities that a pronoun means: one, or those of its split antecedents; none if one is not known."""
        found = [self.entity_of.get(each) for each in self.split.get(mention, (mention,))]
        known = [entity for entity in found if entity]
        return list({entity.id: entity for entity in known}.values()) if len(known) == len(found) else []

    def _reason(self, token: int, mention: int | None, group: Sequence[Entity]) -> Reason | None:
        if mention is None or not group:
            return "unresolved"
        if any(self.names[entity.id] is None for entity in group):
            alone = all(len(entity.mentions) == 1 for entity in group)
            return "unresolved" if alone else "unnamed"
        if self._is_speaker(token, group):
            return "own_name"
        if found := self._named(token, mention, group):
            return found
        sure = self.sure.get(mention)
        if sure is None and self.manner.min_probability:
            return "no_probability"
        if sure is not None and sure < self.manner.min_probability:
            return "unsure"
        if not self._agrees(token, mention, self._name(group)):
            return "number"
        sentence = self.prepared.annotation.sentence_of(token)
        return "after_pronoun" if any((entity.id, sentence) in self.left for entity in group) else None

    def _is_speaker(self, token: int, group: Sequence[Entity]) -> bool:
        """Whether somebody would speak of himself as he, in a chat or a play, where it is known who speaks."""
        speakers = self.prepared.document.speakers
        speaker = speakers[token].casefold() if speakers else ""
        return bool(speaker) and any(entity.name.casefold() == speaker for entity in group)

    def _named(self, token: int, mention: int, group: Sequence[Entity]) -> Reason | None:
        """Whether the entities are named before the pronoun in the same unit, or named or described in its sentence."""
        unit, sentence = self._unit(token, mention), self.prepared.annotation.sentence_of(token)
        places = [(entity.id, unit) for entity in group]
        if all(place in self.named or self.first_name.get(place, token) < token for place in places):
            return "named"
        return "beside_name" if all((entity.id, sentence) in self.described for entity in group) else None

    def _agrees(self, token: int, mention: int, name: Name) -> bool:
        """Whether a name has the number of a pronoun and its verb; "they" may be one person if no verb shows it."""
        if self.prepared.mentions[mention].number == "singular":
            return name.number != "plural"
        return name.number == "plural" or "plural" not in self.around.shown_by_verbs(token)

    def _name(self, group: Sequence[Entity]) -> Name:
        return joined_name([name for entity in group if (name := self.names[entity.id])])

    def _replacement(self, token: int, mention: int, group: Sequence[Entity]) -> Replacement:
        document, name = self.prepared.document, self._name(group)
        word, start = document.words[token], self.starts[token]
        owns = self.prepared.mentions[mention].pronoun == "possessive"
        by, end = in_place_of(word, name.possessive(self.mark) if owns else name.text), start + len(word)
        joined = not document.spaces[token] and token + 1 < len(document.words)
        if joined and (full := full_form(name, self.prepared, token + 1)):
            by, end = f"{by} {full}", end + len(document.words[token + 1])
        entities = "+".join(entity.id for entity in group)
        return Replacement(start, end, document.text[start:end], by, entities, self.sure.get(mention), token, name.text)
