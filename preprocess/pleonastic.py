"""A first rule-based filter of non-anaphoric "it": expletives, the patterns of Lappin & Leass 1994, weather and time.

Source of the patterns: Lappin & Leass 1994, section 2.1, as tests on a dependency tree; the
classes weather, time and cleft follow Boyd, Gegg-Harrison & Byron 2005.
"""

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

from workbench.document import Annotation, NonAnaphoric

_CLAUSAL = frozenset({"csubj", "ccomp", "xcomp", "advcl"})
_MAKING = frozenset({"make", "find", "consider", "think"})


@cache
def _list(*names: str) -> frozenset[str]:
    """The union of word lists, each named `section.list`."""
    lists = tomllib.loads(files("preprocess").joinpath("pleonastic.toml").read_text("utf8"))
    return frozenset(word for name in names for word in lists[name.split(".")[0]][name.split(".")[1]])


def non_anaphoric(annotation: Annotation, words: tuple[str, ...]) -> Iterator[NonAnaphoric]:
    """Every "it" of the document that a rule takes for non-anaphoric, with the name of the first rule that does."""
    children = annotation.children()
    for token, word in enumerate(words):
        if word.lower() == "it":
            tree = _Tree(annotation, words, children, token)
            rule = next((name for name, holds in RULES.items() if holds(tree)), None)
            if rule:
                yield NonAnaphoric(token, rule)


class _Tree:
    """One "it" in its tree: what the rules ask about."""

    __slots__ = ("annotation", "below", "it", "predicate", "relation", "words")

    def __init__(self, annotation: Annotation, words: tuple[str, ...], children: dict[int, list[int]], it: int) -> None:
        self.annotation, self.words, self.it = annotation, words, it
        self.relation = annotation.relation[it].partition(":")[0]
        self.predicate = annotation.head[it]
        self.below = [child for child in children.get(self.predicate, []) if child != it]

    def lemma(self, token: int) -> str:
        return self.annotation.lemma[token].lower()

    def is_subject(self) -> bool:
        return self.relation in ("nsubj", "expl")

    def has_copula(self) -> bool:
        return any(self.annotation.relation[child] == "cop" for child in self.below)

    def is_passive(self) -> bool:
        return any(self.annotation.relation[child] == "aux:pass" for child in self.below)

    def clause_after(self) -> bool:
        """A subordinate clause (to, that, whether, for) behind the predicate."""
        return any(
            child > self.predicate and self.annotation.relation[child].partition(":")[0] in _CLAUSAL
            for child in self.below
        )

    def that_clause_after(self) -> bool:
        return any(
            child > self.predicate and self.annotation.relation[child].partition(":")[0] in ("ccomp", "csubj")
            for child in self.below
        )


def _expletive(tree: _Tree) -> bool:
    """The parser calls it an expletive, and a clause is there that it may stand for.

    The second half guards against parsers, which often call the subject of any short clause an expletive.
    """
    if tree.relation != "expl":
        return False
    labels = {tree.annotation.relation[child] for child in tree.below if child > tree.predicate}
    if any(label.startswith("csubj") for label in labels):
        return True
    cleft = any(label.endswith(":relcl") for label in labels)
    return (tree.has_copula() or tree.is_passive()) and (cleft or tree.clause_after())


def _modal_adjective(tree: _Tree) -> bool:
    """It is easy (for NP) to VP; it is possible that S (Lappin & Leass 1, 2)."""
    adjective = tree.lemma(tree.predicate) in _list("lappin_leass.modal_adjectives", "more.adjectives", "more.nouns")
    return tree.is_subject() and adjective and tree.has_copula() and tree.clause_after()


def _cognitive_verb(tree: _Tree) -> bool:
    """It is recommended that S (Lappin & Leass 3)."""
    verb = tree.lemma(tree.predicate) in _list("lappin_leass.cognitive_verbs", "more.verbs")
    return tree.is_passive() and verb and tree.that_clause_after()


def _raising_verb(tree: _Tree) -> bool:
    """It seems, appears, means, follows that S (Lappin & Leass 4)."""
    verb = tree.lemma(tree.predicate) in _list("lappin_leass.raising_verbs", "more.raising_verbs")
    return tree.is_subject() and verb and tree.that_clause_after()


def _object_of_make(tree: _Tree) -> bool:
    """NP makes or finds it easy (for NP) to VP (Lappin & Leass 5); by surface, since parsers differ widely here."""
    if not tree.it or tree.lemma(tree.it - 1) not in _MAKING:
        return False
    adjective = tree.it + 1
    while tree.annotation.pos[adjective : adjective + 1] == ("ADV",):
        adjective += 1
    follows = [word.lower() for word in tree.words[adjective : adjective + 4]]
    known = _list("lappin_leass.modal_adjectives", "more.adjectives")
    return not known.isdisjoint(follows[:1]) and not {"to", "that", "for"}.isdisjoint(follows)


def _weather_or_ambience(tree: _Tree) -> bool:
    """It is raining; it was dark."""
    if not tree.is_subject():
        return False
    predicate = tree.lemma(tree.predicate)
    ambient = predicate in _list("more.ambient") and tree.has_copula()
    return predicate in _list("more.weather_verbs") or (ambient and not tree.clause_after() and _bare(tree))


def _bare(tree: _Tree) -> bool:
    """No degree word that compares things ("it is too hot to touch" speaks of a thing)."""
    return not any(tree.lemma(child) in ("too", "enough", "as") for child in tree.below)


def _time(tree: _Tree) -> bool:
    """It is time to VP (Lappin & Leass 6); it was midnight; it takes an hour to VP."""
    if not tree.is_subject():
        return False
    predicate = tree.lemma(tree.predicate)
    if predicate == "take" and tree.clause_after():
        return any(tree.annotation.relation[child] in ("obj", "obl", "obl:unmarked") for child in tree.below)
    return predicate in _list("more.time_nouns") and tree.has_copula() and not _determined(tree)


def _determined(tree: _Tree) -> bool:
    return any(tree.annotation.relation[child] == "det" and tree.lemma(child) in ("a", "an") for child in tree.below)


def _thanks(tree: _Tree) -> bool:
    """It is thanks to NP that S (Lappin & Leass 7)."""
    after = [word.lower() for word in tree.words[tree.it + 1 : tree.it + 5]]
    if not tree.is_subject() or tree.annotation.lemma[tree.it + 1 : tree.it + 2] != ("be",):
        return False
    return ("thanks", "to") in pairwise(after)


RULES: dict[str, Callable[[_Tree], bool]] = {
    "expletive": _expletive,
    "modal adjective": _modal_adjective,
    "cognitive verb": _cognitive_verb,
    "raising verb": _raising_verb,
    "object of make": _object_of_make,
    "weather": _weather_or_ambience,
    "time": _time,
    "thanks to": _thanks,
}
