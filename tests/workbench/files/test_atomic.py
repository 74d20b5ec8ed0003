"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files.atomic import locked, replacing, write_text_atomically


def test_a_file_is_written_as_utf8_with_its_line_ends_as_they_are(tmp_path: Path) -> None:
    """Halves of surrogate pairs do not stop the writing; what is no file is written to and not replaced."""
    for text, content in (("a ✓\nb\r\n", "a ✓\nb\r\n"), ("a\ud800b", "a?b")):
        write_text_atomically(tmp_path / "report.html", text)
        assert (tmp_path / "report.html").read_bytes() == content.encode()

    write_text_atomically("/dev/null", "text")
    assert Path("/dev/null").is_char_device()


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    for place in ("nowhere/report.html", "."):
        with pytest.raises(WorkbenchError):
            write_text_atomically(tmp_path / place, "text")
    assert list(tmp_path.iterdir()) == []


def write(target: Path, **files: str) -> None:
    with replacing(target) as made:
        made.mkdir()
        for name, text in files.items():
            (made / name).write_text(text)


def test_a_folder_appears_as_a_whole_beside_files_of_other_names(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with replacing(target) as made:
        made.mkdir()
        (made / "a").write_text("1")
        assert not target.exists()
    write(target, a="2", c="mine")
    write(target, a="3")

    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.name: path.read_text() for path in target.iterdir()} == {"a": "3", "c": "mine"}


def test_a_folder_may_be_the_current_one_or_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path / "real")
    write(Path(), a="1")
    write(tmp_path / "link", b="1")

    assert sorted(path.name for path in (tmp_path / "real").iterdir()) == ["a", "b"]
    assert (tmp_path / "link").is_symlink()


def fail(target: Path, error: Exception) -> None:
    with replacing(target) as made:
        made.mkdir()
        raise error


def test_nothing_is_left_when_the_work_fails(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="bad"):
        fail(tmp_path / "out", ValueError("bad"))
    with pytest.raises(WorkbenchError):
        fail(tmp_path / "out", OSError(28, "full"))

    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_held_by_one_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with locked(path), pytest.raises(WorkbenchError) as caught, locked(path):
        pass
    assert caught.value.code == "locked"
    with locked(path):
        pass
    assert list(tmp_path.iterdir()) == []
