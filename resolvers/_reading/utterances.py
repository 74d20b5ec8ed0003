"""What centering resolvers share: utterances, and the orders in which they list what an utterance mentions (Cf).

Finite clauses are those of Baldwin 1997; the utterances and orders those of Brennan, Friedman & Pollard 1987 and
Tetreault 2001.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from resolvers._structure.constituents import project
from workbench.document import Annotation, Function, Mention, Prepared

Unit = Literal["sentence", "clause"]

_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_SUBJECTS = ("nsubj", "csubj", "expl")
_RANKS: Mapping[Function, int] = {
    "subject": 0, "object": 1, "existential": 1, "indirect_object": 2, "oblique": 3, "agent": 3, "predicate": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Utterances:
    """The utterances of a document in text order.

    `of` numbers the utterance of each mention; `mentions` are those of each utterance in text order; `heads` is the
    token that heads each utterance. Utterances without mentions count too.
    """

    of: tuple[int, ...]
    mentions: tuple[tuple[int, ...], ...]
    heads: tuple[int, ...]


def utterances(prepared: Prepared, unit: Unit) -> Utterances:
    """Sentences, of which conjoined ones with subjects of their own count apart (Tetreault 2001), or finite clauses."""
    annotation, clauses = prepared.annotation, prepared.clauses
    owner = finite_clauses(annotation, clauses) if unit == "clause" else _sentences(annotation, clauses)
    heads = tuple(dict.fromkeys(owner))
    number = {head: index for index, head in enumerate(heads)}
    of = tuple(number[owner[mention.head]] for mention in prepared.mentions)
    members: list[list[int]] = [[] for _ in heads]
    for mention, utterance in enumerate(of):
        members[utterance].append(mention)
    return Utterances(of, tuple(map(tuple, members)), heads)


def finite_clauses(annotation: Annotation, clauses: Sequence[int]) -> list[int]:
    """For each token the head of its finite clause; a clause without a finite verb belongs to the one above."""
    finite = {head for token, head in enumerate(annotation.head) if _is_auxiliary(annotation, token)}
    finite.update(token for token, tag in enumerate(annotation.tag) if tag in _FINITE)
    return _climbed(annotation, clauses, finite)


def _sentences(annotation: Annotation, clauses: Sequence[int]) -> list[int]:
    """For each token the head of its sentence, or of a clause with a subject that is conjoined with that."""
    with_subject = {
        head for token, head in enumerate(annotation.head) if annotation.relation[token].startswith(_SUBJECTS)
    }
    apart = {
        token
        for token in with_subject
        if annotation.relation[token] == "conj" and _is_root(annotation, annotation.head[token])
    }
    return _climbed(annotation, clauses, apart)


def _climbed(annotation: Annotation, clauses: Sequence[int], ends: set[int]) -> list[int]:
    """For each token the nearest clause head above that is one of `ends` or a root."""
    found: dict[int, int] = {}
    for clause in clauses:
        path, at = [], clause
        while at not in found and at not in ends and not _is_root(annotation, at):
            path.append(at)
            at = clauses[annotation.head[at]]
        found.update(dict.fromkeys([*path, at], found.get(at, at)))
    return [found[clause] for clause in clauses]


def _is_root(annotation: Annotation, token: int) -> bool:
    return annotation.head[token] == token


def _is_auxiliary(annotation: Annotation, token: int) -> bool:
    return annotation.tag[token] in _FINITE and annotation.relation[token].partition(":")[0] in ("aux", "cop")


def function_ranks(mentions: Sequence[Mention]) -> list[int]:
    """For each mention its rank by function: subjects, objects, second objects, other complements, all others.

    The order is that of Brennan, Friedman & Pollard 1987; a treebank does not tell complements from adjuncts, so that
    what depends on a verb by a preposition counts as a complement.
    """
    return [_RANKS.get(mention.function, 4) for mention in mentions]


def depths(prepared: Prepared) -> list[int]:
    """For each mention the depth of its noun phrase in the tree, by which a breadth-first walk meets it."""
    trees = project(prepared.annotation, prepared.clauses)
    depth = [0] * len(trees.label)
    waiting = list(trees.tops)
    phrases: dict[int, list[int]] = {}
    while waiting:
        node = waiting.pop()
        for child in trees.children[node]:
            depth[child] = depth[node] + 1
            waiting.append(child)
        if trees.label[node] == "NP":
            phrases.setdefault(trees.head[node], []).append(depth[node])
    coordinations = {mention.coordination for mention in prepared.mentions if mention.coordination}
    outermost = [mention.span in coordinations for mention in prepared.mentions]
    return [
        (min if whole else max)(phrases.get(mention.head, [depth[mention.head]]))
        for mention, whole in zip(prepared.mentions, outermost, strict=True)
    ]
