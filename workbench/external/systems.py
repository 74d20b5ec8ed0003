"""External systems as resolvers: chains of their own mentions, and what these say of our anaphors.

Their mentions are aligned with ours: those of the same words, or else of the same head.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from anaphora.workbench.adapters import ChainAsPronounResolver
from anaphora.workbench.decision import Chains, Decision, Explanation, Spans
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.provenance import Card


@dataclass(frozen=True, slots=True)
class SystemOutput:
    """The output of a system for one document.

    `chains` are its clusters. `antecedents` maps anaphors to the antecedents that it named itself, `None` where it said
    that there is none; `sure` has the probabilities that it stated of such answers. With `heads` its mentions are their
    head words alone.
    """

    chains: Spans
    antecedents: Mapping[Span, Span | None] = field(default_factory=dict)
    heads: bool = False
    sure: Mapping[Span, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExternalSystem:
    """An external system: what it finds in a document is looked up or computed by `find`.

    An anaphor of ours that it linked itself is answered by that antecedent, if it is among the candidates of the case;
    others by the candidate in its chain, as for every chain resolver (`antecedent`, see `ChainAsPronounResolver`).
    For this its mentions are aligned with ours (`anaphora.workbench.external.systems`). `card` says what it
    has seen, `notes` what a reader of its figures has to know.
    """

    find: Callable[[Prepared], SystemOutput]
    antecedent: str = "nearest"
    card: Card | None = None
    notes: tuple[str, ...] = ()

    def spans(self, prepared: Prepared) -> Spans:
        """Its chains as they are; where mentions are heads, the mentions of ours that have these heads."""
        output = self.find(prepared)
        if not output.heads:
            return output.chains
        mention = align_spans(prepared, (span for chain in output.chains for span in chain))
        spans = (
            tuple(prepared.mentions[mention[span]].span if span in mention else span for span in chain)
            for chain in output.chains
        )
        return tuple(spans)

    def chains(self, prepared: Prepared) -> Chains:
        """Its chains, as far as their spans are mentions of ours."""
        return align_chains(prepared, self.find(prepared).chains)

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Decide every case."""
        output = self.find(prepared)
        decisions = ChainAsPronounResolver(self, self.antecedent).resolve(prepared)
        if not output.antecedents:
            return decisions
        both = (span for pair in output.antecedents.items() for span in pair if span)
        mention = align_spans(prepared, both)
        linked = {
            mention[anaphor]: (mention.get(named) if named else None, output.sure.get(anaphor))
            for anaphor, named in output.antecedents.items()
            if anaphor in mention
        }
        return [
            _said(prepared, decision, *linked[case.anaphor]) if case.anaphor in linked else decision
            for decision, case in zip(decisions, prepared.cases, strict=True)
        ]


def _said(prepared: Prepared, decision: Decision, antecedent: int | None, sure: float | None) -> Decision:
    candidates = prepared.cases[decision.case].candidates
    if antecedent not in candidates:
        return Decision(decision.case, None, Explanation("opaque", candidates, "none of the candidates"))
    return Decision(
        decision.case, antecedent, Explanation("opaque", candidates, "linked by the system"), probability=sure
    )


def align_spans(prepared: Prepared, spans: Iterable[Span]) -> dict[Span, int]:
    """Find the mention of ours that each span is, if there is one; no two spans get the same mention.

    A span that is no mention of ours gets one with the same head that no other span has: the one that shares most of
    its tokens, and of several the shortest. So mentions may be longer or shorter, or be their heads alone.
    """
    spans = list(dict.fromkeys(spans))
    by_span = {mention.span: number for number, mention in enumerate(prepared.mentions)}
    aligned = {span: by_span[span] for span in spans if span in by_span}
    taken = set(aligned.values())
    by_head: dict[int, list[int]] = defaultdict(list)
    for number, mention in enumerate(prepared.mentions):
        by_head[mention.head].append(number)
    for span in spans:
        free = [number for number in by_head[prepared.annotation.head_of(span)] if number not in taken]
        if span not in aligned and free:
            aligned[span] = max(free, key=partial(_likeness, prepared, span))
            taken.add(aligned[span])
    return aligned


def _likeness(prepared: Prepared, span: Span, mention: int) -> tuple[int, int]:
    candidate = prepared.mentions[mention].span
    shared = min(candidate.end, span.end) - max(candidate.start, span.start)
    return shared, candidate.start - candidate.end


def align_chains(prepared: Prepared, chains: Iterable[Iterable[Span]]) -> Chains:
    """Convert chains of spans to chains of our mentions; spans that are none of ours are left out."""
    chains = [tuple(chain) for chain in chains]
    mention = align_spans(prepared, (span for chain in chains for span in chain))
    aligned = (tuple(sorted(mention[span] for span in chain if span in mention)) for chain in chains)
    return tuple(sorted(filter(None, aligned)))
