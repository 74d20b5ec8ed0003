"""What stands behind scores: their fractions, right and wrong links, chains by size, the spread of samples."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from anaphora.workbench.aliases import Numbers
from anaphora.workbench.errors import OptionError
from anaphora.workbench.measures._links import LINKS, SIZES, as_data
from anaphora.workbench.measures._parts import Parts
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.table import Cell, Column, Table

SPREAD_OF = (5, 10, 20, 30, 50, 100, 200)
"""Numbers of documents whose spread is shown."""
_DRAWS = 2_000


def fractions_table(scores: Scores, system: str) -> Table:
    """A row a measure that is a quotient of counts: recall and precision as k/n, and the values of all parts."""
    rows: list[tuple[Cell, ...]] = []
    for measure in scores.measures:
        found = measure.fractions(scores.sums(system, measure))
        values = scores.values(system, measure)
        main = main_part(measure)
        whole = _written(found.get(main)) if main in found else None
        if found:
            parts = (_written(found.get("recall")), _written(found.get("precision")))
            rows.append((measure.name, *parts, values[main] if whole is None else whole))
    columns = (
        Column("measure"), Column("recall", "count"), Column("precision", "count"),
        Column("value", "percent", "F1 or value", digits=2),
    )  # fmt: skip
    return Table(f"{system}: fractions", columns, tuple(rows))


def _written(fraction: tuple[float, float] | None) -> str | None:
    """`2/3`; a numerator that is no count has two digits."""
    if fraction is None:
        return None
    return "/".join(f"{number:.0f}" if number == round(number) else f"{number:.2f}" for number in fraction)


def links_tables(scores: Scores) -> tuple[Table, Table]:
    """Links right and wrong of key and responses (Recasens & Hovy 2011, Table 15), and chains by size (Table 2).

    Raises:
        OptionError: they were not counted.
    """
    if not scores.has_links:
        raise OptionError(
            "Links were not counted: ask for them by --show links or links=True, of a key that has chains.",
            code="links-not-counted",
        )
    both = [as_data(scores.sums(system, LINKS)) for system in scores.systems]
    found = [both[0][0], *(response for _, response in both)]
    names = ("key", *scores.systems)
    rows = [(name, *(counts[column.name] for column in _LINKS)) for name, counts in zip(names, found, strict=True)]
    notes = ("Links are pairs of mentions of a document, coreferent or not; each side has those of its own mentions.",)
    columns = (Column("chains"), *_LINKS)
    by_size = tuple((size.replace("-", "–"), *(counts["sizes"][size] for counts in found)) for size in SIZES)
    sizes = (Column("mentions"), *(Column(f"entities of {name}", "count", name) for name in names))
    return Table("Links", columns, tuple(rows), notes, frozenset({0})), Table("Entities by size", sizes, by_size)


_LINKS = (
    Column("rc", "count", "right coref"), Column("wc", "count", "wrong coref"),
    Column("rn", "count", "right non-coref"), Column("wn", "count", "wrong non-coref"),
    Column("entities", "count"), Column("singletons", "count"),
)  # fmt: skip


def spread_table(scores: Scores, seed: int = 0) -> Table:
    """A row a measure and system: the standard deviation of its main value over samples of so many documents.

    Samples are drawn from the scored documents with replacement (Efron 1979), so that each is a corpus that might as
    well have been annotated; of a large corpus blocks of documents are drawn.
    """
    rows = [
        (*((system,) if len(scores.systems) > 1 else ()), measure.name, *_spread(scores, system, measure.name, seed))
        for system in scores.systems
        for measure in scores.measures
    ]
    first = (Column("system"), Column("measure")) if len(scores.systems) > 1 else (Column("measure"),)
    columns = (*first, *(Column(f"sd_{size}", "percent", str(size), digits=1) for size in SPREAD_OF))
    note = "Standard deviations in points over samples of so many documents, drawn with replacement."
    return Table("Spread by number of documents", columns, tuple(rows), (note,))


def _spread(scores: Scores, system: str, name: str, seed: int) -> Iterator[float | None]:
    measure = next(measure for measure in scores.measures if measure.name == name)
    counts = scores.counts[system][name]
    place = measure.parts.index(main_part(measure))
    for size in SPREAD_OF:
        values = measure.score(_samples(len(counts), size, seed) @ counts)[..., place]
        yield float(np.nanstd(values)) if len(counts) > 1 and not np.isnan(values).all() else None


def _samples(units: int, size: int, seed: int) -> Numbers:
    """How often each of the documents is in each sample of `size`."""
    return np.random.default_rng(seed).multinomial(size, np.full(units, 1 / units), _DRAWS).astype(np.float64)


def variants_table(scores: Scores) -> Table:
    """A row a way to match, with or without singletons, and a column a system: the primary measure.

    Raises:
        OptionError: they were not scored.
    """
    if not scores.variants:
        cure = "ask for them by --show variants or variants=True, of a key that has chains."
        raise OptionError(f"Variants were not scored: {cure}", code="variants-not-scored")
    rows = tuple((name, *(values[system] for system in scores.systems)) for name, values in scores.variants.items())
    columns = (
        Column("variant"),
        *(Column(system, "percent", system, direction="higher", digits=2) for system in scores.systems),
    )
    return Table(f"Variants of {scores.primary.name}", columns, rows, best_of="row")


def part_tables(scores: Scores) -> list[Table]:
    """A table for each way to divide, with a row a part that has chains: the primary measure, or the first that has it.

    Of one system recall, precision and interval, of several a column each.
    """
    return [_part_table(scores, by, found) for by, found in scores.parts.items()]


def _part_table(scores: Scores, by: str, found: Parts) -> Table:
    several, name = len(scores.systems) > 1, ""
    rows: list[tuple[Cell, ...]] = []
    for part, (*measures, sizes) in found.items():
        counts = [scores.sums(system, sizes).astype(int).tolist() for system in scores.systems]
        if not any(map(any, counts)) or not measures:
            continue
        main = next((it for it in measures if it.name.partition(":")[0] == scores.primary.name), measures[0])
        name, of_part = main.name.partition(":")[0], replace(scores, measures=tuple(measures))
        values = [scores.values(system, main) for system in scores.systems]
        cells: list[Cell] = [value[main_part(main)] for value in values]
        if not several:
            sides = [values[0].get("recall"), values[0].get("precision")]
            cells = [counts[0][2], *sides, *cells, of_part.interval(scores.systems[0], main)]
        rows.append((part.replace("-", "–"), *counts[0][:2], *cells))
    heading = {"chain-length": "mentions of a chain", "range": "share of the document"}.get(by, "text")
    columns = (
        Column("part", heading=heading), Column("key_chains", "count"), Column("key_mentions", "count"),
        *(() if several else _PART[:3]),
        *(Column(it, "percent", it if several else "F1", digits=2) for it in scores.systems),
        *(() if several else _PART[3:]),
    )  # fmt: skip
    return Table(f"{name} by {by}", columns, tuple(rows), (_PART_NOTES.get(by, _CUT),))


_PART = (
    Column("response_chains", "count"), Column("recall", "percent", digits=2), Column("precision", "percent", digits=2),
    Column("interval", "percent", "95% interval", digits=2),
)  # fmt: skip
_EACH_SIDE = (
    "Recall: such chains of the key. Precision: such chains of the response. Each against all of the other side."
)
_PART_NOTES = {
    "chain-length": _EACH_SIDE,
    "range": f"{_EACH_SIDE} The share is from where the first mention begins to where the last does.",
}
_CUT = "Each window is scored as a document; a mention is in the one in which it begins."


DETAILS: dict[str, Callable[[Scores], Sequence[Table]]] = {
    "fractions": lambda scores: [fractions_table(scores, system) for system in scores.systems],
    "links": links_tables,
    "spread": lambda scores: [spread_table(scores, scores.seed)],
    "variants": lambda scores: [variants_table(scores)],
}
"""What can be shown beside scores, by its name."""
