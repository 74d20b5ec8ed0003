"""The cost of each stage: anaphors charged to the stage that loses them, and the figures with that stage perfect."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from anaphora.workbench.results.comparison import Comparison, losses_table, messages, upper_bounds
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.vocabulary import stage

CURE = {
    "anaphor_missed": "mentions",
    "filtered": "pleonastic",
    "out_of_window": "window",
    "np_missing": "mentions",
    "np_boundary": "mentions",
    "containment": "mentions",
    "agreement": "agreement",
}
"""The cure of each shared stage: a perfect layer of the key, or a window that reaches back to the beginning."""


CURES = ("annotation", "mentions", "pleonastic", "agreement", "window", "all")


@dataclass(frozen=True, slots=True)
class Losses:
    """A comparison as it is, and the same one with single layers perfect; `all` has every layer but the window.

    `left_out` says which are missing, and why.
    """

    base: Comparison
    cured: Mapping[str, Comparison]
    left_out: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.base.signature

    def tables(self) -> tuple[Table, ...]:
        """The losses of each stage and resolver, and the success rates with each layer perfect."""
        base = self.base
        columns = [("as_it_is", self.base), *self.cured.items()]
        layers = (Column(name, "percent", _HEADINGS.get(name, ""), key=f"success_rate.{name}") for name, _ in columns)
        rates = [
            (name, *(result.rate("success_rate", name).value for _, result in columns), base.losses(name))
            for name in base.ranking
        ]
        bounds = {
            name: {match: result.upper_bound(match) for match in ("strict", "partial")} for name, result in columns
        }
        return (
            Table(
                f"{base.corpus}: {base.size}",
                _STAGES,
                tuple(_shared(self)),
                (f"{upper_bounds(base)}.",),
                caption=f"Anaphors that each stage loses on {base.corpus} ({base.size}), and MAX (%) if that stage "
                "were perfect.",
                label="stages",
                path="stages.{code}",
            ),
            replace(losses_table(base), path=None),
            Table(
                "Oracle success rates, one layer at a time",
                (Column("resolver"), *layers, Column("losses", printed=False)),
                tuple(rates),
                (*messages(base), *self.left_out),
                caption=f"Success rates (%) on {base.corpus} ({base.size}) with one layer of the input perfect.",
                label="oracle",
                path="resolvers.{resolver}",
            ),
            record(
                {
                    "signature": base.signature,
                    "documents": len(base.documents),
                    "anaphors": base.anaphors,
                    "skipped": base.skipped,
                    "warnings": (*base.warnings, *self.left_out),
                    "upper_bound": bounds,
                }
            ),
        )


_HEADINGS = {"as_it_is": "none", "pleonastic": "it filter"}


_STAGES = (
    Column("stage", key=None), Column("lost", "count", key="charged"),
    Column("share", "percent", key=None), Column("left", "percent", "remaining", key=None),
    Column("made_perfect_by", heading="oracle"), Column("max_then", "percent", "resulting MAX", key=None),
    Column("code", printed=False),
)  # fmt: skip


def _shared(result: Losses) -> Iterator[tuple[Cell, ...]]:
    """The stages that come before all resolvers, and what is left after each."""
    total = left = result.base.anaphors
    for name, count in result.base.shared_losses().items():
        left -= count
        cured = result.cured.get(CURE[name])
        shares = (count / total, left / total) if total else (None, None)
        yield stage(name), count, *shares, CURE[name], cured.upper_bound("strict") if cured else None, name
