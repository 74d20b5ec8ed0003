"""What each part of a resolver is worth: its indicators, the rules of a ladder, the factors of a salience model."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora.experiments.comparison.compare import compare
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.running.worker import DocumentHook, ResolvedDocument
from anaphora.resolvers.specs import ORACLE, module_of
from anaphora.workbench.ablation.figures import Ablation, Worth
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, ballots, polls
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.spec import ResolverSpec, parse_resolver
from anaphora.workbench.trace import Criteria, right_candidates

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class Ablated:
    """A resolver with all its parts and, but for additive ones, its variants with one part off each.

    `additive` has the figures of indicators that vote; it is `None` for other kinds. `variants` gives for each part the
    name of the resolver without it in `comparison`.
    """

    resolver: str
    comparison: Comparison
    additive: Ablation | None
    variants: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """The figures; rates and shares as fractions, `None` where undefined."""
        success = self.comparison.as_json()["resolvers"][self.resolver]["success_rate"]
        head = {
            "signature": self.comparison.signature,
            "resolver": self.resolver,
            "documents": len(self.comparison.documents),
            "anaphors": self.comparison.anaphors,
            "success_rate": success,
            "skipped": list(self.comparison.skipped),
            "warnings": list(self.comparison.warnings),
        }
        if self.additive:
            return head | additive_figures(self.additive)
        beside = {pair["second"]: pair for pair in self.comparison.pairs() if pair["first"] == self.resolver}
        parts = {part: self._part(part, beside[variant]) for part, variant in self.variants.items()}
        return head | {"rules": self.rules(), "indicators": parts}

    def rules(self) -> dict[str, dict[str, int]]:
        """For each rule how many key anaphors it decided, and how many of them rightly, most first."""
        outcomes = [outcome for document in self.comparison.documents for outcome in document.outcomes[self.resolver]]
        decided = Counter(outcome.rule for outcome in outcomes if outcome.antecedent is not None)
        right = Counter(outcome.rule for outcome in outcomes if outcome.stage == "right")
        return {rule: {"decided": count, "right": right[rule]} for rule, count in decided.most_common()}

    def _part(self, part: str, pair: Mapping[str, Any]) -> dict[str, Any]:
        """What switching one part off changes; of a rule also what the others then make of its anaphors."""
        helped, hurt = pair["only_first"], pair["only_second"]
        right = self.comparison.losses(self.resolver)["right"]
        rows = [
            (before, after)
            for document in self.comparison.documents
            for before, after in zip(
                document.outcomes[self.resolver], document.outcomes[self.variants[part]], strict=True
            )
            if before.rule == part
        ]
        solved = sum(before.stage == "right" for before, _ in rows)
        is_rule = not self.rules().keys().isdisjoint(self.variants)  # then one that never fired is a rule, too
        return {
            "applied": len(rows) if is_rule else None,
            "decision_power": solved / len(rows) if rows else None,
            "relative_importance": (helped - hurt) / right if right else None,
            "helped": helped,
            "hurt": hurt,
            "p": pair["p"],
            "right_without": sum(after.stage == "right" for _, after in rows) if is_rule else None,
        }


def ablate(
    paths: Sequence[Path],
    resolver: object,
    settings: Settings,
    *,
    keep: bool = False,
    progress: Callable[[Document], None] | None = None,
    journal: Path | None = None,
) -> Ablated:
    """Run a resolver and find what its parts are worth; `keep`, `progress` and `journal` are those of `compare`.

    Raises:
        OptionError: the resolver has no parts (baselines), answers are followed (`nominal`), or it cannot be built.
        WorkbenchError: bad input, as for `compare`.
    """
    spec = parse_resolver(resolver)
    if spec.name == ORACLE:
        raise OptionError("The oracle reads the key; there is nothing to switch off.")
    variants = without_parts(spec)
    cast: list[DocumentVotes | None] = []
    votes = DocumentHook("votes", partial(_polls, spec.label, settings.criteria), cast.append, _written, _read)
    wanted = replace(settings, resolvers=(spec, *variants.values()))
    comparison = compare(paths, wanted, keep=keep, progress=progress, hooks=[votes], journal=journal)
    additive_polls = [its for its in cast if its is not None]
    other = len(additive_polls) < len(cast)
    if not other and settings.antecedent == "nominal":
        raise OptionError("Indicators are weighed without following answers: use --antecedent chain or nearest.")
    if other and not variants:
        raise OptionError(f"The resolver '{spec}' has no parts that can be switched off, or none that it tells of.")
    anaphors = [len(document.anaphors) for document in comparison.documents]
    additive = None if other else Ablation(ballots(additive_polls, anaphors))
    labels = {part: variant.label for part, variant in variants.items()}
    return Ablated(spec.label, comparison, additive, labels)


def _polls(resolver: str, criteria: Criteria, its: ResolvedDocument) -> DocumentVotes | None:
    """The votes on a document's anaphors; `None` if the resolver is no additive one."""
    if any(decision.explanation.kind != "additive" for decision in its.decisions[resolver]):
        return None
    return polls_of(resolver, criteria, its)


