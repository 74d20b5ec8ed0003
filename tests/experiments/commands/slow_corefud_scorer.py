"""The CorefUD scorer 1.2 written the slow way, from its rules: names of mentions in dictionaries, measures by loops.

A mention's name is the set of its places, for head match with the place of its head; key and response have the same
names. Measures look a mention up by its name, after a dictionary has said for which other name it stands.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from anaphora.workbench.document import FIRST_NODE, Document
from anaphora.workbench.key import Clusters

Place = tuple[int, int, int]
Names = Mapping[Any, Any]
Ratio = tuple[float, float]
Counts = tuple[float, float, float, float]
"""Numerator and denominator of recall, then of precision."""


@dataclass(frozen=True)
class Mention:
    """Where its tokens and its head are; of a zero the sentence and the relations of its head."""

    name: Any
    places: frozenset[Place]
    head: Place
    zero: tuple[int, frozenset[tuple[int, str]]] | None

    @property
    def order(self) -> tuple[Place, Place, int]:
        return min(self.places), max(self.places), len(self.places)


Chains = list[list[Mention]]


def chains_of(document: Document, key: Clusters, match: str, singletons: bool) -> Chains:
    """The chains with their mentions by start, end and length; of equal ones in a chain the first counts."""
    starts = document.sentence_starts

    def place(token: int) -> Place:
        if token >= FIRST_NODE:
            return document.nodes[token - FIRST_NODE].where
        return token + 1, max(number for number, start in enumerate(starts) if start <= token), 0

    def mention(span: Any) -> Mention:
        places = frozenset(place(token) for token in span)
        known = key.attributes[span].head
        assert known is not None
        node = document.nodes[known - FIRST_NODE] if known >= FIRST_NODE else None
        name = (places, place(known)) if match == "head" else places
        return Mention(name, places, place(known), (node.sentence, frozenset(node.relations)) if node else None)

    found = ({each.name: each for each in map(mention, chain)}.values() for chain in key.chains)
    chains = [sorted(chain, key=lambda each: each.order) for chain in found]
    return [chain for chain in chains if singletons or len(chain) > 1]


def f1(one: set[Any] | frozenset[Any], other: set[Any] | frozenset[Any]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0


def by_relations(key: Mention, response: Mention) -> float:
    if not key.zero or not response.zero or key.zero[0] != response.zero[0]:
        return 0
    mine, theirs = key.zero[1], response.zero[1]
    return 10 * f1(mine, theirs) + f1({governor for governor, _ in mine}, {governor for governor, _ in theirs})


def by_words(key: Mention, response: Mention) -> float:
    fits = key.head in response.places <= key.places
    return len(response.places) / len(key.places) if fits else 0


def by_head(key: Mention, response: Mention) -> float:
    return len(key.places & response.places) / len(key.places) if key.head == response.head else 0


def pairs(
    key: Sequence[Mention], response: Sequence[Mention], weight: Callable[[Mention, Mention], float]
) -> Iterator[tuple[Mention, Mention]]:
    """The pairs of the assignment of greatest weight in the table of all, in the order of the key's mentions."""
    rows, columns = (sorted(side, key=lambda each: each.order) for side in (key, response))
    table = np.array([[weight(row, column) for column in columns] for row in rows]).reshape(len(rows), len(columns))
    for row, column in zip(*linear_sum_assignment(-table), strict=True):
        if table[row, column] > 0:
            yield rows[row], columns[column]


def stand_for(key: Chains, response: Chains, match: str, zeros: str) -> Names:
    """What each name stands for, if not for itself; of several the last, those of the response behind all others."""
    mine, theirs = ({each.name: each for chain in chains for each in chain} for chains in (key, response))
    paired: list[tuple[Mention, Mention]] = []
    if zeros == "dependent":
        zeros_of_key, others = ([each for each in side.values() if each.zero] for side in (mine, theirs))
        paired += pairs(zeros_of_key, others, by_relations)
    for one, two in paired:
        del mine[one.name], theirs[two.name]
    if match != "strict":
        missed, spurious = (
            [each for name, each in side.items() if name not in mine.keys() & theirs.keys()] for side in (mine, theirs)
        )
        paired += pairs(missed, spurious, {"partial": by_words, "head": by_head}[match])
    moved = [(one.name, two.name) for one, two in paired if one.name != two.name]
    return dict(moved) | {two: one for one, two in moved}


@dataclass(frozen=True)
class View:
    """The chains of one side, and for each of their mentions the chain of the other side (its number) or `None`."""

    chains: Chains
    others: Chains
    other: Names

    @cached_property
    def numbers(self) -> list[list[int | None]]:
        chain_of = {mention.name: number for number, chain in enumerate(self.others) for mention in chain}
        return [[chain_of.get(self.other.get(each.name, each.name)) for each in chain] for chain in self.chains]


def muc(view: View) -> Ratio:
    right = 0
    for chain in view.numbers:
        found = [number for number in chain if number is not None]
        right += len(found) - len(set(found))
    return right, sum(len(chain) - 1 for chain in view.chains)


def b_cubed(view: View) -> Ratio:
    total = 0.0
    for chain in view.numbers:
        found = [number for number in chain if number is not None]
        total += sum(found.count(number) for number in found) / len(chain)
    return total, sum(map(len, view.chains))


