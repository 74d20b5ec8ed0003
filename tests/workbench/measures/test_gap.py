from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key, Response
from anaphora.workbench.measures import named, numbers
from anaphora.workbench.measures.gap import MEASURE, Answer, GapAnswers, GapExample, Gender, answer, count, example
from tests.refused import raises

ANN, EVE, SHE = Span(0, 3), Span(4, 5), Span(6, 7)
WORDS = ("The", "singer", "Ann", "met", "Eve", ";", "she")
KEY = Key(
    "d",
    ((ANN, SHE), (EVE,)),
    {ANN: Attributes(kind="name"), EVE: Attributes(kind="name"), SHE: Attributes(kind="pronoun")},
)


def document(*words: str) -> Document:
    return Document("d", words, (" ",) * len(words))


def scores(*sums: float) -> dict[str, float | None]:
    gap = MEASURE
    return named(gap, gap.score(np.array(sums, dtype=float)))


def given_example(id: str, gold: tuple[bool, bool], gender: Gender = "feminine") -> GapExample:
    return GapExample(id, SHE, (ANN, EVE), gold, gender)


def test_example_tells_labels_and_the_gender_of_the_pronoun() -> None:
    genders = {"His": "masculine", "HIM": "masculine", "hers": "feminine", "their": "unknown"}

    assert example(document(*WORDS), KEY) == GapExample("d", SHE, (ANN, EVE), (True, False), "feminine")
    assert {word: example(document(*WORDS[:-1], word), KEY).gender for word in genders} == genders
    with raises("other-key"):
        example(document(*WORDS), Key("d", ((ANN,),)))


CHAINS: dict[tuple[tuple[Span, ...], ...], Answer] = {
    ((ANN, SHE), (EVE,)): (True, False),
    ((ANN, EVE, SHE),): (True, True),
    (): (False, False),
    ((ANN, EVE),): (False, False),  # without the pronoun
    ((Span(2, 3), SHE),): (True, False),  # "Ann" is part of "The singer Ann" and has the same head
    ((Span(2, 3), SHE), (ANN,)): (False, False),  # "The singer Ann" itself is a mention elsewhere
    ((Span(0, 2), SHE),): (False, False),  # "The singer" has another head
    ((Span(4, 6), SHE),): (False, True),  # "Eve ;"
    ((Span(2, 5), SHE),): (False, True),  # "Ann met Eve"
}


def test_chains_answer_by_the_span_or_else_by_the_head() -> None:
    asked = given_example("d", (True, False))

    assert {chains: answer(asked, Response("d", chains), WORDS) for chains in CHAINS} == CHAINS


def test_a_mention_stands_for_the_name_that_is_its_head() -> None:
    """The name is "Ann Lee"; the mention in brackets is linked to the pronoun, which stands behind."""
    stands = {
        "[ Ann Lee ]": True, "[ the singer Ann Lee ]": True, "Ann [ Lee ]": True, "[ Ann Lee 's ] mother": True,
        "[ Ann Lee , who sings ]": True, "[ the singer Ann Lee of Leeds ]": True, "[ Ann ] Lee": False,
        "[ Ann Lee 's mother ]": False, "[ the mother of Ann Lee ]": False, "[ the Ann Lee songs ]": False,
        "[ a song ] of Ann Lee": False,
    }  # fmt: skip
    answers = {}
    for text in stands:
        words = text.split()
        start, end = words.index("["), words.index("]") - 1
        words = [word for word in words if word not in ("[", "]")]
        name, she = Span(words.index("Ann"), words.index("Lee") + 1), Span(len(words), len(words) + 1)
        asked = GapExample("d", she, (name, Span(len(words) + 1, len(words) + 2)), (True, False), "feminine")
        answers[text] = answer(asked, Response("d", ((Span(start, end), she),)), [*words, "she", "Eve"])

    assert answers == {text: (stand, False) for text, stand in stands.items()}


def test_a_genitive_is_headed_by_the_name_before_it_and_alone_by_itself() -> None:
    """Of the mentions within "Ann 's", "Ann" has its head and "'s" has not."""
    asked = GapExample("d", Span(3, 4), (Span(0, 2), Span(2, 3)), (True, False), "feminine")
    spans = {Span(0, 1): (True, False), Span(1, 2): (False, False)}
    words = ("Ann", "'s", "song", "she")

    assert {span: answer(asked, Response("d", ((span, Span(3, 4)),)), words) for span in spans} == spans


