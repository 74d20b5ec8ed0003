"""What writers write, their readers read again: any documents, odd words and names, and disks that fail."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from anaphora import corpora
from anaphora.corpora import Format, Pair, conll2012, corefud, muc
from anaphora.corpora._mentions import unnested
from anaphora.experiments.conversion.convert import convert
from anaphora.experiments.conversion.round_trip import difference
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.key import Clusters, Key
from tests.corpora.samples import again, sample_of, written
from tests.experiments.failing_disk import NEVER, contents, failing, put_back
from tests.refused import refused

FORMATS = corpora.formats()
WRITABLE = [name for name, form in FORMATS.items() if form.is_written]
ANY_DOCUMENT = [name for name in WRITABLE if name != "gap"]
"""GAP holds one pronoun and two names, nothing else."""

WORDS = [
    "Ann", "it", "can't", "U.S.", ".", "“", "#", "-", "_", "(1)", "1|2", "<b>", "&amp;", "T1", "*", '"', "\\", "🙂",
    "é",
]  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> Pair:
    """A document of up to 12 words in sentences and paragraphs; mentions of one chain nest, sometimes all do."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
    total = len(words)
    spaces = draw(st.lists(st.sampled_from([" ", " ", ""]), min_size=total, max_size=total))
    starts = sorted({0, *draw(st.sets(st.integers(0, total - 1), max_size=3))})
    paragraphs = tuple(starts[: draw(st.integers(0, len(starts)))])
    for start in paragraphs[1:]:
        spaces[start - 1] = "\n\n"
    ends = st.tuples(st.integers(0, total - 1), st.integers(1, total)).filter(lambda pair: pair[0] < pair[1])
    mentions = [(chain, Span(*pair)) for pair in draw(st.sets(ends, max_size=6)) for chain in [draw(st.integers(0, 2))]]
    by_chain = [[(at, span) for at, span in mentions if at == chain] for chain in range(3)]
    crossing = {it for group in ([mentions] if draw(st.booleans()) else by_chain) for it in unnested(group)}
    chains = [tuple(sorted(span for at, span in group if (at, span) not in crossing)) for group in by_chain]
    document = Document("d; part 000", tuple(words), (*spaces[:-1], ""), tuple(starts), paragraphs)
    return document, Key(document.id, tuple(sorted(filter(None, chains))))


def through(pair: Pair, name: str, folder: Path) -> Pair:
    """The document as it comes back from a format."""
    [read] = again(FORMATS[name], [pair], folder)
    return read


@pytest.mark.parametrize("name", ["conll2012", "corefud", "docbin", "jsonlines"])
def test_who_speaks_comes_back(name: str, tmp_path: Path) -> None:
    words, speakers = ("Hi", ".", "Hello", "!"), ("Ann Lee", "Ann Lee", "", "")
    document = Document("d; part 000", words, (" ",) * 3 + ("",), (0, 2), speakers=speakers)

    assert through((document, Key(document.id, ())), name, tmp_path)[0].speakers == speakers


# Between any two formats that can be written, the words and the chains stay the same.


@pytest.mark.parametrize(("first", "second"), list(permutations(ANY_DOCUMENT, 2)))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(pair=documents())
def test_chains_come_back_through_two_formats(first: str, second: str, pair: Pair, tmp_path: Path) -> None:
    assume(not any(any(FORMATS[name].inexpressible(pair[1])) for name in (first, second)))
    once = through(pair, first, tmp_path)
    twice = through(once, second, tmp_path)

    assert difference(pair, once) == ""
    assert difference(pair, twice) == ""


@pytest.mark.parametrize("to", ANY_DOCUMENT)
def test_several_documents_come_back_and_their_format_is_recognised(to: str, tmp_path: Path) -> None:
    texts = "".join(f"#begin document ({id})\nAnn (1)\nleft -\n{id} (2)\n#end document\n" for id in "bca")
    (tmp_path / "in.conll").write_text(texts, "utf8")
    files = [tmp_path / f"file{FORMATS[to].suffix}"] if FORMATS[to].write else []

    for target in (tmp_path / "folder", *files):
        convert(tmp_path / "in.conll", target, to)
        read = sorted((document.words[2], key.chains) for document, key in corpora.read(target))
        assert read == [(id, ((Span(0, 1),), (Span(2, 3),))) for id in "abc"]


SOURCES = ["gum/dev/corefud", "gum/dev/ontogum_conll", "litbank/conll", "litbank/brat", "litbank/tsv"]


