"""The sections on a comparison: scores, differences, losses, corpus and slices."""

from dataclasses import replace

from anaphora.experiments.show.charts import comparison as charts
from anaphora.experiments.show.charts.chart import Cell, Figures, of_table
from anaphora.experiments.show.report.findings import Findings
from anaphora.experiments.show.report.section import Block, Heading, Row, Section, Sheet, Words
from anaphora.workbench.results.comparison import (
    BY_CHANCE,
    Comparison,
    beside,
    differences_in_words,
    resolvers_table,
    significantly_better,
    upper_bounds,
)
from anaphora.workbench.results.coverage import coverage_tables
from anaphora.workbench.results.profile import as_object, profile_table
from anaphora.workbench.results.slices import BY
from anaphora.workbench.results.vocabulary import DASH, counted, percent
from anaphora.workbench.statistics import ALPHA

_ACROSS = 8  # resolvers whose table fits beside each other


def scores(findings: Findings) -> Section | None:
    """The result table: success rates with counts and intervals, and how probable each resolver comes first."""
    comparison = findings.comparison
    if comparison is None or findings.ablated:
        return None

    def named(name: str) -> str:
        chance = " (chance)" if name in comparison.random else ""
        return name + chance + (" (ahead)" if name in comparison.leaders else "")

    table = resolvers_table(comparison, differences=True).only(lambda column: column.name not in BY_CHANCE)
    shown = of_table(table)
    shown = replace(shown, rows=tuple((named(str(name)), *others) for name, *others in shown.rows))
    note = (
        "Success rate: correct answers, of all anaphors in the key. “Of MAX”: correct answers, of the anaphors that "
        "can be resolved at all."
        + (" *: significantly worse than the best." if any(map(comparison.is_worse, comparison.resolvers)) else "")
        + _of_pronouns(comparison)
        + _by_chance(comparison)
        + (" P(best): how probably it ranks first, in per cent (bootstrap over documents)." if comparison.ranks else "")
    )
    bounds = f"{upper_bounds(comparison)}: the success rate of a perfect resolver."
    blocks: list[Block] = [
        Sheet("Scores", shown, note, ahead=frozenset(map(named, comparison.leaders))),
        Words((bounds,)),
    ]
    covered = coverage_tables(comparison.coverage, comparison.corpus)
    blocks += [Sheet(entry.title, of_table(entry), " ".join(entry.notes), folded=True) for entry in covered]
    return Section("scores", "Scores", "Scores", tuple(blocks))


def _of_pronouns(comparison: Comparison) -> str:
    total = max((comparison.rate("all_pronouns", name).total for name in comparison.resolvers), default=0)
    return f" “All pron.”: of all {total:,} pronouns, those included that refer to nothing and rightly have no answer."


def _by_chance(comparison: Comparison) -> str:
    """Say what resolvers that choose by chance are expected to have right, which is more exact than one draw."""
    rates = {
        name: comparison.rates(name)["expected"].value for name in comparison.resolvers if name in comparison.random
    }
    shown = [f"{name} {percent(value)}" for name, value in rates.items() if value is not None]
    return f" Expected by chance: {', '.join(shown)}." if shown else ""


def differences(findings: Findings) -> Section | None:
    """Significant differences, and the numbers of anaphors that are right where another resolver is not."""
    comparison = findings.comparison
    if comparison is None or findings.ablated or len(comparison.resolvers) < 2 or not comparison.anaphors:
        return None
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
    return Section("differences", "Differences", "Differences", tuple(blocks))


def _matrix(comparison: Comparison) -> Figures:
    names = comparison.resolvers
    ahead = {(pair.first, pair.second): pair.detail.only_first for pair in comparison.pairs}
    ahead |= {(pair.second, pair.first): pair.detail.only_second for pair in comparison.pairs}
    rows = []
    for row, first in enumerate(names):
        counts = [ahead.get((first, second), 0) for second in names]
        cells = (
            DASH if first == names[column] else Cell(str(count), f"right={row}&wrong={column}" if count else "")
            for column, count in enumerate(counts)
        )
        rows.append((first, *cells))
    return Figures(("right (row), wrong (column)", *names), tuple(rows))


def losses(findings: Findings) -> Section | None:
    """The losses of anaphors: the waterfall with its ceiling, and what is counted nowhere in it."""
    comparison = findings.comparison
    if comparison is None:
        return None
    notes = Words(tuple(beside(comparison)), "note")
    return Section("losses", "Losses", "Losses", (charts.losses(comparison), Heading("What the bars leave out"), notes))


def corpus(findings: Findings) -> Section | None:
    """The material: the figures of Mitkov 2001, section 7."""
    comparison = findings.comparison
    if comparison is None:
        return None
    blocks: list[Block] = []
    if findings.profile:
        note = (
            "The statistics that Mitkov 2001, section 7, asks authors to publish with every result, named as in "
            "anaphora profile; shares are of the anaphors (pleonastic: of all its). Trivial: one candidate "
            "before agreement; decided by agreement: one is left of several; critical: several are left."
        )
        figures = {name: figure for name, figure in as_object(findings.profile).items() if name != "types"}
        blocks.append(Sheet("How hard the corpus is", of_table(profile_table("", figures)), note, folded=True))
        types = ", ".join(f"{name} {count}" for name, count in findings.profile["types"].items())
        blocks += [Words((f"Pronouns: {types}.",), "note")] if types else []
    return Section("corpus", "Corpus", "Corpus", tuple(blocks)) if blocks else None


_NOTE = (
    "Exploratory: no correction for the number of slices. Read a curve against chance: where both fall, the slice "
    "is harder, and the resolver not necessarily worse."
)


def slices(findings: Findings) -> Section | None:
    """Success rates by distance, candidates, pronoun and genre, as far as there is more than one slice."""
    if findings.comparison is None:
        return None
    drawn = tuple(chart for by in BY if (chart := charts.sliced(findings.comparison, by)))
    return Section("slices", "Slices", "Slices", (Words((_NOTE,), "note"), Row(drawn))) if drawn else None
