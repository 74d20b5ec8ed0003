"""Brennan, Friedman & Pollard 1987, centering: bind the pronouns of an utterance by the transition between centres.

For each utterance the pronouns are bound to entities of the utterance before in every way that agrees (the anchors);
filtered are those that give co-arguments one entity, and those that break rule 1 (if any entity is pronominalised, the
backward-looking centre Cb is). Of the rest the best transition wins: continue, retain, smooth shift, rough shift.

Where this departs from the paper, or decides what it leaves open:

- An utterance is a sentence, of which conjoined ones with subjects of their own count apart, as in Tetreault 2001.
- Of anchors with the same transition the one wins whose entities rank higher in the utterance before.
- Every pronoun is bound that agrees with anything; only if no such anchor passes the filters may some stay free.
- Pronouns that are left, and so are to be resolved within the utterance, search it from left to right, then earlier
  ones in the order of their lists, as Tetreault 2001 and Strube 1998 have it.
- Reflexives take the nearest candidate of their utterance, before anything else.
- A centre that was undefined counts as continued (Walker, Iida & Cote 1994). Without segments no boundary resets it.
- First- and second-person pronouns are entities of their own each time.
- Candidates are those of the comparison: noun phrases before the pronoun, in the window of sentences.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from resolvers._reading.anchors import Utterance
from resolvers._reading.entities import Discourse, discourse
from resolvers._reading.utterances import Unit, Utterances, function_ranks, utterances
from workbench.decision import Decision, Resolver, Trace
from workbench.document import Prepared
from workbench.errors import OptionError

Intrasentential = Literal["last", "carter"]
Segment = Literal["none", "paragraph"]


@dataclass(frozen=True, slots=True)
class CenteringBFP:
    """The resolver with its options."""

    unit: Unit
    intrasentential: Intrasentential
    segment: Segment
    anchors: int

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide the pronouns of each utterance together (Brennan, Friedman & Pollard 1987)."""
        ranks = function_ranks(prepared.mentions)
        order = sorted(range(len(ranks)), key=lambda mention: (ranks[mention], mention))
        place = {mention: place for place, mention in enumerate(order)}
        reading = _Reading(self, prepared, discourse(prepared), utterances(prepared, self.unit), place)
        cases: list[list[int]] = [[] for _ in reading.utterances.heads]
        for number, case in enumerate(prepared.cases):
            cases[reading.utterances.of[case.anaphor]].append(number)
        for utterance, numbers in enumerate(cases):
            reading.read(utterance, numbers)
        return [reading.made[number] for number in range(len(prepared.cases))]


