"""Registries: a folder lists what is there by file name, and entry points add what other distributions install.

A registry belongs to the package whose folder it lists. Modules whose names begin with `_` are not listed, subfolders
only where `folders` asks for them: then a folder stands for its module of the same name. Another distribution adds a
module by an entry point `name = "package.module"` in the registry's group, or an object where modules of the folder say
by one what they are (`Registry.load_object`). Nothing is imported until it is asked for.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from anaphora.workbench.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_Origin: TypeAlias = "str | EntryPoint"
_Kind = TypeVar("_Kind")


class Registry(NamedTuple):
    """The modules of one kind: `noun` names it in messages, `package` is listed, `group` is that of the entry points.

    Modules named in `apart` stand in the folder without being one of its kind.
    """

    noun: str
    package: str
    group: str
    apart: frozenset[str] = frozenset()
    folders: bool = False

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self._origins())

    def modules(self) -> dict[str, ModuleType]:
        """Import all modules, by name in alphabetical order; errors are those of `load`."""
        origins = self._origins()
        return {name: self._loaded(name, self._only(name, origins[name])) for name in sorted(origins)}

    def load(self, name: str) -> ModuleType:
        """Import the module of that name.

        Raises:
            UnknownNameError: there is no such name.
            OptionError: the name is given twice, or the module cannot be imported or is no module.
        """
        return self._loaded(name, self._origin(name))

    def load_object(self, name: str, attribute: str, kind: type[_Kind]) -> _Kind:
        """Load the object that a module calls `attribute`, or that an entry point names itself.

        Raises:
            UnknownNameError: there is no such name.
            OptionError: the name is given twice, the module cannot be imported, or the object is not of that `kind`.
        """
        origin = self._origin(name)
        loaded = self._imported(name, origin)
        offered = vars(loaded).get(attribute) if isinstance(loaded, ModuleType) else loaded
        if not isinstance(offered, kind):
            problem = f"has no {attribute} that is a {kind.__name__}"
            raise OptionError(f"{self._title(name, origin)} {problem}. Write one, as those of this project have.")
        return offered

    def _origins(self) -> dict[str, list[_Origin]]:
        """Find the origins of each name: the module's full name for the folder, an entry point for the others.

        The metadata of a distribution is found twice where it is installed editable and Python runs in its folder.
        """
        origins: dict[str, list[_Origin]] = {}
        folders = tuple((path, Path(path).stat().st_mtime_ns) for path in import_module(self.package).__path__)
        for name, is_folder in _modules(folders):
            if not name.startswith("_") and name not in self.apart and (self.folders or not is_folder):
                place = f"{self.package}.{name}"
                origins.setdefault(name, []).append(f"{place}.{name}" if is_folder else place)
        installed = _entry_points(self.group, tuple(sys.path))
        for entry in {(entry.name, _describe(entry)): entry for entry in installed}.values():
            origins.setdefault(entry.name, []).append(entry)
        return origins

    def _origin(self, name: str) -> _Origin:
        origins = self._origins()
        if name not in origins:
            raise unknown_name(self.noun, name, origins)
        return self._only(name, origins[name])

    def _only(self, name: str, origins: Iterable[_Origin]) -> _Origin:
        first, *others = origins
        if others:
            both = " and ".join(map(_describe, [first, *others]))
            raise OptionError(f"The {self.noun} '{name}' is given twice: by {both}. Uninstall or rename one of them.")
        return first

    def _loaded(self, name: str, origin: _Origin) -> ModuleType:
        module = self._imported(name, origin)
        if not isinstance(module, ModuleType):
            problem = f"is a {type(module).__name__}, not a module"
            raise OptionError(f"{self._title(name, origin)} {problem}. Its entry point must name a module.")
        return module

    def _imported(self, name: str, origin: _Origin) -> object:
        try:
            return import_module(origin) if isinstance(origin, str) else origin.load()
        except (Exception, SystemExit) as error:  # whatever a file that somebody is still writing raises
            problem = f"cannot be imported: {type(error).__name__}: {error}"
            raise OptionError(f"{self._title(name, origin)} {problem}. Repair or uninstall it.") from error

    def _title(self, name: str, origin: _Origin) -> str:
        return f"The {self.noun} '{name}' ({_describe(origin)})"


def is_installed_pipeline(name: str) -> bool:
    """Return whether a spaCy pipeline is an installed package, and no folder of that name could be meant."""
    installed = (entry.name for entry in _entry_points("spacy_models", tuple(sys.path)))
    return name in installed and not Path(name).exists()


@cache
def _modules(folders: tuple[tuple[str, int], ...]) -> tuple[tuple[str, bool], ...]:
    """List the modules of folders and whether each is a folder, once while these do not change (path, nanoseconds)."""
    return tuple((module.name, module.ispkg) for module in iter_modules([path for path, _ in folders]))


@cache
def _entry_points(group: str, path: tuple[str, ...]) -> Sequence["EntryPoint"]:
    """The entry points of a group along `sys.path`; to load what reads them takes longer than to see that none is."""
    if group.encode() not in _declared(path) and not any(Path(place).is_file() for place in path):
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


@cache
def _declared(path: tuple[str, ...]) -> bytes:
    """All that distributions in the folders of `sys.path` say about entry points, read once while it stays the same."""
    inside = (entry for folder in map(Path, path) if folder.is_dir() for entry in os.scandir(folder))
    files = (Path(entry.path, "entry_points.txt") for entry in inside if entry.name.endswith("-info"))
    return b"\n".join(file.read_bytes() for file in files if file.is_file())


def _describe(origin: _Origin) -> str:
    if isinstance(origin, str):
        return origin
    return f"{origin.value} (installed with {origin.dist.name})" if origin.dist else origin.value
