"""Lemmas of regular verbs by their spelling."""

from anaphora.preprocess.english.lemmas import mended


def test_lemma_of_a_regular_form_follows_from_its_spelling() -> None:
    """Form, guess, lemma: no e behind two vowels; a single consonant would be doubled; what is not regular stays."""
    table = (
        "unloading unloade unload", "seemed seeme seem", "waved wav wave", "quoting quot quote", "reread reread reread",
        "bidding bidd bid", "unplugged unplugg unplug", "adding add add", "Deserved deserv deserve",
        "forcing forc force", "violated violat violate", "struggling struggl struggle", "creating create create",
        "treating treat treat", "asked ask ask", "called call call", "being be be",
    )  # fmt: skip
    rows = [row.split() for row in table]
    mended_rows = [
        [form, guess, *mended([form], ["VBG" if form.endswith("ing") else "VBD"], [guess])] for form, guess, _ in rows
    ]

    assert mended_rows == rows


def test_lemmas_of_other_words_stay() -> None:
    assert mended(["red", "Riding"], ["JJ", "NNP"], ["red", "Riding"]) == ("red", "Riding")
