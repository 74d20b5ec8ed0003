"""The bundled corpus is what its README says, in both of its formats."""

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import muc
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key
from anaphora.workbench.trace import is_key_pronoun, key_anaphors

Pair = tuple[Document, Key]
Manuals = Mapping[str, Pair]

TEXTS = sorted(path.stem for path in BUNDLED.glob("*.conllu"))


def one(path: Path) -> Pair:
    ((document, key),) = corpora.read(path)
    return document, key


@pytest.fixture(scope="module")
def manuals() -> Manuals:
    return {name: one(BUNDLED / f"{name}.conllu") for name in TEXTS}


def test_manuals_are_twelve_texts_of_at_least_six_thousand_words_and_three_hundred_anaphors(manuals: Manuals) -> None:
    words = sum(any(map(str.isalnum, word)) for document, _ in manuals.values() for word in document.words)
    anaphors = sum(len(key_anaphors(document, key, "third-person").asked) for document, key in manuals.values())

    assert (len(manuals), words >= 6000, anaphors >= 300) == (12, True, True)


@pytest.mark.parametrize("name", TEXTS)
def test_manuals_readme_table_is_counted_from_the_files(manuals: Manuals, name: str) -> None:
    document, key = manuals[name]
    anaphors = key_anaphors(document, key, "third-person")
    kinds = list(key.non_anaphoric.values())
    counted = [
        sum(any(map(str.isalnum, word)) for word in document.words),
        len(anaphors.asked),
        anaphors.not_counted["split_antecedent"],
        anaphors.not_counted["cataphora"] + anaphors.not_counted["first_mention"],
        kinds.count("pleonastic"),
        kinds.count("clausal"),
        sum(map(len, key.chains)),
        len(key.chains),
    ]
    line = re.search(rf"^\| `{name}` \|(.*)\|$", (BUNDLED / "README.md").read_text("utf8"), re.MULTILINE)

    assert line
    assert [int(cell) for cell in line[1].split("|")] == counted


@pytest.mark.parametrize("name", TEXTS)
def test_manuals_as_muc_are_the_export_of_the_conllu_files(manuals: Manuals, name: str) -> None:
    exported = (BUNDLED / f"{name}.sgml").read_text("utf8")
    _, key = one(BUNDLED / f"{name}.sgml")

    assert exported == "".join(muc.write([manuals[name]]))
    assert sorted(map(len, key.chains)) == sorted(map(len, manuals[name][1].chains))


def test_manuals_have_no_finding_of_the_checker() -> None:
    assert [finding for finding in corpora.check(BUNDLED, "corefud") if finding.severity == "error"] == []


@pytest.mark.parametrize("name", TEXTS)
def test_manuals_trees_have_one_root_a_sentence(manuals: Manuals, name: str) -> None:
    annotation = manuals[name][0].annotation
    assert annotation
    roots = [token for token, head in enumerate(annotation.head) if head == token]

    assert [annotation.sentence_of(root) for root in roots] == list(range(len(annotation.sentence_starts)))


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
