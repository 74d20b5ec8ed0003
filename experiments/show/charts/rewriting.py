"""The chart of names in place of pronouns: what they help to find, against what is wrong."""

from functools import partial

from anaphora.experiments.show.charts.chains import one_measure
from anaphora.experiments.show.charts.chart import Plans
from anaphora.experiments.show.charts.layout import Lines, Series
from anaphora.workbench.results.help_and_harm import THRESHOLDS, HelpAndHarm, on_curve


def help_and_harm(result: HelpAndHarm) -> Lines:
    """Recall over harm as the least probability falls, a line a resolver; all other systems are points."""
    lines = {
        name: result.points(result.curve, [on_curve(name, least) for least in reversed(THRESHOLDS)])
        for name in result.sure
    }
    others = [name for name in result.scores.systems if name not in result.sure]
    points = dict(zip(others, result.points(result.scores, others), strict=True))
    series = [Series(name, line, f"line-{number}") for number, (name, line) in enumerate(lines.items(), start=1)]
    series += [Series(name, [point], "others", number) for number, (name, point) in enumerate(points.items(), start=4)]
    every = [point for line in series for point in line.points]
    across, up = ((min(sides), max(sides)) for sides in zip(*every, strict=True))
    return Lines(series, ("Wrong (%)", "Recall (%)"), up, across=(across[0], max(across[1], across[0] + 1)))


def charts(result: HelpAndHarm) -> Plans:
    """The charts of names in place of pronouns."""
    return {
        "help-and-harm": partial(help_and_harm, result),
        "recall": partial(one_measure, result.scores, result.scores.measures[0]),
    }
