"""Errors of chains: by type, and every one in its place, with the texts and the chains of both sides over them."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal, TypeAlias

from anaphora.experiments.show.charts import scores as charts
from anaphora.experiments.show.charts.chart import Figures, of_table
from anaphora.experiments.show.report.page import PROSE, Block, Piece, Section, Sheet, Words, compressed, part
from anaphora.workbench.document import ZERO
from anaphora.workbench.error_analysis.analysis import ChainErrors, ComparedChains
from anaphora.workbench.error_analysis.mentions import DocumentText, ShownMention
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, ErrorType
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.error_tables import (
    beyond_identity_table,
    changes_table,
    links_table,
    listed_changes,
    looks_beyond_identity,
)
from anaphora.workbench.results.vocabulary import percent

STATIC = 25
"""Errors that stand in the page itself."""
MOST_WORDS = 100_000
"""Documents are put into the page until it holds so many words; the first always."""
MOST_ERRORS = 20_000
"""And until it holds so many errors, likewise."""
CLIP = 40  # words shown on either side of a mention in its sentence

RowType: TypeAlias = ErrorType | Literal["missed_link", "wrong_link"]
ROW_TYPES: dict[RowType, str] = {
    **{type: type.replace("_", " ") for type in ERROR_TYPES},
    "span": "span error",
    "missed_link": "missed link",
    "wrong_link": "wrong link",
}


def errors_by_type(classified: ChainErrors) -> Iterator[Block]:
    """The errors and links of the responses as a chart and tables."""
    yield Words(("Errors by type",), "heading")
    if drawn := charts.errors(classified):
        yield drawn
    yield Sheet("Links", _links(classified), PROSE["missed_and_wrong_links"])
    types = of_table(links_table(classified))
    yield Sheet("Missed and wrong links by the types of anaphor and antecedent", types, folded=True)
    yield from changed_links(classified)
    if looks_beyond_identity(classified):
        yield Sheet("Beyond identity", of_table(beyond_identity_table(classified)))


def changed_links(classified: ChainErrors) -> Iterator[Block]:
    """Count the links that the second of two responses mends, and new ones, and list the first of both."""
    if not classified.changes:
        return
    table = changes_table(classified)
    yield Words((table.title,), "heading")
    yield Sheet(table.title, of_table(table), " ".join(table.notes))
    for listed in listed_changes(classified, STATIC) if classified.texts else ():
        yield Sheet(listed.title, of_table(listed), folded=True)


def _links(classified: ChainErrors) -> Figures:
    without = "" if classified.singletons else " without singletons"
    rows = tuple(
        (
            name, percent(response.scores["conll"]["f1"], 2), f"{len(response.recall):,} of {response.links[0]:,}",
            f"{len(response.precision):,} of {response.links[1]:,}",
            "those it gives" if response.own_links else f"the {classified.tree} tree",
        )
        for name, response in charts.best_first(classified).items()
    )  # fmt: skip
    return Figures(("chains of", f"CoNLL F1{without}", "key links missed", "links wrong", "links taken from"), rows)


def error_list(classified: ChainErrors) -> Section:
    """Every error of a response in its sentence, and the texts with the chains of key and response side by side.

    The first errors stand in the page itself. With a script all of them can be filtered and followed into the text.
    Empty without their texts.
    """
    if not classified.texts:
        return Section("Errors in the text", (), "Errors")
    listed = rows(classified)
    documents = shown_documents(classified, listed)
    texts = shown_texts(classified, documents)
    inside = [row for row in listed if row.document < documents]
    body = part(
        "errors.html.j2",
        errors=classified,
        names=list(classified.systems),
        types=ROW_TYPES,
        rows=[(row, sentence(texts[row.document], row)) for row in inside[:STATIC]],
        total=len(inside),
        zeros=any(shown.zeros for shown in texts),
        left_out=len(listed) - len(inside),
        documents=documents,
        data=compressed(payload(classified, texts, listed)),
    )
    return Section("Errors in the text", (body,), "Errors")


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One error of the list; `response` and `document` are numbers.

    `part` are the mentions that it is about, `whole` one that stands for the chain of `size` mentions that they were
    wrongly put into or belong to; of a link, the anaphor and the antecedent (size 0).
    """

    type: RowType
    response: int
    document: int
    part: tuple[ShownMention, ...]
    whole: ShownMention
    size: int


def rows(classified: ChainErrors) -> list[ErrorRow]:
    """The errors and the missed and wrong links of all responses in the order of the texts."""
    listed: list[ErrorRow] = []
    sides: tuple[RowType, RowType] = ("missed_link", "wrong_link")
    for number, response in enumerate(classified.systems.values()):
        listed += [ErrorRow(row.type, number, row.document, row.part, row.whole, row.size) for row in response.errors]
        for type, links in zip(sides, (response.recall, response.precision), strict=True):
            listed += [ErrorRow(type, number, link.document, (link.anaphor,), link.antecedent, 0) for link in links]
    order = list(ROW_TYPES)
    return sorted(listed, key=lambda row: (row.document, row.part[0].start, order.index(row.type), row.response))


