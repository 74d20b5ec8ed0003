"""How many faults the tests of a folder catch: `make mutants` draws 100 functions and mutates each in three ways.

A comparison is turned, a constant is changed, a branch is dropped; then those tests of the function's folder run that
coverage (`--cov-context=test`) saw on the lines. A mutant that no test runs is missed. The draw depends on the seed
alone: `python -m tests.mutants [FUNCTIONS] [SEED]`.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeGuard

from coverage import CoverageData

from tests.test_repository import FOLDERS, ROOT, repository_files

APART = (
    "experiments/docs",
    "experiments/commands/export/run_system.py",
    "experiments/templates",
    "experiments/training",
)
"""What runs on other machines, once, or for the site alone."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
PATIENCE = 600
"""Seconds until a mutant counts as one that never ends, and so as caught."""
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one fault: the node at these lines, in whose place other code stands."""

    path: Path
    function: str
    way: str
    node: ast.expr
    code: str

    def __str__(self) -> str:
        place = f"{self.path.relative_to(ROOT)}:{self.node.lineno}"
        return f"{place} {self.function}: {self.way}: {ast.unparse(self.node)[:60]} -> {self.code[:60]}"

    def source(self) -> bytes:
        """Return the text of the module with its fault."""
        lines = self.path.read_bytes().splitlines(keepends=True)
        start = sum(map(len, lines[: self.node.lineno - 1])) + self.node.col_offset
        end = sum(map(len, lines[: (self.node.end_lineno or 0) - 1])) + (self.node.end_col_offset or 0)
        text = b"".join(lines)
        return text[:start] + f"({self.code})".encode() + text[end:]


def functions() -> list[tuple[Path, ast.FunctionDef]]:
    """List the functions and methods of the product, in the order of paths and lines."""
    modules = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    kept = [path for path in modules if not path.relative_to(ROOT).as_posix().startswith(APART)]
    trees = ((path, ast.parse(path.read_bytes())) for path in kept)
    return [(path, node) for path, tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def mutants(path: Path, function: ast.FunctionDef, random: Random) -> Iterator[Mutant]:
    """Yield a mutant for each way in which the function can be mutated."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    nodes = list(_expressions(body))
    ways: dict[str, list[tuple[ast.expr, str]]] = {
        "comparison": [(node, _turned(node)) for node in nodes if isinstance(node, ast.Compare)],
        "constant": [(node, repr(_other(node.value))) for node in nodes if _is_changeable(node)],
        "branch": [
            (node.test, f"({ast.unparse(node.test)}) and False")
            for statement in body
            for node in ast.walk(statement)
            if isinstance(node, ast.If | ast.IfExp)
        ],
    }
    for way, places in ways.items():
        if places:
            node, code = random.choice(places)
            yield Mutant(path, function.name, way, node, code)


def _expressions(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Walk all but format strings, whose parts have no places of their own, annotations, and text that stands alone."""
    for node in nodes:
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        if isinstance(node, ast.expr):
            yield node
        parts = [child for name, child in ast.iter_fields(node) if name not in ("annotation", "returns")]
        yield from _expressions([part for part in parts if isinstance(part, ast.AST)])
        yield from _expressions(
            [item for part in parts if isinstance(part, list) for item in part if isinstance(item, ast.AST)]
        )


def _turned(node: ast.Compare) -> str:
    operators = [TURNED[type(node.ops[0])](), *node.ops[1:]]
    return ast.unparse(ast.Compare(node.left, operators, node.comparators))


def _is_changeable(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool | int | float | str)


def _other(value: object) -> object:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case _:
            return f"{value}x"


@cache
def folder_of_tests(path: Path) -> str:
    """Return the folder that mirrors the module's, or the nearest above it."""
    folder = path.parent.relative_to(ROOT)
    while not any((ROOT / "tests" / folder).glob("**/test_*.py")):
        folder = folder.parent
    return f"tests/{folder}/"


def tests_on(mutant: Mutant, data: CoverageData) -> list[str]:
    """List the test functions of the folder that run the lines of a mutant."""
    lines = range(mutant.node.lineno, (mutant.node.end_lineno or 0) + 1)
    contexts = data.contexts_by_lineno(str(mutant.path))
    seen = {re.split(r"[\[|]", context)[0] for line in lines for context in contexts.get(line, ())}
    return sorted(test for test in seen if test.startswith(folder_of_tests(mutant.path)))


def copy_to(folder: Path) -> Path:
    """Copy the checkout, with its links."""
    for path in repository_files():
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    for name in FOLDERS:
        (folder / "anaphora" / name).symlink_to(Path("..", name))
    return folder


def is_caught(mutant: Mutant, tests: Sequence[str], copy: Path) -> bool:
    """Run the tests on a copy that has the fault; tell if one fails."""
    if not tests:
        return False
    place = copy / mutant.path.relative_to(ROOT)
    place.write_bytes(mutant.source())
    os.utime(place, (stamp := 2_000_000_000 + next(_numbers), stamp))  # or a compiled file might pass for it
    shared = os.environ.get("ANAPHORA_DATA", str(ROOT.parent / "shared" / "data"))
    environment = os.environ | {"PYTHONPATH": str(copy), "ANAPHORA_DATA": shared, "CI": "true"}
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        ended = subprocess.run(words, cwd=copy, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return True
    finally:
        shutil.copy2(mutant.path, place)
    return ended.returncode != 0


def main(functions_drawn: int = 100, seed: int = 1) -> None:
    """Print each mutant that is missed, and the share of those that are caught."""
    random = Random(seed)
    drawn = random.sample(functions(), functions_drawn)
    made = [mutant for path, function in drawn for mutant in mutants(path, function, random)]
    data = CoverageData(str(ROOT / "build" / "coverage"))
    data.read()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as threads:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(2):
            copies.put(copy_to(Path(folder, str(number))))

        def judge(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                caught = is_caught(mutant, tests_on(mutant, data), copy)
            finally:
                copies.put(copy)
            if not caught:
                print("missed", mutant, flush=True)
            return caught

        caught = list(threads.map(judge, made))
    for way in sorted({mutant.way for mutant in made}):
        judged = Counter(found for mutant, found in zip(made, caught, strict=True) if mutant.way == way)
        print(f"{way}: {judged[True]} of {judged.total()} caught")
    print(f"{sum(caught)} of {len(caught)} mutants caught ({sum(caught) / len(caught):.1%})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
