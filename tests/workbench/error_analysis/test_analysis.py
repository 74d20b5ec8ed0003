"""Errors in chains: counts of the authors' program on small texts, and the laws that hold on any chains."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.chains.overlap import columns
from anaphora.workbench.document import Kind, Span
from anaphora.workbench.error_analysis.analysis import (
    ABSENT,
    ELSEWHERE,
    RIGHT,
    ChainErrors,
    ResponseErrors,
    chain_errors,
)
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, TREES, Tree
from anaphora.workbench.key import Attributes, Key, Response

Words = Sequence[Sequence[str]]
Chains = Sequence[Sequence[Span]]

WORDS = "the man told Ann that she met Eve , and he saw her dog chase a cat to it , said a boy with his kite"
TEXT = WORDS.split()


def span(mention: str) -> Span:
    """Where the words of a mention stand first in the text."""
    words = mention.split()
    start = next(at for at in range(len(TEXT)) if TEXT[at : at + len(words)] == words)
    return Span(start, start + len(words))


def chains(named: Words) -> list[list[Span]]:
    return [sorted(map(span, chain)) for chain in named]


def key(
    of: Chains, kinds: Mapping[Span, Kind] | None = None, links: Sequence[tuple[Span, Span]] = (), **more: Any
) -> Key:
    attributes = {mention: Attributes(kind=kind, **more) for mention, kind in (kinds or {}).items()}
    return Key("d", tuple(tuple(sorted(chain)) for chain in of), attributes, links=tuple(links))


def found(right: Key, response: Key | Response, tree: Tree = "accessibility", **settings: Any) -> ResponseErrors:
    text = DocumentText("d", TEXT)
    return chain_errors([text], [columns(right)], {"r": [columns(response)]}, tree=tree, **settings).systems["r"]


def counts(right: Words, response: Words, **settings: Any) -> dict[str, int]:
    errors = found(key(chains(right)), key(chains(response)), **settings)
    return {type: errors.count(type) for type in ERROR_TYPES if errors.count(type)}


# the steps of Kummerfeld & Klein

ANN, EVE = ["Ann", "she"], ["Eve", "her"]


@pytest.mark.parametrize(
    ("right", "response", "expected"),
    [
        ([ANN], [ANN], {}),
        ([["the man", "he"]], [["man", "he"]], {"span": 1}),  # without the article
        ([["chase a cat", "it"]], [["a cat", "it"]], {"span": 1}),  # one head, the last word
        ([ANN, EVE], [[*ANN, *EVE]], {"conflated_entities": 1}),
        ([ANN], [[*ANN, "dog"]], {"extra_mention": 1}),
        ([ANN], [ANN, ["dog", "it"]], {"extra_entity": 1}),
        ([[*ANN, *EVE]], [ANN, EVE], {"divided_entity": 1}),
        ([[*ANN, "dog"]], [ANN], {"missing_mention": 1}),
        ([ANN, ["dog", "it"]], [ANN], {"missing_entity": 1}),
        # a pronoun of the key beside two spurious mentions does not save their entity; its own place is elsewhere
        (
            [ANN],
            [["Ann", "dog"], ["she", "cat", "it"]],
            {"conflated_entities": 1, "extra_mention": 1, "extra_entity": 1, "divided_entity": 1},
        ),
        # the missing name is the anchor: it stays, and what the response has of its entity counts as divided from it
        ([["Ann", "she", "her"]], [["she", "her"]], {"divided_entity": 1}),
        # of pronouns alone the first is the anchor
        ([["she", "he", "her"]], [["he", "her"], ["she", "it"]], {"extra_mention": 1, "divided_entity": 1}),
        (
            [["the man", "he"], ["Ann", "she", "her"], ["her dog", "it"], ["a boy", "his"]],
            [["man", "Ann", "she"], ["he", "Eve"], ["a cat", "met"], ["a boy", "his", "kite"]],
            {"span": 1, "conflated_entities": 2, "extra_mention": 1, "extra_entity": 1, "divided_entity": 1,
             "missing_mention": 1, "missing_entity": 1},
        ),
    ],
)  # fmt: skip
def test_counts_are_those_of_the_published_program(right: Words, response: Words, expected: dict[str, int]) -> None:
    """The expected counts are those of jkkummerfeld/berkeley-coreference-analyser: of its functions match_boundaries,
    repair and categorise, run on these chains in one sentence, heads being the last words, pronouns those of its list.
    """
    assert counts(right, response) == expected


def test_error_tells_the_mentions_that_moved_and_the_chain_they_were_in() -> None:
    """Words that a mention leaves out are an ellipsis: man ... that she."""
    errors = found(key(chains([ANN, EVE])), key(chains([[*ANN, *EVE]]))).errors
    apart, her = Span(1, 6, ((2, 4),)), chains([["her", "it"]])
    [missing] = found(key([[apart, span("he")], *her]), key(her)).errors

    assert [(it.type, [part.text for part in it.part], it.whole.text, it.size) for it in errors] == [
        ("conflated_entities", ["Eve", "her"], "Ann", 4)
    ]
    assert (errors[0].part[0].start, errors[0].part[0].end) == (7, 8)
    assert [it.text for it in missing.part] == ["man ... that she", "he"]


def test_singletons_are_dropped_on_both_sides_unless_they_are_kept() -> None:
    """Of spans that stand twice the first counts; two response mentions with one head are no span error."""
    right, response = [ANN, ["dog"]], [ANN, ["kite"], ["Eve"]]

    assert counts(right, response) == {}
    assert counts(right, response, singletons=True) == {"extra_mention": 2, "missing_mention": 1}
    assert counts([ANN, EVE], [[*ANN], [*EVE, "she"]]) == {}
    assert "span" not in counts([["chase a cat", "it"]], [["a cat", "cat", "it"]])


def test_spurious_mention_that_a_correction_leaves_alone_goes_and_one_of_the_key_stays() -> None:
    """The man stood first in a chain with Ann, whom the key links to Eve: Ann stays, alone, and the man goes."""
    errors = found(key(chains([["she", "Ann", "Eve"]])), key(chains([["the man", "Ann"]])))

    assert [it.type for it in errors.errors if it.type == "conflated_entities"] == ["conflated_entities"]
    assert errors.alone["conflated_entities"]["b_cubed"]["precision"] == 1


# what corrections gain


def test_correcting_the_only_type_of_error_gains_all_that_is_lacking() -> None:
    errors, nothing = found(key(chains([ANN, EVE])), key(chains([[*ANN, *EVE]]))), found(key([]), key([]))

    assert errors.scores["muc"]["precision"] == pytest.approx(2 / 3)
    assert errors.alone["conflated_entities"]["conll"]["f1"] == pytest.approx(1)
    lacking = 1 - (errors.scores["conll"]["f1"] or 0)
    assert errors.gain("conflated_entities") == errors.gain("conflated_entities", in_sequence=True) == lacking
    assert errors.gain("divided_entity") == errors.gain("divided_entity", in_sequence=True) == 0
    assert (nothing.gain("span"), nothing.errors) == (None, ())


def test_types_are_corrected_one_by_one_and_after_each_other() -> None:
    """Ann and Eve change their pronouns: alone, the cure of one kind of error leaves the other."""
    errors = found(key(chains([ANN, EVE])), key(chains([["Ann", "her"], ["Eve", "she"]])))

    # both pronouns are alone then: all precision, and no link
    assert errors.alone["conflated_entities"]["muc"] == {"recall": 0, "precision": None, "f1": 0}
    assert errors.alone["conflated_entities"]["b_cubed"] == {"recall": 0.5, "precision": 1, "f1": pytest.approx(2 / 3)}
    # all four are one chain, as both wrong links are still there
    assert errors.alone["divided_entity"]["muc"]["recall"] == 1
    assert errors.alone["divided_entity"]["b_cubed"]["precision"] == 0.5
    assert errors.in_sequence["divided_entity"]["conll"]["f1"] == 1
    # of four chains MUC is 0, B-CUBED 2/3, CEAF by entities 4/9, their mean 10/27
    assert errors.gain("divided_entity", in_sequence=True) == pytest.approx(17 / 27)


# the links of Martschat & Strube

NAMES: dict[Span, Kind] = {span("Ann"): "name", span("Eve"): "name", span("dog"): "nominal", span("kite"): "nominal"}
ALL = ["Ann", "dog", "she", "kite", "Eve"]  # in the text: Ann, she, Eve, dog, kite


def missed(right: Words, response: Words = (), tree: Tree = "accessibility") -> list[tuple[str, str]]:
    links = found(key(chains(right), NAMES), key(chains(response)), tree).recall
    return [(it.anaphor.text, it.antecedent.text) for it in links]


def test_missed_links_go_to_the_closest_mention_or_to_the_closest_name() -> None:
    """Without a name to the closest nominal, then to any mention; what has an antecedent of its chain misses none."""
    halves = [["Ann", "dog"], ["Eve", "kite"]]

    assert missed([ALL], tree="closest") == [("she", "Ann"), ("Eve", "she"), ("dog", "Eve"), ("kite", "dog")]
    assert missed([ALL]) == [("she", "Ann"), ("Eve", "Ann"), ("dog", "Eve"), ("kite", "Eve")]
    assert missed([ALL], halves, "closest") == [("she", "Ann"), ("Eve", "she")]
    assert missed([["she", "dog", "he", "kite"]]) == [("he", "she"), ("dog", "he"), ("kite", "dog")]


def test_wrong_links_are_those_of_the_response_where_it_tells_them() -> None:
    right, response = chains([ANN, EVE]), chains([[*ANN, *EVE]])
    given = [(span("she"), span("Ann")), (span("Eve"), span("Ann")), (span("Ann"), span("her"))]
    of_tree, own = found(key(right), key(response)), found(key(right), key(response, links=given))

    assert [it.where[1::2] for it in of_tree.precision] == [(7, 5)]  # Eve to she
    assert [(it.anaphor.text, it.antecedent.text) for it in own.precision] == [("Eve", "Ann"), ("her", "Ann")]
    assert (of_tree.links, own.links) == ((2, 3), (2, 3))
    assert (of_tree.own_links, own.own_links) == (False, True)


def test_types_of_mentions_are_the_corpus_own_else_only_pronouns_are_told() -> None:
    missed = found(key(chains([["Ann", "that", "she", "kite"]]), NAMES), key([])).recall

    assert Counter(it.types for it in missed) == {
        ("demonstrative", "name"): 1, ("pronoun", "demonstrative"): 1, ("nominal", "name"): 1,
    }  # fmt: skip
    assert found(key(chains([["Ann", "kite"]])), key([])).recall[0].types == ("other", "other")


def compared(right: Words, **responses: Words) -> ChainErrors:
    answers = {name: [columns(key(chains(it)))] for name, it in responses.items()}
    return chain_errors([DocumentText("d", TEXT)], [columns(key(chains(right)))], answers)


def test_common_errors_are_those_of_all_responses() -> None:
    errors = compared([[*ANN, "her"], ["a cat", "it"]], one=[ANN], two=[["Ann", "her"]])

    assert [it.anaphor.text for it in errors.systems["one"].recall] == ["her", "it"]
    assert [it.anaphor.text for it in errors.common_recall] == ["it"]
    assert errors.common_precision == ()


def test_compared_chains_say_which_correspond_and_where_each_mention_is_on_the_other_side() -> None:
    """The response has Ann, she and Eve in one chain, which is Ann's; her is nowhere, and the dog is extra.

    A chain of mentions that the key lacks corresponds to none.
    """
    [both] = compared([ANN, EVE], r=[[*ANN, "Eve"], ["dog"]]).systems["r"].chains()
    [extra] = compared([ANN], r=[ANN, ["dog", "it"]]).systems["r"].chains()

    assert [[TEXT[start] for start, _ in chain] for chain in both.key] == [["Ann", "she"], ["Eve", "her"]]
    assert both.partner == [0]
    assert both.key_state == [[RIGHT, RIGHT], [ELSEWHERE, ABSENT]]
    assert dict(zip((TEXT[start] for start, _ in both.response[0]), both.response_state[0], strict=True)) == {
        "Ann": RIGHT, "she": RIGHT, "Eve": ELSEWHERE,
    }  # fmt: skip
    assert sorted(zip(extra.partner, extra.response_state, strict=True)) == [(-1, [ABSENT] * 2), (0, [RIGHT] * 2)]


# laws

KINDS: tuple[Kind, ...] = ("name", "nominal", "pronoun")


@st.composite
def sides(draw: st.DrawFn) -> tuple[Key, Key]:
    """Key and response over ten places of three words, the first an article, which a response may leave out."""
    kinds: list[Kind] = [draw(st.sampled_from(KINDS)) for _ in range(10)]
    short = [draw(st.booleans()) for _ in range(10)]
    both = []
    for is_key in (True, False):
        labels = [draw(st.integers(-1, 3)) for _ in range(10)]
        places = [Span(3 * at + (short[at] and not is_key), 3 * at + 3) for at in range(10)]
        of = [[it for it, label in zip(places, labels, strict=True) if label == number] for number in range(4)]
        links = []
        for chain in of:
            links += [(one, chain[draw(st.integers(0, at))]) for at, one in enumerate(chain[1:])]
        known = dict(zip(places, kinds, strict=True))
        both.append(key([chain for chain in of if chain], known, () if is_key else links))
    return both[0], both[1]


FEWER = settings(max_examples=10)
PLACES = DocumentText("d", [word for at in range(10) for word in ("the", "old", f"w{at}")])


def analysed(right: Key, response: Key | Response, tree: Tree = "closest", **settings: Any) -> ResponseErrors:
    return chain_errors([PLACES], [columns(right)], {"r": [columns(response)]}, tree=tree, **settings).systems["r"]


def unlinked(response: Key) -> Key:
    return Key("d", response.chains, response.attributes)


@FEWER
@given(sides(), st.booleans())
def test_errors_are_those_of_unequal_chains_and_corrected_the_response_is_the_key(
    both: tuple[Key, Key], singletons: bool
) -> None:
    right, response = both
    compared = [{chain for chain in side.chains if singletons or len(chain) > 1} for side in both]
    errors = analysed(right, response, singletons=singletons)
    last = errors.in_sequence[ERROR_TYPES[-1]]

    assert (not errors.errors) == (compared[0] == compared[1])
    assert not analysed(right, right).errors
    assert all(value is None or value == pytest.approx(1) for parts in last.values() for value in parts.values())


@FEWER
@given(sides(), st.sampled_from(TREES))
def test_there_are_as_many_wrong_links_as_muc_counts_and_as_many_where_sides_are_changed(
    both: tuple[Key, Key], tree: Tree
) -> None:
    """Links of the response's own are wrong at least as often."""
    right, response = both[0], unlinked(both[1])
    errors, mirrored, own = analysed(right, response, tree), analysed(response, right, tree), analysed(*both)
    recall, precision = errors.scores["muc"]["recall"] or 0, errors.scores["muc"]["precision"] or 0

    assert len(errors.recall) == pytest.approx(errors.links[0] * (1 - recall))
    assert len(errors.precision) == pytest.approx(errors.links[1] * (1 - precision))
    assert len(own.precision) >= round(own.links[1] * (1 - (own.scores["muc"]["precision"] or 0)), 6)
    assert Counter(MIRRORED[it.type] for it in errors.errors) == Counter(it.type for it in mirrored.errors)
    assert [it.where for it in errors.recall] == [it.where for it in mirrored.precision]


MIRRORED = {
    "span": "span", "conflated_entities": "divided_entity", "extra_mention": "missing_mention",
    "extra_entity": "missing_entity", "divided_entity": "conflated_entities", "missing_mention": "extra_mention",
    "missing_entity": "extra_entity",
}  # fmt: skip


@FEWER
@given(sides(), st.data())
def test_one_entity_in_two_is_divided_and_two_in_one_are_conflated(both: tuple[Key, Key], data: st.DataObject) -> None:
    long = [chain for chain in both[0].chains if len(chain) > 3]
    if not long:
        return
    chosen = data.draw(st.sampled_from(long))
    rest = [chain for chain in both[0].chains if chain != chosen]
    parts = key([*rest, chosen[:2], chosen[2:]], {it: known.kind or "name" for it, known in both[0].attributes.items()})

    assert [it.type for it in analysed(both[0], parts).errors] == ["divided_entity"]
    assert [it.type for it in analysed(parts, both[0]).errors] == ["conflated_entities"]
