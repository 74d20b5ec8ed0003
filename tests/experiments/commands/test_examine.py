"""Questions with choices: how they are made, and how answers to them are scored."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.experiments.commands.evaluate.questions import (
    GENDER,
    PLAIN,
    Asking,
    Choice,
    cultures,
    names_of,
    questions,
    read_choices,
    swapped,
    to_line,
)
from anaphora.preprocess.lexicon import first_name
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from anaphora.workbench.key import Key
from anaphora.workbench.results.examined import NONE
from tests.annotated import annotated
from tests.experiments.conftest import small_corpus
from tests.refused import raises

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


def line(id: str, *options: tuple[int, int], swap: str = "") -> str:
    names = {MARY: "Priya" if swap else "Mary", TOM: "Tom", (5, 6): "waved"}
    listed = (f"{letter}. {words}" for letter, words in zip("ABC", [*map(names.get, options), NONE], strict=True))
    return to_line(Choice(id, id.partition("/")[0], swap, 0, SHE, options, "\n".join(("...", *listed))))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return small_corpus(tmp_path, "".join(ROWS.format(id=id) for id in ("one", "two")))


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """Two orders of a question, with one more in which none is right, and on another document one, and its version."""
    path = tmp_path / "questions.jsonl"
    path.write_text(
        line("one/0/0", MARY, TOM)
        + line("one/0/1", TOM, MARY)
        + line("one/1/0", TOM, (5, 6))
        + line("two/0/0", MARY, TOM)
        + line("two/0/Indian/0", MARY, TOM, swap="Indian")
    )
    return path


Scored = Callable[..., Any]
Marked = Callable[..., Any]


@pytest.fixture
def marked(corpus: Path, asked: Path, tmp_path: Path) -> Marked:
    """Scores answers in a file of this text."""

    def mark(text: str, name: str = "model.jsonl", resolvers: tuple[str, ...] = ()) -> Any:
        path = tmp_path / name
        path.write_text(text)
        return anaphora.evaluate(
            "choices", corpus, questions=asked, answers={path.stem: path}, resolvers=resolvers
        ).as_json()

    return mark


@pytest.fixture
def scored(asked: Path, marked: Marked) -> Scored:
    """Scores answers to the questions in their order."""

    def score(*answers: str, more: tuple[str, ...] = (), **options: Any) -> Any:
        ids = [*(choice.id for choice in read_choices(asked)), *more]
        rows = ({"id": id, "answer": answer} for id, answer in zip(ids, answers, strict=False))
        return marked("".join(json.dumps(row) + "\n" for row in rows), **options)

    return score


def test_answers_are_scored_by_the_key_and_by_category(scored: Scored) -> None:
    """Right are A, B, C (none of these), A and A; all ask about *She*, of four a sentence behind a quarter is wrong."""
    right = scored("A", "B", "C", "A", "A")["systems"]["model"]
    found = scored("A", "B", "C", "B", "A")

    assert [right[name] for name in ("accuracy", "one_right", "none_right", "none_instead")] == [1, 1, 1, 0]
    assert found["anaphor"]["model"]["anaphor_feminine"] == pytest.approx(4 / 5)
    assert found["distance"]["model"]["distance_1"] == pytest.approx(3 / 4)


def test_who_always_says_a_is_right_by_chance_and_biased(scored: Scored) -> None:
    """Right in one/0/0 and both of two: 3 of 5, and 3 of the 4 in which an entity is. A is right 3 times, B once.

    An interval is over documents: of `one` 1 of 3 is right, of `two` 2 of 2.
    """
    found = scored(*"AAAAA")
    model, chance, position = found["systems"]["model"], found["systems"]["chance"], found["position"]["model"]

    assert model["accuracy"] == pytest.approx(3 / 5)
    assert model["one_right"] == pytest.approx(3 / 4)
    assert model["none_right"] == 0
    assert model["same_in_all_orders"] == 0  # Mary, then Tom
    assert model["accuracy_interval"] == [pytest.approx(1 / 3), 1]
    assert [position[name] for name in ("A", "B", "none of these")] == pytest.approx([2 / 5, -1 / 5, -1 / 5])
    assert (chance["accuracy"], chance["none_right"]) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_the_same_answer_with_other_names_is_a_pair(scored: Scored) -> None:
    same, other = (scored(*answers)["pairs"]["model"] for answers in ("ABCAA", "ABCAB"))

    assert (same["Indian_same"], same["Indian_difference"]) == (1, 0)
    assert (other["Indian_same"], other["Indian_difference"]) == (0, -1)


def test_an_answer_names_a_letter_or_the_words_or_is_wrong_and_counted(scored: Scored) -> None:
    understood = ("A", "(A)", "A.", "**A**", "A. Mary", "Mary", "Answer: A", "The answer is **A**.")
    not_understood = ("", "A man met her.", "Z", "Answer: A or answer: B", "Mary or Tom")
    found = {}
    for answer in (*understood, *not_understood):
        model = scored(answer, "B", "C", "A", "A")["systems"]["model"]
        found[answer] = round(model["accuracy"], 2), round(model["not_understood"], 2)

    assert found == {**dict.fromkeys(understood, (1, 0)), **dict.fromkeys(not_understood, (0.8, 0.2))}
    words = scored("Mary", "Mary", "none of these", "mary", "Priya")["systems"]["model"]
    assert words["accuracy"] == 1, "in the words of the very text that was asked about"


def test_a_question_without_an_answer_is_told_and_an_answer_to_no_question(scored: Scored, marked: Marked) -> None:
    short, more = scored("A"), scored(*"AAAAAA", more=("q1",))

    assert (len(short["warnings"]), len(more["warnings"])) == (1, 1)
    assert short["systems"]["model"]["accuracy"] == pytest.approx(1 / 5)
    assert more["systems"]["model"]["accuracy"] == pytest.approx(3 / 5)  # as of who always says A
    with raises("unknown-reference"):
        marked('{"id": "q1", "answer": "A"}\n')


def test_resolvers_answer_the_very_same_questions_and_systems_are_compared(scored: Scored) -> None:
    """The most recent candidate that agrees with "she" is Mary: right where she is an option, and where she is not.

    Always A has 1 and 2 right, most_recent 3 and 2; one document in which they differ tells nothing.
    """
    found = scored(*"AAAAA", resolvers=("most_recent",))
    [pair] = found["differences"]

    assert (found["systems"]["most_recent"]["accuracy"], found["systems"]["MAX"]["accuracy"]) == (1, 1)
    assert (pair["first"], pair["second"], pair["difference"]) == ("model", "most_recent", pytest.approx(-2 / 5))
    assert (pair["interval"], pair["p_adjusted"]) == ([pytest.approx(-2 / 3), 0], 1)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_answers_may_be_csv_with_a_column_of_students(delimiter: str, asked: Path, marked: Marked) -> None:
    """Ann answers one question, which she has right; Bob answers all with A, of which 3 of 5 are right."""
    ids = [choice.id for choice in read_choices(asked)]
    rows = [("ID", "Student", "Answer"), (ids[0], "Ann", "Mary"), *((id, "Bob", "A") for id in ids)]
    found = marked("\ufeff" + "".join(f"{delimiter.join(row)}\r\n" for row in rows), "class.csv")

    assert {name: (system["right"], system["answered"]) for name, system in found["systems"].items()} == {
        "Ann": (1, 1), "Bob": (3, 5), "chance": (None, None),
    }  # fmt: skip
    assert found["anaphor"]["Bob"]["anaphor_feminine"] == pytest.approx(3 / 5)
    assert [(pair["first"], pair["second"]) for pair in found["differences"]] == [("Ann", "Bob")]


@pytest.mark.parametrize(
    ("name", "text", "code", "line"),
    [
        ("class.csv", "question,answer\none/0/0,A\n", "malformed", 2),
        ("class.csv", "id,answer\none/0/0\n", "malformed", 2),
        ("class.csv", "id,answer\none/0/0,A\none/0/0,B\n", "duplicate-id", 3),
        ("class.csv", "id,answer\none/0/0," + "A" * 200_000 + "\n", "malformed", 2),
        ("class.csv", "id,student,answer\none/0/0,mars,A\n", "duplicate-name", None),
        ("class.jsonl", '{"id": "one/0/0"}\n', "malformed", 1),
        ("class.jsonl", '{"id": "one/0/0", "answer": ["A"]}\n', "malformed", 1),
        ("class.jsonl", '{"id": "one/0/0", "answer": "A", "student": "\\ud800"}\n', "malformed", 1),
        ("class.jsonl", '{"id": "x", "answer": "A"}\n' * 2, "duplicate-id", 2),
    ],
)
def test_what_is_no_answers_is_refused(
    name: str, text: str, code: str, line: int | None, marked: Marked, tmp_path: Path
) -> None:
    with pytest.raises(WorkbenchError) as caught:
        marked(text, name, resolvers=("mars",))

    assert (caught.value.code, getattr(caught.value, "line", None)) == (code, line)
    if line:
        assert getattr(caught.value, "path", None) == str(tmp_path / name)


def test_of_many_students_the_pairs_are_in_json_only(corpus: Path, asked: Path, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("id,student,answer\n" + "".join(f"one/0/0,{name},A\n" for name in "abcdef"))
    result = anaphora.evaluate("choices", corpus, questions=asked, answers={"class": path}, resolvers=())
    found: Any = result.as_json()

    assert len(found["differences"]) == 15
    assert [table.title for table in result.tables() if "Differences" in table.title] == []
    with raises("no-answers", OptionError):
        anaphora.evaluate("choices", corpus, questions=asked, resolvers=())


def test_questions_are_made_of_any_key_and_scored_with_it(corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "made.jsonl"
    written = anaphora.export(corpus, target, choices=2, none=0.0, shuffles=2, swap=["Arabic"])
    made = read_choices(target)

    assert (written.data.documents, written.data.questions) == (2, 8)
    assert {choice.options for choice in made} <= {(MARY, TOM), (TOM, MARY)}
    assert len({choice.swap for choice in made}) == 2


# how questions are made


#          0              1             2            3
STORY = """Mary/NNP/2/nsubj met/VBD/0/root Peter/NNP/2/obj ././2/punct
           She/PRP/2/nsubj gave/VBD/0/root him/PRP/2/iobj her/PRP$/5/nmod key/NN/2/obj ././2/punct"""
MENTIONS = ((Span(0, 1), Span(4, 5), Span(7, 8)), (Span(2, 3), Span(6, 7)), (Span(7, 9),))


def story() -> tuple[Document, Annotation]:
    document, tree = annotated(STORY)
    pos = tuple(
        "PROPN" if word in ("Mary", "Peter") else pos for word, pos in zip(document.words, tree.pos, strict=True)
    )
    return document, replace(tree, pos=pos)


def made(**settings: object) -> list[Choice]:
    document, tree = story()
    asking = Asking(**({"none": 0.0, "shuffles": 1} | settings))  # type: ignore[arg-type]
    return list(questions(document, Key(document.id, MENTIONS), tree, "third-person", asking))


def test_a_question_has_a_named_phrase_of_each_entity_and_marks_the_anaphor() -> None:
    she, him, her = made()

    assert {*she.options} == {*him.options} == {*her.options} == {(0, 1), (2, 3)}
    assert she.prompt.startswith("Passage:\nMary met Peter . *She* gave him her key .\n")
    assert she.prompt.splitlines()[-1] == f"C. {NONE}"
    assert {line[3:] for line in she.prompt.splitlines()[-3:-1]} == {"Mary", "Peter"}


def test_the_right_entity_is_left_out_where_none_is_right() -> None:
    """Without Mary there is one entity left, and a question has two or more; so nothing is asked."""
    assert made(none=1.0) == []


def test_each_shuffle_has_the_same_options_and_the_same_questions_come_again() -> None:
    found = made(shuffles=4, swaps=("Indian",))

    assert len({choice.id for choice in found}) == len(found) == 24
    assert all({*choice.options} == {(0, 1), (2, 3)} for choice in found)
    assert found == made(shuffles=4, swaps=("Indian",))


def test_only_anaphors_of_a_distance_are_asked_about() -> None:
    """She and him are one sentence behind Mary and Peter, her is in the sentence of she."""
    assert [choice.anaphor for choice in made(distance=(0, 0))] == [(7, 8)]
    assert [choice.anaphor for choice in made(distance=(1, 3))] == [(4, 5), (6, 7)]


def test_names_of_another_culture_have_the_same_gender_or_of_the_other_gender_the_pronouns_too() -> None:
    document, tree = story()
    words = swapped(document, tree, "Indian", 0).words
    opposite = swapped(document, tree, GENDER, 0).words

    assert words[0] in names_of("Indian")["feminine"]
    assert words[2] in names_of("Indian")["masculine"]
    assert words[3:] == document.words[3:]
    assert swapped(document, tree, PLAIN, 0) is document
    assert opposite[0] in names_of("English")["masculine"]
    assert opposite[2] in names_of("English")["feminine"]
    assert opposite[4:8] == ("He", "gave", "her", "his"), "pronouns change by their case"


def test_a_surname_stays() -> None:
    document, tree = annotated(
        "Irene/NNP/3/nsubj Falk/NNP/1/flat left/VBD/0/root ././3/punct Falk/NNP/2/nsubj ran/VBD/0/root"
    )
    tree = replace(tree, pos=("PROPN", "PROPN", "VERB", "PUNCT", "PROPN", "VERB"))
    words = swapped(document, tree, "Arabic", 0).words

    assert words[0] in names_of("Arabic")["feminine"]
    assert (words[1], words[4]) == ("Falk", "Falk")


def test_names_tell_the_gender_under_which_they_stand() -> None:
    rows = [
        (culture, name, gender)
        for culture in cultures()
        for gender, names in names_of(culture).items()
        for name in names
    ]

    assert [row for row in rows if first_name(row[1]) != row[2]] == []


def test_what_is_out_of_range_is_refused() -> None:
    with raises("options", OptionError):
        Asking(options=1)
    with raises("none", OptionError):
        Asking(none=1.5)
    with pytest.raises(UnknownNameError):
        Asking(swaps=("Indain",))
