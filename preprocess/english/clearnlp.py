"""Labels of ClearNLP, the scheme of the English pipelines that spaCy distributes, as Universal Dependencies.

In ClearNLP prepositions head their complements
and copulas their predicates. Both schemes descend from Stanford Dependencies;
de Marneffe et al. 2014 (LREC) describe where they part.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from anaphora.workbench.document import Annotation

_ENTITY_TYPES = {
    "PERSON": "PERSON", "ORG": "ORGANIZATION", "GPE": "PLACE", "LOC": "PLACE", "FAC": "PLACE", "PRODUCT": "OBJECT",
    "WORK_OF_ART": "ABSTRACT", "LAW": "ABSTRACT", "LANGUAGE": "ABSTRACT", "EVENT": "EVENT", "DATE": "TIME",
    "TIME": "TIME", "MONEY": "ABSTRACT", "PERCENT": "ABSTRACT", "QUANTITY": "ABSTRACT", "ORDINAL": "",
    "CARDINAL": "", "NORP": "",
}  # fmt: skip

_RELATIONS = {
    "ROOT": "root", "acomp": "xcomp", "agent": "case", "appos": "appos", "attr": "xcomp", "auxpass": "aux:pass",
    "csubjpass": "csubj:pass", "dative": "iobj", "dobj": "obj", "intj": "discourse", "meta": "parataxis",
    "neg": "advmod", "nn": "compound", "npadvmod": "obl:unmarked", "npmod": "obl:unmarked", "nsubjpass": "nsubj:pass",
    "num": "nummod", "number": "compound", "oprd": "xcomp", "partmod": "acl", "pcomp": "advcl", "poss": "nmod:poss",
    "preconj": "cc:preconj", "predet": "det:predet", "prep": "case", "prt": "compound:prt", "quantmod": "advmod",
    "rcmod": "acl:relcl", "relcl": "acl:relcl", "infmod": "acl", "hmod": "compound", "hyph": "punct",
}  # fmt: skip
RELATIONS = frozenset({"dobj", "pobj", "nsubjpass"})
"""Relations that only this scheme has."""
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET", "SYM"})
# Dependents that a copula hands to its predicate; everything it has but the predicate itself.
_PREDICATE = ("attr", "acomp")


def entity_type(label: str) -> str:
    """An entity label as the bundled pipeline writes it; labels that say nothing of animacy become empty."""
    return _ENTITY_TYPES.get(label, label)


def to_universal(annotation: Annotation) -> Annotation:
    """A ClearNLP-style annotation as Universal Dependencies: prepositions, copulas and coordinators re-attached."""
    heads: list[int] = []
    relations: list[str] = []
    bounds = [*annotation.sentence_starts, len(annotation.head)]
    for start, end in pairwise(bounds):
        head = [above - start for above in annotation.head[start:end]]
        relation = list(annotation.relation[start:end])
        _lower_copulas([lemma.lower() for lemma in annotation.lemma[start:end]], head, relation)
        _lower_prepositions(annotation.pos[start:end], head, relation)
        _reattach_coordinators(head, relation)
        heads += [above + start for above in head]
        tags = annotation.tag[start:end]
        relations += [
            "mark" if tag == "TO" and label == "aux" else _RELATIONS.get(label, label)
            for tag, label in zip(tags, relation, strict=True)
        ]
    return replace(annotation, head=tuple(heads), relation=tuple(relations))


def _below(head: list[int], token: int) -> Iterator[int]:
    return (child for child, above in enumerate(head) if above == token and child != token)


def _promote(head: list[int], relation: list[str], child: int, parent: int, left: str) -> None:
    """Put `child` in the place of its `parent`, which becomes its dependent with the relation `left`."""
    head[child] = child if head[parent] == parent else head[parent]
    relation[child] = relation[parent]
    head[parent], relation[parent] = child, left


def _lower_copulas(lemma: list[str], head: list[int], relation: list[str]) -> None:
    for verb in range(len(head)):
        if lemma[verb] != "be":
            continue
        dependents = list(_below(head, verb))
        predicate = next((child for child in dependents if relation[child] in _PREDICATE), None)
        existential = any(relation[child] == "expl" for child in dependents)
        if predicate is None or existential:
            if existential and predicate is not None:
                relation[predicate] = "nsubj"
            continue
        _promote(head, relation, predicate, verb, "cop")
        for child in dependents:
            if child != predicate:
                head[child] = predicate


def _lower_prepositions(pos: Sequence[str], head: list[int], relation: list[str]) -> None:
    for preposition in range(len(head)):
        if relation[preposition] not in ("prep", "agent", "dative"):
            continue
        complement = next((c for c in _below(head, preposition) if relation[c] in ("pobj", "pcomp")), None)
        if complement is None:
            continue
        label = _oblique(pos, head, relation, preposition, complement)
        clausal = relation[complement] == "pcomp" and pos[complement] in ("VERB", "AUX")
        siblings = [child for child in _below(head, preposition) if child != complement]
        _promote(head, relation, complement, preposition, "mark" if clausal else "case")
        relation[complement] = label
        for child in siblings:
            head[child] = complement


def _oblique(pos: Sequence[str], head: list[int], relation: list[str], preposition: int, complement: int) -> str:
    nominal = pos[head[preposition]] in _NOMINAL - {"ADJ"} and not _has_copula(head, relation, preposition)
    if relation[complement] == "pcomp" and pos[complement] in ("VERB", "AUX"):
        return "acl" if nominal else "advcl"
    if relation[preposition] == "agent":
        return "obl:agent"
    return "nmod" if nominal else "obl"


def _has_copula(head: list[int], relation: list[str], preposition: int) -> bool:
    """A preposition of a copular clause was attached to its verb, not to the nominal predicate."""
    above = head[preposition]
    return (
        any(relation[child] == "cop" and child < preposition for child in _below(head, above)) and above < preposition
    )


def _reattach_coordinators(head: list[int], relation: list[str]) -> None:
    """Coordinators and commas belong to the conjunct behind them; every conjunct to the first."""
    for token in range(len(head)):
        if relation[token] == "cc":
            after = [child for child in _below(head, head[token]) if relation[child] == "conj" and child > token]
            if after:
                head[token] = min(after)
    for token in range(len(head)):
        if relation[token] == "conj":
            first = head[token]
            while relation[first] == "conj" and head[first] != first:
                first = head[first]
            head[token] = first