def polls_of(resolver: str, criteria: Criteria, its: ResolvedDocument) -> DocumentVotes:
    """The votes of an additive resolver on a document's anaphors. Raises `OptionError` if it is none."""
    right = right_candidates(its.document, its.key, its.prepared, criteria)
    return polls(its.prepared, its.decisions[resolver], right)


def _written(cast: DocumentVotes | None) -> Any:
    return {} if cast is None else {"polls": cast.as_data()}


def _read(data: Any) -> DocumentVotes | None:
    return DocumentVotes.from_data(data["polls"]) if data else None


def without_parts(spec: ResolverSpec) -> dict[str, ResolverSpec]:
    """For each part that can be switched off by an option the resolver without it.

    The resolver's module lists them in a function `parts()`: names of parts with the options that leave them out.
    """
    if spec.resolver is not None:  # an object takes no options
        return {}
    module = module_of(spec)
    parts: Mapping[str, Mapping[str, str]] = module.parts() if hasattr(module, "parts") else {}
    return {part: spec.with_options(change) for part, change in parts.items()}


def additive_figures(found: Ablation) -> dict[str, Any]:
    """The figures of a resolver whose indicators vote, in the shape of `anaphora ablate --json`."""
    return {
        "indicators": {name: _worth(found, name, worth) for name, worth in found.worth.items()},
        "tie_break": dict(found.tie_break),
        "tie_break_only": found.rate(float(found.by_subset[0])),
        "best_subsets": [
            {"indicators": list(names), "success_rate": found.rate(right)} for names, right in found.best_subsets()
        ],
        "flips": found.flips(),
    }


def _worth(found: Ablation, name: str, worth: Worth) -> dict[str, Any]:
    main = worth.boosting if worth.boosting.applied else worth.impeding
    powers = {kind: asdict(getattr(worth, kind)) for kind in ("boosting", "impeding", "separating")}
    for kind, figures in powers.items():
        figures["decision_power"] = getattr(worth, kind).value
    return {
        "applied": main.applied,
        "decision_power": main.value,
        "relative_importance": worth.relative_importance,
        "helped": worth.helped,
        "hurt": worth.hurt,
        "p": worth.p,
        "p_benjamini_hochberg": worth.p_bh,
        "shapley": worth.shapley,
        "weight": float(found.ballots.weights[found.ballots.indicators.index(name)]),
        **powers,
        "curve": asdict(found.curve(name)),
    }


