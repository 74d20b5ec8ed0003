from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import accumulate
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora.corpora import Pair
from anaphora.corpora.muc import remarks, write
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, chains_of, documents, expressible, through, written
from tests.refused import refused

MANY = 60_000
BOMB = "<!DOCTYPE a [<!ENTITY a0 'ha'><!ENTITY a11 '&a0;&a0;'>]>"
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/passwd">]>'
SAMPLE = Sample(
    valid='<DOC><DOCID>d</DOCID><p><COREF ID="1">Ann</COREF> ran with '
    '<COREF ID="2"><COREF ID="3" REF="1">her</COREF> son</COREF>.</DOC>',
    more=[
        (
            '<DOC><DOCNO> d-1 </DOCNO><HL>News</HL><TXT><p><s>The <COREF ID="1" MIN="firm|AT&amp;T" STATUS="OPT">firm '
            "AT&#38;T</COREF> won.</s>\n<s>It &lt; <COREF ID=2 REF='1' TYPE=IDENT>it</COREF></s></p></TXT></DOC>\n"
            '<DOC ID="d-2">Bob <COREF ID="1"></COREF><COREF ID="9" REF="1">he</COREF></DOC>\n'
        )
    ],
    deep=("".join(f'<COREF ID="{at}">' for at in range(DEEP)) + "a" + "</COREF>" * DEEP, "too-large"),
    long_word=('<COREF ID="1">{}</COREF>', "too-large"),
    same_id='<COREF ID="1">a</COREF> <COREF ID="1">b</COREF>',
    outside=('a <COREF ID="1">b', "unclosed"),
    across='<DOC><COREF ID="1">a</COREF></DOC><DOC><COREF ID="2" REF="1">a</COREF></DOC>',
    malformed=[
        ("\n<COREF ID=1>a", 2, "unclosed"), ("a\nb</COREF>", 2, "unopened"), ("<COREF REF=1>a</COREF>", 1, "malformed"),
        ("<COREF ID=1>a</COREF>\n<COREF ID=1>b</COREF>", 2, "duplicate-id"), ("<DOC>a</DOC>\n<DOC>b", 2, "unclosed"),
        ("<DOC>a\n<DOC>b</DOC>", 2, "unclosed"), ("<DOC>a</DOC>\nb", 2, "outside-document"),
        ("<DOC>a</DOC>\n</DOC>", 2, "outside-document"), ("<DOC><DOCID>a</DOC>", 1, "unclosed"),
        ("<DOC id=a>a</DOC>\n<DOC id=a>b</DOC>", 2, "duplicate-id"),
        ("".join(f"<COREF ID={at}>" for at in range(101)), 1, "too-large"), ("a " * 1_000_001, 1, "too-large"),
    ],
)  # fmt: skip
read_text, read_one = partial(samples.read_all, "muc"), partial(samples.read_one, "muc")


def test_muc_chains_are_what_references_connect_in_either_direction(tmp_path: Path) -> None:
    """Also in the example of the task definition, and in any case and quotes."""
    task = '<COREF ID="9">Lawson Mardon Group Ltd.</COREF> said <COREF ID="8 " TYPE="IDENT" REF="9">it</COREF> grew.'
    text = "<COREF ID=1 REF=3>a</COREF> <COREF ID=2>b</COREF> <COREF ID=3>c</COREF> <COREF ID=4 REF=3>d</COREF>"
    cased = read_one(tmp_path, "<coref id='1' Status=opt>Ann</coref> ran; <COREF Id=2 ref=1>she</COREF> won")
    example = read_one(tmp_path, task)
    document, key = read_one(tmp_path, text)

    assert example[0].text == "Lawson Mardon Group Ltd. said it grew."
    assert chains_of(*example) == [["Lawson Mardon Group Ltd.", "it"]]
    assert chains_of(document, key) == [["a", "c", "d"], ["b"]]
    assert [tuple(map(document.words_of, link)) for link in key.links] == [("a", "c"), ("d", "c")]
    assert (chains_of(*cased), cased[1].attributes[Span(0, 1)].optional) == ([["Ann", "she"]], True)


def test_muc_minimum_is_the_first_alternative_of_whole_words(tmp_path: Path) -> None:
    text = '<COREF ID="1" MIN="Ric|Georg\nRath|Dr.">Herr Dr. Georg Rath of Rich</COREF>'
    _, key = read_one(tmp_path, text + ' <COREF ID="2" MIN="at">Rath</COREF>')

    assert key.attributes == {Span(0, 6): Attributes(minimum=Span(2, 4)), Span(6, 7): Attributes()}


def test_muc_divides_words_at_tags_and_knows_the_basic_entities_and_mentions_without_words(tmp_path: Path) -> None:
    divided = read_one(tmp_path, '<COREF ID="1">London</COREF>based and a<p>b')
    source = "A&T &amp; B &lt;i&gt; &quot;&#233;&#xe9;&quot; &copy; &#55296; 1 < 2"
    entities, _ = read_one(tmp_path, f"<!DOCTYPE x><TXT>{source}<!-- no text -->")
    empty = read_one(tmp_path, "<COREF ID=1>a</COREF><COREF ID=2 REF=1> </COREF><COREF ID=3 REF=2>b</COREF>")
    several = read_text(tmp_path, "<DOC><DOCID>a</DOCID>x</DOC>\n<DOC>y</DOC>\n<doc id=c>z</doc>")

    assert (divided[0].words, chains_of(*divided)) == (("London", "based", "and", "a", "b"), [["London"]])
    assert entities.text.startswith('A&T & B <i> "éé" &copy; &#55296; 1 < 2')
    assert (chains_of(*empty), empty[1].zeros) == ([["a", "b"]], 1)
    assert [document.id for document, _ in several] == ["a", "sample-2", "c"]


