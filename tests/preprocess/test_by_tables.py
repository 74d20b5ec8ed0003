"""Short texts in each language: what is an anaphor there, and which candidates agree with it.

The files in `languages` have a row a text: what it is about; its tokens; each anaphor with the candidates that
agreement and the rules of containment leave it, or "pleonastic". The notation is that of `annotated_in`.
"""

from pathlib import Path

import pytest

from anaphora.preprocess import prepare
from tests.annotated import annotated_in
from tests.preprocess.table_files import rows

FOLDER = Path(__file__).with_name("languages")


@pytest.mark.parametrize("language", sorted(path.stem for path in FOLDER.glob("*.tsv")))
def test_the_candidates_of_a_pronoun_are_those_of_its_grammar(language: str) -> None:
    wrong = {}
    for about, text, expected in rows(FOLDER / f"{language}.tsv"):
        document, annotation = annotated_in(language, text)
        prepared = prepare(document, annotation)
        found = {document.words[filtered.token]: "pleonastic" for filtered in prepared.non_anaphoric}
        for case in prepared.cases:
            anaphor = document.words_of(prepared.mentions[case.anaphor].span)
            found[anaphor] = "; ".join(document.words_of(prepared.mentions[each].span) for each in case.compatible)
        if found != dict(pair.split(" = ") for pair in expected.split(" ; ") if pair):
            wrong[about, text] = found, expected
    assert wrong == {}
