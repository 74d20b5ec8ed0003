"""Scores of indicators that a search has found, and what they reach on documents held out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from anaphora.workbench import __version__
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.options import require_choice
from anaphora.workbench.provenance import gather_seen, seen_as_data
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.values import Interval, Rate, clustered, ratio
from anaphora.workbench.results.vocabulary import DASH, counted, percent
from anaphora.workbench.statistics.significance import Difference, difference, max_t

OPTIMISER = "genetic"
"""The search, as signatures and written scores name it."""
PROTOCOLS = ("kfold", "loo", "self")
"""K parts, or each document alone, reported by scores trained on all others; or trained on what is reported."""
IN_SAMPLE = (
    "These scores are reported on the documents that they were trained on: an upper bound of what the search can do "
    "there, and no estimate for other texts. Use --protocol kfold or loo, or --test."
)


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """The protocol by which figures are reported; `folds` is for `kfold`."""

    protocol: str = "kfold"
    folds: int = 10

    def __post_init__(self) -> None:
        """Raise `OptionError` for a protocol that does not exist and for less than two folds."""
        require_choice("protocol", self.protocol, PROTOCOLS)
        if self.folds < 2:
            raise OptionError(
                f"There are {self.folds} folds; two or more are needed to train on all but one.", code="folds"
            )


_SCORES = (
    Column("indicator"), Column("outcome"), Column("score", "plain"), Column("optimised", "plain"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Optimised:
    """Scores found on `trained`, and their figures on `reported`; with folds, those of scores found on its other parts.

    `table` has for each indicator and outcome the score before and after. `protocol` is that of the plan, or "test"
    where the report is on other documents. Of each reported document `default` counts what the resolver has right
    with its own scores, `gained` what only the optimised ones have right, `lost` what only its own have.
    """

    resolver: str
    plan: SearchPlan
    protocol: str
    seed: int
    trained: Comparison
    reported: Comparison
    table: Mapping[str, Mapping[str, tuple[float, float]]]
    in_sample: tuple[int, int]
    default: Numbers
    gained: Numbers
    lost: Numbers

    @property
    def anaphors(self) -> Numbers:
        """The key anaphors of each reported document."""
        return np.array([len(document.anaphors) for document in self.reported.documents], np.float64)

    @property
    def optimised(self) -> Numbers:
        """The anaphors of each reported document that are correct with optimised scores."""
        return self.default + self.gained - self.lost

    @property
    def difference(self) -> Difference:
        """Optimised less default scores, tested by document."""
        moved = (self.gained - self.lost)[:, np.newaxis]
        return difference(self.gained, self.lost, self.anaphors, float(max_t(moved, self.seed).p[0]))

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        reported = [self.reported.signature] if self.protocol == "test" else []
        folds = f":{self.plan.folds}" if self.protocol == "kfold" else ""
        search = f"optimiser:{OPTIMISER}|protocol:{self.protocol}{folds}"
        return " -> ".join([f"{self.trained.signature}|{search}", *reported])

    @property
    def _warnings(self) -> tuple[str, ...]:
        return (IN_SAMPLE, *self.reported.warnings) if self.protocol == "self" else self.reported.warnings

    @property
    def _skipped(self) -> list[str]:
        return [*dict.fromkeys((*self.trained.skipped, *self.reported.skipped))]

    def tables(self, **_: object) -> tuple[Table, ...]:
        """The scores before and after, with their effect in notes."""
        rows = [
            (indicator, outcome.replace("_", " "), before, after)
            for indicator, row in self.table.items()
            for outcome, (before, after) in row.items()
        ]
        title = f"{self.resolver} on {self.reported.corpus}: {self.reported.size}"
        notes = (
            *self._notes(self._rate(self.default), self._rate(self.optimised)),
            *(f"Warning: {message}" for message in self._warnings),
            *(f"Skipped: {message}" for message in self._skipped),
        )
        return (Table(title, _SCORES, tuple(rows), notes),)

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: success rates with default and optimised scores, of all and by document, and the scores."""
        name = self.resolver
        both = {"default": self.default, "optimised": self.optimised}
        for part, right in both.items():
            yield rate_figure("", name, "success_rate", self._rate(right), part)
        moved = self.difference
        yield figure("", name, "success_rate", "difference", moved.value, Interval.of(moved.interval))
        yield figure("", name, "success_rate", "p", moved.p)
        for indicator, row in self.table.items():
            for outcome, (before, after) in row.items():
                yield figure("", name, f"score default {indicator}", outcome, before)
                yield figure("", name, f"score optimised {indicator}", outcome, after)
        for number, document in enumerate(self.reported.documents):
            for part, right in both.items():
                rate = ratio(int(right[number]), len(document.anaphors))
                yield rate_figure(document.document_id, name, "success_rate", rate, part)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora optimise --json`."""
        moved = self.difference
        exact, mid = moved.p_if_independent
        before, after = self.in_sample
        counts = zip(self.reported.documents, self.default.tolist(), self.optimised.tolist(), strict=True)
        return {
            "signature": self.signature,
            "resolver": self.resolver,
            "optimiser": OPTIMISER,
            "protocol": self.protocol,
            "documents": len(self.reported.documents),
            "anaphors": self.reported.anaphors,
            "default": self._rate(self.default),
            "optimised": self._rate(self.optimised),
            "difference": {
                "value": moved.value,
                "interval": moved.interval,
                "p": moved.p,
                "p_if_independent": {"exact": exact, "mid": mid},
                "only_optimised": moved.only_first,
                "only_default": moved.only_second,
                "detectable": moved.detectable,
            },
            "training": {
                "documents": len(self.trained.documents),
                "anaphors": self.trained.anaphors,
                "default": before,
                "optimised": after,
            },
            "scores": {
                indicator: {
                    outcome: dict(zip(("default", "optimised"), ends, strict=True)) for outcome, ends in row.items()
                }
                for indicator, row in self.table.items()
            },
            "by_document": {
                document.document_id: {"default": int(default), "optimised": int(best), "of": len(document.anaphors)}
                for document, default, best in counts
            },
            "skipped": self._skipped,
            "warnings": self._warnings,
        }

    def _notes(self, default: Rate, optimised: Rate) -> list[str]:
        moved, tested = self.gained - self.lost, self.difference
        before, after = self.in_sample
        points = f"{100 * (tested.value or 0):+.1f} points"
        ends = " to ".join(f"{100 * end:+.1f}" for end in tested.interval) if tested.interval else DASH
        p = "too few documents to test" if tested.p is None else f"p = {tested.p:.4f}"
        trained = f"{counted(len(self.trained.documents), 'document')} of {self.trained.corpus}"
        return [
            f"Trained on {trained} ({OPTIMISER}): {before} right before, {after} after.",
            f"Reported {_reported(self)}.",
            f"Default {percent(default.value)}, optimised {percent(optimised.value)}.",
            f"Difference {points}, 95% interval {ends}, {p} (sign-flip test over documents).",
            f"Only optimised right: {tested.only_first}, only default: {tested.only_second}.",
            f"Documents better {(moved > 0).sum()}, worse {(moved < 0).sum()}, as before {(moved == 0).sum()}.",
        ]

    def _rate(self, right: Numbers) -> Rate:
        return clustered(np.stack((right, self.anaphors), axis=1))

    def as_toml(self) -> str:
        """The scores found on all documents of `trained`, as a file that the resolver reads, with their provenance."""
        import tomli_w

        provenance = {
            "resolver": self.resolver,
            "trained_on": self.trained.signature,
            "anaphors": self.trained.anaphors,
            "right_with_default_scores": self.in_sample[0],
            "right_with_these_scores": self.in_sample[1],
            "optimiser": OPTIMISER,
            "seed": self.seed,
            "reported": _reported(self),
            "version": __version__,
            "seen": seen_as_data(gather_seen(self.trained.texts, self.trained.corpus)),
        }
        scores = {
            indicator: {outcome: float(f"{after:g}") for outcome, (_, after) in row.items()}
            for indicator, row in self.table.items()
        }
        return tomli_w.dumps({"provenance": provenance, "scores": scores})


def _reported(optimised: Optimised) -> str:
    """The protocol of the figures, in words."""
    words = {
        "self": "on the documents trained on",
        "kfold": f"on each of {optimised.plan.folds} parts by scores trained on the others",
        "loo": "on each document by scores trained on all others",
        "test": f"on {optimised.reported.corpus}",
    }
    total = int(optimised.anaphors.sum())
    right = f"{optimised.optimised.sum():.0f} of {total} right, with default scores {optimised.default.sum():.0f}"
    return f"{optimised.protocol}: {words[optimised.protocol]} {right}"
