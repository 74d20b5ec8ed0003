"""Lemmas as rules: so many letters less at the end, other letters instead, capitals kept or not.

"cities" to "city" is "3 y lower", "better" to "good" is "6 good lower". A rule that cuts more letters than the word has
leaves them.
"""

from itertools import takewhile


def find_rule(word: str, lemma: str) -> str:
    """The rule that makes the lemma of the word."""
    is_lower = lemma == lemma.lower()
    start = word.lower() if is_lower else word
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(start, lemma, strict=False)))
    return f"{len(word) - shared} {lemma[shared:]} {'lower' if is_lower else 'kept'}"


def apply_rule(word: str, rule: str) -> str:
    """What a rule makes of a word."""
    cut, rest = rule.split(" ", 1)
    letters, case = rest.rsplit(" ", 1)
    start = word.lower() if case == "lower" else word
    size = len(start) - int(cut)
    return start[:size] + letters if size >= 0 else start
