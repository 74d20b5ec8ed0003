"""Spans of a system outside on our mentions, in "The cook of Rome saw his wife. He waved."."""

from anaphora.workbench.document import Span
from anaphora.workbench.external.systems import align_chains, align_spans
from tests.annotated import prepared

TEXT = prepared(
    "The/DT/2/det cook/NN/5/nsubj of/IN/4/case Rome/NNP/2/nmod saw/VBD/0/root his/PRP$/7/nmod:poss wife/NN/5/obj "
    "././5/punct\nHe/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
NAMES = [TEXT.document.words_of(it.span) for it in TEXT.mentions]
COOK, ROME, HIS_WIFE, HIS, HE = (NAMES.index(it) for it in ("The cook of Rome", "Rome", "his wife", "his", "He"))


def test_equal_spans_are_the_mention_and_shorter_longer_or_bare_heads_find_theirs() -> None:
    """A span whose head heads no mention is none of ours; of two for one mention the equal one comes first."""
    found = {Span(0, 2): COOK, Span(2, 4): ROME, Span(6, 7): HIS_WIFE}

    assert align_spans(TEXT, [Span(0, 4)]) == {Span(0, 4): COOK}
    assert align_spans(TEXT, list(found)) == found
    assert align_spans(TEXT, [Span(4, 7), Span(7, 8)]) == {}
    assert align_spans(TEXT, [Span(1, 2), Span(0, 4), Span(0, 2)]) == {Span(0, 4): COOK}
    assert align_spans(TEXT, [Span(1, 2), Span(0, 2)]) == {Span(1, 2): COOK}


def test_chains_come_out_in_text_order_without_what_is_none_of_ours() -> None:
    chains = [[Span(8, 9), Span(5, 6), Span(1, 2)], [Span(4, 5)], [Span(3, 4)]]

    assert align_chains(TEXT, chains) == ((COOK, HIS, HE), (ROME,))
