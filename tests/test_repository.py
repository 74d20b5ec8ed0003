"""What the repository says of itself: versions, requirements, folders, imports."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import anaphora
from anaphora.workbench import __version__
from tests.commands import commands

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("corpora", "experiments", "preprocess", "resolvers", "workbench")
MODULES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]


def repository_files() -> list[Path]:
    """Every file that is in the repository or would be with the next commit; links are left out."""
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listing = [git, "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def imported_packages(path: Path) -> set[str]:
    """The top-level packages that a module imports anywhere in it, but for its types only."""
    tree = ast.parse(path.read_bytes())
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    nodes = [node for node in ast.walk(tree) if id(node) not in for_types]
    plain = chain.from_iterable(node.names for node in nodes if isinstance(node, ast.Import))
    sources = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in chain((alias.name for alias in plain), sources)}


def test_every_command_has_a_page() -> None:
    pages = (ROOT / "experiments" / "docs" / "pages").rglob("*.md")
    text = "".join(page.read_text(encoding="utf-8") for page in pages)

    assert [name for name in commands() if f"<!-- options: {name} -->" not in text] == []


def test_the_version_is_the_same_everywhere() -> None:
    changelog = re.findall(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    citation = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)

    assert [*citation, anaphora.__version__] == [__version__] * 2
    assert __version__ in changelog


def test_no_file_names_a_place_on_somebodys_machine_or_a_package_registry() -> None:
    places = re.compile(
        rb"(?<![\w.])/(?:work|root|home/\w+|tmp/venv)\b/"
        rb"|\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|(?:deb|ftp)\.debian\.org|proxy\.golang\.org)\b"
    )
    found = {path.relative_to(ROOT): places.search(path.read_bytes()) for path in repository_files()}

    assert {str(path): match[0] for path, match in found.items() if match} == {}


def test_no_file_has_the_markers_of_an_unsolved_conflict() -> None:
    markers = re.compile(rb"^(?:<{7}|>{7}) ", re.MULTILINE)

    assert [str(path) for path in repository_files() if markers.search(path.read_bytes())] == []


def test_everything_imported_is_declared() -> None:
    """Or it works only where another dependency happens to bring it along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = chain(project["dependencies"], *project["optional-dependencies"].values())
    declared = {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}
    other_name = {"pydantic_core": "pydantic", "sklearn": "scikit-learn", "tomli_w": "tomli-w"}
    elsewhere = ROOT / "experiments" / "systems" / "scripts"  # with their own declarations
    copied = ROOT / "experiments" / "templates"  # the tests among them go to tests/
    modules = [path for path in MODULES if path.parent != elsewhere and not path.is_relative_to(copied)]
    imported = {other_name.get(name, name) for path in modules for name in imported_packages(path)}

    assert imported - declared - sys.stdlib_module_names - {"anaphora"} == set()


def test_nothing_of_ours_can_load_a_pickle() -> None:
    loaders = {"cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}

    assert [path for path in MODULES if imported_packages(path) & loaders] == []
    assert [path for path in MODULES if re.search(rb"allow_pickle\s*=\s*True|read_pickle", path.read_bytes())] == []


def test_one_module_loads_onnx_runtime() -> None:
    """Which switches its telemetry off."""
    naming = [path for path in [*MODULES, *(ROOT / "tests").rglob("*.py")] if b"onnxruntime" in path.read_bytes()]

    assert [path.name for path in naming if "onnxruntime" in imported_packages(path)] == ["onnx_runtime.py"]


def test_the_tests_mirror_the_folders() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    mirrored = folders - {Path(), Path("browser"), Path("contracts"), Path("fuzz")}

    assert [str(folder) for folder in mirrored if not (ROOT / folder).is_dir()] == []
    assert set(FOLDERS) <= {folder.parts[0] for folder in mirrored}


LIGHT = """
import sys
import anaphora, anaphora.corpora, anaphora.workbench, anaphora.experiments.cli.main
if len(sys.argv) > 1:
    try:
        anaphora.experiments.cli.main.main()
    except SystemExit as end:
        assert not end.code, f"ended with {end.code}"
heavy = {"dask", "onnxruntime", "pandas", "scipy", "spacy", "thinc", "torch"} & set(sys.modules)
assert not heavy, f"imported {sorted(heavy)}"
"""


@pytest.mark.parametrize("command", [[], ["--help"], ["check"]], ids=["import", "help", "check"])
def test_reading_starts_without_heavy_libraries(command: list[str]) -> None:
    file = str(min((ROOT / "corpora" / "manuals").glob("*.conllu")))
    words = [sys.executable, "-c", LIGHT, *command, *([file] if command == ["check"] else [])]

    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize(("command", "package", "extra"), [("serve", "starlette", "live")])
def test_a_command_names_the_extra_that_it_needs(command: str, package: str, extra: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None\nfrom anaphora.experiments.cli.main import main; main()"

    ended = subprocess.run([sys.executable, "-c", code, command], cwd=ROOT, capture_output=True, text=True, check=False)

    assert ended.returncode == 2, ended.stderr
    assert f'pip install "anaphora-workbench[{extra}]"' in ended.stderr
