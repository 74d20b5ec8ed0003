"""Whether a name is a person's: what its words and the text say, each piece of evidence with its weight.

The sum of the weights (`name_evidence.toml`) is the log-odds of a person; where there are no entity types, other
evidence weighs more. Where the tables take a name for one kind and
the text for another, it comes out near zero.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from anaphora.preprocess.english import nouns
from anaphora.preprocess.english.word_lists import read_table, word_lists
from anaphora.preprocess.trees import Trees
from anaphora.workbench.english.noun_phrases import bearers

Kind = Literal["person", "thing", "open"]

_PERSON, _THING = 1.5, -1.4  # log-odds from which on, and up to which, a name is called so
_OF_KNOWN_SEX = 0.5  # in place of _PERSON: the first name is evidence of its own
_NO_KNOWLEDGE = -2.7  # in place of _THING, where no table and no determiner tells that it is none
_COMMON = 0.01  # percent of the population
_RELATIVE = frozenset({"who", "whom", "whose"})
_REFLEXIVES = frozenset({"himself", "herself"})
_PREPOSITIONS = frozenset({"at", "by", "for", "from", "in", "on"})


def judge(evidence: Mapping[str, float], *, of_known_sex: bool) -> tuple[Kind, str]:
    """What a name names, and the piece of evidence that speaks loudest for it; open where the evidence is weak."""
    table = read_table("name_evidence.toml")
    typed = any(name.startswith("type: ") for name in evidence)
    weights: Mapping[str, float] = table["weights" if typed else "untyped"]
    pieces = {name: weights.get(name, 0.0) * amount for name, amount in evidence.items()}
    odds = weights["base"] + sum(pieces.values())
    sign = 1 if odds > 0 else -1
    loudest = max(pieces, key=lambda name: sign * pieces[name], default="")
    if odds <= (_NO_KNOWLEDGE if pieces.keys().isdisjoint(table["knowledge"]["things"]) else _THING):
        return "thing", loudest
    return "person" if odds >= (_OF_KNOWN_SEX if of_known_sex else _PERSON) else "open", loudest


def of_form(trees: Trees, parts: Sequence[int]) -> Iterator[str]:
    """The evidence of a name's own words: the census, WordNet's instances, titles, initials, common nouns."""
    words = [trees.lower[token] for token in parts]
    several = ", of several words" if len(words) > 1 else ""
    given, family = sum(bearers(words[0])), _surnames().get(words[-1], 0.0)
    kinds = _instances().get("_".join(words), "")
    if kinds:
        yield "place or first name" if kinds == "place" and given >= _COMMON else f"WordNet: {kinds}"
    if given and kinds != "place":
        yield f"{'rare ' * (given < _COMMON)}first name{several}"
    if family and (several or not given):
        yield f"{'rare ' * (family < _COMMON)}surname{several}"
    if several:
        yield "several words"
        if words[0] in titles():
            yield "title"
        if any(word[0].isalpha() and not word[1:].strip(".") for word in words[:-1]):
            yield "initial"
    if any(len(word) > 1 and word.isalpha() and word.isupper() for word in (trees.words[token] for token in parts)):
        yield "capitals"
    if nouns.table().has(words[-1]) and (several or given < _COMMON):  # Bill is no bill
        yield f"noun: {nouns.table().verdict(words[-1])[0]}"


def of_text(trees: Trees, head: int) -> Iterator[str]:
    """The evidence of a name's place in its sentence: what its bearer does, has and is called."""
    relation, above = trees.relation[head], trees.head[head]
    if relation == "nsubj":
        yield from _of_subject(trees, above)
    elif relation == "nmod:poss":
        kin = any(trees.lemma[above] in word_lists()["nouns"][sex] for sex in ("masculine", "feminine"))
        yield "possessor of a person" if kin else "possessor"
    elif relation == "appos":
        yield from _called(trees, above, "apposition")
    elif relation in ("conj", "vocative"):
        yield relation
    for child in trees.children[head]:
        yield from _of_child(trees, head, child)


def _of_subject(trees: Trees, verb: int) -> Iterator[str]:
    if verb in trees.copular:
        yield from _called(trees, verb, "is")
    elif trees.lemma[verb] in word_lists()["verbs"]["of_persons"]:
        yield "subject of a person's verb"
    elif trees.pos[verb] == "VERB":
        yield "subject"
    if any(trees.lower[child] in _REFLEXIVES for child in trees.children[verb]):
        yield "reflexive"


def _of_child(trees: Trees, head: int, child: int) -> Iterator[str]:
    relation, word = trees.relation[child], trees.lower[child]
    if relation == "case" and child < head:
        yield f"preposition: {word}" if word in _PREPOSITIONS else "preposition"
    elif relation == "det":
        yield "the" if word == "the" else "determiner"
    elif relation == "amod":
        yield "adjective"
    elif relation in ("appos", "compound", "nmod:desc"):
        yield from _called(trees, child, "apposition")
    elif relation == "acl:relcl" and any(trees.lower[token] in _RELATIVE for token in trees.children[child]):
        yield "who"


def _called(trees: Trees, noun: int, how: str) -> Iterator[str]:
    """What a common noun says of the bearer of a name: "Ann, a lawyer", "Kim is a city"."""
    if trees.pos[noun] != "NOUN":
        return
    lemma, lists = trees.lemma[noun], word_lists()["nouns"]
    listed = any(lemma in lists[name] for name in ("masculine", "feminine", "animate"))
    verdict = "person" if listed else nouns.table().verdict(lemma)[0]
    if verdict in ("person", "thing"):
        yield f"{how}: {verdict}"


def is_in_census(word: str) -> bool:
    """Whether the census has a first name or surname (in small letters)."""
    return any(bearers(word)) or word in _surnames()


def is_rather_surname(word: str) -> bool:
    """Whether a word is more frequent as a surname than as a first name, so that alone it is hardly that: Sheridan."""
    return _surnames().get(word, 0.0) > sum(bearers(word))


@cache
def titles() -> frozenset[str]:
    """All titles of persons."""
    return frozenset().union(*word_lists()["titles"].values())


@cache
def _instances() -> Mapping[str, str]:
    groups: Mapping[str, str] = read_table("instances_wordnet.toml")["instances"]
    return {name: kinds for kinds, names in groups.items() for name in names.split()}


@cache
def _surnames() -> Mapping[str, float]:
    lines = files("anaphora.preprocess.english").joinpath("surnames.tsv").read_text("ascii").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name.lower(): float(percent) for name, percent in rows}
