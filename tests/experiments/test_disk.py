"""Whatever the disk refuses, earlier files stay whole, nothing half-written is left, and the reason is told."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from anaphora.preprocess import cache, pipeline
from anaphora.workbench.document import Annotation, Document
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import replacing, write_text_atomically
from tests.experiments.conftest import COMMAND, Run
from tests.experiments.failing_disk import NEVER, Disk, contents, failing, put_back
from tests.experiments.small_commands import COMMANDS, QUICK

FULL = "No space left on device"


def failures(disk: Disk, folder: Path, before: Mapping[str, bytes]) -> Iterator[int]:
    """The numbers of the steps at which the disk fails, the folder being as before; the last time nothing fails."""
    for step in count(1):
        disk.at = NEVER
        put_back(folder, before)
        disk.at, disk.steps, disk.failed = step, 0, ""
        yield step
        if not disk.failed:
            break
    assert step > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_disk_that_fails_at_any_step_leaves_earlier_files_whole(name: str, place: Path, anaphora: Run) -> None:
    """A study knows its folder by the first line of its file; it replaces a part by a new one, and goes on there."""
    out = place / "out"
    done = anaphora(*COMMANDS[name])
    assert done.code == 0, done.err
    new = contents(out)
    old = {file: content if file.endswith("study.toml") else content + b" earlier\n" for file, content in new.items()}

    with failing(out) as disk:
        for step in failures(disk, out, old):
            failed = anaphora(*COMMANDS[name])
            found = contents(out)

            assert failed.code == int(bool(disk.failed)), (disk.failed, failed.err)
            assert (FULL in failed.err.replace("\n", " ")) == bool(disk.failed), (step, disk.failed, failed.err)
            assert found.keys() == new.keys() or name == "run", (step, disk.failed)
            assert all(content in (old[file], new[file]) for file, content in found.items()), (step, disk.failed)
            assert not [path for path in out.rglob("*") if path.name.startswith(".")]


def test_a_journal_on_a_disk_that_fails_is_told_and_gone_on_with(place: Path, anaphora: Run) -> None:
    command = ("compare", "in.conll", *QUICK, "--json", "-")
    wanted = anaphora(*command).out
    with failing(place / "out") as disk:
        for _ in failures(disk, place / "out", {}):
            first = anaphora(*command, "--journal", "out/run.jsonl")
            disk.at = NEVER

            assert (first.code == 1, FULL in first.err.replace("\n", " ")) == (bool(disk.failed),) * 2, disk.failed
            second = anaphora(*command, "--journal", "out/run.jsonl")
            assert second.out == wanted, (disk.failed, second.err)


def published(target: Path, **files: str) -> None:
    with replacing(target) as made:
        made.mkdir()
        for name, text in files.items():
            (made / name).write_text(text)


def test_a_disk_that_fails_at_any_step_leaves_every_file_of_a_folder_whole(tmp_path: Path) -> None:
    old = {"folder/a": b"old", "folder/b": b"old", "folder/x": b"mine"}
    new = {"folder/a": b"new", "folder/b": b"new", "folder/c": b"new", "folder/x": b"mine"}
    with failing(tmp_path) as disk:
        for _ in failures(disk, tmp_path, old):
            with suppress(WorkbenchError):
                published(tmp_path / "folder", a="new", b="new", c="new")
            found = contents(tmp_path)
            assert old.keys() <= found.keys()
            assert all(content in (old.get(file), new[file]) for file, content in found.items()), disk.failed
            assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    assert found == new

    put_back(tmp_path, {"folder/b/mine": b"mine"})  # a folder of the name of a file
    with pytest.raises(WorkbenchError):
        published(tmp_path / "folder", b="new")
    assert contents(tmp_path) == {"folder/b/mine": b"mine"}


def test_a_text_is_written_or_not_at_whatever_step_the_disk_fails(tmp_path: Path) -> None:
    with failing(tmp_path) as disk:
        for _ in failures(disk, tmp_path, {"file": b"old"}):
            with suppress(WorkbenchError):
                write_text_atomically(tmp_path / "file", "new")
            assert contents(tmp_path) == {"file": b"old" if disk.failed else b"new"}


DOCUMENT = Document("d", ("Ann", "left"), (" ", ""))
ANALYSED = Annotation(
    ("PROPN", "VERB"), ("", ""), ("Ann", "leave"), ("", ""), (1, 1), ("nsubj", "root"), ("", ""), (0,)
)


class Analyser:
    signature = "made up"

    def annotate(self, _: Document) -> Annotation:
        return ANALYSED


def test_analyses_that_cannot_be_kept_are_made_and_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANAPHORA_CACHE", str(tmp_path / "kept"))
    analyser: pipeline.Pipeline = Analyser()  # type: ignore[assignment]
    with failing(tmp_path) as disk:
        for step in range(1, 4):
            disk.at, disk.steps = step, 0
            assert cache.annotate(analyser, DOCUMENT) == ANALYSED
            assert contents(tmp_path) == {}, disk.failed
        disk.at = NEVER
        assert cache.annotate(analyser, DOCUMENT) == ANALYSED
    assert len(contents(tmp_path)) == 1


@pytest.fixture
def small_disk(place: Path) -> Iterator[Path]:
    """The folder `out` as a disk of its own, where this user may mount one."""
    folder = place / "out"
    mount = ["/bin/mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a disk")
    yield folder
    subprocess.run(["/bin/umount", folder], check=True)


def test_a_disk_is_written_to_at_its_top_and_told_if_it_may_only_be_read(small_disk: Path, anaphora: Run) -> None:
    """Nothing beside it can be renamed to it."""
    for held in ({}, {"in.ann": b"old", "mine": b"mine"}):
        put_back(small_disk, held)
        done = anaphora("convert", "in.conll", "out", "--to", "brat", "--force")

        assert done.code == 0, done.err
        assert contents(small_disk).keys() == {"d__part_000.ann", "d__part_000.txt", *held}
    (small_disk / "a.jsonl").write_bytes(b"old")
    subprocess.run(["/bin/mount", "-o", "remount,ro", small_disk], check=True)
    failed = anaphora(*COMMANDS["convert"])

    assert (failed.code, (small_disk / "a.jsonl").read_bytes()) == (1, b"old")
    assert "Read-only file system" in failed.err.replace("\n", " ")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("room", [0, 100])
def test_a_full_disk_behind_standard_output_is_told(room: int, unbuffered: str, place: Path) -> None:
    """Whether it takes nothing or only the beginning."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": unbuffered}
    command = f'ulimit -f 1; head -c {1024 - room} /dev/zero > disk; exec "$@" {">> disk" if room else "> /dev/full"}'
    words = ["/bin/bash", "-c", command, "-", *COMMAND, "score", "in.conll", "in.conll"]
    ended = subprocess.run(words, stderr=subprocess.PIPE, text=True, check=False, env=environment, cwd=place)

    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)


HOLDING = """
import sys, time
from pathlib import Path
from anaphora.workbench.files import replacing
with replacing(Path(sys.argv[1])) as made:
    made.write_text("not yet")
    print("begun", flush=True)
    sys.stdin.readline()
"""


def test_what_a_killed_process_left_is_removed_and_what_a_living_one_uses_is_not(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", HOLDING, str(tmp_path / "file")]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as killed,
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as living,
    ):
        for process in (killed, living):
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
        killed.kill()
        killed.wait()
        before = len(list(tmp_path.iterdir()))
        write_text_atomically(tmp_path / "file", "new")
        after = sorted(path.name[:6] for path in tmp_path.iterdir())
        living.communicate("go on\n")

    assert before == 2
    assert after == [".file.", "file"]
    assert contents(tmp_path) == {"file": b"not yet"}


def test_a_folder_of_another_name_is_nobodys_to_remove(tmp_path: Path) -> None:
    others = {".file.part/mine", ".file.abcdefghi.part/mine", ".other.abcdefgh.part/mine", "file.abcdefgh.part/mine"}
    put_back(tmp_path, {**dict.fromkeys(others, b"mine"), ".file.abcdefgh.part/left": b"half"})

    write_text_atomically(tmp_path / "file", "new")

    assert contents(tmp_path).keys() == {*others, "file"}
