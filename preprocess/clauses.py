"""Clauses: which token heads the clause that a token belongs to."""

from workbench.document import Annotation

_CLAUSAL = frozenset({"root", "ccomp", "csubj", "advcl", "acl", "parataxis"})
_VERBAL = frozenset({"VERB", "AUX"})
_CLAUSE_MAKERS = frozenset({"nsubj", "csubj", "cop", "aux", "expl"})


def clause_heads(annotation: Annotation) -> tuple[int, ...]:
    """For each token the token that heads its clause: the nearest clause head at or above it.

    Clause heads are root, ccomp, csubj, advcl, acl, parataxis and their subtypes, and a conjunct that is a verb or
    has a subject, copula or auxiliary of its own. An xcomp shares the clause of its governor.
    """
    heads = _is_clause_head(annotation)
    found: list[int] = [-1] * len(heads)
    for token in range(len(heads)):
        path = []
        at = token
        while found[at] < 0 and not heads[at]:
            path.append(at)
            at = annotation.head[at]
        clause = at if found[at] < 0 else found[at]
        for step in (*path, at):
            found[step] = clause
    return tuple(found)


def _is_clause_head(annotation: Annotation) -> list[bool]:
    predicates = {
        annotation.head[token]
        for token, relation in enumerate(annotation.relation)
        if relation.partition(":")[0] in _CLAUSE_MAKERS
    }
    result = []
    for token, relation in enumerate(annotation.relation):
        base = relation.partition(":")[0]
        conjunct = base == "conj" and (annotation.pos[token] in _VERBAL or token in predicates)
        result.append(base in _CLAUSAL or conjunct or annotation.head[token] == token)
    return result
