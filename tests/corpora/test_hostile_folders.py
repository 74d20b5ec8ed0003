"""Folders with links that lead out or round in circles, with pipes, devices and what may not be read.

Of a folder only regular files are read. Links within it are followed to files, not to folders; whatever a link out of
it leads to is no part of the corpus. A folder in it that cannot be looked into is an error, since half of a corpus
must not pass for the whole.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from anaphora import corpora
from anaphora.workbench.errors import FormatError
from tests.corpora.test_contract import FORMATS, SAMPLES, write_sample
from tests.corpora.test_hostile_input import suffix
from tests.refused import refused

CONLL = str(SAMPLES["conll2012"])


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.conll").write_text(CONLL)
    return folder


def names(folder: Path) -> list[str]:
    return [path.name for path, _ in corpora.files(folder, None)]


def test_links_out_of_the_folder_are_no_part_of_it(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.conll").write_text(CONLL)
    (corpus / "b.conll").symlink_to("../secret.conll")
    (corpus / "c.conll").symlink_to("/etc/passwd")
    (corpus / "d").symlink_to("..")
    (corpus / "inside.conll").symlink_to("a.conll")

    assert names(corpus) == ["a.conll", "inside.conll"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_link_out_of_the_folder_is_no_part_of_it_in_any_format(format: str, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    for folder in (tmp_path, tmp_path / "corpus"):
        path = write_sample(format, folder)
        path.rename(path.with_suffix(suffix(format)))
    (tmp_path / "corpus" / f"link{suffix(format)}").symlink_to(tmp_path / f"sample{suffix(format)}")

    assert [path.name for path, _ in corpora.files(tmp_path / "corpus", format)] == [f"sample{suffix(format)}"]
    assert list(corpora.read(tmp_path / "corpus", format))


def test_links_in_circles_and_to_nowhere_are_passed_over(corpus: Path) -> None:
    (corpus / "b.conll").symlink_to("b.conll")
    (corpus / "c.conll").symlink_to("e.conll")
    (corpus / "e.conll").symlink_to("c.conll")
    (corpus / "f.conll").symlink_to("nowhere")
    (corpus / "g").symlink_to(".")

    assert names(corpus) == ["a.conll"]


def test_a_folder_that_is_named_by_a_link_is_read(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(corpus)

    assert names(tmp_path / "link") == ["a.conll"]


def test_pipes_sockets_and_devices_are_passed_over(corpus: Path) -> None:
    os.mkfifo(corpus / "pipe.conll")
    (corpus / "device.conll").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(corpus)  # the names of sockets may not be long
        server.bind("s.conll")
        os.chdir(here)

        assert names(corpus) == ["a.conll"]


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", "/dev/stdin"])
def test_devices_are_refused_by_name(place: str) -> None:
    if Path(place).is_file():
        pytest.skip("a file stands behind it")
    with refused("not-a-file"):
        corpora.recognise(place)


@contextmanager
def as_somebody_else() -> Iterator[Path]:
    """Without the rights of the superuser, in a folder that all may enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        superuser = os.geteuid() == 0
        try:
            if superuser:
                os.chown(folder, 65_534, 65_534)
                os.seteuid(65_534)
            yield Path(folder)
        finally:
            if superuser:
                os.seteuid(0)


def test_files_and_folders_that_may_not_be_read_are_refused() -> None:
    corpora.formats()  # whatever is loaded later could not be
    with as_somebody_else() as folder:
        (folder / "a.conll").write_text(CONLL)
        (folder / "a.conll").chmod(0)
        with refused("unreadable", "a.conll"):
            corpora.recognise(folder / "a.conll")
        with refused("unreadable", "a.conll"):
            names(folder)
        (folder / "a.conll").chmod(0o600)
        (folder / "sub").mkdir(mode=0)
        with refused("unreadable", "sub"):
            names(folder)
        with refused("unreadable", "sub/b.conll"):
            corpora.recognise(folder / "sub" / "b.conll")
        (folder / "sub").chmod(0o700)


def test_a_project_whose_links_go_round_in_circles_is_refused(tmp_path: Path) -> None:
    path = write_sample("mmax2", tmp_path)
    words = tmp_path / "Basedata" / "sample_words.xml"
    words.unlink()
    words.symlink_to(words.name)

    with pytest.raises(FormatError) as caught:
        list(corpora.read(path, "mmax2"))
    assert "sample_words.xml" in str(caught.value)


def test_a_text_beside_annotations_may_be_no_device(tmp_path: Path) -> None:
    path = write_sample("brat", tmp_path)
    (tmp_path / "sample.txt").unlink()
    (tmp_path / "sample.txt").symlink_to("/dev/zero")

    with refused("missing-file"):
        list(corpora.read(path, "brat"))


@pytest.mark.parametrize("name", ["a" * 300, "loop"])
def test_names_that_lead_to_no_file_are_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")

    for look in (corpora.recognise, corpora.check):
        with refused("unreadable"):
            look(tmp_path / name)
