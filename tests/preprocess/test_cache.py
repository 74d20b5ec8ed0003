import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from anaphora.preprocess import cache
from anaphora.workbench.document import Annotation, Document, Span, Vectors
from anaphora.workbench.files import held
from tests.annotated import annotated

DOCUMENT, ANNOTATION = annotated("The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root\nIt/PRP/2/nsubj leaks/VBZ/0/root")


@dataclass
class Counting:
    """A pipeline that counts how often it is asked."""

    signature: str = "counting@1"
    calls: int = 0
    made: Annotation = ANNOTATION

    def annotate(self, document: Document) -> Annotation:
        self.calls += 1
        return self.made


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANAPHORA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def stored(folder: Path) -> Path:
    """The file of an analysis that has been stored."""
    cache.annotate(Counting(), DOCUMENT)
    return next(folder.iterdir())


def times_asked(document: Document = DOCUMENT, signature: str = "counting@1") -> int:
    """How often a pipeline is asked for a document, which is analysed rightly."""
    pipeline = Counting(signature)
    assert cache.annotate(pipeline, document) == ANNOTATION
    return pipeline.calls


def test_second_call_does_not_parse() -> None:
    assert [times_asked(), times_asked()] == [1, 0]


def test_vectors_are_kept_with_the_analysis() -> None:
    values = np.arange(2 * len(DOCUMENT.words), dtype=np.float16).reshape(-1, 2)
    pipeline = Counting(made=replace(ANNOTATION, vectors=Vectors("a network", values)))
    cache.annotate(pipeline, DOCUMENT)
    found = cache.annotate(pipeline, DOCUMENT).vectors

    assert found is not None
    assert found.network == "a network"
    np.testing.assert_array_equal(found.values, values)
    assert pipeline.calls == 1


def test_corrupt_entry_is_analysed_anew_and_replaced(stored: Path) -> None:
    good = stored.read_bytes()
    other = good.replace(b"NOUN", b"VERB")
    for content in (b"", b"\xc1", b"\x93\x01\x02\x03", b"\x80", b"\xff" * 100, b"\x91" * 5000, other):
        stored.write_bytes(content)
        assert times_asked() == 1, content
        assert stored.read_bytes() == good


@pytest.mark.usefixtures("stored")
def test_other_pipeline_text_or_layout_has_its_own_entry() -> None:
    others = [
        replace(DOCUMENT, words=("A", *DOCUMENT.words[1:])),
        replace(DOCUMENT, spaces=("", *DOCUMENT.spaces[1:])),
        replace(DOCUMENT, paragraph_starts=(0, 3)),
        replace(DOCUMENT, headings=(Span(0, 3),)),
        replace(DOCUMENT, labels=(Span(0, 3),)),
    ]

    assert [times_asked(other) for other in others] == [1] * len(others)
    assert times_asked(signature="counting@2") == 1
    assert times_asked(replace(DOCUMENT, id="other", genre="fiction")) == 0, "the same text under another name"


def test_what_cannot_be_kept_is_no_error(folder: Path) -> None:
    folder.write_text("a file where the folder should be")

    assert times_asked() == 1
    assert times_asked(replace(DOCUMENT, words=("\ud800", *DOCUMENT.words[1:]))) == 1, "half of a surrogate pair"


def test_folder_is_the_users_cache_unless_it_is_set(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    assert cache.folder() == folder

    monkeypatch.delenv("ANAPHORA_CACHE")
    assert cache.folder().name == "anaphora-workbench"


@pytest.mark.parametrize(
    "other",
    [
        replace(DOCUMENT, words=("A", *DOCUMENT.words[1:])),
        replace(DOCUMENT, words=DOCUMENT.words[:3], spaces=DOCUMENT.spaces[:3]),
    ],
)
def test_entry_under_the_name_of_another_text_is_analysed_anew(stored: Path, folder: Path, other: Document) -> None:
    times_asked(other)
    for path in folder.iterdir():
        path.write_bytes(stored.read_bytes())

    assert times_asked(other) == 1


@pytest.mark.parametrize(
    "put", [os.mkfifo, os.mkdir, partial(os.symlink, "/dev/zero")], ids=["pipe", "folder", "zeros"]
)
def test_what_stands_in_place_of_an_entry_is_not_read(stored: Path, put: Callable[[Path], None]) -> None:
    stored.unlink()
    put(stored)

    assert times_asked() == 1


def test_entry_that_others_can_change_is_analysed_anew_with_a_warning(stored: Path) -> None:
    stored.chmod(0o620)
    with pytest.warns(UserWarning, match=re.escape(str(stored.parent))):
        assert times_asked() == 1

    assert times_asked() == 0, "what is written in its place is ours"


def test_entry_of_another_user_is_analysed_anew_with_a_warning(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = os.geteuid()
    os.chown(stored, user + 1, -1) if not user else monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    with pytest.warns(UserWarning, match=re.escape(str(stored.parent))):
        assert times_asked() == 1


def test_what_a_killed_process_left_is_removed_with_the_next_entry_and_what_is_being_written_is_not(
    folder: Path,
) -> None:
    folder.mkdir()
    left, written, foreign = (folder / name for name in (".entry.abc12345.part", ".entry.def12345.part", "tmpabc12345"))
    for path in (left, written, foreign):
        path.touch()
    with held(written, wait=True):
        cache.annotate(Counting(), DOCUMENT)

    entries = [path for path in folder.iterdir() if path.suffix == ".msgpack"]
    assert sorted(folder.iterdir()) == sorted([written, foreign, *entries])
