"""`check --repair`: each kind of damage is mended to what it was, or left with its line."""

import json
import random
import re
from pathlib import Path

import pytest

from anaphora import corpora
from anaphora.experiments.conversion.check import CheckedFiles, check_files
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key

CONLL = """#begin document (a); part 000
1 Ann (1)
2 saw -
3 the (2
4 dog 2)
5 . -

1 She (1)
2 ran -
#end document
"""


def repaired(source: Path, target: Path) -> CheckedFiles:
    return check_files([source], repair=target)


def mended(found: CheckedFiles) -> list[tuple[int | None, bool]]:
    return [(repair.line, repair.done) for repair in found.repairs]


def of_text(text: str, folder: Path, name: str = "a.conll") -> tuple[CheckedFiles, str]:
    """What is done to a file, and what it is then; the source stays as it is."""
    (folder / "in").mkdir()
    source = folder / "in" / name
    source.write_text(text, encoding="utf-8", newline="")
    found = repaired(folder / "in", folder / "out")
    assert source.read_bytes() == text.encode()
    return found, (folder / "out" / name).read_text(encoding="utf-8")


def test_what_is_right_stays_as_it_is(tmp_path: Path) -> None:
    found, text = of_text(CONLL, tmp_path)

    assert (found.repairs, found.errors, text) == ((), 0, CONLL)


def test_a_bracket_that_is_open_at_the_end_of_its_sentence_is_closed_there(tmp_path: Path) -> None:
    damaged = CONLL.replace("2 ran -", "2 ran (3")
    found, text = of_text(damaged, tmp_path)

    assert mended(found) == [(9, True)]
    assert text == CONLL.replace("2 ran -", "2 ran (3)")


def test_a_bracket_that_another_mention_leaves_one_place_is_closed_there(tmp_path: Path) -> None:
    """(2 the (3 dog 2): number 3 begins and ends at "dog", or else it would cross number 2."""
    found, text = of_text(CONLL.replace("dog 2)", "dog 2)|(3"), tmp_path)

    assert mended(found) == [(5, True)]
    assert text == CONLL.replace("dog 2)", "dog 2)|(3)")


def test_a_bracket_that_is_closed_at_the_begin_of_its_sentence_is_opened_there(tmp_path: Path) -> None:
    found, text = of_text(CONLL.replace("1 She (1)", "1 She 1)"), tmp_path)

    assert (mended(found), text) == ([(8, True)], CONLL)


def test_a_bracket_with_several_places_is_left_with_its_line(tmp_path: Path) -> None:
    damaged = CONLL.replace("dog 2)", "dog -")
    found, text = of_text(damaged, tmp_path)

    assert mended(found) == [(4, False)]
    assert text == damaged
    assert [(finding.severity, finding.line) for finding in found.findings] == [("error", 4)]


def test_a_second_document_of_a_name_gets_one_of_its_own(tmp_path: Path) -> None:
    other = CONLL.replace("dog", "cat")
    found, text = of_text(CONLL + other, tmp_path)

    assert mended(found) == [(11, True)]
    assert text == CONLL + other.replace("(a)", "(a-2)")


def test_a_document_that_comes_twice_is_left(tmp_path: Path) -> None:
    found, text = of_text(CONLL + CONLL, tmp_path)

    assert (mended(found), text) == ([(11, False)], CONLL + CONLL)


@pytest.mark.parametrize(
    ("text", "done"), [(CONLL.replace("She (1)", "She (2)"), False), (CONLL.replace("dog", "cat"), True)]
)
def test_the_same_words_in_another_file_keep_their_name(text: str, done: bool, tmp_path: Path) -> None:
    """Two annotators' files are no damage; another text of the same name is."""
    (tmp_path / "in").mkdir()
    for name, annotated in (("ann", CONLL), ("ben", text)):
        (tmp_path / "in" / f"{name}.conll").write_text(annotated)
    found = repaired(tmp_path / "in", tmp_path / "out")

    assert mended(found) == [(1, done)]
    assert ("(a-2)" in (tmp_path / "out" / "ben.conll").read_text()) is done


@pytest.mark.parametrize(
    ("name", "text", "marks"),
    [
        (
            "a.conllu",
            "# newdoc id = a\n# global.Entity = eid\n1\tAnn\t_\t_\t_\t_\t0\troot\t_\tEntity=(#)\n\n",
            ("e1", "e2"),
        ),
        (
            "a.jsonl",
            '{"doc_key": "b", "sentences": [["Ann", "ran"]], "clusters": #}\n',
            ("[[[0, 0]]]", "[[[0, 1]]]"),
        ),
    ],
)
def test_parallel_annotations_keep_their_name(name: str, text: str, marks: tuple[str, str], tmp_path: Path) -> None:
    for number, mark in enumerate(marks):
        (tmp_path / "in" / str(number)).mkdir(parents=True)
        (tmp_path / "in" / str(number) / name).write_text(text.replace("#)", f"{mark})").replace("#}", f"{mark}}}"))
    found = repaired(tmp_path / "in", tmp_path / "out")

    assert mended(found) == [(1, False)]


