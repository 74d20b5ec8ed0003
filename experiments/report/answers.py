"""The page of one resolved text: its pronouns marked, and the antecedents that each resolver gives them."""

from typing import Any

from anaphora.experiments.report.page import page


def answers(resolution: dict[str, Any]) -> str:
    """The page, from the figures of `anaphora resolve --json`."""
    text, pronouns = resolution["text"], resolution["pronouns"]
    pieces, at = [], 0
    for number, row in enumerate(pronouns, start=1):
        pieces.append((text[at : row["start"]], row["text"], number))
        at = row["end"]
    return page(
        "answers.html.j2",
        pieces=pieces,
        rest=text[at:],
        pronouns=pronouns,
        resolvers=list(pronouns[0]["antecedents"]) if pronouns else [],
    )
