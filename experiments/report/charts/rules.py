"""The rules of a ladder: how many anaphors each decides, and how many of them rightly."""

from collections.abc import Mapping

from anaphora.experiments.comparison.ablate import RuleCounts
from anaphora.experiments.report.drawing import Drawing, Figures, Shape, box, label, width_of
from anaphora.workbench.results.vocabulary import share

ROW, BAR = 22, 360


def rules(resolver: str, counts: Mapping[str, RuleCounts]) -> Drawing | None:
    """The drawing, `None` if no rule decided anything."""
    told = {name or "–": row for name, row in counts.items() if row.decided}
    if not told:
        return None
    left, most = width_of(list(told)) + 12, max(row.decided for row in told.values())
    shapes: list[Shape] = []
    for place, (name, row) in enumerate(told.items()):
        y, decided, right = ROW * (place + 0.7), BAR * row.decided / most, BAR * row.right / most
        shapes += [
            label(name, left - 12, y + 4, "end", "name"),
            box("right", left, y - 8, right, 15), box("outranked", left + right, y - 8, decided - right, 15),
            label(_told(row), left + decided + 8, y + 4),
        ]  # fmt: skip
    most_used = next(iter(told))
    return Drawing(
        name="rules",
        title=f"The rules of {resolver}",
        description=f"“{most_used}” decides most: {_told(told[most_used])} rightly.",
        width=left + BAR + 170,
        height=ROW * (len(told) + 0.4),
        shapes=tuple(shapes),
        figures=Figures(
            ("rule", "decided", "right", "precision"),
            tuple(
                (name, str(row.decided), str(row.right), share(row.right, row.decided)) for name, row in told.items()
            ),
        ),
        caption="The first part of a bar is right, the rest wrong.",
    )


def _told(row: RuleCounts) -> str:
    return f"{row.right} of {row.decided} ({share(row.right, row.decided)})"
