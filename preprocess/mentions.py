"""The record of each mention, which resolvers read instead of the tree."""

from bisect import bisect_right
from collections.abc import Mapping

from preprocess import agreement, names
from preprocess.agreement import Features
from preprocess.names import Known
from preprocess.noun_phrases import NounPhrase
from preprocess.word_lists import word_lists
from workbench.document import Annotation, Definiteness, Document, Function, Kind, Mention, Span

_FUNCTIONS: Mapping[str, Function] = {
    "nsubj": "subject", "csubj": "subject", "expl": "subject", "obj": "object", "iobj": "indirect_object",
    "obl": "oblique", "obl:agent": "agent", "nmod:poss": "possessor", "appos": "apposition",
}  # fmt: skip
_GOVERNED = frozenset({"subject", "object", "indirect_object", "oblique", "agent", "existential"})
_DEFINITE = frozenset({"the", "this", "that", "these", "those", "both"})


def records(
    document: Document,
    annotation: Annotation,
    clauses: tuple[int, ...],
    phrases: list[NounPhrase],
    gold_features: Mapping[Span, Features],
) -> tuple[Mention, ...]:
    """One record for each noun phrase, in the order given; `gold_features` replace the computed ones where given."""
    children = annotation.children()
    known = names.known_names(annotation, document.words, phrases)
    context = (document, annotation, clauses, children, _coordinations(phrases), known)
    return tuple(_record(*context, phrase, gold_features.get(phrase.span)) for phrase in phrases)


def _coordinations(phrases: list[NounPhrase]) -> dict[int, Span]:
    """For the head of each conjunct the span of the coordination it belongs to."""
    return {member: phrase.span for phrase in phrases for member in phrase.members}


def _record(
    document: Document,
    annotation: Annotation,
    clauses: tuple[int, ...],
    children: dict[int, list[int]],
    coordinations: dict[int, Span],
    known: Known,
    phrase: NounPhrase,
    gold: Features | None,
) -> Mention:
    head = phrase.head
    features = gold or agreement.features(annotation, document.words, phrase, known)
    entry = agreement.pronoun_of(annotation, document.words, phrase)
    kind: Kind = "pronoun" if entry else "name" if annotation.pos[head] == "PROPN" else "nominal"
    function, governor = _function(annotation, children, head)
    return Mention(
        span=phrase.span,
        base=phrase.base,
        head=head,
        lemma=annotation.lemma[head].lower(),
        kind=kind,
        pronoun=entry.type if entry else "",
        person=features.person,
        number=features.number,
        gender=features.gender,
        animacy=features.animacy,
        function=function,
        definiteness=_definiteness(annotation, document.words, children, head, kind),
        sentence=annotation.sentence_of(head),
        paragraph=max(0, bisect_right(document.paragraph_starts, head) - 1),
        clause=clauses[head],
        governor=governor,
        preposition=_preposition(annotation, children, head),
        heading=any(head in heading for heading in document.headings),
        coordination=None if phrase.members else coordinations.get(head),
        evidence=features.evidence,
    )


def _function(annotation: Annotation, children: dict[int, list[int]], head: int) -> tuple[Function, int]:
    """Grammatical function and governor; a conjunct has those of the first conjunct.

    A nominal conjoined with a clause ("he works and is the boss") is a predicate if it has a copula.
    """
    while annotation.relation[head] == "conj" and not _has_copula(annotation, children, head):
        head = annotation.head[head]
    relation = annotation.relation[head]
    if _has_copula(annotation, children, head) or relation == "xcomp":
        return "predicate", -1
    function = _FUNCTIONS.get(relation) or _FUNCTIONS.get(relation.partition(":")[0]) or "other"
    governor = annotation.head[head]
    if function == "subject" and any(_is_existential(annotation, child) for child in children.get(governor, [])):
        function = "existential"
    if function == "oblique" and _is_recipient(annotation, children, head, governor):
        function = "indirect_object"
    return function, governor if function in _GOVERNED else -1


def _has_copula(annotation: Annotation, children: dict[int, list[int]], head: int) -> bool:
    return any(annotation.relation[child] == "cop" for child in children.get(head, []))


def _is_recipient(annotation: Annotation, children: dict[int, list[int]], head: int, verb: int) -> bool:
    """Whether a phrase with "to" is what "gave Ann a bone" has as an indirect object: "gave a bone to Ann"."""
    if annotation.lemma[verb].lower() not in word_lists()["verbs"]["ditransitive"]:
        return False
    to = any(annotation.relation[c] == "case" and annotation.lemma[c].lower() == "to" for c in children.get(head, []))
    return to and any(annotation.relation[c] in ("obj", "nsubj:pass") for c in children.get(verb, []))


def _is_existential(annotation: Annotation, token: int) -> bool:
    return annotation.relation[token] == "expl" and annotation.lemma[token].lower() == "there"


def _preposition(annotation: Annotation, children: dict[int, list[int]], head: int) -> int:
    """The preposition a mention is the complement of; a conjunct without its own has that of the first conjunct."""
    while True:
        for child in children.get(head, []):
            if child < head and annotation.relation[child] == "case":
                return child
        if annotation.relation[head] != "conj":
            return -1
        head = annotation.head[head]


def _definiteness(
    annotation: Annotation, words: tuple[str, ...], children: dict[int, list[int]], head: int, kind: Kind
) -> Definiteness:
    if kind == "pronoun":
        return "pronoun"
    below = [child for child in children.get(head, []) if child < head]
    determiners = {words[child].lower() for child in below if annotation.relation[child].startswith("det")}
    if determiners & _DEFINITE or any(annotation.relation[child] == "nmod:poss" for child in below):
        return "definite"
    if determiners or any(annotation.relation[child] == "nummod" for child in below):
        return "indefinite"
    return "name" if kind == "name" else "bare"
