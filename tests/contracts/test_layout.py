"""The layout of the repository: rooms of a readable size, listed in CONTRIBUTING; imports in one direction."""

import re
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("anaphora", "corpora", "experiments", "preprocess", "resolvers", "workbench")
REGISTRIES = {"resolvers", "corpora", "workbench/measures"}
MOST_MODULES = 12


def rooms() -> list[Path]:
    """All folders of the product that hold modules."""
    inits = [init for folder in FOLDERS for init in (ROOT / folder).rglob("*.py") if not has_link(init)]
    return sorted({init.parent for init in inits})


def has_link(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents if parent != ROOT and ROOT in parent.parents)


@pytest.mark.parametrize("room", rooms(), ids=lambda room: room.relative_to(ROOT).as_posix())
def test_a_room_has_at_most_twelve_modules_unless_it_is_a_registry(room: Path) -> None:
    modules = [module for module in room.glob("*.py") if module.name != "__init__.py"]

    assert room.relative_to(ROOT).as_posix() in REGISTRIES or len(modules) <= MOST_MODULES


def test_the_listing_of_contributing_names_every_room() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf8")
    listing = text.partition("<!-- listing -->")[2].partition("<!-- /listing -->")[0]
    listed, top = set(), ""
    for indent, name in re.findall(r"(?m)^( *)([\w/]+)/ ", listing):
        top = top if indent else name
        listed.add(f"{top}/{name}" if indent else name)

    shallow = {path for folder in FOLDERS for path in (ROOT / folder).iterdir() if path.is_dir() and not has_link(path)}
    present = {
        path.relative_to(ROOT).as_posix()
        for path in shallow
        if not path.name.startswith(("_", ".")) and not path.is_symlink()
    }
    assert listed - {"tests"} == {*FOLDERS, *present} - {"experiments/results", "corpora/data", "resolvers/figures"}


def test_no_modules_import_one_another_in_a_circle() -> None:
    graph = grimp.build_graph("anaphora", cache_dir=None)

    circles = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if module < imported and graph.chain_exists(importer=imported, imported=module)
    ]
    assert circles == []
