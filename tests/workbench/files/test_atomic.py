"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files.atomic import publish, staging, write_text_atomically


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


def made(place: Path, **files: str) -> Path:
    folder = place / "made"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def test_a_folder_appears_as_a_whole_and_its_staging_goes(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with staging(target) as place:
        folder = made(place, a="1", b="2")
        assert not target.exists()
        publish(folder, target)

    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.name: path.read_text() for path in target.iterdir()} == {"a": "1", "b": "2"}


@pytest.mark.parametrize("held", [{}, {"a": "old", "c": "mine"}])
def test_a_folder_that_exists_keeps_what_is_not_replaced(tmp_path: Path, held: dict[str, str]) -> None:
    target = made(tmp_path, **held)
    with staging(target) as place:
        publish(made(place, a="1"), target)

    assert {path.name: path.read_text() for path in target.iterdir()} == {**held, "a": "1"}


def test_a_folder_may_be_the_current_one_or_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path / "real")
    for target, name in ((Path(), "a"), (tmp_path / "link", "b")):
        with staging(target) as place:
            publish(made(place, **{name: "1"}), target)

    assert sorted(path.name for path in (tmp_path / "real").iterdir()) == ["a", "b"]
    assert (tmp_path / "link").is_symlink()


def test_staging_goes_when_its_work_fails(tmp_path: Path) -> None:
    target = tmp_path / "out"

    def fail() -> None:
        with staging(target) as place:
            made(place, a="1")
            raise ValueError("bad")

    with pytest.raises(ValueError, match="bad"):
        fail()

    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told_of_staged_files_too(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with pytest.raises(WorkbenchError, match="out: cannot be written \\(No space left on device\\)"), staging(target):
        raise OSError(28, "No space left on device")


def test_staging_beside_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="Name a file in a folder that exists"), staging(tmp_path / "no" / "out"):
        pass
