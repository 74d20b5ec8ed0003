"""Commands on files: convert, check; and list, what there is."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import Format, Json
from anaphora.experiments.cli.output import deliver, escaped, messages, require_folder


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A corpus file or folder, in any format.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="A file, or (a name without extension) a folder, one file a document.")
    ],
    to: Annotated[str | None, typer.Option(help="The format to write, if the name of OUT does not tell.")] = None,
    format: Format = None,
    drop: Annotated[bool, typer.Option("--drop", help="Leave out mentions that the format cannot express.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file OUT, or the files of the same names in it.")
    ] = False,
    json_to: Json = None,
) -> None:
    """Write a corpus in another format, and tell what was lost: all that is written is read again and compared.

    Example: anaphora convert my_corpus/ my_corpus.conll --to conll2012
    """
    from anaphora.experiments.conversion.convert import convert as run

    require_folder(target, json_to)
    with messages().status("Converting") as status:
        result = run(
            source,
            target,
            to,
            format,
            drop,
            force,
            lambda document: status.update(f"Converting {escaped(document.id[:40])}"),
        )
    deliver(result.as_json(), json_to, result.as_table)


def check(
    files: Annotated[list[Path], typer.Argument(help="Corpus files or folders.")],
    format: Format = None,
    json_to: Json = None,
) -> None:
    """Validate corpus files: every problem with file and line; exit code 1 if there is an error.

    Example: anaphora check my_corpus/ more.conllu
    """
    from anaphora.experiments.listing import findings_table, validate

    result = validate(files, format)
    deliver(result, json_to, lambda: findings_table(result))
    if result["errors"]:
        raise typer.Exit(1)


def list_(
    what: Annotated[
        str, typer.Argument(help="resolvers, measures, formats, indicators, corpora, pipelines or cards.")
    ] = "all",
    json_to: Json = None,
) -> None:
    """What there is, each with its one-line source.

    Example: anaphora list resolvers
    """
    from anaphora.experiments.listing import inventory, inventory_table

    result = inventory(what)
    deliver(result, json_to, lambda: inventory_table(result))
