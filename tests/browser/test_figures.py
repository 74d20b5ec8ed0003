"""The figures for papers look alike in Chromium and in the programs that people convert them with."""

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image, ImageFilter

from anaphora.workbench.arrays import Numbers
from tests.browser.conftest import Written

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

FIGURES = {
    "report": {"scores", "differences", "coverage", "coverage-curves", "losses", "candidates", "distance"},
    "ablation": {"importance", "helped-hurt"},
    "score": {"scores", "measures", "differences"},
}
DOTS = 96  # an inch
MEAN, FAR, FEW = 4.0, 80, 0.005
"""Of 255 shades: the mean difference of two drawings, and that which only few pixels have (letters are drawn apart)."""


def by_rsvg(svg: Path, png: Path) -> None:
    subprocess.run([_program("rsvg-convert"), f"-d{DOTS}", f"-p{DOTS}", "-o", png, svg], check=True)


def by_inkscape(svg: Path, png: Path) -> None:
    inkscape = _program("inkscape")
    subprocess.run([inkscape, f"--export-dpi={DOTS}", "-o", png, svg], check=True, capture_output=True)


def by_cairosvg(svg: Path, png: Path) -> None:
    try:
        import cairosvg
    except (ImportError, OSError):
        pytest.skip("CairoSVG or the library cairo is not installed")
    cairosvg.svg2png(url=str(svg), write_to=str(png), dpi=DOTS)


CONVERTERS: list[Callable[[Path, Path], None]] = [by_rsvg, by_inkscape, by_cairosvg]


def _program(name: str) -> str:
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


@pytest.fixture(scope="module")
def figures(written: Written, folder: Path) -> list[Path]:
    """The figures of three commands."""
    for name in FIGURES:
        written(name)
    return sorted(path for name in FIGURES for path in (folder / name).glob("*.svg"))


@cache
def seen(browser: "Browser", svg: Path) -> Numbers:
    """The drawing of Chromium."""
    points = re.findall(r'(?:width|height)="([\d.]+)pt"', svg.read_text("utf8"))
    width, height = (round(float(size) / 72 * DOTS) for size in points)
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(svg.as_uri())
    page.screenshot(path=svg.with_suffix(".chromium.png"))
    page.close()
    return shades(svg.with_suffix(".chromium.png"))


def shades(png: Path, size: tuple[int, int] | None = None) -> Numbers:
    """The colours of a drawing on white, blurred, since letters are a pixel aside here and there."""
    with Image.open(png) as image:
        drawn = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA")).convert("RGB")
    return np.asarray(drawn.resize(size or drawn.size).filter(ImageFilter.GaussianBlur(2)), np.float64)


def are_alike(one: Numbers, other: Numbers) -> bool:
    apart = np.abs(one - other)
    return bool(apart.mean() < MEAN and (apart > FAR).mean() < FEW)


def test_every_command_writes_its_figures_and_blank_and_black_ones_would_be_seen(
    browser: "Browser", figures: list[Path]
) -> None:
    for name, files in FIGURES.items():
        assert {path.stem for path in figures if path.parent.name == name} == files
    for svg in figures:
        wanted = seen(browser, svg)
        assert not are_alike(np.full_like(wanted, 255), wanted), svg
        assert not are_alike(np.zeros_like(wanted), wanted), svg
        assert not are_alike(np.where(wanted < 200, 0, wanted), wanted), f"{svg} with black fills"


@pytest.mark.parametrize("convert", CONVERTERS)
def test_converted_figures_look_as_in_the_browser(
    browser: "Browser", figures: list[Path], tmp_path: Path, convert: Callable[[Path, Path], None]
) -> None:
    other = []
    for svg in figures:
        wanted = seen(browser, svg)
        convert(svg, tmp_path / "converted.png")
        if not are_alike(shades(tmp_path / "converted.png", (wanted.shape[1], wanted.shape[0])), wanted):
            other.append(svg)

    assert other == []
