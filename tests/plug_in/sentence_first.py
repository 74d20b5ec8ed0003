"""The first noun phrase of the nearest sentence that agrees: what a sentence begins with is what it is about.

The sentence of the pronoun is searched first, then those before, the nearest first, each from left to right, so that
subjects, which mostly come first in English, win without a parser.
"""

from dataclasses import dataclass

from anaphora.workbench.decision import Decision, Explanation, Resolver
from anaphora.workbench.document import Prepared


@dataclass(frozen=True, slots=True)
class SentenceFirst:
    """The resolver; without `own_sentence` the pronoun's sentence is the last to be searched."""

    own_sentence: bool

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """One decision for each case, in order; `None` where nothing agrees."""
        return [self._decide(prepared, number) for number in range(len(prepared.cases))]

    def _decide(self, prepared: Prepared, number: int) -> Decision:
        case = prepared.cases[number]
        mentions = prepared.mentions
        here = mentions[case.anaphor].sentence

        def rank(index: int) -> tuple[int, int]:
            back = here - mentions[index].sentence
            late = back == 0 and not self.own_sentence
            return (here + 1 if late else back, mentions[index].span.start)

        antecedent = min(case.compatible, key=rank, default=None)
        rule = "no candidate" if antecedent is None else f"first of {here - mentions[antecedent].sentence} back"
        return Decision(number, antecedent, Explanation("ladder", case.compatible, rule))


def build(*, own_sentence: bool = True) -> Resolver:
    """The resolver; its arguments are the options in brackets: `sentence_first(own_sentence=no)`."""
    return SentenceFirst(own_sentence)
