"""WebAnno TSV 3.x: rows of words, and in further columns layers of chains, mentions and relations."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._format import Format, Pair, Remark, by_signs, dangling
from anaphora.corpora._lines import lines, require_columns
from anaphora.corpora._mentions import in_text_order, span_of, with_zeros
from anaphora.workbench.document import FIRST_NODE, Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.linking import UnionFind

_FORMAT = "#FORMAT=WebAnno TSV 3."
_LAYER = re.compile(r"#T_(SP|CH|RL)=([^|]*)\|?(.*)")
_IDENTITY = re.compile(r"coref|anaph|ident", re.IGNORECASE)
"""Names of relation layers that join chains."""
_OTHER = ("bridg", "split", "assoc", "part", "subset", "member", "element", "other")
"""Beginnings of labels of relations that are not identity (GUM: `bridge`, `bridge:aggr`)."""
_TYPES = frozenset(("entity", "etype", "type", "value", "label"))
"""Features of a mention that hold its entity type."""

_UNIT = re.compile(r"([0-9]{1,9})-[0-9]{1,9}(\.[0-9]{1,9})?")
_OFFSETS = re.compile(r"([0-9]{1,12})-([0-9]{1,12})")
_STACKED = re.compile(r"((?:\\.|[^|])*+)(?:\||$)", re.DOTALL)
_VALUE = re.compile(r"(.*?)(?:\[([0-9]{1,9})\])?", re.DOTALL)
_LINK = re.compile(r"(?:.*[^\\])?->([0-9]{1,9})-([0-9]{1,9})", re.DOTALL)
_TARGET = re.compile(r"([0-9]+-[0-9.]+)(?:\[([0-9]{1,9})(?:_([0-9]{1,9}))?\])?")
_ESCAPE = re.compile(r"\\(->|.)", re.DOTALL)
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
_FIRST_COLUMN = 3
_LAST_OF_ONE_UNIT = "\uffff"
"""Characters behind it take two units of UTF-16."""


class _Layer(NamedTuple):
    """A layer and its columns, one a feature; a layer without features has one column."""

    kind: str
    name: str
    features: tuple[str, ...]
    column: int
    line: int


class _Unit(NamedTuple):
    """A row: a token, or a part of it; `start` and `end` are characters of the token."""

    line: int
    name: str
    token: int
    start: int
    end: int
    cells: tuple[str, ...]


@dataclass(slots=True)
class _WebannoText:
    """Content of the rows, while a file is read."""

    layers: list[_Layer] = field(default_factory=list)
    units: dict[str, _Unit] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    offsets: list[tuple[int, int]] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    utf_16: list[int] = field(default_factory=list)
    """Characters of the last word before each of its units of UTF-16; empty until it is needed."""


@dataclass(slots=True)
class _Mentions:
    """The mentions by id: the units of each, its type, what joins it to others, and what is odd about that."""

    units: dict[str, list[_Unit]] = field(default_factory=dict)
    at: dict[str, list[str]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    odd: list[Remark] = field(default_factory=list)

    def add(self, id: str, layer: str, unit: _Unit) -> None:
        """Take one more unit of a mention."""
        units = self.units.setdefault(id, [])
        if unit not in units[-1:]:
            units.append(unit)
            self.at.setdefault(f"{layer} {unit.name}", []).append(id)


def read(path: Path) -> Iterator[Pair]:
    """The file as one document, called after it.

    All chain layers (`#T_CH`) are read as chains. Of the relation layers (`#T_RL`) those are read whose name holds
    `coref`, `anaph` or `ident`: every annotation of the layer they relate is a mention, and relations join chains in
    either direction, but for those whose label begins with `bridg`, `split`, `assoc`, `part`, `subset`, `member`,
    `element` or `other`. A mention's feature `entity` (`etype`, `type`, `value`, `label`) is its type.

    A relation without number, or with 0, is one of the only mention of its row, or the only one that covers nothing but
    its row. Mentions of parts of tokens (`1-3.1`) divide them; those of no character are zeros. Offsets only show
    whether a blank follows a token: their unit (UTF-16, or code points in what others write) does not matter.

    Raises:
        FormatError: the header is missing, a row lacks columns or is numbered twice, a part is not in its token, or a
            relation leads to no mention or does not say to which.
    """
    text = _text(path)
    mentions = _mentions(path, text)
    bounds = _bounds(text, mentions)
    first = list(accumulate((len(inner) - 1 for inner in bounds), initial=0))  # piece of each token
    words = [text.words[token][start:end] for token, inner in enumerate(bounds) for start, end in pairwise(inner)]
    document = Document(
        id=path.stem,
        words=tuple(words),
        spaces=tuple(_spaces(text, bounds)),
        sentence_starts=tuple(
            first[token]
            for token, sentence in enumerate(text.sentences)
            if text.sentences[token - 1 : token] != [sentence]
        ),
    )
    document, spans = _spans(document, mentions, bounds, first)
    yield document, _key(document, mentions, spans)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    text = _text(path)
    bounds = _bounds(text, _mentions(path, text))
    tokens = (unit for unit in text.units.values() if "." not in unit.name)
    return [unit.line for unit in tokens for _ in pairwise(bounds[unit.token])]


def remarks(path: Path) -> Iterator[Remark]:
    """Yield relations of a mention to itself; one to nothing is an error."""
    yield from _mentions(path, _text(path)).odd


def _text(path: Path) -> _WebannoText:
    text = _WebannoText()
    columns = _FIRST_COLUMN
    for number, line in lines(path):
        if number == 1 and not line.startswith(_FORMAT):
            problem = f"the first line is '{line[:40]}'"
            raise FormatError(path, 1, problem, "Files of this format begin with '#FORMAT=WebAnno TSV 3.3'.")
        layer = _LAYER.fullmatch(line) if not text.words else None
        if layer:
            text.layers.append(_Layer(layer[1], layer[2], tuple(layer[3].split("|")), columns, number))
            columns += len(text.layers[-1].features)
        elif line and not line.startswith("#"):
            _add(path, number, line.split("\t"), columns, text)
    if not text.words:
        cure = "Export the document again, as WebAnno TSV 3.3."
        raise FormatError(path, None, "the file has no token", cure, code="no-words")
    return text


def _add(path: Path, line: int, cells: list[str], columns: int, text: _WebannoText) -> None:
    if len(cells) != columns + 1:  # exporters end rows with a TAB
        cure = "Rows have token, offsets, text, and the columns that the header names."
        require_columns(path, line, cells, columns, cure)
    unit = _UNIT.fullmatch(cells[0])
    offsets = _OFFSETS.fullmatch(cells[1])
    written = _unescape(cells[2])
    if not unit or not offsets or cells[0] in text.units:
        problem = f"'{cells[0]} {cells[1]}' numbers no token, or one that there is already"
        cure = "Rows begin like 1-3, TAB, 9-14: sentence and token, begin and end."
        raise FormatError(path, line, problem, cure, code="duplicate-id" if cells[0] in text.units else "")
    start = 0
    end = len(written)
    if not unit[2]:
        text.words.append(written or "_")
        text.offsets.append((int(offsets[1]), int(offsets[2])))
        text.sentences.append(unit[1])
        text.utf_16 = []
        end = len(text.words[-1])
    else:
        offset = _find_part(text, cells[0], written, int(offsets[1]))
        if offset is None:
            problem = f"'{cells[2]}' is not part of the token before it at the offset {offsets[1]}"
            raise FormatError(path, line, problem, "Rows of parts (1-3.1) follow their token (1-3).", code="bad-span")
        start = offset
        end = offset + len(written)
    text.units[cells[0]] = _Unit(line, cells[0], len(text.words) - 1, start, end, tuple(cells))


def _find_part(text: _WebannoText, name: str, part: str, offset: int) -> int | None:
    """The character of the last token at which a part of it begins, by its offset in UTF-16 or in code points."""
    token = text.units.get(name.partition(".")[0])
    if not token or token.token != len(text.words) - 1:
        return None
    word, shift = text.words[-1], offset - text.offsets[-1][0]
    if shift < 0:
        return None
    if not text.utf_16:
        text.utf_16 = [
            begin for begin, character in enumerate(word) for _ in range(1 + (character > _LAST_OF_ONE_UNIT))
        ]
    utf_16 = text.utf_16[shift] if shift < len(text.utf_16) else len(word)
    return next((begin for begin in (utf_16, shift) if begin <= len(word) and word.startswith(part, begin)), None)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text) if "\\" in text else text


def _split_stack(cell: str) -> list[str]:
    """The annotations in a cell; of `_`, that is none, the list is empty."""
    return [] if cell == "_" else [piece for piece in _STACKED.findall(cell) if piece]


def _mentions(path: Path, text: _WebannoText) -> _Mentions:
    mentions = _Mentions()
    spans = {layer.name: layer for layer in text.layers if layer.kind == "SP"}
    relations = [layer for layer in text.layers if layer.kind == "RL" and _IDENTITY.search(layer.name)]
    for layer in relations:
        if layer.features[-1].removeprefix("BT_") not in spans:
            problem = f"the layer {layer.name} relates '{layer.features[-1]}', which is not a layer of the file"
            cure = "Export the layer of the mentions too."
            raise FormatError(path, layer.line, problem, cure, code="unknown-reference")
    for base in dict.fromkeys(layer.features[-1].removeprefix("BT_") for layer in relations):
        _take_spans(text, spans[base], mentions)
    for layer in text.layers:
        if layer.kind == "CH":
            _take_chains(text, layer, mentions)
    for layer in relations:
        _take_relations(path, text, layer, mentions)
    return mentions


def _take_spans(text: _WebannoText, layer: _Layer, mentions: _Mentions) -> None:
    slots = {feature for feature, name in enumerate(layer.features) if name.startswith("ROLE_")}
    columns = [feature for feature in range(len(layer.features)) if not slots & {feature, feature - 1}]
    typing = next((feature for feature in columns if layer.features[feature] in _TYPES), None)
    for unit in text.units.values():
        for feature in columns:
            for piece in _split_stack(unit.cells[layer.column + feature]):
                value = _VALUE.fullmatch(piece)
                label, number = (value[1], value[2]) if value else (piece, None)
                id = f"{layer.name} [{number}]" if number else f"{layer.name} {unit.name}"
                mentions.add(id, layer.name, unit)
                if feature == typing and label != "*":
                    mentions.types[id] = _unescape(label).upper()


def _take_chains(text: _WebannoText, layer: _Layer, mentions: _Mentions) -> None:
    first: dict[str, str] = {}
    for unit in text.units.values():
        cells = unit.cells[layer.column : layer.column + len(layer.features)]
        for link in (_LINK.fullmatch(piece) for cell in cells for piece in _split_stack(cell)):
            if link:
                id = f"{layer.name} {link[1]}-{link[2]}"
                mentions.add(id, layer.name, unit)
                mentions.links.append((first.setdefault(link[1], id), id))


def _take_relations(path: Path, text: _WebannoText, layer: _Layer, mentions: _Mentions) -> None:
    base = layer.features[-1].removeprefix("BT_")
    *columns, last = range(layer.column, layer.column + len(layer.features))
    for unit in text.units.values():
        labels = [_split_stack(unit.cells[column]) for column in columns]
        for index, piece in enumerate(_split_stack(unit.cells[last])):
            if any(label[index].lower().startswith(_OTHER) for label in labels if index < len(label)):
                continue
            target = _TARGET.fullmatch(piece)
            ends = ((target[1], target[2]), (unit.name, target[3])) if target else ()
            both_ends = [_end(mentions, base, *end) for end in ends]
            if not both_ends or None in both_ends:
                problem = f"the relation to '{piece}' leads to no mention, or does not say to which"
                cure = "Relations are written 10-8[60_1]: row, its mention, this one."
                raise FormatError(path, unit.line, problem, cure, code="unknown-reference")
            mentions.links.append((str(both_ends[0]), str(both_ends[1])))
            if both_ends[0] == both_ends[1]:
                mentions.odd.append(dangling(unit.line, f"{unit.name} to {piece}", unit.name, itself=True))


def _end(mentions: _Mentions, layer: str, unit: str, number: str | None) -> str | None:
    if number and int(number):
        id = f"{layer} [{int(number)}]"
        return id if id in mentions.units else None
    here = mentions.at.get(f"{layer} {unit}", [])
    chosen = here if len(here) == 1 else [id for id in here if len(mentions.units[id]) == 1]
    return chosen[0] if len(chosen) == 1 else None


def _bounds(text: _WebannoText, mentions: _Mentions) -> list[list[int]]:
    """Return for each token the characters at which it begins, is divided and ends."""
    cuts = [{0, len(word)} for word in text.words]
    for unit in (unit for units in mentions.units.values() for unit in units):
        cuts[unit.token] |= {unit.start, unit.end}
    return [sorted(offsets) for offsets in cuts]


def _spaces(text: _WebannoText, bounds: list[list[int]]) -> Iterator[str]:
    for token, inner in enumerate(bounds):
        yield from [""] * (len(inner) - 2)
        last = token + 1 == len(bounds)
        yield "" if last or text.offsets[token][1] == text.offsets[token + 1][0] else " "


def _spans(
    document: Document, mentions: _Mentions, bounds: list[list[int]], first: list[int]
) -> tuple[Document, Mapping[str, Span]]:
    """The words of each mention, and the document with empty nodes for those without words."""
    spans: dict[str, Span] = {}
    places: dict[str, tuple[int, int]] = {}
    for id, units in mentions.units.items():
        pieces = {piece for unit in units for piece in _pieces(unit, bounds, first)}
        if span := span_of((piece, piece + 1) for piece in sorted(pieces)):
            spans[id] = span
        else:
            sentence = bisect_right(document.sentence_starts, first[units[0].token]) - 1
            places[id] = _pieces(units[0], bounds, first).start, sentence
    document, zeros = with_zeros(document, places)
    return document, spans | zeros


def _key(document: Document, mentions: _Mentions, spans: Mapping[str, Span]) -> Clusters:
    chain_of = UnionFind(mentions.units, mentions.links).roots()
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    for id, span in spans.items():
        chains.setdefault(chain_of[id], []).append(span)
        head = span.start if span.start >= FIRST_NODE else None
        attributes.setdefault(span, Attributes(head=head, type=mentions.types.get(id, "")))
    return Clusters(document.id, in_text_order(chains.values()), attributes)


def _pieces(unit: _Unit, bounds: list[list[int]], first: list[int]) -> range:
    inner = bounds[unit.token]
    return range(*(first[unit.token] + bisect_left(inner, border) for border in (unit.start, unit.end)))


FORMAT = Format(
    name="webanno",
    source="WebAnno TSV 3.x, what WebAnno and INCEpTION export: chain layers, or mentions and relations "
    "(Eckart de Castilho et al. 2016).",
    suffix=".tsv",
    recognises=by_signs(rf"\A\ufeff?{re.escape(_FORMAT)}"),
    read=read,
    unread="other layers and features",
    token_lines=token_lines,
    remarks=remarks,
)
