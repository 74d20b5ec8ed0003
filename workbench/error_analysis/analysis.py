"""Errors of several responses to one key, ready to be shown and written.

Denotations are shown as in figures 3 and 4 of Trouilleux et al. 2000.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from anaphora.workbench.arrays import Flags, Integers
from anaphora.workbench.chains.alignment import compare_chains
from anaphora.workbench.chains.overlap import MentionColumns, Overlap, Side
from anaphora.workbench.error_analysis.beyond_identity import JudgedExpression
from anaphora.workbench.error_analysis.mentions import (
    DocumentText,
    ShownMention,
    UnitedMentions,
    ends,
    group_mentions,
    partners,
    place,
    types,
    unite,
)
from anaphora.workbench.error_analysis.steps import (
    ERROR_TYPES,
    ErrorType,
    Link,
    Step,
    Transformation,
    Tree,
    Values,
    anchor,
    links_of_response,
    precision_errors,
    recall_errors,
    scores,
    transformation,
)
from anaphora.workbench.key import Match
from anaphora.workbench.measures.denotation import Assignments, Completed, assign, exclusive_cores


@dataclass(frozen=True, slots=True)
class ChainError:
    """One step from the response to the key: the mentions of `part`, and the chain they were put, or not put, into.

    `document` is an index. `whole` is the mention that stands for that chain of `size` mentions: of the response for
    conflated entities and what is extra, of the key for what is divided or missing, and for a span error the key
    mention meant.
    """

    type: ErrorType
    document: int
    part: tuple[ShownMention, ...]
    whole: ShownMention
    size: int


@dataclass(frozen=True, slots=True)
class LinkError:
    """A link that the response lacks (recall) or should lack (precision)."""

    document: int
    anaphor: ShownMention
    antecedent: ShownMention

    @property
    def types(self) -> tuple[str, str]:
        """The types of anaphor and antecedent."""
        return self.anaphor.type, self.antecedent.type

    @property
    def where(self) -> tuple[int, ...]:
        """The ends of this link in the corpus, the same whichever response lacks or has it."""
        return (self.document, self.anaphor.start, self.anaphor.end, self.antecedent.start, self.antecedent.end)


@dataclass(frozen=True, slots=True)
class ComparedChains:
    """The chains of a document in key and response, each a list of mentions (start and end in words of the key).

    `partner` is for each response chain the key chain that it shares most mentions with (the first of equals, or -1).
    `key_across` and `response_across` have for each mention, chain by chain, the chain on the other side that has it
    (-1: none). States say the same in a word: `ABSENT`, in the chain that belongs to its own (`RIGHT`), or `ELSEWHERE`.
    """

    key: Sequence[Sequence[tuple[int, int]]]
    response: Sequence[Sequence[tuple[int, int]]]
    partner: Sequence[int]
    key_across: Sequence[Sequence[int]]
    response_across: Sequence[Sequence[int]]

    @property
    def key_state(self) -> list[list[int]]:
        """The state of each mention of the key."""
        partner = [*self.partner, None]
        return [_states(chain, row, [partner[at] for at in row]) for chain, row in enumerate(self.key_across)]

    @property
    def response_state(self) -> list[list[int]]:
        """The state of each mention of the response."""
        return [_states(at, row, row) for at, row in zip(self.partner, self.response_across, strict=True)]


ABSENT, RIGHT, ELSEWHERE = range(3)


def _states(chain: int, across: Sequence[int], back: Sequence[int | None]) -> list[int]:
    """The states of a chain's mentions: `back` is where the chains lead back to that have them on the other side."""
    rows = zip(across, back, strict=True)
    return [ABSENT if other < 0 else RIGHT if leads == chain else ELSEWHERE for other, leads in rows]


