"""Charts of scores: of chains held against a key, of their errors, of names in place of pronouns, of many datasets."""

from collections.abc import Sequence
from functools import partial
from math import isnan

import numpy as np

from anaphora.experiments.show.charts.chart import (
    Chart,
    Figures,
    Plans,
    behind,
    difference,
    dot,
    of_dots,
    of_table,
    plans_if,
)
from anaphora.experiments.show.charts.layout import (
    Bar,
    Bars,
    DividedChain,
    Dot,
    Dots,
    Fitting,
    Grid,
    Lines,
    Partitions,
    Segment,
    Series,
    Tile,
)
from anaphora.experiments.show.render import show
from anaphora.workbench.document import ZERO
from anaphora.workbench.error_analysis.analysis import ChainErrors, ResponseErrors
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, ErrorType
from anaphora.workbench.measures import COMPARED, divide
from anaphora.workbench.results.help_and_harm import THRESHOLDS, HelpAndHarm, on_curve
from anaphora.workbench.results.macro import (
    MacroScores,
    datasets_table,
    differences_table,
    extremes,
    measured,
    ranking_table,
    ranks_table,
    replicated_table,
    wins_table,
)
from anaphora.workbench.results.scores import AnyMeasure, Scores, main_part
from anaphora.workbench.results.table import NOTHING, Table, number, shade
from anaphora.workbench.results.vocabulary import DASH, counted, percent


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
    best, *others = main_values(scores, scores.primary)
    return behind(best, (scores.pair(name, other, best) for other in others), f"{name}, ")


def main_values(scores: Scores, measure: AnyMeasure) -> dict[str, float | None]:
    """The main part of a measure by system; the systems are in the order of the primary measure, the best first."""

    def value(system: str, measure: AnyMeasure) -> float | None:
        return scores.values(system, measure)[main_part(measure)]

    ranked = sorted(scores.systems, key=lambda system: -(value(system, scores.primary) or 0.0))
    return {system: value(system, measure) for system in ranked}


def _dots(scores: Scores, measure: AnyMeasure) -> dict[str, Dot]:
    return {
        system: dot(system, value, scores.interval(system, measure))
        for system, value in main_values(scores, measure).items()
        if value is not None
    }


def agreement(scores: Scores) -> Figures | None:
    """Kendall's tau-b (1945) between the rankings of the measures; `None` for fewer than three systems.

    It is the cosine of two rankings, each the signs of all differences between its systems.
    """
    chosen = [measure for measure in scores.measures if measure.name in COMPARED]
    if len(scores.systems) < 3 or len(chosen) < 2:
        return None
    values = np.array([[value or 0.0 for value in main_values(scores, measure).values()] for measure in chosen])
    order = np.sign(values[:, :, None] - values[:, None]).reshape(len(chosen), -1)
    length = np.sqrt((order**2).sum(axis=1))
    taus = divide(order @ order.T, np.outer(length, length))
    names = [measure.name for measure in chosen]
    rows = (
        (name, *(DASH if isnan(tau) else f"{tau:+.2f}" for tau in row)) for name, row in zip(names, taus, strict=True)
    )
    return Figures(("Kendall’s τ", *names), tuple(rows))


