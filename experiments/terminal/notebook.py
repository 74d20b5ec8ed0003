"""Results as a notebook shows them: the tables of the terminal in HTML, with every text escaped."""

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from anaphora.experiments.terminal import scores as of_scores
from anaphora.experiments.terminal.comparison_text import columns, differences, notes, ranking, results, upper_bound
from anaphora.experiments.terminal.explanation import in_context
from anaphora.experiments.terminal.table import Grid, line
from anaphora.experiments.terminal.vocabulary import counted, stage
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.trace import STAGES


def comparison(found: Comparison) -> str:
    """The result table, the losses, MAX and the notes; the signature last."""
    size = f"{counted(len(found.documents), 'document')}, {counted(found.anaphors, 'key anaphor')}"
    headings = columns(found)
    rates = [(row.resolver, *(row.cells[name] for name in headings)) for row in results(found)]
    lost = {name: found.losses(name) for name in found.resolvers}
    stages = [it for it in STAGES if any(losses[it] for losses in lost.values())]
    losses = [(stage(it), *(str(lost[name][it]) for name in found.resolvers)) for it in stages]
    below = [upper_bound(found), *notes(found), *differences(found), *ranking(found), found.signature]
    tables = [
        Grid(("resolver", *headings.values()), tuple(rates)),
        Grid(("lost at", *found.resolvers), tuple(losses)),
    ]
    return _page(f"{found.corpus}: {size}", tables[: 1 + bool(losses)], below)


def scores(found: Scores) -> str:
    """The tables of `anaphora score` with their notes; the signature last."""
    title = f"{found.key}: {counted(len(found.documents), found.unit)}"
    return _page(title, of_scores.grids(found), [*found.warnings, *of_scores.notes(found), found.signature])


def answers(result: Mapping[str, Any]) -> str:
    """The pronouns of a text and who answers what, from the shape that `anaphora resolve --json` writes."""
    names = list(result["pronouns"][0]["antecedents"]) if result["pronouns"] else []
    rows = tuple((in_context(result["text"], row), *_said(row)) for row in result["pronouns"])
    return _page("", [Grid(("pronoun", *names), rows)], [] if rows else ["The text has no third-person pronoun."])


def _said(row: Mapping[str, Any]) -> list[str]:
    if row["pleonastic"]:
        return ["pleonastic" for _ in row["antecedents"]]
    return [answer["text"] if answer else "–" for answer in row["antecedents"].values()]


def _page(title: str, tables: Iterable[Grid], below: Iterable[str]) -> str:
    heading = Markup("<p><strong>{}</strong></p>").format(line(title)) if title else Markup("")
    notes = [Markup("<p>{}</p>").format(line(note)) for note in below]
    return str(Markup("\n").join((heading, *map(_table, tables), *notes)))


def _table(grid: Grid) -> Markup:
    head = _row(grid.headings, "col", Markup('<th style="text-align: right">{}</th>'))
    cell = Markup('<td style="text-align: right">{}</td>')
    body = Markup("\n").join(_row(row, "row", cell) for row in grid.rows)
    return Markup("<table><thead>{}</thead>\n<tbody>{}</tbody></table>").format(head, body)


def _row(cells: tuple[str, ...], scope: str, cell: Markup) -> Markup:
    first, *others = map(line, cells)
    name = Markup('<th scope="{}" style="text-align: left">{}</th>').format(scope, first)
    return Markup("<tr>{}{}</tr>").format(name, Markup("").join(map(cell.format, others)))
