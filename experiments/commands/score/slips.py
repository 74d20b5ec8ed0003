"""The usual slips by which the mentions of a response are not those of the key, each undone and scored."""

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.assignment import best
from anaphora.workbench.chains.overlap import MentionColumns, plain_columns
from anaphora.workbench.chains.texts import spans
from anaphora.workbench.errors import CrowdedError
from anaphora.workbench.key import Match
from anaphora.workbench.measures import conll

NO_MENTIONS = plain_columns(*(np.zeros(0, dtype=np.int64),) * 3)
SHIFTS = {
    "its ends are exclusive": (0, -1),
    "its tokens are counted from 1": (-1, -1),
    "its tokens are counted from 1 and its ends exclusive": (-1, -2),
    "its spans stand one token too early": (1, 1),
}
"""The tokens to add to starts and ends to undo the usual slips (ends have become exclusive by then)."""
ORDER = "its documents stand in another order than those of the key"
MOST_WORDS = 20_000
"""Longer texts are not aligned word by word."""
Trial = tuple[int, list[float]]
"""The response mentions that are aligned, and the counts of the CoNLL average, which may be added."""
NOTHING: Trial = (0, [0.0] * 12)


def score_pairs(
    key: Sequence[MentionColumns], response: Sequence[MentionColumns], match: Match, *, singletons: bool
) -> Trial:
    """Score documents, each against that in the same place."""
    evidence = compare_chains(key, response, match, singletons=singletons)
    counts = conll.MEASURES[0].count(evidence).sum(axis=0)
    return len(evidence.common[1]), [float(count) for count in counts]


def conll_values(counts: Sequence[float]) -> tuple[float, float, float]:
    """Recall, precision and F1 in percent; what is undefined is 0."""
    recall, precision, f1 = (100 * np.nan_to_num(conll.MEASURES[0].score(np.array(counts)))).tolist()
    return recall, precision, f1


def try_slips(
    key: Sequence[MentionColumns], response: Sequence[MentionColumns], match: Match, *, singletons: bool
) -> dict[str, Trial]:
    """Score the response with each of `SHIFTS`, or another `ORDER` of its documents, undone."""
    undone = {name: [_moved(mentions, *shift) for mentions in response] for name, shift in SHIFTS.items()}
    if len(key) > 1:
        undone[ORDER] = _reordered(key, response)
    tried = {}
    for name, moved in undone.items():
        with suppress(CrowdedError):
            tried[name] = score_pairs(key, moved, match, singletons=singletons)
    return tried


def _moved(mentions: MentionColumns, start: int, end: int) -> MentionColumns:
    """Mentions moved by some tokens; one that would be outside the text or empty stays where it is."""
    starts, ends = mentions.start + start, mentions.end + end
    there = (starts >= 0) & (starts < ends)
    gaps = {
        row: tuple((gap_start + start, gap_end + start) for gap_start, gap_end in cut)
        for row, cut in (mentions.gaps or {}).items()
    }
    moved = np.where(there, starts, mentions.start), np.where(there, ends, mentions.end)
    return plain_columns(*moved, mentions.chain, {row: cut for row, cut in gaps.items() if there[row]})


def _reordered(key: Sequence[MentionColumns], response: Sequence[MentionColumns]) -> list[MentionColumns]:
    """The response's documents, each in the place of the key document it shares most spans with, one to one."""
    longest = max((int(mentions.end.max(initial=0)) for mentions in (*key, *response)), default=0) + 1
    documents_of: dict[int, list[int]] = {}
    for number, mentions in enumerate(key):
        for code in set((mentions.start * longest + mentions.end).tolist()):
            documents_of.setdefault(code, []).append(number)
    shared: dict[tuple[int, int], int] = {}
    for number, mentions in enumerate(response):
        for code in set((mentions.start * longest + mentions.end).tolist()):
            for key_number in documents_of.get(code, ()):
                shared[key_number, number] = shared.get((key_number, number), 0) + 1
    pairs = np.array(list(shared), dtype=np.int64).reshape(-1, 2)
    chosen = best(pairs[:, 0], pairs[:, 1], np.array(list(shared.values()), dtype=np.float64))
    response_of = dict(pairs[chosen].tolist())
    return [response[response_of[number]] if number in response_of else NO_MENTIONS for number in range(len(key))]


def common_spans(key: MentionColumns, response: MentionColumns) -> int:
    """Count the mentions of the response that have the span of a key mention."""
    return len(set(spans(key)).intersection(spans(response)))


def common_words(
    key: MentionColumns, words: Sequence[str], response: MentionColumns, others: Sequence[str]
) -> int | None:
    """Count the mentions of the response that would match the key's if different texts were aligned word by word.

    Words that only one text has align with nothing; a mention is found by its first and its last word. `None` for
    texts too long to be aligned.
    """
    if max(len(words), len(others)) > MOST_WORDS:
        return None
    from difflib import SequenceMatcher

    key_word = np.full(len(others) + 1, -1, dtype=np.int64)
    for in_key, in_response, size in SequenceMatcher(None, words, others).get_matching_blocks():
        key_word[in_response : in_response + size] = np.arange(in_key, in_key + size)
    first, last = key_word[response.start], key_word[response.end - 1]
    placed = (first >= 0) & (last >= first)
    return common_spans(key, plain_columns(first[placed], last[placed] + 1, response.chain[placed]))