def lea(view: View) -> Ratio:
    total = 0.0
    for chain in view.numbers:
        if len(chain) == 1:
            total += chain[0] is not None and len(view.others[chain[0]]) == 1
            continue
        links = list(combinations(chain, 2))
        total += len(chain) * sum(one is not None and one == other for one, other in links) / len(links)
    return total, sum(map(len, view.chains))


def ceaf(view: View, by_entities: bool) -> Counts:
    table = np.zeros((len(view.chains), len(view.others)))
    for row, chain in enumerate(view.numbers):
        for column, other in enumerate(view.others):
            shared = chain.count(column)
            table[row, column] = 2 * shared / (len(chain) + len(other)) if by_entities else shared
    best = table[linear_sum_assignment(-table)].sum()
    sizes = len if by_entities else lambda chains: sum(map(len, chains))
    return best, sizes(view.chains), best, sizes(view.others)


def blanc(view: View) -> list[float]:
    """Right coreference links, those of the key, of the response; the same of other links."""
    flat = [(mine, found) for mine, chain in enumerate(view.numbers) for found in chain]
    known = [(one, two) for one, two in combinations(flat, 2) if one[1] is not None and two[1] is not None]
    right = sum(one[0] == two[0] and one[1] == two[1] for one, two in known)
    apart = sum(one[0] != two[0] and one[1] != two[1] for one, two in known)

    def links(chains: Chains) -> tuple[int, int]:
        count, together = sum(map(len, chains)), sum(len(chain) * (len(chain) - 1) // 2 for chain in chains)
        return together, count * (count - 1) // 2 - together

    (in_key, apart_in_key), (in_response, apart_in_response) = links(view.chains), links(view.others)
    return [right, in_key, in_response, apart, apart_in_key, apart_in_response]


def zero(view: View) -> Counts:
    """Zeros of the key that are no first mentions; the mention in the place of one goes before what it stands for."""
    firsts = {chain[0].name for chain in view.others}
    chain_of = {mention.name: number for number, chain in enumerate(view.others) for mention in chain}
    right = wrong = missed = 0
    covered = set()
    for chain in view.chains:
        before = set()
        for place, mention in enumerate(chain):
            name = mention.name if mention.name in chain_of else view.other.get(mention.name)
            if place and mention.zero:
                if name is None or name in firsts:
                    missed += 1
                elif chain_of[name] in before:
                    right += 1
                else:
                    wrong += 1
                covered.add(name)
            if name is not None:
                before.add(chain_of[name])
    rest = [mention for chain in view.others for mention in chain[1:] if mention.zero and mention.name not in covered]
    return right, right + wrong + missed, right, right + wrong + len(rest)


def overlap_of_words(key: Chains, response: Chains) -> Counts:
    """The greatest number of shared words, however mentions are matched."""
    rows, columns = ([mention.places for chain in chains for mention in chain] for chains in (key, response))
    table = np.array([[len(row & column) for column in columns] for row in rows]).reshape(len(rows), len(columns))
    shared = table[linear_sum_assignment(-table)].sum()
    return shared, sum(map(len, rows)), shared, sum(map(len, columns))


def ratios(counts: Sequence[float]) -> tuple[float, float, float]:
    """Recall, precision and F1; what is undefined is 0."""
    recall, precision = (counts[part] / counts[part + 1] if counts[part + 1] else 0.0 for part in (0, 2))
    return recall, precision, 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def blanc_of(sums: Sequence[float]) -> tuple[float, ...]:
    """The mean of both kinds of links, or the one that any side has."""
    kinds = [(sums[0], sums[1], sums[0], sums[2]), (sums[3], sums[4], sums[3], sums[5])]
    found = [ratios(kind) for kind in kinds if kind[1] or kind[3]]
    return tuple(sum(values) / len(found) for values in zip(*found, strict=True)) if found else (0.0, 0.0, 0.0)


Corpus = Sequence[tuple[Document, Clusters]]


def slow_figures(
    key: Corpus, response: Corpus, match: str, zeros: str, singletons: bool
) -> dict[str, tuple[float, ...]]:
    """Recall, precision and F1 of each measure; of `conll` the mean F1."""
    sums: dict[str, np.ndarray[Any, Any]] = {}

    def add(name: str, counts: Sequence[float]) -> None:
        sums[name] = sums.get(name, np.zeros(len(counts))) + np.array(counts, dtype=float)

    for (document, mine), (other, theirs) in zip(key, response, strict=True):
        one, two = chains_of(document, mine, match, singletons), chains_of(other, theirs, match, singletons)
        names = stand_for(one, two, match, zeros)
        from_key, from_response = View(one, two, names), View(two, one, names)
        for measure in (muc, b_cubed, lea):
            add(measure.__name__, (*measure(from_key), *measure(from_response)))
        add("ceaf_e", ceaf(from_key, by_entities=True))
        add("ceaf_m", ceaf(from_key, by_entities=False))
        add("blanc_luo", blanc(from_key))
        add("zero", zero(from_key))
        add("mention_overlap", overlap_of_words(one, two))
    figures = {name: (blanc_of if name == "blanc_luo" else ratios)(counts.tolist()) for name, counts in sums.items()}
    return figures | {"conll": (sum(figures[name][2] for name in ("muc", "b_cubed", "ceaf_e")) / 3,)}
