import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.experiments.examining.choices import Choice, read_choices, to_line
from anaphora.workbench.errors import FormatError, OptionError

# Mary met Tom. She waved. It rained.
ROWS = """# newdoc id = {id}
# global.Entity = eid-etype-head-other
1 Mary Mary PROPN NNP _ 2 nsubj _ Entity=(e1-person-1-)
2 met meet VERB VBD _ 0 root _ _
3 Tom Tom PROPN NNP _ 2 obj _ Entity=(e2-person-1-)
4 . . PUNCT . _ 2 punct _ _

1 She she PRON PRP _ 2 nsubj _ Entity=(e1-person-1-)
2 waved wave VERB VBD _ 0 root _ _
3 . . PUNCT . _ 2 punct _ _

"""
MARY, TOM, SHE = (0, 1), (2, 3), (4, 5)


def line(id: str, document: str, *options: tuple[int, int], swap: str = "") -> str:
    return to_line(Choice(id, document, swap, 0, SHE, options, "..."))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "key.conllu"
    text = "".join(ROWS.format(id=id) for id in ("one", "two"))
    path.write_text("\n".join(row if row.startswith("#") else row.replace(" ", "\t") for row in text.split("\n")))
    return path


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """Two orders of a question, with one more in which none is right, and on another document one, and its version."""
    path = tmp_path / "questions.jsonl"
    path.write_text(
        line("one/0/0", "one", MARY, TOM)
        + line("one/0/1", "one", TOM, MARY)
        + line("one/1/0", "one", TOM, (5, 6))
        + line("two/0/0", "two", MARY, TOM)
        + line("two/0/Indian/0", "two", MARY, TOM, swap="Indian")
    )
    return path


Scored = Callable[..., Any]


@pytest.fixture
def scored(corpus: Path, asked: Path, tmp_path: Path) -> Scored:
    def score(*answers: str, resolvers: tuple[str, ...] = ()) -> Any:
        ids = [choice.id for choice in read_choices(asked)]
        path = tmp_path / "answers.jsonl"
        path.write_text("".join(json.dumps({"id": i, "answer": a}) + "\n" for i, a in zip(ids, answers, strict=False)))
        found = anaphora.evaluate("choices", corpus, questions=asked, answers={"model": path}, resolvers=resolvers)
        return found.as_json()

    return score


def test_answers_are_scored_by_the_key(scored: Scored) -> None:
    """Right are A, B, C (none of these), A and A."""
    found = scored("A", "B", "C", "A", "A")["systems"]["model"]

    assert (found["accuracy"], found["one_right"], found["none_right"], found["none_instead"]) == (1, 1, 1, 0)


def test_answers_are_scored_by_category(scored: Scored) -> None:
    """All ask about *She*, one sentence behind: a fifth of the answers are wrong, and of four a quarter."""
    found = scored("A", "B", "C", "B", "A")

    assert found["anaphor"]["model"]["anaphor_feminine"] == pytest.approx(4 / 5)
    assert found["distance"]["model"]["distance_1"] == pytest.approx(3 / 4)


def test_who_always_says_a_is_right_by_chance_and_biased(scored: Scored) -> None:
    """Right in one/0/0 and both of two: 3 of 5, and 3 of the 4 in which an entity is. A is right 3 times, B once."""
    found = scored(*"AAAAA")

    assert found["systems"]["model"]["accuracy"] == pytest.approx(3 / 5)
    assert found["systems"]["model"]["one_right"] == pytest.approx(3 / 4)
    assert found["systems"]["model"]["none_right"] == 0
    assert found["systems"]["model"]["same_in_all_orders"] == 0  # Mary, then Tom
    assert found["position"]["model"]["A"] == pytest.approx((5 - 3) / 5)
    assert found["position"]["model"]["B"] == pytest.approx(-1 / 5)
    assert found["position"]["model"]["none of these"] == pytest.approx(-1 / 5)


