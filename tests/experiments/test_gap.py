"""GAP: resolvers answer its examples by the chains that they link."""

from pathlib import Path

import pytest

from corpora import gap, jsonlines
from experiments.compare import Settings, analyser
from experiments.gap import answers, examples
from experiments.responses import as_key
from workbench.decision import Decision, Trace
from workbench.document import Document, Prepared
from workbench.key import Key

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
    return analyser(Settings(perfect=perfect, cached=False))(*read(path))


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
    decisions = [Decision(0, antecedent, Trace("opaque", ()))]
    (tmp_path / "response.jsonl").write_text(jsonlines.write([as_key(seen(path, "mentions"), decisions)]))

    assert answers(tmp_path / "response.jsonl", examples(path, None)) == {"e1": expected}
