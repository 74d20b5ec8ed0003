"""Tables of a study: tidy ones of all results, and those for a paper that the study lays out."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from anaphora.experiments.commands.run.declaration import Column, Layout, Part
from anaphora.experiments.commands.run.parts import ANAPHORS, COLUMNS, Figures
from anaphora.resolvers.specs import ORACLE
from anaphora.workbench.files import write_text_atomically
from anaphora.workbench.results.table import Cell, Table
from anaphora.workbench.results.table import Column as TableColumn
from anaphora.workbench.results.values import Marked
from anaphora.workbench.results.vocabulary import counted, letter, letters
from anaphora.workbench.spec import parse_resolver
from anaphora.workbench.statistics import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.significance import max_t

if TYPE_CHECKING:
    from pandas import DataFrame

Row: TypeAlias = dict[str, object]
"""A row of a tidy table: an observation, with its variables by name."""
Results: TypeAlias = Sequence[tuple[Part, Figures]]
_TESTED = ("success_rate", "all_pronouns")
"""The measures whose columns are tested against the others of the same measure."""
_SUPERSCRIPTS = (
    f". A superscript names the columns that are significantly worse (step-down max-T, adjusted p < {ALPHA})."
)
Documents: TypeAlias = Mapping[str, Figures]
"""Counts by document."""


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table to print, and its `rows` for programs, a row for each cell in full precision, subtotals left out."""

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
    groups: set[int] = set()
    for corpus in dict.fromkeys(str(corpus) for part, corpus in counts if part in wanted):
        per_column = [counts.get((column.comparison, corpus)) for column in layout.columns]
        worse, how = _significantly_worse(per_column, layout.columns)
        notes.append(f"{corpus}: {how}")
        finished = next(documents for documents in per_column if documents is not None)
        better_than = {column: [*map(rivals.index, losers)] for column, losers in worse.items()}
        total = corpus if layout.rows == "corpora" else f"{corpus}, all"
        none: dict[int, list[int]] = {}
        single = [(id, id, [id], none) for id in finished] if layout.rows == "documents" else []
        genres = _genres(finished) if single else {}
        parts = [(f"{corpus}, genre {genre}", None, ids, none) for genre, ids in genres.items()]
        groups |= {len(lines) + len(single)} if parts else set()
        for title, id, ids, losers in [*single, *parts, (total, "", list(finished), better_than)]:
            cells: list[Cell] = [title, *_totals([finished[document] for document in ids], layout.columns)]
            for number, (documents, column) in enumerate(zip(per_column, layout.columns, strict=True)):
                row = _row(documents, column, ids) if documents is not None else None
                worst = losers.get(number, [])
                cells.append(Marked(row["value"], letters(worst)) if row else None)
                if row and id is not None:
                    first = {"corpus": corpus, "document": id, "column": column.title, "comparison": column.comparison}
                    rows.append(first | row | {"better_than": "".join(map(letter, worst))})
            lines.append(tuple(cells))
    headings = [f"{signs.get(number, '')} {column.title}".strip() for number, column in enumerate(layout.columns)]
    columns = [
        TableColumn("document" if layout.rows == "documents" else "corpus"),
        TableColumn("anaphors", "count"),
    ]
    if _counts_pronouns(layout.columns):
        columns.append(TableColumn("pronouns", "count"))
    for number, heading in enumerate(headings):
        columns.append(
            TableColumn(heading, "percent", heading, digits=2, direction="higher" if number in ranked else None)
        )
    marked = any(isinstance(cell, Marked) and cell.marks for line in lines for cell in line)
    caption = layout.caption.rstrip(".") + _SUPERSCRIPTS if marked else layout.caption
    table = Table(
        layout.caption or name,
        tuple(columns),
        tuple(lines),
        tuple(notes),
        best_of="row",
        groups=frozenset(groups),
        caption=caption,
    )
    return StudyTable(name, table, tuple(rows))


def _genres(documents: Documents) -> dict[str, list[str]]:
    """The documents of each genre that has several of them, but not all."""
    genres = {genre: list[str]() for genre in sorted({figures["genre"] for figures in documents.values()})}
    for id, figures in documents.items():
        genres[figures["genre"]].append(id)
    return {genre: ids for genre, ids in genres.items() if genre and 1 < len(ids) < len(documents)}


def _counts_pronouns(columns: Sequence[Column]) -> bool:
    """Return whether a column is over all pronouns, not over anaphors alone."""
    return any(column.measure.endswith("all_pronouns") for column in columns)


def _totals(documents: Sequence[Figures], columns: Sequence[Column]) -> list[int]:
    """Count the anaphors of some documents and, if a column is over all pronouns, their pronouns."""
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
    counts = {rival: _counts(found, declared[rival]) for rival in _rivals(declared) if (found := columns[rival])}
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
    """Count the right anaphors of each document, and all of them."""
    if column.max:
        return [(figures["upper_bound"][column.max], figures["anaphors"]) for figures in documents.values()]
    return [tuple(figures["resolvers"][column.resolver][column.measure]) for figures in documents.values()]


