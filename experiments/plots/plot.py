"""A chart that can be saved, and what all charts share: widths, colours, fonts."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files.atomic import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".pdf", ".svg", ".png")
WIDTHS = {"column": 3.33, "page": 6.9}
"""In inches: the columns of ACL's style, and its page."""
BLUE, GREY = "#0072b2", "#7f7f7f"
COLOURS = (
    BLUE, "#bbbbbb", "#d55e00", "#56b4e9", "#882255", "#f0e442", "#009e73", "#cc79a7", "#000000", "#e69f00", "#332288",
    "#ddcc77", "#aa4499",
)  # fmt: skip
"""Those of Okabe & Ito (2008) and Tol (2021), which the colour-blind can tell apart; dark beside light."""


@dataclass(frozen=True)
class Plot:
    """A chart. In a notebook it shows itself; `save` writes it as PDF, SVG or PNG."""

    figure: "Figure"

    def save(self, path: str | Path) -> Path:
        """Write the chart to a file, whose ending names the format (.pdf, .svg or .png).

        Raises:
            OptionError: there is no such format.
            WorkbenchError: the file cannot be written.
        """
        place = Path(path)
        if place.suffix.lower() not in FORMATS:
            raise OptionError(f"{place}: a chart is saved as {', '.join(FORMATS)}.", code="bad-suffix")
        with replacing(place) as new:
            new.write_bytes(self._drawn(place.suffix[1:].lower()))
        return place

    def _repr_svg_(self) -> str:
        return self._drawn("svg").decode()

    def _drawn(self, form: str) -> bytes:
        from io import BytesIO

        stream = BytesIO()
        with style():
            metadata = {"Date": None} if form == "svg" else {"CreationDate": None} if form == "pdf" else None
            self.figure.savefig(stream, format=form, metadata=metadata)
        return stream.getvalue()


def width_of(name: str) -> float:
    """The width in inches under a name of `WIDTHS`. Raises `UnknownNameError` for others."""
    if name not in WIDTHS:
        raise unknown_name("width", name, WIDTHS)
    return WIDTHS[name]


@contextmanager
def style() -> Iterator[None]:
    """Draw with letters that stay text (SVG) or are embedded (PDF), and the same bytes for the same figures."""
    from matplotlib import rc_context

    with rc_context(fname=Path(__file__).with_name("paper.mplstyle")):
        yield
