"""Rules that are nearly always right, whatever the parse: they overrule the scores of the learned filter.

They read the frame of an "it" (`context.Frame`): words and tags. Weather, time and idioms are classes of Boyd,
Gegg-Harrison & Byron 2005; extraposed clauses and "tough" constructions (an object is missing from the infinitive, so
"it" stands for it) those of grammars of English. The lists are our own (`sure.toml`, `features.toml`).
"""

from collections.abc import Callable, Iterator
from functools import cache, partial

from anaphora.preprocess.english.it_filter.context import STOPS, Class, It
from anaphora.preprocess.english.words import words_of

_lists = cache(partial(words_of, "it_filter/sure.toml"))
_classes = cache(partial(words_of, "it_filter/features.toml"))
_JUDGEMENT = tuple(f"adjectives.{name}" for name in ("ease", "value", "need", "likelihood", "emotion", "frequency"))
_SEEMING = frozenset({"appear", "feel", "look", "seem", "sound"})
_ENDS = STOPS | {",", ")", "-", "—", "–", "and", "but", "or", "because", "if", "so", "than", "when", "while"}
_MEASURES = frozenset({"too", "so", "enough", "as"})
_OBJECTS = frozenset({"DET", "NOUN", "PROPN", "PRON", "NUM", "ADJ"})
_SPAN = 40  # words before "it" in which something may have been late


def _weather(it: It) -> bool:
    """It rained all day; it will snow; they made it rain."""
    verb = it.frame.first
    if verb is None or (it.word(verb) == it.lemma(verb) and it.frame.link == "be"):
        return False
    lemma = it.lemma(verb)
    return any(lemma == known or it.word(verb) in _forms(known) for known in _lists("weather.verbs"))


@cache
def _forms(verb: str) -> frozenset[str]:
    stem = verb.removesuffix("e")
    return frozenset({verb, f"{verb}s", f"{stem}ed", f"{stem}ing"})  # a tagger may take them for other words


