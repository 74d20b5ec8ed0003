"""Commands on odd inputs: each ends well or refuses in a sentence, whatever is written, drawn or asked for besides."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from unittest.mock import patch

from anaphora import corpora
from anaphora.experiments.cli.main import main
from tests.fuzz.inputs import put
from tests.fuzz.seeds import Files

Words = Callable[[Path, Path, Path, Random], Sequence[str | Path]]
"""The command on a valid file, the same file edited, and an empty folder to write into."""


def _form(random: Random) -> str:
    return random.choice(("table", "json", "csv", "markdown", "latex"))


def _sides(valid: Path, odd: Path, random: Random) -> list[Path]:
    pairs: Sequence[list[Path]] = ([valid, odd], [odd, valid], [odd, odd])
    return random.choice(pairs)


def _beside(path: Path, name: str) -> Path:
    return path.parent / name


def _report(folder: Path, random: Random) -> list[str | Path]:
    return ["--report", folder / "report.html"] if random.random() < 0.2 else []


def _shape(random: Random) -> list[str]:
    """What pairs mentions, and which of them count."""
    shape = [f"--match={random.choice(('strict', 'partial', 'head'))}"] if random.random() < 0.5 else []
    zeros = [f"--zeros={random.choice(('position', 'dependent'))}"] if random.random() < 0.3 else []
    return [*shape, *zeros]


def _convert(valid: Path, odd: Path, folder: Path, random: Random) -> Sequence[str | Path]:
    written = [name for name, form in corpora.formats().items() if form.is_written]
    return ["convert", odd, folder / "out", "--to", random.choice(written)]


def _choices(valid: Path, odd: Path, folder: Path, random: Random) -> Sequence[str | Path]:
    place = {side: side.parent for side in (valid, odd)}
    questions, answers = (random.choice((valid, odd)) for _ in range(2))
    key = place[random.choice((valid, odd))] / "key.conllu"
    files = [str(place[questions] / "questions"), f"m={place[answers] / 'answers'}"]
    return ["evaluate", "choices", *files, "--key", key, "--to", _form(random)]


COMMANDS: Mapping[str, Words] = {
    "score": lambda valid, odd, folder, random: [
        "score", *_sides(valid, odd, random), *_shape(random), "--to", _form(random), *_report(folder, random)
    ],
    "errors": lambda valid, odd, folder, random: [
        "errors", *_sides(valid, odd, random), "--to", _form(random), *_report(folder, random)
    ],
    "agree": lambda valid, odd, folder, random: [
        "agree", valid, *([f"c={valid}"] if random.random() < 0.7 else []), f"o={odd}", "--to", _form(random),
        *_report(folder, random),
    ],
    "check": lambda valid, odd, folder, random: ["check", odd],
    "repair": lambda valid, odd, folder, random: ["check", odd, "--repair", folder / "mended"],
    "convert": _convert,
    "profile": lambda valid, odd, folder, random: ["profile", odd, "--to", _form(random)],
    "resolve": lambda valid, odd, folder, random: [
        "resolve", odd, "--resolvers", random.choice(("most_recent", "mars", "hobbs")),
        "--to", random.choice(("text", "json", "csv", "html", "corefud")),
    ],
    "chains": lambda valid, odd, folder, random: [
        "chains", odd, "--resolver", random.choice(("head_match", "mention_pair")),
        "--to", random.choice(("table", "json", "csv", "html", "corefud", "conll2012")),
    ],
    "rewrite": lambda valid, odd, folder, random: [
        "rewrite", odd, "--to", random.choice(("diff", "text", "json", "csv"))
    ],
    "choices": _choices,
    "import": lambda valid, odd, folder, random: [
        "import", *map(_beside, _sides(valid, odd, random), ("input", "predictions")), "--output", folder / "out.jsonl"
    ],
}  # fmt: skip


def run(name: str, valid: Files, files: Files, random: Random, folder: Path) -> int:
    """Run a command on an input. Raises what it raises, and `AssertionError` if it refuses without a word."""
    (folder / "out").mkdir(parents=True)
    words = COMMANDS[name](put(valid, folder / "valid"), put(files, folder / "odd"), folder / "out", random)
    output, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(errors), patch.object(sys, "argv", ["anaphora", *map(str, words)]):
        try:
            main()
        except SystemExit as end:
            code = end.code
    assert code in (None, 0, 1, 2), (code, words)
    if code and words[0] != "check":  # which prints what it finds
        assert errors.getvalue().strip(), ("nothing is said", words)
    return int(code or 0)
