"""Answers to questions with choices: accuracy, by category too, bias of position, and pairs of versions."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

import numpy as np

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.family import Family, Pair, difference_columns
from anaphora.workbench.results.figures import Figure, figure
from anaphora.workbench.results.headline import Headline
from anaphora.workbench.results.scores import Exchanged
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.statistics import MIN_DOCUMENTS
from anaphora.workbench.statistics.resampling import Ratio, Ratios, ratio_intervals, ratio_value
from anaphora.workbench.statistics.significance import max_t

NONE = "none of these"
"""The choice that is right where none of the others is."""
MAX = "MAX"
"""The candidates of the resolvers: right where one of them is of the right entity, or where none of these is right."""
CHANCE = "chance"
_OF_ORDERS = ("same_in_all_orders", "same_in_all_orders_interval")
"""Columns that say nothing where no question is asked in several orders."""
_MOST_PAIRS = 10
"""Pairs of systems that are printed; a class of thirty has 435."""
_OVERALL: Ratios = {
    "accuracy": ("right", "asked", 1),
    "one_right": ("right of one", "of one", 1),
    "none_right": ("right of none", "of none", 1),
    "none_instead": ("none instead", "of one", 1),
    "same_in_all_orders": ("same", "groups", 1),
    "not_understood": ("unclear", "asked", 1),
}


@dataclass(frozen=True, slots=True)
class Examined:
    """Counts of each system, document by document, from which all figures follow; `positions` are the letters."""

    signature: str
    systems: tuple[str, ...]
    counts: Mapping[str, tuple[Counter[str], ...]]
    questions: int
    swaps: tuple[str, ...]
    positions: str
    warnings: tuple[str, ...]

    def tables(self, **_: object) -> list[Table]:
        """All systems; categories; positions; pairs of versions."""
        tables = [self._systems()]
        if 0 < len(self._pairs()) <= _MOST_PAIRS:
            tables.append(self._differences())
        tables += [
            self._by("distance", "By distance in sentences, where one is right", " back"),
            self._by("anaphor", "By anaphor", ""),
            self._positions(),
        ]
        if self.swaps:
            tables.append(self._swaps())
        return tables

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: each figure of each system, and the differences in accuracy."""
        for system in self.systems:
            groups = (
                (_OVERALL, "", "value"),
                (self._categories("distance"), "accuracy", ""),
                (self._categories("anaphor"), "accuracy", ""),
                (self._bias(), "bias_of_position", ""),
                (self._gains(), "", "value"),
            )
            for ratios, measure, part in groups:
                for name, (value, ends) in self._values(system, ratios).items():
                    yield figure("", system, measure or name, part or name, value, ends)
        for pair in self._compared():
            both = f"{pair.first} - {pair.second}"
            yield figure("", both, "accuracy", "difference", pair.difference, pair.interval)
            yield figure("", both, "accuracy", "p_adjusted", pair.p_adjusted)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora evaluate choices --json`."""
        data: JsonObject = {
            "signature": self.signature,
            "questions": self.questions,
            "warnings": self.warnings,
            "systems": {
                system: dict(zip(("right", "answered"), self._answered(system), strict=True)) | figures
                for system, figures in self._by_system(_OVERALL).items()
            },
            "distance": self._by_system(self._categories("distance")),
            "anaphor": self._by_system(self._categories("anaphor")),
            "position": self._by_system(self._bias()),
        }
        if self._pairs():
            data["differences"] = [pair.record() for pair in self._compared()]
        if self.swaps:
            data["pairs"] = self._by_system(self._gains())
        return data

    def _by_system(self, ratios: Ratios) -> dict[str, JsonObject]:
        """The figures of each system by name, each beside its interval."""
        return {
            system: {
                key: cell
                for name, (value, ends) in self._values(system, ratios).items()
                for key, cell in ((name, value), (f"{name}_interval", ends))
            }
            for system in self.systems
        }

    def _values(self, system: str, ratios: Ratios) -> dict[str, tuple[float | None, Interval | None]]:
        counts = self.counts[system]
        total = Counter({name: sum(count[name] for count in counts) for ratio in ratios.values() for name in ratio[:2]})
        ends = ratio_intervals(counts, ratios)
        return {name: (ratio_value(total, ratio), Interval.of(ends[name])) for name, ratio in ratios.items()}

    def _table(
        self,
        title: str,
        ratios: Ratios,
        headings: Mapping[str, str],
        notes: tuple[str, ...] = (),
        differences: Collection[str] = (),
    ) -> Table:
        columns = [Column("system")]
        for name in ratios:
            form: Literal["points", "percent"] = "points" if name in differences else "percent"
            columns += [
                Column(name, form, headings.get(name, ""), direction=None),
                Column(f"{name}_interval", form, "95% interval", detail=name != "accuracy", ends=True),
            ]
        rows = tuple(
            (system, *(cell for pair in self._values(system, ratios).values() for cell in pair))
            for system in self.systems
        )
        return Table(title, tuple(columns), rows, notes)

    def _systems(self) -> Table:
        headings = {"one_right": "one is right", "none_right": NONE, "none_instead": f"'{NONE}' instead"}
        title = f"{counted(self.questions, 'question')} on {counted(self._documents, 'document')}"
        notes = ["Intervals are over documents. An answer that is missing or not understood is wrong."]
        if (pairs := len(self._pairs())) > _MOST_PAIRS:
            notes.append(f"{pairs:,} pairs of systems: --json has their differences.")
        table = self._table(title, _OVERALL, headings, tuple(notes))
        columns = (
            column._replace(detail=column.detail or column.name == "not_understood") for column in table.columns[1:]
        )
        table = replace(
            table,
            columns=(table.columns[0], Column("right", "count"), Column("answered", "count"), *columns),
            rows=tuple((row[0], *self._answered(str(row[0])), *row[1:]) for row in table.rows),
        )
        several = any(count["groups"] for count in self.counts[self.systems[0]])
        return table.only(lambda column: several or column.name not in _OF_ORDERS)

    @property
    def _documents(self) -> int:
        return len(next(iter(self.counts.values())))

    def _answered(self, system: str) -> tuple[int | None, int | None]:
        """Count the right answers of a system, and all that it gave; `MAX` and `CHANCE` gave none."""
        right, asked, unclear = (
            sum(count[name] for count in self.counts[system]) for name in ("right", "asked", "unclear")
        )
        return (None, None) if system in (MAX, CHANCE) else (right, asked - unclear)

    def _pairs(self) -> list[tuple[str, str]]:
        return [*combinations([name for name in self.systems if name not in (MAX, CHANCE)], 2)]

    def headline(self) -> Headline:
        """The accuracies of all systems that were asked, for a sentence."""
        compared = Family(tuple(self._compared()))
        return Headline(
            corpus=counted(self.questions, "question"),
            units=self._documents,
            unit="document",
            measure="accuracy",
            predicate="chose the right answer to {}",
            values={
                name: self._values(name, _OVERALL)["accuracy"] for name in self.systems if name not in (MAX, CHANCE)
            },
            pair=compared.pair,
            compared=len(compared),
        )

    def _compared(self) -> list[Pair[Exchanged]]:
        """The paired differences in accuracy of the systems that were asked, tested together (step-down max-T)."""
        pairs = self._pairs()
        if not pairs:
            return []
        gains = [
            [
                count["right"] - rival["right"]
                for count, rival in zip(self.counts[first], self.counts[second], strict=True)
            ]
            for first, second in pairs
        ]
        compared = []
        tested = max_t(np.array(gains, np.float64).T, 0)
        for pair, gain, alone, adjusted in zip(
            pairs, gains, tested.p.tolist(), tested.p_adjusted.tolist(), strict=True
        ):
            counts = [
                Counter(less=less, asked=count["asked"]) for less, count in zip(gain, self.counts[pair[0]], strict=True)
            ]
            [ends] = ratio_intervals(counts, {"difference": ("less", "asked", 1)}).values()
            total = sum(count["asked"] for count in counts)
            compared.append(Pair(*pair, sum(gain) / total, Interval.of(ends), alone, adjusted, Exchanged(exact=False)))
        return compared

    def _differences(self) -> Table:
        note = f"With fewer than {MIN_DOCUMENTS} documents no difference can be significant."
        notes = (note,) if self._documents < MIN_DOCUMENTS else ()
        rows = tuple(pair.cells() for pair in self._compared())
        return Table("Differences in accuracy", tuple(difference_columns()), rows, notes)

    def _categories(self, category: str) -> dict[str, Ratio]:
        """Accuracy in each part of a category that is asked about."""
        asked = {name for count in self.counts[CHANCE] for name in count if name.startswith(f"of {category} ")}
        return {
            name[3:].replace(" ", "_").replace("+", "_or_more"): (f"right {name}", name, 1) for name in sorted(asked)
        }

    def _by(self, category: str, title: str, behind: str) -> Table:
        ratios = self._categories(category)
        headings = {label: asked.removeprefix(f"of {category} ") + behind for label, (_, asked, _) in ratios.items()}
        return self._table(title, ratios, headings)

    def _bias(self) -> dict[str, Ratio]:
        """Excess of each position: how much more often it is chosen than it is right."""
        return {letter: (f"less {letter}", "asked", 1) for letter in (*self.positions, NONE)}

    def _positions(self) -> Table:
        ratios = self._bias()
        note = "How much more often a position is chosen than it is right; 0 is no bias. Resolvers know no positions."
        return self._table("Bias of position", ratios, {}, (note,), ratios)

    def _gains(self) -> dict[str, Ratio]:
        """Shares of answers that are the same with other names, and what accuracy gains."""
        ratios: dict[str, Ratio] = {}
        for swap in self.swaps:
            ratios[f"{swap}_same"] = (f"same {swap}", f"pairs {swap}", 1)
            ratios[f"{swap}_difference"] = (f"less right {swap}", f"pairs {swap}", 1)
        return ratios

    def _swaps(self) -> Table:
        headings: dict[str, str] = {}
        for swap in self.swaps:
            headings |= {f"{swap}_same": f"{swap}: same answer", f"{swap}_difference": f"{swap}: accuracy"}
        gains = {f"{swap}_difference" for swap in self.swaps}
        note = "Each question beside the same with other names: how often the answer is the same, what accuracy gains."
        return self._table("Minimal pairs", self._gains(), headings, (note,), gains)
