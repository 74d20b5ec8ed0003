"""Each rule of CAMP's components on a sentence that has it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.corpora import muc, plain
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.resolvers.chains._camp.markup import salient
from anaphora.resolvers.chains._camp.quotations import quotes
from anaphora.resolvers.chains.camp import COMPONENTS, build, parts
from anaphora.workbench.decision import Link
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key
from anaphora.workbench.resolver_entry import Part
from anaphora.workbench.union_find import UnionFind
from tests.annotated import annotated, prepared
from tests.contracts.test_chain_resolvers import documents
from tests.patience import soon
from tests.refused import raises

Found = list[tuple[str, str, str]]


def read(text: str, types: Mapping[str, str] | None = None) -> Prepared:
    """A document of which some words have entity types."""
    document, annotation = annotated(text)
    entity = tuple((types or {}).get(word, "") for word in document.words)
    layers = Layers(non_anaphoric=frozenset())
    return prepare(document, replace(annotation, entity=entity), options=Preparation(), layers=layers)


def links(component: str, text: str, types: Mapping[str, str] | None = None, **options: object) -> Found:
    """The links that a component makes in isolation: antecedent, anaphor and rule."""
    prepared = read(text, types)
    words = [prepared.document.words_of(mention.base) for mention in prepared.mentions]
    made = build(components=(component,), **options).links(prepared)  # type: ignore[arg-type]
    assert {link.component for link in made} <= {component}
    return [(words[link.antecedent], words[link.anaphor], link.rule) for link in made]


HEADLINE = "== MILLER/NNP/2/nsubj WINS/VBZ/0/root\nMiller/NNP/2/nsubj/Miller won/VBD/0/root"


def test_genre_links_capitals_of_a_heading_with_the_same_words_elsewhere_where_it_is_asked_for() -> None:
    assert links("genre", HEADLINE) == []
    assert links("genre", HEADLINE, genre=("heading:capitals",)) == [("MILLER", "Miller", "capitals in heading")]
    assert links("genre", HEADLINE.replace("MILLER", "Miller"), genre=("heading:capitals",)) == []
    assert links("genre", HEADLINE.replace("MILLER", "Miller"), genre=("heading:capitalised",))


PERSON = "John/NNP/2/compound Smith/NNP/3/nsubj runs/VBZ/0/root\n"


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ("Smith/NNP/2/nsubj waits/VBZ/0/root", [("John Smith", "Smith", "last name")]),
        ("Mr./NNP/2/compound Smith/NNP/3/nsubj waits/VBZ/0/root", [("John Smith", "Mr. Smith", "last name")]),
        ("J./NNP/2/compound Smith/NNP/3/nsubj waits/VBZ/0/root", [("John Smith", "J. Smith", "last name")]),
        ("John/NNP/2/compound Smith/NNP/3/nsubj waits/VBZ/0/root", [("John Smith", "John Smith", "same words")]),
        ("Mary/NNP/2/compound Smith/NNP/3/nsubj waits/VBZ/0/root", []),
        ("K./NNP/2/compound Smith/NNP/3/nsubj waits/VBZ/0/root", []),
        ("Mrs./NNP/2/compound Smith/NNP/3/nsubj waits/VBZ/0/root", []),
        ("Brown/NNP/2/nsubj waits/VBZ/0/root", []),
    ],
)
def test_a_person_is_known_by_the_last_name_unless_first_names_initials_or_titles_conflict(
    later: str, expected: Found
) -> None:
    types = {"John": "PERSON", "Smith": "PERSON", "Brown": "PERSON"}

    assert links("proper_names", PERSON + later, types) == expected


def test_a_last_name_that_two_persons_have_is_left_open() -> None:
    two = PERSON + "Mary/NNP/2/compound Smith/NNP/3/nsubj runs/VBZ/0/root\nSmith/NNP/2/nsubj waits/VBZ/0/root"

    assert links("proper_names", two, {"Smith": "PERSON"}) == []
    assert links("cogniac_names", two, {"Smith": "PERSON"}) == [], "a tie"


def test_with_titles_that_tell_them_apart_each_is_linked_with_its_own() -> None:
    two = (
        "Mr./NNP/2/compound Smith/NNP/3/nsubj met/VBD/0/root Mrs./NNP/5/compound Smith/NNP/3/obj\n"
        "Mrs./NNP/2/compound Smith/NNP/3/nsubj left/VBD/0/root"
    )

    assert links("proper_names", two, {"Smith": "PERSON"}) == [("Mrs. Smith", "Mrs. Smith", "same words")]


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ("Apple/NNP/3/compound Computer/NNP/3/compound Inc./NNP/4/nsubj grew/VBD/0/root",
         "Apple/NNP/2/nsubj sells/VBZ/0/root", [("Apple Computer Inc.", "Apple", "first words")]),
        ("Apple/NNP/2/compound Inc./NNP/3/nsubj grew/VBD/0/root", "Apple/NNP/2/nsubj sells/VBZ/0/root",
         [("Apple Inc.", "Apple", "same words")]),
        ("Apple/NNP/2/compound Computer/NNP/3/nsubj grew/VBD/0/root", "Apple/NNP/2/nsubj sells/VBZ/0/root", []),
        ("World/NNP/3/compound Health/NNP/3/compound Organization/NNP/4/nsubj grew/VBD/0/root",
         "The/DT/2/det WHO/NNP/3/nsubj waits/VBZ/0/root", [("World Health Organization", "The WHO", "acronym")]),
    ],
)  # fmt: skip
def test_an_organisation_is_known_by_acronyms_and_where_a_designator_says_so_by_its_first_words(
    earlier: str, later: str, expected: Found
) -> None:
    types = dict.fromkeys(("Apple", "Computer", "Inc.", "Organization", "WHO"), "ORGANIZATION")

    assert links("proper_names", f"{earlier}\n{later}", types) == expected


def test_a_place_is_known_by_its_other_names() -> None:
    text = (
        "The/DT/3/det United/NNP/3/compound States/NNPS/4/nsubj/State waits/VBZ/0/root\n"
        "He/PRP/2/nsubj left/VBD/0/root the/DT/4/det U.S./NNP/2/obj"
    )

    assert links("proper_names", text, {"States": "PLACE", "U.S.": "PLACE"}) == [
        ("The United States", "the U.S.", "alias")
    ]


def test_a_name_inside_another_is_not_linked_with_it() -> None:
    text = "Bank/NNP/4/nsubj of/IN/3/case Bank/NNP/1/nmod waits/VBZ/0/root"

    assert links("proper_names", text, {"Bank": "ORGANIZATION"}) == []


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("Ann/NNP/5/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos left/VBD/0/root", {}, [("Ann", "the boss")]),
        ("Ann/NNP/5/nsubj ,/,/4/punct a/DT/4/det boss/NN/1/appos left/VBD/0/root", {}, [("Ann", "a boss")]),
        ("Ann/NNP/5/nsubj ,/,/4/punct a/DT/4/det boss/NN/1/appos left/VBD/0/root", {"indefinite": False}, []),
        ("Ann/NNP/5/nsubj ,/,/4/punct the/DT/4/det bosses/NNS/1/appos left/VBD/0/root", {}, []),
        ("Paris/NNP/4/nsubj ,/,/3/punct France/NNP/1/appos waits/VBZ/0/root", {}, []),
        (
            "Ann/NNP/7/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos ,/,/6/punct Brown/NNP/1/appos left/VBD/0/root",
            {},
            [],
        ),
    ],
)
def test_appositions_of_one_number_that_are_no_lists_and_no_addresses(
    text: str, options: dict[str, bool], expected: list[tuple[str, str]]
) -> None:
    types = {"Ann": "PERSON", "Paris": "PLACE", "France": "PLACE"}

    assert [pair[:2] for pair in links("syntactic", text, types, **options)] == expected


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("Ann/NNP/4/nsubj is/VBZ/4/cop a/DT/4/det founder/NN/0/root", True),
        ("Ann/NNP/2/nsubj became/VBD/0/root/become a/DT/4/det founder/NN/2/xcomp", True),
        ("Ann/NNP/2/nsubj seems/VBZ/0/root/seem a/DT/4/det founder/NN/2/xcomp", False),
        ("Ann/NNP/5/nsubj is/VBZ/5/cop not/RB/5/advmod a/DT/5/det founder/NN/0/root", False),
        ("Ann/NNP/4/nsubj is/VBZ/4/cop no/DT/4/det founder/NN/0/root", False),
        ("Ann/NNP/5/nsubj may/MD/5/aux be/VB/5/cop a/DT/5/det founder/NN/0/root", False),
        ("Ann/NNP/4/nsubj is/VBZ/4/cop a/DT/4/det founder/NN/0/root ?/./4/punct", False),
        ("Is/VBZ/4/cop/be Ann/NNP/4/nsubj a/DT/4/det founder/NN/0/root", False),
        ("Ann/NNP/5/nsubj is/VBZ/5/cop in/IN/5/case the/DT/5/det house/NN/0/root", False),
    ],
)
def test_predicate_nominals_unless_they_are_denied_possible_or_asked(text: str, linked: bool) -> None:
    expected = [("Ann", "predicate nominal")] if linked else []

    assert [(one, rule) for one, _, rule in links("syntactic", text, {"Ann": "PERSON"})] == expected


SAID = (
    "“/``/3/punct I/PRP/3/nsubj wait/VBP/8/ccomp for/IN/5/case you/PRP/3/obl ”/''/3/punct "
    "Ann/NNP/8/nsubj told/VBD/0/root/tell Tom/NNP/8/obj"
)


def test_i_in_a_quotation_is_who_says_it_and_you_who_is_told() -> None:
    assert links("quotations", SAID) == [("I", "Ann", "speaker"), ("you", "Tom", "addressee")]


def test_a_quotation_without_a_verb_has_the_speaker_of_the_one_before_in_its_paragraph() -> None:
    more = "\n“/``/3/punct I/PRP/3/nsubj wait/VBP/0/root ”/''/3/punct"

    assert ("Ann", "I", "speaker") in links("quotations", SAID + more)
    assert ("Ann", "I", "speaker") not in links("quotations", SAID + "\n" + more)


def test_i_outside_quotations_is_nobody_unless_there_is_a_narrator() -> None:
    text = "I/PRP/2/nsubj wait/VBP/0/root\nI/PRP/2/nsubj left/VBD/0/root"

    assert links("quotations", text) == []
    assert links("quotations", text, narrator=True) == [("I", "I", "narrator")]


@pytest.mark.parametrize("other", ["", "to/IN/7/case Intel/NNP/4/obl"])
def test_we_is_the_organisation_of_the_speaker_if_only_one_is_named(other: str) -> None:
    text = (
        f"Ann/NNP/4/nsubj of/IN/3/case Apple/NNP/1/nmod said/VBD/0/root/say {other} :/:/4/punct "
        f"\"/``/{9 if other else 7}/punct We/PRP/{10 if other else 8}/nsubj grow/VBP/4/ccomp \"/''/4/punct"
    )
    found = links("quotations", text, {"Apple": "ORGANIZATION", "Intel": "ORGANIZATION", "Ann": "PERSON"})

    assert found == ([] if other else [("Apple", "We", "speaker's organisation")])


def test_he_in_a_quotation_is_not_who_speaks() -> None:
    text = "“/``/3/punct He/PRP/3/nsubj waits/VBZ/6/ccomp ”/''/3/punct Tom/NNP/6/nsubj said/VBD/0/root/say"
    before = "Tom/NNP/2/nsubj left/VBD/0/root\n"
    prepared = read(before + text)
    alone = build(components=("pronouns",)).links(prepared)
    after_quotations = build(components=("quotations", "proper_names", "pronouns")).links(prepared)

    assert [link.component for link in alone] == ["pronouns"]
    assert [link.component for link in after_quotations] == ["proper_names"]


@pytest.mark.parametrize(
    ("later", "expected"),
    [("John/NNP/2/nsubj waits/VBZ/0/root", [("John Smith", "John")]), ("Paul/NNP/2/nsubj waits/VBZ/0/root", [])],
)
def test_cogniac_on_names_finds_first_names(later: str, expected: list[tuple[str, str]]) -> None:
    types = {"John": "PERSON", "Smith": "PERSON", "Paul": "PERSON"}

    assert [pair[:2] for pair in links("cogniac_names", PERSON + later, types)] == expected


def noun(first: str, second: str, between: int = 0) -> str:
    wait = "Stop/VB/0/root\n" * between
    return f"{first} came/VBD/0/root\n{wait}{second} left/VBD/0/root"


@pytest.mark.parametrize(
    ("first", "second", "linked"),
    [
        ("A/DT/3/det old/JJ/3/amod cook/NN/4/nsubj", "The/DT/2/det cook/NN/3/nsubj", True),
        ("A/DT/3/det old/JJ/3/amod cook/NN/4/nsubj", "This/DT/2/det cook/NN/3/nsubj", True),
        ("A/DT/3/det old/JJ/3/amod cook/NN/4/nsubj", "A/DT/2/det cook/NN/3/nsubj", False),
        ("A/DT/2/det cook/NN/3/nsubj", "The/DT/3/det old/JJ/3/amod cook/NN/4/nsubj", False),
        ("A/DT/2/det cook/NN/3/nsubj", "The/DT/2/det cooks/NNS/3/nsubj", False),
        ("Cooks/NNS/2/nsubj", "Cooks/NNS/2/nsubj", True),
        ("Old/JJ/2/amod cooks/NNS/3/nsubj", "Cooks/NNS/2/nsubj", False),
        ("A/DT/2/det cook/NN/3/nsubj", "The/DT/2/det cook/NN/5/nsubj of/IN/4/case Rome/NNP/2/nmod", False),
    ],
)
def test_the_same_head_with_modifiers_that_do_not_conflict(first: str, second: str, linked: bool) -> None:
    assert [rule for _, _, rule in links("common_nouns", noun(first, second))] == ["same head"] * linked


def test_a_head_that_two_entities_have_and_one_beyond_the_window_are_left_open() -> None:
    cook = "A/DT/3/det {}/JJ/3/amod cook/NN/4/nsubj came/VBD/0/root\n"
    two = cook.format("old") + cook.format("new") + "The/DT/2/det cook/NN/3/nsubj left/VBD/0/root"
    far = noun("A/DT/2/det cook/NN/3/nsubj", "The/DT/2/det cook/NN/3/nsubj", between=3)

    assert links("common_nouns", two) == []
    assert links("common_nouns", far, window=3) == []
    assert len(links("common_nouns", far, window=4)) == 1


def test_a_noun_that_names_a_kind_takes_up_the_only_name_of_that_kind() -> None:
    text = "Apple/NNP/2/nsubj met/VBD/0/root {}/NNP/2/obj\nThe/DT/2/det company/NN/3/nsubj grew/VBD/0/root"
    types = {"Apple": "ORGANIZATION", "Intel": "ORGANIZATION", "Paris": "PLACE"}

    assert links("common_nouns", text.format("Paris"), types) == [("Apple", "The company", "kind: organization")]
    assert links("common_nouns", text.format("Intel"), types) == []


def test_pronouns_go_by_the_rules_of_cogniac() -> None:
    text = "Tom/NNP/2/nsubj waits/VBZ/0/root\nHe/PRP/2/nsubj left/VBD/0/root"

    assert links("pronouns", text) == [("Tom", "He", "unique in discourse")]


@pytest.mark.parametrize("pronoun", ["It", "She"])
def test_a_name_that_may_be_a_womans_or_a_companys_matches_pronouns_of_either_but_not_of_both(pronoun: str) -> None:
    fields = "Mrs./NNP/2/compound Fields/NNP/3/nsubj grew/VBD/0/root\n"
    other = {"It": "She", "She": "It"}[pronoun]
    text = fields + f"{pronoun}/PRP/2/nsubj waits/VBZ/0/root\n{other}/PRP/2/nsubj left/VBD/0/root"

    assert [pair[:2] for pair in links("pronouns", text)] == [("Mrs. Fields", pronoun)]


def test_a_tie_on_top_leaves_a_pronoun_open() -> None:
    text = (
        "The/DT/2/det cook/NN/6/nsubj/cook and/CC/5/cc the/DT/5/det poet/NN/2/conj met/VBD/0/root\n"
        "Stop/VB/0/root\nWait/VB/0/root him/PRP/1/obj"
    )

    assert links("pronouns", text) == []


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

        pairs = [(link.antecedent, link.anaphor) for link in links]
        assert chains == UnionFind(range(len(document.mentions)), pairs).chains()
        assert len(document.mentions) - len(chains) == len(links), "none is superfluous"
        assert all(link.antecedent < link.anaphor for link in links)


def test_links_tell_component_and_rule() -> None:
    assert build(until="proper_names").links(TEXT) == (Link(0, 3, "proper_names", "last name"),)


def test_the_variants_of_a_table_are_told_for_every_component() -> None:
    assert list(parts()) == list(COMPONENTS)
    assert parts()["syntactic"] == Part({"without": "syntactic"}, {"components": "syntactic"}, {"until": "syntactic"})


@pytest.mark.parametrize("genre", ["heading", "title:capitals", "heading:small"])
def test_a_genre_is_a_region_with_a_pattern(genre: str) -> None:
    with raises("unknown-value", OptionError):
        build(genre=(genre,))


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


Pairs = set[tuple[str, str]]


def linked(text: str | Document, **options: object) -> Pairs:
    """The linked mentions by their words, the earlier first."""
    document = plain.document(text, "example") if isinstance(text, str) else text
    prepared = analyser(configure())(document, Key(document.id, ()))
    words = [prepared.document.words_of(mention.base) for mention in prepared.mentions]
    return {(words[link.antecedent], words[link.anaphor]) for link in build(**options).links(prepared)}  # type: ignore[arg-type]


def entities(text: str) -> list[set[str]]:
    """The chains of several mentions, by their words."""
    prepared = analyser(configure())(plain.document(text, "example"), Key("example", ()))
    chains = build().chains(prepared)
    return [
        {prepared.document.words_of(prepared.mentions[mention].base) for mention in chain}
        for chain in chains
        if len(chain) > 1
    ]


def test_genre_links_the_words_of_slug_and_preamble(tmp_path: Path) -> None:
    """The example of Baldwin et al. 1998, as MUC marks it up."""
    file = tmp_path / "message.sgm"
    file.write_text(
        "<DOC><DOCID>1</DOCID><SLUG>BC-HUGHES-FCC-BLOOM</SLUG><PREAMBLE>BC-HUGHES-FCC-BLOOM</PREAMBLE><TEXT><p>"
        "Hughes Electronics Corp. asked the FCC for approval. The FCC will decide. Hughes waits.</p></TEXT></DOC>",
        encoding="utf-8",
    )
    ((document, _),) = muc.read(file)

    assert linked(document, components=("genre",)) == set(), "where nobody asks for it"
    assert linked(document, components=("genre",), genre=("heading:capitals",)) >= {
        ("HUGHES", "HUGHES"), ("HUGHES", "Hughes"), ("FCC", "FCC"), ("FCC", "the FCC"), ("BLOOM", "BLOOM"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("General Motors sold trucks. GM is rich.", ("General Motors", "GM")),
        ("He lives in the United States. The U.S. is rich.", ("the United States", "The U.S.")),
        ("General Smith arrived. Smith is old.", ("General Smith", "Smith")),
    ],
)
def test_firms_that_begin_like_a_title_and_countries_by_their_other_names(text: str, pair: tuple[str, str]) -> None:
    assert pair in linked(text)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("John Smith is a lawyer. John Smith Jr. is a doctor.", "John Smith", "John Smith Jr."),
        ("Ann Lee met Dr. Lee. Lee smiled.", "Ann Lee", "Dr. Lee"),
    ],
)
def test_father_and_son_and_two_arguments_of_a_verb_are_not_one(text: str, one: str, other: str) -> None:
    assert not any({one, other} <= chain for chain in entities(text))


@pytest.mark.parametrize(
    "text",
    [
        "Bob said, \"Ann told me, 'I am ill.'\"",
        "Bob said, “Ann told me, ‘I am ill.’”",
        "Bob said, “Ann told me, ‘I am ill.’ It is bad.”",
    ],
)
def test_who_speaks_in_a_quotation_within_a_quotation(text: str) -> None:
    assert {("Bob", "me"), ("Ann", "I")} <= linked(text, components=("quotations",))
