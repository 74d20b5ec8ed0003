"""What English words decide: the tables and word lists of this folder, and the phrases that they tell apart."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Span

_LISTS = "noun_phrases.toml"


@cache
def read_table(path: str) -> dict[str, Any]:
    """A file of this folder, or below it; its sections by name."""
    return tomllib.loads(files("anaphora.preprocess.english").joinpath(path).read_text("utf8"))


def read_lines(path: str) -> list[str]:
    """The lines of a file of this folder, but for comments."""
    lines = files("anaphora.preprocess.english").joinpath(path).read_text("utf8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@cache
def word_lists(path: str = "agreement.toml") -> Mapping[str, Mapping[str, frozenset[str]]]:
    """All lists of a file of lists, as sets, by section and name."""
    return {
        section: {name: frozenset(words) for name, words in lists.items()}
        for section, lists in read_table(path).items()
    }


@cache
def words_of(path: str, *names: str) -> frozenset[str]:
    """The union of word lists of a file, each named `section.list`."""
    parts = (name.split(".") for name in names)
    return frozenset(word for section, name in parts for word in read_table(path)[section][name])


# ---- idioms, quantified nouns, recipients, definite determiners


def is_counted(trees: Trees, head: int) -> bool:
    """Whether a noun is what a quantifier counts: "paper" in "a lot of paper", "lids" in "a number of lids"."""
    above = trees.head[head]
    has_of = trees.lower[above + 1 : above + 2] == ["of"] and trees.head[above + 1] == head
    if trees.relation[head] != "nmod" or trees.pos[head] == "PRON" or not has_of:
        return False
    quantifiers = word_lists(_LISTS)["quantifiers"]
    if trees.lemma[above] in quantifiers["whole"]:
        return True
    determiners = [trees.lower[child] for token in (above, head) for child in _determiners(trees, token)]
    return trees.lemma[above] in quantifiers["after_article"] and determiners in (["a"], ["an"])


def _determiners(trees: Trees, head: int) -> list[int]:
    children = trees.children[head]
    return [child for child in children if trees.base[child] == "det" or trees.relation[child] == "nmod:poss"]


def is_idiom(trees: Trees, span: Span, head: int) -> bool:
    """Whether a noun belongs to a fixed phrase: "in fact", "in terms of the law", "take place", adverbial "a lot"."""
    keys = [trees.lower[child] for child in trees.children[head] if trees.relation[child] == "case"]
    if trees.relation[head] == "obj":
        keys.append(trees.lemma[trees.head[head]])
    if trees.relation[head].endswith(":unmarked"):
        keys.append("unmarked")
    idioms, words = word_lists(_LISTS)["idioms"], " ".join(trees.lower[span.start : span.end])
    return any(words in idioms.get(key, ()) for key in keys) or _is_preposition(trees, span.start, head, keys)


def _is_preposition(trees: Trees, start: int, head: int, before: Sequence[str]) -> bool:
    """Whether a noun is the middle of a complex preposition whose complement follows: "in terms of the law"."""
    if "case" not in trees.base[head + 1 : head + 2]:
        return False
    rest = " ".join(trees.lower[start : head + 2])
    return any(f"{first} {rest}" in word_lists(_LISTS)["prepositions"]["complex"] for first in before)


def is_recipient(trees: Trees, head: int, verb: int) -> bool:
    """Whether a phrase with "to" is what "gave Ann a bone" has as an indirect object: "gave a bone to Ann"."""
    if trees.lemma[verb] not in word_lists()["verbs"]["ditransitive"]:
        return False
    to = any(trees.relation[child] == "case" and trees.lemma[child] == "to" for child in trees.children[head])
    return to and any(trees.relation[child] in ("obj", "nsubj:pass") for child in trees.children[verb])
