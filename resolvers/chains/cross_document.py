"""Chains of several documents that are one entity, by the words around them (Bagga & Baldwin 1998, COLING-ACL).

The summary of a chain is the sentences with its mentions. Its terms weigh tf * log(N / df), divided by the root of the
sum of squares over all its terms: tf counts the term in the summary, df the documents of the collection, N in all, that
have the term. Two summaries are as similar as the sum of the products of weights of terms that both have. Chains whose
similarity is above a threshold are one entity, and what is one with a third is one (single link).

The paper compares the chains of one name, John Smith, in a collection all of whose articles have it. Here only chains
of different documents are compared, and only if all words of a name of one are in a name of the other: "Smith" and
"John Smith". A chain's names are no terms of its summary: they weigh nothing in that collection, and here would make
every namesake the same. Terms are lemmas of open classes in small letters. The caller chooses the threshold.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt

from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.linking import UnionFind

_OPEN = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})

Place = tuple[int, int]
"""A chain: the numbers of its document and of itself there."""
Entities = tuple[Spans, tuple[str, ...]]
"""The chains of a document, and the id of each, which holds for all documents."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A chain with a name: the words of each of its names, and how often its sentences have each term."""

    place: Place
    names: frozenset[frozenset[str]]
    terms: Mapping[str, int]


def entities(documents: Sequence[tuple[Prepared, Spans]], threshold: float) -> Iterator[Entities]:
    """The entities of each document; chains of one document that are the same entity become one."""
    summaries = [summary for number, pair in enumerate(documents) for summary in _summaries(number, *pair)]
    seen_in = Counter(term for prepared, _ in documents for term in {*_terms(prepared)} if term)
    weights = {summary.place: weigh(summary.terms, seen_in, len(documents)) for summary in summaries}
    links = [
        (first, second)
        for first, second in _namesakes(summaries)
        if similarity(weights[first], weights[second]) > threshold
    ]
    places = [(number, chain) for number, (_, chains) in enumerate(documents) for chain in range(len(chains))]
    root = UnionFind(places, links).roots()
    ids: dict[Place, str] = {}
    for number, (_, chains) in enumerate(documents):
        merged: dict[str, list[int]] = defaultdict(list)
        for chain in range(len(chains)):
            merged[ids.setdefault(root[number, chain], f"e{len(ids) + 1}")].append(chain)
        yield (
            tuple(tuple(sorted(span for member in same for span in chains[member])) for same in merged.values()),
            tuple(merged),
        )


def weigh(terms: Mapping[str, int], seen_in: Mapping[str, int], documents: int) -> Mapping[str, float]:
    """The weights of the terms of a summary (tf-idf), of length 1; empty if no term tells documents apart."""
    raw = {term: count * log(documents / seen_in[term]) for term, count in terms.items()}
    length = sqrt(sum(weight * weight for weight in raw.values()))
    return {term: weight / length for term, weight in raw.items() if weight}


def similarity(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """The cosine of two summaries, from 0 to 1."""
    return sum(weight * other[term] for term, weight in one.items() if term in other)


def _summaries(number: int, prepared: Prepared, chains: Spans) -> Iterator[Summary]:
    """The summary of each chain of a document that has a name."""
    annotation = prepared.annotation
    mentions = {mention.span: mention for mention in prepared.mentions}
    terms = _terms(prepared)
    bounds = (*annotation.sentence_starts, len(terms))
    for chain, spans in enumerate(chains):
        named = [mentions[span] for span in spans if span in mentions and mentions[span].kind == "name"]
        if not named:
            continue
        of_names = {terms[token] for mention in named for token in mention.base}
        sentences = sorted({annotation.sentence_of(span.start) for span in spans})
        words = (terms[token] for sentence in sentences for token in range(bounds[sentence], bounds[sentence + 1]))
        names = frozenset(_name(prepared, mention) for mention in named)
        yield Summary((number, chain), names, Counter(term for term in words if term and term not in of_names))


def _terms(prepared: Prepared) -> list[str | None]:
    """The term of each token; none for words of closed classes."""
    annotation = prepared.annotation
    return [
        lemma.lower() if pos in _OPEN else None for lemma, pos in zip(annotation.lemma, annotation.pos, strict=True)
    ]


def _name(prepared: Prepared, mention: Mention) -> frozenset[str]:
    """The words of a name, in small letters; those of a name that the tagger took for something else are all."""
    words, pos = prepared.document.words, prepared.annotation.pos
    name = [words[token].lower() for token in mention.base if pos[token] == "PROPN"]
    return frozenset(name or (words[token].lower() for token in mention.base))


def _namesakes(summaries: Sequence[Summary]) -> Iterator[tuple[Place, Place]]:
    """The pairs of chains of different documents of which one has a name that is, or is part of, one of the other."""
    by_word: dict[str, dict[Place, Summary]] = defaultdict(dict)
    for summary in summaries:
        for word in frozenset().union(*summary.names):
            by_word[word][summary.place] = summary
    pairs = (pair for sharing in by_word.values() for pair in combinations(sharing.values(), 2))
    for first, second in pairs:
        same = any(name <= long or long <= name for name in first.names for long in second.names)
        if same and first.place[0] != second.place[0]:
            yield first.place, second.place
