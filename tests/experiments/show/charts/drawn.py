"""What a drawing shows."""

from collections.abc import Sequence

from anaphora.experiments.show.charts.chart import Chart, Plot
from anaphora.experiments.show.charts.draw import Label
from anaphora.experiments.show.charts.layout import Bar, Bars, Dots


def texts(chart: Chart | Plot | None) -> list[str]:
    """The words on a chart."""
    assert chart is not None
    drawing = chart.drawing if isinstance(chart, Plot) else chart.plan.drawn()
    return [shape.text for shape in drawing.shapes if isinstance(shape, Label) and shape.text]


def looks(chart: Chart | Plot | None, look: str) -> int:
    """How many shapes have exactly this look."""
    assert chart is not None
    drawing = chart.drawing if isinstance(chart, Plot) else chart.plan.drawn()
    return sum(shape.look == look for shape in drawing.shapes)


def dots(chart: Plot, series: str = "") -> dict[str, tuple[float, bool]]:
    """The dots of a series by the names of their rows, from the top: value, and whether it is filled."""
    assert isinstance(chart.plan, Dots)
    return {name: (round(row[series].value, 1), row[series].held) for name, row in chart.plan.rows.items()}


def bars(chart: Chart) -> Sequence[Bar]:
    """The bars of a chart."""
    assert isinstance(chart.plan, Bars)
    return chart.plan.bars
