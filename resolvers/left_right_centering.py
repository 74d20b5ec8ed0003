"""Tetreault 1999, 2001, LRC (left-right centering): search the sentence so far, then the centres of earlier ones.

Where this departs from the paper, or decides what it does not specify:

- The breadth-first walk is over phrase structure projected from dependency trees (`resolvers.syntax.constituents`).
- A possessor comes before the noun phrase that it opens, in the sentence so far as in the lists of earlier ones.
- Candidates are those of the comparison: noun phrases before the pronoun, in the window of sentences.
- LRC-F and LRC-S process the prepended phrase after the rest of its utterance. What it holds is then not known to the
  pronouns of the rest; it is tried where earlier utterances have nothing.
- Binding constraints are the syntactic filter of Lappin & Leass 1994 on what stands before a pronoun, and hold for all
  mentions of an entity. Noun phrases that follow the pronoun are not known yet.
- Quoted speech is searched like any other text; genders are those of the comparison, not coded by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, get_args

from anaphora.resolvers.discourse.entities import Discourse, discourse
from anaphora.resolvers.discourse.utterances import Unit, Utterances, depths, utterances
from anaphora.resolvers.parameters import check_choice
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.resolver_entry import ResolverEntry

Variant = Literal["LRC", "LRC-surf", "LRC-F", "LRC-S", "LRC-P"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftRightCentering:
    """Left-right centering as in one of the variants of Tetreault 2001.

    Entities of earlier utterances are tried in the order of a breadth-first walk of the tree ("LRC") or in that of the
    text ("LRC-surf"). "LRC-F", the best of the paper, processes what stands before the first subject last, "LRC-S"
    what stands before the main subject; "LRC-P" is LRC-F with pronouns tried before other noun phrases.
    `utterance` is a "sentence", of which conjoined ones count apart, or a finite "clause".
    Raises `OptionError` for an unknown variant or utterance.
    """

    variant: Variant = "LRC-F"
    utterance: Unit = "sentence"

    def __post_init__(self) -> None:
        check_choice("variant", self.variant, get_args(Variant))
        check_choice("utterance", self.utterance, get_args(Unit))

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide pronouns utterance by utterance, each from left to right (Tetreault 2001, section 3)."""
        text = _text(prepared, self.variant, self.utterance)
        decisions = [text.decide(number) for number in text.order()]
        return sorted(decisions, key=lambda decision: decision.case)


@dataclass(frozen=True, slots=True)
class _CenteredText:
    """A document while it is read.

    `prepended` says of each mention whether it stands in a prepended phrase, `left` what its place is from left to
    right, and `place` that in the list (Cf) of its utterance.
    """

    prepared: Prepared
    entities: Discourse
    utterances: Utterances
    prepended: Sequence[bool]
    left: Sequence[int]
    place: Mapping[int, int]

    def order(self) -> list[int]:
        """The cases as they are processed: utterance by utterance, what is prepended last."""
        cases = enumerate(self.prepared.cases)
        keys = {
            number: (self.utterances.utterance_of[case.anaphor], self.prepended[case.anaphor]) for number, case in cases
        }
        return sorted(keys, key=lambda number: (keys[number], number))

    def decide(self, number: int) -> Decision:
        """Answer one case; the answer is known to the next ones."""
        case = self.prepared.cases[number]
        possible = self.entities.possible(case)
        if not possible:
            return Decision(number, None, Explanation("ladder", (), "no candidate"))
        best, rule = self._search(case.anaphor, possible)
        self.entities.link(case.anaphor, best)
        return Decision(number, best, Explanation("ladder", possible, rule, steps=self._steps(case.anaphor, best)))

    def _search(self, anaphor: int, possible: Sequence[int]) -> tuple[int, str]:
        """Search the own utterance so far, then earlier ones, then the prepended phrase."""
        utterance_of, here, left = self.utterances.utterance_of, self.utterances.utterance_of[anaphor], self.left
        near = [candidate for candidate in possible if utterance_of[candidate] == here]
        allowed = near if self.prepended[anaphor] else [index for index in near if not self.prepended[index]]
        if allowed:
            reflexive = self.prepared.mentions[anaphor].pronoun == "reflexive"
            return (max if reflexive else min)(allowed, key=left.__getitem__), "current utterance"
        if len(near) == len(possible):
            return min(near, key=left.__getitem__), "prepended phrase"
        last = max([utterance_of[candidate] for candidate in possible if utterance_of[candidate] != here])
        listed = [candidate for candidate in possible if utterance_of[candidate] == last]
        return min(listed, key=self.place.__getitem__), "earlier utterance"

    def _steps(self, anaphor: int, antecedent: int) -> tuple[str, str]:
        """Say which utterance an antecedent was found in, and where in the list of that utterance."""
        utterance_of = self.utterances.utterance_of
        back = utterance_of[anaphor] - utterance_of[antecedent]
        members = self.utterances.mentions[utterance_of[antecedent]]
        if back == 0:
            so_far = [self.left[member] for member in members if self.left[member] < self.left[anaphor]]
            position = sum([position <= self.left[antecedent] for position in so_far])
            return "own utterance so far", f"rank {position} of {len(so_far)} there"
        where = f"{back} utterances back" if back > 1 else "the utterance before"
        if back < 0:
            where = "a clause inside"
        return where, f"rank {self.place[antecedent] + 1} of {len(members)} there"


def _text(prepared: Prepared, variant: Variant, unit: Unit) -> _CenteredText:
    mentions = prepared.mentions
    parts = utterances(prepared, unit)
    prepended = [False] * len(mentions)
    if variant in ("LRC-F", "LRC-S", "LRC-P"):
        for number, members in enumerate(parts.mentions):
            head = parts.heads[number] if variant == "LRC-S" else -1
            for index in _find_prepended(mentions, members, head):
                prepended[index] = True
    heads = [mention.head for mention in mentions]  # a possessor's stands before that of the noun phrase it opens
    from_left = sorted(range(len(mentions)), key=heads.__getitem__)
    listed = from_left if variant == "LRC-surf" else sorted(from_left, key=depths(prepared).__getitem__)
    listed = sorted(listed, key=prepended.__getitem__)
    if variant == "LRC-P":
        listed.sort(key=lambda index: mentions[index].kind != "pronoun")
    left = sorted(from_left, key=from_left.__getitem__)  # the place of each mention in that order
    by_utterance = groupby(sorted(listed, key=parts.utterance_of.__getitem__), parts.utterance_of.__getitem__)
    places = {index: place for _, together in by_utterance for place, index in enumerate(together)}
    return _CenteredText(prepared, discourse(prepared), parts, prepended, left, places)


def _find_prepended(mentions: Sequence[Mention], members: Sequence[int], head: int) -> Iterator[int]:
    """The mentions of an utterance that stand before its first subject, or before that of the verb `head`."""
    subjects = (mentions[index] for index in members if mentions[index].function == "subject")
    first = next((subject for subject in subjects if head in (-1, subject.governor)), None)
    return (index for index in members if first and mentions[index].span.end <= first.span.start)


RESOLVER = ResolverEntry(
    LeftRightCentering,
    title="Tetreault 1999, 2001, LRC (left-right centering)",
    summary="search the sentence so far, then the centres of earlier ones",
)
