"""Every reader takes or refuses odd files, and does nothing else; `python -m tests.fuzz` does the same for hours."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz import __main__ as command
from tests.fuzz import guided
from tests.fuzz.inputs import numbered
from tests.fuzz.running import put, remembered
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import targets

FEW = {"fixture": 1}
"""Inputs of one example of Hypothesis; each of this reader runs a pipeline."""


@pytest.fixture(scope="module", autouse=True)
def plug_ins_looked_up_once() -> Iterator[None]:
    with remembered():
        yield


@pytest.mark.parametrize("target", targets())
def test_every_seed_is_accepted(target: str, tmp_path: Path) -> None:
    for files in seeds(target):
        assert targets()[target](put(target, files, tmp_path), Random(0))


@pytest.mark.parametrize("target", targets())
@settings(suppress_health_check=list(HealthCheck))
@given(chosen=st.data())
def test_an_odd_file_is_read_or_refused_with_its_name(target: str, tmp_path: Path, chosen: st.DataObject) -> None:
    for number in chosen.draw(st.lists(st.integers(0, 2**32), min_size=1, max_size=FEW.get(target, 5), unique=True)):
        files, random = numbered(target, 0, number)
        targets()[target](put(target, files, tmp_path), random)


def test_an_input_can_be_made_again_from_its_number() -> None:
    assert numbered("muc", 0, 156)[0] == numbered("muc", 0, 156)[0]
    assert numbered("muc", 0, 156)[0] != numbered("muc", 1, 156)[0]


def test_the_guided_search_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guided, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["guided", "muc"])

    assert guided.main() == 2
    assert capsys.readouterr().err == "This needs atheris. Install it: pip install atheris\n"


def test_the_command_reads_the_inputs_in_a_process_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(30, 0, ["gap", "weights"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.split()[:2] for line in lines if not line.startswith("#")] == [
        ["reader", "inputs"], ["gap", "15"], ["weights", "15"], ["all", "30"], ["seed", "0,"],
    ]  # fmt: skip
