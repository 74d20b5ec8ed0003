"""The command `convert`."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Format, Json, writing
from anaphora.experiments.cli.output import deliver, escaped, messages, require_folder


def command(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A corpus file or folder, in any format.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="A file, or (a name without extension) a folder, one file a document.")
    ],
    to: Annotated[str | None, writing(help="The format to write, if the extension of OUT does not say.")] = None,
    format: Format = None,
    drop: Annotated[bool, writing("--drop", help="Leave out mentions that the format cannot express.")] = False,
    force: Annotated[
        bool, writing("--force", help="Replace the file OUT, or the files of the same names in it.")
    ] = False,
    json_to: Json = None,
) -> None:
    """Write a corpus in another format, and report what was lost: the output is read again and compared.

    Example: anaphora convert my_corpus/ my_corpus.conll --to conll2012
    """
    from anaphora.experiments.conversion.convert import convert

    require_folder(target, json_to)
    with messages().status("Converting") as status:
        result = convert(
            source,
            target,
            to,
            format,
            drop,
            force,
            lambda document: status.update(f"Converting {escaped(document.id[:40])}"),
        )
    deliver(result, result.tables(), json_to=json_to)
