"""Utterances of centering, and the orders in which their mentions are listed (Cf).

Finite clauses are those of Baldwin 1997; the utterances and orders those of Brennan, Friedman & Pollard 1987 and
Tetreault 2001.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from anaphora.resolvers.syntax.binding import coordinations_of
from anaphora.resolvers.syntax.constituents import trees
from anaphora.workbench.document import Annotation, Function, Mention, Prepared, once

Unit = Literal["sentence", "clause"]

_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_SUBJECTS = ("nsubj", "csubj", "expl")
_AUXILIARIES = ("aux", "cop")
_RANKS: Mapping[Function, int] = {
    "subject": 0, "object": 1, "existential": 1, "indirect_object": 2, "oblique": 3, "agent": 3, "predicate": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Utterances:
    """The utterances of a document in text order.

    `utterance_of` numbers the utterance of each mention; `mentions` has those of each utterance in text order, `heads`
    the token that heads each utterance, `starts` its first one. Utterances without mentions count too.
    """

    utterance_of: tuple[int, ...]
    mentions: tuple[tuple[int, ...], ...]
    heads: tuple[int, ...]
    starts: tuple[int, ...]


def utterances(prepared: Prepared, unit: Unit) -> Utterances:
    """Sentences, of which conjoined ones with subjects of their own count apart (Tetreault 2001), or finite clauses."""
    return _clauses(prepared) if unit == "clause" else _sentences(prepared)


@once
def _sentences(prepared: Prepared) -> Utterances:
    """Sentences and conjoined ones, each of which goes on to where the next one starts."""
    heads = _sentence_starts(prepared.annotation)
    starts = sorted(heads)
    numbers = [bisect_right(starts, mention.head) - 1 for mention in prepared.mentions]
    return _utterances(numbers, [heads[start] for start in starts], starts)


@once
def _clauses(prepared: Prepared) -> Utterances:
    clauses = finite_clauses(prepared)
    starts: dict[int, int] = {}
    for token, head in enumerate(clauses):
        starts.setdefault(head, token)
    number = {head: index for index, head in enumerate(starts)}
    return _utterances([number[clauses[mention.head]] for mention in prepared.mentions], [*starts], [*starts.values()])


def _utterances(numbers: Sequence[int], heads: Sequence[int], starts: Sequence[int]) -> Utterances:
    members: list[list[int]] = [[] for _ in heads]
    for mention, utterance in enumerate(numbers):
        members[utterance].append(mention)
    return Utterances(tuple(numbers), tuple(map(tuple, members)), tuple(heads), tuple(starts))


def _sentence_starts(annotation: Annotation) -> dict[int, int]:
    """For the first token of each sentence and of each conjoined sentence the token that heads it."""
    head, relation, starts = annotation.head, annotation.relation, annotation.sentence_starts
    roots = [token for token, above in enumerate(head) if token == above]
    heads = {start: roots[min(bisect_left(roots, start), len(roots) - 1)] for start in starts}
    conjuncts = {token for token, label in enumerate(relation) if label == "conj" and _joins_root(annotation, token)}
    below = [token for token, above in enumerate(head) if above in conjuncts]
    apart = {head[token] for token in below if relation[token].startswith(_SUBJECTS)}
    first: dict[int, int] = {}
    for number in {annotation.sentence_of(conjunct) for conjunct in apart}:
        for token in range(starts[number], starts[number + 1] if number + 1 < len(starts) else len(head)):
            first.setdefault(_above(head, token, apart), token)
    heads.update({first[conjunct]: conjunct for conjunct in apart})
    return heads


def _joins_root(annotation: Annotation, token: int) -> bool:
    """Return whether a conjunct is conjoined with the head of its sentence, directly or by other conjuncts."""
    head = annotation.head
    while annotation.relation[token] == "conj" and head[token] != token:
        token = head[token]
    return head[token] == token


def _above(head: Sequence[int], token: int, ends: Set[int]) -> int:
    """The nearest token at or above one that is among `ends` or a root."""
    while token not in ends and head[token] != token:
        token = head[token]
    return token


@once
def finite_clauses(prepared: Prepared) -> tuple[int, ...]:
    """Return for each token the head of its finite clause; a clause without a finite verb belongs to the one above."""
    annotation, clauses = prepared.annotation, prepared.clauses
    head, relation = annotation.head, annotation.relation
    finite = {token for token, tag in enumerate(annotation.tag) if tag in _FINITE}
    finite.update([head[token] for token in finite if relation[token].startswith(_AUXILIARIES)])
    heads: dict[int, int] = {}
    for clause in set(clauses):
        path, token = [], clause
        while token not in heads and token not in finite and head[token] != token:
            path.append(token)
            token = clauses[head[token]]
        heads.update(dict.fromkeys([*path, token], heads.get(token, token)))
    return tuple([heads[clause] for clause in clauses])


def function_ranks(mentions: Sequence[Mention]) -> list[int]:
    """Return for each mention its rank by function: subjects, objects, second objects, other complements, all others.

    The order is that of Brennan, Friedman & Pollard 1987, whose object of "gave Betsy a hamster" is Betsy, and whose
    second object the hamster; treebanks call these indirect object and object. A treebank does not distinguish
    complements from adjuncts, so what depends on a verb by a preposition counts as a complement. What a clause with
    "there" says to be there ranks as an object.
    """
    before_another = {mention.governor for mention in mentions if _is_first_of_two(mention)}
    return [
        1 if _is_first_of_two(mention)
        else 2 if mention.function == "object" and mention.governor in before_another
        else _RANKS.get(mention.function, 4)
        for mention in mentions
    ]  # fmt: skip


def _is_first_of_two(mention: Mention) -> bool:
    return mention.function == "indirect_object" and mention.preposition < 0


def depths(prepared: Prepared) -> list[int]:
    """Return for each mention the depth of its noun phrase in the tree, by which a breadth-first walk meets it.

    A possessor counts as high as the noun phrase that it opens, so that it comes first (Tetreault 2001).
    """
    tree = trees(prepared)
    depth: dict[int, int] = {-1: -1}
    phrases: dict[int, list[int]] = defaultdict(list)
    for node, label in enumerate(tree.label):
        if label == "NP":
            phrases[tree.head[node]].append(node)
    coordinations = coordinations_of(prepared)
    depth_of_mention = []
    for mention in prepared.mentions:
        head = _phrase(prepared.annotation, mention.head)
        levels = [_depth(tree.parent, node, depth) for node in phrases.get(head, (head,))]
        depth_of_mention.append(min(levels) if mention.span in coordinations else max(levels))
    return depth_of_mention


def _phrase(annotation: Annotation, token: int) -> int:
    """The head of the outermost noun phrase that starts with a noun phrase as its possessor; else the token itself."""
    head, relation = annotation.head, annotation.relation
    while True:
        first = token
        while relation[first] == "conj" and head[first] != first:
            first = head[first]
        if relation[first] != "nmod:poss" or head[first] == first:
            return token
        token = head[first]


def _depth(parent: Sequence[int], node: int, depth: dict[int, int]) -> int:
    """The depth of a node; `depth` caches known ones."""
    path = []
    while node not in depth:
        path.append(node)
        node = parent[node]
    level = depth[node]
    for step in reversed(path):
        level += 1
        depth[step] = level
    return level
