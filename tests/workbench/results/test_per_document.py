from anaphora.experiments.terminal.render import to_frame
from anaphora.workbench.results.per_document import document_tables, with_documents
from tests.workbench.rights import comparison, document
from tests.workbench.tiny_comparison import CAREFUL, FIRST_ID, HASTY, empty_comparison, tiny_comparison


def test_each_document_has_its_counts() -> None:
    """Of the first document's two anaphors the careful resolver has one right, of the second's one none."""
    found = with_documents(tiny_comparison())["per_document"]

    assert list(found) == [FIRST_ID, "second"]
    assert found[FIRST_ID]["resolvers"][CAREFUL]["success_rate"] == [1, 2]
    assert found[FIRST_ID]["upper_bound"] == {"strict": 2, "partial": 2}
    assert found["second"]["resolvers"][HASTY]["success_rate"] == [0, 1]


def test_the_shape_without_documents_is_kept() -> None:
    figures = with_documents(tiny_comparison())

    assert {name: figures[name] for name in figures if name != "per_document"} == tiny_comparison().as_json()


def test_the_rates_of_documents_and_of_all_stand_in_the_order_of_the_ranking() -> None:
    found = comparison(
        document("short", (True, True, False)), document("long", (True, False, False), (True, False, True))
    )

    _, rates = document_tables(found)

    assert [column.name for column in rates.columns] == ["document", "anaphors", "one", "other", "third"]
    assert rates.rows == (("short", 1, 1, 1, 0), ("long", 2, 1, 0, 0.5), ("all", 3, 1, 1 / 3, 1 / 3))


def test_a_document_without_anaphors_has_no_rate() -> None:
    _, rates = document_tables(comparison(document("none"), document("one", (True, True, True))))

    assert rates.rows[0] == ("none", 0, None, None, None)


def test_the_counts_of_the_documents_add_up() -> None:
    """Words, anaphors, and with them the pronouns that refer to no nominal: here none."""
    sizes, _ = document_tables(tiny_comparison())

    frame = to_frame(sizes).set_index("document")
    counts = frame[["words", "anaphors", "pronouns"]]
    assert counts.iloc[:-1].sum().tolist() == counts.loc["all"].tolist()
    assert frame["max_strict"].tolist() == [1, 0, 2 / 3]


def test_without_documents_only_the_last_row_is_left() -> None:
    sizes, rates = document_tables(empty_comparison())

    assert [row[0] for row in (*sizes.rows, *rates.rows)] == ["all", "all"]
