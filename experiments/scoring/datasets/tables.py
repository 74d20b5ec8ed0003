"""The tables of systems on many datasets; systems stand best first in all of them."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from anaphora.experiments.scoring.datasets.macro import DatasetScores, MacroScores, Replicated
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Marked
from anaphora.workbench.results.vocabulary import counted, letter, letters
from anaphora.workbench.statistics.defaults import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.statistics.randomisation import Combination


def tables(macro: MacroScores) -> tuple[Table, ...]:
    """The ranking, the values by dataset, how probable the ranks are, the differences, and who wins how often."""
    found = [ranking_table(macro), datasets_table(macro)]
    if macro.ranks is not None and len(macro.systems) > 1:
        found.append(ranks_table(macro))
    return (*found, pairs_table(macro), wins_table(macro)) if macro.pairs else tuple(found)


def measured(macro: MacroScores) -> str:
    """The measure that is compared, in words."""
    part = macro.measures[macro.primary]
    return f"{macro.primary} F1" if part == "f1" else macro.primary


def ranking_table(macro: MacroScores) -> Table:
    """A row a system: macro average and interval, the ranks that it may have, macro averages of all other measures."""
    others = [measure for measure in macro.measures if measure != macro.primary]
    missing = any(dataset.missing for dataset in macro.datasets)
    rows = tuple(
        (
            system, macro.average(system), macro.interval(system), _ranks(macro, system),
            *([len(macro.datasets) - len(macro.missing(system))] if missing else []),
            *(macro.average(system, measure) for measure in others),
        )
        for system in macro.ranking
    )  # fmt: skip
    columns = (
        Column("system"), Column("macro_average", "percent", direction="higher"),
        Column("interval", "percent", "95% interval"), Column("ranks"),
        *([Column("answered", "count", "datasets answered")] if missing else []),
        *(Column(measure, "percent", direction="higher", detail=True) for measure in others),
    )  # fmt: skip
    notes = [] if macro.ranks is None else [
        "Hierarchical bootstrap: datasets, then their documents. ranks: those that a system has in 95% of the samples."
    ]  # fmt: skip
    if missing:
        notes.append("A dataset that a system has not answered counts as 0 in its macro average.")
    if macro.preset:
        notes.append(macro.preset.note)
    return Table(f"Macro average of {measured(macro)}", columns, rows, tuple(notes), label="ranking")


def extremes(macro: MacroScores) -> tuple[float, float]:
    """The lowest and the highest value of a system, on a dataset or on average, where a missing dataset counts as 0."""
    values = [value for dataset in macro.datasets for value in dataset.values[macro.primary] if value is not None]
    values += [macro.average(system) for system in macro.systems]
    return min(values), max(values)


def _ranks(macro: MacroScores, system: str) -> str | None:
    found = macro.likely_ranks(system)
    return found and "–".join(map(str, sorted({*found})))


def datasets_table(macro: MacroScores) -> Table:
    """A row a dataset and a column a system, with the letters of those that are significantly worse."""
    rows = [
        (dataset.name, dataset.documents, *_marked(macro, dataset.values[macro.primary], _worse(dataset)))
        for dataset in macro.datasets
    ]
    better = [pair.best_first() for pair in macro.pairs if pair.is_significant]
    averages = macro.of(macro.primary).mean(axis=0).tolist()
    documents = sum(dataset.documents for dataset in macro.datasets)
    average = ("macro average", documents, *_marked(macro, averages, [(pair.first, pair.second) for pair in better]))
    headings = [f"{letter(place)} {name}" if macro.pairs else name for place, name in enumerate(macro.ranking)]
    systems = (
        Column(name, "percent", heading, direction="higher")
        for name, heading in zip(macro.ranking, headings, strict=True)
    )
    return Table(
        f"{measured(macro)} by dataset ({counted(len(macro.datasets), 'dataset')})",
        (Column("dataset"), Column("documents", "count", detail=True), *systems),
        (*rows, average),
        tuple(_notes(macro)),
        best_of="row",
        groups=frozenset({len(rows)}),
        label="datasets",
    )


def _worse(dataset: DatasetScores) -> list[tuple[str, str]]:
    """The pairs of systems the first of which is significantly better."""
    return [(pair.better, pair.worse) for pair in dataset.pairs if pair.is_significant(ALPHA)]


def _marked(macro: MacroScores, values: Iterable[float | None], better: Iterable[tuple[str, str]]) -> list[Cell]:
    places = {system: place for place, system in enumerate(macro.ranking)}
    worse: dict[str, list[int]] = {}
    for first, second in better:
        worse.setdefault(first, []).append(places[second])
    named = dict(zip(macro.systems, values, strict=True))
    return [Marked(named[system], letters(sorted(worse.get(system, ())))) for system in macro.ranking]


def _notes(macro: MacroScores) -> Iterable[str]:
    if any(dataset.missing for dataset in macro.datasets):
        yield "–: no response; it counts as 0 in the macro average, and there is no test."
    if macro.pairs:
        test = f"step-down max-T, adjusted p < {ALPHA}; over documents in a dataset, over datasets for the average"
        yield f"Letters: significantly better than these ({test})."
        if len(macro.datasets) < MIN_DOCUMENTS:
            few = counted(len(macro.datasets), "dataset")
            yield f"With {few} no difference of macro averages can be significant."


def ranks_table(macro: MacroScores) -> Table:
    """How probable each rank is for each system."""
    numbers = range(1, len(macro.systems) + 1)
    columns = (Column("system"), *(Column(f"rank_{number}", "percent", f"{number}") for number in numbers))
    rows = tuple((system, *(macro.probabilities(system) or ())) for system in macro.ranking)
    return Table("How probable each rank is (%)", columns, rows, label="ranks")


def pairs_table(macro: MacroScores) -> Table:
    """A row a pair of systems: the difference of macro averages, and on how many datasets it is found."""
    rows = []
    for pair in sorted((pair.best_first() for pair in macro.pairs), key=lambda pair: -pair.difference):
        figures = (pair.forward.wins, pair.forward.bonferroni, pair.forward.fisher)
        against = (pair.backward.wins, pair.backward.bonferroni)
        rows.append(
            (pair.first, pair.second, pair.difference, pair.interval, pair.p, pair.p_adjusted, *figures, *against)
        )
    columns = (
        Column("better"), Column("other"), Column("difference", "points", unit="points"),
        Column("difference_interval", "points", "95% interval"), Column("p", "p"),
        Column("p_adjusted", "p", "adjusted p"), Column("wins", "count"),
        Column("replicated_bonferroni", "count", "at least"),
        Column("replicated_fisher", "count", "at least (Fisher)"), Column("losses", "count"),
        Column("reversed_bonferroni", "count", "reversed at least"),
    )  # fmt: skip
    note = (
        f"wins, losses: on so many of {len(macro.datasets)} datasets the better system has the higher or the lower "
        "value. at least: on so many it is better by the partial conjunction test of Dror et al. 2017, with "
        "Bonferroni's or Fisher's combination (Fisher's takes datasets as independent); reversed: the other is. "
        f"Each pair is tested alone, at {ALPHA / 2} in each direction."
    )
    return Table("Differences between systems", columns, tuple(rows), (note,), label="differences")


def wins_table(macro: MacroScores) -> Table:
    """On how many datasets the system of the row has a higher value than that of the column."""
    title = f"Wins, of {counted(len(macro.datasets), 'dataset')}"
    return _matrix(macro, Table(title, (Column("wins_of"),), (), label="wins"), "over", lambda found: found.wins)


def replicated_table(macro: MacroScores, combination: Combination) -> Table:
    """On how many datasets at least the system of the row is better (partial conjunction)."""
    title = f"Datasets on which one system is better, at least ({combination.capitalize()})"
    table = Table(title, (Column("better"),), (), label=f"replicated-{combination}")
    return _matrix(macro, table, "than", lambda found: found.fisher if combination == "fisher" else found.bonferroni)


def _matrix(macro: MacroScores, empty: Table, word: str, figure: Callable[[Replicated], int]) -> Table:
    pairs = {(pair.first, pair.second): pair.forward for pair in macro.pairs}
    pairs |= {(pair.second, pair.first): pair.backward for pair in macro.pairs}
    rows = tuple(
        (row, *(figure(pairs[row, column]) if row != column else None for column in macro.ranking))
        for row in macro.ranking
    )
    columns = (Column(name, "count", f"{word} {name}") for name in macro.ranking)
    return replace(empty, columns=(*empty.columns, *columns), rows=rows)


def differences_table(macro: MacroScores, systems: Collection[str] = ()) -> Table:
    """A row a dataset and a pair of systems (of these, or all), the better one on average first."""
    places = {system: place for place, system in enumerate(macro.ranking)}
    rows = []
    for dataset in macro.datasets:
        turned = (pair if places[pair.first] < places[pair.second] else pair.turned() for pair in dataset.pairs)
        rows += [
            (dataset.name, pair.first, pair.second, pair.difference, pair.interval, pair.p, pair.p_adjusted)
            for pair in sorted(turned, key=lambda pair: (places[pair.first], places[pair.second]))
            if not systems or {pair.first, pair.second} <= {*systems}
        ]
    columns = (
        Column("dataset"), Column("first"), Column("second"), Column("difference", "points", unit="points"),
        Column("difference_interval", "points", "95% interval"), Column("p", "p"),
        Column("p_adjusted", "p", "adjusted p"),
    )  # fmt: skip
    note = "First less second. Adjusted p: for all pairs of a dataset (step-down max-T over its documents)."
    return Table("Differences by dataset", columns, tuple(rows), (note,), label="differences-by-dataset")
