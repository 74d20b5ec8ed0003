"""A decision in words: what was chosen, what spoke for it, what came next, and what was left out."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Case, Prepared

SHOWN = 12  # candidates that a line names
LONGEST = 8  # words of a mention that is named in full


@dataclass(frozen=True, slots=True)
class Explainer:
    """The decisions of resolvers on one document in words; names of mentions are worked out once."""

    prepared: Prepared
    _names: dict[int, str] = field(default_factory=dict)
    _shares: dict[tuple[str, float], str] = field(default_factory=dict)

    def given(self, case: Case) -> list[str]:
        """Say what all resolvers were given: the candidates in scope, and why others were taken off the list."""
        removed: dict[str, list[int]] = {}
        for removal in case.removed:
            removed.setdefault(removal.reason, []).append(removal.mention)
        lists = [f"removed by {reason}: {self._list(gone)}" for reason, gone in removed.items()]
        return [f"candidates: {self._list(case.compatible)}", *lists]

    def decided(self, decision: Decision) -> list[str]:
        """Say why a resolver decided so: rule, contributions, the next best, steps, its own filters."""
        explanation, case = decision.explanation, self.prepared.cases[decision.case]
        lines = [explanation.rule]
        ranked = sorted(range(len(explanation.scores)), key=explanation.scores.__getitem__, reverse=True)
        if decision.antecedent in explanation.candidates and explanation.scores:
            best = explanation.candidates.index(decision.antecedent)
            lines.append(f"{self._name(decision.antecedent)} {self._sum(explanation, best)}")
            after = next((row for row in ranked if row != best), None)
            if after is not None:
                lines.append(f"next: {self._name(explanation.candidates[after])} {self._sum(explanation, after)}")
        elif explanation.scores:
            lines.append(
                f"best on its list: {self._name(explanation.candidates[ranked[0]])} {self._sum(explanation, ranked[0])}"
            )
        lines += explanation.steps
        if explanation.chances:
            lines.append(f"each of {len(explanation.candidates)} with a chance of {max(explanation.chances):.0%}")
        seen = set(explanation.candidates)
        left_out = [index for index in case.compatible if index not in seen]
        if left_out:
            lines.append(f"removed by its constraints: {self._list(left_out)}")
        return lines

    def _list(self, mentions: Sequence[int]) -> str:
        names = [self._name(index) for index in mentions[-SHOWN:]]
        more = f", and {len(mentions) - SHOWN} before" if len(mentions) > SHOWN else ""
        return ", ".join(names) + more or "none"

    def _name(self, index: int) -> str:
        """A mention in quotation marks, a long one by its beginning and head."""
        if index not in self._names:
            mention, words_of = self.prepared.mentions[index], self.prepared.document.words_of
            whole = len(mention.span) <= LONGEST
            self._names[index] = f'"{words_of(mention.span)}"' if whole else f'"{words_of(mention.base)} ..."'
        return self._names[index]

    def _sum(self, explanation: Explanation, row: int) -> str:
        """The score of a candidate and what it is made of: `3 (referential distance +2, term preference +1)`."""
        parts = ", ".join([self._share(name, share) for name, share in _shares(explanation, row)])
        return f"{explanation.scores[row]:.4g} ({parts})" if parts else f"{explanation.scores[row]:.4g}"

    def _share(self, name: str, share: float) -> str:
        words = self._shares.get((name, share))
        if words is None:
            words = self._shares[name, share] = f"{name.replace('_', ' ')} {share:+.4g}"
        return words


def _shares(explanation: Explanation, row: int) -> list[tuple[str, float]]:
    """Return the contribution to a score of each indicator that contributes, the largest first."""
    if explanation.votes is None:
        return []
    shares = (explanation.votes.matrix[row] * explanation.votes.weights).tolist()
    named = [pair for pair in zip(explanation.votes.indicators, shares, strict=True) if pair[1]]
    return sorted(named, key=lambda pair: -abs(pair[1]))
