"""The report of systems on many datasets: who is ahead, on which datasets, and how sure that is."""

from collections.abc import Iterator

from anaphora.experiments.show.charts import datasets as charts
from anaphora.experiments.show.charts.chart import of_table
from anaphora.experiments.show.report.section import Beside, Block, Row, Section, Sheet, Words
from anaphora.experiments.show.report.verdict import apart, found_significant
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.macro import (
    MacroScores,
    Replication,
    datasets_table,
    differences_table,
    measured,
    pairs_table,
    ranking_table,
    replicated_table,
)
from anaphora.workbench.results.vocabulary import counted, interval, percent

_NOTE = (
    "The intervals are about other datasets of the same kind, not about these alone; differences are tested over "
    "datasets, and on each dataset over its documents."
)
_ONE = "One dataset says nothing about others: there are no intervals and no tests of the average."
_DRAWN = 4  # systems that are compared with the best one, dataset by dataset


def sections(macro: MacroScores) -> list[Section]:
    """The verdict, the ranking, the datasets, and with several systems who beats whom and the differences."""
    notes = Words(datasets_table(macro).notes, "note")
    blocks = [
        Section("verdict", "Verdict", "Verdict", (Beside(tuple(_verdict(macro)), charts.averages(macro)),)),
        Section("ranking", "Ranking", "Ranking", tuple(_ranking(macro))),
        Section("datasets", "By dataset", "By dataset", (charts.values(macro), notes)),
    ]
    if macro.pairs:
        blocks.append(Section("wins", "Who beats whom", "Wins", tuple(_wins(macro))))
        blocks.append(Section("differences", "Differences", "Differences", tuple(_differences(macro))))
    return blocks


def _verdict(macro: MacroScores) -> Iterator[Words]:
    best, *others = macro.ranking
    ends = macro.interval(best)
    bounds = f" (95% interval {interval(ends)})" if ends else ""
    average = f"a macro average of {percent(macro.average(best))} {measured(macro)}{bounds}"
    level = [name for name in others if macro.average(name) == macro.average(best)]
    ahead = f"{' and '.join((best, *level))} are level, with" if level else f"{best} is ahead, with"
    yield Words((f"{ahead if others else f'{best} reaches'} {average}.",), "lead")
    if others and (pair := macro.pairs.pair(best, others[0])):
        yield Words((_next(macro, pair),))
        yield Words((_replicated(macro, pair),))
        surest = (macro.probabilities(best) or [0.0])[0]
        yield Words((f"In {percent(surest)}% of the bootstrap samples {best} ranks first.",))
        if short := _not_beaten(macro, best):
            yield Words((short,))
    yield from (Words((f"Warning: {warning}",), "warning") for warning in macro.warnings)
    yield Words((_NOTE if len(macro.datasets) > 1 else _ONE,), "note")


def _next(macro: MacroScores, pair: Pair[Replication]) -> str:
    head = f"Next is {pair.second} with {percent(macro.average(pair.second))}"
    return f"{head}; {apart(pair)}{'' if pair.p_adjusted is None else f', {found_significant(pair)}'}."


def _replicated(macro: MacroScores, pair: Pair[Replication]) -> str:
    """Say on how many datasets the better system is ahead, and on how many that is shown."""
    datasets = counted(len(macro.datasets), "dataset")
    least, backward = pair.detail.forward.fisher, pair.detail.backward.fisher
    shown = f"{pair.first} is better on at least {least}" if least else f"{pair.first} is better on none for certain"
    turned = f", {pair.second} on at least {backward}" if backward else ""
    return (
        f"{pair.first} has the higher value on {pair.detail.forward.wins} of {datasets}, {pair.second} on "
        f"{pair.detail.backward.wins}; by partial conjunction tests {shown}{turned}."
    )


def _not_beaten(macro: MacroScores, best: str) -> str:
    """The systems that are not significantly worse than the best one on average."""
    level = [
        name
        for name in macro.ranking
        if name != best and (pair := macro.pairs.pair(best, name)) is not None and not pair.is_significant()
    ]
    return f"Not significantly worse than {best} on average: {', '.join(level)}." if level else ""


def _ranking(macro: MacroScores) -> Iterator[Block]:
    table = ranking_table(macro)
    yield Sheet("Ranking", of_table(table))
    yield Words(table.notes, "note")
    if macro.ranks is not None and len(macro.systems) > 1:
        yield charts.ranks(macro)


def _wins(macro: MacroScores) -> Iterator[Block]:
    yield charts.wins(macro)
    for table in (replicated_table(macro, "fisher"), replicated_table(macro, "bonferroni")):
        yield Sheet(table.title, of_table(table), folded=True)


def _differences(macro: MacroScores) -> Iterator[Block]:
    best, *others = macro.ranking
    yield Row(tuple(charts.against(macro, best, other) for other in others[:_DRAWN]))
    table = pairs_table(macro)
    yield Sheet("All pairs of systems", of_table(table), folded=True)
    yield Words(table.notes, "note")
    yield Sheet("All pairs on each dataset", of_table(differences_table(macro)), folded=True)
