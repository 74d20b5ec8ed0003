"""Brennan, Friedman & Pollard 1987, BFP: bind the pronouns of an utterance by the transition between centres.

For each utterance the pronouns are bound to entities of the utterance before in every way that agrees (the anchors);
filtered are those that give two contraindexed expressions one entity, and those that break rule 1 (if any entity is
pronominalised, the backward-looking centre Cb is). Of the rest the best transition wins: continue, retain, smooth
shift, rough shift.

Where this departs from the paper, or decides what it does not specify:

- An utterance is a sentence, of which conjoined ones with subjects of their own count apart, as in Tetreault 2001.
- Mentions of the same function are listed in text order, those of subordinate clauses like others.
- Contraindexed is what the syntactic filter of Lappin & Leass 1994 excludes, in the whole sentence.
- A name is expanded to the entity that it repeats and to a new one, as in the paper, and so is a noun phrase that
  repeats another ("a key", "the key"). Whichever it is, a pronoun that it excludes is not the entity that it repeats.
- Of anchors with the same transition the one wins whose entities rank higher in the utterance before.
- Every pronoun is bound that agrees with anything; only if no such anchor passes the filters may some stay free.
- Pronouns that are left, and so are to be resolved within the utterance, search it from left to right, then older
  ones in the order of their lists, as Tetreault 2001 and Strube 1998 have it.
- Reflexives take the candidate of their utterance whose head is nearest, before anything else.
- A centre that was undefined counts as continued (Walker, Iida & Cote 1994). Without segments no boundary resets it.
- First- and second-person pronouns are entities of their own each time.
- What the filters refuse in the utterance before is not searched again; a pronoun may then stay open ("no anchor").
- Candidates are those of the comparison: noun phrases before the pronoun, in the window of sentences.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from anaphora.resolvers.discourse.entities import Discourse, repeating, too_close
from anaphora.resolvers.discourse.utterances import Unit, Utterances, function_ranks, utterances
from anaphora.resolvers.parameters import check_choice, check_range
from anaphora.workbench.decision import Centering, Centres, Decision, Explanation
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry

TRANSITIONS = ("continue", "retain", "smooth shift", "rough shift")
"""Rule 2: the preferred transitions first."""
_FREE = 10**9  # behind every rank


@dataclass(frozen=True, slots=True)
class Anchor:
    """Binding of each pronoun of an utterance to an entity, or to `None`.

    `centre` is the backward-looking centre, `None` if the utterance mentions nothing of the one before; then there is
    no transition either. `keeps_rule_1` is false if entities are pronominalised, but not the centre.
    """

    bound: tuple[int | None, ...]
    centre: int | None
    transition: str
    keeps_rule_1: bool


@dataclass(frozen=True, slots=True)
class Utterance:
    """Input of the choice of an anchor; pronouns are numbered in the order of the utterance's own list.

    Entities are known here by their rank in the list (Cf) of the utterance before, 0 the highest.

    `choices` are the entities that each pronoun may refer to, `contra` the earlier pronouns that each must not corefer
    with. `given` are the entities that the utterance mentions by other means, `repeated` those that may be new instead,
    `pronominal` those that it pronominalises. `first` is the preferred centre: a pronoun by its number, or
    (`first_given`) an entity, or neither if it is new. `last_centre` is the centre of the utterance before.
    """

    choices: Sequence[Sequence[int]]
    contra: Sequence[Sequence[int]]
    given: frozenset[int] = frozenset()
    repeated: frozenset[int] = frozenset()
    pronominal: frozenset[int] = frozenset()
    first: int | None = None
    first_given: int | None = None
    last_centre: int | None = None

    def best(self, limit: int) -> Anchor:
        """The best of the anchors that pass the filters, as far as a search of `limit` steps meets them.

        Every pronoun with choices is bound; if no such anchor passes, pronouns may stay free. Those that keep the last
        centre come first, so that a limit leaves out others. Where the other mentions break rule 1 by themselves, all
        pronouns stay free.
        """
        every: list[list[int | None]] = [
            [*sorted(ranks, key=lambda rank: (rank != self.last_centre, rank))] for ranks in self.choices
        ]
        for choices in ([ranks or [None] for ranks in every], [[*ranks, None] for ranks in every]):
            bound = min(self._bindings(choices, limit), key=self._order, default=None)
            if bound is not None and self._centre(bound)[1]:
                return self.anchor(bound)
        return self.anchor((None,) * len(every))

    def _bindings(self, choices: Sequence[Sequence[int | None]], limit: int) -> Iterator[tuple[int | None, ...]]:
        """Yield combinations of choices without contraindexed pronouns on one entity; the first choices come first."""
        waiting: list[tuple[int | None, ...]] = [()]
        for _ in range(limit + len(choices)):
            if not waiting:
                return
            bound = waiting.pop()
            if len(bound) == len(choices):
                yield bound
            else:
                taken = [bound[earlier] for earlier in self.contra[len(bound)] if bound[earlier] is not None]
                waiting.extend([(*bound, rank) for rank in reversed(choices[len(bound)]) if rank not in taken])

    def anchor(self, bound: tuple[int | None, ...]) -> Anchor:
        """The anchor that binds the pronouns in this way."""
        centre, keeps_rule_1 = self._centre(bound)
        transition = "" if centre is None else TRANSITIONS[self._transition(bound, centre)]
        return Anchor(bound, centre, transition, keeps_rule_1)

    def _order(self, bound: tuple[int | None, ...]) -> tuple[bool, int, int, list[int]]:
        """Return the sort key of an anchor, best first: rule 1, free pronouns, transition, ranks of the entities."""
        centre, keeps_rule_1 = self._centre(bound)
        transition = len(TRANSITIONS) if centre is None else self._transition(bound, centre)
        return not keeps_rule_1, bound.count(None), transition, [_FREE if rank is None else rank for rank in bound]

    def _centre(self, bound: tuple[int | None, ...]) -> tuple[int | None, bool]:
        """The centre that constraint 3 asks for, the highest entity that is mentioned, and whether rule 1 is kept.

        A repeated one is new where it would rank above all that is pronominalised; elsewhere that changes nothing.
        """
        pronominal = self.pronominal.union([rank for rank in bound if rank is not None])
        highest = min(pronominal, default=0)
        mentioned = [rank for rank in self.given | pronominal if rank >= highest or rank not in self.repeated]
        centre = min(mentioned, default=None)
        return centre, not pronominal or centre in pronominal

    def _transition(self, bound: tuple[int | None, ...], centre: int) -> int:
        """Return the rank of a transition by rule 2: no shift of the centre comes first, then the preferred centre."""
        preferred = self.first_given if self.first is None else bound[self.first]
        return 2 * (self.last_centre not in (None, centre)) + (preferred != centre)


Intrasentential = Literal["last", "carter"]
Segment = Literal["none", "paragraph"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CenteringBFP:
    """Centering after Brennan, Friedman & Pollard.

    `utterance` is a "sentence", of which conjoined ones count apart, or a finite "clause". `intrasentential` says when
    pronouns look for antecedents in their own utterance: "last", or as in Carter's change, which Walker 1989 adopts,
    before the others where the last utterance has no centre or one that does not agree. `segment` "paragraph" resets
    the centre at paragraphs that do not start with a pronoun as subject. `anchors` bounds the search for the best one.
    Raises `OptionError` for an unknown option and for less than one anchor.
    """

    utterance: Unit = "sentence"
    intrasentential: Intrasentential = "last"
    segment: Segment = "none"
    anchors: int = 5000

    def __post_init__(self) -> None:
        check_choice("utterance", self.utterance, get_args(Unit))
        check_choice("intrasentential", self.intrasentential, get_args(Intrasentential))
        check_choice("segment", self.segment, get_args(Segment))
        check_range("number of anchors", self.anchors, self.anchors >= 1, "1 or more")

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide the pronouns of each utterance together (Brennan, Friedman & Pollard 1987)."""
        parts = utterances(prepared, self.utterance)
        state = _CenteringReader(self, prepared, repeating(prepared), parts, function_ranks(prepared.mentions))
        cases: list[list[int]] = [[] for _ in parts.heads]
        for number, case in enumerate(prepared.cases):
            cases[parts.utterance_of[case.anaphor]].append(number)
        for utterance, numbers in enumerate(cases):
            state.read(utterance, numbers)
        return [state.decisions[number] for number in range(len(prepared.cases))]


