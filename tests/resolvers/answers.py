"""What a resolver answers to the pronouns of a short text, in words."""

from functools import cache
from typing import Any

from anaphora.corpora.plain import document
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.resolve import resolve
from anaphora.workbench.decision import Explanation, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.language.pronouns import AnaphorKind
from anaphora.workbench.resolver_entry import Example
from anaphora.workbench.results.table import to_json
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


def example(*lines: str, **chains: int) -> Example:
    """A document to learn from; `chains` numbers the chain of all mentions with these words, with `_` for spaces."""
    document = prepared("\n".join(lines))
    names = [words(document, mention) or "" for mention in range(len(document.mentions))]
    return Example(document, tuple(chains.get(name.replace(" ", "_"), -1) for name in names))


@cache
def told(resolver: str, text: str, anaphors: AnaphorKind = "third-person") -> str:
    """All answers to a plain text, as the bundled pipeline reads it: `She = Ann; it = –`."""
    settings = configure(resolvers=(resolver,), anaphors=anaphors)
    found: Any = to_json([resolve(document(text, "example"), settings).whole()])
    given = ((row["text"], row["antecedents"][resolver]) for row in found["pronouns"])
    return "; ".join(f"{pronoun} = {answer['text'] if answer else '–'}" for pronoun, answer in given)
