"""The learned filter by construction: `python -m tests.preprocess.english.it_filter.figures` writes the table.

`constructions.tsv` has sentences of our own, the "it" in question in brackets. Those "held back" were written before
the rules, and nobody looked at what the filter makes of them until the rules were done.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from anaphora.corpora import plain
from anaphora.preprocess.english.it_filter import classify
from anaphora.preprocess.pipeline import load
from anaphora.preprocess.trees import trees_of
from tests.csv_tables import FOLDER, as_csv

SENTENCES = Path(__file__).with_name("constructions.tsv")
FILE = FOLDER / "constructions.csv"
PARTS = ("seen", "held back")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text with one "it" in question: its construction, the part of the table, and whether it refers to nothing."""

    construction: str
    part: str
    pleonastic: bool
    text: str

    @property
    def is_found(self) -> bool:
        """Whether the learned filter calls it pleonastic."""
        before, _, rest = self.text.partition("[")
        document = plain.document(f"{before}{rest.replace(']', '', 1)}", "sentence")
        judgements = classify(trees_of(load().annotate(document), document.words), "learned")
        number = sum(word.lower() == "it" for word in plain.document(f"{before}it", "before").words) - 1
        return judgements[number].kind == "pleonastic"


def sentences() -> Iterator[Sentence]:
    """All sentences of the table."""
    with SENTENCES.open(encoding="utf8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Sentence(row["construction"], row["part"], row["class"] == "pleonastic", row["text"])


def table() -> str:
    """Recall and precision of pleonastic "it" by construction, and how many of the others are kept, in Markdown."""
    counts: dict[str, Counter[tuple[str, bool, bool]]] = defaultdict(Counter)
    for sentence in sentences():
        outcome = (sentence.part, sentence.pleonastic, sentence.is_found)
        counts[sentence.construction][outcome] += 1
        counts["all"][outcome] += 1
    columns = [f"{part}: {name}" for part in PARTS for name in ("recall", "precision", "others kept")]
    rows = [name for name in counts if name != "all"]
    lines = [f"| construction | {' | '.join(columns)} |", "|---|" + "--:|" * len(columns)]
    lines += [f"| {name} | {' | '.join(_cells(counts[name]))} |" for name in [*rows, "all"]]
    return "\n".join(lines)


def _cells(counts: Mapping[tuple[str, bool, bool], int]) -> Iterator[str]:
    for part in PARTS:
        right, missed, wrong, kept = (
            counts[part, pleonastic, found]
            for pleonastic, found in ((True, True), (True, False), (False, True), (False, False))
        )
        yield from (_fraction(right, missed), _fraction(right, wrong), _fraction(kept, wrong))


def _fraction(right: int, other: int) -> str:
    return f"{right}/{right + other}" if right + other else "-"


def main() -> None:
    """Write the table into its file."""
    FILE.write_text(as_csv(table()), "utf8")


if __name__ == "__main__":
    main()