def test_a_mention_that_crosses_its_sentence_by_blank_words_is_taken_off_them(tmp_path: Path) -> None:
    words = {"doc_key": "a", "sentences": [["Ann", "ran", "\n"], [" ", "She", "fell"]]}
    clusters = [[[0, 0], [3, 4]], [[1, 3]], [[0, 4]]]  # the second crosses by blanks, the third by words too
    found, text = of_text(json.dumps({**words, "clusters": clusters}) + "\n", tmp_path, "a.jsonl")

    assert mended(found) == [(1, True)]
    assert json.loads(text) == {**words, "clusters": [[[0, 0], [3, 4]], [[1, 1]], [[0, 4]]]}


def test_blanks_at_the_ends_of_a_mention_of_brat_are_taken_off(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Ann ran.\nShe fell.\n")
    (tmp_path / "in" / "a.ann").write_text("T1\tPER 0 4\tAnn \nT2\tPER 8 12\t She\nR1\tCoreference Arg1:T2 Arg2:T1\n")
    found = repaired(tmp_path / "in", tmp_path / "out")

    assert mended(found) == [(1, True), (2, True)]
    assert (tmp_path / "out" / "a.ann").read_text().splitlines()[:2] == ["T1\tPER 0 3\tAnn", "T2\tPER 9 12\tShe"]
    assert (tmp_path / "out" / "a.txt").read_text() == "Ann ran.\nShe fell.\n"


def test_nothing_is_written_into_the_source_or_over_anything(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.conll").write_text(CONLL)
    for target, code in ((tmp_path / "in" / "out", "repair-in-place"), (tmp_path, "exists")):
        with pytest.raises(OptionError) as caught:
            repaired(tmp_path / "in", target)
        assert caught.value.code == code
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["a.conll"]


def test_a_file_that_nobody_read_is_named_and_copied(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.conll").write_text(CONLL)
    (tmp_path / "in" / "notes.docx").write_bytes(b"x")
    [note] = check_files([tmp_path / "in"]).findings

    assert (note.severity, Path(note.path).name) == ("note", "notes.docx")
    repaired(tmp_path / "in", tmp_path / "out")
    assert (tmp_path / "out" / "notes.docx").read_bytes() == b"x"


def read(path: Path) -> list[tuple[Document, Key]]:
    return list(corpora.read(path))


def test_brackets_taken_from_gum_come_back_or_are_left(data: Path, tmp_path: Path) -> None:
    """Ten closing brackets, one after the other: the document is what it was, or the line of the bracket is told.

    Of 60 in each of three documents 24 come back, and none in another place.
    """
    source = data / "gum" / "dev" / "corefud" / "GUM_academic_exposure.conllu"
    text, before, chance = source.read_text("utf-8"), read(source), random.Random(7)
    closing = [
        (cell.start(1) + (bracket.end(2) if bracket[1] else bracket.start()), cell.start(1) + bracket.end())
        for cell in re.finditer(r"Entity=([^|\n]+)", text)
        for bracket in re.finditer(r"(\()?([^()]+)\)", cell[1])
    ]
    came_back = 0
    for number, (start, end) in enumerate(chance.sample(closing, 10)):
        folder = tmp_path / str(number)
        (folder / "in").mkdir(parents=True)
        damaged = text[:start] + text[end:]
        (folder / "in" / source.name).write_text(damaged.replace("Entity=|", "").replace("Entity=\n", "_\n"), "utf-8")
        found = repaired(folder / "in", folder / "out")
        done = [repair for repair in found.repairs if repair.done]
        if done:
            assert read(folder / "out" / source.name) == before
            came_back += 1
        else:
            assert all(repair.line for repair in found.repairs)
            assert found.repairs or found.errors
    assert came_back


def test_two_documents_of_gum_with_one_name_come_apart(data: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    names = ("GUM_academic_exposure", "GUM_bio_byron")
    for name in names:
        text = (data / "gum" / "dev" / "corefud" / f"{name}.conllu").read_text("utf-8")
        (tmp_path / "in" / f"{name}.conllu").write_text(
            text.replace(f"newdoc id = {name}", "newdoc id = twice"), "utf-8"
        )
    found = repaired(tmp_path / "in", tmp_path / "out")

    assert found.errors == 0
    assert [document.id for document, _ in read(tmp_path / "out")] == ["twice", "twice-2"]
