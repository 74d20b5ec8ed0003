"""The component table of a chain resolver as text."""

from collections.abc import Mapping
from typing import Any

from anaphora.experiments.terminal.table import Grid, line, percent, shown
from anaphora.experiments.terminal.vocabulary import DASH, counted

_MEASURES = {"muc": "MUC", "b_cubed": "B³"}
_PARTS = {"recall": "R", "precision": "P"}
_RATES = tuple(f"{measure} {part}" for measure in _MEASURES.values() for part in _PARTS.values())
_LINKS = ("links", "right", "of them")


def components(figures: Mapping[str, Any], corpus: str) -> str:
    """Three tables of the figures of `anaphora ablate`: each component alone, one after the other, and blocked."""
    parts = figures["components"]
    tables = (_alone(parts), _in_order(parts), _without(parts, figures["measures"]))
    below = [
        "Links are right if both ends are in one chain of the key.",
        "Change: of F1, when the component is blocked; p by paired randomisation over documents, Holm.",
        *(f"warning: {line(it)}" for it in figures["warnings"]),
        *(f"Skipped: {line(it)}" for it in figures["skipped"]),
        line(figures["signature"]),
    ]
    head = line(f"{figures['resolver']} on {corpus}: {counted(figures['documents'], 'document')}")
    return "\n\n".join((head, *(shown(grid, "table") for grid in tables), "\n".join(below))) + "\n"


def _alone(parts: Mapping[str, Any]) -> Grid:
    rows = ((name, *_links(its["alone"]), *_rates(its["alone"])) for name, its in parts.items())
    return Grid(("in isolation", *_LINKS, *_RATES), tuple(rows))


def _in_order(parts: Mapping[str, Any]) -> Grid:
    """All components up to each, with the links that it adds and what they gain."""
    gains = tuple(f"{rate} gain" for rate in _RATES[::2])
    rows = (
        (
            name,
            *_links(its["until"]),
            *_rates(its["until"]),
            *(_signed(its["until"]["gain"][it]["recall"]) for it in _MEASURES),
        )
        for name, its in parts.items()
    )
    return Grid(("one after the other", *_LINKS, *_RATES, *gains), tuple(rows))


def _without(parts: Mapping[str, Any], whole: Mapping[str, Any]) -> Grid:
    heads = tuple(f"{measure} {what}" for measure in _MEASURES.values() for what in ("change", "p"))
    rows = [("nothing", *_rates(whole), *[""] * len(heads))]
    rows += [(name, *_rates(its["without"]), *_tests(its["without"]["change"])) for name, its in parts.items()]
    return Grid(("the whole without", *_RATES, *heads), tuple(rows))


def _links(its: Mapping[str, Any]) -> tuple[str, ...]:
    share = its["right"] / its["links"] if its["links"] else None
    return f"{its['links']:,}", f"{its['right']:,}", percent(share)


def _rates(its: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(percent(its[measure][part]) for measure in _MEASURES for part in _PARTS)


def _tests(change: Mapping[str, Any]) -> list[str]:
    """Change and probability of each measure; dashes where there are too few documents to test."""
    cells = []
    for measure in _MEASURES:
        its = change.get(measure)
        p = its and its["adjusted"]
        cells += [_signed(its["value"]) if its else DASH, DASH if p is None else "<.001" if p < 0.001 else f"{p:.3f}"]
    return cells


def _signed(value: float) -> str:
    return f"{100 * value:+.2f}"
