"""Output of language models: the text again with marks, or answers to "which of these does *it* refer to?".

Marks are `[Tom](#cluster_0)`, or those of the CRAC shared tasks, `Tom|[e1]` (`anaphora.corpora.crac_text`).

Models drop, repeat and change words of what they copy (Gan et al. 2025), so the two texts are aligned word by word with
the fewest edits. A marked mention keeps its place if at least half of its words are unchanged there; otherwise it was
invented.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from anaphora.workbench.document import RUNS
from anaphora.workbench.errors import needs_extra
from anaphora.workbench.external.records import Answer, Input, Layout, Link, Pair, layout_of

_BRACKETS = re.compile(r"\[|\]\(#(?P<name>[^()\s]*)\)|\]")
_TAG = r"(?:\[e\d++\]?|e\d++\])"
TAGS = rf"{_TAG}(?:,{_TAG})*+"
"""The marks behind a word in texts of the CRAC shared tasks."""
_TAGGED = re.compile(rf"(?<!\S)(?P<word>\S+)\|(?P<tags>{TAGS})(?!\S)")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mention as characters of the text without marks, with the name of its cluster."""

    start: int
    end: int
    name: str


def read_marks(given: Input, rewritten: str, counts: Counter[str]) -> list[list[Pair]]:
    """The clusters of a text written again, in tokens of the text that was given."""
    text, marks = _read(rewritten, counts)
    words = list(RUNS.finditer(given.text))
    copied = list(RUNS.finditer(text))
    copy = align([word[0] for word in words], [word[0] for word in copied])
    counts["edits"] += copy.dropped + copy.added + copy.changed
    starts, ends = [word.start() for word in copied], [word.end() for word in copied]
    layout = layout_of(given)
    clusters: dict[str, list[Pair]] = {}
    for mark in marks:
        begin, end = bisect_left(starts, mark.start), bisect_right(ends, mark.end)
        there = copy.find(begin, end)
        if there is None:
            counts["invented"] += 1
            continue
        (first, after), unchanged = there
        counts["altered"] += unchanged < end - begin
        tokens = layout.tokens(words[first].start(), words[after - 1].end())
        if tokens is None:  # a word that is no token's: texts whose tokens leave characters out
            counts["blank"] += 1
        elif mark.name:
            clusters.setdefault(mark.name, []).append(tokens)
        else:
            counts["unfilled"] += 1
    return list(clusters.values())


def _read(rewritten: str, counts: Counter[str]) -> tuple[str, list[Mark]]:
    """The text without its marks, and the marks; brackets of the text itself stay."""
    if tagged := list(_TAGGED.finditer(rewritten)):
        return _read_tags(rewritten, tagged, counts)
    ends: dict[int, re.Match[str]] = {}
    opened: list[int] = []
    dropped: dict[int, int] = {}
    for bracket in _BRACKETS.finditer(rewritten):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif bracket["name"] is None:
            del opened[-1:]  # a pair of the text's own
        elif opened:
            ends[opened.pop()] = bracket
        else:
            counts["unbalanced"] += 1
            dropped[bracket.start()] = bracket.end()
    dropped |= {start: start + 1 for start in ends} | {end.start(): end.end() for end in ends.values()}
    text, moved = _without(rewritten, dropped)
    marks = [Mark(moved[start], moved[end.start()], end["name"]) for start, end in ends.items()]
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _read_tags(rewritten: str, tagged: Sequence[re.Match[str]], counts: Counter[str]) -> tuple[str, list[Mark]]:
    """Read a text with marks behind words, as `_read` does; of an entity's mentions the last opened is closed first."""
    text, moved = _without(rewritten, {word.end("word"): word.end() for word in tagged})
    opened: dict[str, list[int]] = {}
    marks: list[Mark] = []
    for word in tagged:
        end = moved[word.end("word")]
        start = end - len(word["word"])
        for tag in word["tags"].split(","):
            name = tag.strip("[]")
            if tag[0] == "[":
                opened.setdefault(name, []).append(start)
            if tag[-1] == "]" and opened.get(name):
                marks.append(Mark(opened[name].pop(), end, name))
            else:
                counts["unbalanced"] += tag[-1] == "]"
    counts["unbalanced"] += sum(map(len, opened.values()))
    return text, sorted(marks, key=lambda mark: (mark.start, -mark.end))


