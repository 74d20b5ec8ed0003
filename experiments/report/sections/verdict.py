"""Who is ahead and whether that is real, in plain words; nothing here goes beyond what the tables below hold."""

from anaphora.experiments.report.charts.forest import word
from anaphora.experiments.report.contents import Chained, Findings, Weighed
from anaphora.experiments.report.section import Section, Words
from anaphora.experiments.terminal import comparison_text
from anaphora.experiments.terminal.scores import PRIMARY, SIGNIFICANT
from anaphora.experiments.terminal.vocabulary import counted, interval, percent
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.scores import Scores, main_part

_NOTE = (
    "The intervals are made of whole documents, because the anaphors of one text are not independent; none of it shows "
    "that differences would hold on texts of another kind."
)
_ONE = "One document says nothing of other texts: nothing can be tested on it, and intervals on it are too narrow."


def section(findings: Findings) -> Section:
    """The verdict on whatever there is: a comparison, chains, the parts of a resolver."""
    lines: list[str] = []
    if findings.ablated:
        lines += _of_parts(findings.ablated, findings.weighed[findings.ablated])
    elif findings.comparison:
        comparison = findings.comparison
        lines += [*comparison_text.verdict(comparison), *_beaten(comparison), *_smallest(comparison)]
    elif findings.chained:
        lines += _of_chains(findings.chained)
    note = _NOTE if _documents(findings) > 1 else _ONE
    first, *rest = lines or ["There is nothing to compare."]
    return Section(
        "verdict",
        "Verdict",
        "Verdict",
        (
            Words((first,), "lead"),
            *(Words((each,)) for each in rest),
            *(Words((f"Warning: {each}",), "warning") for each in _warnings(findings)),
            Words((note,), "note"),
        ),
    )


def _warnings(findings: Findings) -> tuple[str, ...]:
    return findings.comparison.warnings if findings.comparison else ()


def _documents(findings: Findings) -> int:
    if findings.comparison:
        return len(findings.comparison.documents)
    return len(findings.chained.scores.documents) if findings.chained else 0


def _beaten(comparison: Comparison) -> list[str]:
    """Whom the resolver that is ahead is shown to beat."""
    ahead = [result.resolver for result in comparison_text.results(comparison) if result.ahead][:1]
    tested = [pair for pair in comparison.pairs() if pair["p_holm"] is not None]
    if not ahead or not tested:
        return []
    losers: dict[str, list[str]] = {}
    for pair in tested:
        if ahead[0] in (pair["first"], pair["second"]):
            losers.setdefault(word(pair), []).append(pair["second"] if pair["first"] == ahead[0] else pair["first"])
    test = f"p < {SIGNIFICANT} after Holm’s correction for {counted(len(tested), 'pair')}"
    held, before = losers.get("differ", []), losers.get("differ only before correction", [])
    shown = f"shown to beat {', '.join(held)}" if held else "not shown to beat any other resolver"
    lines = [f"{ahead[0]} is {shown} ({test})."]
    return lines + ([f"Compared with one of them alone, it would beat {', '.join(before)}."] if before else [])


def _smallest(comparison: Comparison) -> list[str]:
    """How large a difference to the resolver that is ahead must be for this corpus to show it."""
    ahead = [result.resolver for result in comparison_text.results(comparison) if result.ahead][:1]
    tested = [pair for pair in comparison.pairs() if pair["p_holm"] is not None]
    seen = [pair["detectable"] for pair in tested if {pair["first"], pair["second"]} & set(ahead)]
    known = sorted(100 * each for each in seen if each is not None)
    if not known:
        return []
    least, most = f"{known[0]:.1f}", f"{known[-1]:.1f}"
    points = least if least == most else f"{least} to {most}"
    return [f"The smallest difference to {ahead[0]} that this corpus shows four times out of five: {points} points."]


def _of_parts(name: str, weighed: Weighed) -> list[str]:
    figures = weighed.figures
    success = figures["success_rate"]
    bounds = interval(tuple(success["interval"]) if success["interval"] else None)
    rate = f"{percent(success['value'])}, 95 % interval {bounds}"
    lines = [f"{name} has {success['right']:g} of {success['of']} anaphors right ({rate})."]
    rows = {part: row for part, row in figures["indicators"].items() if row["relative_importance"] is not None}
    if not rows:
        return lines
    ranked = sorted(rows, key=lambda part: -rows[part]["relative_importance"])
    best = ranked[0]
    if rows[best]["relative_importance"] <= 0:
        return [*lines, "Nothing is lost without any one of its parts."]
    lines.append(
        f"Most is lost without {best.replace('_', ' ')}: it helps {counted(rows[best]['helped'], 'anaphor')} and hurts "
        f"{rows[best]['hurt']} (relative importance {rows[best]['relative_importance']:+.3f})."
    )
    harmful = [part.replace("_", " ") for part in ranked if rows[part]["relative_importance"] < 0]
    lines.append(
        f"Without these it would do better here: {', '.join(harmful)}." if harmful else "On balance no part does harm."
    )
    return lines


def _of_chains(chained: Chained) -> list[str]:
    scores = chained.scores
    measure = next((it for it in scores.measures if it.name == PRIMARY), scores.measures[0])
    values = {name: scores.values(name, measure)[main_part(measure)] for name in scores.systems}
    ranked = sorted(values, key=lambda name: -(values[name] or 0.0))
    best = ranked[0]
    ends = scores.intervals[best][measure.name].get(main_part(measure))
    bounds = f" (95 % interval {interval(ends)})" if ends else ""
    if len(ranked) == 1:
        return [f"{best} reaches {percent(values[best])} in {measure.name}{bounds}."]
    level = [name for name in ranked if values[name] == values[best]]
    if len(level) > 1:
        return [f"{' and '.join(level)} are level in {measure.name}: {percent(values[best])}{bounds}."]
    lines = [f"{best} is ahead in {measure.name}: {percent(values[best])}{bounds}."]
    return [*lines, _next(scores, measure.name, best, ranked[1], values)]


def _next(scores: Scores, measure: str, best: str, second: str, values: dict[str, float | None]) -> str:
    head = f"Next is {second} with {percent(values[second])}"
    rows = (row for row in scores.comparisons if row["measure"] == measure)
    pair = next((row for row in rows if {row["first"], row["second"]} == {best, second}), None)
    if pair is None:
        return f"{head}; with one document the difference cannot be tested."
    sign = 1 if pair["first"] == best else -1
    low, high = sorted(sign * end for end in pair["interval"])
    points = f"the difference is {100 * abs(pair['difference']):.1f} points"
    holds = "and holds" if pair["adjusted"] < SIGNIFICANT else "which may be chance"
    ends = f"95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return f"{head}; {points}, {ends}, {holds} (p = {pair['adjusted']:.2g} after Holm’s correction)."
