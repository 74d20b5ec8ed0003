"""The order of CAMP's components, isolation, blocking, and input that is not what it should be."""

import pytest

from anaphora.resolvers.chains._camp.markup import salient
from anaphora.resolvers.chains._camp.quotations import quotes
from anaphora.resolvers.chains.camp import COMPONENTS, build, parts
from anaphora.workbench.decision import Link
from anaphora.workbench.errors import OptionError
from anaphora.workbench.linking import components as connected
from anaphora.workbench.resolver_entry import Part
from tests.annotated import prepared
from tests.contracts.test_chain_resolvers import documents
from tests.patience import soon

TEXT = prepared(
    "Tom/NNP/2/compound Brown/NNP/5/nsubj ,/,/4/punct boss/NN/2/appos saw/VBD/0/root the/DT/7/det dog/NN/5/obj\n"
    "Brown/NNP/2/nsubj fed/VBD/0/root the/DT/4/det dog/NN/2/obj\n"
    "He/PRP/2/nsubj left/VBD/0/root"
)


def made(**options: object) -> list[str]:
    return [link.component for link in build(**options).links(TEXT)]  # type: ignore[arg-type]


def test_components_run_in_the_order_of_the_paper_whatever_order_they_are_named_in() -> None:
    assert COMPONENTS == (
        "genre", "proper_names", "syntactic", "quotations", "cogniac_names", "common_nouns", "pronouns",
    )  # fmt: skip
    assert made() == ["proper_names", "syntactic", "common_nouns", "pronouns"]
    assert made(components=("pronouns", "proper_names")) == ["proper_names", "pronouns"]


def test_a_component_in_isolation_sees_no_chains_of_others() -> None:
    assert made(components=("common_nouns",)) == ["common_nouns"]
    assert made(components=("genre",)) == []


def test_later_components_are_blocked_and_single_ones_left_out() -> None:
    assert made(until="syntactic") == ["proper_names", "syntactic"]
    assert made(without=("proper_names", "pronouns"))[0] == "syntactic"
    assert "pronouns" not in made(without=("proper_names", "pronouns"))
    assert made(until="common_nouns", without=("syntactic",)) == ["proper_names", "common_nouns"]


def test_what_is_left_without_a_component_may_be_found_by_a_later_one() -> None:
    assert made(without=("proper_names",)) == ["syntactic", "cogniac_names", "common_nouns", "pronouns"]


def test_chains_are_what_the_links_connect_and_each_link_joins_two_entities() -> None:
    for document in [*documents(), TEXT]:
        resolver = build()
        links = resolver.links(document)
        chains = resolver.chains(document)

        assert chains == connected(len(document.mentions), [(it.antecedent, it.anaphor) for it in links])
        assert len(document.mentions) - len(chains) == len(links), "none is superfluous"
        assert all(link.antecedent < link.anaphor for link in links)


def test_links_tell_component_and_rule() -> None:
    assert build(until="proper_names").links(TEXT) == (Link(0, 3, "proper_names", "last name"),)


def test_the_variants_of_a_table_are_told_for_every_component() -> None:
    assert list(parts()) == list(COMPONENTS)
    assert parts()["syntactic"] == Part({"without": "syntactic"}, {"components": "syntactic"}, {"until": "syntactic"})


@pytest.mark.parametrize("genre", ["heading", "title:capitals", "heading:small"])
def test_a_genre_is_a_region_with_a_pattern(genre: str) -> None:
    with pytest.raises(OptionError) as caught:
        build(genre=(genre,))
    assert caught.value.code == "unknown-value"


def test_salience_is_a_partial_order_in_which_ties_have_no_top() -> None:
    assert salient({1: (0.9, 2.0), 2: (0.9, 1.0)}) == 1
    assert salient({1: (0.9, 2.0), 2: (0.9, 2.0)}) is None
    assert salient({1: (0.9, 1.0), 2: (0.1, 2.0)}) is None
    assert salient({1: (0.1,)}) == 1
    assert salient({}) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("“ a ”", [(1, 2)]),
        ('" a " b " c', [(1, 2), (5, 6)]),
        ("“ a", [(1, 2)]),
        ("a ” b ”", []),
        ("“ a “ b ”", [(3, 4)]),
        ("“ a ‘ b ’ c ”", [(1, 6), (3, 4)]),
        ("“", []),
        ('" "', []),
    ],
)
def test_quotation_marks_that_do_not_match(text: str, found: list[tuple[int, int]]) -> None:
    marks = {"“": "``", "”": "''", '"': "''", "‘": "``", "’": "''"}
    tagged = [f"{word}/{marks.get(word, 'NN')}" for word in text.split()]
    entries = " ".join(f"{entry}/{0 if at == 0 else 1}/dep" for at, entry in enumerate(tagged))

    assert [(quote.span.start, quote.span.end) for quote in quotes(prepared(entries))] == found


@pytest.mark.parametrize("text", ["", "Stop/VB/0/root", "He/PRP/0/root", "\"/''/0/root", "“/``/0/root", "I/PRP/0/root"])
def test_documents_of_one_word_or_none(text: str) -> None:
    options = {"genre": ("heading:capitals", "opening:capitalised"), "narrator": True}

    assert build(**options).links(prepared(text)) == ()  # type: ignore[arg-type]


def test_two_thousand_mentions_take_less_than_two_seconds() -> None:
    sentence = (
        "Tom/NNP/2/compound Brown{0}/NNP/3/nsubj saw/VBD/0/root the/DT/5/det dog{1}/NN/3/obj and/CC/7/cc "
        "him/PRP/5/conj\n"
    )
    document = prepared("".join(sentence.format(at % 40, at % 25) for at in range(400)))
    assert len(document.mentions) >= 1600

    with soon():
        build(narrator=True).links(document)