def _without(source: str, dropped: Mapping[int, int]) -> tuple[str, dict[int, int]]:
    """Return a text without some pieces, and for each of these its place in what is left."""
    kept: list[str] = []
    moved: dict[int, int] = {}
    length = position = 0
    for start, end in sorted(dropped.items()):
        kept.append(source[position:start])
        length += start - position
        moved[start], position = length, end
    kept.append(source[position:])
    return "".join(kept), moved


@dataclass(frozen=True, slots=True)
class Copy:
    """A text written again, with the fewest edits.

    `words` are the copied words that stand for one of the text, `places` those that they stand for; of the first n of
    them `unchanged[n]` are the same but for case. `dropped` counts words of the text that no copied one stands for,
    `added` copied words that stand for none, `changed` those that stand for another.
    """

    words: Sequence[int]
    places: Sequence[int]
    unchanged: Sequence[int]
    dropped: int
    added: int
    changed: int

    def find(self, start: int, end: int) -> tuple[Pair, int] | None:
        """The words of the text that these copied words stand for, and how many are unchanged.

        `None` if it is less than half of them: then the model invented what it wrote there.
        """
        first, after = bisect_left(self.words, start), bisect_left(self.words, end)
        same = self.unchanged[after] - self.unchanged[first]
        if same < 1 or 2 * same < end - start:
            return None
        return (self.places[first], self.places[after - 1] + 1), same

    def gap(self, copied: int) -> int:
        """Count the words of the text before a point with `copied` copied words before it, kept at its neighbours."""
        after = bisect_left(self.words, copied)
        follows = after > 0 and self.words[after - 1] == copied - 1
        if not follows and after < len(self.words) and self.words[after] == copied:
            return self.places[after]
        return self.places[after - 1] + 1 if after else 0


def align(text: Sequence[str], copied: Sequence[str]) -> Copy:
    """A text and what a model wrote when it copied it, word by word, but for case."""
    with needs_extra("systems"):
        from rapidfuzz.distance import Levenshtein

    pairs: list[tuple[int, int, bool]] = []
    for step in Levenshtein.opcodes([word.casefold() for word in text], [word.casefold() for word in copied]):
        if step.tag in ("equal", "replace"):
            both = zip(range(step.dest_start, step.dest_end), range(step.src_start, step.src_end), strict=True)
            pairs += [(word, original, step.tag == "equal") for word, original in both]
    unchanged = [0, *accumulate(same for _, _, same in pairs)]
    return Copy(
        words=[word for word, _, _ in pairs],
        places=[original for _, original, _ in pairs],
        unchanged=unchanged,
        dropped=len(text) - len(pairs),
        added=len(copied) - len(pairs),
        changed=len(pairs) - unchanged[-1],
    )


_NONE = frozenset({"none", "nothing", "no one", "nobody", "none of them", "none of these", "null", "n/a"})
_EDGES = re.compile(r"^[\W_]++|(?<![\W_])[\W_]++$")
_ARTICLE = re.compile(r"^(?:an?|the)\s+")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")


def link_answers(given: Input, answers: Iterable[Answer], counts: Counter[str]) -> tuple[Link, ...]:
    """A link for each question that was answered with one of its candidates, or with "none".

    An answer is what stands in its last square brackets, or else all of it. It names the candidates whose words it has;
    without any, those whose words but for a leading article it has; without any, the longest whose words occur in it.
    Of candidates with the same words the nearest is meant.

    Raises:
        LookupError: a question is not among those of the input.
    """
    questions = given.questions or ()
    layout = layout_of(given)
    links: dict[int, Link] = {}
    for answer in answers:
        if not 0 <= answer.question < len(questions):
            raise LookupError(f"document '{given.doc_id}' has no question {answer.question}, but {len(questions)}")
        if answer.question in links:
            counts["repeated_links"] += 1
            continue
        question = questions[answer.question]
        named = _named(layout, question.candidates, answer.text)
        if named is None:
            links[answer.question] = Link(question.anaphor, None)
        elif len(named) == 1:
            links[answer.question] = Link(question.anaphor, named[0])
        else:
            counts["ambiguous_answers" if named else "unmatched_answers"] += 1
    counts["unanswered"] += len(questions) - len(links)
    return tuple(links[number] for number in sorted(links))


def _named(layout: Layout, candidates: Sequence[Pair], answer: str) -> list[Pair] | None:
    """List the candidates that an answer may mean, of those with the same words the nearest; `None`: it says "none".

    A candidate may be "nobody".
    """
    words = _plain(bracketed[-1] if (bracketed := _BRACKETED.findall(answer)) else answer)
    texts = [_plain(layout.text[layout.starts[start] : layout.ends[end - 1]]) for start, end in candidates]
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
