"""Every anaphor with every answer, the text around it, the candidates it was chosen from; and all of it packed as JSON.

The first anaphors stand in the page itself. With a script all of them can be filtered and followed into the text, with
their candidates. The data have one shape for the report, which has a key, and for the live page, which has none.
Strings stand once, mentions are numbers, and the votes on a candidate are a few characters: the number of their row
among the different ones that occur.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby, islice, product

import numpy as np
from numpy.typing import NDArray

from anaphora.experiments.show.report.page import Piece, Section, compressed, data, part
from anaphora.workbench.decision import Votes
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.files import JsonObject
from anaphora.workbench.language.anaphors import pronoun_at
from anaphora.workbench.results import vocabulary as words
from anaphora.workbench.results.comparison import Comparison, Evidence
from anaphora.workbench.trace.document import STAGES, DocumentTrace, KeyAnaphor, Outcome

STATIC = 100
"""Anaphors that stand in the page itself; a script shows the others, so many at a time."""
WINDOW = 3  # sentences shown before an anaphor that was not recognised and hence has no search window
CLIP = 40  # words shown on either side of an anaphor in its row; the context below it has the whole sentence
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@[]^_{|}~"
"""The digits of numbers: no character of it needs escaping in JSON or HTML."""
PLACES = 2
"""Contributions that cannot be reweighted (of salience models) are only shown, and rounded to so many places."""
STEPS = 1500
"""The most anaphors for which the steps of decisions are told in words; these take more room than all else."""


def anaphor_section(comparison: Comparison) -> Section:
    """The table, the filters, and all that a script needs to do more; empty without anaphors."""
    if not comparison.anaphors:
        return Section("Anaphors", ())
    body = part(
        "anaphors.html.j2",
        comparison=comparison,
        rows=list(islice(rows(comparison), STATIC)),
        data=compressed(payload(comparison.evidence, comparison.resolvers, comparison.documents))
        if comparison.evidence
        else "",
        stages=[
            name
            for name in STAGES
            if name != "right" and any(comparison.losses(resolver)[name] for resolver in comparison.resolvers)
        ],
        forms=sorted({anaphor.form for document in comparison.documents for anaphor in document.anaphors}),
        stage_words=data({name: short for name, (short, _) in words.wording()["stages"].items()}),
    )
    return Section("Anaphors", (body,))


@dataclass(frozen=True, slots=True)
class AnaphorRow:
    """One key anaphor with the outcome of each resolver; `number` counts from 1 through all documents."""

    number: int
    document: int
    anaphor: KeyAnaphor
    outcomes: tuple[Outcome, ...]
    prepared: Prepared

    def words(self, span: Span | None) -> str:
        """The words of a mention; none of no answer."""
        return self.prepared.document.words_of(span) if span else ""

    @property
    def nearest(self) -> Span:
        """The nearest acceptable antecedent."""
        return self.anaphor.acceptable[-1]

    @property
    def nominal(self) -> Span | None:
        """The nearest acceptable antecedent that is no pronoun, where this is another than the nearest."""
        document = self.prepared.document
        for span in reversed(self.anaphor.acceptable):
            if len(span) != 1 or pronoun_at(document, span.start) is None:
                return None if span == self.nearest else span
        return None

    @property
    def context(self) -> list[list[Piece]]:
        """The sentences in which its antecedents were searched for, up to its own."""
        return [self._pieces(sentence) for sentence in self._sentences()]

    @property
    def sentence(self) -> list[Piece]:
        """Its own sentence, without the words that are far from it."""
        tokens = self._sentences()[-1]
        span = self.anaphor.span
        near = range(max(tokens.start, span.start - CLIP), min(tokens.stop, span.end + CLIP))
        before = "… " if near.start > tokens.start else ""
        after = " …" if near.stop < tokens.stop else ""
        return [Piece(before, ""), *self._pieces(near), Piece(after, "")]

    def _sentences(self) -> list[range]:
        annotation = self.prepared.annotation
        last = annotation.sentence_of(self.anaphor.span.start)
        if self.anaphor.case is None:
            first = max(0, last - WINDOW)
        else:
            first = annotation.sentence_of(self.prepared.cases[self.anaphor.case].scope_start)
        starts = (*annotation.sentence_starts, len(self.prepared.document.words))
        return [range(starts[number], starts[number + 1]) for number in range(min(first, last), last + 1)]

    def _pieces(self, tokens: range) -> list[Piece]:
        document = self.prepared.document
        looks = {token: "key" for span in self.anaphor.acceptable for token in span}
        looks.update(dict.fromkeys(self.anaphor.span, "anaphor"))
        pieces = []
        for look, group in groupby(tokens, key=lambda token: looks.get(token, "")):
            text = "".join(document.words[token] + document.spaces[token] for token in group)
            bare = text.rstrip()
            pieces += [Piece(bare, look), Piece(text[len(bare) :], "")]
        return [piece for piece in pieces if piece.text]


def rows(comparison: Comparison) -> Iterator[AnaphorRow]:
    """The rows of all documents in text order; none if the evidence was not kept."""
    before = 1
    for index, (evidence, document) in enumerate(zip(comparison.evidence, comparison.documents, strict=False)):
        answers = zip(*(document.outcomes[name] for name in comparison.resolvers), strict=True)
        for number, (anaphor, outcomes) in enumerate(zip(document.anaphors, answers, strict=True), start=before):
            yield AnaphorRow(number, index, anaphor, outcomes, evidence.prepared)
        before += len(document.anaphors)


def _numbered() -> dict[str, int]:
    """Strings numbered in the order in which they are asked for."""
    return defaultdict(count().__next__)


def payload(evidence: Sequence[Evidence], resolvers: Sequence[str], traces: Sequence[DocumentTrace] = ()) -> JsonObject:
    """The texts, anaphors and decisions of some documents; without their traces every case is an anaphor.

    "resolvers" tell how to read votes; "documents" have "tokens" (words with the white space after them) and "mentions"
    (start and end one after the other); "anaphors" have candidates and, for each resolver, an answer. Candidates stand
    from the farthest to the most recent, as in `workbench.ablation.vote_matrix`. A "pool" is given where a resolver
    chose among others than the compatible candidates, "scope" is the first token of the search scope. With a key,
    "keys" has the mentions of the chains that are asked for, and "acceptable" says which of its chain are right
    answers to an anaphor: the first of them, and the one after the last.
    """
    anaphors = sum(len(traced.anaphors) for traced in traces) or sum(len(text.prepared.cases) for text in evidence)
    pack = _Pack({name: _packed_votes(name, evidence) for name in resolvers}, anaphors <= STEPS)
    rows: list[JsonObject] = []
    for number, text in enumerate(evidence):
        cases = range(len(text.prepared.cases))
        shown = (
            pack.key_anaphors(number, text, traces[number])
            if traces
            else [pack.case(number, text, case) for case in cases]
        )
        rows.extend({"document": number, **row} for row in shown)
    return {
        "resolvers": [_reading(name, evidence, pack.votes[name]) for name in resolvers],
        "rules": list(pack.rules),
        "reasons": list(pack.reasons),
        "documents": [_document(text, traces[number] if traces else None) for number, text in enumerate(evidence)],
        "anaphors": rows,
    }


def _document(evidence: Evidence, traced: DocumentTrace | None) -> JsonObject:
    prepared = evidence.prepared
    chains = _chains(evidence, traced) if traced else {}
    document = prepared.document
    return {
        "id": document.id,
        "genre": document.genre,
        "tokens": [word + space for word, space in zip(document.words, document.spaces, strict=True)],
        "sentences": list(prepared.annotation.sentence_starts),
        "mentions": [end for mention in prepared.mentions for end in (mention.span.start, mention.span.end)],
        "chains": list(evidence.chains) if traced else None,
        "keys": {number: [end for span in chain for end in (span.start, span.end)] for number, chain in chains.items()},
    }


@dataclass(frozen=True, slots=True)
class _Packed:
    """The votes of a resolver: the distinct rows, and by document and case the numbers of its candidates' rows.

    `example` are the votes of any decision, for their indicators and weights; a number has `width` characters.
    """

    example: Votes | None = None
    rows: Sequence[Sequence[float]] = ()
    width: int = 1
    codes: Mapping[tuple[int, int], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Pack:
    """The votes and numbers of strings that all documents share; with `steps` the steps of decisions are told."""

    votes: Mapping[str, _Packed]
    steps: bool
    rules: dict[str, int] = field(default_factory=_numbered)
    reasons: dict[str, int] = field(default_factory=_numbered)

    def key_anaphors(self, document: int, evidence: Evidence, traced: DocumentTrace) -> list[JsonObject]:
        """The key anaphors, those included that preprocessing lost."""
        chains = _chains(evidence, traced)
        stages = {name: traced.stages(name) for name in self.votes}
        rows = []
        for number, anaphor in enumerate(traced.anaphors):
            if anaphor.case is None:
                row: JsonObject = {"span": [anaphor.span.start, anaphor.span.end], "candidates": [], "removed": []}
                row["answers"] = [{"pick": None, "rule": self.rules[""]} for _ in self.votes]
            else:
                row = self.case(document, evidence, anaphor.case)
            row |= _of_key(anaphor, evidence, chains[anaphor.chain])
            for answer, name in zip(row["answers"], self.votes, strict=True):
                answer["stage"] = STAGES[stages[name][number]]
            rows.append(row)
        return rows

    def case(self, document: int, evidence: Evidence, number: int) -> JsonObject:
        """An anaphor that preprocessing found, with all answers."""
        prepared = evidence.prepared
        case = prepared.cases[number]
        span = prepared.mentions[case.anaphor].span
        compatible = [case.compatible[rank] for rank in _order(prepared, case.compatible)]
        return {
            "span": [span.start, span.end],
            "scope": case.scope_start,
            "candidates": compatible,
            "removed": [[entry.mention, self.reasons[entry.reason]] for entry in case.removed],
            "answers": [self._answer(name, (document, number), evidence, compatible) for name in self.votes],
        }

    def _answer(self, name: str, located: tuple[int, int], evidence: Evidence, compatible: list[int]) -> JsonObject:
        """The answer to one anaphor, `located` being document and case; what is as with all others is left out."""
        decision = evidence.decisions[name][located[1]]
        explanation = decision.explanation
        order = _order(evidence.prepared, explanation.candidates)
        pool = [explanation.candidates[rank] for rank in order]
        answer: JsonObject = {"pick": decision.antecedent, "rule": self.rules[explanation.rule]}
        if pool != compatible:
            answer["pool"] = pool
        if located in self.votes[name].codes:
            answer["votes"] = self.votes[name].codes[located]
        elif explanation.scores:
            answer["scores"] = [round(explanation.scores[rank], PLACES) for rank in order]
        if self.steps and explanation.steps:
            answer["steps"] = list(explanation.steps)
        return answer


def _chains(evidence: Evidence, traced: DocumentTrace) -> dict[int, list[Span]]:
    """The key chains that have an anaphor, by number, in the order of `anaphora.workbench.trace.key_anaphors`."""
    chains = evidence.key.chains if evidence.key else ()
    asked = dict.fromkeys(anaphor.chain for anaphor in traced.anaphors)
    return {number: sorted(chains[number], key=lambda span: (span.start, -span.end)) for number in asked}


def _of_key(anaphor: KeyAnaphor, evidence: Evidence, chain: Sequence[Span]) -> JsonObject:
    """Return what only the key tells of an anaphor."""
    first = chain.index(anaphor.acceptable[0])
    return {
        "acceptable": [first, first + len(anaphor.acceptable)],
        "right": list(evidence.right.get(anaphor.case, ()) if anaphor.case is not None else ()),
        "loss": anaphor.loss,
        "distance": anaphor.distance,
        "chain": anaphor.chain,
        "case": anaphor.case is not None,
    }


def _order(prepared: Prepared, mentions: Sequence[int]) -> list[int]:
    """Places in a list of mentions from the farthest to the most recent; of one head the last is most recent."""
    return sorted(range(len(mentions)), key=lambda row: (prepared.mentions[mentions[row]].head, row))


def _packed_votes(name: str, evidence: Sequence[Evidence]) -> _Packed:
    """All votes of a resolver; rows that are equal are written once, whole numbers as they are."""
    voted: dict[tuple[int, int], Votes] = {}
    matrices: list[NDArray[np.floating]] = []
    for number, text in enumerate(evidence):
        for decision in text.decisions[name]:
            explanation = decision.explanation
            if explanation.votes and explanation.votes.matrix.size:
                voted[number, decision.case] = explanation.votes
                matrix = explanation.votes.matrix[_order(text.prepared, explanation.candidates)]
                matrices.append(np.round(matrix.astype(np.float64), PLACES) + 0.0)  # no -0.0
    if not voted:
        return _Packed()
    rows, numbers = np.unique(np.concatenate(matrices), axis=0, return_inverse=True)
    width = 1
    while len(rows) > len(ALPHABET) ** width:
        width += 1
    codes = ["".join(digits) for digits in islice(product(ALPHABET, repeat=width), len(rows))]
    parts = np.split(numbers.ravel(), np.cumsum([len(matrix) for matrix in matrices])[:-1])
    texts = ("".join(codes[number] for number in part.tolist()) for part in parts)
    return _Packed(next(iter(voted.values())), rows.tolist(), width, dict(zip(voted, texts, strict=True)))


def _reading(name: str, evidence: Sequence[Evidence], packed: _Packed) -> JsonObject:
    """Return what the page must know of a resolver to read its answers and reweight them."""
    votes = packed.example
    kinds = (decision.explanation.kind for text in evidence for decision in text.decisions[name])
    return {
        "name": name,
        "kind": next(kinds, "opaque"),
        "indicators": list(votes.indicators) if votes else [],
        "weights": votes.weights.tolist() if votes else [],
        "unit": votes.unit if votes else "",
        "ties": [votes.indicators.index(name) for name in votes.ties] if votes else [],
        "rows": [[int(value) if value == int(value) else value for value in row] for row in packed.rows],
        "width": packed.width,
    }
