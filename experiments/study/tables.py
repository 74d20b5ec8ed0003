"""Tables for a paper, as a study lays them out: documents or corpora by resolvers, with significant differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from anaphora.experiments.study.data import Results, Row
from anaphora.experiments.study.declaration import Column, Layout
from anaphora.experiments.study.parts import Figures
from anaphora.resolvers.specs import ORACLE
from anaphora.workbench.results.table import Cell, Table
from anaphora.workbench.results.table import Column as TableColumn
from anaphora.workbench.results.values import Marked
from anaphora.workbench.results.vocabulary import counted, letter, letters
from anaphora.workbench.spec import parse_resolver
from anaphora.workbench.statistics.defaults import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.randomisation import max_t

_TESTED = ("success_rate", "all_pronouns")
"""The measures whose columns are tested against the others of the same measure."""
_SUPERSCRIPTS = (
    f". A superscript names the columns that are significantly worse (step-down max-T, adjusted p < {ALPHA})."
)
Documents: TypeAlias = Mapping[str, Figures]
"""Counts by document."""


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table to print, and its `rows` for programs, a row for each cell in full precision."""

    name: str
    table: Table
    rows: tuple[Row, ...]


def study_table(name: str, layout: Layout, results: Results) -> StudyTable:
    """The table of finished results, without skipped corpora."""
    counts = {
        (part.name, part.corpus): figures["per_document"] for part, figures in results if part.kind == "comparisons"
    }
    wanted = {column.comparison for column in layout.columns}
    rivals = _rivals(layout.columns)
    ranked = rivals if len({layout.columns[rival].measure for rival in rivals}) == 1 else []
    signs = {column: letter(number) for number, column in enumerate(rivals)}
    lines: list[tuple[Cell, ...]] = []
    notes = (
        ["Letters after a figure name the columns that it is better than; figures are percentages."] if rivals else []
    )
    rows: list[Row] = []
    for corpus in dict.fromkeys(str(corpus) for part, corpus in counts if part in wanted):
        per_column = [counts.get((column.comparison, corpus)) for column in layout.columns]
        worse, how = _significantly_worse(per_column, layout.columns)
        notes.append(f"{corpus}: {how}")
        known = next(documents for documents in per_column if documents is not None)
        better_than = {column: [*map(rivals.index, losers)] for column, losers in worse.items()}
        total = corpus if layout.rows == "corpora" else f"{corpus}, all"
        single = [(id, id, [id], dict[int, list[int]]()) for id in known] if layout.rows == "documents" else []
        for title, id, ids, losers in [*single, (total, "", list(known), better_than)]:
            cells: list[Cell] = [title, *_totals([known[document] for document in ids], layout.columns)]
            for number, (documents, column) in enumerate(zip(per_column, layout.columns, strict=True)):
                row = _row(documents, column, ids) if documents is not None else None
                worst = losers.get(number, [])
                cells.append(Marked(row["value"], letters(worst)) if row else None)
                if row:
                    first = {"corpus": corpus, "document": id, "column": column.title, "comparison": column.comparison}
                    rows.append(first | row | {"better_than": "".join(map(letter, worst))})
            lines.append(tuple(cells))
    headings = [f"{signs.get(number, '')} {column.title}".strip() for number, column in enumerate(layout.columns)]
    columns = (
        TableColumn("document" if layout.rows == "documents" else "corpus"),
        TableColumn("anaphors", "count"),
        *([TableColumn("pronouns", "count")] if _counts_pronouns(layout.columns) else []),
        *(
            TableColumn(heading, "percent", heading, digits=2, direction="higher" if number in ranked else None)
            for number, heading in enumerate(headings)
        ),
    )
    marked = any(isinstance(cell, Marked) and cell.marks for line in lines for cell in line)
    caption = layout.caption.rstrip(".") + _SUPERSCRIPTS if marked else layout.caption
    table = Table(layout.caption or name, columns, tuple(lines), tuple(notes), best_of="row", caption=caption)
    return StudyTable(name, table, tuple(rows))


def _counts_pronouns(columns: Sequence[Column]) -> bool:
    """Whether a column is over all pronouns, not over anaphors alone."""
    return any(column.measure.endswith("all_pronouns") for column in columns)


def _totals(documents: Sequence[Figures], columns: Sequence[Column]) -> list[int]:
    """How many anaphors some documents have and, if a column is over all pronouns, how many pronouns."""
    anaphors = sum(figures["anaphors"] for figures in documents)
    if not _counts_pronouns(columns):
        return [anaphors]
    return [anaphors, anaphors + sum(sum(figures["non_anaphoric"].values()) for figures in documents)]


def _rivals(columns: Sequence[Column]) -> list[int]:
    """The columns that are tested against others of their measure: rates of resolvers that do not see the key."""
    rivals = [
        number
        for number, column in enumerate(columns)
        if column.resolver and column.measure in _TESTED and parse_resolver(column.resolver).name != ORACLE
    ]
    return rivals if len(rivals) > 1 else []


def _significantly_worse(
    columns: Sequence[Documents | None], declared: Sequence[Column]
) -> tuple[dict[int, list[int]], str]:
    """For each column those that are significantly worse, and a description of the test."""
    counts = {rival: _counts(known, declared[rival]) for rival in _rivals(declared) if (known := columns[rival])}
    measure = {rival: declared[rival].measure for rival in counts}
    pairs = [(first, second) for first, second in combinations(counts, 2) if measure[first] == measure[second]]
    if not pairs:
        return {}, "there is nothing to compare."
    documents = sum(total > 0 for _, total in counts[pairs[0][0]])
    if documents < MIN_DOCUMENTS:
        few = counted(documents, "document")
        return {}, f"differences are not testable ({few}; at least {MIN_DOCUMENTS} are needed)."
    right = {rival: np.array([right for right, _ in rows], np.float64) for rival, rows in counts.items()}
    differences = np.array([right[first] - right[second] for first, second in pairs]).T
    adjusted = max_t(differences, seed=0).p_adjusted
    worse: dict[int, list[int]] = {}
    for (first, second), p, total in zip(pairs, adjusted, differences.sum(axis=0), strict=True):
        if p < ALPHA and total:
            better, loser = (first, second) if total > 0 else (second, first)
            worse.setdefault(better, []).append(loser)
    test = f"step-down max-T over {counted(documents, 'document')} and {counted(len(pairs), 'pair')}"
    result = "letters are significant differences" if worse else "no difference is significant"
    return {column: sorted(losers) for column, losers in worse.items()}, f"{result} ({test}, adjusted p < {ALPHA})."


def _counts(documents: Documents, column: Column) -> list[tuple[float, float]]:
    """How many anaphors of each document are right, and of how many."""
    if column.max:
        return [(figures["upper_bound"][column.max], figures["anaphors"]) for figures in documents.values()]
    return [tuple(figures["resolvers"][column.resolver][column.measure]) for figures in documents.values()]


def _row(documents: Documents, column: Column, ids: Sequence[str]) -> dict[str, float | None]:
    """The figures of some documents together."""
    counts = _counts({id: documents[id] for id in ids}, column)
    right, total = sum(right for right, _ in counts), sum(total for _, total in counts)
    return {"right": right, "of": total, "value": right / total if total else None}
