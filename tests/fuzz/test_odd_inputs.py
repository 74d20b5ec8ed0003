"""Odd inputs are read or refused, and nothing else happens; see `python -m tests.fuzz`."""

import faulthandler
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from anaphora import corpora
from tests.fuzz import commands
from tests.fuzz.commands import COMMANDS
from tests.fuzz.inputs import odd, put
from tests.fuzz.seeds import Files, seeds
from tests.fuzz.targets import OTHERS, targets

INPUTS, RUNS = 55, 25
"""Of each reader and of each command: some 2,000 in all."""
STUCK = 300.0
"""Seconds after which the run prints where it is, and ends."""


def take(target: str, valid: Files, files: Files, random: Random) -> bool:
    """Give an input to a reader or a command; whether it was accepted."""
    faulthandler.dump_traceback_later(STUCK, exit=True)
    try:
        with TemporaryDirectory() as folder:
            if target in COMMANDS:
                return commands.run(target, valid, files, random, Path(folder)) == 0
            return targets()[target](put(files, Path(folder)), random)
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("target", [*corpora.names(), *OTHERS, *COMMANDS])
def test_every_seed_is_accepted_and_an_odd_input_is_taken_or_refused_in_a_sentence(target: str) -> None:
    for files in seeds(target):
        assert take(target, files, files, Random(0)) or target in COMMANDS
    for number in range(RUNS if target in COMMANDS else INPUTS):
        take(target, *odd(target, number))
