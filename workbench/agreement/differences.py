"""Differences of annotators, for people to look at, and the chains that most annotators have."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import chain as chained
from itertools import combinations, permutations
from typing import Literal

import numpy as np

from anaphora.workbench.arrays import Integers
from anaphora.workbench.chains.overlap import KINDS, Overlap, Side
from anaphora.workbench.document import Document, Span

MarkedChains = Sequence[Mapping[Span, int]]
"""Of one document, for each annotator, the mentions with the number of the chain of each."""


@dataclass(frozen=True, slots=True)
class MarkedMention:
    """A mention of an annotator as people read it; for one part of a chain also how many `mentions` are shared."""

    text: str
    span: Span
    mentions: int | None = None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A disagreement in a document: `what` is its kind, and there are the mentions (or chains) of each annotator.

    Of three annotators or more it is `about` one mention. Where not all marked it (`mention`), those have it who did;
    else (`antecedent`) they have what comes before it in its chain, among the mentions of all. `words` are the words of
    the first annotator's text where it is.
    """

    document: str
    what: str
    marks: tuple[tuple[MarkedMention, ...], ...]
    about: tuple[MarkedMention, ...] = ()
    words: Span = Span(0, 0)  # noqa: RUF009 - it is frozen


@dataclass(frozen=True, slots=True)
class LocatedText:
    """A text that annotators marked, without its empty nodes, with its `file`, and by word the line that is known."""

    document: Document
    file: str
    lines: Mapping[int, int]

    @property
    def sentence_starts(self) -> tuple[int, ...]:
        """The words that sentences begin with; empty where the corpus does not say."""
        tree = self.document.annotation
        return self.document.sentence_starts or (tree.sentence_starts if tree else ())

    def sentence(self, word: int) -> int | None:
        """The number of the sentence of a word, from 1, where the corpus marks sentences."""
        return bisect_right(self.sentence_starts, word) or None


# ---- of two annotators


Rows = tuple[tuple[int, int | None], ...]
"""Mentions by their numbers; one that stands for a chain has the number of mentions that it shares, others `None`."""


@dataclass(frozen=True, slots=True)
class RowDifference:
    """One difference: `first` and `second` are mentions of each annotator.

    A mention that only one of them has, `only_first` or `only_second`; two that share words but not both
    `boundaries`; a chain of the first that is `split` over several of the second, or several of the first `merged` in
    one of the second. A chain is shown by its most telling mention, with the number of mentions that it has in common
    with the chain or chains on the other side.
    """

    what: Literal["only_first", "only_second", "boundaries", "split", "merged"]
    document: int
    first: Rows
    second: Rows


def differences(overlapping: Integers, chains: Overlap) -> list[RowDifference]:
    """All differences in the order of the texts; `overlapping` has for mentions of the second those of the first."""
    first, second = chains.key, chains.response

    def start(difference: RowDifference) -> int:
        starts = [first.start[row] for row, _ in difference.first] + [second.start[row] for row, _ in difference.second]
        return int(min(starts))

    listed = [*_of_mentions(first, second, overlapping), *_of_chains(chains)]
    return sorted(listed, key=lambda difference: (difference.document, start(difference), difference.what))


def _of_mentions(first: Side, second: Side, overlapping: Integers) -> Iterator[RowDifference]:
    twin = overlapping.tolist()
    for in_first in sorted(set(range(len(first.span_id))) - set(twin)):
        yield RowDifference("only_first", int(first.document[in_first]), ((in_first, None),), ())
    for in_second, in_first in enumerate(twin):
        document = int(second.document[in_second])
        if in_first < 0:
            yield RowDifference("only_second", document, (), ((in_second, None),))
        elif first.span_id[in_first] != second.span_id[in_second]:
            yield RowDifference("boundaries", document, ((in_first, None),), ((in_second, None),))


def _of_chains(chains: Overlap) -> Iterator[RowDifference]:
    of_first, of_second = _telling(chains.key), _telling(chains.response)
    for chain, cells in _several(chains.row):
        shared = chains.shared[cells].tolist()
        joined = ((int(of_first[chain]), sum(shared)),)
        parts = tuple(zip(of_second[chains.column[cells]].tolist(), shared, strict=True))
        yield RowDifference("split", int(chains.key.chain_document[chain]), joined, parts)
    for chain, cells in _several(chains.column):
        shared = chains.shared[cells].tolist()
        joined = ((int(of_second[chain]), sum(shared)),)
        parts = tuple(zip(of_first[chains.row[cells]].tolist(), shared, strict=True))
        yield RowDifference("merged", int(chains.response.chain_document[chain]), parts, joined)


