"""Pages that are made: the reference of every public module, and of the command line."""

from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from anaphora.experiments.docs.repository import ROOT

PACKAGES = ("experiments", "resolvers", "preprocess", "corpora", "workbench")


@cache
def pages() -> dict[str, str]:
    """The pages of the reference by their place on the site."""
    folders = {folder: modules for package in PACKAGES for folder, modules in _folders(package).items()}
    return {
        "reference/commands.md": _commands(),
        "reference/index.md": _overview(folders),
        **{_uri(folder): _folder(folder, modules) for folder, modules in folders.items()},
    }


def public_modules() -> list[str]:
    """The modules that others may import: all whose names do not begin with `_`, each of a folder that is public."""
    return [module for package in PACKAGES for modules in _folders(package).values() for module in modules]


def _folders(package: str) -> dict[str, list[str]]:
    """The public modules of each folder of a package, by dotted name."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / package).rglob("*.py"), key=lambda path: (path.parent, path.name)):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[:2] == ("experiments", "docs") or any(part.startswith("_") for part in parts[:-1]):
            continue
        if parts[-1] == "__init__":
            found.setdefault(".".join(parts[:-1]), []).insert(0, ".".join(parts[:-1]))
        elif not parts[-1].startswith("_") and (path.parent / "__init__.py").is_file():
            found.setdefault(".".join(parts[:-1]), []).append(".".join(parts))
    return found


def _uri(folder: str) -> str:
    return f"reference/{folder}.md"


def _folder(folder: str, modules: list[str]) -> str:
    entries = (f"::: {module}" for module in modules)
    return "\n\n".join((f"# `{folder}`", *entries)) + "\n"


def _overview(folders: dict[str, list[str]]) -> str:
    lines = ["# Reference", "", "[The command line](commands.md), and every public module, from their docstrings.", ""]
    for folder, modules in folders.items():
        lines += [f"## [`{folder}`]({folder}.md)", "", "| module | |", "|---|---|"]
        lines += [f"| [`{it}`]({folder}.md#{it}) | {_first_line(it)} |" for it in modules]
        lines.append("")
    return "\n".join(lines)


def _first_line(module: str) -> str:
    import ast

    place = ROOT / Path(*module.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_bytes())) or ""
    return text.partition("\n")[0].replace("|", "\\|")


def _commands() -> str:
    from typer.main import get_command

    from anaphora.experiments.cli.main import app

    group: Any = get_command(app)
    lines = ["# The command line", "", cleandoc(group.help or ""), ""]
    for name, command in sorted(group.commands.items()):
        lines += [f"## `anaphora {name}`", "", *_example(cleandoc(command.help or "")), ""]
        lines += ["| argument or option | what it does | default |", "|---|---|---|", *_parameters(command), ""]
    return "\n".join(lines)


def _example(text: str) -> Iterator[str]:
    """The help of a command, with its example as a block of code."""
    for paragraph in text.replace("\f", "\n").split("\n\n"):
        lead, found, example = paragraph.partition("Example: ")
        if found:
            yield from ("", *lead.splitlines(), "```sh", " ".join(example.split()), "```")
        else:
            yield from ("", paragraph)


def _parameters(command: Any) -> Iterator[str]:
    """A row for each argument and option."""
    for each in command.params:
        if getattr(each, "hidden", False) or each.name == "help":
            continue
        is_option = each.param_type_name == "option"
        shown = ", ".join((*each.opts, *each.secondary_opts)) if is_option else (each.metavar or each.name).upper()
        takes = "" if not is_option or each.is_flag else f" {each.metavar or each.type.name.upper()}"
        default = each.default if is_option and not each.is_flag and each.default not in (None, "", ()) else None
        told = f"`{default}`" if default is not None and not callable(default) else ""
        yield f"| `{shown}{takes}` | {_cell(each.help or '')} | {told} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*")
