"""Files that somebody names are opened in one place, which has limits."""

import ast
from collections.abc import Iterator
from pathlib import Path

from anaphora import corpora, experiments, preprocess, resolvers, workbench

ROOTS = [Path(each.__file__ or "").parent for each in (corpora, experiments, preprocess, resolvers, workbench)]
READING = {"read_text", "read_bytes", "open", "read_msgpack", "read_json"}
OURS = {
    "workbench/files/reading.py": "this is the place",
    "experiments/bibliography.py": "tables of the package",
    "experiments/scoring/panel.py": "a packed file, of which no more is unpacked than is ever read",
    "preprocess/language.py": "tables of the package",
    "experiments/examining/choices.py": "tables of the package",
    "experiments/cli/output.py": "the null device, to print into",
    "workbench/files/atomic.py": "what was written a moment ago",
    "experiments/running/journal.py": "which it has asked for the type",
    "experiments/live/saved.py": "assets",
    "experiments/live/examples.py": "assets",
    "experiments/report/page.py": "assets",
    "experiments/scaffold.py": "templates",
    "experiments/systems/export.py": "scripts that it copies",
    "preprocess/english/clearnlp.py": "its own text",
    "preprocess/english/words.py": "tables of the package",
    "resolvers/_support.py": "tables of the package",
    "workbench/language/noun_phrases.py": "tables of the package",
    "workbench/language/packs.py": "tables of the package",
    "workbench/measures/ace_value.py": "tables of the package",
    "workbench/provenance/contamination.py": "tables of the package",
}
"""The other files that read, and what: nothing that a user names."""
APART = ("experiments/training/", "experiments/systems/scripts/", "experiments/docs/", "experiments/templates/")
"""Recipes, and programs of their own."""


def reading(path: Path) -> Iterator[str]:
    """The calls of a module that open a file for reading."""
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            modes = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            if name in READING and not (name == "open" and any(mode[:1] in {"w", "x", "a"} for mode in modes)):
                yield f"{path.name}:{node.lineno} {name}"


def test_files_are_opened_in_one_place() -> None:
    found = {
        path.relative_to(root.parent).as_posix(): list(reading(path)) for root in ROOTS for path in root.rglob("*.py")
    }
    beside = {name: calls for name, calls in found.items() if calls and not name.startswith(APART)}

    assert {name: calls for name, calls in beside.items() if name not in OURS} == {}, "use anaphora.workbench.files"
