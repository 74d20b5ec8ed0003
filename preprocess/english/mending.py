"""Errors of English analyses that show by themselves: names in two parts, possessors as objects, wrong lemmas.

A learned lemmatiser cuts endings off as it has seen it done, and of rare verbs leaves "unloade" and "wav". The rules
for lemmas are those of spelling (Quirk et al. 1985, 3.5 to 3.10): a single consonant behind a single vowel would have
been doubled, so that "waved" is of *wave* and "hopped" of *hop*. Of such forms in the development parts of GUM and EWT,
319 of 3,165 have a wrong lemma; these rules mend 92, and change four that are right.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from anaphora.preprocess.lexicon import joins_persons
from anaphora.workbench.document import Annotation, Document

_OBJECTS = frozenset({"obj", "iobj"})
_ENDINGS = {"VBG": "ing", "VBD": "ed", "VBN": "ed"}
_PREFIX = re.compile(r"(?:under|over|out|mis|dis|pre|un|re)(?=.{3})")
_SYLLABLE = re.compile(r"(?:[^aeiou]|(?<=q)u)*([aeiouy]+)([^aeiou]+)")  # the vowels of a stem of one, and what follows
_DOUBLED = ("bb", "dd", "gg", "mm", "nn", "pp", "rr", "tt")
_BARE_DOUBLED = frozenset({"add", "butt", "ebb", "egg", "err", "purr", "putt"})
_LONG_VOWELS = frozenset({"ai", "ee", "oa", "oo", "ou"})
_WITH_E = re.compile(r".*[aeiou].*(?:v|[^z]z|[^lraeiouyw]l|[nr]c|[dr]g|[^aeo]at)|.*[^aeiouy]{2}l")


def mended(document: Document, annotation: Annotation) -> Annotation:
    """An analysis without the errors of tree and lemmas that show by themselves."""
    lemmas = mended_lemmas(document.words, annotation.tag, annotation.lemma)
    return _attach_possessors(_join_names(document, replace(annotation, lemma=lemmas)))


def _attach_possessors(annotation: Annotation) -> Annotation:
    """Make a possessive the determiner of the noun behind it: parsers may take "licked her foal" for two objects."""
    head, relation = list(annotation.head), list(annotation.relation)
    for token, (tag, pos) in enumerate(zip(annotation.tag, annotation.pos[1:], strict=False)):
        if tag == "PRP$" and pos == "NOUN" and relation[token] in _OBJECTS and head[token] == head[token + 1]:
            head[token], relation[token] = token + 1, "nmod:poss"
    return replace(annotation, head=tuple(head), relation=tuple(relation))


def _join_names(document: Document, annotation: Annotation) -> Annotation:
    """Make one name of what parsers take for two: "Okonjo-Iweala", "Park Ji-sung", "Ernst & Young"."""
    words = document.words
    spaces = document.spaces
    starts = frozenset(annotation.sentence_starts)
    head, relation = list(annotation.head), list(annotation.relation)
    named = [pos in ("PROPN", "NOUN") and word[:1].isupper() for pos, word in zip(annotation.pos, words, strict=True)]
    joined = {}
    for token in range(1, len(words) - 1):
        if relation[token] == "flat" and annotation.pos[head[token]] == "VERB" and named[token]:
            relation[token] = "nsubj" if token < head[token] else "obj"  # "Wells Fargo apologised", "Ann met Bjarni"
        is_hyphen = words[token] == "-" and not (spaces[token - 1] or spaces[token])
        is_firm = words[token] == "&" and not joins_persons(words[token - 1], words[token + 1])
        last = token + (is_hyphen or is_firm)
        if not (named[token - 1] and named[last]) or not starts.isdisjoint((token, last)):
            continue
        first = _first_of(token - 1, head, relation)
        second = _first_of(last, head, relation)
        if first == second or second in joined:
            continue
        beside = head[first] == head[second] and first != head[first]
        if head[second] == first and (is_firm or (is_hyphen and relation[second] != "conj")):
            relation[second] = "flat"
        elif beside and (is_hyphen or relation[first] in ("dep", relation[second])):
            relation[first] = relation[second] if relation[first] == "dep" else relation[first]
            head[second], relation[second], joined[second] = first, "flat", first
    return replace(annotation, head=tuple(joined.get(above, above) for above in head), relation=tuple(relation))


def _first_of(token: int, head: Sequence[int], relation: Sequence[str]) -> int:
    while relation[token] == "flat":
        token = head[token]
    return token


# ---- lemmas


def mended_lemmas(words: Sequence[str], tags: Sequence[str], lemmas: Sequence[str]) -> tuple[str, ...]:
    """The lemmas, those of regular verbs by their spelling where that tells; `tags` are those of the Penn Treebank."""
    return tuple(
        (tag in _ENDINGS and _of_form(word.lower(), _ENDINGS[tag])) or lemma
        for word, tag, lemma in zip(words, tags, lemmas, strict=True)
    )


def _of_form(word: str, ending: str) -> str:
    """The verb of a form, or nothing where its spelling leaves that open."""
    stem = word.removesuffix(ending)
    if stem == word or not stem.isalpha():
        return ""
    prefix = _PREFIX.match(stem)
    return _of_stem(stem) or (prefix and (rest := _of_stem(stem[prefix.end() :])) and prefix[0] + rest) or ""


def _of_stem(stem: str) -> str:
    if syllable := _SYLLABLE.fullmatch(stem):
        vowels, consonants = syllable.groups()
        if len(vowels) == 1 and len(consonants) == 1 and consonants not in "wxy":
            return f"{stem}e"  # it would be doubled: waved, hoped
        if len(vowels) == 1 and consonants in _DOUBLED and stem not in _BARE_DOUBLED:
            return stem[:-1]  # hopped
        if vowels in _LONG_VOWELS and consonants in tuple("dklmnprt"):
            return stem  # loaded, seemed
    return f"{stem}e" if _WITH_E.fullmatch(stem) else ""
