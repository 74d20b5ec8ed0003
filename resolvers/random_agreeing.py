"""Baseline of Mitkov 2001: a random candidate among those that agree."""

from dataclasses import dataclass
from random import Random

from anaphora.workbench.decision import Decision, Explanation, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True)
class RandomChoice:
    """The baseline "random candidate", among those that agree or among all in scope; `seed` fixes the draws."""

    seed: int
    agreement: bool

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Pick one candidate of each case, all equally likely (Mitkov 2001, section 5.2.1).

        A draw depends on the seed, the document's id and the anaphor's first token only; the explanation has the
        probabilities.
        """
        generator = Random()
        decisions = []
        for number, case in enumerate(prepared.cases):
            candidates = case.compatible if self.agreement else case.candidates
            if not candidates:
                decisions.append(Decision(number, None, Explanation("opaque", (), "no candidate")))
                continue
            generator.seed(f"{self.seed}/{prepared.document.id}/{prepared.mentions[case.anaphor].span.start}")
            chances = (1 / len(candidates),) * len(candidates)
            explanation = Explanation("opaque", candidates, "random", chances=chances)
            decisions.append(Decision(number, generator.choice(candidates), explanation))
        return decisions


def build(*, seed: int = 0) -> Resolver:
    """The baseline "random candidate"; agreement has been applied. `seed` fixes the draws."""
    return RandomChoice(seed, agreement=True)


RESOLVER = ResolverEntry(
    build,
    title="a random candidate among those that agree",
    source="Mitkov 2001",
    baseline=True,
    noun_phrases=True,
    random=True,
)
