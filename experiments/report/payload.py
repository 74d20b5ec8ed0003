"""What pages know of anaphors: texts, candidates with the removed ones, and every resolver's votes, packed as JSON.

One shape for the report, which has a key, and for the live page, which has none. Strings stand once, mentions are
numbers, and the votes on a candidate are a few characters: the number of their row among the different ones that occur.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from anaphora.workbench.decision import Votes
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.results.comparison import Evidence
from anaphora.workbench.trace import STAGES, DocumentTrace, KeyAnaphor

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@[]^_{|}~"
"""The digits of numbers: no character of it needs escaping in JSON or HTML."""
PLACES = 2
"""Contributions that cannot be reweighted (of salience models) are only shown, and rounded to so many places."""
STEPS = 1500
"""Up to so many anaphors the steps of a decision are told in words; they take more room than all else."""


@dataclass(slots=True)
class Strings:
    """Strings numbered in the order in which they come."""

    numbers: dict[str, int] = field(default_factory=dict)

    def __getitem__(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


def payload(evidence: Sequence[Evidence], resolvers: Sequence[str], traces: Sequence[DocumentTrace] = ()) -> JsonObject:
    """The texts, anaphors and decisions of some documents; without their traces every case is an anaphor.

    "resolvers" tell how to read votes; "documents" have "tokens" (words with the white space after them) and "mentions"
    (start and end one after the other); "anaphors" have candidates and, for each resolver, an answer. Candidates stand
    from the farthest to the most recent, as in `workbench.ablation.vote_matrix`. A "pool" is given where a resolver
    chose among others than the compatible candidates, "scope" is the first token of the search scope. With a key,
    "keys" has the mentions of the chains that are asked for, and "acceptable" says which of its chain are right
    answers to an anaphor: the first of them, and the one after the last.
    """
    packers = {name: _Packer.of(name, evidence) for name in resolvers}
    rules, reasons = Strings(), Strings()
    counts = [len(traced.anaphors) for traced in traces] or [len(each.prepared.cases) for each in evidence]
    pack = _Pack(packers, rules, reasons, sum(counts) <= STEPS)
    anaphors: list[JsonObject] = []
    for number, each in enumerate(evidence):
        rows = pack.known(number, each, traces[number]) if traces else pack.cases(number, each)
        anaphors.extend({"document": number, **row} for row in rows)
    return {
        "resolvers": [packer.as_json() for packer in packers.values()],
        "rules": list(rules.numbers),
        "reasons": list(reasons.numbers),
        "documents": [_document(each, traces[number] if traces else None) for number, each in enumerate(evidence)],
        "anaphors": anaphors,
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
class _Pack:
    """What the rows of all documents share."""

    packers: Mapping[str, "_Packer"]
    rules: Strings
    reasons: Strings
    steps: bool

    def cases(self, document: int, evidence: Evidence) -> list[JsonObject]:
        """The anaphors that preprocessing found, each with all answers."""
        return [self._case((document, number), evidence) for number in range(len(evidence.prepared.cases))]

    def known(self, document: int, evidence: Evidence, traced: DocumentTrace) -> list[JsonObject]:
        """The key anaphors, those included that preprocessing lost."""
        chains = _chains(evidence, traced)
        stages = {name: traced.stages(name) for name in self.packers}
        found = []
        for place, anaphor in enumerate(traced.anaphors):
            row: JsonObject = {"span": [anaphor.span.start, anaphor.span.end], "candidates": [], "removed": []}
            row["answers"] = [{"pick": None, "rule": self.rules[""]} for _ in self.packers]
            if anaphor.case is not None:
                row |= self._case((document, anaphor.case), evidence)
            row |= _of_key(anaphor, evidence, chains)
            for answer, name in zip(row["answers"], self.packers, strict=True):
                answer["stage"] = STAGES[stages[name][place]]
            found.append(row)
        return found

    def _case(self, at: tuple[int, int], evidence: Evidence) -> JsonObject:
        prepared = evidence.prepared
        case = prepared.cases[at[1]]
        span = prepared.mentions[case.anaphor].span
        compatible = [case.compatible[mention] for mention in _order(prepared, case.compatible)]
        return {
            "span": [span.start, span.end],
            "scope": case.scope_start,
            "candidates": compatible,
            "removed": [[entry.mention, self.reasons[entry.reason]] for entry in case.removed],
            "answers": [packer.answer(at, evidence, compatible, self) for packer in self.packers.values()],
        }


def _chains(evidence: Evidence, traced: DocumentTrace) -> dict[int, list[Span]]:
    """The key chains that have an anaphor, by number, in the order of `anaphora.workbench.trace.key_anaphors`."""
    chains = evidence.key.chains if evidence.key else ()
    asked = dict.fromkeys(anaphor.chain for anaphor in traced.anaphors)
    return {number: sorted(chains[number], key=lambda span: (span.start, -span.end)) for number in asked}


def _place(anaphor: KeyAnaphor, chain: Sequence[Span]) -> list[int]:
    """Where the acceptable antecedents stand in their chain: the first, and the one behind the last."""
    first = chain.index(anaphor.acceptable[0])
    return [first, first + len(anaphor.acceptable)]


def _of_key(anaphor: KeyAnaphor, evidence: Evidence, chains: Mapping[int, Sequence[Span]]) -> JsonObject:
    """What only the key tells."""
    right = evidence.right.get(anaphor.case, ()) if anaphor.case is not None else ()
    return {
        "acceptable": _place(anaphor, chains[anaphor.chain]),
        "right": list(right),
        "loss": anaphor.loss,
        "distance": anaphor.distance,
        "chain": anaphor.chain,
        "case": anaphor.case is not None,
    }


def _order(prepared: Prepared, mentions: Sequence[int]) -> list[int]:
    """Places in a list of mentions from the farthest to the most recent; of one head the last is most recent."""
    return sorted(range(len(mentions)), key=lambda row: (prepared.mentions[mentions[row]].head, row))


@dataclass(frozen=True, slots=True)
class _Packer:
    """How the answers of one resolver are written.

    `votes` are those of any decision, for their indicators and weights; `rows` are the different rows of votes that
    occur, of which a candidate has the number, written with `width` characters; `codes` are these by document and case.
    """

    name: str
    kind: str
    votes: Votes | None
    rows: Sequence[Sequence[float]]
    width: int
    codes: Mapping[tuple[int, int], str]

    @staticmethod
    def of(name: str, evidence: Sequence[Evidence]) -> "_Packer":
        """The packer of a resolver, which has seen all its votes: rows that are equal are written once."""
        decisions = {
            (number, decision.case): decision
            for number, each in enumerate(evidence)
            for decision in each.decisions[name]
        }
        kind = next((decision.explanation.kind for decision in decisions.values()), "opaque")
        voted = {
            case: votes
            for case, decision in decisions.items()
            if (votes := decision.explanation.votes) and votes.matrix.size
        }
        if not voted:
            return _Packer(name, kind, None, (), 1, {})
        ordered = [
            _shown(votes)[_order(evidence[number].prepared, decisions[number, case].explanation.candidates)]
            for (number, case), votes in voted.items()
        ]
        rows, numbers = _different(np.concatenate(ordered))
        width = next(width for width in count(1) if len(rows) <= len(ALPHABET) ** width)
        codes = [_code(number, width) for number in range(len(rows))]
        ends = np.cumsum([len(matrix) for matrix in ordered])[:-1]
        split = np.split(numbers, ends)
        texts = ("".join(codes[number] for number in part.tolist()) for part in split)
        return _Packer(
            name, kind, next(iter(voted.values())), rows.tolist(), width, dict(zip(voted, texts, strict=True))
        )

    def as_json(self) -> JsonObject:
        """What the page must know of a resolver to read its answers and reweight them."""
        votes = self.votes
        return {
            "name": self.name,
            "kind": self.kind,
            "indicators": list(votes.indicators) if votes else [],
            "weights": votes.weights.tolist() if votes else [],
            "unit": votes.unit if votes else "",
            "ties": [votes.indicators.index(name) for name in votes.ties] if votes else [],
            "rows": [[int(value) if value == int(value) else value for value in row] for row in self.rows],
            "width": self.width,
        }

    def answer(self, at: tuple[int, int], evidence: Evidence, compatible: list[int], pack: "_Pack") -> JsonObject:
        """The answer to one anaphor, `at` being document and case; what is as with all others is left out."""
        decision = evidence.decisions[self.name][at[1]]
        explanation = decision.explanation
        order = _order(evidence.prepared, explanation.candidates)
        pool = [explanation.candidates[place] for place in order]
        found: JsonObject = {"pick": decision.antecedent, "rule": pack.rules[explanation.rule]}
        if pool != compatible:
            found["pool"] = pool
        if at in self.codes:
            found["votes"] = self.codes[at]
        elif explanation.scores:
            found["scores"] = [round(explanation.scores[place], PLACES) for place in order]
        if pack.steps and explanation.steps:
            found["steps"] = list(explanation.steps)
        return found


def _shown(votes: Votes) -> NDArray[np.float64]:
    """The votes as they are written: whole numbers as they are, contributions of salience models rounded."""
    return np.asarray(np.round(votes.matrix.astype(np.float64), PLACES) + 0.0, np.float64)  # no -0.0


def _different(matrix: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The different rows in the order in which they come, and for each row its number among them."""
    raw, step = matrix.tobytes(), matrix.shape[1] * matrix.itemsize
    known: dict[bytes, int] = {}
    numbers = [known.setdefault(raw[start : start + step], len(known)) for start in range(0, len(raw), step)]
    return np.frombuffer(b"".join(known)).reshape(len(known), -1), np.array(numbers, np.int64)


def _code(number: int, width: int) -> str:
    digits = ""
    for _ in range(width):
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits
