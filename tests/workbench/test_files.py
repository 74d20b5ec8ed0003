"""Files that somebody names are opened within limits, and written whole or not at all."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from anaphora.resolvers import dagan_itai, ge_hale_charniak, neural_ranker
from anaphora.resolvers.additive.voting import load_settings
from anaphora.resolvers.chains import mention_pair
from anaphora.workbench import files, provenance
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.external.records import Prediction, read_records
from anaphora.workbench.files import LONGEST_TOML, locked, read_toml, replacing, write_text_atomically
from tests.refused import raises, refused

READERS: dict[str, Callable[[Path], object]] = {
    "whole": files.content,
    "toml": read_toml,
    "card": provenance.read_cards,
    "counts": dagan_itai.read,
    "parameters": ge_hale_charniak.read,
    "classifier": mention_pair.read,
    "weights": lambda path: load_settings("mars.toml", preset="2002", weights=path),
    "network": lambda path: neural_ranker.build(parameters=path),
    "predictions": lambda path: list(read_records(path, Prediction)),
}
PLACES = {"pipe": os.mkfifo, "zeros": partial(os.symlink, "/dev/zero"), "full": partial(os.symlink, "/dev/full")}


@pytest.mark.parametrize("put", PLACES.values(), ids=PLACES)
def test_what_is_no_regular_file_is_refused_before_it_is_opened(put: Callable[[Path], None], tmp_path: Path) -> None:
    place = tmp_path / "neural_ranker.json"
    put(place)

    for name, read in READERS.items():
        with raises("not-a-file"):
            read(tmp_path if name == "network" else place)


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="there is no such file")
def test_a_file_of_the_kernel_that_may_wait_for_ever_is_empty() -> None:
    assert files.content(Path("/proc/kmsg")) == b""


def test_a_file_and_a_line_are_read_up_to_their_limits(tmp_path: Path) -> None:
    """A sparse file of any size is refused without its memory."""
    path, sparse = tmp_path / "a", tmp_path / "large.json"
    path.write_bytes(b"ab\nabc\n")
    with sparse.open("wb") as file:
        file.truncate(10**12)

    assert files.content(path, 7) == b"ab\nabc\n"
    with refused("too-large", "a"):
        files.content(path, 6)
    with raises("too-large"):
        ge_hale_charniak.read(sparse)
    with files.opened(path) as file:
        lines = files.raw_lines(path, file, 3)
        assert next(lines) == b"ab\n"
        with refused("too-large", "a", 2):
            next(lines)


def test_what_cannot_be_opened_is_unreadable_and_text_is_utf_8(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("ä\n".encode("latin-1"))

    for name in ("absent", "a\0b", "."):
        with refused("unreadable"):
            files.content(tmp_path / name)
    with refused("not-utf8", "a"):
        files.text(tmp_path / "a")


def test_a_toml_file_gives_its_text_and_tables_within_limits(tmp_path: Path) -> None:
    short, long = tmp_path / "short.toml", tmp_path / "long.toml"
    short.write_bytes(b"a = 1\r\n")

    assert read_toml(short) == ("a = 1\n", {"a": 1})
    for text in (f"{'a.' * 201}b = 1", f"a = {'[' * 50_000}"):
        long.write_text(text, "utf-8")
        with pytest.raises(ValueError):  # noqa: PT011 (readers turn it into an error of ours)
            read_toml(long)
    long.write_text("#" * (LONGEST_TOML + 1))
    with refused("too-large", "long.toml"):
        read_toml(long)


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
