"""How much of a run is done and how long the rest will take, by a clock of the test."""

from dataclasses import dataclass

import pytest

from anaphora.experiments.run.meter import PATIENCE, Meter, Reading


@dataclass
class Clock:
    """Time that passes when the test says so."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def never() -> float:
    raise AssertionError("how much there is was asked for, which may cost as much as the work")


def test_short_work_says_nothing_and_work_whose_size_nobody_knows_has_no_share() -> None:
    clock, shown = Clock(), list[Reading]()
    short = Meter(never, shown.append, every=0, clock=clock)
    for clock.now in (0, 1, PATIENCE - 0.1):
        short.reach(clock.now)
    assert shown == []

    clock.now = 0
    unknown = Meter(lambda: 0, shown.append, every=0, clock=clock)
    clock.now = PATIENCE
    unknown.finish(10)
    assert shown == [Reading(None, None)]


def test_long_work_says_the_share_and_the_time_left() -> None:
    clock, shown = Clock(), list[Reading]()
    meter = Meter(lambda: 1000, shown.append, every=10, clock=clock)

    for clock.now in range(31):
        meter.reach(10 * clock.now)  # ten words a second

    assert [reading.share for reading in shown] == [0.1, 0.2, 0.3]
    assert [reading.left for reading in shown] == [90, 80, 70]


def test_the_share_grows_within_a_text_and_never_falls() -> None:
    clock, shown = Clock(PATIENCE), list[Reading]()
    meter = Meter(lambda: 100, shown.append, every=0, clock=clock)
    clock.now += PATIENCE

    meter.reach(20)
    meter.finish(50)
    meter.reach(10)
    meter.reach(5)

    assert [reading.share for reading in shown] == [0.2, 0.5, 0.6, 0.6]


def test_the_time_left_follows_from_the_last_minute() -> None:
    """A text that was in the cache took a second; the others take ten each."""
    clock, shown = Clock(), list[Reading]()
    meter = Meter(lambda: 1000, shown.append, every=100, clock=clock)

    clock.now = 1
    meter.finish(500)
    for clock.now in range(2, 101):
        meter.finish(1)

    assert shown[-1].left == pytest.approx(1000 - 599)


def test_other_work_begins_with_nothing_done() -> None:
    clock, shown = Clock(), list[Reading]()
    meter = Meter(lambda: 10, shown.append, every=0, clock=clock)
    clock.now = PATIENCE
    meter.finish(8)
    meter.restart(4)
    clock.now += 1
    meter.reach(1)

    assert [reading.share for reading in shown] == [0.8, 0.25]
    assert shown[-1].left == 3
