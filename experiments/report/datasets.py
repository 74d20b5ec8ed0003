"""The report of systems on many datasets: who is ahead, on which datasets, and how sure that is."""

from collections.abc import Iterator

from anaphora.experiments.report.charts import forest
from anaphora.experiments.report.charts.grid import grid
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.drawing import Drawing, of_table
from anaphora.experiments.report.section import Block, Row, Section, Sheet, Words
from anaphora.experiments.scoring.datasets.macro import (
    MacroPair,
    MacroScores,
    datasets_table,
    differences_table,
    extremes,
    measured,
    pairs_table,
    ranking_table,
    ranks_table,
    replicated_table,
    wins_table,
)
from anaphora.workbench.results.values import ScorePair
from anaphora.workbench.results.vocabulary import counted, interval, p_equals, percent
from anaphora.workbench.statistics.defaults import ALPHA

_NOTE = (
    "The intervals are about other datasets of the same kind, not about these alone; differences are tested over "
    "datasets, and on each dataset over its documents."
)
_ONE = "One dataset says nothing about others: there are no intervals and no tests of the average."
_SEE_TABLE = "The table below has the significant differences."
_DRAWN = 4  # systems that are compared with the best one, dataset by dataset


def of_datasets(macro: MacroScores) -> Findings:
    """The findings of systems that were scored on many datasets."""
    return Findings(f"Coreference on many datasets: {macro.place}", macro.signature, macro=macro)


def sections(macro: MacroScores) -> list[Section]:
    """The verdict, the ranking, the datasets, and with several systems who beats whom and the differences."""
    ranked = tuple(_ranking(macro))
    found = [
        Section("verdict", "Verdict", "Verdict", tuple(_verdict(macro))),
        Section("ranking", "Ranking", "Ranking", ranked),
        Section("datasets", "By dataset", "By dataset", tuple(_by_dataset(macro))),
    ]
    if macro.pairs:
        found.append(Section("wins", "Who beats whom", "Wins", tuple(_wins(macro))))
        found.append(Section("differences", "Differences", "Differences", tuple(_differences(macro))))
    return found


def _verdict(macro: MacroScores) -> Iterator[Block]:
    best, *others = macro.ranking
    ends = macro.interval(best)
    bounds = f" (95% interval {interval(ends)})" if ends else ""
    average = f"a macro average of {percent(macro.average(best))} {measured(macro)}{bounds}"
    level = [name for name in others if macro.average(name) == macro.average(best)]
    ahead = f"{' and '.join((best, *level))} are level, with" if level else f"{best} is ahead, with"
    yield Words((f"{ahead if others else f'{best} reaches'} {average}.",), "lead")
    if others and (pair := macro.pair(best, others[0])):
        yield Words((_next(macro, pair),))
        yield Words((_replicated(macro, pair),))
        surest = (macro.probabilities(best) or [0.0])[0]
        yield Words((f"In {percent(surest)}% of the bootstrap samples {best} ranks first.",))
        if short := _not_beaten(macro, best):
            yield Words((short,))
    yield from (Words((f"Warning: {each}",), "warning") for each in macro.warnings)
    yield Words((_NOTE if len(macro.datasets) > 1 else _ONE,), "note")


def _next(macro: MacroScores, pair: MacroPair) -> str:
    told = f"Next is {pair.second} with {percent(macro.average(pair.second))}"
    points = f"the difference is {100 * pair.difference:.1f} points"
    if pair.interval:
        points += f", 95% interval {100 * pair.interval.low:.1f} to {100 * pair.interval.high:.1f}"
    if pair.p_adjusted is None:
        return f"{told}; {points}."
    real = "significant" if pair.is_significant else "not significant"
    return f"{told}; {points}, {real} (adjusted {p_equals(pair.p_adjusted)})."


def _replicated(macro: MacroScores, pair: MacroPair) -> str:
    """On how many datasets the better one is ahead, and on how many that is shown."""
    of = counted(len(macro.datasets), "dataset")
    least, backward = pair.forward.fisher, pair.backward.fisher
    shown = f"{pair.first} is better on at least {least}" if least else f"{pair.first} is better on none for certain"
    turned = f", {pair.second} on at least {backward}" if backward else ""
    return (
        f"{pair.first} has the higher value on {pair.forward.wins} of {of}, {pair.second} on {pair.backward.wins}; by "
        f"partial conjunction tests {shown}{turned}."
    )


def _not_beaten(macro: MacroScores, best: str) -> str:
    """The systems that are not significantly worse than the best one on average."""
    level = [
        other
        for other in macro.ranking
        if other != best and (pair := macro.pair(best, other)) is not None and not pair.is_significant
    ]
    return f"Not significantly worse than {best} on average: {', '.join(level)}." if level else ""


