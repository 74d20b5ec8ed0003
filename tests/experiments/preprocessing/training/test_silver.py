"""Silver documents keep what the teacher says."""

import pytest
from spacy.vocab import Vocab

from anaphora.experiments.preprocessing.training.data import Phrase, Sentence, to_doc

pytest.importorskip("torch")
pytest.importorskip("transformers")

from anaphora.experiments.preprocessing.training.silver import LONGEST, from_doc, join

SENTENCE = Sentence(
    words=("Old", "dogs", "bark"),
    spaces=(True, True, True),
    lemmas=("", "", ""),
    pos=("ADJ", "NOUN", "VERB"),
    tags=("JJ", "NNS", "VBP"),
    morphs=("Degree=Pos", "Number=Plur", "_"),
    heads=(1, 2, 2),
    relations=("amod", "nsubj", "ROOT"),
    phrases=(Phrase(0, 2, "ANIMAL"),),
)


def test_from_doc_gives_back_the_sentences_of_to_doc() -> None:
    assert from_doc(to_doc((SENTENCE, SENTENCE), Vocab())) == (SENTENCE, SENTENCE)


def test_join_puts_short_paragraphs_together_and_leaves_out_endless_sentences() -> None:
    columns = {name: getattr(SENTENCE, name) * LONGEST for name in Sentence.__slots__ if name != "phrases"}
    endless = Sentence(**columns, phrases=())

    assert list(join([(SENTENCE,), (endless,), (SENTENCE,) * 2, (SENTENCE,)], size=3)) == [(SENTENCE,) * 3, (SENTENCE,)]
