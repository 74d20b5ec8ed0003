"""Facts from the registries for pages: tables of names, sources of measures, options of resolvers and commands.

Options that many commands share stand once.
"""

import os
import pydoc
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from typer.core import TyperGroup, TyperOption
from typer.main import get_group

from anaphora import corpora, resolvers
from anaphora.experiments.cli.main import application
from anaphora.experiments.docs.readmes import ROOT
from anaphora.resolvers import chains
from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.files import read_toml
from anaphora.workbench.measures import Measure, chain_measures, registered_measures

_KINDS = {"resolvers": resolvers, "chains": chains}
PAGES = ROOT / "experiments" / "docs" / "pages"
_HEADING = re.compile(r"^(##?) `(\w+)`$", re.MULTILINE)
_WORDS = read_toml(Path(__file__).with_suffix(".toml"))[1]


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
        rows = [
            (name, place("resolvers", name), entry.title or str(entry))
            for name, entry in _KINDS[kind].entries().items()
        ]
    lines = (f"| [`{name}`]({page}) | {source} |" for name, page, source in rows)
    return "\n".join(("| name | source |", "|---|---|", *lines))


@cache
def places(kind: str) -> dict[str, str]:
    """The page and anchor of each measure or resolver: where a heading is its name."""
    pages = sorted((PAGES / "science" / kind).glob("*.md"))
    headings = ((page, _HEADING.findall(page.read_text(encoding="utf-8"))) for page in pages)
    return {
        name: f"{page.name}#{name}" if sign == "##" else page.name for page, names in headings for sign, name in names
    }


def place(kind: str, name: str) -> str:
    """Return the page and anchor of one of the "measures" or "resolvers". Raises `UnknownNameError` without a page."""
    if name not in places(kind):
        raise unknown_name("page", name, places(kind))
    return places(kind)[name]


def _formats() -> str:
    forms = corpora.formats().items()
    sources = {name: form.source.replace("|", r"\|") for name, form in forms}
    lines = (f"| `{name}` | {sources[name]} | {'yes' if form.is_written else ''} |" for name, form in forms)
    return "\n".join(("| name | what it is | written |", "|---|---|---|", *lines))


def count(kind: str) -> str:
    """Count the items of a kind; the number is a word up to twenty.

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
    words: list[str] = _WORDS["numbers"]
    return words[number] if number < len(words) else str(number)


def measure(name: str) -> str:
    """Say where a measure is defined, what it counts, and which values and settings it has."""
    entries = measures()
    if name not in entries:
        raise unknown_name("measure", name, entries)
    _, entry = entries[name]
    parts = ", ".join(f"`{part}`" for part in entry.parts)
    text = f"**Source**: {entry.source}. **Counts**: {_WORDS['evidence'][entry.evidence]}. **Values**: {parts}."
    settings = ", ".join(f"`{name}={default!r}`" for name, default in entry.settings.items())
    return f"{text} **Settings**: {settings}." if settings else text


def resolver(name: str) -> str:
    """The source of a resolver, where it says how it departs from the paper, and the options of its `build`."""
    homes = _homes(name)
    if not homes:
        raise unknown_name("resolver", name, chain.from_iterable(registry.names() for registry in _KINDS.values()))
    shown = []
    for home, build in homes.items():
        source, more = _docstring(home)
        link = f" [Departures and details]({_text_of(home)})." if more else ""
        options = ("show_root_heading: false", "show_root_toc_entry: false", "heading_level: 3", "members: []")
        lines = "\n".join(f"      {option}" for option in options)
        shown.append(f"**Source**: {source}{link}\n\n::: {build}\n    options:\n{lines}")
    return "\n\n".join(shown)


def departures() -> dict[str, str]:
    """The docstrings of the modules of resolvers, by the place of the text on the site."""
    homes = {home for registry in _KINDS.values() for name in registry.names() for home in _homes(name)}
    docstrings = {home: _docstring(home) for home in sorted(homes)}
    return {
        f"science/resolvers/{_text_of(home)}": f"{source}\n\n{more}\n"
        for home, (source, more) in docstrings.items()
        if more
    }


def modules(page: str) -> dict[str, str]:
    """The modules that a page links as plain text, as pydoc prints them, by the place of the text on the site."""
    names = re.findall(r"\(pydoc/([\w.]+)\.txt\)", (PAGES / page).read_text(encoding="utf-8"))
    folder = PurePosixPath(page).parent / "pydoc"
    return {f"{folder}/{name}.txt": _module(name) for name in names}


def _module(name: str) -> str:
    text = pydoc.plain(pydoc.render_doc(import_module(name), "%s"))
    return re.sub(r"\n\nFILE\n.*", "\n", text, flags=re.DOTALL)


def _text_of(home: str) -> str:
    return f"departures/{home.partition('.resolvers.')[2].replace('.', '-')}.txt"


def _homes(name: str) -> dict[str, str]:
    """The modules of a resolver, and what each builds it with."""
    loaded = [registry.load(name) for registry in _KINDS.values() if name in registry.names()]
    builds = ((module.__name__, vars(module)["RESOLVER"].build) for module in loaded)
    return {home: f"{build.__module__}.{build.__qualname__}" for home, build in builds}


def _docstring(home: str) -> tuple[str, str]:
    """The first line of a module's docstring, and the rest."""
    first, _, rest = (import_module(home).__doc__ or "").strip().partition("\n")
    return first, rest.strip()


