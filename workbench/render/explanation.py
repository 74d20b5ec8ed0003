"""A decision in words: what was chosen, what spoke for it, what came next, and what was left out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.decision import Decision, Trace
from workbench.document import Case, Prepared

SHOWN = 12  # candidates that a line names


def given(prepared: Prepared, case: Case) -> list[str]:
    """What all resolvers were given: the candidates in scope, and why others were taken off the list."""
    lines = [f"candidates: {_list(prepared, case.compatible)}"]
    reasons = dict.fromkeys(removal.reason for removal in case.removed)
    for reason in reasons:
        gone = [removal.mention for removal in case.removed if removal.reason == reason]
        lines.append(f"removed by {reason}: {_list(prepared, gone)}")
    return lines


def decided(prepared: Prepared, decision: Decision) -> list[str]:
    """Why a resolver decided so, from its trace: rule, contributions, the next best, steps, its own filters."""
    trace, case = decision.trace, prepared.cases[decision.case]
    lines = [trace.rule]
    ranked = sorted(range(len(trace.scores)), key=lambda row: -trace.scores[row])
    if decision.antecedent in trace.candidates and trace.scores:
        best = trace.candidates.index(decision.antecedent)
        lines.append(f"{_name(prepared, decision.antecedent)} {_sum(trace, best)}")
        after = next((row for row in ranked if row != best), None)
        if after is not None:
            lines.append(f"next: {_name(prepared, trace.candidates[after])} {_sum(trace, after)}")
    elif trace.scores:
        lines.append(f"best on its list: {_name(prepared, trace.candidates[ranked[0]])} {_sum(trace, ranked[0])}")
    lines += trace.steps
    if trace.chances:
        lines.append(f"each of {len(trace.candidates)} with a chance of {max(trace.chances):.0%}")
    left_out = [index for index in case.compatible if index not in set(trace.candidates)]
    if left_out:
        lines.append(f"left out by its own filters: {_list(prepared, left_out)}")
    return lines


def _sum(trace: Trace, row: int) -> str:
    """The score of a candidate and what it is made of: `3 (referential distance +2, term preference +1)`."""
    parts = ", ".join(_parts(trace, row))
    return f"{trace.scores[row]:.4g} ({parts})" if parts else f"{trace.scores[row]:.4g}"


def _parts(trace: Trace, row: int) -> Iterator[str]:
    if trace.votes is None:
        return
    shares = (trace.votes.matrix[row] * trace.votes.weights).tolist()
    named = zip(trace.votes.indicators, shares, strict=True)
    for name, share in sorted((pair for pair in named if pair[1]), key=lambda pair: -abs(pair[1])):
        yield f"{name.replace('_', ' ')} {share:+.4g}"


def _list(prepared: Prepared, mentions: Sequence[int]) -> str:
    names = [_name(prepared, index) for index in mentions[-SHOWN:]]
    more = f", and {len(mentions) - SHOWN} before" if len(mentions) > SHOWN else ""
    return ", ".join(names) + more or "none"


def _name(prepared: Prepared, index: int) -> str:
    """A mention in quotation marks, a long one by its beginning and head."""
    mention = prepared.mentions[index]
    words = prepared.document.words_of(mention.span)
    return f'"{words}"' if len(mention.span) <= 8 else f'"{prepared.document.words_of(mention.base)} ..."'


def in_context(text: str, row: Mapping[str, Any]) -> str:
    """The pronoun of a row of `anaphora resolve --json` in brackets, with what stands before and after it."""
    start, end = row["start"], row["end"]
    return " ".join(f"{text[max(0, start - 25) : start]}[{row['text']}]{text[end : end + 20]}".split())
