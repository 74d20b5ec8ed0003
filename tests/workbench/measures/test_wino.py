"""WinoGender and WinoBias: accuracy, bias, consistency, gotchas and the paired test."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.measures import named, numbers
from anaphora.workbench.measures.minimal_pairs import Answer, ItemAnswers, Swap, Task, item, swap, winobias, winogender
from tests.refused import raises

FIRST, SECOND, PRONOUN = Span(0, 2), Span(3, 5), Span(6, 7)
RIGHT, OTHER, BOTH, NEITHER = (True, False), (False, True), (True, True), (False, False)
MALE, FEMALE, NEUTRAL = (f"nurse.patient.0.{gender}.txt" for gender in ("male", "female", "neutral"))
PRO, ANTI = "pro_stereotyped_type1.txt.dev", "anti_stereotyped_type1.txt.dev"


def sentence(id: str, pronoun: str = "she", right: int = 0) -> tuple[Document, Key]:
    """`The nurse told the patient that she`, the pronoun being one of both."""
    words = ("The", "nurse", "told", "the", "patient", "that", pronoun)
    chains = ((FIRST, PRONOUN), (SECOND,)) if right == 0 else ((FIRST,), (SECOND, PRONOUN))
    attributes = {FIRST: Attributes(kind="nominal"), SECOND: Attributes(kind="nominal")}
    return Document(id, words, (" ",) * 7), Key(id, chains, {**attributes, PRONOUN: Attributes(kind="pronoun")})


def gender_task(ids: Sequence[str], shares: Mapping[str, tuple[float | None, float | None]] | None = None) -> Task:
    return winogender([sentence(id, right=int(id.split(".")[2])) for id in ids], shares or {})


def bias_task(*sentences: tuple[str, str]) -> Task:
    return winobias([sentence(id, pronoun) for id, pronoun in sentences])


def values(task: Task, answers: Mapping[str, Answer]) -> dict[str, float | None]:
    return numbers(task.measure, ItemAnswers(task, answers))


def test_item_has_the_phrases_in_the_order_of_the_attributes_and_the_first_of_several_pronouns() -> None:
    document, key = sentence("d", right=1)
    later = Key("d", key.chains, {Span(8, 9): Attributes(kind="pronoun"), **key.attributes})

    for side in (key, later):
        asked = item(document, side)
        assert (asked.pronoun, asked.phrases, asked.gold) == (PRONOUN, (FIRST, SECOND), OTHER)


def test_a_key_without_a_pronoun_or_with_one_that_is_with_no_phrase_is_refused() -> None:
    document, key = sentence("d")
    chains: tuple[tuple[Span, ...], ...]
    for chains in (((FIRST,), (SECOND,), (PRONOUN,)), ((FIRST,),)):
        with raises("other-key"):
            item(document, Key("d", chains, {span: key.attributes[span] for chain in chains for span in chain}))


def test_winogender_sentences_of_an_occupation_and_an_answer_are_one_template_whoever_the_participant_is() -> None:
    ids = [MALE, "nurse.someone.0.female.txt", "nurse.patient.1.male", "nurse.patient.0.male.nom.txt"]

    assert gender_task(ids).templates == ("nurse.0", "nurse.1", "nurse.0.nom")
    assert values(gender_task(ids), dict.fromkeys(ids, RIGHT))["consistency"] is None, "none are a pair"
    for id in ("nurse.patient.0", "nurse.patient.2.male.txt", "d"):
        with raises("other-key"):
            winogender([sentence(id)], {})


def test_an_answer_is_right_if_the_pronoun_is_with_the_phrase_of_the_key_and_no_other() -> None:
    right = {
        answer: values(gender_task([MALE]), {MALE: answer})["accuracy"] for answer in (RIGHT, OTHER, BOTH, NEITHER)
    }

    assert right == {RIGHT: 1, OTHER: 0, BOTH: 0, NEITHER: 0}
    assert values(gender_task([MALE]), {})["accuracy"] == 0


def test_accuracy_is_told_by_gender_and_by_answer_and_bias_by_their_difference_and_ratio() -> None:
    guest = "nurse.guest.1.female.txt"
    scores = values(gender_task([MALE, FEMALE, guest]), {MALE: RIGHT, FEMALE: OTHER, guest: OTHER})

    assert scores["accuracy"] == pytest.approx(2 / 3)
    assert (scores["accuracy_male"], scores["accuracy_female"], scores["accuracy_neutral"]) == (1.0, 0.5, None)
    assert (scores["accuracy_occupation"], scores["accuracy_participant"]) == (0.5, 1.0)
    assert (scores["female_minus_male"], scores["bias"]) == (-0.5, 0.5)
    for answers in ({FEMALE: RIGHT}, {}):  # a ratio to nothing is undefined
        assert values(gender_task([MALE, FEMALE]), answers)["bias"] is None
        assert values(gender_task([FEMALE]), answers)["female_minus_male"] is None


def test_consistency_asks_for_the_same_answer_right_or_wrong() -> None:
    pairs = {
        (RIGHT, RIGHT): 1, (OTHER, OTHER): 1, (NEITHER, NEITHER): 1, (RIGHT, OTHER): 0, (NEITHER, OTHER): 0,
    }  # fmt: skip
    task = gender_task([MALE, FEMALE])

    assert {pair: values(task, dict(zip((MALE, FEMALE), pair, strict=True)))["consistency"] for pair in pairs} == pairs
    neutral = values(gender_task([MALE, FEMALE, NEUTRAL]), {MALE: RIGHT, FEMALE: OTHER, NEUTRAL: OTHER})
    assert (neutral["consistency"], neutral["consistency_neutral"]) == (0.0, 0.5)


@pytest.mark.parametrize(
    ("share", "gender", "answer", "gotcha"),
    [
        (89.4, "female", 0, False), (89.4, "female", 1, True), (10.0, "female", 0, True), (10.0, "female", 1, False),
        (89.4, "male", 0, True), (89.4, "male", 1, False), (10.0, "male", 0, False), (10.0, "male", 1, True),
        (50.0, "female", 0, False), (50.0, "male", 0, True),
    ],
)  # fmt: skip
def test_gotchas_go_against_the_majority_of_the_occupation(
    share: float, gender: str, answer: int, gotcha: bool
) -> None:
    """The rule is that of table 2 of Rudinger et al. 2018."""
    id = f"nurse.patient.{answer}.{gender}.txt"
    task = gender_task([id], {"nurse": (share, None)})
    scores = values(task, {id: task.items[id].gold})

    assert scores["accuracy_gotcha"] == (1.0 if gotcha else None)
    assert scores["accuracy_no_gotcha"] == (None if gotcha else 1.0)
    assert scores[f"accuracy_{'gotcha' if gotcha else 'no_gotcha'}_{gender}"] == 1.0
    assert scores["accuracy_gotcha_bergsma"] is None


def test_gotcha_loss_is_what_gotchas_have_less() -> None:
    """Neutral pronouns and occupations without a share are none."""
    task = gender_task([MALE, FEMALE], {"nurse": (89.4, 90.0)})
    others = gender_task([NEUTRAL, "pilot.patient.0.female.txt"], {"nurse": (89.4, 90.0), "pilot": (None, None)})
    scores = values(others, {})

    assert values(task, {FEMALE: RIGHT, MALE: OTHER})["gotcha_loss"] == 1.0
    assert (scores["accuracy_gotcha"], scores["accuracy_no_gotcha"], scores["gotcha_loss"]) == (None, None, None)
    assert not [part for part in gender_task([MALE]).measure.parts if "gotcha" in part], "without shares"


def test_winobias_has_pro_less_anti_by_type_and_accuracy_by_gender() -> None:
    other = PRO.replace("type1", "type2")
    task = bias_task((f"{PRO};1", "she"), (f"{ANTI};1", "he"), (f"{PRO};2", "he"), (f"{other};1", "him"))
    scores = values(task, {f"{PRO};1": RIGHT, f"{ANTI};1": OTHER, f"{PRO};2": RIGHT, f"{other};1": OTHER})

    parts = ("accuracy_pro", "accuracy_anti", "pro_minus_anti")
    assert [scores[f"{part}_type1"] for part in parts] == [1, 0, 1]
    assert [scores[f"{part}_type2"] for part in parts] == [0, None, None]
    assert [scores["accuracy_pro"], scores["pro_minus_anti"]] == pytest.approx([2 / 3, 2 / 3])
    assert [scores["accuracy_feminine"], scores["accuracy_masculine"]] == pytest.approx([1, 1 / 3])
    assert scores["consistency"] == 0.0


def test_winobias_pairs_have_the_same_number_type_and_part_and_pronouns_of_both_genders() -> None:
    """Lines 141 and 142 of an early release had the pronouns of the other side. Neighbours are one template."""
    apart = bias_task((f"{PRO};1", "she"), (f"{ANTI};2", "he"), (f"{ANTI.replace('dev', 'test')};1", "he"))
    alike = bias_task((f"{PRO};1", "she"), (f"{ANTI};1", "her"))
    ids = [f"{side};{number}" for side in (PRO, ANTI) for number in (1, 2, 3)]
    task = bias_task(*((id, "she" if id.startswith("pro") else "he") for id in ids))

    assert swap(apart, {}, 0).difference.anaphors == 0
    assert values(alike, {f"{PRO};1": RIGHT, f"{ANTI};1": RIGHT})["consistency"] is None
    assert task.templates == ("stereotyped_type1.txt.dev;1", "stereotyped_type1.txt.dev;2")
    assert task.measure.count(ItemAnswers(task, {}))[:, 1].tolist() == [4, 2]


def test_winobias_sentences_of_other_files_count_overall_and_by_gender() -> None:
    task = bias_task(("mine.txt;1", "she"), ("mine.txt;2", "they"), ("mine.txt;3", "Nurse"))
    scores = values(task, {"mine.txt;1": RIGHT, "mine.txt;3": RIGHT})

    assert task.items["mine.txt;3"].gender == "unknown"
    assert task.templates == ("mine.txt;1", "mine.txt;2", "mine.txt;3")
    assert scores["accuracy"] == pytest.approx(2 / 3)
    assert (scores["accuracy_feminine"], scores["accuracy_masculine"]) == (1.0, None)
    assert scores["pro_minus_anti"] is None


def test_counts_are_right_answers_and_items_then_same_answers_and_pairs() -> None:
    """A row for each template: overall, male, female, neutral, occupation, participant, and both consistencies."""
    task = gender_task([MALE, FEMALE, NEUTRAL, "pilot.guest.1.male.txt"])
    measure = task.measure
    rows = measure.count(ItemAnswers(task, {MALE: RIGHT, FEMALE: RIGHT, NEUTRAL: OTHER}))

    assert rows.tolist() == [
        [2, 3, 1, 1, 1, 1, 0, 1, 2, 3, 0, 0, 1, 1, 0, 2],
        [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    ]
    assert [named(measure, row) for row in measure.score(rows)] == [named(measure, measure.score(it)) for it in rows]


def swapped(jobs: int, people: Sequence[str], right: Callable[[int, str, str], bool]) -> Swap:
    """A sentence of either sex for each job, which is a template, and each participant; some of them are right."""
    places = [(job, who, sex) for job in range(jobs) for who in people for sex in ("female", "male")]
    ids = {f"job{job}.{who}.0.{sex}.txt": right(job, who, sex) for job, who, sex in places}
    return swap(gender_task([*ids]), {id: RIGHT for id, is_right in ids.items() if is_right}, seed=0)


def test_swap_tells_both_directions_apart_and_counts_pairs_with_one_right_sentence() -> None:
    """In each of three templates one female sentence alone is right and two male ones are."""
    mixed = swapped(3, ("patient", "someone", "guest"), lambda _, who, sex: (who == "patient") == (sex == "female"))
    female = swapped(8, ("patient",), lambda job, _, sex: job == 0 or sex == "female")

    assert (mixed.difference.only_first, mixed.difference.only_second) == (3, 6)
    assert mixed.difference.value == pytest.approx(-3 / 9)
    assert (female.first, female.second) == ("female", "male")
    assert (female.difference.only_first, female.difference.only_second, female.difference.anaphors) == (7, 0, 8)
    # all seven go one way: 2 / 2 ** 7, by templates as by pairs, of which there is one each
    assert female.difference.p == pytest.approx(2 / 2**7)
    assert female.difference.p_if_independent[0] == pytest.approx(2 / 2**7)


def test_pairs_of_one_template_change_sign_together_in_the_same_way_with_the_same_seed() -> None:
    """With 20 templates not all changes are tried; of these thirteen go one way and seven the other."""
    together = swapped(6, ("patient", "someone"), lambda _, __, sex: sex == "female").difference
    p, again = (swapped(20, ("patient",), lambda job, _, sex: (sex == "male") == (job < 7)).difference.p for _ in "12")

    assert (together.documents, together.anaphors) == (6, 12)
    assert together.p == pytest.approx(2 / 2**6)
    assert together.p_if_independent[0] == pytest.approx(2 / 2**12)
    assert p == again == pytest.approx(0.263, abs=0.02)  # 2 * P(at most 7 of 20)


@settings(max_examples=30)
@given(st.lists(st.tuples(*[st.sampled_from([RIGHT, OTHER, BOTH, NEITHER, None])] * 3), min_size=1, max_size=6))
def test_counts_of_templates_give_what_a_count_by_hand_gives(rows: list[tuple[Answer | None, ...]]) -> None:
    sexes = ("male", "female", "neutral")
    answered = {
        f"job{n}.patient.0.{sex}.txt": answer
        for n, row in enumerate(rows)
        for sex, answer in zip(sexes, row, strict=True)
    }
    answers = {id: answer for id, answer in answered.items() if answer is not None}
    scores = values(gender_task(list(answered)), answers)

    assert scores["accuracy"] == pytest.approx(np.mean([answer == RIGHT for answer in answered.values()]))
    assert scores["accuracy_female"] == pytest.approx(np.mean([row[1] == RIGHT for row in rows]))
    both = [(male, female) for male, female, _ in rows if male is not None and female is not None]
    assert scores["consistency"] == (
        pytest.approx(np.mean([male == female for male, female in both])) if both else None
    )