def as_tables(found: Ablated) -> "Group":
    """The figures for the terminal."""
    from rich.console import Group
    from rich.text import Text

    from anaphora.experiments.terminal.terminal import passed_over, warnings
    from anaphora.experiments.terminal.vocabulary import clean, counted, percent

    figures = found.as_json()
    success = figures["success_rate"]
    size = f"{counted(figures['documents'], 'document')}, {counted(figures['anaphors'], 'key anaphor')}"
    head = Text.assemble((clean(found.resolver), "bold"), f" on {clean(found.comparison.corpus)}: {size}\n")
    rate = Text(f"Success rate {percent(success['value'])} ({success['right']}/{success['of']}).\n")
    body = _indicator_table(figures) if found.additive else _part_tables(figures)
    return Group(
        head,
        rate,
        *warnings(figures["warnings"]),
        body,
        *passed_over(figures["skipped"]),
        Text(f"\n{clean(figures['signature'])}", style="dim", overflow="fold"),
    )


def _indicator_table(figures: Mapping[str, Any]) -> "Group":
    from rich.console import Group
    from rich.text import Text

    from anaphora.experiments.terminal.terminal import table
    from anaphora.experiments.terminal.vocabulary import percent

    shown = table("indicator", figures["indicators"])
    headings = (
        "applied", "decision\npower", "tells\napart", "power\nthere", "relative\nimportance", "helped", "hurt",
        "p\n(BH)", "Shapley\npoints",
    )  # fmt: skip
    for heading in headings:
        shown.add_column(heading, justify="right")
    for name, row in sorted(figures["indicators"].items(), key=lambda pair: -(pair[1]["shapley"] or 0)):
        apart = row["separating"]
        shown.add_row(
            name, str(row["applied"]), _share(row["decision_power"]), str(apart["applied"]),
            _share(apart["decision_power"]), _signed(row["relative_importance"]), str(row["helped"]), str(row["hurt"]),
            _probability(row["p_benjamini_hochberg"]), _points(row["shapley"]),
        )  # fmt: skip
    tie, best = figures["tie_break"], figures["best_subsets"][0]
    flips = ", ".join(f"{count} by {size}" for size, count in figures["flips"].items() if size != "never")
    chance = f"{tie['applied']} anaphors, {tie['right']} right; by chance {tie['expected']:.1f}"
    subset = ", ".join(best["indicators"]) or "none"
    lines = [
        f"Tie-break: {chance}. Tie-break alone: {percent(figures['tie_break_only'])}.",
        f"Best subset on this very corpus: {percent(best['success_rate'])} with {subset}.",
        f"Wrong, but right with indicators off: {flips or 'none'}; with no subset: {figures['flips']['never']}.",
    ]
    return Group(shown, Text(), *map(Text, lines))


def _part_tables(figures: Mapping[str, Any]) -> "Group":
    from rich.console import Group
    from rich.text import Text

    return Group(_rule_table(figures["rules"]), Text("\nWithout one part:\n"), _off_table(figures["indicators"]))


def _rule_table(rules: Mapping[str, Mapping[str, int]]) -> "Table":
    from anaphora.experiments.terminal.terminal import table
    from anaphora.experiments.terminal.vocabulary import share

    shown = table("rule", rules)
    for heading in ("decided", "right", "precision"):
        shown.add_column(heading, justify="right")
    for rule, counts in rules.items():
        shown.add_row(rule, str(counts["decided"]), str(counts["right"]), share(counts["right"], counts["decided"]))
    return shown


def _off_table(parts: Mapping[str, Mapping[str, Any]]) -> "Table":
    from anaphora.experiments.terminal.terminal import table

    shown = table("part", parts)
    for heading in ("helped", "hurt", "relative\nimportance", "p", "its anaphors\nright without"):
        shown.add_column(heading, justify="right")
    for part, row in parts.items():
        without = "" if row["right_without"] is None else f"{row['right_without']} of {row['applied']}"
        shown.add_row(
            part, str(row["helped"]), str(row["hurt"]), _signed(row["relative_importance"]), _probability(row["p"]),
            without,
        )  # fmt: skip
    return shown


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _points(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:+.1f}"


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.3f}"


def _probability(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}" if value >= 0.001 else "<.001"
