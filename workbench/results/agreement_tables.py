"""Tables of the agreement of annotators."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from statistics import fmean

from anaphora.workbench.agreement.alpha import DISTANCES
from anaphora.workbench.agreement.annotators import ALPHAS, Agreement, AnnotatorFigures, measures, summed
from anaphora.workbench.agreement.differences import Disagreement, MarkedMention, majority
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.figures import Figure, figure, figures_table
from anaphora.workbench.results.table import Cell, Column, Format, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import DASH, counted, few_units, short

_SHOWN_OF_EACH = 4
_LONGEST = 48
_SHOWN_OF_SEVERAL = 5
_LONGEST_OF_SEVERAL = 30
_LONGEST_ID = 20
_WHAT = {
    "only_first": "only {0}",
    "only_second": "only {1}",
    "boundaries": "other boundaries",
    "split": "one chain of {0}, several of {1}",
    "merged": "several chains of {0}, one of {1}",
}
_F1 = Column("f1", "percent", "F1", digits=2)
_INTERVAL = Column("interval", "percent", "95% interval", digits=2, ends=True)
_OF_PAIR: tuple[tuple[str, str, str, Format, int], ...] = (
    ("mentions", "f1", "F1 of mentions", "percent", 1),
    ("conll", "f1", "CoNLL", "percent", 1),
    ("alpha_masi", "value", "alpha (both)", "decimal", 3),
    ("alpha_union_masi", "value", "alpha (either)", "decimal", 3),
)
"""Measure, part, heading, format and digits of the figures of a pair."""


def tables(agreement: Agreement, per_document: bool = False, **_: object) -> list[Table]:
    """All tables of two annotators, or of more.

    Of two: mentions, chains, alphas; each kind of mention, entity type and, if asked for, document; disagreements. Of
    more: alphas of all together, each pair, each annotator, each document if asked for, and the first disagreements.
    """
    if not agreement.pairs:
        return _printed_of_two(agreement, per_document)
    return [
        replace(_alphas(agreement), notes=tuple(_notes(agreement))),
        _pairs(agreement),
        _annotators(agreement),
        *([_documents_of_several(agreement)] if per_document else []),
        _disputes(agreement),
    ]


def figures(agreement: Agreement, **_: object) -> Table:
    """The long table: of all, and of each kind of mention, entity type and document; of more than two also of pairs."""
    return figures_table(_figures_of_several(agreement) if agreement.pairs else _figures_of_two(agreement))


def as_json(agreement: Agreement, **_: object) -> JsonObject:
    """Every figure and all disagreements, in the shape of `anaphora agree --json`."""
    return _json_of_several(agreement) if agreement.pairs else _json_of_two(agreement)


def _interval(agreement: Agreement, measure: str, part: str) -> Interval | None:
    return Interval.of(agreement.interval(measure, part))


def _alphas(agreement: Agreement) -> Table:
    """A row for each distance: alpha over the mentions of all annotators, and over those of any."""
    figures = agreement.figures()
    of_all, of_any = ("all", "any") if agreement.pairs else ("both", "either")
    headings = f"mentions of {of_all}", f"of {of_any}"
    title = "Krippendorff's alpha"
    if agreement.pairs:
        sizes = figures.alpha["masi"]["units"], figures.alpha_union["masi"]["units"]
        headings = f"{sizes[0]:,} {headings[0]}", f"{sizes[1]:,} {headings[1]}"
        title += f": {counted(len(agreement.names), 'annotator')}, {counted(len(agreement.documents), 'document')}"
    columns = [Column("distance")]
    for name, heading in ((of_all, headings[0]), (of_any, headings[1])):
        columns += [Column(name, "decimal", heading, digits=3)]
        columns += [Column(f"{name}_interval", "decimal", "95% interval", digits=3, ends=True)]
    rows = []
    for name in DISTANCES:
        row: list[Cell] = [name]
        for prefix, alphas in zip(ALPHAS, (figures.alpha, figures.alpha_union), strict=True):
            row += [alphas[name]["value"], _interval(agreement, f"{prefix}_{name}", "value")]
        rows.append(tuple(row))
    return Table(title, tuple(columns), tuple(rows))


def _notes(agreement: Agreement) -> Iterator[str]:
    scale = "1 is full agreement, 0 what chance gives within a text"
    if agreement.pairs:
        yield f"{scale}. Only equal spans are the same mention here."
    else:
        yield f"Alpha: {scale}; values of one column and distance compare."
    documents = len(agreement.documents)
    if agreement.resamples or agreement.pairs:
        if documents < 2:
            yield "With one document there are no intervals."
        elif few := few_units(documents):
            yield few
    if any(agreement.zeros):
        zeros = zip(agreement.zeros, agreement.names, strict=True)
        yield f"Zeros: {', '.join(f'{count:,} in {name}' for count, name in zeros)}."
    if agreement.disagreements and not agreement.pairs:
        yield "All disagreements, with their places: --json."


# ---- of two annotators


def _printed_of_two(agreement: Agreement, per_document: bool) -> list[Table]:
    groups = [
        (by, figures) for by, figures in _groups(agreement).items() if figures and (per_document or by != "document")
    ]
    *others, last = [*_overall(agreement), *(_several(agreement, *group) for group in groups), *_cases(agreement)]
    return [*others, replace(last, notes=tuple(_notes(agreement)))]


def _groups(agreement: Agreement) -> dict[str, dict[str, AnnotatorFigures]]:
    """The figures of each kind of mention, entity type and document."""
    return {
        "kind": {name: summed(counts) for name, counts in agreement.by_kind.items()},
        "type": {name: summed(counts) for name, counts in agreement.by_type.items()},
        "document": {name: agreement.figures(number) for number, name in enumerate(agreement.documents)},
    }


def _figures_of_two(agreement: Agreement) -> Iterator[Figure]:
    both = " - ".join(agreement.names)
    for measure, part, value in _flat(agreement.figures()):
        yield figure("", both, measure, part, value, _interval(agreement, measure, part))
    for by, group in _groups(agreement).items():
        for name, annotated in group.items():
            for measure, part, value in _flat(annotated):
                yield figure(name if by == "document" else f"{by} {name}", both, measure, part, value)


def _flat(annotated: AnnotatorFigures) -> Iterator[tuple[str, str, float | None]]:
    """The measures, their parts and values."""
    for part, value in annotated.mentions.items():
        yield "mentions", part, value
    for name, value in annotated.chains.items():
        yield name, "f1", value
    for prefix, alphas in zip(ALPHAS, (annotated.alpha, annotated.alpha_union), strict=True):
        for name, values in alphas.items():
            for part, value in values.items():
                yield f"{prefix}_{name}", part, value


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
    yield _alphas(agreement)


def _several(agreement: Agreement, title: str, group: Mapping[str, AnnotatorFigures]) -> Table:
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


def _cases(agreement: Agreement) -> Iterator[Table]:
    """Yield the number of disagreements of each sort, and the first few of each."""
    disagreements = agreement.disagreements
    if not disagreements:
        return
    names = {what: words.format(*agreement.names) for what, words in _WHAT.items()}
    by_sort = {what: [row for row in disagreements if row.what == what] for what in names}
    rows = tuple((name, len(by_sort[what])) for what, name in names.items())
    yield Table("Disagreements", (Column("disagreement"), Column("cases", "count")), rows)

    def side(mentions: tuple[MarkedMention, ...]) -> str:
        parts = (row.text + (f" ({row.mentions})" if row.mentions is not None else "") for row in mentions)
        return short(" | ".join(parts) or DASH, _LONGEST)

    shown = [row for of_sort in by_sort.values() for row in of_sort[:_SHOWN_OF_EACH]]
    cases = tuple((names[row.what], row.document, *map(side, row.marks)) for row in shown)
    columns = (Column("disagreement"), Column("document"), *(Column(name, heading=name) for name in agreement.names))
    yield Table(f"{len(shown)} of {len(disagreements)}", columns, cases)


def _json_of_two(agreement: Agreement) -> JsonObject:
    def cells(annotated: AnnotatorFigures) -> JsonObject:
        return {name: values for name, values in asdict(annotated).items() if values}

    kinds, types, documents = (
        {name: cells(annotated) for name, annotated in group.items()} for group in _groups(agreement).values()
    )
    parts = {measure: measures()[measure].parts for measure in agreement.intervals}
    data = {
        "signature": agreement.signature,
        "documents": len(agreement.documents),
        "annotators": agreement.names,
        **cells(agreement.figures()),
        "by_kind": kinds,
        "by_type": types,
        "per_document": [{"document": name, **annotated} for name, annotated in documents.items()],
        "intervals": {
            measure: {part: ends for part in names if (ends := _interval(agreement, measure, part))}
            for measure, names in parts.items()
        },
        "disagreements": [
            {
                "document": row.document,
                "what": row.what,
                **dict(zip(("first", "second"), ([*map(_mention, side)] for side in row.marks), strict=True)),
            }
            for row in agreement.disagreements
        ],
        "warnings": agreement.warnings,
    }
    return data | ({"zeros": agreement.zeros} if any(agreement.zeros) else {})


def _mention(mention: MarkedMention) -> JsonObject:
    cells = {"text": mention.text, "start": mention.span.start, "end": mention.span.end}
    return cells if mention.mentions is None else {**cells, "mentions": mention.mentions}


# ---- of several


def _pairs(agreement: Agreement) -> Table:
    columns = [Column("first"), Column("second")]
    for measure, _, heading, form, digits in _OF_PAIR:
        columns.append(Column(measure, form, heading, digits=digits))
        columns.append(Column(f"{measure}_interval", form, "95% interval", digits=digits, detail=True, ends=True))
    rows = []
    for names, pair in agreement.pairs.items():
        values = {name: value for name, part, value in _flat(pair.figures()) if part in ("f1", "value")}
        row: list[Cell] = [*names]
        for measure, part, *_ in _OF_PAIR:
            row += [values[measure], _interval(pair, measure, part)]
        rows.append(tuple(row))
    return Table("Each pair", tuple(columns), tuple(rows))


def _annotators(agreement: Agreement) -> Table:
    """Show who differs most: what each marked, alone or as the only one not, and the means of pairs with the others."""
    rows = []
    most = [{span for chain in majority(marks) for span in chain} for marks in agreement.marks]
    for row, name in enumerate(agreement.names):
        spans_of_text = [set(marks[row]) for marks in agreement.marks]
        others = [[set(spans) for number, spans in enumerate(marks) if number != row] for marks in agreement.marks]
        alone = sum(len(spans - set().union(*rest)) for spans, rest in zip(spans_of_text, others, strict=True))
        lacking = sum(len(set.intersection(*rest) - spans) for spans, rest in zip(spans_of_text, others, strict=True))
        chains = sum(len(set(marks[row].values())) for marks in agreement.marks)
        pairs = [pair.figures() for names, pair in agreement.pairs.items() if name in names]
        means = (_mean([pair.mentions["f1"] for pair in pairs]), _mean([pair.chains["conll"] for pair in pairs]))
        of_most = 2 * sum(len(spans & kept) for spans, kept in zip(spans_of_text, most, strict=True))
        sizes = sum(len(spans) + len(kept) for spans, kept in zip(spans_of_text, most, strict=True))
        share = of_most / sizes if sizes else None
        rows.append((name, sum(map(len, spans_of_text)), chains, alone, lacking, *means, share))
    columns = (
        Column("annotator"), Column("mentions", "count"), Column("chains", "count"),
        Column("only_here", "count", "marked by nobody else"), Column("only_not_here", "count", "by all others only"),
        Column("mentions_f1", "percent", "mean F1 with others"), Column("conll", "percent", "mean CoNLL with others"),
        Column("majority_f1", "percent", "F1 with the majority"),
    )  # fmt: skip
    return Table("Each annotator", columns, tuple(rows))


def _mean(values: list[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return fmean(defined) if defined else None


def _documents_of_several(agreement: Agreement) -> Table:
    disputed = Counter(row.document for row in agreement.disagreements)
    rows = []
    for number, (document, marks) in enumerate(zip(agreement.documents, agreement.marks, strict=True)):
        figures = agreement.figures(number)
        alphas = (figures.alpha["masi"]["value"], figures.alpha_union["masi"]["value"])
        rows.append((document, len(set().union(*marks)), disputed[document], *alphas))
    columns = (
        Column("document"), Column("mentions", "count", "mentions of any"), Column("disputes", "count"),
        Column("alpha_masi", "decimal", "alpha (all)", digits=3),
        Column("alpha_union_masi", "decimal", "alpha (any)", digits=3),
    )  # fmt: skip
    return Table("By document", columns, tuple(rows))


def _disputes(agreement: Agreement) -> Table:
    disagreements = agreement.disagreements
    shown = disagreements[:_SHOWN_OF_SEVERAL]

    def cells(row: Disagreement) -> Iterator[str | None]:
        yield short(row.document, _LONGEST_ID)
        yield row.what
        for mentions in (row.about, *row.marks):
            yield short(mentions[0].text, _LONGEST_OF_SEVERAL) if mentions else None

    columns = (
        Column("document"),
        Column("what"),
        Column("mention"),
        *(Column(name, heading=name) for name in agreement.names),
    )
    kinds = Counter(row.what for row in disagreements)
    size = f"{kinds['mention']:,} mentions not of all, {kinds['antecedent']:,} antecedents of mentions of all"
    elsewhere = "All are in --json, and side by side in --report."
    notes = (elsewhere,) if len(disagreements) > len(shown) else ()
    return Table(f"Otherwise: {size}", columns, tuple(tuple(cells(row)) for row in shown), notes)


def _figures_of_several(agreement: Agreement) -> Iterator[Figure]:
    for measure, part, value in _flat(agreement.figures()):
        yield figure("", "all", measure, part, value, _interval(agreement, measure, part))
    for names, pair in agreement.pairs.items():
        for measure, part, value in _flat(pair.figures()):
            yield figure("", " - ".join(names), measure, part, value, _interval(pair, measure, part))
    for row in _objects(_annotators(agreement)):
        name = row.pop("annotator")
        for measure, value in row.items():
            yield figure("", name, measure, "value", value)
    for number, document in enumerate(agreement.documents):
        for measure, part, value in _flat(agreement.figures(number)):
            yield figure(document, "all", measure, part, value)


def _json_of_several(agreement: Agreement) -> JsonObject:
    def place(mentions: tuple[MarkedMention, ...]) -> JsonObject | None:
        return _mention(mentions[0]) if mentions else None

    return {
        "signature": agreement.signature,
        "documents": len(agreement.documents),
        "names": agreement.names,
        "alpha": {row.pop("distance"): row for row in _objects(_alphas(agreement))},
        "pairs": _objects(_pairs(agreement)),
        "annotators": {row.pop("annotator"): row for row in _objects(_annotators(agreement))},
        "per_document": _objects(_documents_of_several(agreement)),
        "disputes": [
            {
                "document": row.document,
                "what": row.what,
                "mention": place(row.about),
                "answers": dict(zip(agreement.names, map(place, row.marks), strict=True)),
            }
            for row in agreement.disagreements
        ],
        "warnings": agreement.warnings,
    }


def _objects(table: Table) -> list[JsonObject]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]
