"""Who is right together, in the manner of UpSet (Lex et al. 2014): dots for who is right, a bar for how often."""

from anaphora.experiments.report.charts.curves import best
from anaphora.experiments.report.drawing import Cell, Drawing, Figures, Shape, box, label, line, mark, width_of
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.slices import Pattern, patterns
from anaphora.workbench.results.vocabulary import share

ROW, COLUMN, BAR, MOST, COMPARED = 24, 26, 300, 12, 5


def together(comparison: Comparison) -> Drawing | None:
    """The drawing of the best resolvers; `None` for fewer than two of them or no anaphors."""
    names = best(comparison, COMPARED)
    found = patterns(comparison, names)
    if len(names) < 2 or not found:
        return None
    drawn = found[:MOST]
    top = 14 + 18 * len(names)
    left = COLUMN * len(names) + 12
    longest = drawn[0].count
    shapes = [*_heads(names, top)]
    for row, pattern in enumerate(drawn):
        shapes += _row(pattern, names, top + ROW * (row + 0.5), left, longest, comparison.anaphors)
    nobody = next((pattern.count for pattern in found if not pattern.right), 0)
    everybody = next((pattern.count for pattern in found if len(pattern.right) == len(names)), 0)
    total = comparison.anaphors
    return Drawing(
        name="together",
        title=f"Joint success: the {len(names)} best resolvers",
        description=f"All of them are right on {everybody} ({share(everybody, total)}) of {total} anaphors, "
        f"none on {nobody} ({share(nobody, total)}).",
        width=left + BAR + 190 + max(0.0, width_of(names) - BAR - 100),
        height=top + ROW * len(drawn) + 10,
        shapes=tuple(shapes),
        figures=_figures(comparison, names, found),
        caption="A row is a combination: filled dots are right, hollow ones are not."
        + (f" Of {len(found)} combinations the {MOST} most frequent; the table has all." if len(found) > MOST else ""),
    )


def _heads(names: list[str], top: float) -> list[Shape]:
    """Names over the columns, each with a line down to its own."""
    shapes = []
    for number, name in enumerate(names):
        x, y = COLUMN * (number + 0.5), 14 + 18 * number
        shapes.append(line("leader", x, y - 4, x, top))
        shapes.append(label(name, x + 6, y, look="name"))
    return shapes


def _row(pattern: Pattern, names: list[str], y: float, left: float, longest: int, of: int) -> list[Shape]:
    shapes = [
        mark(0, COLUMN * (number + 0.5), y, "dot on" if name in pattern.right else "dot off", 6)
        for number, name in enumerate(names)
    ]
    width = BAR * pattern.count / longest
    look = "right" if len(pattern.right) == len(names) else "wrong" if not pattern.right else "loss"
    told = f"{pattern.count} ({share(pattern.count, of)})"
    return [*shapes, box(look, left, y - 8, width, 16), label(told, left + width + 8, y + 4)]


def _figures(comparison: Comparison, names: list[str], found: list[Pattern]) -> Figures:
    number = {name: place for place, name in enumerate(comparison.resolvers)}
    rows = []
    for pattern in found:
        asked = "&".join(f"is={number[name]}:{'right' if name in pattern.right else 'wrong'}" for name in names)
        rows.append((
            ", ".join(name for name in names if name in pattern.right) or "none",
            Cell(str(pattern.count), asked), share(pattern.count, comparison.anaphors),
            f"{pattern.distance:g}", f"{pattern.candidates:g}",
        ))  # fmt: skip
    return Figures(("right", "anaphors", "share", "distance (median, sentences)", "candidates (median)"), tuple(rows))
