"""Whatever ends a command at whatever moment: its files are whole or not there, and the next run ends as if alone."""

import sys

import pytest

from tests.kills import COMMANDS, SIGNALS, kills


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted as Linux tells them")
@pytest.mark.parametrize("name", ["journal", "run", "report", "train"])
def test_a_command_that_is_ended_leaves_nothing_and_resumes(name: str) -> None:
    assert name in COMMANDS
    for each in kills(len(SIGNALS), [name], documents=2):
        assert not each.wrong, each
