"""Tables for the terminal, as rich renderables. Names and messages are shown as they are, never read as markup."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from workbench.comparison import Comparison
from workbench.render._results import columns, notes, results, upper_bound
from workbench.render._words import clean, counted, stage
from workbench.trace import STAGES

ABREAST = 8  # resolvers in one table of losses, so that it fits into 80 columns


def comparison(comparison: Comparison) -> RenderableType:
    """The result table, MAX, the losses, the notes and the signature, from top to bottom."""
    parts: list[RenderableType] = [_heading(comparison), _results(comparison), *_below(comparison)]
    if comparison.anaphors:
        for start in range(0, len(comparison.resolvers), ABREAST):
            parts += [_losses(comparison, comparison.resolvers[start : start + ABREAST]), Text()]
    parts += [Text(clean(note)) for note in notes(comparison)]
    return Group(*parts, Text(), Text(clean(comparison.signature), style="dim", overflow="fold"))


def _heading(comparison: Comparison) -> Text:
    size = f"{counted(len(comparison.documents), 'document')}, {counted(comparison.anaphors, 'key anaphor')}"
    return Text.assemble((clean(comparison.corpus), "bold"), f": {size}\n")


def _results(comparison: Comparison) -> Table:
    shown = {name: heading for name, heading in columns(comparison).items() if name != "expected"}
    lines = results(comparison)
    table = _table("resolver", (result.resolver for result in lines))
    for name, heading in shown.items():
        folded = heading.replace(" ", "\n").replace("-", "-\n")
        words = [*folded.split(), *(result.cells[name] for result in lines)]
        table.add_column(folded, justify="right", min_width=max(map(len, words)))
    for result in lines:
        cells = (result.cells[column] for column in shown)
        table.add_row(clean(result.resolver), *cells, style="bold" if result.ahead else "")
    return table


def _below(comparison: Comparison) -> list[Text]:
    chance = [f"{line.resolver} {line.cells['expected']}" for line in results(comparison) if line.random]
    expected = [f"Expected of the random resolvers on average: {clean(', '.join(chance))}."] if chance else []
    return [Text(), Text(upper_bound(comparison)), *map(Text, expected), Text()]


def _losses(comparison: Comparison, resolvers: Sequence[str]) -> Table:
    """A line a stage, in the order in which anaphors pass them; stages where no resolver loses any are left out."""
    losses = {name: comparison.losses(name) for name in resolvers}
    table = _table("lost at", map(stage, STAGES))
    for name in resolvers:
        table.add_column(clean(name).replace("_", "_\n"), justify="right", overflow="fold")
    for each in STAGES:
        if any(comparison.losses(name)[each] for name in comparison.resolvers):
            counts = (str(losses[name][each]) for name in resolvers)
            table.add_row(stage(each), *counts, style="bold" if each == "right" else "")
    return table


def _table(first: str, entries: Iterable[str]) -> Table:
    """A table without rules, whose first column is never cut."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(first, min_width=max((len(clean(entry)) for entry in entries), default=0), overflow="fold")
    return table
