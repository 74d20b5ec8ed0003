"""What `check` finds; with `--repair` each kind of damage is mended to what it was, or left with its line."""

import json
import random
import re
from pathlib import Path

import anaphora
from anaphora import corpora
from anaphora.experiments.commands.check import CheckedFiles, check
from anaphora.workbench.errors import OptionError
from anaphora.workbench.results.table import plain
from tests.conftest import required
from tests.refused import raises

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
    return check(source, repair=target).data


def mended(found: CheckedFiles) -> list[tuple[int | None, bool]]:
    return [(repair.line, repair.done) for repair in found.repairs]


def test_findings_have_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    for text, rows in (("a 1)", [(str(path), 2, "error")]), ("a (1)", [])):
        path.write_text(f"#begin document (d)\n{text}\n#end document\n")
        assert [row[:3] for row in check(path).tables()[0].rows] == rows
    assert plain(check(path).as_json()) == {"path": str(path), "errors": 0, "findings": []}
    assert check(tmp_path / "none").errors == 1
    (tmp_path / "in.jsonl").write_text('{"doc_key": "d", "text": "Ann ran.", "clusters": [[[0, 3], [3, 4]]]}')
    [found] = check(tmp_path / "in.jsonl").findings
    assert (found.severity, found.line) == ("warning", None), "a mention without words"


def of_text(text: str, folder: Path, name: str = "a.conll") -> tuple[list[tuple[int | None, bool]], str]:
    """What is done to a file, and what it is then; the source stays as it is."""
    (folder / "in").mkdir(parents=True)
    source = folder / "in" / name
    source.write_text(text, encoding="utf-8", newline="")
    found = repaired(folder / "in", folder / "out")
    assert source.read_bytes() == text.encode()
    return mended(found), (folder / "out" / name).read_text(encoding="utf-8")


def test_what_has_one_remedy_is_mended_and_all_else_left_with_its_line(tmp_path: Path) -> None:
    """(2 the (3 dog 2): number 3 begins and ends at "dog", or else it would cross number 2."""
    open_at_end, crossing = CONLL.replace("2 ran -", "2 ran (3"), CONLL.replace("dog 2)", "dog 2)|(3")
    several, other = CONLL.replace("dog 2)", "dog -"), CONLL.replace("dog", "cat")
    for number, (text, repairs, after) in enumerate((
        (CONLL, [], CONLL),
        (open_at_end, [(9, True)], CONLL.replace("2 ran -", "2 ran (3)")),
        (crossing, [(5, True)], CONLL.replace("dog 2)", "dog 2)|(3)")),
        (CONLL.replace("1 She (1)", "1 She 1)"), [(8, True)], CONLL),
        (several, [(4, False)], several),  # it could be closed in several places
        (CONLL + other, [(11, True)], CONLL + other.replace("(a)", "(a-2)")),
        (CONLL + CONLL, [(11, False)], CONLL + CONLL),
    )):  # fmt: skip
        assert of_text(text, tmp_path / str(number)) == (repairs, after)
    findings = check(tmp_path / "4" / "out").findings
    assert [(finding.severity, finding.line) for finding in findings] == [("error", 4)]


def test_the_same_words_in_another_file_keep_their_name(tmp_path: Path) -> None:
    """Two annotators' files are no damage; another text of the same name is."""
    conllu = "# newdoc id = a\n# global.Entity = eid\n1\tAnn\t_\t_\t_\t_\t0\troot\t_\tEntity=({})\n\n"
    jsonl = '{{"doc_key": "b", "sentences": [["Ann", "ran"]], "clusters": {}}}\n'
    for number, (name, first, second, done) in enumerate((
        ("a.conll", CONLL, CONLL.replace("She (1)", "She (2)"), False),
        ("a.conll", CONLL, CONLL.replace("dog", "cat"), True),
        ("a.conllu", conllu.format("e1"), conllu.format("e2"), False),
        ("a.conllu", conllu.format("e1"), conllu.format("e1").replace("Ann", "Bob"), True),
        ("a.jsonl", jsonl.format("[[[0, 0]]]"), jsonl.format("[[[0, 1]]]"), False),
    )):  # fmt: skip
        source, target = tmp_path / str(number), tmp_path / f"{number}-mended"
        for annotator, text in (("ann", first), ("ben", second)):
            (source / annotator).mkdir(parents=True)
            (source / annotator / name).write_text(text)
        assert mended(repaired(source, target)) == [(1, done)]
        assert ("a-2" in (target / "ben" / name).read_text()) is done


def test_a_mention_that_crosses_its_sentence_by_blank_words_is_taken_off_them(tmp_path: Path) -> None:
    words = {"doc_key": "a", "sentences": [["Ann", "ran", "\n"], [" ", "She", "fell"]]}
    clusters = [[[0, 0], [3, 4]], [[1, 3]], [[0, 4]]]  # the second crosses by blanks, the third by words too
    repairs, text = of_text(json.dumps({**words, "clusters": clusters}) + "\n", tmp_path, "a.jsonl")

    assert repairs == [(1, True)]
    assert json.loads(text) == {**words, "clusters": [[[0, 0], [3, 4]], [[1, 1]], [[0, 4]]]}


