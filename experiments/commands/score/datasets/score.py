"""`anaphora score --datasets`: the responses of systems to many datasets, and what holds over all of them."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.commands.score.datasets.places import Dataset, Datasets
from anaphora.experiments.run.configuration import Configuration
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.errors import CrowdedError, FormatError, WorkbenchError
from anaphora.workbench.measures import STANDARD
from anaphora.workbench.progress import part
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.macro import DatasetScores, MacroScores
from anaphora.workbench.results.scores import Scores, main_part


def score_datasets(
    datasets: Datasets, settings: Configuration, progress: Callable[[str], None] | None = None
) -> MacroScores:
    """Score every system on every dataset that it has a response to; by the usual measures if none are named.

    One dataset is worked on after the other, and of each only figures and samples of the primary measure are kept.

    Raises:
        WorkbenchError: a key or response is bad; the message says of which dataset and system.
    """
    settings = settings if settings.judging.measures else settings.changed(measures=STANDARD)
    scored = []
    signatures = []
    warnings = list(datasets.warnings)
    for number, (name, dataset) in enumerate(datasets.named.items()):
        if progress:
            progress(name)
        with _named(name, dataset), part(number / len(datasets.named), 1 / len(datasets.named)):
            scores = score_files(dataset.key, dataset.responses, settings)
        scored.append(_reduced(name, scores, datasets.systems))
        signatures.append(scores.signature)
        warnings += [f"{name}: {warning}" for warning in scores.warnings]
    return MacroScores(
        place=datasets.place,
        signature=_signature(signatures),
        systems=datasets.systems,
        measures={measure.name: main_part(measure) for measure in scores.measures},
        primary=scores.primary.name,
        datasets=tuple(scored),
        warnings=tuple(warnings),
        resamples=settings.judging.resamples,
        seed=settings.execution.seed,
        preset=settings.judging.applied_preset,
        bounds=scores.primary.bounds,
    )


def _signature(signatures: Sequence[str]) -> str:
    """Return what the signatures of all datasets have in common, after a digest of them all."""
    digest = hashlib.blake2b("\n".join(signatures).encode(), digest_size=8).hexdigest()
    first, *others = (signature.split("|") for signature in signatures)
    varying = ("key:", "responses:", "documents:")
    common = [part for part in first if not part.startswith(varying) and all(part in parts for parts in others)]
    return "|".join((f"datasets:{len(signatures)}@{digest}", *common))


@contextmanager
def _named(name: str, dataset: Dataset) -> Iterator[None]:
    """Say in errors of files which dataset and system they are of."""
    try:
        yield
    except FormatError as error:
        sides = {f"the response of {system} to": path for system, path in dataset.responses.items()}
        sides["the key of"] = dataset.key
        side = next((side for side, path in sides.items() if Path(error.path).is_relative_to(path)), "in")
        problem = f"{side} the dataset '{name}': {error.problem}"
        raise FormatError(error.path, error.line, problem, error.cure, code=error.code) from error
    except CrowdedError as error:
        raise WorkbenchError(f"The dataset '{name}': {error}", code=error.code) from error


def _reduced(name: str, scores: Scores, systems: tuple[str, ...]) -> DatasetScores:
    """The scores of one dataset, with places for those of all systems."""
    samples: Numbers | None = None
    if scores.resamples:
        none = np.zeros(scores.resamples)
        columns = [scores.samples(system, scores.primary) if system in scores.systems else none for system in systems]
        samples = np.stack(columns, axis=1)
    return DatasetScores(
        name=name,
        documents=len(scores.documents),
        values={
            measure.name: tuple(
                scores.values(system, measure)[main_part(measure)] if system in scores.systems else None
                for system in systems
            )
            for measure in scores.measures
        },
        pairs=scores.families.get(scores.primary.name, Family()),
        samples=samples,
        figures=scores.as_json(),
        missing=frozenset(systems) - frozenset(scores.systems),
    )
