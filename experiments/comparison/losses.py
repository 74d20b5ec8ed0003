"""What each stage costs: charged where an anaphor is lost, and held against the figures with that stage perfect."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.comparison.documents import documents
from anaphora.experiments.comparison.settings import Settings
from anaphora.workbench.document import Document
from anaphora.workbench.measures import by_name
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace import SHARED_STAGES

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

CURE = {
    "anaphor_missed": "mentions",
    "filtered": "pleonastic",
    "out_of_window": "window",
    "np_missing": "mentions",
    "np_boundary": "mentions",
    "containment": "mentions",
    "agreement": "agreement",
}
"""By what each shared stage is made perfect: a layer of the key, or a window that reaches back to the beginning."""
CURES = ("annotation", "mentions", "pleonastic", "agreement", "window", "all")
_WHOLE_TEXT = 10**6  # sentences


@dataclass(frozen=True, slots=True)
class Losses:
    """A comparison as it is, and the same one with single layers perfect; `all` has every layer but the window."""

    base: Comparison
    cured: Mapping[str, Comparison]

    def as_json(self) -> dict[str, Any]:
        """The figures: by stage what is charged there, and by resolver the success rate with each cure."""
        charged = self.base.shared_losses()
        return {
            "signature": self.base.signature,
            "documents": len(self.base.documents),
            "anaphors": self.base.anaphors,
            "skipped": list(self.base.skipped),
            "warnings": list(self.base.warnings),
            "upper_bound": {name: _bounds(comparison) for name, comparison in self._columns()},
            "stages": {
                stage: {"charged": charged[stage], "made_perfect_by": CURE[stage]} for stage in SHARED_STAGES
            },
            "resolvers": {
                name: {
                    "losses": self.base.losses(name),
                    "success_rate": {cure: _success(comparison, name) for cure, comparison in self._columns()},
                }
                for name in self.base.resolvers
            },
        }  # fmt: skip

    def _columns(self) -> list[tuple[str, Comparison]]:
        return [("as_it_is", self.base), *self.cured.items()]


def losses(paths: Sequence[Path], settings: Settings, *, progress: Callable[[Document], None] | None = None) -> Losses:
    """Run the comparison, and once more for each layer that can be perfect; errors are those of `compare`.

    The layer of tags and trees is left out if a document of the corpora has none.
    """
    with_trees = all(document.annotation for document, _ in documents(paths, settings))
    wanted = [name for name in CURES if name not in settings.perfect and (name != "annotation" or with_trees)]
    layers = tuple(name for name in CURES[:4] if name != "annotation" or with_trees)
    variants = {
        name: replace(settings, window=_WHOLE_TEXT)
        if name == "window"
        else replace(settings, perfect=layers if name == "all" else (*settings.perfect, name))
        for name in wanted
    }
    return Losses(
        base=compare(paths, settings, progress=progress),
        cured={name: compare(paths, variant, progress=progress) for name, variant in variants.items()},
    )


def _success(comparison: Comparison, resolver: str) -> float | None:
    return comparison.rate(by_name(MEASURES)["success_rate"], resolver).value


def _bounds(comparison: Comparison) -> dict[str, float | None]:
    return {match: comparison.upper_bound(match) for match in ("strict", "partial")}


def as_tables(found: Losses) -> "Group":
    """The waterfall of the shared stages, the success rates with each layer perfect, and the signature."""
    from rich.console import Group
    from rich.text import Text

    from anaphora.experiments.terminal import terminal
    from anaphora.experiments.terminal.vocabulary import clean, counted

    base = found.base
    size = f"{counted(len(base.documents), 'document')}, {counted(base.anaphors, 'key anaphor')}"
    return Group(
        Text.assemble((clean(base.corpus), "bold"), f": {size}\n"),
        _stages(found),
        Text("\nAnd each resolver:\n"),
        *terminal.losses(base),
        Text("Success rates, and what they would be if only this were perfect:\n"),
        _rates(found),
        *terminal.passed_over(base.skipped),
        *terminal.warnings(base.warnings),
        Text(f"\n{clean(base.signature)}", style="dim", overflow="fold"),
    )


def _stages(found: Losses) -> "Table":
    from anaphora.experiments.terminal.terminal import table
    from anaphora.experiments.terminal.vocabulary import percent, share, stage

    base, left = found.base, found.base.anaphors
    shown = table("stage", [*map(stage, SHARED_STAGES), "MAX (strict / partial)"])
    for heading in ("charged\nhere", "left", "made perfect\nby", "MAX then\n(strict)"):
        shown.add_column(heading, justify="right")
    for name, count in base.shared_losses().items():
        left -= count
        cured = found.cured.get(CURE[name])
        then = percent(cured.upper_bound("strict")) if cured else "–"
        shown.add_row(
            stage(name), f"{count} = {share(count, base.anaphors)}", share(left, base.anaphors), CURE[name], then
        )
    bounds = " / ".join(percent(base.upper_bound(match)) for match in ("strict", "partial"))
    shown.add_row("MAX (strict / partial)", "", bounds, "", "", style="bold")
    return shown


def _rates(found: Losses) -> "Table":
    from anaphora.experiments.terminal.terminal import table
    from anaphora.experiments.terminal.vocabulary import clean, percent

    shown = table("resolver", found.base.resolvers)
    shown.add_column("as it is", justify="right")
    for cure in found.cured:
        shown.add_column(cure, justify="right")
    for name in found.base.resolvers:
        rates = (percent(_success(comparison, name)) for comparison in (found.base, *found.cured.values()))
        shown.add_row(clean(name), *rates)
    return shown
