"""The material: how hard its anaphors are, how far figures on it carry, and how the documents differ."""

from collections.abc import Mapping

from anaphora.experiments.report.charts.documents import documents
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.drawing import Figures
from anaphora.experiments.report.section import Block, Section, Sheet, Words
from anaphora.workbench.results.vocabulary import DASH, percent

_SHARES = (
    "intrasentential", "no_candidate", "trivial", "decided_by_agreement", "critical", "pleonastic_it", "chance",
    "most_recent_right", "discordant",
)  # fmt: skip
_MEANINGS = {
    "anaphors": "key anaphors",
    "candidates": "candidates in scope",
    "compatible": "candidates after agreement",
    "distance_in_sentences": "sentences to the nearest acceptable antecedent",
    "distance_in_tokens": "tokens to the nearest acceptable antecedent",
    "noun_phrases_between": "noun phrases between",
    "intrasentential": "antecedent in the same sentence",
    "no_candidate": "no candidate after agreement",
    "trivial": "one candidate before agreement",
    "decided_by_agreement": "one candidate left by agreement",
    "critical": "several candidates left by agreement",
    "pleonastic_it": "pleonastic it, of all its",
    "chance": "expected of a random choice",
    "rank_entropy": "entropy of the right answer’s place, bits",
    "most_recent_right": "the most recent candidate is right",
    "intraclass_correlation": "correlation within documents (ICC)",
    "design_effect": "design effect of documents",
    "effective_anaphors": "effective number of anaphors",
    "discordant": "exactly one of two baselines is right",
    "design_effect_of_difference": "design effect of a difference",
    "needed_for_2_points": "anaphors needed to show 2 points",
    "needed_for_5_points": "anaphors needed to show 5 points",
}


def section(findings: Findings) -> Section | None:
    """The figures of Mitkov 2001, section 7, and the spread over documents."""
    comparison = findings.comparison
    if comparison is None:
        return None
    blocks: list[Block] = []
    if findings.profile:
        note = "The statistics that Mitkov 2001, section 7, asks authors to publish with every result."
        blocks.append(Sheet("How hard the corpus is", _figures(findings.profile), note))
        types = ", ".join(f"{name} {count}" for name, count in findings.profile["types"].items())
        blocks += [Words((f"Pronouns: {types}.",), "note")] if types else []
    if drawn := documents(comparison):
        blocks.append(drawn)
    return Section("corpus", "Corpus", "Corpus", tuple(blocks)) if blocks else None


def _figures(profile: Mapping[str, object]) -> Figures:
    rows = tuple((_MEANINGS[name], *_cells(name, profile[name])) for name in _MEANINGS if name in profile)
    return Figures(("of the anaphors", "share, mean or count", "median"), rows)


def _cells(name: str, value: object) -> tuple[str, str]:
    if isinstance(value, Mapping):
        return _number(value["mean"]), _number(value["median"])
    figure = value if isinstance(value, (int, float)) else None
    return (percent(figure) if name in _SHARES else _number(figure)), ""


def _number(value: float | None) -> str:
    return DASH if value is None else f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
