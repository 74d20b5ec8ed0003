"""The tags of MUC's SGML, read without any SGML machinery: nothing is fetched, expanded or re-nested."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from anaphora.workbench.errors import FormatError

HEADINGS = frozenset(("HL", "SLUG", "PREAMBLE", "HEADLINE", "HEAD", "TITLE", "H1", "H2", "H3", "H4", "H5", "H6"))
BLOCKS = HEADINGS | frozenset(
    ("P", "TXT", "TEXT", "BODY", "DD", "DATE", "DATELINE", "SO", "CO", "IN", "GV", "TRAILER", "NWORDS")
)
IDS = frozenset(("DOCNO", "DOCID"))
HIDDEN = IDS | {"STORYID"}
"""Elements whose content is no text."""

_DEEPEST = 100
# < that begins no tag is text; a quoted value may hold >; possessive, so that no input makes it slow
_TAG = re.compile(r"""<(?:![^<>]*|(/?)([A-Za-z][\w.-]*)((?:"[^"<]*"|'[^'<]*'|[^<>])*+))>""")
_DOC = re.compile(r"<DOC[\s>]", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(?<![\w.-])([A-Za-z][\w.-]*+)\s*+=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'][^\s"]*))""")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot)|#(\d{1,7})|#x([0-9a-f]{1,6}));", re.IGNORECASE)
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"'}


@dataclass(slots=True)
class Coref:
    """One COREF element; `start` and `end` are characters of the text, `position` one of the source."""

    id: str
    attributes: dict[str, str]
    position: int
    start: int
    end: int = -1


@dataclass(slots=True)
class Draft:
    """One document while it is read: its text without tags, and the offsets in it of what the tags said."""

    position: int
    id: str = ""
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    corefs: list[Coref] = field(default_factory=list)
    open: list[Coref] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    headings: list[tuple[int, int]] = field(default_factory=list)
    heading: int | None = None
    hidden: str = ""

    def add(self, raw: str) -> None:
        """Take text that stands between two tags."""
        text = _ENTITY.sub(_character, raw) if "&" in raw else raw
        if not self.hidden:
            self.pieces.append(text)
            self.length += len(text)
        elif self.hidden in IDS:
            self.id += text


def drafts(path: Path, source: str) -> Iterator[Draft]:
    """The documents of a file, or the file as one where it has no DOC element.

    Raises:
        FormatError: tags do not match, or a COREF has no ID, a second one's, or more than 100 around it.
    """
    several = bool(_DOC.search(source))
    draft = None if several else Draft(0)
    done = 0
    for tag in _TAG.finditer(source):
        _take(path, source, done, tag.start(), draft)
        done = tag.end()
        closes, name = tag[1], (tag[2] or "").upper()
        if name == "DOC" and not closes:
            if draft:
                cure = "Write </DOC> before it."
                raise error(path, source, tag.start(), "a document begins inside another", cure, code="unclosed")
            draft = Draft(tag.start(), id=_attributes(tag[3]).get("ID", ""))
        elif name == "DOC" and draft:
            yield _finish(path, source, draft)
            draft = None
        elif draft:
            _apply(path, source, tag, draft)
        elif name in {"DOC", "COREF"}:
            problem = f"{tag[0][:40]} is outside a document"
            cure = "Write <DOC> before it."
            raise error(path, source, tag.start(), problem, cure, code="outside-document")
    _take(path, source, done, len(source), draft)
    if draft and several:
        cure = "Write </DOC> after it; if the file was cut, get it again."
        raise error(path, source, draft.position, "the document that begins here has no </DOC>", cure, code="unclosed")
    if draft:
        yield _finish(path, source, draft)


def error(path: Path, source: str, position: int, problem: str, cure: str, code: str = "") -> FormatError:
    """The error at a character of the source."""
    return FormatError(path, line_of(source, position), problem, cure, code=code)


def line_of(source: str, position: int) -> int:
    """The line, from 1, of a character of the source."""
    return source.count("\n", 0, position) + 1


def _take(path: Path, source: str, start: int, end: int, draft: Draft | None) -> None:
    text = source[start:end]
    if draft:
        draft.add(text)
    elif text.strip():
        position = start + len(text) - len(text.lstrip())
        cure = "Write <DOC> before it."
        raise error(
            path, source, position, f"'{text.strip()[:40]}' is outside a document", cure, code="outside-document"
        )


def _apply(path: Path, source: str, tag: re.Match[str], draft: Draft) -> None:
    closes, name = tag[1], (tag[2] or "").upper()
    if name == "COREF":
        (_close if closes else _open)(path, source, tag, draft)
    elif name in HIDDEN:
        draft.hidden = "" if closes else name
    elif name == "S" and not closes:
        draft.sentences.append(draft.length)
    elif name in BLOCKS:
        draft.blocks.append(draft.length)
        if draft.heading is not None:
            draft.headings.append((draft.heading, draft.length))
        draft.heading = draft.length if name in HEADINGS and not closes else None


def _open(path: Path, source: str, tag: re.Match[str], draft: Draft) -> None:
    attributes = _attributes(tag[3])
    id = attributes.get("ID", "")
    if not id:
        raise error(path, source, tag.start(), "a COREF has no ID", 'Write <COREF ID="1">, each with its own number.')
    if len(draft.open) >= _DEEPEST:
        problem = f"more than {_DEEPEST} COREF elements are open at once"
        raise error(path, source, tag.start(), problem, "Write </COREF> where each one ends.", code="too-large")
    draft.corefs.append(Coref(id, attributes, tag.start(), draft.length))
    draft.open.append(draft.corefs[-1])


def _close(path: Path, source: str, tag: re.Match[str], draft: Draft) -> None:
    if not draft.open:
        problem = "a COREF is closed but was not opened"
        cure = "Write <COREF ID=...> where it begins, or drop </COREF>."
        raise error(path, source, tag.start(), problem, cure, code="unopened")
    draft.open.pop().end = draft.length


def _finish(path: Path, source: str, draft: Draft) -> Draft:
    if draft.open:
        problem = f"the COREF '{draft.open[-1].id}' is opened but not closed before the document ends"
        cure = "Write </COREF> where it ends; if the file was cut, get it again."
        raise error(path, source, draft.open[-1].position, problem, cure, code="unclosed")
    if draft.hidden:
        cure = f"Write </{draft.hidden}> where it ends."
        raise error(path, source, draft.position, f"the document has no </{draft.hidden}>", cure, code="unclosed")
    ids: set[str] = set()
    for coref in draft.corefs:
        if coref.id in ids:
            cure = "Give each COREF of a document its own ID, and refer to others with REF."
            problem = f"a second COREF has the ID '{coref.id}'"
            raise error(path, source, coref.position, problem, cure, code="duplicate-id")
        ids.add(coref.id)
    draft.blocks.append(draft.length)
    if draft.heading is not None:
        draft.headings.append((draft.heading, draft.length))
    return draft


def _attributes(text: str) -> dict[str, str]:
    values = ((name.upper(), double or single or bare) for name, double, single, bare in _ATTRIBUTE.findall(text))
    return {name: _ENTITY.sub(_character, value).strip() for name, value in values}


def _character(entity: re.Match[str]) -> str:
    if entity[1]:
        return _NAMED[entity[1].lower()]
    code = int(entity[2]) if entity[2] else int(entity[3], 16)
    is_character = 0 < code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if is_character else entity[0]
