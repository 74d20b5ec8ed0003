"""Which cards stand for what resolvers are given."""

from typing import Any

import spacy

from anaphora.preprocess import Preparation, cards, pipeline
from anaphora.preprocess.pipeline import Pipeline
from anaphora.workbench.provenance import Seen

BUNDLED, FILTER, TABLES = "en_anaphora_ud", "learned it filter", "agreement tables"


def other(**meta: Any) -> Pipeline:
    meta = {"lang": "en", "name": "core_web_sm", "version": "3.8.0", **meta}
    return Pipeline(lambda: spacy.blank("en"), meta, "core_web_sm@3.8.0", clearnlp=True)


def test_cards_are_those_of_what_is_used() -> None:
    """Gold annotation has none."""
    expected = {
        Preparation(): [BUNDLED, FILTER, TABLES],
        Preparation(it_filter="memory"): [BUNDLED, "memory it filter", TABLES],
        Preparation(it_filter="rules"): [BUNDLED, TABLES],
        Preparation(it_filter="none"): [BUNDLED, TABLES],
        Preparation(perfect=("pleonastic",)): [BUNDLED, TABLES],
        Preparation(perfect=("agreement",)): [BUNDLED, FILTER, TABLES],
        Preparation(perfect=("mentions", "pleonastic", "agreement")): [BUNDLED],
    }
    bundled, gold = pipeline.load(), Preparation(it_filter="none", perfect=("annotation", "mentions", "agreement"))

    assert {options: [card.name for card in cards.cards_used(bundled, options)] for options in expected} == expected
    assert cards.cards_used(None, gold) == []


def test_another_pipeline_names_the_sources_of_its_package_if_it_tells_any() -> None:
    sources = [{"name": "OntoNotes 5", "url": "..."}, {"name": "WordNet 3.0"}, {"author": "nobody"}, "odd"]
    card = cards.of_pipeline(other(sources=sources, license="MIT", url="https://explosion.ai"))

    assert (card.name, card.licence, card.source) == ("en_core_web_sm", "MIT", "https://explosion.ai")
    assert card.seen == (Seen("OntoNotes 5"), Seen("WordNet 3.0"))
    assert cards.of_pipeline(other()).seen == cards.of_pipeline(other(sources="OntoNotes")).seen == ()
