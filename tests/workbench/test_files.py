"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.files import write_text_atomically


def test_a_file_is_written_as_utf8_with_its_line_ends_as_they_are(tmp_path: Path) -> None:
    write_text_atomically(tmp_path / "report.html", "a ✓\nb\r\n")

    assert (tmp_path / "report.html").read_bytes() == "a ✓\nb\r\n".encode()


def test_an_earlier_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    write_text_atomically(path, "new")

    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_when_writing_fails_the_earlier_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(WorkbenchError, match="No space left on device"):
        write_text_atomically(path, "new")

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_does_not_exist_is_named_with_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "report.html"

    with pytest.raises(WorkbenchError) as caught:
        write_text_atomically(path, "text")

    assert str(caught.value) == (
        f"{path}: cannot be written (No such file or directory). "
        "Name a file in a folder that exists and that you may write to."
    )


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="Is a directory"):
        write_text_atomically(tmp_path, "text")


def test_what_is_no_file_is_written_to_and_not_replaced() -> None:
    write_text_atomically("/dev/null", "text")

    assert Path("/dev/null").is_char_device()


def test_halves_of_surrogate_pairs_do_not_stop_the_writing(tmp_path: Path) -> None:
    write_text_atomically(tmp_path / "report.html", "a\ud800b")

    assert (tmp_path / "report.html").read_text("utf-8") == "a?b"