@dataclass(frozen=True)
class ResponseErrors:
    """The errors of one response, and what it would gain without them.

    `counted` has how many errors of a type there are in a document, `listed` makes the list of them; `chains` makes the
    chains that were compared, document by document. `scores` has
    recall, precision and F1 by measure; `alone` what they would be if all errors of one type were corrected,
    `in_sequence` if those of the types before it were too. `links` counts the links that recall and precision errors
    are among; `own_links` tells whether those of the response were its own in any document.
    """

    counted: Counter[tuple[ErrorType, int]]
    listed: Callable[[], tuple[ChainError, ...]]
    chains: Callable[[], tuple[ComparedChains, ...]]
    recall: tuple[LinkError, ...]
    precision: tuple[LinkError, ...]
    links: tuple[int, int]
    own_links: bool
    scores: Values
    alone: Mapping[ErrorType, Values]
    in_sequence: Mapping[ErrorType, Values]

    def count(self, type: ErrorType, document: int | None = None) -> int:
        """The errors of a type, in a document or in all."""
        if document is not None:
            return self.counted[type, document]
        return sum(count for (counted_type, _), count in self.counted.items() if counted_type == type)

    @cached_property
    def errors(self) -> tuple[ChainError, ...]:
        """All errors in text order; made when they are asked for, since there may be many."""
        return self.listed()

    def gain(self, type: ErrorType, in_sequence: bool = False) -> float | None:
        """Return what correcting a type adds to CoNLL F1, alone or after the types before; `None` where undefined."""
        before, after = self.scores, self.alone[type]
        if in_sequence:
            number = ERROR_TYPES.index(type)
            before, after = self.in_sequence[ERROR_TYPES[number - 1]] if number else before, self.in_sequence[type]
        values = before["conll"]["f1"], after["conll"]["f1"]
        return None if values[0] is None or values[1] is None else values[1] - values[0]


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A key chain and the response chain that it corresponds to; where a chain has none, the other side is empty.

    `document` is an index, `similarity` that of the two chains, `shared` counts the mentions that both have.
    """

    document: int
    key: tuple[ShownMention, ...]
    response: tuple[ShownMention, ...]
    shared: int
    similarity: float


@dataclass(frozen=True, slots=True)
class Denotation:
    """An expression and what stands for the chain that each side assigns it to (`None`: it has no assignment there).

    The verdict is `right`, `incorrect`, `spurious` (only the response has an assignment) or `missing` (only the key).
    """

    document: int
    expression: ShownMention
    key: ShownMention | None
    response: ShownMention | None
    verdict: str


@dataclass(frozen=True, slots=True)
class Denotations:
    """The correspondence of all chains, in text order, the assignments, and the correspondence of exclusive Core-MR.

    A mention that one side lacks is a chain of its own there.
    """

    chains: tuple[Correspondence, ...]
    assignments: tuple[Denotation, ...]
    cores: tuple[Correspondence, ...]


@dataclass(frozen=True)
class ChainErrors:
    """The errors of each response by name.

    `key` names the key for people, `signature` says everything that shaped the figures, `singletons` whether they
    were kept, `warnings` what is odd about the files. `shown` makes the texts of the documents as they are shown.
    `beyond_identity` has what either side says of other reference, if any does, and `denotations` the denotation
    assignments of each response, if they were asked for; `mended` counts what was mended and dropped in each.
    """

    key: str
    signature: str
    documents: tuple[str, ...]
    systems: Mapping[str, ResponseErrors]
    tree: Tree
    singletons: bool = False
    warnings: tuple[str, ...] = ()
    shown: Callable[[], Sequence[DocumentText]] = tuple
    beyond_identity: Mapping[str, tuple[JudgedExpression, ...]] = field(default_factory=dict)
    denotations: Mapping[str, Denotations] = field(default_factory=dict)
    mended: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @cached_property
    def texts(self) -> Sequence[DocumentText]:
        """The texts of the documents; read when they are asked for."""
        return self.shown()

    @cached_property
    def common_recall(self) -> tuple[LinkError, ...]:
        """The links that every response lacks."""
        return _common([response.recall for response in self.systems.values()])

    @cached_property
    def common_precision(self) -> tuple[LinkError, ...]:
        """The wrong links that every response has."""
        return _common([response.precision for response in self.systems.values()])

    @cached_property
    def changes(self) -> Mapping[str, tuple[LinkError, ...]]:
        """Of two responses the missed and wrong links that the second mends, and those that are new in it.

        Mended are those of an anaphor that only the first has wrong, new those of one that only the second has wrong.
        An anaphor that both link wrongly is neither, whatever to. Empty unless there are two.
        """
        if len(self.systems) != 2:
            return {}
        first, second = self.systems.values()
        return {
            "missed link mended": _only(first.recall, second.recall),
            "missed link new": _only(second.recall, first.recall),
            "wrong link mended": _only(first.precision, second.precision),
            "wrong link new": _only(second.precision, first.precision),
        }


def _only(links: Sequence[LinkError], others: Sequence[LinkError]) -> tuple[LinkError, ...]:
    """Links whose anaphor has none among the others."""
    elsewhere = {link.where[:3] for link in others}
    return tuple(link for link in links if link.where[:3] not in elsewhere)


def _common(errors: Sequence[tuple[LinkError, ...]]) -> tuple[LinkError, ...]:
    if len(errors) < 2:
        return ()
    shared = set.intersection(*({link.where for link in links} for links in errors))
    return tuple(link for link in errors[0] if link.where in shared)


def chain_errors(
    texts: Sequence[DocumentText],
    key: Sequence[MentionColumns],
    responses: Mapping[str, Sequence[MentionColumns]],
    *,
    name: str = "key",
    signature: str = "",
    match: Match = "strict",
    singletons: bool = False,
    tree: Tree = "accessibility",
) -> ChainErrors:
    """The errors of responses that are in memory; key and responses have a document for each of the texts, in order.

    Columns are made by `overlap.columns`; `texts.describe` (both in `workbench.chains`) adds heads and kinds
    from a tree. Of duplicate spans the first counts. Unless `singletons`, these are left out on both sides
    first.
    """
    systems = {
        response: response_errors(compare_chains(key, documents, match, singletons=singletons), texts, tree)
        for response, documents in responses.items()
    }
    ids = tuple(text.id for text in texts)
    return ChainErrors(name, signature, ids, systems, tree, singletons, shown=lambda: texts)


def response_errors(evidence: Overlap, texts: Sequence[DocumentText], tree: Tree) -> ResponseErrors:
    """The errors of one response; `texts` are those of the documents of the overlap, in order."""
    transformed = transformation(evidence, texts)
    plain = unite(evidence, types(evidence.key, texts), types(evidence.response, texts))
    shown = _mention_shower(transformed.mentions, evidence, texts)
    shown_plain = _mention_shower(plain, evidence, texts)
    document = transformed.mentions.document.tolist()
    recall = recall_errors(plain, tree)
    precision = precision_errors(evidence, plain, tree)
    after = scores(transformed)
    return ResponseErrors(
        counted=Counter((step.type, document[step.part[0]]) for step in transformed.steps),
        listed=lambda: tuple(
            _shown(step, transformed, shown) for step in sorted(transformed.steps, key=lambda step: step.part[0])
        ),
        chains=lambda: tuple(_compared(evidence, texts)),
        recall=_links(recall, plain, shown_plain, True),
        precision=_links(precision, plain, shown_plain, False),
        links=(int((evidence.key.size - 1).sum()), links_of_response(evidence, plain)),
        own_links=bool(len(evidence.response.given_links)),
        scores=after(()),
        alone={type: after((type,)) for type in ERROR_TYPES},
        in_sequence={type: after(ERROR_TYPES[: last + 1]) for last, type in enumerate(ERROR_TYPES)},
    )


Shower = Callable[[int, bool], ShownMention]


def _mention_shower(mentions: UnitedMentions, evidence: Overlap, texts: Sequence[DocumentText]) -> Shower:
    """Make a function that shows a mention as the key has it, or as the response has it."""
    in_key, in_response, type = mentions.in_key.tolist(), mentions.in_response.tolist(), mentions.type.tolist()

    @cache
    def shown(mention: int, of_key: bool) -> ShownMention:
        side, row = (evidence.key, in_key) if of_key else (evidence.response, in_response)
        return place(side, row[mention], type[mention], texts)

    return shown


def _shown(step: Step, transformed: Transformation, shown: Shower) -> ChainError:
    of_key = step.type in ("divided_entity", "missing_mention", "missing_entity")
    whole = shown(anchor(step.whole, transformed.is_pronoun), of_key or step.type == "span")
    part = tuple(shown(mention, of_key) for mention in step.part)
    return ChainError(step.type, int(transformed.mentions.document[step.part[0]]), part, whole, len(step.whole))


def _compared(evidence: Overlap, texts: Sequence[DocumentText]) -> Iterator[ComparedChains]:
    """The chains of each document, those of the key in text order, and how they correspond."""
    key, response = evidence.key, evidence.response
    partner = partners(evidence)
    key_across = np.append(_numbers(response), -1)[evidence.counterpart]
    response_across = np.append(_numbers(key), -1)[evidence.twin]
    sides = [_by_document(side, across, texts) for side, across in ((key, key_across), (response, response_across))]
    first_chain = np.searchsorted(key.chain_document, np.arange(key.documents))
    for number, ((chains, across), (others, back)) in enumerate(zip(*sides, strict=True)):
        partner_chains = partner[response.chain_document == number]
        numbered = np.where(partner_chains < 0, -1, partner_chains - first_chain[number]).tolist()
        yield ComparedChains(chains, others, numbered, across, back)


def _numbers(side: Side) -> Integers:
    """The number of each mention's chain within its document."""
    return side.chain - np.searchsorted(side.chain_document, side.document)


