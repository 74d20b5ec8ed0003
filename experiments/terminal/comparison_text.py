"""The result table, in words: one line a resolver, the same in every renderer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from anaphora.experiments.terminal.vocabulary import NOT_COUNTED as REASONS
from anaphora.experiments.terminal.vocabulary import counted, interval, percent, share, stage
from anaphora.workbench.measures import by_name
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.results.comparison import EQUAL_WITHIN, Comparison, Rate
from anaphora.workbench.statistics.defaults import MIN_DOCUMENTS as TESTABLE_FROM
from anaphora.workbench.statistics.defaults import RESAMPLES

SIGNIFICANT = 0.05
LIKELY = 0.01  # resolvers that come first less often are not named
_MEASURES = by_name(MEASURES)
COLUMNS = {
    "right": "right",
    "success": "success rate",
    "interval": "95\N{NO-BREAK SPACE}% interval",
    "non_trivial": "non-trivial",
    "critical": "critical",
    "precision": "precision",
    "expected": "expected",
    "of_max": "of MAX",
}


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the result table; `cells` maps `COLUMNS` to what stands there.

    `ahead`: of those that do not see the key, nobody has more right.
    """

    resolver: str
    ahead: bool
    random: bool
    cells: Mapping[str, str]


def columns(comparison: Comparison) -> dict[str, str]:
    """The columns that are shown with their headings; the expected value only if a resolver draws at random."""
    return {name: heading for name, heading in COLUMNS.items() if name != "expected" or comparison.random}


def results(comparison: Comparison) -> list[Result]:
    """The result table in the order of the resolvers."""
    rivals = [name for name in comparison.resolvers if name not in comparison.read_key]
    best = max((right(comparison, name) for name in rivals), default=0)
    ahead = {name for name in rivals if 0 < best == right(comparison, name)}
    return [
        Result(name, name in ahead, name in comparison.random, _cells(comparison, name))
        for name in comparison.resolvers
    ]


def success(comparison: Comparison, resolver: str) -> Rate:
    """The success rate of a resolver."""
    return comparison.rate(_MEASURES["success_rate"], resolver)


def right(comparison: Comparison, resolver: str) -> int:
    """How many anaphors a resolver has right."""
    return comparison.losses(resolver)["right"]


def _cells(comparison: Comparison, name: str) -> dict[str, str]:
    rate = success(comparison, name)
    values = {
        measure: percent(comparison.rate(_MEASURES[measure], name).value)
        for measure in ("non_trivial", "critical", "precision")
    }
    expected = comparison.rate(_MEASURES["expected"], name).value if name in comparison.random else None
    return {
        "right": f"{rate.right:.0f}/{rate.of}",
        "success": percent(rate.value),
        "interval": interval(rate.interval),
        **values,
        "expected": percent(expected),
        "of_max": share(int(rate.right), comparison.reached),
    }


def upper_bound(comparison: Comparison) -> str:
    """MAX under both matchings, in one sentence."""
    strict, partial = (percent(comparison.upper_bound(match)) for match in ("strict", "partial"))
    return f"MAX (what a resolver that never errs would reach): {strict} strict, {partial} partial."


def notes(comparison: Comparison) -> list[str]:
    """What stands beside the figures: what was not counted, what was found in vain, what was left out."""
    reasons = [f"{count} {REASONS.get(reason, reason)}" for reason, count in comparison.not_counted.items() if count]
    total = sum(comparison.not_counted.values())
    lines = [f"Not counted: {counted(total, 'key pronoun')}{' (' + ', '.join(reasons) + ')' if reasons else ''}."]
    lines.append(f"Spurious: {counted(comparison.spurious, 'pronoun')} taken for anaphors that the key does not have.")
    if len(comparison.documents) == 1:
        lines.append("One document: the intervals take its anaphors as independent and are too narrow.")
    lines += _far_apart(comparison)
    lines += [f"Skipped: {message}" for message in comparison.skipped]
    return lines


def _far_apart(comparison: Comparison) -> list[str]:
    """The success rates on anaphors that stand far from each other, if they were asked for."""
    sample, found = comparison.sample, comparison.sampled()
    if sample is None or found is None:
        return []
    rates = ", ".join(
        f"{name} {percent(rate.value)} ({interval(rate.interval)})"
        for name, rate in zip(comparison.resolvers, found.rates, strict=True)
    )
    drawn = f"{counted(sample.repeats, 'sample')} of {found.anaphors:,.0f} anaphors each"
    apart = f"Without two anaphors within {counted(sample.gap, 'sentence')}"
    return [f"{apart} ({drawn}; 95\N{NO-BREAK SPACE}% interval): {rates}."]


def ranking(comparison: Comparison) -> list[str]:
    """How probable it is that each resolver comes first on other documents of the kind; nothing if that is unknown."""
    first = {name: row[0] for name, row in comparison.ranks().items()}
    if len(first) < 2:
        return []
    likely = sorted((name for name in first if first[name] >= LIKELY), key=lambda name: -first[name])
    chances = ", ".join(f"{name} {percent(first[name])}" for name in likely)
    rest = "" if len(likely) == len(first) else f"; every other less than {100 * LIKELY:.0f}\N{NO-BREAK SPACE}%"
    return [f"Best if the documents are drawn anew ({RESAMPLES:,} bootstrap samples, no test): {chances}{rest}."]


