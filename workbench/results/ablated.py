"""The worth of a resolver's parts: indicators that vote, rules, factors."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from anaphora.workbench.ablation.figures import IndicatorAblation, PartWorth, importance_interval
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.comparison import Comparison, Contingency, messages
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.values import Interval, Rate, ratio
from anaphora.workbench.results.vocabulary import percent
from anaphora.workbench.statistics import ALPHA


@dataclass(frozen=True, slots=True)
class Ablated:
    """A resolver with all its parts and, but for additive ones, its variants with one part off each.

    `additive` has the figures of indicators that vote; it is `None` for other kinds. `variants` gives for each part the
    name of the resolver without it in `comparison`.
    """

    resolver: str
    comparison: Comparison
    additive: IndicatorAblation | None
    variants: Mapping[str, str]

    def parts(self) -> dict[str, PartWorth]:
        """The worth of each indicator, or of each part that can be switched off."""
        if self.additive:
            return self.additive.worth
        pairs = self.comparison.compare([(self.resolver, variant) for variant in self.variants.values()])
        return {part: self._part(part, pair) for part, pair in zip(self.variants, pairs, strict=True)}

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.comparison.signature

    def tables(self, **_: object) -> tuple[Table, ...]:
        """The worth of each indicator or, for other resolvers, the decisions of each rule and the rest without it."""
        rate = self.comparison.rate("success_rate", self.resolver)
        title = f"{self.resolver} on {self.comparison.corpus}: {self.comparison.size}"
        success = f"Success rate {percent(rate.value)} ({rate.right:.0f} of {rate.total})."
        notes = (success, *messages(self.comparison))
        where = f"{self.resolver} on {self.comparison.corpus} ({self.comparison.size})"
        if self.additive:
            table = _indicator_table(self.additive, title, (_ORDER, *notes))
            return (replace(table, caption=f"Indicators of {where}. {success}"),)
        rules = [(rule, rate.total, rate.right, rate.value) for rule, rate in self.rules().items()]
        parts = [
            (part, *(getattr(worth, column.name) for column in _PARTS[1:]))
            for part, worth in sorted(self.parts().items(), key=lambda item: item[1].hurt - item[1].helped)
        ]
        without = Table(
            "Without one part",
            _PARTS,
            tuple(parts),
            ("The part that is missed most first: helped less hurt anaphors.",),
            caption=f"Parts of {where}, each left out.",
        )
        return (
            Table(
                title,
                _RULES,
                tuple(rules),
                ("Rules that decide most first.", *notes),
                caption=f"Rules of {where}. {success}",
            ),
            without.filled(),
        )

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: the success rate, what each part is worth, and the decisions of each rule."""
        yield rate_figure("", self.resolver, "success_rate", self.comparison.rate("success_rate", self.resolver))
        for part, worth in self.parts().items():
            if self.additive:
                power = ratio(worth.separating.successful, worth.separating.applied)
                yield rate_figure("", self.resolver, "separating_power", power, part)
            for name in _FIGURES:
                if (value := getattr(worth, name)) is not None:
                    ends = Interval.of(getattr(worth, _INTERVALS.get(name, ""), None))
                    yield figure("", self.resolver, name, part, value, ends)
        if not self.additive:
            for rule, rate in self.rules().items():
                yield rate_figure("", self.resolver, "precision_of_rule", rate, rule)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora ablate --json`."""
        data = {
            "signature": self.signature,
            "resolver": self.resolver,
            "documents": len(self.comparison.documents),
            "anaphors": self.comparison.anaphors,
            "success_rate": self.comparison.rate("success_rate", self.resolver),
            "skipped": self.comparison.skipped,
            "warnings": self.comparison.warnings,
        }
        if self.additive:
            names = self.additive.worth
            indicators = {name: _indicator_json(self.additive, name, worth) for name, worth in names.items()}
            return {**data, "indicators": indicators, **_subsets_json(self.additive)}
        return {
            **data,
            "rules": {rule: {"decided": rate.total, "right": rate.right} for rule, rate in self.rules().items()},
            "indicators": {
                part: {name: getattr(worth, name) for name in _PART_JSON} for part, worth in self.parts().items()
            },
        }

    def rules(self) -> dict[str, Rate]:
        """Count the key anaphors that each rule decided, and those of them that it decided rightly, most first."""
        outcomes = [outcome for document in self.comparison.documents for outcome in document.outcomes[self.resolver]]
        decided = Counter(outcome.rule for outcome in outcomes if outcome.antecedent is not None)
        right = Counter(outcome.rule for outcome in outcomes if outcome.stage == "right")
        return {rule: ratio(right[rule], count) for rule, count in decided.most_common()}

    def _part(self, part: str, pair: Pair[Contingency]) -> PartWorth:
        """Compare with the resolver without one part; for a rule, also how the others then decide its anaphors."""
        helped, hurt = pair.detail.only_first, pair.detail.only_second
        right = self.comparison.right(self.resolver)
        rows = [
            (before, after)
            for document in self.comparison.documents
            for before, after in zip(
                document.outcomes[self.resolver], document.outcomes[self.variants[part]], strict=True
            )
            if before.rule == part
        ]
        solved = sum(before.stage == "right" for before, _ in rows)
        is_rule = not self.rules().keys().isdisjoint(self.variants)  # then one that never fired is a rule, too
        return PartWorth(
            applied=len(rows) if is_rule else None,
            decision_power=solved / len(rows) if rows else None,
            relative_importance=(helped - hurt) / right if right else None,
            helped=helped,
            hurt=hurt,
            p=pair.p,
            p_adjusted=pair.p_adjusted,
            right_without=sum(after.stage == "right" for _, after in rows) if is_rule else None,
            importance_interval=self._interval(part),
        )

    def _interval(self, part: str) -> tuple[float, float] | None:
        right, without = (
            np.array([float(document.right(name).sum()) for document in self.comparison.documents])
            for name in (self.resolver, self.variants[part])
        )
        return importance_interval(right - without, right)


def _indicator_json(ablation: IndicatorAblation, name: str, worth: PartWorth) -> JsonObject:
    powers = {"boosting": worth.boosting, "impeding": worth.impeding, "separating": worth.separating}
    return {
        "weight": float(ablation.matrix.weights[ablation.matrix.indicators.index(name)]),
        **{figure: getattr(worth, figure) for figure in _INDICATOR_JSON[0]},
        **{
            name: {"applied": power.applied, "successful": power.successful, "decision_power": power.value}
            for name, power in powers.items()
        },
        **{figure: getattr(worth, figure) for figure in _INDICATOR_JSON[1]},
        "curve": asdict(ablation.curve(name)),
    }


_ORDER = "Ordered by Shapley value: what adding the indicator gains on average."
_INDICATORS = (
    Column("indicator"), Column("shapley", "points", "Shapley", "points"),
    Column("applied", "count", detail=True), Column("decision_power", "decimal", digits=3),
    Column("separating", "count", "separated", detail=True),
    Column("separating_power", "decimal", "power (sep.)", digits=3, detail=True),
    Column("relative_importance", "signed", digits=3), Column("helped", "count"), Column("hurt", "count"),
    Column("p_adjusted", "p", "adjusted p"), Column("comment", detail=True),
)  # fmt: skip
_RULES = (
    Column("rule"), Column("decided", "count"), Column("right", "count"), Column("precision", "percent"),
)  # fmt: skip
_PARTS = (
    Column("part"), Column("helped", "count"), Column("hurt", "count"),
    Column("relative_importance", "signed", digits=3), Column("p_adjusted", "p", "adjusted p"),
    Column("applied", "count"), Column("right_without", "count"),
)  # fmt: skip
_INDICATOR_JSON = (
    ("shapley", "applied", "decision_power", "decision_power_interval"),
    ("relative_importance", "importance_interval", "helped", "hurt", "p", "p_adjusted"),
)
_PART_JSON = (
    "helped", "hurt", "relative_importance", "importance_interval", "p", "p_adjusted", "applied", "right_without",
    "decision_power",
)  # fmt: skip
_FIGURES = (
    "shapley", "applied", "decision_power", "relative_importance", "helped", "hurt", "right_without", "p", "p_adjusted",
)  # fmt: skip
_INTERVALS = {"decision_power": "decision_power_interval", "relative_importance": "importance_interval"}


def _subsets_json(ablation: IndicatorAblation) -> JsonObject:
    """The resolver with only some of its indicators, or none but the tie-break."""
    return {
        "tie_break": ablation.tie_break,
        "tie_break_only": ablation.rate(float(ablation.by_subset[0])),
        "best_subsets": [
            {"indicators": names, "success_rate": ablation.rate(right)} for names, right in ablation.best_subsets()
        ],
        "flips": {str(size): count for size, count in ablation.flips().items()},
    }


def _indicator_table(ablation: IndicatorAblation, title: str, notes: Sequence[str]) -> Table:
    rows = []
    for name, worth in sorted(ablation.worth.items(), key=lambda item: -(item[1].shapley or 0)):
        apart = worth.separating
        rows.append((
            name, worth.shapley, worth.applied, worth.decision_power, apart.applied, apart.value,
            worth.relative_importance, worth.helped, worth.hurt, worth.p_adjusted,
            _comment(worth, ablation.matrix.anaphors),
        ))  # fmt: skip
    names, right = ablation.best_subsets()[0]
    tie = ablation.tie_break
    flips = ablation.flips()
    by_one = flips.get("1", 0)
    never = flips["never"]
    several = sum(flips.values()) - by_one - never
    alone = f"alone it reaches {percent(ablation.rate(float(ablation.by_subset[0])))}"
    lines = (
        f"Tie-break: {tie['applied']} anaphors, {tie['right']} right (by chance {tie['expected']:.1f}); {alone}.",
        f"Best subset on this very corpus: {percent(ablation.rate(right))} with {', '.join(names) or 'none'}.",
        f"Wrong: {by_one} right with one indicator off, {several} with several, {never} never.",
    )
    return Table(title, _INDICATORS, tuple(rows), (*notes, *lines))


_RARE = 0.1  # of the anaphors


def _comment(worth: PartWorth, anaphors: int) -> str:
    """Put the figures of an indicator into words (the last column of Mitkov 2001, table 4)."""
    if not worth.applied:
        return "never applies"
    effect = "no net effect"
    if worth.helped != worth.hurt:
        effect = "helps" if worth.helped > worth.hurt else "harms"
    tested = " (untested)"
    if worth.p_adjusted is not None:
        tested = " (significant)" if worth.p_adjusted < ALPHA else ""
    remarks = ["impeding"] if not worth.boosting.applied else []
    remarks += ["rare"] if worth.separating.applied < _RARE * anaphors else []
    return "; ".join((*remarks, effect + tested))
