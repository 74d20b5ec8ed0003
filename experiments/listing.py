"""What there is (`anaphora list`), and whether corpus files are well-formed (`anaphora check`)."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphora import corpora, resolvers
from anaphora.resolvers import chains
from anaphora.workbench import measures
from anaphora.workbench.errors import FormatError, UnknownNameError
from anaphora.workbench.registry import Registry

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


def inventory(what: str) -> dict[str, dict[str, str]]:
    """Names and one-line sources, by kind; `what` is one kind or "all"; "resolvers" are those of both kinds.

    Raises `UnknownNameError` for other kinds.
    """
    kinds: dict[str, Callable[[], dict[str, str]]] = {
        "resolvers": lambda: _listed(resolvers.REGISTRY),
        "chains": lambda: _listed(chains.REGISTRY),
        "measures": _measures,
        "formats": lambda: _listed(corpora.REGISTRY),
        "indicators": _indicators,
        "corpora": _corpora,
        "pipelines": _pipelines,
        "cards": _cards,
    }
    if what != "all" and what not in kinds:
        raise UnknownNameError(f"There is nothing called {what!r} to list. Choose from {', '.join(kinds)}.")
    wanted = {"all": tuple(kinds), "resolvers": ("resolvers", "chains")}.get(what, (what,))
    return {kind: entries() for kind, entries in kinds.items() if kind in wanted}


def _listed(registry: Registry) -> dict[str, str]:
    return {name: registry.source_line(name) for name in registry.names()}


def _measures() -> dict[str, str]:
    return {measure.name: measure.source for module in measures.modules().values() for measure in module.MEASURES}


def _indicators() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in resolvers.names():
        module = resolvers.load(name)
        if hasattr(module, "indicators"):
            found |= {f"{name}: {indicator}": source for indicator, source in module.indicators().items()}
    return found


def _corpora() -> dict[str, str]:
    from anaphora.experiments.comparison.compare import BUNDLED

    return {"manuals": f"bundled, {len(list(BUNDLED.glob('*.conllu')))} texts written for this project, CC BY 4.0"}


def _cards() -> dict[str, str]:
    """The cards of all resolvers that have learned something by default, and of what preprocessing is made of."""
    from anaphora.preprocess import cards
    from anaphora.resolvers.specs import build_resolvers, default_chain_resolvers, default_resolvers
    from anaphora.workbench.provenance.cards import card_of

    built = build_resolvers([*default_resolvers(), *default_chain_resolvers()], seed=0)
    own = {name: str(card) for name, resolver in built.items() if (card := card_of(resolver))}
    return {**own, **{name: str(card) for name, card in cards.bundled().items()}}


def _pipelines() -> dict[str, str]:
    from anaphora.preprocess import pipeline

    bundled = "bundled: UD English EWT and the freely licensed part of GUM, CC BY-SA 4.0"
    return {name: bundled if name == pipeline.BUNDLED else "installed spaCy pipeline" for name in pipeline.names()}


def inventory_table(result: dict[str, dict[str, str]]) -> "Table":
    """The inventory for the terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table("kind", "name", "what it is")
    for kind, entries in result.items():
        for name, source in entries.items():
            table.add_row(kind, name, Text(source))
    return table


def validate(paths: Sequence[Path], format: str | None) -> dict[str, Any]:
    """Every finding in files and folders, and how many are errors; a path with nothing to read is an error too."""
    rows = [
        {"path": finding.path, "line": finding.line, "severity": finding.severity, "text": finding.text}
        for path in paths
        for finding in _findings(path, format)
    ]
    shown = ", ".join(map(str, paths))
    return {"path": shown, "errors": sum(row["severity"] == "error" for row in rows), "findings": rows}


def _findings(path: Path, format: str | None) -> list[corpora.Finding]:
    try:
        return corpora.check(path, format)
    except FormatError as error:
        return [corpora.Finding(error.path, error.line, "error", f"{error.problem}. {error.cure}")]


def findings_table(result: dict[str, Any]) -> "Table | Text":
    """The findings for the terminal; a name that is wider than its column goes on in the next line."""
    from rich.table import Table
    from rich.text import Text

    if not result["findings"]:
        return Text(f"{result['path']}: nothing to report")
    table = Table()
    for name, is_long in {"file": True, "line": False, "severity": False, "finding": True}.items():
        table.add_column(name, overflow="fold", no_wrap=not is_long)
    for row in result["findings"]:
        table.add_row(Text(str(row["path"])), str(row["line"] or ""), row["severity"], Text(row["text"]))
    return table
