"""Garbled pieces of real corpora give documents or an error that names the file, as small ones do in `tests/fuzz`."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.edits import edited
from tests.fuzz.targets import of_corpus

pytestmark = pytest.mark.slow
LARGE = 100_000
"""Bytes of a real file that are taken, if it is larger."""
REAL = {
    "brat": "litbank/brat/*.ann",
    "conll2012": "litbank/conll/*.conll",
    "corefud": "gum/**/*.conllu",
    "gap": "gap/*.tsv",
    "litbank": "litbank/tsv/*.ann",
    "plain": "litbank/tsv/*.txt",
    "winogender": "winogender/all_sentences.tsv",
}


@pytest.mark.parametrize("format", REAL)
@settings(max_examples=13, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(number=st.integers(0, 2**32))
def test_garbled_corpus_is_read_or_refused_with_its_name(format: str, data: Path, tmp_path: Path, number: int) -> None:
    path = smallest(data, format)
    random = Random(number)
    (tmp_path / "written").mkdir(exist_ok=True)
    for file in (path, path.with_suffix(".txt")):
        if file.is_file():
            content = beginning(file)
            (tmp_path / file.name).write_bytes(edited(content, content, random))

    of_corpus(format, tmp_path / path.name, random)


@cache
def smallest(data: Path, format: str) -> Path:
    """The smallest real file of a format."""
    return min(data.glob(REAL[format]), key=lambda path: (path.stat().st_size, path))


def beginning(path: Path) -> bytes:
    """A file's first sentences or lines, or all of it if it is small."""
    content = path.read_bytes()
    if len(content) > LARGE:
        content = content[:LARGE]
        content = content[: content.rfind(b"\n\n" if b"\n\n" in content else b"\n") + 1]
    return content
