"""The bundled corpus is what its README says, in both of its formats."""

import re

import pytest

import corpora
from corpora import muc
from experiments.compare import BUNDLED
from workbench.trace import key_anaphors

TEXTS = sorted(path.stem for path in BUNDLED.glob("*.conllu"))


def one(path):
    ((document, key),) = corpora.read(path)
    return document, key


@pytest.fixture(scope="module")
def manuals():
    return {name: one(BUNDLED / f"{name}.conllu") for name in TEXTS}


def test_manuals_are_twelve_texts_of_at_least_six_thousand_words_and_three_hundred_anaphors(manuals):
    words = sum(any(map(str.isalnum, word)) for document, _ in manuals.values() for word in document.words)
    anaphors = sum(len(key_anaphors(document, key, "third-person")[0]) for document, key in manuals.values())

    assert (len(manuals), words >= 6000, anaphors >= 300) == (12, True, True)


@pytest.mark.parametrize("name", TEXTS)
def test_manuals_readme_table_is_counted_from_the_files(manuals, name):
    document, key = manuals[name]
    anaphors, apart = key_anaphors(document, key, "third-person")
    kinds = list(key.non_anaphoric.values())
    counted = [
        sum(any(map(str.isalnum, word)) for word in document.words),
        len(anaphors),
        apart["split_antecedent"],
        apart["cataphora"] + apart["first_mention"],
        kinds.count("pleonastic"),
        kinds.count("clausal"),
        sum(map(len, key.chains)),
        len(key.chains),
    ]
    line = re.search(rf"^\| `{name}` \|(.*)\|$", (BUNDLED / "README.md").read_text("utf8"), re.MULTILINE)

    assert line
    assert [int(cell) for cell in line[1].split("|")] == counted


@pytest.mark.parametrize("name", TEXTS)
def test_manuals_as_muc_are_the_export_of_the_conllu_files(manuals, name):
    exported = (BUNDLED / f"{name}.sgml").read_text("utf8")
    _, key = one(BUNDLED / f"{name}.sgml")

    assert exported == muc.write([manuals[name]])
    assert sorted(map(len, key.chains)) == sorted(map(len, manuals[name][1].chains))


def test_manuals_have_no_finding_of_the_checker():
    assert [finding for finding in corpora.check(BUNDLED, "corefud") if finding.severity == "error"] == []


@pytest.mark.parametrize("name", TEXTS)
def test_manuals_trees_have_one_root_a_sentence(manuals, name):
    annotation = manuals[name][0].annotation
    assert annotation
    roots = [token for token, head in enumerate(annotation.head) if head == token]

    assert [annotation.sentence_of(root) for root in roots] == list(range(len(annotation.sentence_starts)))
