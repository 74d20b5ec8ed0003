"""The cost of each stage: anaphors charged to the stage that loses them, and the figures with that stage perfect."""

from functools import partial
from typing import Unpack

from anaphora.experiments.commands.compare.compare import comparison_result, run_comparison
from anaphora.experiments.run.arguments import Corpora, Resolvers, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import FIGURES, JSON, TO, Command, Progress
from anaphora.experiments.run.configuration import OF_RUNS, Configuration, Options, takes
from anaphora.experiments.run.documents import documents
from anaphora.experiments.show.charts import comparison as charts
from anaphora.experiments.show.result import Result, result_of
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.losses import CURES, Losses

_ALL_SENTENCES = 10**6
"""More sentences than a text has, so that the window reaches back to its beginning."""


@takes(*OF_RUNS)
def losses(
    corpus: Corpora = None, resolvers: Resolvers = (), *, progress: Progress = None, **options: Unpack[Options]
) -> Result[Losses]:
    """Measure the cost of each stage: the anaphors it loses, and the success rates if it alone were perfect.

    The comparison is run once more for each layer that can be perfect; that of tags and trees is left out if a document
    has none, and the window that reaches back to the beginning if a document then has too many pairs of anaphor and
    candidate. Arguments and errors are those of `compare`.
    """
    settings = configuration(resolvers, corpus, options)
    paths = paths_of(corpus)
    with_trees = all(document.annotation for document, _ in documents(paths, settings))
    cures = [name for name in CURES if name != "annotation" or with_trees]
    perfect = settings.preparation.perfect

    def cure(name: str) -> Configuration:
        if name == "window":
            return settings.changed(window=_ALL_SENTENCES, noun_window=None)
        layers = [layer for layer in CURES[:4] if layer in cures] if name == "all" else [*perfect, name]
        return settings.changed(perfect=layers)

    variants = {name: cure(name) for name in cures if name not in perfect}
    base = run_comparison(paths, settings, progress=progress)
    cured: dict[str, Comparison] = {}
    left_out: list[str] = []
    for name, variant in variants.items():
        try:
            cured[name] = run_comparison(paths, variant, progress=progress)
        except WorkbenchError as error:
            if name != "window" or error.code != "too-many-pairs":
                raise
            left_out.append(f"With all sentences searched, {error} So there are no figures for that.")
    lost = Losses(base, cured, tuple(left_out))
    return result_of(lost, charts=partial(charts.charts_of_losses, base), page=comparison_result(base, settings).page)


COMMAND = Command(
    losses,
    example="anaphora losses my_corpus/ --resolvers mitkov,lappin_leass --figures figures",
    offers=(TO, JSON, FIGURES),
    work="Analysing",
    words=lambda arguments: words_of_corpus(arguments, times=1 + len(CURES)),
)
