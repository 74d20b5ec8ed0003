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
SCRIPT = """
import sys
import anaphora

print(anaphora.score([{"a", "b"}, {"c"}], [{"a", "c"}]))
print("compared with", *anaphora.compare("key.conllu", resolvers=["most_recent"], perfect="annotation").table().index)
sys.argv = ["anaphora", "score", "key.conllu", "key.conllu", "--json", "-"]
from anaphora.experiments.cli.main import main
main()
"""


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
def sources(built: Path) -> dict[str, bytes]:
    """The files of the source distribution by their names in the checkout."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        opened = {member.name.partition("/")[2]: archive.extractfile(member) for member in archive if member.isfile()}
        return {name: file.read() for name, file in opened.items() if file}


def metadata(wheel: ZipFile, name: str) -> str:
    return wheel.read(next(path for path in wheel.namelist() if path.endswith(f".dist-info/{name}"))).decode()


def test_the_wheel_holds_every_file_of_the_packages_but_docs_and_recipes_and_names_every_licence(
    wheel: ZipFile,
) -> None:
    """Data stand only where their licence is named: corpora under others must not slip in under another name."""
    packaged = {name for name in wheel.namelist() if ".dist-info/" not in name}
    here = [path.relative_to(ROOT) for path in repository_files()]
    expected = {path.as_posix() for path in here if path.parts[0] == "anaphora"} | {
        f"anaphora/{path.as_posix()}"
        for path in here
        if path.parts[0] in FOLDERS and path.parts[:2] not in {("experiments", "docs"), ("experiments", "training")}
    }
    assert packaged == expected
    assert Path(str(wheel.filename)).stat().st_size < 32 * MEBIBYTE
    assert "anaphora = anaphora.experiments.cli:run" in metadata(wheel, "entry_points.txt")

    code = {".bib", ".cfg", ".css", ".j2", ".js", ".py", ".svg", ".toml"}
    homes = (
        "anaphora/corpora/manuals", "anaphora/preprocess/models", "anaphora/preprocess/english",
        "anaphora/workbench/language", "anaphora/experiments/templates",
        "anaphora/experiments/commands/list_/scorer_tests",
        "anaphora/resolvers/ge_hale_charniak.json", "anaphora/resolvers/chains/mention_pair.json",
        "anaphora/resolvers/ranker.json", "anaphora/resolvers/models",
    )  # fmt: skip
    others = [PurePosixPath(name) for name in packaged if not name.startswith(homes)]
    assert [path for path in others if path.suffix not in code and path.name not in ("py.typed", "README.md")] == []
    written = Metadata.from_email(metadata(wheel, "METADATA").encode())
    assert set(written.license_files or ()) == {path.as_posix() for path in here if path.name == "LICENSE"}
    licences = {"MIT", "CC-BY-4.0", "CC-BY-SA-4.0", "Apache-2.0", "LicenseRef-WordNet-3.0"}
    assert set(str(written.license_expression).split(" AND ")) == licences


def test_the_source_distribution_holds_the_repository_once_and_metadata_are_as_the_standard_has_them(
    wheel: ZipFile, sources: dict[str, bytes]
) -> None:
    """As `twine check` holds them to it. What is not in the archive serves editors and continuous integration."""
    apart = {".ci/run", ".editorconfig", ".gitattributes", ".pre-commit-config.yaml"}
    here = {path.relative_to(ROOT).as_posix(): path for path in repository_files()}
    assert set(sources) - {"PKG-INFO"} == set(here) - apart
    assert [name for name, content in sources.items() if name in here and here[name].read_bytes() != content] == []

    for text in (metadata(wheel, "METADATA").encode(), sources["PKG-INFO"]):
        read = Metadata.from_email(text, validate=True)
        assert (read.name, read.description_content_type) == ("anaphora-workbench", "text/markdown")
        assert read.description == (ROOT / "README.md").read_text("utf-8")
    assert "spacy<3.9,>=3.8.18" in message_from_string(metadata(wheel, "METADATA")).get_all("Requires-Dist", [])


def test_folders_with_our_names_beside_a_script_do_not_matter(wheel: ZipFile, tmp_path: Path) -> None:
    """Nor the folder in which the command is started."""
    wheel.extractall(tmp_path / "installed")  # noqa: S202
    project = tmp_path / "project"
    for folder in FOLDERS:
        (project / folder).mkdir(parents=True)
        (project / folder / "__init__.py").write_text(f"raise ImportError('the {folder} of somebody else')\n")
    (project / "key.conllu").write_bytes((ROOT / "corpora" / "manuals" / "printer.conllu").read_bytes())
    (project / "script.py").write_text(SCRIPT)

    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    words = (sys.executable, "script.py")
    ended = subprocess.run(words, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "compared with most_recent" in ended.stdout
    assert '"conll"' in ended.stdout
