"""Tables of the errors of responses as plain text, in Markdown and in LaTeX."""

from collections import Counter
from collections.abc import Iterator, Sequence

from anaphora.experiments.terminal.table import FORMATS, Grid, line, percent, shown
from anaphora.experiments.terminal.vocabulary import DASH, counted, short
from anaphora.workbench.coreference.errors import (
    ERROR_TYPES,
    TYPES,
    ChainError,
    ChainErrors,
    LinkError,
    Place,
    ResponseErrors,
)

__all__ = ["FORMATS", "grids", "notes", "text"]

_LONGEST = 48


def text(errors: ChainErrors, to: str = "table", per_document: bool = False, listed: int = 0) -> str:
    """Tables, notes and signature as plain text, in `markdown`, or in `latex` (which needs the package booktabs)."""
    tables = "\n\n".join(shown(grid, to) for grid in grids(errors, per_document, listed))
    lead, between = ("% " if to == "latex" else ""), ("\n\n" if to == "markdown" else "\n")
    return tables + "\n\n" + between.join(f"{lead}{line(it)}" for it in (*notes(errors), errors.signature)) + "\n"


def grids(errors: ChainErrors, per_document: bool = False, listed: int = 0) -> list[Grid]:
    """The tables to print: types of errors, links by types of mentions, and if asked for each document and a list.

    `listed` is how many errors of each type are listed for each response.
    """
    found = [_types(errors), _links(errors)]
    if per_document:
        found.append(_documents(errors))
    if listed:
        found += [*_lists(errors, listed)]
    return found


def notes(errors: ChainErrors) -> list[str]:
    """What a reader must know of the tables."""
    mentions = "" if errors.singletons else " without singletons"
    scores = ", ".join(f"{name} {percent(it.scores['conll']['f1'])}" for name, it in errors.systems.items())
    gains = "Gains are points of it if all errors of a type were corrected: alone, or after those above it."
    found = [f"CoNLL F1{mentions}: {scores}. {gains}"]
    found += [_of_links(name, it, errors.tree) for name, it in errors.systems.items()]
    if any("other" in it.types for found in errors.systems.values() for it in (*found.recall, *found.precision)):
        found.append("other: a name or nominal that neither the corpus nor a tree tells apart.")
    return found


def _of_links(name: str, found: ResponseErrors, tree: str) -> str:
    own = "its own, where it tells them" if found.own_links else f"{tree} tree"
    recall = f"{len(found.recall):,} of {counted(found.links[0], 'key link')} missed ({tree} tree)"
    return f"{name}: {recall}, {len(found.precision):,} of {counted(found.links[1], 'link')} wrong ({own})."


def _types(errors: ChainErrors) -> Grid:
    several = len(errors.systems) > 1
    columns = ("errors", "alone", "in sequence")
    headings = (f"{name}: {column}" if several else column for name in errors.systems for column in columns)
    rows = [
        (
            _name(type),
            *(
                cell
                for it in errors.systems.values()
                for cell in (f"{it.count(type):,}", _points(it.gain(type)), _points(it.gain(type, in_sequence=True)))
            ),
        )
        for type in ERROR_TYPES
    ]
    total = (cell for it in errors.systems.values() for cell in (f"{it.counted.total():,}", "", _points(_missing(it))))
    return Grid(("type of error", *headings), (*rows, ("all", *total)))


def _missing(found: ResponseErrors) -> float | None:
    """What all corrections gain together."""
    first, last = found.scores["conll"]["f1"], found.in_sequence[ERROR_TYPES[-1]]["conll"]["f1"]
    return None if first is None or last is None else last - first


def _links(errors: ChainErrors) -> Grid:
    """Missed and wrong links by the types of anaphor and antecedent, and those that all responses have in common."""
    columns = {
        f"{name}: {what}" if len(errors.systems) > 1 else what: Counter(link.types for link in links)
        for name, it in errors.systems.items()
        for what, links in (("missed", it.recall), ("wrong", it.precision))
    }
    if len(errors.systems) > 1:
        columns["all: missed"] = Counter(link.types for link in errors.common_recall)
        columns["all: wrong"] = Counter(link.types for link in errors.common_precision)
    pairs = [(one, other) for one in TYPES for other in TYPES if any((one, other) in it for it in columns.values())]
    rows = [(f"{one} to {other}", *(f"{it[one, other]:,}" for it in columns.values())) for one, other in pairs]
    return Grid(("link", *columns), (*rows, ("all", *(f"{it.total():,}" for it in columns.values()))))


def _documents(errors: ChainErrors) -> Grid:
    several = len(errors.systems) > 1
    counts = {name: Counter((error.document, error.type) for error in it.errors) for name, it in errors.systems.items()}
    rows = (
        (document, *((name,) if several else ()), *(f"{count[at, type]:,}" for type in ERROR_TYPES))
        for at, document in enumerate(errors.documents)
        for name, count in counts.items()
    )
    return Grid(("document", *(("response",) if several else ()), *map(_name, ERROR_TYPES)), tuple(rows))


def _lists(errors: ChainErrors, number: int) -> Iterator[Grid]:
    for name, found in errors.systems.items():
        first = [error for type in ERROR_TYPES for error in [it for it in found.errors if it.type == type][:number]]
        headings = (f"{name}: {len(first)} of {len(found.errors):,}", "document", "part", "whole")
        yield Grid(headings, tuple(_error(it, errors.documents) for it in first))
        for what, links in (("missed", found.recall), ("wrong", found.precision)):
            yield _some_links(f"{name}: {what}", links[:number], len(links), errors.documents)
    if len(errors.systems) > 1:
        for what, links in (("missed", errors.common_recall), ("wrong", errors.common_precision)):
            yield _some_links(f"all: {what}", links[:number], len(links), errors.documents)


def _error(it: ChainError, documents: Sequence[str]) -> tuple[str, ...]:
    size = f" ({it.size})" if it.size > 1 else ""
    part = " | ".join(map(_quoted, it.part))
    return _name(it.type), documents[it.document], short(part, _LONGEST), short(_quoted(it.whole), _LONGEST) + size


def _some_links(title: str, links: Sequence[LinkError], of: int, documents: Sequence[str]) -> Grid:
    rows = (
        (" to ".join(it.types), documents[it.document], *(short(_quoted(one), _LONGEST) for one in _ends(it)))
        for it in links
    )
    return Grid((f"{title}, {len(links)} of {of:,}", "document", "anaphor", "antecedent"), tuple(rows))


def _ends(it: LinkError) -> tuple[Place, Place]:
    return it.anaphor, it.antecedent


def _quoted(mention: Place) -> str:
    """A mention with the number of its first word, which tells it from others with the same words."""
    return f"{mention.text} @{mention.start}"


def _name(type: str) -> str:
    return type.replace("_", " ") + (" error" if type == "span" else "")


def _points(value: float | None) -> str:
    return DASH if value is None else f"{round(100 * value, 2) + 0.0:+.2f}"
