"""What the page knows of chains: texts, the chains of key and responses over them, and every error in its place."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from anaphora.experiments.report.anaphor_table import Piece
from anaphora.workbench.coreference.errors import (
    ERROR_TYPES,
    ChainErrors,
    ComparedChains,
    ErrorType,
    Place,
    ResponseErrors,
)
from anaphora.workbench.files.json import JsonObject

MOST_WORDS = 100_000
"""Documents are put into the page until it holds so many words; the first always."""
MOST_ERRORS = 20_000
"""And until it holds so many errors."""
CLIP = 40  # words shown on either side of a mention in its sentence

RowType: TypeAlias = ErrorType | Literal["missed_link", "wrong_link"]
ROW_TYPES: dict[RowType, str] = {
    **{type: type.replace("_", " ") for type in ERROR_TYPES},
    "span": "span error",
    "missed_link": "missed link",
    "wrong_link": "wrong link",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One error of the list; `response` and `document` are numbers.

    `part` are the mentions that it is about, `whole` one that stands for the chain of `size` mentions that they were
    wrongly put into or belong to; of a link, the anaphor and the antecedent (size 0).
    """

    type: RowType
    response: int
    document: int
    part: tuple[Place, ...]
    whole: Place
    size: int


def rows(found: ChainErrors) -> list[Row]:
    """The errors and the missed and wrong links of all responses in the order of the texts."""
    order = list(ROW_TYPES)
    listed = [row for number, response in enumerate(found.systems.values()) for row in _rows(number, response)]
    return sorted(listed, key=lambda row: (row.document, row.part[0].start, order.index(row.type), row.response))


def _rows(number: int, found: ResponseErrors) -> Iterator[Row]:
    for error in found.errors:
        yield Row(error.type, number, error.document, error.part, error.whole, error.size)
    missed: RowType = "missed_link"
    wrong: RowType = "wrong_link"
    for type, links in ((missed, found.recall), (wrong, found.precision)):
        for link in links:
            yield Row(type, number, link.document, (link.anaphor,), link.antecedent, 0)


def shown_documents(found: ChainErrors, listed: Sequence[Row]) -> int:
    """How many documents, from the first on, the page has room for."""
    errors = Counter(row.document for row in listed)
    words = total = 0
    for number, text in enumerate(found.texts):
        words, total = words + len(text.words), total + errors[number]
        if number and (words > MOST_WORDS or total > MOST_ERRORS):
            return number
    return len(found.texts)


def payload(found: ChainErrors, listed: Sequence[Row], documents: int) -> JsonObject:
    """The first documents and their errors.

    A document has "tokens" (words with the white space behind them), "sentences" (their first words), and for each of
    "responses": chains of the "key" and "chains" of the response, each with start and end of its mentions one after the
    other; "of", the key chain that a response chain shares most mentions with (-1: none); and the state of each mention
    on the other side (0: absent, 1: in the chain that corresponds, 2: in another), a string a chain. Errors are lists
    of type, response, document, ends of the part, ends of the whole and its size.
    """
    compared = [response.chains() for response in found.systems.values()]
    types = list(ROW_TYPES)
    return {
        "types": list(ROW_TYPES.values()),
        "responses": list(found.systems),
        "documents": [
            {
                "id": text.id,
                "tokens": [word + text.space(place) for place, word in enumerate(text.words)],
                "sentences": list(text.starts),
                "responses": [_sides(chains[number]) for chains in compared],
            }
            for number, text in enumerate(found.texts[:documents])
        ],
        "errors": [
            [
                types.index(row.type), row.response, row.document, _ends(row.part), [row.whole.start, row.whole.end],
                row.size,
            ]
            for row in listed
            if row.document < documents
        ],
    }  # fmt: skip


def _sides(chains: ComparedChains) -> JsonObject:
    return {
        "key": [[end for span in chain for end in span] for chain in chains.key],
        "chains": [[end for span in chain for end in span] for chain in chains.response],
        "of": list(chains.partner),
        "keyState": ["".join(map(str, states)) for states in chains.key_state],
        "state": ["".join(map(str, states)) for states in chains.response_state],
    }


def _ends(mentions: Sequence[Place]) -> list[int]:
    return [end for mention in mentions for end in (mention.start, mention.end)]


def sentence(found: ChainErrors, row: Row) -> list[Piece]:
    """The sentence of an error, its mentions marked; words far from the first of them are left out."""
    text = found.texts[row.document]
    own = text.sentence(row.part[0].start)
    near = range(max(own.start, row.part[0].start - CLIP), min(own.stop, row.part[0].end + CLIP))
    pieces = [Piece("… ", "")] if near.start > own.start else []
    for place in near:
        inside = any(mention.start <= place < mention.end for mention in row.part)
        space = text.space(place)
        joined = inside and any(mention.start <= place < mention.end - 1 for mention in row.part)
        pieces.append(Piece(text.words[place] + (space if joined else ""), "anaphor" if inside else ""))
        pieces += [] if joined else [Piece(space, "")]
    return [*_merged(pieces), *([Piece("…", "")] if near.stop < own.stop else [])]


def _merged(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours of one look as one piece."""
    merged: list[Piece] = []
    for piece in pieces:
        if merged and merged[-1].look == piece.look:
            merged[-1] = Piece(merged[-1].text + piece.text, piece.look)
        else:
            merged.append(piece)
    return merged
