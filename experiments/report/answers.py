"""The page of one resolved text: its pronouns marked, and the antecedents that each resolver gives them."""

from anaphora.experiments.report.page import page
from anaphora.experiments.texts.resolve import Resolution


def answers(resolution: Resolution) -> str:
    """The page of a resolved text."""
    text, pronouns = resolution.prepared.document.text, resolution.pronouns()
    pieces, end = [], 0
    for number, pronoun in enumerate(pronouns, start=1):
        pieces.append((text[end : pronoun.phrase.start], pronoun.phrase.text, number))
        end = pronoun.phrase.end
    resolvers = list(resolution.decisions) if pronouns else []
    return page("answers.html.j2", pieces=pieces, rest=text[end:], pronouns=pronouns, resolvers=resolvers)
