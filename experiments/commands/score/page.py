"""The report of scores: with the errors of the responses."""

from collections.abc import Mapping
from pathlib import Path

from anaphora.experiments.commands.errors import classify_errors
from anaphora.experiments.commands.score.counting import SIMULATED, own_measure
from anaphora.experiments.run.configuration import Configuration
from anaphora.workbench.error_analysis.analysis import ChainErrors


def errors_beside(key: Path, responses: Mapping[str, Path], settings: Configuration) -> ChainErrors | None:
    """The errors of responses that were scored, without singletons; `None` of GAP keys and their like.

    Those of simulated responses are left out.
    """
    written = {name: path for name, path in responses.items() if not SIMULATED.fullmatch(path.name)}
    if not written or own_measure(key, settings.preparation.format):
        return None
    return classify_errors(key, written, settings.changed(singletons="drop", split_antecedents="ignore"))
