"""Random choice that does not depend on the order of documents or cases."""

from collections.abc import Sequence
from random import Random

from workbench.decision import Decision, Trace
from workbench.document import Prepared


def draw(prepared: Prepared, number: int, candidates: Sequence[int], seed: int) -> Decision:
    """Pick one candidate, each with the same probability; the trace holds the probabilities.

    The draw depends on the seed, the document's id and the anaphor's first token only.
    """
    if not candidates:
        return Decision(number, None, Trace("opaque", (), "no candidate"))
    anaphor = prepared.mentions[prepared.cases[number].anaphor].span.start
    picked = Random(f"{seed}/{prepared.document.id}/{anaphor}").choice(candidates)
    chances = (1 / len(candidates),) * len(candidates)
    return Decision(number, picked, Trace("opaque", tuple(candidates), "random", chances=chances))
