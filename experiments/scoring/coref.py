"""`anaphora coref`: resolvers of both kinds as coreference systems, pronouns and chains side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.running.worker import DocumentHook
from anaphora.experiments.scoring.chain_collector import Chained, Options, Seen, Size, chained
from anaphora.experiments.terminal.scores import grids, notes
from anaphora.experiments.terminal.table import Grid, interval, percent, shown
from anaphora.experiments.terminal.vocabulary import clean
from anaphora.resolvers.specs import default_chain_resolvers
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.measures import by_name
from anaphora.workbench.measures.success import MEASURES as SUCCESS
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.scores import Scores, main_part

Observe = Callable[[Prepared, Mapping[str, Spans]], None]


@dataclass(frozen=True, slots=True)
class Coreference:
    """The result: pronouns in `comparison`, chains in `scores`, and the sizes of the key and of each response."""

    comparison: Comparison
    scores: Scores
    key: Size
    sizes: Mapping[str, Size]

    def as_json(self) -> dict[str, Any]:
        """The shape that `anaphora coref --json` writes."""
        pronouns, chains = self.comparison.as_json(), self.scores.as_json()
        return {
            "signature": self.scores.signature,
            "documents": len(self.comparison.documents),
            "anaphors": self.comparison.anaphors,
            "key": self.key.as_json(),
            "resolvers": {
                name: {
                    "success_rate": pronouns["resolvers"][name]["success_rate"],
                    **chains["systems"][name],
                    **self.sizes[name].as_json(),
                }
                for name in self.scores.systems
            },
            "comparisons": chains["comparisons"],
            "pronoun_comparisons": pronouns["comparisons"],
            "skipped": list(self.comparison.skipped),
            "warnings": [*chains["warnings"], *self.comparison.warnings],
        }

    def as_text(self, to: str = "table", long: bool = False) -> str:
        """One table of everything, what differs in the main measure, notes and signature."""
        below = [
            *(f"Warning: {clean(it)}" for it in self.comparison.warnings),
            *notes(self.scores, lettered=False),
            *(f"Skipped: {it}" for it in self.comparison.skipped),
            self.scores.signature,
        ]
        tables = [self._table(), *grids(self.scores, long=long)[1:]]
        return "\n\n".join(shown(grid, to) for grid in tables) + "\n\n" + "\n".join(below) + "\n"

    def _table(self) -> Grid:
        measures = self.scores.measures
        names = [measure.name for measure in measures]
        headings = (
            "resolver",
            "success",
            *names,
            f"{names[-1]} 95 %",
            "entities",
            "single",
            "right links",
            "wrong links",
        )
        rows = [("key", *[""] * (len(names) + 2), *_cells(self.key))]
        success = by_name(SUCCESS)["success_rate"]
        for name in self.scores.systems:
            rate = percent(self.comparison.rate(success, name).value)
            figures = (percent(self.scores.values(name, measure)[main_part(measure)]) for measure in measures)
            ends = self.scores.intervals[name][names[-1]].get(main_part(measures[-1]))
            rows.append((name, rate, *figures, interval(ends), *_cells(self.sizes[name])))
        return Grid(headings, tuple(rows))


def _cells(size: Size) -> tuple[str, ...]:
    right = size.links if size.right is None else size.right
    wrong = "" if size.right is None else f"{size.links - size.right:,}"
    return f"{size.entities:,}", f"{size.singletons:,}", f"{right:,}", wrong


def coreference(
    paths: Sequence[Path],
    settings: Settings,
    options: Options | None = None,
    *,
    progress: Callable[[Document], None] | None = None,
    observe: Observe | None = None,
) -> Coreference:
    """Run resolvers of both kinds over every document and score their chains against the whole key.

    Links of pronoun resolvers become chains (connected components). Systems outside are scored with mentions of their
    own, and with perfect mentions, as all are, on those that are given. With perfect mentions no "it" is filtered
    unless that layer is perfect too, since the key's mentions all count. `observe` gets each document with all chains.
    Raises `WorkbenchError` for bad input, as `compare` does.
    """
    settings = unfiltered(replace(settings, resolvers=settings.resolvers or default_chain_resolvers()))
    seen = Seen(settings, options or Options())
    work = partial(chained, "mentions" in settings.perfect, observe is not None)

    def take_in(its: Chained) -> None:
        seen.add(its)
        if observe and its.prepared:
            observe(its.prepared, its.spans)

    found = compare(paths, settings, progress=progress, hooks=[DocumentHook("chains", work, take_in)])
    scores = seen.scores(found.corpus, found.signature)
    return Coreference(found, scores, seen.key, seen.sizes)


def unfiltered(settings: Settings) -> Settings:
    """With perfect mentions, which all count, the settings without a filter of "it"."""
    given = "mentions" in settings.perfect
    return replace(settings, it_filter="none") if given else settings
