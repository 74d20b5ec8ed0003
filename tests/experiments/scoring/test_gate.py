"""What lets a build fail: scores that are too low, and warnings."""

from pathlib import Path

import pytest

from anaphora.experiments.scoring.gates import parse_gates
from anaphora.workbench.errors import OptionError
from tests.experiments.conftest import Run
from tests.refused import raises

WORDS = '"tokens": ["Ann", "saw", "Eve", ".", "She", "waved", "."]'
KEY = f'{{"doc_key": "d", {WORDS}, "clusters": [[[0, 0], [4, 4]], [[2, 2]]]}}\n'


@pytest.fixture
def key(tmp_path: Path) -> Path:
    (tmp_path / "key.jsonl").write_text(KEY)
    return tmp_path / "key.jsonl"


def response(key: Path, clusters: str) -> Path:
    path = key.with_name("response.jsonl")
    path.write_text(f'{{"doc_key": "d", {WORDS}, "clusters": {clusters}}}\n')
    return path


@pytest.mark.parametrize(
    ("gate", "code"), [("muc=100", 0), ("muc=50", 0), ("muc=101", 3), ("muc", 2), ("muc=high", 2), ("muk=50", 2)]
)
def test_a_gate_is_reached_or_missed(anaphora: Run, key: Path, gate: str, code: int) -> None:
    assert anaphora("score", key, key, "--fail-under", gate).code == code


@pytest.mark.parametrize(
    ("gate", "code"),
    [("muc=0.7", 2), ("muc=1", 2), ("muc=.001", 2), ("muc=0.7%", 0), ("muc=1%", 0), ("muc=70%", 0), ("muc=100.5%", 3)],
)
def test_a_gate_of_1_or_less_must_say_that_it_is_in_percent(anaphora: Run, key: Path, gate: str, code: int) -> None:
    result = anaphora("score", key, key, "--fail-under", gate)

    assert result.code == code
    assert bool(result.out) == (code != 2)


@pytest.mark.parametrize(
    ("gate", "code"), [("muc=0.7", "gate-in-percent"), ("muc=nan", "bad-gate"), ("muc=inf", "bad-gate")]
)
def test_a_gate_that_cannot_be_meant_is_refused(gate: str, code: str) -> None:
    with raises(code, OptionError):
        parse_gates([gate])


def test_a_gate_of_0_asks_only_that_the_value_is_defined() -> None:
    assert parse_gates(["MUC = 0", "lea=-5"]) == {"muc": 0, "lea": -5}


def test_a_gate_asks_for_a_measure_that_is_scored(anaphora: Run, key: Path) -> None:
    result = anaphora("score", key, key, "--measures", "muc", "--fail-under", "conll=50")

    assert (result.code, result.out) == (2, "")


def test_a_gate_holds_for_every_system(anaphora: Run, key: Path) -> None:
    bad = response(key, "[[[0, 0]], [[2, 2], [4, 4]]]")

    result = anaphora("score", key, f"right={key}", f"wrong={bad}", "--fail-under", "muc=50")

    assert result.code == 3
    assert "wrong" in result.err


def test_warnings_are_errors_if_strict(anaphora: Run, key: Path) -> None:
    without_singletons = response(key, "[[[0, 0], [4, 4]]]")

    assert anaphora("score", key, without_singletons).code == 0
    assert anaphora("score", key, without_singletons, "--strict").code == 1
