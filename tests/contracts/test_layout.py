"""The layout of the repository: rooms that CONTRIBUTING lists; imports in one direction."""

import re
from collections import defaultdict
from collections.abc import Mapping, Set
from itertools import takewhile
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("anaphora", "corpora", "experiments", "preprocess", "resolvers", "workbench")


def has_link(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents if parent != ROOT and ROOT in parent.parents)


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


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("anaphora", cache_dir=None)


def test_no_modules_import_one_another_in_a_circle(graph: grimp.ImportGraph) -> None:
    circles = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if module < imported and graph.chain_exists(importer=imported, imported=module)
    ]
    assert circles == []


def test_no_rooms_import_one_another_in_a_circle(graph: grimp.ImportGraph) -> None:
    """At each level, from the folders of `anaphora` to the modules of a room, imports run one way."""
    houses = defaultdict[str, dict[str, set[str]]](lambda: defaultdict(set))
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            mine, its = module.split("."), imported.split(".")
            shared = sum(1 for _ in takewhile(bool, (one == other for one, other in zip(mine, its, strict=False))))
            if shared < min(len(mine), len(its)):  # else one of them holds the other
                houses[".".join(mine[:shared])][mine[shared]].add(its[shared])

    circles = {
        f"{house}.{room}"
        for house, imports in houses.items()
        for room in imports
        if room in reached_from(imports, room)
    }
    assert circles == set()


def reached_from(imports: Mapping[str, Set[str]], room: str) -> set[str]:
    """All rooms that a room imports, itself or through others."""
    reached, left = set[str](), {room}
    while left:
        further = imports.get(left.pop(), set()) - reached
        reached |= further
        left |= further
    return reached
