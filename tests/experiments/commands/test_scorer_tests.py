"""Cases to hold a scorer against: their figures, and the mistakes that are named."""

import csv
import json
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.experiments.commands.list_.list_ import list_
from anaphora.experiments.commands.list_.scorer_check import FOLDER, check_scorer, described, write_cases
from anaphora.experiments.commands.score.score import score
from tests.experiments.commands.wrong_scorers import MEASURES, MISTAKES, PARTS, rows, tables, write
from tests.experiments.conftest import Run
from tests.refused import refused
from tests.workbench.measures.test_scorer_cases import CASES, score_of_case

HEADER = ("case", "measure", *PARTS)


def read(name: str) -> list[list[str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.reader(file)][1:]


def right() -> dict[tuple[str, str], list[float]]:
    return {(case, measure): [float(cell or 0) for cell in cells] for case, measure, *cells in read("right")}


def table(path: Path, *lines: str, header: str = ",".join(HEADER)) -> Path:
    path.write_text("\n".join((header, *lines)) + "\n", encoding="utf-8")
    return path


def test_right_figures_are_those_that_the_reference_scorer_expects_in_its_tests() -> None:
    """Cases with a letter and a number have the chains of its test suite in other words."""
    wrong = {
        (case, measure): right()[case, measure]
        for case, measure in CASES
        if right()[case, measure] != pytest.approx(score_of_case(case, measure), abs=1e-9)
    }

    assert wrong == {}
    assert {case for case, _ in CASES} <= {*described("cases")}


def test_right_figures_of_papers_are_those_that_they_print() -> None:
    """The LEA of Moosavi & Strube 2016, section 3, and the MUC of Pradhan et al. 2014 for the same chains."""
    figures = right()

    assert figures["pradhan", "muc"] == pytest.approx([0.4, 0.4, 0.4])
    assert figures["pradhan", "lea"][:2] == pytest.approx([(3 / 3 + 4 / 6) / 7, (2 + 4 / 6) / 8])
    assert figures["recasens", "blanc"][2] == pytest.approx(0.7078, abs=5e-5)
    assert figures["luo_c", "b_cubed"][2] == pytest.approx(0.545, abs=5e-4)


def test_files_of_each_case_have_the_right_figures(tmp_path: Path) -> None:
    write_cases(tmp_path)
    wrong = {}
    for case, about in described("cases").items():
        key, response = (tmp_path / f"{case}.{side}.conll" for side in ("key", "response"))
        drop = "singletons" in about
        result = score(key, response, measures=MEASURES, singletons="drop" if drop else "keep").as_json()
        [system] = result["systems"].values()
        for measure, values in system["measures"].items():
            parts = PARTS if measure != "conll" else ("f1",)
            found, expected = [values[part] or 0 for part in parts], right()[case, measure][-len(parts) :]
            if found != pytest.approx(expected, abs=1e-9):
                wrong[case, measure] = (found, expected)

    assert wrong == {}


@pytest.mark.parametrize("side", ["key", "response"])
def test_both_forms_of_a_case_have_the_same_words_and_chains(side: str, tmp_path: Path) -> None:
    write_cases(tmp_path)
    for case in described("cases"):
        forms = [corpora.read(tmp_path / f"{case}.{side}.{suffix}") for suffix in ("conll", "jsonl")]
        first, second = ([(text.words, key.chains) for text, key in texts] for texts in forms)
        assert first == second, case


def test_tables_are_those_of_a_scorer_that_is_right_and_of_those_with_a_mistake() -> None:
    assert [read("right"), read("wrong")] == [[[*row] for row in rows] for rows in tables()]
    assert {*MISTAKES} == {*described("mistakes")}


def test_each_usual_mistake_is_caught_and_named(tmp_path: Path) -> None:
    """Rounded to four digits, and in percent with two."""
    named = {}
    for mistake in MISTAKES:
        for digits, times in ((4, 1), (2, 100)):
            rounded = (
                (case, measure, *(cell and f"{float(cell) * times:.{digits}f}" for cell in cells))
                for case, measure, *cells in rows(mistake)
            )
            write(tmp_path / "mine.csv", HEADER, [*rounded])
            named[mistake, times] = [*check_scorer(tmp_path / "mine.csv").causes]

    assert named == {(mistake, times): [mistake] for mistake in MISTAKES for times in (1, 100)}


def test_a_scorer_without_a_mistake_is_right_whatever_it_leaves_undefined(tmp_path: Path) -> None:
    write(tmp_path / "mine.csv", HEADER, [*rows()])
    check = check_scorer(tmp_path / "mine.csv")
    undefined = check_scorer(table(tmp_path / "one.csv", "N1,muc,,nan,-", "A1,conll,0.9,1,1"))
    figures = sum(bool(cell) for _, _, *cells in rows() for cell in cells)

    assert (len(check.held), check.wrong, check.missing, check.others) == (figures, [], 0, 0)
    assert (len(undefined.held), undefined.wrong, undefined.others) == (3, [], 2)


def test_one_figure_is_enough_to_name_a_mistake(tmp_path: Path) -> None:
    """The CoNLL of a package that counts all pairs, with CEAF by mentions, and names of other scorers."""
    lines = "links,CoNLL,.638", "links,bcub,.66735"
    found = check_scorer(table(tmp_path / "one.csv", *lines, header="Case,Measure,F1"))

    assert [(row.measure, row.is_right, row.mistake) for row in found.held] == [
        ("conll", False, "pairs_mentions"),
        ("b_cubed", True, None),
    ]
    (tmp_path / "one.jsonl").write_text('{"case": "A2", "measure": "muc", "f1": 0.4}\n')
    assert check_scorer(tmp_path / "one.jsonl").causes == {"pairs": 1}


def test_two_mistakes_are_both_named_and_what_none_explains_is_none(tmp_path: Path) -> None:
    """MUC of all pairs, and B-CUBED of common mentions; LEA of no known scorer."""
    mixed = {(case, measure): cells for case, measure, *cells in rows("pairs") if measure == "muc"}
    mixed |= {(case, measure): cells for case, measure, *cells in rows("twinless") if measure == "b_cubed"}
    write(
        tmp_path / "mine.csv",
        HEADER,
        [*((*name, *cells) for name, cells in mixed.items()), ("A2", "lea", ".123", "", "")],
    )
    check = check_scorer(tmp_path / "mine.csv")

    assert [*check.causes] == ["pairs", "twinless", None]
    assert [row.measure for row in check.wrong if not row.mistake] == ["lea"]


def test_what_is_no_table_of_figures_is_refused_with_its_line(tmp_path: Path) -> None:
    errors = {
        ("A1,muc,1,1,1", "score,measure,f1"): ("unknown-reference", 2),
        ("A1,muc,1,1,1", "case,score,f1"): ("unknown-reference", 2),
        ("A1,muc,1,1,1", "case,measure"): ("no-common-document", None),
        ("Z9,muc,1,1,1", ""): ("unknown-reference", 2),
        ("A1,muk,1,1,1", ""): ("unknown-reference", 2),
        ("A1,muc,1,one,1", ""): ("bad-value", 2),
        ("A1,muc,1,1e999,1", ""): ("bad-value", 2),
        ("A1,muc,1,inf,1", ""): ("bad-value", 2),
        ("A1,muc,1,1,1\nA1,MUC,1,,", ""): ("inconsistent", 3),
        ("A1,muc,,,", ""): ("no-common-document", None),
        ("A1,rand,1,1,1", ""): ("no-common-document", None),
    }
    for (line, header), (code, at) in errors.items():
        with refused(code, tmp_path / "mine.csv", at):
            check_scorer(table(tmp_path / "mine.csv", line, **({"header": header} if header else {})))


def test_command_lists_cases_writes_them_and_fails_on_wrong_figures(anaphora: Run, tmp_path: Path) -> None:
    new, mine, bad = tmp_path / "new", tmp_path / "mine.csv", tmp_path / "bad.csv"
    table(mine, "A2,muc,.3333,1,.5")
    table(bad, "A2,muc,.25,1,.4")
    listed, *others = [
        anaphora("list", "--scorer-tests", *more) for more in (("--to", "csv"), (new,), (mine,), (bad, "--json", "-"))
    ]

    assert [command.code for command in (listed, *others)] == [0, 0, 0, 1]
    assert {"README.md", "A1.key.conll", "two_documents.response.jsonl"} <= {path.name for path in new.iterdir()}
    assert len(listed.out.splitlines()) == len(right()) + 1
    assert [*json.loads(others[-1].out)["causes"]] == ["pairs"]
    assert list_(str(mine), scorer_tests=True).wrong == []
