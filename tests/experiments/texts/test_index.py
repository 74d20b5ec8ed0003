"""What an index of sentences finds by names."""

from anaphora.experiments.texts.index import (
    Query,
    called_by_chain,
    find,
    is_called,
    meeting,
    plain_name,
    queries,
    sentences_of,
    words_of,
)
from anaphora.experiments.texts.rewriting import Replacement
from tests.annotated import prepared

TEXT = """
Ann/NNP/2/nsubj met/VBD/0/root Bob/NNP/2/obj ././2/punct
He/PRP/2/nsubj left/VBD/0/root ././2/punct
"""


def test_names_are_compared_without_capitals_marks_and_article() -> None:
    assert [plain_name(name) for name in ("The United States", "Mr. Darcy", "Ann's")] == [
        "united states", "mr darcy", "ann s",
    ]  # fmt: skip


def test_an_entity_is_asked_for_by_any_of_its_names_and_mentioned_by_its_pronouns() -> None:
    assert queries(prepared(TEXT), [(0,), (1, 2)]) == [
        Query(frozenset({"ann"}), frozenset({0})),
        Query(frozenset({"bob"}), frozenset({0, 1})),
    ]
    assert queries(prepared(TEXT), [(2,)]) == [], "it has no name"


def test_sentences_are_found_by_whole_words() -> None:
    asked = [Query(frozenset({"ann", "ann lee"}), frozenset()), Query(frozenset({"nn"}), frozenset())]

    assert find(asked, [words_of(text) for text in ("Ann Lee left.", "Anna left.", "ANN'S left.")]) == [{0, 2}, set()]


def test_sentences_have_the_names_that_replace_pronouns() -> None:
    found = prepared(TEXT)
    he = Replacement(14, 16, "He", "Bob", "e1", 0.9, ((4, "Bob"),))

    assert found.document.text[14:16] == "He"
    assert sentences_of(found) == [" ann met bob ", " he left "]
    assert sentences_of(found, [he]) == [" ann met bob ", " bob left "]


def test_what_a_mention_calls_its_entity_has_names_in_apposition_and_nothing_of_others() -> None:
    """What stands in apposition is called like what it stands beside."""
    niece = "her/PRP$/2/nmod:poss niece/NN/6/nsubj Mary/NNP/2/appos of/IN/5/case Rome/NNP/2/nmod left/VBD/0/root"
    names = called_by_chain(prepared(niece), [0, -1, -1, -1][: len(prepared(niece).mentions)])[0]
    cook = prepared("Ann/NNP/5/nsubj ,/,/1/punct a/DT/4/det cook/NN/1/appos left/VBD/0/root")
    beside = called_by_chain(cook, [7 if mention.head == 0 else -1 for mention in cook.mentions])

    assert [is_called(name, names) for name in ("Mary", "the niece", "Rome")] == [True, True, False]
    assert is_called("the cook", beside[7])


def test_entities_meet_where_they_are_found_in_one_sentence() -> None:
    assert meeting([{0, 1}, {1}, {2}]) == {(0, 1)}
