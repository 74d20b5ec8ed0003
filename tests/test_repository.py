"""What the repository says of itself is true."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from anaphora.workbench import __version__

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("corpora", "experiments", "preprocess", "resolvers", "workbench")
MODULES = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]


def repository_files() -> list[Path]:
    """Every file that is in the repository or would be with the next commit."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listing = [git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def text_of(path: Path) -> str:
    """The text of a file; empty for one that is no text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def imports_of(path: Path) -> set[str]:
    """The top-level packages that a module imports anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    plain = chain.from_iterable(node.names for node in nodes if isinstance(node, ast.Import))
    sources = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in chain((alias.name for alias in plain), sources)}


def test_the_readme_mentions_every_command() -> None:
    from typer.main import get_group

    from anaphora.experiments.cli.main import app

    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert [name for name in get_group(app).commands if f"anaphora {name}" not in readme] == []


def test_the_version_is_the_same_everywhere() -> None:
    changelog = re.findall(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    citation = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)

    assert changelog[0] == __version__
    assert citation == [__version__]


def test_no_file_names_a_place_on_somebodys_machine_or_a_package_registry() -> None:
    places = re.compile(
        r"(?<![\w.])/(?:work|root|home/\w+|tmp/venv)\b/"
        r"|\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|(?:deb|ftp)\.debian\.org|proxy\.golang\.org)\b"
    )
    found = {path.relative_to(ROOT): places.search(text_of(path)) for path in repository_files()}

    assert {str(path): match[0] for path, match in found.items() if match} == {}


def test_everything_imported_is_declared() -> None:
    """Or it works only where another dependency happens to bring it along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = chain(project["dependencies"], *project["optional-dependencies"].values())
    declared = {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}
    other_name = {"sklearn": "scikit-learn"}
    elsewhere = ROOT / "experiments" / "systems"  # scripts with their own declarations: tests/experiments/systems
    modules = [path for path in MODULES if path.parent != elsewhere]
    imported = {other_name.get(name, name) for path in modules for name in imports_of(path)}

    assert imported - declared - sys.stdlib_module_names - set(PACKAGES) == set()


def test_nothing_of_ours_can_load_a_pickle() -> None:
    loaders = {"cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}

    assert [path for path in MODULES if imports_of(path) & loaders] == []
    assert [path for path in MODULES if re.search(r"allow_pickle\s*=\s*True|read_pickle", text_of(path))] == []


def test_the_tests_mirror_the_folders() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    mirrored = folders - {Path(), Path("browser"), Path("contracts"), Path("fuzz")}

    assert [str(folder) for folder in mirrored if not (ROOT / folder).is_dir()] == []
    assert set(PACKAGES) <= {folder.parts[0] for folder in mirrored}
