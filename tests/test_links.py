"""The five folders are one package through links; a checkout without them, or an import past them, says so."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_repository import FOLDERS, ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout as git makes it where it cannot make links: in their places stand files with their targets."""
    (tmp_path / "anaphora").mkdir()
    for name in ("anaphora/__init__.py", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
        shutil.copy(ROOT / folder / "__init__.py", tmp_path / folder)
        (tmp_path / "anaphora" / folder).write_text(f"../{folder}")
    return tmp_path


def failure_of(place: Path, *words: str) -> str:
    """The last line that Python writes when these words fail in the folder."""
    ended = subprocess.run((sys.executable, *words), cwd=place, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    return ended.stderr.strip().splitlines()[-1]


def test_a_checkout_without_links_is_not_imported(checkout: Path) -> None:
    assert failure_of(checkout, "-c", "import anaphora").startswith("ImportError")


def test_a_checkout_without_links_is_not_built(checkout: Path) -> None:
    build = ("-m", "hatchling", "build", "--target", "wheel", "--directory", str(checkout / "dist"))

    assert "anaphora/corpora" in failure_of(checkout, *build)
    assert not list(checkout.glob("dist/*"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_is_not_imported_under_its_own_name(folder: str) -> None:
    assert failure_of(ROOT, "-c", f"import {folder}").startswith("ImportError")