def test_muc_reads_headings_paragraphs_and_sentences_that_are_not_closed(tmp_path: Path) -> None:
    text = "<DOC><DOCNO> 8-1 </DOCNO><HL>Big News</HL><TXT><p><s>One two.<s>Three.<p><s>Four</TXT></DOC>\n"
    document, _ = read_one(tmp_path, text)

    assert document.id == "8-1"
    assert document.words == ("Big", "News", "One", "two", ".", "Three", ".", "Four")
    assert (document.headings, document.paragraph_starts) == ((Span(0, 2),), (0, 2, 7))
    assert document.sentence_starts == (0, 2, 5, 7)


def test_muc_remarks_tell_missing_references_and_minimums(tmp_path: Path) -> None:
    many = "".join(f'<COREF ID="{at}" REF="x">a</COREF>\n' for at in range(MANY // 6))
    for text, lines in (
        ('a\n<COREF ID="1" REF="9" MIN="x">b</COREF>', [2, 2]),
        (str(SAMPLE.across), [1]),  # into another document
        ('a\n\n<COREF ID="1" REF="1">b</COREF>', [3]),
        (many, [*range(1, MANY // 6 + 1)]),
    ):
        assert [remark.line for remark in remarks(written(tmp_path, text))] == lines


def sentence(*words: str, **more: tuple[int, ...] | tuple[Span, ...]) -> Document:
    spaces = (*(" " for _ in words[1:]), "")
    return Document("d&1", words, spaces, **more)  # type: ignore[arg-type]


def test_muc_is_written_with_references_to_the_previous_mention() -> None:
    document = sentence("Title", "Ann", "ran", "<", paragraph_starts=(0, 1), headings=(Span(0, 1),))
    attributes = {Span(1, 3): Attributes(head=1, optional=True)}
    key = Key("d&1", ((Span(0, 1), Span(1, 3)), (Span(2, 3),)), attributes)

    assert "".join(write([(document, key)])) == (
        "<DOC>\n<DOCID>d&amp;1</DOCID>\n"
        '<HL><COREF ID="1">Title</COREF> </HL>\n'
        '<p><COREF ID="2" TYPE="IDENT" REF="1" MIN="Ann" STATUS="OPT">Ann <COREF ID="3">ran</COREF></COREF> &lt;</p>\n'
        "</DOC>\n"
    )


def test_muc_cannot_be_written_where_mentions_cross_or_have_gaps_but_without_words(tmp_path: Path) -> None:
    for chain in ((Span(0, 2), Span(1, 3)), (Span(0, 3, gaps=((1, 2),)),)):
        with refused("inexpressible"):
            "".join(write([(sentence("a", "b", "c"), Key("d", (chain,)))]))
    document, _ = read_one(tmp_path, "".join(write([(Document("d", (), ()), Key("d", ()))])))
    assert (document.id, document.words) == ("d", ())


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pair=documents(), data=st.data())
def test_muc_that_is_written_has_the_same_minimums_or_none(tmp_path: Path, pair: Pair, data: st.DataObject) -> None:
    """One that spaCy's words cannot express is left out, none is made up."""
    document, key = expressible(pair, "muc")
    spans = [span for chain in key.chains for span in chain]
    minimums = {span: Span(span.start, data.draw(st.integers(span.start + 1, span.end))) for span in spans}
    attributes = {span: Attributes(minimum=minimum) for span, minimum in minimums.items()}
    read, key_read = through((document, replace(key, attributes=attributes)), "muc", tmp_path)

    kept = {span: known.minimum for span, known in key_read.attributes.items() if known.minimum}
    assert in_letters(read, kept).items() <= in_letters(document, minimums).items()


def in_letters(document: Document, minimums: Mapping[Span, Span]) -> dict[tuple[int, int], str]:
    """Mentions by their characters without white space: words may be divided otherwise when they are read again."""
    ends = [0, *accumulate(map(len, document.words))]
    return {
        (ends[span.start], ends[span.end]): "".join(document.words[token] for token in minimum)
        for span, minimum in minimums.items()
    }


def test_muc_entities_mean_nothing(tmp_path: Path) -> None:
    for declared in (BOMB, OUTSIDE):
        document, _ = read_one(tmp_path, f"{declared}<COREF ID='1'>&a11;&x;</COREF>")
        assert document.text.endswith("&a11;&x;")


def test_muc_of_very_many_letters_minimums_and_documents_without_words_is_read(tmp_path: Path) -> None:
    tags = f"<COREF ID='1' {'a' * MANY}>a</COREF> <COREF {'b' * MANY} ID=2>b</COREF>"
    nearly = f'<COREF ID="1" MIN="{"a" * (MANY // 2)}b">{"a " * MANY}</COREF>'

    assert len(read_one(tmp_path, tags)[1].chains) == 2
    assert read_one(tmp_path, nearly)[1].attributes[Span(0, MANY)].minimum is None
    assert len(read_text(tmp_path, "<DOC></DOC>\n" * (MANY // 20))) == MANY // 20
