"""Facts from the registries for pages: tables of names, the source of a measure, the options of a resolver."""

import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain

from anaphora import corpora, resolvers
from anaphora.experiments.docs.readmes import ROOT
from anaphora.resolvers import chains
from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.measures import Measure, chain_measures, registered_measures

_KINDS = {"resolvers": resolvers, "chains": chains}
PAGES = ROOT / "experiments" / "docs" / "pages"
_HEADING = re.compile(r"^(##?) `(\w+)`$", re.MULTILINE)
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_EVIDENCE = {
    "overlap": "key and response chains",
    "trace": "what a resolver did with each key anaphor",
    "gap": "the two answers to each GAP example",
    "items": "the answers to sentences that differ in gender",
}


def measures() -> dict[str, tuple[str, Measure[object]]]:
    """Every measure with the name of its module, by its own name."""
    return {measure.name: (module, measure) for module, several in registered_measures().items() for measure in several}


def table(kind: str) -> str:
    """The names of a kind ("measures", "resolvers", "chains" or "formats") with their pages and sources."""
    if kind == "formats":
        return _formats()
    if kind == "measures":
        rows = [(name, place(kind, name), measure.source) for name, (_, measure) in measures().items()]
    else:
        rows = [(name, place("resolvers", name), str(entry)) for name, entry in _KINDS[kind].entries().items()]
    lines = (f"| [`{name}`]({page}) | {source} |" for name, page, source in rows)
    return "\n".join(("| name | source |", "|---|---|", *lines))


@cache
def places(kind: str) -> dict[str, str]:
    """The page and anchor of each measure or resolver: where a heading is its name."""
    pages = sorted((PAGES / "science" / kind).glob("*.md"))
    found = ((page, _HEADING.findall(page.read_text(encoding="utf-8"))) for page in pages)
    return {name: f"{page.name}#{name}" if sign == "##" else page.name for page, names in found for sign, name in names}


def place(kind: str, name: str) -> str:
    """Where the pages on "measures" or "resolvers" speak of one. Raises `UnknownNameError` if none does."""
    if name not in places(kind):
        raise unknown_name("page", name, places(kind))
    return places(kind)[name]


def _formats() -> str:
    known = corpora.formats().items()
    sources = {name: form.source.replace("|", r"\|") for name, form in known}
    lines = (f"| `{name}` | {sources[name]} | {'yes' if form.is_written else ''} |" for name, form in known)
    return "\n".join(("| name | what it is | written |", "|---|---|---|", *lines))


def count(kind: str) -> str:
    """How many there are of a kind, as a word up to twenty.

    Raises `UnknownNameError` for an unknown kind.
    """
    counts: dict[str, Callable[[], int]] = {
        "formats": lambda: len(corpora.formats()),
        "pronoun resolvers": lambda: len(resolvers.names()),
        "chain resolvers": lambda: len(chains.names()),
        "default resolvers": lambda: len(default_resolvers()),
        "measures": lambda: len(measures()),
        "chain measures": lambda: len(chain_measures()),
    }
    if kind not in counts:
        raise unknown_name("kind", kind, counts)
    number = counts[kind]()
    return _WORDS[number] if number < len(_WORDS) else str(number)


def measure(name: str) -> str:
    """Where a measure is defined, what it counts, and the values that it tells."""
    known = measures()
    if name not in known:
        raise unknown_name("measure", name, known)
    _, found = known[name]
    parts = ", ".join(f"`{part}`" for part in found.parts)
    told = f"**Source**: {found.source}. **Counts**: {_EVIDENCE[found.evidence]}. **Values**: {parts}."
    settings = ", ".join(f"`{name}={default!r}`" for name, default in found.settings.items())
    return f"{told} **Settings**: {settings}." if settings else told


def resolver(name: str) -> str:
    """The docstrings of a resolver's modules and of their `build`: source, departures from the paper, options."""
    places = [registry.load(name).__name__ for registry in _KINDS.values() if name in registry.names()]
    if not places:
        raise unknown_name("resolver", name, chain.from_iterable(each.names() for each in _KINDS.values()))
    options = "\n".join(
        f"      {option}" for option in ("show_root_heading: false", "members: [build]", "heading_level: 3")
    )
    return "\n\n".join(f"::: {place}\n    options:\n{options}" for place in places)


def weights(name: str) -> str:
    """The scores of indicators or weights of factors in the TOML file of a resolver, with their sources."""
    data = tomllib.loads((ROOT / "resolvers" / f"{name}.toml").read_text(encoding="utf-8"))
    if "scores" in data:  # learned ones name no source each
        return _rows(("indicator", "scores"), [(name, _outcomes(found)) for name, found in data["scores"].items()])
    entries = [entry for table in data.values() if isinstance(table, dict) for entry in table.items()]
    known = [(name, found) for name, found in entries if isinstance(found, dict) and "source" in found]
    rows = [(name, _outcomes(found.get("scores", found.get("weight"))), found["source"]) for name, found in known]
    return _rows(("name", "weight", "source"), rows)


def _outcomes(given: object) -> str:
    """`subject 2, object 1`, or a weight alone."""
    if not isinstance(given, dict):
        return str(given)
    return ", ".join(f"{outcome.replace('_', ' ')} {score}" for outcome, score in given.items())


def _rows(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ("| " + " | ".join((f"`{first}`", *others)) + " |" for first, *others in rows)
    return "\n".join(("| " + " | ".join(headings) + " |", "|---" * len(headings) + "|", *lines))