@pytest.mark.parametrize(("source", "to"), list(product(SOURCES, ANY_DOCUMENT)))
def test_real_corpora_come_back_from_every_format(data: Path, tmp_path: Path, source: str, to: str) -> None:
    if not (data / source).is_dir():
        pytest.skip(f"no {source}")
    for file, _ in corpora.files(data / source, None)[:2]:
        target = tmp_path / file.stem
        result = convert(file, target, to, drop=True)

        assert result.documents == 1
        assert result.mentions > 0
        assert len(result.dropped) <= result.mentions * sample_of(to).most_dropped


@pytest.mark.parametrize("to", ANY_DOCUMENT)
def test_gap_comes_back_from_every_format_but_its_labels_only_where_kinds_are_kept(
    data: Path, tmp_path: Path, to: str
) -> None:
    if not (source := data / "gap" / "gap-validation.tsv").is_file():
        pytest.skip("no GAP")
    few = tmp_path / "gap-few.tsv"
    few.write_bytes(b"".join(source.read_bytes().splitlines(keepends=True)[:21]))
    result = convert(few, tmp_path / "there", to)

    assert (result.documents, result.mentions, result.dropped) == (20, 60, ())
    if result.lost["attributes.kind"]:
        with refused("inexpressible"):
            convert(tmp_path / "there", tmp_path / "back.tsv", "gap")
    else:
        assert convert(tmp_path / "there", tmp_path / "back.tsv", "gap").mentions == 60


# Brackets

WRITERS = [conll2012.FORMAT, corefud.FORMAT]
DOCUMENT = Document("d", ("Ann", "'s", "dog", "bit", "itself", "."), ("", " ", " ", " ", "", ""), sentence_starts=(0,))
DOG = Key("d", ((Span(0, 2),), (Span(0, 3), Span(4, 5))))


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_of_the_bundled_corpus_keeps_every_chain(writer: Format, tmp_path: Path) -> None:
    manuals = list(corpora.read(BUNDLED, "corefud"))
    read = again(writer, manuals, tmp_path)

    assert [sorted(key.chains) for _, key in read] == [sorted(key.chains) for _, key in manuals]


def test_corefud_writer_keeps_trees_and_sentences(tmp_path: Path) -> None:
    ((document, _),) = corpora.read(BUNDLED / "printer.conllu")
    ((read, _),) = again(corefud.FORMAT, [(document, Key("printer", ()))], tmp_path)

    assert document.annotation
    assert read.annotation
    assert read.annotation.head == document.annotation.head
    assert read.sentence_starts == document.sentence_starts


def test_conll_writer_has_twelve_columns_and_joins_brackets_with_a_bar() -> None:
    first, *_ = "".join(conll2012.write([(DOCUMENT, DOG)])).splitlines()[1:]

    assert first.split("\t") == ["d", "0", "0", "Ann", "-", "*", "-", "-", "-", "-", "*", "(2|(1"]


@pytest.mark.parametrize(("part", "column"), [("003", "3"), ("000", "0"), ("1a", "1a"), ("12", "12")])
def test_conll_writer_takes_parts_that_are_no_numbers(part: str, column: str, tmp_path: Path) -> None:
    document = Document(f"d; part {part}", ("Ann",), ("",), (0,))
    ((read, _),) = again(conll2012.FORMAT, [(document, Key(document.id, ()))], tmp_path)

    assert read.id == document.id
    assert f"\nd\t{column}\t0\tAnn\t" in (tmp_path / "written").read_text("utf8")


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_refuses_mentions_of_one_chain_that_cross(writer: Format) -> None:
    crossing = Key("d", ((Span(0, 3), Span(2, 5)),))

    with refused("inexpressible"):
        list(writer.pieces([(DOCUMENT, crossing)]))


@pytest.mark.parametrize("writer", WRITERS)
def test_writer_keeps_mentions_of_different_chains_that_cross_in_one_token(writer: Format, tmp_path: Path) -> None:
    key = Key("d", ((Span(0, 3),), (Span(2, 5), Span(2, 3))))
    ((_, read),) = again(writer, [(DOCUMENT, key)], tmp_path)

    assert sorted(read.chains) == [(Span(0, 3),), (Span(2, 3), Span(2, 5))]


def test_mentions_that_brackets_cannot_express_cross_one_of_their_chain_and_but_for_corefud_have_gaps() -> None:
    crossing, gap = Span(2, 5), Span(0, 3, ((1, 2),))
    key = Key("d", ((Span(0, 3), crossing), (crossing,), (gap,)))

    assert list(corefud.FORMAT.inexpressible(key)) == [(0, crossing)]
    assert list(conll2012.FORMAT.inexpressible(key)) == [(0, crossing), (2, gap)]
    assert list(muc.FORMAT.inexpressible(key)) == [(2, gap), (0, crossing), (1, crossing)]


