"""Charts of chains scored against a key: one measure, all measures, how they rank the systems, errors by type."""

from functools import partial
from math import isnan

from anaphora.experiments.show.charts.chart import Chart, Figures, Plans, behind, dot, of_dots, plans_if
from anaphora.experiments.show.charts.layout import Bar, Bars, Dot, Dots, Segment
from anaphora.experiments.show.charts.shapes import Anchor
from anaphora.workbench.error_analysis.analysis import ChainErrors, ResponseErrors
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, ErrorType
from anaphora.workbench.measures import COMPARED
from anaphora.workbench.results.scores import AnyMeasure, Scores, main_part
from anaphora.workbench.results.vocabulary import DASH


def one_measure(scores: Scores, measure: AnyMeasure) -> Dots:
    """The main part of a measure of all systems with 95% confidence intervals, best first."""
    ordered = sorted(_dots(scores, measure).items(), key=lambda row: -row[1].value)
    axis = f"{measure.name} {main_part(measure).replace('f1', 'F1')} (%), 95% CI"
    return Dots({name: {"": point} for name, point in ordered}, axis)


def measures(scores: Scores) -> Dots:
    """The main parts of all measures with 95% confidence intervals, a dot for each system."""
    rows = {measure.name: _dots(scores, measure) for measure in scores.measures}
    return Dots({name: row for name, row in rows.items() if row}, "F1 or value (%), 95% CI")


def all_measures(scores: Scores) -> Chart:
    """Chart the main parts of all measures, to stand beside their table."""
    drawn = measures(scores)
    description = "The same with 95% intervals over documents, a mark for each response."
    return Chart("measures", "All measures", description, drawn, of_dots(drawn))


def differences(scores: Scores) -> Dots:
    """Plot how far each system is behind the best one in the primary measure; what is not significant is grey."""
    name = scores.primary.name
    best, *others = _ranked(scores)
    return behind(best, (scores.pair(name, other, best) for other in others), f"{name}, ")


def _values(scores: Scores, measure: AnyMeasure) -> list[float | None]:
    return [scores.values(system, measure)[main_part(measure)] for system in scores.systems]


def _dots(scores: Scores, measure: AnyMeasure) -> dict[str, Dot]:
    values = dict(zip(scores.systems, _values(scores, measure), strict=True))
    return {
        system: dot(system, value, scores.interval(system, measure))
        for system in _ranked(scores)
        if (value := values[system]) is not None
    }


def _ranked(scores: Scores) -> list[str]:
    """The systems, best first in the primary measure."""
    values = dict(zip(scores.systems, _values(scores, scores.primary), strict=True))
    return sorted(scores.systems, key=lambda system: -(values[system] or 0.0))


def agreement(scores: Scores) -> Figures | None:
    """Kendall's tau-b between the rankings of the measures; `None` for fewer than three systems."""
    from scipy.stats import kendalltau

    chosen = [measure for measure in scores.measures if measure.name in COMPARED]
    if len(scores.systems) < 3 or len(chosen) < 2:
        return None
    values = {measure.name: [value or 0.0 for value in _values(scores, measure)] for measure in chosen}
    taus = {row: [float(kendalltau(values[row], values[column]).statistic) for column in values] for row in values}
    rows = ((name, *(DASH if isnan(tau) else f"{tau:+.2f}" for tau in row)) for name, row in taus.items())
    return Figures(("Kendall’s τ", *values), tuple(rows))


def errors(found: ChainErrors) -> Chart | None:
    """The errors of chains by type, a bar for each system and type; `None` if there is no error at all."""
    systems = best_first(found)
    most = max((response.count(type) for response in systems.values() for type in ERROR_TYPES), default=0)
    if not most:
        return None
    step = 1.7 * most
    bars = [
        Bar(name, [_bar(step * row, response.count(type)) for row, type in enumerate(ERROR_TYPES)])
        for name, response in systems.items()
    ]
    heads: list[tuple[float, str, Anchor]] = [
        (step * row, "\n".join(type.split("_")), "start") for row, type in enumerate(ERROR_TYPES)
    ]
    first = next(iter(systems))
    gains = {type: systems[first].gain(type) for type in ERROR_TYPES}
    worst = max(ERROR_TYPES, key=lambda type: gains[type] or 0.0)
    without = "" if found.singletons else " without singletons"
    return Chart(
        "chain-errors",
        "Errors of the chains by type",
        f"{first} would gain most, {_points(gains[worst]).removeprefix('+')} points of CoNLL F1{without}, if "
        f"“{_words(worst)}” were corrected.",
        Bars(bars, heads=heads, plot=124.0 * len(ERROR_TYPES), most=step * len(ERROR_TYPES)),
        Figures(
            (f"errors, and points of CoNLL F1{without} if corrected", *map(_words, ERROR_TYPES)),
            tuple((name, *(_cell(response, type) for type in ERROR_TYPES)) for name, response in systems.items()),
        ),
        "The changes that turn the chains of a system into those of the key (Kummerfeld and Klein 2013). "
        "One wrong link that glues two entities is one conflated entity, however many mentions they have.",
    )


def _bar(start: float, count: int) -> Segment:
    return Segment("outranked", start, start + count, f"{count:,}")


def best_first(found: ChainErrors) -> dict[str, ResponseErrors]:
    """The systems in the order of their CoNLL F1."""
    return dict(sorted(found.systems.items(), key=lambda pair: -(pair[1].scores["conll"]["f1"] or 0.0)))


def _words(type: str) -> str:
    return type.replace("_", " ")


def _cell(response: ResponseErrors, type: ErrorType) -> str:
    alone = _points(response.gain(type))
    after = _points(response.gain(type, in_sequence=True))
    return f"{response.count(type):,} ({alone} alone, {after} in sequence)"


def _points(value: float | None) -> str:
    return DASH if value is None else f"{100 * value:+.1f}"


def charts(result: Scores) -> Plans:
    """The charts of scores."""
    usual = result.standard()
    return {"scores": partial(one_measure, result, result.primary)} | plans_if({
        "measures": (len(usual.measures) > 1, partial(measures, usual)),
        "differences": (bool(result.pairs), partial(differences, result)),
    })  # fmt: skip


def charts_of_measures(result: Scores) -> Plans:
    """The chart of each measure, under its name."""
    return {measure.name: partial(one_measure, result, measure) for measure in result.measures}
