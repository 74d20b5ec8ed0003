"""Whatever ends a command at whatever moment: its files are whole or not there, and the next run ends as if alone."""

import sys

import pytest

from tests.kills import kills


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes hear signals as Linux sends them")
def test_a_command_that_is_ended_leaves_nothing_and_resumes() -> None:
    """Each signal twice: a comparison with a journal and workers, a study, and scores with a report and figures."""
    ended = list(kills(6, ("journal", "run", "score"), documents=2))

    assert {killed: killed.wrong for killed in ended if killed.wrong} == {}
    assert len({killed.signal for killed in ended}) == 3
