"""Random choice that does not depend on the order of documents or cases."""

from collections.abc import Iterable, Sequence
from random import Random

from anaphora.workbench.decision import Decision, Explanation
from anaphora.workbench.document import Prepared


def draws(prepared: Prepared, lists: Iterable[Sequence[int]], seed: int) -> list[Decision]:
    """Pick one of the candidates of each case, each with the same probability; the explanation has the probabilities.

    A draw depends on the seed, the document's id and the anaphor's first token only.
    """
    generator, made = Random(), []
    for number, (case, candidates) in enumerate(zip(prepared.cases, lists, strict=True)):
        if not candidates:
            made.append(Decision(number, None, Explanation("opaque", (), "no candidate")))
            continue
        generator.seed(f"{seed}/{prepared.document.id}/{prepared.mentions[case.anaphor].span.start}")
        picked, chances = generator.choice(candidates), (1 / len(candidates),) * len(candidates)
        made.append(Decision(number, picked, Explanation("opaque", tuple(candidates), "random", chances=chances)))
    return made
