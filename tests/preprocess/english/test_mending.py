"""Lemmas of regular verbs by their spelling."""

from anaphora.preprocess.english.mending import mended_lemmas


def test_lemma_of_a_regular_form_follows_from_its_spelling() -> None:
    """Form, guess, lemma: no e behind two vowels; a single consonant would be doubled; what is not regular stays."""
    table = (
        "unloading unloade unload", "seemed seeme seem", "waved wav wave", "quoting quot quote", "reread reread reread",
        "bidding bidd bid", "unplugged unplugg unplug", "adding add add", "Deserved deserv deserve",
        "forcing forc force", "violated violat violate", "struggling struggl struggle", "creating create create",
        "treating treat treat", "asked ask ask", "called call call", "being be be",
    )  # fmt: skip
    rows = [row.split() for row in table]
    tags = ["VBG" if form.endswith("ing") else "VBD" for form, _, _ in rows]
    forms, guesses, lemmas = zip(*rows, strict=True)

    assert mended_lemmas(forms, tags, guesses) == lemmas


def test_lemmas_of_other_words_stay() -> None:
    assert mended_lemmas(["red", "Riding"], ["JJ", "NNP"], ["red", "Riding"]) == ("red", "Riding")
