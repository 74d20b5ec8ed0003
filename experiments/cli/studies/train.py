"""The command `train`."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora.experiments.cli.options import with_settings, writing
from anaphora.experiments.cli.output import escaped, messages, progress, require_folder
from anaphora.experiments.setup.configuration import Configuration


@with_settings(without=("resolvers", "antecedent", "seed", "execution"), match="partial")
def command(
    resolver: Annotated[str, typer.Argument(help="A trainable resolver, such as ge_hale_charniak.")],
    corpus: Annotated[list[Path], typer.Argument(help="Files or folders to learn from.")],
    output: Annotated[Path, writing("--output", "-o", help="The file of parameters to write (JSON).")],
    licence: Annotated[str | None, writing(help="Licence note to store in the file.")] = None,
    also_perfect: Annotated[bool, writing(help="Learn from perfect input, too.")] = False,
    *,
    settings: Configuration,
) -> None:
    """Train a resolver, for use as "NAME(parameters=FILE)" or "dagan_itai(counts=FILE)".

    Example: anaphora train ge_hale_charniak my_corpus/ --output parameters.json
    """
    from anaphora.experiments.comparison.train import train
    from anaphora.workbench.files.atomic import write_text_atomically
    from anaphora.workbench.results.vocabulary import counted

    require_folder(output)
    with progress(corpus, settings.preparation.format) as advance:
        result = train(resolver, corpus, settings, also_perfect=also_perfect, progress=advance)
    write_text_atomically(output, result.as_text(licence))
    for message in result.skipped:
        messages().print(f"Skipped: {escaped(message)}", highlight=False, soft_wrap=True)
    messages().print(f"{counted(result.documents, 'document')}; parameters: {output}", highlight=False)
