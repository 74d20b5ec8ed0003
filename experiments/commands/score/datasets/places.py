"""The places of datasets, with the key of each and the responses of systems."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from anaphora import corpora
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import read_toml
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

    place: str
    named: Mapping[str, Dataset]
    systems: tuple[str, ...]
    warnings: tuple[str, ...]


def find_datasets(place: Path | Mapping[str, Mapping[str, str | Path]]) -> Datasets:
    """The datasets of a folder, or as a TOML file or a mapping lists them.

    The folder has a folder `key` and one for each system, each of them with a file or folder for each dataset, of the
    same name but for the extension. In TOML a table `[datasets.NAME]` has the path of the `key` and of each system's
    response; they are relative to the file. A mapping has the same by name.

    Raises:
        FormatError: the file is no such TOML, or the folder has no key.
        WorkbenchError: there is no dataset or system, or two of the same name.
    """
    warnings: list[str] = []
    if isinstance(place, Mapping):
        where = "datasets"
        datasets = _of_tables(place, Path())
    else:
        where = place.resolve().name
        datasets = _of_folder(place, warnings) if place.is_dir() else _of_file(place)
    systems = tuple(dict.fromkeys(name for dataset in datasets.values() for name in dataset.responses))
    if not datasets or not systems:
        raise WorkbenchError(f"{where} has no {'system' if datasets else 'dataset'}. {_LAYOUT}", code="no-datasets")
    if unanswered := [name for name, dataset in datasets.items() if not dataset.responses]:
        problem = f"{where}: no system has a response to {', '.join(unanswered)}"
        raise WorkbenchError(f"{problem}. Add responses, or take the key away.", code="no-response")
    for system in systems:
        if missing := [name for name, dataset in datasets.items() if system not in dataset.responses]:
            number = f"{len(missing)} of {counted(len(datasets), 'dataset')}"
            warnings.append(f"{system} has no response to {', '.join(missing)} ({number}): 0 in its macro average")
    return Datasets(where, datasets, systems, tuple(warnings))


def _of_folder(folder: Path, warnings: list[str]) -> dict[str, Dataset]:
    if not (folder / KEY).is_dir():
        raise FormatError(folder, None, f"there is no folder '{KEY}'", _LAYOUT, code="missing-file")
    keys = _named(folder / KEY)
    systems = {
        child.name: _named(child)
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


def _named(folder: Path) -> dict[str, Path]:
    """Folders, and files that may have chains, by name."""
    named: dict[str, Path] = {}
    for child in sorted(folder.iterdir()):
        if child.name.startswith(".") or not (child.is_dir() or _has_chains(child)):
            continue
        name = child.name if child.is_dir() else child.stem
        if name in named:
            problem = f"{named[name]} and {child} are both of the dataset '{name}'"
            raise WorkbenchError(f"{problem}. Keep one of them.", code="duplicate-name")
        named[name] = child
    return named


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
