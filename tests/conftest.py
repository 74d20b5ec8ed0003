import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")

DATA = Path(os.environ.get("ANAPHORA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))

ABSENT = "licensed corpora are not here; tests/README.md says where they come from and how to name their folder"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Give all tests that lack a corpus one place, so that one line counts them."""
    for report in terminalreporter.stats.get("skipped", ()):
        if isinstance(report.longrepr, tuple | list) and ABSENT in report.longrepr[2]:
            report.longrepr = (__file__, 1, report.longrepr[2])


def required(corpus: Path) -> Path:
    """Return a file or folder of the licensed corpora; skip the test if it is absent, all of them with one reason."""
    if not corpus.exists():
        pytest.skip(ABSENT)
    return corpus


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of licensed corpora, which the project does not contain; tests that ask for it skip without it."""
    return required(DATA)


@pytest.fixture(scope="session")
def of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run of the tests have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def own_cache(of_all: Path) -> Iterator[None]:
    """Analyses are kept for this run of the tests only, by all its processes, and the user's own are left alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANAPHORA_CACHE", str(of_all / "analyses"))
        yield


@pytest.fixture(scope="session")
def site(of_all: Path) -> Path:
    """The documentation site, built as `make docs` builds it by the first process that asks; a warning fails it."""
    for needed in ("mkdocs", "material", "mkdocstrings_handlers.python", "nbconvert", "latex2mathml"):
        pytest.importorskip(needed)
    folder = of_all / "site"
    with (of_all / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "sitemap.xml").exists():
            _build(folder)
    return folder


def _build(folder: Path) -> None:
    root = Path(__file__).resolve().parents[1]
    source = root / "experiments" / "docs" / "mkdocs.yml"
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(source), "-d", str(folder)],
        cwd=root, capture_output=True, text=True, check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "PYTHONPATH": str(root)},
    )  # fmt: skip
    if (built.returncode, built.stderr) != (0, ""):
        shutil.rmtree(folder, ignore_errors=True)
        pytest.fail(built.stdout + built.stderr)