def errors(classified: ChainErrors) -> Chart | None:
    """The errors of chains by type, a bar for each system and type; `None` if there is no error at all."""
    systems = best_first(classified)
    most = max((response.count(type) for response in systems.values() for type in ERROR_TYPES), default=0)
    if not most:
        return None
    step = 1.7 * most
    bars = [
        Bar(name, [_piece(step * row, response.count(type)) for row, type in enumerate(ERROR_TYPES)])
        for name, response in systems.items()
    ]

    def tiles(type: ErrorType) -> list[Tile]:
        counts = [response.count(type) for response in systems.values()]
        return [Tile(count / most, f"{count:,}") for count in counts]

    first = next(iter(systems))
    gains = {type: systems[first].gain(type) for type in ERROR_TYPES}
    worst = max(ERROR_TYPES, key=lambda type: gains[type] or 0.0)
    without = "" if classified.singletons else " without singletons"
    return Chart(
        "chain-errors",
        "Errors of the chains by type",
        f"{first} would gain most, {_points(gains[worst]).removeprefix('+')} points of CoNLL F1{without}, if "
        f"“{_words(worst)}” were corrected.",
        Fitting(
            Bars(
                bars,
                heads=[(step * row, type.replace("_", "\n"), "start") for row, type in enumerate(ERROR_TYPES)],
                plot=124.0 * len(ERROR_TYPES),
                most=step * len(ERROR_TYPES),
            ),
            Grid({_words(type): tiles(type) for type in ERROR_TYPES}, list(systems), unit="errors"),
            100.0 * len(ERROR_TYPES),
        ),
        Figures(
            (f"errors, and points of CoNLL F1{without} if corrected", *map(_words, ERROR_TYPES)),
            tuple((name, *(_cell(response, type) for type in ERROR_TYPES)) for name, response in systems.items()),
        ),
        "The changes that turn the chains of a system into those of the key (Kummerfeld and Klein 2013). "
        "One wrong link that glues two entities is one conflated entity, however many mentions they have.",
    )


_DIVIDED = 24
"""Chains that are drawn of a side."""


def partitions(classified: ChainErrors) -> Partitions | None:
    """The chains of the first document whose links differ, each divided as the other side does (Vilain et al. 1995).

    `None` if none differs. Where there are too many chains, those that are not divided are left out, then the last.
    """
    compared = {name: response.chains() for name, response in classified.systems.items()}
    for place, text in enumerate(classified.texts):
        sides: dict[str, list[DividedChain]] = {}
        for name, documents in compared.items():
            both = documents[place]
            sides[f"Key, divided by {name}"] = _divided(text, both.key, both.key_across)
            sides[f"{name}, divided by the key"] = _divided(text, both.response, both.response_across)
        if any(len(chain.parts) > 1 for chains in sides.values() for chain in chains):
            return Partitions(dict(_shown_side(head, chains) for head, chains in sides.items()))
    return None


def _divided(
    text: DocumentText, chains: Sequence[Sequence[tuple[int, int]]], across: Sequence[Sequence[int]]
) -> list[DividedChain]:
    """The chains with links, in words; a mention that the other side lacks is a part of its own."""
    divided = []
    for chain, others in zip(chains, across, strict=True):
        parts: dict[tuple[int, int], list[str]] = {}
        for place, ((start, end), other) in enumerate(zip(chain, others, strict=True)):
            words = " ".join(text.words[start:end]) or ZERO
            parts.setdefault((other, place if other < 0 else 0), []).append(words)
        if len(chain) > 1:
            divided.append(DividedChain(list(parts.values())))
    return divided


def _shown_side(head: str, chains: Sequence[DividedChain]) -> tuple[str, list[DividedChain]]:
    """The heading of a side, with the fraction of MUC, and its chains or those of them that are divided."""
    there, links = (sum(chain.links[side] for chain in chains) for side in (0, 1))
    shown = list(chains) if len(chains) <= _DIVIDED else [chain for chain in chains if len(chain.parts) > 1][:_DIVIDED]
    left_out = f"\n{len(shown)} of {counted(len(chains), 'chain')}" if len(shown) < len(chains) else ""
    return f"{head}: {there} of {counted(links, 'link')}{left_out}", shown


def charts_of_errors(classified: ChainErrors) -> Plans:
    """The charts of the errors of chains."""
    wanted: Plans = {"errors": partial(errors, classified), "partitions": partial(partitions, classified)}
    return {name: chart for name, chart in wanted.items() if chart()}


def _piece(start: float, count: int) -> Segment:
    return Segment("outranked", start, start + count, f"{count:,}")


