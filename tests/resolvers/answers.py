"""What a resolver answers to a pronoun of a short text, in words."""

from anaphora.workbench.decision import Explanation, Resolver
from anaphora.workbench.document import Prepared
from tests.annotated import prepared


def words(document: Prepared, mention: int | None) -> str | None:
    """The words of a mention."""
    return None if mention is None else document.document.words_of(document.mentions[mention].span)


def answer(resolver: Resolver, *lines: str, which: int = -1) -> tuple[str | None, Explanation]:
    """The antecedent of the last pronoun, or of case number `which`, and the explanation."""
    document = prepared("\n".join(lines))
    decision = resolver.resolve(document)[which]
    return words(document, decision.antecedent), decision.explanation


def scored(resolver: Resolver, *lines: str, which: int = -1) -> tuple[dict[str, float], str | None, Explanation]:
    """The scores of the candidates by their words, the antecedent and the explanation."""
    document = prepared("\n".join(lines))
    decision = resolver.resolve(document)[which]
    names = [words(document, candidate) or "" for candidate in decision.explanation.candidates]
    scores = dict(zip(names, decision.explanation.scores, strict=True))
    return scores, words(document, decision.antecedent), decision.explanation
