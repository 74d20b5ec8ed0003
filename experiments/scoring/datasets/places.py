"""Where the data sets are, with the key of each and what each system says of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from anaphora import corpora
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.files import toml

KEY = "key"
_LAYOUT = f"It has a folder '{KEY}' and one for each system, with a file or folder of the same name for each data set."
_LIST = f'Write for each data set a table: [datasets.NAME], {KEY} = "PATH", SYSTEM = "PATH".'


@dataclass(frozen=True, slots=True)
class Dataset:
    """The key of a data set and the responses to it, by system."""

    key: Path
    responses: Mapping[str, Path]


def find_datasets(place: Path) -> dict[str, Dataset]:
    """The data sets by name, of a folder or as a TOML file lists them.

    The folder has a folder `key` and one for each system, each of them with a file or folder for each data set, of the
    same name but for the extension. In TOML a table `[datasets.NAME]` has the path of the `key` and of each system's
    response; they are relative to the file.

    Raises:
        FormatError: the file is no such TOML, or the folder has no key.
        WorkbenchError: a system has no response to a data set, or there is no data set or system.
    """
    found = _of_folder(place) if place.is_dir() else _of_file(place)
    systems = dict.fromkeys(name for dataset in found.values() for name in dataset.responses)
    if not found or not systems:
        raise WorkbenchError(f"{place} has no {'system' if found else 'data set'}. {_LAYOUT}", code="no-datasets")
    for name, dataset in found.items():
        missing = [system for system in systems if system not in dataset.responses]
        if missing:
            problem = f"{place}: {', '.join(missing)} has no response to the data set '{name}'"
            cure = "Every system answers every data set; an empty response counts as 0."
            raise WorkbenchError(f"{problem}. {cure}", code="no-response")
    return {
        name: Dataset(one.key, {system: one.responses[system] for system in systems}) for name, one in found.items()
    }


def _of_folder(folder: Path) -> dict[str, Dataset]:
    if not (folder / KEY).is_dir():
        raise FormatError(folder, None, f"there is no folder '{KEY}'", _LAYOUT, code="missing-file")
    keys = dict(_named(folder / KEY))
    systems = {
        child.name: dict(_named(child))
        for child in sorted(folder.iterdir())
        if child.is_dir() and child.name != KEY and not child.name.startswith(".")
    }
    return {
        name: Dataset(key, {system: files[name] for system, files in systems.items() if name in files})
        for name, key in keys.items()
    }


def _named(folder: Path) -> Iterator[tuple[str, Path]]:
    """Files of known formats, and folders, by name."""
    known = {file for file, _ in corpora.files(folder, None)}
    for child in sorted(folder.iterdir()):
        if child.is_dir() and not child.name.startswith("."):
            yield child.name, child
        elif child in known:
            yield child.stem, child


def _of_file(file: Path) -> dict[str, Dataset]:
    try:
        tables = toml.read(file)[1].get("datasets")
    except OSError as error:
        problem = f"it cannot be read ({error.strerror or error})"
        raise FormatError(
            file, None, problem, f"Name a folder or a TOML file. {_LAYOUT}", code="missing-file"
        ) from error
    except ValueError as error:
        raise FormatError(file, None, f"it is no TOML ({error})", _LIST, code="not-toml") from error
    if not isinstance(tables, dict):
        raise _not_a_list(file, "there is no table [datasets.NAME]")
    found = {}
    for name, table in tables.items():
        paths = {of: file.parent / path for of, path in table.items()} if _is_of_paths(table) else {}
        if KEY not in paths:
            raise _not_a_list(file, f"[datasets.{name}] has no '{KEY}', or something else than paths")
        found[name] = Dataset(paths.pop(KEY), paths)
    return found


def _is_of_paths(table: object) -> bool:
    return isinstance(table, dict) and all(isinstance(path, str) for path in table.values())


def _not_a_list(file: Path, problem: str) -> FormatError:
    return FormatError(file, None, problem, _LIST, code="bad-value")
