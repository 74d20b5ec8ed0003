"""The scripts of pages, run by node."""

import json
import shutil
import subprocess
from typing import Any

import pytest

from anaphora.experiments.show.report.page import asset

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed, so the scripts of the pages cannot be run")

_DRIVER = """
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
require("vm").runInThisContext(given.scripts);
const { data, more } = given;
process.stdout.write(JSON.stringify(eval(given.expression)) ?? "null");
"""


def evaluate(expression: str, data: Any, more: Any = None, script: str = "") -> Any:
    """The value of a JavaScript expression in which `data` and `more` are known.

    The scripts that read the data of a page have run before, and then `script`, a text.
    """
    assert NODE
    scripts = asset("page.js", "answers.js") + script
    given = json.dumps({"scripts": scripts, "expression": expression, "data": data, "more": more})
    done = subprocess.run([NODE, "-e", _DRIVER], input=given, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
