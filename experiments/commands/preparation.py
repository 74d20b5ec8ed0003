"""Commands on single stages of preprocessing: evaluate-agreement, evaluate-mentions."""

from experiments.commands.options import (
    Anaphors,
    Corpora,
    Format,
    Input,
    ItFilter,
    Json,
    Match,
    NoCache,
    Perfect,
    Pipeline,
    SkipBad,
    Window,
    comparison_settings,
)
from experiments.commands.output import deliver, progress, require_folder


def evaluate_agreement(
    corpus: Corpora = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "strict",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    it_filter: ItFilter = "rules",
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """How many right and wrong candidates agreement removes, by feature and by evidence.

    Example: anaphora evaluate-agreement my_corpus/ --perfect annotation
    """
    from experiments.evaluate_agreement import evaluate_agreement as run

    require_folder(json_to)
    settings = comparison_settings(
        None, pipeline, input_mode, perfect, match, "chain", window, anaphors, it_filter, format, 0, skip_bad, no_cache
    )
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)


def evaluate_mentions(
    corpus: Corpora = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    it_filter: ItFilter = "rules",
    format: Format = None,
    json_to: Json = None,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
) -> None:
    """Recall and precision of noun phrases against the key mentions, and the errors by class.

    Example: anaphora evaluate-mentions my_corpus/ --perfect annotation
    """
    from experiments.evaluate_mentions import evaluate_mentions as run

    require_folder(json_to)
    settings = comparison_settings(
        None, pipeline, input_mode, perfect, "strict", "chain", 3, "all", it_filter, format, 0, skip_bad, no_cache
    )
    with progress(corpus, format) as advance:
        result = run(corpus or [], settings, progress=advance)
    deliver(result.as_json(), json_to, result.as_table)
