from dataclasses import replace

import pytest

from anaphora.experiments.terminal.render import to_frame
from anaphora.workbench.results.comparison import (
    differences_in_words,
    notes,
    per_document_tables,
    resolvers_table,
)
from anaphora.workbench.results.table import printed, to_json
from anaphora.workbench.statistics.defaults import FEW_DOCUMENTS
from anaphora.workbench.trace import Answered
from tests.workbench.rights import comparison, document
from tests.workbench.tiny_comparison import CAREFUL, FIRST_ID, HASTY, empty_comparison, tiny_comparison


def test_the_table_compares_nobody_with_who_sees_the_key() -> None:
    assert resolvers_table(replace(tiny_comparison(), read_key=frozenset({CAREFUL}))).references == {1}


def test_significant_differences_group_resolvers_that_beat_the_same() -> None:
    rows = [(True, True, False)] * 3
    (line,) = differences_in_words(comparison(*(document(str(number), *rows) for number in range(9))))

    assert line.endswith("one, other > third.")


@pytest.mark.parametrize(("documents", "few"), [(1, True), (FEW_DOCUMENTS - 1, True), (FEW_DOCUMENTS, False)])
def test_a_note_says_that_intervals_of_few_documents_are_rough(documents: int, few: bool) -> None:
    found = comparison(*(document(str(number), (True, True, False)) for number in range(documents)))
    enough = comparison(*(document(str(number), (True, True, False)) for number in range(FEW_DOCUMENTS + 1)))

    assert len(notes(found)) - len(notes(enough)) == few


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


def test_each_document_has_its_counts() -> None:
    """Of the first document's two anaphors the careful resolver has one right, of the second's one none."""
    found = to_json(tiny_comparison().tables(per_document=True))["per_document"]

    assert list(found) == [FIRST_ID, "second"]
    assert found[FIRST_ID]["resolvers"][CAREFUL]["success_rate"] == [1, 2]
    assert found[FIRST_ID]["upper_bound"] == {"strict": 2, "partial": 2}
    assert found["second"]["resolvers"][HASTY]["success_rate"] == [0, 1]
    sizes, *_ = per_document_tables(tiny_comparison())
    frame = to_frame(sizes).set_index("document")
    counts = frame[["words", "anaphors", "pronouns"]]
    assert counts.iloc[:-1].sum().tolist() == counts.loc["all"].tolist()
    assert frame["max_strict"].tolist() == [1, 0, 2 / 3]


def test_the_rates_of_documents_and_of_all_stand_in_the_order_of_the_ranking() -> None:
    found = comparison(
        document("short", (True, True, False)), document("long", (True, False, False), (True, False, True)),
        document("none"),
    )  # fmt: skip

    _, rates, *_ = per_document_tables(found)

    assert [column.name for column in rates.columns] == ["document", "anaphors", "one", "other", "third"]
    assert rates.rows == (
        ("short", 1, 1, 1, 0), ("long", 2, 1, 0, 0.5), ("none", 0, None, None, None), ("all", 3, 1, 1 / 3, 1 / 3),
    )  # fmt: skip
    sizes, rates, *_ = per_document_tables(empty_comparison())
    assert [row[0] for row in (*sizes.rows, *rates.rows)] == ["all", "all"]
