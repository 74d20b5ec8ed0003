"""What is read off the tree about mentions: a table (`tables/mentions.tsv`), and what takes more than a tree."""

from dataclasses import replace

from anaphora.preprocess import Features, Layers, prepare
from anaphora.workbench.document import Mention, Span
from tests.annotated import annotated, prepared
from tests.preprocess.table_files import rows


def mentions(text: str) -> dict[str, Mention]:
    """The mentions by their words (the first of several with the same)."""
    found = prepared(text)
    return {found.document.words_of(mention.span): mention for mention in reversed(found.mentions)}


def test_features_are_read_off_the_tree() -> None:
    wrong = {}
    for text, words, expected in rows("mentions"):
        mention = mentions(text)[words]
        names = [feature.partition("=")[0] for feature in expected.split(" ")]
        features = " ".join(f"{name}={getattr(mention, name)}" for name in names)
        if features != expected:
            wrong[text, words] = features, expected
    assert wrong == {}


def test_conjunct_names_its_coordination() -> None:
    found = mentions("lid/NN/0/root and/CC/3/cc tray/NN/1/conj")

    assert found["lid"].coordination == found["tray"].coordination == Span(0, 3)
    assert found["lid and tray"].coordination is None


def test_i_is_who_speaks_and_you_the_other_of_two() -> None:
    document, annotation = annotated(
        "I/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj\nWe/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj"
    )
    meant = {
        (): ("", ""),
        ("Ann",) * 6: ("Ann", ""),
        ("Ann", "Ann", "Ann", "Tom", "Tom", "Tom"): ("Ann", "Tom"),
        ("Ann", "", "Ann", "Tom", "Sue", "Sue"): ("Ann", ""),
    }
    for speakers, (i, you) in meant.items():
        found = prepare(replace(document, speakers=speakers), annotation).mentions
        assert {entry.lemma: entry.participant for entry in found} == {"i": i, "you": you, "we": "", "her": ""}


def test_given_features_replace_the_computed_ones() -> None:
    document, annotation = annotated("The/DT/2/det cook/NN/3/nsubj left/VBD/0/root")
    given = Features(3, "plural", "feminine", "animate", "key")
    found = prepare(document, annotation, layers=Layers(agreement={Span(0, 2): given})).mentions[0]

    assert (found.number, found.gender, found.animacy, found.evidence) == ("plural", "feminine", "animate", "key")