def shown_documents(classified: ChainErrors, listed: Sequence[ErrorRow]) -> int:
    """Count the documents, from the first on, that the page has room for."""
    errors = Counter(row.document for row in listed)
    words = total = 0
    for number, text in enumerate(classified.texts):
        words = words + len(text.words)
        total = total + errors[number]
        if number and (words > MOST_WORDS or total > MOST_ERRORS):
            return number
    return len(classified.texts)


@dataclass(frozen=True, slots=True)
class TextWithZeros:
    """A text with a token ∅ for each zero that is a mention, and its chains in words of the text without them.

    A zero has no word of its own: it starts and ends at the word behind it. `zeros` are these words in order.
    """

    text: DocumentText
    zeros: Sequence[int]
    compared: Sequence[ComparedChains]

    @property
    def tokens(self) -> list[str]:
        """Its words with the white space behind them."""
        return [word + self.text.space(token) for token, word in enumerate(self.text.words)]

    def ends(self, start: int, end: int) -> tuple[int, int]:
        """The first token of a mention and the one behind its last."""
        if start == end:
            zero = start + bisect_left(self.zeros, start)
            return zero, zero + 1
        return start + bisect_right(self.zeros, start), end + bisect_left(self.zeros, end)

    def all_ends(self, spans: Iterable[tuple[int, int]]) -> list[int]:
        """The ends of mentions one after the other."""
        return [end for span in spans for end in self.ends(*span)]


def shown_texts(classified: ChainErrors, documents: int) -> list[TextWithZeros]:
    """The first documents with their zeros."""
    compared = zip(*(response.chains() for response in classified.systems.values()), strict=True)
    return [_shown(text, chains) for text, chains in zip(classified.texts[:documents], compared, strict=False)]


def _shown(text: DocumentText, compared: Sequence[ComparedChains]) -> TextWithZeros:
    spans = (span for both in compared for chain in (*both.key, *both.response) for span in chain)
    return showing_zeros(text, {start for start, end in spans if start == end}, compared)


def showing_zeros(text: DocumentText, places: Set[int], compared: Sequence[ComparedChains] = ()) -> TextWithZeros:
    """A text with the zeros that are mentions, which stand before these words."""
    zeros = sorted(places)
    words, spaces = list(text.words), [text.space(token) for token in range(len(text.words))]
    for zero in reversed(zeros):
        words.insert(zero, ZERO)
        spaces.insert(max(zero - 1, 0), " ")  # before the zero; behind it stays what was behind the word before it
    starts = [start + bisect_left(zeros, start) for start in text.starts]
    return TextWithZeros(DocumentText(text.id, words, None, spaces, starts), zeros, compared)


def payload(classified: ChainErrors, texts: Sequence[TextWithZeros], listed: Sequence[ErrorRow]) -> JsonObject:
    """Some documents, from the first on, and their errors.

    A document has "tokens" (words with the white space behind them), "sentences" (their first words), and for each of
    "responses": chains of the "key" and "chains" of the response, each with start and end of its mentions one after the
    other; "of", the key chain that a response chain shares most mentions with (-1: none); and the state of each mention
    on the other side (0: absent, 1: in the chain that corresponds, 2: in another), a string a chain. Errors are lists
    of type, response, document, ends of the part, ends of the whole and its size.
    """
    types = list(ROW_TYPES)
    return {
        "types": list(ROW_TYPES.values()),
        "responses": list(classified.systems),
        "documents": [
            {
                "id": shown.text.id,
                "tokens": shown.tokens,
                "sentences": list(shown.text.starts),
                "responses": [_sides(shown, chains) for chains in shown.compared],
            }
            for shown in texts
        ],
        "errors": [
            [
                types.index(row.type), row.response, row.document, texts[row.document].all_ends(map(_span, row.part)),
                list(texts[row.document].ends(*_span(row.whole))), row.size,
            ]
            for row in listed
            if row.document < len(texts)
        ],
    }  # fmt: skip


def _sides(shown: TextWithZeros, chains: ComparedChains) -> JsonObject:
    return {
        "key": [shown.all_ends(chain) for chain in chains.key],
        "chains": [shown.all_ends(chain) for chain in chains.response],
        "of": list(chains.partner),
        "keyState": ["".join(map(str, states)) for states in chains.key_state],
        "state": ["".join(map(str, states)) for states in chains.response_state],
    }


def _span(mention: ShownMention) -> tuple[int, int]:
    return mention.start, mention.end


def sentence(shown: TextWithZeros, row: ErrorRow) -> list[Piece]:
    """The sentence of an error, its mentions marked; words far from the first of them are left out."""
    text = shown.text
    spans = [shown.ends(*_span(mention)) for mention in row.part]
    tokens = text.sentence(spans[0][0])
    near = range(max(tokens.start, spans[0][0] - CLIP), min(tokens.stop, spans[0][1] + CLIP))
    marked = {token for span in spans for token in range(*span)}
    joined = {token for start, end in spans for token in range(start, end - 1)}  # with the next word in a mention
    texts = [("… ", False)] if near.start > tokens.start else []
    for token in near:
        texts += [(text.words[token], token in marked), (text.space(token), token in joined)]
    texts += [("…", False)] if near.stop < tokens.stop else []
    return [
        Piece("".join(piece for piece, _ in group), "anaphor" if is_marked else "")
        for is_marked, group in groupby(texts, key=itemgetter(1))
    ]
