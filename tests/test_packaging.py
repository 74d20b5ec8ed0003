"""What gets installed: the five folders, whole, with their data, and nothing else. And the source distribution."""

import subprocess
import sys
import tarfile
from email import message_from_string
from importlib.metadata import packages_distributions
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest
from packaging.metadata import Metadata

from tests.test_repository import repository_files

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("corpora", "experiments", "preprocess", "resolvers", "workbench")
MEBIBYTE = 2**20


def run(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the wheel and of the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    ended = run("-m", "hatchling", "build", "--directory", str(folder))
    assert ended.returncode == 0, ended.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


@pytest.fixture(scope="module")
def sources(built: Path) -> dict[str, bytes]:
    """The files of the source distribution, as they are called in the checkout."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        members = [member for member in archive if member.isfile()]
        opened = {member.name.partition("/")[2]: archive.extractfile(member) for member in members}
        return {name: file.read() for name, file in opened.items() if file}


@pytest.fixture(scope="module")
def contents(wheel: Path) -> list[PurePosixPath]:
    """The files of the five packages in the wheel."""
    with ZipFile(wheel) as archive:
        paths = [PurePosixPath(name) for name in archive.namelist()]
    return [path for path in paths if not path.parts[0].endswith(".dist-info")]


def metadata(wheel: Path, name: str) -> str:
    with ZipFile(wheel) as archive:
        return archive.read(next(path for path in archive.namelist() if path.endswith(f".dist-info/{name}"))).decode()


def test_the_wheel_holds_the_five_packages_and_no_other(contents: list[PurePosixPath]) -> None:
    assert sorted({path.parts[0] for path in contents}) == list(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_and_data_file_of_the_checkout_is_in_the_wheel(
    package: str, contents: list[PurePosixPath]
) -> None:
    unwanted = {"__pycache__", "data", "docs", "results"}
    here = {
        PurePosixPath(path.relative_to(ROOT).as_posix())
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not unwanted & set(path.relative_to(ROOT).parts)
    }

    assert {path for path in contents if path.parts[0] == package} == here


@pytest.mark.parametrize(
    "pattern",
    [
        "*/py.typed",
        "preprocess/*.toml",
        "preprocess/models/*/config.cfg",
        "preprocess/models/*/LICENSE*",
        "preprocess/models/*/*/model",
        "corpora/manuals/*.conllu",
        "corpora/manuals/*.sgml",
        "corpora/manuals/LICENSE*",
        "corpora/manuals/README.md",
        "resolvers/*.json",
        "resolvers/chains/*.json",
        "resolvers/chains/README.md",
        "resolvers/*.toml",
        "experiments/report/assets/styles/*.css",
        "experiments/report/assets/templates/*.j2",
        "experiments/report/assets/scripts/*.js",
        "experiments/live/assets/*.js",
    ],
)
def test_the_wheel_holds(pattern: str, contents: list[PurePosixPath]) -> None:
    assert [path for path in contents if path.match(pattern)], f"nothing like {pattern} in the wheel"


def test_each_package_says_that_it_is_typed(contents: list[PurePosixPath]) -> None:
    assert sorted(path.parts[0] for path in contents if path.name == "py.typed") == list(PACKAGES)


def test_data_stand_only_where_they_are_expected(contents: list[PurePosixPath]) -> None:
    """Corpora under other licences must not slip in under another name."""
    code = {".cfg", ".css", ".j2", ".js", ".py", ".svg", ".toml"}
    homes = (  # each tells its licence
        "corpora/manuals", "preprocess/models", "preprocess/english/it_filter", "resolvers/ge_hale_charniak.json",
        "resolvers/chains/mention_pair.json",
    )  # fmt: skip
    others = [path for path in contents if not any(path.is_relative_to(home) for home in homes)]

    assert [path for path in others if path.suffix not in code and path.name not in ("py.typed", "README.md")] == []


def test_no_tests_caches_corpora_or_results_are_in_the_wheel(contents: list[PurePosixPath]) -> None:
    unwanted = {"tests", "data", "docs", "results", "shared", "__pycache__"}

    assert [path for path in contents if unwanted & set(path.parent.parts)] == []
    assert [path for path in contents if path.suffix in {".pyc", ".whl"} or path.name.startswith("test_")] == []


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < 20 * MEBIBYTE


def test_the_wheel_passes_check_wheel_contents(wheel: Path) -> None:
    checked = run("-m", "check_wheel_contents", str(wheel))

    assert checked.returncode == 0, checked.stdout


def test_the_wheel_brings_the_command(wheel: Path) -> None:
    assert "anaphora = anaphora.experiments.cli.main:main" in metadata(wheel, "entry_points.txt")


def test_metadata_are_as_the_standard_has_them(wheel: Path, sources: dict[str, bytes]) -> None:
    """As `twine check` holds them to it: fields that exist, values in their form, a README that can be shown."""
    for text in (metadata(wheel, "METADATA").encode(), sources["PKG-INFO"]):
        read = Metadata.from_email(text, validate=True)

        assert (read.name, read.description_content_type) == ("anaphora-workbench", "text/markdown")
        assert read.description == (ROOT / "README.md").read_text("utf-8")


def test_the_source_distribution_holds_all_that_its_tests_need(sources: dict[str, bytes]) -> None:
    """What is not in it serves git, editors and continuous integration."""
    apart = {".ci/run", ".editorconfig", ".gitattributes", ".pre-commit-config.yaml"}
    here = {path.relative_to(ROOT).as_posix(): path for path in repository_files()}

    assert set(sources) - {"PKG-INFO"} == set(here) - apart
    assert [name for name, content in sources.items() if name in here and here[name].read_bytes() != content] == []


def test_the_wheel_refuses_to_be_published_and_asks_for_the_spacy_of_the_pipeline(wheel: Path) -> None:
    fields = message_from_string(metadata(wheel, "METADATA"))

    assert "Private :: Do Not Upload" in fields.get_all("Classifier", [])
    assert "spacy<3.9,>=3.8.18" in fields.get_all("Requires-Dist", [])


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_distribution_brings_a_package_of_ours(package: str) -> None:
    """Their names are generic: another `preprocess` in the same environment would win over ours."""
    owners = set(packages_distributions().get(package, ()))

    assert owners <= {"anaphora-workbench"}, (
        f"'{package}' is also installed by {owners}; uninstall that or use a new environment"
    )


LIGHT = """
import sys
import corpora, anaphora.experiments.cli.main, workbench
if len(sys.argv) > 1:
    try:
        anaphora.experiments.cli.main.main()
    except SystemExit as end:
        assert not end.code, f"ended with {end.code}"
heavy = {"dask", "spacy", "thinc", "torch"} & set(sys.modules)
assert not heavy, f"imported {sorted(heavy)}"
"""


@pytest.mark.parametrize("command", [[], ["--help"], ["check"]], ids=["import", "help", "check"])
def test_reading_starts_without_spacy(command: list[str]) -> None:
    file = str(min((ROOT / "corpora" / "manuals").glob("*.conllu")))

    ended = run("-c", LIGHT, *command, *([file] if command == ["check"] else []))

    assert ended.returncode == 0, ended.stdout + ended.stderr