def test_counts_by_hand() -> None:
    """An unknown gender counts overall only."""
    examples = [
        given_example("f", (True, False)),
        given_example("m", (False, True), "masculine"),
        given_example("u", (True, False), "unknown"),
    ]
    answers = {"f": (True, True), "m": (False, False), "u": (True, False), "of another file": (True, True)}

    assert count(GapAnswers(examples, answers)).tolist() == [
        [1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0],
        [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0],
        [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    ]


def test_scores_by_hand() -> None:
    """Of six decisions three are right, of three on feminine pronouns one, of three on masculine ones two."""
    assert scores(3, 1, 2, 0, 2, 1, 0, 0, 1, 0, 2, 0) == {
        "recall": 3 / 5, "precision": 3 / 4, "f1": 6 / 9, "accuracy": 3 / 6,
        "recall_masculine": 1.0, "precision_masculine": 2 / 3, "f1_masculine": 4 / 5, "accuracy_masculine": 2 / 3,
        "recall_feminine": 1 / 3, "precision_feminine": 1.0, "f1_feminine": 1 / 2, "accuracy_feminine": 1 / 3,
        "bias": (1 / 2) / (4 / 5),
    }  # fmt: skip


def test_what_cannot_be_divided_is_undefined() -> None:
    """Bias also where one gender scores nothing. Scores of many sums, as in resampling, are those of each row."""
    rows = [(3, 1, 2, 0, 2, 1, 0, 0, 1, 0, 2, 0), (1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1)]
    assert set(scores(*[0] * 12).values()) == {None}
    assert scores(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0)["bias"] is None
    many = MEASURE.score(np.array(rows, dtype=float))
    assert [named(MEASURE, row) for row in many] == [scores(*row) for row in rows]


def pooled(examples: list[GapExample], answers: dict[str, Answer], gender: str | None) -> tuple[float, float, float]:
    """Recall, precision and F1 as the public scorer tallies them: one loop, percentages, 0 for undefined."""
    tally: Counter[str] = Counter()
    for it in examples:
        if gender not in {None, it.gender}:
            continue
        for gold, system in zip(it.gold, answers.get(it.id, (None, None)), strict=True):
            if gold and system:
                tally["tp"] += 1
            elif not gold and system:
                tally["fp"] += 1
            elif not gold and system is False:
                tally["tn"] += 1
            else:
                tally["fn"] += 1
    precision = 100 * tally["tp"] / (tally["tp"] + tally["fp"]) if tally["tp"] + tally["fp"] else 0.0
    recall = 100 * tally["tp"] / (tally["tp"] + tally["fn"]) if tally["tp"] + tally["fn"] else 0.0
    return recall, precision, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


LABELS = st.tuples(st.booleans(), st.booleans())
ANSWERS = st.none() | st.tuples(st.sampled_from((True, False, None)), st.sampled_from((True, False, None)))


@settings(max_examples=40)
@given(st.lists(st.tuples(LABELS, st.sampled_from(("masculine", "feminine")), ANSWERS), max_size=12))
def test_scores_are_those_of_the_public_scorer(rows: list[tuple[tuple[bool, bool], Gender, Answer | None]]) -> None:
    examples = [given_example(str(at), gold, gender) for at, (gold, gender, _) in enumerate(rows)]
    answers = {str(at): system for at, (_, _, system) in enumerate(rows) if system is not None}

    found = numbers(MEASURE, GapAnswers(examples, answers))
    for suffix, gender in (("", None), ("_masculine", "masculine"), ("_feminine", "feminine")):
        rates = tuple(100 * (found[f"{rate}{suffix}"] or 0.0) for rate in ("recall", "precision", "f1"))
        assert rates == pytest.approx(pooled(examples, answers, gender))
    feminine, masculine = (pooled(examples, answers, gender)[2] for gender in ("feminine", "masculine"))
    assert found["bias"] == pytest.approx(feminine / masculine if feminine and masculine else None)
