"""Plain text in, antecedents out."""

from typing import Any

from rich.table import Table
from rich.text import Text

from experiments.compare import Settings, analyser, build_resolvers, default_resolvers
from workbench.document import Document, Prepared, Span
from workbench.key import Key
from workbench.pronouns import is_anaphoric, pronoun


def resolve(document: Document, settings: Settings) -> dict[str, Any]:
    """The antecedent of each pronoun by each resolver, in the shape that `anaphora resolve --json` writes.

    Offsets are characters of the text, end exclusive. A pronoun that the filter takes for pleonastic has no
    antecedents.
    """
    names = settings.resolvers or default_resolvers()
    resolvers = build_resolvers(names, settings.seed)
    prepared = analyser(settings)(document, Key(document.id, ()))
    answers = {name: resolvers[name].resolve(prepared) for name in names}
    cases = {prepared.mentions[case.anaphor].head: number for number, case in enumerate(prepared.cases)}
    filtered = {entry.token for entry in prepared.non_anaphoric}
    place = _Placer(document)
    rows = []
    for token in _pronouns(prepared, settings.options.anaphors):
        antecedents: dict[str, Any] = {}
        for name in names:
            found = answers[name][cases[token]].antecedent if token in cases else None
            antecedents[name] = None if found is None else place(prepared.mentions[found].span)
        rows.append({**place(Span(token, token + 1)), "pleonastic": token in filtered, "antecedents": antecedents})
    return {"text": document.text, "pronouns": rows}


def _pronouns(prepared: Prepared, which: str) -> list[int]:
    """The tokens that are pronouns to be resolved, those included that preprocessing filtered out or missed."""
    heads = {prepared.mentions[case.anaphor].head for case in prepared.cases}
    forms = ((token, pronoun(word.lower())) for token, word in enumerate(prepared.document.words))
    personal = "third-person" if which == "third-person" else "personal"
    return sorted(
        heads | {token for token, entry in forms if entry and is_anaphoric(entry.person, entry.type, personal)}
    )


class _Placer:
    """Spans of tokens as text with character offsets."""

    __slots__ = ("document", "starts", "text")

    def __init__(self, document: Document) -> None:
        self.document, self.text, self.starts = document, document.text, document.character_starts()

    def __call__(self, span: Span) -> dict[str, Any]:
        start = self.starts[span.start]
        end = self.starts[span.end - 1] + len(self.document.words[span.end - 1])
        return {"text": self.text[start:end], "start": start, "end": end}


def as_table(result: dict[str, Any]) -> Table:
    """The answers for the terminal: one row a pronoun, in its context."""
    names = list(result["pronouns"][0]["antecedents"]) if result["pronouns"] else []
    table = Table("pronoun", "context", *names, caption="" if names else "The text has no third-person pronoun.")
    for row in result["pronouns"]:
        start, end = row["start"], row["end"]
        before, after = result["text"][max(0, start - 30) : start], result["text"][end : end + 20]
        context = Text(" ".join(f"{before}[{row['text']}]{after}".split()))
        answers = (row["antecedents"][name] for name in names)
        cells = [Text("pleonastic" if row["pleonastic"] else answer["text"] if answer else "–") for answer in answers]
        table.add_row(Text(row["text"]), context, *cells)
    return table
