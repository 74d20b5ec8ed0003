"""The verdict in plain words: who is ahead, and whether that is significant; nothing goes beyond what tables hold."""

from collections.abc import Mapping

from anaphora.experiments.show.charts import ablation, chains
from anaphora.experiments.show.charts import comparison as rates
from anaphora.experiments.show.charts.chart import Chart, of_dots
from anaphora.experiments.show.report.findings import Chained, Findings, Weighed
from anaphora.experiments.show.report.section import Beside, Section, Words
from anaphora.workbench.results.comparison import EQUAL_WITHIN, Comparison, upper_bounds, verdict
from anaphora.workbench.results.family import Detail, Pair
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.values import Rate
from anaphora.workbench.results.vocabulary import counted, few_units, interval, p_equals, percent, share, stage
from anaphora.workbench.statistics import ALPHA

_NOTE = (
    "Intervals and tests resample whole documents, because the anaphors of one text are not independent. They "
    "say nothing about texts of another kind."
)
_ONE = "One document says nothing about other texts: differences cannot be tested, and intervals are too narrow."


def section(findings: Findings) -> Section:
    """The verdict on whatever there is: a comparison, chains, the parts of a resolver."""
    lines: list[str] = []
    compared, chained = findings.comparison, findings.chained
    if findings.ablated:
        lines = _of_parts(findings.ablated, findings.weighed[findings.ablated])
    elif compared:
        lines = _of_comparison(compared)
    elif chained:
        lines = _of_chains(chained)
    scored = compared or (chained.scores if chained else None)
    documents = scored.documents if scored else ()
    first, *rest = lines or ["There is nothing to compare."]
    words = (
        Words((first,), "lead"),
        *(Words((line,)) for line in rest),
        *(Words((f"Warning: {warning}",), "warning") for warning in (compared.warnings if compared else ())),
        Words((_ONE if len(documents) < 2 else f"{_NOTE} {few_units(len(documents))}".rstrip(),), "note"),
    )
    chart = _chart(findings)
    return Section("verdict", "Verdict", "Verdict", (Beside(words, chart),) if chart else words)


def _chart(findings: Findings) -> Chart | None:
    """The chart beside the words: the worth of a resolver's parts, success rates, or the first measure of chains."""
    compared, name = findings.comparison, findings.ablated
    if name:
        return ablation.importance(name, findings.weighed[name].parts)
    if compared and compared.anaphors:
        plan = rates.scores(compared)
        what = "Success rates"
        caption = "Baselines are grey and hollow." if compared.baselines else ""
    elif findings.chained and not compared:
        scores = findings.chained.scores
        plan = chains.one_measure(scores, scores.primary)
        what = f"The values of {scores.primary.name}"
        caption = ""
    else:
        return None
    level = f"{what} with 95% intervals over documents, best first."
    return Chart("levels", what, level, plan, of_dots(plan), caption) if plan.rows else None


def _of_comparison(comparison: Comparison) -> list[str]:
    """Say who is ahead, how far anyone could come and where most is lost, with no claim beyond this corpus."""
    if not comparison.anaphors or not comparison.resolvers:
        return ["There are no key anaphors or no resolvers here, so there is nothing to compare."]
    bounds = f"{upper_bounds(comparison)}: the success rate of a perfect resolver."
    if not comparison.leaders:
        none = [] if comparison.read_key >= set(comparison.resolvers) else ["No resolver has any correct answer."]
        return [*none, bounds]
    leader = comparison.leaders[0]
    rate = comparison.rate("success_rate", comparison.leaders[0])
    ahead = "is ahead" if len(comparison.leaders) == 1 else "are tied for first"
    if len(comparison.resolvers) == 1:
        ahead = "is the only resolver"
    figures = f"{rate.right:.0f} of {rate.total} anaphors right ({_rated(rate)})"
    return [
        f"{' and '.join(comparison.leaders)} {ahead} on this corpus: {figures}.",
        *_runner_up(comparison, leader),
        bounds,
        _main_loss(comparison, leader),
        *_beaten(comparison, leader),
        *_smallest(comparison, leader),
    ]


def _rated(rate: Rate) -> str:
    return f"{percent(rate.value)}%, 95% interval {interval(rate.interval)}"


def _runner_up(comparison: Comparison, leader: str) -> list[str]:
    """The next resolver, its difference in points with the interval, and whether it is significant by itself."""
    others = [name for name in comparison.ranking if name not in comparison.leaders and name not in comparison.read_key]
    if not others:
        return []
    rate = comparison.rate("success_rate", others[0])
    pair = comparison.pair(leader, others[0])
    points = apart(pair)
    if pair.p is None:
        points += ", which cannot be tested over documents"
    elif pair.p_adjusted is not None and pair.is_significant(ALPHA):
        points += f", significant (adjusted {p_equals(pair.p_adjusted)})"
    else:
        points += f", not significant ({p_equals(pair.p)} uncorrected)"
    if pair.detail.equal_within_2_points:
        points += f"; the two are equivalent within {100 * EQUAL_WITHIN:.0f} points"
    return [f"Next is {others[0]} with {rate.right:.0f} of {rate.total} ({percent(rate.value)}%); {points}."]


