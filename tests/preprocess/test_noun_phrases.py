"""Noun phrases of constructions (`tables/noun_phrases.tsv`), their heads, bases and members."""

from anaphora.preprocess.noun_phrases import NounPhrase, noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Span
from tests.annotated import annotated
from tests.preprocess.table_files import rows


def phrases(text: str) -> dict[str, NounPhrase]:
    """The noun phrases by their words, in the order found."""
    document, annotation = annotated(text)
    return {document.words_of(phrase.span): phrase for phrase in noun_phrases(trees_of(annotation, document.words))}


def test_noun_phrases_of_constructions() -> None:
    table = rows("noun_phrases")
    expected = {about: words for about, _, words in table}

    assert {about: " | ".join(phrases(text)) for about, text, _ in table} == expected
    assert len(expected) == len(table) > 0


def test_base_span_ends_with_the_head() -> None:
    text = "The/DT/2/det cover/NN/6/nsubj of/IN/5/case the/DT/5/det copier/NN/2/nmod opens/VBZ/0/root"
    phrase = phrases(text)["The cover of the copier"]

    assert (phrase.base, phrase.head) == (Span(0, 2), 1)


def test_base_span_of_a_flat_name_is_all_of_it() -> None:
    phrase = phrases("Mary/NNP/3/nsubj Smith/NNP/1/flat left/VBD/0/root")["Mary Smith"]

    assert (phrase.span, phrase.base) == (Span(0, 2), Span(0, 2))


def test_coordination_names_the_heads_of_its_members() -> None:
    text = "Ann/NNP/6/nsubj ,/,/3/punct Bob/NNP/1/conj and/CC/5/cc Cy/NNP/1/conj left/VBD/0/root"

    assert phrases(text)["Ann , Bob and Cy"].members == (0, 2, 4)


def test_conjoined_clause_is_no_member_of_a_coordination() -> None:
    text = "A/DT/2/det success/NN/0/root and/CC/6/cc it/PRP/6/nsubj is/VBZ/6/cop news/NN/2/conj"

    assert all(not phrase.members for phrase in phrases(text).values())
