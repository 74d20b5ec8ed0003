"""Candidate lists: which mentions every resolver may choose among, and why others were taken off."""

from bisect import bisect_left
from collections.abc import Iterator

from preprocess.agreement import Agreement
from workbench.document import Annotation, Case, Mention, Removal
from workbench.pronouns import is_anaphoric


def is_anaphor(mention: Mention, which: str) -> bool:
    """Whether a mention is a pronoun to be resolved; for `which` see `workbench.pronouns.is_anaphoric`."""
    return mention.kind == "pronoun" and bool(mention.pronoun) and is_anaphoric(mention.person, mention.pronoun, which)


def cases(annotation: Annotation, mentions: tuple[Mention, ...], window: int, which: str) -> Iterator[Case]:
    """One case for each anaphor in text order: candidates from its own and the `window` sentences before.

    A candidate stands wholly before the anaphor. One that contains it is kept only if the anaphor lies in an
    adnominal clause of it ("the man who lost his hat"), since there its base noun phrase stands before;
    otherwise it is removed (i-within-i: "the owner of its cover").
    """
    starts = [mention.span.start for mention in mentions]
    agreement = Agreement.of(mentions)
    for index, anaphor in enumerate(mentions):
        if not is_anaphor(anaphor, which):
            continue
        scope_start = annotation.sentence_starts[max(0, anaphor.sentence - window)]
        before = range(bisect_left(starts, scope_start), bisect_left(starts, anaphor.span.start + 1))
        yield _case(annotation, mentions, agreement, index, before, scope_start)


def _case(
    annotation: Annotation,
    mentions: tuple[Mention, ...],
    agreement: Agreement,
    index: int,
    before: range,
    scope_start: int,
) -> Case:
    anaphor, reasons = mentions[index], agreement.reasons(index)
    start = anaphor.span.start
    candidates, compatible, removed = [], [], []
    for number in before:
        candidate = mentions[number]
        if number == index or candidate.head >= start:
            continue
        if candidate.span.end > start and not _in_clause_of(annotation, anaphor.head, candidate.head):
            removed.append(Removal(number, "containment"))
            continue
        candidates.append(number)
        reason = reasons[agreement.kinds[number]]
        if reason:
            removed.append(Removal(number, reason))
        else:
            compatible.append(number)
    return Case(index, scope_start, tuple(candidates), tuple(compatible), tuple(removed))


def _in_clause_of(annotation: Annotation, token: int, head: int) -> bool:
    """Whether the path from a token up to the head of a noun phrase passes an adnominal clause."""
    while token != head and annotation.head[token] != token:
        if annotation.relation[token].startswith("acl"):
            return True
        token = annotation.head[token]
    return False
