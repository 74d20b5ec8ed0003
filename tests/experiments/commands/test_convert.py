"""Corpora in other formats, and what is told of the losses."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import conll2012, muc
from anaphora.experiments.commands.convert.convert import convert
from anaphora.experiments.commands.convert.round_trip import difference, losses
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.render import to_text
from anaphora.workbench import files
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.results.table import plain
from anaphora.workbench.results.written import Dropped
from tests.experiments.conftest import Run
from tests.refused import raises, refused

ANN = "#begin document (a); part 000\nAnn (1)\nleft -\n\nShe (1)\nran -\n#end document\n"
BOB = "#begin document (b); part 000\nBob (1)\nran -\n#end document\n"
CROSSING = "#begin document (d); part 000\nx (1\ny (2\nz 1)\nw 2)\n#end document\n"


def test_convert_refuses_or_lists_mentions_that_the_format_cannot_express(tmp_path: Path) -> None:
    """Of a long one the first words are shown; split antecedents are numbered anew."""
    written(tmp_path / "in.txt", "x y z w")
    mentions = "T1\tA 0 5\tx y z\nT2\tA 2 7\ty z w\nT3\tB 2 7\ty z w\nT4\tB 6 7\tw\n"
    links = "R1\tCoref Arg1:T2 Arg2:T1\nR2\tCoref Arg1:T4 Arg2:T3\n"
    misc = ("Entity=(e1[1/2])", "Entity=(e2)", "Entity=(e1[2/2])", "Entity=(e3)|SplitAnte=e2<e3")
    rows = (f"{at}\tw{at}\t_\tX\t_\t_\t{at - 1}\tdep\t_\t{cell}\n" for at, cell in enumerate(misc, 1))
    words, crossing = [f"w{number}" for number in range(900)], [[0, 500], [400, 899]]
    record = {"doc_key": "d", "sentences": [words], "clusters": [crossing]}
    x, dropped = Span(0, 3), Dropped("in", 1, 4, "y z w")
    for name, text, to, expected, left in (
        ("in.conll", CROSSING, "muc", Dropped("d; part 000", 1, 4, "y z w"), ((x,),)),
        ("in.ann", mentions + links, "conll2012", dropped, ((x,), (Span(1, 4), Span(3, 4)))),  # only from its chain
        ("in.conllu", "# newdoc id = d\n# global.Entity = eid\n" + "".join(rows), "conll2012",
         Dropped("d", 0, 3, "w1 ... w3"), ((Span(1, 2),), (Span(3, 4),))),
        ("in.jsonl", json.dumps(record), "conll2012",
         Dropped("d", 400, 900, " ".join((*words[400:600], "..."))), ((Span(0, 501),),)),
    ):  # fmt: skip
        source, target = written(tmp_path / name, text), tmp_path / f"{name}.out"
        with refused("inexpressible"):
            convert(source, target, to)
        assert not target.exists()
        result = convert(source, target, to, drop=True)
        assert result.dropped == (expected,)
        assert result.mentions == sum(map(len, left))
        assert chains(target) == [left]
        assert result.lost["split"] == ("SplitAnte" in text)


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

    assert plain(result.as_json()) == {
        "from": "conll2012", "to": "corefud", "documents": 2, "mentions": 3,
        "lost": {}, "added": {"sentences": 1}, "dropped": [], "unread": {"conll2012": conll2012.FORMAT.unread},
    }  # fmt: skip
    assert corpora.recognise(tmp_path / "out.conllu") == "corefud"
    assert chains(tmp_path / "out.conllu") == chains(conll)


def test_convert_to_and_of_a_folder_writes_files_for_each_document_or_one_for_all(conll: Path, tmp_path: Path) -> None:
    for to, suffixes in (("muc", ["sgm"]), ("brat", ["ann", "txt"])):
        convert(conll, tmp_path / to, to)
        assert names(tmp_path / to) == [f"{id}__part_000.{suffix}" for id in "ab" for suffix in suffixes]
        assert chains(tmp_path / to) == chains(conll)
    (tmp_path / "muc" / "in.conll").write_text(ANN.replace("(a)", "(c)"))
    assert convert(tmp_path / "muc", tmp_path / "out.sgm").source == "conll2012, muc"
    assert convert(tmp_path / "muc", tmp_path / "out.conllu", format="muc").documents == 2


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


def test_mentions_whose_words_would_fill_too_much_are_refused(conll: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mention of Ann has three characters, and they are written once more beside the text."""
    for to in ("brat", "crac_json", "litbank"):
        monkeypatch.setattr(files, "LONGEST", 6)
        convert(conll, conll.parent / f"{to}-fits", to)
        monkeypatch.setattr(files, "LONGEST", 5)
        with refused("too-large", "a; part 000"):
            convert(conll, conll.parent / to, to)
        assert not (conll.parent / to).exists()


