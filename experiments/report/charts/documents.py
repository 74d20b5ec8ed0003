"""The success rates of the best resolvers in each document: how far one text is from the next."""

from collections.abc import Mapping

from anaphora.experiments.report.charts.curves import NAMED, best
from anaphora.experiments.report.drawing import Drawing, Figures, Shape, label, line, mark, scale, width_of
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.vocabulary import share

ROW, PLOT, MOST, LONGEST = 20, 420, 40, 34
_LEGEND = 34  # of an entry of the legend, without its name


def documents(comparison: Comparison) -> Drawing | None:
    """The drawing, of the documents with most anaphors if there are many; `None` for fewer than two."""
    right = _right(comparison)
    told = [number for number, document in enumerate(comparison.documents) if document.anaphors]
    names = best(comparison, NAMED)
    if len(told) < 2 or not names:
        return None
    largest = sorted(told, key=lambda number: (-len(comparison.documents[number].anaphors), number))[:MOST]
    drawn = sorted(largest, key=lambda number: -right[names[0]][number] / len(comparison.documents[number].anaphors))
    titles = {number: _short(comparison.documents[number].document_id) for number in drawn}
    left = width_of(list(titles.values())) + 12
    axis = scale(0, 100, left, left + PLOT)
    bottom = ROW * (len(drawn) + 1.6)
    shapes = _frame(names, axis.ticks, [axis(tick) for tick in axis.ticks], bottom)
    for place, number in enumerate(drawn):
        y, of = ROW * (place + 2.1), len(comparison.documents[number].anaphors)
        rates = [100 * right[name][number] / of for name in names]
        shapes += [
            label(titles[number], left - 12, y + 4, "end"),
            line("span", axis(min(rates)), y, axis(max(rates)), y),
            *(mark(number, axis(rate), y, f"mark s{number + 1}") for number, rate in enumerate(rates)),
            label(f"{of}", axis.end + 44, y + 4, "end", "tick"),
        ]
    return Drawing(
        name="by-document",
        title="Success rates by document",
        description=_finding(comparison, names[0], right[names[0]], told),
        width=left + max(PLOT + 60, sum(_LEGEND + width_of([name]) for name in names)),
        height=bottom + 24,
        shapes=tuple(shapes),
        figures=_figures(comparison, right),
        caption=("The best resolvers; one" if len(names) > 1 else "One")
        + " line for each document, the best first; on the "
        "right the number of its anaphors."
        + (f" The {MOST} largest of {len(told)} documents." if len(told) > MOST else ""),
    )


def _right(comparison: Comparison) -> dict[str, list[int]]:
    return {
        name: [int(document.right(name).sum()) for document in comparison.documents] for name in comparison.resolvers
    }


def _frame(names: list[str], ticks: tuple[float, ...], places: list[float], bottom: float) -> list[Shape]:
    shapes: list[Shape] = []
    for tick, x in zip(ticks, places, strict=True):
        shapes.append(line("grid", x, ROW * 1.3, x, bottom))
        shapes.append(label(f"{tick:.0f}%", x, bottom + 16, "middle", "tick"))
    x = places[0]
    for number, name in enumerate(names):
        shapes += [mark(number, x + 5, 10, f"mark s{number + 1}"), label(name, x + 14, 14)]
        x += _LEGEND + width_of([name])
    return shapes


def _finding(comparison: Comparison, name: str, right: list[int], told: list[int]) -> str:
    rates = {number: right[number] / len(comparison.documents[number].anaphors) for number in told}
    low, high = min(told, key=rates.__getitem__), max(told, key=rates.__getitem__)
    ends = (f"{100 * rates[end]:.1f}% ({_short(comparison.documents[end].document_id)})" for end in (low, high))
    return f"{name} runs from {' to '.join(ends)}."


def _figures(comparison: Comparison, right: Mapping[str, list[int]]) -> Figures:
    rows = tuple(
        (
            document.document_id, document.genre or "–", str(len(document.anaphors)),
            *(f"{counts[number]} ({share(counts[number], len(document.anaphors))})" for counts in right.values()),
        )
        for number, document in enumerate(comparison.documents)
    )  # fmt: skip
    return Figures(("document", "genre", "anaphors", *right), rows)


def _short(name: str) -> str:
    """The end of a long name, which tells documents of one corpus apart."""
    return name if len(name) <= LONGEST else "…" + name[1 - LONGEST :]
