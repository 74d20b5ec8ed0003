import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
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
