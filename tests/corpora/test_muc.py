from functools import partial
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anaphora.corpora.muc import remarks, write
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, chains_of, written
from tests.patience import soon
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
    crossing=None,  # elements nest or are refused
    crossing_chains=None,
    outside=('a <COREF ID="1">b', "unclosed"),
    across='<DOC><COREF ID="1">a</COREF></DOC><DOC><COREF ID="2" REF="1">a</COREF></DOC>',
)
read_text, read_one = partial(samples.read_all, "muc"), partial(samples.read_one, "muc")


def test_muc_reads_the_example_of_the_task_definition(tmp_path: Path) -> None:
    text = (
        '<COREF ID="100">Lawson Mardon Group Ltd.</COREF> said <COREF ID="101 " TYPE="IDENT" REF="100">it</COREF> grew.'
    )
    document, key = read_one(tmp_path, text)

    assert document.text == "Lawson Mardon Group Ltd. said it grew."
    assert chains_of(document, key) == [["Lawson Mardon Group Ltd.", "it"]]


def test_muc_chains_are_what_references_connect_in_either_direction(tmp_path: Path) -> None:
    text = "<COREF ID=1 REF=3>a</COREF> <COREF ID=2>b</COREF> <COREF ID=3>c</COREF> <COREF ID=4 REF=3>d</COREF>"

    document, key = read_one(tmp_path, text)
    assert chains_of(document, key) == [["a", "c", "d"], ["b"]]
    assert [(document.words_of(one), document.words_of(other)) for one, other in key.links] == [("a", "c"), ("d", "c")]


def test_muc_tags_and_attributes_may_be_in_any_case_and_quotes(tmp_path: Path) -> None:
    text = "<coref id='1' Status=opt>Ann</coref> ran; <COREF Id=2 ref=1>she</COREF> won"
    document, key = read_one(tmp_path, text)

    assert chains_of(document, key) == [["Ann", "she"]]
    assert key.attributes[Span(0, 1)].optional


def test_muc_minimum_is_the_first_alternative_of_whole_words(tmp_path: Path) -> None:
    text = '<COREF ID="1" MIN="Ric|Georg\nRath|Dr.">Herr Dr. Georg Rath of Rich</COREF>'
    _, key = read_one(tmp_path, text + ' <COREF ID="2" MIN="at">Rath</COREF>')

    assert key.attributes == {Span(0, 6): Attributes(minimum=Span(2, 4)), Span(6, 7): Attributes()}


def test_muc_boundaries_inside_a_token_divide_it(tmp_path: Path) -> None:
    document, key = read_one(tmp_path, '<COREF ID="1">London</COREF>based and a<p>b')

    assert document.words == ("London", "based", "and", "a", "b")
    assert chains_of(document, key) == [["London"]]


def test_muc_reads_headings_paragraphs_and_sentences_that_are_not_closed(tmp_path: Path) -> None:
    text = "<DOC><DOCNO> 8-1 </DOCNO><HL>Big News</HL><TXT><p><s>One two.<s>Three.<p><s>Four</TXT></DOC>\n"
    document, _ = read_one(tmp_path, text)

    assert document.id == "8-1"
    assert document.words == ("Big", "News", "One", "two", ".", "Three", ".", "Four")
    assert document.headings == (Span(0, 2),)
    assert document.paragraph_starts == (0, 2, 7)
    assert document.sentence_starts == (0, 2, 5, 7)


def test_muc_knows_only_the_basic_entities_and_leaves_the_rest(tmp_path: Path) -> None:
    source = "A&T &amp; B &lt;i&gt; &quot;&#233;&#xe9;&quot; &copy; &#55296; 1 < 2"
    document, _ = read_one(tmp_path, f"<!DOCTYPE x><TXT>{source}<!-- no text -->")

    assert document.text.startswith('A&T & B <i> "éé" &copy; &#55296; 1 < 2')


def test_muc_files_may_hold_several_documents(tmp_path: Path) -> None:
    text = "<DOC><DOCID>a</DOCID>x</DOC>\n<DOC>y</DOC>\n<doc id=c>z</doc>"

    assert [document.id for document, _ in read_text(tmp_path, text)] == ["a", "sample-2", "c"]


def test_muc_mentions_without_words_are_counted_and_still_connect(tmp_path: Path) -> None:
    text = "<COREF ID=1>a</COREF><COREF ID=2 REF=1> </COREF><COREF ID=3 REF=2>b</COREF>"
    document, key = read_one(tmp_path, text)

    assert (chains_of(document, key), key.zeros) == ([["a", "b"]], 1)


def test_muc_remarks_tell_missing_references_and_minimums(tmp_path: Path) -> None:
    path = written(tmp_path, 'a\n<COREF ID="1" REF="9" MIN="x">b</COREF>')

    assert list(remarks(path)) == [
        (2, "REF='9' of COREF 1 is not an ID of the document"),
        (2, "MIN='x' is not among the words of COREF 1"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("\n<COREF ID=1>a", 2, "unclosed"),
        ("a\nb</COREF>", 2, "unopened"),
        ("<COREF REF=1>a</COREF>", 1, "malformed"),
        ("<COREF ID=1>a</COREF>\n<COREF ID=1>b</COREF>", 2, "duplicate-id"),
        ("<DOC>a</DOC>\n<DOC>b", 2, "unclosed"),
        ("<DOC>a\n<DOC>b</DOC>", 2, "unclosed"),
        ("<DOC>a</DOC>\nb", 2, "outside-document"),
        ("<DOC>a</DOC>\n</DOC>", 2, "outside-document"),
        ("<DOC><DOCID>a</DOC>", 1, "unclosed"),
        ("<DOC id=a>a</DOC>\n<DOC id=a>b</DOC>", 2, "duplicate-id"),
        ("".join(f"<COREF ID={at}>" for at in range(101)), 1, "too-large"),
        ("a " * 1_000_001, 1, "too-large"),
    ],
)
def test_muc_that_is_malformed_is_refused(tmp_path: Path, text: str, line: int, code: str) -> None:
    with refused(code, line=line):
        read_text(tmp_path, text)


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


