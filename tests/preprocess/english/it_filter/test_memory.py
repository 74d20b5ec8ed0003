"""Evans' memory: its features, its neighbours (distances, weights and votes worked out by hand), and its file."""

from math import log2
from pathlib import Path

import pytest

from anaphora.preprocess.english.it_filter import classify, memory
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.memory import FEATURES, Memory, gain_ratio
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import ItClass
from tests.annotated import annotated
from tests.refused import refused

ROW = tuple("x" for _ in FEATURES)
EASY = "It/PRP/3/expl is/VBZ/3/cop easy/JJ/0/root to/TO/5/mark see/VB/3/csubj why/WRB/7/advmod stop/VB/5/ccomp"
RAIN = "On/IN/2/case Monday/NNP/4/obl it/PRP/4/nsubj rained/VBD/0/root/rain ././4/punct"
KNOWN = (
    "Ann/NNP/2/nsubj slept/VBD/0/root/sleep\n"
    "In/IN/2/case fact/NN/3/obl says/VBZ/0/root Bob/NNP/3/nsubj it/PRP/7/expl is/VBZ/7/cop odd/JJ/3/ccomp "
    "that/IN/12/mark old/JJ/10/amod fans/NNS/11/nsubj stop/VBP/7/csubj to/TO/13/mark rest/VB/11/xcomp"
)


def values(text: str, **more: tuple[int, ...]) -> dict[str, str]:
    document, annotation = annotated(text)
    (it,) = occurrences(trees_of(annotation, document.words), **more)
    return dict(zip(FEATURES, memory.features(it), strict=True))


def test_features_are_counted_in_the_sentence_and_know_verbs_of_weather() -> None:
    """Position and size, tags of four words on each side, verbs."""
    found = values(RAIN)

    assert [found[name] for name in FEATURES[:6]] == ["2", "5", "1", "1", "0", "True"]
    tags = ["", "", "IN", "NNP", "VBD", ".", "", ""]
    assert [found[f"tag {place:+d}"] for place in (-4, -3, -2, -1, 1, 2, 3, 4)] == tags
    verbs = ("a weather verb after", "a verb of cognition after", "verb after")
    assert [found[name] for name in verbs] == ["True", "False", "rain"]


def test_clause_behind_is_measured_in_words_and_the_sentence_from_the_paragraph() -> None:
    expected = {
        "words to the next infinitive": "7",
        "words to the next complementiser": "3",
        "adjective after": "odd",
        "verb before": "say",
        "relation": "expl",
        "adjectives after": "2",
        "a noun phrase after has an adjective": "True",
        "sentence position in the paragraph": "1",
    }

    assert values(KNOWN).items() >= expected.items()
    assert values(KNOWN, paragraphs=(0, 2))["sentence position in the paragraph"] == "0"


# Of "a" 2 in 3 are p; "b" is q. Classes: 1 bit. Rest: 3/4 of the entropy of 1/3. Split: the entropy of 1/4.
THIRD = -(1 / 3 * log2(1 / 3) + 2 / 3 * log2(2 / 3))
QUARTER = -(1 / 4 * log2(1 / 4) + 3 / 4 * log2(3 / 4))


def test_gain_ratio_is_gain_over_split_information() -> None:
    """All is told; four values for two classes have a split information of 2 bits; one value tells nothing."""
    assert gain_ratio([*"aabb"], [*"ppqq"]) == pytest.approx(1)
    assert gain_ratio([*"abcd"], [*"ppqq"]) == pytest.approx(0.5)
    assert gain_ratio([*"aaab"], [*"ppqq"]) == pytest.approx((1 - 3 / 4 * THIRD) / QUARTER)
    assert (gain_ratio([*"aa"], [*"pq"]), gain_ratio([*"abab"], [*"ppqq"])) == (0, 0)


ROWS = [("a", "1"), ("a", "2"), ("b", "3"), ("b", "4")]
P: ItClass = "pleonastic"
Q: ItClass = "clausal"
KINDS = [P, P, Q, Q]  # weights: 1 for the first feature, 0.5 for the second


def test_nearest_are_those_of_the_smallest_distances() -> None:
    """From (a, 1): 0, then (a, 2) at 0.5, then both b at 1.5. (b, new) is 0.5 from both b and 1.5 from both a."""
    made = Memory(ROWS, KINDS)

    assert made.weights.tolist() == pytest.approx([1, 0.5])
    assert [made.nearest(("a", "1"), count) for count in (1, 2, 3)] == [[0], [0, 1], [0, 1, 2, 3]]
    assert made.nearest(("b", "new"), 1) == [2, 3]


def test_vote_counts_the_k_nearest_distances_and_one_more_where_it_is_tied() -> None:
    """Of the second memory there is one of each class at distance 0; the next distance adds a p.

    The third stays tied, and the commoner class wins.
    """
    made = Memory([("a", "1"), ("a", "1"), ("b", "3"), ("b", "4"), ("c", "5")], [P, Q, P, Q, Q], k=3)

    assert Memory(ROWS, KINDS, k=2).vote(("a", "1")) == (P, [0, 1])
    assert Memory([("a", "1"), ("a", "1"), ("a", "2"), ("b", "3")], [P, Q, P, Q], k=1).vote(("a", "1"))[0] == P
    assert (made.frequency, made.vote(("z", "1"))[0]) == ({P: 2, Q: 3}, Q)


def test_instance_of_memory_is_told_by_its_source() -> None:
    document, annotation = annotated(EASY)
    other, without = annotated("He/PRP/2/nsubj slept/VBD/0/root")

    (it,) = classify(trees_of(annotation, document.words), "memory")
    assert it.kind == "pleonastic"
    assert it.explanation.startswith("neighbours: ")
    assert "nearest: GUM_" in it.explanation
    assert list(memory.classify(occurrences(trees_of(without, other.words)))) == []


def test_written_memory_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "memory.tsv"
    path.write_text(memory.render([("d:1", "clausal", ROW), ("d:9", "anaphoric", ROW)], ["Licence: none"]), "utf8")

    sources, found = memory.read(path)
    assert (sources, found.rows, found.kinds) == (["d:1", "d:9"], [ROW, ROW], ["clausal", "anaphoric"])


def test_malformed_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "memory.tsv"
    for text, code in (
        ("source\tclass\n", "wrong-columns"),
        (memory.render([], []), "empty"),
        (memory.render([("d:1", "clausal", ROW[1:])], []), "wrong-columns"),
        (memory.render([("d:1", "dummy", ROW)], []), "bad-value"),
    ):
        path.write_text(text, "utf8")
        with refused(code, path):
            memory.read(path)
