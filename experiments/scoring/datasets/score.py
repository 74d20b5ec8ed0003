"""`anaphora score --datasets`: the responses of systems to many data sets, and what holds over all of them."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from anaphora.experiments.scoring.datasets.macro import DatasetScores, MacroScores
from anaphora.experiments.scoring.datasets.places import find_datasets
from anaphora.experiments.scoring.score import score
from anaphora.experiments.scoring.settings import Settings
from anaphora.workbench import __version__
from anaphora.workbench.results.scores import Scores, main_part


def score_datasets(place: Path, settings: Settings, progress: Callable[[str], None] | None = None) -> MacroScores:
    """Score every system on every data set that `find_datasets` finds.

    One data set is worked on after the other, and of each only figures and samples of the primary measure are kept.

    Raises:
        WorkbenchError: data sets or responses are missing or bad.
    """
    found, signatures, warnings = [], [], []
    for name, dataset in find_datasets(place).items():
        if progress:
            progress(name)
        scores = score(dataset.key, dataset.responses, settings)
        found.append(_reduced(name, scores))
        signatures.append(f"{name}:{scores.signature}")
        warnings += [f"{name}: {warning}" for warning in scores.warnings]
    digest = hashlib.blake2b("\n".join(signatures).encode(), digest_size=8).hexdigest()
    preset = f"|preset:{settings.applied_preset}" if settings.preset else ""
    return MacroScores(
        place=place.resolve().name,
        signature=f"datasets:{len(found)}@{digest}|seed:{settings.seed}|version:{__version__}{preset}",
        systems=scores.systems,
        measures={measure.name: main_part(measure) for measure in scores.measures},
        primary=scores.primary.name,
        datasets=tuple(found),
        warnings=tuple(warnings),
        resamples=settings.resamples,
        seed=settings.seed,
        preset=settings.applied_preset,
    )


def _reduced(name: str, scores: Scores) -> DatasetScores:
    values = {
        measure.name: tuple(scores.values(system, measure)[main_part(measure)] for system in scores.systems)
        for measure in scores.measures
    }
    samples = None
    if scores.resamples:
        samples = np.stack([scores.samples(system, scores.primary) for system in scores.systems], axis=1)
    pairs = tuple(pair for pair in scores.pairs if pair.measure == scores.primary.name)
    return DatasetScores(name, len(scores.documents), values, pairs, samples, scores.as_json())
