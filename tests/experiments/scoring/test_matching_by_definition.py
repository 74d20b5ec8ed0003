"""Matching against the rules of the CorefUD scorer written the slow way, on random documents of a sentence or two."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.scoring.pairing import DocumentBatch
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.experiments.scoring.score import evidence_of
from anaphora.experiments.setup.configuration import Zeros, configure
from anaphora.workbench.coreference.overlap import Overlap, columns
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.matching import Match
from tests.experiments.scoring.slow_corefud_scorer import View, chains_of, stand_for

WORDS = 5
"""Words of a sentence."""
SIZES = [60, pytest.param(400, marks=pytest.mark.slow)]
Pairs = set[tuple[int, int]]
Marked = list[tuple[frozenset[int], int]]
"""Mentions: tokens and head, in the order of their chains."""


@dataclass(frozen=True)
class Case:
    """Key and response, whose empty nodes may differ."""

    key: tuple[Document, Clusters]
    response: tuple[Document, Clusters]


def expected(case: Case, match: Match, zeros: Zeros) -> tuple[Pairs, Pairs]:
    """Who stands for whom, as seen from the key's mentions and from the response's, each in a chain of its own."""
    key, response = (chains_of(*side, match, singletons=True) for side in (case.key, case.response))
    names = stand_for(key, response, match, zeros)
    from_key, from_response = (View(*sides, names).numbers for sides in ((key, response), (response, key)))
    return (
        {(number, other) for number, [other] in enumerate(from_key) if other is not None},
        {(other, number) for number, [other] in enumerate(from_response) if other is not None},
    )


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
    mentions: dict[frozenset[int], int] = {}
    for _ in range(chance.randint(1, 6)):
        sentence = chance.randrange(sentences)
        zeros = [FIRST_NODE + number for number, node in enumerate(nodes) if node.sentence == sentence]
        if zeros and chance.random() < 0.4:
            tokens = {chance.choice(zeros)}
        else:
            start = chance.randrange(WORDS)
            end = min(WORDS, start + chance.choice((1, 1, 2, 3, 4)))
            tokens = {sentence * WORDS + number for number in range(start, end)}
            if len(tokens) > 2 and chance.random() < 0.3:
                tokens.remove(sorted(tokens)[1])
            if zeros and chance.random() < 0.25:
                tokens.add(chance.choice(zeros))
        mentions.setdefault(frozenset(tokens), chance.choice(sorted(tokens)))
    return list(mentions.items())


def random_case(chance: random.Random, with_nodes: bool) -> Case:
    """Some responses have the empty nodes of the key, and then some of its mentions."""
    sentences = chance.choice((1, 2))
    nodes = random_nodes(chance, sentences) if with_nodes else ()
    others = nodes if chance.random() < 0.5 or not with_nodes else random_nodes(chance, sentences)
    key, response = (random_mentions(chance, sentences, zeros) for zeros in (nodes, others))
    marked = dict(response)
    if others is nodes:
        for tokens, head in key:
            if chance.random() < 0.4:
                marked.setdefault(tokens, head if chance.random() < 0.7 else chance.choice(sorted(tokens)))
    shuffled = chance.sample(list(marked.items()), len(marked))
    return Case(annotated(sentences, key, nodes), annotated(sentences, shuffled, others))


def random_cases(documents: int, *seeds: object, with_nodes: bool = True) -> list[Case]:
    chance = random.Random(" ".join(map(str, seeds)))
    return [random_case(chance, with_nodes) for _ in range(documents)]


def annotated(sentences: int, marked: Marked, nodes: tuple[EmptyNode, ...]) -> tuple[Document, Clusters]:
    """Each mention is in a chain of its own, some of them twice, which counts once."""
    words = sentences * WORDS
    spans = [Span.over(tokens) for tokens, _ in marked]
    chains = tuple((span, span) if place % 4 == 0 else (span,) for place, span in enumerate(spans))
    heads = {span: Attributes(head=head) for span, (_, head) in zip(spans, marked, strict=True)}
    starts = tuple(range(0, words, WORDS))
    return Document("d", ("w",) * words, (" ",) * words, starts, nodes=nodes), Clusters("d", chains, heads)


def words_only(document: Document, key: Clusters) -> tuple[Document, Clusters]:
    """Without empty nodes; one that was the head leaves a place behind the text, where no mention has a word."""
    behind = len(document.words)
    marked: dict[frozenset[int], int] = {}
    for span, *_ in key.chains:
        head = key.attributes[span].head or 0
        if words := frozenset(token for token in span if token < FIRST_NODE):
            marked.setdefault(words, head if head < FIRST_NODE else behind)
    return annotated(len(document.sentence_starts), list(marked.items()), ())


def evidence(cases: Sequence[Case], match: Match, zeros: Zeros, preset: str | None = None) -> Overlap:
    def batch(name: str, sides: Iterator[tuple[Document, Clusters]]) -> DocumentBatch:
        return DocumentBatch(Path(name), [
            AnnotatedDocument(
                Path(f"d{number}"), f"d{number}", b"w\t" * len(document.words),
                columns(replace(clusters, document_id=f"d{number}")), None, document.nodes,
            )
            for number, (document, clusters) in enumerate(sides)
        ])  # fmt: skip

    sides = batch("key", (case.key for case in cases)), batch("response", (case.response for case in cases))
    settings = configure(match=match, zeros=zeros, preset=preset, singletons="keep")
    return evidence_of(*sides, settings, ResponseWarnings(Path("response")))


def pairs_of(overlap: Overlap, cases: Sequence[Case]) -> list[Pairs]:
    """The pairs of each document as the product has them."""
    first = [np.searchsorted(side.chain_document, np.arange(len(cases))) for side in (overlap.key, overlap.response)]
    pairs: list[Pairs] = [set() for _ in cases]
    for row, column in zip(*overlap.common, strict=True):
        place = overlap.key.document[row]
        numbers = overlap.key.chain[row] - first[0][place], overlap.response.chain[column] - first[1][place]
        pairs[place].add((int(numbers[0]), int(numbers[1])))
    return pairs


@pytest.mark.parametrize("documents", SIZES)
@pytest.mark.parametrize("match", ["strict", "partial", "head"])
@pytest.mark.parametrize(("with_nodes", "zeros"), [(False, "dependent"), (True, "dependent"), (True, "position")])
def test_mentions_stand_for_each_other_as_in_the_scorer(
    documents: int, match: Match, with_nodes: bool, zeros: Zeros
) -> None:
    """But one to one: where the scorer has a mention in two pairs, or in none as seen from one side, this has not."""
    cases = random_cases(documents, match, zeros, with_nodes, with_nodes=with_nodes)
    otherwise = 0

    for case, pairs in zip(cases, pairs_of(evidence(cases, match, zeros), cases), strict=True):
        heads = [known.head or 0 for _, side in (case.key, case.response) for known in side.attributes.values()]
        if with_nodes and max(heads) < FIRST_NODE:
            continue  # empty nodes count only where there are zeros
        from_key, from_response = expected(case, match, zeros)
        assert all(len({pair[side] for pair in pairs}) == len(pairs) for side in (0, 1))
        if from_key == from_response:
            assert pairs == from_key, case
        else:
            otherwise += 1

    assert otherwise <= (max(2, documents // 100) if with_nodes and zeros == "dependent" else 0)


@pytest.mark.parametrize("documents", SIZES)
def test_with_a_preset_mentions_find_what_they_find_in_the_scorer(documents: int) -> None:
    """From both sides, also where one is found twice or finds nothing itself, as in some of these documents."""
    otherwise = 0
    matches: tuple[Match, ...] = ("strict", "partial", "head")
    for match in matches:
        cases = random_cases(2 * documents, match, "preset 5")
        overlap = evidence(cases, match, "dependent", "crac2024")
        both = pairs_of(overlap.seen_from_key, cases), pairs_of(overlap.seen_from_response, cases)
        for case, *pairs in zip(cases, *both, strict=True):
            wanted = expected(case, match, "dependent")
            otherwise += wanted[0] != wanted[1]
            assert tuple(pairs) == wanted, (match, case)

    assert otherwise


@pytest.mark.parametrize("match", ["strict", "partial"])
def test_without_zeros_mentions_are_those_of_their_words(match: Match) -> None:
    """Of mentions that are then the same the first counts."""
    cases = random_cases(100, match)

    for case, pairs in zip(cases, pairs_of(evidence(cases, match, "ignore"), cases), strict=True):
        bare = Case(words_only(*case.key), words_only(*case.response))
        assert pairs == expected(bare, match, "ignore")[0], case
