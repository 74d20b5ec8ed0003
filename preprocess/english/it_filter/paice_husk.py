"""Pleonastic "it" after Paice & Husk 1987: four left-anchored patterns over the words of one sentence.

The paper brackets a construct between "it" on its left and "that", "to", "whether" or "if" on its right, with word
lists and limits. The shape is theirs; details of the rules are from memory and unverified, and every word list
is our own (`paice_husk.toml`). Finite verbs are told by tag, all else is read off the words.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial

from anaphora.preprocess.english.it_filter.context import FINITE, It
from anaphora.preprocess.english.word_lists import read_table, words_of

_FILE = "it_filter/paice_husk.toml"
_words = cache(partial(words_of, _FILE))


def _opens_bracket(it: It) -> bool:
    """An "it" behind a preposition opens no bracket."""
    return it.word(it.token - 1) not in _words("limits.prepositions")


def _reach(it: It) -> Iterator[int]:
    """The tokens behind "it" that its bracket may reach to: none behind a mark that separates clauses."""
    for token in range(it.token + 1, min(it.end, it.token + 1 + read_table(_FILE)["limits"]["span"])):
        if it.word(token) in _words("limits.separators"):
            return
        yield token


def _that(it: It) -> bool:
    """It is obvious that S: one finite verb between, no preposition before "that"."""
    if "that" not in it.after or not _opens_bracket(it):
        return False
    finite = 0
    for token in _reach(it):
        if it.word(token) == "that" and it.tag(token) != "DT":
            return finite == 1 and it.word(token - 1) not in _words("limits.prepositions")
        finite += it.tag(token) in FINITE
    return False


def _to(it: It) -> bool:
    """It is (not very) easy (for NP) to VP: the first word behind the copula tells the status of the task."""
    if "to" not in it.after or not _opens_bracket(it):
        return False
    reach = list(_reach(it))
    copula = next((token for token in reach[:4] if it.lemma(token) in _words("to.copulas")), None)
    if copula is None:
        return False
    status = copula + 1
    while it.word(status) in _words("to.between") or it.word(status).endswith("ly"):
        if it.word(status) in _words("to.task_status"):
            break
        status += 1
    task = any(it.word(token) == "to" and it.tag(token + 1) == "VB" for token in reach if token > status)
    return it.word(status) in _words("to.task_status") and task


def _whether(it: It) -> bool:
    """It is not known whether S: a word for a state of knowledge between."""
    if not {"whether", "if"}.intersection(it.after) or not _opens_bracket(it):
        return False
    known = False
    for token in _reach(it):
        if it.word(token) in ("whether", "if"):
            return known
        known |= it.word(token) in _words("whether.state_of_knowledge")
    return False


def _idiom(it: It) -> bool:
    """As it were; on the face of it."""
    beside = ((-1, it.word(it.token - 1)), (1, it.word(it.token + 1)))
    return any(
        all(it.word(token) == word for token, word in enumerate(idiom, start=it.token - at))
        for place in beside
        for idiom, at in _idioms().get(place, ())
    )


@cache
def _idioms() -> Mapping[tuple[int, str], Sequence[tuple[list[str], int]]]:
    """Idioms in words, with where "it" stands, by the word before it (-1) or, for want of one, behind it (1)."""
    found: dict[tuple[int, str], list[tuple[list[str], int]]] = defaultdict(list)
    for idiom in map(str.split, sorted(_words("idioms.phrases"))):
        at = idiom.index("it")
        beside = -1 if at else 1
        found[beside, idiom[at + beside]].append((idiom, at))
    return dict(found)


def _parenthetical(it: It) -> bool:
    """The fans, it seems, stop."""
    marks = _words("limits.parentheses")
    verb = it.token + 1
    while it.tag(verb) in ("MD", "RB"):
        verb += 1
    closed = it.word(verb + 1) in marks or verb + 1 == it.end
    opened = it.word(it.token - 1) in marks
    return opened and closed and it.lemma(verb) in _words("idioms.parenthetical_verbs")


RULES: dict[str, Callable[[It], bool]] = {
    "it ... that": _that,
    "it ... to": _to,
    "it ... whether": _whether,
    "idiom": _idiom,
    "parenthetical": _parenthetical,
}
"""Pattern (d) of our account is split in two: idioms and parentheses."""
