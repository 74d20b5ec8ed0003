"""Lists of first names and firms, made of packages of a few names."""

from pathlib import Path

import pytest

from anaphora.experiments.training import __main__, name_lists
from anaphora.preprocess import english

DATA = Path(english.__file__).parent
NAMES = '{"sol": [3, 12, 0.254, 0], "ann": [31, 450000, 0.99, 0], "eva": [9, 450001, 0.99, 0]}'
FIRMS = """INDICES = {"A": {"companies": [{"name": "Rolls-Royce Holdings"}, {"name": "Dell"}]},
           "B": {"companies": [{"name": "Springer Nature", "symbol": "SPG"}]}}"""


def package(folder: Path, name: str, file: str, text: str) -> Path:
    """A package as installed: a file, its version 2.1, and its licence."""
    about = folder / f"{name}-2.1.dist-info"
    about.mkdir()
    (folder / name).mkdir()
    (folder / name / file).write_text(text, "utf-8")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.1\n", "utf-8")
    (about / "LICENSE").write_text("Copyright (c) somebody\n\nPermission is granted.\n", "utf-8")
    (about / "RECORD").write_text(f"{about.name}/METADATA,,\n{about.name}/LICENSE,,\n", "utf-8")
    return folder


def made(tmp_path: Path, recipe: str, folder: Path) -> tuple[list[str], list[str]]:
    """The comments and the other lines of the file that a recipe writes."""
    __main__.main([recipe, "--from", str(folder), "--to", str(tmp_path / "list")])
    lines = (tmp_path / "list").read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith("#")], [line for line in lines if not line.startswith("#")]


def test_first_names_stand_by_digits_of_bearers_and_percent_of_women_under_the_licence(tmp_path: Path) -> None:
    comments, rows = made(tmp_path, "first-names", package(tmp_path, "nomquamgender", "name_data.json", NAMES))

    assert rows == ["1\t25\tsol", "5\t99\tann eva"]
    assert comments[-3:] == ["# Copyright (c) somebody", "#", "# Permission is granted."]
    assert any("nomquamgender 2.1" in comment for comment in comments)


def test_firms_of_all_indices_stand_in_the_order_of_the_alphabet_under_the_licence(tmp_path: Path) -> None:
    comments, rows = made(tmp_path, "firms", package(tmp_path, "pytickersymbols", "indices_data.py", FIRMS))

    assert rows == ["rolls - royce", "springer nature"]
    with pytest.raises(SystemExit):
        made(tmp_path, "first-names", tmp_path)
    assert comments[-3:] == ["# Copyright (c) somebody", "#", "# Permission is granted."]


def test_rare_names_initials_and_other_letters_are_left_out() -> None:
    left_out = {"mia": (2, 900), "eva": (9, 9), "m": (9, 900), "mia rosa": (9, 900), "mía": (9, 900)}
    names = {name: (sources, bearers, 1.0, 0) for name, (sources, bearers) in left_out.items()}

    assert name_lists.group_names({**names, "mia-rosa": (9, 900, 1.0, 0)}) == {(2, 100): ["mia-rosa"]}


def test_firms_are_written_as_the_pipeline_splits_them_without_legal_forms() -> None:
    firms = {
        "Johnson & Johnson": ["johnson & johnson"],
        "Victoria's Secret": ["victoria 's secret"],
        "BJ’s Restaurants": ["bj 's restaurants"],
        "The J.M. Smucker Company": ["j.m. smucker"],
        "Eli Lilly and Company": ["eli lilly"],
        "Park National Bank (Ohio)": ["park national bank"],
        "W. R. Berkley Corporation": ["w. r. berkley"],
        "Apple Inc.": [],
        "McDonald's": [],
        "Merck & Co.": [],
        "3M": [],
    }
    assert {firm: name_lists.firms_of_several_words([firm]) for firm in firms} == firms


def test_files_that_ship_have_their_licence() -> None:
    for file in ("first_names.tsv", "firms.txt"):
        text = (DATA / file).read_text("utf-8")

        assert "# Copyright (c) " in text
        assert "# Permission is hereby granted, free of charge" in text
