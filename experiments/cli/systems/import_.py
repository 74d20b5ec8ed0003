"""The command `import`."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Json, judging, writing
from anaphora.experiments.cli.output import deliver, require_folder


def command(
    given: Annotated[Path, typer.Argument(metavar="INPUT", help="What the system read, from 'anaphora export'.")],
    predictions: Annotated[Path, typer.Argument(metavar="PREDICTIONS", help="What the system predicted.")],
    output: Annotated[
        Path, writing("--output", "-o", metavar="FILE", help="Output file for the validated predictions.")
    ] = Path("recorded.jsonl"),
    dropped: Annotated[str, judging(help="Documents without predictions: refuse, or empty (no mentions).")] = "refuse",
    strict: Annotated[bool, judging("--strict", help="Reject what would otherwise be repaired.")] = False,
    json_to: Json = None,
) -> None:
    """Check the predictions of an external system and align them with our tokens, for recorded(file=...).

    Example: anaphora import input.jsonl predictions.jsonl --output fcoref.jsonl
    """
    from anaphora.experiments.systems.import_ import import_

    require_folder(output, json_to)
    result = import_(given, predictions, output, dropped=dropped, strict=strict)
    deliver(result, result.tables(), json_to=json_to)
