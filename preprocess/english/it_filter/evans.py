"""The 35 features of Evans 2001 (Literary and Linguistic Computing 16) for one "it".

The paper's method is memory-based learning over features of the context. The list is that of our account of it, from
memory and unverified; where it names a chunk or a WordNet class, tags and a word list stand in.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial

from anaphora.preprocess.english.it_filter.context import It
from anaphora.preprocess.english.word_lists import words_of

_NOMINAL = ("NOUN", "PROPN", "PRON")
_COMPLEMENTISERS = frozenset({"that", "whether", "if", "how", "what", "why", "when", "where", "who", "which"})
_weather = cache(partial(words_of, "it_filter/lappin_leass.toml", "more.weather_verbs"))
_cognition = cache(partial(words_of, "it_filter/evans.toml", "verbs.cognition"))


def features(it: It) -> tuple[str, ...]:
    """The value of each feature of `NAMES`; empty where there is nothing to name."""
    return tuple(str(value) for value in (feature(it) for feature in _FEATURES.values()))


def _behind(it: It) -> range:
    return range(it.token + 1, it.end)


def _first(it: It, tokens: Iterable[int], *tags: str) -> int | None:
    return next((token for token in tokens if it.tag(token).startswith(tags)), None)


def _distance(it: It, token: int | None) -> str:
    return "" if token is None else str(token - it.token)


def _lemma(it: It, token: int | None) -> str:
    return "" if token is None else it.lemma(token)


def _phrases(it: It, tokens: range) -> list[int]:
    """The last words of base noun phrases."""
    return [token for token in tokens if it.pos(token) in _NOMINAL and it.pos(token + 1) not in ("NOUN", "PROPN")]


def _follows_prepositional_phrase(it: It) -> bool:
    noun = it.token - 1
    if it.pos(noun) not in _NOMINAL:
        return False
    while it.pos(noun) in (*_NOMINAL, "ADJ", "DET", "NUM"):
        noun -= 1
    return it.pos(noun) == "ADP"


def _infinitive(it: It) -> int | None:
    return next((token for token in _behind(it) if it.word(token) == "to" and it.tag(token + 1) == "VB"), None)


def _complementiser(it: It) -> int | None:
    return next((token for token in _behind(it) if it.word(token) in _COMPLEMENTISERS), None)


def _adjective_in_phrase(it: It) -> bool:
    return any(it.pos(token - 1) == "ADJ" for token in _behind(it) if it.pos(token) == "NOUN" and token > it.token + 1)


def _following_verb(it: It) -> int | None:
    return _first(it, _behind(it), "VB", "MD")


def _following_full_verb(it: It) -> str:
    return _lemma(it, next((token for token in _behind(it) if it.pos(token) == "VERB"), None))


def _tag_at(at: int) -> Callable[[It], object]:
    return lambda it: it.tag(it.token + at)


_FEATURES: dict[str, Callable[[It], object]] = {
    "word position in the sentence": lambda it: it.token - it.start,
    "words in the sentence": lambda it: it.end - it.start,
    "punctuation marks in the sentence": lambda it: sum(it.pos(at) == "PUNCT" for at in range(it.start, it.end)),
    "noun phrases before": lambda it: len(_phrases(it, range(it.start, it.token))),
    "noun phrases after": lambda it: len(_phrases(it, _behind(it))),
    "follows a prepositional phrase": _follows_prepositional_phrase,
    **{f"tag {at:+d}": _tag_at(at) for at in (-4, -3, -2, -1, 1, 2, 3, 4)},
    "followed by an -ing verb": lambda it: _first(it, _behind(it), "VBG") is not None,
    "followed by a preposition": lambda it: it.pos(it.token + 1) == "ADP",
    "adjectives after": lambda it: sum(it.pos(at) == "ADJ" for at in _behind(it)),
    "preceded by a verb": lambda it: it.pos(it.token - 1) == "VERB",
    "followed by a verb": lambda it: it.pos(it.token + 1) in ("VERB", "AUX"),
    "followed by an adjective": lambda it: it.pos(it.token + 1) == "ADJ",
    "a noun phrase after has an adjective": _adjective_in_phrase,
    "words to the next infinitive": lambda it: _distance(it, _infinitive(it)),
    "words to the next preposition": lambda it: _distance(it, _first(it, _behind(it), "IN")),
    "an adjective and a noun phrase after": lambda it: any(
        it.pos(at) == "ADJ" and it.pos(at + 1) in (*_NOMINAL, "DET") for at in _behind(it)
    ),
    "a complementiser after": lambda it: _complementiser(it) is not None,
    "words to the next complementiser": lambda it: _distance(it, _complementiser(it)),
    "verb before": lambda it: _lemma(it, _first(it, range(it.token - 1, it.start - 1, -1), "VB")),
    "verb after": lambda it: _lemma(it, _following_verb(it)),
    "adjective after": lambda it: _lemma(it, _first(it, _behind(it), "JJ")),
    "a weather verb after": lambda it: _following_full_verb(it) in _weather(),
    "a verb of cognition after": lambda it: _following_full_verb(it) in _cognition(),
    "sentence position in the paragraph": lambda it: it.sentence_in_paragraph,
    "relation": lambda it: it.relation,
    "a noun phrase and that after": lambda it: any(
        it.word(at + 1) == "that" for at in _phrases(it, _behind(it))
    ),
    "word after": lambda it: it.lemma(it.token + 1),
}  # fmt: skip

NAMES = tuple(_FEATURES)
