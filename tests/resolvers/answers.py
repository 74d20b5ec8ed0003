"""What a resolver answers to the pronouns of a short text, in words."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from anaphora.corpora.plain import document
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.texts.resolution import resolve_document
from anaphora.workbench.decision import Explanation, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.preparation import AnaphorKind
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared


@cache
def _treebank() -> dict[str, str]:
    """The annotated sentences of `sentences.txt` by their words."""
    lines = Path(__file__).with_name("sentences.txt").read_text("utf8").splitlines()
    return {" ".join(word.partition("/")[0] for word in line.split()).removesuffix(" ."): line for line in lines}


def annotation(*texts: str) -> str:
    """The annotation of sentences, which are annotated or stand in `sentences.txt`: "John sleeps | He dreams || Go".

    A full stop at the end may be left out; || begins a paragraph.
    """
    sentences = " | ".join(texts).replace("||", "|  |").split(" | ")
    return "\n".join(
        sentence if "/" in sentence or not sentence.strip() else _treebank()[sentence] for sentence in sentences
    )


def read(*texts: str, name: str = "test", window: int = 3) -> Prepared:
    """What resolvers see of such sentences."""
    return prepared(annotation(*texts), name=name, window=window)


def words(document: Prepared, mention: int | None) -> str | None:
    """The words of a mention."""
    return None if mention is None else document.document.words_of(document.mentions[mention].span)


def names(document: Prepared) -> list[str]:
    """The words of all mentions."""
    return [document.document.words_of(mention.span) for mention in document.mentions]


def answer(resolver: Resolver, *texts: str, which: int = -1) -> tuple[str | None, Explanation]:
    """The antecedent of the last pronoun, or of case number `which`, and the explanation."""
    document = read(*texts)
    decision = resolver.resolve(document)[which]
    return words(document, decision.antecedent), decision.explanation


def ruled(resolver: Resolver, text: str, which: int = -1) -> tuple[str | None, str]:
    """The antecedent of the last pronoun, or of case number `which`, and the rule that gave it."""
    antecedent, explanation = answer(resolver, text, which=which)
    return antecedent, explanation.rule


def scored(resolver: Resolver, *texts: str, which: int = -1) -> tuple[dict[str, float], str | None, Explanation]:
    """The scores of the candidates by their words, the antecedent and the explanation."""
    document = read(*texts)
    decision = resolver.resolve(document)[which]
    candidates = [words(document, candidate) or "" for candidate in decision.explanation.candidates]
    scores = dict(zip(candidates, decision.explanation.scores, strict=True))
    return scores, words(document, decision.antecedent), decision.explanation


def example(*texts: str, **chains: int) -> Example:
    """A document to learn from; `chains` numbers the chain of all mentions with these words, with `_` for spaces."""
    document = read(*texts)
    return Example(document, tuple(chains.get(name.replace(" ", "_"), -1) for name in names(document)))


@cache
def replies(resolvers: tuple[str, ...], text: str, anaphors: AnaphorKind = "third-person") -> dict[str, str]:
    """All answers of resolvers to a plain text, as the bundled pipeline reads it: `She = Ann; it = –`."""
    settings = configure(resolvers=resolvers, anaphors=anaphors)
    pronouns: Any = resolve_document(document(text, "example"), settings).as_json()["pronouns"]
    return {resolver: "; ".join(_shown(row, resolver) for row in pronouns) for resolver in resolvers}


def _shown(row: Any, resolver: str) -> str:
    actual = row["antecedents"][resolver]
    return f"{row['text']} = {actual['text'] if actual else '–'}"


def reply(resolver: str, text: str, anaphors: AnaphorKind = "third-person") -> str:
    """All answers of one resolver."""
    return replies((resolver,), text, anaphors)[resolver]


def others(resolvers: Sequence[str], answers: dict[str, str]) -> dict[tuple[str, str], str]:
    """What resolvers answer otherwise, by resolver and text: nothing if all of them give these answers."""
    actual = {text: replies(tuple(resolvers), text) for text in answers}
    return {
        (resolver, text): actual[text][resolver]
        for text, expected in answers.items()
        for resolver in resolvers
        if actual[text][resolver] != expected
    }
