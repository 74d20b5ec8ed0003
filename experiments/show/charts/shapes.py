"""Parts of drawings: shapes with a look, scales, and the room that words take.

All lengths are in units of which the letters of a label are 13 high; y grows downwards. A look is one or more names of
`draw.LOOKS`, from which a page takes its styles and a paper its literal colours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

FONT, TICK, SMALL = 13.0, 12.0, 9.5
"""The heights of letters: of labels, of ticks (look `tick`), and in narrow cells (look `small`)."""
Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

_ADVANCES = {
    0.35: "',.|/:;-\\ IJijl", 0.45: "!()[]rtf\"³", 0.55: "*_`sz–?Lcxk", 0.62: "FPTYaeovy", 0.68: "AVXZKES",
    0.77: "BCRDGHNUO&Qw", 0.9: "#+<=>~−M%m", 1.0: "@W…",
}  # fmt: skip
_WIDTHS = {letter: width for width, letters in _ADVANCES.items() for letter in letters}
"""Of letters of DejaVu Sans, which is as wide as Verdana and wider than other fonts of screens, as shares of FONT."""
_LETTER, _IDEOGRAPH, _BOLD = 0.65, 1.05, 1.12


@dataclass(frozen=True, slots=True)
class Text:
    """Words that begin, end or have their middle at x; y is their base line, `slant` the degrees they are turned up."""

    text: str
    x: float
    y: float
    anchor: Anchor = "start"
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
class Path:
    """Strokes, each a line through places; `closed` joins their ends."""

    look: str
    strokes: tuple[tuple[Point, ...], ...]
    closed: bool = False
    tip: str = ""


Shape: TypeAlias = Text | Box | Circle | Path


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a sheet."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def line(look: str, x1: float, y1: float, x2: float, y2: float) -> Path:
    """A straight line."""
    return Path(look, (((x1, y1), (x2, y2)),))


def path(look: str, points: Iterable[Point]) -> Path:
    """A line through points."""
    return Path(look, (tuple(points),))


def whisker(look: str, y: float, start: float, end: float, size: float = 3) -> Path:
    """A horizontal interval with its ends marked."""
    ends = (((x, y - size), (x, y + size)) for x in (start, end))
    return Path(look, (((start, y), (end, y)), *ends))


_FORMS: Sequence[tuple[Point, ...]] = (
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
    return Path(look, (tuple((x + size * dx, y + size * dy) for dx, dy in form),), True, tip)


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
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= wanted)
    first = int(low // step)
    last = -int(-high // step)
    ticks = tuple(round(number * step, 10) for number in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], start, end, ticks)
