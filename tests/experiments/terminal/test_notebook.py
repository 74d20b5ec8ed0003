"""What a notebook shows of a result: tables in HTML."""

import re

import numpy as np

from anaphora.experiments.terminal import notebook
from anaphora.workbench.measures import choose_measure
from anaphora.workbench.results.scores import Scores
from tests.workbench.clusters import evidence
from tests.workbench.tiny_comparison import CAREFUL, empty_comparison, tiny_comparison


def cells(html: str) -> list[list[str]]:
    """The texts of all rows of all tables."""
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", html)]


def scored(key: str = "key.conll") -> Scores:
    """One system that finds one link of two."""
    measure = choose_measure("muc")
    counts = measure.count(evidence([([["a", "b", "c"]], [["a", "b"], ["c"]])]))
    return Scores(key, "corpus:key", ("d",), ("me",), (measure,), {"me": {"muc": np.asarray(counts)}})


def test_a_comparison_shows_rates_losses_and_signature() -> None:
    comparison = tiny_comparison()

    html = notebook.comparison(comparison)

    assert [row[:2] for row in cells(html)][:2] == [["resolver", "right"], [CAREFUL, "1/3"]]
    assert ["right", "1", "0"] in cells(html)
    assert "MAX" in html
    assert comparison.signature in html


def test_names_are_escaped() -> None:
    html = notebook.comparison(tiny_comparison())

    assert "&lt;b&gt;hasty&lt;/b&gt;" in html
    assert "<b>" not in html


def test_a_comparison_without_documents_has_no_losses() -> None:
    assert "lost at" not in notebook.comparison(empty_comparison())


def test_scores_show_the_table_of_the_command() -> None:
    assert cells(notebook.scores(scored()))[1][:4] == ["muc", "50.00", "100.00", "66.67"]


def test_the_name_of_a_key_is_escaped() -> None:
    assert "<p><strong>&lt;script&gt;: 1 document</strong></p>" in notebook.scores(scored("<script>"))


def test_answers_show_each_pronoun_in_its_context() -> None:
    row = {
        "text": "It",
        "start": 9,
        "end": 11,
        "pleonastic": False,
        "antecedents": {"me": {"text": "Ann"}, "you": None},
    }

    assert cells(notebook.answers({"text": "Ann fell.It hurt.", "pronouns": [row]})) == [
        ["pronoun", "me", "you"], ["Ann fell.[It] hurt.", "Ann", "–"],
    ]  # fmt: skip


def test_what_the_filter_took_out_is_no_answer() -> None:
    row = {"text": "It", "start": 0, "end": 2, "pleonastic": True, "antecedents": {"me": None}}

    assert cells(notebook.answers({"text": "It rains.", "pronouns": [row]}))[1] == ["[It] rains.", "pleonastic"]


def test_a_text_without_pronouns_says_so() -> None:
    assert "no third-person pronoun" in notebook.answers({"text": "Ann fell.", "pronouns": []})