def test_nothing_is_written_over_anything_and_what_nobody_read_is_named_and_copied(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.conll").write_text(CONLL)
    (tmp_path / "in" / "notes.docx").write_bytes(b"x")
    for target, code in ((tmp_path / "in" / "out", "repair-in-place"), (tmp_path, "exists")):
        with raises(code, OptionError):
            repaired(tmp_path / "in", target)
    assert sorted(path.name for path in (tmp_path / "in").iterdir()) == ["a.conll", "notes.docx"]
    [note] = check(tmp_path / "in").findings

    assert (note.severity, Path(note.path).name) == ("note", "notes.docx")
    repaired(tmp_path / "in", tmp_path / "out")
    assert (tmp_path / "out" / "notes.docx").read_bytes() == b"x"


def test_blanks_at_the_ends_of_a_mention_of_brat_are_taken_off(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Ann ran.\nShe fell.\n")
    (tmp_path / "in" / "a.ann").write_text("T1\tPER 0 4\tAnn \nT2\tPER 8 12\t She\nR1\tCoreference Arg1:T2 Arg2:T1\n")
    found = repaired(tmp_path / "in", tmp_path / "out")

    assert mended(found) == [(1, True), (2, True)]
    assert (tmp_path / "out" / "a.ann").read_text().splitlines()[:2] == ["T1\tPER 0 3\tAnn", "T2\tPER 9 12\tShe"]
    assert (tmp_path / "out" / "a.txt").read_text() == "Ann ran.\nShe fell.\n"


def test_brackets_taken_from_gum_come_back_or_are_left(data: Path, tmp_path: Path) -> None:
    """Four closing brackets, one after the other: the document is what it was, or the line of the bracket is told.

    Of 60 in each of three documents 24 come back, and none in another place.
    """
    source = required(data / "gum") / "dev" / "corefud" / "GUM_academic_exposure.conllu"
    text, before, chance = source.read_text("utf-8"), [*corpora.read(source)], random.Random(7)
    closing = [
        (cell.start(1) + (bracket.end(2) if bracket[1] else bracket.start()), cell.start(1) + bracket.end())
        for cell in re.finditer(r"Entity=([^|\n]+)", text)
        for bracket in re.finditer(r"(\()?([^()]+)\)", cell[1])
    ]
    came_back = 0
    for number, (start, end) in enumerate(chance.sample(closing, 4)):
        folder = tmp_path / str(number)
        (folder / "in").mkdir(parents=True)
        damaged = text[:start] + text[end:]
        (folder / "in" / source.name).write_text(damaged.replace("Entity=|", "").replace("Entity=\n", "_\n"), "utf-8")
        found = repaired(folder / "in", folder / "out")
        done = [repair for repair in found.repairs if repair.done]
        if done:
            assert [*corpora.read(folder / "out" / source.name)] == before
            came_back += 1
        else:
            assert all(repair.line for repair in found.repairs)
            assert found.repairs or found.errors
    assert came_back


def test_findings_can_be_asked_of_the_result(tmp_path: Path) -> None:
    """As can all that the data of a result have, and a table by its name; what neither has is an error."""
    file = tmp_path / "a.conll"
    file.write_text(CONLL.replace("(2", "-"), encoding="utf-8")

    result = anaphora.check(file)
    assert [(finding.line, finding.severity) for finding in result.findings] == [(5, "error")]
    assert "findings" in dir(result)
    assert not hasattr(result, "chains")


def test_each_problem_is_a_line_and_of_many_of_one_kind_the_first_tells_their_number(tmp_path: Path) -> None:
    """However long; all of them stand in the data, in CSV and in JSON."""
    rows = "".join(f"w{at} (1)|(2)\n" for at in range(9))
    path = tmp_path / ("long" * 30 + ".conll")
    path.write_text(f"#begin document (d)\n{rows}a 5)\n#end document\n")
    result = anaphora.check(path)
    [refused_at] = result.to("lines").splitlines()
    path.write_text(f"#begin document (d)\n{rows}#end document\n")
    result = anaphora.check(path)
    [first] = result.to("lines").splitlines()

    assert refused_at.startswith(f"{path}:11: error: ")
    assert first.startswith(f"{path}:2: error: ")
    assert "(8 more of this kind, the next in " in first
    assert [finding.line for finding in result.findings] == [2]
    assert len(result.to("lines", details=True).splitlines()) == len(result.every) == 9
    assert len(result.to("csv").splitlines()) == 10
    for number in ("a", "b", "c", "d"):
        (tmp_path / number).write_text("# newdoc id = " + number + "\n1\ta" + "\t_" * 8 + "\n")
    assert "3 more" in anaphora.check([tmp_path / number for number in "abcd"]).to("lines")
