import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.register_profile(  # python -m tests.mutants: the first failure is enough
    "mutants", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate], max_examples=20
)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of licensed corpora, which the project does not contain; tests that ask for it skip without it."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ANAPHORA_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"no corpora at {folder}; set ANAPHORA_DATA to the folder that holds them")
    return folder


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Analyses are kept for this run of the tests only, by all its processes, and the user's own are left alone."""
    own = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANAPHORA_CACHE", str((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "analyses"))
        yield


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation site, built as `make docs` builds it; a warning fails it."""
    for needed in ("mkdocs", "material", "mkdocstrings_handlers.python", "nbclient", "latex2mathml"):
        pytest.importorskip(needed)
    root = Path(__file__).resolve().parents[1]
    folder = tmp_path_factory.mktemp("site")
    source = root / "experiments" / "docs" / "mkdocs.yml"
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(source), "-d", str(folder)],
        cwd=root, capture_output=True, text=True, check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert (built.returncode, built.stderr) == (0, ""), built.stdout + built.stderr
    return folder
