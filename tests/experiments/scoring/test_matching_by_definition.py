"""Matching against the rules of the CorefUD scorer written the slow way, on thousands of small random documents.

A mention is a set of places with one head, dictionaries hold who stands for whom, and assignments are tried one by one.
Where several are best the scorer takes what scipy finds in the table of all mentions, by start, end and length.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.scoring.pairing import DocumentBatch
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.experiments.scoring.score import evidence_of
from anaphora.experiments.setup.configuration import Zeros, configure
from anaphora.workbench.coreference.overlap import Overlap, columns
from anaphora.workbench.document import FIRST_NODE, EmptyNode, Span
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.matching import Match

WORDS = 5
"""Words of a sentence."""
DOCUMENTS = 400
Place = tuple[int, int, int]
Pairs = set[tuple[int, int]]
Marked = list[tuple[frozenset[int], int]]
"""Mentions: tokens and head, in the order of their chains."""


@dataclass(frozen=True, eq=False)
class Mention:
    """Places of words and empty nodes, that of the head, and of a zero its sentence and relations."""

    number: int
    places: frozenset[Place]
    head: Place
    node: EmptyNode | None

    @cached_property
    def order(self) -> tuple[Place, Place, int]:
        return min(self.places), max(self.places), len(self.places)


Weight = Callable[[Mention, Mention], float]


def f1(one: set[object], other: set[object]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))


def by_relations(key: Mention, response: Mention) -> float:
    """10 F1 of (governor, relation) and F1 of governors, within a sentence."""
    one, other = key.node, response.node
    if not one or not other or one.sentence != other.sentence:
        return 0
    parents = [{governor for governor, _ in node.relations} for node in (one, other)]
    return 10 * f1(set(one.relations), set(other.relations)) + f1(*parents)  # type: ignore[arg-type]


def partial(key: Mention, response: Mention) -> float:
    """The response lies within the key and has the key's head: the share of the key's words that it has."""
    fits = key.head in response.places <= key.places
    return len(response.places) / len(key.places) if fits else 0


def same_head(key: Mention, response: Mention) -> float:
    return len(key.places & response.places) / len(key.places) if key.head == response.head else 0


WEIGHTS: dict[Match, Weight] = {"partial": partial, "head": same_head}


def assigned(key: Sequence[Mention], response: Sequence[Mention], weight: Weight) -> Iterator[tuple[Mention, Mention]]:
    """One to one with the greatest total; every assignment is tried, and ties are left to scipy's table."""
    rows, others = sorted(key, key=lambda it: it.order), sorted(response, key=lambda it: it.order)
    table = [[weight(row, column) for column in others] for row in rows]
    found = list(every_assignment(table))
    most = max(total for total, _ in found)
    best = [edges for total, edges in found if total > most - 1e-9]
    edges = best[0]
    if len(best) > 1:
        picked = zip(*linear_sum_assignment(-np.array(table)), strict=True)
        edges = [(int(row), int(column)) for row, column in picked if table[row][column] > 0]
        assert edges in best
    yield from ((rows[row], others[column]) for row, column in edges)


