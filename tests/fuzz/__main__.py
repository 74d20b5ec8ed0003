"""Odd inputs by the hundred thousand: `python -m tests.fuzz INPUTS [TARGET ...]` prints what fails at its shortest."""

import sys
import traceback
from collections import Counter
from random import Random

from tests.fuzz.commands import COMMANDS
from tests.fuzz.inputs import odd, shrunk
from tests.fuzz.seeds import Files
from tests.fuzz.targets import targets
from tests.fuzz.test_odd_inputs import take

SLOW = {"docbin": 0.5, **dict.fromkeys(COMMANDS, 0.3)}
"""Targets that get a smaller share of the inputs."""
Place = tuple[str, str, int]


def place_of(error: BaseException) -> Place:
    """The class of an error, with the file and line of the product that raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/tests/" not in frame.filename]
    return type(error).__name__, frames[-1].filename if frames else "", frames[-1].lineno or 0 if frames else 0


def outcome(target: str, valid: Files, files: Files, state: tuple[object, ...]) -> bool | Place:
    """Whether an input was accepted, or where it failed."""
    random = Random()
    random.setstate(state)
    try:
        return take(target, valid, files, random)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is printed)
        return place_of(error)


def main(inputs: int, names: list[str]) -> int:
    """Give every target its share of so many inputs, and print the first of each failure; the exit code."""
    chosen = names or [*targets(), *COMMANDS]
    share = inputs / sum(SLOW.get(name, 1) for name in chosen)
    seen: Counter[Place] = Counter()
    for name in chosen:
        accepted, failed, count = 0, 0, round(share * SLOW.get(name, 1))
        for number in range(count):
            valid, files, random = odd(name, number)
            state = random.getstate()
            place = outcome(name, valid, files, state)
            if isinstance(place, bool):
                accepted += place
                continue
            failed += 1
            seen[place] += 1
            if seen[place] == 1:
                short = shrunk(files, lambda fewer: outcome(name, valid, fewer, state) == place)  # noqa: B023
                print(f"{name} {number}: {' '.join(map(str, place))}\n  {short}", flush=True)
        print(f"{name:18} {count:9,} inputs, {accepted:9,} accepted, {failed:6,} failed", flush=True)
    return int(bool(seen))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