def best_first(classified: ChainErrors) -> dict[str, ResponseErrors]:
    """The systems in the order of their CoNLL F1."""
    return dict(sorted(classified.systems.items(), key=lambda pair: -(pair[1].scores["conll"]["f1"] or 0.0)))


def _words(type: str) -> str:
    return type.replace("_", " ")


def _cell(response: ResponseErrors, type: ErrorType) -> str:
    alone = _points(response.gain(type))
    after = _points(response.gain(type, in_sequence=True))
    return f"{response.count(type):,} ({alone} alone, {after} in sequence)"


def _points(value: float | None) -> str:
    return DASH if value is None else f"{100 * value:+.1f}"


def charts_of_scores(result: Scores) -> Plans:
    """The charts of scores."""
    usual = result.standard()
    return {"scores": partial(one_measure, result, result.primary)} | plans_if({
        "measures": (len(usual.measures) > 1, partial(measures, usual)),
        "differences": (bool(result.pairs), partial(differences, result)),
    })  # fmt: skip


def charts_of_measures(result: Scores) -> Plans:
    """The chart of each measure, under its name."""
    return {measure.name: partial(one_measure, result, measure) for measure in result.measures}


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


def charts_of_rewriting(result: HelpAndHarm) -> Plans:
    """The charts of names in place of pronouns."""
    return {
        "help-and-harm": partial(help_and_harm, result),
        "recall": partial(one_measure, result.scores, result.scores.measures[0]),
    }


def averages(macro: MacroScores) -> Chart:
    """Macro averages with 95% confidence intervals, best first."""
    table = ranking_table(macro)
    rows = {name: {"": dot(name, macro.average(name), macro.interval(name))} for name in macro.ranking}
    return Chart(
        "macro-average",
        table.title,
        f"{macro.ranking[0]} is ahead.",
        Dots(
            rows, f"Macro average of {measured(macro)} (%), 95% CI",
            [percent(macro.average(name)) for name in macro.ranking],
        ),
        of_table(table),
        "With 95% intervals over datasets. Differences are paired, so systems whose intervals overlap may well differ.",
    )  # fmt: skip


def average_differences(macro: MacroScores) -> Dots:
    """Plot how far each system is behind the best one on average; what is not significant is grey."""
    best, *others = macro.ranking
    return behind(best, (macro.pairs.pair(other, best) for other in others))


def against(macro: MacroScores, best: str, other: str) -> Chart:
    """The differences of the best system from another on each dataset, and on average."""
    pairs = [(dataset.name, pair) for dataset in macro.datasets if (pair := dataset.pairs.pair(best, other))]
    pairs.sort(key=lambda entry: -entry[1].points)
    dots = {name: difference(name, pair) for name, pair in pairs}
    better = sum(point.held and point.value > 0 for point in dots.values())
    worse = sum(point.held and point.value < 0 for point in dots.values())
    average = macro.pairs.pair(best, other)
    rows = dots | ({"macro average": difference("macro average", average)} if average else {})
    return Chart(
        f"against-{macro.ranking.index(other)}",
        f"{best} less {other}, by dataset",
        f"{best} less {other}: significantly better on {better} and worse on {worse} of {len(dots)}.",
        Dots(
            {name: {"": point} for name, point in rows.items()}, "Points",
            [f"{point.value:+.1f}" for point in rows.values()], signed=True, total=average is not None,
        ),
        of_table(differences_table(macro, {best, other})),
        f"{measured(macro)} in points, with 95% intervals; filled: significant (adjusted p of the dataset’s pairs).",
    )  # fmt: skip


