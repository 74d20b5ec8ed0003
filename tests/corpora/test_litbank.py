from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.corpora import Pair, litbank
from anaphora.experiments.commands.convert.round_trip import difference
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key
from tests.conftest import required
from tests.corpora.samples import Sample, read_one
from tests.refused import refused

TEXT = "Ann ran .\n\nHer  dog , Rex , barked .\n"
ANN = "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\n"
HER = "MENTION\tT2\t2\t0\t2\t0\tHer\tPER\tPRON\n"
DOG = "MENTION\tT3\t2\t0\t2\t1\tHer dog\tANIMAL\tNOM\n"
REX = "MENTION\tT4\t2\t3\t2\t3\tRex\tANIMAL\tPROP\n"
SAMPLE = Sample(
    valid={
        "sample": "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\nMENTION\tT2\t1\t1\t1\t2\ther son\tPER\tNOM\n"
        "MENTION\tT3\t1\t1\t1\t1\ther\tPER\tPRON\nCOREF\tT1\tAnn-0\nCOREF\tT3\tAnn-0\n",
        "sample.txt": "Ann ran .\nWith her son .\n",
    },
    deep=(
        {
            "sample": "".join(f"MENTION\tT{at}\t0\t{at}\t0\t999\t{'a ' * (1000 - at)}\tX\tNOM\n" for at in range(1000)),
            "sample.txt": "a " * 1000 + "\n",
        },
        "",
    ),
    long_word=({"sample": "MENTION\tT1\t0\t0\t0\t0\t{}\tPER\tPROP\n", "sample.txt": "Ann ran .\n"}, "other-words"),
    same_id={"sample": "MENTION\tT1\t0\t0\t0\t0\tAnn\tPER\tPROP\n" * 2, "sample.txt": "Ann ran .\n"},
    crossing={
        "sample": "MENTION\tT1\t0\t0\t0\t1\ta b\tX\tNOM\nMENTION\tT2\t0\t1\t0\t2\tb c\tX\tNOM\n"
        "COREF\tT1\tx-1\nCOREF\tT2\tx-1\n",
        "sample.txt": "a b c\n",
    },
    outside=({"sample": "MENTION\tT1\t0\t0\t9\t0\ta\tX\tNOM\n", "sample.txt": "a\n"}, "bad-span"),
    malformed=[
        ({"sample": ANN}, None, "missing-file"),
        *(
        ({"sample": table, "sample.txt": TEXT}, line, code)
        for table, line, code in [
            (f"\n{ANN}PLACE\tT1", 3, "malformed"), ("MENTION\tT1\t0\t0\t0\tAnn", 1, "malformed"),
            (ANN + ANN, 2, "duplicate-id"), (f"{ANN}COREF\tT9\tx-1", 2, "unknown-reference"),
            (ANN.replace("0\t0\tAnn", "0\t3\tAnn"), 1, "bad-span"),
            (ANN.replace("0\t0\tAnn", "3\t0\tAnn"), 1, "bad-span"),
            (ANN.replace("0\t0\t0\t0", "0\t1\t0\t0"), 1, "bad-span"),
            (ANN.replace("0\t0\t0\t0", "0\t1\t0\t1"), 1, "other-words"),
        ]
        ),
    ],
)  # fmt: skip


def read_text(folder: Path, table: str, text: str = TEXT) -> Pair:
    return read_one("litbank", folder, {"sample": table, "sample.txt": text})


def test_litbank_lines_are_sentences_and_count_even_when_empty(tmp_path: Path) -> None:
    """A mention may extend over them."""
    document, key = read_text(tmp_path, "MENTION\tT1\t0\t1\t2\t0\tran . Her\tPER\tNOM\n")

    assert document.words == ("Ann", "ran", ".", "Her", "dog", ",", "Rex", ",", "barked", ".")
    assert document.sentence_starts == (0, 3)
    assert document.text == "Ann ran .\nHer dog , Rex , barked .\n"
    assert key.chains == ((Span(1, 4),),)


