"""What a report is made of: all that it may show; what is not there has no section."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from anaphora.experiments.comparison.ablate import PartWorth, RuleCounts
from anaphora.experiments.scoring.datasets.macro import MacroScores
from anaphora.workbench.ablation.figures import Ablation
from anaphora.workbench.error_analysis import ChainErrors
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.difficulty import Difficulty
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.values import Rate


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the parts of a resolver are worth, its rules if it has any, and all figures of an additive one."""

    parts: Mapping[str, PartWorth]
    rules: Mapping[str, RuleCounts] = field(default_factory=dict)
    ablation: Ablation | None = None
    success: Rate | None = None


@dataclass(frozen=True, slots=True)
class Chained:
    """Chains scored against a key: scores, and errors; `note` says whose they are."""

    scores: Scores
    errors: ChainErrors | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that a report may show. `title` heads it.

    `profile` are the figures of `workbench.results.difficulty` over the corpus, `weighed` what the parts of some
    resolvers are worth, by name; `ablated` names the one that the report is about, if it is about one. `macro` are the
    scores of systems on many datasets.
    """

    title: str
    signature: str
    comparison: Comparison | None = None
    profile: Difficulty | None = None
    weighed: Mapping[str, Weighed] = field(default_factory=dict)
    chained: Chained | None = None
    ablated: str = ""
    macro: MacroScores | None = None
