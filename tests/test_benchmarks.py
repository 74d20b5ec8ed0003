"""The history of benchmarks: what is kept, and what a new figure is held against."""

from importlib import import_module
from pathlib import Path

import pytest

from anaphora.workbench import __version__
from tests.benchmarks import NAMES, Entry, Figure, changes, entries, entry, keep, latest

SLOW = Entry("2025-01-01", "a1", "0.1.0", 2, "score", "start-up", 2.0, "s")
FAST = Entry("2025-02-01", "b2", "0.1.0", 4, "score", "start-up", 1.5, "s")
OTHER = Entry("2025-02-01", "b2", "0.1.0", 4, "score", "growth, slope", 0.99, "x")


def test_what_is_kept_is_read_again_in_its_order(tmp_path: Path) -> None:
    keep([SLOW], tmp_path / "history.csv")
    keep([FAST, OTHER], tmp_path / "history.csv")

    assert entries(tmp_path / "history.csv") == [SLOW, FAST, OTHER]


def test_nothing_was_kept_where_there_is_no_file(tmp_path: Path) -> None:
    assert entries(tmp_path / "history.csv") == []


def test_a_figure_is_held_against_the_last_of_its_name_and_unit() -> None:
    [line, first] = changes([FAST, OTHER], [SLOW])

    assert line.endswith("1.5 s      -25.0% since a1 of 2025-01-01, on 2 cores")
    assert first.endswith("0.99 x    first")


def test_the_last_of_each_figure_is_shown_with_the_change_before_it() -> None:
    shown = latest([SLOW, OTHER, FAST])

    assert [line.split()[-1] for line in shown] == ["first", "cores"]


def test_an_entry_has_four_digits_and_tells_version_and_machine() -> None:
    made = entry("score", Figure("start-up", 0.123456, "s"))

    assert (made.value, made.version, made.benchmark) == (0.1235, __version__, "score")
    assert made.cores > 0


def test_the_history_of_the_repository_can_be_read() -> None:
    assert {it.benchmark for it in entries()} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_gives_figures(name: str) -> None:
    assert import_module(f"tests.bench_{name}").main.__annotations__ == {"return": list[Figure]}
