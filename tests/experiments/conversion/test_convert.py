"""Corpora in other formats, and what is told of the losses."""

import json
import os
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from anaphora import corpora
from anaphora.corpora import conll2012, muc
from anaphora.experiments.cli.main import main
from anaphora.experiments.conversion.convert import Dropped, convert
from anaphora.experiments.conversion.round_trip import difference, losses
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.experiments.terminal.render import to_text
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError, OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.files import reading
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.results.table import to_json
from tests.refused import refused

ANN = "#begin document (a); part 000\nAnn (1)\nleft -\n\nShe (1)\nran -\n#end document\n"
BOB = "#begin document (b); part 000\nBob (1)\nran -\n#end document\n"
CROSSING = "#begin document (d); part 000\nx (1\ny (2\nz 1)\nw 2)\n#end document\n"
DISCONTINUOUS = "# newdoc id = d\n# global.Entity = eid\n" + "".join(
    f"{at}\t{word}\t_\tX\t_\t_\t{at - 1}\tdep\t_\t{entity}\n"
    for at, word, entity in (
        (1, "both", "Entity=(e1[1/2])(e2)"), (2, "of", "_"), (3, "them", "Entity=(e1[2/2])"), (4, "ran", "Entity=(e2)"),
    )
)  # fmt: skip


@pytest.fixture
def conll(tmp_path: Path) -> Path:
    path = tmp_path / "in.conll"
    path.write_text(ANN + BOB, "utf8")
    return path


def written(path: Path, text: str) -> Path:
    path.write_text(text, "utf8")
    return path


def chains(path: Path, format: str | None = None) -> list[tuple[tuple[Span, ...], ...]]:
    return [key.chains for _, key in corpora.read(path, format)]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_convert_to_a_file_takes_the_format_from_its_name(conll: Path, tmp_path: Path) -> None:
    result = convert(conll, tmp_path / "out.conllu")

    assert to_json(result.tables()) == {
        "from": "conll2012", "to": "corefud", "documents": 2, "mentions": 3,
        "lost": {}, "added": {"sentences": 1}, "dropped": [], "unread": {"conll2012": conll2012.FORMAT.unread},
    }  # fmt: skip
    assert corpora.recognise(tmp_path / "out.conllu") == "corefud"
    assert chains(tmp_path / "out.conllu") == chains(conll)


def test_convert_to_a_folder_writes_one_file_for_each_document(conll: Path, tmp_path: Path) -> None:
    convert(conll, tmp_path / "out", to="muc")

    assert names(tmp_path / "out") == ["a__part_000.sgm", "b__part_000.sgm"]
    assert chains(tmp_path / "out") == chains(conll)


def test_convert_to_a_format_of_several_files_writes_all_of_each_document(conll: Path, tmp_path: Path) -> None:
    convert(conll, tmp_path / "out", to="brat")

    assert names(tmp_path / "out") == [f"{id}__part_000.{suffix}" for id in "ab" for suffix in ("ann", "txt")]
    assert chains(tmp_path / "out") == chains(conll)


