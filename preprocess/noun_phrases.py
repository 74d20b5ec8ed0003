"""Noun phrases from a dependency tree: maximal and base spans, coordinations, possessors, pronouns.

spaCy's own `noun_chunks` knows ClearNLP labels only and finds no complex noun phrases, hence this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphora.preprocess.english.phrases import is_counted, is_idiom, may_follow_noun
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Span

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
_MAY_HEAD = _NOMINAL | _DETERMINING
_CLAUSAL = frozenset({"cop", "nsubj", "csubj"})
_PAIRS = {")": "(", "]": "[", "}": "{", "”": "“", "’": "‘", "''": "``", "»": "«", '"': '"'}
# "A lot more", "Dr. Nelson".
_NO_MENTIONS = frozenset({("NOUN", "advmod"), ("PROPN", "nmod:desc"), ("NOUN", "nmod:desc")})
_CLAUSE = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "parataxis", "conj"})


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase: maximal span, base span (up to the head) and head; `members` are the heads of a coordination."""

    span: Span
    base: Span
    head: int
    members: tuple[int, ...] = ()


def noun_phrases(trees: Trees) -> list[NounPhrase]:
    """All noun phrases in text order (by start, the longer first), at most one of each span.

    One for each nominal head (its whole phrase, with prepositional phrases and relative clauses), one for each
    coordination of nominal heads, one for each possessor. Relative and interrogative pronouns, existential
    "there", parts of compounds and names, nouns of idioms ("in fact") and what is counted by a quantifier ("a lot of
    paper") are none; which "it" is an expletive, the filter decides. Each word of a slug, "BC-HUGHES-FCC", is one.
    """
    slugs = _in_slugs(trees.words)
    phrases = {(token, token + 1): NounPhrase(Span(token, token + 1), Span(token, token + 1), token) for token in slugs}
    for head in [token for token, pos in enumerate(trees.pos) if pos in _MAY_HEAD]:
        if head in slugs or not is_nominal_head(trees, head) or _is_order(trees, head):
            continue
        members = _members(trees, head)
        span, base = _spans(trees, head, members[1] if len(members) > 1 else None)
        if len(members) == 1 and (is_counted(trees, head) or is_idiom(trees, span, head)):
            continue
        phrases.setdefault((span.start, span.end), NounPhrase(span, base, head))
        if len(members) > 1:
            shared, _ = _spans(trees, head)
            last, _ = _spans(trees, members[-1])
            whole = Span(span.start, max(last.end, shared.end))
            phrases.setdefault((whole.start, whole.end), NounPhrase(whole, whole, head, members))
    return sorted(phrases.values(), key=lambda phrase: (phrase.span.start, -phrase.span.end))


def _in_slugs(words: Sequence[str]) -> frozenset[int]:
    """The words of slugs, by which news agencies name their messages: three or more in capitals, joined by hyphens."""
    capitals = {token for token, word in enumerate(words) if len(word) > 1 and word.isupper()}
    joined = {token for token in capitals if token + 2 in capitals and words[token + 1] == "-"}
    first = {token for token in joined if token + 2 in joined}
    return frozenset(token + ahead for token in first for ahead in (0, 2, 4))


def _is_order(trees: Trees, token: int) -> bool:
    """Whether a "noun" is an imperative that the tagger did not know: "Slide the lever down"."""
    if trees.pos[token] not in ("NOUN", "PROPN"):
        return False
    return any(child > token and trees.relation[child] == "obj" for child in trees.children[token])


def is_nominal_head(trees: Trees, token: int) -> bool:
    """Whether the token heads a noun phrase: a noun, name, pronoun, or a number, determiner, adjective used as one."""
    pos, base, features = trees.pos[token], trees.base[token], trees.annotation.morphology[token]
    if pos == "NOUN" and place_of(trees, token) != token:
        return True
    if base in _NEVER or trees.tag[token] == "EX" or "PronType=Rel" in features or "PronType=Int" in features:
        return False
    if (pos, trees.relation[token]) in _NO_MENTIONS:
        return False
    if pos in ("NOUN", "PROPN", "PRON"):
        return True
    if pos in ("NUM", "DET", "SYM") and base in _ARGUMENTS:
        return True
    if pos == "NUM":
        return base in _CLAUSE and _is_predicate(trees, token)
    return pos == "ADJ" and _is_adjective_of_persons(trees, token)


