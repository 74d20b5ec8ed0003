"""Clauses: which token heads the clause that a token belongs to."""

import numpy as np

from anaphora.preprocess.trees import Trees

_CLAUSAL = frozenset({"root", "ccomp", "csubj", "advcl", "acl", "parataxis"})
_VERBAL = frozenset({"VERB", "AUX"})
_SHARING = frozenset({"xcomp", "amod"})  # they and their conjuncts share the clause of their governor
_CLAUSE_MAKERS = frozenset({"nsubj", "csubj", "cop", "aux", "expl"})


def clause_heads(trees: Trees) -> tuple[int, ...]:
    """For each token the token that heads its clause: the nearest clause head at or above it.

    Clause heads are root, ccomp, csubj, advcl, acl, parataxis and their subtypes, and of conjuncts those with a
    subject, copula or auxiliary of their own and verbs. An xcomp shares the clause of its governor, and so does a verb
    conjoined with it ("she wants to open and close it") or with an attribute ("a cut and dried ham").
    """
    own = np.arange(len(trees.head))
    above = np.where(_is_clause_head(trees), own, np.array(trees.head, np.int64))
    for _ in range(len(own).bit_length()):  # each turn doubles the steps
        above = above[above]
    return tuple(above.tolist())


def _is_clause_head(trees: Trees) -> list[bool]:
    predicates = {trees.head[token] for token, base in enumerate(trees.base) if base in _CLAUSE_MAKERS}
    return [
        base in _CLAUSAL
        or trees.head[token] == token
        or (base == "conj" and (token in predicates or _is_conjoined_clause(trees, token)))
        for token, base in enumerate(trees.base)
    ]


def _is_conjoined_clause(trees: Trees, token: int) -> bool:
    """Whether a conjunct without subject is a clause: a verb, but none conjoined with an xcomp or an attribute."""
    if trees.pos[token] not in _VERBAL:
        return False
    first = trees.head[token]
    while trees.relation[first] == "conj" and trees.head[first] != first:
        first = trees.head[first]
    return trees.relation[first] not in _SHARING
