"""What the repository says of itself: versions, requirements, folders, imports, links between its folders."""

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


def modules() -> dict[Path, bytes]:
    """The modules of the five folders with their texts."""
    return {path: path.read_bytes() for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}


def repository_files() -> list[Path]:
    """Every file that is in the repository or would be with the next commit; links are left out."""
    names = _git("ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def _git(*words: str) -> str:
    git = shutil.which("git")
    if not git or not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    return subprocess.run([git, *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def imported_packages(text: bytes) -> set[str]:
    """The top-level packages that a module imports anywhere in it, but for its types only."""
    tree = ast.parse(text)
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


def test_no_file_names_a_machine_or_a_registry_or_has_the_markers_of_a_conflict() -> None:
    places = (
        r"(^|[^[:alnum:]_.])/(work|root|home/[[:alnum:]_]+|tmp/venv)/",
        r"\<(pypi\.org|pythonhosted\.org|npmjs\.(org|com)|(deb|ftp)\.debian\.org|proxy\.golang\.org)\>",
        "^(<{7}|>{7}) ",
    )
    options = chain.from_iterable(("-e", place) for place in places)

    assert _git("grep", "--untracked", "-nIE", *options) == ""
    assert _git("grep", "--untracked", "-lE", "[f]rom anaphora") != ""


def test_the_page_on_installation_names_all_extras() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    page = (ROOT / "experiments/docs/pages/start/install.md").read_text(encoding="utf-8")

    assert [extra for extra in extras if f"| `{extra}` |" not in page] == []


def test_everything_imported_is_declared_and_loads_no_pickle() -> None:
    """What is not declared works only where another dependency happens to bring it along."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}
    other_name = {"pydantic": "pydantic_core", "scikit-learn": "sklearn", "tomli-w": "tomli_w"}
    loaders = {"cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}
    declared = {*names, *(other_name[name] for name in other_name.keys() & names), "anaphora"}
    allowed = (declared | sys.stdlib_module_names) - loaders
    elsewhere = ROOT / "experiments" / "commands" / "export" / "run_system.py"  # with declarations of its own
    copied = ROOT / "experiments" / "templates"  # the tests among them go to tests/
    suspect = {}
    for path, text in modules().items():
        words = {word.decode() for word in re.findall(rb"(?m)^ *(?:import|from) (\w+)", text)}
        apart = path == elsewhere or path.is_relative_to(copied)
        if words & loaders if apart else not words <= allowed:
            suspect[path] = imported_packages(text) & loaders if apart else imported_packages(text) - allowed
        if re.search(rb"allow_pickle\s*=\s*True|read_pickle", text):
            suspect[path] = {"read_pickle"}

    assert {path: packages for path, packages in suspect.items() if packages} == {}


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    headless = re.compile(r"(That|What|When|Where|Whether|Which|Who|Whose|Why|How)\b")
    documented = (ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Module)
    trees = {path: ast.parse(content) for path, content in modules().items()}
    nodes = [(path, node) for path, tree in trees.items() for node in ast.walk(tree) if isinstance(node, documented)]

    texts = ((path, ast.get_docstring(node) or "") for path, node in nodes)
    assert [f"{path.relative_to(ROOT)}: {text[:80]}" for path, text in texts if headless.match(text)] == []


def test_one_module_loads_onnx_runtime() -> None:
    """Which switches its telemetry off."""
    tests = {path: path.read_bytes() for path in (ROOT / "tests").rglob("*.py")}
    naming = {path: text for path, text in {**modules(), **tests}.items() if b"onnxruntime" in text}

    found = [path.name for path, text in naming.items() if "onnxruntime" in imported_packages(text)]
    assert found == ["networks.py"]


def test_the_tests_mirror_the_folders() -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    mirrored = folders - {Path(), Path("browser"), Path("contracts"), Path("fuzz")}

    assert [str(folder) for folder in mirrored if not (ROOT / folder).is_dir()] == []
    assert set(FOLDERS) <= {folder.parts[0] for folder in mirrored}


FRESH = """
import sys
import anaphora, anaphora.corpora, anaphora.workbench
from anaphora.experiments.cli.main import main

def end(*words):
    sys.argv = ["anaphora", *words]
    try:
        main()
    except SystemExit as ended:
        return ended.code or 0
    return 0

assert (end("--help"), end("check", "corpora/manuals/printer.conllu")) == (0, 0)
heavy = {"dask", "onnxruntime", "pandas", "scipy", "spacy", "thinc", "torch"} & set(sys.modules)
assert not heavy, f"imported {sorted(heavy)}"
sys.modules["starlette"] = None
assert end("serve") == 2
"""


def test_reading_starts_without_heavy_libraries_and_a_command_names_the_extra_that_it_needs() -> None:
    ended = python(ROOT, "-c", FRESH)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert 'pip install "anaphora-workbench[live]"' in ended.stderr


def python(place: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """What a fresh interpreter says in a folder."""
    return subprocess.run((sys.executable, *words), cwd=place, capture_output=True, text=True, check=False)


def test_a_folder_is_not_imported_under_its_own_name() -> None:
    """The five folders are one package through links, and an import past them says so."""
    code = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        print(name)
"""
    assert python(ROOT, "-c", code, *FOLDERS).stdout.split() == [*FOLDERS]


def test_a_checkout_without_links_is_neither_imported_nor_built(tmp_path: Path) -> None:
    """As git makes it where it cannot make links: in their places stand files with their targets."""
    (tmp_path / "anaphora").mkdir()
    for name in ("anaphora/__init__.py", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
        shutil.copy(ROOT / folder / "__init__.py", tmp_path / folder)
        (tmp_path / "anaphora" / folder).write_text(f"../{folder}")
    imported = python(tmp_path, "-c", "import anaphora")
    built = python(tmp_path, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "dist"))

    assert imported.stderr.splitlines()[-1].startswith("ImportError")
    assert "anaphora/corpora" in built.stderr.splitlines()[-1]
    assert not list(tmp_path.glob("dist/*"))
