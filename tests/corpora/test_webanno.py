from functools import partial
from pathlib import Path

from anaphora.corpora.webanno import remarks, token_lines
from anaphora.workbench.document import EmptyNode, Span
from anaphora.workbench.key import Attributes
from tests.corpora import samples
from tests.corpora.samples import DEEP, Sample, chains_of

GUM = (
    "#FORMAT=WebAnno TSV 3.2\n"
    "#T_SP=webanno.custom.Referent|entity|infstat|identity\n"
    "#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent\n"
    "\n\n"
)
CHAINS = (
    "#FORMAT=WebAnno TSV 3.3\n"
    "#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceRelation|referenceType\n"
    "\n\n"
)
SPAN = (
    "#FORMAT=WebAnno TSV 3.3\n"
    "#T_SP=webanno.custom.Mention|value\n"
    "#T_RL=webanno.custom.Anaphora|BT_webanno.custom.Mention\n"
    "\n\n"
)


def rows(*lines: str) -> str:
    """Rows whose cells are separated by blanks here, and end with a TAB as WebAnno's do."""
    return "".join("\t".join(line.split(" ")) + "\t\n" for line in lines)


VALID = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=x.Mention|value\n#T_RL=x.Coref|type|BT_x.Mention\n\n\n#Text=Her son\n"
    "1-1\t0-3\tHer\tPER[1]|PER[2]\t_\t_\t\n1-2\t4-7\tson\tPER[1]\t_\t_\t\n1-3\t7-8\t.\t_\t_\t_\t\n"
)
SAMPLE = Sample(
    valid=VALID,
    more=[
        (
            "#FORMAT=WebAnno TSV 3.3\n#T_CH=de.Coref|referenceRelation|referenceType\n#T_SP=x.Mention|entity|infstat\n"
            "#T_RL=x.Coref|type|BT_x.Mention\n\n\n#Text=Ann\\'s dog\n1-1\t0-5\tAnn's\t*->1-1\tx\tper[1]\tnew[1]\tcoref"
            "\t1-2[2_1]\t\n1-1.1\t0-3\tAnn\t_\t_\tper\t_\t_\t_\t\n1-2\t6-9\tdog\t*->1-2|a->2-1\tx|y\tani[2]|x\\|y[3]"
            "\t_\tbridge\t1-1[1_2]\t\n"
        )
    ],
    needs_first_line=True, deep=(VALID.replace("PER[1]|PER[2]", "|".join(f"P[{at}]" for at in range(DEEP))), ""),
    long_word=(VALID.replace("Her\t", "{}\t"), "too-large"), same_id=VALID + VALID.splitlines(keepends=True)[-1],
    crossing="#FORMAT=WebAnno TSV 3.3\n#T_CH=x.Coref|type|kind\n\n\n#Text=a b c\n1-1\t0-1\ta\t_\tx->1-1\t\n"
    "1-2\t2-3\tb\t_\tx->1-1|x->1-2\t\n1-3\t4-5\tc\t_\tx->1-2\t\n",
    outside=(VALID + "9-9.1\t0-3\tx\t_\t_\t_\t\n", "bad-span"),
    malformed=[
        ("a\n", 1, "malformed"), ("#FORMAT=WebAnno TSV 2\n", 1, "malformed"), (SPAN, None, "no-words"),
        (SPAN + "1-1\t0-1\ta\n", 6, "wrong-columns"), (SPAN + rows("1-1 0-1 a _ _") * 2, 7, "duplicate-id"),
        (SPAN + rows("one 0-1 a _ _"), 6, "malformed"), (SPAN + rows("1-1 0 a _ _"), 6, "malformed"),
        (SPAN + rows("1-1.1 0-1 a _ _"), 6, "bad-span"),
        (SPAN + rows("1-1 5-7 ab _ _", "1-1.1 5-6 b _ _"), 7, "bad-span"),
        (SPAN + rows("1-1 5-7 ab _ _", "1-1.1 4-5 a _ _"), 7, "bad-span"),
        (SPAN + rows("1-1 0-1 a * 1-2"), 6, "unknown-reference"),
        (SPAN + rows("1-1 0-1 a * 1-1[7_0]"), 6, "unknown-reference"),
        (SPAN + rows("1-1 0-1 a * x"), 6, "unknown-reference"),
        (SPAN + rows("1-1 0-1 a *[1]|*[2] 1-1"), 6, "unknown-reference"),
        (SPAN.replace("BT_webanno.custom.Mention", "BT_x") + rows("1-1 0-1 a _ _"), 3, "unknown-reference"),
    ],
)  # fmt: skip
read_one = partial(samples.read_one, "webanno")