def test_without_the_mentions_that_brackets_cannot_express_all_others_nest() -> None:
    chain = (Span(0, 3), Span(2, 5), Span(4, 6), Span(4, 5))

    assert list(unnested((0, span) for span in chain)) == [(0, Span(2, 5))]


# Empty nodes and zeros, through the formats that hold them and through one that does not

WITH_NODES = ("crac_json", "crac_text")
ROWS = (
    "# newdoc id = d\n# global.Entity = eid-etype-head-other\n1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1--1)\n"
    "2\tsaid\t_\t_\t_\t_\t_\t_\t_\t_\n2.1\tshe\t_\t_\t_\t_\t_\t_\t3:nsubj\tEntity=(e1--1)\n"
    "3\tslept\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
)


def mentions(key: Clusters) -> set[frozenset[Span]]:
    return {frozenset(chain) for chain in key.chains}


@pytest.mark.parametrize("format", WITH_NODES)
def test_zeros_come_back_but_for_what_governs_them(tmp_path: Path, format: str) -> None:
    key, there, back = tmp_path / "key.conllu", tmp_path / "there.x", tmp_path / "back.conllu"
    key.write_text(ROWS)
    result = convert(key, there, format)
    convert(there, back, "corefud", format)
    [(document, chains)] = corpora.read(back)

    assert document.words == ("Ann", "said", "slept")
    assert [(node.place, node.form) for node in document.nodes] == [(2, "she")]
    assert chains.chains == ((Span(0, 1), Span(FIRST_NODE, FIRST_NODE + 1)),)
    assert result.lost["empty_nodes"] == 1, "the relation to its governor"


def test_conll_2012_loses_zeros_and_says_so(tmp_path: Path) -> None:
    key, there = tmp_path / "key.conllu", tmp_path / "there.conll"
    key.write_text(ROWS)
    convert(key, tmp_path / "key.json", "crac_json")
    result = convert(tmp_path / "key.json", there)

    assert (result.mentions, result.lost["zeros"]) == (1, 1)
    assert next(corpora.read(there))[1].chains == ((Span(0, 1),),)


@pytest.mark.parametrize("name", ["key", "drop", "move", "relabel", "spurious", "mixed"])
@pytest.mark.parametrize("format", WITH_NODES)
def test_a_czech_corpus_comes_back(data: Path, tmp_path: Path, format: str, name: str) -> None:
    source = data / "zeros" / f"pdtc_ft.{name}.conllu"
    if not source.is_file():
        pytest.skip("no zeros")
    there, back = tmp_path / f"there.{format}", tmp_path / "back.conllu"
    result = convert(source, there, format, drop=True)
    convert(there, back, "corefud", format)

    assert len(result.dropped) <= 6, "discontinuous mentions"
    assert {"empty_nodes", "attributes.head"} <= set(result.lost)
    gone = {(mention.document, mention.text) for mention in result.dropped}
    for (document, key), (read, chains) in zip(corpora.read(source), corpora.read(back), strict=True):
        kept = ({span for span in chain if (document.id, document.words_of(span)) not in gone} for chain in key.chains)
        assert read.words == document.words
        assert [(node.place, node.form) for node in read.nodes] == [(node.place, node.form) for node in document.nodes]
        assert mentions(chains) == {frozenset(chain) for chain in kept if chain}


# Words and names that a format has no way to write, and disks that fail: every writer keeps them or refuses all.

ODD_WORDS = (
    "a\0b", "a\nb", "a\rb", "a\tb", "a b", " ", "a\u2028b", "a\x85b", "a\x1fb", "a\x7fb", "\ufeff", "\u200b", "\u3000",
    "\ud800", "\U000e0001", "e\u0301",
    "<!ENTITY x>", "&x;", "]]>", "</COREF>", "\\", "(1)", "|", "#", "#end document",
    "_", "-", "*", "1-2", "T1\tX 0 1\ta", "[a]", "a" * 100_000,
)  # fmt: skip
IDS = (
    "", " ", ".", "..", "../../x", "/etc/x", "a/b", "a\\b", "a\nb", "a\tb", "a\0b", "CON", "#", "-", "*", "a;b",
    "\ud800", "x" * 300, "é" * 200, "d (part 1); part 2", "</DOC>", '"', "a|b",
)  # fmt: skip


def jsonl(folder: Path, id: str, word: str) -> Path:
    record = {"doc_key": id, "sentences": [["Ann", word, "it"]], "clusters": [[[0, 0], [2, 2]]]}
    (folder / "in.jsonl").write_text(json.dumps(record) + "\n")
    return folder / "in.jsonl"


