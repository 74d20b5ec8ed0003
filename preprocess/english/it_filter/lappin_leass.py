"""Pleonastic "it" as Lappin & Leass 1994 describe it (section 2.1), as tests on a dependency tree.

`RULES` are their seven patterns with their word lists, negation, modals, degrees and questions included. `MORE` are
ours: the same patterns with longer lists, what the parser calls an expletive, and weather, ambience and time, which
are classes of Boyd, Gegg-Harrison & Byron 2005.
"""

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise

from anaphora.preprocess.english.it_filter.context import It
from anaphora.preprocess.english.word_lists import words_of

_MAKING = frozenset({"make", "find"})
_lists = cache(partial(words_of, "it_filter/lappin_leass.toml"))


def _expletive(it: It) -> bool:
    """The parser calls it an expletive, and a clause is there that it may stand for.

    The second half guards against parsers, which often call the subject of any short clause an expletive.
    """
    if it.relation != "expl":
        return False
    labels = {it.trees.relation[child] for child in it.below if child > it.predicate}
    if any(label.startswith("csubj") for label in labels):
        return True
    cleft = any(label.endswith(":relcl") for label in labels)
    return (it.has_copula or it.is_passive) and (cleft or any(it.clauses_after()))


def _modal_adjective(it: It, *lists: str) -> bool:
    """It is easy (for NP) to VP; it is possible that S."""
    return it.is_subject and it.lemma(it.predicate) in _lists(*lists) and it.has_copula and any(it.clauses_after())


def _cognitive_verb(it: It, *lists: str) -> bool:
    """It is recommended that S."""
    return it.is_passive and it.lemma(it.predicate) in _lists(*lists) and _that_clause(it)


def _raising_verb(it: It, *lists: str) -> bool:
    """It seems, appears, means, follows that S."""
    return it.is_subject and it.lemma(it.predicate) in _lists(*lists) and _that_clause(it)


def _that_clause(it: It) -> bool:
    return any(it.clauses_after(frozenset({"ccomp", "csubj"})))


def _object_of_make(it: It, verbs: frozenset[str], *lists: str) -> bool:
    """NP makes or finds it easy (for NP) to VP; by surface, since parsers differ widely here."""
    if it.lemma(it.token - 1) not in verbs:
        return False
    adjective = it.token + 1
    while it.pos(adjective) == "ADV":
        adjective += 1
    follows = [it.word(token) for token in range(adjective, adjective + 4)]
    return follows[0] in _lists(*lists) and not {"to", "that", "for"}.isdisjoint(follows)


def _time_to(it: It) -> bool:
    """It is time to VP."""
    clause = any(it.clauses_after(frozenset({"acl", "advcl", "xcomp", "csubj", "ccomp"})))
    return it.is_subject and it.lemma(it.predicate) == "time" and it.has_copula and clause


def _thanks(it: It) -> bool:
    """It is thanks to NP that S."""
    return it.is_subject and it.lemma(it.token + 1) == "be" and ("thanks", "to") in pairwise(it.after[:5])


def _weather_or_ambience(it: It) -> bool:
    """It is raining; it was dark."""
    if not it.is_subject:
        return False
    predicate = it.lemma(it.predicate)
    if predicate in _lists("more.weather_verbs"):
        return True
    compared = any(it.lemma(child) in ("too", "enough", "as") for child in it.below)
    return predicate in _lists("more.ambient") and it.has_copula and not any(it.clauses_after()) and not compared


def _time(it: It) -> bool:
    """It was midnight; it takes an hour to VP."""
    if not it.is_subject:
        return False
    predicate = it.lemma(it.predicate)
    if predicate == "take" and any(it.clauses_after()):
        return any(it.trees.relation[child] in ("obj", "obl", "obl:unmarked") for child in it.below)
    indefinite = any(it.trees.relation[child] == "det" and it.lemma(child) in ("a", "an") for child in it.below)
    return predicate in _lists("more.time_nouns") and it.has_copula and not indefinite


_ADJECTIVES = ("lappin_leass.modal_adjectives", "lappin_leass.degrees")

RULES: dict[str, Callable[[It], bool]] = {
    "modal adjective": lambda it: _modal_adjective(it, *_ADJECTIVES),
    "cognitive verb": lambda it: _cognitive_verb(it, "lappin_leass.cognitive_verbs"),
    "raising verb": lambda it: _raising_verb(it, "lappin_leass.raising_verbs"),
    "object of make": lambda it: _object_of_make(it, _MAKING, *_ADJECTIVES),
    "time to": _time_to,
    "thanks to": _thanks,
}
"""The patterns of the paper: 1 and 2 are "modal adjective", 3 to 7 follow in order."""

MORE: dict[str, Callable[[It], bool]] = {
    "expletive": _expletive,
    "more adjectives and nouns": lambda it: _modal_adjective(it, "more.adjectives", "more.nouns"),
    "more verbs": lambda it: _cognitive_verb(it, "more.verbs"),
    "more raising verbs": lambda it: _raising_verb(it, "more.raising_verbs"),
    "more objects": lambda it: _object_of_make(it, _MAKING | {"consider", "think"}, *_ADJECTIVES, "more.adjectives"),
    "weather": _weather_or_ambience,
    "time": _time,
}
"""Additions of ours."""