def differences(comparison: Comparison) -> list[str]:
    """Which differences hold, a line for each resolver that beats another; first of all how they were tested."""
    tested = [pair for pair in comparison.pairs() if pair["p_holm"] is not None]
    documents = counted(len(comparison.documents), "document")
    if len(comparison.resolvers) < 2 or not comparison.anaphors:
        return []
    if not tested:
        return [f"Differences are not testable at document level: {documents}, at least {TESTABLE_FROM} are needed."]
    test = f"sign-flip test over {documents}, Holm's correction for {counted(len(tested), 'pair')}, p < {SIGNIFICANT}"
    beaten: dict[str, list[str]] = {}
    for pair in tested:
        if pair["p_holm"] < SIGNIFICANT and pair["difference"]:
            first, second = pair["first"], pair["second"]
            winner, loser = (first, second) if pair["difference"] > 0 else (second, first)
            beaten.setdefault(winner, []).append(loser)
    if not beaten:
        return [f"No difference between two resolvers holds ({test})."]
    ranked = sorted(beaten, key=lambda name: -right(comparison, name))
    return [f"Differences that hold ({test}):", *(f"  {name} > {', '.join(beaten[name])}" for name in ranked)]


def verdict(comparison: Comparison) -> list[str]:
    """Who is ahead, how far anyone could come and where most is lost, with no claim beyond this corpus."""
    if not comparison.anaphors or not comparison.resolvers:
        return ["There are no key anaphors or no resolvers here, so there is nothing to compare."]
    leaders = [result for result in results(comparison) if result.ahead]
    if not leaders:
        none = [] if comparison.read_key >= set(comparison.resolvers) else ["No resolver has a single anaphor right."]
        return [*none, upper_bound(comparison)]
    lead = leaders[0].cells
    names = " and ".join(result.resolver for result in leaders)
    ahead = "is ahead" if len(leaders) == 1 else "are level at the head"
    if len(comparison.resolvers) == len(leaders) == 1:
        ahead = "stands alone"
    figures = f"{lead['right']} anaphors right ({lead['success']}, 95\N{NO-BREAK SPACE}% interval {lead['interval']})"
    lines = [f"{names} {ahead} on this corpus: {figures}.", *_runner_up(comparison)]
    return [*lines, upper_bound(comparison), _main_loss(comparison, leaders[0])]


def _runner_up(comparison: Comparison) -> list[str]:
    losers = [result for result in results(comparison) if not result.ahead]
    others = [result for result in losers if result.resolver not in comparison.read_key]
    if not others:
        return []
    second = max(others, key=lambda result: right(comparison, result.resolver))
    leader = next(result for result in results(comparison) if result.ahead)
    apart = _told_apart(comparison, leader.resolver, second.resolver)
    return [f"Next is {second.resolver} with {second.cells['right']} ({second.cells['success']}); {apart}."]


def _told_apart(comparison: Comparison, leader: str, second: str) -> str:
    """The difference of two resolvers in points with its interval, and whether it holds by itself."""
    pair = next(pair for pair in comparison.pairs() if {pair["first"], pair["second"]} == {leader, second})
    points = f"the difference is {abs(pair['difference']) * 100:.1f} points"
    if pair["interval"]:
        low, high = sorted(_ahead(pair, end) for end in pair["interval"])
        points += f", 95\N{NO-BREAK SPACE}% interval {low:.1f} to {high:.1f}"
    if pair["p"] is None:
        return f"{points}, not testable at document level"
    equal = f"equal within {100 * EQUAL_WITHIN:.0f} points" if pair["equal_within_2_points"] else ""
    if pair["p_holm"] is not None and pair["p_holm"] < SIGNIFICANT:
        holds = f"{points}, and holds (p = {pair['p_holm']:.2g} after Holm's correction)"
        return f"{holds}, though the two are {equal}" if equal else holds
    chance = f"{points}, which may be chance (p = {pair['p']:.2g} before any correction)"
    return f"{chance}; the two are {equal}" if equal else chance


def _ahead(pair: Mapping[str, Any], end: float) -> float:
    """An end of the interval in points, seen from the one that is ahead."""
    return 100 * (end if pair["difference"] >= 0 else -end)


def _main_loss(comparison: Comparison, leader: Result) -> str:
    shared = comparison.shared_losses()
    losses = comparison.losses(leader.resolver)
    own = {name: count for name, count in losses.items() if name not in shared and name != "right"}
    before = _largest(shared, comparison.anaphors)
    itself = _largest(own, comparison.anaphors)
    parts = [
        f"Before the resolvers choose, most is lost at {before}"
        if before
        else "Nothing is lost before the resolvers choose",
        f"{leader.resolver} itself loses most as {itself}" if itself else f"{leader.resolver} itself loses nothing",
    ]
    return "; ".join(parts) + "."


def _largest(losses: Mapping[str, int], of: int) -> str:
    """The stage that lost most, with its count; empty if none lost any."""
    name = max(losses, key=losses.__getitem__)
    return f"“{stage(name)}”: {losses[name]} ({share(losses[name], of)})" if losses[name] else ""
