"""Cards: all that was learned from texts, or chosen by them, names the texts."""

import json
import tomllib
from pathlib import Path

from anaphora import preprocess, resolvers
from anaphora.preprocess import cards
from anaphora.resolvers import chains
from anaphora.workbench.provenance import card_of

RESOLVERS, PREPROCESS = Path(resolvers.__file__).parent, Path(preprocess.__file__).parent
CARDS = {
    "models/en_anaphora_ud/meta.json": "en_anaphora_ud",
    "english/it_filter/learned.json": "learned it filter",
    "english/it_filter/memory.tsv": "memory it filter",
    "english/it_filter/features.toml": "learned it filter",
    "english/it_filter/wordnet.toml": "learned it filter",
    "english/nouns_gum.toml": "agreement tables",
    "english/agreement.toml": "agreement tables",
    "english/name_evidence.toml": "agreement tables",
}
"""The card of each file of preprocessing that tells of texts it was made from."""
APART = {"cards.toml", "models/en_anaphora_ud/vocab/strings.json", "english/nouns_wordnet.toml"}
WORDS = ("gum", "ewt", "litbank", "trained", "learned from", "training texts")


def learned_files() -> list[Path]:
    """Files of resolvers with a provenance, or that only a program can have filled."""
    found = []
    for path in sorted(RESOLVERS.rglob("*.json")) + sorted(RESOLVERS.rglob("*.toml")):
        data = json.loads(path.read_text("utf8")) if path.suffix == ".json" else tomllib.loads(path.read_text("utf8"))
        found += [path] if path.suffix == ".json" or "provenance" in data else []
    return found


def test_a_resolver_that_comes_with_learned_parameters_has_a_card_with_the_documents() -> None:
    """But for a table, and what two have seen, the card says under which licence."""
    files = learned_files()
    assert {path.stem for path in files} >= {"ge_hale_charniak", "mars_optimised", "mention_pair", "ranker"}
    for path in files:
        card = card_of((chains if path.parent.name == "chains" else resolvers).load(path.stem).build())

        assert card is not None, path
        assert card.seen, path
        assert card.licence or path.stem in ("mars_optimised", "neural_ranker"), path
        assert all(seen.documents for seen in card.seen), path


def test_every_file_of_preprocessing_that_tells_of_training_texts_has_a_card() -> None:
    files = [path for kind in ("*.json", "*.toml", "*.tsv") for path in PREPROCESS.rglob(kind)]
    heads = {path.relative_to(PREPROCESS).as_posix(): path.read_text("utf8")[:2000].lower() for path in files}
    telling = {name for name, text in heads.items() if any(word in text for word in WORDS)}

    assert telling - APART <= CARDS.keys()
    assert set(CARDS.values()) == cards.bundled().keys()
    for name, card in cards.bundled().items():
        assert card.what, name
        assert card.licence, name
        assert (PREPROCESS.parent / card.source.split(",")[0]).is_file(), name
        assert all(seen.documents for seen in card.seen), name
