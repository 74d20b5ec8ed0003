"""A pipeline is used as it was written, or not at all."""

import json
import os
from pathlib import Path
from shutil import copytree

import pytest

from anaphora.preprocess import pipeline
from anaphora.preprocess.encoder.component import Encoder
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files.digests import DIGESTS
from tests.refused import raises

SHIPPED = Path(pipeline.__file__).parent / "models" / pipeline.BUNDLED
FILES = ["anaphora_encoder/network.onnx", "anaphora_encoder/pieces.txt", "anaphora_encoder/labels.json",
         "anaphora_encoder/name.txt", "tokenizer", "meta.json", "config.cfg", "vocab/strings.json"]  # fmt: skip


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the bundled pipeline."""
    return copytree(SHIPPED, tmp_path / "copy")


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_was_cut_is_told(copy: Path, name: str) -> None:
    data = (copy / name).read_bytes()
    (copy / name).write_bytes(data[: len(data) // 2])

    with raises("damaged", OptionError):
        pipeline.load(str(copy))


def test_a_file_that_is_missing_is_told(copy: Path) -> None:
    (copy / "anaphora_encoder" / "pieces.txt").unlink()

    with raises("unreadable", OptionError):
        pipeline.load(str(copy))


@pytest.mark.parametrize("name", [DIGESTS, "anaphora_encoder/pieces.txt", "vocab/strings.json"])
def test_a_pipe_in_place_of_a_file_is_told(copy: Path, name: str) -> None:
    (copy / DIGESTS).unlink()
    (copy / name).unlink(missing_ok=True)
    os.mkfifo(copy / name)

    with raises("not-a-file", OptionError):
        pipeline.load(str(copy))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"meta.json": 3}'])
def test_digests_that_are_damaged_are_told(copy: Path, content: str) -> None:
    (copy / DIGESTS).write_text(content)

    with raises("damaged", OptionError):
        pipeline.load(str(copy))


@pytest.mark.parametrize("content", [b"", b"no network", b"\x08\x08"])
def test_a_network_without_digests_that_cannot_be_loaded_is_told(copy: Path, content: bytes) -> None:
    (copy / DIGESTS).unlink()
    (copy / "anaphora_encoder" / "network.onnx").write_bytes(content)

    with raises("bad-pipeline", OptionError):
        pipeline.load(str(copy))


def test_a_pipeline_that_was_changed_and_saved_by_spacy_has_no_digests(copy: Path, tmp_path: Path) -> None:
    nlp = pipeline.read(copy)
    nlp.meta["version"] = "0.0.1"
    nlp.to_disk(tmp_path / "changed")

    assert pipeline.load(str(tmp_path / "changed")).signature.startswith("anaphora_ud@0.0.1:")
    assert isinstance(nlp.get_pipe("anaphora_encoder"), Encoder)


def test_the_fingerprint_that_was_written_is_that_of_the_weights() -> None:
    found = pipeline.fingerprint(pipeline.read(SHIPPED))

    assert pipeline.load().signature == f"anaphora_ud@0.3.0:{found}"
    assert (SHIPPED / pipeline.FINGERPRINT).read_text().strip() == found


def test_a_part_that_was_changed_on_purpose_changes_the_fingerprint(copy: Path) -> None:
    pieces = copy / "anaphora_encoder" / "pieces.txt"
    pieces.write_text(pieces.read_text(encoding="utf-8") + "\nunheardof", encoding="utf-8")
    digests = json.loads((copy / DIGESTS).read_text())
    del digests["anaphora_encoder/pieces.txt"]
    (copy / DIGESTS).write_text(json.dumps(digests))

    found = pipeline.load(str(copy)).signature

    assert found != pipeline.load().signature
    assert found == f"anaphora_ud@0.3.0:{pipeline.fingerprint(pipeline.read(copy))}"
