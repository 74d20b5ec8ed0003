"""The commands on systems outside: export what they must see, import what they predicted."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphora.experiments.cli.options import SERIAL, Corpora, Json, comparing
from anaphora.experiments.cli.output import escaped, messages, progress, require_folder, write_json

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings


@comparing("resolvers", "match", "antecedent", "seed", *SERIAL)
def export(
    corpus: Corpora = None,
    output: Annotated[Path, typer.Option(metavar="FILE", help="The JSON lines to write.")] = Path("input.jsonl"),
    mentions: Annotated[bool, typer.Option("--mentions", help="With our candidate mentions.")] = False,
    questions: Annotated[bool, typer.Option("--questions", help="With each anaphor and its candidates.")] = False,
    system: Annotated[
        str | None, typer.Option("--for", metavar="SYSTEM", help="Copy the script that runs this system beside it.")
    ] = None,
    json_to: Json = None,
    *,
    settings: "Settings",
) -> None:
    """Write what a system outside must see of a corpus: tokens, sentences, a hash of the text; never the key.

    Example: anaphora export my_corpus/ --for fastcoref --output input.jsonl
    """
    from anaphora.experiments.systems.export import copy_script, script
    from anaphora.experiments.systems.export import export as run

    require_folder(output, json_to)
    if system:
        script(system)
    with progress(corpus, settings.format) as advance:
        result = run(corpus or [], output, settings, mentions=mentions, questions=questions, progress=advance)
    if json_to:
        write_json(result.as_json(), json_to)
    if json_to != "-":
        sys.stdout.write(result.as_text())
    if system:
        copied, left = copy_script(system, output.parent)
        for place in left:
            messages().print(f"{escaped(str(place))} differs from ours and is left as it is.", soft_wrap=True)
        run_it = f"python {copied} {output} predictions.jsonl"
        messages().print(f"In the system's environment: {escaped(run_it)}", soft_wrap=True, highlight=False)


def import_(
    given: Annotated[Path, typer.Argument(metavar="INPUT", help="What the system read, from 'anaphora export'.")],
    predictions: Annotated[Path, typer.Argument(metavar="PREDICTIONS", help="What it predicted.")],
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where to write it checked.")] = Path("recorded.jsonl"),
    dropped: Annotated[
        str, typer.Option(help="Documents without predictions: refuse, or empty (no mention in them).")
    ] = "refuse",
    strict: Annotated[bool, typer.Option("--strict", help="Refuse whatever would have to be mended.")] = False,
    json_to: Json = None,
) -> None:
    """Check what a system outside predicted, and bring it to our tokens; recorded(file=...) then answers with it.

    Example: anaphora import input.jsonl predictions.jsonl --output fcoref.jsonl
    """
    from anaphora.experiments.systems.import_ import import_ as run

    require_folder(output, json_to)
    result = run(given, predictions, output, dropped=dropped, strict=strict)
    if json_to:
        write_json(result.as_json(), json_to)
    if json_to != "-":
        sys.stdout.write(result.as_text() + "\n")
