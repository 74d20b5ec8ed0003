"""Tables of the agreement of two annotators."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from anaphora.workbench.agreement.alpha import DISTANCES
from anaphora.workbench.agreement.annotators import Agreement
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import DASH, short
from anaphora.workbench.statistics.defaults import MIN_DOCUMENTS

_SHOWN_OF_EACH = 4
_LONGEST = 48
_WHAT = {
    "only_first": "only {0}",
    "only_second": "only {1}",
    "boundaries": "other boundaries",
    "split": "one chain of {0}, several of {1}",
    "merged": "several chains of {0}, one of {1}",
}
_INTERVAL = Column("interval", "percent", "95% interval", digits=2)


def tables(agreement: Agreement, per_document: bool = False) -> list[Table]:
    """Mentions, chains, alphas; each kind of mention, entity type and, if asked for, document; disagreements."""
    figures = agreement.as_json()
    found = [*_mentions(agreement, figures), _chains(figures), _alphas(figures)]
    found += [
        _several(agreement, title, figures[f"by_{title}"]) for title in ("kind", "type") if figures[f"by_{title}"]
    ]
    if per_document:
        found.append(_several(agreement, "document", {row["document"]: row for row in figures["per_document"]}))
    *others, last = [*found, *_cases(agreement)]
    return [*others, replace(last, notes=tuple(_notes(agreement)))]


def figures_table(agreement: Agreement) -> Table:
    """A row a figure, for programs: of all, and of each kind of mention, entity type and document."""
    figures = agreement.as_json()
    groups = [
        ("all", "", figures, figures["intervals"]),
        *(("kind", name, found, {}) for name, found in figures["by_kind"].items()),
        *(("type", name, found, {}) for name, found in figures["by_type"].items()),
        *(("document", found["document"], found, {}) for found in figures["per_document"]),
    ]
    rows = tuple(
        (group, name, figure, value, Interval.of((ends[0], ends[1]) if ends else None))
        for group, name, found, intervals in groups
        for figure, value, ends in _flat(found, intervals)
    )
    columns = (Column("of"), Column("name"), Column("figure"), Column("value", "decimal", digits=4), _INTERVAL)
    return Table("Figures", columns, rows)


def _flat(found: JsonObject, intervals: JsonObject) -> Iterator[tuple[str, float | None, Sequence[float] | None]]:
    """Figures with their names, values and the ends of their intervals."""
    for part, value in found["mentions"].items():
        yield f"mentions_{part}", value, intervals.get("mentions", {}).get(part)
    for name, value in found.get("chains", {}).items():
        yield f"{name}_f1", value, intervals.get(name, {}).get("f1")
    for prefix in ("alpha", "alpha_union"):
        for name, values in found[prefix].items():
            for part, value in values.items():
                ends = intervals.get(f"{prefix}_{name}", {}).get(part)
                yield f"{prefix}_{name}" + ("" if part == "value" else f"_{part}"), value, ends


def _interval(figures: JsonObject, measure: str, part: str) -> Interval | None:
    return Interval.of(figures["intervals"].get(measure, {}).get(part))


def _mentions(agreement: Agreement, figures: JsonObject) -> Iterator[Table]:
    found = figures["mentions"]
    sizes = zip((*agreement.names, "equal", "overlapping"), ("first", "second", "equal", "overlapping"), strict=True)
    counts = tuple((name, found[key]) for name, key in sizes)
    yield Table(f"Mentions of {' and '.join(agreement.names)}", (Column("mentions"), Column("count", "count")), counts)
    shares = tuple(
        (name, found[key], _interval(figures, "mentions", key))
        for key, name in (("f1", "equal"), ("f1_partial", "credit for overlap"))
    )
    yield Table("", (Column("mentions"), Column("f1", "percent", "F1", digits=2), _INTERVAL), shares)


def _chains(figures: JsonObject) -> Table:
    rows = tuple((name, f1, _interval(figures, name, "f1")) for name, f1 in figures["chains"].items())
    return Table("", (Column("chains"), Column("f1", "percent", "F1", digits=2), _INTERVAL), rows)


def _alphas(figures: JsonObject) -> Table:
    def cells(prefix: str, name: str) -> tuple[Cell, ...]:
        return figures[prefix][name]["value"], _interval(figures, f"{prefix}_{name}", "value")

    columns = (
        Column("distance"), Column("both", "decimal", "mentions of both", digits=3),
        Column("both_interval", "decimal", "95% interval", digits=3),
        Column("either", "decimal", "of either", digits=3),
        Column("either_interval", "decimal", "95% interval", digits=3),
    )  # fmt: skip
    rows = tuple((name, *cells("alpha", name), *cells("alpha_union", name)) for name in DISTANCES)
    return Table("Krippendorff's alpha", columns, rows)


def _several(agreement: Agreement, title: str, found: Mapping[str, JsonObject]) -> Table:
    """A row for each kind of mention, entity type or document."""
    conll = ("conll",) if title == "document" else ()
    columns = (
        Column(title), *(Column(name, "count", name) for name in agreement.names),
        Column("f1", "percent", "F1", digits=2), Column("f1_partial", "percent", "F1 (credit)", digits=2),
        *(Column(name, "percent", digits=2) for name in conll), Column("alpha_masi", "decimal", digits=3),
        Column("alpha_union_masi", "decimal", "of either", digits=3),
    )  # fmt: skip
    rows = tuple(
        (
            name,
            *(row["mentions"][part] for part in ("first", "second", "f1", "f1_partial")),
            *(row["chains"][measure] for measure in conll),
            row["alpha"]["masi"]["value"],
            row["alpha_union"]["masi"]["value"],
        )
        for name, row in found.items()
    )
    return Table(f"By {title}", columns, rows)


def _cases(agreement: Agreement) -> Iterator[Table]:
    """How many disagreements there are of each sort, and the first few."""
    found = agreement.disagreements
    if not found:
        return
    names = {what: words.format(*agreement.names) for what, words in _WHAT.items()}
    counts = Counter(row["what"] for row in found)
    rows = tuple((name, counts[what]) for what, name in names.items())
    yield Table("Disagreements", (Column("disagreement"), Column("cases", "count")), rows)
    shown = [
        row
        for what in _WHAT
        for row in [difference for difference in found if difference["what"] == what][:_SHOWN_OF_EACH]
    ]
    cases = ((names[row["what"]], row["document"], _side(row["first"]), _side(row["second"])) for row in shown)
    columns = (Column("disagreement"), Column("document"), *(Column(name, heading=name) for name in agreement.names))
    yield Table(f"{len(shown)} of {len(found)}", columns, tuple(cases))


def _side(places: list[JsonObject]) -> str:
    parts = (place["text"] + (f" ({place['mentions']})" if "mentions" in place else "") for place in places)
    return short(" | ".join(parts) or DASH, _LONGEST)


def _notes(agreement: Agreement) -> Iterator[str]:
    yield "Alpha: 1 is full agreement, 0 what chance gives within a text; values of one column and distance compare."
    documents = len(agreement.documents)
    if agreement.resamples and documents < 2:
        yield "With one document there are no intervals."
    elif agreement.resamples and documents < MIN_DOCUMENTS:
        yield f"With {documents} documents intervals are too narrow."
    if any(agreement.zeros):
        both = zip(agreement.zeros, agreement.names, strict=True)
        yield f"Zeros: {', '.join(f'{count:,} in {name}' for count, name in both)}."
    if agreement.disagreements:
        yield "All disagreements, with their places: --json."
