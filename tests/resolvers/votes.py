"""What one indicator says, for tests; and sentences that several tests share."""

from anaphora.resolvers import mitkov
from anaphora.workbench.decision import Resolver
from tests.annotated import prepared

IT_STOPS = "It/PRP/2/nsubj stops/VBZ/0/root/stop ././2/punct"
PRESS_THE_KEY = "Press/VB/0/root the/DT/3/det key/NN/1/obj ././1/punct"
THE_PRINTER_NEEDS_A_PAGE = "The/DT/2/det printer/NN/3/nsubj needs/VBZ/0/root a/DT/5/det page/NN/3/obj ././3/punct"


def votes(
    indicator: str,
    *lines: str,
    preset: str = "1998",
    terms: tuple[str, ...] | None = None,
    resolver: Resolver | None = None,
    window: int = 3,
) -> dict[str, int]:
    """What an indicator, of mitkov or another resolver, says of each candidate of the last pronoun, by its words."""
    document = prepared("\n".join(lines), window=window)
    explanation = (resolver or mitkov.build(preset=preset, terms=terms)).resolve(document)[-1].explanation
    assert explanation.votes is not None
    column = explanation.votes.matrix[:, explanation.votes.indicators.index(indicator)]
    words = [document.document.words_of(document.mentions[candidate].span) for candidate in explanation.candidates]
    return dict(zip(words, column.tolist(), strict=True))