def test_an_interval_is_over_documents(scored: Scored) -> None:
    """Of the document `one` 1 of 3 is right, of `two` 2 of 2."""
    found = scored(*"AAAAA")["systems"]["model"]

    assert found["accuracy_interval"] == [pytest.approx(1 / 3), 1]


def test_chance_has_what_is_expected(scored: Scored) -> None:
    found = scored(*"AAAAA")["systems"]["chance"]

    assert (found["accuracy"], found["none_right"]) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_the_same_answer_with_other_names_is_a_pair(scored: Scored) -> None:
    same, other = (scored(*answers)["pairs"]["model"] for answers in ("ABCAA", "ABCAB"))

    assert (same["Indian_same"], same["Indian_difference"]) == (1, 0)
    assert (other["Indian_same"], other["Indian_difference"]) == (0, -1)


@pytest.mark.parametrize("answer", ["A", "(A)", "a.", "**A**", "A. Mary", "Mary", "Answer: A", "The answer is **A**."])
def test_an_answer_names_a_letter_or_the_words(answer: str, scored: Scored) -> None:
    found = scored(answer.replace("a.", "A."), "B", "C", "A", "A")["systems"]["model"]

    assert (found["accuracy"], found["not_understood"]) == (1, 0)


@pytest.mark.parametrize("answer", ["", "A man met her.", "Z", "Answer: A or answer: B", "Mary or Tom"])
def test_an_answer_that_is_not_understood_is_wrong_and_counted(answer: str, scored: Scored) -> None:
    found = scored(answer, "B", "C", "A", "A")["systems"]["model"]

    assert (found["accuracy"], found["not_understood"]) == (pytest.approx(4 / 5), pytest.approx(1 / 5))


def test_a_question_without_an_answer_is_told(scored: Scored) -> None:
    found = scored("A")

    assert len(found["warnings"]) == 1
    assert found["systems"]["model"]["accuracy"] == pytest.approx(1 / 5)


def answered(tmp_path: Path, *ids: str) -> Path:
    path = tmp_path / "answered.jsonl"
    path.write_text("".join(json.dumps({"id": id, "answer": "A"}) + "\n" for id in ids))
    return path


def test_answers_of_which_none_is_to_a_question_are_refused(corpus: Path, asked: Path, tmp_path: Path) -> None:
    others = answered(tmp_path, "q1", "q2")
    with pytest.raises(FormatError) as caught:
        anaphora.evaluate("choices", corpus, questions=asked, answers={"model": others}, resolvers=())
    assert caught.value.code == "unknown-reference"


def test_an_answer_to_no_question_is_told_and_left_out(corpus: Path, asked: Path, tmp_path: Path) -> None:
    ids = [choice.id for choice in read_choices(asked)]
    answers = {"model": answered(tmp_path, *ids, "q1")}
    found: Any = anaphora.evaluate("choices", corpus, questions=asked, answers=answers, resolvers=()).as_json()

    assert len(found["warnings"]) == 1
    assert found["systems"]["model"]["accuracy"] == pytest.approx(3 / 5)  # as of who always says A


def test_resolvers_answer_the_very_same_questions(scored: Scored) -> None:
    """The most recent candidate that agrees with "she" is Mary: right where she is an option, and where she is not."""
    found = scored(*"AAAAA", resolvers=("most_recent",))["systems"]

    assert (found["most_recent"]["accuracy"], found["MAX"]["accuracy"]) == (1, 1)


def test_systems_are_compared_over_documents(scored: Scored) -> None:
    """Always A has 1 and 2 right, most_recent 3 and 2; one document in which they differ tells nothing."""
    [pair] = scored(*"AAAAA", resolvers=("most_recent",))["differences"]

    assert (pair["first"], pair["second"], pair["difference"]) == ("model", "most_recent", pytest.approx(-2 / 5))
    assert (pair["interval"], pair["p_adjusted"]) == ([pytest.approx(-2 / 3), 0], 1)


