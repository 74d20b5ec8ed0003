"""Summaries of what commands wrote: a corpus converted, texts exported, predictions imported, parameters trained."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from anaphora.workbench.external.mending import REPAIRS
from anaphora.workbench.external.records import ASKED, FACTS, System
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.table import Column, Table
from anaphora.workbench.results.vocabulary import wording

_SHOWN = 5


def unit(field: str) -> str:
    """Return the unit that the figures of a field count."""
    return "mentions" if field.startswith("attributes.") else wording()["units"].get(field, "documents")


@dataclass(frozen=True, slots=True)
class Dropped:
    """A mention that was left out because the format cannot express it, with its place among the words."""

    document: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """Counts of what was written and, by field, of what was lost or is new (see `unit`).

    `unread` has for each format that was read what its reader leaves out, whether it was there or not.
    """

    source: str
    target: str
    documents: int
    mentions: int
    lost: Counter[str]
    added: Counter[str]
    dropped: tuple[Dropped, ...]
    unread: Mapping[str, str] = field(default_factory=dict)

    def tables(self, **_: object) -> tuple[Table, ...]:
        """Losses and additions by field, with the first mentions that were left out."""
        fields = sorted({*self.lost, *self.added})
        rows = tuple((name, self.lost[name], self.added[name], unit(name)) for name in fields)
        title = f"From {self.source} to {self.target}: documents {self.documents:,}, mentions {self.mentions:,}"
        notes = [] if self.lost else ["Nothing that was read was lost."]
        notes += [f"Not read from {name}, if it is there: {what}." for name, what in self.unread.items()]
        if self.dropped:
            notes.append(f"{len(self.dropped):,} mentions were left out, which {self.target} cannot express:")
            notes += [
                f"  {mention.document}, tokens {mention.start}-{mention.end}: {mention.text}"
                for mention in self.dropped[:_SHOWN]
            ]
        if len(self.dropped) > _SHOWN:
            notes.append("  ... (--json lists them all)")
        columns = (Column("field"), Column("lost", "count"), Column("new", "count"), Column("counted_in"))
        return (Table(title, columns if rows else (), rows, tuple(notes)),)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora convert --json`."""
        return {
            "from": self.source,
            "to": self.target,
            "documents": self.documents,
            "mentions": self.mentions,
            "lost": self.lost,
            "added": self.added,
            "dropped": [asdict(mention) for mention in self.dropped],
            "unread": self.unread,
        }


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """Counts of what was written; `gaps` are mentions with gaps, which cannot be expressed and were left out."""

    documents: int = 0
    tokens: int = 0
    mentions: int = 0
    questions: int = 0
    gaps: int = 0
    skipped: tuple[str, ...] = ()

    def tables(self, **_: object) -> tuple[Table, ...]:
        """Tabulate what was written, and what was passed over."""
        counts = {name: count for name, count in asdict(self).items() if name != "skipped"}
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        return (Table("", (Column("written"), Column("count", "count")), tuple(counts.items()), notes),)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora export --json`."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """Result of an import; `found` counts mentions, clusters and repairs by the names of `REPAIRS` and `FACTS`.

    `dropped` are documents without predictions, each with the reason as far as the system gave one. Where a server was
    asked, `asked` counts its answers and tokens by the names of `ASKED`.
    """

    system: System
    documents: int
    dropped: Mapping[str, str]
    found: Mapping[str, int]
    asked: Mapping[str, int] = field(default_factory=dict)

    def tables(self, **_: object) -> tuple[Table, ...]:
        """All facts that are there, and all that was mended."""
        words = {**FACTS, **REPAIRS}
        rows = [("documents", self.documents), ("documents without predictions", len(self.dropped))]
        rows += [(words, self.asked[name]) for name, words in ASKED.items() if name in self.asked]
        rows += [(words[name], self.found[name]) for name in words if self.found.get(name)]
        title = " ".join(filter(None, (self.system.name, self.system.version)))
        return (Table(title, (Column("fact"), Column("count", "count")), tuple(rows)),)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora import --json`."""
        return {
            "system": {"name": self.system.name, "version": self.system.version, "model": self.system.model},
            "documents": self.documents,
            "dropped": self.dropped,
            "repairs": {name: self.found.get(name, 0) for name in REPAIRS},
            "facts": {name: self.found.get(name, 0) for name in FACTS},
            **({"asked": {name: self.asked.get(name, 0) for name in ASKED}} if self.asked else {}),
        }


@dataclass(frozen=True, slots=True)
class Trained:
    """The parameters that a resolver learned, and their provenance."""

    resolver: str
    parameters: Mapping[str, object]
    provenance: Mapping[str, object]
    documents: int
    skipped: tuple[str, ...]

    def as_text(self, licence: str | None = None) -> str:
        """The parameters as JSON that is small and can be read: a line for each entry, and each entry of a table."""
        parts = {"resolver": self.resolver, "provenance": self.provenance, **self.parameters}
        parts |= {"licence": licence} if licence else {}
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {_shown(value)}" for key, value in parts.items()) + "\n}\n"


def _shown(value: object) -> str:
    if not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    compact = (json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in value.values())
    rows = (f" {json.dumps(key, ensure_ascii=False)}: {text}" for key, text in zip(value, compact, strict=True))
    return "{\n" + ",\n".join(rows) + "\n}"
