"""Noun phrases from a dependency tree: maximal and base spans, coordinations, possessors, pronouns.

spaCy's own `noun_chunks` knows ClearNLP labels only and finds no complex noun phrases, hence this module.
"""

from dataclasses import dataclass

from workbench.document import Annotation, Span

_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "conj", "appos", "vocative", "dislocated"})
_NEVER = frozenset({
    "compound", "flat", "fixed", "goeswith", "det", "case", "mark", "cc", "discourse", "punct", "aux", "cop", "nummod",
    "reparandum",
})  # fmt: skip
# What may stand inside a noun phrase, as children of its head.
_BEFORE = frozenset({"det", "amod", "nummod", "nmod", "compound", "flat", "fixed", "goeswith"})
_AFTER = frozenset({
    "det", "amod", "nummod", "nmod", "compound", "flat", "fixed", "goeswith", "acl", "case",
})  # fmt: skip
_DETERMINING = frozenset({"DET", "ADJ"})
_IN_BASE = frozenset({"flat", "compound", "fixed", "goeswith", "case"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
_CLAUSAL = frozenset({"cop", "nsubj", "csubj"})
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase: maximal span, base span (up to the head) and head; `members` are the heads of a coordination."""

    span: Span
    base: Span
    head: int
    members: tuple[int, ...] = ()


def noun_phrases(annotation: Annotation, words: tuple[str, ...]) -> list[NounPhrase]:
    """All noun phrases in text order (by start, the longer first), at most one of each span.

    One for each nominal head (its whole phrase, with prepositional phrases and relative clauses), one for each
    coordination of nominal heads, one for each possessor. Relative and interrogative pronouns, existential
    "there" and parts of compounds and names are none; which "it" is an expletive, the filter decides.
    """
    children = annotation.children()
    found: dict[Span, NounPhrase] = {}
    for head in range(len(words)):
        if not is_nominal_head(annotation, head) or _is_order(annotation, children, head):
            continue
        span, base = _spans(annotation, children, words, head)
        found.setdefault(span, NounPhrase(span, base, head))
        members = _members(annotation, children, head)
        if len(members) > 1:
            last, _ = _spans(annotation, children, words, members[-1])
            whole = Span(span.start, max(last.end, span.end))
            found.setdefault(whole, NounPhrase(whole, whole, head, members))
    return sorted(found.values(), key=lambda phrase: (phrase.span.start, -phrase.span.end))


def _is_order(annotation: Annotation, children: dict[int, list[int]], token: int) -> bool:
    """Whether a "noun" is an imperative that the tagger did not know: "Slide the lever down"."""
    return annotation.pos[token] in ("NOUN", "PROPN") and any(
        child > token and annotation.relation[child] == "obj" for child in children[token]
    )


def is_nominal_head(annotation: Annotation, token: int) -> bool:
    """Whether the token heads a noun phrase: a noun, name, pronoun, or a number, determiner, adjective used as one."""
    pos, relation = annotation.pos[token], annotation.relation[token]
    base = relation.partition(":")[0]
    features = annotation.morphology[token]
    if base == "compound" and pos == "NOUN" and annotation.pos[annotation.head[token]] == "VERB":
        return True  # parsers say so of nouns before a participle: "into the VCR making sure"
    if base in _NEVER or annotation.tag[token] == "EX" or "PronType=Rel" in features or "PronType=Int" in features:
        return False
    if pos in ("NOUN", "PROPN", "PRON"):
        return True
    if pos in ("NUM", "DET", "SYM"):
        return base in _ARGUMENTS
    return pos == "ADJ" and base in _ARGUMENTS - {"conj"}


def _members(annotation: Annotation, children: dict[int, list[int]], head: int) -> tuple[int, ...]:
    """The heads of a coordination of noun phrases that starts with `head`; conjoined clauses are no members."""
    if annotation.relation[head] == "conj":
        return (head,)
    return (head, *(child for child in children[head] if _is_conjunct(annotation, children, child)))


def _is_conjunct(annotation: Annotation, children: dict[int, list[int]], token: int) -> bool:
    if annotation.relation[token] != "conj" or annotation.pos[token] not in _NOMINAL:
        return False
    return not any(annotation.relation[child].partition(":")[0] in _CLAUSAL for child in children[token])


def _spans(
    annotation: Annotation, children: dict[int, list[int]], words: tuple[str, ...], head: int
) -> tuple[Span, Span]:
    """The maximal and the base span of the phrase of one head; a coordinated head stands without its conjuncts."""
    predicate = any(annotation.relation[child] == "cop" for child in children[head])
    start, end, base_end = head, head + 1, head + 1
    for child in children[head]:
        label = annotation.relation[child]
        relation = label.partition(":")[0]
        if child < head:
            if relation == "case":
                start = head  # what stands before a preposition is outside
            elif relation in _BEFORE or label == "cc:preconj":
                start = min(start, _leftmost(children, child))
        elif "Reflex=Yes" in annotation.morphology[child]:
            continue  # "the author herself"
        elif relation in _AFTER or (relation == "ccomp" and not predicate):
            end = max(end, _rightmost(children, child) + 1)
            if relation in _IN_BASE:
                base_end = max(base_end, end)
    if annotation.relation[head] == "compound":  # see is_nominal_head: its determiner hangs on the verb, too
        while (
            start and annotation.head[start - 1] == annotation.head[head] and annotation.pos[start - 1] in _DETERMINING
        ):
            start -= 1
    return _trim(annotation, words, start, end, head), Span(start, base_end)


def _leftmost(children: dict[int, list[int]], token: int) -> int:
    while children[token] and children[token][0] < token:
        token = children[token][0]
    return token


def _rightmost(children: dict[int, list[int]], token: int) -> int:
    while children[token] and children[token][-1] > token:
        token = children[token][-1]
    return token


def _trim(annotation: Annotation, words: tuple[str, ...], start: int, end: int, head: int) -> Span:
    """Cut punctuation and dashes off the edges, but keep a bracket whose partner is inside."""
    while start < head and annotation.pos[start] == "PUNCT":
        start += 1
    while end - 1 > head and annotation.pos[end - 1] == "PUNCT":
        closing = words[end - 1]
        inside = words[start : end - 1]
        if closing in _CLOSING and inside.count(_OPENING[_CLOSING.index(closing)]) > inside.count(closing):
            break
        end -= 1
    return Span(start, end)