def targets(folder: Path, format: str) -> list[Path]:
    """A folder, and a file where the format has several documents in one."""
    (folder / "out").mkdir()
    file = [folder / "out" / f"o{FORMATS[format].suffix}"] if FORMATS[format].write else []
    return [folder / "out" / "o", *file]


def accepted(source: Path, format: str) -> Iterator[Path]:
    """The targets that were written; of those that were refused nothing may be left."""
    for target in targets(source.parent, format):
        try:
            convert(source, target, format)
        except WorkbenchError:
            assert not target.exists()
        else:
            yield target


def characters(document: Document) -> str:
    return "".join("".join(document.words).split())


@pytest.mark.parametrize("word", ODD_WORDS, ids=[repr(word[:20]) for word in ODD_WORDS])
@pytest.mark.parametrize("format", WRITABLE)
def test_an_odd_word_is_kept_or_refused(format: str, word: str, tmp_path: Path) -> None:
    source = jsonl(tmp_path, "d", word)
    for target in accepted(source, format):
        [(before, _)], [(after, key)] = corpora.read(source), corpora.read(target, format)
        assert characters(after) == characters(before)
        assert [[after.words_of(span) for span in chain] for chain in key.chains] == [["Ann", "it"]]


@pytest.mark.parametrize("id", IDS, ids=[repr(id[:20]) for id in IDS])
@pytest.mark.parametrize("format", WRITABLE)
def test_no_name_of_a_document_leads_out_of_the_folder(format: str, id: str, tmp_path: Path) -> None:
    source = jsonl(tmp_path, id, "saw")
    for target in accepted(source, format):
        assert [document.words for document, _ in corpora.read(target, format)] == [("Ann", "saw", "it")]
    assert {path.name for path in tmp_path.iterdir()} == {"in.jsonl", "out"}
    assert {path.name.split(".")[0] for path in (tmp_path / "out").iterdir()} <= {"o"}


@pytest.mark.parametrize("id", ["a\nb", "a\tb", "\x1b[2J", "a\u2028b"])
@pytest.mark.parametrize("format", WRITABLE)
def test_no_format_takes_a_document_whose_id_has_a_control_character(format: str, id: str, tmp_path: Path) -> None:
    with refused("inexpressible", repr(id)):
        convert(jsonl(tmp_path, id, "saw"), tmp_path / "out", to=format)


@pytest.mark.parametrize("format", [name for name in WRITABLE if not FORMATS[name].keeps_zeros])
def test_writers_refuse_empty_nodes_that_they_cannot_hold(format: str) -> None:
    document = Document("d", ("Ann", "left"), (" ", ""), nodes=(EmptyNode(2, 0, 1),))
    key = Key("d", ((Span(0, 1), Span(FIRST_NODE, FIRST_NODE + 1)),))

    with refused("inexpressible", "d"):
        if write_files := FORMATS[format].write_files:
            write_files(document, key, "d")
        else:
            list(FORMATS[format].pieces([(document, key)]))


def test_most_odd_words_can_be_written(tmp_path: Path) -> None:
    """Without this, the tests above would pass if every writer refused everything."""
    refused = []
    for number, word in enumerate(ODD_WORDS):
        (tmp_path / str(number)).mkdir()
        try:
            convert(jsonl(tmp_path / str(number), "d", word), tmp_path / str(number) / "out.jsonl", "jsonlines")
        except WorkbenchError:
            refused.append(word)
    assert refused == ["\ud800"]  # half a character


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("format", WRITABLE)
def test_a_disk_that_fails_at_any_step_leaves_what_there_was(format: str, held: bool, tmp_path: Path) -> None:
    source = written(tmp_path, sample_of("gap").valid)  # the one kind of document that all formats can hold
    for target in targets(tmp_path, format):
        out = target.parent
        put_back(out, {})
        convert(source, target, format)
        new = contents(out)
        old = dict.fromkeys(new, b"old") if held else {}
        with failing(out) as disk:
            for step in range(1, 100):
                disk.at = NEVER
                put_back(out, old)
                disk.at, disk.steps, disk.failed = step, 0, ""
                with suppress(WorkbenchError):
                    convert(source, target, format, force=True)
                left = contents(out)
                if old and len(new) > 1:  # files of a folder are replaced one by one, each as a whole
                    assert left.keys() == new.keys()
                    assert all(content in (old[name], new[name]) for name, content in left.items()), disk.failed
                else:
                    assert left == (old if disk.failed else new), disk.failed
                if not disk.failed:
                    break
        assert step > 3