def place_of(trees: Trees, head: int) -> int:
    """The token that has the relation, preposition and determiner of a noun phrase: its head, but for one error.

    Parsers may call a noun before a participle a compound of that, "into the VCR making sure"; all it has hangs there.
    """
    above = trees.head[head]
    return above if trees.relation[head] == "compound" and trees.pos[above] == "VERB" else head


def _is_predicate(trees: Trees, token: int) -> bool:
    """Whether a number is what something is said to be, or is counted out of something: "one of the first"."""
    return any(trees.relation[child] in ("cop", "nmod") for child in trees.children[token])


def _is_adjective_of_persons(trees: Trees, token: int) -> bool:
    """Whether an adjective stands for a noun: "the young", but not "at first" and "much"."""
    base = trees.base[token]
    if base in ("obl", "nmod", "obj"):
        return any(trees.relation[child] in ("det", "nmod:poss") for child in trees.children[token])
    return base != "conj" and base in _ARGUMENTS


def _members(trees: Trees, head: int) -> tuple[int, ...]:
    """The heads of a coordination of noun phrases that starts with `head`; conjoined clauses are no members."""
    if trees.relation[head] == "conj":
        return (head,)
    return (head, *[child for child in trees.children[head] if _is_conjunct(trees, child)])


def _is_conjunct(trees: Trees, token: int) -> bool:
    if trees.relation[token] != "conj" or trees.pos[token] not in _NOMINAL:
        return False
    return not any(trees.base[child] in _CLAUSAL for child in trees.children[token])


def _spans(trees: Trees, head: int, until: int | None = None) -> tuple[Span, Span]:
    """The maximal and the base span of the phrase of one head; a coordinated head stands without its conjuncts.

    What modifies it from `until` on belongs to the coordination: "towns and villages whose remains may be seen".
    """
    start, end, base_end = head, head + 1, head + 1
    for child in trees.children[head]:
        base = trees.base[child]
        if child < head:
            if base == "case":
                start = head  # what stands before a preposition is outside
            elif base in _BEFORE or trees.relation[child] == "cc:preconj":
                start = min(start, _leftmost(trees.children, child))
        elif until is not None and child >= until:
            break
        elif "Reflex=Yes" in trees.annotation.morphology[child]:
            continue  # "the author herself"
        elif base in _AFTER or (head not in trees.copular and _stands_behind(trees, head, child)):
            end = max(end, _rightmost(trees.children, child) + 1)
            if base in _IN_BASE:
                base_end = max(base_end, end)
    if (place := place_of(trees, head)) != head:
        while start and trees.head[start - 1] == place and trees.pos[start - 1] in _DETERMINING:
            start -= 1
    return _trim(trees, start, end, head), Span(start, base_end)


def _stands_behind(trees: Trees, head: int, child: int) -> bool:
    """Whether a dependent behind an argument belongs to its phrase though its relation alone does not show it."""
    base = trees.base[child]
    if base == "advmod":
        return may_follow_noun(trees.lower[child])
    return base == "ccomp" or (base == "obl" and trees.pos[head] == "ADJ")


def _leftmost(children: Sequence[Sequence[int]], token: int) -> int:
    while children[token] and children[token][0] < token:
        token = children[token][0]
    return token


def _rightmost(children: Sequence[Sequence[int]], token: int) -> int:
    while children[token] and children[token][-1] > token:
        token = children[token][-1]
    return token


def _trim(trees: Trees, start: int, end: int, head: int) -> Span:
    """Cut punctuation and dashes off the edges, but take in a bracket or quotation mark whose partner is inside."""
    pos, words = trees.pos, trees.words
    while start < head and pos[start] == "PUNCT":
        start += 1
    while end - 1 > head and pos[end - 1] == "PUNCT" and not _closes(words, start, end - 1):
        end -= 1
    return Span(start, end + 1 if _closes(words, start, end) else end)


def _closes(words: tuple[str, ...], start: int, token: int) -> bool:
    """Whether a token closes a bracket or quotation that is opened behind `start` and not closed before."""
    closing = words[token] if token < len(words) else ""
    opening = _PAIRS.get(closing)
    if opening is None:
        return False
    inside = words[start:token]
    if opening == closing:
        return inside.count(closing) % 2 == 1
    return inside.count(opening) > inside.count(closing)
