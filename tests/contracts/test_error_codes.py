"""Errors of files have codes that are documented."""

import ast
from pathlib import Path

import pytest

from anaphora.workbench.errors import FORMAT_CODES

ROOT = Path(__file__).parents[2]
FILES = [
    path.relative_to(ROOT).as_posix()
    for folder in ("corpora", "experiments", "preprocess", "resolvers", "workbench")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "FormatError(" in path.read_text("utf8")
]


@pytest.mark.parametrize("file", FILES)
def test_every_code_of_a_format_error_is_documented(file: str) -> None:
    calls = [node for node in ast.walk(ast.parse((ROOT / file).read_text("utf8"))) if isinstance(node, ast.Call)]
    errors = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "FormatError"]
    values = [keyword.value for call in errors for keyword in call.keywords if keyword.arg == "code"]
    constants = {node.value for value in values for node in ast.walk(value) if isinstance(node, ast.Constant)}

    assert {code for code in constants if isinstance(code, str)} <= {*FORMAT_CODES, ""}
