"""Tables of coreference scores as plain text, in Markdown and in LaTeX."""

from collections.abc import Iterator
from typing import Any

from anaphora.experiments.terminal.table import FORMATS, Grid, interval, line, percent, shown
from anaphora.experiments.terminal.vocabulary import DASH, counted
from anaphora.workbench.measures import Measure
from anaphora.workbench.minimal_pairs import Swap
from anaphora.workbench.results.scores import Scores, main_part

__all__ = ["FORMATS", "Grid", "grids", "notes", "text"]

PRIMARY = "conll"
FEWEST_DOCUMENTS = 6
SIGNIFICANT = 0.05


def grids(scores: Scores, per_document: bool = False, long: bool = False) -> list[Grid]:
    """The tables to print: all measures, the comparison of several systems, and each document if asked for.

    `long` adds recall, precision and interval of each of several systems.
    """
    found = [_one(scores, scores.systems[0]) if len(scores.systems) == 1 else _several(scores)]
    if long and len(scores.systems) > 1:
        found += [_one(scores, system) for system in scores.systems]
    if scores.comparisons:
        found.append(_differences(scores))
    if per_document:
        found.append(_documents(scores))
    return found


def notes(scores: Scores, lettered: bool = True) -> list[str]:
    """What a reader must know of the tables; `lettered` ones mark in letters what is better than what."""
    found = []
    if scores.resamples and len(scores.documents) < 2:
        found.append(f"One {scores.unit} is no sample: there are no intervals and no tests.")
    elif scores.resamples and len(scores.documents) < FEWEST_DOCUMENTS:
        found.append(f"With {counted(len(scores.documents), scores.unit)} intervals are too narrow.")
    if any(None in scores.values(system, measure).values() for system in scores.systems for measure in scores.measures):
        found.append(f"{DASH}: there is nothing to divide by, or the corpus does not say what it needs.")
    if scores.comparisons and lettered:
        found.append(_meaning(scores))
    return [*found, *(_swapped(name, swap, scores.unit) for name, swap in scores.swaps.items())]


def text(scores: Scores, to: str = "table", per_document: bool = False, long: bool = False) -> str:
    """Tables, notes and signature as plain text, in `markdown`, or in `latex` (which needs the package booktabs)."""
    tables = [shown(grid, to) for grid in grids(scores, per_document, long)]
    lead = "% " if to == "latex" else ""
    between = "\n\n" if to == "markdown" else "\n"
    below = between.join(f"{lead}{line(it)}" for it in (*notes(scores), scores.signature)) + "\n"
    return "\n\n".join(tables) + "\n\n" + below


def _least_probability(scores: Scores) -> float:
    """The smallest p after Holm's correction that so many documents and responses allow."""
    pairs = len(scores.systems) * (len(scores.systems) - 1) // 2
    exact = scores.comparisons[0]["exact"]
    least = 2 / 2 ** len(scores.documents) if exact else 1 / (1 + scores.resamples)
    return min(1.0, pairs * least)


def _one(scores: Scores, system: str) -> Grid:
    rows = []
    for measure in scores.measures:
        values = scores.values(system, measure)
        main = main_part(measure)
        ends = scores.intervals[system][measure.name].get(main)
        first = (percent(values.get("recall")), percent(values.get("precision")))
        known = first if main == "f1" else ("", "")
        rows.append((measure.name, *known, percent(values[main]), interval(ends)))
        others = (part for part in measure.parts if part not in {"recall", "precision", main})
        known_ends = scores.intervals[system][measure.name] if measure.evidence == "items" else {}
        rows += [
            (f"  {part.replace('_', ' ')}", "", "", _figure(part, values[part]), _ends(part, known_ends.get(part)))
            for part in others
        ]
    title = "measure" if len(scores.systems) == 1 else system
    return Grid((title, "recall", "precision", "F1 or value", "95 % interval"), tuple(rows))


def _beaten(scores: Scores) -> set[tuple[str, str, str]]:
    """Measure, winner and loser of each difference that is real."""
    return {
        (row["measure"], *((row["first"], row["second"]) if row["difference"] > 0 else (row["second"], row["first"])))
        for row in scores.comparisons
        if row["adjusted"] < SIGNIFICANT
    }


