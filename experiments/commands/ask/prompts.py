"""Prompts for language models, in the words of `prompts.toml`.

A model either writes a text again with the entity of each mention, or is asked what each anaphor refers to.
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Literal, TypeAlias

from anaphora.workbench.external.mending import Bounds
from anaphora.workbench.external.records import Input
from anaphora.workbench.files import read_toml

Messages = list[dict[str, str]]
How: TypeAlias = Literal["questions", "text", "mentions"]

_WORDS: Mapping[str, str] = read_toml(Path(__file__).with_name("prompts.toml"))[1]


def hash_of(messages: Messages) -> str:
    """The name under which an answer is kept."""
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()


def document_prompts(source: Input) -> dict[int, Messages]:
    """Write the one prompt for a document, which has the number 0.

    The mentions that the input has are marked as [mention](#); of two that cross, the one that begins later stays
    unmarked, since marks cannot cross. Without mentions the model finds them too.
    """
    if source.mentions is None:
        return {0: _messages(_WORDS["unmarked"] + source.text, _WORDS["marking"])}
    marks = [(span, "[", "](#)") for span in keep_nested(source.mentions)]
    return {0: _messages(_WORDS["marked"] + _marked(source, marks, 0, len(source.text)), _WORDS["marking"])}


def keep_nested(mentions: Iterable[Bounds]) -> list[Bounds]:
    """The mentions in order, without those that begin inside an earlier one and end after it."""
    kept: list[Bounds] = []
    for start, end in sorted({*mentions}, key=lambda span: (span[0], -span[1])):
        if not any(first < start < last < end for first, last in kept):
            kept.append((start, end))
    return kept


def question_prompts(source: Input) -> dict[int, Messages]:
    """Ask about each anaphor that has candidates, alone, by the number of its question.

    The passage goes from the sentence of the first candidate, or of the anaphor, to that of the last; the anaphor is
    marked as *it*, the candidates as [the park].
    """
    asked = {}
    for number, question in enumerate(source.questions or ()):
        if question.candidates:
            start, end = _characters(source, question.anaphor)
            passage = _passage(source, question.anaphor, question.candidates)
            words = " ".join(source.text[start:end].split())
            asked[number] = _messages(_WORDS["question"].format(passage=passage, anaphor=words), _WORDS["answering"])
    return asked


def _passage(source: Input, anaphor: Bounds, candidates: Iterable[Bounds]) -> str:
    spans = [anaphor, *candidates]
    marks = [(anaphor, "*", "*"), *((span, "[", "]") for span in {*candidates})]
    ends = min(start for start, _ in spans), max(end for _, end in spans) - 1
    begin, end = (bisect_right(source.sentences, token, key=itemgetter(0)) - 1 for token in ends)
    first, last = source.sentences[begin][0], source.sentences[end][1]
    return _marked(source, marks, *_characters(source, (first, last)))


def _marked(source: Input, marks: Iterable[tuple[Bounds, str, str]], start: int, end: int) -> str:
    """The text between two characters, with signs before and after spans of tokens; the first are innermost."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for span, opening, closing in marks:
        first, last = _characters(source, span)
        before[first] = opening + before.get(first, "")
        after[last] = after.get(last, "") + closing
    pieces = []
    for place in sorted({*before, *after}):
        pieces += [source.text[start:place], after.get(place, ""), before.get(place, "")]
        start = place
    return "".join([*pieces, source.text[start:end]])


def _characters(source: Input, span: Bounds) -> Bounds:
    first, last = span[0], span[1] - 1
    return source.starts[first], source.starts[last] + len(source.tokens[last])


def _messages(text: str, instructions: str) -> Messages:
    return [{"role": "system", "content": instructions}, {"role": "user", "content": text}]
