"""The options of the commands as tables for pages; those that many commands share stand once."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from typer.core import TyperGroup, TyperOption
from typer.main import get_group

from anaphora.experiments.cli.main import application
from anaphora.workbench.errors import unknown_name

Option = tuple[str, str, str]
"""The names of an option, the values that it takes, and its help."""

_SHARED_BY = 3
"""An option that as many commands have, with the same help, stands on the page of all commands."""
_SHARED = "tasks/index.md"


@cache
def _commands() -> Mapping[str, tuple[Option, ...]]:
    """The arguments and options of each command, such as "score" and "evaluate it"."""
    commands = {}
    groups = [("", get_group(application()))]
    for prefix, group in groups:
        for name, command in group.commands.items():
            if isinstance(command, TyperGroup):
                groups.append((f"{prefix}{name} ", command))
            else:
                commands[prefix + name] = tuple(map(_option, command.params))
    return commands


@cache
def _shared() -> tuple[Option, ...]:
    count = Counter(option for options in _commands().values() for option in options)
    return tuple(option for option, times in count.items() if times >= _SHARED_BY)


def of_command(command: str, page: str) -> str:
    """Tabulate the options of a command, and link those that it shares with many.

    Raises `UnknownNameError` if there is no such command.
    """
    if command not in _commands():
        raise unknown_name("command", command, _commands())
    unshared = [option for option in _commands()[command] if option not in _shared()]
    link = f"{os.path.relpath(_SHARED, PurePosixPath(page).parent)}#shared-options"
    more = f"And [shared options]({link})." if len(unshared) < len(_commands()[command]) else ""
    parts = f"## All options of `anaphora {command}`", _table(unshared), more
    return "\n\n".join(part for part in parts if part)


def shared(kind: str) -> str:
    """Tabulate the options that many commands share; the `kind` is "options".

    Raises `UnknownNameError` for another kind.
    """
    if kind != "options":
        raise unknown_name("kind", kind, ("options",))
    return _table(_shared())


def _table(options: Iterable[Option]) -> str:
    rows = [f"| {names}{values and f' {values}'} | {about} |" for names, values, about in options]
    return "\n".join(("| option | meaning |", "|---|---|", *rows)) if rows else ""


def _option(parameter: Any) -> Option:
    about = (parameter.help or "").replace("|", r"\|")
    if not isinstance(parameter, TyperOption):
        return f"`{(parameter.metavar or parameter.name.upper()).strip('[].')}`", "", about
    names = " ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    if parameter.is_flag:
        return names, "", about
    values = getattr(parameter.type, "choices", None) or [parameter.metavar or "VALUE"]
    if all(value in about for value in values):
        values = []
    kept = parameter.default not in (None, "", 0) and "(default" not in about
    default = f" Default: `{parameter.default}`." if kept else ""
    return names, " \\| ".join(f"`{value}`" for value in values).replace("`|`", "`\\|`"), about + default