def values_grid(macro: MacroScores) -> Chart:
    """The value of each system on each dataset."""
    averages = macro.by_dataset()
    best = macro.ranking[0]
    easy, hard = max(averages, key=averages.__getitem__), min(averages, key=averages.__getitem__)
    finding = (
        f"No system has a higher value than {best} on {macro.unbeaten(best)} of "
        f"{counted(len(macro.datasets), 'dataset')}. On average {hard} is the hardest ({percent(averages[hard])}) and "
        f"{easy} the easiest ({percent(averages[easy])})."
    )
    caption = (
        f"{measured(macro)} in per cent; the best of each dataset is bold, a dash is no response. "
        "The table below has the significant differences."
    )
    low, high = extremes(macro)
    scale = low - (high - low) / 8, high  # also the lowest value has a colour
    named = f"{measured(macro)} (%)"
    return _grid(datasets_table(macro), "values", finding, caption, macro.ranking, scale, axes=("system", named))


def ranks_grid(macro: MacroScores) -> Chart:
    """Chart the probability of each rank for each system."""
    sure = sum(len({*(macro.likely_ranks(name) or ())}) == 1 for name in macro.ranking)
    numbers = [str(number) for number in range(1, len(macro.systems) + 1)]
    finding = f"{sure} of {counted(len(macro.systems), 'system')} keep their rank in 95% of the samples."
    caption = "How often the system has the rank in the hierarchical bootstrap, in per cent; empty: below 0.05."
    axes = ("rank", "share of the bootstrap samples (%)")
    return _grid(ranks_table(macro), "ranks", finding, caption, numbers, (0, 1), zeros=False, axes=axes)


def wins_grid(macro: MacroScores) -> Chart:
    """On how many datasets one system has a higher value than another, and on how many that is shown."""
    best = macro.ranking[0]
    datasets = len(macro.datasets)
    everywhere = [
        pair.second
        for pair in (compared.best_first() for compared in macro.pairs)
        if pair.first == best and pair.detail.forward.wins == datasets
    ]
    finding = f"{best} beats {counted(len(everywhere), 'system')} of {len(macro.systems) - 1} on every dataset."
    caption = (
        "On how many datasets the system of the row has a higher value than that of the column. ≥: it is better on at "
        "least so many (partial conjunction, Dror et al. 2017) with Fisher’s combination, which takes datasets as "
        "independent. Bonferroni’s does not, and finds fewer where there are few documents."
    )
    table = wins_table(macro)
    axes = ("the row beats …", f"on so many of {counted(datasets, 'dataset')}; ≥: shown")
    return _grid(
        table, "wins", finding, caption, macro.ranking, (0, datasets), replicated_table(macro, "fisher"), axes=axes
    )


def _grid(
    table: Table, name: str, finding: str, caption: str, heads: Sequence[str], scale: tuple[float, float],
    below: Table | None = None, *, zeros: bool = True, axes: tuple[str, str],
) -> Chart:  # fmt: skip
    """The last columns of a table under these heads, white at the first end of the scale and darkest at the second.

    The best figures are bold. `below` has for each cell a number that stands under it (0: none); without `zeros` a cell
    that rounds to 0 is empty. `axes` say what columns and cells are.
    """
    places = range(len(table.columns) - len(heads), len(table.columns))
    best = table.best()
    rows = {}
    for y, row in enumerate(table.rows):
        tiles = []
        for x in places:
            value = number(row[x])
            text = "" if not zeros and value is not None and value < NOTHING else show(value, table.columns[x])
            least = number(below.rows[y][x]) if below else None
            tiles.append(Tile(shade(value, scale), text, (y, x) in best, f"≥ {least:.0f}" if least else ""))
        rows[str(row[0])] = tiles
    plan = Grid(rows, heads, frozenset(table.groups), *axes)
    return Chart(name, table.title, finding, plan, of_table(table), caption)


def charts_of_datasets(result: MacroScores) -> Plans:
    """The charts of scores on many datasets."""
    several = len(result.systems) > 1
    return {"scores": partial(averages, result), "datasets": partial(values_grid, result)} | plans_if({
        "ranks": (several and result.ranks is not None, partial(ranks_grid, result)),
        "wins": (several and bool(result.pairs), partial(wins_grid, result)),
        "differences": (several and bool(result.pairs), partial(average_differences, result)),
    })  # fmt: skip
