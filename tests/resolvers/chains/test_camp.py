"""Each rule of CAMP's components on a sentence that has it (Baldwin et al. 1998)."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora.corpora import muc, plain
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.resolvers.chains.camp.camp import build, parts
from anaphora.resolvers.chains.camp.markup import salient
from anaphora.resolvers.discourse.quotations import quotes
from anaphora.workbench.decision import Link
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.linking import UnionFind
from anaphora.workbench.resolver_entry import Part
from tests.annotated import annotated
from tests.calls import growth
from tests.resolvers.answers import annotation, read

PERSONS = dict.fromkeys(("Ann", "John", "Smith", "Brown", "Paul"), "PERSON")
FIRMS = dict.fromkeys(("Apple", "Computer", "Inc.", "Organization", "WHO", "Intel", "Bank"), "ORGANIZATION")
PLACES = dict.fromkeys(("States", "U.S.", "Paris", "France"), "PLACE")
TYPES = PERSONS | FIRMS | PLACES


def typed(text: str, types: Mapping[str, str] = TYPES) -> Prepared:
    """A document of which some words have entity types."""
    document, syntax = annotated(annotation(text))
    entity = tuple(types.get(word, "") for word in document.words)
    layers = Layers(non_anaphoric=frozenset())
    return prepare(document, replace(syntax, entity=entity), options=Preparation(), layers=layers)


def links(component: str, text: str, **options: Any) -> list[str]:
    """The links that a component makes in isolation: "antecedent < anaphor: rule"."""
    prepared = typed(text)
    words = [prepared.document.words_of(mention.base) for mention in prepared.mentions]
    made = build(components=(component,), **options).links(prepared)
    assert {link.component for link in made} <= {component}
    return [f"{words[link.antecedent]} < {words[link.anaphor]}: {link.rule}" for link in made]


def assert_links(component: str, expected: Mapping[str, list[str]], **options: Any) -> None:
    assert {text: links(component, text, **options) for text in expected} == expected


def test_genre_links_capitals_of_a_heading_with_the_same_words_elsewhere_where_it_is_asked_for() -> None:
    won = "Miller/NNP/2/nsubj/Miller won/VBD/0/root"
    capitals, small = (f"== {name}/NNP/2/nsubj WINS/VBZ/0/root | {won}" for name in ("MILLER", "Miller"))

    assert links("genre", capitals) == []
    expected = {capitals: ["MILLER < Miller: capitals in heading"], small: []}
    assert_links("genre", expected, genre=("heading:capitals",))
    assert len(links("genre", small, genre=("heading:capitalised",))) == 1


def test_a_name_is_known_by_part_of_it_unless_something_conflicts() -> None:
    two = "John Smith runs | Mary Smith runs | Smith waits"
    expected = {
        # a person by the last name, unless first names, initials or titles conflict
        "John Smith runs | Smith waits": ["John Smith < Smith: last name"],
        "John Smith runs | Mr. Smith waits": ["John Smith < Mr. Smith: last name"],
        "John Smith runs | J. Smith waits": ["John Smith < J. Smith: last name"],
        "John Smith runs | John Smith waits": ["John Smith < John Smith: same words"],
        "John Smith runs | Mary Smith waits": [],
        "John Smith runs | K. Smith waits": [],
        "John Smith runs | Mrs. Smith waits": [],
        "John Smith runs | Brown waits": [],
        two: [],  # a last name that two have is left open
        "Mr. Smith met Mrs. Smith | Mrs. Smith left": ["Mrs. Smith < Mrs. Smith: same words"],
        # an organisation by acronyms, and where a designator says so by its first words
        "Apple Computer Inc. grew | Apple sells": ["Apple Computer Inc. < Apple: first words"],
        "Apple Inc. grew | Apple sells": ["Apple Inc. < Apple: same words"],
        "Apple Computer grew | Apple sells": [],
        "World Health Organization grew | The WHO waits": ["World Health Organization < The WHO: acronym"],
        "The United States waits | He left the U.S.": ["The United States < the U.S.: alias"],
        "Bank of Bank waits": [],  # a name inside another
        # what follows the name is none of it
        "Ann/NNP/4/nsubj who/WP/3/nsubj left/VBD/1/acl:relcl waits/VBZ/0/root | Ann left": ["Ann < Ann: same words"],
    }
    assert_links("proper_names", expected)
    # CogNIAC on names finds first names; two are a tie
    expected = {
        two: [],
        "John Smith runs | Paul waits": [],
        "Apple Computer grew | Apple sells": ["Apple Computer < Apple: words of the name"],
        "Apple sells | Apple Computer grew": [],  # of persons only
    }
    assert_links("cogniac_names", expected)
    assert links("cogniac_names", "John Smith runs | John waits")[0].startswith("John Smith < John: ")


def test_syntax_links_appositions_of_one_number_that_are_no_lists_and_no_addresses() -> None:
    expected = {
        "Ann , the boss left": ["Ann < the boss"],
        "Ann , a boss left": ["Ann < a boss"],
        "Ann , the bosses left": [],
        "Paris , France waits": [],
        "Ann , the boss , Brown left": [],
        "He/PRP/5/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos left/VBD/0/root": [],
        "Ann/NNP/5/nsubj ,/,/4/punct the/DT/4/det lamp/NN/1/appos left/VBD/0/root": [],
    }
    actual = {text: [link.partition(":")[0] for link in links("syntactic", text)] for text in expected}

    assert actual == expected
    assert links("syntactic", "Ann , a boss left", indefinite=False) == []


def test_syntax_links_predicate_nominals_unless_they_are_denied_possible_or_asked() -> None:
    founder = ["Ann < a founder: predicate nominal"]
    expected = {
        "Ann is a founder": founder,
        "Ann became a founder": founder,
        "Ann seems a founder": [],
        "Ann is not a founder": [],
        "Ann is no founder": [],
        "Ann may be a founder": [],
        "Ann is a founder ?": [],
        "Is Ann a founder": [],
        "Ann is in the house": [],
        "Ann/NNP/4/nsubj is/VBZ/4/cop the/DT/4/det bosses/NNS/0/root": [],
        "Ann/NNP/5/nsubj and/CC/3/cc John/NNP/1/conj are/VBP/5/cop founders/NNS/0/root": [],
    }
    assert_links("syntactic", expected)


def test_quotations_link_i_with_who_speaks_and_you_with_who_is_told() -> None:
    quote = (
        "“/``/3/punct I/PRP/3/nsubj wait/VBP/8/ccomp for/IN/5/case you/PRP/3/obl ”/''/3/punct "
        "Ann/NNP/8/nsubj told/VBD/0/root/tell Tom/NNP/8/obj"
    )
    more = "“/``/3/punct I/PRP/3/nsubj wait/VBP/0/root ”/''/3/punct"
    of_apple = "Ann/NNP/4/nsubj of/IN/3/case Apple/NNP/1/nmod said/VBD/0/root/say"
    we = ":/:/4/punct \"/``/{0}/punct We/PRP/{1}/nsubj grow/VBP/4/ccomp \"/''/4/punct"
    speaker = "I < Ann: speaker"
    expected = {
        quote: [speaker, "you < Tom: addressee"],
        quote.replace("told/VBD/0/root/tell Tom/NNP/8/obj", "said/VBD/0/root/say to/IN/10/case Tom/NNP/8/obl"): [
            speaker,
            "you < Tom: addressee",
        ],
        # without a verb a quotation has the speaker of the one before in its paragraph
        f"{quote} | {more}": [speaker, "Ann < I: speaker", "you < Tom: addressee"],
        f"{quote} || {more}": [speaker, "you < Tom: addressee"],
        "I wait | I left": [],
        # "we" is the organisation of the speaker if only one is named
        f"{of_apple} {we.format(7, 8)}": ["Apple < We: speaker's organisation"],
        f"{of_apple} to/IN/7/case Intel/NNP/4/obl {we.format(9, 10)}": [],
    }
    assert {text: sorted(links("quotations", text)) for text in expected} == {
        text: sorted(actual) for text, actual in expected.items()
    }
    assert links("quotations", "I wait | I left", narrator=True) == ["I < I: narrator"]


def test_he_in_a_quotation_is_not_who_speaks() -> None:
    waits = "“/``/3/punct He/PRP/3/nsubj waits/VBZ/6/ccomp ”/''/3/punct Tom/NNP/6/nsubj said/VBD/0/root/say"
    prepared = typed(f"Tom left | {waits}", {})
    alone = build(components=("pronouns",)).links(prepared)
    after_quotations = build(components=("quotations", "proper_names", "pronouns")).links(prepared)

    assert [link.component for link in alone] == ["pronouns"]
    assert [link.component for link in after_quotations] == ["proper_names"]


def test_common_nouns_link_the_same_head_with_modifiers_that_do_not_conflict() -> None:
    an_old_cook, a_cook = "A/DT/3/det old/JJ/3/amod cook/NN/4/nsubj", "A/DT/2/det cook/NN/3/nsubj"
    the_cook, cooks, old_cooks = "The/DT/2/det cook/NN/3/nsubj", "Cooks/NNS/2/nsubj", "Old/JJ/2/amod cooks/NNS/3/nsubj"
    a_new_cook = an_old_cook.replace("old", "new")

    def text(*subjects: str, between: int = 0) -> str:
        return f" | {'Stop | ' * between}".join(f"{subject} left/VBD/0/root" for subject in subjects)

    expected = {
        text(an_old_cook, the_cook): 1,
        text(an_old_cook, "This/DT/2/det cook/NN/3/nsubj"): 1,
        text(an_old_cook, a_cook): 0,
        text(a_cook, "The/DT/3/det old/JJ/3/amod cook/NN/4/nsubj"): 0,
        text(a_cook, "The/DT/2/det cooks/NNS/3/nsubj"): 0,
        text(cooks, cooks): 1,
        text(old_cooks, cooks): 0,
        text(a_cook, "The/DT/2/det cook/NN/5/nsubj of/IN/4/case Rome/NNP/2/nmod"): 0,
        text(an_old_cook, a_new_cook, the_cook): 0,  # a head that two have is left open
        "The/DT/2/det cook/NN/6/nsubj of/IN/5/case the/DT/5/det cook/NN/2/nmod left/VBD/0/root": 0,
    }
    actual = {pair: [link.partition(": ")[2] for link in links("common_nouns", pair)] for pair in expected}
    assert actual == {pair: ["same head"] * count for pair, count in expected.items()}
    far = text(a_cook, the_cook, between=3)
    assert [len(links("common_nouns", far, window=window)) for window in (3, 4)] == [0, 1]
    # a noun that names a kind takes up the only name of that kind
    met = "Apple/NNP/2/nsubj met/VBD/0/root {}/NNP/2/obj | The company grew"
    expected_names = {
        met.format("Paris"): ["Apple < The company: kind: organization"],
        met.format("Intel"): [],
        met.format("Paris").replace("|", "| Stop |"): [],  # in the sentence before, no farther
    }
    assert_links("common_nouns", expected_names)


def test_pronouns_go_by_the_rules_of_cogniac_but_ties_stay_open() -> None:
    expected = {
        "Tom waits | He left": ["Tom < He: unique in discourse"],
        "The cook and the poet met | Stop | Wait him": [],
    }
    assert_links("pronouns", expected)
    # a name that may be a woman's or a company's matches pronouns of either, but not of both
    it_waits, she_left = "It/PRP/2/nsubj waits/VBZ/0/root", "She/PRP/2/nsubj left/VBD/0/root"
    for first, second, pronoun in ((it_waits, she_left, "It"), (she_left, it_waits, "She")):
        (link,) = links("pronouns", f"Mrs. Fields grew | {first} | {second}")
        assert link.startswith(f"Mrs. Fields < {pronoun}: ")


# The pipeline of components

TEXT = "Tom Brown , boss saw the dog | Brown fed the dog | He left"


def test_components_run_in_the_order_of_the_paper_and_may_be_chosen_or_left_out() -> None:
    def made(**options: Any) -> list[str]:
        return [link.component for link in build(**options).links(read(TEXT))]

    order = ("genre", "proper_names", "syntactic", "quotations", "cogniac_names", "common_nouns", "pronouns")
    assert tuple(parts()) == order
    assert made() == ["proper_names", "syntactic", "common_nouns", "pronouns"]
    assert made(components=("pronouns", "proper_names")) == ["proper_names", "pronouns"]
    # in isolation one sees no chains of others
    assert made(components=("common_nouns",)) == ["common_nouns"]
    assert made(components=("genre",)) == []
    assert made(until="syntactic") == ["proper_names", "syntactic"]
    assert made(without=("proper_names", "pronouns"))[0] == "syntactic"
    assert "pronouns" not in made(without=("proper_names", "pronouns"))
    assert made(until="common_nouns", without=("syntactic",)) == ["proper_names", "common_nouns"]
    # what is left without a component may be found by a later one
    assert made(without=("proper_names",)) == ["syntactic", "cogniac_names", "common_nouns", "pronouns"]
    assert build(until="proper_names").links(read(TEXT)) == (Link(0, 3, "proper_names", "last name"),)
    assert parts()["syntactic"] == Part({"without": "syntactic"}, {"components": "syntactic"}, {"until": "syntactic"})


def test_chains_are_what_the_links_connect_and_each_link_joins_two_entities() -> None:
    for text in (
        TEXT,
        "John Smith runs | Mr. Smith met Mrs. Smith | Ann , a boss left | Ann is a founder | She smiles",
    ):
        document, resolver = read(text), build()
        made, chains = resolver.links(document), resolver.chains(document)

        pairs = [(link.antecedent, link.anaphor) for link in made]
        assert chains == UnionFind(range(len(document.mentions)), pairs).chains()
        assert len(document.mentions) - len(chains) == len(made) > 0, "none is superfluous"
        assert all(link.antecedent < link.anaphor for link in made)


def test_salience_is_a_partial_order_in_which_ties_have_no_top() -> None:
    assert salient({1: (0.9, 2.0), 2: (0.9, 1.0)}) == 1
    assert salient({1: (0.9, 2.0), 2: (0.9, 2.0)}) is None
    assert salient({1: (0.9, 1.0), 2: (0.1, 2.0)}) is None
    assert salient({1: (0.1,)}) == 1
    assert salient({}) is None


def test_quotation_marks_that_do_not_match_make_no_quotes() -> None:
    expected = {
        "“ a ”": [(1, 2)],
        '" a " b " c': [(1, 2), (5, 6)],
        "“ a": [(1, 2)],
        "a ” b ”": [],
        "“ a “ b ”": [(3, 4)],
        "“ a ‘ b ’ c ”": [(1, 6), (3, 4)],
        "“": [],
        '" "': [],
    }
    marks = {"“": "``", "”": "''", '"': "''", "‘": "``", "’": "''"}
    actual = {}
    for text in expected:
        words = enumerate(text.split())
        document = read(" ".join(f"{word}/{marks.get(word, 'NN')}/{min(at, 1)}/dep" for at, word in words))
        actual[text] = [(quote.span.start, quote.span.end) for quote in quotes(document)]

    assert actual == expected


def test_documents_of_one_word_or_none_have_no_links() -> None:
    resolver = build(genre=("heading:capitals", "opening:capitalised"), narrator=True)

    for text in ("", "Stop", "He/PRP/0/root", "\"/''/0/root", "“/``/0/root", "I/PRP/0/root"):
        assert resolver.links(read(text)) == ()


def test_work_grows_with_the_mentions() -> None:
    sentence = "Tom/NNP/2/compound Brown{0}/NNP/3/nsubj saw/VBD/0/root the/DT/5/det dog{1}/NN/3/obj him/PRP/3/obj"

    def work(sentences: int) -> Any:
        document = read(*(sentence.format(at % 10, at % 7) for at in range(sentences)))
        return lambda: build(narrator=True).links(document)

    assert growth(work, 50) < 2.5


# Plain texts


def linked(text: str | Document, **options: Any) -> set[tuple[str, str]]:
    """The linked mentions by their words, the earlier first."""
    document = plain.document(text, "example") if isinstance(text, str) else text
    prepared = Analysis(configure()).prepare(document, Key(document.id, ()))
    words = [prepared.document.words_of(mention.base) for mention in prepared.mentions]
    return {(words[link.antecedent], words[link.anaphor]) for link in build(**options).links(prepared)}


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


def test_firms_that_begin_like_a_title_and_countries_by_their_other_names() -> None:
    expected = {
        "General Motors sold trucks. GM is rich.": ("General Motors", "GM"),
        "He lives in the United States. The U.S. is rich.": ("the United States", "The U.S."),
        "General Smith arrived. Smith is old.": ("General Smith", "Smith"),
    }
    assert [text for text, pair in expected.items() if pair not in linked(text)] == []


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("John Smith is a lawyer. John Smith Jr. is a doctor.", "John Smith", "John Smith Jr."),
        ("Ann Lee met Dr. Lee. Lee smiled.", "Ann Lee", "Dr. Lee"),
    ],
)
def test_father_and_son_and_two_arguments_of_a_verb_are_not_one(text: str, first: str, second: str) -> None:
    prepared = Analysis(configure()).prepare(plain.document(text, "example"), Key("example", ()))
    chains = build().chains(prepared)
    entities = [{prepared.document.words_of(prepared.mentions[place].base) for place in chain} for chain in chains]

    assert not any({first, second} <= entity for entity in entities)


def test_who_speaks_in_a_quotation_within_a_quotation() -> None:
    for text in (
        "Bob said, \"Ann told me, 'I am ill.'\"",
        "Bob said, “Ann told me, ‘I am ill.’”",
        "Bob said, “Ann told me, ‘I am ill.’ It is bad.”",
    ):
        assert {("Bob", "me"), ("Ann", "I")} <= linked(text, components=("quotations",))
