"""Sure rules for "it" of weather, light, time and distance, and for idioms (Quirk et al. 1985, 6.17 and 10.26)."""

from collections.abc import Sequence
from functools import cache, partial

from anaphora.preprocess.english.it_filter.context import ENDS, STOPS, It
from anaphora.preprocess.lexicon import read_table, words_of

listed = cache(partial(words_of, "it_filter/sure.toml"))
_WORDNET = "it_filter/wordnet.toml"
_ANIMALS = frozenset({"cat", "dog"})
_CHANGING = ("be", "become", "get", "grow", "turn")
_LIMITS = frozenset({"since", "before", "until", "till"})
_SPAN = 40  # words before "it" in which something may have been late
_NEAR, _FAR = 8, 12
_PLACES = frozenset({"ADJ", "ADV", "DET", "NOUN", "PRON", "PROPN"})
_BEFORE_SPAN = frozenset({"AUX", "ADV", "DET", "ADJ", "NUM", "PART", "PUNCT"})


def is_weather_verb(it: It) -> bool:
    """It rained all day; it will snow; they made it rain; it froze, where nothing before can freeze."""
    verb = it.frame.first
    if verb is None or (it.word(verb) == it.lemma(verb) and it.frame.link == "be" and it.word(verb - 1) != "to"):
        return False
    always = any(it.lemma(verb) == weather or it.word(verb) in _forms(weather) for weather in listed("weather.verbs"))
    return not _has_object(it, verb) and (always or (_is_of_things(it, verb) and not it.has_topic))


def is_pouring(it: It) -> bool:
    """The wound was deep; it was pouring blood."""
    verb = it.frame.first
    return verb is not None and _is_of_things(it, verb) and _has_object(it, verb)


def _is_of_things(it: It, verb: int) -> bool:
    return it.pos(verb) == "VERB" and not listed("weather.of_things").isdisjoint((it.lemma(verb), it.word(verb)))


def _has_object(it: It, verb: int) -> bool:
    return any(it.trees.base[child] == "obj" and it.lemma(child) not in _ANIMALS for child in it.trees.children[verb])


@cache
def _forms(verb: str) -> frozenset[str]:
    stem = verb.removesuffix("e")
    return frozenset({verb, f"{verb}s", f"{stem}ed", f"{stem}ing"})  # a tagger may take them for other words


def is_ambience(it: It) -> bool:
    """It is cold outside; it was getting dark, where nothing before is cold or dark itself."""
    return _is_ambient(it) and not is_own_ambience(it) and (_is_here_or_now(it) or not it.has_topic)


def is_own_ambience(it: It) -> bool:
    """The soup is ready; it is hot. The attic is large, but it gets hot in summer."""
    if not _is_ambient(it):
        return False
    topics = [token for token in it.topics if _is_tempered(it, token)]
    parallel = any(it.trees.base[token] == "nsubj" and token >= it.start for token in topics)
    return parallel or (bool(topics) and not _is_here_or_now(it))


def _is_ambient(it: It) -> bool:
    """The predicate is an adjective that weather can have, and nothing else."""
    head = it.frame.head
    if head is None or it.frame.link not in _CHANGING:
        return False
    is_weather = not listed("weather.adjectives").isdisjoint((it.lemma(head), it.word(head)))
    alone = it.word(head + 1) in ENDS or _follows_freely(it, head)
    return is_weather and it.frame.first == head and it.word(head - 1) != "as" and alone


def _follows_freely(it: It, head: int) -> bool:
    """Return whether what follows the adjective says when, where or how much, and is no complement of it."""
    return it.pos(head + 1) in ("ADV", "ADP", "SCONJ", "DET", "PART") or it.word(head + 1) in listed(
        "weather.now", "weather.here"
    )


def _is_here_or_now(it: It) -> bool:
    head = it.frame.head or it.token
    behind = [it.word(token) for token in range(head + 1, head + 4)]
    if not listed("weather.here", "weather.now").isdisjoint(behind[:2]):
        return True
    times = listed("weather.times", "weather.here")
    return behind[0] in ("at", "in", "last", "this") and not times.isdisjoint(behind[1:])


def _is_tempered(it: It, topic: int) -> bool:
    lemma = it.trees.lemma[topic]
    return lemma in in_wordnet("nouns", "tempered") or (
        lemma in listed("weather.parts") and it.trees.base[topic] != "obl"
    )


@cache
def in_wordnet(section: str, name: str) -> frozenset[str]:
    """A list of `wordnet.toml`."""
    return frozenset(read_table(_WORDNET)[section][name].split())


# ---- time and distance


def is_time(it: It) -> bool:
    """It is ten o'clock; it is half past two; it was Sunday; it was the third of May; it is late."""
    head, frame = it.frame.head, it.frame
    if is_late(it):
        return not has_something_late(it)
    if head is None or frame.first is None or frame.link != "be":
        return False
    if it.pos(frame.first) == "ADP" and it.word(frame.first) not in ("past", "to"):
        return False
    if it.word(head) == "time" and head - it.token < _NEAR // 2:
        return it.word(head + 1) == "for" or (frame.opener in ("to", "that", "clause") and frame.opens - head < 3)
    shown = [it.word(token) for token in range(it.token + 1, head + 2)]
    number = any(it.pos(token) == "NUM" for token in range(it.token + 1, head + 2))
    past = "past" in [*shown, it.word(head + 2)] or it.word(head + 3) in listed("time.parts")
    clock = not listed("time.points").isdisjoint(shown) or (number and past)
    return clock or _is_date(it, head)