def _row(documents: Documents, column: Column, ids: Sequence[str]) -> dict[str, float | None]:
    """The figures of some documents together."""
    counts = _counts({id: documents[id] for id in ids}, column)
    right, total = sum(right for right, _ in counts), sum(total for _, total in counts)
    return {"right": right, "of": total, "value": right / total if total else None}


def write_data(results: Results, folder: Path, place: Path) -> None:
    """Write all results as tidy tables, a row for each observation, as CSV.

    `folder` has the results, `place` receives the tables.
    """
    frames = _frames(results, folder)
    for name, frame in frames.items():
        write_text_atomically(place / f"{name}.csv", frame.to_csv(index=False, lineterminator="\n"))
    for old in sorted(place.iterdir()):
        if old.stem not in frames:
            old.unlink()  # of an earlier run


def _frames(results: Results, folder: Path) -> dict[str, "DataFrame"]:
    """The figures of all parts by the name of the table, and a row for each key anaphor and resolver of comparisons."""
    import pandas as pd

    rows: dict[str, list[Row]] = defaultdict(list)
    anaphors = []
    empty = {name: [""] for name, kind in COLUMNS.items() if kind == "Int64"}
    for part, figures in results:
        first = {"part": part.name} | ({"corpus": part.corpus} if part.corpus else {})
        for table, row in _KINDS[part.kind](figures):
            rows[table].append(first | _flat(row))
        if part.kind == "comparisons":
            path = folder / part.title / ANAPHORS
            frame = pd.read_csv(path, dtype=COLUMNS, keep_default_na=False, na_values=empty)
            anaphors.append(frame.assign(**first)[[*first, *COLUMNS]])
    frames = {name: pd.DataFrame(entries) for name, entries in sorted(rows.items())}
    return frames | ({"anaphors": pd.concat(anaphors, ignore_index=True)} if anaphors else {})


def _flat(row: Row) -> Row:
    """A row with the ends of its interval as two columns, and without what is itself a table."""
    flat = {name: value for name, value in row.items() if not isinstance(value, dict | list)}
    if "interval" in row:
        flat.pop("interval", None)
        interval = row["interval"]
        flat["low"], flat["high"] = interval if isinstance(interval, list) else (None, None)
    return flat


def _comparison(figures: Figures) -> Iterator[tuple[str, Row]]:
    for match, value in figures["upper_bound"].items():
        yield "upper_bounds", {"match": match, "value": value}
    for resolver, measures in figures["resolvers"].items():
        for measure, values in measures.items():
            if isinstance(values, dict) and "value" in values:
                yield "resolvers", {"resolver": resolver, "measure": measure, **values}
        for rank, probability in enumerate(measures.get("ranks") or (), 1):
            yield "ranks", {"resolver": resolver, "rank": rank, "probability": probability}
        for stage, anaphors in measures["losses"].items():
            yield "stages", {"resolver": resolver, "stage": stage, "anaphors": anaphors}
    for pair in figures["comparisons"]:
        independent = {f"p_if_independent_{kind}": p for kind, p in pair["p_if_independent"].items()}
        yield "differences", {**pair, **independent}


def _ablation(figures: Figures) -> Iterator[tuple[str, Row]]:
    for indicator, values in figures.get("indicators", {}).items():
        yield "indicators", {"resolver": figures["resolver"], "indicator": indicator, **values}
        if "curve" in values:
            yield from _curve(figures["resolver"], indicator, values["curve"])
    for rule, counts in figures.get("rules", {}).items():
        yield "rules", {"resolver": figures["resolver"], "rule": rule, **counts}
    for component, ways in figures.get("components", {}).items():
        for way, values in ways.items():
            for measure in figures["measures"]:
                first = {"resolver": figures["resolver"], "component": component, "way": way, "measure": measure}
                yield "components", first | values[measure]


def _curve(resolver: str, indicator: str, curve: Figures) -> Iterator[tuple[str, Row]]:
    """The steps of the success rate in the weight of an indicator."""
    between = curve["between"]
    for weight, rate, below, above in zip(curve["points"], curve["at"], between[:-1], between[1:], strict=True):
        row = {
            "resolver": resolver,
            "indicator": indicator,
            "weight": weight,
            "below": below,
            "at": rate,
            "above": above,
        }
        yield "curves", row


def _losses(figures: Figures) -> Iterator[tuple[str, Row]]:
    for stage, values in figures["stages"].items():
        yield "charges", {"stage": stage, **values}
    for cure, bounds in figures["upper_bound"].items():
        yield "cured_upper_bounds", {"cure": cure, **bounds}
    for resolver, values in figures["resolvers"].items():
        for cure, rate in values["success_rate"].items():
            yield "cured", {"resolver": resolver, "cure": cure, "success_rate": rate}


def _score(figures: Figures) -> Iterator[tuple[str, Row]]:
    for system, entry in figures["systems"].items():
        for measure, values in entry["measures"].items():
            intervals = values["intervals"]
            for part in (name for name in values if name != "intervals"):
                row = {"system": system, "measure": measure, "value_of": part, "value": values[part]}
                yield "scores", {**row, "interval": intervals.get(part)}
    for pair in figures["comparisons"]:
        yield "score_differences", pair


_KINDS = {"comparisons": _comparison, "ablations": _ablation, "losses": _losses, "scores": _score}
