"""TOML files of users, read within limits."""

from pathlib import Path

import pytest

from anaphora.workbench.files import toml
from tests.refused import refused


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{'a.' * 201}b = 1", "a line has more than 200 full stops"),
        (f"a = {'[' * 50_000}", "lists or tables are nested too deep"),
    ],
)
def test_a_file_beyond_the_limits_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "long.toml"
    path.write_text(text, "utf-8")

    with pytest.raises(ValueError, match=problem):
        toml.read(path)


def test_a_file_gives_its_text_and_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_bytes(b"a = 1\r\n")

    assert toml.read(path) == ("a = 1\n", {"a": 1})


def test_a_file_larger_than_any_of_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text("#" * (toml.LONGEST + 1))

    with refused("too-large", "long.toml"):
        toml.read(tmp_path / "long.toml")
