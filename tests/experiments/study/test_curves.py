"""The bundled study `curves`: all measures over simulated responses, on the bundled corpus."""

import json
from pathlib import Path

import pytest

from anaphora.experiments.study.study import run

PAGE = Path(__file__).parents[3] / "experiments/docs/pages/results/appendix/measures.md"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(Path("curves"), tmp_path_factory.mktemp("curves")).folder / "results" / "curves"


def test_measures_rise_with_right_links_and_fall_with_merged_chains(finished: Path) -> None:
    """The key, which scores 1, is the sixth of eleven responses."""
    systems = json.loads((finished / "result.json").read_text("utf8"))["systems"].values()

    for measure in ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc", "conll"):
        curve = [system["measures"][measure]["f1"] for system in systems]
        assert curve[5] == pytest.approx(1)
        assert curve[:6] == sorted(curve[:6])
        assert curve[5:] == sorted(curve[5:], reverse=True)


def test_the_page_tells_where_the_curves_begin_and_end(finished: Path) -> None:
    systems = json.loads((finished / "result.json").read_text("utf8"))["systems"]
    begin, end = ({name: round(100 * it["f1"]) for name, it in systems[at]["measures"].items()} for at in ("0%", "one"))
    text = PAGE.read_text("utf8")

    assert f"B³ starts at {begin['b_cubed']}, CEAF-e at {begin['ceaf_e']} and BLANC at {begin['blanc']}" in text
    assert f"keeps {end['muc']} points of MUC" in text


@pytest.mark.parametrize("chart", ["curves.svg", "surface.svg"])
def test_the_charts_lie_beside_the_figures(finished: Path, chart: str) -> None:
    assert (finished / chart).read_text("utf8").startswith("<?xml")
