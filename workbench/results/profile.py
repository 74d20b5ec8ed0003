"""Contents and difficulty of a corpus: the figures that Mitkov 2001, section 7, asks to publish with every result."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from anaphora.workbench.files import JsonObject
from anaphora.workbench.results import difficulty
from anaphora.workbench.results.figures import Figure, figure, figures_table
from anaphora.workbench.results.key_statistics import KeyStatistics, Row, mentions_table
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.trace.document import KeyAnaphor

_TWICE = (
    "key_anaphors", "candidates_per_anaphor", "compatible_per_anaphor", "more_than_one_compatible", "mean_distance",
)  # fmt: skip
"""Figures that those of difficulty include."""
_MARKS = ("it_marked_pleonastic", "it_marked_clausal")  # undefined where the corpus marks neither


@dataclass(frozen=True, slots=True)
class AnaphorProfile:
    """Totals of a corpus: `sizes` counts words, sentences, mentions and so on, `found` key mentions that were found.

    `anaphors` are the key anaphors, `chance` the sum over them of the probability that a random compatible candidate
    is right. `skipped` are the messages of bad files that were passed over. `texts` hold what makes the anaphors of
    each document difficult; `by` (genre or document) asks for these figures apart as well.
    """

    sizes: Counter[str]
    found: Counter[str]
    not_counted: Counter[str]
    anaphors: tuple[KeyAnaphor, ...]
    chance: float
    skipped: tuple[str, ...]
    texts: tuple[difficulty.Text, ...]
    by: str | None
    signature: str

    def named(self) -> JsonObject:
        """All figures; shares are of the key anaphors, `None` where there are none."""
        apart = difficulty.grouped(self.texts, self.by) if self.by else {}
        unmarked = {} if any(self.sizes[name] for name in _MARKS) else dict.fromkeys(_MARKS)
        return {
            "signature": self.signature,
            "documents": len(self.texts),
            **self.sizes,
            **unmarked,
            "mention_recall": self._recall("singleton", "coreferent"),
            "mention_recall_without_singletons": self._recall("coreferent"),
            "key_anaphors": len(self.anaphors),
            "not_counted": dict(self.not_counted),
            "forms": dict(Counter(anaphor.form for anaphor in self.anaphors).most_common()),
            "candidates_per_anaphor": difficulty.mean([anaphor.candidates for anaphor in self.anaphors]),
            "compatible_per_anaphor": difficulty.mean([anaphor.compatible for anaphor in self.anaphors]),
            "more_than_one_candidate": difficulty.mean([anaphor.candidates > 1 for anaphor in self.anaphors]),
            "more_than_one_compatible": difficulty.mean([anaphor.compatible > 1 for anaphor in self.anaphors]),
            "intrasentential": difficulty.mean([anaphor.distance == 0 for anaphor in self.anaphors]),
            "distance": {
                str(far): n for far, n in sorted(Counter(anaphor.distance for anaphor in self.anaphors).items())
            },
            "mean_distance": difficulty.mean([anaphor.distance for anaphor in self.anaphors]),
            "chance": self.chance / len(self.anaphors) if self.anaphors else None,
            "skipped": self.skipped,
            "difficulty": self._difficulty(),
            **({"by": {self.by: apart}} if self.by else {}),
        }

    def _difficulty(self) -> JsonObject:
        return difficulty.figures(self.texts, difficulty.is_marked(self.texts))

    def _recall(self, *kinds: str) -> dict[str, float | None]:
        total = sum(self.found[kind] for kind in kinds)
        counts = {how: sum(self.found[f"{kind}_{how}"] for kind in kinds) for how in ("strict", "head")}
        return {how: count / total if total else None for how, count in counts.items()}

    def tables(self) -> tuple[Table, ...]:
        """The figures, the counts of forms and distances, and a row for each genre or document if asked for."""
        left_out = {"by", "difficulty", "skipped", "signature", *_TWICE}
        others = {name: cell for name, cell in self.named().items() if name not in left_out}
        figures = self._difficulty() | others
        counts = {name: figures.pop(name) for name in ("not_counted", "types", "forms", "distance")}
        profile = replace(
            profile_table(f"Profile: {counted(len(self.texts), 'document')}", figures),
            notes=tuple(f"Skipped: {message}" for message in self.skipped),
        )
        rows = ((_words(group, ""), name, count) for group, cell in counts.items() for name, count in _parts(cell))
        several = Table("Counts", (Column("of"), Column("name"), Column("count", "count")), tuple(rows))
        groups = [self._by(self.by)] if self.by else []
        return (profile, several, *groups)

    def long_figures(self) -> Iterator[Figure]:
        """All figures of the long table, of the whole and of each genre or document if asked for."""
        named = {name: cell for name, cell in self.named().items() if name not in ("difficulty", "by", *_TWICE)}
        yield from _long("", named | self._difficulty())
        for group, cells in (difficulty.grouped(self.texts, self.by) if self.by else {}).items():
            yield from _long(group if self.by == "document" else f"{self.by} {group}", cells)

    def _by(self, by: str) -> Table:
        groups = difficulty.grouped(self.texts, by)
        rows = [(name, *(_central(dict(group)[column.name]) for column in _COLUMNS)) for name, group in groups.items()]
        return Table(f"By {by}", (Column(by), *_COLUMNS), tuple(rows))


_COLUMNS = (
    Column("anaphors", "count"),
    Column("candidates", "decimal"),
    Column("compatible", "decimal", "after agreement"),
    Column("distance_in_sentences", "decimal", "sentences"),
    Column("distance_in_tokens", "decimal", "tokens"),
    Column("intrasentential", "percent"),
    Column("critical", "percent"),
    Column("pleonastic_it", "percent", "pleonastic"),
    Column("resolution_complexity", "decimal", "complexity", digits=2),
    Column("chance", "percent"),
    Column("most_recent_right", "percent"),
    Column("design_effect", "decimal"),
)


def _long(unit: str, cells: JsonObject) -> Iterator[Figure]:
    """Figures as rows of the long table; a part has a row of its own, an estimate one with its interval."""
    for name, cell in cells.items():
        parts = dict(_parts(cell))
        if parts.keys() == {"value", "low", "high"}:
            ends = None if parts["low"] is None else Interval(parts["low"], parts["high"])
            yield figure(unit, "", name, "value", parts["value"], ends)
            continue
        for part, count in parts.items():
            if count is None or isinstance(count, int | float):
                yield figure(unit, "", name, part or "value", count)


def _central(value: object) -> float | None:
    """The mean of a figure that has a median too, the value of one that has an interval."""
    central = value.get("mean", value.get("value")) if isinstance(value, Mapping) else value
    return central if isinstance(central, (int, float)) else None


_KINDS = (
    Column("figure"), Column("count", "count"), Column("share", "percent", unit="%"),
    Column("mean", "decimal", digits=2), Column("median", "decimal"), Column("value", "decimal", digits=2),
)  # fmt: skip
_KIND = dict.fromkeys(
    (
        "intrasentential", "no_candidate", "trivial", "decided_by_agreement", "critical", "pleonastic_it", "chance",
        "most_recent_right", "discordant", "mention_recall", "mention_recall_without_singletons",
        "more_than_one_candidate",
    ),
    "share",
) | dict.fromkeys(("candidates_per_anaphor", "compatible_per_anaphor", "mean_distance"), "mean")  # fmt: skip
"""The columns of figures that are no counts; those of others are called values."""


def profile_table(title: str, figures: JsonObject) -> Table:
    """A row a figure, each value in the column of its kind; mean and median share a row, other parts have their own."""
    rows: list[tuple[Cell, ...]] = []
    for name, entry in figures.items():
        parts = dict(_parts(entry))
        if parts.keys() == {"mean", "median"}:
            rows.append((_words(name, ""), None, None, parts["mean"], parts["median"], None))
            continue
        for part, value in parts.items():
            kind = "count" if isinstance(value, int) else _KIND.get(name, "value")
            cells = (value if column.name == kind else None for column in _KINDS[1:])
            rows.append((_words(name, part), *cells))
    return Table(title, _KINDS, tuple(rows)).filled()


def _parts(cell: Any) -> list[tuple[str, Any]]:
    """The parts of a figure with their names, or the figure itself, without a name, if it has no parts."""
    return list(cell.items()) if isinstance(cell, Mapping) else [("", cell)]


def _words(name: str, part: str) -> str:
    return f"{name.replace('_', ' ')}{', ' if part else ''}{part}"


SHOWN = ("difficulty", "key", "mentions")
_ENGLISH = (
    "How hard the anaphors are is told in English only (if this is English: --language en). In other languages "
    "resolvers work on the annotation of the corpus: anaphora compare CORPUS --perfect annotation."
)


@dataclass(frozen=True, slots=True)
class Profile:
    """The parts of a profile that were asked for: the content of the key, its difficulty (in English), its mentions.

    `skipped` are the messages of bad files that were passed over.
    """

    key: KeyStatistics
    difficulty: AnaphorProfile | None
    mentions: tuple[Row, ...]
    shown: tuple[str, ...]
    skipped: tuple[str, ...]
    by: str | None
    signature: str

    def tables(self, **_: object) -> tuple[Table, ...]:
        """The tables to show, with the first mentions if they were asked for."""
        sentences = int(self.key.figures()["sentences"] or 0)
        tables: list[Table] = []
        if self.difficulty:
            first, *others = self.difficulty.tables()
            ours = self.difficulty.sizes["sentences"]
            note = f"Sentences: {ours:,} as preprocessing divides the texts, {sentences:,} as the corpus does."
            tables += [replace(first, notes=(*first.notes, *([note] if ours != sentences else []))), *others]
        skipped = (f"Skipped: {message}" for message in self.skipped)
        notes = () if "difficulty" not in self.shown or self.difficulty else (_ENGLISH, *skipped)
        if "key" in self.shown or notes:
            first, *others = self.key.tables(self.by)
            tables += [replace(first, notes=("Sentences: as the corpus divides the texts.", *notes)), *others]
        if "mentions" in self.shown:
            tables.append(self.mentions_table(whole=False))
        return tuple(tables)

    def figures(self, **_: object) -> Table:
        """The long table of all figures or, if they were asked for, all mentions."""
        if "mentions" in self.shown:
            return self.mentions_table(whole=True)
        difficult = self.difficulty.long_figures() if self.difficulty else ()
        return figures_table(chain(difficult, self.key.long_figures(self.by)))

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora profile --json`, what the key holds in any case."""
        data: JsonObject = {**(self.difficulty.named() if self.difficulty else self._sizes())}
        data["key"] = self.key.as_json(self.by)
        if "mentions" in self.shown:
            name = "listed_mentions" if self.difficulty else "mentions"  # the difficulty counts "mentions"
            data[name] = self.mentions_table(whole=True).records()
        return data

    def mentions_table(self, whole: bool) -> Table:
        """Return the `whole` of the mentions, or the first of them."""
        return mentions_table(self.mentions, whole)

    def _sizes(self) -> JsonObject:
        figures = self.key.figures()
        return {
            "signature": self.signature,
            "documents": len(self.key.texts),
            "words": figures["words"],
            "sentences": figures["sentences"],
            "key_mentions": figures["mentions"],
            "key_chains": figures["chains"],
            "skipped": self.skipped,
        }
