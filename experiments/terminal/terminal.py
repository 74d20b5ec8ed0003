"""Tables for the terminal, as rich renderables. Names and messages are shown as they are, never read as markup."""

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from anaphora.experiments.terminal.comparison_text import columns, differences, notes, ranking, results, upper_bound
from anaphora.experiments.terminal.vocabulary import clean, counted, stage
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace import STAGES

ROOM = 60  # columns of the terminal for the resolvers of one table of losses, so that it fits into 80


def comparison(comparison: Comparison) -> RenderableType:
    """The result table, MAX, the losses, the notes and the signature, from top to bottom."""
    parts: list[RenderableType] = [_heading(comparison), _results(comparison), *_below(comparison)]
    parts += warnings(comparison.warnings)
    parts += losses(comparison)
    parts += [Text(clean(note)) for note in notes(comparison)]
    if tested := differences(comparison):
        parts += [Text(), *(Text(clean(line)) for line in [*tested, *ranking(comparison)])]
    return Group(*parts, Text(), Text(clean(comparison.signature), style="dim", overflow="fold"))


def losses(comparison: Comparison) -> list[RenderableType]:
    """Where each resolver loses anaphors, in as many tables as the width of a terminal takes; none without anaphors."""
    blocks = _blocks(comparison.resolvers) if comparison.anaphors else []
    return [part for names in blocks for part in (_losses(comparison, names), Text())]


def passed_over(messages: Sequence[str]) -> list[Text]:
    """A line for each bad file that was passed over."""
    return [Text(f"Skipped: {clean(message)}") for message in messages]


def warnings(messages: Sequence[str]) -> list[Text]:
    """A paragraph for each warning."""
    return [Text(f"Warning: {clean(message)}\n", style="yellow") for message in messages]


def _heading(comparison: Comparison) -> Text:
    size = f"{counted(len(comparison.documents), 'document')}, {counted(comparison.anaphors, 'key anaphor')}"
    return Text.assemble((clean(comparison.corpus), "bold"), f": {size}\n")


def _results(comparison: Comparison) -> Table:
    headings = {name: heading for name, heading in columns(comparison).items() if name != "expected"}
    lines = results(comparison)
    shown = table("resolver", (result.resolver for result in lines))
    for name, heading in headings.items():
        folded = heading.replace(" ", "\n").replace("-", "-\n")
        words = [*folded.split(), *(result.cells[name] for result in lines)]
        shown.add_column(folded, justify="right", min_width=max(map(len, words)))
    for result in lines:
        cells = (result.cells[column] for column in headings)
        shown.add_row(clean(result.resolver), *cells, style="bold" if result.ahead else "")
    return shown


def _below(comparison: Comparison) -> list[Text]:
    chance = [f"{line.resolver} {line.cells['expected']}" for line in results(comparison) if line.random]
    expected = [f"Expected of the random resolvers on average: {clean(', '.join(chance))}."] if chance else []
    return [Text(), Text(upper_bound(comparison)), *map(Text, expected), Text()]


def _blocks(resolvers: Sequence[str]) -> list[list[str]]:
    """The resolvers in groups whose columns fit beside the stages; a long name may need a table of its own."""
    blocks: list[list[str]] = [[]]
    room = ROOM
    for name in resolvers:
        width = 1 + max(6, *(len(part) for part in clean(name).replace("_", "_\n").split()))
        if blocks[-1] and width > room:
            blocks.append([])
            room = ROOM
        blocks[-1].append(name)
        room -= width
    return blocks


def _losses(comparison: Comparison, resolvers: Sequence[str]) -> Table:
    """A line a stage, in the order in which anaphors pass them; stages where no resolver loses any are left out."""
    losses = {name: comparison.losses(name) for name in resolvers}
    shown = table("lost at", map(stage, STAGES))
    for name in resolvers:
        folded = clean(name).replace("_", "_\n")
        words = [*folded.split(), *map(str, losses[name].values())]
        shown.add_column(folded, justify="right", min_width=max(map(len, words)))
    for each in STAGES:
        if any(comparison.losses(name)[each] for name in comparison.resolvers):
            counts = (str(losses[name][each]) for name in resolvers)
            shown.add_row(stage(each), *counts, style="bold" if each == "right" else "")
    return shown


def table(first: str, entries: Iterable[str]) -> Table:
    """A table without rules, whose first column is never cut."""
    shown = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    shown.add_column(first, min_width=max((len(clean(entry)) for entry in entries), default=0), overflow="fold")
    return shown
