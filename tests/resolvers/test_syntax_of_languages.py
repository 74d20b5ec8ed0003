"""Whom the syntax of other languages than English rules out: a text for each of their ways to say it.

`syntax_of_languages.tsv` has a row a text: its language; what it is about; which resolvers rule it out (all that have a
filter, those of binding, or one); its tokens, in the notation of `annotated_in`; the antecedent of its last pronoun.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora.preprocess import prepare
from anaphora.resolvers.specs import build_resolver
from tests.annotated import annotated_in

BINDING = ("lappin_leass", "centering_bfp", "left_right_centering")
RESOLVERS = {"all": (*BINDING, "hobbs", "kennedy_boguraev"), "binding": BINDING}


def _rows() -> Iterator[tuple[str, ...]]:
    lines = Path(__file__).with_name("syntax_of_languages.tsv").read_text("utf8").splitlines()
    rows = csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE)
    for language, about, which, text, expected in rows:
        for resolver in RESOLVERS.get(which, (which,)):
            yield language, about, resolver, text, expected


@pytest.mark.parametrize(("language", "about", "resolver", "text", "expected"), list(_rows()))
def test_the_syntax_of_a_language_rules_out_what_english_does(
    language: str, about: str, resolver: str, text: str, expected: str
) -> None:
    prepared = prepare(*annotated_in(language, text))
    antecedent = build_resolver(resolver, 0).resolve(prepared)[-1].antecedent

    assert antecedent is not None
    assert prepared.document.words_of(prepared.mentions[antecedent].span) == expected


@pytest.mark.parametrize(
    ("language", "text", "marked"),
    [
        ("hu", "Péter/Péter/PROPN/s/3/nsubj házban/ház/NOUN/sH/3/obl lakik/lakik/VERB/s3x/0/root", "házban"),
        ("hu", "Péter//PROPN/s/4/nsubj ház//NOUN/s/4/obl mögött//ADP//2/case áll//VERB/s3x/0/root", "ház mögött"),
        ("de", "Peter//PROPN//2/nsubj wohnt//VERB/s3x/0/root im//ADP//4/case Haus//NOUN/ns/2/obl", "Haus"),
    ],
)
def test_cases_and_postpositions_do_what_prepositions_do(language: str, text: str, marked: str) -> None:
    prepared = prepare(*annotated_in(language, text))

    found = [prepared.document.words_of(each.span) for each in prepared.mentions if each.preposition >= 0]
    assert found == [marked]
