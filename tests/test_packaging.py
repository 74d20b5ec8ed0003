"""The wheel and the source distribution: one importable name with all data, and nothing else."""

import os
import subprocess
import sys
import tarfile
from email import message_from_string
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest
from packaging.metadata import Metadata

from tests.test_repository import FOLDERS, ROOT, repository_files

pytestmark = pytest.mark.slow
MEBIBYTE = 2**20


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the wheel and of the source distribution."""
    folder = tmp_path_factory.mktemp("built")
    build = (sys.executable, "-m", "hatchling", "build", "--directory", str(folder))
    ended = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> ZipFile:
    return ZipFile(next(built.glob("*.whl")))


@pytest.fixture(scope="module")
def packaged(wheel: ZipFile) -> set[str]:
    """The names of the files that the wheel installs, without its metadata."""
    return {name for name in wheel.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def sources(built: Path) -> dict[str, bytes]:
    """The files of the source distribution by their names in the checkout."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        opened = {member.name.partition("/")[2]: archive.extractfile(member) for member in archive if member.isfile()}
        return {name: file.read() for name, file in opened.items() if file}


def metadata(wheel: ZipFile, name: str) -> str:
    return wheel.read(next(path for path in wheel.namelist() if path.endswith(f".dist-info/{name}"))).decode()


def test_the_wheel_holds_every_file_of_the_packages_under_one_name_but_docs_and_recipes(packaged: set[str]) -> None:
    here = [path.relative_to(ROOT) for path in repository_files()]
    top = {path.as_posix() for path in here if path.parts[0] == "anaphora"}
    below = {
        f"anaphora/{path.as_posix()}"
        for path in here
        if path.parts[0] in FOLDERS and "docs" not in path.parts and path.parts[:2] != ("experiments", "training")
    }

    assert packaged == top | below


def test_data_stand_only_where_their_licence_is_named(packaged: set[str]) -> None:
    """Corpora under other licences must not slip in under another name."""
    code = {".bib", ".cfg", ".css", ".j2", ".js", ".py", ".svg", ".toml"}
    homes = (
        "anaphora/corpora/manuals", "anaphora/preprocess/models", "anaphora/preprocess/english",
        "anaphora/workbench/language", "anaphora/experiments/templates",
        "anaphora/resolvers/ge_hale_charniak.json", "anaphora/resolvers/chains/mention_pair.json",
        "anaphora/resolvers/ranker.json", "anaphora/resolvers/models",
    )  # fmt: skip
    others = [PurePosixPath(name) for name in packaged if not name.startswith(homes)]

    assert [path for path in others if path.suffix not in code and path.name not in ("py.typed", "README.md")] == []


def test_the_wheel_is_small_and_brings_the_command(wheel: ZipFile) -> None:
    assert Path(str(wheel.filename)).stat().st_size < 32 * MEBIBYTE
    assert "anaphora = anaphora.experiments.cli.main:main" in metadata(wheel, "entry_points.txt")


def test_metadata_are_as_the_standard_has_them(wheel: ZipFile, sources: dict[str, bytes]) -> None:
    """As `twine check` holds them to it: fields that exist, values in their form, a README that can be shown."""
    for text in (metadata(wheel, "METADATA").encode(), sources["PKG-INFO"]):
        read = Metadata.from_email(text, validate=True)

        assert (read.name, read.description_content_type) == ("anaphora-workbench", "text/markdown")
        assert read.description == (ROOT / "README.md").read_text("utf-8")
    assert "spacy<3.9,>=3.8.18" in message_from_string(metadata(wheel, "METADATA")).get_all("Requires-Dist", [])


def test_metadata_name_the_licence_of_every_part_and_bring_its_text(wheel: ZipFile) -> None:
    """Beside the data, and where tools look for them."""
    read = Metadata.from_email(metadata(wheel, "METADATA").encode())
    parts = {path.relative_to(ROOT).as_posix() for path in repository_files() if path.name == "LICENSE"}

    assert set(read.license_files or ()) == parts
    assert set(str(read.license_expression).split(" AND ")) == {
        "MIT", "CC-BY-4.0", "CC-BY-SA-4.0", "Apache-2.0", "LicenseRef-WordNet-3.0",
    }  # fmt: skip


def test_the_source_distribution_holds_the_repository_once(sources: dict[str, bytes]) -> None:
    """What is not in it serves editors and continuous integration."""
    apart = {".ci/run", ".editorconfig", ".gitattributes", ".pre-commit-config.yaml"}
    here = {path.relative_to(ROOT).as_posix(): path for path in repository_files()}

    assert set(sources) - {"PKG-INFO"} == set(here) - apart
    assert [name for name, content in sources.items() if name in here and here[name].read_bytes() != content] == []


def test_folders_with_our_names_beside_a_script_do_not_matter(wheel: ZipFile, tmp_path: Path) -> None:
    """Nor the folder in which the command is started."""
    wheel.extractall(tmp_path / "installed")  # noqa: S202
    project = tmp_path / "project"
    for folder in FOLDERS:
        (project / folder).mkdir(parents=True)
        (project / folder / "__init__.py").write_text(f"raise ImportError('the {folder} of somebody else')\n")
    key = "#begin document (a); part 000\na 0 0 Sue (0)\na 0 1 lost -\na 0 2 her (0)\n#end document\n"
    (project / "key.conll").write_text(key)
    (project / "script.py").write_text(SCRIPT)

    def run(*words: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
        command = (sys.executable, *words)
        ended = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    command = "import sys; from anaphora.experiments.cli.main import main; main()"
    assert "compared with most_recent" in run("script.py")
    assert '"conll"' in run("-c", command, "score", "key.conll", "key.conll", "--json", "-")


SCRIPT = """
import anaphora

print(anaphora.score([{"a", "b"}, {"c"}], [{"a", "c"}]))
print("compared with", *anaphora.compare(resolvers=["most_recent"]).table().index)
"""
