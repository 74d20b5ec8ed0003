"""Scoring of chains in memory: collections of anything hashable."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias, cast

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.counting import Counting
from anaphora.experiments.commands.score.pairing import DocumentBatch
from anaphora.experiments.run.configuration import Configuration, configure
from anaphora.experiments.run.documents import digest_of
from anaphora.workbench.chains.overlap import columns
from anaphora.workbench.document import FIRST_NODE, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Clusters
from anaphora.workbench.results.scores import Scores

Chains: TypeAlias = Iterable[Iterable[Hashable]] | Clusters
"""The chains of one document, each a collection of mentions."""
Documents: TypeAlias = Chains | Iterable[Chains] | Mapping[str, Chains]
"""The chains of one document, or of several: by name, or in the same order in key and responses."""


def score_chains(key: Documents, responses: Mapping[str, Documents], settings: Configuration | None = None) -> Scores:
    """All measures of every response, by name; the figures are those of files with the same chains.

    A mention is anything hashable: an id, a string, a `Span`, a pair of tokens (start, end), end exclusive. A chain is
    any collection of mentions; in a list of several documents chains are lists or sets, which no mention is. Where all
    mentions are spans or pairs of tokens, the text has their order, else that of their ids; few measures look at it.
    Nothing is known of heads unless `Clusters` tell them, so that other matching than "strict" needs those.

    Raises:
        FormatError: a mention occurs twice where it may not.
        OptionError: there is no response, or one has other documents than the key.
        UnknownNameError: there is no such measure.
    """
    settings = settings or configure()
    if not responses:
        raise OptionError("There is no response. Give one or more by name.", code="no-response")
    counting = Counting(settings)
    in_key = _documents(key)
    key_digest = _digest(in_key)
    answers = {name: _answers(response, name, [*in_key], settings) for name, response in responses.items()}
    span_of = _spans(
        mention for side in (in_key, *answers.values()) for chains in side.values() for mention in _members(chains)
    )
    batch = _batch("key", in_key, span_of)
    scored = {}
    for name, answer in answers.items():
        parts = [(batch, _batch(name, answer, span_of))]
        scored[name] = counting.score(batch.path, Path(name), parts, (key_digest, _digest(answer)))
    return counting.scores("key", scored, lambda changed: score_chains(key, responses, changed))


def _documents(key: Documents) -> dict[str, Chains]:
    """The documents of a key by name."""
    if isinstance(key, Mapping):
        return {str(name): _listed(chains) for name, chains in key.items()}
    documents = _several(key)
    return {getattr(chains, "document_id", str(number)): chains for number, chains in enumerate(documents, start=1)}


def _answers(response: Documents, name: str, ids: Sequence[str], settings: Configuration) -> dict[str, Chains]:
    """The documents of a response under the ids of the key's."""
    if isinstance(response, Mapping):
        by_id = _documents(response)
        extra = [id for id in by_id if id not in ids]
        if extra and not settings.judging.extra_documents:
            cure = f"Its documents have names such as '{ids[0]}'." if ids else "The key has no document."
            raise OptionError(f"The document '{extra[0]}' of '{name}' is not in the key. {cure}", code="not-in-key")
        return {id: by_id[id] for id in ids if id in by_id}
    documents = _several(response)
    if len(ids) != len(documents):
        problem = f"'{name}' has {len(documents)} documents and the key {len(ids)}."
        raise OptionError(f"{problem} Give as many, or name them.", code="other-documents")
    return dict(zip(ids, documents, strict=True))


def _several(side: Chains | Iterable[Chains]) -> list[Chains]:
    """The documents of a list; it has several if members of its members cannot be mentions, else it is one document."""
    if isinstance(side, Clusters):
        return [side]
    parts = [part if isinstance(part, Clusters) else list(part) for part in side]
    if any(isinstance(part, Clusters) or any(not isinstance(mention, Hashable) for mention in part) for part in parts):
        return [_listed(cast(Chains, part)) for part in parts]
    return [_listed(cast(Chains, parts))]


def _listed(chains: Chains) -> Chains:
    if isinstance(chains, Clusters):
        return chains
    return [members for chain in chains if (members := list(chain))]


def _members(chains: Chains) -> Iterable[Hashable]:
    return (mention for chain in (chains.chains if isinstance(chains, Clusters) else chains) for mention in chain)


def _spans(mentions: Iterable[Hashable]) -> dict[Hashable, Span]:
    """The span of each mention: its own if all are spans, else a token for each in the order of their ids."""
    every = set(mentions)
    spans = {mention: _span(mention) for mention in every}
    if None not in spans.values():
        return cast(dict[Hashable, Span], spans)
    try:
        ordered = sorted(cast(set[str], every))
    except TypeError:
        ordered = sorted(cast(set[str], every), key=lambda mention: (type(mention).__name__, repr(mention)))
    return {mention: Span(number, number + 1) for number, mention in enumerate(ordered)}


def _span(mention: Hashable) -> Span | None:
    match mention:
        case Span():
            return mention
        case (int(start), int(end)) if 0 <= start < end:
            return Span(start, end)
    return None


def _batch(name: str, documents: Mapping[str, Chains], span_of: Mapping[Hashable, Span]) -> DocumentBatch:
    path = Path(name)
    return DocumentBatch(
        path,
        [AnnotatedDocument(path, id, b"", columns(_clusters(id, chains, span_of))) for id, chains in documents.items()],
        numbers=range(len(documents)),
    )


def _clusters(id: str, chains: Chains, span_of: Mapping[Hashable, Span]) -> Clusters:
    if isinstance(chains, Clusters):
        if any(span.end > FIRST_NODE for spans in chains.chains for span in spans):
            cure = "Score the files, or leave them out: anaphora.workbench.key.overt(document, key)."
            raise OptionError(f"'{id}' has mentions with empty nodes, whose place only its document tells. {cure}")
        return replace(chains, document_id=id)
    return Clusters(id, tuple(tuple(span_of[mention] for mention in chain) for chain in chains))


def _digest(documents: Mapping[str, Chains]) -> str:
    """A hash of names and chains, whatever the order of chains and of mentions in them."""
    plain = {name: chains.chains if isinstance(chains, Clusters) else chains for name, chains in documents.items()}
    return digest_of([(name, sorted(sorted(map(repr, chain)) for chain in chains)) for name, chains in plain.items()])
