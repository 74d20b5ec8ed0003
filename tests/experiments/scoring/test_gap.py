"""GAP: resolvers answer its examples by the chains that they link."""

from pathlib import Path

import pytest

from anaphora.corpora import gap, jsonlines
from anaphora.experiments.scoring.challenge_sets import examples, gap_answers, over_words_of
from anaphora.experiments.scoring.challenge_sets import score_gap as score
from anaphora.experiments.scoring.write_chains import linked_chains
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.key import Key
from tests.refused import raises

HEAD = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
LABELS = [("TRUE", "FALSE"), ("FALSE", "TRUE"), ("FALSE", "FALSE")]


def example(folder: Path, labels: tuple[str, str]) -> Path:
    """Two names of either sex, and a pronoun that may be either; the third name is of no interest to GAP."""
    path = folder / "gap-key.tsv"
    a, b = labels
    path.write_text(f"{HEAD}e1\tKerry met Jessie. Later Linda saw her.\ther\t34\tKerry\t0\t{a}\tJessie\t10\t{b}\t\n")
    return path


def read(path: Path) -> tuple[Document, Key]:
    [pair] = gap.read(path)
    return pair


def seen(path: Path, *perfect: str) -> Prepared:
    """What resolvers see of the example."""
    return analyser(configure(perfect=perfect, cached=False))(*read(path))


@pytest.mark.parametrize("labels", LABELS)
def test_perfect_mentions_are_the_pronoun_and_both_names(tmp_path: Path, labels: tuple[str, str]) -> None:
    prepared = seen(example(tmp_path, labels), "mentions")

    assert [prepared.document.words_of(mention.span) for mention in prepared.mentions] == ["Kerry", "Jessie", "her"]
    assert [case.candidates for case in prepared.cases] == [(0, 1)]


def test_perfect_mentions_do_not_tell_which_name_is_right(tmp_path: Path) -> None:
    [first, *others] = [seen(example(tmp_path, labels), "mentions") for labels in LABELS]

    assert others == [first, first]


def test_perfect_agreement_tells_which_name_is_right(tmp_path: Path) -> None:
    """A chain with "her" is feminine, so that this layer is none for GAP; alone, a name may be a man's."""
    genders = [
        [mention.gender for mention in seen(example(tmp_path, labels), "mentions", "agreement").mentions]
        for labels in LABELS
    ]

    assert genders == [
        ["feminine", "unknown", "feminine"],
        ["unknown", "feminine", "feminine"],
        ["unknown", "unknown", "feminine"],
    ]


@pytest.mark.parametrize(("antecedent", "expected"), [(0, (True, False)), (1, (False, True)), (None, (False, False))])
def test_the_link_of_the_pronoun_answers_both_labels(
    tmp_path: Path, antecedent: int | None, expected: tuple[bool, bool]
) -> None:
    path = example(tmp_path, ("TRUE", "FALSE"))
    decisions = [Decision(0, antecedent, Explanation("opaque", ()))]
    (tmp_path / "response.jsonl").write_text(
        "".join(jsonlines.write([linked_chains(seen(path, "mentions"), decisions)]))
    )

    assert gap_answers(tmp_path / "response.jsonl", examples(path, None)) == {"e1": expected}


def test_chains_over_other_words_are_those_of_the_same_characters(tmp_path: Path) -> None:
    """The system takes "Linda saw" for one word; what ends within a word of the key is left out."""
    path = example(tmp_path, ("TRUE", "FALSE"))
    [(_, text)] = examples(path, None).values()
    words, spaces = ("Ker", "ry", "met", "Jessie", ".", "Later", "Linda", "saw", "her", "."), (
        "", " ", " ", "", " ", " ", " ", " ", "", "",
    )  # fmt: skip
    document = Document("e1", words, spaces)
    key = Key("e1", ((Span(0, 2), Span(8, 9)), (Span(1, 2), Span(3, 4))))

    assert over_words_of(text, document, key, path).chains == ((Span(0, 1), Span(7, 8)), (Span(2, 3),))


def test_chains_over_another_text_are_refused(tmp_path: Path) -> None:
    path = example(tmp_path, ("TRUE", "FALSE"))
    [(_, text)] = examples(path, None).values()
    document = Document("e1", ("Kerry", "left"), (" ", ""))

    with raises("other-text"):
        over_words_of(text, document, Key("e1", ((Span(0, 1),),)), path)


def test_examples_without_an_answer_and_answers_to_no_example_are_told(tmp_path: Path) -> None:
    key, given = example(tmp_path, ("TRUE", "FALSE")), tmp_path / "answers.tsv"
    key.write_text(key.read_text() + key.read_text().partition("\n")[2].replace("e1", "e2"))
    given.write_text("e1\tTRUE\tFALSE\nother\tTRUE\tFALSE\n")

    assert score(key, {"s": given}, resamples=0, seed=0).warnings == (
        f"{given}: 1 of 2 examples are not answered; each counts as two misses.",
        f"{given}: 1 answers are to no example of the key and do not count.",
    )
