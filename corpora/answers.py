"""Answers of language models: JSON in prose and fences or cut off, and chains whose mentions are words.

They may stand in any file that is read as a response (`jsonlines.read_response`); no format of their own, they are
`apart` in the registry. What is certain is mended, and all of it is counted by the names of `mending.REPAIRS`. The
words are found in the text by `workbench.external.mending`, which recordings of systems are mended by too.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._lines import json_values
from anaphora.corpora._mentions import in_text_order
from anaphora.workbench.document import Document, QuotedMention, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.harness import LoggedAnswer, logged_answer
from anaphora.workbench.external.mending import letters_of, place_quotes
from anaphora.workbench.key import Clusters

Answer = tuple[int, Mapping[str, object], Counter[str]]
"""An object of a response with the line where it begins, and what was mended to read it."""
_Value = tuple[int, object, Counter[str]]
_Mention = Mapping[str, object]
"""The words of a mention as `text`, with its `context`, or with the letters of the document before it (`letter`)."""
_Link = tuple[_Mention, _Mention]
"""A pronoun and its antecedent."""
CHAINS = ("entities", "clusters", "chains")
"""Fields of chains whose mentions may be words."""
IDS = ("doc_key", "document_id", "doc_id", "id")
"""Fields that may name a document."""
_WORDS = ("text", "mention", "words")
"""Fields in which answers have the words of a mention."""
_WRAPPED = ("answer", "response", "output", "completion", "content")
"""Fields in which the whole answer of a model may be written."""

_ANAPHORS = ("pronoun", "anaphor")
_ANTECEDENTS = ("refers_to", "antecedent", "referent")
"""Fields of an answer that asks for the antecedents of pronouns."""
_CONTEXTS = ("sentence", "context")
_ITEM = re.compile(r"\s*(?:[-*•+]|\d{1,3}[.)])\s+")
_TITLE = re.compile(
    r"(?:#{1,6}(?!#)\s*)?(?:\*\*)?[^:*#]{1,80}(?:\*\*)?[^:*]{0,80}:(?:\*\*)?(?P<mentions>.*)"
    r"|#{1,6} .*|\*\*[^*]+\*\*"
)
"""A title, with its mentions behind a colon or without any."""
_QUOTED = re.compile(r"[\"“”„]([^\"“”„]+)[\"“”]")
_DECORATION = " \t[]()*`'.,;"
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*\n(.*?)(?:^[ \t]*```(?!\w)|(?=^[ \t]*```\w)|\Z)", re.DOTALL | re.MULTILINE)
"""A fence ends where it is closed or, if the answer in it was cut off, where the next one opens with a language."""
_OPENS = re.compile(r"[\[{]")
_PIECES = re.compile(r'"(?:[^"\\]++|\\.)*+("?)|[\[\]{},:]', re.DOTALL)
_COMMAS = re.compile(r'("(?:[^"\\]++|\\.)*+"?)|,(?=\s*[\]}])', re.DOTALL)
_IS_JSON = re.compile(r"""[\[{]\s*["\[{]""")
_MOST_TRIES = 100
_DEEPEST = 50
_FARTHEST = 80
"""Characters that a span which cuts a very long word is extended by."""


def answers(path: Path, source: str) -> Iterator[Answer]:
    """The objects of a response: those of its JSON, or of the JSON that stands in prose.

    Of what is cut off in the middle all is read that is whole. Chains that stand alone, lists of mentions or objects
    with `mentions`, are those of one document. An object may hold the whole answer of a model as a string. Objects with
    a pronoun and what it refers to are links; lists of prose may have an entity in each item. Prose without any of
    these has no chains (`unreadable`).

    Raises:
        FormatError: it is JSON, but malformed.
    """
    alone: list[object] = []
    linked: dict[str, list[_Link]] = {}
    counts: Counter[str] = Counter()
    for line, value, mended in _parsed(path, source):
        if links := list(_links(value)):
            counts += mended
            for id, *link in links:
                linked.setdefault(id, []).append((link[0], link[1]))
        elif isinstance(value, dict) and (logged := logged_answer(value)):
            linked.setdefault(logged.doc_id, []).extend(_logged_links(logged, counts))
        elif isinstance(value, dict) and not (CHAINS[0] not in value and isinstance(value.get("mentions"), list)):
            yield line, *_unwrapped(path, value, mended)
        elif isinstance(value, dict | list):
            alone.append(value)
            counts += mended
        else:
            cure = "Each document is an object: {...}."
            raise FormatError(path, line, f"expected a document, found {json.dumps(value)[:60]}", cure)
    if alone:
        yield 1, {CHAINS[0]: alone}, counts
    for number, (id, of_document) in enumerate(linked.items()):
        named = {IDS[0]: id} if id else {}
        yield 1, {**named, CHAINS[0]: _linked_chains(of_document)}, Counter() if number or alone else counts


def _logged_links(logged: LoggedAnswer, counts: Counter[str]) -> Iterator[_Link]:
    """The link of an answer that a harness logged, if it names a choice or has words of the passage."""
    task = logged.task
    places = task.places[1:]
    if logged.swap:
        counts["renamed"] += 1
    elif logged.choice is None and letters_of(logged.words) not in letters_of(task.free.rpartition("\n\n")[0]):
        counts["absent"] += 1
    elif logged.choice != len(places):
        anaphor = {"text": task.anaphor, "letter": task.places[0]}
        named: _Mention = {"text": logged.words}
        if logged.choice is not None:
            named = {"text": task.choices[logged.choice], "letter": places[logged.choice]}
        yield anaphor, named


def _links(value: object) -> Iterator[tuple[str, _Mention, _Mention]]:
    """The document's id, pronoun and antecedent of each link, alone or in lists of which all are links."""
    if isinstance(value, list):
        links = [list(_links(part)) for part in value]
        yield from chain.from_iterable(links if all(links) else ())
    elif isinstance(value, dict):
        id, anaphor, antecedent, sentence = (
            next((text for name in names if isinstance(text := value.get(name), str)), "")
            for names in (IDS, _ANAPHORS, _ANTECEDENTS, _CONTEXTS)
        )
        if anaphor and antecedent:
            yield id, {"text": anaphor, "context": sentence}, {"text": antecedent}
        elif not any(name in value for name in (*CHAINS, "mentions")):
            inner = [part for part in value.values() if isinstance(part, list)]
            for _, *link in _links(inner[0]) if len(inner) == 1 else ():
                yield id, link[0], link[1]


def _linked_chains(links: Iterable[_Link]) -> list[list[_Mention]]:
    """A chain for each antecedent, by its words and place, with the pronouns that refer to it."""
    chains: dict[tuple[object, ...], list[_Mention]] = {}
    for anaphor, antecedent in links:
        chains.setdefault(tuple(antecedent.values()), [antecedent]).append(anaphor)
    return list(chains.values())


def _listed_chains(prose: str) -> list[list[str]]:
    """The entities of lists in prose: an item each, `- Ann: Ann Lee; she`, or a title and an item for each mention."""
    chains: list[list[str]] = []
    titled: list[str] = []
    for line in prose.splitlines():
        item = _ITEM.match(line)
        text = (line[item.end() :] if item else line).strip()
        title = _TITLE.fullmatch(text)
        mentions = ((title["mentions"] or "") if title else text).strip()
        if mentions and (item or "**" in line or mentions[0] == "[") and (title or ";" in text):
            chains.append(_named_in(mentions))
        elif title:
            titled = []
            chains.append(titled)
        elif item:
            titled += _named_in(text, whole=True)
    return [chain for chain in chains if chain]


def _named_in(text: str, whole: bool = False) -> list[str]:
    """The mentions of an item: what is quoted, else what semicolons or commas divide, if it is not one `whole`."""
    parts = _QUOTED.findall(text) or ([text] if whole else re.split(";" if ";" in text else ",", text))
    return [words for part in parts if (words := part.strip(_DECORATION))]


def _unwrapped(
    path: Path, value: Mapping[str, object], counts: Counter[str]
) -> tuple[Mapping[str, object], Counter[str]]:
    """An object, with what stands in the answer of a model that it holds as a string."""
    wrapped = next((text for name in _WRAPPED if isinstance(text := value.get(name), str)), None)
    if wrapped is None and counts["cut_off"] and not any(isinstance(part, list | dict) for part in value.values()):
        return {CHAINS[0]: [], **value}, counts  # cut off behind the name of the document
    if wrapped is None or any(name in value for name in CHAINS):
        return value, counts
    unreadable: Answer = (1, {CHAINS[0]: []}, Counter(unreadable=1))
    try:
        _, inner, mended = next(answers(path, wrapped), unreadable)
    except FormatError:
        _, inner, mended = unreadable
    return {**inner, **value}, counts + mended


def _parsed(path: Path, source: str) -> Iterator[_Value]:
    """Values with their lines, and what was mended to read each."""
    if source.lstrip(" \t\r\n")[:1] not in ("", "{", "["):
        yield from _in_prose(source)
        return
    done = 0
    last: list[_Value] = []
    try:
        for line, value in json_values(path, source):
            yield from last
            last = [(line, value, Counter())]
            done += 1
    except FormatError as error:
        mended = _mend(source)
        if error.code != "malformed" or not mended.text:
            raise
        last += [(line, value, Counter()) for line, value in islice(json_values(path, mended.text), done, None)]
        if not last:
            raise
        last[-1][2].update(mended.counts)
    yield from last


def _in_prose(source: str) -> Iterator[_Value]:
    """The first value of each fence, or of the whole if there is none."""
    read: list[_Value] = []
    unreadable = 0
    for offset, text in [(fence.start(1), fence[1]) for fence in _FENCE.finditer(source)] or [(0, source)]:
        start, value, counts = _first(text)
        if value is not None:
            read.append((source.count("\n", 0, offset + start) + 1, value, counts))
        else:
            unreadable += bool(_IS_JSON.search(text))
    if not read:
        listed = [] if unreadable else _listed_chains(source)
        read.append((1, {CHAINS[0]: listed}, Counter()))
        unreadable = not listed
    read[-1][2].update(+Counter(unreadable=unreadable))
    yield from read


def _first(text: str) -> _Value:
    """The first value that may hold chains, where it begins and what was mended; `None` if there is none."""
    position = 0
    for _ in range(_MOST_TRIES):
        opens = _OPENS.search(text, position)
        if opens is None:
            break
        start = opens.start()
        value, mended = _decoded(text[start:])
        parts = value if isinstance(value, list) else []
        if isinstance(value, dict) or any(isinstance(part, list | dict) for part in parts):
            return start, value, mended.counts
        position = start + (mended.length if _IS_JSON.match(text, start) else 1)  # no part for the whole
    return 0, None, Counter()


def _decoded(text: str) -> tuple[object, "_Mended"]:
    """The value at the beginning of a text, mended if that is needed; `None` if there is none."""
    decoder = json.JSONDecoder()
    with suppress(ValueError, RecursionError):
        value, length = decoder.raw_decode(text)
        return value, _Mended(text, length, Counter())
    mended = _mend(text, alone=True)
    with suppress(ValueError, RecursionError):
        return decoder.raw_decode(mended.text)[0], mended
    return None, mended


class _Mended(NamedTuple):
    """JSON without its mistakes, how much of the source it is, and what was mended; the text is empty if it is none."""

    text: str
    length: int
    counts: Counter[str]


def _mend(source: str, alone: bool = False) -> _Mended:
    """JSON without commas before closing brackets, cut off behind its last whole element where brackets are missing.

    The name of a document is whole, too. Prose behind the last value is left out, and of what is `alone` all behind the
    first.
    """
    open_ones: list[str] = []
    complete = end = 0
    missing = ""
    before = ("", "")
    for piece in _PIECES.finditer(source):
        sign = piece[0]
        end = piece.end()
        if sign in "[{":
            open_ones.append("]" if sign == "[" else "}")
        elif sign in "]}":
            if not open_ones or open_ones.pop() != sign:
                return _Mended("", end, Counter())
        elif sign[0] == '"' and not piece[1]:
            break
        if len(open_ones) > _DEEPEST:
            return _Mended("", end, Counter())
        if sign in "]}" or (piece[1] and (open_ones[-1:] == ["]"] or _names_document(before, open_ones))):
            complete = end
            missing = "".join(reversed(open_ones))
        if alone and not open_ones:
            break
        before = before[1], sign
    text = source[:complete] + missing
    commas = sum(not piece[1] for piece in _COMMAS.finditer(text))
    counts = Counter(commas=commas, cut_off=int(bool(open_ones) and complete > 0))
    return _Mended(_COMMAS.sub(lambda piece: piece[1] or " ", text), end, +counts)


def _names_document(before: tuple[str, str], open_ones: list[str]) -> bool:
    """Return whether the string behind these pieces names a document, not one of its entities."""
    names = {"}": IDS, "]}": IDS[:-1]}.get("".join(open_ones), ())  # in a list, "id" may be that of an entity
    return before[1] == ":" and before[0][1:-1] in names


# Chains whose mentions are words


def chains_in_words(fields: Mapping[str, object]) -> tuple[str, Sequence[object]] | None:
    """The chains of an answer whose mentions are words, or objects, and the field they stand in; `None` for others.

    Of `clusters` one at least has words, which other systems fill with spans.
    """
    for name in CHAINS:
        value = fields.get(name)
        chains = list(value.values()) if isinstance(value, dict) else value
        if isinstance(chains, list) and (name != "clusters" or any(map(_has_words, chains))):
            return name, chains
    return None


def _has_words(entity: object) -> bool:
    return isinstance(entity, dict) or any(isinstance(mention, str | dict) for mention in _mentions_of(entity))


def _mentions_of(entity: object) -> list[object]:
    """Return the mentions of a chain of an answer, as they are written there."""
    value = entity.get("mentions") if isinstance(entity, dict) else entity
    return value if isinstance(value, list) else []


def key_in_words(document: Document, text: str | None, chains: Iterable[object], counts: Counter[str]) -> Clusters:
    """The chains of an answer, found in its words; if it has none, as quotes, which are found in those of the key.

    `text` is that of the answer, if it has one, in which offsets of mentions count; `counts` grows by what is mended.
    """
    before = [] if text is None else list(accumulate((not sign.isspace() for sign in text), initial=0))
    quotes = tuple(tuple(_quotes(entity, text, before, counts)) for entity in chains)
    if not document.words:
        return Clusters(document.id, (), quotes=quotes)
    placed = place_quotes(document.words, quotes, counts)
    ordered = in_text_order([[Span(*pair) for pair in pairs] for pairs in placed])
    return Clusters(document.id, ordered, in_characters=text is not None)


def _quotes(entity: object, text: str | None, before: Sequence[int], counts: Counter[str]) -> Iterator[QuotedMention]:
    """The mentions of a chain; `before` counts the letters before each character of the text."""
    for mention in _mentions_of(entity):
        fields = mention if isinstance(mention, dict) else {"text": mention}
        words = next((value for name in _WORDS if isinstance(value := fields.get(name), str)), "")
        ends = mention if isinstance(mention, list) and len(mention) == 2 else (fields.get("start"), fields.get("end"))
        start, end = (offset if type(offset) is int else -1 for offset in ends)
        if text is not None and not words and 0 <= start < end <= len(text):
            first = _word_border(text, start, -1)
            last = _word_border(text, end, 1)
            counts["cut"] += (first, last) != (start, end)
            start = first
            words = text[first:last]
        if not words.strip():
            counts["outside" if end > start else "malformed"] += 1
            continue
        located = text is not None and 0 <= start < len(text)
        letter = before[start] if located else fields.get("letter")
        context = fields.get("context")
        place = letter if type(letter) is int else None
        yield QuotedMention(words, place, context if isinstance(context, str) else "")


def _word_border(text: str, offset: int, step: int) -> int:
    """The offset, or the end of the word that it cuts, before it or behind it."""
    for _ in range(_FARTHEST):
        if not 0 < offset < len(text) or not text[offset - 1 : offset + 1].isalnum():
            break
        offset += step
    return offset


def is_impossible(text: str | Sequence[object], start: int, end: int) -> bool:
    """Return whether a span is empty or beyond the text, ends with a blank, or in the middle of a word."""
    if not 0 <= start < end <= len(text):
        return True
    after = text[end] if end < len(text) else " "
    last = text[end - 1]
    return isinstance(last, str) and isinstance(after, str) and (last.isspace() or (last + after).isalnum())
