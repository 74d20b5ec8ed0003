"""A chart that can be saved, and what all charts share: widths, colours, fonts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files.atomic import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Chart: TypeAlias = "Callable[[str], Figure]"
"""Draws at a width of `WIDTHS`."""
FORMATS = (".pdf", ".svg", ".png")
WIDTHS = {"column": 3.33, "page": 6.9}
"""In inches: a column of a two-column page, and its text."""
MAIN, MUTED = "C0", "#7f7f7f"
"""The first colour of the style, and a grey for light and dark backgrounds."""
_METADATA: dict[str, dict[str, None]] = {
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".png": {"Software": None},
}
"""Without the time and the version of the library, the same figures give the same bytes."""


@dataclass(frozen=True)
class Plot:
    """A chart. In a notebook it shows itself; `save` writes it as PDF, SVG or PNG."""

    figure: "Figure"
    dark: bool = False

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
            new.write_bytes(self._drawn(place.suffix.lower()))
        return place

    def _repr_svg_(self) -> str:
        return self._drawn(".svg").decode()

    def _drawn(self, suffix: str) -> bytes:
        from io import BytesIO

        stream = BytesIO()
        with style(self.dark):
            self.figure.savefig(stream, format=suffix[1:], metadata=_METADATA[suffix])
        return stream.getvalue()


def width_of(name: str) -> float:
    """The width in inches under a name of `WIDTHS`. Raises `UnknownNameError` for others."""
    if name not in WIDTHS:
        raise unknown_name("width", name, WIDTHS)
    return WIDTHS[name]


@contextmanager
def style(dark: bool = False) -> Iterator[None]:
    """Draw with letters that stay text (SVG) or are embedded (PDF), and the same bytes for the same figures."""
    from matplotlib.style import context

    folder = Path(__file__).parent
    names = ("paper", "dark") if dark else ("paper",)
    with context([folder / f"{name}.mplstyle" for name in names]):
        yield
