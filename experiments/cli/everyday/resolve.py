"""The command `resolve`."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from anaphora.experiments.cli.options import Json, with_settings, writing
from anaphora.experiments.cli.output import messages, show, write_json
from anaphora.experiments.setup.configuration import Configuration
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError


@with_settings(
    only=(
        "resolvers",
        "pipeline",
        "window",
        "anaphors",
        "it_filter",
        "it_classes",
        "names",
        "language",
        "most_pairs",
        "seed",
    )
)
def command(
    file: Annotated[Path | None, typer.Argument(help="A plain text file; standard input if none is named.")] = None,
    to: Annotated[
        Literal["text", "json", "conll2012", "corefud", "html"], writing(help="The form of the answers.")
    ] = "text",
    explain: Annotated[bool, writing("--explain", help="Explain each decision in words (text and JSON).")] = False,
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Resolve the pronouns of a plain text.

    Corpus formats get the chains of the first resolver named (default: mitkov).

    Example: echo "Press the key and hold it down." | anaphora resolve
    """
    from anaphora.corpora import conll2012, corefud, plain, recognise
    from anaphora.experiments.comparison.resolve import resolve
    from anaphora.experiments.report.answers import answers
    from anaphora.workbench.results.table import to_json

    if to not in ("text", "json") and json_to:
        raise OptionError(f"--to {to} and --json exclude each other; run the command twice for both.")
    if to not in ("text", "json") and explain:
        raise OptionError(f"--explain needs --to text or --to json; --to {to} has no room for it.", code="explain-form")
    if file and " " in str(file) and not file.exists():
        cure = f'Pass a text on standard input: echo "{file}" | anaphora resolve'
        raise OptionError(f"There is no file called {str(file)!r}. {cure}", code="text-for-file")
    if file and (format := recognise(file)) != "plain":
        cure = "Use 'anaphora compare', or pass its text on standard input."
        raise FormatError(file, None, f"this is a corpus ({format}), not a plain text", cure)
    document = next(iter(plain.read(file)))[0] if file else plain.document(_standard_input(), "standard input")
    with messages().status(f"Resolving {len(document.words):,} words"):
        result = resolve(document, settings)
    if to in ("conll2012", "corefud"):
        module = conll2012 if to == "conll2012" else corefud
        sys.stdout.writelines(
            module.write([result.chains(settings.resolvers[0].label if settings.resolvers else "mitkov")])
        )
    elif to == "html":
        sys.stdout.write(answers(result))
    else:
        place = "-" if to == "json" else json_to
        if place:
            write_json(to_json([result.whole(explain)]), place)
        if place != "-" and explain:
            sys.stdout.write(result.explanation())
        elif place != "-":
            show(result.tables())


def _standard_input() -> str:
    if sys.stdin.isatty():
        messages().print("Reading the text from standard input; end it with Ctrl-D.", highlight=False)
    try:
        return sys.stdin.buffer.read().decode("utf8")
    except UnicodeDecodeError as error:
        raise WorkbenchError(
            f"Standard input is not UTF-8 text (byte {error.start}). Convert it, e.g. with iconv."
        ) from None