def _time(it: It) -> bool:
    """It is ten o'clock; it is half past two; it is time to VP; it is late."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.link != "be":
        return False
    if it.word(head) == "time" and head - it.token < 4:
        return frame.opener in ("to", "that", "clause") and frame.opens - head < 3
    shown = [it.word(token) for token in range(it.token + 1, head + 2)]
    number = any(it.pos(token) == "NUM" for token in range(it.token + 1, head + 2))
    clock = not _lists("time.points").isdisjoint(shown) or (number and "past" in [*shown, it.word(head + 2)])
    return clock or (_is_late(it) and not _has_something_late(it))


def _is_late(it: It) -> bool:
    head = it.frame.head
    return (
        head is not None
        and it.frame.link == "be"
        and it.lemma(head) in ("late", "early")
        and it.word(head + 1) in _ENDS
    )


def _has_something_late(it: It) -> bool:
    return not _lists("time.late").isdisjoint(it.trees.lemma[max(0, it.start - _SPAN) : it.token])


def _idiom(it: It) -> bool:
    """As it were; when it comes to spelling; we made it to the coast."""
    for idiom in map(str.split, _lists("idioms.phrases")):
        words = enumerate(idiom, it.token - idiom.index("it"))
        if all(
            word == it.word(token) or (it.pos(token) == "VERB" and word == it.lemma(token)) for token, word in words
        ):
            return True
    return False


def _seeming(it: It) -> bool:
    """It seems that S; it looks as if S; it turns out that S."""
    verb = it.frame.first
    if verb is None or it.frame.link == "be":
        return False
    lemma, behind = it.lemma(verb), [it.word(verb + 1), it.word(verb + 2)]
    if lemma in _SEEMING and behind in (["as", "if"], ["as", "though"]):
        return True
    if lemma == "turn" and behind[0] == "out":
        return behind[1] == "that" and it.tag(verb + 2) != "DT"
    complement = it.frame.opener == "that" and it.frame.opens - verb <= 3
    return lemma in ("appear", "seem", "follow", "happen", "transpire") and complement


def _duration(it: It) -> bool:
    """It takes an hour to VP."""
    verb = it.frame.first
    if verb is None or it.lemma(verb) != "take" or it.frame.link == "be" or it.frame.opener != "to":
        return False
    return it.frame.opens > verb + 1 and all(it.word(token) != "," for token in range(verb, it.frame.opens))


def _judgement(it: It, opener: str) -> bool:
    """A clause that opens so follows a word of judgement: "odd that", "wise of them to", "a pity that"."""
    head, frame = it.frame.head, it.frame
    if head is None or frame.opener != opener:
        return False
    if it.pos(head) == "NOUN":
        return frame.link != "none" and it.lemma(head) in _classes("nouns.value") and frame.opens == head + 1
    linked = frame.link not in ("none", "auxiliary") or it.lemma(it.token - 1) in ("find", "make", "consider", "think")
    if not linked or head != frame.first or it.lemma(head) not in _classes(*_JUDGEMENT):
        return False
    between = ("to",) if opener == "that" else ("for", "of")
    measured = not _MEASURES.isdisjoint((it.word(head - 1), it.word(head + 1)))
    return not measured and (frame.opens == head + 1 or it.word(head + 1) in between)


def _that_clause(it: It) -> bool:
    """It is odd that S; it is said that S."""
    head = it.frame.head
    if head is None or it.frame.opener != "that":
        return False
    reported = it.frame.link == "be" and it.tag(head) == "VBN" and it.lemma(head) in _classes("verbs.report")
    return (reported and it.frame.opens - head <= 4) or _judgement(it, "that")


def _complete_infinitive(it: It) -> bool:
    """It is hard to carry bags, to sleep in trains, to see that S; it is a pleasure to meet you."""
    if not _judgement(it, "to"):
        return False
    verb, follows = task(it)
    return follows in ("complement", "clause") or (follows == "preposition" and verb not in _lists("tough.verbs"))


def _behind_verb(it: It, opens: int) -> int:
    """The token behind the verb of an infinitive and the adverbs or the particle there."""
    token = _verb(it, opens) + 1
    while it.pos(token) == "ADV" or it.tag(token) == "RP":
        token += 1
    return token


def _verb(it: It, opens: int) -> int:
    return opens + 1 if it.tag(opens + 1) == "VB" else opens + 2


def task(it: It) -> tuple[str, str]:
    """The verb of the infinitive that the frame opens, and what follows it.

    That is a "complement", a "gap" (nothing), a "preposition", one that is "stranded" (nothing follows it), a "clause",
    or something "else".
    """
    opens = it.frame.opens
    verb, behind = it.lemma(_verb(it, opens)), _behind_verb(it, opens)
    if it.word(behind) in _ENDS:
        return verb, "gap"
    if it.word(behind) in ("that", "whether", "if") or it.tag(behind).startswith("W"):
        return verb, "clause"
    if it.tag(behind) in ("IN", "TO"):
        return verb, "stranded" if it.word(behind + 1) in _ENDS else "preposition"
    return verb, "complement" if it.pos(behind) in _OBJECTS else "else"


def _missing_object(it: It) -> bool:
    """It was hard to carry; it is easy to work with."""
    head = it.frame.head
    if head is None or it.word(head) not in _lists("tough.adjectives") or it.frame.opener != "to":
        return False
    verb, follows = task(it)
    if follows == "stranded":
        return it.word(_behind_verb(it, it.frame.opens)) in _lists("tough.prepositions")
    return follows == "gap" and verb in _lists("tough.verbs")


RULES: dict[Class, dict[str, Callable[[It], bool]]] = {
    "anaphoric": {"missing object": _missing_object, "late thing": lambda it: _is_late(it) and _has_something_late(it)},
    "pleonastic": {
        "weather": _weather, "time": _time, "idiom": _idiom, "seeming": _seeming, "duration": _duration,
        "that-clause": _that_clause, "complete infinitive": _complete_infinitive,
    },
}  # fmt: skip
"""The rules by the class that they tell."""


def decide(it: It) -> Iterator[tuple[Class, str]]:
    """The class and the rule, for each rule that holds."""
    for kind, rules in RULES.items():
        for name, holds in rules.items():
            if holds(it):
                yield kind, name