def test_convert_refuses_a_wrong_target_and_replaces_a_file_only_by_force(conll: Path) -> None:
    for target, to, code in (
        ("out", "plain", "no-writer"), ("out", "webanno", "no-writer"), ("out", "coreud", "unknown-name"),
        ("out.xyz", None, "ambiguous-format"), ("out.ann", None, "not-a-folder"), ("in.conll", None, "exists"),
    ):  # fmt: skip
        with pytest.raises((OptionError, UnknownNameError)) as caught:
            convert(conll, conll.with_name(target), to)
        assert caught.value.code == code
    with pytest.raises(WorkbenchError):
        convert(conll, conll.parent / "nowhere" / "out.conllu")
    before = chains(conll)
    convert(conll, conll, force=True)

    assert chains(conll) == before
    assert conll.read_text("utf8").count("\t") > 0
    assert convert(conll, Path(os.devnull), "corefud").documents == 2


def test_convert_into_a_folder_that_holds_something_keeps_other_files(conll: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    written(folder / "notes.txt", "mine")
    written(folder / "a__part_000.sgm", "old")
    with raises("exists", OptionError):
        convert(conll, folder, "muc")
    convert(conll, folder, "muc", force=True)

    assert names(folder) == ["a__part_000.sgm", "b__part_000.sgm", "notes.txt"]
    assert "COREF" in (folder / "a__part_000.sgm").read_text("utf8")


def test_convert_that_fails_leaves_neither_file_nor_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if what it wrote is not the same, or cannot be read again."""
    source = written(tmp_path / "in.conll", ANN + "#begin document (b)\nBob (1\n#end document\n")
    for target, to in (("out.conllu", None), ("out", "muc"), ("out", "brat")):
        with refused("unclosed", source, 9):
            convert(source, tmp_path / target, to)
    written(source, ANN + BOB)
    for module, target, pieces, code in (
        (conll2012, "out.conll", [ANN, BOB.replace("(1)", "-")], "not-the-same"),
        (conll2012, "out.conll", [ANN], "not-the-same"),
        (muc, "out.sgm", ["<DOC>"], "not-readable-again"),
    ):
        monkeypatch.setattr(module, "FORMAT", module.FORMAT._replace(write=lambda _, pieces=pieces: iter(pieces)))
        with refused(code, tmp_path / target):
            convert(source, tmp_path / target)
    assert names(tmp_path) == ["in.conll"]


def test_difference_is_of_words_and_chains_but_not_of_their_division_and_numbers() -> None:
    one = Document("d", ("can't", "go"), (" ", "")), Key("d", ((Span(0, 1),),))
    other = Document("d", ("ca", "n't", "go"), ("", " ", "")), Key("d", ((Span(0, 2),),))
    assert (difference(one, other), losses(one, other)[0]) == ("", Counter(tokens=1))

    document, key = Document("d", ("a", "b"), (" ", "")), Key("d", ((Span(0, 1),),))
    assert difference((document, key), (Document("d", ("a", "c"), (" ", "")), key))
    assert difference((document, key), (document, Key("d", ())))
    assert difference((document, Key("d", ())), (document, key))

    document, (a, b, they) = Document("d", ("a", "b", "they"), (" ", " ", "")), (Span(0, 1), Span(1, 2), Span(2, 3))
    before = document, Key("d", ((a,), (b,), (they,)), split={they: (0, 1)})
    after = document, Key("d", ((they,), (b,), (a,)), split={they: (1, 2)})
    assert (difference(before, after), losses(before, after)) == ("", (Counter(), Counter()))


def test_losses_are_counted_by_field() -> None:
    document = Document("d", ("Ann", "saw", "it"), (" ", " ", ""), (0,), (0,), (Span(0, 3),), "news")
    full = Key(
        "d", ((Span(0, 1),), (Span(0, 3),), (Span(2, 3),)),
        {Span(0, 1): Attributes(0, Span(0, 1), "PERSON", True, "name"), Span(2, 3): Attributes(2)},
        {Span(2, 3): (0, 1)}, {2: "pleonastic"}, 2, ((Span(0, 1), Span(2, 3)),), ("ann", "all", "it"),
    )  # fmt: skip
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


def test_command_ends_with_one_for_bad_input_and_two_for_wrong_usage(tmp_path: Path, anaphora: Run) -> None:
    source, target = written(tmp_path / "in.conll", CROSSING), tmp_path / "out.sgm"

    assert anaphora("convert", source, target).code == 1
    assert anaphora("convert", source, tmp_path / "out.xyz").code == 2
    assert anaphora("convert", source, source).code == 2
    dropped = anaphora("convert", source, target, "--drop", "--json", "-")
    assert (dropped.code, dropped.json["from"], dropped.json["to"], dropped.json["documents"]) == (
        0, "conll2012", "muc", 1,
    )  # fmt: skip
    assert [mention["text"] for mention in dropped.json["dropped"]] == ["y z w"]


def test_table_shows_the_first_dropped_mentions(tmp_path: Path) -> None:
    documents = "".join(CROSSING.replace("(d)", f"(d{number})") for number in range(6))
    result = convert(written(tmp_path / "in", documents), tmp_path / "out.sgm", drop=True)

    assert [f"d{number}; part 000" in to_text(result.tables(), 100) for number in range(6)] == [True] * 5 + [False]
