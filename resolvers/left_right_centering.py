"""Tetreault 1999 and 2001, left-right centering: search the sentence so far, then the centres of earlier ones.

Where this departs from the paper, or decides what it leaves open:

- The breadth-first walk is over phrase structure projected from dependency trees (`resolvers._structure.constituents`).
- Candidates are those of the comparison: noun phrases before the pronoun, in the window of sentences.
- LRC-F and LRC-S process the prepended phrase after the rest of its utterance. What it holds is then not known to the
  pronouns of the rest; it is tried where earlier utterances have nothing.
- Binding constraints are the syntactic filter of Lappin & Leass 1994, and hold for all mentions of an entity.
- Quoted speech is searched like any other text; genders are those of the comparison, not coded by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from resolvers._reading.entities import Discourse, discourse
from resolvers._reading.utterances import Unit, Utterances, depths, utterances
from workbench.decision import Decision, Resolver, Trace
from workbench.document import Mention, Prepared
from workbench.errors import OptionError

Variant = Literal["LRC", "LRC-surf", "LRC-F", "LRC-S", "LRC-P"]


@dataclass(frozen=True, slots=True)
class LeftRightCentering:
    """The resolver, with the ranking of `variant` and utterances of this `unit`."""

    variant: Variant
    unit: Unit

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide pronouns utterance by utterance, each from left to right (Tetreault 2001, section 3)."""
        text = _text(prepared, self.variant, self.unit)
        made = [text.decide(number) for number in text.order()]
        return sorted(made, key=lambda decision: decision.case)


@dataclass(frozen=True, slots=True)
class _Text:
    """A document while it is read; `prepended` and `ranks` have an entry for each mention."""

    prepared: Prepared
    entities: Discourse
    utterances: Utterances
    prepended: Sequence[bool]
    ranks: Sequence[tuple[int, ...]]

    def order(self) -> list[int]:
        """The cases as they are processed: utterance by utterance, what is prepended last."""
        cases = enumerate(self.prepared.cases)
        keys = {number: (self.utterances.of[case.anaphor], self.prepended[case.anaphor]) for number, case in cases}
        return sorted(keys, key=lambda number: (keys[number], number))

    def decide(self, number: int) -> Decision:
        case = self.prepared.cases[number]
        possible = self.entities.possible(case)
        if not possible:
            return Decision(number, None, Trace("ladder", (), "no candidate"))
        best = min(possible, key=lambda candidate: self._place(case.anaphor, candidate))
        self.entities.link(case.anaphor, best)
        rule = ("current utterance", "earlier utterance", "prepended phrase")[self._place(case.anaphor, best)[0]]
        return Decision(number, best, Trace("ladder", possible, rule))

    def _place(self, anaphor: int, candidate: int) -> tuple[int, ...]:
        """Where in the search a candidate comes: the step, and its place within that."""
        back = self.utterances.of[anaphor] - self.utterances.of[candidate]
        if back:
            return 1, back, *self.ranks[candidate]
        if self.prepended[candidate] and not self.prepended[anaphor]:
            return 2, candidate
        reflexive = self.prepared.mentions[anaphor].pronoun == "reflexive"
        return 0, self.prepended[candidate], -candidate if reflexive else candidate


def _text(prepared: Prepared, variant: Variant, unit: Unit) -> _Text:
    mentions, parts = prepared.mentions, utterances(prepared, unit)
    prepended = [False] * len(mentions)
    if variant in ("LRC-F", "LRC-S", "LRC-P"):
        for number, members in enumerate(parts.mentions):
            head = parts.heads[number] if variant == "LRC-S" else -1
            for index in _prepended(mentions, members, head):
                prepended[index] = True
    levels = [0] * len(mentions) if variant == "LRC-surf" else depths(prepared)
    nominal = [variant == "LRC-P" and mention.kind != "pronoun" for mention in mentions]
    ranks = list(zip(nominal, prepended, levels, range(len(mentions)), strict=True))
    return _Text(prepared, discourse(prepared), parts, prepended, ranks)


def _prepended(mentions: Sequence[Mention], members: Sequence[int], head: int) -> Iterator[int]:
    """The mentions of an utterance that stand before its first subject, or before that of the verb `head`."""
    subjects = (mentions[index] for index in members if mentions[index].function == "subject")
    first = next((subject for subject in subjects if head in (-1, subject.governor)), None)
    return (index for index in members if first and mentions[index].span.end <= first.span.start)


def build(*, variant: Variant = "LRC-F", utterance: Unit = "sentence") -> Resolver:
    """Left-right centering as in one of the variants of Tetreault 2001.

    Entities of earlier utterances are tried in the order of a breadth-first walk of the tree ("LRC") or in that of the
    text ("LRC-surf"). "LRC-F", the best of the paper, processes what stands before the first subject last, "LRC-S"
    what stands before the main subject; "LRC-P" is LRC-F with pronouns tried before other noun phrases.
    `utterance` is a "sentence", of which conjoined ones count apart, or a finite "clause".
    Raises `OptionError` for an unknown variant or utterance.
    """
    if variant not in get_args(Variant):
        raise OptionError(f"There is no variant {variant!r}; choose from {', '.join(get_args(Variant))}.")
    if utterance not in get_args(Unit):
        raise OptionError(f"There is no utterance {utterance!r}; choose sentence or clause.")
    return LeftRightCentering(variant, utterance)
