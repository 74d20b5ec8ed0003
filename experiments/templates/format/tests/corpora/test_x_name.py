"""X_NAME: what only this format does; `SAMPLE` is what `tests/corpora` and `tests/fuzz` try on every format."""

from pathlib import Path

import pytest

from anaphora.corpora import recognise
from anaphora.workbench.document import Span
from tests.corpora.samples import Sample, read_one, written
from tests.refused import refused

SAMPLE = Sample(
    valid="#x_name d\nAnn\t1\nsaw\t\nher\t1\n",
    more=["#x_name a\nAnn\t1\n#x_name b\n#\t2\nher\t1\n"],
    needs_first_line=True,
    deep=None,  # a mention is one word: mentions can neither nest nor cross, and none leaves its text
    long_word=("#x_name d\n{}\t1\n", "too-large"),
    same_id="#x_name d\na\t1\n#x_name d\na\t1\n",
    crossing=None,
    crossing_chains=None,
    outside=None,
    across="#x_name d\na\t1\n#x_name e\na\t1\n",
)


def test_x_name_second_columns_that_are_alike_are_a_chain(tmp_path: Path) -> None:
    document, key = read_one("x_name", tmp_path, "#x_name d\nAnn\t7\nsaw\t\nEve\t3\nher\t7\n")

    assert (document.id, document.text) == ("d", "Ann saw Eve her")
    assert key.chains == ((Span(0, 1), Span(3, 4)), (Span(2, 3),))


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("Ann\t1\n", 1, "malformed"),
        ("#x_name d\nAnn\n", 2, "wrong-columns"),
        ("#x_name d\n\t1\n", 2, "malformed"),
        ("#x_name d\n#x_name e\nAnn\t1\n", 1, "no-words"),
    ],
)
def test_x_name_that_is_malformed_is_refused_with_its_line(tmp_path: Path, text: str, line: int, code: str) -> None:
    with refused(code, "sample", line):
        read_one("x_name", tmp_path, text)


def test_x_name_is_recognised_by_its_first_line(tmp_path: Path) -> None:
    assert recognise(written(tmp_path, SAMPLE.valid)) == "x_name"
