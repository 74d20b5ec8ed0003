"""`anaphora evaluate`: single stages of preprocessing, rewriting, and answers to questions; a module for each stage."""

from typing import Any, Literal, TypeAlias, get_args

from anaphora.experiments.run.command import Command, load_stage
from anaphora.experiments.show.result import Result
from anaphora.workbench.options import require_choice

Stage: TypeAlias = Literal["it", "mentions", "agreement", "rewriting", "choices"]


def evaluate(stage: Stage, corpus: Any = None, **arguments: Any) -> Result[Any]:
    """Evaluate one stage of preprocessing, rewriting, or answers to questions.

    The arguments are those of the stage: filters of "it", noun phrases ("mentions"), "agreement", "rewriting", and
    answers to "choices"; `anaphora evaluate it --help` lists them.

    Raises `OptionError` for another stage.
    """
    require_choice("stage", stage, get_args(Stage))
    result: Result[Any] = load_stage(COMMAND, stage).function(corpus, **arguments)
    return result


COMMAND = Command(evaluate, stages=get_args(Stage))