def _main_loss(comparison: Comparison, leader: str) -> str:
    shared = comparison.shared_losses()
    losses = comparison.losses(leader)
    own_losses = {name: count for name, count in losses.items() if name not in shared and name != "right"}
    before, after = _largest(shared, comparison.anaphors), _largest(own_losses, comparison.anaphors)
    first = f"most anaphors are lost as {before}" if before else "nothing is lost"
    then = f"most as {after}" if after else "nothing"
    return f"Before the resolvers choose, {first}; {leader} itself loses {then}."


def _largest(losses: Mapping[str, int], total: int) -> str:
    """The stage that lost most, with its count; empty if none lost any."""
    name = max(losses, key=losses.__getitem__)
    return f"“{stage(name)}”: {losses[name]} ({share(losses[name], total)})" if losses[name] else ""


def _beaten(comparison: Comparison, leader: str) -> list[str]:
    """Say which resolvers the one that is ahead is significantly better than."""
    if not comparison.pairs.tested:
        return []
    worse: dict[str, list[str]] = {}
    for pair in comparison.pairs.tested:
        if pair.better == leader:
            worse.setdefault(verdict(pair), []).append(pair.worse)
    test = f"adjusted p < {ALPHA}, step-down max-T over {counted(len(comparison.pairs.tested), 'pair')}"
    held, before = worse.get("significant", []), worse.get("significant only before correction", [])
    better = f"significantly better than {', '.join(held) if held else 'no other resolver'}"
    lines = [f"{leader} is {better} ({test})."]
    also = f"Without the correction it would also be significantly better than {', '.join(before)}."
    return [*lines, also] if before else lines


def _smallest(comparison: Comparison, leader: str) -> list[str]:
    """Say how large a difference to the resolver that is ahead must be for this corpus to show it."""
    seen = [pair.detail.detectable for pair in comparison.pairs.tested if leader in (pair.first, pair.second)]
    detectable = sorted(100 * value for value in seen if value is not None)
    if not detectable:
        return []
    least, most = f"{detectable[0]:.1f}", f"{detectable[-1]:.1f}"
    points = least if least == most else f"{least} to {most}"
    return [f"Smallest detectable difference from {leader} (80% power): {points} points."]


def _of_parts(name: str, weighed: Weighed) -> list[str]:
    lines, success = [], weighed.success
    if success:
        lines.append(f"{name} has {success.right:.0f} of {success.total} anaphors right ({_rated(success)}).")
    worth = {
        part: row.relative_importance for part, row in weighed.parts.items() if row.relative_importance is not None
    }
    if not worth:
        return lines
    ranked = sorted(worth, key=lambda part: -worth[part])
    best = weighed.parts[ranked[0]]
    if worth[ranked[0]] <= 0:
        return [*lines, "No single part is needed."]
    lines.append(
        f"The largest loss is without {ranked[0].replace('_', ' ')}: it helps {counted(best.helped, 'anaphor')} and "
        f"hurts {best.hurt} (relative importance {worth[ranked[0]]:+.3f})."
    )
    harmful = [part.replace("_", " ") for part in ranked if worth[part] < 0]
    return [
        *lines,
        f"Without these it would do better here: {', '.join(harmful)}." if harmful else "No part does harm on balance.",
    ]


def _of_chains(chained: Chained) -> list[str]:
    scores = chained.scores
    measure = scores.primary
    values = {name: scores.values(name, measure)[main_part(measure)] for name in scores.systems}
    ranked = sorted(values, key=lambda name: -(values[name] or 0.0))
    best = ranked[0]
    ends = scores.interval(best, measure)
    bounds = f" (95% interval {interval(ends)})" if ends else ""
    if len(ranked) == 1:
        return [f"{best} reaches {percent(values[best])} in {measure.name}{bounds}."]
    level = [name for name in ranked if values[name] == values[best]]
    if len(level) > 1:
        return [f"{' and '.join(level)} are tied in {measure.name}: {percent(values[best])}{bounds}."]
    lines = [f"{best} is ahead in {measure.name}: {percent(values[best])}{bounds}."]
    return [*lines, _next(scores, measure.name, best, ranked[1], values)]


def _next(scores: Scores, measure: str, best: str, second: str, values: dict[str, float | None]) -> str:
    head = f"Next is {second} with {percent(values[second])}"
    pair = scores.pair(measure, best, second)
    if pair is None or pair.interval is None or pair.p_adjusted is None:
        return f"{head}; with one document the difference cannot be tested."
    return f"{head}; {apart(pair)}, {found_significant(pair)}."


def apart(pair: Pair[Detail]) -> str:
    """The difference of two systems and its interval."""
    text = f"the difference is {pair.points:.1f} points"
    if pair.interval:
        text += f", 95% interval {100 * pair.interval.low:.1f} to {100 * pair.interval.high:.1f}"
    return text


def found_significant(pair: Pair[Detail]) -> str:
    """Say whether the corrected test, which there must have been, finds the difference."""
    return f"{'' if pair.is_significant() else 'not '}significant (adjusted {p_equals(pair.p_adjusted or 0.0)})"
