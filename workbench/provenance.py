"""Provenance: cards of what was trained or tuned on which corpora, and which documents of a comparison that saw.

A card lists documents by digests of their texts where they are known, else only the name of a corpus, as systems from
elsewhere tell it. Cards come from three places: a TOML file of cards, the provenance in a file that was learned, and
what a system says of itself.

Documents of a comparison are matched by the digests of cards. Where a card has only the name of a corpus, documents
count that look like that corpus by their ids (`known_corpora.toml`), and the warning says no more than that.
"""

import json
import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Protocol, runtime_checkable

from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import text

USES = {"trained on": "training data", "tuned on": "tuning data"}
"""The uses of documents, and what they make them: parameters were learned from them, or choices made by them."""
_BRACKET = re.compile("-[LR][RSC]B-")  # as the Penn Treebank writes brackets
_MARKS = re.compile(r"[\W_]+")
_HEXADECIMAL = frozenset("0123456789abcdef")
_LENGTH = 16


def text_digest(words: Iterable[str]) -> str:
    """Sixteen hexadecimal digits of the letters and figures of a text, so that tokens, white space and marks are free.

    Formats differ in quotation marks, brackets, and signs for what is left out. A text of nothing but marks, as one
    that is withheld, is taken as it is.
    """
    text = _BRACKET.sub("", unicodedata.normalize("NFKC", "".join(words)))
    kept = _MARKS.sub("", text) or text
    return blake2b(kept.encode("utf8", "surrogatepass"), digest_size=_LENGTH // 2).hexdigest()


@dataclass(frozen=True, slots=True)
class Seen:
    """Documents that something has seen: a part of a corpus, how it was used, and the digests of the texts.

    Without `documents` only the name is known. Raises `OptionError` for a use that is none of `USES`, and for what
    cannot be a digest.
    """

    corpus: str
    part: str = ""
    use: str = "trained on"
    documents: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Check use and digests."""
        if not self.corpus:
            raise OptionError("A corpus that was seen has no name. Give one, or leave the entry out.")
        if self.use not in USES:
            raise OptionError(f"{self.corpus} cannot have been {self.use!r}. Choose from {', '.join(USES)}.")
        for document in self.documents:
            if len(document) != _LENGTH or not _HEXADECIMAL.issuperset(document):
                cure = f"Expected are {_LENGTH} hexadecimal digits, as workbench.provenance.text_digest gives them."
                raise OptionError(f"{document!r}, a document of {self.corpus}, is not a digest. {cure}")

    def __str__(self) -> str:
        return f"{self.corpus} {self.part}".strip()

    @property
    def size(self) -> str:
        """The number of listed documents, in brackets; empty if none is listed."""
        return f" ({len(self.documents)} document{'s' if len(self.documents) > 1 else ''})" if self.documents else ""


@dataclass(frozen=True, slots=True)
class Card:
    """The origins of a resolver, a pipeline or a table.

    `what` says in a line what it is, `licence` under which licence, `source` where the facts stand, `note` what a
    reader should know besides.
    """

    name: str
    what: str = ""
    seen: tuple[Seen, ...] = ()
    licence: str = ""
    source: str = ""
    note: str = ""

    def __str__(self) -> str:
        """The card in a line."""
        seen = "; ".join(f"{seen.use} {seen}{seen.size}" for seen in self.seen)
        parts = (self.what, seen, self.note, self.licence, self.source)
        return ". ".join(part.removesuffix(".") for part in parts if part)


@runtime_checkable
class Carded(Protocol):
    """A resolver or chain resolver that knows what it has seen."""

    @property
    def card(self) -> Card | None:
        """The card, with all that its parts have seen; `None` if it has learned nothing."""
        ...


def card_of(resolver: object) -> Card | None:
    """The card of a resolver or chain resolver, if it has one; raises `OptionError` for what is none."""
    card = resolver.card if isinstance(resolver, Carded) else None
    if not isinstance(card, Card | None):
        kinds = f"{type(card).__name__}, not an anaphora.workbench.provenance.Card or None"
        raise OptionError(f"The card of the resolver {type(resolver).__name__} is a {kinds}. Make it an attribute.")
    return card


def merge_cards(*cards: Card | None) -> Card | None:
    """Merge the cards of several parts into one of all that they have seen; `None` if none of them has one."""
    distinct = [card for number, card in enumerate(cards) if card and card not in cards[:number]]
    if len(distinct) < 2:
        return distinct[0] if distinct else None
    seen = dict.fromkeys(entry for card in distinct for entry in card.seen)
    names = dict.fromkeys(name for card in distinct for name in card.name.split("+"))
    return Card("+".join(names), seen=tuple(seen))


def card_of_pipeline(meta: Mapping[str, object]) -> Card:
    """The card of a spaCy pipeline, from what its package says of its sources (`nlp.meta`)."""
    sources = meta.get("sources")
    entries = sources if isinstance(sources, list) else []
    names = (entry.get("name") for entry in entries if isinstance(entry, dict))
    seen = tuple(Seen(name) for name in names if isinstance(name, str) and name)
    name, licence, url = (str(meta.get(key) or "") for key in ("name", "license", "url"))
    return Card(f"{meta.get('lang')}_{name}", "a spaCy pipeline", seen, licence, url)


def read_learned_card(path: str | Path) -> Card | None:
    """The card of a file that was learned (JSON, or TOML by its name); `None` where its provenance does not say.

    Raises `OptionError` if it cannot be read, or if "seen" in its provenance is malformed.
    """
    return card_of_provenance(path, _loaded(Path(path)))


def card_of_provenance(path: str | Path, data: Mapping[str, object]) -> Card | None:
    """The card of a file that was learned, from what was read of it; see `read_learned_card`."""
    path = Path(path)
    provenance = data.get("provenance")
    if not isinstance(provenance, dict) or "seen" not in provenance:
        return None
    return Card(path.stem, seen=_several(path, provenance["seen"], {}), licence=str(data.get("licence", "")))


def read_cards(path: Path) -> dict[str, Card]:
    """The cards of a TOML file, by name: a table each.

    A table has strings `what`, `licence`, `source` and `note`, and a list `seen` of tables with `corpus`, `part`, `use`
    and `documents`: digests, or names of entries of the table `lists`, which are texts of digests with white space
    between. Raises `OptionError` with file, card and cure where it cannot be read or has something else.
    """
    data = _loaded(path)
    lists = data.pop("lists", {})
    if not isinstance(lists, dict) or not all(isinstance(text, str) for text in lists.values()):
        raise OptionError(f"{path}: 'lists' has something else than texts of digests. Write name = '...' for each.")
    digests = {name: text.split() for name, text in lists.items()}
    return {name: _card(path, name, table, digests) for name, table in data.items()}


def seen_as_data(seen: Iterable[Seen]) -> list[dict[str, object]]:
    """Convert what was seen to data for the provenance of a file, from where `read_learned_card` reads it."""
    return [asdict(entry) | {"documents": sorted(entry.documents)} for entry in seen]


def _loaded(path: Path) -> dict[str, object]:
    try:
        written = text(path)
        data = tomllib.loads(written) if path.suffix == ".toml" else json.loads(written)
    except FormatError as error:
        problem = f"The card in {path} cannot be read: {error.problem}. {error.cure}"
        raise OptionError(problem, code=error.code) from error
    except (ValueError, RecursionError) as error:
        raise OptionError(f"The card in {path} cannot be read: {error}. Repair the file.") from error
    return data if isinstance(data, dict) else {}


def _card(path: Path, name: str, table: object, lists: Mapping[str, Sequence[str]]) -> Card:
    cure = "A card is a table with what, licence, source and note, which are texts, and a list seen."
    if not isinstance(table, dict):
        raise OptionError(f"{path}: the card {name!r} is {table!r:.50}. {cure}")
    texts = {key: value for key, value in table.items() if key != "seen"}
    for key, value in texts.items():
        if key not in ("what", "licence", "source", "note") or not isinstance(value, str):
            raise OptionError(f"{path}: the card {name!r} has {key} = {value!r:.50}. {cure}")
    return Card(name, seen=_several(path, table.get("seen", []), lists), **texts)


def _several(path: Path, entries: object, lists: Mapping[str, Sequence[str]]) -> tuple[Seen, ...]:
    try:
        if not isinstance(entries, list):
            raise TypeError(f"{entries!r:.50} is not a list")
        return tuple(_seen(entry, lists) for entry in entries)
    except OptionError as error:
        raise OptionError(f"{path}: {error}") from error
    except TypeError as error:
        cure = "Expected is a list of tables with corpus, part, use and documents."
        raise OptionError(f"{path}: 'seen' is malformed: {error}. {cure}") from error


def _seen(entry: object, lists: Mapping[str, Sequence[str]]) -> Seen:
    if not isinstance(entry, dict) or not {"corpus"} <= entry.keys() <= {"corpus", "part", "use", "documents"}:
        raise TypeError(f"{entry!r:.50} has no corpus, or more than is known")
    texts = {name: value for name, value in entry.items() if name != "documents"}
    listed = entry.get("documents", [])
    if not isinstance(listed, list) or not all(isinstance(value, str) for value in texts.values()):
        raise TypeError(f"{entry!r:.50} has something else than texts, or no list of documents")
    documents = frozenset(digest for name in map(str, listed) for digest in lists.get(name, [name]))
    return Seen(**texts, documents=documents)


_OPTIONS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Hits:
    """The number of documents that were put to one use, and their corpora.

    Where that is known only by the names of corpora, `corpora` are as the card has them, and the documents look like
    `alike`.
    """

    use: str
    count: int
    corpora: tuple[str, ...]
    alike: tuple[str, ...] = ()


def contamination_warnings(
    texts: Mapping[str, str], systems: Mapping[str, Card], shared: Sequence[Card] = ()
) -> tuple[str, ...]:
    """Warn of the documents among `texts` (ids with the digests of their texts) that systems have seen.

    `shared` are the cards of what comes before all systems. One warning names all of these, and one all systems that
    have seen the same.
    """
    lines: list[str] = []
    if met := _met(shared, texts):
        parts = _listed([card.name for card in shared if _met([card], texts)])
        lines += _sentences(f"The shared pipeline ({parts})", "The figures of all resolvers", met, texts)
    groups: dict[tuple[_Hits, ...], list[str]] = defaultdict(list)
    for name, card in systems.items():
        groups[_met([card], texts)].append(name)
    for met, names in groups.items():
        whose = "Its figures" if len(names) == 1 else "Their figures"
        lines += _sentences(_listed(_joined(names)), whose, met, texts, single=len(names) == 1)
    return tuple(lines)


def gather_seen(texts: Mapping[str, str], name: str) -> tuple[Seen, ...]:
    """List as seen, by corpus, the documents `texts` (ids with digests) of a folder or file `name`, to learn from."""
    parts: dict[str, set[str]] = defaultdict(set)
    for id, digest in texts.items():
        parts[recognise_corpus(id)].add(digest)
    return tuple(
        Seen(corpus, f"({name})", documents=frozenset(part)) if corpus else Seen(name, documents=frozenset(part))
        for corpus, part in parts.items()
    )


def recognise_corpus(id: str) -> str:
    """The corpus that documents with such an id are of; empty if none is known."""
    return next((name for name, (ids, _) in _corpora().items() if ids.match(id)), "")


def corpora_named(name: str) -> list[str]:
    """The known corpora that a name in a list of training data stands for: "OntoNotes 5.0" is OntoNotes."""
    return [corpus for corpus, (_, names) in _corpora().items() if names.search(name)]


@cache
def _corpora() -> dict[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    """The patterns of the ids and of the names of each known corpus."""
    table = tomllib.loads(files("anaphora.workbench").joinpath("known_corpora.toml").read_text("utf8"))
    corpora = {}
    for corpus, entry in table.items():
        if "ids" in entry:
            wider = [name for other in table.values() if corpus in other.get("includes", ()) for name in other["names"]]
            names = "|".join(map(re.escape, [*entry["names"], *wider]))
            corpora[corpus] = re.compile(entry["ids"]), re.compile(rf"(?<!\w)({names})(?!\w)", re.IGNORECASE)
    return corpora


def _met(cards: Sequence[Card], texts: Mapping[str, str]) -> tuple[_Hits, ...]:
    """Find by use which documents the cards list, and which they may mean by the name of a corpus alone."""
    hits: list[_Hits] = []
    for use in USES:
        entries = [entry for card in cards for entry in card.seen if entry.use == use]
        hits += filter(None, (_listing(use, entries, texts), _naming(use, entries, texts)))
    return tuple(hits)


def _listing(use: str, entries: Sequence[Seen], texts: Mapping[str, str]) -> _Hits | None:
    hits = [entry for entry in entries if not entry.documents.isdisjoint(texts.values())]
    widest = [entry for entry in hits if not any(entry.documents < other.documents for other in hits)]
    documents = frozenset[str]().union(*(entry.documents for entry in widest))
    count = sum(text in documents for text in texts.values())
    return _Hits(use, count, tuple(dict.fromkeys(map(str, widest)))) if hits else None


def _naming(use: str, entries: Sequence[Seen], texts: Mapping[str, str]) -> _Hits | None:
    alike = Counter(corpus for id in texts if (corpus := recognise_corpus(id)))
    named = {str(entry): alike.keys() & set(corpora_named(str(entry))) for entry in entries if not entry.documents}
    corpora = sorted(set[str]().union(*named.values()))
    count = sum(alike[corpus] for corpus in corpora)
    return _Hits(use, count, tuple(name for name, meant in named.items() if meant), tuple(corpora)) if corpora else None


def _sentences(who: str, whose: str, met: Sequence[_Hits], texts: Mapping[str, str], single: bool = True) -> list[str]:
    """Report what was met: in one sentence all that is listed, and in one sentence each use that is likely."""
    total = len(texts)
    listed = [f"{hits.use} {_of_all(hits.count, total)} ({'; '.join(hits.corpora)})" for hits in met if not hits.alike]
    lines = []
    if listed:
        was = "was" if single else "were"
        trained = any(hits.use == "trained on" and not hits.alike for hits in met)
        kind = "overestimate performance on unseen text" if trained else "may be slightly optimistic"
        lines.append(f"{who} {was} {_listed(listed)}. {whose} on these {kind}.")
    for hits in met:
        if hits.alike:
            names = f"{'names' if single else 'name'} {_listed(hits.corpora)} as {USES[hits.use]}"
            look = f"{_of_all(hits.count, total)} {'looks' if hits.count == 1 else 'look'} like {_listed(hits.alike)}"
            lines.append(f"{who} {names}, and {look}. {whose} on these may be of texts seen before.")
    return lines


def _of_all(count: int, total: int) -> str:
    if count < total:
        return f"{count} of the {total} documents"
    return f"all {total} documents" if total > 1 else "the only document"


def _joined(names: Sequence[str]) -> list[str]:
    """The names of systems; variants of one, which differ in their options, as one."""
    bare = [_OPTIONS.sub("", name) for name in names]
    variants = Counter(bare)
    shown = {
        short: name if variants[short] == 1 else f"{short} ({variants[short]} variants)"
        for name, short in zip(names, bare, strict=True)
    }
    return list(shown.values())


def _listed(names: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
