"""Better scores for the outcomes of a resolver's indicators, searched on one part and reported on another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora.experiments.commands.ablate.ablate import votes_of
from anaphora.experiments.commands.compare import compare
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.worker import DocumentHook
from anaphora.resolvers.specs import build_resolvers
from anaphora.workbench import __version__
from anaphora.workbench.ablation.search import Gene, genes, genetic, part, unfold
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, VoteMatrix, vote_matrix
from anaphora.workbench.arrays import Flags, Numbers
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.provenance import gather_seen, seen_as_data
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.table import Column, Table, record
from anaphora.workbench.results.values import Interval, Rate
from anaphora.workbench.results.vocabulary import DASH, counted, percent
from anaphora.workbench.spec import ResolverSpec, parse_resolver
from anaphora.workbench.statistics.significance import Difference, difference, interval, max_t

OPTIMISER = "genetic"
"""The search, as signatures and written scores name it."""
PROTOCOLS = ("kfold", "loo", "self")
"""K parts, or each document alone, reported by scores trained on all others; or trained on what is reported."""
IN_SAMPLE = (
    "These scores are reported on the documents that they were trained on: an upper bound of what the search can do "
    "there, and no estimate for other texts. Use --protocol kfold or loo, or --test."
)


@dataclass(frozen=True, slots=True)
class Plan:
    """The protocol by which figures are reported; `folds` is for `kfold`."""

    protocol: str = "kfold"
    folds: int = 10

    def __post_init__(self) -> None:
        """Raise `OptionError` for a protocol that does not exist and for less than two folds."""
        if self.protocol not in PROTOCOLS:
            problem = f"There is no protocol {self.protocol!r}; choose from {', '.join(PROTOCOLS)}."
            raise OptionError(problem, code="protocol")
        if self.folds < 2:
            raise OptionError(
                f"There are {self.folds} folds; two or more are needed to train on all but one.", code="folds"
            )


_SCORES = (
    Column("indicator"), Column("outcome", key=None), Column("score", "plain", key="default"),
    Column("optimised", "plain"), Column("key", printed=False),
)  # fmt: skip
_DOCUMENTS = (Column("document"), Column("default"), Column("optimised"), Column("of"))


@dataclass(frozen=True, slots=True, eq=False)
class Optimised:
    """Scores found on `trained`, and their figures on `reported`; with folds, those of scores found on its other parts.

    `table` has for each indicator and outcome the score before and after. `protocol` is that of the plan, or "test"
    where the report is on other documents. Of each reported document `default` counts what the resolver has right
    with its own scores, `gained` what only the optimised ones have right, `lost` what only its own have.
    """

    resolver: str
    plan: Plan
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

    def tables(self) -> tuple[Table, ...]:
        """The scores before and after, with their effect in notes; then the figures for JSON."""
        rows = [
            (indicator, outcome.replace("_", " "), before, after, outcome)
            for indicator, row in self.table.items()
            for outcome, (before, after) in row.items()
        ]
        title = f"{self.resolver} on {self.reported.corpus}: {self.reported.size}"
        counts = zip(self.reported.documents, self.default.tolist(), self.optimised.tolist(), strict=True)
        documents = tuple(
            (document.document_id, int(before), int(after), len(document.anaphors))
            for document, before, after in counts
        )
        warnings = (IN_SAMPLE, *self.reported.warnings) if self.protocol == "self" else self.reported.warnings
        skipped = tuple(dict.fromkeys((*self.trained.skipped, *self.reported.skipped)))
        default, optimised = self._rate(self.default), self._rate(self.optimised)
        moved = self.difference
        figures = record({
            "signature": self.signature, "resolver": self.resolver, "optimiser": OPTIMISER, "protocol": self.protocol,
            "documents": len(self.reported.documents), "anaphors": self.reported.anaphors, "default": default,
            "optimised": optimised, "skipped": skipped, "warnings": warnings,
        })  # fmt: skip
        exact, mid = moved.p_if_independent
        difference = record({
            "value": moved.value, "interval": moved.interval, "p": moved.p,
            "p_if_independent": {"exact": exact, "mid": mid}, "only_optimised": moved.only_first,
            "only_default": moved.only_second, "detectable": moved.detectable,
        }, path="difference")  # fmt: skip
        before, after = self.in_sample
        sizes = {"documents": len(self.trained.documents), "anaphors": self.trained.anaphors}
        training = record({**sizes, "default": before, "optimised": after}, path="training")
        notes = (
            *self._notes(default, optimised),
            *(f"Warning: {message}" for message in warnings),
            *(f"Skipped: {message}" for message in skipped),
        )
        return (
            Table(title, _SCORES, tuple(rows), notes, path="scores.{indicator}.{key}"),
            figures,
            difference,
            training,
            Table("Documents", _DOCUMENTS, documents, path="by_document.{document}", printed=False),
        )

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
        bounds = interval(right, self.anaphors)
        total = int(self.anaphors.sum())
        value = float(right.sum()) / total if total else None
        return Rate(float(right.sum()), total, value, Interval(*bounds) if bounds else None)

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


def optimise(
    paths: Sequence[Path],
    resolver: object,
    settings: Configuration,
    plan: Plan,
    *,
    test: Sequence[Path] = (),
    progress: Callable[[Document], None] | None = None,
    searching: Callable[[int, int], None] | None = None,
) -> Optimised:
    """Search better scores on the corpora (the bundled one if none is named), and report on `test` or by the protocol.

    `progress` is called after each document, `searching` before each search with its number and how many there are.

    Raises:
        OptionError: the resolver has no scores of indicators, there are more folds than documents, a document is in
            both corpora, or answers are to be followed (`nominal`).
        WorkbenchError: bad input, as for `compare`.
    """
    spec = parse_resolver(resolver)
    if settings.judging.antecedent == "nominal":
        cure = "Use --antecedent chain or nearest."
        raise OptionError(f"Scores are searched without following answers. {cure}", code="antecedent")
    scores = _scores(spec, settings.execution.seed)
    trained, votes = _votes(paths, spec, settings, progress)
    searched = genes(votes.indicators, scores)
    columns = unfold(votes, searched)
    protocol = "test" if test else plan.protocol
    reported, reported_columns = trained, columns
    if test:
        reported, voted = _votes(test, spec, settings, progress)
        _require_disjoint(trained, reported)
        reported_columns = unfold(voted, searched)
    splits = parts(plan, len(trained.documents), settings.execution.seed) if protocol in ("kfold", "loo") else []
    everything = np.ones(len(trained.documents), bool)
    best, *of_splits = _searches(columns, [everything, *(~held_out for held_out in splits)], settings, searching)
    before = reported_columns.solved(reported_columns.weights[np.newaxis])[0]
    after = reported_columns.solved(best[np.newaxis])[0]
    for held_out, weights in zip(splits, of_splits, strict=True):
        chosen = held_out[columns.document]
        after[chosen] = columns.solved(weights[np.newaxis])[0][chosen]
    default, optimised = columns.totals(np.vstack((columns.weights, best))).tolist()
    return Optimised(
        resolver=spec.label,
        plan=plan,
        protocol=protocol,
        seed=settings.execution.seed,
        trained=trained,
        reported=reported,
        table=_table(votes, scores, searched, best),
        in_sample=(default, optimised),
        default=_by_document(reported_columns, before),
        gained=_by_document(reported_columns, after & ~before),
        lost=_by_document(reported_columns, before & ~after),
    )


def _searches(
    columns: VoteMatrix,
    choices: Sequence[Flags],
    settings: Configuration,
    searching: Callable[[int, int], None] | None,
) -> Iterator[Numbers]:
    """The best weights for each choice of documents; without an anaphor in them the weights as they are."""
    for number, documents in enumerate(choices, 1):
        if searching:
            searching(number, len(choices))
        chosen = part(columns, documents)
        yield genetic(chosen, settings.execution.seed) if len(chosen.starts) else columns.weights


def parts(plan: Plan, documents: int, seed: int) -> list[Flags]:
    """The documents that are held out together, each of them once, in random order; loo holds out one at a time.

    Raises:
        OptionError: there are fewer documents than parts, or a single one.
    """
    count = documents if plan.protocol == "loo" else plan.folds
    if documents < max(2, count):
        cure = "Use fewer --folds, --protocol self, or --test CORPUS."
        raise OptionError(
            f"There are too few documents ({documents}) to hold out one of {max(2, count)} parts. {cure}", code="folds"
        )
    places = np.random.default_rng(seed).permutation(documents) % count
    return [places == number for number in range(count)]


def _scores(spec: ResolverSpec, seed: int) -> Mapping[str, Mapping[str, int]]:
    """The scores of all outcomes, which additive resolvers keep in their settings."""
    built = build_resolvers([spec], seed).get(spec.label)
    scores = getattr(getattr(built, "settings", None), "scores", None)
    if not isinstance(scores, Mapping):
        problem = f"The resolver '{spec}' has no scores of indicators to search, as mars and mitkov have."
        raise OptionError(problem, code="no-scores")
    return scores


def _votes(
    paths: Sequence[Path], spec: ResolverSpec, settings: Configuration, progress: Callable[[Document], None] | None
) -> tuple[Comparison, VoteMatrix]:
    cast: list[DocumentVotes] = []
    votes = DocumentHook("votes", partial(votes_of, spec.label, settings.criteria), cast.append)
    comparison = compare(paths, settings.changed(resolvers=(spec,)), progress=progress, hooks=[votes])
    return comparison, vote_matrix(cast, [len(document.anaphors) for document in comparison.documents])


def _require_disjoint(trained: Comparison, reported: Comparison) -> None:
    ids = {text: id for id, text in trained.texts.items()}
    for id, text in reported.texts.items():
        if id in trained.texts or text in ids:
            alias = "" if id in trained.texts else f", there as '{ids[text]}',"
            raise OptionError(
                f"The document '{id}'{alias} is in the training and in the test corpus. Scores are reported "
                "on documents that they were not trained on; use --protocol kfold on a single corpus.",
                code="trained-on",
            )


def _table(
    votes: VoteMatrix, scores: Mapping[str, Mapping[str, int]], searched: Sequence[Gene], best: Numbers
) -> dict[str, dict[str, tuple[float, float]]]:
    after = {(gene.indicator, gene.vote): score for gene, score in zip(searched, best.tolist(), strict=True)}
    return {
        indicator: {
            outcome: (vote * weight, after.get((indicator, vote), 0.0)) for outcome, vote in scores[indicator].items()
        }
        for indicator, weight in zip(votes.indicators, votes.weights.tolist(), strict=True)
    }


def _by_document(votes: VoteMatrix, solved: NDArray[np.bool_]) -> Numbers:
    return np.bincount(votes.document, weights=solved, minlength=len(votes.asked)).astype(np.float64)


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
