"""How scores become probabilities, and when a mention starts a chain: by documents that were held out from training."""

from collections.abc import Sequence
from dataclasses import replace

from anaphora.experiments.neural_ranking.lessons import Annotated, Rankers
from anaphora.resolvers._neural_ranker.network import Network, Settings
from anaphora.resolvers._neural_ranker.scores import Reader
from anaphora.resolvers._ranker.learning import answers
from anaphora.resolvers._ranker.learning import calibrate as fit
from anaphora.resolvers._ranker.ranking import Ranked
from anaphora.resolvers.chains._mention_pair.learning import quality
from anaphora.resolvers.chains.neural_ranker import Mentions
from anaphora.resolvers.neural_ranker import Pronouns

_CONTEXTS = (0.25, 0.5, 0.75, 1.0, 1.5)
_BIASES = [step / 4 for step in range(-12, 13)]


def calibrate(network: Network, settings: Settings, held_out: Sequence[Annotated], rankers: Rankers) -> Settings:
    """Settings with the weight of the context, the probabilities and the bias that suit held out documents best."""
    reader = Reader(network)
    examples = [(example, rankers.of(document)) for document in held_out for example in document.examples]
    whole = [example for document in held_out if not document.partial for example in document.examples]
    key = [example.chains for example in whole]

    told: dict[float, list[tuple[Ranked, bool]]] = {context: [] for context in _CONTEXTS}
    for example, model in examples:
        for context in told:
            told[context] += answers(example, Pronouns(model, reader, replace(settings, context=context)))
    fitted = {context: fit(found) for context, found in told.items()}
    context = min(fitted, key=lambda each: fitted[each][-1])
    scale, none, _ = fitted[context]

    def quality_of(bias: float) -> float:
        resolver = Mentions(reader, replace(settings, bias=bias), None)
        return quality(key, [resolver.chains(example.prepared) for example in whole])

    bias = max(_BIASES, key=quality_of)
    return replace(settings, context=context, scale=scale, open=none, bias=bias)