def test_convert_of_a_folder_gives_one_file_and_reads_the_format_that_is_named(conll: Path, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    written(source / "a.conll", ANN)
    written(source / "b.conll", BOB)
    written(source / "c.sgm", '<COREF ID="1">It</COREF> ran.')

    assert convert(source, tmp_path / "out.sgm").source == "conll2012, muc"
    assert convert(source, tmp_path / "out.conllu", format="conll2012").documents == 2


def test_convert_tells_what_a_format_does_not_hold(tmp_path: Path) -> None:
    result = convert(BUNDLED / "printer.conllu", tmp_path / "out.conll")
    [(_, key)] = corpora.read(BUNDLED / "printer.conllu")
    mentions = sum(map(len, key.chains))

    assert result.mentions == mentions
    assert (result.lost["annotation.head"], result.lost["spaces"], result.lost["paragraphs"]) == (1, 1, 1)
    assert (result.lost["attributes.head"], result.lost["attributes.type"]) == (mentions, mentions)
    assert result.lost["non_anaphoric"] == len(key.non_anaphoric)
    assert "sentences" not in result.lost


def test_convert_of_words_that_are_divided_otherwise_keeps_chains_and_tells_it(tmp_path: Path) -> None:
    source = written(tmp_path / "in.conll", "#begin document (d)\ncan't (1)\nrun.Now -\nit (1)\n#end document\n")
    result = convert(source, tmp_path / "out.sgm")
    [(document, key)] = corpora.read(tmp_path / "out.sgm")

    assert result.lost["tokens"] == 1
    assert [[document.words_of(span) for span in chain] for chain in key.chains] == [["can't", "it"]]


@pytest.mark.parametrize("to", ["brat", "crac_json", "litbank"])
def test_mentions_whose_words_would_fill_more_than_a_file_are_refused_before_they_are_written(
    to: str, conll: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each mention of Ann has three characters, and they are written once more beside the text."""
    monkeypatch.setattr(reading, "LONGEST", 6)
    convert(conll, tmp_path / "fits", to)
    monkeypatch.setattr(reading, "LONGEST", 5)

    with refused("too-large", "a; part 000"):
        convert(conll, tmp_path / "out", to)
    assert not (tmp_path / "out").exists()


def test_of_a_long_mention_that_is_left_out_the_first_words_are_shown(tmp_path: Path) -> None:
    words, mentions = [f"w{number}" for number in range(900)], [[0, 500], [400, 899]]
    source = written(tmp_path / "in.jsonl", json.dumps({"doc_key": "d", "sentences": [words], "clusters": [mentions]}))
    (dropped,) = convert(source, tmp_path / "out.conll", drop=True).dropped

    assert (dropped.start, dropped.end) == (400, 900)
    assert dropped.text == " ".join((*words[400:600], "..."))


@pytest.mark.parametrize(("text", "to"), [(CROSSING, "muc"), (DISCONTINUOUS, "conll2012")])
def test_convert_refuses_mentions_that_the_format_cannot_express(tmp_path: Path, text: str, to: str) -> None:
    with pytest.raises(FormatError) as caught:
        convert(written(tmp_path / "in", text), tmp_path / "out", to)

    assert caught.value.code == "inexpressible"
    assert names(tmp_path) == ["in"]


def test_convert_with_drop_leaves_such_mentions_out_and_lists_them(tmp_path: Path) -> None:
    result = convert(written(tmp_path / "in", CROSSING), tmp_path / "out.sgm", drop=True)

    assert result.dropped == (Dropped("d; part 000", 1, 4, "y z w"),)
    assert result.mentions == 1
    assert chains(tmp_path / "out.sgm") == [((Span(0, 3),),)]


def test_convert_drops_a_mention_only_from_the_chain_in_which_it_crosses(tmp_path: Path) -> None:
    written(tmp_path / "in.txt", "x y z w")
    mentions = "T1\tA 0 5\tx y z\nT2\tA 2 7\ty z w\nT3\tB 2 7\ty z w\nT4\tB 6 7\tw\n"
    source = written(tmp_path / "in.ann", mentions + "R1\tCoref Arg1:T2 Arg2:T1\nR2\tCoref Arg1:T4 Arg2:T3\n")
    result = convert(source, tmp_path / "out.conll", drop=True)

    assert result.dropped == (Dropped("in", 1, 4, "y z w"),)
    assert chains(tmp_path / "out.conll") == [((Span(0, 3),), (Span(1, 4), Span(3, 4)))]


def test_convert_with_drop_numbers_split_antecedents_anew(tmp_path: Path) -> None:
    rows = [
        ("a", "Entity=(e1[1/2])"),
        ("b", "Entity=(e2)"),
        ("c", "Entity=(e1[2/2])"),
        ("they", "Entity=(e3)|SplitAnte=e2<e3"),
    ]
    text = "# newdoc id = d\n# global.Entity = eid\n" + "".join(
        f"{at}\t{word}\t_\tX\t_\t_\t{at - 1}\tdep\t_\t{misc}\n" for at, (word, misc) in enumerate(rows, start=1)
    )
    result = convert(written(tmp_path / "in", text), tmp_path / "out.conll", drop=True)

    assert result.lost["split"] == 1
    assert chains(tmp_path / "out.conll") == [((Span(1, 2),), (Span(3, 4),))]


@pytest.mark.parametrize(
    ("target", "to", "code"),
    [
        ("out", "plain", "no-writer"),
        ("out", "webanno", "no-writer"),
        ("out", "coreud", "unknown-name"),
        ("out.xyz", None, "ambiguous-format"),
        ("out.ann", None, "not-a-folder"),
        ("in.conll", None, "exists"),
    ],
)
def test_convert_refuses_a_wrong_target(conll: Path, target: str, to: str | None, code: str) -> None:
    with pytest.raises((OptionError, UnknownNameError)) as caught:
        convert(conll, conll.with_name(target), to)
    assert caught.value.code == code


def test_convert_replaces_a_file_only_by_force(conll: Path) -> None:
    before = chains(conll)
    convert(conll, conll, force=True)

    assert chains(conll) == before
    assert conll.read_text("utf8").count("\t") > 0


def test_convert_into_a_folder_that_holds_something_keeps_other_files(conll: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    written(folder / "notes.txt", "mine")
    written(folder / "a__part_000.sgm", "old")
    with pytest.raises(OptionError) as caught:
        convert(conll, folder, "muc")
    assert caught.value.code == "exists"
    convert(conll, folder, "muc", force=True)

    assert names(folder) == ["a__part_000.sgm", "b__part_000.sgm", "notes.txt"]
    assert "COREF" in (folder / "a__part_000.sgm").read_text("utf8")


def test_convert_that_fails_leaves_neither_file_nor_folder(tmp_path: Path) -> None:
    source = written(tmp_path / "in.conll", ANN + "#begin document (b)\nBob (1\n#end document\n")
    for target, to in (("out.conllu", None), ("out", "muc"), ("out", "brat")):
        with pytest.raises(FormatError) as caught:
            convert(source, tmp_path / target, to)
        assert (caught.value.path, caught.value.line) == (str(source), 9)

    assert names(tmp_path) == ["in.conll"]


@pytest.mark.parametrize(
    ("module", "target", "pieces", "code"),
    [
        (conll2012, "out.conll", [ANN, BOB.replace("(1)", "-")], "not-the-same"),
        (conll2012, "out.conll", [ANN], "not-the-same"),
        (muc, "out.sgm", ["<DOC>"], "not-readable-again"),
    ],
)
def test_convert_compares_what_it_wrote(
    conll: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, target: str, pieces: list[str], code: str
) -> None:
    monkeypatch.setattr(module, "FORMAT", replace(module.FORMAT, write=lambda _: iter(pieces)))

    with pytest.raises(FormatError) as caught:
        convert(conll, conll.with_name(target))
    assert (caught.value.path, caught.value.code) == (str(conll.with_name(target)), code)
    assert names(conll.parent) == ["in.conll"]


def test_convert_to_a_folder_that_may_not_be_written_to_is_told(conll: Path, tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError):
        convert(conll, tmp_path / "nowhere" / "out.conllu")


def test_convert_writes_to_what_is_no_file(conll: Path) -> None:
    assert convert(conll, Path(os.devnull), "corefud").documents == 2


def test_difference_is_empty_for_words_divided_otherwise() -> None:
    one = Document("d", ("can't", "go"), (" ", "")), Key("d", ((Span(0, 1),),))
    other = Document("d", ("ca", "n't", "go"), ("", " ", "")), Key("d", ((Span(0, 2),),))

    assert difference(one, other) == ""
    assert losses(one, other)[0] == Counter(tokens=1)


def test_difference_tells_words_and_chains() -> None:
    document, key = Document("d", ("a", "b"), (" ", "")), Key("d", ((Span(0, 1),),))

    assert difference((document, key), (Document("d", ("a", "c"), (" ", "")), key)) == "the words are not the same"
    assert difference((document, key), (document, Key("d", ()))) == "the chain of 'a' is not the same"
    assert difference((document, Key("d", ())), (document, key)) == "there are chains that were not there"


def test_losses_are_counted_by_field() -> None:
    document = Document("d", ("Ann", "saw", "it"), (" ", " ", ""), (0,), (0,), (Span(0, 3),), "news")
    full = Key(
        "d",
        ((Span(0, 1),), (Span(0, 3),), (Span(2, 3),)),
        {Span(0, 1): Attributes(0, Span(0, 1), "PERSON", True, "name"), Span(2, 3): Attributes(2)},
        {Span(2, 3): (0, 1)},
        {2: "pleonastic"},
        2,
        ((Span(0, 1), Span(2, 3)),),
        ("ann", "all", "it"),
    )
    bare = Document("e", document.words, ("", " ", "")), Key("d", full.chains)
    expected = {
        "id": 1, "spaces": 1, "sentences": 1, "paragraphs": 1, "headings": 1, "genre": 1, "attributes.head": 2,
        "attributes.minimum": 1, "attributes.type": 1, "attributes.optional": 1, "attributes.kind": 1, "split": 1,
        "non_anaphoric": 1, "zeros": 2, "links": 1, "entity_ids": 3,
    }  # fmt: skip

    assert losses((document, full), bare) == (expected, Counter())
    assert losses(bare, (document, full)) == (
        {"id": 1, "spaces": 1},
        {field: count for field, count in expected.items() if field not in {"id", "spaces"}},
    )


def test_split_antecedents_are_the_same_whatever_their_numbers() -> None:
    document = Document("d", ("a", "b", "they"), (" ", " ", ""))
    one = Key("d", ((Span(0, 1),), (Span(1, 2),), (Span(2, 3),)), split={Span(2, 3): (0, 1)})
    other = Key("d", ((Span(2, 3),), (Span(1, 2),), (Span(0, 1),)), split={Span(2, 3): (1, 2)})

    assert difference((document, one), (document, other)) == ""
    assert losses((document, one), (document, other)) == (Counter(), Counter())


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["anaphora", "convert", *map(str, arguments)])
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_command_writes_json(
    conll: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, conll, tmp_path / "out.sgm", "--json", "-") == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["from"], figures["to"], figures["documents"], figures["dropped"]) == ("conll2012", "muc", 2, [])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("{in}", "{out}.sgm"), 1),
        (("{in}", "{out}.sgm", "--drop"), 0),
        (("{in}", "{out}.xyz"), 2),
        (("{in}", "{in}"), 2),
    ],
)
def test_command_ends_with_one_for_bad_input_and_two_for_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int
) -> None:
    places = {"in": written(tmp_path / "in.conll", CROSSING), "out": tmp_path / "out"}

    assert run(monkeypatch, *(argument.format(**places) for argument in arguments)) == code


def test_table_shows_the_first_dropped_mentions(tmp_path: Path) -> None:
    documents = "".join(CROSSING.replace("(d)", f"(d{number})") for number in range(6))
    result = convert(written(tmp_path / "in", documents), tmp_path / "out.sgm", drop=True)
    text = to_text(result.tables(), 100)

    assert "6 mentions were left out, which muc cannot express:\n  d0; part 000, tokens 1-4: y z w\n" in text
    assert text.endswith("d4; part 000, tokens 1-4: y z w\n  ... (--json lists them all)\n")