def _by_document(
    side: Side, across: Integers, texts: Sequence[DocumentText]
) -> list[tuple[list[list[tuple[int, int]]], list[list[int]]]]:
    by_document: list[tuple[list[list[tuple[int, int]]], list[list[int]]]] = [([], []) for _ in range(side.documents)]
    for members in group_mentions(side.chain):
        chains, rows = by_document[int(side.document[members[0]])]
        chains.append([ends(side, mention, texts) for mention in members])
        rows.append(across[members].tolist())
    return by_document


def _links(links: Sequence[Link], mentions: UnitedMentions, shown: Shower, of_key: bool) -> tuple[LinkError, ...]:
    document = mentions.document.tolist()
    return tuple(LinkError(document[anaphor], shown(anaphor, of_key), shown(end, of_key)) for anaphor, end in links)


def denotations(overlap: Overlap, texts: Sequence[DocumentText]) -> Denotations:
    """List what the measure `denotation` counts with its default settings, and the chains of `exclusive_core_mr`."""
    assigned = assign(overlap)
    of_key, of_response = types(overlap.key, texts).tolist(), types(overlap.response, texts).tolist()

    def places(table: Completed, expression: int) -> ShownMention:
        in_key, in_response = int(table.key[expression]), int(table.response[expression])
        if in_key >= 0:
            return place(overlap.key, in_key, of_key[in_key], texts)
        return place(overlap.response, in_response, of_response[in_response], texts)

    return Denotations(
        chains=tuple(_chains(assigned, assigned.chosen, places)),
        assignments=tuple(_assignments(assigned, places)),
        cores=tuple(_chains(assigned, exclusive_cores(assigned.table), places)),
    )


