from pathlib import Path

from anaphora import corpora
from anaphora.corpora import Pair, brat
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Key
from tests.corpora.samples import Sample, chains_of, read_one
from tests.refused import refused

TEXT = "Ann ran. Her dog ran."
ANN, HER, DOG = "T1\tPER 0 3\tAnn\n", "T2\tPER 9 12\tHer\n", "T3\tAnimal 9 16\tHer dog\n"
SAMPLE = Sample(
    valid={
        "sample": "T1\tPROP_PER 0 3\tAnn\nT2\tNOM_PER 13 20\ther son\nT3\tPRON_PER 13 16\ther\n"
        "R1\tCoreference Arg1:T3 Arg2:T1\n",
        "sample.txt": "Ann ran with her son.\n",
    },
    more=[
        {
            "sample": "T1\tPROP_PER 0 3\tAnn\nT2\tGroup 0 3;8 11\tAnn Bob\nT3\tmention 16 20\tThey\n"
            "T4\tAnn-1 0 3\tAnn\nR1\tCoref Arg1:T3 Arg2:T2\n*\tEquiv T1 T3\n#1\tAnnotatorNotes T1\tx\n"
            "E1\tRun:T1\nR2\tIdentity A:E1 B:T1\n",
            "sample.txt": "Ann and Bob ran.They won.\n\nAgain.\n",
        }
    ],
    deep=(
        {
            "sample": "".join(f"T{at}\tX {2 * at} 1999\t{'a ' * (1000 - at)}\n" for at in range(1000)),
            "sample.txt": "a " * 1000,
        },
        "",
    ),
    long_word=({"sample": "T1\tX 0 3\t{}\n", "sample.txt": "Ann ran.\n"}, "other-words"),
    same_id={"sample": "T1\tX 0 3\tAnn\nT1\tX 0 3\tAnn\n", "sample.txt": "Ann ran.\n"},
    crossing={"sample": "T1\tX 0 3\ta b\nT2\tX 2 5\tb c\nR1\tCoref Arg1:T1 Arg2:T2\n", "sample.txt": "a b c"},
    outside=({"sample": "T1\tX 0 99\ta\n", "sample.txt": "a b c"}, "bad-span"),
    malformed=[
        ({"sample": ANN}, None, "missing-file"),
        *(
        ({"sample": annotations, "sample.txt": TEXT}, line, code)
        for annotations, line, code in [
            (f"{ANN}T2\tPER 9\tHer", 2, "malformed"), (f"{ANN}T2\tPER 9 12", 2, "malformed"),
            ("MENTION\tT2", 1, "malformed"), (ANN + ANN, 2, "duplicate-id"),
            (f"{ANN}*\tEquiv T1 T2", 2, "unknown-reference"), ("T1\tPER 0 99\tAnn", 1, "bad-span"),
            ("T1\tPER 9 12;0 3\tHer Ann", 1, "bad-span"), ("T1\tPER 1 4\tAnn", 1, "other-words"),
        ]
        ),
    ],
)  # fmt: skip


def read_text(folder: Path, annotations: str, text: str = TEXT) -> Pair:
    return read_one("brat", folder, {"sample": annotations, "sample.txt": text})


def test_brat_chains_are_what_identity_connects(tmp_path: Path) -> None:
    for relation in (
        "R1\tCoref Arg1:T2 Arg2:T1", "R7\tCOREFERENCE Anaphor:T1 Antecedent:T2\t", "R1\tIdentity Arg1:T2 Arg2:T1",
        "*\tEquiv T2 T1", "*\tCoref T2 T1",
    ):  # fmt: skip
        document, key = read_text(tmp_path, f"{ANN}{relation}\n{HER}{DOG}")
        assert chains_of(document, key) == [["Ann", "Her"], ["Her dog"]]
        assert key.attributes[Span(3, 5)] == Attributes(type="ANIMAL")
    assert read_text(tmp_path, f"{ANN}{HER}R1\tCoref Arg1:T2 Arg2:T1\n")[1].links == ((Span(3, 4), Span(0, 1)),)


def test_brat_leaves_other_lines_and_relations_unread(tmp_path: Path) -> None:
    other = "R1\tOwns Arg1:T2 Arg2:T3\n*\tAlias T1 T2\nE1\tRun:T2 Agent:T1\nA1\tOld T1\n#1\tNote T1\t?\n\nN1\tRef T1\n"

    assert chains_of(*read_text(tmp_path, f"{ANN}{HER}{other}R2\tCoref Arg1:E1 Arg2:T1\n")) == [["Ann"], ["Her"]]


def test_brat_offsets_count_code_points_and_line_ends_divide_words_and_may_be_several(tmp_path: Path) -> None:
    document, key = read_text(tmp_path, "T1\tPER 0 3;9 12\tAnn Her\nT2\tX 4 7;7 12\tran. Her\n")
    divided = read_text(tmp_path, "T1\tX 3 6\tAnn\nT2\tX 3 14\tAnnbased is\n", "😀\r\nAnnbased\nis")

    assert [span for [span] in key.chains] == [Span(0, 4, gaps=((1, 3),)), Span(1, 4)]
    assert document.words == ("Ann", "ran", ".", "Her", "dog", "ran", ".")
    assert chains_of(*divided) == [["Ann"], ["Annbased is"]]


