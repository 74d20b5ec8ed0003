"""Contamination: which documents of a comparison the compared systems, or what they share, have seen before.

Documents are matched by the digests of cards. Where a card has only the name of a corpus, documents count that look
like that corpus by their ids (`known_corpora.toml`), and the warning says no more than that.
"""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from anaphora.workbench.provenance.cards import USES, Card, Seen

_OPTIONS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Corpus:
    ids: re.Pattern[str]
    names: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Hits:
    """The number of documents that were put to one use, and their corpora.

    Where that is no more than `likely`, `corpora` are as the card names them, and the documents look like `alike`.
    """

    use: str
    count: int
    corpora: tuple[str, ...]
    alike: tuple[str, ...] = ()

    @property
    def likely(self) -> bool:
        """True if the use is known only by the names of corpora."""
        return bool(self.alike)


def warnings(texts: Mapping[str, str], systems: Mapping[str, Card], shared: Sequence[Card] = ()) -> tuple[str, ...]:
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
    for id, text in texts.items():
        parts[recognise_corpus(id)].add(text)
    return tuple(
        Seen(corpus, f"({name})", documents=frozenset(part)) if corpus else Seen(name, documents=frozenset(part))
        for corpus, part in parts.items()
    )


def recognise_corpus(id: str) -> str:
    """The corpus that documents with such an id are of; empty if none is known."""
    return next((name for name, corpus in _corpora().items() if corpus.ids.match(id)), "")


def corpora_named(name: str) -> list[str]:
    """The known corpora that a name in a list of training data stands for: "OntoNotes 5.0" is OntoNotes."""
    return [corpus for corpus, entry in _corpora().items() if entry.names.search(name)]


@cache
def _corpora() -> dict[str, _Corpus]:
    table = tomllib.loads(files("anaphora.workbench.provenance").joinpath("known_corpora.toml").read_text("utf8"))
    corpora = {}
    for corpus, entry in table.items():
        if "ids" in entry:
            wider = [name for other in table.values() if corpus in other.get("includes", ()) for name in other["names"]]
            names = "|".join(map(re.escape, [*entry["names"], *wider]))
            corpora[corpus] = _Corpus(re.compile(entry["ids"]), re.compile(rf"(?<!\w)({names})(?!\w)", re.IGNORECASE))
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
    listed = [f"{hits.use} {_of_all(hits.count, total)} ({'; '.join(hits.corpora)})" for hits in met if not hits.likely]
    lines = []
    if listed:
        was = "was" if single else "were"
        trained = any(hits.use == "trained on" and not hits.likely for hits in met)
        kind = "overestimate performance on unseen text" if trained else "may be slightly optimistic"
        lines.append(f"{who} {was} {_listed(listed)}. {whose} on these {kind}.")
    for hits in met:
        if hits.likely:
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
