"""Noun phrases from a dependency tree: maximal and base spans, coordinations, possessors, pronouns.

spaCy's own `noun_chunks` knows ClearNLP labels only and finds no complex noun phrases, hence this module.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Annotation, Span
from anaphora.workbench.language.anaphors import entry_of
from anaphora.workbench.language.packs import PronounEntry

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
_EMPTY = frozenset({"expl:pv", "expl:pass", "expl:impers", "expl:comp"})  # clitics that name nothing
_DETERMINING = frozenset({"DET", "ADJ"})
_IN_BASE = frozenset({"flat", "compound", "fixed", "goeswith", "case"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
_MAY_HEAD = _NOMINAL | _DETERMINING | {"X"}
_CLAUSAL = frozenset({"cop", "nsubj", "csubj"})
_DASHES = frozenset({"-", "–", "—"})
_MARKS = frozenset("\"'`´,;:.!?…-–—‒―()[]{}«»‹›“”„‟‘’‚‛")
_PAIRS = {")": "(", "]": "[", "}": "{", "”": "“", "’": "‘", "''": "``", "»": "«", '"': '"'}
_CLOSING = {opening: closing for closing, opening in _PAIRS.items()}
_NOT_NAMING = re.compile("PronType=(?:Rel|Int|Art)")
# "A lot more", "Dr. Nelson".
_NO_MENTIONS = frozenset({("NOUN", "advmod"), ("PROPN", "nmod:desc"), ("NOUN", "nmod:desc")})
_BARE = frozenset({"nsubj", "nsubj:pass", "iobj", "nmod:poss"})  # no idiom, nor anything counted, without dependents
_CLAUSE = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "parataxis", "conj"})


class NounPhrase(NamedTuple):
    """A noun phrase: maximal span, base span (up to the head) and head; `members` are the heads of a coordination."""

    span: Span
    base: Span
    head: int
    members: tuple[int, ...] = ()


def noun_phrases(trees: Trees) -> list[NounPhrase]:
    """All noun phrases in text order (by start, the longer first), at most one of each span.

    One for each nominal head (its whole phrase, with prepositional phrases and relative clauses), one for each
    coordination of nominal heads that names a group, one for each possessor. Relative and interrogative pronouns,
    existential "there", parts of compounds and names, nouns of idioms ("in fact") and of complex prepositions ("in
    terms of"), and what is counted by a quantifier ("a lot of paper") are none; which "it" is an expletive, the filter
    decides. Each word of a slug, "BC-HUGHES-FCC", is one.
    """
    slugs = _in_slugs(trees.words)
    phrases = {(token, token + 1): NounPhrase(Span(token, token + 1), Span(token, token + 1), token) for token in slugs}
    for head in [token for token, pos in enumerate(trees.pos) if pos in _MAY_HEAD]:
        if head in slugs or not is_nominal_head(trees, head) or _is_order(trees, head):
            continue
        if not trees.children[head] and trees.relation[head] in _BARE:
            phrases.setdefault((head, head + 1), NounPhrase(span := Span(head, head + 1), span, head))
            continue
        members = _members(trees, head)
        span, base = _spans(trees, head, members[1] if len(members) > 1 else None)
        if len(members) == 1 and (_is_counted(trees, head) or _is_idiom(trees, span, head)):
            continue
        phrases.setdefault((span.start, span.end), NounPhrase(span, base, head))
        if len(members) > 1 and _names_a_group(trees, members):
            shared, _ = _spans(trees, head)
            last, _ = _spans(trees, members[-1])
            whole = Span(shared.start, max(last.end, shared.end, _end_of_name(trees, members[-1])))
            phrases.setdefault((whole.start, whole.end), NounPhrase(whole, whole, head, members))
    return sorted(phrases.values(), key=lambda phrase: (phrase.span.start, -phrase.span.end))


def of_spans(trees: Trees, spans: Iterable[Span] | None) -> list[NounPhrase]:
    """The noun phrases of these spans in text order, those that the trees do not show included; of `None`, all."""
    computed = noun_phrases(trees)
    if spans is None:
        return computed
    by_span = {phrase.span: phrase for phrase in computed}
    in_text_order = sorted(set(spans), key=lambda span: (span.start, -span.end))
    return [by_span.get(span) or of_head(span, trees.annotation.head_of(span)) for span in in_text_order]


def of_head(span: Span, head: int) -> NounPhrase:
    """A noun phrase that is no coordination, by its span and head."""
    return NounPhrase(span, Span(span.start, head + 1), head)


def pronoun_of(trees: Trees, phrase: NounPhrase) -> PronounEntry | None:
    """The entry of the pronoun table for a phrase that is a pronoun."""
    pronouns = trees.language.pronouns
    if phrase.members or (trees.lower[phrase.head] not in pronouns and trees.words[phrase.head] not in pronouns):
        return None
    entry = entry_of(trees.language, trees.words, phrase.head, trees.annotation)
    if not entry or is_abbreviation(trees.annotation, trees.words, phrase.head):
        return None
    return entry if trees.pos[phrase.head] in ("PRON", "DET") or len(phrase.span) == 1 else None


def is_abbreviation(annotation: Annotation, words: tuple[str, ...], token: int) -> bool:
    """Return whether a token is a noun or name in capitals: the US is not us, nor IT it."""
    return annotation.pos[token] in ("PROPN", "NOUN") and _is_capital(words[token])


def _in_slugs(words: Sequence[str]) -> frozenset[int]:
    """The words of slugs, by which news agencies name their messages: three or more in capitals, joined by hyphens."""
    hyphens = [token for token, word in enumerate(words) if word == "-" and 0 < token < len(words) - 1]
    joined = {token - 1 for token in hyphens if _is_capital(words[token - 1]) and _is_capital(words[token + 1])}
    first = {token for token in joined if token + 2 in joined}
    return frozenset(token + ahead for token in first for ahead in (0, 2, 4))


def _is_capital(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _is_order(trees: Trees, token: int) -> bool:
    """Return whether a "noun" is an imperative that the tagger did not know: "Slide the lever down"."""
    children = trees.children[token]
    if trees.pos[token] not in ("NOUN", "PROPN") or not children or children[-1] < token:
        return False
    return "obj" in [trees.relation[child] for child in children if child > token]


def is_nominal_head(trees: Trees, token: int) -> bool:
    """Return whether the token heads a noun phrase: a noun, name, pronoun, or a word of another class used as one."""
    pos, base, features = trees.pos[token], trees.base[token], trees.annotation.morphology[token]
    if pos in _DETERMINING and base not in _ARGUMENTS:
        return False
    if not trees.words[token].isalpha() and _MARKS.issuperset(trees.words[token]):
        return False  # taggers call quotation marks and dashes nouns
    if pos == "NOUN" and base == "compound" and place_of(trees, token) != token:
        return True
    if pos == "NUM" and (trees.words[max(token - 1, 0)], *trees.words[token + 1 : token + 2]) == ("[", "]"):
        return True  # a number that stands for the work that it cites, "[12]"
    if (base in _NEVER and not (pos == "PRON" and base == "reparandum")) or trees.relation[token] in _EMPTY:
        return False  # but "I -- I think"
    if trees.tag[token] == "EX" or ("PronType" in features and _NOT_NAMING.search(features)):
        return False
    if (pos, trees.relation[token]) in _NO_MENTIONS or _is_within_another(trees, token):
        return False
    if pos in ("NOUN", "PROPN", "PRON"):
        return True
    if pos in ("NUM", "DET", "SYM") and base in _ARGUMENTS:
        return True
    if pos == "X":  # a foreign word, but not inside of a foreign clause
        return base in _ARGUMENTS and trees.pos[trees.head[token]] != "X"
    if pos == "NUM":  # what something is said to be, or is counted out of something: "one of the first"
        return base in _CLAUSE and any(trees.relation[child] in ("cop", "nmod") for child in trees.children[token])
    return pos == "ADJ" and _is_adjective_of_persons(trees, token)


def _is_within_another(trees: Trees, token: int) -> bool:
    """Return whether a nominal is no phrase of its own, but part of another, which its relation alone does not show."""
    pos, base, above = trees.pos[token], trees.base[token], trees.head[token]
    if pos == "NUM" and base in ("conj", "nmod"):  # "one or two lids", "two to three lids"
        return trees.pos[above] == "NUM" and trees.relation[above] == "nummod"
    if pos == trees.pos[above] == "PROPN" and base == "amod":  # "the ailing New York Post"
        return True
    if pos == "NOUN" and trees.relation[token] == "nmod:unmarked":  # "2 teaspoons baking soda"
        return token < above
    return token in trees.determining


def place_of(trees: Trees, head: int) -> int:
    """The token that has the relation, preposition and determiner of a noun phrase: its head, but for one error.

    Parsers may call a noun before a participle a compound of that, "into the VCR making sure"; all it has hangs there.
    With a hyphen it is one: "self-governing".
    """
    above = trees.head[head]
    if trees.relation[head] != "compound" or trees.pos[above] != "VERB":
        return head
    return head if trees.words[head + 1 : head + 2] == ("-",) else above


def _is_adjective_of_persons(trees: Trees, token: int) -> bool:
    """Return whether an adjective stands for a noun: "the young", but not "at first" and "much"."""
    base = trees.base[token]
    if base in ("obl", "nmod", "obj"):
        return any(trees.relation[child] in ("det", "nmod:poss") for child in trees.children[token])
    return base != "conj" and base in _ARGUMENTS


def _is_counted(trees: Trees, head: int) -> bool:
    """Return whether a quantifier counts a noun: "paper" in "a lot of paper", "lids" in "a number of lids"."""
    above, tables = trees.head[head], trees.language
    if trees.relation[head] != "nmod" or trees.pos[head] == "PRON":
        return False
    linking = tables.of("prepositions.partitive")
    if linking.isdisjoint(trees.lower[above + 1 : above + 2]) or trees.head[above + 1] != head:
        return False
    if trees.lemma[above] in tables.of("quantifiers.whole"):
        return True
    children = (*trees.children[above], *trees.children[head])
    determiners = [child for child in children if trees.base[child] == "det" or trees.relation[child] == "nmod:poss"]
    after_article = len(determiners) == 1 and trees.lower[determiners[0]] in tables.of("articles.indefinite")
    return after_article and trees.lemma[above] in tables.of("quantifiers.after_article")


def _is_idiom(trees: Trees, span: Span, head: int) -> bool:
    """Return whether a noun is in a fixed phrase: "in fact", "in terms of the law", "take place", adverbial "a lot"."""
    keys = [trees.lower[child] for child in trees.children[head] if trees.relation[child] == "case"]
    if trees.relation[head] == "obj":
        keys.append(trees.lemma[trees.head[head]])
    if trees.relation[head].endswith(":unmarked"):
        keys.append("unmarked")
    if not keys:
        return False
    idioms = [listed for key in keys if (listed := trees.language.of(f"idioms.{key}"))]
    if idioms:
        words = " ".join(trees.lower[span.start : span.end])
        if any(words in listed for listed in idioms):
            return True
    if "case" not in trees.base[head + 1 : head + 2]:
        return False
    rest = " ".join(trees.lower[span.start : head + 2])  # it may be the middle of a complex preposition
    return any(f"{first} {rest}" in trees.language.of("prepositions.complex") for first in keys)


def _members(trees: Trees, head: int) -> tuple[int, ...]:
    """The heads of a coordination of noun phrases that starts with `head`; conjoined clauses are no members."""
    if trees.relation[head] == "conj":
        return (head,)
    relation, pos = trees.relation, trees.pos
    conjuncts = [child for child in trees.children[head] if relation[child] == "conj" and pos[child] in _NOMINAL]
    if not conjuncts:
        return (head,)
    clausal = {child for child in conjuncts for below in trees.children[child] if trees.base[below] in _CLAUSAL}
    return (head, *[child for child in conjuncts if child not in clausal])


def _end_of_name(trees: Trees, noun: int) -> int:
    """The end of a noun, or of the name in close apposition right behind it: "the sculptor Milan Novak"."""
    name = noun + 1
    is_name = trees.relation[name : name + 1] == ("appos",) and trees.head[name] == noun and trees.pos[name] == "PROPN"
    return _spans(trees, name)[0].end if is_name else name


def _names_a_group(trees: Trees, members: Sequence[int]) -> bool:
    """Return whether a coordination names one group; prepositional phrases and "not a lid but a tray" do not."""
    below = [child for member in members[1:] for child in trees.children[member] if child < member]
    return all(
        trees.base[child] != "case"
        and (trees.base[child] != "cc" or trees.lower[child] not in trees.language.of("coordinators.contrasting"))
        for child in below
    )


def _spans(trees: Trees, head: int, until: int | None = None) -> tuple[Span, Span]:
    """The maximal and the base span of the phrase of one head; a coordinated head stands without its conjuncts.

    What modifies it from `until` on belongs to the coordination: "towns and villages whose remains may be seen". So
    does what announces it: "both lids and trays" (UD: `cc:preconj`).
    """
    start, end, base_end = head, head + 1, head + 1
    for child in trees.children[head]:
        base = trees.base[child]
        if child < head:
            if base == "case":
                start = head  # what stands before a preposition is outside
            elif _stands_before(trees, child) or (until is None and trees.relation[child] == "cc:preconj"):
                start = min(start, _leftmost(trees.children, child))
        elif until is not None and child >= until:
            break
        elif "Reflex=Yes" in trees.annotation.morphology[child]:
            continue  # "the author herself"
        elif _stands_behind(trees, head, child):
            end = max(end, _rightmost(trees.children, child) + 1)
            if base in _IN_BASE:
                base_end = max(base_end, end)
    if (place := place_of(trees, head)) != head:
        while start and trees.head[start - 1] == place and trees.pos[start - 1] in _DETERMINING:
            start -= 1
    span = _trim(trees, start, end, head)
    return span, span if (start, base_end) == (span.start, span.end) else Span(start, base_end)


def _stands_before(trees: Trees, child: int) -> bool:
    """Return whether a dependent before its head is in its phrase; in "on the other hand, the lid" it is an adjunct.

    An adjective before a possessor is none: "how old Olga's lid was".
    """
    if trees.relation[child] == "nmod":
        return all(trees.base[below] != "case" for below in trees.children[child])
    if trees.relation[child] == "amod" and "nmod:poss" in trees.relation[child + 1 : child + 2]:
        return trees.head[child + 1] != trees.head[child]
    return trees.base[child] in _BEFORE or child in trees.determining


def _is_loose(trees: Trees, child: int) -> bool:
    """Return whether a modifier behind its head is outside the phrase: a supplement, the end of a time or of a range.

    Supplements are phrases with a preposition and "-ing" clauses after a comma: "the lid, including its hinge".
    (Corpora differ: GUM has every other of them in, LitBank few. Without it the phrase holds the head and reaches
    beyond neither key.) Of a range, "1704 – 1787", UD has the dash as `case`, read "to".
    """
    prepositions = [below for below in trees.children[child] if trees.base[below] == "case" and below < child]
    lasting = trees.language.of("prepositions.lasting")
    if any(trees.words[below] in _DASHES or trees.lower[below] in lasting for below in prepositions):
        return True
    first = _leftmost(trees.children, child)
    if "," not in trees.words[max(first - 1, 0) : first + 1]:
        return False
    if trees.relation[child] == "acl":
        return trees.tag[child] == "VBG"
    if not prepositions or trees.relation[child] != "nmod":
        return False
    return trees.lower[prepositions[0]] not in trees.language.of("prepositions.specifying")


def _stands_behind(trees: Trees, head: int, child: int) -> bool:
    """Return whether a dependent behind its head is in its phrase; some are only if the phrase is an argument."""
    base = trees.base[child]
    if base == "nmod" and trees.pos[head] == "PRON" and child not in trees.prepositions:
        return False  # a pronoun has no genitive; parsers give it that of the noun behind
    if base in _AFTER:
        return not _is_loose(trees, child)
    if head in trees.copular:
        return False
    if base == "advmod":
        return trees.lower[child] in trees.language.of("adverbs.postmodifying")
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
    end += _closes(words, start, end)
    before = words[start - 1] if start else ""
    if before in _CLOSING and _is_half_open(words[start:end], _CLOSING[before], before):
        start -= trees.annotation.sentence_of(start - 1) == trees.annotation.sentence_of(start)
    return Span(start, end)


def _closes(words: tuple[str, ...], start: int, token: int) -> bool:
    """Return whether a token closes a bracket or quotation that is opened behind `start` and not closed before."""
    closing = words[token] if token < len(words) else ""
    return closing in _PAIRS and _is_half_open(words[start:token], _PAIRS[closing], closing)


def _is_half_open(inside: Sequence[str], half: str, other: str) -> bool:
    """Return whether one half of a pair is more frequent than the other, or its count odd if both look the same."""
    return inside.count(half) % 2 == 1 if half == other else inside.count(half) > inside.count(other)
