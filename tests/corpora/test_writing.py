"""What writers write, their readers read again: whole corpora, odd words and names, and disks that fail."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Pair, conll2012, corefud, muc
from anaphora.corpora._brackets import unnested
from anaphora.experiments.commands.convert.convert import convert
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.key import Clusters, Key
from tests.conftest import required
from tests.corpora.samples import any_document, chains_of, of_chains, sample_of, through, written
from tests.experiments.failing_disk import NEVER, contents, failing, put_back
from tests.refused import refused


def test_who_speaks_comes_back(tmp_path: Path) -> None:
    words, speakers = ("Hi", ".", "Hello", "!"), ("Ann Lee", "Ann Lee", "", "")
    document = Document("d; part 000", words, (" ",) * 3 + ("",), (0, 2), speakers=speakers)

    for name in ("conll2012", "corefud", "docbin", "jsonlines"):
        assert through((document, Key(document.id, ())), name, tmp_path)[0].speakers == speakers, name


GUM, LITBANK = ["gum/dev/corefud", "gum/dev/ontogum_conll"], ["litbank/conll", "litbank/brat", "litbank/tsv"]


@pytest.mark.parametrize("sources", [GUM[:1], pytest.param([*GUM, *LITBANK], marks=pytest.mark.slow)])
def test_real_texts_come_back_from_every_format(data: Path, tmp_path: Path, sources: list[str]) -> None:
    """The shortest of each corpus."""
    for number, source in enumerate(sources):
        paths = (path for path, _ in corpora.files(required(data / source), None))
        path = min(paths, key=lambda path: (path.stat().st_size, path))
        for to in any_document():
            result = convert(path, tmp_path / f"{number}-{to}", to, drop=True)
            assert result.documents == 1
            assert result.mentions > 0
            assert len(result.dropped) <= result.mentions * sample_of(to).most_dropped, (source, to)


def test_gap_comes_back_from_every_format_but_its_labels_only_where_kinds_are_kept(data: Path, tmp_path: Path) -> None:
    source = required(data / "gap" / "gap-validation.tsv")
    few = tmp_path / "gap-few.tsv"
    few.write_bytes(b"".join(source.read_bytes().splitlines(keepends=True)[:6]))
    for to in any_document():
        there, back = tmp_path / to, tmp_path / f"{to}.tsv"
        result = convert(few, there, to)
        assert (result.documents, result.mentions, result.dropped) == (5, 15, ()), to
        if result.lost["attributes.kind"]:
            with refused("inexpressible"):
                convert(there, back, "gap")
        else:
            assert convert(there, back, "gap").mentions == 15, to


def test_mentions_of_the_same_words_come_back(tmp_path: Path) -> None:
    a, b = Span(0, 1), Span(1, 2)
    for chains in (((a, a),), ((a,), (a,)), ((a, a), (a, b))):
        pair = Document("d; part 000", ("x", "y"), (" ", ""), (0,)), Key("d; part 000", chains)
        for name in {*any_document()} - {"conllua"}:
            assert through(pair, name, tmp_path)[1].chains == chains, name


# Brackets

DOCUMENT = Document("d", ("Ann", "'s", "dog", "bit", "itself", "."), ("", " ", " ", " ", "", ""), sentence_starts=(0,))


def test_mentions_that_brackets_cannot_express_cross_one_of_their_chain_or_have_gaps(tmp_path: Path) -> None:
    crossing, gap = Span(2, 5), Span(0, 3, ((1, 2),))
    key = of_chains((Span(0, 3), crossing), (crossing,), (gap,))

    assert list(corefud.FORMAT.inexpressible(key)) == [(0, crossing)]
    assert list(conll2012.FORMAT.inexpressible(key)) == [(0, crossing), (2, gap)]
    assert list(muc.FORMAT.inexpressible(key)) == [(2, gap), (0, crossing), (1, crossing)]
    for writer in (conll2012.FORMAT, corefud.FORMAT):
        with refused("inexpressible"):
            list(writer.pieces([(DOCUMENT, of_chains((Span(0, 3), crossing)))]))
        in_one_token = of_chains((Span(0, 3),), (Span(2, 3), crossing))
        assert through((DOCUMENT, in_one_token), writer.name, tmp_path)[1].chains == in_one_token.chains
    chain = (Span(0, 3), Span(2, 5), Span(4, 6), Span(4, 5))
    assert list(unnested((0, span) for span in chain)) == [(0, Span(2, 5))], "all others nest"


def test_bundled_texts_come_back_from_brackets_and_with_trees_from_corefud(tmp_path: Path) -> None:
    [(document, key)] = corpora.read(BUNDLED / "printer.conllu")
    conll, conllu = (through((document, key), name, tmp_path) for name in ("conll2012", "corefud"))

    assert conll[1].chains == conllu[1].chains == key.chains
    assert document.annotation
    assert conllu[0].annotation
    assert conllu[0].annotation.head == document.annotation.head
    assert conllu[0].sentence_starts == document.sentence_starts


def test_conll_writer_has_twelve_columns_joins_brackets_and_takes_parts_that_are_no_numbers(tmp_path: Path) -> None:
    key = of_chains((Span(0, 2),), (Span(0, 3), Span(4, 5)))
    first = "".join(conll2012.write([(DOCUMENT, key)])).splitlines()[1]
    assert first.split("\t") == ["d", "0", "0", "Ann", "-", "*", "-", "-", "-", "-", "*", "(2|(1"]

    for part, column in (("003", "3"), ("000", "0"), ("1a", "1a"), ("12", "12")):
        document = Document(f"d; part {part}", ("Ann",), ("",), (0,))
        assert through((document, Key(document.id, ())), "conll2012", tmp_path)[0].id == document.id
        assert f"\nd\t{column}\t0\tAnn\t" in (tmp_path / "written").read_text("utf8")


# Empty nodes and zeros, through the formats that hold them and through those that do not

ROWS = (
    "# newdoc id = d\n# global.Entity = eid-etype-head-other\n1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1--1)\n"
    "2\tsaid\t_\t_\t_\t_\t_\t_\t_\t_\n2.1\tshe\t_\t_\t_\t_\t_\t_\t3:nsubj\tEntity=(e1--1)\n"
    "3\tslept\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
)


@pytest.mark.parametrize("format", ["crac_json", "crac_text"])
def test_zeros_come_back_but_for_what_governs_them_or_are_told(tmp_path: Path, format: str) -> None:
    key, there, back = tmp_path / "key.conllu", tmp_path / "there.x", tmp_path / "back.conllu"
    key.write_text(ROWS)
    result = convert(key, there, format)
    convert(there, back, "corefud", format=format)
    [(document, chains)] = corpora.read(back)

    assert document.words == ("Ann", "said", "slept")
    assert [(node.place, node.form) for node in document.nodes] == [(2, "she")]
    assert chains.chains == ((Span(0, 1), Span(FIRST_NODE, FIRST_NODE + 1)),)
    assert result.lost["empty_nodes"] == 1, "the relation to its governor"
    lossy = convert(there, tmp_path / "there.conll", format=format)
    assert (lossy.mentions, lossy.lost["zeros"]) == (1, 1)
    assert next(corpora.read(tmp_path / "there.conll"))[1].chains == ((Span(0, 1),),)


def test_writers_refuse_empty_nodes_that_they_cannot_hold() -> None:
    document = Document("d", ("Ann", "left"), (" ", ""), nodes=(EmptyNode(2, 0, 1),))
    key = of_chains((Span(0, 1), Span(FIRST_NODE, FIRST_NODE + 1)))
    for name in (name for name in any_document() if not corpora.load(name).keeps_zeros):
        form = corpora.load(name)
        with refused("inexpressible", "d"):
            list(form.write_files(document, key, "d") if form.write_files else form.pieces([(document, key)]))


@pytest.mark.parametrize(
    ("names", "documents"),
    [
        (["key", "mixed"], 1),
        pytest.param(["key", "drop", "move", "relabel", "spurious", "mixed"], 6, marks=pytest.mark.slow),
    ],
)
def test_a_czech_corpus_comes_back(data: Path, tmp_path: Path, names: list[str], documents: int) -> None:
    for name in names:
        begins = re.split(r"(?m)^(?=# newdoc)", required(data / "zeros" / f"pdtc_ft.{name}.conllu").read_text("utf8"))
        source = tmp_path / f"{name}.conllu"
        source.write_text("".join(begins[: documents + 1]), "utf8")
        pairs = list(corpora.read(source))
        for format in ("crac_json", "crac_text"):
            there, back = tmp_path / f"{name}.{format}", tmp_path / f"{name}.{format}.conllu"
            result = convert(source, there, format, drop=True)
            convert(there, back, "corefud", format=format)
            assert len(result.dropped) <= documents / 2, "discontinuous mentions"
            assert {"empty_nodes", "attributes.head"} <= set(result.lost)
            gone = {(mention.document, mention.text) for mention in result.dropped}
            for pair, (read, chains) in zip(pairs, corpora.read(back), strict=True):
                assert read.words == pair[0].words
                assert places(read) == places(pair[0])
                assert mentions(chains) == without(gone, pair), (name, format)


def places(document: Document) -> list[tuple[int, str]]:
    return [(node.place, node.form) for node in document.nodes]


def mentions(key: Clusters) -> set[frozenset[Span]]:
    return {frozenset(chain) for chain in key.chains}


def without(gone: set[tuple[str, str]], pair: Pair) -> set[frozenset[Span]]:
    """The chains without mentions that were left out."""
    document, key = pair
    kept = ({span for span in chain if (document.id, document.words_of(span)) not in gone} for chain in key.chains)
    return {frozenset(chain) for chain in kept if chain}


# Words and names that a format has no way to write, and disks that fail: every writer keeps them or refuses all.

ODD_WORDS = (
    "a\0b", "a\nb", "a\rb", "a\tb", "a b", " ", "a\u2028b", "a\x85b", "a\x1fb", "a\x7fb", "\ufeff", "\u200b", "\u3000",
    "\U000e0001", "e\u0301",
    "<!ENTITY x>", "&x;", "]]>", "</COREF>", "\\", "(1)", "|", "#", "#end document",
    "_", "-", "*", "1-2", "T1\tX 0 1\ta", "[a]", "a" * 5_000,
)  # fmt: skip
LINES = {"a\nb", "a\tb", "T1\tX 0 1\ta"}
REFUSED = {
    "brat": {"a\0b"}, "conll2012": {"a\0b", " ", *LINES}, "conllua": {"a\0b", " ", "\u3000", *LINES},
    "corefud": {"a\0b", *LINES}, "crac_json": set[str](), "crac_text": {"a\0b"}, "docbin": {" ", "\u3000"},
    "jsonlines": set[str](), "litbank": {"a\0b", " ", *LINES, "a\rb", "a b", "<!ENTITY x>", "#end document"},
    "muc": {"a\0b"},
}  # fmt: skip
"""What a format has no way to write."""
CONTROLS = ("a\nb", "a\tb", "a\0b", "\x1b[2J", "a\u2028b")
IDS = (
    "", " ", ".", "..", "../../x", "/etc/x", "a/b", "a\\b", "CON", "#", "-", "*", "a;b", "x" * 300, "é" * 200,
    "d (part 1); part 2", "</DOC>", '"', "a|b",
)  # fmt: skip


def jsonl(folder: Path, *documents: tuple[str, Sequence[str]]) -> Path:
    """Documents with these ids and words, between Ann and it."""
    records = (
        {"doc_key": id, "sentences": [["Ann", *words, "it"]], "clusters": [[[0, 0], [len(words) + 1] * 2]]}
        for id, words in documents
    )
    (folder / "in.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    return folder / "in.jsonl"


def targets(folder: Path, format: str) -> list[Path]:
    """A folder, and a file where the format has several documents in one."""
    folder.mkdir(parents=True)
    form = corpora.load(format)
    return [folder / "o", *([folder / f"o{form.suffix}"] if form.write else [])]


def characters(document: Document) -> str:
    return "".join("".join(document.words).split())


def test_an_odd_word_is_kept_or_refused(tmp_path: Path) -> None:
    assert {*REFUSED} == {*any_document()}
    for format, not_written in REFUSED.items():
        for target in targets(tmp_path / format, format):
            source = jsonl(tmp_path, ("d", [word for word in ODD_WORDS if word not in not_written]))
            convert(source, target, format)
            [(before, _)], [(after, key)] = corpora.read(source), corpora.read(target, format)
            assert characters(after) == characters(before), format
            assert chains_of(after, key) == [["Ann", "it"]], format
        for word in not_written:
            with pytest.raises(WorkbenchError):
                convert(jsonl(tmp_path, ("d", [word])), target.with_stem("none"), format)
            assert not target.with_stem("none").exists(), (format, word)


def test_no_name_of_a_document_leads_out_of_the_folder_and_none_has_a_control_character(tmp_path: Path) -> None:
    for format in any_document():
        for target in targets(tmp_path / format / "out", format):
            convert(jsonl(tmp_path / format, *((id, ["saw"]) for id in IDS)), target, format)
            assert [chains_of(*pair) for pair in corpora.read(target)] == [[["Ann", "it"]]] * len(IDS), target
        for id in CONTROLS:
            with refused("inexpressible", repr(id)):
                convert(jsonl(tmp_path / format, (id, ["saw"])), tmp_path / format / "out" / "none", format)
        assert {path.name for path in (tmp_path / format).iterdir()} == {"in.jsonl", "out"}
        assert {path.stem for path in (tmp_path / format / "out").iterdir()} == {"o"}
    assert {path.name for path in tmp_path.iterdir()} == {*any_document()}


@pytest.mark.parametrize("format", ["conll2012", "brat", "docbin"])
def test_a_disk_that_fails_at_any_step_leaves_what_there_was(format: str, tmp_path: Path) -> None:
    source = written(tmp_path, sample_of("gap").valid)
    for target, held in product(targets(tmp_path / "out", format), [False, True]):
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
