"""The texts with a key: what is marked is found, and everything runs."""

import re

from anaphora.corpora import plain
from anaphora.experiments.live.analysis import LiveQuestion, analyst
from anaphora.experiments.live.app import TICKED
from anaphora.experiments.live.examples import LiveExample, example_of, examples, unbracketed
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import documents, in_own_words
from anaphora.preprocess import pipeline, prepare
from anaphora.preprocess.language import language_of_text
from anaphora.workbench.files import JsonObject
from anaphora.workbench.language.packs import codes, language


def short() -> list[LiveExample]:
    return [example for example in examples() if example.source]


def answered(text: str) -> JsonObject:
    return analyst(configure(TICKED)).analyse(LiveQuestion(text))


def test_brackets_say_what_the_mentions_of_each_chain_are() -> None:
    assert unbracketed("[1 [2 Ann]'s dog] saw [2 her].") == ("Ann's dog saw her.", [[(0, 9)], [(0, 3), (14, 17)]])


def test_every_resolver_that_is_ticked_decides_a_pronoun_of_a_short_example() -> None:
    """Its key names mentions of the text, and a right answer is among the candidates."""
    assert len(short()) > 5
    for example in short():
        document = plain.document(example.text, example.id)
        annotation = pipeline.load(configure().preparation.pipeline).annotate(document)
        found = {mention.span for mention in prepare(document, annotation).mentions}
        answer = answered(example.text)
        judged = [anaphor for anaphor in answer["data"]["anaphors"] if "right" in anaphor]

        assert {span for chain in example.key.chains for span in chain} <= found, example.id
        assert answer["example"] == example.as_json()
        assert [resolver["name"] for resolver in answer["data"]["resolvers"]] == list(TICKED)
        assert judged or example.phenomenon == "cataphora", example.id
        assert all(anaphor["right"] for anaphor in judged), example.id
        assert re.search(r"\d{4}", example.source), example.id


def test_a_resolver_without_knowledge_of_the_world_answers_both_of_winograd_s_sentences_alike() -> None:
    """So that it is right in one of them at most."""
    right = []
    for example in short()[:2]:
        (anaphor,) = answered(example.text)["data"]["anaphors"]
        right.append([answer["pick"] in anaphor["right"] for answer in anaphor["answers"]])

    assert not any(map(all, zip(*right, strict=True)))


def test_the_bundled_texts_have_the_words_of_their_keys() -> None:
    """Keys count the tokens of the corpus, the page divides the text anew."""
    for document, key in documents([], configure()):
        example = example_of(document.text)

        assert example is not None
        assert example.key is key or example.key == key
        assert plain.document(example.text, example.id).words == document.words


def test_the_key_says_which_it_is_in_a_chain_and_a_text_that_is_changed_has_none() -> None:
    """In "It is likely that the printer is jammed. Open it ..." the first is pleonastic, the second is the printer."""
    (likely,) = (example for example in short() if example.id == "likely")
    answer = answered(f"{short()[0].text} It rained.")

    assert answer["example"] is None
    assert not any("right" in anaphor or "expected" in anaphor for anaphor in answer["data"]["anaphors"])
    assert [verdict["in_key"] for verdict in answered(likely.text)["drawer"]["its"]] == [False, True]


def test_every_language_that_has_a_pack_has_an_example_with_pronouns_in_its_key() -> None:
    unfinished = {code for code in codes() if "not written yet" in language(code).lacks.values()}
    others = [example for example in examples() if example.language]
    for example in others:
        document = in_own_words(plain.document(example.text, example.id))
        chains = [[document.words_of(span) for span in chain] for chain in example.key.chains]

        assert language(language_of_text(document)).code == example.language
        assert example.group == language(example.language).name
        assert sum(len(chain) > 1 for chain in chains) >= 2, example.id
        assert all(word.strip(" .,") == word for chain in chains for word in chain), example.id
    assert {example.language for example in others} == {*codes()} - {"en"} - unfinished
