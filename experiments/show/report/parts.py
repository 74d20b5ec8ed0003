"""The worth of the parts of resolvers: indicators that vote, rules of a ladder, salience factors."""

from collections.abc import Iterator

from anaphora.experiments.show.charts import ablation as charts
from anaphora.experiments.show.report.findings import Findings, Weighed
from anaphora.experiments.show.report.section import Block, Heading, Row, Section, Words
from anaphora.workbench.ablation.figures import IndicatorAblation
from anaphora.workbench.results.vocabulary import percent

_IN_SAMPLE = "All of this is measured on the documents of this report; test any choice made from it on others."


def section(findings: Findings) -> Section | None:
    """Decision power and relative importance, helped and hurt, Shapley's shares, the effect of every weight."""
    if not findings.weighed:
        return None
    blocks: list[Block] = [Words((_IN_SAMPLE,), "note")]
    for name, weighed in findings.weighed.items():
        blocks += [Heading(name), *_blocks(name, weighed, in_verdict=name == findings.ablated)]
    return Section("indicators", "Indicators and rules", "Indicators", tuple(blocks))


def _blocks(name: str, weighed: Weighed, in_verdict: bool) -> Iterator[Block]:
    """Yield the blocks on a resolver, with the chart of importance unless that is `in_verdict`."""
    rows = weighed.parts
    if weighed.ablation is None:
        yield Row(tuple(filter(None, (charts.rules(name, weighed.rules), charts.helped_and_hurt(name, rows)))))
        return
    worth = (
        None if in_verdict else charts.importance(name, rows),
        charts.helped_and_hurt(name, rows),
        charts.shapley(name, rows),
    )
    yield Row(tuple(filter(None, worth)))
    yield Words(tuple(_facts(weighed.ablation)), "note")
    yield Words(
        ("The success rate by the weight of each indicator, the others unchanged; the vertical line is its weight.",)
    )
    votes = weighed.ablation.matrix
    drawn_parts = [part for part, worth in rows.items() if worth.separating and worth.separating.applied]
    drawn = tuple(
        charts.sensitivity(name, part, weighed.ablation.curve(part), float(votes.weights[votes.indicators.index(part)]))
        for part in drawn_parts
    )
    yield Row(drawn, small=True)


def _facts(ablation: IndicatorAblation) -> Iterator[str]:
    tie = ablation.tie_break
    flips = ablation.flips()
    names, right = ablation.best_subsets()[0]
    alone = percent(ablation.rate(float(ablation.by_subset[0])))
    yield (
        f"Ties: {tie['applied']} anaphors end in one, {tie['right']} of them right; a random choice would have "
        f"{tie['expected']:.1f}. The tie-break alone, without any indicator, has {alone}."
    )
    subset = ", ".join(name.replace("_", " ") for name in names) or "none"
    yield f"Best subset on these documents: {percent(ablation.rate(right))} with {subset}."
    by_size = ", ".join(f"{count} with {size} off" for size, count in flips.items() if size != "never")
    never = flips["never"]
    yield (
        f"Wrong, but right with fewest indicators off: {by_size or 'none'}; with no subset: {never}. Anaphors of which "
        "the resolver has no candidate are not among these."
    )
