"""Texts with a key: short ones that show a phenomenon each, and those of the bundled corpus."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphora.corpora import plain
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import documents
from anaphora.workbench.document import Document, Span
from anaphora.workbench.files import read_toml
from anaphora.workbench.key import Key
from anaphora.workbench.language.packs import language

_BRACKET = re.compile(r"\[(\d+) |\]")


@dataclass(frozen=True, slots=True)
class LiveExample:
    """A text with its key, by the tokens of `plain.document`.

    `group` is what the page lists it under, `language` the code of a language other than English. `phenomenon`,
    `source` and `point` say what it shows, where it is from, and what to look at; they may be empty.
    """

    id: str
    title: str
    group: str
    text: str
    key: Key
    phenomenon: str = ""
    source: str = ""
    point: str = ""
    language: str = ""

    def as_json(self) -> dict[str, str]:
        """Return what a page shows of the example."""
        return {name: getattr(self, name) for name in ("id", "title", "group", "text", "phenomenon", "source", "point")}


@cache
def examples() -> tuple[LiveExample, ...]:
    """All texts: those for a lecture first."""
    return (*_for_a_lecture(), *_of_the_corpus())


def example_of(text: str) -> LiveExample | None:
    """The example that has this text."""
    return next((example for example in examples() if example.text == text), None)


def _for_a_lecture() -> Iterator[LiveExample]:
    for entry in read_toml(Path(__file__).with_name("examples.toml"))[1]["example"]:
        text, chains = unbracketed(entry.pop("text"))
        code = entry.get("language", "")
        document = plain.document(text, entry["id"], language=code)
        spans = tuple(tuple(_span(document, *ends) for ends in chain) for chain in chains)
        group = language(code).name if code else "Short examples"
        yield LiveExample(**entry, group=group, text=text, key=Key(document.id, spans))


def _of_the_corpus() -> Iterator[LiveExample]:
    for document, key in documents([], configure()):
        title = f"{document.id.replace('_', ' ')} ({document.genre})"
        yield LiveExample(document.id, title, "Texts of the bundled corpus", document.text, key)


def unbracketed(marked: str) -> tuple[str, list[list[tuple[int, int]]]]:
    """A text without its brackets `[1 ...]`, and the character offsets of the mentions of each chain."""
    text, last = "", 0
    open_brackets: list[tuple[int, int]] = []
    chains: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for bracket in _BRACKET.finditer(marked):
        text += marked[last : bracket.start()]
        last = bracket.end()
        if bracket[1]:
            open_brackets.append((int(bracket[1]), len(text)))
        else:
            chain, start = open_brackets.pop()
            chains[chain].append((start, len(text)))
    return text + marked[last:], [sorted(chains[number]) for number in sorted(chains)]


def _span(document: Document, start: int, end: int) -> Span:
    starts = document.character_starts()
    return Span(starts.index(start), sum(offset < end for offset in starts))
