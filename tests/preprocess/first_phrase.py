"""The agreement features of the first noun phrase of a hand-made text."""

from dataclasses import replace

from anaphora.preprocess.agreement import Features
from anaphora.preprocess.english.features import features_of
from anaphora.preprocess.noun_phrases import noun_phrases
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated


def of_first(text: str, *, entity: str = "", lemma: str = "") -> Features:
    """The features of the first noun phrase of the text; `entity` and `lemma` are those of its head."""
    document, annotation = annotated(text)
    phrase = noun_phrases(trees_of(annotation, document.words))[0]
    if entity:
        tokens = range(len(document.words))
        annotation = replace(annotation, entity=tuple(entity if at in phrase.span else "" for at in tokens))
    if lemma:
        changed = [lemma if at == phrase.head else old for at, old in enumerate(annotation.lemma)]
        annotation = replace(annotation, lemma=tuple(changed))
    return features_of(trees_of(annotation, document.words), phrase)


def of_noun(noun: str, tag: str = "NN", **given: str) -> Features:
    """The features of a noun without any modifier."""
    return of_first(f"{noun}/{tag}/0/root", **given)
