"""Heads and kinds that a tree gives to mentions."""

from itertools import accumulate, pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.chains.overlap import KINDS, columns
from anaphora.workbench.chains.texts import describe, describe_by_words, nodes_in_characters
from anaphora.workbench.document import FIRST_NODE, Annotation, EmptyNode, Span
from anaphora.workbench.key import Key

WORDS = 8
HEADS = st.lists(st.integers(0, WORDS - 1), min_size=WORDS, max_size=WORDS)
TAGS = st.lists(st.sampled_from(["NOUN", "PRON", "PROPN", "PUNCT"]), min_size=WORDS, max_size=WORDS)
SPANS = st.lists(
    st.builds(
        lambda start, length, gap: Span(start, start + length + 2, ((start + 1, start + 2),) if gap else ()),
        st.integers(0, WORDS - 4), st.integers(1, 2), st.booleans(),
    ),
    min_size=1, max_size=6, unique=True,
)  # fmt: skip


@settings(max_examples=30)
@given(heads=HEADS, tags=TAGS, spans=SPANS)
def test_heads_are_those_that_the_tree_gives_each_mention(heads: list[int], tags: list[str], spans: list[Span]) -> None:
    """Also in trees that no reader would accept, and in mentions with gaps."""
    empty = ("",) * WORDS
    annotation = Annotation(tuple(tags), empty, empty, empty, tuple(heads), empty, empty, (0,))
    found = describe(columns(Key("d", tuple((span,) for span in sorted(spans)))), annotation)

    assert found.head.tolist() == [annotation.head_of(span) for span in sorted(spans)]


def test_kinds_follow_the_tag_of_the_head() -> None:
    empty = ("", "", "")
    annotation = Annotation(("PRON", "PROPN", "NOUN"), empty, empty, empty, (0, 1, 2), empty, empty, (0,))
    found = describe(columns(Key("d", tuple((Span(at, at + 1),) for at in range(3)))), annotation)

    assert np.array_equal(found.kind, [2, 0, 1])  # pronoun, name, nominal


def test_a_word_that_governs_an_empty_node_becomes_its_last_character() -> None:
    """Ann ends with character 2 and *a* with 5; the root and another node are no words."""
    nodes = [EmptyNode(2, 0, 1, ((0, "nsubj"), (2, "obj"), (-1, "root"), (FIRST_NODE, "dep")))]
    relations = ((2, "nsubj"), (5, "obj"), (-1, "root"), (FIRST_NODE, "dep"))

    assert nodes_in_characters(nodes, b"Ann\tis\ta\t") == [EmptyNode(5, 0, 1, relations)]


def test_words_tell_the_kind_of_a_mention() -> None:
    """The head stands before "of"; "People" begins a sentence, and has a small letter elsewhere."""
    expected = {
        **dict.fromkeys(("He", "these"), "pronoun"),
        **dict.fromkeys(("Paris", "Mr. Smith 's", "the University of science", "Smith , the mayor"), "name"),
        **dict.fromkeys(("The mayor of Paris", "People", "these people", "1999", ","), "nominal"),
    }
    words = " ".join(expected).split()
    ends = [*accumulate(len(phrase.split()) for phrase in expected)]
    spans = [Span(*span) for span in pairwise((0, *ends))]
    found = describe_by_words(columns(Key("d", tuple((span,) for span in spans))), "\t".join((*words, "")).encode())

    assert [KINDS[kind] for kind in found.kind.tolist()] == [*expected.values()]
