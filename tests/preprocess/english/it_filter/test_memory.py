"""Evans' memory: its features, its neighbours (distances, weights and votes worked out by hand), and its file."""

from math import log2
from pathlib import Path

import pytest

from anaphora.preprocess.english.it_filter import Class, classify, memory
from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.memory import FEATURES, Memory, gain_ratio
from anaphora.preprocess.trees import trees_of
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


def test_position_and_size_are_counted_in_the_sentence() -> None:
    found = values(RAIN)

    assert [found[name] for name in FEATURES[:6]] == ["2", "5", "1", "1", "0", "True"]


def test_tags_of_four_words_on_each_side_end_with_the_sentence() -> None:
    found = values(RAIN)

    assert [found[f"tag {place:+d}"] for place in (-4, -3, -2, -1, 1, 2, 3, 4)] == [
        "",
        "",
        "IN",
        "NNP",
        "VBD",
        ".",
        "",
        "",
    ]


def test_verb_of_weather_is_known() -> None:
    found = values(RAIN)

    assert (found["a weather verb after"], found["a verb of cognition after"], found["verb after"]) == (
        "True", "False", "rain",
    )  # fmt: skip


def test_clause_behind_is_measured_in_words() -> None:
    found = values(KNOWN)

    assert {name: found[name] for name in ("words to the next infinitive", "words to the next complementiser")} == {
        "words to the next infinitive": "7", "words to the next complementiser": "3",
    }  # fmt: skip
    assert (found["adjective after"], found["verb before"], found["relation"]) == ("odd", "say", "expl")
    assert (found["adjectives after"], found["a noun phrase after has an adjective"]) == ("2", "True")


def test_sentence_is_counted_from_the_paragraph() -> None:
    assert values(KNOWN)["sentence position in the paragraph"] == "1"
    assert values(KNOWN, paragraphs=(0, 2))["sentence position in the paragraph"] == "0"


# Of "a" 2 in 3 are p; "b" is q. Classes: 1 bit. Rest: 3/4 of the entropy of 1/3. Split: the entropy of 1/4.
THIRD = -(1 / 3 * log2(1 / 3) + 2 / 3 * log2(2 / 3))
QUARTER = -(1 / 4 * log2(1 / 4) + 3 / 4 * log2(3 / 4))


@pytest.mark.parametrize(
    ("values", "classes", "ratio"),
    [
        ("aabb", "ppqq", 1),  # tells all
        ("abcd", "ppqq", 0.5),  # four values for two classes: the gain is 1 bit, the split information 2
        ("aaab", "ppqq", (1 - 3 / 4 * THIRD) / QUARTER),
        ("aa", "pq", 0),  # one value
        ("abab", "ppqq", 0),  # no clue
    ],
)
def test_gain_ratio_is_gain_over_split_information(values: str, classes: str, ratio: float) -> None:
    assert gain_ratio(list(values), list(classes)) == pytest.approx(ratio)


ROWS = [("a", "1"), ("a", "2"), ("b", "3"), ("b", "4")]
P: Class = "pleonastic"
Q: Class = "clausal"
KINDS = [P, P, Q, Q]  # weights: 1 for the first feature, 0.5 for the second


def test_nearest_are_those_of_the_smallest_distances() -> None:
    """From (a, 1): 0, then (a, 2) at 0.5, then both b at 1.5."""
    made = Memory(ROWS, KINDS)

    assert made.weights.tolist() == pytest.approx([1, 0.5])
    assert made.nearest(("a", "1"), 1) == [0]
    assert made.nearest(("a", "1"), 2) == [0, 1]
    assert made.nearest(("a", "1"), 3) == [0, 1, 2, 3]


def test_values_that_memory_has_not_seen_match_nothing() -> None:
    """(b, new) is 0.5 from both b, which are one distance, and 1.5 from both a."""
    assert Memory(ROWS, KINDS).nearest(("b", "new"), 1) == [2, 3]


def test_vote_counts_every_instance_of_the_k_nearest_distances() -> None:
    assert Memory(ROWS, KINDS, k=2).vote(("a", "1")) == (P, [0, 1])


def test_tied_vote_asks_one_distance_more() -> None:
    """At distance 0 there is one of each class; the next distance adds a p."""
    made = Memory([("a", "1"), ("a", "1"), ("a", "2"), ("b", "3")], [P, Q, P, Q], k=1)

    assert made.vote(("a", "1"))[0] == P


def test_vote_that_stays_tied_goes_to_the_commoner_class() -> None:
    made = Memory([("a", "1"), ("a", "1"), ("b", "3"), ("b", "4"), ("c", "5")], [P, Q, P, Q, Q], k=3)

    assert made.frequency == {P: 2, Q: 3}
    assert made.vote(("z", "1"))[0] == Q


def test_instance_of_memory_is_told_by_its_source() -> None:
    document, annotation = annotated(EASY)

    (it,) = classify(trees_of(annotation, document.words), "memory")
    assert it.kind == "pleonastic"
    assert it.explanation.startswith("neighbours: ")
    assert "nearest: GUM_" in it.explanation


def test_written_memory_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "memory.tsv"
    path.write_text(memory.render([("d:1", "clausal", ROW), ("d:9", "anaphoric", ROW)], ["Licence: none"]), "utf8")

    sources, found = memory.read(path)
    assert (sources, found.rows, found.kinds) == (["d:1", "d:9"], [ROW, ROW], ["clausal", "anaphoric"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("source\tclass\n", "wrong-columns"),
        (memory.render([], []), "empty"),
        (memory.render([("d:1", "clausal", ROW[1:])], []), "wrong-columns"),
        (memory.render([("d:1", "dummy", ROW)], []), "bad-value"),
    ],
)
def test_malformed_memory_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "memory.tsv"
    path.write_text(text, "utf8")

    with refused(code, path):
        memory.read(path)


def test_document_without_it_asks_for_nothing() -> None:
    document, annotation = annotated("He/PRP/2/nsubj slept/VBD/0/root")

    assert list(memory.classify(occurrences(trees_of(annotation, document.words)))) == []
