"""What is written and drawn in the colours of the palette can be made out, in the light theme and in the dark one.

The bounds are those of WCAG 2.2: 4.5 to 1 for text (1.4.3), 3 to 1 for what is drawn (1.4.11).
"""

import re
from importlib.resources import files
from itertools import product

import pytest

FOLDERS = [files("anaphora.experiments.report") / "assets" / "styles", files("anaphora.experiments.live") / "assets"]
STYLES = "\n".join(
    entry.read_text("utf-8") for folder in FOLDERS for entry in folder.iterdir() if entry.name.endswith(".css")
)
THEMES = ("light", "dark")
GROUNDS = ("page", "panel")
DRAWN = ("right", "wrong", "open", "loss", "others", "link", "series-1", "series-2", "series-3", "series-4")


def colours() -> dict[str, dict[str, str]]:
    """Name of a variable -> theme -> colour."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);", STYLES)
    return {name: dict(zip(THEMES, values, strict=True)) for name, *values in pairs}


COLOURS = colours()
WRITTEN = set(re.findall(r"(?<![\w-])color: var\(--([\w-]+)\)", STYLES)) & COLOURS.keys()
"""The variables that some style gives to text."""
ON_A_GROUND_OF_THEIR_OWN = {"on-mark": "mark", "page": "link"}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_published() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the grey just too light for text on white


def test_the_palette_gives_each_colour_for_both_themes() -> None:
    assert {*GROUNDS, *DRAWN, "text", "muted", "mark", "on-mark"} <= COLOURS.keys()


@pytest.mark.parametrize(
    ("theme", "name", "ground"), list(product(THEMES, sorted(WRITTEN - ON_A_GROUND_OF_THEIR_OWN.keys()), GROUNDS))
)
def test_text_stands_out_from_its_ground(theme: str, name: str, ground: str) -> None:
    assert contrast(COLOURS[name][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize(("theme", "name"), list(product(THEMES, ON_A_GROUND_OF_THEIR_OWN)))
def test_text_stands_out_from_a_ground_of_its_own(theme: str, name: str) -> None:
    assert contrast(COLOURS[name][theme], COLOURS[ON_A_GROUND_OF_THEIR_OWN[name]][theme]) >= 4.5


@pytest.mark.parametrize(("theme", "name", "ground"), list(product(THEMES, DRAWN, GROUNDS)))
def test_what_is_drawn_stands_out_from_its_ground(theme: str, name: str, ground: str) -> None:
    assert contrast(COLOURS[name][theme], COLOURS[ground][theme]) >= 3


@pytest.mark.parametrize(("theme", "ground"), list(product(THEMES, ("band", "mark"))))
def test_text_can_be_read_on_what_is_tinted(theme: str, ground: str) -> None:
    assert contrast(COLOURS["on-mark" if ground == "mark" else "text"][theme], COLOURS[ground][theme]) >= 7