def _several(groups: Integers) -> Iterator[tuple[int, Integers]]:
    """The numbers that occur more than once, with their places."""
    order = np.argsort(groups, kind="stable")
    numbers, starts = np.unique(groups[order], return_index=True)
    for number, places in zip(numbers.tolist(), np.split(order, starts[1:]), strict=False):
        if len(places) > 1:
            yield number, places


def _telling(side: Side) -> Integers:
    """The mention that stands for each chain: its first name, else nominal (or unknown kind), else pronoun."""
    rank = np.where(side.kind < 0, KINDS.index("nominal"), side.kind)
    order = np.lexsort((rank, side.chain))
    chain, first = np.unique(side.chain[order], return_index=True)
    mention = np.full(len(side.chain_document), -1)
    mention[chain] = order[first]
    return mention


# ---- of several


def disputes(document: str, marks: MarkedChains, show: Callable[[Span], MarkedMention]) -> Iterator[Disagreement]:
    """All mentions on which the annotators of a text differ, in its order; `show` says how people read one."""
    common = sorted(set(marks[0]).intersection(*marks[1:]))
    before = [_antecedents(common, chains) for chains in marks]
    for span in sorted(set().union(*marks)):
        if all(span in chains for chains in marks):
            what = "antecedent"
            answers = [antecedents[span] for antecedents in before]
        else:
            what = "mention"
            answers = [span if span in chains else None for chains in marks]
        if len(set(answers)) > 1:
            shown = tuple(() if answer is None else (show(answer),) for answer in answers)
            yield Disagreement(document, what, shown, (show(span),), span)


def _antecedents(common: Sequence[Span], chains: Mapping[Span, int]) -> dict[Span, Span | None]:
    last: dict[int, Span] = {}
    antecedents: dict[Span, Span | None] = {}
    for span in common:
        antecedents[span] = last.get(chains[span])
        last[chains[span]] = span
    return antecedents


def majority(marks: MarkedChains) -> tuple[tuple[Span, ...], ...]:
    """Chains of the mentions that more than half of the annotators marked, joined where more than half join them.

    Two groups of mentions are joined while more than half of all answers join them, one by each annotator on each pair
    between them: the algorithm AGGLOMERATIVE of Gionis, Mannila & Tsaparas (2007), which is average link that stops at
    one half. The groups that most join come first, of equal ones the earliest. Two mentions that most keep apart may
    still be in one chain, but only where the rest of it outweighs them.
    """
    counts = Counter(span for chains in marks for span in chains)
    alike: dict[tuple[int, ...], list[Span]] = {}
    for span in sorted(span for span, count in counts.items() if 2 * count > len(marks)):
        alike.setdefault(tuple(chains.get(span, -1) for chains in marks), []).append(span)
    groups = [*alike.values()]
    joined = _average_link([*alike], [*map(len, groups)], len(marks))
    return tuple(sorted(tuple(sorted(span for group in chain for span in groups[group])) for chain in joined))


def _joining(labels: Sequence[tuple[int, ...]], sizes: Sequence[int]) -> dict[int, Counter[int]]:
    """Count for each two groups the answers that join a mention of one with a mention of the other."""
    together: dict[tuple[int, int], list[int]] = defaultdict(list)
    for group, label in enumerate(labels):
        for annotator, chain in enumerate(label):
            if chain >= 0:
                together[annotator, chain].append(group)
    joining: dict[int, Counter[int]] = {group: Counter() for group in range(len(labels))}
    for pair in chained.from_iterable(combinations(groups, 2) for groups in together.values()):
        for first, second in permutations(pair):
            joining[first][second] += sizes[first] * sizes[second]
    return joining


def _average_link(labels: Sequence[tuple[int, ...]], sizes: Sequence[int], annotators: int) -> Iterable[list[int]]:
    """Join groups of mentions by their chains for each annotator (-1: not marked); each group has a size."""
    joining = _joining(labels, sizes)
    size = dict(enumerate(sizes))
    members = {group: [group] for group in size}
    best: list[tuple[float, int, int, int, int]] = []

    def propose(first: int, second: int) -> None:
        answers = size[first] * size[second] * annotators
        if 2 * joining[first][second] > answers:
            earliest = sorted((members[first][0], members[second][0]))
            heappush(best, (-joining[first][second] / answers, earliest[0], earliest[1], first, second))

    for first, others in joining.items():
        for second in others:
            propose(first, second)
    while best:
        *_, first, second = heappop(best)
        if first not in members or second not in members:
            continue  # it is part of a larger group by now
        new = len(labels) + len(size)
        size[new] = size[first] + size[second]
        members[new] = sorted(members.pop(first) + members.pop(second))
        joining[new] = joining.pop(first) + joining.pop(second)
        del joining[new][first], joining[new][second]
        for other, answers in joining[new].items():
            del joining[other][first], joining[other][second]
            joining[other][new] = answers
            propose(new, other)
    return members.values()
