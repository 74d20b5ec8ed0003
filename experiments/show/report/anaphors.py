"""Every anaphor with every answer, the text around it, and the candidates it was chosen from.

The first anaphors stand in the page itself. With a script all of them can be filtered and followed into the text, with
their candidates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice

from anaphora.experiments.show.report.findings import Findings
from anaphora.experiments.show.report.page import data, part
from anaphora.experiments.show.report.payload import payload
from anaphora.experiments.show.report.section import Piece, Section
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.language.anaphors import pronoun_at
from anaphora.workbench.results import vocabulary as words
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.trace.document import STAGES, KeyAnaphor, Outcome

STATIC = 100
"""Anaphors that stand in the page itself; a script shows the others, so many at a time."""
WINDOW = 3  # sentences shown before an anaphor that was not recognised and hence has no search window
CLIP = 40  # words shown on either side of an anaphor in its row; the context below it has the whole sentence


def section(findings: Findings) -> Section | None:
    """The table, the filters, and all that a script needs to do more; `None` without anaphors or evidence."""
    comparison = findings.comparison
    if comparison is None or not comparison.anaphors:
        return None
    body = part(
        "anaphors.html.j2",
        comparison=comparison,
        rows=list(islice(rows(comparison), STATIC)),
        data=data(payload(comparison.evidence, comparison.resolvers, comparison.documents))
        if comparison.evidence
        else "",
        stages=[
            name
            for name in STAGES
            if name != "right" and any(comparison.losses(resolver)[name] for resolver in comparison.resolvers)
        ],
        forms=sorted({anaphor.form for document in comparison.documents for anaphor in document.anaphors}),
        stage_words=data({name: short for name, (short, _) in words.STAGES.items()}),
    )
    return Section("anaphors", "Anaphors", "Anaphors", (body,))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of one resolver to an anaphor, with the verdict on it."""

    antecedent: str
    verdict: str
    stage: str


@dataclass(frozen=True, slots=True)
class Row:
    """One key anaphor. `number` counts from 1 through all documents; `context` are whole sentences, its own the last.

    `key` is the nearest acceptable antecedent; `nominal` the nearest that is no pronoun, where this is another.
    """

    number: int
    document: int
    anaphor: KeyAnaphor
    sentence: tuple[Piece, ...]
    context: tuple[tuple[Piece, ...], ...]
    key: str
    nominal: str
    answers: tuple[Answer, ...]


def rows(comparison: Comparison) -> Iterator[Row]:
    """The rows of all documents in text order; none if the evidence was not kept."""
    number = 0
    for index, prepared in enumerate(evidence.prepared for evidence in comparison.evidence):
        document = comparison.documents[index]
        outcomes = [document.outcomes[name] for name in comparison.resolvers]
        for place, anaphor in enumerate(document.anaphors):
            number += 1
            answers = tuple(_answer(row[place], prepared) for row in outcomes)
            yield _row(number, index, anaphor, prepared, answers)


def _answer(outcome: Outcome, prepared: Prepared) -> Answer:
    span = outcome.antecedent
    return Answer(prepared.document.words_of(span) if span else "", words.verdict(outcome), outcome.stage)


def _row(number: int, index: int, anaphor: KeyAnaphor, prepared: Prepared, answers: tuple[Answer, ...]) -> Row:
    document = prepared.document
    sentences = _sentences(anaphor, prepared)
    sentence = sentences[-1]
    near = range(max(sentence.start, anaphor.span.start - CLIP), min(sentence.stop, anaphor.span.end + CLIP))
    clipped = ("… " if near.start > sentence.start else "", " …" if near.stop < sentence.stop else "")
    nearest = anaphor.acceptable[-1]
    nominal = next((span for span in reversed(anaphor.acceptable) if not _is_pronoun(span, prepared)), nearest)
    return Row(
        number=number,
        document=index,
        anaphor=anaphor,
        sentence=(Piece(clipped[0], ""), *_pieces(near, anaphor, prepared), Piece(clipped[1], "")),
        context=tuple(_pieces(sentence, anaphor, prepared) for sentence in sentences),
        key=document.words_of(nearest),
        nominal=document.words_of(nominal) if nominal != nearest else "",
        answers=answers,
    )


def _is_pronoun(span: Span, prepared: Prepared) -> bool:
    return len(span) == 1 and pronoun_at(prepared.document, span.start) is not None


def _sentences(anaphor: KeyAnaphor, prepared: Prepared) -> list[range]:
    """The sentences in which the anaphor's antecedents were searched for, up to its own."""
    starts = prepared.annotation.sentence_starts
    last = prepared.annotation.sentence_of(anaphor.span.start)
    if anaphor.case is None:
        first = max(0, last - WINDOW)
    else:
        first = prepared.annotation.sentence_of(prepared.cases[anaphor.case].scope_start)
    ends = (*starts[1:], len(prepared.document.words))
    return [range(starts[number], ends[number]) for number in range(min(first, last), last + 1)]


def _pieces(tokens: range, anaphor: KeyAnaphor, prepared: Prepared) -> tuple[Piece, ...]:
    document = prepared.document
    marked = {token: "key" for span in anaphor.acceptable for token in span}
    marked.update(dict.fromkeys(anaphor.span, "anaphor"))
    pieces = []
    for look, group in groupby(tokens, key=lambda token: marked.get(token, "")):
        same = list(group)
        text = "".join(document.words[token] + document.spaces[token] for token in same)
        bare = text.rstrip()
        pieces += [Piece(bare, look), Piece(text[len(bare) :], "")]
    return tuple(piece for piece in pieces if piece.text)