@dataclass(slots=True)
class _CenteringReader:
    """The state of resolution in a document; `ranks` are those of the mentions by function.

    `last` are the mentions of the utterance before as its list (Cf) has them, and `centre` is one of its centre (Cb).
    `names` are the words of entities, as far as they were needed; `read_so_far` are the utterances, as they were when
    the next one was begun.
    """

    options: CenteringBFP
    prepared: Prepared
    entities: Discourse
    utterances: Utterances
    ranks: Sequence[int]
    last: Sequence[int] = ()
    centre: int | None = None
    decisions: dict[int, Decision] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    read_so_far: list[Centres] = field(default_factory=list)

    def read(self, utterance: int, numbers: Sequence[int]) -> None:
        """Decide the cases of one utterance, which then is the one before."""
        members = sorted(self.utterances.mentions[utterance], key=self.ranks.__getitem__)
        if self._is_new_segment(members, numbers):
            self.centre = None
        left = [number for number in numbers if not self._searched_first(number)]
        centre, transition, steps = self._bind(members, left)
        for number in left:
            if number not in self.decisions:
                self._search(number, steps)
        self.last, self.centre = members, centre
        listed = self._listed()
        start = self.utterances.starts[utterance]
        entity = None if centre is None else self.entities.entity_of[centre]
        self.read_so_far.append(Centres(start, tuple(listed.values()), tuple(listed), entity, transition))

    def _listed(self) -> dict[int, int]:
        """The entities of the utterance before, the highest ranked first, each with its first mention there."""
        listed: dict[int, int] = {}
        for mention in self.last:
            listed.setdefault(self.entities.entity_of[mention], mention)
        return listed

    def _bind(self, members: Sequence[int], numbers: Sequence[int]) -> tuple[int | None, str, tuple[str, ...]]:
        """Decide what the best anchor binds; returns a mention of the new centre, the transition, and the steps."""
        if not members:
            return None, "", ()
        listed = self._listed()
        ranks = {entity: rank for rank, entity in enumerate(listed)}
        numbers = sorted(numbers, key=lambda number: members.index(self._anaphor(number)))
        possible = [self._possible(number) for number in numbers]
        choices = [
            self._choices(number, candidates, ranks) for number, candidates in zip(numbers, possible, strict=True)
        ]
        utterance = self._utterance(members, [self._anaphor(number) for number in numbers], choices, ranks)
        anchor = utterance.best(self.options.anchors)
        last = list(listed.values())
        centre = None if anchor.centre is None else last[anchor.centre]
        steps = self._steps(anchor.transition, centre, last) if numbers else ()
        for number, candidates, choice, bound in zip(numbers, possible, choices, anchor.bound, strict=True):
            if bound is not None:
                self._make(number, choice[bound], anchor.transition, candidates, steps)
        return centre, anchor.transition, steps

    def _utterance(
        self,
        members: Sequence[int],
        pronouns: Sequence[int],
        choices: Sequence[Iterable[int]],
        ranks: Mapping[int, int],
    ) -> Utterance:
        """Return the input of the choice of an anchor."""
        mentions, entity_of, close = self.prepared.mentions, self.entities.entity_of, too_close(self.prepared)
        given = {member: rank for member in members if (rank := ranks.get(entity_of[member])) is not None}
        for pronoun in pronouns:
            given.pop(pronoun, None)
        pronominal = frozenset([rank for member, rank in given.items() if mentions[member].kind == "pronoun"])
        first = members[0]
        return Utterance(
            choices=[list(choice) for choice in choices],
            contra=[
                [
                    index
                    for index, before in enumerate(pronouns[:later])
                    if before in close[pronoun] or pronoun in close[before] or not self.entities.agree(pronoun, before)
                ]
                for later, pronoun in enumerate(pronouns)
            ],
            given=frozenset(given.values()),
            repeated=frozenset(given.values()) - pronominal,
            pronominal=pronominal,
            first=pronouns.index(first) if first in pronouns else None,
            first_given=given.get(first),
            last_centre=None if self.centre is None else ranks[entity_of[self.centre]],
        )

    def _choices(self, number: int, possible: Sequence[int], ranks: Mapping[int, int]) -> dict[int, int]:
        """The entities of the utterance before that a pronoun may refer to, each with its most recent mention there."""
        utterance, entity = self.utterances.utterance_of, self.entities.entity_of
        before = utterance[self._anaphor(number)] - 1
        return {ranks[entity[mention]]: mention for mention in possible if utterance[mention] == before}

    def _is_new_segment(self, members: Sequence[int], numbers: Sequence[int]) -> bool:
        """Return whether a paragraph starts that leaves what was spoken of (Walker 1989, by Tetreault 2001).

        It goes on if a pronoun is its first subject, or one has no antecedent in the utterance.
        """
        mentions, last = self.prepared.mentions, self.last
        if self.options.segment == "none" or not members or not last:
            return False
        if mentions[members[0]].paragraph == mentions[last[0]].paragraph:
            return False
        subjects = [mentions[member] for member in members if mentions[member].function == "subject"]
        return all(subject.kind != "pronoun" for subject in subjects) and all(
            self._within(number, self._possible(number)) for number in numbers
        )

    def _searched_first(self, number: int) -> bool:
        """Return whether a pronoun finds its antecedent in its utterance before anything is bound, and record that.

        That is how reflexives do, and with "carter" those that cannot be the centre of the last utterance.
        """
        if self.options.intrasentential == "last" and not self._is_reflexive(number):
            return False
        possible = self._possible(number)
        entities = {self.entities.entity_of[mention] for mention in possible}
        rejected = self.centre is None or self.entities.entity_of[self.centre] not in entities
        within = self._within(number, possible)
        if not within or not (rejected or self._is_reflexive(number)):
            return False
        self._make(number, within[0], "same utterance", possible, ("its utterance is searched first",))
        return True

    def _search(self, number: int, steps: tuple[str, ...]) -> None:
        """Decide a pronoun that no anchor binds: in its utterance, else in those before the last."""
        utterance_of = self.utterances.utterance_of
        possible = self._possible(number)
        within = self._within(number, possible)
        last = utterance_of[self._anaphor(number)] - 1
        older = [mention for mention in possible if utterance_of[mention] != last]
        steps = (*steps, "no pairing with a centre passes the filters")
        if within:
            self._make(number, within[0], "same utterance", possible, steps)
        elif older:
            best = min(older, key=lambda mention: (-utterance_of[mention], self.ranks[mention], mention))
            self._make(number, best, "earlier utterance", possible, steps)
        else:
            self._make(number, None, "no anchor" if possible else "no candidate", possible, steps)

    def _within(self, number: int, possible: Sequence[int]) -> list[int]:
        """The possible antecedents in the utterance, from left to right; for a reflexive the nearest head first."""
        utterance_of, here = self.utterances.utterance_of, self.utterances.utterance_of[self._anaphor(number)]
        candidates = [mention for mention in possible if utterance_of[mention] == here]
        if not self._is_reflexive(number):
            return candidates
        return sorted(candidates, key=lambda mention: self.prepared.mentions[mention].head, reverse=True)

    def _make(
        self, number: int, antecedent: int | None, rule: str, possible: tuple[int, ...], steps: tuple[str, ...]
    ) -> None:
        trail = Centering(self.read_so_far, self.utterances.utterance_of[self._anaphor(number)])
        explanation = Explanation("ladder", possible, rule, steps=steps, trail=trail)
        self.decisions[number] = Decision(number, antecedent, explanation)
        if antecedent is not None:
            self.entities.link(self._anaphor(number), antecedent)

    def _steps(self, transition: str, centre: int | None, last: Sequence[int]) -> tuple[str, ...]:
        """The transition, both centres and the list of the utterance before, by the words that entities began with."""
        return (
            f"transition: {transition or 'none'}",
            f"backward-looking centre before: {'none' if self.centre is None else self._name(self.centre)}",
            f"backward-looking centre now: {'none' if centre is None else self._name(centre)}",
            f"forward-looking centres before: {', '.join(map(self._name, last)) or 'empty'}",
        )

    def _name(self, mention: int) -> str:
        entity = self.entities.entity_of[mention]
        if entity not in self.names:
            self.names[entity] = self.prepared.document.words_of(self.prepared.mentions[entity].base)
        return self.names[entity]

    def _possible(self, number: int) -> tuple[int, ...]:
        return self.entities.possible(self.prepared.cases[number], whole_sentence=True)

    def _anaphor(self, number: int) -> int:
        return self.prepared.cases[number].anaphor

    def _is_reflexive(self, number: int) -> bool:
        return self.prepared.mentions[self._anaphor(number)].pronoun == "reflexive"


RESOLVER = ResolverEntry(
    CenteringBFP,
    title="Brennan, Friedman & Pollard 1987, BFP",
    summary="bind the pronouns of an utterance by the transition between centres",
)
