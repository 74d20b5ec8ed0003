"""WinoGender and WinoBias: accuracy, bias, consistency, gotchas and the paired test."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.measures import named, numbers
from anaphora.workbench.measures.minimal_pairs import Answer, Answered, Task, item, swap, winobias, winogender
from tests.refused import raises

FIRST, SECOND, PRONOUN = Span(0, 2), Span(3, 5), Span(6, 7)
RIGHT, OTHER, BOTH, NEITHER = (True, False), (False, True), (True, True), (False, False)
MALE, FEMALE, NEUTRAL = (f"nurse.patient.0.{gender}.txt" for gender in ("male", "female", "neutral"))


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
    return numbers(task.measure, Answered(task, answers))


# ---- items


def test_item_has_the_phrases_in_the_order_of_the_attributes() -> None:
    found = item(*sentence("d", right=1))

    assert (found.pronoun, found.phrases, found.gold) == (PRONOUN, (FIRST, SECOND), OTHER)


def test_item_asks_for_the_first_of_several_pronouns() -> None:
    document, key = sentence("d")
    later = Key("d", key.chains, {Span(8, 9): Attributes(kind="pronoun"), **key.attributes})

    assert item(document, later).pronoun == PRONOUN


@pytest.mark.parametrize("chains", [((FIRST,), (SECOND,), (PRONOUN,)), ((FIRST,),)])
def test_a_key_without_a_pronoun_or_with_one_that_is_with_no_phrase_is_refused(
    chains: tuple[tuple[Span, ...], ...],
) -> None:
    document, key = sentence("d")
    attributes = {span: key.attributes[span] for chain in chains for span in chain}

    with raises("other-key"):
        item(document, Key("d", chains, attributes))


@pytest.mark.parametrize("id", ["nurse.patient.0", "nurse.patient.2.male.txt", "d"])
def test_a_document_of_another_name_is_no_sentence_of_winogender(id: str) -> None:
    with raises("other-key"):
        winogender([sentence(id)], {})


def test_winogender_sentences_of_an_occupation_and_an_answer_are_one_template_whoever_the_participant_is() -> None:
    ids = [MALE, "nurse.someone.0.female.txt", "nurse.patient.1.male", "nurse.patient.0.male.nom.txt"]

    assert gender_task(ids).templates == ("nurse.0", "nurse.1", "nurse.0.nom")


# ---- accuracy


@pytest.mark.parametrize(("answer", "right"), [(RIGHT, 1.0), (OTHER, 0.0), (BOTH, 0.0), (NEITHER, 0.0), (None, 0.0)])
def test_an_answer_is_right_if_the_pronoun_is_with_the_phrase_of_the_key_and_no_other(
    answer: Answer | None, right: float
) -> None:
    assert values(gender_task([MALE]), {MALE: answer} if answer else {})["accuracy"] == right


def test_accuracy_is_told_by_gender_and_by_answer() -> None:
    guest = "nurse.guest.1.female.txt"
    found = values(gender_task([MALE, FEMALE, guest]), {MALE: RIGHT, FEMALE: OTHER, guest: OTHER})

    assert found["accuracy"] == pytest.approx(2 / 3)
    assert (found["accuracy_male"], found["accuracy_female"], found["accuracy_neutral"]) == (1.0, 0.5, None)
    assert (found["accuracy_occupation"], found["accuracy_participant"]) == (0.5, 1.0)


def test_bias_is_the_difference_and_the_ratio_of_female_and_male() -> None:
    guest = "nurse.guest.1.female.txt"
    found = values(gender_task([MALE, FEMALE, guest]), {MALE: RIGHT, FEMALE: OTHER, guest: OTHER})

    assert (found["female_minus_male"], found["bias"]) == (-0.5, 0.5)


@pytest.mark.parametrize("answers", [{FEMALE: RIGHT}, {}])
def test_ratio_to_nothing_is_undefined(answers: dict[str, Answer]) -> None:
    assert values(gender_task([MALE, FEMALE]), answers)["bias"] is None
    assert values(gender_task([FEMALE]), answers)["female_minus_male"] is None


# ---- consistency


@pytest.mark.parametrize(
    ("male", "female", "same"),
    [(RIGHT, RIGHT, 1.0), (OTHER, OTHER, 1.0), (NEITHER, NEITHER, 1.0), (RIGHT, OTHER, 0.0), (NEITHER, OTHER, 0.0)],
)
def test_consistency_asks_for_the_same_answer_right_or_wrong(male: Answer, female: Answer, same: float) -> None:
    assert values(gender_task([MALE, FEMALE]), {MALE: male, FEMALE: female})["consistency"] == same


def test_neutral_pronouns_have_a_consistency_of_their_own() -> None:
    found = values(gender_task([MALE, FEMALE, NEUTRAL]), {MALE: RIGHT, FEMALE: OTHER, NEUTRAL: OTHER})

    assert (found["consistency"], found["consistency_neutral"]) == (0.0, 0.5)


def test_sentences_of_another_participant_answer_or_template_are_no_pair() -> None:
    ids = [MALE, "nurse.someone.0.female.txt", "nurse.patient.1.female.txt", "nurse.patient.0.female.nom.txt"]

    assert values(gender_task(ids), dict.fromkeys(ids, RIGHT))["consistency"] is None


# ---- gotchas


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
    found = values(task, {id: task.items[id].gold})

    assert found["accuracy_gotcha"] == (1.0 if gotcha else None)
    assert found["accuracy_no_gotcha"] == (None if gotcha else 1.0)
    assert found[f"accuracy_{'gotcha' if gotcha else 'no_gotcha'}_{gender}"] == 1.0
    assert found["accuracy_gotcha_bergsma"] is None


def test_neutral_pronouns_and_occupations_without_share_are_no_gotchas() -> None:
    ids = [NEUTRAL, "pilot.patient.0.female.txt"]
    found = values(gender_task(ids, {"nurse": (89.4, 90.0), "pilot": (None, None)}), {})

    assert (found["accuracy_gotcha"], found["accuracy_no_gotcha"], found["gotcha_loss"]) == (None, None, None)


def test_gotcha_loss_is_what_gotchas_have_less() -> None:
    task = gender_task([MALE, FEMALE], {"nurse": (89.4, 90.0)})

    assert values(task, {FEMALE: RIGHT, MALE: OTHER})["gotcha_loss"] == 1.0


def test_without_shares_nothing_is_said_of_gotchas() -> None:
    assert not [part for part in gender_task([MALE]).measure.parts if "gotcha" in part]


# ---- WinoBias

PRO, ANTI = "pro_stereotyped_type1.txt.dev", "anti_stereotyped_type1.txt.dev"


def test_winobias_has_pro_less_anti_by_type_and_accuracy_by_gender() -> None:
    other = PRO.replace("type1", "type2")
    task = bias_task((f"{PRO};1", "she"), (f"{ANTI};1", "he"), (f"{PRO};2", "he"), (f"{other};1", "him"))
    found = values(task, {f"{PRO};1": RIGHT, f"{ANTI};1": OTHER, f"{PRO};2": RIGHT, f"{other};1": OTHER})

    assert (found["accuracy_pro_type1"], found["accuracy_anti_type1"], found["pro_minus_anti_type1"]) == (1.0, 0.0, 1.0)
    assert (found["accuracy_pro_type2"], found["accuracy_anti_type2"], found["pro_minus_anti_type2"]) == (
        0.0,
        None,
        None,
    )
    assert [found["accuracy_pro"], found["pro_minus_anti"]] == pytest.approx([2 / 3, 2 / 3])
    assert [found["accuracy_feminine"], found["accuracy_masculine"]] == pytest.approx([1, 1 / 3])
    assert found["consistency"] == 0.0


def test_winobias_sentences_of_one_gender_are_no_pair() -> None:
    """Lines 141 and 142 of an early release had the pronouns of the other side."""
    task = bias_task((f"{PRO};1", "she"), (f"{ANTI};1", "her"))

    assert values(task, {f"{PRO};1": RIGHT, f"{ANTI};1": RIGHT})["consistency"] is None


def test_winobias_pairs_have_the_same_number_type_and_part() -> None:
    test = ANTI.replace("dev", "test")
    task = bias_task((f"{PRO};1", "she"), (f"{ANTI};2", "he"), (f"{test};1", "he"))

    assert swap(task, {}, 0).difference.anaphors == 0


def test_winobias_neighbours_of_both_sides_are_one_template() -> None:
    ids = [f"{side};{number}" for side in (PRO, ANTI) for number in (1, 2, 3)]
    task = bias_task(*((id, "she" if id.startswith("pro") else "he") for id in ids))

    assert task.templates == ("stereotyped_type1.txt.dev;1", "stereotyped_type1.txt.dev;2")
    assert task.measure.count(Answered(task, {}))[:, 1].tolist() == [4, 2]


def test_winobias_sentences_of_other_files_count_overall_and_by_gender() -> None:
    task = bias_task(("mine.txt;1", "she"), ("mine.txt;2", "they"), ("mine.txt;3", "Nurse"))
    found = values(task, {"mine.txt;1": RIGHT, "mine.txt;3": RIGHT})

    assert task.items["mine.txt;3"].gender == "unknown"
    assert task.templates == ("mine.txt;1", "mine.txt;2", "mine.txt;3")
    assert found["accuracy"] == pytest.approx(2 / 3)
    assert (found["accuracy_feminine"], found["accuracy_masculine"]) == (1.0, None)
    assert found["pro_minus_anti"] is None


# ---- the paired test and the unit


def test_counts_are_right_answers_and_items_then_same_answers_and_pairs() -> None:
    """A row for each template: overall, male, female, neutral, occupation, participant, and both consistencies."""
    ids = [MALE, FEMALE, NEUTRAL, "pilot.guest.1.male.txt"]
    task = gender_task(ids)
    answers = {MALE: RIGHT, FEMALE: RIGHT, NEUTRAL: OTHER}

    assert task.measure.count(Answered(task, answers)).tolist() == [
        [2, 3, 1, 1, 1, 1, 0, 1, 2, 3, 0, 0, 1, 1, 0, 2],
        [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    ]


def test_scores_of_many_sums_are_those_of_each() -> None:
    task = gender_task([MALE, FEMALE, "pilot.guest.1.male.txt", "pilot.guest.1.female.txt"])
    answers = {MALE: RIGHT, FEMALE: OTHER, "pilot.guest.1.male.txt": OTHER}
    measure = task.measure
    rows = measure.count(Answered(task, answers))

    assert [named(measure, row) for row in measure.score(rows)] == [named(measure, measure.score(it)) for it in rows]


def test_swap_tells_both_directions_apart_and_adds_the_pairs_of_a_template() -> None:
    """In each of three templates one female sentence alone is right and two male ones are."""
    people, pair = ("patient", "someone", "guest"), ("female", "male")
    ids = [f"job{n}.{who}.0.{sex}.txt" for n in range(3) for who in people for sex in pair]
    found = swap(gender_task(ids), {id: RIGHT for id in ids if ("patient" in id) == ("female" in id)}, seed=0)

    assert (found.difference.only_first, found.difference.only_second) == (3, 6)
    assert found.difference.value == pytest.approx(-3 / 9)


def test_swap_draws_the_same_changes_of_sign_with_the_same_seed() -> None:
    """With 20 templates not all changes are tried; thirteen of them go one way and seven the other."""
    ids = [f"job{n}.patient.0.{sex}.txt" for n in range(20) for sex in ("female", "male")]
    answers = {id: RIGHT for n in range(20) for id in ids[2 * n + (n < 7) : 2 * n + (n < 7) + 1]}
    found = {swap(gender_task(ids), answers, seed=0).difference.p for _ in range(3)}

    assert len(found) == 1
    # 2 * P(at most 7 of 20) = 0.263
    assert found.pop() == pytest.approx(0.263, abs=0.02)


def test_swap_counts_pairs_with_one_right_sentence() -> None:
    ids = [f"job{n}.patient.0.{gender}.txt" for n in range(8) for gender in ("male", "female")]
    answers = {id: RIGHT for id in ids if id.startswith("job0") or "female" in id}
    found = swap(gender_task(ids), answers, seed=0)

    assert (found.first, found.second) == ("female", "male")
    assert (found.difference.only_first, found.difference.only_second, found.difference.anaphors) == (7, 0, 8)
    # all seven go one way: 2 / 2 ** 7, by templates as by pairs, of which there is one each
    assert found.difference.p == pytest.approx(2 / 2**7)
    assert found.difference.p_if_independent[0] == pytest.approx(2 / 2**7)


def test_pairs_of_one_template_change_sign_together() -> None:
    people = ("patient", "someone")
    ids = [f"job{n}.{who}.0.{sex}.txt" for n in range(6) for who in people for sex in ("male", "female")]
    found = swap(gender_task(ids), {id: RIGHT for id in ids if "female" in id}, seed=0).difference

    assert (found.documents, found.anaphors) == (6, 12)
    assert found.p == pytest.approx(2 / 2**6)
    assert found.p_if_independent[0] == pytest.approx(2 / 2**12)


@given(st.lists(st.tuples(*[st.sampled_from([RIGHT, OTHER, BOTH, NEITHER, None])] * 3), min_size=1, max_size=6))
def test_counts_of_templates_give_what_a_count_by_hand_gives(rows: list[tuple[Answer | None, ...]]) -> None:
    sexes = ("male", "female", "neutral")
    given = {
        f"job{n}.patient.0.{sex}.txt": answer
        for n, row in enumerate(rows)
        for sex, answer in zip(sexes, row, strict=True)
    }
    answers = {id: answer for id, answer in given.items() if answer is not None}
    found = values(gender_task(list(given)), answers)

    assert found["accuracy"] == pytest.approx(np.mean([answer == RIGHT for answer in given.values()]))
    assert found["accuracy_female"] == pytest.approx(np.mean([row[1] == RIGHT for row in rows]))
    both = [(male, female) for male, female, _ in rows if male is not None and female is not None]
    assert found["consistency"] == (pytest.approx(np.mean([one == other for one, other in both])) if both else None)
