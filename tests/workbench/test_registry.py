import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from anaphora.workbench import registry
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.registry import Registry

GROUP = "anaphora_workbench.resolvers"
REGISTRY = Registry("resolver", "imagined_resolvers", GROUP)
PlugIn = Callable[[str, str, str], None]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of resolvers in place of the real one, and no plug-ins."""
    package = tmp_path / "imagined_resolvers"
    (package / "models").mkdir(parents=True)
    files = {
        "__init__.py": "",
        "_voting.py": "",
        "models/__init__.py": "",
        "mitkov.py": '"""Mitkov (1998).\n\nMore."""\nloaded = True',
        "hobbs.py": '"""Hobbs (1978)."""\nraise RuntimeError("not to be imported")',
        "silent.py": "",
    }
    for name, text in files.items():
        (package / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_entry_points", lambda group, path: EntryPoints())
    yield package
    for module in [name for name in sys.modules if name.startswith((package.name, "imagined_plug_in"))]:
        del sys.modules[module]


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlugIn:
    """Install a resolver from outside: its name, what its entry point says, and the text of `imagined_plug_in.py`."""

    def install(name: str, value: str, text: str) -> None:
        (tmp_path / "imagined_plug_in.py").write_text(text)
        monkeypatch.setattr(
            registry, "_entry_points", lambda group, path: EntryPoints([EntryPoint(name, value, GROUP)])
        )

    return install


def test_names_are_the_files_of_the_folder_without_private_ones_and_subfolders(folder: Path) -> None:
    """A new file is seen at once."""
    assert REGISTRY.names() == ["hobbs", "mitkov", "silent"]
    assert REGISTRY.load("mitkov").loaded

    (folder / "recency.py").touch()
    assert "recency" in REGISTRY.names()


def test_plug_ins_are_named_and_loaded(plug_in: PlugIn) -> None:
    plug_in("baseline", "imagined_plug_in", "loaded = True")

    assert REGISTRY.names() == ["baseline", "hobbs", "mitkov", "silent"]
    assert REGISTRY.load("baseline").loaded


def test_load_of_what_is_broken_says_which_and_why(folder: Path, plug_in: PlugIn) -> None:
    (folder / "unfinished.py").write_text("import nothing_of_this_name")
    plug_in("baseline", "imagined_plug_in", "import no_such_library")

    with pytest.raises(OptionError, match=r"'unfinished' .*ModuleNotFoundError"):
        REGISTRY.load("unfinished")
    with pytest.raises(OptionError, match=r"'baseline' \(imagined_plug_in\) .*ModuleNotFoundError: .*no_such_library"):
        REGISTRY.load("baseline")

    plug_in("baseline", "imagined_plug_in:build", "def build(): ...")
    with pytest.raises(OptionError):
        REGISTRY.load("baseline")


@dataclass(frozen=True)
class Imagined:
    """What modules of another registry end with."""

    name: str


def test_load_object_gives_what_a_module_ends_with(folder: Path) -> None:
    path = folder / "thing.py"
    for text in ("", "THING = 'thing'"):
        path.write_text(text)
        with pytest.raises(OptionError):
            REGISTRY.load_object("thing", "THING", Imagined)
        sys.modules.pop("imagined_resolvers.thing", None)
        path.unlink()

    (folder / "other.py").write_text(f"from {Imagined.__module__} import Imagined\nTHING = Imagined('thing')")
    assert REGISTRY.load_object("other", "THING", Imagined).name == "thing"


def test_load_object_of_a_plug_in_may_be_named_or_its_module(plug_in: PlugIn) -> None:
    for value in ("imagined_plug_in", "imagined_plug_in:THING"):
        plug_in("other", value, f"from {Imagined.__module__} import Imagined\nTHING = Imagined('other')")
        assert REGISTRY.load_object("other", "THING", Imagined).name == "other"


def test_an_unknown_name_says_what_was_meant_or_what_there_is() -> None:
    """A private module cannot be asked for."""
    suggested = {"mitkof": {"mitkov"}, "xyz": {"hobbs", "mitkov", "silent"}, "_voting": set[str]()}
    for name, suggestions in suggested.items():
        with pytest.raises(UnknownNameError) as caught:
            REGISTRY.load(name)
        words = set(re.findall(r"\w+", str(caught.value)))
        assert suggestions <= words
        assert name == "xyz" or "hobbs" not in words or not suggestions


def test_a_name_given_twice_is_refused_with_both_origins(plug_in: PlugIn) -> None:
    plug_in("mitkov", "imagined_plug_in", "")

    with pytest.raises(OptionError) as caught:
        REGISTRY.load("mitkov")
    assert {"imagined_resolvers.mitkov", "imagined_plug_in"} <= set(re.findall(r"[\w.]*\w", str(caught.value)))
    assert REGISTRY.load("silent")


def test_an_installed_plug_in_is_found_and_named_with_its_distribution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    information = tmp_path / "foreign_coreference-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-coreference\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[{GROUP}]\nforeign = imagined_plug_in\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    with pytest.raises(OptionError, match=r"'foreign' \(imagined_plug_in \(installed with foreign-coreference\)"):
        REGISTRY.load("foreign")


def test_what_is_installed_is_read_once_for_all_registries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "other-1.0.dist-info").mkdir()
    declared = tmp_path / "other-1.0.dist-info" / "entry_points.txt"
    declared.write_text("[console_scripts]\nother = other:main\n")
    monkeypatch.undo()
    monkeypatch.syspath_prepend(str(tmp_path))  # not known yet
    read: list[Path] = []

    def note(path: Path) -> bytes:
        read.append(path)
        return b""

    monkeypatch.setattr(Path, "read_bytes", note)

    REGISTRY.names()
    REGISTRY._replace(group="imagined.others").names()

    assert read.count(declared) == 1


def test_an_editable_plug_in_that_is_found_twice_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = EntryPoints([EntryPoint("baseline", "imagined_plug_in", GROUP)] * 2)
    monkeypatch.setattr(registry, "_entry_points", lambda group, path: twice)

    assert REGISTRY.names().count("baseline") == 1
    with pytest.raises(OptionError, match="cannot be imported"):
        REGISTRY.load("baseline")
