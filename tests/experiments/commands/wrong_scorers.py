"""A small scorer written the slow way, which is right or makes one of the usual mistakes.

`python -m tests.experiments.commands.wrong_scorers` writes the tables of right and of wrong values for the cases of
`anaphora list --scorer-tests`. The right ones are those of the scorer without a mistake, which the tests hold against
`score` and the figures of the reference scorer.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

from anaphora.experiments.commands.list_.scorer_check import FOLDER, described

Mention = tuple[int, int]
Chains = list[list[Mention]]
Document = tuple[Chains, Chains]
Counts = list[float]
"""Numerator and denominator of recall, then of precision; of BLANC once for links, once for links apart."""
MISTAKES = (
    "pairs", "singletons_dropped", "singletons_kept", "singletons_half", "swapped", "macro", "mean_of_f", "f_of_means",
    "greedy", "blanc_links", "ends", "twinless", "duplicates", "pairs_mentions",
)  # fmt: skip
MEASURES = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll")
PARTS = ("recall", "precision", "f1")


@cache
def documents_of(case: str) -> list[Document]:
    """The documents of a case, as its JSON lines have them; ends are inclusive."""
    sides = []
    for side in ("key", "response"):
        records = map(json.loads, (FOLDER / f"{side}.jsonl").read_text(encoding="utf-8").splitlines())
        sides.append([record["clusters"] for record in records if record["doc_key"].rpartition("_")[0] == case])
    return [([[*map(tuple, c)] for c in k], [[*map(tuple, c)] for c in r]) for k, r in zip(*sides, strict=True)]


@dataclass(frozen=True)
class Scorer:
    """A scorer with a mistake, or with none."""

    mistake: str = ""

    def makes(self, *mistakes: str) -> bool:
        return self.mistake in mistakes

    def score(self, case: str) -> dict[str, list[float]]:
        """Recall, precision and F1 of each measure."""
        drops = described("cases")[case].get("singletons") == "drop" and not self.makes("singletons_kept")
        sides = [self._read(*document, drops) for document in documents_of(case)]
        values = {measure: self._values(measure, sides) for measure in MEASURES[:-1]}
        parts = [values[name] for name in ("muc", "b_cubed", "ceaf_m" if self.makes("pairs_mentions") else "ceaf_e")]
        recall, precision, f1 = (sum(part) / 3 for part in zip(*parts, strict=True))
        return values | {"conll": [recall, precision, mean(recall, precision) if self.makes("f_of_means") else f1]}

    def _read(self, key: Chains, response: Chains, drops: bool) -> Document:
        if self.makes("swapped"):
            key, response = response, key
        if self.makes("ends"):
            response = [[(start, end + 1) for start, end in chain] for chain in response]
        if not self.makes("duplicates"):
            key, response = each_once(key), each_once(response)
        if drops or self.makes("singletons_dropped"):
            key, response = ([chain for chain in side if len(chain) > 1] for side in (key, response))
        return key, response

    def _values(self, measure: str, documents: Sequence[Document]) -> list[float]:
        counts = [getattr(self, f"_{measure}")(key, response) for key, response in documents]
        all_f1 = [self._rates(measure, row) for row in counts]
        values = self._rates(measure, [sum(column) for column in zip(*counts, strict=True)])
        of_documents = [sum(part) / len(counts) for part in zip(*all_f1, strict=True)]
        if self.makes("macro"):
            return of_documents
        return [*values[:2], of_documents[2]] if self.makes("mean_of_f") else values

    def _rates(self, measure: str, counts: Counts) -> list[float]:
        rates = [rates_of(counts[first : first + 4]) for first in range(0, len(counts), 4)]
        if measure != "blanc" or self.makes("blanc_links"):
            return rates[0]
        kinds = [counts[1] > 0, counts[5] > 0]  # where the key has links of one kind only, that kind counts alone
        chosen = [rate for rate, there in zip(rates, kinds, strict=True) if there] or [[0.0, 0.0, 0.0]]
        recall, precision, f1 = (sum(part) / len(chosen) for part in zip(*chosen, strict=True))
        return [recall, precision, mean(recall, precision) if self.makes("f_of_means") else f1]

    def _mentions(self, key: Chains, response: Chains) -> Counts:
        common = len(mentions(key) & mentions(response))
        return [common, len(mentions(key)), common, len(mentions(response))]

    def _muc(self, key: Chains, response: Chains) -> Counts:
        if self.makes("pairs", "pairs_mentions"):
            right = len(links(key) & links(response))
            return [right, len(links(key)), right, len(links(response))]
        return [*muc_of(key, response), *muc_of(response, key)]

    def _b_cubed(self, key: Chains, response: Chains) -> Counts:
        counts = []
        for side, other in ((key, response), (response, key)):
            kept = [chain for chain in side if len(chain) > 1 or not self.makes("singletons_half")]
            against = [chain for chain in other if len(chain) > 1 or not self.makes("singletons_half")]
            counts.append(sum(overlap(chain, rest) ** 2 / len(chain) for chain in kept for rest in against))
            both = mentions(key) & mentions(response)
            counts.append(sum(mention in both or not self.makes("twinless") for chain in kept for mention in chain))
        return counts

    def _ceaf_m(self, key: Chains, response: Chains) -> Counts:
        best = self._assigned([[overlap(chain, other) for other in response] for chain in key])
        return [best, sum(map(len, key)), best, sum(map(len, response))]

    def _ceaf_e(self, key: Chains, response: Chains) -> Counts:
        if self.makes("singletons_half"):
            response = [chain for chain in response if len(chain) > 1]
        alike = [[2 * overlap(chain, other) / (len(chain) + len(other)) for other in response] for chain in key]
        best = self._assigned(alike)
        return [best, len(key), best, len(response)]

    def _assigned(self, alike: list[list[float]]) -> float:
        """The sum of the best pairs; the greedy scorer takes the largest that is left."""
        if not alike or not alike[0]:
            return 0.0
        table = np.array(alike)
        if not self.makes("greedy"):
            return float(table[linear_sum_assignment(-table)].sum())
        total = 0.0
        for _ in range(min(table.shape)):
            row, column = np.unravel_index(table.argmax(), table.shape)
            total += max(table[row, column], 0)
            table[row, :] = table[:, column] = -1
        return total

    def _blanc(self, key: Chains, response: Chains) -> Counts:
        counts: Counts = []
        for kind in (links, links_apart):
            right = len(kind(key) & kind(response))
            counts += [right, len(kind(key)), right, len(kind(response))]
        return counts

    def _lea(self, key: Chains, response: Chains) -> Counts:
        return [*self._lea_of(key, response), *self._lea_of(response, key)]

    def _lea_of(self, side: Chains, other: Chains) -> tuple[float, float]:
        kept = [chain for chain in side if len(chain) > 1 or not self.makes("singletons_half")]
        return sum(resolved(chain, other) for chain in kept), sum(map(len, kept))


def mean(recall: float, precision: float) -> float:
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def rates_of(counts: Counts) -> list[float]:
    """Recall, precision and F1; 0 where they are undefined, as the reference scorer prints."""
    recall, precision = (counts[top] / counts[top + 1] if counts[top + 1] else 0.0 for top in (0, 2))
    return [recall, precision, mean(recall, precision)]


def each_once(chains: Chains) -> Chains:
    """Leave a span to the first chain in the text that has it."""
    seen: set[Mention] = set()
    kept = []
    for chain in sorted((sorted(chain) for chain in chains), key=lambda chain: chain[0]):
        kept.append([mention for mention in dict.fromkeys(chain) if mention not in seen])
        seen |= {*chain}
    return [chain for chain in kept if chain]


def mentions(chains: Chains) -> set[Mention]:
    return {mention for chain in chains for mention in chain}


def overlap(chain: list[Mention], other: list[Mention]) -> int:
    return sum(mention in other for mention in chain)


def links(chains: Chains) -> set[frozenset[Mention]]:
    return {frozenset(pair) for chain in chains for pair in combinations(chain, 2)}


def links_apart(chains: Chains) -> set[frozenset[Mention]]:
    return {frozenset((one, another)) for a, b in combinations(chains, 2) for one in a for another in b}


def muc_of(side: Chains, other: Chains) -> tuple[float, float]:
    """|K| - |p(K)| and |K| - 1."""
    right = sum(max(overlap(chain, rest) - 1, 0) for chain in side for rest in other)
    return right, sum(len(chain) - 1 for chain in side)


def resolved(chain: list[Mention], others: Chains) -> float:
    """The size of a chain times the share of its links that the other side has; a singleton links with itself."""
    if len(chain) == 1:
        return float(chain in others)
    shared = [overlap(chain, other) for other in others]
    return len(chain) * sum(n * (n - 1) for n in shared) / (len(chain) * (len(chain) - 1))


def rows(mistake: str = "") -> Iterator[tuple[str, ...]]:
    """Case, measure, recall, precision and F1; of CoNLL its F1 only."""
    scorer = Scorer(mistake)
    for case in described("cases"):
        for measure, values in scorer.score(case).items():
            cells = [shown(value) for value in values]
            yield case, measure, *(cells if measure != "conll" else ["", "", cells[2]])


def shown(value: float) -> str:
    """Ten digits, without zeros at the end."""
    return f"{value:.10f}".rstrip("0").rstrip(".")


def tables() -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The rows of right values, and those of wrong ones, mistake by mistake, where one differs."""
    right = list(rows())
    wrong = [
        (mistake, *row)
        for mistake in MISTAKES
        for row, expected in zip(rows(mistake), right, strict=True)
        if row != expected
    ]
    return right, wrong


def write(path: Path, header: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *lines])


if __name__ == "__main__":
    for name, head, lines in zip(("right", "wrong"), ((), ("mistake",)), tables(), strict=True):
        write(FOLDER / f"{name}.csv", (*head, "case", "measure", *PARTS), lines)
