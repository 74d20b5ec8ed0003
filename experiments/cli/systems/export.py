"""The command `export`."""

from pathlib import Path
from typing import Annotated

from anaphora.experiments.cli.options import Corpora, Json, with_settings, writing
from anaphora.experiments.cli.output import deliver, escaped, messages, progress, require_folder
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("resolvers", "match", "antecedent", "seed", "execution"))
def command(
    corpus: Corpora = None,
    output: Annotated[Path, writing("--output", "-o", metavar="FILE", help="The JSON lines to write.")] = Path(
        "input.jsonl"
    ),
    mentions: Annotated[bool, writing("--mentions", help="Add our candidate mentions, with their records.")] = False,
    questions: Annotated[bool, writing("--questions", help="Add each anaphor and its candidates.")] = False,
    system: Annotated[
        str | None, writing("--for", metavar="SYSTEM", help="Copy the script that runs this system beside it.")
    ] = None,
    json_to: Json = None,
    *,
    settings: Configuration,
) -> None:
    """Write the input of an external system: tokens, sentences, a hash of the text; never the key.

    Example: anaphora export my_corpus/ --for fastcoref --output input.jsonl
    """
    from anaphora.experiments.systems.export import copy_script, export, script

    require_folder(output, json_to)
    if system:
        script(system)
    with progress(corpus, settings.preparation.format) as advance:
        result = export(corpus or [], output, settings, mentions=mentions, questions=questions, progress=advance)
    deliver(result, result.tables(), json_to=json_to)
    if system:
        copied, left = copy_script(system, output.parent)
        for place in left:
            messages().print(
                f"{escaped(str(place))} differs from this version's; it was left unchanged.", soft_wrap=True
            )
        run_it = f"python {copied} {output} predictions.jsonl"
        messages().print(f"In the system's environment: {escaped(run_it)}", soft_wrap=True, highlight=False)
