from dataclasses import replace
from pathlib import Path

import pytest

import anaphora
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.results.key_statistics import MENTION_COLUMNS, KeyStatistics, key_counts, mention_rows
from tests.annotated import annotated
from tests.conftest import required

#          0         1            2               3             4           5
STORY = """The/DT/2/det lid/NN/3/nsubj covers/VBZ/0/root the/DT/5/det tray/NN/3/obj ././3/punct
           It/PRP/2/nsubj breaks/VBZ/0/root ././2/punct"""
LID, TRAY, IT = Span(0, 2), Span(3, 5), Span(6, 7)


def story() -> Document:
    document, tree = annotated(STORY)
    return replace(document, annotation=tree)


def rows(document: Document, *chains: tuple[Span, ...], **known: Attributes) -> list[dict[str, object]]:
    key = Clusters("d", chains, {span: attributes for attributes in known.values() for span in chains[0]})
    names = [column.name for column in MENTION_COLUMNS]
    return [dict(zip(names, row, strict=True)) for row in mention_rows(document, key)]


def statistics(*keys: tuple[Document, tuple[tuple[Span, ...], ...]]) -> KeyStatistics:
    found = []
    for number, (document, chains) in enumerate(keys):
        key, text = Clusters("d", chains), replace(document, id=f"d{number}")
        found.append(key_counts(text, key, mention_rows(text, key)))
    return KeyStatistics(tuple(found))


def test_a_row_says_what_is_known_of_a_mention() -> None:
    lid, it, _ = rows(story(), (LID, IT), (TRAY,))

    assert (lid["sentence"], lid["start"], lid["end"], lid["text"], lid["length"]) == (1, 0, 2, "The lid", 2)
    assert (lid["head"], lid["upos"], lid["relation"], lid["treelet"]) == ("lid", "NOUN", "nsubj", True)
    assert (it["sentence"], it["upos"], it["chain"], it["size"], it["order"]) == (2, "PRON", 1, 2, 2)


def test_a_mention_follows_the_one_of_its_chain_that_begins_last_before_it() -> None:
    """[The lid] covers the tray. [∅] It [breaks]. In the chain the zero stands last, in the text it is the second."""
    zero, breaks = Span(FIRST_NODE, FIRST_NODE + 1), Span(7, 8)
    document = replace(story(), nodes=(EmptyNode(6, 1, 1),))
    found = rows(document, (LID, breaks, zero), (TRAY,))

    assert [(row["antecedent"], row["distance"]) for row in found] == [
        (None, None),
        ("∅", 0),
        ("The lid", 1),
        (None, None),
    ]
    assert found[2]["sentence"] == 2
    _, unknown = rows(replace(story(), sentence_starts=(), annotation=None), (TRAY, IT))
    assert (unknown["antecedent"], unknown["distance"]) == ("the tray", None), "there are no sentences"


def test_mentions_within_one_another_are_nested_and_those_that_share_words_cross() -> None:
    """[The lid covers], [lid covers the tray], [the tray]: the first two cross, and the third is in the second."""
    found = rows(story(), (Span(0, 3),), (Span(1, 5),), (TRAY,))

    assert [row["crossing"] for row in found] == [True, True, False]
    assert [row["nested"] for row in found] == [False, False, True]


def test_a_mention_in_the_gap_of_another_neither_lies_in_it_nor_crosses_it() -> None:
    broken = Span(0, 5, ((1, 3),))  # The ... the tray
    found = rows(story(), (broken,), (Span(1, 3),), (Span(3, 4),), (Span(2, 4),))  # "covers the" crosses two

    assert [row["discontinuous"] for row in found] == [True, False, False, False]
    assert [row["nested"] for row in found] == [False, False, True, False]
    assert [row["crossing"] for row in found] == [True, True, False, True]


def test_a_zero_has_no_words_and_its_own_head() -> None:
    node = EmptyNode(3, 0, 1, ((2, "nsubj"),), pos="PRON")
    zero = Span(FIRST_NODE, FIRST_NODE + 1)
    document = replace(story(), nodes=(node,))
    _, found = rows(document, (LID, zero), known=Attributes())

    assert (found["zero"], found["nodes"], found["length"], found["start"], found["end"]) == (True, 1, 0, 3, 3)
    assert (found["sentence"], found["head"], found["upos"], found["relation"]) == (1, "∅", "PRON", "nsubj")


def test_means_say_whether_singletons_count() -> None:
    """Chains of 2, 1 and 1 mentions: 4/3 a chain, and 2 where singletons are left out."""
    found = statistics((story(), ((LID, IT), (TRAY,), (Span(2, 3),)))).figures()

    assert (found["mentions"], found["chains"], found["singletons"]) == (4, 3, 2)
    assert found["mentions_per_chain"] == pytest.approx(4 / 3)
    assert found["mentions_per_chain_of_two_or_more"] == 2
    assert found["singletons_per_chain"] == pytest.approx(2 / 3)
    assert (found["range_in_sentences"], found["longest_range"], found["longest_mention"]) == (1, 1, 2)
    none = statistics((story(), ())).figures()
    assert (none["mentions_per_chain"], none["words_per_mention"], none["longest_chain"]) == (None, None, None)


def test_an_interval_encloses_the_figures_of_the_documents() -> None:
    """One document has chains of 2 alone, the other of 1: all draws lie between."""
    both = statistics((story(), ((LID, IT),)), (story(), ((LID,), (IT,))))
    [key, *_] = both.tables()
    interval = {row[0]: row[2] for row in key.rows}["mentions per chain"]

    assert (interval.low, interval.high) == (1, 2)  # type: ignore[union-attr]


def test_figures_of_the_zeros_are_those_of_udapi(data: Path) -> None:
    """`udapy read.Conllu corefud.Stats report_basics=1` of udapi 0.5.2 prints so, with one digit."""
    found = anaphora.profile(required(data / "zeros" / "pdtc_ft.key.conllu"), show=["key"]).as_json()["key"]
    assert isinstance(found, dict)
    of = found["mentions"]
    percent = {name: round(100 * count / of, 1) for name, count in found["heads"].items()}

    assert (found["words"], found["sentences"], found["empty_nodes"]) == (12_161, 1_200, 539)
    assert (found["chains"], found["longest_chain"], of, found["longest_mention"]) == (556, 7, 1_266, 29)
    assert round(found["mentions_per_chain"], 1) == 2.3
    assert round(found["words_per_mention"], 1) == 1.7
    assert round(found["chains_per_1000_words"]) == 46
    assert [round(100 * found["mention_lengths"][size] / of, 1) for size in "01234"] == [41.7, 35.0, 7.8, 2.4, 2.6]
    assert [round(100 * found["chain_sizes"][size] / 556, 1) for size in "1234"] == [11.5, 67.1, 11.9, 3.8]
    assert [round(100 * found[name] / of, 1) for name in ("with_nodes", "discontinuous", "no_treelet")] == [
        45,
        0.3,
        0.6,
    ]
    assert (percent["PRON"], percent["NOUN"], percent["DET"], percent["PROPN"]) == (55.2, 19.6, 18.8, 3.0)
