"""Whom the syntax of other languages than English rules out: a text for each of their ways to say it.

`syntax_of_languages.tsv` has a row a text: its language; what it is about; which resolvers rule it out (all that have a
filter, those of binding, or one); its tokens, in the notation of `annotated_in`; the antecedent of its last pronoun.
"""

import csv
from pathlib import Path

from anaphora.preprocess import prepare
from anaphora.resolvers.specs import build_resolver
from tests.annotated import annotated_in
from tests.resolvers.answers import words

BINDING = ("lappin_leass", "centering_bfp", "left_right_centering")
RESOLVERS = {"all": (*BINDING, "hobbs", "kennedy_boguraev"), "binding": BINDING}


def test_the_syntax_of_a_language_rules_out_what_english_does() -> None:
    lines = Path(__file__).with_name("syntax_of_languages.tsv").read_text("utf8").splitlines()
    rows = csv.reader((line for line in lines if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE)
    wrong = []
    for language, about, which, text, expected in rows:
        prepared = prepare(*annotated_in(language, text))
        for resolver in RESOLVERS.get(which, (which,)):
            actual = words(prepared, build_resolver(resolver, 0).resolve(prepared)[-1].antecedent)
            wrong += [(language, about, resolver, actual)] * (actual != expected)
    assert wrong == []


def test_cases_and_postpositions_do_what_prepositions_do() -> None:
    peter_lives = "Péter/Péter/PROPN/s/3/nsubj házban/ház/NOUN/sH/3/obl lakik/lakik/VERB/s3x/0/root"
    peter_stands = "Péter//PROPN/s/4/nsubj ház//NOUN/s/4/obl mögött//ADP//2/case áll//VERB/s3x/0/root"
    expected = {
        ("hu", peter_lives): ["házban"],
        ("hu", peter_stands): ["ház mögött"],
        ("de", "Peter//PROPN//2/nsubj wohnt//VERB/s3x/0/root im//ADP//4/case Haus//NOUN/ns/2/obl"): ["Haus"],
    }
    actual = {}
    for language, text in expected:
        prepared = prepare(*annotated_in(language, text))
        marked = [place for place, mention in enumerate(prepared.mentions) if mention.preposition >= 0]
        actual[language, text] = [words(prepared, place) for place in marked]

    assert actual == expected
