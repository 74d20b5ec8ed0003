"""The table of names that a user gives."""

from pathlib import Path

from anaphora.experiments.run.analysis import Analysis, read_names
from anaphora.experiments.run.configuration import configure
from anaphora.preprocess.agreement import ListedName
from tests.refused import refused

TABLE = """name,kind,gender,number
Kim,place,,
Alex,person,feminine,singular
"Smith, Jones & Co",organization,,
Titanic,thing,feminine,
Nemo,,,
McDonald's,organization,,singular
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "names.csv"
    path.write_text(text, "utf8")
    return path


def test_each_row_says_what_a_name_names(tmp_path: Path) -> None:
    """A firm is it or they; a ship that is "she" is no person, and may be it; an empty cell says nothing."""
    names = read_names(written(tmp_path, TABLE))

    assert names.entries == {
        "Kim": ListedName("inanimate", "neuter"), "Alex": ListedName("animate", "feminine", "singular"),
        "Smith, Jones & Co": ListedName("inanimate", "neuter", "unknown"), "Titanic": ListedName("unknown", "unknown"),
        "Nemo": ListedName("unknown", "unknown"), "McDonald": ListedName("inanimate", "neuter", "singular"),
    }  # fmt: skip
    assert names.find(["Alex", "Lee"]) == names.find(["Alex"]), "the first name of a person"
    assert names.find(["Kim", "Lee"]) is None
    tabs = read_names(written(tmp_path, "gender\tname\nfeminine\tAlex\n"))
    assert tabs.entries == {"Alex": ListedName("animate", "feminine")}


def test_bad_table_is_refused_at_its_line(tmp_path: Path) -> None:
    for text, code, line in (
        ("kind\nplace\n", "wrong-columns", 1), ("name,sex\nAlex,f\n", "wrong-columns", 1),
        ("name,gender\nAlex\n", "wrong-columns", 2), ("name,gender\nAlex,female\n", "bad-value", 2),
        ("name,gender\n,feminine\n", "bad-value", 2),
        ("name,gender\nAlex,feminine\nAlex,masculine\n", "duplicate-id", 3), ("", "empty", None),
    ):  # fmt: skip
        with refused(code, line=line):
            read_names(written(tmp_path, text))


def test_signature_tells_tables_apart(tmp_path: Path) -> None:
    path = written(tmp_path, TABLE)
    first = Analysis(configure(names=str(path))).sign("corpus", 1)
    path.write_text(TABLE + "Ann,person,,\n", "utf8")

    assert Analysis(configure(names=str(path))).sign("corpus", 1) != first
    assert "names" not in Analysis(configure()).sign("corpus", 1)
