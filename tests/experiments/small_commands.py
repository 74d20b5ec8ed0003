"""A corpus of a few words, and commands that write into the folder `out`."""

from collections.abc import Mapping
from pathlib import Path

CORPUS = (
    "#begin document (d); part 000\n"
    + "".join(f"{word}\t{cell}\n" for word, cell in (("Ann", "(1)"), ("left", "-"), (".", "-")))
    + "\n"
    + "".join(f"{word}\t{cell}\n" for word, cell in (("She", "(1)"), ("saw", "-"), ("it", "(2)"), (".", "-")))
    + "#end document\n"
)
STUDY = (
    'title = "T"\n[corpora]\nown = "in.conll"\n[[part]]\nname = "one"\ncommand = "compare"\ncorpus = "own"\n'
    'resolvers = ["most_recent"]\n[tables.t]\nrows = "system"\ncolumns = "corpus"\nmeasure = "success_rate"\n'
)
QUICK = ("--resolvers", "most_recent")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "compare": ("compare", "in.conll", *QUICK, "--report", "out/a.html", "--json", "out/a.json"),
    "compare-figures": ("compare", "in.conll", *QUICK, "--figures", "out/figures", "--responses", "out/responses"),
    "coref": ("coref", "in.conll", "--resolvers", "singletons", "--responses", "out/r", "--json", "out/a.json"),
    "score": ("score", "in.conll", "in.conll", "--report", "out/a.html", "--json", "out/a.json"),
    "convert": ("convert", "in.conll", "out/a.jsonl", "--force"),
    "convert-folder": ("convert", "in.conll", "out/brat", "--to", "brat", "--force"),
    "losses": ("losses", "in.conll", *QUICK, "--figures", "out/figures"),
    "train": ("train", "dagan_itai", "in.conll", "--output", "out/a.json"),
    "optimise": ("optimise", "in.conll", "--protocol", "self", "--output", "out/a.toml"),
    "export": ("export", "in.conll", "--output", "out/a.jsonl", "--for", "fastcoref"),
    "import": ("import", "input.jsonl", "predictions.jsonl", "--output", "out/a.jsonl"),
    "ask": ("ask", "in.conll", "--model", "m", "--output", "out/a"),
    "run": ("run", "study.toml", "--to", "out/study", "--report", "out/a.html"),
}


def prepare(folder: Path) -> None:
    """Write what the commands read."""
    from anaphora.experiments.commands.evaluate import questions
    from anaphora.experiments.commands.evaluate.questions import Choice
    from anaphora.workbench.external.records import to_line
    from tests.workbench.external.novel import NOVEL, predicted

    (folder / "in.conll").write_text(CORPUS)
    (folder / "study.toml").write_text(STUDY)
    (folder / "input.jsonl").write_text(to_line(NOVEL))
    (folder / "predictions.jsonl").write_text(to_line(predicted(rewritten="[Tom](#1) saw the old park.")))
    asked = Choice("one", "d; part 000", "", 0, (3, 4), ((0, 1), (5, 6)), "...")
    (folder / "questions.jsonl").write_text(questions.to_line(asked))
    (folder / "answers.jsonl").write_text('{"id": "one", "answer": "A"}\n')
    (folder / "out").mkdir()
    (folder / "systems").mkdir()
    (folder / "systems" / "run_system.py").write_text("print('fastcoref')\n")
