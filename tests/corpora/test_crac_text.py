"""Text of the CRAC shared tasks; the example is the one of their converter (Spanish, CorefUD), shortened."""

from functools import partial
from pathlib import Path

from anaphora import corpora
from anaphora.corpora import crac_text
from anaphora.workbench.document import FIRST_NODE, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, chains_of, document_of, of_chains, written
from tests.refused import refused

EXAMPLE = "Los|[e1 jugadores de el Espanyol|[e2],e1] aseguraron que ##|[e1] prefieren la|[e3 final|e3] .\n"
ZERO = Span(FIRST_NODE, FIRST_NODE + 1)


SAMPLE = Sample(
    valid="Ann|[e1] ran . Her|[e1],[e2 son|e2]\n",
    more=[
        "Ann|[e1 and|[e2 Bo|e1] ran|e2] .\n\nShe|[e1],[e2 a|b|[e1 ##|[e1],e1] it|e2] ##él|[e2] |x [e1] |\n",
        "##|[e1] ##",
    ],
    deep=(f"a|{','.join(['[e1'] * DEEP)} b|{','.join(['e1]'] * DEEP)}", ""), long_word=("{}|[e1] ran\n", ""),
    crossing_chains="a|[e1 b|[e2,e1] c|e2]\n", outside=("a b|e1]\n", "unopened"), across="a|[e1]\n" * 2,
    malformed=[
        *(
            (f"Ann|[e1] ran\n{line}\nShe|[e1] won", 2, code)
            for line, code in [
                ("Ann|[e1 ran", "unclosed"), ("Ann|e1] ran", "unopened"), ("Ann|[e1 ran|e2]", "unopened"),
                ("Ann |[e1] ran", "malformed"),
            ]
        ),
        (" \n\n", None, "no-words"),
    ],
)  # fmt: skip
read_text, read_one = partial(samples.read_all, "crac_text"), partial(samples.read_one, "crac_text")


def test_marks_stand_behind_the_first_and_the_last_word_of_a_mention(tmp_path: Path) -> None:
    document, key = read_one(tmp_path, EXAMPLE)

    assert document.words[:5] == ("Los", "jugadores", "de", "el", "Espanyol")
    assert document.nodes == (EmptyNode(7, 0, 1),)
    assert key.chains == ((Span(0, 5), ZERO), (Span(4, 5),), (Span(8, 10),))
    assert key.attributes == {ZERO: Attributes(head=FIRST_NODE)}


def test_a_line_is_a_document_and_an_empty_line_one_without_words(tmp_path: Path) -> None:
    pairs = read_text(tmp_path, "Ann|[e1] ran\r\n\r\nShe|[e1] won \r\n\r\n")

    assert [(document.id, document.words) for document, _ in pairs] == [
        ("sample", ("Ann", "ran")), ("sample-2", ()), ("sample-3", ("She", "won")),
    ]  # fmt: skip
    assert [key.chains for _, key in pairs] == [((Span(0, 1),),), (), ((Span(0, 1),),)], "e1 is another in each"


def test_what_is_no_mark_is_part_of_its_word(tmp_path: Path) -> None:
    words = ["a|b", "|", "||", "e1]", "[e1", "[e1]", "a|e1", "a|[x1]", "a|[e1,", "a|[e]", "a|"]
    for word in (*words, "10\u00a0000"):
        document, key = read_one(tmp_path, f"{word} {word}|[e1]")
        assert (document.words, key.chains) == ((word, word), ((Span(1, 2),),))


def test_marks_of_a_response_that_do_not_match_are_mentions_of_one_word(tmp_path: Path) -> None:
    for line, chains, mended in (
        ("Ann|[e1 and|[e2 Bo|e2] ran", [["Ann"], ["and Bo"]], 1), ("Ann and Bo|e1] ran|[e1]", [["Bo", "ran"]], 1),
        ("Ann|[e1 |[e2],[e2 Bo|e1] ran", [["Ann Bo"]], 2), ("Ann|[e1],e1],[e2 ran", [["Ann", "Ann"], ["Ann"]], 2),
    ):  # fmt: skip
        [(document, key)] = crac_text.read_response(written(tmp_path, line))
        assert (chains_of(document, key), sum(key.mended.values())) == (chains, mended), line


def test_mentions_of_other_entities_cross_and_those_of_one_nest(tmp_path: Path) -> None:
    crossing = read_one(tmp_path, "a|[e1 b|[e2 c|e1] d|e2]")
    nested = read_one(tmp_path, "a|[e1 b|[e1 c|e1] d|e1]")

    assert chains_of(*crossing) == [["a b c"], ["b c d"]]
    assert chains_of(*nested) == [["a b c d", "b c"]]


def test_a_text_with_marks_is_recognised_and_plain_text_stays_plain(tmp_path: Path) -> None:
    for text, format in ((EXAMPLE, "crac_text"), ("Ann ran |[e1] or a|b .", "plain")):
        path = tmp_path / "file.txt"
        path.write_text(text)
        assert corpora.recognise(path) == format


def test_what_is_written_is_the_tasks_line_or_refused(tmp_path: Path) -> None:
    """Crossing mentions of one entity and words that would be read otherwise are; a blank becomes a no-break space."""
    assert "".join(crac_text.write([read_one(tmp_path, EXAMPLE)])) == EXAMPLE
    assert "".join(crac_text.write([(document_of("10 000"), of_chains())])) == "10\u00a0000\n"
    document, crossing = document_of("a", "b", "c"), of_chains((Span(0, 2), Span(1, 3)))
    assert corpora.inexpressible(crac_text.FORMAT, document, crossing) == [(0, Span(1, 3))]
    for pair in ((document, crossing), (document_of("##1"), of_chains()), (document_of("a|[e1]"), of_chains())):
        with refused("inexpressible", "d"):
            "".join(crac_text.write([pair]))


def test_entities_are_numbered_as_they_come_and_crossing_ones_keep_their_borders(tmp_path: Path) -> None:
    document = document_of("a", "b", "c", "d")
    key = Key("d", ((Span(0, 2),), (Span(0, 3),), (Span(1, 4), Span(3, 4))))
    line = "".join(crac_text.write([(document, key)]))

    assert line == "a|[e1,[e2 b|e2],[e3 c|e1] d|[e3],e3]\n"
    assert read_one(tmp_path, line)[1].chains == key.chains
