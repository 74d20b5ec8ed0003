"""Input of an encoder, and ONNX Runtime, which is loaded without the telemetry that it would start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from anaphora.workbench.networks import Pieces, encode_window, load_onnx_runtime, shape

VOCABULARY = ("[UNK]", "[CLS]", "[SEP]", "un", "##aff", "##able", "cafe", "'", "s", "文", "字", "-", "##s")


def split(word: str) -> list[str]:
    return [VOCABULARY[number] for number in Pieces(VOCABULARY).split(word)]


def test_a_word_falls_into_pieces_as_in_bert() -> None:
    """The longest from the left (the example of BERT's own documentation), whatever its accents, case, punctuation."""
    expected = {
        "unaffable": ["un", "##aff", "##able"],
        "Café": ["cafe"],
        "cafe\u0301": ["cafe"],
        "ca\u00adfe": ["cafe"],
        "'s": ["'", "s"],
        "un-un": ["un", "-", "un"],
        "文字": ["文", "字"],
        "unb": ["[UNK]"],
        "un" * 51: ["[UNK]"],
        " ": [],
    }

    assert {word: split(word) for word in expected} == expected


def test_pieces_know_their_words_and_stand_between_marks_up_to_a_limit() -> None:
    numbers, owners = Pieces(VOCABULARY).number(["unaffable", "cafes"], most=10)
    fewer, owners_of_fewer = Pieces(VOCABULARY).number(["unaffable", "cafes"], most=4)

    assert [VOCABULARY[number] for number in numbers] == ["[CLS]", "un", "##aff", "##able", "cafe", "##s", "[SEP]"]
    assert owners == [-1, 0, 0, 0, 1, 1, -1]
    assert [VOCABULARY[number] for number in fewer][-2:] == ["cafe", "[SEP]"]
    assert owners_of_fewer == [-1, 0, 0, 0, 1, -1]


def test_shape_tells_what_lower_case_hides() -> None:
    words = ["dog it", "Dog", "USA I", "iPhone", "3rd 12", "n't Mr.", ", --"]

    assert [{shape(word) for word in alike.split()} for alike in words] == [{kind} for kind in range(7)]


def test_a_word_is_the_mean_of_its_pieces() -> None:
    found = encode_window(Pieces(["[UNK]", "[CLS]", "[SEP]", "it", "un", "##aff"]), ["It", "unaff", " "])

    assert found.pieces.tolist() == [1, 3, 4, 5, 2]
    assert found.words.tolist() == [[0, 1, 0, 0, 0], [0, 0, 0.5, 0.5, 0], [0, 0, 0, 0, 0]]
    assert found.shapes.tolist() == [1, 0, 6]


OURS = "from anaphora.workbench.networks import load_onnx_runtime; load_onnx_runtime()"
THEIRS = "import onnxruntime"


def imported(home: Path, code: str) -> str:
    """What the library says of its telemetry, with this home; the proxy of those that would send is not there."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")
    }
    environment = kept | {"HOME": str(home), "https_proxy": "http://127.0.0.1:9"}
    ended = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return "".join(line for line in (ended.stdout + ended.stderr).splitlines() if "telemetry" in line.lower())


@pytest.mark.parametrize("is_full", [False, True])
def test_the_library_keeps_no_identifier_and_no_events_and_its_log_knows_of_none(tmp_path: Path, is_full: bool) -> None:
    """Where it can store nothing, it would say so."""
    if is_full:
        (tmp_path / ".cache").touch()

    assert imported(tmp_path, OURS) == ""
    assert len(list(tmp_path.iterdir())) == is_full


@pytest.mark.slow
def test_the_library_alone_would_keep_both_and_say_so(tmp_path: Path) -> None:
    """Or the tests above show nothing."""
    imported(tmp_path, THEIRS)
    if not list(tmp_path.iterdir()):
        pytest.skip("a build of ONNX Runtime without telemetry")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / ".cache").touch()

    assert imported(tmp_path / "full", THEIRS) != ""


def test_a_library_that_the_program_has_loaded_before_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(load_onnx_runtime(), "disable_telemetry_events", lambda: told.append("stop"))
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)

    load_onnx_runtime()

    assert told == ["stop"]
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