def weights(name: str) -> str:
    """The scores of indicators or weights of factors in the TOML file of a resolver, with their sources."""
    data = tomllib.loads((ROOT / "resolvers" / f"{name}.toml").read_text(encoding="utf-8"))
    if "scores" in data:  # learned ones name no source each
        return _rows(("indicator", "scores"), [(name, _outcomes(content)) for name, content in data["scores"].items()])
    entries = [entry for table in data.values() if isinstance(table, dict) for entry in table.items()]
    sourced = [(name, content) for name, content in entries if isinstance(content, dict) and "source" in content]
    rows = [
        (name, _outcomes(content.get("scores", content.get("weight"))), content["source"]) for name, content in sourced
    ]
    return _rows(("name", "weight", "source"), rows)


def _outcomes(scores: object) -> str:
    """`subject 2, object 1`, or a weight alone."""
    if not isinstance(scores, dict):
        return str(scores)
    return ", ".join(f"{outcome.replace('_', ' ')} {score}" for outcome, score in scores.items())


def _rows(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ("| " + " | ".join((f"`{first}`", *others)) + " |" for first, *others in rows)
    return "\n".join(("| " + " | ".join(headings) + " |", "|---" * len(headings) + "|", *lines))


Option = tuple[str, str, str]
"""The names of an option, the values that it takes, and its help."""

_SHARED_BY = 3
"""An option that as many commands have, with the same help, stands on the page of all commands."""
_SHARED = "tasks/index.md"


@cache
def _commands() -> Mapping[str, tuple[Option, ...]]:
    """The arguments and options of each command, such as "score" and "evaluate it"."""
    commands = {}
    groups = [("", get_group(application()))]
    for prefix, group in groups:
        for name, command in group.commands.items():
            if isinstance(command, TyperGroup):
                groups.append((f"{prefix}{name} ", command))
            else:
                commands[prefix + name] = tuple(map(_option, command.params))
    return commands


@cache
def _shared() -> tuple[Option, ...]:
    count = Counter(option for options in _commands().values() for option in options)
    return tuple(option for option, times in count.items() if times >= _SHARED_BY)


def of_command(command: str, page: str) -> str:
    """Tabulate the options of a command, and link those that it shares with many.

    Raises `UnknownNameError` if there is no such command.
    """
    if command not in _commands():
        raise unknown_name("command", command, _commands())
    unshared = [option for option in _commands()[command] if option not in _shared()]
    link = f"{os.path.relpath(_SHARED, PurePosixPath(page).parent)}#shared-options"
    more = f"And [shared options]({link})." if len(unshared) < len(_commands()[command]) else ""
    parts = f"## All options of `anaphora {command}`", _options_table(unshared), more
    return "\n\n".join(part for part in parts if part)


def shared(kind: str) -> str:
    """Tabulate the options that many commands share; the `kind` is "options".

    Raises `UnknownNameError` for another kind.
    """
    if kind != "options":
        raise unknown_name("kind", kind, ("options",))
    return _options_table(_shared())


def _options_table(options: Iterable[Option]) -> str:
    rows = [f"| {names}{values and f' {values}'} | {about} |" for names, values, about in options]
    return "\n".join(("| option | meaning |", "|---|---|", *rows)) if rows else ""


def _option(parameter: Any) -> Option:
    about = (parameter.help or "").replace("|", r"\|")
    if not isinstance(parameter, TyperOption):
        return f"`{(parameter.metavar or parameter.name.upper()).strip('[].')}`", "", about
    names = " ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    if parameter.is_flag:
        return names, "", about
    values = getattr(parameter.type, "choices", None) or [parameter.metavar or "VALUE"]
    if all(value in about for value in values):
        values = []
    kept = parameter.default not in (None, "", 0) and "(default" not in about
    default = f" Default: `{parameter.default}`." if kept else ""
    return names, " \\| ".join(f"`{value}`" for value in values).replace("`|`", "`\\|`"), about + default
