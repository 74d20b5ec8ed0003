"""What is true of every module: where files are opened, codes of errors, rooms, and imports in one direction."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from itertools import takewhile
from pathlib import Path

import grimp
import pytest

from tests.refused import FORMAT_CODES
from tests.test_repository import FOLDERS, ROOT, modules

READING = {"read_text", "read_bytes", "open", "read_msgpack", "read_json"}
OURS = {
    "this is the place": ["workbench/files.py"],
    "a packed file, of which no more is unpacked than is ever read": ["experiments/commands/agree/projects.py"],
    "the null device, to print into": ["experiments/cli/output.py"],
    "which it has asked for the type": ["experiments/run/journal.py"],
    "what distributions say of themselves": ["workbench/registry.py"],
    "assets, templates, scripts that are copied": [
        "experiments/live/saved.py", "experiments/live/examples.py", "experiments/show/report/page.py",
        "experiments/commands/new.py", "experiments/commands/export/export.py",
    ],
    "tables of the package": [
        "experiments/commands/list_/bibliography.py", "experiments/commands/evaluate/questions.py",
        "preprocess/language.py",
        "preprocess/english/clearnlp.py", "preprocess/lexicon.py", "resolvers/parameters.py",
        "workbench/language/anaphors.py", "workbench/language/packs.py", "workbench/measures/ace_value.py",
        "workbench/provenance.py",
    ],
}  # fmt: skip
"""The files that read, and what: in all but the first nothing that a user names."""
APART = (
    "experiments/training/",
    "experiments/commands/export/run_system.py",
    "experiments/docs/",
    "experiments/templates/",
)
"""Recipes, and programs of their own."""


def calls(text: bytes) -> Iterator[tuple[str, ast.Call]]:
    """The calls of a module with the last name of what is called."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node


def reads(name: str, call: ast.Call) -> bool:
    """Whether a call opens a file for reading."""
    modes = [word.value for word in call.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    return name in READING and not (name == "open" and any(mode[:1] in {"w", "x", "a"} for mode in modes))


def test_files_that_somebody_names_are_opened_in_one_place_which_has_limits() -> None:
    found, ours = {}, {name for names in OURS.values() for name in names}
    for path, text in modules().items():
        name = path.relative_to(ROOT).as_posix()
        if (
            name not in ours
            and not name.startswith(APART)
            and re.search(rf"\b(?:{'|'.join(READING)})\(".encode(), text)
        ):
            found[name] = [(call.lineno, called) for called, call in calls(text) if reads(called, call)]

    assert {name: lines for name, lines in found.items() if lines} == {}, "use anaphora.workbench.files"


def bare_nexts(node: ast.AST, later: bool = False) -> Iterator[int]:
    """The lines of `next` without a default; of one whose error whoever asks for it gets, but for `next(iter(...))`.

    Nobody gets it in a generator, a comprehension and a lambda, which others iterate and call `later`.
    """
    if isinstance(node, ast.FunctionDef):
        later = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))
    later = later or isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp | ast.Lambda)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "next" and len(node.args) == 1:
        first = ast.unparse(node.args[0]).startswith(("iter(", "reversed("))
        yield from [node.lineno] if later or not first else ()
    for part in ast.iter_child_nodes(node):
        yield from bare_nexts(part, later)


def test_next_has_a_default_where_its_error_would_be_taken_for_the_end() -> None:
    found = {path: [*bare_nexts(ast.parse(text))] for path, text in modules().items() if b"next(" in text}

    assert {path: lines for path, lines in found.items() if lines} == {}, "give a default, or take the first otherwise"


def test_every_code_of_a_format_error_is_documented() -> None:
    codes = defaultdict[str, set[Path]](set)
    for path, text in modules().items():
        errors = [call for name, call in calls(text) if name == "FormatError"] if b"FormatError(" in text else []
        for value in (keyword.value for error in errors for keyword in error.keywords if keyword.arg == "code"):
            for node in ast.walk(value):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    codes[node.value].add(path)

    assert {code: paths for code, paths in codes.items() if code not in {*FORMAT_CODES, ""}} == {}
    assert len(codes) > 20


def test_the_listing_of_contributing_names_every_room() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf8")
    listing = text.partition("<!-- listing -->")[2].partition("<!-- /listing -->")[0]
    listed, top = set(), ""
    for indent, name in re.findall(r"(?m)^( *)([\w/]+)/ ", listing):
        top = top if indent else name
        listed.add(f"{top}/{name}" if indent else name)
    houses = ("anaphora", *FOLDERS)
    rooms = [path for house in houses for path in (ROOT / house).iterdir() if path.is_dir() and not path.is_symlink()]
    present = {path.relative_to(ROOT).as_posix() for path in rooms if not path.name.startswith(("_", "."))}

    assert listed - {"tests"} == {*houses, *present} - {"experiments/results", "corpora/data", "resolvers/figures"}


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
            left, right = module.split("."), imported.split(".")
            shared = sum(1 for _ in takewhile(bool, (a == b for a, b in zip(left, right, strict=False))))
            if shared < min(len(left), len(right)):  # else one of them holds the other
                houses[".".join(left[:shared])][left[shared]].add(right[shared])

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