def _meaning(scores: Scores) -> str:
    """What the letters say, or why there is none."""
    test = f"paired randomisation over {scores.unit}s, Holm"
    if (least := _least_probability(scores)) >= SIGNIFICANT:
        few = f"With {counted(len(scores.documents), scores.unit)} and {counted(len(scores.systems), 'response')}"
        return f"{few} no difference can be shown to be real: p is {least:.3f} at least ({test})."
    if not _beaten(scores):
        return f"No difference is shown to be real ({test}, p < .05)."
    letters = ", ".join(f"{letter} {name}" for name, letter in _letters(scores).items())
    return f"Letters: better than {letters} ({test}, p < .05)."


def _several(scores: Scores) -> Grid:
    letters = _letters(scores)
    beaten = _beaten(scores)
    rows = []
    for measure in scores.measures:
        cells = []
        for system in scores.systems:
            value = percent(scores.values(system, measure)[main_part(measure)])
            won = [letters[other] for other in scores.systems if (measure.name, system, other) in beaten]
            cells.append(" ".join((value, "".join(won))).rstrip())
        rows.append((measure.name, *cells))
    headings = (f"{letters[system]} {system}" if scores.comparisons else system for system in scores.systems)
    return Grid(("F1 or value", *headings), tuple(rows))


def _differences(scores: Scores) -> Grid:
    primary = next((it.name for it in scores.measures if it.name == PRIMARY), scores.measures[0].name)
    rows = tuple(
        (
            f"{row['first']} - {row['second']}",
            f"{100 * row['difference']:+.2f}",
            "{:+.2f} to {:+.2f}".format(*(100 * end for end in row["interval"])),
            _probability(row["p"]),
            _probability(row["adjusted"]),
        )
        for row in scores.comparisons
        if row["measure"] == primary
    )
    return Grid((f"difference in {primary}", "points", "95 % interval", "p", "p (Holm)"), rows)


def _documents(scores: Scores) -> Grid:
    measures = [it for it in scores.measures if it.name == PRIMARY] or [scores.measures[0]]
    if len(scores.measures) <= len(("recall", "precision", "f1")):
        measures = list(scores.measures)
    columns = [(system, measure) for system in scores.systems for measure in measures]
    headings = (f"{system}: {it.name}" if len(scores.systems) > 1 else it.name for system, it in columns)
    rows = tuple((document, *_row(scores, at, columns)) for at, document in enumerate(scores.documents))
    return Grid((scores.unit, *headings), rows)


def _row(scores: Scores, document: int, columns: list[tuple[str, Measure[Any]]]) -> Iterator[str]:
    for system, measure in columns:
        yield percent(scores.values_of_document(system, measure, document)[main_part(measure)])


def _letters(scores: Scores) -> dict[str, str]:
    """A short sign for each system: a to z, then a2 and so on."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return {
        name: alphabet[at % len(alphabet)] + (str(at // len(alphabet) + 1) if at >= len(alphabet) else "")
        for at, name in enumerate(scores.systems)
    }


def _swapped(name: str, swap: Swap, unit: str) -> str:
    """The paired test of minimal pairs in words."""
    it = swap.difference
    only = f"{it.only_first} of {it.anaphors} pairs are right only if {swap.first}, {it.only_second} if {swap.second}"
    if it.p is None:
        return f"{name}: {only}; there are too few {unit}s for a test."
    p = f"p = {_probability(it.p)} (sign flips over {unit}s)".replace("= <", "<")
    alone = f"{_probability(it.p_if_independent[1])} if pairs were independent (McNemar, mid-p)"
    return f"{name}: {only}; {p}, {alone}."


def _ends(part: str, ends: tuple[float, float] | None) -> str:
    """The interval of a part, empty where it is not told."""
    if ends is None:
        return ""
    return f"{ends[0]:.3f} to {ends[1]:.3f}" if part == "bias" else interval(ends)


def _figure(part: str, value: float | None) -> str:
    """The bias is a ratio, all else a share."""
    return f"{value:.3f}" if part == "bias" and value is not None else percent(value)


def _probability(value: float) -> str:
    return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")