def _ranking(macro: MacroScores) -> Iterator[Block]:
    table = ranking_table(macro)
    yield Sheet("Ranking", of_table(table))
    yield Words(table.notes, "note")
    lines = [
        forest.Line(name, macro.average(name), macro.interval(name), True, percent(macro.average(name)))
        for name in macro.ranking
    ]
    average = forest.drawn(
        "macro-average",
        table.title,
        f"{macro.ranking[0]} is ahead.",
        lines,
        of_table(table),
        "With 95% intervals over datasets. Differences are paired, so systems whose intervals overlap may well differ.",
        signed=False,
    )
    drawings = [average]
    if macro.ranks is not None and len(macro.systems) > 1:
        drawings.append(_ranks(macro))
    yield Row(tuple(drawings))


def _ranks(macro: MacroScores) -> Drawing:
    sure = sum(len({*(macro.likely_ranks(name) or ())}) == 1 for name in macro.ranking)
    numbers = [str(number) for number in range(1, len(macro.systems) + 1)]
    finding = f"{sure} of {counted(len(macro.systems), 'system')} keep their rank in 95% of the samples."
    caption = "How often the system has the rank in the hierarchical bootstrap, in per cent; empty: below 0.05."
    return grid(ranks_table(macro), "ranks", finding, caption, numbers, (0, 1), zeros=False)


def _by_dataset(macro: MacroScores) -> Iterator[Block]:
    table = datasets_table(macro)
    averages, best = macro.by_dataset(), macro.ranking[0]
    easy, hard = max(averages, key=averages.__getitem__), min(averages, key=averages.__getitem__)
    finding = (
        f"No system has a higher value than {best} on {macro.unbeaten(best)} of "
        f"{counted(len(macro.datasets), 'dataset')}. On average {hard} is the hardest ({percent(averages[hard])}) and "
        f"{easy} the easiest ({percent(averages[easy])})."
    )
    caption = f"{measured(macro)} in per cent; the best of each dataset is bold, a dash is no response. "
    yield grid(table, "values", finding, caption + _SEE_TABLE, macro.ranking, extremes(macro))
    yield Words(table.notes, "note")


def _wins(macro: MacroScores) -> Iterator[Block]:
    best, of = macro.ranking[0], len(macro.datasets)
    everywhere = [
        pair.second for pair in map(MacroPair.best_first, macro.pairs) if pair.first == best and pair.forward.wins == of
    ]
    finding = f"{best} beats {counted(len(everywhere), 'system')} of {len(macro.systems) - 1} on every dataset."
    caption = (
        "On how many datasets the system of the row has a higher value than that of the column. ≥: it is better on at "
        "least so many (partial conjunction, Dror et al. 2017) with Fisher’s combination, which takes datasets as "
        "independent. Bonferroni’s does not, and finds fewer where there are few documents."
    )
    replicated = replicated_table(macro, "fisher")
    yield grid(wins_table(macro), "wins", finding, caption, macro.ranking, (0, of), below=replicated)
    for table in (replicated, replicated_table(macro, "bonferroni")):
        yield Sheet(table.title, of_table(table), folded=True)


def _differences(macro: MacroScores) -> Iterator[Block]:
    best, *others = macro.ranking
    yield Row(tuple(_against(macro, best, other) for other in others[:_DRAWN]))
    table = pairs_table(macro)
    yield Sheet("All pairs of systems", of_table(table), folded=True)
    yield Words(table.notes, "note")
    yield Sheet("All pairs on each dataset", of_table(differences_table(macro)), folded=True)


def _against(macro: MacroScores, best: str, other: str) -> Drawing:
    """The differences of the best system from another on each dataset, and on average."""
    pairs = {dataset.name: pair for dataset in macro.datasets if (pair := dataset.pair(best, other))}
    told = [_line(name, pair, pair.is_significant(ALPHA)) for name, pair in pairs.items()]
    told.sort(key=lambda line: -line.value)
    average = macro.pair(best, other)
    lines = [*told, _line("macro average", average, average.is_significant)] if average else told
    ahead = sum(line.filled and line.value > 0 for line in told)
    behind = sum(line.filled and line.value < 0 for line in told)
    return forest.drawn(
        f"against-{macro.ranking.index(other)}",
        f"{best} less {other}, by dataset",
        f"{best} less {other}: significantly better on {ahead} and worse on {behind} of {len(told)}.",
        lines,
        of_table(differences_table(macro, {best, other})),
        f"{measured(macro)} in points, with 95% intervals; filled: significant (adjusted p of the dataset’s pairs).",
        total=average is not None,
    )


def _line(name: str, pair: ScorePair | MacroPair, is_significant: bool) -> forest.Line:
    return forest.Line(name, pair.difference, pair.interval, is_significant, f"{100 * pair.difference:+.1f}")
