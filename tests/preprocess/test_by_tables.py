"""Short texts in each language: what is an anaphor there, and which candidates agree with it.

The files in `languages` have a row a text: what it is about; its tokens; each anaphor with the candidates that
agreement and the rules of containment leave it, or "pleonastic". The notation is that of `annotated_in`.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora.preprocess import prepare
from tests.annotated import annotated_in

FOLDER = Path(__file__).with_name("languages")


def _rows() -> Iterator[tuple[str, str, str, str]]:
    for path in sorted(FOLDER.glob("*.tsv")):
        lines = [line for line in path.read_text("utf8").splitlines() if not line.startswith("#")]
        for about, text, expected in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield path.stem, about, text, expected


@pytest.mark.parametrize(("language", "about", "text", "expected"), list(_rows()))
def test_the_candidates_of_a_pronoun_are_those_of_its_grammar(
    language: str, about: str, text: str, expected: str
) -> None:
    document, annotation = annotated_in(language, text)
    prepared = prepare(document, annotation)

    found = {document.words[filtered.token]: "pleonastic" for filtered in prepared.non_anaphoric}
    for case in prepared.cases:
        anaphor = document.words_of(prepared.mentions[case.anaphor].span)
        found[anaphor] = "; ".join(document.words_of(prepared.mentions[each].span) for each in case.compatible)

    wanted = dict(pair.split(" = ") for pair in expected.split(" ; ") if pair)
    assert found == wanted