@dataclass(slots=True)
class _Reading:
    """A document while it is read; `place` is where a mention stands in the order by function.

    `last` is the list (Cf) of the utterance before, one mention of each entity, and `centre` one of its centre (Cb).
    """

    options: CenteringBFP
    prepared: Prepared
    entities: Discourse
    utterances: Utterances
    place: Mapping[int, int]
    last: Sequence[int] = ()
    centre: int | None = None
    made: dict[int, Decision] = field(default_factory=dict)

    def read(self, utterance: int, numbers: Sequence[int]) -> None:
        """Decide the cases of one utterance, which then is the one before."""
        members = sorted(self.utterances.mentions[utterance], key=self.place.__getitem__)
        if self._is_new_segment(members):
            self.centre = None
        for number in numbers:
            if self._looks_within_first(number):
                self._search(number, [self._within(number)])
        left = [number for number in numbers if number not in self.made]
        self.centre = self._bind(utterance, members, left)
        for number in left:
            if number not in self.made:
                earlier = self._possible(number)
                earlier.sort(key=lambda mention: (-self.utterances.of[mention], self.place[mention]))
                self._search(number, [self._within(number), earlier])
                if number not in self.made:
                    self._make(number, None, "no candidate", ())
        self.last = self._distinct(members)

    def _bind(self, utterance: int, members: Sequence[int], numbers: Sequence[int]) -> int | None:
        """Decide what the best anchor binds, and return a mention of its centre."""
        numbers = sorted(numbers, key=lambda number: self.place[self._anaphor(number)])
        ranks = {self.entities.entity(mention): rank for rank, mention in enumerate(self.last)}
        possible = [self._possible(number) for number in numbers]
        choices = [self._choices(utterance, found, ranks) for found in possible]
        pronouns = [self._anaphor(number) for number in numbers]
        anchor = self._utterance(members, pronouns, choices, ranks).best(self.options.anchors)
        if anchor is None:
            return None
        for number, found, choice, bound in zip(numbers, possible, choices, anchor.bound, strict=True):
            if bound is not None:
                self._make(number, choice[bound], anchor.transition, found)
        return None if anchor.centre is None else self.last[anchor.centre]

    def _utterance(
        self,
        members: Sequence[int],
        pronouns: Sequence[int],
        choices: Sequence[Iterable[int]],
        ranks: Mapping[int, int],
    ) -> Utterance:
        """What the anchors depend on."""
        mentions, entity = self.prepared.mentions, self.entities.entity
        given = {mention: ranks.get(entity(mention)) for mention in members if mention not in pronouns}
        pronominal = (rank for mention, rank in given.items() if mentions[mention].kind == "pronoun")
        first = members[0] if members else -1
        return Utterance(
            choices=[list(choice) for choice in choices],
            contra=[
                [index for index, other in enumerate(pronouns[:later]) if not self._may_corefer(pronoun, other)]
                for later, pronoun in enumerate(pronouns)
            ],
            given=frozenset(rank for rank in given.values() if rank is not None),
            pronominal=frozenset(rank for rank in pronominal if rank is not None),
            first=pronouns.index(first) if first in pronouns else None,
            first_given=given.get(first),
            last_centre=None if self.centre is None else ranks[entity(self.centre)],
        )

    def _may_corefer(self, one: int, other: int) -> bool:
        """Whether two pronouns agree and are not co-arguments: else they are contraindexed."""
        return self.entities.agree(one, other) and not self.entities.disjoint(one, other)

    def _choices(self, utterance: int, possible: Sequence[int], ranks: Mapping[int, int]) -> dict[int, int]:
        """The entities of the utterance before that a pronoun may refer to, each with its most recent mention there."""
        of, entity = self.utterances.of, self.entities.entity
        return {ranks[entity(mention)]: mention for mention in possible if of[mention] == utterance - 1}

    def _is_new_segment(self, members: Sequence[int]) -> bool:
        """Whether a paragraph starts, without a pronoun as subject (Walker 1989, by Tetreault 2001)."""
        if self.options.segment == "none" or not members or not self.last:
            return False
        mentions = [self.prepared.mentions[member] for member in members]
        goes_on = any(mention.kind == "pronoun" and mention.function == "subject" for mention in mentions)
        return mentions[0].paragraph != self.prepared.mentions[self.last[0]].paragraph and not goes_on

    def _looks_within_first(self, number: int) -> bool:
        """Whether a pronoun is a reflexive, or with "carter" cannot be the centre of the last utterance."""
        if self._is_reflexive(number):
            return True
        entities = set(map(self.entities.entity, self._possible(number)))
        rejected = self.centre is None or self.entities.entity(self.centre) not in entities
        return self.options.intrasentential == "carter" and rejected

    def _within(self, number: int) -> list[int]:
        """The possible antecedents in the utterance, from left to right; for a reflexive from right to left."""
        of, anaphor = self.utterances.of, self._anaphor(number)
        found = [mention for mention in self._possible(number) if of[mention] == of[anaphor]]
        return found[::-1] if self._is_reflexive(number) else found

    def _search(self, number: int, lists: Iterable[Sequence[int]]) -> None:
        """Decide a case by the first of the lists that is not empty, if there is one."""
        for rule, found in zip(("same utterance", "earlier utterance"), lists, strict=False):
            if found and number not in self.made:
                self._make(number, found[0], rule, self._possible(number))

    def _make(self, number: int, antecedent: int | None, rule: str, possible: Sequence[int]) -> None:
        self.made[number] = Decision(number, antecedent, Trace("ladder", tuple(possible), rule))
        if antecedent is not None:
            self.entities.link(self._anaphor(number), antecedent)

    def _possible(self, number: int) -> list[int]:
        return list(self.entities.possible(self.prepared.cases[number]))

    def _anaphor(self, number: int) -> int:
        return self.prepared.cases[number].anaphor

    def _is_reflexive(self, number: int) -> bool:
        return self.prepared.mentions[self._anaphor(number)].pronoun == "reflexive"

    def _distinct(self, members: Sequence[int]) -> list[int]:
        """The first mention of each entity."""
        first: dict[int, int] = {}
        for mention in members:
            first.setdefault(self.entities.entity(mention), mention)
        return list(first.values())


def build(
    *,
    utterance: Unit = "sentence",
    intrasentential: Intrasentential = "last",
    segment: Segment = "none",
    anchors: int = 5000,
) -> Resolver:
    """Centering after Brennan, Friedman & Pollard.

    `utterance` is a "sentence", of which conjoined ones count apart, or a finite "clause". `intrasentential` says when
    pronouns look for antecedents in their own utterance: "last", or as in Carter's change, which Walker 1989 adopts,
    before the others where the last utterance has no centre or one that does not agree. `segment` "paragraph" resets
    the centre at paragraphs that do not start with a pronoun as subject. `anchors` bounds the search for the best one.
    Raises `OptionError` for an unknown option and for less than one anchor.
    """
    for name, value, known in (
        ("utterance", utterance, get_args(Unit)),
        ("intrasentential", intrasentential, get_args(Intrasentential)),
        ("segment", segment, get_args(Segment)),
    ):
        if value not in known:
            raise OptionError(f"There is no {name} {value!r}; choose {' or '.join(known)}.")
    if anchors < 1:
        raise OptionError(f"The number of anchors is {anchors}; it must be 1 or more.")
    return CenteringBFP(utterance, intrasentential, segment, anchors)