def every_assignment(
    table: list[list[float]], row: int = 0, taken: frozenset[int] = frozenset()
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Totals and edges above 0."""
    if row == len(table):
        yield 0, []
        return
    yield from every_assignment(table, row + 1, taken)
    for column, weight in enumerate(table[row]):
        if weight > 0 and column not in taken:
            for total, edges in every_assignment(table, row + 1, taken | {column}):
                yield weight + total, [(row, column), *edges]


def stand_for_each_other(
    key: Sequence[Mention], response: Sequence[Mention], match: Match, zeros: Zeros
) -> tuple[Pairs, Pairs]:
    """Who stands for whom, as seen from the key's mentions and from the response's.

    The scorer looks mentions up by their places (for head match also by the head), in a dictionary for both sides.
    """

    def name(mention: Mention) -> object:
        return (mention.places, mention.head) if match == "head" else mention.places

    of_key, of_response = ({name(mention): mention for mention in side} for side in (key, response))
    other: dict[object, object] = {}
    if zeros == "dependent":
        for one, two in assigned([it for it in key if it.node], [it for it in response if it.node], by_relations):
            other[name(two)], other[name(one)] = name(one), name(two)
    if match in WEIGHTS:
        missed = [mention for mention in key if name(mention) not in of_response]
        spurious = [mention for mention in response if name(mention) not in of_key]
        for one, two in assigned(missed, spurious, WEIGHTS[match]):
            other[name(two)], other[name(one)] = name(one), name(two)
    from_key = {
        (mention.number, of_response[place].number)
        for mention in key
        if (place := other.get(name(mention), name(mention))) in of_response
    }
    from_response = {
        (of_key[place].number, mention.number)
        for mention in response
        if (place := other.get(name(mention), name(mention))) in of_key
    }
    return from_key, from_response


# ---- random documents


def random_nodes(chance: random.Random, sentences: int) -> tuple[EmptyNode, ...]:
    nodes: list[EmptyNode] = []
    for sentence in range(sentences):
        first = sentence * WORDS
        for place in sorted(chance.choices(range(first, first + WORDS + 1), k=chance.choice((0, 1, 1, 2, 3)))):
            rank = 1 + sum((node.place, node.sentence) == (place, sentence) for node in nodes)
            governors = (-1, first, first + 1, first + 2)
            relations = {(chance.choice(governors), chance.choice("ab")) for _ in range(chance.choice((1, 1, 2)))}
            nodes.append(EmptyNode(place, sentence, rank, tuple(relations)))
    return tuple(nodes)


def random_mentions(chance: random.Random, sentences: int, nodes: Sequence[EmptyNode]) -> Marked:
    """Lone zeros, short spans, some with a gap or an empty node; any token is the head."""
    found: dict[frozenset[int], int] = {}
    for _ in range(chance.randint(1, 6)):
        sentence = chance.randrange(sentences)
        own = [FIRST_NODE + number for number, node in enumerate(nodes) if node.sentence == sentence]
        if own and chance.random() < 0.4:
            tokens = {chance.choice(own)}
        else:
            start = chance.randrange(WORDS)
            end = min(WORDS, start + chance.choice((1, 1, 2, 3, 4)))
            tokens = {sentence * WORDS + number for number in range(start, end)}
            if len(tokens) > 2 and chance.random() < 0.3:
                tokens.remove(sorted(tokens)[1])
            if own and chance.random() < 0.25:
                tokens.add(chance.choice(own))
        found.setdefault(frozenset(tokens), chance.choice(sorted(tokens)))
    return list(found.items())


@dataclass(frozen=True)
class Case:
    words: int
    key: Marked
    key_nodes: tuple[EmptyNode, ...]
    response: Marked
    response_nodes: tuple[EmptyNode, ...]


def random_case(chance: random.Random, with_nodes: bool) -> Case:
    """Some responses have the empty nodes of the key, and then some of its mentions."""
    sentences = chance.choice((1, 2))
    nodes = random_nodes(chance, sentences) if with_nodes else ()
    others = nodes if chance.random() < 0.5 or not with_nodes else random_nodes(chance, sentences)
    key, response = (random_mentions(chance, sentences, own) for own in (nodes, others))
    known = dict(response)
    if others is nodes:
        for tokens, head in key:
            if chance.random() < 0.4:
                known.setdefault(tokens, head if chance.random() < 0.7 else chance.choice(sorted(tokens)))
    return Case(sentences * WORDS, key, nodes, chance.sample(list(known.items()), len(known)), others)


def mentions(marked: Marked, nodes: Sequence[EmptyNode]) -> list[Mention]:
    def place(token: int) -> Place:
        return (token + 1, token // WORDS, 0) if token < FIRST_NODE else nodes[token - FIRST_NODE].where

    return [
        Mention(
            number, frozenset(map(place, tokens)), place(head), nodes[head - FIRST_NODE] if head >= FIRST_NODE else None
        )
        for number, (tokens, head) in enumerate(marked)
    ]


def document(number: int, words: int, marked: Marked, nodes: tuple[EmptyNode, ...]) -> AnnotatedDocument:
    """Each mention is in a chain of its own, some of them twice, which counts once."""
    spans = [Span.over(tokens) for tokens, _ in marked]
    chains = tuple((span, span) if place % 4 == 0 else (span,) for place, span in enumerate(spans))
    heads = {span: Attributes(head=head) for span, (_, head) in zip(spans, marked, strict=True)}
    id = f"d{number}"
    return AnnotatedDocument(Path(id), id, b"w\t" * words, columns(Clusters(id, chains, heads)), None, nodes)


def evidence(cases: Sequence[Case], match: Match, zeros: Zeros, preset: str | None = None) -> Overlap:
    key = [document(number, case.words, case.key, case.key_nodes) for number, case in enumerate(cases)]
    response = [document(number, case.words, case.response, case.response_nodes) for number, case in enumerate(cases)]
    sides = DocumentBatch(Path("key"), key), DocumentBatch(Path("response"), response)
    settings = configure(match=match, zeros=zeros, preset=preset, singletons="keep")
    return evidence_of(*sides, settings, ResponseWarnings(Path("response")))


def pairs_of(found: Overlap, cases: Sequence[Case]) -> list[Pairs]:
    """The pairs of each document as the product has them."""
    first = [np.searchsorted(side.chain_document, np.arange(len(cases))) for side in (found.key, found.response)]
    pairs: list[Pairs] = [set() for _ in cases]
    for one, other in zip(*found.common, strict=True):
        place = found.key.document[one]
        pairs[place].add(
            (int(found.key.chain[one] - first[0][place]), int(found.response.chain[other] - first[1][place]))
        )
    return pairs


@pytest.mark.parametrize("match", ["strict", "partial", "head"])
@pytest.mark.parametrize(("with_nodes", "zeros"), [(False, "dependent"), (True, "dependent"), (True, "position")])
def test_mentions_stand_for_each_other_as_in_the_scorer(match: Match, with_nodes: bool, zeros: Zeros) -> None:
    """But one to one: where the scorer has a mention in two pairs, or in none as seen from one side, this has not."""
    chance = random.Random(f"{match}{zeros}{with_nodes}")
    cases = [random_case(chance, with_nodes) for _ in range(DOCUMENTS)]
    otherwise = 0

    for case, pairs in zip(cases, pairs_of(evidence(cases, match, zeros), cases), strict=True):
        key, response = mentions(case.key, case.key_nodes), mentions(case.response, case.response_nodes)
        if with_nodes and not any(mention.node for mention in (*key, *response)):
            continue  # empty nodes count only where there are zeros
        from_key, from_response = stand_for_each_other(key, response, match, zeros)
        assert all(len({pair[side] for pair in pairs}) == len(pairs) for side in (0, 1))
        if from_key == from_response:
            assert pairs == from_key, case
        else:
            otherwise += 1

    assert otherwise <= (DOCUMENTS // 100 if with_nodes and zeros == "dependent" else 0)


@pytest.mark.parametrize("match", ["strict", "partial", "head"])
def test_with_a_preset_mentions_find_what_they_find_in_the_scorer(match: Match) -> None:
    """From both sides, also where one is found twice or finds nothing itself, as in some of these documents."""
    chance = random.Random(f"{match} preset")
    cases = [random_case(chance, with_nodes=True) for _ in range(2 * DOCUMENTS)]
    found = evidence(cases, match, "dependent", "crac2024")
    both = pairs_of(found.seen_from_key, cases), pairs_of(found.seen_from_response, cases)
    otherwise = 0

    for case, *pairs in zip(cases, *both, strict=True):
        key, response = mentions(case.key, case.key_nodes), mentions(case.response, case.response_nodes)
        wanted = stand_for_each_other(key, response, match, "dependent")
        otherwise += wanted[0] != wanted[1]
        assert tuple(pairs) == wanted, case

    assert otherwise


@pytest.mark.parametrize("match", ["strict", "partial"])
def test_without_zeros_mentions_are_those_of_their_words(match: Match) -> None:
    """Of mentions that are then the same the first counts."""
    chance = random.Random(match)
    cases = [random_case(chance, with_nodes=True) for _ in range(DOCUMENTS)]

    for case, pairs in zip(cases, pairs_of(evidence(cases, match, "ignore"), cases), strict=True):
        key, response = (mentions(words_only(marked), ()) for marked in (case.key, case.response))

        assert pairs == stand_for_each_other(key, response, match, "ignore")[0]


def words_only(marked: Marked) -> Marked:
    """Without empty nodes; one that was the head leaves none, which no word is."""
    found: dict[frozenset[int], int] = {}
    for tokens, head in marked:
        words = frozenset(token for token in tokens if token < FIRST_NODE)
        if words:
            found.setdefault(words, head if head < FIRST_NODE else -5)
    return list(found.items())
