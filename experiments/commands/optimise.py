"""Better scores for the outcomes of a resolver's indicators, searched on one part and reported on another."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Unpack, cast

import numpy as np

from anaphora.experiments.commands.ablate import votes_of
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.run.arguments import Corpora, CorpusLike, OneResolver, configuration, paths_of
from anaphora.experiments.run.command import Command, PathLike, Progress
from anaphora.experiments.run.configuration import OF_RUNS, Configuration, Options, takes
from anaphora.experiments.run.documents import words_of
from anaphora.experiments.run.worker import DocumentHook
from anaphora.experiments.show.result import Result, result_of
from anaphora.resolvers.specs import build_resolvers
from anaphora.workbench.ablation.search import Gene, genes, genetic, part, unfold
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, VoteMatrix, vote_matrix
from anaphora.workbench.arrays import Flags, Numbers
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.files import write_text_atomically
from anaphora.workbench.options import JUDGED, OUTPUT, About
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.optimised import Optimised, SearchPlan
from anaphora.workbench.spec import ResolverSpec, parse_resolver


@takes(*OF_RUNS)
def optimise(
    corpus: Corpora = None,
    resolver: OneResolver = "mars",
    *,
    protocol: Annotated[
        str, About("What is reported: kfold, loo (one document at a time) or self (an upper bound).", JUDGED)
    ] = "kfold",
    folds: Annotated[int, About("Number of folds of kfold.", JUDGED, least=2)] = 10,
    test: Annotated[CorpusLike, About("Report on this corpus instead; repeatable.", JUDGED, "PATH")] = None,
    output: Annotated[
        PathLike | None, About("Write the scores, trained on all of CORPUS, for NAME(weights=FILE).", OUTPUT, "FILE")
    ] = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Optimised]:
    """Optimise the scores of a resolver's indicators, and report them on documents held out.

    `protocol` is "kfold" with `folds` parts, "loo" (one document at a time) or "self" (an upper bound); with `test` the
    report is on that corpus. `output` is a file for `NAME(weights=FILE)`, whose text `data.as_toml()` is. Other
    arguments and errors are those of `compare`.

    Raises:
        OptionError: the resolver has no scores of indicators, there are more folds than documents, a document is in
            both corpora, or answers are to be followed (`nominal`).
    """
    settings = configuration((), corpus, options)
    plan = SearchPlan(protocol, folds)
    spec = parse_resolver(resolver)
    if settings.judging.antecedent == "nominal":
        cure = "Use --antecedent chain or nearest."
        raise OptionError(f"Scores are searched without following answers. {cure}", code="antecedent")
    seed = settings.execution.seed
    scores = _scores(spec, seed)
    trained, votes = _votes(paths_of(corpus), spec, settings, progress)
    searched = genes(votes.indicators, scores)
    columns = unfold(votes, searched)
    elsewhere = paths_of(test)
    shown = "test" if elsewhere else protocol
    reported, reported_columns = trained, columns
    if elsewhere:
        reported, voted = _votes(elsewhere, spec, settings, progress)
        _require_disjoint(trained, reported)
        reported_columns = unfold(voted, searched)
    splits = parts(plan, len(trained.documents), seed) if shown in ("kfold", "loo") else []
    best = _best_weights(columns, np.ones(len(trained.documents), bool), seed)
    before = reported_columns.solved(reported_columns.weights[np.newaxis])[0]
    after = reported_columns.solved(best[np.newaxis])[0]
    for held_out in splits:
        weights = _best_weights(columns, ~held_out, seed)
        chosen = held_out[columns.document]
        after[chosen] = columns.solved(weights[np.newaxis])[0][chosen]
    in_sample = columns.totals(np.vstack((columns.weights, best))).tolist()
    optimised = Optimised(
        resolver=spec.label,
        plan=plan,
        protocol=shown,
        seed=seed,
        trained=trained,
        reported=reported,
        table=_table(votes, scores, searched, best),
        in_sample=(in_sample[0], in_sample[1]),
        default=_by_document(reported_columns, before),
        gained=_by_document(reported_columns, after & ~before),
        lost=_by_document(reported_columns, before & ~after),
    )
    if output:
        write_text_atomically(Path(output), optimised.as_toml())
    return result_of(optimised, messages=[f"Scores: {output}"] if output else [])


def _words(arguments: Mapping[str, object]) -> float:
    read = [*paths_of(arguments.get("corpus")), *paths_of(arguments.get("test"))]
    return words_of(read, cast("str | None", arguments.get("format")))


def _best_weights(votes: VoteMatrix, documents: Flags, seed: int) -> Numbers:
    """The best weights for some documents; without an anaphor in them the weights as they are."""
    chosen = part(votes, documents)
    return genetic(chosen, seed) if len(chosen.starts) else votes.weights


def parts(plan: SearchPlan, documents: int, seed: int) -> list[Flags]:
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
    part_of = np.random.default_rng(seed).permutation(documents) % count
    return [part_of == number for number in range(count)]


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
    """The resolver on the corpora, with the votes of its indicators."""
    votes: list[DocumentVotes] = []
    hook = DocumentHook("votes", partial(votes_of, spec.label, settings.criteria), votes.append)
    comparison = run_comparison(paths, settings.changed(resolvers=(spec,)), progress=progress, hooks=[hook])
    return comparison, vote_matrix(votes, [len(document.anaphors) for document in comparison.documents])


def _table(
    votes: VoteMatrix, scores: Mapping[str, Mapping[str, int]], searched: Sequence[Gene], best: Numbers
) -> dict[str, dict[str, tuple[float, float]]]:
    """For each indicator and outcome the score before and after."""
    after = {(gene.indicator, gene.vote): score for gene, score in zip(searched, best.tolist(), strict=True)}
    return {
        indicator: {
            outcome: (vote * weight, after.get((indicator, vote), 0.0)) for outcome, vote in scores[indicator].items()
        }
        for indicator, weight in zip(votes.indicators, votes.weights.tolist(), strict=True)
    }


def _by_document(votes: VoteMatrix, solved: Flags) -> Numbers:
    """Count the anaphors of each document that are solved."""
    return np.bincount(votes.document, weights=solved, minlength=len(votes.asked)).astype(np.float64)


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


COMMAND = Command(
    optimise,
    example='anaphora optimise train/ --test dev/ --resolvers "mars(scope=window)" --output weights.toml',
    written=("output",),
    work="Analysing",
    words=_words,
)
