"""The report of a comparison, and that of a resolver's parts: verdict, scores, differences, losses, corpus, slices."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from anaphora.experiments.show.charts import ablation as part_charts
from anaphora.experiments.show.charts import comparison as charts
from anaphora.experiments.show.charts.chart import Chart, Figures, LinkedCell, levels, of_table
from anaphora.experiments.show.report.anaphors import anaphor_section
from anaphora.experiments.show.report.page import (
    PROSE,
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
from anaphora.experiments.show.report.scores import about_documents, chain_method, chain_section
from anaphora.workbench.ablation.figures import IndicatorAblation, PartWorth
from anaphora.workbench.error_analysis.analysis import ChainErrors
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.results.ablated import Ablated
from anaphora.workbench.results.comparison import (
    BY_CHANCE,
    Comparison,
    beside,
    differences_in_words,
    resolvers_table,
    significantly_better,
    upper_bounds,
    verdict,
)
from anaphora.workbench.results.coverage import coverage_tables, tradeoff_table
from anaphora.workbench.results.difficulty import Difficulty
from anaphora.workbench.results.profile import profile_table
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.slices import BY
from anaphora.workbench.results.vocabulary import DASH, counted, percent, share, stage, wording
from anaphora.workbench.statistics import ALPHA

_ACROSS = 8  # resolvers whose table fits beside each other
_METHODS = (
    Method(
        "Measures of anaphora resolution",
        (
            Definitions(tuple((measure.name.replace("_", " "), measure.source) for measure in MEASURES)),
            Words((PROSE["tests_of_rates"],)),
        ),
    ),
    Method("Stages", (Words((PROSE["charged"],)), Definitions(tuple(wording()["stages"].values())))),
)
_WORTH = Definitions(tuple((term, f"{text}\n") for term, text in PROSE["worth"].items()))
_OF_PARTS = Method("Parts of a resolver", (_WORTH,))


def comparison_page(
    comparison: Comparison,
    profile: Difficulty | None = None,
    voting: tuple[str, IndicatorAblation] | None = None,
    chains: tuple[Scores, ChainErrors] | None = None,
) -> Page:
    """The page of a comparison.

    `profile` are the figures of `workbench.results.difficulty` over the corpus, `voting` what the votes of a resolver
    are worth; `chains` are the links of the resolvers as chains, scored against a key.
    """
    chart = None
    if comparison.anaphors:
        caption = "Baselines are grey and hollow." if comparison.baselines else ""
        chart = levels("Success rates", charts.scores(comparison), caption)
    sections = [
        verdict_section(_verdict(comparison), about_documents(len(comparison.documents)), comparison.warnings, chart),
        _scores(comparison),
        _differences(comparison),
        _losses(comparison),
        _corpus(profile),
        _slices(comparison),
    ]
    methods = [*_METHODS]
    if voting:
        name, ablation = voting
        parts = ablation.worth
        sections.append(_parts(name, *_indicators(name, parts, ablation, part_charts.importance(name, parts))))
    if chains:
        scores, errors = chains
        sections.append(chain_section(scores, errors, PROSE["links_as_chains"]))
        methods.append(chain_method(scores.measures, errors, scores.signature))
    if voting:
        methods.append(_OF_PARTS)
    return Page(
        title=f"Anaphora resolution on {comparison.corpus}",
        signature=comparison.signature,
        counts=_counts(comparison),
        sections=sections,
        methods=methods,
        lists=(anaphor_section(comparison),),
    )


def ablation_page(ablated: Ablated) -> Page:
    """The page of an ablation whose comparison kept its evidence."""
    name, comparison = ablated.resolver, replace(ablated.comparison, resolvers=(ablated.resolver,))
    parts = ablated.parts()
    if ablated.additive:
        blocks = [*_indicators(name, parts, ablated.additive)]
    else:
        drawn = part_charts.rules(name, ablated.rules()), part_charts.helped_and_hurt(name, parts)
        blocks = [ChartRow(tuple(filter(None, drawn)))]
    lines = _verdict_on_parts(parts, comparison)
    note = about_documents(len(comparison.documents))
    return Page(
        title=f"{name} on {comparison.corpus}",
        signature=comparison.signature,
        counts=_counts(comparison),
        sections=(
            verdict_section(lines, note, comparison.warnings, part_charts.importance(name, parts)),
            _losses(comparison),
            _slices(comparison),
            _parts(name, *blocks),
        ),
        methods=(*_METHODS, _OF_PARTS),
        lists=(anaphor_section(comparison),),
    )


def _counts(comparison: Comparison) -> dict[str, int]:
    documents, resolvers = len(comparison.documents), len(comparison.resolvers)
    return {"document": documents, "key anaphor": comparison.anaphors, "resolver": resolvers}


def _verdict(comparison: Comparison) -> Iterator[str]:
    """Say who is ahead, how far anyone could come and where most is lost, with no claim beyond this corpus."""
    if not comparison.anaphors or not comparison.resolvers:
        yield "There are no key anaphors or no resolvers here, so there is nothing to compare."
        return
    if not comparison.leaders:
        if not comparison.read_key >= set(comparison.resolvers):
            yield "No resolver has any correct answer."
        yield _bounds(comparison)
        return
    leader = comparison.leaders[0]
    yield comparison.headline().sentence()
    yield _bounds(comparison)
    yield _main_loss(comparison, leader)
    yield from _beaten(comparison, leader)
    yield from _smallest(comparison, leader)


def _bounds(comparison: Comparison) -> str:
    return f"{upper_bounds(comparison)}: the success rate of a perfect resolver."


def _main_loss(comparison: Comparison, leader: str) -> str:
    def most(losses: Mapping[str, int]) -> str:
        """The stage that lost most, with its count; empty if none lost any."""
        name = max(losses, key=losses.__getitem__)
        return f"“{stage(name)}”: {losses[name]} ({share(losses[name], comparison.anaphors)})" if losses[name] else ""

    shared = comparison.shared_losses()
    losses = comparison.losses(leader)
    before = most(shared)
    after = most({name: count for name, count in losses.items() if name not in shared and name != "right"})
    first = f"most anaphors are lost as {before}" if before else "nothing is lost"
    then = f"most as {after}" if after else "nothing"
    return f"Before the resolvers choose, {first}; {leader} itself loses {then}."


def _beaten(comparison: Comparison, leader: str) -> Iterator[str]:
    """Say which resolvers the one that is ahead is significantly better than."""
    tested = comparison.pairs.tested
    if not tested:
        return
    worse: dict[str, list[str]] = {}
    for pair in tested:
        if pair.better == leader:
            worse.setdefault(verdict(pair), []).append(pair.worse)
    better = ", ".join(worse.get("significant", ["no other resolver"]))
    test = f"adjusted p < {ALPHA}, step-down max-T over {counted(len(tested), 'pair')}"
    yield f"{leader} is significantly better than {better} ({test})."
    if before := worse.get("significant only before correction"):
        yield f"Without the correction it would also be significantly better than {', '.join(before)}."


def _smallest(comparison: Comparison, leader: str) -> Iterator[str]:
    """Say how large a difference to the resolver that is ahead must be for this corpus to show it."""
    seen = [pair.detail.detectable for pair in comparison.pairs.tested if leader in (pair.first, pair.second)]
    detectable = sorted(100 * value for value in seen if value is not None)
    if detectable:
        points = " to ".join(dict.fromkeys(f"{end:.1f}" for end in (detectable[0], detectable[-1])))
        yield f"Smallest detectable difference from {leader} (80% power): {points} points."


def _verdict_on_parts(parts: Mapping[str, PartWorth], comparison: Comparison) -> Iterator[str]:
    yield comparison.headline().sentence()
    worth = {part: row.relative_importance for part, row in parts.items() if row.relative_importance is not None}
    if not worth:
        return
    first, *others = sorted(worth, key=lambda part: -worth[part])
    if worth[first] <= 0:
        yield "No single part is needed."
        return
    best = f"it helps {counted(parts[first].helped, 'anaphor')} and hurts {parts[first].hurt}"
    yield f"The largest loss is without {part_charts.words(first)}: {best} (relative importance {worth[first]:+.3f})."
    harmful = [part_charts.words(part) for part in others if worth[part] < 0]
    if harmful:
        yield f"Without these it would do better here: {', '.join(harmful)}."
    else:
        yield "No part does harm on balance."


def _scores(comparison: Comparison) -> Section:
    """The result table: success rates with counts and intervals, and how probable each resolver comes first."""

    def named(name: str) -> str:
        chance = " (chance)" if name in comparison.random else ""
        return name + chance + (" (ahead)" if name in comparison.leaders else "")

    table = resolvers_table(comparison, differences=True).only(lambda column: column.name not in BY_CHANCE)
    shown = of_table(table)
    shown = shown._replace(rows=tuple((named(str(name)), *others) for name, *others in shown.rows))
    blocks: list[Block] = [
        Sheet("Scores", shown, " ".join(_about_scores(comparison)), ahead=frozenset(map(named, comparison.leaders))),
        Words((_bounds(comparison),)),
    ]
    covered = [*coverage_tables(comparison.coverage, comparison.corpus)]
    if comparison.found_open:
        covered.append(tradeoff_table(comparison.coverage))
    blocks += [Sheet(entry.title, of_table(entry), " ".join(entry.notes), folded=True) for entry in covered]
    return Section("Scores", tuple(blocks))


def _about_scores(comparison: Comparison) -> Iterator[str]:
    names = comparison.resolvers
    yield "Success rate: correct answers, of all anaphors in the key."
    yield "“Of MAX”: correct answers, of the anaphors that can be resolved at all."
    if any(map(comparison.is_worse, names)):
        yield "*: significantly worse than the best."
    total = max((comparison.rate("all_pronouns", name).total for name in names), default=0)
    yield f"“All pron.”: of all {total:,} pronouns, those included that refer to nothing and rightly have no answer."
    # more exact than one draw
    rates = {name: comparison.rates(name)["expected"].value for name in names if name in comparison.random}
    if expected := [f"{name} {percent(value)}" for name, value in rates.items() if value is not None]:
        yield f"Expected by chance: {', '.join(expected)}."
    if comparison.ranks:
        yield "P(best): how probably it ranks first, in per cent (bootstrap over documents)."


def _differences(comparison: Comparison) -> Section:
    """Significant differences, and the numbers of anaphors that are right where another resolver is not."""
    if len(comparison.resolvers) < 2 or not comparison.anaphors:
        return Section("Differences", ())
    folded = len(comparison.resolvers) > _ACROSS
    blocks: list[Block] = [] if folded else [Words((line,)) for line in differences_in_words(comparison)]
    if chart := charts.differences(comparison):
        blocks.append(chart)
    note = "Anaphors that the resolver of the row gets right and the resolver of the column does not."
    if folded and (better := significantly_better(comparison)):
        rows = tuple((", ".join(winners), ", ".join(losers)) for winners, losers in better)
        test = f"Step-down max-T over {counted(len(comparison.pairs.tested), 'pair')}, adjusted p < {ALPHA}."
        columns = Figures(("better", "significantly worse"), rows)
        blocks.append(Sheet("Who is significantly better than whom", columns, test, folded))
    blocks.append(Sheet("Right where another is not", _matrix(comparison), note, folded))
    return Section("Differences", tuple(blocks))


def _matrix(comparison: Comparison) -> Figures:
    names = comparison.resolvers
    ahead = {(pair.first, pair.second): pair.detail.only_first for pair in comparison.pairs}
    ahead |= {(pair.second, pair.first): pair.detail.only_second for pair in comparison.pairs}
    rows = []
    for row, first in enumerate(names):
        counts = [ahead.get((first, second), 0) for second in names]
        cells = (
            DASH if first == names[column] else LinkedCell(str(count), f"right={row}&wrong={column}" if count else "")
            for column, count in enumerate(counts)
        )
        rows.append((first, *cells))
    return Figures(("right (row), wrong (column)", *names), tuple(rows))


def _losses(comparison: Comparison) -> Section:
    """The losses of anaphors: the waterfall with its ceiling, and what is counted nowhere in it."""
    notes = Words(tuple(beside(comparison)), "note")
    return Section("Losses", (charts.losses(comparison), Words(("What the bars leave out",), "heading"), notes))


def _corpus(profile: Difficulty | None) -> Section:
    """The material: the figures of Mitkov 2001, section 7."""
    if profile is None:
        return Section("Corpus", ())
    figures = {name: figure for name, figure in profile.items() if name != "types"}
    table = of_table(profile_table("", figures))
    blocks: list[Block] = [Sheet("How hard the corpus is", table, PROSE["corpus"], folded=True)]
    if types := ", ".join(f"{name} {count}" for name, count in profile["types"].items()):
        blocks.append(Words((f"Pronouns: {types}.",), "note"))
    return Section("Corpus", tuple(blocks))


def _slices(comparison: Comparison) -> Section:
    """Success rates by distance, candidates, pronoun and genre, as far as there is more than one slice."""
    drawn = tuple(chart for by in BY if (chart := charts.sliced(comparison, by)))
    return Section("Slices", (Words((PROSE["slices"],), "note"), ChartRow(drawn)) if drawn else ())


def _parts(resolver: str, *blocks: Block) -> Section:
    """The section on what the parts of a resolver are worth: indicators that vote, rules of a ladder, factors."""
    note = Words((PROSE["in_sample"],), "note")
    return Section("Indicators and rules", (note, Words((resolver,), "heading"), *blocks), "Indicators")


def _indicators(
    resolver: str, parts: Mapping[str, PartWorth], ablation: IndicatorAblation, importance: Chart | None = None
) -> Iterator[Block]:
    """Yield helped and hurt, Shapley's shares, the effect of every weight; before them the chart of `importance`."""
    worth = (importance, part_charts.helped_and_hurt(resolver, parts), part_charts.shapley(resolver, parts))
    yield ChartRow(tuple(filter(None, worth)))
    yield Words(tuple(_facts(ablation)), "note")
    yield Words(
        ("The success rate by the weight of each indicator, the others unchanged; the vertical line is its weight.",)
    )
    weights = dict(zip(ablation.matrix.indicators, map(float, ablation.matrix.weights), strict=True))
    largest = max(map(abs, weights.values()), default=1.0) or 1.0
    unit = largest if largest < 1 else 1.0  # weights that were learned may all be small
    drawn = (name for name, part in parts.items() if part.separating.applied)
    curves = (part_charts.sensitivity(resolver, name, ablation.curve(name), weights[name], unit) for name in drawn)
    yield ChartRow(tuple(curves), small=True)


def _facts(ablation: IndicatorAblation) -> Iterator[str]:
    tie = ablation.tie_break
    flips = ablation.flips()
    names, right = ablation.best_subsets()[0]
    alone = percent(ablation.rate(float(ablation.by_subset[0])))
    ties = "No anaphor ends in a tie."
    if tie["applied"]:
        ties = (
            f"{counted(int(tie['applied']), 'anaphor')} ended in a tie, {tie['right']} of them right; a random choice "
            f"would have {tie['expected']:.1f}."
        )
    yield f"{ties} The tie-break alone, without any indicator, has {alone}."
    subset = ", ".join(name.replace("_", " ") for name in names) or "none"
    yield f"Best subset on these documents: {percent(ablation.rate(right))} with {subset}."
    by_size = ", ".join(f"{count} without {size}" for size, count in flips.items() if size != "never")
    never = flips["never"]
    yield (
        f"Wrong, but right without some indicators: {by_size or 'none'}; with no subset: {never}. Anaphors of which "
        "the resolver has no candidate are not among these."
    )
