"""Tables for a paper, as a study lays them out: documents or corpora by resolvers, and who is better than whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from anaphora.experiments.study.data import Results, Row
from anaphora.experiments.study.declaration import Column, Layout
from anaphora.experiments.study.parts import Figures
from anaphora.experiments.terminal.table import Grid, line, percent, shown
from anaphora.experiments.terminal.vocabulary import DASH, counted
from anaphora.resolvers.specs import ORACLE
from anaphora.workbench.spec import parsed
from anaphora.workbench.statistics.defaults import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.resampling import sign_flips
from anaphora.workbench.statistics.significance import holm

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
Documents: TypeAlias = Mapping[str, Figures]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with what must be known of it; `rows` are its cells in full precision, one a row."""

    name: str
    caption: str
    grid: Grid
    notes: tuple[str, ...]
    rows: tuple[Row, ...]

    def text(self, to: str) -> str:
        """Caption, table and notes in `markdown`, or in `latex` (which needs the package booktabs)."""
        lead, between = ("% ", "\n") if to == "latex" else ("", "\n\n")
        above = f"{lead}{line(self.caption)}\n\n" if self.caption else ""
        return above + shown(self.grid, to) + "\n\n" + between.join(f"{lead}{line(it)}" for it in self.notes) + "\n"


def table(name: str, layout: Layout, results: Results) -> Table:
    """The table of finished results, those of corpora that were passed over left out."""
    found = {(job.name, job.corpus): figures["per_document"] for job, figures in results if job.kind == "comparisons"}
    wanted = {column.comparison for column in layout.columns}
    corpora = dict.fromkeys(str(corpus) for part, corpus in found if part in wanted)
    letters = {at: _letter(number) for number, at in enumerate(_rivals(layout.columns))}
    headings = (f"{letters[at]} {it.title}" if at in letters else it.title for at, it in enumerate(layout.columns))
    cells: list[tuple[str, ...]] = []
    notes: list[str] = []
    rows: list[Row] = []
    for corpus in corpora:
        columns = [found.get((column.comparison, corpus)) for column in layout.columns]
        beaten, how = _beaten(columns, layout.columns)
        notes.append(f"{corpus}: {how}")
        all_documents = list(next(documents for documents in columns if documents is not None))
        for document in all_documents if layout.rows == "documents" else ():
            cells.append(_line(document, [document], columns, layout.columns, {}))
            rows += _cells(corpus, document, [document], columns, layout.columns, {})
        marks = {at: "".join(letters[it] for it in losers) for at, losers in beaten.items()}
        total = corpus if layout.rows == "corpora" else f"{corpus}, all"
        cells.append(_line(total, all_documents, columns, layout.columns, marks))
        rows += _cells(corpus, "", all_documents, columns, layout.columns, marks)
    first = "document" if layout.rows == "documents" else "corpus"
    if letters:
        notes.insert(0, "Letters after a figure name the columns that it is better than; figures are percentages.")
    return Table(name, layout.caption, Grid((first, "anaphors", *headings), tuple(cells)), tuple(notes), tuple(rows))


def _rivals(columns: Sequence[Column]) -> list[int]:
    """The columns that are tested against each other: success rates of resolvers that do not see the key."""
    rates = [at for at, column in enumerate(columns) if column.resolver and column.measure == "success_rate"]
    rivals = [at for at in rates if parsed(columns[at].resolver)[0] != ORACLE]
    return rivals if len(rivals) > 1 else []


def _beaten(columns: Sequence[Documents | None], declared: Sequence[Column]) -> tuple[dict[int, list[int]], str]:
    """For each column those that it is better than, and in words how that was tested."""
    rivals = [at for at in _rivals(declared) if columns[at] is not None]
    pairs = list(combinations(rivals, 2))
    if not pairs:
        return {}, "there is nothing to compare."
    right = {at: np.array(_counts(columns[at] or {}, declared[at])) for at in rivals}
    documents = int((right[rivals[0]][:, 1] > 0).sum())
    if documents < MIN_DOCUMENTS:
        few = counted(documents, "document")
        return {}, f"differences are not testable ({few}; at least {MIN_DOCUMENTS} are needed)."
    moved = np.array([right[one][:, 0] - right[other][:, 0] for one, other in pairs], np.float64).T
    probabilities, _ = sign_flips(moved, seed=0)
    beaten: dict[int, list[int]] = {}
    for (one, other), p, total in zip(pairs, holm([float(p) for p in probabilities]), moved.sum(axis=0), strict=True):
        if p < ALPHA and total:
            winner, loser = (one, other) if total > 0 else (other, one)
            beaten.setdefault(winner, []).append(loser)
    test = f"sign-flip test over {counted(documents, 'document')}, Holm's correction for {counted(len(pairs), 'pair')}"
    found = "letters are differences that hold" if beaten else "no difference holds"
    return {at: sorted(losers) for at, losers in beaten.items()}, f"{found} ({test}, p < {ALPHA})."


def _counts(documents: Documents, column: Column, which: Sequence[str] | None = None) -> list[tuple[float, float]]:
    """Of each document how many are right, and of how many."""
    found = []
    for name in documents if which is None else which:
        figures = documents[name]
        if column.max:
            found.append((figures["upper_bound"][column.max], figures["anaphors"]))
        else:
            right, of = figures["resolvers"][column.resolver][column.measure]
            found.append((right, of))
    return found


def _sum(documents: Documents, column: Column, which: Sequence[str]) -> tuple[float, float]:
    counts = _counts(documents, column, which)
    return sum(right for right, _ in counts), sum(of for _, of in counts)


def _line(
    title: str,
    which: Sequence[str],
    columns: Sequence[Documents | None],
    declared: Sequence[Column],
    marks: Mapping[int, str],
) -> tuple[str, ...]:
    """A row for people."""
    known = next(documents for documents in columns if documents is not None)
    size = sum(known[document]["anaphors"] for document in which)
    cells = []
    for at, (documents, column) in enumerate(zip(columns, declared, strict=True)):
        right, of = _sum(documents, column, which) if documents is not None else (0, 0)
        cells.append(f"{percent(right / of) if of else DASH} {marks.get(at, '')}".rstrip())
    return (title, str(size), *cells)


def _cells(
    corpus: str,
    document: str,
    which: Sequence[str],
    columns: Sequence[Documents | None],
    declared: Sequence[Column],
    marks: Mapping[int, str],
) -> list[Row]:
    """The same row for programs; an empty document stands for all of the corpus."""
    rows: list[Row] = []
    for at, (documents, column) in enumerate(zip(columns, declared, strict=True)):
        if documents is not None:
            right, of = _sum(documents, column, which)
            value = right / of if of else None
            first = {"corpus": corpus, "document": document, "column": column.title, "comparison": column.comparison}
            rows.append({**first, "right": right, "of": of, "value": value, "better_than": marks.get(at, "")})
    return rows


def _letter(at: int) -> str:
    """A to z, then a2 and so on."""
    return _ALPHABET[at % len(_ALPHABET)] + (str(at // len(_ALPHABET) + 1) if at >= len(_ALPHABET) else "")
