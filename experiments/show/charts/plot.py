"""Charts for papers and slides: those of any result by name, as PDF, SVG and PNG, as wide as a column or a page."""

from dataclasses import dataclass
from pathlib import Path

from anaphora.experiments.show.charts.chart import Chart, Plans
from anaphora.experiments.show.charts.draw import DARK, LIGHT, paper_file, paper_svg
from anaphora.experiments.show.charts.layout import Plan
from anaphora.experiments.show.charts.shapes import FONT, Drawing
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files import replacing

FORMATS = (".pdf", ".svg", ".png")
WIDTHS = {"column": 3.33, "page": 6.9}
"""Widths in inches: of a column of a two-column page, and of its text."""
_UNITS = 72 / 8 * FONT
"""Units of a drawing in an inch: letters are 8 points high."""


@dataclass(frozen=True)
class Plot:
    """A chart. In a notebook it shows itself; `save` writes it as PDF, SVG or PNG."""

    plan: Plan
    title: str = ""
    width: str = "column"
    dark: bool = False

    @property
    def drawing(self) -> Drawing:
        """The shapes of the chart at its width."""
        return self.plan.drawn(WIDTHS[self.width] * _UNITS)

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, whose ending names the format (.pdf, .svg or .png).

        Raises:
            OptionError: there is no such format.
            WorkbenchError: the file cannot be written.
        """
        file = Path(path)
        form = file.suffix.lower()
        if form not in FORMATS:
            raise OptionError(f"{file}: a chart is saved as {', '.join(FORMATS)}.", code="bad-suffix")
        colours = DARK if self.dark else LIGHT
        data = self._repr_svg_().encode() if form == ".svg" else paper_file(self.drawing, colours, form[1:])
        with replacing(file) as new:
            new.write_bytes(data)
        return file

    def _repr_svg_(self) -> str:
        return paper_svg(self.drawing, self.title, DARK if self.dark else LIGHT)


def plot(plans: Plans, name: str = "", width: str = "column", *, dark: bool = False) -> Plot:
    """The chart of that name (default: the first) among those of a result.

    Raises `UnknownNameError` if the result has no such chart, or if there is no such width.
    """
    name = name or next(iter(plans), name)
    if name not in plans or not (chart := plans[name]()):
        raise unknown_name("chart", name, plans)
    if width not in WIDTHS:
        raise unknown_name("width", width, WIDTHS)
    return Plot(chart.plan, chart.title, width, dark) if isinstance(chart, Chart) else Plot(chart, name, width, dark)


def write_figures(plans: Plans, folder: Path, form: str) -> list[str]:
    """Write every chart of a result into a folder as pdf, svg or png, each under its name; returns the names."""
    drawn = {name: plot(plans, name) for name in plans}
    with replacing(folder) as new:
        new.mkdir()
        for name, chart in drawn.items():
            chart.save(new / f"{name}.{form}")
    return list(drawn)
