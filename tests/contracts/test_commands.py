"""Commands are plug-ins: what holds for all of them, and for one that another distribution adds."""

import os
import subprocess
import sys
from pathlib import Path

from anaphora.experiments.run.command import COMMANDS, Command, load_command, load_stage

FOREIGN = '''"""A command of another distribution."""

from typing import Annotated

from anaphora import Result
from anaphora.experiments.run.command import Command, flag
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.results.table import Column, Table


def greet(
    name: Annotated[str, About("Who is greeted.")],
    *,
    often: Annotated[int, About("How often.", OUTPUT, least=1)] = 1,
) -> Result[str]:
    """Greet somebody.

    `often` says how often.
    """
    greeting = " ".join([f"Hello {name}."] * often)

    def tables(loud: bool = False) -> list[Table]:
        return [Table("Greeting", (Column("text"),), ((greeting.upper() if loud else greeting,),))]

    return Result(greeting, f"name:{name}", tables, json=lambda **_: {"text": greeting})


COMMAND = Command(greet, group="Manners", example="anaphora greet Ann", offers=("to", "json", flag("loud", "Shout.")))
'''


def every_command() -> list[Command]:
    """All commands, and those of their stages."""
    commands = [load_command(name) for name in COMMANDS.names()]
    return [*commands, *(load_stage(command, stage) for command in commands for stage in command.stages)]


def test_every_command_says_what_it_is_and_has_an_example() -> None:
    assert [command.name for command in every_command() if not command.help.endswith(".")] == []
    unlike = [
        command.name for command in every_command() if not (command.stages or f" {command.name}" in command.example)
    ]
    assert [name for name in unlike if name != "resolve"] == []


def test_a_command_of_another_distribution_is_in_the_help_runs_and_is_called_from_python(tmp_path: Path) -> None:
    (tmp_path / "manners.py").write_text(FOREIGN, "utf8")
    about = tmp_path / "manners-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: manners\nVersion: 1.0\n", "utf8")
    (about / "entry_points.txt").write_text("[anaphora_workbench.commands]\ngreet = manners\n", "utf8")

    def run(*words: str, program: str = "from anaphora.experiments.cli.main import main; main()") -> str:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
        done = subprocess.run(
            [sys.executable, "-c", program, *words], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "Manners\n  greet  Greet somebody." in run("--help")
    assert "--often" in run("greet", "--help")
    assert "HELLO ANN. HELLO ANN." in run("greet", "Ann", "--often", "2", "--loud")
    assert run("greet", "Ann", "--json", "-") == '{\n  "text": "Hello Ann."\n}\n'
    assert run(program="import anaphora; print(anaphora.greet('Bob').data)") == "Hello Bob.\n"
