"""How far work has come, told to whoever listens."""

from pathlib import Path

import pytest

from anaphora.workbench.files import content, opened, raw_lines
from anaphora.workbench.progress import listening, part, reading, tell, tell_read


def test_parts_of_parts_are_told_as_shares_of_the_whole() -> None:
    told: list[float] = []

    with listening(told.append), part(0, 100):  # a text of 100 words
        with part(0.0, 0.5):
            tell(0.5)
        with part(0.5, 0.5):
            tell(0.5)
    assert told == [25, 50, 75, 100, 100]

    told.clear()
    with listening(told.append), part(0, 10):
        pass  # what tells nothing is done at its end
    assert told == [10]


def test_nobody_has_to_listen(tmp_path: Path) -> None:
    with part(0, 10), reading(0, 1, tmp_path):
        tell(0.5)
        tell_read()


def test_another_listener_is_told_of_the_work_inside_alone() -> None:
    outer: list[float] = []
    inner: list[float] = []

    with listening(outer.append):
        with listening(inner.append):
            tell(0.5)
        tell(1)

    assert (outer, inner) == ([1], [0.5])


def test_what_is_read_of_files_and_folders_is_told_as_shares_of_their_bytes(tmp_path: Path) -> None:
    folder, last, told = tmp_path / "folder", tmp_path / "last", list[float]()
    folder.mkdir()
    (folder / "first").write_text("x" * 1_000_000)
    last.write_text(("y" * 99_999 + "\n") * 30)

    with listening(told.append), reading(0.5, 0.5, folder, last):
        content(folder / "first")
        tell_read()
        with opened(last) as file:
            for _ in raw_lines(last, file):
                tell_read()

    assert told == sorted(told)
    assert told[0] == pytest.approx(0.5 + 0.5 / 4, abs=0.01), "a million of four"
    assert told[-1] == 1
    assert len(set(told)) > 20


def test_files_that_are_read_twice_or_are_not_there_are_never_more_than_done(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("x" * 1000)
    told: list[float] = []

    with listening(told.append), reading(0, 1, tmp_path / "text", tmp_path / "none"):
        for _ in range(3):
            content(tmp_path / "text")
            tell_read()

    assert told == [1, 1, 1, 1]