@pytest.mark.parametrize("chain", [(Span(0, 2), Span(1, 3)), (Span(0, 3, gaps=((1, 2),)),)])
def test_muc_cannot_be_written_where_mentions_cross_or_have_gaps(chain: tuple[Span, ...]) -> None:
    with refused("inexpressible"):
        "".join(write([(sentence("a", "b", "c"), Key("d", (chain,)))]))


@st.composite
def documents(draw: st.DrawFn) -> tuple[Document, Key]:
    vocabulary = st.sampled_from(["a", "Ann", "<p>", "&amp;", "don't", '"', "x|y", "é", "</COREF>"])
    words = draw(st.lists(vocabulary, min_size=1))
    spaces = draw(st.lists(st.sampled_from(["", " ", "\n"]), min_size=len(words), max_size=len(words)))
    spans: list[Span] = []
    for ends in draw(st.lists(st.tuples(*[st.integers(0, len(words))] * 2), max_size=8)):
        span = Span(min(ends), max(ends))
        pairs = [sorted((span, it)) for it in spans]
        crosses = any(left.start < right.start < left.end < right.end for left, right in pairs)
        if len(span) and span not in spans and not crosses:
            spans.append(span)
    chains: dict[int, list[Span]] = {}
    for span in sorted(spans):
        chains.setdefault(draw(st.integers(0, 2)), []).append(span)
    kernels = {span: Span(span.start, draw(st.integers(span.start + 1, span.end))) for span in spans}
    attributes = {span: Attributes(minimum=kernel) for span, kernel in kernels.items()}
    starts = draw(st.sets(st.sampled_from(range(len(words)))))
    document = Document("d", tuple(words), tuple(spaces), sentence_starts=tuple(sorted(starts)))
    return document, Key("d", tuple(sorted(map(tuple, chains.values()))), attributes)


def in_characters(document: Document, key: Key) -> tuple[object, ...]:
    """Text, chains and minimums without white space: words may be divided otherwise when they are read again."""
    ends = [0, *accumulate(map(len, document.words))]
    chains = {frozenset((ends[span.start], ends[span.end]) for span in chain) for chain in key.chains}
    kernels = {span: it.minimum for span, it in key.attributes.items() if it.minimum}
    minimums = {
        (ends[span.start], ends[span.end]): "".join(document.words[it] for it in kernels[span]) for span in kernels
    }
    return "".join(document.words), chains, minimums


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pair=documents())
def test_muc_that_is_written_reads_back_with_the_same_chains(tmp_path: Path, pair: tuple[Document, Key]) -> None:
    [again] = read_text(tmp_path, "".join(write([pair])))

    text, chains, minimums = in_characters(*pair)
    assert in_characters(*again)[:2] == (text, chains)
    # a minimum that spaCy's words cannot express is left out, none is made up
    assert in_characters(*again)[2].items() <= minimums.items()  # type: ignore[attr-defined]


@pytest.mark.parametrize("declared", [BOMB, OUTSIDE])
def test_muc_entities_mean_nothing(tmp_path: Path, declared: str) -> None:
    with soon():
        document, _ = read_one(tmp_path, f"{declared}<COREF ID='1'>&a11;&x;</COREF>")
    assert document.text.endswith("&a11;&x;")


def test_muc_tag_of_many_letters_is_read_soon(tmp_path: Path) -> None:
    text = f"<COREF ID='1' {'a' * MANY}>a</COREF> <COREF {'b' * MANY} ID=2>b</COREF>"

    with soon():
        _, key = read_one(tmp_path, text)
    assert len(key.chains) == 2


def test_muc_minimum_that_is_nearly_there_very_often_is_looked_for_soon(tmp_path: Path) -> None:
    with soon():
        _, key = read_one(tmp_path, f'<COREF ID="1" MIN="{"a" * (MANY // 2)}b">{"a " * MANY}</COREF>')
    assert key.attributes[Span(0, MANY)].minimum is None


def test_muc_of_very_many_documents_without_words_is_read_soon(tmp_path: Path) -> None:
    with soon():
        assert len(read_text(tmp_path, "<DOC></DOC>\n" * (MANY // 4))) == MANY // 4


def test_muc_lines_of_very_many_remarks_are_found_soon(tmp_path: Path) -> None:
    text = "".join(f'<COREF ID="{at}" REF="x">a</COREF>\n' for at in range(MANY // 6))

    with soon():
        lines = [line for line, _ in remarks(written(tmp_path, text))]
    assert lines == list(range(1, MANY // 6 + 1))


def test_muc_reference_into_another_document_is_told(tmp_path: Path) -> None:
    assert [text for _, text in remarks(written(tmp_path, SAMPLE.across or ""))] == [
        "REF='1' of COREF 2 is not an ID of the document"
    ]


def test_muc_document_without_words_is_written(tmp_path: Path) -> None:
    document, _ = read_one(tmp_path, "".join(write([(Document("d", (), ()), Key("d", ()))])))

    assert (document.id, document.words) == ("d", ())
