"""The files of a new resolver, format, measure or language, from templates that pass all tests as they are.

A template is a folder below `templates/` that mirrors the repository. In the paths and texts of its files `x_name`
stands for the name, `X_NAME` and `XName` for the same as constants and classes are written. Its `rows.toml`, if it has
one, says which lines go into pages that list everything: `[[row]]` with `file`, `after` (how the line begins below
which the row goes) and `text`.
"""

import keyword
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal, get_args

from anaphora.experiments.run.command import Command, PathLike
from anaphora.experiments.show.result import Result
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.files import write_text_atomically
from anaphora.workbench.options import About

Kind = Literal["resolver", "format", "measure", "language"]
TEMPLATES = Path(__file__).parents[1] / "templates"
_ROWS = "rows.toml"


def _format(modules: Sequence[Path]) -> None:
    """Break lines and order imports as `make test` wants them, which depends on the name; without ruff they stay."""
    if find_spec("ruff"):
        for words in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
            subprocess.run((sys.executable, "-m", "ruff", *words, *modules), check=False)  # noqa: S603


def _filled(kind: Kind, name: str) -> Iterator[tuple[str, str]]:
    folder = TEMPLATES / kind
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != _ROWS and "__pycache__" not in path.parts:
            yield _named(path.relative_to(folder).as_posix(), name), _named(path.read_text("utf-8"), name)


def _pages_with_rows(kind: Kind, name: str, root: Path) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    rows = TEMPLATES / kind / _ROWS
    for row in tomllib.loads(rows.read_text("utf-8"))["row"] if rows.exists() else ():
        path = root / row["file"]
        lines = texts.get(path, path.read_text("utf-8")).splitlines(keepends=True)
        last = max(number for number, line in enumerate(lines) if line.startswith(row["after"]))
        texts[path] = "".join([*lines[: last + 1], f"{_named(row['text'], name)}\n", *lines[last + 1 :]])
    return texts


def _named(text: str, name: str) -> str:
    as_class = "".join(part.capitalize() for part in name.split("_"))
    return text.replace("x_name", name).replace("X_NAME", name.upper()).replace("XName", as_class)


_TESTS = {
    "resolver": "tests/resolvers",
    "format": "tests/corpora tests/fuzz",
    "measure": "tests/workbench/measures",
    "language": "tests/preprocess/test_by_tables.py",
}


def new(
    kind: Annotated[Kind, About("What is to be added.")],
    name: Annotated[str, About("Its name, in lower case; of a language its code.")],
    folder: PathLike = ".",
) -> Result[list[Path]]:
    """Write the files of a new resolver, format, measure or language from templates into a checkout of the project.

    The data of the result are the files, changed pages last.

    Raises:
        UnknownNameError: there is no such kind.
        OptionError: the name is no Python name in lower case (code "name"), the folder is no checkout of this
            project ("no-checkout"), or one of the files exists ("exists"). Nothing is written then.
    """
    if kind not in get_args(Kind):
        raise unknown_name("template", kind, get_args(Kind))
    is_module = kind == "language" or not keyword.iskeyword(name)  # Icelandic is "is"
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or not is_module:
        raise OptionError(f"'{name}' cannot be the name of a module. Take lower-case letters and _.", code="name")
    root = Path(folder)
    if not (root / "anaphora" / "workbench").is_dir() or not (root / "tests").is_dir():
        cure = "A resolver of your own needs none: see the page 'A resolver of your own'."
        raise OptionError(f"{root.resolve()} is not a checkout of this project. {cure}", code="no-checkout")
    texts = {root / file: text for file, text in _filled(kind, name)}
    if present := [path for path in texts if path.exists()]:
        raise OptionError(f"{present[0]} exists already. Take another name.", code="exists")
    pages = _pages_with_rows(kind, name, root)
    for path, text in (texts | pages).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text_atomically(path, text)
    _format([path for path in texts if path.suffix == ".py"])
    written = [*texts, *pages]
    page = "The page contribute/language says what each table means. " if kind == "language" else ""
    cure = f"Make them yours, the 'Author year' too; then .venv/bin/pytest tests/contracts {_TESTS[kind]}"
    return Result(written, "", lambda **_: (), messages=[*map(str, written), page + cure])


COMMAND = Command(new, example="anaphora new resolver my_resolver", offers=())