def test_brat_mentions_without_words_are_zeros_at_their_place(tmp_path: Path) -> None:
    """After "Ann" is a blank, or the nothing before "ran"."""
    zero = Span(FIRST_NODE, FIRST_NODE + 1)
    for line in ("T4\tPRON_X 3 4\t \n", "T4\tPRON_X 4 4\t\n"):
        document, key = read_text(tmp_path, f"{ANN}{HER}{line}*\tEquiv T1 T4 T2\n")
        assert document.nodes == (EmptyNode(1, 0, 1),)
        assert (chains_of(document, key), key.zeros) == ([["Ann", "Her", "∅"]], 0)
        assert key.attributes[zero] == Attributes(head=FIRST_NODE, type="X", kind="pronoun")
        assert brat.mention_lines(tmp_path / "sample")[zero] == 3


def test_brat_of_litbank_names_chains_by_marking_mentions_again(tmp_path: Path) -> None:
    annotations = (
        "T1\tPROP_PER 0 3\tAnn\nT2\tPRON_PER 9 12\tHer\nT3\tNOM_ANIMAL 9 16\tHer dog\n"
        "T4\tAnn_Lee-0 0 3\tAnn\nT5\tAnn_Lee-0 9 12\tHer\nT6\tB-52 13 16\tdog\nR1\tappos Arg1:T3 Arg2:T1\n"
    )
    document, key = read_text(tmp_path, annotations)

    assert chains_of(document, key) == [["Ann", "Her"], ["Her dog"], ["dog"]]
    assert key.attributes == {
        Span(0, 1): Attributes(type="PER", kind="name"), Span(3, 4): Attributes(type="PER", kind="pronoun"),
        Span(3, 5): Attributes(type="ANIMAL", kind="nominal"), Span(4, 5): Attributes(type="B-52"),
    }  # fmt: skip


def test_brat_folder_is_read_without_its_texts_and_a_text_without_mentions_has_an_empty_file(tmp_path: Path) -> None:
    read_text(tmp_path, ANN)
    (tmp_path / "sample").rename(tmp_path / "sample.ann")
    (tmp_path / "b.ann").touch()
    (tmp_path / "b.txt").write_text("It rains.")
    [(blank, no_chains), (_, key)] = corpora.read(tmp_path)

    assert (blank.id, blank.text, no_chains.chains, len(key.chains)) == ("b", "It rains.", (), 1)


def test_brat_is_written_with_relations_to_the_mention_before() -> None:
    document = Document("a/b", ("Ann", "'s", "dog", "bit", "it"), ("", " ", "\n", " ", ""))
    chains = ((Span(0, 2),), (Span(0, 3, gaps=((1, 2),)), Span(2, 4), Span(4, 5)))
    attributes = {Span(0, 2): Attributes(kind="name", type="PER"), Span(4, 5): Attributes(kind="pronoun")}

    assert brat.write_files(document, Key("a/b", chains, attributes), "a_b") == {
        "a_b.ann": b"T1\tPROP_PER 0 5\tAnn's\nT2\tMention 0 3;6 9\tAnn dog\nT3\tMention 6 9;10 13\tdog bit\n"
        b"T4\tPRON 14 16\tit\nR1\tCoreference Arg1:T3 Arg2:T2\nR2\tCoreference Arg1:T4 Arg2:T3\n",
        "a_b.txt": b"Ann's dog\nbit it",
    }


def test_brat_cannot_be_written_where_a_mention_is_white_space_or_there_are_no_words() -> None:
    key = Key("d", ((Span(1, 2),),))

    assert list(brat.FORMAT.inexpressible(key)) == []
    with refused("inexpressible", "d"):
        brat.write_files(Document("d", ("a", "\n"), ("", "")), key, "d")
    with refused("no-words", "d"):
        brat.write_files(Document("d", (), ()), Key("d", ()), "d")


def test_brat_mention_of_very_many_parts_is_read_and_checked(tmp_path: Path) -> None:
    size = 3_000
    offsets = ";".join(f"{4 * at} {4 * at + 1}" for at in range(size))
    document, key = read_text(tmp_path, f"T1\tX {offsets}\t{'a ' * size}\n", "a b " * size)

    assert corpora.check(tmp_path / "sample", "brat") == []
    assert len(list(key.chains[0][0])) == size
    assert document.words[-1] == "b"


def test_brat_relations_of_a_mention_to_itself_are_told_and_no_links(tmp_path: Path) -> None:
    _, key = read_text(tmp_path, f"{ANN}R1\tCoref Arg1:T1 Arg2:T1\n", "Ann ran.")

    assert (key.chains, key.links) == (((Span(0, 1),),), ())
    assert [(remark.line, remark.code) for remark in brat.remarks(tmp_path / "sample")] == [(2, "self-link")]
