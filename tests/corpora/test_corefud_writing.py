"""What the writer of CorefUD keeps, and what its notation cannot say."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from anaphora.corpora import corefud
from anaphora.experiments.conversion.round_trip import difference, losses
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora.keys import documents
from tests.refused import refused

WORDS = ("Ann", "and", "Bo", "met", ".", "They", "won", ".")
DOCUMENT = Document("d", WORDS, (" ", " ", " ", "", " ", " ", "", ""), sentence_starts=(0, 5))
ANN, BO, THEY = Span(0, 1), Span(2, 3), Span(5, 6)
BOTH_NAMES = Span(0, 3, gaps=((1, 2),))


def again(pair: tuple[Document, Key], folder: Path) -> tuple[Document, Key]:
    path = folder / "written.conllu"
    path.write_text("".join(corefud.write([pair])), "utf8")
    [read] = corefud.read(path)
    return read


def entities(document: Document, key: Key) -> list[str]:
    """What MISC says of the words that it speaks of."""
    rows = (line.split("\t") for line in "".join(corefud.write([(document, key)])).splitlines() if "\t" in line)
    return [f"{cells[1]} {cells[9]}" for cells in rows if cells[9] != "_"]


def test_corefud_writes_comments_rows_and_mentions() -> None:
    document = Document(
        "d", ("Home", "It", "rains"), ("\n\n", " ", ""), (0, 1), (0, 1), headings=(Span(0, 1),), genre="song"
    )
    key = Key("d", ((Span(0, 1),),), {Span(0, 1): Attributes(head=0, type="PLACE")}, non_anaphoric={1: "pleonastic"})

    assert "".join(corefud.write([(document, key)])) == (
        "# newdoc id = d\n# global.Entity = eid-etype-head-other-minspan\n# meta::eids = numbered\n"
        "# meta::genre = song\n"
        "# newpar\n# newpar_block = head (1 s)\n# sent_id = d-1\n# text = Home\n"
        "1\tHome\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-place-1)\n\n"
        "# newpar\n# sent_id = d-2\n# text = It rains\n"
        "1\tIt\t_\t_\t_\t_\t_\t_\t_\tIt=Pleonastic\n2\trains\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    )


def test_corefud_writes_discontinuous_mentions_in_parts(tmp_path: Path) -> None:
    key = Key("d", ((BOTH_NAMES, THEY), (Span(1, 2),)), {BOTH_NAMES: Attributes(head=2, type="PERSON")})

    assert entities(DOCUMENT, key)[:3] == [
        "Ann Entity=(e1[1/2]-person-2)",
        "and Entity=(e2--1)",
        "Bo Entity=(e1[2/2]-person-2)",
    ]
    assert again((DOCUMENT, key), tmp_path)[1].chains == key.chains


def test_corefud_writes_minimum_kind_and_optional(tmp_path: Path) -> None:
    attributes = Attributes(head=0, minimum=BOTH_NAMES, type="PERSON", kind="name", optional=True)
    key = Key("d", ((Span(0, 3),),), {Span(0, 3): attributes})

    assert entities(DOCUMENT, key)[0] == "Ann Entity=(e1-person-1-kind:name,optional:yes-1,3"
    assert again((DOCUMENT, key), tmp_path)[1] == key


def test_corefud_writes_split_antecedents_where_the_mention_begins(tmp_path: Path) -> None:
    attributes = {span: Attributes(head=span.start) for span in (ANN, BO, THEY)}
    key = Key("d", ((ANN,), (BO,), (THEY,)), attributes, split={THEY: (0, 1)})

    assert entities(DOCUMENT, key)[-2] == "They Entity=(e3--1)|SplitAnte=e1<e3,e2<e3"
    assert again((DOCUMENT, key), tmp_path)[1] == key


def test_corefud_keeps_ids_of_entities(tmp_path: Path) -> None:
    key = Key("d", ((ANN, THEY), (BOTH_NAMES,)), split={THEY: (1,)}, ids=("Ann-1", "e(7)"))
    _, read = again((DOCUMENT, key), tmp_path)

    assert (read.chains, read.ids, read.split) == (key.chains, key.ids, key.split)


def test_corefud_escapes_what_is_reserved_in_types(tmp_path: Path) -> None:
    key = Key("d", ((ANN,),), {ANN: Attributes(head=0, type="NON-HUMAN (50%|É)")})

    assert entities(DOCUMENT, key)[0] == "Ann Entity=(e1-non%2Dhuman%20%2850%25%7Cé%29-1)"
    assert again((DOCUMENT, key), tmp_path)[1] == key


def test_corefud_heads_of_zeros_are_no_sign_that_others_are_known(tmp_path: Path) -> None:
    document, zero = replace(DOCUMENT, nodes=(EmptyNode(3, 0, 1),)), Span(FIRST_NODE, FIRST_NODE + 1)
    key = Key("d", ((Span(0, 3), zero),), {zero: Attributes(head=zero.start)})
    _, read = again((document, key), tmp_path)

    assert read.chains == key.chains
    assert {span: known.head for span, known in read.attributes.items()} == {Span(0, 3): None, zero: zero.start}


def test_corefud_heads_that_no_corpus_told_are_not_read_again(tmp_path: Path) -> None:
    key = Key("d", ((Span(0, 3),),), {Span(0, 3): Attributes(type="PERSON")})

    assert "# meta::heads = computed\n" in "".join(corefud.write([(DOCUMENT, key)]))
    assert entities(DOCUMENT, key)[0] == "Ann Entity=(e1-person-1"
    assert again((DOCUMENT, key), tmp_path)[1] == key


def test_corefud_keeps_all_white_space(tmp_path: Path) -> None:
    document = Document("d", ("a", "b", "c", "d"), ("\n\n", "\u00a0", "\t ", "\r\n"), (0, 1), (0, 1), prefix=" \n")
    key = Key("d", ())

    assert again((document, key), tmp_path) == (document, key)
    assert entities(document, key) == [
        r"a SpacesBefore=\s\n",
        r"b SpacesAfter=\u00A0",
        r"c SpacesAfter=\t\s",
        r"d SpacesAfter=\r\n",
    ]


def test_corefud_headings_are_whole_sentences(tmp_path: Path) -> None:
    document = replace(DOCUMENT, paragraph_starts=(0, 5), headings=(Span(0, 5), Span(5, 7)), spaces=(" ",) * 7 + ("",))

    assert again((document, Key("d", ())), tmp_path)[0].headings == (Span(0, 5),)


def test_corefud_paragraphs_are_sentences_where_nothing_else_tells(tmp_path: Path) -> None:
    document = replace(DOCUMENT, sentence_starts=(), paragraph_starts=(0, 5), spaces=(" ",) * 7 + ("",))

    assert again((document, Key("d", ())), tmp_path)[0].paragraph_starts == (0, 5)


@pytest.mark.parametrize(
    ("inner", "crosses"),
    [(Span(2, 3), False), (Span(1, 2), False), (Span(0, 2), True), (Span(2, 5), True), (Span(0, 4), False)],
)
def test_corefud_mentions_lie_in_one_part_or_gap_of_a_discontinuous_one_of_their_chain(
    inner: Span, crosses: bool, tmp_path: Path
) -> None:
    outer = Span(0, 4, gaps=((1, 2),))
    key = Key("d", (tuple(sorted((inner, outer))),))

    assert bool(list(corefud.FORMAT.inexpressible(key))) == crosses
    if crosses:
        with refused("inexpressible"):
            "".join(corefud.write([(DOCUMENT, key)]))
    else:
        assert again((DOCUMENT, key), tmp_path)[1].chains == key.chains


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(pair=documents(gaps=True), data=st.data())
def test_corefud_comes_back_without_loss(pair: tuple[Document, Key], data: st.DataObject, tmp_path: Path) -> None:
    document, key = pair
    assume(not any(corefud.FORMAT.inexpressible(key)))
    tokens = range(len(document.words))
    attributes = {
        span: replace(
            attributes,
            head=data.draw(st.none() | st.sampled_from(list(span))),
            minimum=data.draw(st.none() | st.sampled_from([Span(token, token + 1) for token in span])),
            optional=data.draw(st.booleans()),
        )
        for span, attributes in key.attributes.items()
    }
    reasons = data.draw(st.dictionaries(st.sampled_from(tokens), st.sampled_from(["pleonastic", "clausal"])))
    key = replace(key, attributes=attributes, non_anaphoric=reasons)
    spaces = (*document.spaces[:-1], document.spaces[-1].rstrip(" "))
    starts = tuple(sorted({0, *document.sentence_starts}))
    document = replace(document, spaces=spaces, sentence_starts=starts, genre="news", headings=(Span(0, len(tokens)),))
    read = again((document, key), tmp_path)

    assert difference((document, key), read) == ""
    assert losses((document, key), read)[0] == {}


def test_all_of_gum_comes_back_the_same(data: Path, tmp_path: Path) -> None:
    for path in sorted((data / "gum" / "dev" / "corefud").glob("*.conllu")):
        [pair] = corefud.read(path)

        assert again(pair, tmp_path) == pair
