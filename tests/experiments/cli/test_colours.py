"""Escape codes are for terminals that take them."""

import os
import pty
import subprocess
import sys

import pytest

from tests.experiments.conftest import COMMAND


def on_a_terminal(*words: str, **variables: str) -> bytes:
    """What a command writes to a terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "FORCE_COLOR")}
    own, given = pty.openpty()
    environment = {**kept, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm", **variables}
    subprocess.run([*COMMAND, *words], stdin=given, stdout=given, stderr=given, env=environment, check=False)
    os.close(given)
    parts = []
    while True:
        try:
            part = os.read(own, 65_536)
        except OSError:  # all was read
            part = b""
        if not part:
            break
        parts.append(part)
    os.close(own)
    return b"".join(parts)


@pytest.mark.parametrize("words", [("score", "nowhere.conll", "nowhere.conll"), ("score", "--help")])
def test_a_terminal_shows_bold_face_unless_it_is_not_wanted(words: tuple[str, ...]) -> None:
    assert b"\x1b[" in on_a_terminal(*words)
    assert b"\x1b" not in on_a_terminal(*words, NO_COLOR="1")
    assert b"\x1b" not in on_a_terminal(*words, TERM="dumb")
