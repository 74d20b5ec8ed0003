"""The page of a history: of runs that compete a table and a chart, and all runs."""

from collections.abc import Iterator

from anaphora.experiments.charts.chart import Chart, dot, of_table
from anaphora.experiments.charts.layout import Dots
from anaphora.experiments.history import History
from anaphora.experiments.report.page import FRAME, STYLES, page
from anaphora.experiments.report.section import Section, Sheet, Words, written
from anaphora.workbench.results.table import Table, number
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted


def leaderboard(history: History) -> str:
    """The page as HTML. The same runs give the same text."""
    sections = [*_boards(history), _all(history)]
    runs, systems = len({run.line for run, _ in history.rows}), len({system for _, system in history.rows})
    return page(
        "report.html.j2",
        styles=STYLES,
        scripts=FRAME,
        title=f"Leaderboard of {history.path.name}",
        facts=f"{counted(runs, 'run')} · {counted(systems, 'system')}",
        contents=sections,
        body=written(sections, linked=False),
    )


def _boards(history: History) -> Iterator[Section]:
    for rank, (table, main) in enumerate(history.boards(), start=1):
        sheet, settings = Sheet("Last run of each system", of_table(table)), Words(table.notes, "note")
        yield Section(f"board-{rank}", table.title, table.title, (_chart(table, main, rank), sheet, settings))


def _chart(table: Table, main: str, rank: int) -> Chart:
    rows = {}
    for name, value, interval, *_ in table.rows:
        if (known := number(value)) is not None:
            rows[str(name)] = {"": dot(str(name), known, interval if isinstance(interval, Interval) else None)}
    best = next(iter(rows), "Nobody")
    return Chart(
        f"board-{rank}-chart", main, f"{best} has the highest {main}.", Dots(rows, f"{main} (%), 95% interval"),
        of_table(table),
    )  # fmt: skip


def _all(history: History) -> Section:
    table, *_ = history.tables()
    note = "Runs compete where all that shaped their figures is the same, but for the systems."
    return Section(
        "runs", "All runs", "All runs", (Sheet("Runs", of_table(table), folded=True), Words((note,), "note"))
    )
