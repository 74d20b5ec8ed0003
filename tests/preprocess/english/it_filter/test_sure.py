"""Rules that overrule the scores of the learned filter, on the parses of the bundled pipeline."""

import pytest

from anaphora.corpora import plain
from anaphora.preprocess.english.it_filter import classify
from anaphora.preprocess.pipeline import load
from anaphora.preprocess.trees import trees_of
from tests.csv_tables import as_csv
from tests.preprocess.english.it_filter import figures
from tests.preprocess.table_files import rows


def test_it_is_judged_as_people_judge_it_and_by_the_rule_that_is_sure() -> None:
    wrong = {}
    for kind, text, rule in rows("it_texts"):
        document = plain.document(text, "text")
        it, *_ = classify(trees_of(load().annotate(document), document.words), "learned")
        if it.kind != kind or (rule and it.explanation != f"{kind} by a sure rule: {rule}"):
            wrong[text] = kind, rule, it
    assert wrong == {}


@pytest.mark.slow
def test_the_constructions_on_the_page_are_those_of_the_program() -> None:
    assert figures.FILE.read_text("utf8") == as_csv(figures.table())
