"""The sections on chains and a key: the measures, how they rank the systems, and every error in its place."""

from collections.abc import Iterator
from dataclasses import replace

from anaphora.experiments.show.charts import chains as charts
from anaphora.experiments.show.charts.chart import Figures, of_table
from anaphora.experiments.show.report.chain_payload import (
    ROW_TYPES,
    payload,
    rows,
    sentence,
    shown_documents,
    shown_texts,
)
from anaphora.experiments.show.report.findings import Chained, Findings
from anaphora.experiments.show.report.page import data, part
from anaphora.experiments.show.report.section import Beside, Block, Heading, Section, Sheet, Words
from anaphora.workbench.error_analysis.analysis import ChainErrors
from anaphora.workbench.results.error_tables import beyond_identity_table, links_table, looks_beyond_identity
from anaphora.workbench.results.table import number, transposed
from anaphora.workbench.results.vocabulary import percent

_FEW = 4  # systems whose recall and precision are told
_ACROSS = 10  # measures that stand side by side, as in the table of success rates
_LINKS = (
    "A missed link is an edge of the key’s spanning tree that the chains do not have (Martschat and Strube 2014); "
    "there are exactly as many as MUC recall misses. A wrong link joins mentions of different key entities."
)


def scores(findings: Findings) -> Section | None:
    """Scores by measure, the rank plot, and the transformation and link errors."""
    chained = findings.chained
    if chained is None:
        return None
    return Section("chains", "Chains and measures", "Chains", tuple(_blocks(chained)))


def _blocks(chained: Chained) -> Iterator[Block]:
    scores = chained.scores
    if chained.note:
        yield Words((chained.note,), "note")
    first, *more = scores.tables(long=len(scores.systems) <= _FEW)
    if len(scores.systems) > 1 and len(scores.measures) <= _ACROSS:
        first = transposed(first, "chains of")
    empty = [str(row[0]) for row in first.rows if {number(cell) for cell in row[1:]} == {None}]
    if empty:
        rows = tuple(row for row in first.rows if row[0] not in empty)
        first = replace(first, rows=rows, notes=(*first.notes, f"Undefined here: {', '.join(empty)}."))
    blocks: tuple[Words | Sheet, ...] = (Sheet("All measures", of_table(first)),)
    if first.notes:
        blocks = (*blocks, Words(first.notes, "note"))
    if 1 < len(scores.systems) <= _FEW and scores.documents[1:]:
        yield Beside(blocks, charts.all_measures(scores))
    else:
        yield from blocks
    for table in more:
        yield Sheet(f"{table.title}: the figures", of_table(table), folded=True)
    if chained.errors:
        yield from _errors(chained.errors)
    if tau := charts.agreement(scores):
        yield Sheet("How far the measures agree on the order of the systems", tau, folded=True)


def _errors(classified: ChainErrors) -> Iterator[Block]:
    yield Heading("Errors by type")
    if drawn := charts.errors(classified):
        yield drawn
    yield Sheet("Links", _links(classified), _LINKS)
    types = of_table(links_table(classified))
    yield Sheet("Missed and wrong links by the types of anaphor and antecedent", types, folded=True)
    if looks_beyond_identity(classified):
        yield Sheet("Beyond identity", of_table(beyond_identity_table(classified)))


def _links(classified: ChainErrors) -> Figures:
    without = "" if classified.singletons else " without singletons"
    rows = tuple(
        (
            name, percent(response.scores["conll"]["f1"], 2), f"{len(response.recall):,} of {response.links[0]:,}",
            f"{len(response.precision):,} of {response.links[1]:,}",
            "its own" if response.own_links else f"of the {classified.tree} tree",
        )
        for name, response in charts.best_first(classified).items()
    )  # fmt: skip
    return Figures(("chains of", f"CoNLL F1{without}", "key links missed", "links wrong", "links are"), rows)


STATIC = 25
"""Errors that stand in the page itself."""


def errors(findings: Findings) -> Section | None:
    """Every error of a response in its sentence, and the texts with the chains of key and response side by side.

    The first errors stand in the page itself. With a script all of them can be filtered and followed into the text.
    `None` without errors or their texts.
    """
    classified = findings.chained.errors if findings.chained else None
    if classified is None or findings.comparison or not classified.texts:
        return None
    listed = rows(classified)
    documents = shown_documents(classified, listed)
    texts = shown_texts(classified, documents)
    inside = [row for row in listed if row.document < documents]
    body = part(
        "errors.html.j2",
        errors=classified,
        names=list(classified.systems),
        types=ROW_TYPES,
        rows=[(row, sentence(texts[row.document], row)) for row in inside[:STATIC]],
        total=len(inside),
        zeros=any(shown.zeros for shown in texts),
        left_out=len(listed) - len(inside),
        documents=documents,
        data=data(payload(classified, texts, listed)),
    )
    return Section("errors", "Errors in the text", "Errors", (body,))
