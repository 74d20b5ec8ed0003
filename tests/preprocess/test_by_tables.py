"""Short texts in each language: what is an anaphor there, and which candidates agree with it.

The files in `languages` have a row a text: what it is about; its tokens; each anaphor with the candidates that
agreement and the rules of containment leave it, or "pleonastic". A token is form/lemma/part of speech/features/head/
relation; the lemma may be left out where it is the form in small letters, sentences stand with a | between. Features
are written as letters: see `FEATURES`.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora.preprocess import prepare
from anaphora.workbench.document import Annotation, Document

FOLDER = Path(__file__).with_name("languages")
FEATURES = {
    "m": "Gender=Masc", "f": "Gender=Fem", "n": "Gender=Neut", "c": "Gender=Com", "s": "Number=Sing",
    "p": "Number=Plur", "1": "Person=1", "2": "Person=2", "3": "Person=3", "P": "Poss=Yes", "z": "Reflex=Yes",
    "d": "Definite=Def", "x": "VerbForm=Fin", "i": "VerbForm=Inf",
}  # fmt: skip


def _rows() -> Iterator[tuple[str, str, str, str]]:
    for path in sorted(FOLDER.glob("*.tsv")):
        lines = [line for line in path.read_text("utf8").splitlines() if not line.startswith("#")]
        for about, text, expected in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield path.stem, about, text, expected


def _annotated(text: str, language: str) -> tuple[Document, Annotation]:
    rows, heads, starts = list[list[str]](), list[int](), list[int]()
    for sentence in text.split(" | "):
        starts.append(len(rows))
        for token in sentence.split():
            row = token.split("/")
            heads.append(starts[-1] + int(row[4]) - 1 if row[4] != "0" else len(rows))
            rows.append(row)
    words = tuple(row[0] for row in rows)
    annotation = Annotation(
        pos=tuple(row[2] for row in rows),
        tag=("",) * len(rows),
        lemma=tuple(row[1] or row[0].lower() for row in rows),
        morphology=tuple("|".join(sorted(FEATURES[letter] for letter in row[3])) for row in rows),
        head=tuple(heads),
        relation=tuple(row[5] for row in rows),
        entity=("",) * len(rows),
        sentence_starts=tuple(starts),
    )
    return Document("d", words, (" ",) * len(words), language=language), annotation


@pytest.mark.parametrize(("language", "about", "text", "expected"), list(_rows()))
def test_the_candidates_of_a_pronoun_are_those_of_its_grammar(
    language: str, about: str, text: str, expected: str
) -> None:
    document, annotation = _annotated(text, language)
    prepared = prepare(document, annotation)

    found = {document.words[filtered.token]: "pleonastic" for filtered in prepared.non_anaphoric}
    for case in prepared.cases:
        anaphor = document.words_of(prepared.mentions[case.anaphor].span)
        found[anaphor] = "; ".join(document.words_of(prepared.mentions[each].span) for each in case.compatible)

    wanted = dict(pair.split(" = ") for pair in expected.split(" ; ") if pair)
    assert found == wanted
