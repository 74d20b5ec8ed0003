"""Phrases that English words decide: idioms, quantified nouns, recipients, definite determiners."""

from anaphora.preprocess.english.word_lists import word_lists
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Span

_LISTS = "noun_phrases.toml"


def is_counted(trees: Trees, head: int) -> bool:
    """Whether a noun is what a quantifier counts: "paper" in "a lot of paper"."""
    if trees.relation[head] != "nmod" or trees.pos[head] == "PRON":
        return False
    above = trees.head[head]
    return trees.lemma[above] in word_lists(_LISTS)["quantifiers"]["whole"] and trees.lower[above + 1] == "of"


def is_idiom(trees: Trees, span: Span, head: int) -> bool:
    """Whether a noun belongs to a fixed phrase with its preposition or verb: "in fact", "take place"."""
    keys = [trees.lower[child] for child in trees.children[head] if trees.relation[child] == "case"]
    if trees.relation[head] == "obj":
        keys.append(trees.lemma[trees.head[head]])
    idioms = word_lists(_LISTS)["idioms"]
    return any(key in idioms and " ".join(trees.lower[span.start : span.end]) in idioms[key] for key in keys)


def may_follow_noun(word: str) -> bool:
    """Whether an adverb may modify the noun before it: "the room upstairs"."""
    return word in word_lists(_LISTS)["adverbs"]["postmodifying"]


def is_definite(determiner: str) -> bool:
    """Whether a determiner makes its noun phrase definite."""
    return determiner in word_lists(_LISTS)["determiners"]["definite"]


def is_recipient(trees: Trees, head: int, verb: int) -> bool:
    """Whether a phrase with "to" is what "gave Ann a bone" has as an indirect object: "gave a bone to Ann"."""
    if trees.lemma[verb] not in word_lists()["verbs"]["ditransitive"]:
        return False
    to = any(trees.relation[child] == "case" and trees.lemma[child] == "to" for child in trees.children[head])
    return to and any(trees.relation[child] in ("obj", "nsubj:pass") for child in trees.children[verb])
