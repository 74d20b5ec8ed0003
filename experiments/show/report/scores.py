"""Reports of scores: of chains held against a key, of systems on many datasets, of names in place of pronouns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from anaphora.experiments.show.charts import scores as charts
from anaphora.experiments.show.charts.chart import Chart, levels, of_table
from anaphora.experiments.show.report.errors import error_list, errors_by_type
from anaphora.experiments.show.report.page import (
    PROSE,
    Beside,
    Block,
    ChartRow,
    Definitions,
    Method,
    Page,
    Section,
    Sheet,
    Words,
    verdict_section,
)
from anaphora.workbench.error_analysis.analysis import ChainErrors
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.help_and_harm import AS_IT_IS, KEY, WRONG, HelpAndHarm
from anaphora.workbench.results.macro import (
    MacroScores,
    Replication,
    datasets_table,
    differences_table,
    pairs_table,
    ranking_table,
    replicated_table,
)
from anaphora.workbench.results.scores import AnyMeasure, Scores
from anaphora.workbench.results.table import number, transposed
from anaphora.workbench.results.vocabulary import counted, few_units, percent

_FEW = 4  # systems whose recall and precision are told
_ACROSS = 10  # measures that stand side by side, as in the table of success rates
_DRAWN = 4  # systems that are compared with the best one, dataset by dataset


def about_documents(number: int) -> str:
    """Describe what intervals and tests over so many documents are about."""
    return f"{PROSE['of_documents']} {few_units(number)}".rstrip() if number > 1 else PROSE["one_document"]


# chains and a key


def scores_page(scores: Scores, errors: ChainErrors | None = None, warnings: Sequence[str] = ()) -> Page:
    """The page of responses that were scored against a key, with their errors; `warnings` are further ones.

    Measures by which no response has anything that could be right, such as bridging where none marks it, are left out.
    """
    idle = [measure for measure in scores.measures if _is_idle(scores, measure)]
    if idle and len(idle) < len(scores.measures):
        scores = replace(scores, measures=tuple(measure for measure in scores.measures if measure not in idle))
    note = f"Left out, as no response has anything that they count: {', '.join(measure.name for measure in idle)}."
    return Page(
        title=f"Coreference chains scored against {scores.key}",
        signature=scores.signature,
        counts={"document": len(scores.documents), "response": len(scores.systems)},
        sections=(
            verdict_section(
                [scores.headline().sentence()],
                about_documents(len(scores.documents)),
                (*scores.warnings, *warnings),
                levels(f"The values of {scores.primary.name}", charts.one_measure(scores, scores.primary)),
            ),
            chain_section(scores, errors, note if idle else ""),
        ),
        methods=(chain_method(scores.measures, errors),),
        lists=(error_list(errors),) if errors else (),
    )


def _is_idle(scores: Scores, measure: AnyMeasure) -> bool:
    """Return whether precision is undefined for all systems, of a measure that has it."""
    values = [scores.values(system, measure) for system in scores.systems]
    return "precision" in measure.parts and all(part["precision"] is None for part in values)


def chain_section(scores: Scores, errors: ChainErrors | None, note: str = "") -> Section:
    """Scores by measure, the rank plot, and the transformation and link errors; `note` says whose chains they are."""
    return Section("Chains and measures", tuple(_of_chains(scores, errors, note)), "Chains")


def _of_chains(scores: Scores, errors: ChainErrors | None, note: str) -> Iterator[Block]:
    if note:
        yield Words((note,), "note")
    first, *more = scores.tables(long=len(scores.systems) <= _FEW)
    if len(scores.systems) > 1 and len(scores.measures) <= _ACROSS:
        first = transposed(first, "chains of")
    empty = [str(row[0]) for row in first.rows if {number(cell) for cell in row[1:]} == {None}]
    if empty:
        rows = tuple(row for row in first.rows if row[0] not in empty)
        first = replace(first, rows=rows, notes=(*first.notes, f"Undefined here: {', '.join(empty)}."))
    blocks: tuple[Words | Sheet, ...] = (Sheet("All measures", of_table(first)),)
    if first.notes:
        blocks = (*blocks, Words(first.notes, "note"))
    if 1 < len(scores.systems) <= _FEW and scores.documents[1:]:
        yield Beside(blocks, charts.all_measures(scores))
    else:
        yield from blocks
    for table in more:
        yield Sheet(f"{table.title}: the figures", of_table(table), folded=True)
    if errors:
        yield from errors_by_type(errors)
    if tau := charts.agreement(scores):
        yield Sheet("How far the measures agree on the order of the systems", tau, folded=True)


def chain_method(measures: Iterable[AnyMeasure], errors: ChainErrors | None = None, signature: str = "") -> Method:
    """The sources of measures; the `signature` of the scores where the page has another, and that of the errors."""
    blocks: list[Words] = [Words((signature,), "signature")] if signature else []
    if errors and errors.signature:
        blocks += [Words(("Of the errors:",), "note"), Words((errors.signature,), "signature")]
    sources = Definitions(tuple((measure.name, measure.source) for measure in measures))
    return Method("Measures of chains", (sources, Words((PROSE["tests_of_chains"],)), *blocks))


# many datasets


def datasets_page(macro: MacroScores) -> Page:
    """The page of systems on many datasets: who is ahead, on which datasets, and how sure that is."""
    note = PROSE["of_datasets" if len(macro.datasets) > 1 else "one_dataset"]
    notes = Words(datasets_table(macro).notes, "note")
    sections = [
        verdict_section(_verdict_on_average(macro), note, macro.warnings, charts.averages(macro)),
        Section("Ranking", tuple(_ranking(macro))),
        Section("By dataset", (charts.values_grid(macro), notes), anchor="datasets"),
    ]
    if macro.pairs:
        sections.append(Section("Who beats whom", tuple(_wins(macro)), "Wins"))
        sections.append(Section("Differences", tuple(_differences(macro))))
    documents = sum(dataset.documents for dataset in macro.datasets)
    return Page(
        title=f"Coreference on many datasets: {macro.place}",
        signature=macro.signature,
        counts={"dataset": len(macro.datasets), "document": documents, "system": len(macro.systems)},
        sections=sections,
        methods=(
            chain_method(map(choose_measure, macro.measures)),
            Method("Many datasets", (Words((PROSE["many_datasets"],)),)),
        ),
    )


def _verdict_on_average(macro: MacroScores) -> Iterator[str]:
    yield macro.headline().sentence()
    best, *others = macro.ranking
    pair = macro.pairs.pair(best, others[0]) if others else None
    if pair is None:
        return
    yield _replicated(macro, pair)
    surest = (macro.probabilities(best) or [0.0])[0]
    yield f"In {percent(surest)}% of the bootstrap samples {best} ranks first."
    compared = {name: macro.pairs.pair(best, name) for name in others}
    if unbeaten := [name for name, other in compared.items() if other and not other.is_significant()]:
        yield f"Not significantly worse than {best} on average: {', '.join(unbeaten)}."


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


def _ranking(macro: MacroScores) -> Iterator[Block]:
    table = ranking_table(macro)
    yield Sheet("Ranking", of_table(table))
    yield Words(table.notes, "note")
    if macro.ranks is not None and len(macro.systems) > 1:
        yield charts.ranks_grid(macro)


def _wins(macro: MacroScores) -> Iterator[Block]:
    yield charts.wins_grid(macro)
    for table in (replicated_table(macro, "fisher"), replicated_table(macro, "bonferroni")):
        yield Sheet(table.title, of_table(table), folded=True)


def _differences(macro: MacroScores) -> Iterator[Block]:
    best, *others = macro.ranking
    yield ChartRow(tuple(charts.against(macro, best, other) for other in others[:_DRAWN]))
    table = pairs_table(macro)
    yield Sheet("All pairs of systems", of_table(table), folded=True)
    yield Words(table.notes, "note")
    yield Sheet("All pairs on each dataset", of_table(differences_table(macro)), folded=True)


# names in place of pronouns


def rewriting_page(result: HelpAndHarm) -> Page:
    """The page of names in place of pronouns: what they help to find, and how many are wrong."""
    chart = Chart(
        "help-and-harm",
        "Help and harm as less sure pronouns are replaced",
        "Recall of sentences by names, against wrong names.",
        charts.help_and_harm(result),
        of_table(result.curve_table() if result.sure else result.table()),
        "Each line begins with the surest replacements and ends with all. Points are texts that nobody rewrites, that "
        "the key rewrites, and that resolvers rewrite which do not say how sure they are.",
    )
    tested = enumerate(result.differences())
    differences = tuple(Sheet(table.title, of_table(table), folded=bool(number)) for number, table in tested)
    return Page(
        title=f"Names in place of pronouns on {result.scores.key}",
        signature=result.signature,
        counts={"document": len(result.scores.documents), "resolver": len(result.least)},
        sections=(
            Section("Verdict", tuple(_verdict_on_names(result))),
            Section("Help and harm", (chart,), anchor="help-and-harm-curve"),
            Section("Differences", differences),
        ),
    )


def _verdict_on_names(result: HelpAndHarm) -> Iterator[Block]:
    recall = {name: result.scores.values(name, result.scores.measures[0])["recall"] for name in result.scores.systems}
    if result.least:
        best = max(result.least, key=lambda name: recall[name] or 0.0)
        most = f"; the key would bring {percent(recall[KEY])}%" if KEY in recall else ""
        gain = f"{best} brings the recall of names from {percent(recall[AS_IT_IS])}% to {percent(recall[best])}%{most}."
        wrong = percent(result.scores.values(best, WRONG)["wrong"])
        yield Words((f"{gain} {wrong}% of its names are wrong.",), "lead")
    yield from (Words((f"Warning: {warning}",), "warning") for warning in result.scores.warnings)
    table = result.table()
    yield Sheet("All systems", of_table(table))
    yield Words((*table.notes, PROSE["limits_of_names"]), "note")
