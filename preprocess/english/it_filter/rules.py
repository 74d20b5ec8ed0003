"""Rules for pleonastic "it": Paice & Husk 1987, Lappin & Leass 1994 and our additions to them, by source.

They tell pleonastic "it" only, not clausal.

**Paice & Husk 1987**: four left-anchored patterns over the words of one sentence. The paper brackets a construct
between "it" on its left and "that", "to", "whether" or "if" on its right, with word lists and limits. The shape is
theirs; details of the rules are from memory and unverified, and every word list is our own (`paice_husk.toml`). Finite
verbs are told by tag, all else is read off the words.

**Lappin & Leass 1994**, section 2.1, as tests on a dependency tree: their seven patterns with their word lists,
negation, modals, degrees and questions included. Ours are the same patterns with longer lists, what the parser calls an
expletive, and weather, ambience and time, which are classes of Boyd, Gegg-Harrison & Byron 2005.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from anaphora.preprocess.english.it_filter.context import CLAUSES, FINITE, It, Judgement, idioms
from anaphora.preprocess.lexicon import read_table, words_of
from anaphora.workbench.document import IT_CLASSES, ItClass

_PAICE_HUSK = "it_filter/paice_husk.toml"
_words_ph = partial(words_of, _PAICE_HUSK)
_words_ll = partial(words_of, "it_filter/lappin_leass.toml")
_MAKING = frozenset({"make", "find"})
_THAT_CLAUSES = frozenset({"ccomp", "csubj"})


# ---- Paice & Husk 1987


def _opens_bracket(it: It) -> bool:
    """An "it" behind a preposition opens no bracket."""
    return it.word(it.token - 1) not in _words_ph("limits.prepositions")


def _reach(it: It) -> Iterator[int]:
    """The tokens behind "it" that its bracket may reach to: none behind a mark that separates clauses."""
    for token in range(it.token + 1, min(it.end, it.token + 1 + read_table(_PAICE_HUSK)["limits"]["span"])):
        if it.word(token) in _words_ph("limits.separators"):
            return
        yield token


def _it_that(it: It) -> bool:
    """It is obvious that S: one finite verb between, no preposition before "that"."""
    if "that" not in it.after or not _opens_bracket(it):
        return False
    finite = 0
    for token in _reach(it):
        if it.word(token) == "that" and it.tag(token) != "DT":
            return finite == 1 and it.word(token - 1) not in _words_ph("limits.prepositions")
        finite += it.tag(token) in FINITE
    return False


def _it_to(it: It) -> bool:
    """It is (not very) easy (for NP) to VP: the first word behind the copula tells the status of the task."""
    if "to" not in it.after or not _opens_bracket(it):
        return False
    reach = list(_reach(it))
    copula = next((token for token in reach[:4] if it.lemma(token) in _words_ph("to.copulas")), None)
    if copula is None:
        return False
    status = copula + 1
    while it.word(status) in _words_ph("to.between") or it.word(status).endswith("ly"):
        if it.word(status) in _words_ph("to.task_status"):
            break
        status += 1
    task = any(it.word(token) == "to" and it.tag(token + 1) == "VB" for token in reach if token > status)
    return it.word(status) in _words_ph("to.task_status") and task


def _it_whether(it: It) -> bool:
    """It is not known whether S: a word for a state of knowledge between."""
    if not {"whether", "if"}.intersection(it.after) or not _opens_bracket(it):
        return False
    found = False
    for token in _reach(it):
        if it.word(token) in ("whether", "if"):
            return found
        found |= it.word(token) in _words_ph("whether.state_of_knowledge")
    return False


def _idiom(it: It) -> bool:
    """As it were; on the face of it."""
    return any(
        all(it.word(it.token + distance) == word for distance, word in idiom) for idiom in idioms(it, _PAICE_HUSK)
    )


def _parenthetical(it: It) -> bool:
    """The fans, it seems, stop."""
    marks = _words_ph("limits.parentheses")
    verb = it.token + 1
    while it.tag(verb) in ("MD", "RB"):
        verb += 1
    closed = it.word(verb + 1) in marks or verb + 1 == it.end
    opened = it.word(it.token - 1) in marks
    return opened and closed and it.lemma(verb) in _words_ph("idioms.parenthetical_verbs")


# ---- Lappin & Leass 1994, and ours


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
    return it.is_subject and it.has_copula and it.lemma(it.predicate) in _words_ll(*lists) and any(it.clauses_after())


def _has_that_clause(it: It, *lists: str) -> bool:
    """(It) is recommended, seems, appears, means, follows that S."""
    return it.lemma(it.predicate) in _words_ll(*lists) and any(it.clauses_after(_THAT_CLAUSES))


def _object_of_make(it: It, verbs: frozenset[str], *lists: str) -> bool:
    """NP makes or finds it easy (for NP) to VP; by surface, since parsers differ widely here."""
    if it.lemma(it.token - 1) not in verbs:
        return False
    adjective = it.token + 1
    while it.pos(adjective) == "ADV":
        adjective += 1
    follows = [it.word(token) for token in range(adjective, adjective + 4)]
    return follows[0] in _words_ll(*lists) and not {"to", "that", "for"}.isdisjoint(follows)


def _time_to(it: It) -> bool:
    """It is time to VP."""
    is_time = it.is_subject and it.lemma(it.predicate) == "time" and it.has_copula
    return is_time and any(it.clauses_after(CLAUSES | {"acl"}))


def _thanks(it: It) -> bool:
    """It is thanks to NP that S."""
    return it.is_subject and it.lemma(it.token + 1) == "be" and ("thanks", "to") in pairwise(it.after[:5])


def _weather_or_ambience(it: It) -> bool:
    """It is raining; it was dark."""
    if not it.is_subject:
        return False
    predicate = it.lemma(it.predicate)
    if predicate in _words_ll("more.weather_verbs"):
        return True
    compared = any(it.lemma(child) in ("too", "enough", "as") for child in it.below)
    return predicate in _words_ll("more.ambient") and it.has_copula and not any(it.clauses_after()) and not compared


def _time(it: It) -> bool:
    """It was midnight; it takes an hour to VP."""
    if not it.is_subject:
        return False
    predicate = it.lemma(it.predicate)
    if predicate == "take" and any(it.clauses_after()):
        return any(it.trees.relation[child] in ("obj", "obl", "obl:unmarked") for child in it.below)
    indefinite = any(it.trees.relation[child] == "det" and it.lemma(child) in ("a", "an") for child in it.below)
    return predicate in _words_ll("more.time_nouns") and it.has_copula and not indefinite


Rules = Mapping[str, Callable[[It], bool]]

_PATTERNS_OF_WORDS: Rules = {
    "it ... that": _it_that,
    "it ... to": _it_to,
    "it ... whether": _it_whether,
    "idiom": _idiom,
    "parenthetical": _parenthetical,
}
"""Pattern (d) of our account is split in two: idioms and parentheses."""

_ADJECTIVES = ("lappin_leass.modal_adjectives", "lappin_leass.degrees")

_PATTERNS_OF_TREES: Rules = {
    "modal adjective": lambda it: _modal_adjective(it, *_ADJECTIVES),
    "cognitive verb": lambda it: it.is_passive and _has_that_clause(it, "lappin_leass.cognitive_verbs"),
    "raising verb": lambda it: it.is_subject and _has_that_clause(it, "lappin_leass.raising_verbs"),
    "object of make": lambda it: _object_of_make(it, _MAKING, *_ADJECTIVES),
    "time to": _time_to,
    "thanks to": _thanks,
}
"""The patterns of the paper: 1 and 2 are "modal adjective", 3 to 7 follow in order."""

_OURS: Rules = {
    "expletive": _expletive,
    "more adjectives and nouns": lambda it: _modal_adjective(it, "more.adjectives", "more.nouns"),
    "more verbs": lambda it: it.is_passive and _has_that_clause(it, "more.verbs"),
    "more raising verbs": lambda it: it.is_subject and _has_that_clause(it, "more.raising_verbs"),
    "more objects": lambda it: _object_of_make(it, _MAKING | {"consider", "think"}, *_ADJECTIVES, "more.adjectives"),
    "weather": _weather_or_ambience,
    "time": _time,
}
"""Additions of ours."""

PAICE_HUSK = {"Paice & Husk": _PATTERNS_OF_WORDS}
LAPPIN_LEASS = {"Lappin & Leass": _PATTERNS_OF_TREES}
ALL = {"Lappin & Leass": _PATTERNS_OF_TREES, "ours": _OURS, "Paice & Husk": _PATTERNS_OF_WORDS}
"""For each filter the rules it asks, in order, by source."""


def classify(
    its: Iterable[It], kinds: Sequence[ItClass] = IT_CLASSES, sources: Mapping[str, Rules] = ALL
) -> Iterator[Judgement]:
    """Each "it" with the first rule that fires, or as anaphoric; of `kinds` rules know two."""
    for it in its:
        rule = next(firing_rules(it, sources), None)
        if rule or "anaphoric" in kinds:
            yield Judgement(it.token, "pleonastic" if rule else "anaphoric", rule or "no rule fires")


def firing_rules(it: It, sources: Mapping[str, Rules] = ALL) -> Iterator[str]:
    """Every rule that holds, as `source: rule`."""
    for source, rules in sources.items():
        for name, holds in rules.items():
            if holds(it):
                yield f"{source}: {name}"
