"""Tables of the errors of responses."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from anaphora.workbench.coreference.errors import (
    ERROR_TYPES,
    TYPES,
    ChainError,
    ChainErrors,
    LinkError,
    Place,
    ResponseErrors,
)
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.vocabulary import counted, percent, short

_LONGEST = 48


def tables(errors: ChainErrors, per_document: bool = False, listed: int = 0) -> list[Table]:
    """Types of errors, links by types of mentions, and if asked for each document and a list.

    `listed` is how many errors of each type are listed for each response.
    """
    found = [replace(types_table(errors), notes=tuple(notes(errors))), links_table(errors)]
    if per_document:
        found.append(_documents(errors))
    if listed:
        found += [*_lists(errors, listed)]
    return found


def notes(errors: ChainErrors) -> list[str]:
    """What a reader must know of the tables."""
    mentions = "" if errors.singletons else " without singletons"
    scores = ", ".join(f"{name} {percent(it.scores['conll']['f1'], 2)}" for name, it in errors.systems.items())
    gains = "Gains are points of it if all errors of a type were corrected: alone, or after those above."
    found = [f"CoNLL F1{mentions}: {scores}. {gains}"]
    found += [_of_links(name, it, errors.tree) for name, it in errors.systems.items()]
    if any("other" in error.types for found in errors.systems.values() for error in (*found.recall, *found.precision)):
        found.append("other: a name or nominal that neither the corpus nor a tree distinguishes.")
    return found


def _of_links(name: str, found: ResponseErrors, tree: str) -> str:
    own = "its own, where it marks them" if found.own_links else f"{tree} tree"
    recall = f"{len(found.recall):,} of {counted(found.links[0], 'key link')} missed ({tree} tree)"
    return f"{name}: {recall}, {len(found.precision):,} of {counted(found.links[1], 'link')} wrong ({own})."


def types_table(errors: ChainErrors) -> Table:
    """A row a type of error: how many, and what correcting them would gain, alone and after those above."""
    columns = [Column("type_of_error")]
    for name in errors.systems:
        lead = f"{name}: " if len(errors.systems) > 1 else ""
        columns += [
            Column(f"{lead}errors", "count"),
            Column(f"{lead}alone", "points", digits=2),
            Column(f"{lead}in sequence", "points", digits=2),
        ]
    rows: list[tuple[Cell, ...]] = [
        (
            _name(type),
            *(
                cell
                for result in errors.systems.values()
                for cell in (result.count(type), result.gain(type), result.gain(type, in_sequence=True))
            ),
        )
        for type in ERROR_TYPES
    ]
    total = [cell for result in errors.systems.values() for cell in (result.counted.total(), None, _missing(result))]
    return Table(f"Errors against {errors.key}", tuple(columns), (*rows, ("all", *total)))


def _missing(found: ResponseErrors) -> float | None:
    """What all corrections gain together."""
    first, last = found.scores["conll"]["f1"], found.in_sequence[ERROR_TYPES[-1]]["conll"]["f1"]
    return None if first is None or last is None else last - first


def links_table(errors: ChainErrors) -> Table:
    """Missed and wrong links by the types of anaphor and antecedent, and those that all responses have in common."""
    counts = {
        f"{name}: {what}" if len(errors.systems) > 1 else what: Counter(link.types for link in links)
        for name, it in errors.systems.items()
        for what, links in (("missed", it.recall), ("wrong", it.precision))
    }
    if len(errors.systems) > 1:
        counts["all: missed"] = Counter(link.types for link in errors.common_recall)
        counts["all: wrong"] = Counter(link.types for link in errors.common_precision)
    pairs = [
        (anaphor, antecedent)
        for anaphor in TYPES
        for antecedent in TYPES
        if any(count[anaphor, antecedent] for count in counts.values())
    ]
    rows: list[tuple[Cell, ...]] = [
        (f"{anaphor} to {antecedent}", *(count[anaphor, antecedent] for count in counts.values()))
        for anaphor, antecedent in pairs
    ]
    columns = (Column("link"), *(Column(name, "count", name) for name in counts))
    return Table("Links", columns, (*rows, ("all", *(count.total() for count in counts.values()))))


def _documents(errors: ChainErrors) -> Table:
    counts = {name: Counter((error.document, error.type) for error in it.errors) for name, it in errors.systems.items()}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (document, name, *(count[number, type] for type in ERROR_TYPES))
        for number, document in enumerate(errors.documents)
        for name, count in counts.items()
    )
    columns = (Column("document"), Column("response"), *(Column(_name(type), "count") for type in ERROR_TYPES))
    return Table("By document", columns, rows)


def _lists(errors: ChainErrors, number: int) -> Iterator[Table]:
    for name, found in errors.systems.items():
        first = [
            error for type in ERROR_TYPES for error in [each for each in found.errors if each.type == type][:number]
        ]
        columns = (Column("error"), Column("document"), Column("part"), Column("whole"))
        rows = tuple(_error(error, errors.documents) for error in first)
        yield Table(f"{name}: {len(first)} of {len(found.errors):,} errors", columns, rows)
        for what, links in (("missed", found.recall), ("wrong", found.precision)):
            yield _some_links(f"{name}: {what}", links[:number], len(links), errors.documents)
    if len(errors.systems) > 1:
        for what, links in (("missed", errors.common_recall), ("wrong", errors.common_precision)):
            yield _some_links(f"all: {what}", links[:number], len(links), errors.documents)


def _error(it: ChainError, documents: Sequence[str]) -> tuple[str, ...]:
    size = f" ({it.size})" if it.size > 1 else ""
    part = " | ".join(map(_quoted, it.part))
    return _name(it.type), documents[it.document], short(part, _LONGEST), short(_quoted(it.whole), _LONGEST) + size


def _some_links(title: str, links: Sequence[LinkError], total: int, documents: Sequence[str]) -> Table:
    rows = tuple(
        (" to ".join(link.types), documents[link.document], *(short(_quoted(end), _LONGEST) for end in _ends(link)))
        for link in links
    )
    columns = (Column("link"), Column("document"), Column("anaphor"), Column("antecedent"))
    return Table(f"{title}, {len(links)} of {total:,}", columns, rows)


def _ends(it: LinkError) -> tuple[Place, Place]:
    return it.anaphor, it.antecedent


def _quoted(mention: Place) -> str:
    """A mention with the number of its first word, which tells it from others with the same words."""
    return f"{mention.text} @{mention.start}"


def _name(type: str) -> str:
    return type.replace("_", " ") + (" error" if type == "span" else "")