Places = Callable[[Completed, int], ShownMention]
"""An expression of the completed table as the key has it, else as the response does."""


def _chains(assigned: Assignments, chosen: Flags, places: Places) -> list[Correspondence]:
    """The chains of the `chosen` cells, and all others with the empty set."""
    table = assigned.table
    rows, columns = list(group_mentions(table.row)), list(group_mentions(table.column))

    def shown(members: Sequence[int]) -> tuple[ShownMention, ...]:
        listed = (places(table, expression) for expression in members)
        return tuple(sorted(listed, key=lambda mention: (mention.start, mention.end)))

    def correspondence(row: int | None, column: int | None, shared: int = 0, similarity: float = 0.0) -> Correspondence:
        in_key, in_response = rows[row] if row is not None else [], columns[column] if column is not None else []
        document = int(table.document[table.cell[(in_key or in_response)[0]]])
        return Correspondence(document, shown(in_key), shown(in_response), shared, similarity)

    pairs = [
        correspondence(
            int(table.cell_row[cell]), int(table.cell_column[cell]), int(table.shared[cell]), float(similarity)
        )
        for cell, similarity in enumerate(assigned.similarity)
        if chosen[cell]
    ]
    met = set(table.cell_row[chosen].tolist()), set(table.cell_column[chosen].tolist())
    pairs += [correspondence(row, None) for row in range(len(rows)) if row not in met[0]]
    pairs += [correspondence(None, column) for column in range(len(columns)) if column not in met[1]]
    return sorted(pairs, key=lambda pair: (pair.document, (pair.key or pair.response)[0].start, not pair.key))


def _assignments(assigned: Assignments, places: Places) -> list[Denotation]:
    table = assigned.table
    of_key = _representatives(table.row, assigned.in_key)
    of_response = _representatives(table.column, assigned.in_response)
    listed = [
        Denotation(
            int(table.document[table.cell[expression]]),
            places(table, expression),
            places(table, of_key[int(table.row[expression])]) if assigned.in_key[expression] else None,
            places(table, of_response[int(table.column[expression])]) if assigned.in_response[expression] else None,
            verdict,
        )
        for verdict, flags in assigned.verdicts.items()
        for expression in np.flatnonzero(flags).tolist()
    ]
    return sorted(listed, key=lambda entry: (entry.document, entry.expression.start, entry.expression.end))


def _representatives(chain: Integers, assigned: Flags) -> dict[int, int]:
    """The expression that stands for each chain."""
    return {int(chain[expression]): expression for expression in np.flatnonzero(~assigned).tolist()}
