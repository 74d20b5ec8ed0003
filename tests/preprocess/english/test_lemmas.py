"""Lemmas of regular verbs by their spelling."""

import pytest

from anaphora.preprocess.english.lemmas import mended


@pytest.mark.parametrize(
    ("form", "guess", "lemma"),
    [
        ("unloading", "unloade", "unload"),  # two vowels: no e
        ("seemed", "seeme", "seem"),
        ("waved", "wav", "wave"),  # a single consonant would be doubled
        ("quoting", "quot", "quote"),
        ("reread", "reread", "reread"),  # not regular
        ("bidding", "bidd", "bid"),
        ("unplugged", "unplugg", "unplug"),
        ("adding", "add", "add"),
        ("Deserved", "deserv", "deserve"),
        ("forcing", "forc", "force"),
        ("violated", "violat", "violate"),
        ("struggling", "struggl", "struggle"),
        ("creating", "create", "create"),  # left to the lemmatiser, as what follows
        ("treating", "treat", "treat"),
        ("asked", "ask", "ask"),
        ("called", "call", "call"),
        ("being", "be", "be"),
    ],
)
def test_lemma_of_a_regular_form_follows_from_its_spelling(form: str, guess: str, lemma: str) -> None:
    tag = "VBG" if form.endswith("ing") else "VBD"

    assert mended([form], [tag], [guess]) == (lemma,)


def test_lemmas_of_other_words_stay() -> None:
    assert mended(["red", "Riding"], ["JJ", "NNP"], ["red", "Riding"]) == ("red", "Riding")
