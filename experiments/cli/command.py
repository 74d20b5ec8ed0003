"""What all commands share: help with options in groups, --quiet, and --signature where a signature is printed."""

import re
from inspect import Parameter, Signature, signature
from typing import get_args

from typer import Context
from typer.core import TyperCommand

from anaphora.experiments.cli.options import Command, Quiet, To, WholeSignature
from anaphora.experiments.cli.output import wanted
from anaphora.workbench.options import Group

_GROUPS = (None, *get_args(Group))


class GroupedCommand(TyperCommand):
    """A command whose help shows the options in groups, always in the same order."""

    def get_params(self, ctx: Context) -> list[object]:  # type: ignore[override]
        """The parameters by group; --help is one of the last."""
        parameters = super().get_params(ctx)
        for parameter in parameters:
            if parameter.name == "help":
                parameter.rich_help_panel = "Execution"  # type: ignore[attr-defined]
        return sorted(parameters, key=lambda parameter: _GROUPS.index(getattr(parameter, "rich_help_panel", None)))

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parse; --resolver is another spelling of --resolvers."""
        return super().parse_args(ctx, [re.sub("^--resolver(?==|$)", "--resolvers", word) for word in args])


def with_common(command: Command) -> Command:
    """Give a command the option --quiet, and --signature if it prints tables in several forms."""
    own = signature(command).parameters
    common = [Parameter("quiet", Parameter.KEYWORD_ONLY, annotation=Quiet, default=False)]
    if any(parameter.annotation == To for parameter in own.values()):
        common += [Parameter("whole_signature", Parameter.KEYWORD_ONLY, annotation=WholeSignature, default=False)]

    def run(*, quiet: bool, whole_signature: bool = False, **given: object) -> None:
        wanted.quiet, wanted.signature = quiet, whole_signature
        command(**given)

    parameters = [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in own.values()]
    run.__doc__ = command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*parameters, *common)}
    run.__dict__["__signature__"] = Signature([*parameters, *common])  # what typer reads
    return run
