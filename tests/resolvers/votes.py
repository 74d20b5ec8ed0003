"""What one indicator says, for tests."""

from anaphora.resolvers import mitkov
from anaphora.workbench.decision import Resolver
from tests.resolvers.answers import read, words


def votes(
    indicator: str,
    text: str,
    *,
    preset: str = "1998",
    terms: tuple[str, ...] | None = None,
    resolver: Resolver | None = None,
    window: int = 3,
) -> dict[str | None, int]:
    """What an indicator, of mitkov or another resolver, says of each candidate of the last pronoun, by its words."""
    document = read(text, window=window)
    explanation = (resolver or mitkov.build(preset=preset, terms=terms)).resolve(document)[-1].explanation
    assert explanation.votes is not None
    column = explanation.votes.matrix[:, explanation.votes.indicators.index(indicator)].tolist()
    return {words(document, mention): vote for mention, vote in zip(explanation.candidates, column, strict=True)}
