"""Commands: one public function each, with what the command line asks for and what becomes of the result.

A command is a module of `experiments.commands`, or in a folder the module of the folder's name, and ends with
`COMMAND = Command(...)`. Arguments and options follow from the function: parameters that are annotated with `About`,
and the options of the configuration that it `takes`. What is printed and written is handled once, by `offers`.
Another distribution adds a command by an entry point in the group `anaphora_workbench.commands`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, get_args, get_origin

from anaphora.workbench.document import Document
from anaphora.workbench.options import JUDGED, OUTPUT, About, described_by
from anaphora.workbench.registry import Registry
from anaphora.workbench.spec import split_names

Output: TypeAlias = Literal["to", "json", "report", "figures", "gates", "folder"]
"""What a command offers: `--to` and `--signature`, `--json`, `--report`, `--figures`, `--no-worse-than`, `--fail-under`
and, as there are main values, `--to sentence` and `--to badge`, and `--folder`."""
TO: Output = "to"
JSON: Output = "json"
REPORT: Output = "report"
FIGURES: Output = "figures"
GATES: Output = "gates"
FOLDER: Output = "folder"


class Flag(NamedTuple):
    """An option that changes what is printed: a keyword of `Result.tables` and `Result.as_json`.

    If the function has a parameter of that name, it gets the value too.
    """

    name: str
    about: About
    default: object = False


def flag(
    name: str,
    help: str,  # noqa: A002 (the word of the command line)
    *,
    default: object = False,
    names: tuple[str, ...] = (),
    **about: Any,
) -> Flag:
    """An option that adds tables or columns, under its own name or under others; `about` are fields of `About`."""
    return Flag(name, About(help, OUTPUT, names=names, **about), default)


PER_DOCUMENT = flag("per_document", "Add a row for each document.")
details = partial(flag, "details", names=("--all",))


@dataclass(frozen=True, slots=True)
class Wanted:
    """The values that a user gave: `arguments` of the function, `flags` for what is printed, and `outputs` by name."""

    arguments: dict[str, Any] = field(default_factory=dict)
    flags: dict[str, object] = field(default_factory=dict)
    outputs: dict[str, Any] = field(default_factory=dict)

    @property
    def to(self) -> str:
        """The form of what is printed."""
        form: str = self.outputs.get("to", "table")
        return form

    @property
    def json(self) -> str:
        """The file that figures are written to as JSON, `-` for standard output; empty for none."""
        return self.outputs.get("json") or ("-" if self.to == "json" else "")

    @property
    def report(self) -> bool:
        """True if a report is written."""
        return "report" in self.outputs

    @property
    def figures(self) -> bool:
        """True if charts for papers are written."""
        return "figures" in self.outputs

    @property
    def gates(self) -> Mapping[str, float]:
        """The least values of measures, in percent."""
        least: Mapping[str, float] = self.outputs.get("fail_under", {})
        return least


def no_words(_: Mapping[str, Any]) -> float:
    """Return 1, for work that tells its share itself."""
    return 1


class Command(NamedTuple):
    """A command of the command line and of the public API.

    `function` does the work and returns a `Result`; `example` is one line, a `note` stands below the first lines.
    `group` is where `--help` shows a command of another distribution; those here have theirs in `summaries.toml`.
    `offers` are outputs and flags, `written` the parameters that name files to write, `forms` the values of `--to`, the
    first by default, with a help of their own if they need one. `implied` gives keywords for the function that follow
    from the outputs. `work` says on a progress bar what is done; `words` counts the words of what is given by the
    function's parameters, for that bar. `stages` are modules beside this one with commands of their own, `anaphora
    evaluate it`. A `failed` result ends with exit code 1.
    """

    function: Callable[..., Any]
    group: str = "Other"
    example: str = ""
    offers: tuple[Output | Flag, ...] = (TO, JSON)
    written: tuple[str, ...] = ()
    note: str = ""
    forms: tuple[str, ...] = ("table", "markdown", "latex", "csv", "json")
    forms_help: str = ""
    implied: Callable[[Wanted], Mapping[str, object]] = lambda _: {}
    work: str = "Working"
    words: Callable[[Mapping[str, Any]], float] = no_words
    stages: tuple[str, ...] = ()
    failed: Callable[[Any], bool] = lambda _: False

    @property
    def name(self) -> str:
        """The name on the command line: that of the function, without the underscore that a Python word needs."""
        return self.function.__name__.rstrip("_")

    @property
    def all_forms(self) -> tuple[str, ...]:
        """The values of `--to`: its own, and those of main values if it has gates for them."""
        return (*self.forms, *(("sentence", "badge") if GATES in self.offers else ()))

    @property
    def help(self) -> str:
        """The first paragraph of the function's docstring."""
        return (getdoc(self.function) or "").partition("\n\n")[0]


COMMANDS = Registry("command", "anaphora.experiments.commands", "anaphora_workbench.commands", folders=True)
PathLike: TypeAlias = str | Path
Progress: TypeAlias = Callable[[Document], None] | None
"""A function that is called after each document; `None` for none."""


def load_command(name: str) -> Command:
    """Load the command of that name in the registry; errors are those of `Registry.load_object`."""
    return COMMANDS.load_object(name, "COMMAND", Command)


def load_stage(command: Command, stage: str) -> Command:
    """Load the command of a stage, which stands in a module beside that of the command."""
    room = command.function.__module__.rpartition(".")[0]
    loaded: Command = import_module(f"{room}.{stage}").COMMAND
    return loaded


def kind_of(annotation: Any) -> Any:
    """Return the type that the command line reads for a parameter, which follows from its own if `About` has none."""
    about, annotated = described_by(annotation), get_args(annotation)[0]
    if about and about.kind:
        return about.kind
    is_union = get_origin(annotated) in (Union, UnionType)
    allowed = [kind for kind in get_args(annotated) if kind is not NoneType] if is_union else [annotated]
    if Path in allowed:
        return list[Path] if any(get_origin(kind) is Iterable for kind in allowed) else Path
    first = allowed[0]
    return first if len(allowed) == 1 and (first in _PLAIN or get_origin(first) is Literal) else str


_PLAIN = (str, int, float, bool)
Strict = Annotated[bool, About("Treat warnings as errors.", JUDGED)]

split_typed = partial(split_names, between=r",\s")
"""Names with commas or blanks between, as one types them."""
