"""How scores become probabilities, and when a mention starts a chain: by documents that were held out from training."""

from collections.abc import Sequence
from dataclasses import replace

from anaphora.experiments.neural_ranking.lessons import Annotated, Rankers
from anaphora.resolvers._ranking.model import Ranked, answers
from anaphora.resolvers._ranking.model import calibrate as fit
from anaphora.resolvers._ranking.network import Network, Reader, Settings
from anaphora.resolvers.chains.mention_pair import quality
from anaphora.resolvers.chains.neural_ranker import find_links
from anaphora.resolvers.neural_ranker import Pronouns
from anaphora.workbench.linking import components
from anaphora.workbench.resolver_entry import Example

_CONTEXTS = (0.25, 0.5, 0.75, 1.0, 1.5)
_BIASES = [step / 4 for step in range(-12, 13)]


def calibrate(network: Network, settings: Settings, held_out: Sequence[Annotated], rankers: Rankers) -> Settings:
    """Settings with the weight of the context, the probabilities and the bias that suit held out documents best.

    Those whose key leaves entities out do not count: there right answers are not known to be right.
    """
    reader = Reader(network)
    whole = [document for document in held_out if not document.partial]
    examples = [(example, rankers.of(document)) for document in whole for example in document.examples]
    told: dict[float, list[tuple[Ranked, bool]]] = {context: [] for context in _CONTEXTS}
    for example, model in examples:
        for context in told:
            told[context] += answers(example, Pronouns(model, reader, replace(settings, context=context)))
    fitted = {context: fit(found) for context, found in told.items()}
    context = min(fitted, key=lambda each: fitted[each][-1])
    scale, none, _ = fitted[context]

    return replace(
        settings, context=context, scale=scale, open=none, bias=_bias(reader, [example for example, _ in examples])
    )


def _bias(reader: Reader, examples: Sequence[Example]) -> float:
    """The bias towards no antecedent that gives the best chains."""
    scores = [reader.of_mentions(example.prepared) for example in examples]
    key = [example.chains for example in examples]

    def quality_of(bias: float) -> float:
        links = (find_links(found, bias) for found in scores)
        return quality(key, [components(len(numbers), each) for numbers, each in zip(key, links, strict=True)])

    return max(_BIASES, key=quality_of)
