"""Tables of the agreement of several annotators."""

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from anaphora.workbench.agreement.alpha import DISTANCES
from anaphora.workbench.agreement.panel import Dispute, Panel, majority
from anaphora.workbench.document import Span
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted, few_units, short

_SHOWN = 5
_LONGEST = 30
_LONGEST_ID = 20


def tables(panel: Panel, per_document: bool = False, tidy: bool = False) -> list[Table]:
    """All together, each pair, each annotator, each document if asked for, and what they have otherwise.

    With `tidy` all of what they have otherwise is printed. JSON has all of it, and the documents, in any case.
    """
    by_document = _by_document(panel)
    return [
        _together(panel),
        _pairs(panel),
        _annotators(panel),
        *([by_document] if per_document else []),
        _disputes(panel, tidy),
        *_whole(panel),
    ]


def _together(panel: Panel) -> Table:
    values = panel.values()
    ends = panel.intervals
    units = {prefix: int(sum(panel.counts[f"{prefix}_masi"][:, 2])) for prefix in ("alpha", "alpha_union")}

    def cells(name: str) -> Iterator[Cell]:
        for prefix in units:
            yield from (values[f"{prefix}_{name}"]["value"], Interval.of(ends[f"{prefix}_{name}"]))

    rows = tuple((name, *cells(name)) for name in DISTANCES)
    columns = (
        Column("distance"), Column("all", "decimal", f"{units['alpha']:,} mentions of all", digits=3),
        Column("all_interval", "decimal", "95% interval", digits=3),
        Column("any", "decimal", f"{units['alpha_union']:,} of any", digits=3),
        Column("any_interval", "decimal", "95% interval", digits=3),
    )  # fmt: skip
    title = (
        f"Krippendorff's alpha: {counted(len(panel.names), 'annotator')}, {counted(len(panel.documents), 'document')}"
    )
    return Table(title, columns, rows, tuple(_notes(panel)), path="alpha.{distance}")


def _notes(panel: Panel) -> Iterator[str]:
    yield "1 is full agreement, 0 what chance gives within a text. Only equal spans are the same mention here."
    if len(panel.documents) < 2:
        yield "With one document there are no intervals."
    elif few := few_units(len(panel.documents)):
        yield few


def _pairs(panel: Panel) -> Table:
    columns = [Column("first"), Column("second")]
    asked = (
        ("mentions", "f1", "F1 of mentions"), ("conll", "f1", "CoNLL"),
        ("alpha_masi", "value", "alpha (both)"), ("alpha_union_masi", "value", "alpha (either)"),
    )  # fmt: skip
    for measure, part, heading in asked:
        form = ("percent", 1) if part == "f1" else ("decimal", 3)
        columns.append(Column(measure, form[0], heading, digits=form[1]))  # type: ignore[arg-type]
        columns.append(Column(f"{measure}_interval", form[0], "95% interval", digits=form[1], detail=True))  # type: ignore[arg-type]
    rows = []
    for pair, agreement in panel.pairs.items():
        figures = agreement.figures()
        values = (
            figures.mentions["f1"],
            figures.chains["conll"],
            figures.alpha["masi"]["value"],
            figures.alpha_union["masi"]["value"],
        )
        ends = (Interval.of(agreement.interval(measure, part)) for measure, part, _ in asked)
        rows.append((*pair, *(cell for both in zip(values, ends, strict=True) for cell in both)))
    return Table("Each pair", tuple(columns), tuple(rows), path="pairs[]")


