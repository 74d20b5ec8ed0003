"""Clauses: which token heads the clause that a token belongs to."""

from workbench.document import Annotation

_CLAUSAL = frozenset({"root", "ccomp", "csubj", "advcl", "acl", "parataxis"})
_VERBAL = frozenset({"VERB", "AUX"})
_SHARING = frozenset({"xcomp", "amod"})  # they and their conjuncts share the clause of their governor
_CLAUSE_MAKERS = frozenset({"nsubj", "csubj", "cop", "aux", "expl"})


def clause_heads(annotation: Annotation) -> tuple[int, ...]:
    """For each token the token that heads its clause: the nearest clause head at or above it.

    Clause heads are root, ccomp, csubj, advcl, acl, parataxis and their subtypes, and of conjuncts those with a
    subject, copula or auxiliary of their own and verbs. An xcomp shares the clause of its governor, and so does a verb
    conjoined with it ("she wants to open and close it") or with an attribute ("a cut and dried ham").
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
        conjunct = base == "conj" and (token in predicates or _is_conjoined_clause(annotation, token))
        result.append(base in _CLAUSAL or conjunct or annotation.head[token] == token)
    return result


def _is_conjoined_clause(annotation: Annotation, token: int) -> bool:
    """Whether a conjunct without subject is a clause: a verb, but none conjoined with an xcomp or an attribute."""
    first = annotation.head[token]
    while annotation.relation[first] == "conj" and annotation.head[first] != first:
        first = annotation.head[first]
    return annotation.pos[token] in _VERBAL and annotation.relation[first] not in _SHARING
