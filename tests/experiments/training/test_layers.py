"""Windows and batches that the parser sees, and what its layers learn."""

import random
from dataclasses import replace

import pytest

from anaphora.experiments.training.treebanks import Document, Phrase
from anaphora.preprocess.encoder.network import WINDOW
from tests.experiments.training.sentences import sentence

torch = pytest.importorskip("torch")

from anaphora.experiments.training import parser as layers  # noqa: E402

DOGS = sentence("Dogs", "bark", head=1, phrases=(Phrase(0, 1, "ANIMAL"),))
CATS = sentence("The", "cats", "left", head=2, phrases=(Phrase(0, 2, "ANIMAL"),))


def test_gold_counts_heads_through_the_window_and_marks_phrases() -> None:
    """Roots have the head 0; phrases that nobody annotated, and tags that are unknown, are missing."""
    known = layers.labels([(DOGS, CATS)])
    gold = layers.Gold(known, (DOGS, CATS))
    missing = layers.Gold(replace(known, tags=("VB",)), (sentence("a"),))

    assert (gold.words, gold.heads) == (["Dogs", "bark", "The", "cats", "left"], [2, 0, 5, 5, 0])
    assert gold.starts == [1, 0, 1, 0, 0]
    assert [known.types[number] for number in gold.types[2:]] == ["B-ANIMAL", "I-ANIMAL", "O"]
    assert missing.types == missing.tags
    assert missing.types[0] < 0


def test_windows_hold_whole_sentences_up_to_their_limit_and_batches_like_lengths() -> None:
    long = sentence(*("word",) * 200)
    document: Document = (*(CATS,) * 100, long, DOGS)

    found = list(layers.windows([document], random.Random(0)))

    assert [item for window in found for item in window] == list(document)
    assert (long,) in found
    assert all(sum(len(item.words) for item in window) <= WINDOW for window in found if window != (long,))

    unlike = [(DOGS,), (sentence(*("word",) * 70),), (CATS,), (sentence(*("word",) * 90),)]
    batches = layers.batches(unlike, 1000, random.Random(0))
    assert sorted(sorted(len(window[0].words) for window in batch) for batch in batches) == [[2, 3], [70, 90]]


def test_layers_learn_a_small_treebank_by_heart() -> None:
    torch.manual_seed(0)
    known = layers.labels([(DOGS, CATS)])
    module = layers.Layers(known, width=5, arc=16, relation=8)
    words, gold = torch.eye(5)[None], [layers.Gold(known, (DOGS, CATS))]
    mask = torch.ones(1, 5, dtype=torch.bool)
    optimizer = torch.optim.Adam(module.parameters(), lr=0.02)

    for _ in range(150):
        optimizer.zero_grad()
        module.loss(words, mask, gold).backward()
        optimizer.step()

    module.eval()
    assert module.score_arcs(words, mask).argmax(-1).tolist() == [[2, 0, 5, 5, 0]]
    heads = torch.tensor([[2, 0, 5, 5, 0]])
    relations = [known.relations[number] for number in module.score_relations(words, heads).argmax(-1)[0]]
    assert relations == ["dep", "ROOT", "dep", "dep", "ROOT"]