def _is_date(it: It, head: int) -> bool:
    if it.word(head - 1) in ("every", "last", "next"):
        return False
    ordinal = it.pos(head) in ("ADJ", "NUM")
    day = ordinal and it.word(head + 1) == "of" and it.word(head + 2) in listed("time.months")
    hour = it.pos(head) == "NUM" and it.word(head - 1) in ("almost", "nearly") and not it.has_topic
    year = it.word(head).isdigit() and len(it.word(head)) == 4 and it.word(head + 1) in ENDS
    return day or hour or year or (it.lemma(head) in listed("time.names") and not it.has_topic)


def is_time_of_something(it: It) -> bool:
    """The concert was good; it was last year."""
    first, frame = it.frame.first, it.frame
    if first is None or frame.link != "be" or frame.opener == "that":
        return False
    return it.word(first) in ("last", "next") and it.lemma(first + 1) in listed("time.spans", "time.names")


def is_late(it: It) -> bool:
    """It is late; it was getting late."""
    token = it.token + 1
    while it.pos(token) in ("AUX", "ADV", "PART") or it.lemma(token) in ("be", "get"):
        if it.word(token) in ("late", "early"):
            break
        token += 1
    linked = any(it.lemma(index) in ("be", "'s", "get") for index in range(it.token - 1, token))
    return linked and it.word(token) in ("late", "early") and it.word(token + 1) in ENDS | {"at", "in"}


def has_something_late(it: It) -> bool:
    """Return whether something before "it" may be late."""
    return not listed("time.late").isdisjoint(it.trees.lemma[max(0, it.start - _SPAN) : it.token])


def is_late_thing(it: It) -> bool:
    """The bus came; it was late."""
    return is_late(it) and has_something_late(it)


def is_question_of_time(it: It) -> bool:
    """Return whether "it" is in a question such as "What time is it?" or "How far is it to Rome?"."""
    if it.tag(it.token - 1) not in ("VBZ", "VBD") or it.lemma(it.token - 1) != "be":
        return False
    before = (it.word(it.token - 3), it.word(it.token - 2))
    if before[0] == "what":
        return before[1] in listed("time.asked")
    return before == ("how", "far") and it.word(it.token + 1) in ("to", "from", "till", "until")


def is_time_since(it: It) -> bool:
    """It has been a year since we met; it was not long before she came."""
    if it.frame.link != "be":
        return False
    token = it.token + 1
    while it.pos(token) in _BEFORE_SPAN and it.lemma(token) not in listed("time.spans"):
        token += 1
    limit = token + 2 if it.word(token + 1) in ("now", "already", "time") else token + 1
    return it.lemma(token) in listed("time.spans") and it.word(limit) in _LIMITS


def is_distance(it: It) -> bool:
    """It is five miles to Rome; it is a long way from here to the sea; it is not far to the bank."""
    if "be" not in (it.frame.link, it.lemma(it.token + 1)):
        return False
    measured = False
    for token in range(it.token + 1, min(it.end, it.token + _FAR)):
        measured |= it.word(token) == "far" or it.lemma(token) in listed("distance.units")
        if it.word(token) == "to":
            return measured and it.pos(token + 1) in _PLACES
        if it.word(token) in STOPS or it.pos(token) == "VERB" or (it.pos(token) == "ADP" and not measured):
            return False
    return False


# ---- idioms


def is_idiom(it: It) -> bool:
    """As it were; when it comes to spelling; we made it to the coast; how is it going?"""
    return any(
        all(_fits(it, it.token + distance, word) for distance, word in idiom) and not _goes_on(it, *idiom[-1])
        for idiom in _idioms()
    )


@cache
def _idioms() -> Sequence[Sequence[tuple[int, str]]]:
    """The words of each idiom but "it", with their distances from it."""
    idioms = [idiom.split() for idiom in sorted(listed("idioms.phrases"))]
    placed = [[(position - idiom.index("it"), word) for position, word in enumerate(idiom)] for idiom in idioms]
    return [[(distance, word) for distance, word in idiom if distance] for idiom in placed]


def _fits(it: It, token: int, word: str) -> bool:
    return it.word(token) == word or (it.pos(token) == "VERB" and it.lemma(token) == word)


def _goes_on(it: It, distance: int, word: str) -> bool:
    """An infinitive follows the "to" of an idiom: "made it to sell"."""
    return word == "to" and it.tag(it.token + distance + 1) == "VB"


def is_turn(it: It) -> bool:
    """It is my turn; whose turn is it? It is up to you; it is her birthday."""
    head, link = it.frame.head, it.frame.link
    if it.word(it.token - 3) == "whose" and it.word(it.token - 2) in listed("idioms.turns"):
        return True
    if link != "be" or head is None:
        return False
    if it.word(head) == "up":
        return it.word(head + 1) == "to" and it.tag(head + 2) != "VB"
    if it.lemma(head) == "fault":
        return it.frame.opener == "that" and it.frame.opens == head + 1
    owned = any(it.tag(token) in ("PRP$", "POS") for token in range(it.token + 1, head))
    duty = it.lemma(head) in listed("idioms.duties") and it.frame.opener == "to" and it.frame.opens == head + 1
    return owned and (it.lemma(head) in listed("idioms.turns") or duty)
