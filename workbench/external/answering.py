"""Answers of a language model to "which of these does *it* refer to?" as links to candidates."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from anaphora.workbench.external.schema import Answer, Input, Link, Pair
from anaphora.workbench.external.spans import Layout, layout_of

_NONE = frozenset({"none", "nothing", "no one", "nobody", "none of them", "none of these", "null", "n/a"})
_EDGES = re.compile(r"^[\W_]++|(?<![\W_])[\W_]++$")
_ARTICLE = re.compile(r"^(?:an?|the)\s+")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")


def link_answers(given: Input, answers: Iterable[Answer], found: Counter[str]) -> tuple[Link, ...]:
    """A link for each question that was answered with one of its candidates, or with "none".

    An answer is what stands in its last square brackets, or else all of it. It names the candidates whose words it has;
    without any, those whose words but for a leading article it has; without any, the longest whose words occur in it.
    Of candidates with the same words the nearest is meant.

    Raises:
        LookupError: a question is not among those of the input.
    """
    questions = given.questions or ()
    place = layout_of(given)
    links: dict[int, Link] = {}
    for answer in answers:
        if not 0 <= answer.question < len(questions):
            raise LookupError(f"document '{given.doc_id}' has no question {answer.question}, but {len(questions)}")
        if answer.question in links:
            found["repeated_links"] += 1
            continue
        question = questions[answer.question]
        named = _named(place, question.candidates, answer.text)
        if named is None:
            links[answer.question] = Link(question.anaphor, None)
        elif len(named) == 1:
            links[answer.question] = Link(question.anaphor, named[0])
        else:
            found["ambiguous_answers" if named else "unmatched_answers"] += 1
    found["unanswered"] += len(questions) - len(links)
    return tuple(links[number] for number in sorted(links))


def _named(place: Layout, candidates: Sequence[Pair], answer: str) -> list[Pair] | None:
    """The candidates that an answer may mean, the nearest of those with the same words; `None`: it says none.

    A candidate may be "nobody".
    """
    words = _plain(bracketed[-1] if (bracketed := _BRACKETED.findall(answer)) else answer)
    texts = [_plain(place.text[place.starts[start] : place.ends[end - 1]]) for start, end in candidates]
    if words in _NONE and words not in texts:
        return None
    numbers = _first_that_fits(texts, words)
    nearest = {texts[number]: candidates[number] for number in numbers}
    return sorted(nearest.values())


def _first_that_fits(texts: Sequence[str], words: str) -> list[int]:
    bare = _ARTICLE.sub("", words)
    ways: list[Callable[[str], bool]] = [lambda text: text == words, lambda text: _ARTICLE.sub("", text) == bare]
    for fits in ways:
        if numbers := [number for number, text in enumerate(texts) if text and fits(text)]:
            return numbers
    inside = [number for number, text in enumerate(texts) if text and re.search(rf"\b{re.escape(text)}\b", words)]
    longest = max((len(texts[number]) for number in inside), default=0)
    return [number for number in inside if len(texts[number]) == longest]


def _plain(text: str) -> str:
    return " ".join(_EDGES.sub("", text).casefold().split())
