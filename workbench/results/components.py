"""The worth of the components of a chain resolver."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from operator import itemgetter
from typing import TypeAlias

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.family import Pair
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.scores import Exchanged, Scores
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import ratio
from anaphora.workbench.results.vocabulary import percent

Values: TypeAlias = Mapping[str, Mapping[str, float | None]]
"""Parts of measures: `values["muc"]["recall"]`."""
MEASURES = ("muc", "b_cubed")
"""The two measures that the paper reports."""
GOAL = 0.8
"""The precision at which recall should be greatest (Baldwin et al. 1998)."""
NOTHING = "singletons"
"""The resolver that a chain resolver without any of its components amounts to."""
SHOWN = {"muc": "MUC", "b_cubed": "B³"}
"""The names of the two measures in print."""
_NAME = Column("component")
_LINKS = (Column("links", "count"), Column("right", "count"), Column("precision", "percent", "of them"))
_RATES = tuple(
    Column(f"{measure}_{part}", "percent", f"{shown} {part[0].upper()}", digits=2)
    for measure, shown in SHOWN.items()
    for part in ("recall", "precision")
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """Links proposed, and those of them with both ends in one chain of the key."""

    links: int
    right: int

    def cells(self) -> tuple[int, int, float | None]:
        """Links, right ones and their share."""
        return self.links, self.right, self.right / self.links if self.links else None


@dataclass(frozen=True, slots=True)
class Component:
    """The worth of one component: its links `alone` and `added` in its place, and measures of its three variants.

    `values` are those `alone`, `until` it and of the whole `without` it; `gain` is that of `until` over the component
    before; `change` is what blocking it changes in the whole.
    """

    alone: Proposed
    added: Proposed
    values: Mapping[str, Values]
    gain: Mapping[str, Mapping[str, float]]
    change: Mapping[str, Pair[Exchanged]]

    def as_json(self) -> JsonObject:
        """All figures by name."""
        changes = {
            measure: {
                "value": pair.difference,
                "part": pair.part,
                "interval": pair.interval,
                "p": pair.p,
                "exact": pair.detail.exact,
                "p_adjusted": pair.p_adjusted,
            }
            for measure, pair in self.change.items()
        }
        return {
            "alone": {**asdict(self.alone), **self.values["alone"]},
            "until": {**asdict(self.added), **self.values["until"], "gain": self.gain},
            "without": {**self.values["without"], "change": changes},
        }


@dataclass(frozen=True)
class ComponentAblation:
    """The result: scores of the resolver and of all its variants, and the links of each component.

    `alone` counts links in isolation, `added` those that a component adds where it stands in the order.
    """

    resolver: str
    variants: Mapping[str, Mapping[str, str]]
    scores: Scores
    alone: Mapping[str, Proposed]
    added: Mapping[str, Proposed]
    skipped: tuple[str, ...]

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.scores.signature

    def tables(self, **_: object) -> tuple[Table, ...]:
        """Each component alone, one after the other, and the whole without it."""
        parts = self.components()
        gains = [Column(f"{measure}_gain", "points", f"{SHOWN[measure]} R gain", digits=2) for measure in SHOWN]
        changes = [
            column
            for measure, shown in SHOWN.items()
            for column in (
                Column(f"{measure}_change", "points", f"{shown} change", digits=2),
                Column(f"{measure}_p_adjusted", "p", f"{shown} adj. p"),
            )
        ]
        alone = [(name, *part.alone.cells(), *_rates(part.values["alone"])) for name, part in parts.items()]
        until = [
            (
                name,
                *part.added.cells(),
                *_rates(part.values["until"]),
                *(part.gain[measure]["recall"] for measure in SHOWN),
            )
            for name, part in parts.items()
        ]
        without: list[tuple[Cell, ...]] = [
            ("(nothing left out)", *_rates(self._values(self.resolver)), *[None] * len(changes)),
            *((name, *_rates(part.values["without"]), *_tests(part.change)) for name, part in parts.items()),
        ]
        return (
            Table(f"{self.resolver} on {self.scores.key}: in isolation", (_NAME, *_LINKS, *_RATES), tuple(alone)),
            Table("One after the other", (_NAME, *_LINKS, *_RATES, *gains), tuple(until)),
            Table("The whole without", (_NAME, *_RATES, *changes), tuple(without), tuple(self._notes())),
        )

    def figures(self, **_wanted: object) -> Iterator[Figure]:
        """The long table: links and measures of each component alone, up to it, and of the whole without it."""
        for measure, values in self._values(self.resolver).items():
            for part, value in values.items():
                yield figure("", self.resolver, measure, part, value)
        for name, component in self.components().items():
            for kind, links in (("alone", component.alone), ("until", component.added)):
                yield rate_figure("", f"{kind} {name}", "links", ratio(links.right, links.links), "right")
            for kind, by_measure in component.values.items():
                for measure, values in by_measure.items():
                    for part, value in values.items():
                        yield figure("", f"{kind} {name}", measure, part, value)
            for measure, gains in component.gain.items():
                for part, gain in gains.items():
                    yield figure("", f"until {name}", f"{measure}_gain", part, gain)
            for measure, pair in component.change.items():
                yield figure("", f"without {name}", f"{measure}_change", pair.part, pair.difference, pair.interval)
                yield figure("", f"without {name}", f"{measure}_change", "p", pair.p)
                yield figure("", f"without {name}", f"{measure}_change", "p_adjusted", pair.p_adjusted)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora ablate --json`."""
        return {
            "signature": self.scores.signature,
            "resolver": self.resolver,
            "documents": len(self.scores.documents),
            "measures": self._values(self.resolver),
            "components": {name: part.as_json() for name, part in self.components().items()},
            "recall_at_precision": {
                measure: best and {"precision": GOAL, "recall": best[1], "until": best[0]}
                for measure, best in self.goals().items()
            },
            "skipped": self.skipped,
            "warnings": self.scores.warnings,
        }

    def goals(self) -> dict[str, tuple[str, float] | None]:
        """The component up to which recall is greatest at a precision of at least `GOAL`, and that recall, by measure.

        It is `None` if no point of the line of components is precise enough.
        """
        until = {name: self._values(variants["until"]) for name, variants in self.variants.items()}
        by_goal: dict[str, tuple[str, float] | None] = {}
        for measure in SHOWN:
            points = ((name, values[measure]["recall"], values[measure]["precision"]) for name, values in until.items())
            precise = [(name, recall or 0.0) for name, recall, precision in points if (precision or 0.0) >= GOAL]
            by_goal[measure] = max(precise, key=itemgetter(1), default=None)
        return by_goal

    def _notes(self) -> list[str]:
        reached = {
            measure: f"{percent(best[1], 2)} (up to {best[0]})" if best else "no point is that precise"
            for measure, best in self.goals().items()
        }
        return [
            *(f"Recall at {GOAL:.0%} precision, {SHOWN[measure]}: {where}." for measure, where in reached.items()),
            "Links are right if both ends are in one chain of the key.",
            "Change: of F1, when the component is blocked; adjusted p: step-down max-T over documents.",
            *(f"Warning: {message}" for message in self.scores.warnings),
            *(f"Skipped: {message}" for message in self.skipped),
        ]

    def components(self) -> dict[str, Component]:
        """The worth of each component, in their order."""
        worth = {}
        earlier = self._values(NOTHING)
        for name, variants in self.variants.items():
            values = {kind: self._values(variant) for kind, variant in variants.items()}
            gain = _gain(values["until"], earlier)
            worth[name] = Component(self.alone[name], self.added[name], values, gain, self._changes[name])
            earlier = values["until"]
        return worth

    def _values(self, system: str) -> Values:
        return {measure.name: self.scores.values(system, measure) for measure in self.scores.measures}

    @cached_property
    def _changes(self) -> Mapping[str, Mapping[str, Pair[Exchanged]]]:
        """The change of F1 when a component is blocked; all components are one family of tests over documents."""
        blocked = {names["without"]: name for name, names in self.variants.items()}
        changes: dict[str, dict[str, Pair[Exchanged]]] = {name: {} for name in self.variants}
        for measure, family in self.scores.compare([(variant, self.resolver) for variant in blocked]).items():
            for pair in family:
                changes[blocked[pair.first]][measure] = pair
        return changes


def _gain(values: Values, earlier: Values) -> dict[str, dict[str, float]]:
    """The gain of each part of a measure over the preceding components; undefined values count as 0."""
    return {
        measure: {part: (value or 0.0) - (earlier[measure][part] or 0.0) for part, value in parts.items()}
        for measure, parts in values.items()
    }


def _rates(values: Values) -> tuple[Cell, ...]:
    return tuple(values[measure][part] for measure in SHOWN for part in ("recall", "precision"))


def _tests(change: Mapping[str, Pair[Exchanged]]) -> tuple[Cell, ...]:
    """Change and probability of each measure; `None` where there are too few documents to test."""
    pairs = (change.get(measure) for measure in SHOWN)
    return tuple(cell for pair in pairs for cell in ((pair.difference, pair.p_adjusted) if pair else (None, None)))
