"""The commands of the command line, by the words that call them."""

from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from anaphora.experiments.cli.main import application


def commands() -> dict[str, TyperCommand]:
    """Every command, such as "score" and "evaluate it"."""
    found: dict[str, TyperCommand] = {}
    groups = [("", get_group(application()))]
    for prefix, group in groups:
        for name, command in group.commands.items():
            if isinstance(command, TyperGroup):
                groups.append((f"{prefix}{name} ", command))
            elif isinstance(command, TyperCommand):
                found[prefix + name] = command
    return found
