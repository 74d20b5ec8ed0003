"""The papers behind resolvers, measures, formats and presets as BibTeX (`anaphora list --bibtex`).

One-line sources in modules cite by author and year ("Ge, Hale & Charniak 1998"); `bibliography.bib` has an entry for
each first author and year. Presets name the keys of theirs.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from anaphora import corpora
from anaphora.experiments.run.configuration import find_preset
from anaphora.resolvers.specs import find
from anaphora.workbench import __version__
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.measures import registered_measures
from anaphora.workbench.spec import parse_resolvers

_FILE = Path(__file__).with_suffix(".bib")
_WORKBENCH = "anaphora_workbench"
_ACCENTS = re.compile(r"\{\\[^a-zA-Z{}]\{?([a-zA-Z])\}?\}|\{\\[a-z]\{([a-zA-Z])\}\}")
_PLAIN = str.maketrans("áăčéěèíýřšžŽçöüÉ", "aaceeeiyrszZcouE")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry with the family name of its first author, without accents, and its year.

    The year is that at the end of the key, with a letter where an author has several papers of a year: 2022b.
    """

    key: str
    text: str
    author: str
    year: str

    def is_cited(self, line: str) -> bool:
        """Return whether a one-line source names the author and, before the next author, the year."""
        between = r"(?:(?!\b(?:19|20)\d\d\b)[^;])*"
        years = rf"(?:\b(?:19|20)\d\d\b(?:,| and|, and)? ?)*\b{self.year}\b"
        return bool(
            re.search(rf"(?<!& )(?<![a-z], )\b{re.escape(self.author)}\b{between}{years}", line.translate(_PLAIN))
        )


@cache
def entries() -> dict[str, Entry]:
    """All entries by key, as the file has them."""
    texts = _FILE.read_text("utf-8").replace("VERSION", __version__).strip().split("\n\n")
    return {entry.key: entry for entry in map(_entry, texts)}


def _entry(text: str) -> Entry:
    key, author, year = (
        re.search(pattern, text) for pattern in (r"@\w+\{(\w+),", r"author = \{(.*)", r"@\w+\{\w+_(\w+),")
    )
    if not (key and author and year):
        raise ValueError(f"{_FILE.name}: an entry needs a key, an author and a year: {text}")
    plain = _ACCENTS.sub(lambda letter: letter[1] or letter[2], author[1]).strip("{} ")
    return Entry(key[1], text, re.split(r",| and |\}", plain)[0], year[1])


def cited(line: str) -> list[str]:
    """The keys of what a one-line source cites; the workbench itself if it cites nothing."""
    return [key for key, entry in entries().items() if key != _WORKBENCH and entry.is_cited(line)] or [_WORKBENCH]


def bibtex(
    resolvers: Iterable[object] = (),
    measures: Iterable[str] = (),
    formats: Iterable[str] = (),
    presets: Iterable[str] = (),
) -> str:
    """The workbench and the sources of what one used, as BibTeX; all sources if nothing is named.

    Names may have options, and resolvers stand on a chain resolver: "mars(agreement=no)", "mars+head_match".

    Raises:
        UnknownNameError: there is no resolver, measure, format or preset of that name.
    """
    lines = [str(entry) for spec in parse_resolvers(resolvers) for entry in find(spec).entries]
    lines += _sources(
        "measure",
        measures,
        {measure.name: measure.source for group in registered_measures().values() for measure in group},
    )
    lines += _sources("format", formats, {name: form.source for name, form in corpora.formats().items()})
    used = {key for line in lines for key in cited(line)}
    used.update(key for name in presets for key in find_preset(name).entries)
    keys = used | {_WORKBENCH} if used else entries().keys()
    return "\n\n".join(entry.text for key, entry in entries().items() if key in keys) + "\n"


def _sources(kind: str, names: Iterable[str], sources: dict[str, str]) -> list[str]:
    wanted = [name.partition("(")[0].strip() for name in names]
    for name in wanted:
        if name not in sources:
            raise unknown_name(kind, name, sources)
    return [sources[name] for name in wanted]
