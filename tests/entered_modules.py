"""How many of our modules a command enters: `python -m tests.entered_modules` prints it for `compare` and `score`.

A module counts if a function of it runs after its import; that it is imported does not count. Whoever follows a command
through the code has so many files to open.
"""

import sys
from collections.abc import Sequence
from inspect import CO_OPTIMIZED
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from typer.testing import CliRunner

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("anaphora/", "corpora/", "experiments/", "preprocess/", "resolvers/", "workbench/")
TEXT = ROOT / "corpora" / "manuals" / "printer.conllu"
COMMANDS: dict[str, Sequence[str | Path]] = {
    "compare": ("compare", TEXT, "--resolvers", "mars,hobbs", "--report", "report.html"),
    "score": ("score", TEXT, TEXT.with_suffix(".sgml")),
}


def entered(arguments: Sequence[str | Path]) -> list[str]:
    """The paths of the modules of which a command runs functions."""
    from anaphora.experiments.cli.main import application

    files: set[str] = set()
    importing = 0

    def watch(frame: FrameType, event: str, _: object) -> None:
        nonlocal importing
        if frame.f_code.co_name == "<module>":
            importing += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not importing and frame.f_code.co_flags & CO_OPTIMIZED:  # bodies of classes are not
            files.add(frame.f_code.co_filename)

    sys.setprofile(watch)
    try:
        result = CliRunner().invoke(application(), list(map(str, arguments)), catch_exceptions=False)
    finally:
        sys.setprofile(None)
    if result.exit_code:
        raise RuntimeError(result.output)
    paths = {Path(file).resolve() for file in files if Path(file).is_absolute()}  # those of spaCy's C code are not
    ours = sorted(path.relative_to(ROOT).as_posix() for path in paths if path.is_relative_to(ROOT))
    return [path for path in ours if path.startswith(PRODUCT)]


def main() -> None:
    """Print how many modules each command enters, with `-v` which."""
    for name, arguments in COMMANDS.items():
        with TemporaryDirectory() as folder:
            places = [Path(folder, word) if str(word).endswith(".html") else word for word in arguments]
            modules = entered(places)
        sys.stdout.write("\n  ".join([f"{name}: {len(modules)}", *(modules if "-v" in sys.argv else ())]) + "\n")


if __name__ == "__main__":
    main()