def test_litbank_chains_are_what_coref_lines_name_alike(tmp_path: Path) -> None:
    """Appositions and predicates are chains of one."""
    lines = "COREF\tT1\tAnn_Lee-0\nCOREF\tT3\tdog-1\nAPPOS\tT4\tT3\nCOP\tT4\tT3\n"
    _, key = read_text(tmp_path, f"COREF\tT2\tAnn_Lee-0\n{ANN}{HER}{DOG}{REX}{lines}")
    kinds = [(key.attributes[span].type, key.attributes[span].kind) for chain in key.chains for span in chain]

    assert key.chains == ((Span(0, 1), Span(3, 4)), (Span(3, 5),), (Span(6, 7),))
    assert kinds == [("PER", "name"), ("PER", "pronoun"), ("ANIMAL", "nominal"), ("ANIMAL", "name")]


def test_litbank_cannot_be_written_where_its_tables_cannot_say_it() -> None:
    gap = Span(0, 3, gaps=((1, 2),))
    assert [span for _, span in litbank.FORMAT.inexpressible(Key("d", ((gap,),)))] == [gap]
    for words, chains, code in (
        (("a", "b", "c"), ((gap,),), "inexpressible"),
        (("a b",), ((Span(0, 1),),), "inexpressible"),
        ((), (), "no-words"),
    ):
        with refused(code, "d"):
            litbank.write_files(Document("d", words, ("",) * len(words)), Key("d", chains), "d")


def test_litbank_is_written_with_a_table_and_a_text_for_each_document() -> None:
    words = ("Ann", "'s", "dog", "barked")
    document = Document("bc/x; part 000", words, ("", " ", " ", ""), sentence_starts=(0, 3))
    key = Key("x", ((Span(0, 2),), (Span(0, 3), Span(3, 4))), {Span(0, 2): Attributes(type="PER", kind="name")})

    assert litbank.write_files(document, key, "x") == {
        "x.ann": b"MENTION\tT1\t0\t0\t0\t1\tAnn 's\tPER\tPROP\nMENTION\tT2\t0\t0\t0\t2\tAnn 's dog\t-\t-\n"
        b"MENTION\tT3\t1\t0\t1\t0\tbarked\t-\t-\nCOREF\tT1\tAnn_s-0\nCOREF\tT2\tAnn_s_dog-1\nCOREF\tT3\tAnn_s_dog-1\n",
        "x.txt": b"Ann 's dog\nbarked\n",
    }


def test_litbank_files_of_ids_that_look_alike_have_different_names() -> None:
    pairs = [(Document(id, ("a",), ("",)), Key(id, ())) for id in ("a/b", "A_b", ".a", "", "語" * 100)]
    taken = set[str]()
    names = [f"{corpora.file_name(document.id, taken)}.txt" for document, _ in pairs]

    assert names == ["a_b.txt", "A_b-2.txt", "_a.txt", "_.txt", "語" * 66 + ".txt"]  # of 3 bytes each


@pytest.mark.parametrize(
    ("name", "texts", "chains"), [("541_", 1, 87), pytest.param("", 80, 6497, marks=pytest.mark.slow)]
)
def test_litbank_tables_conll_and_brat_files_have_the_same_chains(
    data: Path, name: str, texts: int, chains: int
) -> None:
    """Of all 80 texts, or of one."""
    found = {}
    for kind, suffix in (("tsv", "ann"), ("conll", "conll"), ("brat", "ann")):
        paths = sorted(required(data / "litbank" / kind).glob(f"{name}*.{suffix}"))
        found[kind] = [pair for path in paths for pair in corpora.read(path)]
    different = Counter[str]()
    for table, columns, standoff in zip(*found.values(), strict=True):
        assert (table[0].words, table[0].sentence_starts) == (columns[0].words, columns[0].sentence_starts)
        assert mentions(table[1]) == mentions(columns[1])
        different[table[0].id] += len({*table[1].chains} - {*columns[1].chains})
        once = tuple(tuple(dict.fromkeys(chain)) for chain in standoff[1].chains)  # one file marks a mention twice
        assert difference(table, (standoff[0], replace(standoff[1], chains=once))) == ""
        assert {*table[1].attributes.values()} == {*standoff[1].attributes.values()}

    # here three mentions (the river, the sea, the churchyard) are in their chain in one file, predicates in the other
    assert +different == ({} if name else {"1400_great_expectations_brat": 5})
    assert (len(found["tsv"]), sum(len(key.chains) for _, key in found["tsv"])) == (texts, chains)


def mentions(key: Key) -> set[Span]:
    return {span for chain in key.chains for span in chain}
