"""Files that somebody names are opened within limits."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from anaphora.resolvers import dagan_itai, ge_hale_charniak, neural_ranker
from anaphora.resolvers.additive.settings import load_settings
from anaphora.resolvers.chains import mention_pair
from anaphora.workbench.external.records import Prediction, read_records
from anaphora.workbench.files import reading, toml
from anaphora.workbench.provenance import cards
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


@pytest.mark.parametrize("put", PLACES.values(), ids=PLACES)
def test_what_is_no_regular_file_is_refused_before_it_is_opened(put: Callable[[Path], None], tmp_path: Path) -> None:
    place = tmp_path / "neural_ranker.json"
    put(place)

    for name, read in READERS.items():
        with raises("not-a-file"):
            read(tmp_path if name == "network" else place)


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="there is no such file")
def test_a_file_of_the_kernel_that_may_wait_for_ever_is_empty() -> None:
    assert reading.content(Path("/proc/kmsg")) == b""


def test_a_file_and_a_line_are_read_up_to_their_limits(tmp_path: Path) -> None:
    """A sparse file of any size is refused without its memory."""
    path, sparse = tmp_path / "a", tmp_path / "large.json"
    path.write_bytes(b"ab\nabc\n")
    with sparse.open("wb") as file:
        file.truncate(10**12)

    assert reading.content(path, 7) == b"ab\nabc\n"
    with refused("too-large", "a"):
        reading.content(path, 6)
    with raises("too-large"):
        ge_hale_charniak.read(sparse)
    with reading.opened(path) as file:
        lines = reading.raw_lines(path, file, 3)
        assert next(lines) == b"ab\n"
        with refused("too-large", "a", 2):
            next(lines)


def test_what_cannot_be_opened_is_unreadable_and_text_is_utf_8(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("ä\n".encode("latin-1"))

    for name in ("absent", "a\0b", "."):
        with refused("unreadable"):
            reading.content(tmp_path / name)
    with refused("not-utf8", "a"):
        reading.text(tmp_path / "a")


def test_a_toml_file_gives_its_text_and_tables_within_limits(tmp_path: Path) -> None:
    short, long = tmp_path / "short.toml", tmp_path / "long.toml"
    short.write_bytes(b"a = 1\r\n")

    assert toml.read(short) == ("a = 1\n", {"a": 1})
    for text in (f"{'a.' * 201}b = 1", f"a = {'[' * 50_000}"):
        long.write_text(text, "utf-8")
        with pytest.raises(ValueError):  # noqa: PT011 (readers turn it into an error of ours)
            toml.read(long)
    long.write_text("#" * (toml.LONGEST + 1))
    with refused("too-large", "long.toml"):
        toml.read(long)
