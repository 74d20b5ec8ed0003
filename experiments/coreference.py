"""`anaphora coref`: resolvers of both kinds as coreference systems, pronouns and chains side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from experiments.building import default_chain_resolvers
from experiments.compare import Settings, compare
from experiments.pairing import require
from experiments.working import Extra, Resolved
from workbench.chains.alignment import aligned
from workbench.chains.overlap import Columns, Integers, Overlap, Side, columns, duplicates, overlap, selected, stack
from workbench.chains.resampling import RESAMPLES
from workbench.chains.scores import Scores, main_part
from workbench.chains.texts import described
from workbench.comparison import Comparison
from workbench.decision import Decision, Resolver, SpanResolver, Spans
from workbench.document import Document, Prepared
from workbench.errors import OptionError
from workbench.key import Attributes, Key
from workbench.linking import chains_of, linked, spans_of
from workbench.measures import by_name, chosen
from workbench.measures.success import MEASURES as SUCCESS
from workbench.render._grid import Grid, interval, percent, shown
from workbench.render._words import clean
from workbench.render.scores import grids, notes

MEASURES = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll")
SINGLETONS = ("auto", "keep", "drop")

Observe = Callable[[Prepared, Mapping[str, Spans]], None]


@dataclass(frozen=True, slots=True)
class Options:
    """How chains are scored.

    `singletons`: keep mentions that are alone, or drop those of each side; `auto` keeps them with perfect mentions.
    """

    measures: tuple[str, ...] = MEASURES
    singletons: str = "auto"
    resamples: int = RESAMPLES

    def __post_init__(self) -> None:
        """Raise `OptionError` for another way with singletons."""
        if self.singletons not in SINGLETONS:
            raise OptionError(f"--singletons cannot be '{self.singletons}'. Choose from {', '.join(SINGLETONS)}.")


@dataclass(frozen=True, slots=True)
class Size:
    """What chains amount to: entities, how many of them are single mentions, and pairs of coreferent mentions.

    Of the pairs that a response has, `right` are in one chain of the key, too.
    """

    entities: int
    singletons: int
    links: int
    right: int | None = None

    def as_json(self) -> dict[str, int]:
        """The figures by name."""
        wrong = {} if self.right is None else {"right_links": self.right, "wrong_links": self.links - self.right}
        return {"entities": self.entities, "singletons": self.singletons, "links": self.links, **wrong}


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
    options: Options = Options(),
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
    seen = Seen(settings, options)
    work = partial(chained, "mentions" in settings.perfect, observe is not None)

    def take_in(its: Chained) -> None:
        seen.add(its)
        if observe and its.prepared:
            observe(its.prepared, its.spans)

    found = compare(paths, settings, progress=progress, extra=Extra("chains", work, take_in))
    overlaps = seen.overlaps()
    scores = seen.scores(overlaps, found.corpus, found.signature)
    key = _size(next(iter(overlaps.values())).key)
    return Coreference(found, scores, key, {name: _size(it.response, it) for name, it in overlaps.items()})


def unfiltered(settings: Settings) -> Settings:
    """With perfect mentions, which all count, the settings without a filter of "it"."""
    given = "mentions" in settings.perfect
    return replace(settings, options=replace(settings.options, it_filter="none")) if given else settings


@dataclass(frozen=True, slots=True)
class Chained:
    """The chains of a document in the key and of each resolver; preparation and spans only if they were asked for."""

    id: str
    key: Columns
    responses: Mapping[str, Columns]
    prepared: Prepared | None = None
    spans: Mapping[str, Spans] = field(default_factory=dict)


def chained(given: bool, whole: bool, its: Resolved) -> Chained:
    """The chains of a document; `given` says that all work on the key's mentions, `whole` that spans are asked for."""
    prepared = its.prepared
    made = {name: _spans(its.resolvers.get(name), prepared, found, given) for name, found in its.decisions.items()}
    return Chained(
        id=its.document.id,
        key=described(columns(its.key), prepared.annotation),
        responses={name: _columns(prepared, chains) for name, chains in made.items()},
        prepared=prepared if whole else None,
        spans=made if whole else {},
    )


def _spans(resolver: Resolver | None, prepared: Prepared, decisions: Sequence[Decision], given: bool) -> Spans:
    """What a system outside found are mentions of its own, unless all are to work on those that are `given`."""
    if isinstance(resolver, SpanResolver) and not given:
        return resolver.spans(prepared)
    found = chains_of(resolver, prepared, decisions) if resolver else linked(prepared, decisions)
    return spans_of(prepared, found)


class Seen:
    """The chains of the key and of each resolver, gathered as documents go by, and their scores.

    Raises `OptionError` for a way of matching or a number of resamples that there is not.
    """

    def __init__(self, settings: Settings, options: Options) -> None:
        self.match = require(settings.criteria.match, options.resamples)
        self.measures = tuple(map(chosen, dict.fromkeys(options.measures)))
        self.settings, self.options = settings, options
        self.keep = "mentions" in settings.perfect if options.singletons == "auto" else options.singletons == "keep"
        self.ids: list[str] = []
        self.keys: list[Columns] = []
        self.responses: dict[str, list[Columns]] = {name: [] for name in settings.resolvers}
        self.warnings: dict[str, None] = {}

    def add(self, its: Chained) -> None:
        """Take in one document."""
        self.ids.append(its.id)
        self.keys.append(its.key)
        for name, chains in its.responses.items():
            self.responses[name].append(chains)

    def overlaps(self) -> dict[str, Overlap]:
        """Key and response of each resolver, with singletons if they are to be kept."""
        found = {}
        for name, chains in self.responses.items():
            one, other = self._sides(chains)
            found[name] = overlap(one, other, aligned(one, other, self.match))
        return found

    def scores(self, overlaps: Mapping[str, Overlap], corpus: str, signed: str) -> Scores:
        """The scores of all resolvers; `signed` says what shaped their input."""
        singletons, resamples = "keep" if self.keep else "drop", self.options.resamples
        return Scores(
            key=corpus,
            signature=f"{signed}|singletons:{singletons}|resamples:{resamples}",
            documents=tuple(self.ids),
            systems=tuple(overlaps),
            measures=self.measures,
            counts={name: {it.name: it.count(shared) for it in self.measures} for name, shared in overlaps.items()},
            warnings=tuple(self.warnings),
            resamples=resamples,
            seed=self.settings.seed,
        )

    def _sides(self, chains: Sequence[Columns]) -> tuple[Side, Side]:
        """Of a span that the key has twice only the first counts."""
        one, other = stack(self.keys, chains)
        if (twice := duplicates(one)).any():
            told = f"The key has spans that stand twice: {int(twice.sum())}; only the first of each counts."
            self.warnings[told] = None
            one = selected(one, ~twice)
        if self.keep:
            return one, other
        return selected(one, one.size[one.chain] > 1), selected(other, other.size[other.chain] > 1)


def _columns(prepared: Prepared, chains: Spans) -> Columns:
    """Chains as columns, with what preprocessing knows of their mentions."""
    known = {it.span: Attributes(head=it.head, kind=it.kind) for it in prepared.mentions}
    return described(columns(Key(prepared.document.id, chains, attributes=known)), prepared.annotation)


def _size(side: Side, shared: Overlap | None = None) -> Size:
    right = None if shared is None else _pairs(shared.shared)
    return Size(len(side.size), int((side.size == 1).sum()), _pairs(side.size), right)


def _pairs(sizes: Integers) -> int:
    return int((sizes * (sizes - 1) // 2).sum())
