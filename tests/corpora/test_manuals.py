"""The bundled corpus is what its README says, in both of its formats."""

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import muc
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from anaphora.workbench.trace.key_anaphors import is_key_pronoun, key_anaphors

Pair = tuple[Document, Key]
Manuals = Mapping[str, Pair]


@pytest.fixture(scope="module")
def manuals() -> Manuals:
    return {path.stem: one(path) for path in sorted(BUNDLED.glob("*.conllu"))}


def test_manuals_readme_table_is_counted_from_the_files(manuals: Manuals) -> None:
    """Twelve texts of at least 6,000 words and 300 anaphors."""
    table = (BUNDLED / "README.md").read_text("utf8")
    lines = {name: re.search(rf"^\| `{name}` \|(.*)\|$", table, re.MULTILINE) for name in manuals}
    counted = {name: counts(*pair) for name, pair in manuals.items()}

    assert {name: [int(cell) for cell in line[1].split("|")] for name, line in lines.items() if line} == counted
    assert (len(counted), sum(row[0] for row in counted.values()) >= 6000) == (12, True)
    assert sum(row[1] for row in counted.values()) >= 300


def counts(document: Document, key: Key) -> list[int]:
    anaphors = key_anaphors(document, key, "third-person")
    kinds = list(key.non_anaphoric.values())
    return [
        sum(any(map(str.isalnum, word)) for word in document.words), len(anaphors.asked),
        anaphors.not_counted["split_antecedent"],
        anaphors.not_counted["cataphora"] + anaphors.not_counted["first_mention"], kinds.count("pleonastic"),
        kinds.count("clausal"), sum(map(len, key.chains)), len(key.chains),
    ]  # fmt: skip


def test_manuals_are_exported_as_muc_and_have_no_finding_and_one_root_a_sentence(manuals: Manuals) -> None:
    for name, (document, key) in manuals.items():
        exported = (BUNDLED / f"{name}.sgml").read_text("utf8")
        assert exported == "".join(muc.write([(document, key)]))
        assert sorted(map(len, one(BUNDLED / f"{name}.sgml")[1].chains)) == sorted(map(len, key.chains))
        assert document.annotation
        roots = [token for token, head in enumerate(document.annotation.head) if head == token]
        assert [document.annotation.sentence_of(root) for root in roots] == [
            *range(len(document.annotation.sentence_starts))
        ]
    assert [finding for finding in corpora.check(BUNDLED, "corefud") if finding.severity == "error"] == []


def one(path: Path) -> Pair:
    ((document, key),) = corpora.read(path)
    return document, key


def agrees(document: Document, key: Key, token: int, answer: str) -> bool:
    """Whether an answer of the second annotator names a mention of the pronoun's chain, articles aside."""
    if token in key.non_anaphoric:
        return answer == {"pleonastic": "PLEONASTIC", "clausal": "CLAUSE"}[key.non_anaphoric[token]]
    chain = next(chain for chain in key.chains if Span(token, token + 1) in chain)
    if answer.startswith("SPLIT: ") and any(span in key.split for span in chain):
        return True
    named = [words(document.words_of(span)) for span in chain if not is_key_pronoun(document, span, "third-person")]
    parts = answer.removeprefix("SPLIT: ").removeprefix("CATAPHORA: ").split(" + ")
    return all(any(words(part) <= name or name <= words(part) for name in named if name) for part in parts)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - {"the", "a", "an", "s"}


def test_second_annotation_differs_in_the_three_pronouns_that_the_readme_names(manuals: Manuals) -> None:
    with (BUNDLED / "second_annotation.tsv").open(encoding="utf8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    different = []
    for name, (document, key) in manuals.items():
        tokens = [at for at in range(len(document.words)) if is_key_pronoun(document, Span(at, at + 1), "third-person")]
        answers = {int(row["pronoun"]): row["antecedent"] for row in rows if row["text"] == name}

        assert sorted(answers) == list(range(1, len(tokens) + 1))
        different += [name for number, at in enumerate(tokens, 1) if not agrees(document, key, at, answers[number])]

    assert (len(rows), different) == (773, ["dialogue", "encyclopaedia", "help_file"])
