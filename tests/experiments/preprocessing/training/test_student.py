"""The word vectors in PyTorch and in spaCy are the same."""

import numpy as np
import pytest
from spacy.tokens import Doc

torch = pytest.importorskip("torch")

from anaphora.experiments.preprocessing.training.student import Tok2Vec, blank, network  # noqa: E402

TEXTS = [["The", "dog", "barked", "at", "a", "man", "in", "London", "."], ["Hello"], ["It", "rained", "."]]


def test_tok2vec_gives_spacys_numbers_before_and_after_training() -> None:
    torch.manual_seed(0)
    pipeline = blank(TEXTS[0], np.random.default_rng(0).normal(size=(len(TEXTS[0]), 8)).astype(np.float32))
    ours = Tok2Vec(pipeline).eval()
    theirs = network(pipeline)

    for _ in range(2):
        docs = [Doc(pipeline.vocab, words=words) for words in TEXTS]
        for vectors, expected in zip(ours(TEXTS), theirs.predict(docs), strict=True):
            np.testing.assert_allclose(vectors[: len(expected)].detach().numpy(), np.asarray(expected), atol=1e-4)
        for parameter in ours.parameters():
            parameter.data += 0.1 * torch.randn_like(parameter)
        ours.write()
