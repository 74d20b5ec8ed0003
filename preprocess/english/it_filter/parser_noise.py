"""Parses with the errors of unseen text, for texts that the pipeline was trained on.

On its training texts the bundled pipeline parses better than elsewhere, and a classifier trained on such parses trusts
them too much. Words hidden from it put errors back: with `RATE` the labelled attachment score on training texts falls
from 0.97 to 0.87 (unseen texts: 0.89), and the recall of `expl` from 0.97 to 0.90 (unseen texts: 0.89).
"""

import random
from dataclasses import replace

from anaphora.preprocess.pipeline import Pipeline
from anaphora.workbench.document import Annotation, Document

RATE = 0.05
"""The share of words that is hidden."""

_UNKNOWN = "\ua733"  # a small letter in no English word


def parse_with_noise(pipeline: Pipeline, document: Document, parsed: Annotation, seed: int) -> Annotation:
    """The annotation of a document some of whose words are hidden; lemmas are those of its parse without noise."""
    rng = random.Random(seed)
    hidden = tuple(_UNKNOWN if rng.random() < RATE else word for word in document.words)
    found = pipeline.annotate(replace(document, words=hidden))
    return replace(found, lemma=parsed.lemma)
