"""CSV of every command that prints it: one table, whole texts, no blank line."""

import csv
from pathlib import Path

import pytest

from anaphora.experiments.run.command import COMMANDS, load_command, load_stage
from tests.experiments.conftest import Run

QUICK = ("--resolvers", "most_recent")
LINES: tuple[tuple[str, ...], ...] = (
    ("ablate", "in.conll", "--resolvers", "mitkov"),
    ("ablate", "in.conll", "--resolvers", "camp"),
    ("agree", "in.conll", "one=in.conll", "--per-document"),
    ("agree", "in.conll", "one=in.conll", "two=in.conll"),
    ("chains", "text.txt", "--resolvers", "lappin_leass"),
    ("chains", "text.txt", "--resolvers", "lappin_leass", "--mentions"),
    ("compare", "in.conll", *QUICK, "--all", "--per-document"),
    ("coref", "in.conll", "--resolvers", "singletons"),
    ("errors", "in.conll", "other.conll", "--denotation", "--per-document"),
    ("errors", "in.conll", "other.conll", "--list", "2"),
    ("evaluate", "it", "in.conll", "--per-document"),
    ("evaluate", "mentions", "in.conll"),
    ("evaluate", "agreement", "in.conll"),
    ("evaluate", "rewriting", "in.conll", "--resolvers", "ranker"),
    ("evaluate", "choices", "questions.jsonl", "answers.jsonl", "--key", "in.conll"),
    ("check", "in.conll", "other.conll"),
    ("list",),
    ("resolve", "text.txt", "--resolvers", "mars,hobbs"),
    ("losses", "in.conll", *QUICK),
    ("optimise", "in.conll", "--protocol", "self"),
    ("profile", "in.conll", "--by", "document"),
    ("profile", "in.conll", "--show", "mentions"),
    ("rewrite", "text.txt", "--resolvers", "ranker", "--min-probability", "0"),
    ("score", "in.conll", "half=key(links=0)", "in.conll", "--per-document", "--show", "fractions,links,spread"),
    ("score", "--datasets", "datasets.toml"),
)


def test_every_command_with_csv_is_asked() -> None:
    loaded = [load_command(name) for name in COMMANDS.names()]
    whole = [(command.name, command) for command in loaded if not command.stages]
    whole += [(stage, load_stage(command, stage)) for command in loaded for stage in command.stages]

    asked = {line[1] if line[0] == "evaluate" else line[0] for line in LINES}
    assert {name for name, command in whole if "to" in command.offers and "csv" in command.forms} == asked


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_csv_is_one_table_of_whole_texts(line: tuple[str, ...], place: Path, anaphora: Run) -> None:
    (place / "text.txt").write_text("Ann left the old house.\n\nShe saw it. Bob saw her.\n")
    (place / "other.conll").write_text((place / "in.conll").read_text().replace("(2)", "(1)"))
    (place / "datasets.toml").write_text('[datasets.one]\nkey = "in.conll"\nmine = "in.conll"\n')
    shown = anaphora(*line, "--to", "csv", "--quiet")
    assert (shown.code, shown.err) == (0, "")

    first, *rows = csv.reader(shown.out.splitlines())
    assert len({*first}) == len(first)
    assert {len(row) for row in rows} <= {len(first)}
    assert all(any(row) and row != first for row in rows)
    assert "…" not in shown.out
    assert all(row.keys() == {*first} for row in csv.DictReader(shown.out.splitlines()))
