"""The cost of each stage: anaphors charged to the stage that loses them, and the figures with that stage perfect."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.comparison import Comparison, losses_table, messages, upper_bounds
from anaphora.workbench.results.figures import Figure, figure, rate_figure
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import ratio
from anaphora.workbench.results.vocabulary import stage, wording

CURE: Mapping[str, str] = wording()["cures"]
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

    @property
    def _columns(self) -> dict[str, Comparison]:
        """The comparison as it is, and each with a layer perfect."""
        return {"as_it_is": self.base, **self.cured}

    def tables(self, **_: object) -> tuple[Table, ...]:
        """The losses of each stage and resolver, and the success rates with each layer perfect."""
        base = self.base
        layers = (Column(name, "percent", _HEADINGS.get(name, "")) for name in self._columns)
        rates = [
            (name, *(result.rate("success_rate", name).value for result in self._columns.values()))
            for name in base.ranking
        ]
        return (
            Table(
                f"{base.corpus}: {base.size}",
                _STAGES,
                tuple(_shared(self)),
                (f"{upper_bounds(base)}.",),
                caption=f"Anaphors that each stage loses on {base.corpus} ({base.size}), and MAX (%) if that stage "
                "were perfect.",
                label="stages",
            ),
            losses_table(base),
            Table(
                "Oracle success rates, one layer at a time",
                (Column("resolver"), *layers),
                tuple(rates),
                (*messages(base), *self.left_out),
                caption=f"Success rates (%) on {base.corpus} ({base.size}) with one layer of the input perfect.",
                label="oracle",
            ),
        )

    def figures(self, **_: object) -> Iterator[Figure]:
        """The long table: upper bounds and success rates by the layer that is perfect, and the losses of stages."""
        total = self.base.anaphors
        for name, count in self.base.shared_losses().items():
            yield rate_figure("", "all", "losses", ratio(count, total), name)
        for layer, result in self._columns.items():
            for match in result.bounds:
                yield figure("", "MAX", f"upper_bound {match}", layer, result.upper_bound(match))
            for name in self.base.ranking:
                yield rate_figure("", name, "success_rate", result.rate("success_rate", name), layer)
        for name in self.base.ranking:
            for lost, count in self.base.losses(name).items():
                yield rate_figure("", name, "losses", ratio(count, total), lost)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora losses --json`."""
        base = self.base
        return {
            "signature": base.signature,
            "documents": len(base.documents),
            "anaphors": base.anaphors,
            "skipped": base.skipped,
            "warnings": (*base.warnings, *self.left_out),
            "upper_bound": {
                name: {match: result.upper_bound(match) for match in result.bounds}
                for name, result in self._columns.items()
            },
            "stages": {
                name: {"charged": count, "made_perfect_by": CURE[name]} for name, count in base.shared_losses().items()
            },
            "resolvers": {
                name: {
                    "success_rate": {
                        layer: result.rate("success_rate", name).value for layer, result in self._columns.items()
                    },
                    "losses": base.losses(name),
                }
                for name in base.ranking
            },
        }


_HEADINGS = {"as_it_is": "none", "pleonastic": "it filter"}
_STAGES = (
    Column("stage"), Column("lost", "count"), Column("share", "percent"), Column("left", "percent", "remaining"),
    Column("made_perfect_by", heading="oracle"), Column("max_then", "percent", "resulting MAX"),
)  # fmt: skip


def _shared(result: Losses) -> Iterator[tuple[Cell, ...]]:
    """The stages that come before all resolvers, and what is left after each."""
    total = left = result.base.anaphors
    for name, count in result.base.shared_losses().items():
        left -= count
        cured = result.cured.get(CURE[name])
        shares = (count / total, left / total) if total else (None, None)
        yield stage(name), count, *shares, CURE[name], cured.upper_bound(result.base.criteria.match) if cured else None
