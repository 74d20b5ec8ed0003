"""`anaphora score --datasets`: the responses of systems to many datasets, and what holds over all of them."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

import numpy as np

from anaphora import corpora
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import Configuration
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.errors import CrowdedError, FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import read_toml
from anaphora.workbench.measures import STANDARD
from anaphora.workbench.progress import part
from anaphora.workbench.results.family import Family
from anaphora.workbench.results.macro import DatasetScores, MacroScores
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.vocabulary import counted

KEY = "key"
_LAYOUT = f"It has a folder '{KEY}' and one for each system, with a file or folder of the same name for each dataset."
_LIST = f'Write for each dataset a table: [datasets.NAME], {KEY} = "PATH", SYSTEM = "PATH".'


@dataclass(frozen=True, slots=True)
class Dataset:
    """The key of a dataset and the responses to it, by system."""

    key: Path
    responses: Mapping[str, Path]


@dataclass(frozen=True, slots=True)
class Datasets:
    """The datasets by name, all systems, and what was left out or is missing."""

    title: str
    named: Mapping[str, Dataset]
    systems: tuple[str, ...]
    warnings: tuple[str, ...]


# Where datasets are


def find_datasets(source: Path | Mapping[str, Mapping[str, str | Path]]) -> Datasets:
    """The datasets of a folder, or as a TOML file or a mapping lists them.

    The folder has a folder `key` and one for each system, each of them with a file or folder for each dataset, of the
    same name but for the extension. In TOML a table `[datasets.NAME]` has the path of the `key` and of each system's
    response; they are relative to the file. A mapping has the same by name.

    Raises:
        FormatError: the file is no such TOML, or the folder has no key.
        WorkbenchError: there is no dataset or system, or two of the same name.
    """
    warnings: list[str] = []
    if isinstance(source, Mapping):
        title = "datasets"
        datasets = _of_tables(source, Path())
    else:
        title = source.resolve().name
        datasets = _of_folder(source, warnings) if source.is_dir() else _of_file(source)
    systems = tuple(dict.fromkeys(name for dataset in datasets.values() for name in dataset.responses))
    if not datasets or not systems:
        raise WorkbenchError(f"{title} has no {'system' if datasets else 'dataset'}. {_LAYOUT}", code="no-datasets")
    if unanswered := [name for name, dataset in datasets.items() if not dataset.responses]:
        problem = f"{title}: no system has a response to {', '.join(unanswered)}"
        raise WorkbenchError(f"{problem}. Add responses, or take the key away.", code="no-response")
    for system in systems:
        if missing := [name for name, dataset in datasets.items() if system not in dataset.responses]:
            number = f"{len(missing)} of {counted(len(datasets), 'dataset')}"
            warnings.append(f"{system} has no response to {', '.join(missing)} ({number}): 0 in its macro average")
    return Datasets(title, datasets, systems, tuple(warnings))


def _of_folder(folder: Path, warnings: list[str]) -> dict[str, Dataset]:
    if not (folder / KEY).is_dir():
        raise FormatError(folder, None, f"there is no folder '{KEY}'", _LAYOUT, code="missing-file")
    keys = _files_by_name(folder / KEY)
    systems = {
        child.name: _files_by_name(child)
        for child in sorted(folder.iterdir())
        if child.is_dir() and child.name != KEY and not child.name.startswith(".")
    }
    for system, files in systems.items():
        if not files:
            warnings.append(f"{system}: left out, since the folder has no response")
        if unknown := sorted({*files} - {*keys}):
            left_out = ", ".join(files[name].name for name in unknown)
            warnings.append(f"{system}: left out, since no dataset of the key has the name: {left_out}")
    return {
        name: Dataset(key, {system: files[name] for system, files in systems.items() if name in files})
        for name, key in keys.items()
    }


def _files_by_name(folder: Path) -> dict[str, Path]:
    """Folders, and files that may have chains, by name."""
    files: dict[str, Path] = {}
    for child in sorted(folder.iterdir()):
        if child.name.startswith(".") or not (child.is_dir() or _has_chains(child)):
            continue
        name = child.name if child.is_dir() else child.stem
        if name in files:
            problem = f"{files[name]} and {child} are both of the dataset '{name}'"
            raise WorkbenchError(f"{problem}. Keep one of them.", code="duplicate-name")
        files[name] = child
    return files


def _has_chains(file: Path) -> bool:
    try:
        return corpora.recognise(file) != "plain"
    except FormatError as error:
        if error.code != "unknown-format":
            raise
        return False


def _of_file(file: Path) -> dict[str, Dataset]:
    try:
        tables = read_toml(file)[1].get("datasets")
    except FormatError as error:
        cure = f"Name a folder or a TOML file. {_LAYOUT}"
        code = error.code if file.exists() else "missing-file"
        raise FormatError(file, None, error.problem, cure, code=code) from error
    except ValueError as error:
        raise FormatError(file, None, f"it is no TOML ({error})", _LIST, code="not-toml") from error
    if not isinstance(tables, dict):
        raise _not_a_list(file, "there is no table [datasets.NAME]")
    return _of_tables(tables, file.parent, file)


def _of_tables(tables: Mapping[str, object], folder: Path, file: Path | None = None) -> dict[str, Dataset]:
    datasets = {}
    for name, table in tables.items():
        paths = {system: folder / path for system, path in table.items()} if _is_of_paths(table) else {}
        if KEY not in paths:
            raise _not_a_list(file, f"the dataset '{name}' has no '{KEY}', or something else than paths")
        datasets[name] = Dataset(paths.pop(KEY), paths)
    return datasets


def _is_of_paths(table: object) -> TypeGuard[Mapping[str, str | Path]]:
    return isinstance(table, Mapping) and all(isinstance(path, str | Path) for path in table.values())


def _not_a_list(file: Path | None, problem: str) -> WorkbenchError:
    if file:
        return FormatError(file, None, problem, _LIST, code="bad-value")
    return OptionError(
        f"{problem}. Give each dataset a mapping with the path of '{KEY}' and of each system.", code="bad-value"
    )


# What systems achieve on them


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
        with _blaming(name, dataset), part(number / len(datasets.named), 1 / len(datasets.named)):
            scores = score_files(dataset.key, dataset.responses, settings)
        scored.append(_dataset_scores(name, scores, datasets.systems))
        signatures.append(scores.signature)
        warnings += [f"{name}: {warning}" for warning in scores.warnings]
    return MacroScores(
        place=datasets.title,
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
def _blaming(name: str, dataset: Dataset) -> Iterator[None]:
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


def _dataset_scores(name: str, scores: Scores, systems: tuple[str, ...]) -> DatasetScores:
    """The scores of one dataset, with places for those of all systems."""
    samples: Numbers | None = None
    if scores.resamples:
        columns = [
            scores.samples(system, scores.primary) if system in scores.systems else np.zeros(scores.resamples)
            for system in systems
        ]
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