def test_answers_come_from_files_of_one_line_a_question(corpus: Path, asked: Path, tmp_path: Path) -> None:
    for text, code in (('{"id": "one/0/0"}\n', "malformed"), ('{"id": "x", "answer": "A"}\n' * 2, "duplicate-id")):
        (tmp_path / "bad.jsonl").write_text(text)
        with pytest.raises(FormatError) as caught:
            anaphora.evaluate("choices", corpus, questions=asked, answers={"m": tmp_path / "bad.jsonl"}, resolvers=())
        assert caught.value.code == code


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_answers_may_be_csv_with_a_column_of_students(
    delimiter: str, corpus: Path, asked: Path, tmp_path: Path
) -> None:
    """Ann answers one question, which she has right; Bob answers all with A, of which 3 of 5 are right."""
    ids = [choice.id for choice in read_choices(asked)]
    rows = [("ID", "Student", "Answer"), (ids[0], "Ann", "Mary"), *((id, "Bob", "A") for id in ids)]
    path = tmp_path / "class.csv"
    path.write_text("\ufeff" + "".join(f"{delimiter.join(row)}\r\n" for row in rows))
    result = anaphora.evaluate("choices", corpus, questions=asked, answers={"class": path}, resolvers=())
    found: Any = result.as_json()

    assert {name: (each["right"], each["answered"]) for name, each in found["systems"].items()} == {
        "Ann": (1, 1),
        "Bob": (3, 5),
        "chance": (None, None),
    }
    assert found["anaphor"]["Bob"]["anaphor_feminine"] == pytest.approx(3 / 5)
    assert [(pair["first"], pair["second"]) for pair in found["differences"]] == [("Ann", "Bob")]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("question,answer\none/0/0,A\n", "malformed", 2),
        ("id,answer\none/0/0\n", "malformed", 2),
        ("id,answer\none/0/0,A\none/0/0,B\n", "duplicate-id", 3),
        ("id,answer\none/0/0," + "A" * 200_000 + "\n", "malformed", 2),
    ],
)
def test_csv_that_is_no_answers_is_refused(
    text: str, code: str, line: int, corpus: Path, asked: Path, tmp_path: Path
) -> None:
    path = tmp_path / "class.csv"
    path.write_text(text)
    with pytest.raises(FormatError) as caught:
        anaphora.evaluate("choices", corpus, questions=asked, answers={"class": path}, resolvers=())
    assert (caught.value.code, caught.value.path, caught.value.line) == (code, str(path), line)


def test_a_student_has_a_name_that_nothing_else_has(corpus: Path, asked: Path, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("id,student,answer\none/0/0,mars,A\n")
    with pytest.raises(OptionError) as caught:
        anaphora.evaluate("choices", corpus, questions=asked, answers={"class": path}, resolvers=("mars",))
    assert caught.value.code == "duplicate-name"


def test_of_many_students_the_pairs_are_in_json_only(corpus: Path, asked: Path, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("id,student,answer\n" + "".join(f"one/0/0,{name},A\n" for name in "abcdef"))
    result = anaphora.evaluate("choices", corpus, questions=asked, answers={"class": path}, resolvers=())
    found: Any = result.as_json()

    assert len(found["differences"]) == 15
    assert [table.title for table in result.tables() if "Differences" in table.title and table.printed] == []


def test_without_answers_and_resolvers_there_is_nothing_to_score(corpus: Path, asked: Path) -> None:
    with pytest.raises(OptionError) as caught:
        anaphora.evaluate("choices", corpus, questions=asked, resolvers=())
    assert caught.value.code == "no-answers"


def test_questions_are_made_of_any_key_and_scored_with_it(corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "made.jsonl"
    written = anaphora.export(corpus, target, choices=2, none=0.0, shuffles=2, swap=["Arabic"])
    choices = read_choices(target)

    assert (written.documents, written.questions) == (2, 8)
    assert {choice.options for choice in choices} <= {(MARY, TOM), (TOM, MARY)}
    assert len({choice.swap for choice in choices}) == 2
