"""Tables of the agreement of two annotators."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from anaphora.workbench.agreement.alpha import DISTANCES
from anaphora.workbench.agreement.annotators import Agreement, Figures, MarkedMention, measures, summed
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import DASH, few_units, short

_SHOWN_OF_EACH = 4
_LONGEST = 48
_WHAT = {
    "only_first": "only {0}",
    "only_second": "only {1}",
    "boundaries": "other boundaries",
    "split": "one chain of {0}, several of {1}",
    "merged": "several chains of {0}, one of {1}",
}
_F1 = Column("f1", "percent", "F1", digits=2)
_INTERVAL = Column("interval", "percent", "95% interval", digits=2)


def tables(agreement: Agreement, per_document: bool = False, tidy: bool = False) -> list[Table]:
    """Mentions, chains, alphas; each kind of mention, entity type and, if asked for, document; disagreements.

    With `tidy` all figures are printed, one in a row, instead. JSON has documents and all disagreements in any case.
    """
    printed = [figures_table(agreement)] if tidy else _printed(agreement, per_document)
    return [*printed, *_whole(agreement)]


def _printed(agreement: Agreement, per_document: bool) -> list[Table]:
    groups = [
        (by, figures) for by, figures in _groups(agreement).items() if figures and (per_document or by != "document")
    ]
    *others, last = [*_overall(agreement), *(_several(agreement, *group) for group in groups), *_cases(agreement)]
    return [*others, replace(last, notes=tuple(_notes(agreement)))]


def _groups(agreement: Agreement) -> dict[str, dict[str, Figures]]:
    """The figures of each kind of mention, entity type and document."""
    return {
        "kind": {name: summed(counts) for name, counts in agreement.by_kind.items()},
        "type": {name: summed(counts) for name, counts in agreement.by_type.items()},
        "document": {name: agreement.figures(number) for number, name in enumerate(agreement.documents)},
    }


def figures_table(agreement: Agreement) -> Table:
    """A row a figure, for programs: of all, and of each kind of mention, entity type and document."""
    rows = tuple(
        (by, name, figure, value, _interval(agreement, *measured) if by == "all" else None)
        for by, group in ({"all": {"": agreement.figures()}} | _groups(agreement)).items()
        for name, figures in group.items()
        for figure, value, measured in _flat(figures)
    )
    columns = (Column("of"), Column("name"), Column("figure"), Column("value", "decimal", digits=4), _INTERVAL)
    return Table("Figures", columns, rows)


def _flat(figures: Figures) -> Iterator[tuple[str, float | None, tuple[str, str]]]:
    """Figures with their names, values, and the measures and parts that they are."""
    for part, value in figures.mentions.items():
        yield f"mentions_{part}", value, ("mentions", part)
    for name, value in figures.chains.items():
        yield f"{name}_f1", value, (name, "f1")
    for prefix, alphas in (("alpha", figures.alpha), ("alpha_union", figures.alpha_union)):
        for name, values in alphas.items():
            for part, value in values.items():
                figure = f"{prefix}_{name}"
                yield figure + ("" if part == "value" else f"_{part}"), value, (figure, part)


def _interval(agreement: Agreement, measure: str, part: str) -> Interval | None:
    return Interval.of(agreement.interval(measure, part))


def _overall(agreement: Agreement) -> Iterator[Table]:
    """Mentions, chains, alphas."""
    figures = agreement.figures()
    sizes = zip(
        (*agreement.names, "equal", "equal or overlapping"), ("first", "second", "equal", "overlapping"), strict=True
    )
    counts = tuple((name, figures.mentions[key]) for name, key in sizes)
    yield Table(f"Mentions of {' and '.join(agreement.names)}", (Column("mentions"), Column("count", "count")), counts)
    shares = tuple(
        (name, figures.mentions[key], _interval(agreement, "mentions", key))
        for key, name in (("f1", "equal"), ("f1_partial", "credit for overlap"))
    )
    yield Table("", (Column("mentions"), _F1, _INTERVAL), shares)
    chains = tuple((name, f1, _interval(agreement, name, "f1")) for name, f1 in figures.chains.items())
    yield Table("", (Column("chains"), _F1, _INTERVAL), chains)
    columns = (
        Column("distance"), Column("both", "decimal", "mentions of both", digits=3),
        Column("both_interval", "decimal", "95% interval", digits=3),
        Column("either", "decimal", "of either", digits=3),
        Column("either_interval", "decimal", "95% interval", digits=3),
    )  # fmt: skip
    alphas = tuple(
        (
            name, figures.alpha[name]["value"], _interval(agreement, f"alpha_{name}", "value"),
            figures.alpha_union[name]["value"], _interval(agreement, f"alpha_union_{name}", "value"),
        )
        for name in DISTANCES
    )  # fmt: skip
    yield Table("Krippendorff's alpha", columns, alphas)


def _several(agreement: Agreement, title: str, group: Mapping[str, Figures]) -> Table:
    """A row for each kind of mention, entity type or document."""
    conll = ("conll",) if title == "document" else ()
    columns = (
        Column(title), *(Column(name, "count", name) for name in agreement.names),
        _F1, Column("f1_partial", "percent", "F1 (credit)", digits=2),
        *(Column(name, "percent", digits=2) for name in conll), Column("alpha_masi", "decimal", digits=3),
        Column("alpha_union_masi", "decimal", "of either", digits=3),
    )  # fmt: skip
    rows = tuple(
        (
            name,
            *(row.mentions[part] for part in ("first", "second", "f1", "f1_partial")),
            *(row.chains[measure] for measure in conll),
            row.alpha["masi"]["value"],
            row.alpha_union["masi"]["value"],
        )
        for name, row in group.items()
    )
    return Table(f"By {title}", columns, rows)


def _whole(agreement: Agreement) -> Iterator[Table]:
    """All figures and disagreements, for JSON."""
    whole: dict[str, Cell] = {
        "signature": agreement.signature,
        "documents": len(agreement.documents),
        "annotators": agreement.names,
        **_cells(agreement.figures()),
        "warnings": agreement.warnings,
    }
    yield record(whole | ({"zeros": agreement.zeros} if any(agreement.zeros) else {}))
    kinds, types, documents = (
        {name: _cells(figures) for name, figures in group.items()} for group in _groups(agreement).values()
    )
    rows = tuple({"document": name, **cells} for name, cells in documents.items())
    yield record({"by_kind": kinds, "by_type": types, "per_document": rows})
    parts = tuple(
        (measure, part, _interval(agreement, measure, part))
        for measure in agreement.intervals
        for part in measures()[measure].parts
    )
    columns = (Column("measure"), Column("part", key=None), Column("interval", key="{part}", optional=True))
    yield Table("Intervals", columns, parts, path="intervals.{measure}", printed=False)
    disagreements = tuple(
        (row.document, row.what, tuple(map(_mention, row.first)), tuple(map(_mention, row.second)))
        for row in agreement.disagreements
    )
    of_rows = (Column("document"), Column("what"), Column("first"), Column("second"))
    yield Table("Disagreements", of_rows, disagreements, path="disagreements[]", printed=False)


def _cells(figures: Figures) -> dict[str, Cell]:
    return {name: values for name, values in asdict(figures).items() if values}


def _mention(marked: MarkedMention) -> dict[str, Cell]:
    return {name: value for name, value in asdict(marked).items() if value is not None}


def _cases(agreement: Agreement) -> Iterator[Table]:
    """Yield the number of disagreements of each sort, and the first few of each."""
    disagreements = agreement.disagreements
    if not disagreements:
        return
    names = {what: words.format(*agreement.names) for what, words in _WHAT.items()}
    by_sort = {what: [row for row in disagreements if row.what == what] for what in names}
    rows = tuple((name, len(by_sort[what])) for what, name in names.items())
    yield Table("Disagreements", (Column("disagreement"), Column("cases", "count")), rows)
    shown = [row for of_sort in by_sort.values() for row in of_sort[:_SHOWN_OF_EACH]]
    cases = ((names[row.what], row.document, _side(row.first), _side(row.second)) for row in shown)
    columns = (Column("disagreement"), Column("document"), *(Column(name, heading=name) for name in agreement.names))
    yield Table(f"{len(shown)} of {len(disagreements)}", columns, tuple(cases))


def _side(mentions: Sequence[MarkedMention]) -> str:
    parts = (row.text + (f" ({row.mentions})" if row.mentions is not None else "") for row in mentions)
    return short(" | ".join(parts) or DASH, _LONGEST)


def _notes(agreement: Agreement) -> Iterator[str]:
    yield "Alpha: 1 is full agreement, 0 what chance gives within a text; values of one column and distance compare."
    documents = len(agreement.documents)
    if agreement.resamples and documents < 2:
        yield "With one document there are no intervals."
    elif agreement.resamples and (few := few_units(documents)):
        yield few
    if any(agreement.zeros):
        both = zip(agreement.zeros, agreement.names, strict=True)
        yield f"Zeros: {', '.join(f'{count:,} in {name}' for count, name in both)}."
    if agreement.disagreements:
        yield "All disagreements, with their places: --json."