def _annotators(panel: Panel) -> Table:
    """Show who differs most: what each marked, alone or as the only one not, and the means of pairs with the others."""
    rows = []
    most = [{span for chain in majority(text) for span in chain} for text in panel.texts]
    for row, name in enumerate(panel.names):
        marks = [set(text[row]) for text in panel.texts]
        others = [[set(spans) for number, spans in enumerate(text) if number != row] for text in panel.texts]
        alone = sum(len(spans - set().union(*rest)) for spans, rest in zip(marks, others, strict=True))
        lacking = sum(len(set.intersection(*rest) - spans) for spans, rest in zip(marks, others, strict=True))
        chains = sum(len(set(text[row].values())) for text in panel.texts)
        both = [agreement.figures() for pair, agreement in panel.pairs.items() if name in pair]
        means = (_mean([f.mentions["f1"] for f in both]), _mean([f.chains["conll"] for f in both]))
        of_most = 2 * sum(len(spans & kept) for spans, kept in zip(marks, most, strict=True))
        sizes = sum(len(spans) + len(kept) for spans, kept in zip(marks, most, strict=True))
        rows.append((name, sum(map(len, marks)), chains, alone, lacking, *means, of_most / sizes if sizes else None))
    columns = (
        Column("annotator"), Column("mentions", "count"), Column("chains", "count"),
        Column("only_here", "count", "marked by nobody else"), Column("only_not_here", "count", "by all others only"),
        Column("mentions_f1", "percent", "mean F1 with others"), Column("conll", "percent", "mean CoNLL with others"),
        Column("majority_f1", "percent", "F1 with the majority"),
    )  # fmt: skip
    return Table("Each annotator", columns, tuple(rows), path="annotators.{annotator}")


def _mean(values: list[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return fmean(defined) if defined else None


def _by_document(panel: Panel) -> Table:
    counts = Counter(dispute.document for dispute in panel.disputes)
    rows = []
    for number, (id, text) in enumerate(zip(panel.documents, panel.texts, strict=True)):
        values = panel.values(number)
        units = len(set().union(*text))
        rows.append((id, units, counts[id], values["alpha_masi"]["value"], values["alpha_union_masi"]["value"]))
    columns = (
        Column("document"), Column("mentions", "count", "mentions of any"), Column("disputes", "count"),
        Column("alpha_masi", "decimal", "alpha (all)", digits=3),
        Column("alpha_union_masi", "decimal", "alpha (any)", digits=3),
    )  # fmt: skip
    return Table("By document", columns, tuple(rows))


def _disputes(panel: Panel, whole: bool) -> Table:
    shown = panel.disputes if whole else panel.disputes[:_SHOWN]

    def cells(dispute: Dispute) -> Iterator[str | None]:
        for span in (dispute.mention, *dispute.answers):
            yield None if span is None else short(panel.words[dispute.document, span], _LONGEST)

    named = {dispute.document: dispute.document if whole else short(dispute.document, _LONGEST_ID) for dispute in shown}
    rows = tuple((named[dispute.document], dispute.what, *cells(dispute)) for dispute in shown)
    columns = (
        Column("document"),
        Column("what"),
        Column("mention"),
        *(Column(name, heading=name) for name in panel.names),
    )
    kinds = Counter(dispute.what for dispute in panel.disputes)
    size = f"{kinds['mention']:,} mentions not of all, {kinds['antecedent']:,} antecedents of mentions of all"
    notes = (
        ("All are in --to csv and --json, and side by side in --report.",) if len(panel.disputes) > len(shown) else ()
    )
    return Table(f"Otherwise: {size}", columns, rows, notes)


def _whole(panel: Panel) -> Iterator[Table]:
    def place(id: str, span: Span | None) -> Cell:
        return {"text": panel.words[id, span], "start": span.start, "end": span.end} if span else None

    yield record({"signature": panel.signature, "documents": len(panel.documents), "names": panel.names})
    yield record({"warnings": panel.warnings})

    def answers(dispute: Dispute) -> Cell:
        return {name: place(dispute.document, span) for name, span in zip(panel.names, dispute.answers, strict=True)}

    rows = tuple((row.document, row.what, place(row.document, row.mention), answers(row)) for row in panel.disputes)
    columns = (Column("document"), Column("what"), Column("mention"), Column("answers"))
    yield Table("", columns, rows, path="disputes[]", printed=False)
    by_document = _by_document(panel)
    yield Table("", by_document.columns, by_document.rows, path="per_document[]", printed=False)
