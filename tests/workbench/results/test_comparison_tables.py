from dataclasses import replace

import pytest

from anaphora.experiments.terminal.render import to_frame
from anaphora.workbench.results.comparison import (
    anaphors_table,
    beside,
    differences_in_words,
    documents_table,
    losses_table,
    notes,
    per_document_tables,
    resolvers_table,
)
from anaphora.workbench.results.table import printed, to_json
from anaphora.workbench.statistics.defaults import FEW_DOCUMENTS
from anaphora.workbench.statistics.spaced_sampling import Sample
from anaphora.workbench.trace import Answered
from tests.workbench.rights import comparison, document
from tests.workbench.tiny_comparison import CAREFUL, FIRST_ID, HASTY, empty_comparison, tiny_comparison


def test_the_table_has_a_row_a_resolver_best_first() -> None:
    table = resolvers_table(tiny_comparison())

    careful, hasty = to_frame(table).to_dict("records")
    assert (careful["resolver"], careful["right"], careful["anaphors"]) == (CAREFUL, 1, 3)
    assert careful["success_rate"] == pytest.approx(1 / 3)
    assert (careful["precision"], careful["f1"], careful["of_max"]) == (1.0, 0.5, 0.5)
    assert 0 < careful["success_rate_low"] < careful["success_rate_high"] < 1
    assert (hasty["resolver"], hasty["expected"]) == (HASTY, pytest.approx(1 / 3))


def test_the_table_compares_nobody_with_who_sees_the_key() -> None:
    assert resolvers_table(replace(tiny_comparison(), read_key=frozenset({CAREFUL}))).references == {1}


def test_the_notes_name_what_is_skipped_warned_of_and_drawn() -> None:
    tiny = replace(tiny_comparison(), warnings=("tuned on both",)).with_sample(Sample(100, 20))
    notes = " ".join(resolvers_table(tiny).notes)

    for part in ("66.7 strict", "Not counted: 3", "tuned on both", "broken.conllu:3", "20 samples"):
        assert part in notes


def test_significant_differences_group_resolvers_that_beat_the_same() -> None:
    rows = [(True, True, False)] * 3
    (line,) = differences_in_words(comparison(*(document(str(number), *rows) for number in range(9))))

    assert line.endswith("one, other > third.")


@pytest.mark.parametrize(("documents", "few"), [(1, True), (FEW_DOCUMENTS - 1, True), (FEW_DOCUMENTS, False)])
def test_a_note_says_that_intervals_of_few_documents_are_rough(documents: int, few: bool) -> None:
    found = comparison(*(document(str(number), (True, True, False)) for number in range(documents)))
    enough = comparison(*(document(str(number), (True, True, False)) for number in range(FEW_DOCUMENTS + 1)))

    assert len(notes(found)) - len(notes(enough)) == few


@pytest.mark.parametrize(("documents", "rows"), [(0, 0), (2, 3)])
def test_the_tables_of_anaphors_documents_and_losses_are_tidy(documents: int, rows: int) -> None:
    found = tiny_comparison() if documents else empty_comparison()

    anaphors, by_document, losses = anaphors_table(found), documents_table(found), losses_table(found)
    assert len(anaphors.rows) == 2 * rows
    assert len(by_document.rows) == 2 * documents
    if documents:
        heads = [column.shown for column in losses.shown().columns]
        assert heads == ["resolver", "unresolved", "tie", "outranked", "right"]
        assert losses.notes == ("Lost by every resolver: anaphor missed 1.",)


def test_cataphora_and_split_antecedents_have_counts_of_their_own_beside_those_of_the_key() -> None:
    first, second = tiny_comparison().documents
    asked = {"first_mention": 0, "cataphora": 3, "split_antecedent": 1}
    answered = replace(first, not_counted=asked, cataphoric={CAREFUL: Answered(2, 1)}, split={CAREFUL: Answered(1, 1)})
    found = replace(tiny_comparison(), documents=(answered, second))
    careful, hasty = (to_json(found.tables())["resolvers"][name] for name in (CAREFUL, HASTY))

    assert careful["cataphora"] == {"right": 1, "of": 3, "answered": 2}
    assert careful["split_antecedents"] == {"right": 1, "of": 1, "answered": 1}
    assert hasty["cataphora"] == {"right": 0, "of": 3, "answered": 0}
    *_, apart = printed(found.tables(losses=True))
    assert apart.rows == ((CAREFUL, 2, 1, 3, 1, 1, 1),)
    assert len(printed(tiny_comparison().tables(losses=True))) == 2


def test_anaphors_of_clauses_have_a_line_of_their_own_and_a_count_in_json() -> None:
    first, second = tiny_comparison().documents
    apart = {"first_mention": 2, "cataphora": 0, "split_antecedent": 1, "clausal": 12}
    found = replace(tiny_comparison(), documents=(replace(first, not_counted=apart), second))

    for told in (notes, beside):
        (added,) = set(told(found)) - set(told(tiny_comparison()))
        assert "12" in added
    assert to_json(found.tables())["not_counted"] == apart


def test_each_document_has_its_counts() -> None:
    """Of the first document's two anaphors the careful resolver has one right, of the second's one none."""
    found = to_json(tiny_comparison().tables(per_document=True))["per_document"]

    assert list(found) == [FIRST_ID, "second"]
    assert found[FIRST_ID]["resolvers"][CAREFUL]["success_rate"] == [1, 2]
    assert found[FIRST_ID]["upper_bound"] == {"strict": 2, "partial": 2}
    assert found["second"]["resolvers"][HASTY]["success_rate"] == [0, 1]


def test_the_shape_without_documents_is_kept() -> None:
    figures = to_json(tiny_comparison().tables(per_document=True))

    assert {name: figures[name] for name in figures if name != "per_document"} == to_json(tiny_comparison().tables())


def test_the_rates_of_documents_and_of_all_stand_in_the_order_of_the_ranking() -> None:
    found = comparison(
        document("short", (True, True, False)), document("long", (True, False, False), (True, False, True))
    )

    _, rates, *_ = per_document_tables(found)

    assert [column.name for column in rates.columns] == ["document", "anaphors", "one", "other", "third"]
    assert rates.rows == (("short", 1, 1, 1, 0), ("long", 2, 1, 0, 0.5), ("all", 3, 1, 1 / 3, 1 / 3))


def test_a_document_without_anaphors_has_no_rate() -> None:
    _, rates, *_ = per_document_tables(comparison(document("none"), document("one", (True, True, True))))

    assert rates.rows[0] == ("none", 0, None, None, None)


def test_the_counts_of_the_documents_add_up() -> None:
    """Words, anaphors, and with them the pronouns that refer to no nominal: here none."""
    sizes, *_ = per_document_tables(tiny_comparison())

    frame = to_frame(sizes).set_index("document")
    counts = frame[["words", "anaphors", "pronouns"]]
    assert counts.iloc[:-1].sum().tolist() == counts.loc["all"].tolist()
    assert frame["max_strict"].tolist() == [1, 0, 2 / 3]


def test_without_documents_only_the_last_row_is_left() -> None:
    sizes, rates, *_ = per_document_tables(empty_comparison())

    assert [row[0] for row in (*sizes.rows, *rates.rows)] == ["all", "all"]
