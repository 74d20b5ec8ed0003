"""Drawings: shapes with a look, scales, the room that words take; and drawings as SVG, PDF and PNG.

All lengths are in units of which the letters of a label are 13 high; y grows downwards. A look is one or more names of
`LOOKS`: on a page looks are classes, so that they follow the reader's theme; for a paper they are literal colours. Both
are written here as text: importing matplotlib takes 0.3 s and each figure of it 50 ms, which for the thirty charts of a
report is as long as the comparison itself, and its SVG has neither classes nor tooltips nor room for the fonts of a
screen. Matplotlib draws the same shapes where letters must be embedded (PDF) or painted (PNG).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from markupsafe import escape

from anaphora.workbench.files import read_toml
from anaphora.workbench.results.vocabulary import clean

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.transforms import Transform

FONT, TICK, SMALL = 13.0, 12.0, 9.5
"""The heights of letters: of labels, of ticks (look `tick`), and in narrow cells (look `small`); see `looks.toml`."""
Position: TypeAlias = tuple[float, float]
TextAnchor: TypeAlias = Literal["start", "middle", "end"]

_ADVANCES = {
    0.35: "',.|/:;-\\ IJijl", 0.45: "!()[]rtf\"³", 0.55: "*_`sz–?Lcxk", 0.62: "FPTYaeovy", 0.68: "AVXZKES",
    0.77: "BCRDGHNUO&Qw", 0.9: "#+<=>~−M%m", 1.0: "@W…",
}  # fmt: skip
_WIDTHS = {letter: width for width, letters in _ADVANCES.items() for letter in letters}
"""Of letters of DejaVu Sans, which is as wide as Verdana and wider than other fonts of screens, as shares of FONT."""
_LETTER, _IDEOGRAPH, _BOLD = 0.65, 1.05, 1.12


@dataclass(frozen=True, slots=True)
class Label:
    """Words that begin, end or have their middle at x; y is their base line, `slant` the degrees they are turned up."""

    text: str
    x: float
    y: float
    anchor: TextAnchor = "start"
    look: str = ""
    slant: float = 0.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `shade` is its opacity, `tip` what a pointer over it is told."""

    look: str
    x: float
    y: float
    width: float
    height: float
    tip: str = ""
    shade: float = 1.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc around a place."""

    look: str
    x: float
    y: float
    radius: float
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Strokes:
    """Strokes, each a line through places; `closed` joins their ends."""

    look: str
    strokes: tuple[tuple[Position, ...], ...]
    closed: bool = False
    tip: str = ""


Shape: TypeAlias = Label | Box | Circle | Strokes


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def line(look: str, x1: float, y1: float, x2: float, y2: float) -> Strokes:
    """A straight line."""
    return Strokes(look, (((x1, y1), (x2, y2)),))


def path(look: str, points: Iterable[Position]) -> Strokes:
    """A line through points."""
    return Strokes(look, (tuple(points),))


def whisker(look: str, y: float, start: float, end: float, size: float = 3) -> Strokes:
    """A horizontal interval with its ends marked."""
    ends = (((x, y - size), (x, y + size)) for x in (start, end))
    return Strokes(look, (((start, y), (end, y)), *ends))


_FORMS: Sequence[tuple[Position, ...]] = (
    (),
    ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    ((0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
)


def mark(number: int, x: float, y: float, look: str, tip: str = "", size: float = 4.5) -> Shape:
    """A point; five kinds of marks, told apart by their form: disc, triangle, square, diamond, triangle on its head."""
    form = _FORMS[number % len(_FORMS)]
    if not form:
        return Circle(look, x, y, size, tip)
    return Strokes(look, (tuple((x + size * dx, y + size * dy) for dx, dy in form),), True, tip)


def text_width(text: str, look: str = "") -> float:
    """The room that a text takes, or a little less."""
    size = SMALL if "small" in look else FONT
    if "tick" in look:
        size = TICK
    letters = sum(_WIDTHS.get(letter, _LETTER if letter < "\u1100" else _IDEOGRAPH) for letter in text)
    return letters * size * (_BOLD if "bold" in look else 1.0)


def widest(texts: Iterable[str], look: str = "") -> float:
    """Room for the longest of some labels."""
    return max((text_width(text, look) for text in texts), default=0.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale from values to places in the drawing."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[float, ...] = ()

    def __call__(self, value: float) -> float:
        """Return the place of a value in the drawing."""
        span = self.high - self.low
        return self.start + (self.end - self.start) * ((value - self.low) / span if span else 0.5)


def scale(low: float, high: float, start: float, end: float, steps: int = 5) -> Scale:
    """A scale over round numbers that holds both ends, with about so many steps between its ticks."""
    if high <= low:  # a step towards 0, so that no share is drawn beyond all
        low, high = (max(low - 1.0, 0.0), low) if low > 0 else (low, low + 1.0)
    power = 10.0 ** int(f"{(high - low) / steps:e}".split("e")[1])
    wanted = (high - low) / steps * (1 - 1e-9)
    step = next((factor * power for factor in (1, 2, 5) if factor * power >= wanted), 10 * power)
    first = int(low // step)
    last = -int(-high // step)
    ticks = tuple(round(number * step, 10) for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks)


Style = Mapping[str, str]
"""Properties of SVG; colours by their names in `palette.css` and `LIGHT`."""
_TABLES = read_toml(Path(__file__).with_name("looks.toml"))[1]
LOOKS: Mapping[str, Style] = _TABLES["looks"]
LIGHT: Mapping[str, str] = _TABLES["light"]
DARK: Mapping[str, str] = LIGHT | _TABLES["dark"]
_PATTERNS = ("boundary", "tie_lost", "propagated", "syntax", "abstained")
"""Fills that a page tells apart by patterns, with elements of `patterns.svg`."""
_BEYOND_PAGE = tuple(f"-{number}" for number in range(5, 13))
"""The ends of looks for series of which a page has no colours."""
_FONTS = "DejaVu Sans, Verdana, sans-serif"
_POINTS = 8 / FONT  # of a unit, for a paper


def page_styles() -> str:
    """The looks as classes of a style sheet, with the colours of `palette.css`."""

    def value(name: str, value: str) -> str:
        if name not in ("fill", "stroke") or value == "none":
            return value
        return f"url(#p-{value})" if value in _PATTERNS else f"var(--{value})"

    rules = {f"svg .{look}": style for look, style in LOOKS.items() if not look.endswith(_BEYOND_PAGE)}
    return "".join(
        f"{rule}{{{';'.join(f'{name}:{value(name, text)}' for name, text in style.items())}}}\n"
        for rule, style in rules.items()
    )


def page_svg(drawing: Drawing, name: str, title: str, description: str, look: str = "") -> str:
    """An SVG element for a page, of the class `look`; `name` begins its ids, `title` and `description` describe it."""
    size = f'viewBox="0 0 {drawing.width:.5g} {drawing.height:.5g}" width="{drawing.width:.5g}"'
    kind = f' class="{look}"' if look else ""
    head = (
        f'<svg{kind} role="img" aria-labelledby="{name}-title {name}-desc" {size} height="{drawing.height:.5g}">\n'
        f'<title id="{name}-title">{escape(title)}</title>\n'
        f'<desc id="{name}-desc">{escape(minus(description))}</desc>\n'
    )
    shapes = (_element(shape, f' class="{shape.look}"' if shape.look else "") for shape in drawing.shapes)
    return f"{head}{''.join(shapes)}</svg>"


def paper_svg(drawing: Drawing, title: str, colours: Mapping[str, str]) -> str:
    """A file that needs no style sheet and no font, with letters that stay text."""
    width, height = (f"{side * _POINTS:.5g}pt" for side in (drawing.width, drawing.height))
    head = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {drawing.width:.5g} {drawing.height:.5g}" font-family="{_FONTS}" font-size="{FONT:g}">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{colours["page"]}"/>\n'
    )
    looks = (_resolved(shape, colours) for shape in drawing.shapes)
    shapes = (
        _element(shape, "".join(f' {name}="{value}"' for name, value in look.items()))
        for shape, look in zip(drawing.shapes, looks, strict=True)
    )
    return clean(f"{head}{''.join(shapes)}</svg>\n")


def _resolved(shape: Shape, colours: Mapping[str, str]) -> dict[str, str]:
    """The properties of a shape, with literal colours."""
    wanted = shape.look.split()
    style: dict[str, str] = {"fill": "text"} if isinstance(shape, Label) else {}
    for look, more in LOOKS.items():
        if look in wanted:
            style |= more
    return {
        name: colours.get(value, value) if name in ("fill", "stroke") else value.removesuffix("px")
        for name, value in style.items()
    }


def _element(shape: Shape, look: str) -> str:
    match shape:
        case Label(text, x, y, anchor, _, slant):
            turned = f' transform="rotate({-slant:g} {x:.5g} {y:.5g})"' if slant else ""
            side = f' text-anchor="{anchor}"' if anchor != "start" else ""
            return f'<text{look} x="{x:.5g}" y="{y:.5g}"{side}{turned}>{escape(minus(text))}</text>\n'
        case Box(_, x, y, width, height, _, shade):
            shaded = f' fill-opacity="{shade:.3g}"' if shade != 1 else ""
            size = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
            drawn = f"rect{look} {size}{shaded}"
        case Circle(_, x, y, radius):
            drawn = f'circle{look} cx="{x:.5g}" cy="{y:.5g}" r="{radius:g}"'
        case Strokes(_, strokes, closed):
            end = "Z" if closed else ""
            ways = ("M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in stroke) + end for stroke in strokes)
            drawn = f'path{look} d="{"".join(ways)}"'
    if shape.tip:
        return f"<{drawn}><title>{escape(minus(shape.tip))}</title></{drawn.partition(' ')[0]}>\n"
    return f"<{drawn}/>\n"


_HYPHEN = re.compile(r"(?<![^\s(])-(?=\d)")


def minus(text: str) -> str:
    """A text with real minus signs before its numbers."""
    return _HYPHEN.sub("\N{MINUS SIGN}", text)


_METADATA: Mapping[str, Mapping[str, None]] = {
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None}, "png": {"Software": None},
}  # fmt: skip
"""Without the time and the version of the library, the same figures give the same bytes."""


def paper_file(drawing: Drawing, colours: Mapping[str, str], form: str) -> bytes:
    """A drawing as `pdf`, with its font embedded, or as `png`."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    inches = _POINTS / 72
    with rc_context({"font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "pdf.fonttype": 42}):
        figure = Figure((drawing.width * inches, drawing.height * inches), facecolor=colours["page"])
        transform = Affine2D().scale(inches, -inches).translate(0, drawing.height * inches) + figure.dpi_scale_trans
        for number, shape in enumerate(drawing.shapes):
            artist = _artist(shape, _resolved(shape, colours), transform)
            artist.set_zorder(number)
            figure.add_artist(artist)
        stream = BytesIO()
        figure.savefig(stream, format=form, dpi=300, metadata=_METADATA[form])
    return stream.getvalue()


_SIDES: Mapping[TextAnchor, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}


def _artist(shape: Shape, style: Style, transform: "Transform") -> "Artist":
    """The shape as matplotlib draws it."""
    from matplotlib import patches, path, text

    if isinstance(shape, Label):
        return text.Text(
            shape.x, shape.y, minus(shape.text), parse_math=False, transform=transform, color=style["fill"],
            fontsize=float(style.get("font-size", FONT)) * _POINTS, fontweight=style.get("font-weight", "normal"),
            horizontalalignment=_SIDES[shape.anchor], verticalalignment="baseline", rotation=shape.slant,
            rotation_mode="anchor",
        )  # fmt: skip
    opacity = float(style.get("opacity", 1))
    match shape:
        case Box(_, x, y, wide, high, _, shade):
            corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y))
            outline = path.Path(corners, closed=True)
            opacity = shade
        case Circle(_, x, y, radius):
            outline = path.Path.circle((x, y), radius)
        case Strokes(_, strokes, closed):
            ways = [path.Path([*stroke, stroke[0]] if closed else stroke, closed=closed) for stroke in strokes]
            outline = path.Path.make_compound_path(*ways)
    width = float(style.get("stroke-width", 1)) * _POINTS
    dash = [float(length) * _POINTS / width for length in style.get("stroke-dasharray", "").split()]
    return patches.PathPatch(
        outline, facecolor=style.get("fill", "none"), edgecolor=style.get("stroke", "none"), linewidth=width,
        linestyle=(0, dash) if dash else "solid", alpha=opacity, joinstyle="miter", transform=transform,
    )  # fmt: skip
