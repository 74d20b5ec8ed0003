"""Help as plain text: options in groups, as wide as the terminal; rare ones only where all are asked for.

In square brackets stand defaults.
"""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from typer import Context
from typer.core import TyperCommand, TyperGroup, TyperOption

from anaphora.experiments.show.render import STRONG, can_style, styled
from anaphora.workbench.options import Group

_LEFT, _GAP, _WIDEST = 24, 2, 120
Row = tuple[str, str]


def help_of(command: TyperCommand, context: Context, *, rare: bool = False) -> str:
    """The help of a command; options that are `hidden` are shown if the `rare` ones are asked for."""
    grouped: dict[str, list[Row]] = {name: [] for name in ("Arguments", *get_args(Group))}
    for parameter in command.get_params(context):
        if rare or not getattr(parameter, "hidden", False):
            grouped[getattr(parameter, "rich_help_panel", None) or "Arguments"].append(_row(parameter, context))
    return _page(command, context, grouped.items())


def help_of_group(group: TyperGroup, context: Context) -> str:
    """The help of a group of commands, by what they are about."""
    grouped: dict[str, list[Row]] = {}
    for name in group.list_commands(context):
        command: Any = group.get_command(context, name)
        about = (command.help or "").partition("\n\n")[0]
        grouped.setdefault(command.rich_help_panel or "Commands", []).append((name, " ".join(about.split())))
    grouped["Options"] = [_row(parameter, context) for parameter in group.get_params(context)]
    return _page(group, context, grouped.items())


def _page(command: TyperCommand | TyperGroup, context: Context, groups: Iterable[tuple[str, list[Row]]]) -> str:
    width = min(shutil.get_terminal_size((80, 24)).columns, _WIDEST)
    bold = can_style(sys.stdout)
    paragraphs = [" ".join(text.split()) for text in (command.help or "").split("\n\n")]
    parts = [command.get_usage(context), *(_filled(text, width) for text in paragraphs)]
    for name, rows in groups:
        if rows:
            parts.append("\n".join((styled(name, STRONG) if bold else name, *_lines(rows, width))))
    return "\n\n".join(parts)


def _lines(rows: list[Row], width: int) -> Iterator[str]:
    """Names at the left, texts beside them; a name that is too long has a line of its own."""
    column = min(_LEFT, max(len(name) for name, _ in rows)) + 2 * _GAP
    for name, text in rows:
        first, *others = _filled(text, width - column).split("\n")
        if len(name) + 2 * _GAP > column:
            yield f"  {name}"
            name = ""
        yield f"  {name}".ljust(column) + first
        yield from (" " * column + line for line in others)


def _filled(text: str, width: int) -> str:
    return textwrap.fill(text, max(width, 20), break_long_words=False, break_on_hyphens=False)


def _row(parameter: Any, context: Context) -> Row:
    text = parameter.help or ""
    metavar = parameter.make_metavar(context).strip("<>[].")
    if not isinstance(parameter, TyperOption):
        return metavar, text
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if parameter.is_flag:
        return names, text
    if parameter.required:
        text += " Required."
    elif parameter.show_default and parameter.default not in (None, "", ()):
        text += f" [{parameter.default}]"
    return f"{names} {metavar if '|' in metavar else metavar.upper()}", text
