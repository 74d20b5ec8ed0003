"""A comparison made by hand: two documents, three anaphors, two resolvers, and text that means harm.

The first document says

    The driver </script> reads the page . It prints it .

Its first *It* is the driver: `careful` is right, `<b>hasty</b>` prefers the page. Its second *it* is the page, a tie
that `<b>hasty</b>` loses; `careful` leaves it open. In the second document *They* was not recognised as an anaphor.
"""

import numpy as np

from anaphora.workbench.decision import Decision, Explanation, Votes
from anaphora.workbench.document import Annotation, Case, Document, Mention, Prepared, Span
from anaphora.workbench.key import Key
from anaphora.workbench.results.comparison import Comparison, Evidence
from anaphora.workbench.trace.document import DocumentTrace, KeyAnaphor, Outcome

CAREFUL, HASTY = "careful", "<b>hasty</b>"
FIRST_ID = "notes & \"queries\" <img src=x onerror=alert('1')>"
DRIVER, PAGE, IT, IT_AGAIN = Span(0, 3), Span(4, 6), Span(7, 8), Span(9, 10)


def tiny_comparison() -> Comparison:
    """The comparison that is described above."""
    return Comparison(
        corpus="tiny",
        signature="corpus:tiny|match:strict",
        resolvers=(CAREFUL, HASTY),
        documents=(_first(), _second()),
        random=frozenset({HASTY}),
        evidence=(_evidence_first(), _evidence_second()),
        skipped=("broken.conllu:3: seven columns instead of ten. Add the other three.",),
    )


def empty_comparison() -> Comparison:
    """No documents at all."""
    return Comparison("nothing", "corpus:nothing", (CAREFUL,), ())


def _evidence_first() -> Evidence:
    """Both resolvers vote; the driver is a mention of the first chain, the page of the second."""
    key = Key(FIRST_ID, ((DRIVER, IT), (PAGE, IT_AGAIN)))
    decisions = {
        CAREFUL: (_decision(0, 0, ((2, 0), (1, 0))), _decision(1, None, ((1, 0), (1, 0)))),
        HASTY: (_decision(0, 1, ((0, 1), (1, 1))), _decision(1, 0, ((1, 0), (0, 1)))),
    }
    return Evidence(_prepared_first(), decisions, key, {0: [0], 1: [1]}, (0, 1, 0, 1))


def _evidence_second() -> Evidence:
    document = Document("second", ("Two", "keys", ".", "They", "fit", "."), (" ",) * 6)
    key = Key("second", ((Span(0, 2), Span(3, 4)),))
    return Evidence(_prepared(document), {CAREFUL: (), HASTY: ()}, key)


def _decision(case: int, antecedent: int | None, votes: tuple[tuple[int, ...], ...]) -> Decision:
    matrix = np.array(votes, np.int8)
    found = Votes(("near", "</script>"), matrix, np.ones(2))
    trace = Explanation("additive", (0, 1), "highest total", tuple(found.scores.tolist()), found)
    return Decision(case, antecedent, trace)


def _first() -> DocumentTrace:
    return DocumentTrace(
        document_id=FIRST_ID,
        genre="manual",
        anaphors=(_anaphor(IT, "it", DRIVER, case=0), _anaphor(IT_AGAIN, "it", PAGE, case=1, chain=1)),
        outcomes={
            CAREFUL: (Outcome("right", DRIVER, "subject", 1.0), Outcome("abstained", None, "", 0.0)),
            HASTY: (Outcome("outranked", PAGE, "", 0.5), Outcome("tie_lost", DRIVER, "", 0.5)),
        },
        identified=3,
        attempted={CAREFUL: 1, HASTY: 2},
        spurious=(Span(3, 4),),
        not_counted={"first_mention": 2, "cataphora": 0, "split_antecedent": 1},
    )


def _second() -> DocumentTrace:
    they = _anaphor(Span(3, 4), "they", Span(0, 2), case=None)
    lost = (Outcome("anaphor_missed", None, "", 0.0),)
    return DocumentTrace("second", "", (they,), {CAREFUL: lost, HASTY: lost}, 0, {CAREFUL: 0, HASTY: 0}, (), {})


def _anaphor(span: Span, form: str, antecedent: Span, case: int | None, chain: int = 0) -> KeyAnaphor:
    """Three candidates, two of them compatible, one of them right; or not recognised, if it has no case."""
    found = case is not None
    return KeyAnaphor(
        span=span, form=form, chain=chain, acceptable=(antecedent,), distance=1, case=case, candidates=3 * found,
        compatible=2 * found, reachable=1 * found, loss="" if found else "anaphor_missed", strict=found, partial=found,
    )  # fmt: skip


def _prepared_first() -> Prepared:
    words = ("The", "driver", "</script>", "reads", "the", "page", ".", "It", "prints", "it", ".")
    mentions = tuple(_mention(span) for span in (DRIVER, PAGE, IT, IT_AGAIN))
    cases = (Case(2, 0, (0, 1), (0, 1), ()), Case(3, 0, (0, 1), (0, 1), ()))
    return _prepared(Document(FIRST_ID, words, (" ",) * 11), mentions, cases, (0, 7))


def _prepared(
    document: Document,
    mentions: tuple[Mention, ...] = (),
    cases: tuple[Case, ...] = (),
    starts: tuple[int, ...] = (0, 3),
) -> Prepared:
    count = len(document.words)
    empty = ("",) * count
    annotation = Annotation(empty, empty, empty, empty, tuple(range(count)), empty, empty, starts)
    return Prepared(document, annotation, mentions, (0,) * count, cases, (), "by hand")


def _mention(span: Span) -> Mention:
    return Mention(
        span=span, base=span, head=span.start, lemma="", kind="nominal", pronoun="", person=3, number="unknown",
        gender="unknown", animacy="unknown", function="other", definiteness="definite", sentence=0, paragraph=0,
        clause=0, governor=-1, preposition=-1, heading=False, coordination=None, evidence="",
    )  # fmt: skip
