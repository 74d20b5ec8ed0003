"""The measure of GAP: two yes-or-no decisions an example, pooled, and their bias (Webster et al. 2018)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.key import Key, Response
from anaphora.workbench.measures import Measure, divide

Answer = tuple[bool | None, bool | None]
"""Two verdicts, whether the pronoun refers to A and whether to B; `None` where there is no answer."""

Gender = Literal["masculine", "feminine", "unknown"]

_GENDERS: dict[str, Gender] = {
    "he": "masculine", "him": "masculine", "his": "masculine", "she": "feminine", "her": "feminine", "hers": "feminine",
}  # fmt: skip
_KINDS = ("pronoun", "name")
_GENITIVE = frozenset({"'s", "’s", "'", "’"})
# what stands behind the head of a noun phrase begins with one of these
_AFTER_HEAD = frozenset({
    ",", "(", "[", "--", "–", "—", ";", ":", "``", "who", "whom", "whose", "which", "that", "as", "after", "at",
    "before", "by", "during", "for", "from", "in", "of", "on", "to", "until", "with",
})  # fmt: skip
_GROUPS = ("overall", "masculine", "feminine")
_CELLS = ("true_positive", "false_positive", "false_negative", "true_negative")


@dataclass(frozen=True, slots=True)
class GapExample:
    """One GAP example: its mentions, what the key says of A and B, and the gender of the pronoun.

    `gender` is "unknown" for pronouns that GAP does not have.
    """

    id: str
    pronoun: Span
    names: tuple[Span, Span]
    gold: tuple[bool, bool]
    gender: Gender


def example(document: Document, key: Key) -> GapExample:
    """The example that a document and its key are; A is the name that the key's attributes describe first.

    Raises:
        WorkbenchError: the key has other mentions than one pronoun and two names.
    """
    spans = [span for chain in key.chains for span in chain]
    pronouns, names = ([span for span in key.attributes if key.attributes[span].kind == kind] for kind in _KINDS)
    if (len(pronouns), len(names), len(spans)) != (1, 2, 3):
        counts = f"{len(pronouns)} pronouns and {len(names)} names among {len(spans)} mentions"
        cure = "An example of GAP has one pronoun and two names; give a labelled GAP file as key."
        raise WorkbenchError(f"{document.id}: the key has {counts}. {cure}", code="other-key")
    pronoun, (a, b) = pronouns[0], names
    together = next((chain for chain in key.chains if pronoun in chain), ())
    gender: Gender = _GENDERS.get(document.words_of(pronoun).lower(), "unknown")
    return GapExample(document.id, pronoun, (a, b), (a in together, b in together), gender)


def answer(example: GapExample, response: Response, words: Sequence[str]) -> Answer:
    """Return the answer of chains over the same `words`: whether the pronoun and each name are in one of them.

    The pronoun must be a mention of the response as it is. A name is found as it is or else, where no mention of the
    response has its span, in each mention that has the same head and holds the name (`the singer Ann Lee`, `Ann Lee's`,
    `Ann Lee, who sings`) or is part of it (`Lee`). Chains tell no heads: it is the last word before a comma, bracket,
    preposition, relative pronoun or final genitive. Holding a name alone does not count, as it does in some converters:
    `Ann's mother` is not Ann.
    """
    a, b = answers(example.pronoun, example.names, response, words)
    return a, b


def answers(pronoun: Span, phrases: Sequence[Span], response: Response, words: Sequence[str]) -> tuple[bool, ...]:
    """Return whether the pronoun and each of the phrases are in one chain, found as `answer` tells."""
    mentions = {span for chain in response.chains for span in chain}
    together = {span for chain in response.chains if pronoun in chain for span in chain} - {pronoun}
    return tuple(not together.isdisjoint(_stand_ins(phrase, mentions, words)) for phrase in phrases)


def _stand_ins(name: Span, mentions: set[Span], words: Sequence[str]) -> set[Span]:
    if name in mentions:
        return {name}
    head = _head(name, words)
    near = {span for span in mentions if span.encloses(name) or name.encloses(span)}
    return {span for span in near if _head(span, words) == head}


def _head(span: Span, words: Sequence[str]) -> int:
    behind = (token for token in range(span.start + 1, span.end) if words[token].lower() in _AFTER_HEAD)
    end = next(behind, span.end)
    return end - 2 if end - span.start > 1 and words[end - 1].lower() in _GENITIVE else end - 1


@dataclass(frozen=True, slots=True)
class GapAnswers:
    """The evidence: the examples of a key and the answers that a system gave, by id."""

    examples: Sequence[GapExample]
    answers: Mapping[str, Answer]


def count(evidence: GapAnswers) -> Numbers:
    """The matrix examples x statistics: TP, FP, FN and TN of both decisions, overall and by gender of the pronoun.

    As in GAP's scorer, a decision without an answer is a false negative even where the key says no, and answers to
    other examples do not count. An example of unknown gender counts overall only (the scorer stops there).
    """
    examples, answers = evidence.examples, evidence.answers
    counts = np.zeros((len(examples), len(_GROUPS), len(_CELLS)))
    for row, entry in zip(counts, examples, strict=True):
        groups = [0] if entry.gender == "unknown" else [0, _GROUPS.index(entry.gender)]
        for gold, system in zip(entry.gold, answers.get(entry.id, (None, None)), strict=True):
            row[groups, _cell(gold, system)] += 1
    return counts.reshape(len(examples), len(_GROUPS) * len(_CELLS))


def _cell(gold: bool, system: bool | None) -> int:
    """The place of a decision among the `_CELLS`; no answer is never true."""
    return _CELLS.index(f"{'true' if system == gold else 'false'}_{'positive' if system else 'negative'}")


def score(sums: Numbers) -> Numbers:
    """Recall, precision, F1 and accuracy of all decisions and by gender, and the bias, in the order of `PARTS`.

    The bias is F1 feminine / F1 masculine, undefined if either is 0 or undefined.
    """
    firsts = range(0, len(_GROUPS) * len(_CELLS), len(_CELLS))
    groups = [_group(sums[..., first : first + len(_CELLS)]) for first in firsts]
    masculine, feminine = (np.nan_to_num(group[..., _F1], nan=0.0) for group in groups[1:])
    bias = divide(np.where(masculine * feminine > 0, feminine, np.nan), masculine)
    return np.concatenate((*groups, bias[..., np.newaxis]), axis=-1)


def _group(cells: Numbers) -> Numbers:
    right, wrong, missed, left = (cells[..., column] for column in range(len(_CELLS)))
    return np.stack(
        (
            divide(right, right + missed),
            divide(right, right + wrong),
            divide(2 * right, 2 * right + wrong + missed),
            divide(right + left, right + wrong + missed + left),
        ),
        axis=-1,
    )


_RATES = ("recall", "precision", "f1", "accuracy")
_F1 = _RATES.index("f1")
PARTS = (*_RATES, *(f"{rate}_{group}" for group in _GROUPS[1:] for rate in _RATES), "bias")
_SOURCE = "two decisions an example, by gender of the pronoun; Webster et al. 2018"
MEASURE = Measure("gap", count, score, _SOURCE, PARTS, evidence="gap")
MEASURES = (MEASURE,)
