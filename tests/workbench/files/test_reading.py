"""Files that somebody names are opened within limits."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from anaphora.resolvers import dagan_itai, ge_hale_charniak, neural_ranker
from anaphora.resolvers._additive.settings import load_settings
from anaphora.resolvers.chains import mention_pair
from anaphora.workbench.external.records import Prediction, read_records
from anaphora.workbench.files import reading, toml
from anaphora.workbench.provenance import cards
from tests.patience import soon
from tests.refused import raises, refused

READERS: dict[str, Callable[[Path], object]] = {
    "whole": reading.content,
    "toml": toml.read,
    "card": cards.read,
    "counts": dagan_itai.read,
    "parameters": ge_hale_charniak.read,
    "classifier": mention_pair.read,
    "weights": lambda path: load_settings("mars.toml", preset="2002", weights=path),
    "network": lambda path: neural_ranker.build(parameters=path),
    "predictions": lambda path: list(read_records(path, Prediction)),
}
PLACES = {"pipe": os.mkfifo, "zeros": partial(os.symlink, "/dev/zero"), "full": partial(os.symlink, "/dev/full")}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("put", PLACES.values(), ids=PLACES)
def test_what_is_no_regular_file_is_refused_before_it_is_opened(
    reader: str, put: Callable[[Path], None], tmp_path: Path
) -> None:
    place = tmp_path / "neural_ranker.json"
    put(place)

    with soon(), raises("not-a-file"):
        READERS[reader](tmp_path if reader == "network" else place)


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="there is no such file")
def test_a_file_of_the_kernel_that_may_wait_for_ever_is_empty() -> None:
    with soon():
        assert reading.content(Path("/proc/kmsg")) == b""


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")

    assert reading.content(tmp_path / "a", 3) == b"abc"
    with refused("too-large", "a"):
        reading.content(tmp_path / "a", 2)


def test_a_sparse_file_of_any_size_is_refused_without_its_memory(tmp_path: Path) -> None:
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(10**12)

    with soon(), raises("too-large"):
        ge_hale_charniak.read(tmp_path / "large.json")


def test_a_line_is_read_up_to_its_limit(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"ab\nabc\n")
    with reading.opened(tmp_path / "a") as file:
        lines = reading.raw_lines(tmp_path / "a", file, 3)
        assert next(lines) == b"ab\n"
        with refused("too-large", "a", 2):
            next(lines)


@pytest.mark.parametrize("name", ["absent", "a\0b", "."])
def test_what_cannot_be_opened_is_unreadable(name: str, tmp_path: Path) -> None:
    with refused("unreadable"):
        reading.content(tmp_path / name)


def test_text_is_utf_8(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("ä\n".encode("latin-1"))

    with refused("not-utf8", "a"):
        reading.text(tmp_path / "a")
