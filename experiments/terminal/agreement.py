"""Tables of the agreement of two annotators as plain text, in Markdown, LaTeX and CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from anaphora.experiments.terminal.scores import FEWEST_DOCUMENTS
from anaphora.experiments.terminal.table import Grid, interval, line, percent, shown
from anaphora.experiments.terminal.vocabulary import DASH, clean
from anaphora.workbench.coreference.agreement import Agreement
from anaphora.workbench.coreference.reliability import DISTANCES

FORMATS = ("table", "markdown", "latex", "csv")
_SHOWN_OF_EACH = 4
_LONGEST = 48
_WHAT = {
    "only_first": "only {0}",
    "only_second": "only {1}",
    "boundaries": "other boundaries",
    "split": "one chain of {0}, several of {1}",
    "merged": "several chains of {0}, one of {1}",
}


def text(agreement: Agreement, to: str = "table", per_document: bool = False) -> str:
    """Tables, notes and signature; `csv` has one row for each figure, in full precision, and no disagreements."""
    if to == "csv":
        return _csv(agreement)
    figures = agreement.as_json()
    tables = [*_tables(agreement, figures, per_document), *_cases(agreement)]
    lead = "% " if to == "latex" else ""
    below = "".join(f"{lead}{line(it)}\n" for it in (*_notes(agreement), agreement.signature))
    return "\n\n".join(shown(it, to) for it in tables) + "\n\n" + below


def _tables(agreement: Agreement, figures: Mapping[str, Any], per_document: bool) -> Iterator[Grid]:
    yield _mentions(agreement, figures)
    yield _chains(figures)
    yield _alphas(figures)
    for title in ("kind", "type"):
        if found := figures[f"by_{title}"]:
            yield _several(agreement, title, found)
    if per_document:
        yield _several(agreement, "document", {row["document"]: row for row in figures["per_document"]})


def _mentions(agreement: Agreement, figures: Mapping[str, Any]) -> Grid:
    found, ends = figures["mentions"], figures["intervals"].get("mentions", {})
    sizes = zip(("first", "second", "equal", "overlapping"), (*agreement.names, "equal", "overlapping"), strict=True)
    rows = [(name, str(found[key]), "") for key, name in sizes]
    rows += [
        (name, percent(found[key]), interval(ends.get(key)))
        for key, name in (("f1", "F1 (equal)"), ("f1_partial", "F1 (credit for overlap)"))
    ]
    return Grid(("mentions", "value", "95 % interval"), tuple(rows))


def _chains(figures: Mapping[str, Any]) -> Grid:
    ends = figures["intervals"]
    rows = ((name, percent(f1), interval(ends.get(name, {}).get("f1"))) for name, f1 in figures["chains"].items())
    return Grid(("chains", "F1", "95 % interval"), tuple(rows))


def _alphas(figures: Mapping[str, Any]) -> Grid:
    def cells(prefix: str, name: str) -> tuple[str, str]:
        ends = figures["intervals"].get(f"{prefix}_{name}", {}).get("value")
        shown = DASH if ends is None else f"{_decimal(ends[0])} to {_decimal(ends[1])}"
        return _decimal(figures[prefix][name]["value"]), shown

    headings = ("Krippendorff's alpha", "mentions of both", "95 % interval", "of either", "95 % interval")
    return Grid(headings, tuple((name, *cells("alpha", name), *cells("alpha_union", name)) for name in DISTANCES))


def _several(agreement: Agreement, title: str, found: Mapping[str, Mapping[str, Any]]) -> Grid:
    """A row for each kind of mention, entity type or document."""
    conll = ("conll",) if title == "document" else ()
    headings = (title, *agreement.names, "F1", "F1 (credit)", *conll, "alpha masi", "of either")
    rows = tuple(
        (
            name,
            str(row["mentions"]["first"]),
            str(row["mentions"]["second"]),
            percent(row["mentions"]["f1"]),
            percent(row["mentions"]["f1_partial"]),
            *(percent(row["chains"][measure]) for measure in conll),
            _decimal(row["alpha"]["masi"]["value"]),
            _decimal(row["alpha_union"]["masi"]["value"]),
        )
        for name, row in found.items()
    )
    return Grid(headings, rows)


def _cases(agreement: Agreement) -> Iterator[Grid]:
    """How many disagreements there are of each sort, and the first few."""
    found = agreement.disagreements
    if not found:
        return
    names = {what: words.format(*agreement.names) for what, words in _WHAT.items()}
    counts = Counter(row["what"] for row in found)
    yield Grid(("disagreements", "cases"), tuple((name, str(counts[what])) for what, name in names.items()))
    shown = [row for what in _WHAT for row in [it for it in found if it["what"] == what][:_SHOWN_OF_EACH]]
    headings = (f"{len(shown)} of {len(found)}", "document", *agreement.names)
    rows = ((names[row["what"]], row["document"], _side(row["first"]), _side(row["second"])) for row in shown)
    yield Grid(headings, tuple(rows))


def _side(places: list[dict[str, Any]]) -> str:
    parts = (place["text"] + (f" ({place['mentions']})" if "mentions" in place else "") for place in places)
    shown = " | ".join(parts) or DASH
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _notes(agreement: Agreement) -> Iterator[str]:
    yield "Alpha: 1 is full agreement, 0 what chance gives within a text; values of one column and distance compare."
    documents = len(agreement.documents)
    if agreement.resamples and documents < 2:
        yield "One document is no sample: there are no intervals."
    elif agreement.resamples and documents < FEWEST_DOCUMENTS:
        yield f"With {documents} documents intervals are too narrow."
    if agreement.disagreements:
        yield "All disagreements, with their places: --json."


def _decimal(value: float | None) -> str:
    return DASH if value is None else f"{value:.3f}"


def _csv(agreement: Agreement) -> str:
    figures = agreement.as_json()
    place = io.StringIO()
    writer = csv.writer(place, lineterminator="\n")
    writer.writerow(("of", "name", "figure", "value", "low", "high"))
    for title, name, found, ends in (
        ("all", "", figures, figures["intervals"]),
        *(("kind", name, found, {}) for name, found in figures["by_kind"].items()),
        *(("type", name, found, {}) for name, found in figures["by_type"].items()),
        *(("document", found["document"], found, {}) for found in figures["per_document"]),
    ):
        for figure, value, bounds in _flat(found, ends):
            writer.writerow((title, clean(name), figure, "" if value is None else value, *(bounds or ("", ""))))
    return place.getvalue()


def _flat(found: Mapping[str, Any], ends: Mapping[str, Any]) -> Iterator[tuple[str, float | None, tuple[float, ...]]]:
    for part, value in found["mentions"].items():
        yield f"mentions_{part}", value, tuple(ends.get("mentions", {}).get(part, ()))
    for name, value in found.get("chains", {}).items():
        yield f"{name}_f1", value, tuple(ends.get(name, {}).get("f1", ()))
    for prefix in ("alpha", "alpha_union"):
        for name, values in found[prefix].items():
            for part, value in values.items():
                interval = tuple(ends.get(f"{prefix}_{name}", {}).get(part, ()))
                yield f"{prefix}_{name}" + ("" if part == "value" else f"_{part}"), value, interval