def test_webanno_relations_join_the_mentions_of_their_base_layer(tmp_path: Path) -> None:
    """Those without numbers mean the mention of the row alone; layers of other names are left out."""
    text = GUM + "#Text=Ann lost her dog .\n" + rows(
        "1-1 0-3 Ann person[1] new[1] Ann_Lee[1] coref 1-3[0_1]", "1-2 4-8 lost _ _ _ _ _",
        "1-3 9-12 her animal[2]|person[3] new[2]|giv[3] _ _ _", "1-4 13-16 dog animal[2] new[2] _ _ _",
        "1-5 16-17 . _ _ _ _ _",
    )  # fmt: skip
    document, key = read_one(tmp_path, text)
    assert (document.id, document.text, document.sentence_starts) == ("sample", "Ann lost her dog.", (0,))
    assert chains_of(document, key) == [["Ann", "her"], ["her dog"]]
    assert key.attributes[Span(2, 4)] == Attributes(type="ANIMAL")

    text = GUM + rows(
        "1-1 0-3 his object[1]|person[2] new[1]|new[2] _ coref 2-1", "1-2 4-7 car object[1] new[1] _ coref 2-2[4_1]",
        "2-1 8-10 He person[3] giv[3] _ _ _", "2-2 11-13 it object[4] giv[4] _ _ _",
    )  # fmt: skip
    document, key = read_one(tmp_path, text)
    assert chains_of(document, key) == [["his", "He"], ["his car", "it"]]
    assert document.sentence_starts == (0, 2)

    other = "#FORMAT=WebAnno TSV 3.1\n#T_SP=x.POS|PosValue\n#T_RL=x.Dependency|DependencyType|BT_x.POS\n\n\n"
    document, key = read_one(tmp_path, other + "1-1\t0-1\ta\tNN\tdet\t1-2\n1-2\t2-3\tb\tNN\t_\t_\n")
    assert (document.words, key.chains) == (("a", "b"), ())


def test_webanno_reserved_characters_are_unescaped_and_texts_and_identifiers_are_no_rows(tmp_path: Path) -> None:
    first = r"1-1 0-4 a\\b\t a\_b\|c\[1\][7] _"
    document, key = read_one(tmp_path, SPAN + rows(first, r"1-2 5-6 c d[7]|e[8] 1-1[7_8]"))
    assert (document.words, key.attributes[Span(1, 2)].type) == (("a\\b\t", "c"), "E")
    assert read_one(tmp_path, SPAN + rows(first))[1].attributes == {Span(0, 1): Attributes(type="A_B|C[1]")}

    one, two = (rows(f"{number}-1 {2 * number}-{2 * number + 1} a _ _") for number in (1, 2))
    document, _ = read_one(tmp_path, f"{SPAN}#Sentence.id=s1\n#Text=a\n#Text=1-1\n{one}\n#Text=b\n{two}")
    assert (document.words, document.sentence_starts) == (("a", "a"), (0, 1))


def test_webanno_relations_that_are_no_identity_do_not_join(tmp_path: Path) -> None:
    labels = {"coref": True, "ana": True, "appos": True, "*": True, "bridge": False, "bridge:aggr": False}
    second, third = "1-2 2-3 b abstract new _ _ _", "1-3 4-5 c x new _ _ _"
    for label, joined in labels.items():
        _, key = read_one(tmp_path, GUM + rows(f"1-1 0-1 a abstract new _ {label} 1-2", second))
        assert len(key.chains) == (1 if joined else 2), label
    several = GUM + rows("1-1 0-1 a abstract new _ bridge|coref 1-2|1-3", second, third)
    assert chains_of(*read_one(tmp_path, several)) == [["a", "c"], ["b"]]


def test_webanno_chain_layers_are_chains_whatever_the_order_of_their_columns(tmp_path: Path) -> None:
    text = CHAINS + rows(
        "1-1 0-2 He coref->1-1 pr[1]", "1-2 3-7 shot _ _", "1-3 8-11 his *->1-2|*->2-1 pr[1]|np[2]",
        "1-4 12-15 dog *->2-1 np[2]",
    )  # fmt: skip
    turned = CHAINS.replace("referenceRelation|referenceType", "referenceType|referenceRelation")
    turned += rows("1-1 0-2 He p\\->1-1[1] *->1-1", "1-2 3-5 he p[1] *->1-2")

    assert chains_of(*read_one(tmp_path, text)) == [["He", "his"], ["his dog"]]
    assert chains_of(*read_one(tmp_path, turned)) == [["He", "he"]]


def test_webanno_parts_divide_their_token_whatever_unit_offsets_have(tmp_path: Path) -> None:
    for shift in (1, 2):
        part = f"1-1.1 {shift}-{shift + 3} Bob PER _"
        text = SPAN + rows("1-1 0-4 😀Bob's _ _", part, "1-2 5-8 ran _ _", "1-3 9-11 he PER 1-1.1")
        document, key = read_one(tmp_path, text)
        assert (document.words, document.text) == (("😀", "Bob", "'s", "ran", "he"), "😀Bob's ran he")
        assert chains_of(document, key) == [["Bob", "he"]]
        assert token_lines(tmp_path / "sample") == [6, 6, 6, 8, 9]


def test_webanno_mentions_of_no_character_are_zeros_at_their_place_and_in_their_sentence(tmp_path: Path) -> None:
    first = rows("1-1 0-1 a * 1-1.1", "1-1.1 1-1  * _", "1-2 2-3 b * 1-1.1")
    second = rows("2-1 4-5 c _ _", "2-1.1 4-4  * 1-1")
    document, key = read_one(tmp_path, f"{SPAN}{first}\n{second}")

    assert document.nodes == (EmptyNode(1, 0, 1), EmptyNode(2, 1, 1))
    assert (chains_of(document, key), key.zeros) == ([["a", "b", "∅", "∅"]], 0)


def test_webanno_relations_of_a_mention_to_itself_are_told(tmp_path: Path) -> None:
    path = samples.written(tmp_path, SPAN + rows("1-1 0-1 a *[1] 1-2[2_1]|1-1[1_1]", "1-2 2-3 b *[2] _"))

    assert [(remark.line, remark.code) for remark in remarks(path)] == [(6, "self-link")]
