"""Contents of a report: results put together, and what else is worth knowing of them, before anything is rendered."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from anaphora.workbench.ablation.figures import IndicatorAblation
from anaphora.workbench.error_analysis.analysis import ChainErrors
from anaphora.workbench.results import difficulty
from anaphora.workbench.results.ablated import Ablated, PartWorth, RuleCounts
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.help_and_harm import HelpAndHarm
from anaphora.workbench.results.macro import MacroScores
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.values import Rate


@dataclass(frozen=True, slots=True)
class Weighed:
    """The worth of a resolver's parts and, if it has any, of its rules, with all figures of an additive resolver."""

    parts: Mapping[str, PartWorth]
    rules: Mapping[str, RuleCounts] = field(default_factory=dict)
    ablation: IndicatorAblation | None = None
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
    scores of systems on many datasets, `rewriting` is the help and harm of names in place of pronouns.
    """

    title: str
    signature: str
    comparison: Comparison | None = None
    profile: difficulty.Difficulty | None = None
    weighed: Mapping[str, Weighed] = field(default_factory=dict)
    chained: Chained | None = None
    ablated: str = ""
    macro: MacroScores | None = None
    rewriting: HelpAndHarm | None = None


def of_ablation(ablated: Ablated) -> Findings:
    """The findings of an ablation whose comparison kept its evidence."""
    weighed = Weighed(
        ablated.parts(),
        {} if ablated.additive else ablated.rules(),
        ablated.additive,
        ablated.comparison.rate("success_rate", ablated.resolver),
    )
    return Findings(
        title=f"{ablated.resolver} on {ablated.comparison.corpus}",
        signature=ablated.comparison.signature,
        comparison=replace(ablated.comparison, resolvers=(ablated.resolver,)),
        weighed={ablated.resolver: weighed},
        ablated=ablated.resolver,
    )


def of_scores(scores: Scores, found: ChainErrors | None) -> Findings:
    """The findings of responses scored against a key."""
    return Findings(f"Coreference chains scored against {scores.key}", scores.signature, chained=Chained(scores, found))


def of_help_and_harm(result: HelpAndHarm) -> Findings:
    """The findings of names in place of pronouns."""
    return Findings(f"Names in place of pronouns on {result.scores.key}", result.signature, rewriting=result)


def of_datasets(macro: MacroScores) -> Findings:
    """The findings of systems that were scored on many datasets."""
    return Findings(f"Coreference on many datasets: {macro.place}", macro.signature, macro=macro)
