"""Charts of an ablation: what the indicators, rules or factors of a resolver are worth."""

from functools import partial
from typing import TYPE_CHECKING

from anaphora.experiments.comparison.ablate import Ablated, PartWorth
from anaphora.experiments.comparison.component_ablation import SHOWN, ComponentAblation
from anaphora.experiments.plots.charts import Point, dot_plot, grouped_dots, opposed_bars, stacked_bars
from anaphora.experiments.plots.plot import Chart
from anaphora.workbench.statistics.defaults import ALPHA

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def charts(ablated: Ablated) -> dict[str, Chart]:
    """The charts that the ablation has, by name."""
    worth = _ranked(ablated)
    found: dict[str, Chart] = {}
    if any(part.relative_importance is not None for part in worth.values()):
        found["importance"] = partial(importance, worth)
    if any(part.helped or part.hurt for part in worth.values()):
        found["helped-hurt"] = partial(helped_and_hurt, worth)
    if not ablated.additive and ablated.rules().keys() - {""}:
        found["rules"] = partial(rules, ablated)
    return found


def component_charts(ablated: ComponentAblation) -> dict[str, Chart]:
    """The charts that the ablation of a chain resolver has, by name."""
    return {"components": partial(components, ablated)}


def components(ablated: ComponentAblation, width: str) -> "Figure":
    """Recall and precision with all components up to each, in their order: what a component adds, and what it costs."""
    rows = {
        name: {
            f"{SHOWN[measure]} {side}": Point(name, 100 * value)
            for measure in SHOWN
            for side in ("recall", "precision")
            if (value := part.values["until"][measure][side]) is not None
        }
        for name, part in ablated.components().items()
    }
    return grouped_dots(rows, "With all components so far (%)", width)


def importance(worth: dict[str, PartWorth], width: str) -> "Figure":
    """Relative importance, most important first, and decision power beside it; what is not significant grey."""
    first = "Relative importance"
    panels = {
        first: [
            Point(name, part.relative_importance, muted=not _is_significant(part))
            for name, part in worth.items()
            if part.relative_importance is not None
        ],
        "Decision power": [
            Point(name, part.decision_power, muted=not _is_significant(part))
            for name, part in worth.items()
            if part.decision_power is not None and part.relative_importance is not None
        ],
    }
    return dot_plot({axis: points for axis, points in panels.items() if len(points) > 1 or axis == first}, width)


def helped_and_hurt(worth: dict[str, PartWorth], width: str) -> "Figure":
    """Anaphors that are right only with a part, and right only without it."""
    rows = {name: (part.hurt, part.helped) for name, part in worth.items()}
    return opposed_bars(rows, "Anaphors", ("hurt", "helped"), width)


def rules(ablated: Ablated, width: str) -> "Figure":
    """How many anaphors each rule decides, rightly and wrongly."""
    rows = {
        _words(rule): {"right": counts.right, "wrong": counts.decided - counts.right}
        for rule, counts in ablated.rules().items()
    }
    return stacked_bars(rows, "Anaphors decided", width)


def _ranked(ablated: Ablated) -> dict[str, PartWorth]:
    parts = sorted(ablated.parts().items(), key=lambda item: item[1].hurt - item[1].helped)
    return {_words(name): part for name, part in parts}


def _words(name: str) -> str:
    return name.replace("_", " ") or "–"


def _is_significant(part: PartWorth) -> bool:
    p = part.p if part.p_adjusted is None else part.p_adjusted
    return p is not None and p < ALPHA
