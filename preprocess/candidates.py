"""Candidate lists: which mentions every resolver may choose among, and why others were taken off."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Self

from anaphora.preprocess.agreement import Agreement
from anaphora.workbench.document import Annotation, Case, Mention, Removal
from anaphora.workbench.english.pronouns import is_anaphoric


def is_anaphor(mention: Mention, which: str) -> bool:
    """Whether a mention is a pronoun to be resolved; for `which` see `workbench.english.pronouns.is_anaphoric`."""
    return mention.kind == "pronoun" and bool(mention.pronoun) and is_anaphoric(mention.person, mention.pronoun, which)


def cases(annotation: Annotation, mentions: tuple[Mention, ...], window: int, which: str) -> Iterator[Case]:
    """One case for each anaphor in text order: candidates from its own and the `window` sentences before.

    A candidate stands wholly before the anaphor. One that contains it is kept only if the anaphor lies in an
    adnominal clause of it ("the man who lost his hat"), since there its base noun phrase stands before;
    otherwise it is removed (i-within-i: "the owner of its cover").
    """
    lists = _Lists.of(annotation, mentions)
    for index, anaphor in enumerate(mentions):
        if is_anaphor(anaphor, which):
            scope_start = annotation.sentence_starts[max(0, anaphor.sentence - window)]
            yield lists.case(index, scope_start)


@dataclass(frozen=True, slots=True)
class _Lists:
    """Makes the lists of one document from columns over its mentions; `removals` are those made so far."""

    annotation: Annotation
    starts: Sequence[int]
    ends: Sequence[int]
    heads: Sequence[int]
    agreement: Agreement
    removals: dict[tuple[int, str], Removal] = field(default_factory=dict)

    @classmethod
    def of(cls, annotation: Annotation, mentions: Sequence[Mention]) -> Self:
        """The lists of a document's mentions, which stand in text order."""
        spans = [mention.span for mention in mentions]
        starts, ends = [span.start for span in spans], [span.end for span in spans]
        return cls(annotation, starts, ends, [mention.head for mention in mentions], Agreement.of(mentions))

    def case(self, anaphor: int, scope_start: int) -> Case:
        """The candidates of an anaphor from a token on, and those of them that were removed, with the reason."""
        start, heads, kinds = self.starts[anaphor], self.heads, self.agreement.kinds
        scope = range(bisect_left(self.starts, scope_start), bisect_left(self.starts, start + 1))
        before = [number for number in scope if heads[number] < start]
        around = [number for number in before if self.ends[number] > start and not self._relative(anaphor, number)]
        disagrees = self.agreement.reasons(anaphor)
        reasons = {number: disagrees[kinds[number]] for number in before} | dict.fromkeys(around, "containment")
        return Case(
            anaphor,
            scope_start,
            candidates=tuple([number for number in before if number not in around]),
            compatible=tuple([number for number, reason in reasons.items() if not reason]),
            removed=tuple([self._removal(number, reason) for number, reason in reasons.items() if reason]),
        )

    def _relative(self, anaphor: int, number: int) -> bool:
        return _in_clause_of(self.annotation, self.heads[anaphor], self.heads[number])

    def _removal(self, number: int, reason: str) -> Removal:
        removal = self.removals.get((number, reason))
        if removal is None:
            removal = self.removals[number, reason] = Removal(number, reason)
        return removal


def _in_clause_of(annotation: Annotation, token: int, head: int) -> bool:
    """Whether the path from a token up to the head of a noun phrase passes an adnominal clause."""
    while token != head and annotation.head[token] != token:
        if annotation.relation[token].startswith("acl"):
            return True
        token = annotation.head[token]
    return False
