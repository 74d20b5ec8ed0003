import numpy as np

from anaphora.experiments.terminal.explanation import Explainer
from anaphora.workbench.decision import Decision, Explanation, Votes
from tests.annotated import prepared

DOCUMENT = prepared(
    "The/DT/2/det key/NN/4/nsubj and/CC/6/cc fits/VBZ/0/root the/DT/6/det lock/NN/4/obj ././4/punct\n"
    "The/DT/2/det doors/NNS/3/nsubj open/VBP/0/root ././3/punct\n"
    "It/PRP/2/nsubj stops/VBZ/0/root ././2/punct"
)
KEY, LOCK = DOCUMENT.cases[0].compatible


def test_given_names_the_candidates_and_why_others_were_removed() -> None:
    assert Explainer(DOCUMENT).given(DOCUMENT.cases[0]) == [
        'candidates: "The key", "the lock"',
        'removed by number: "The doors"',
    ]


def test_votes_are_told_from_the_weightiest_to_the_least_and_zeros_left_out() -> None:
    matrix = np.array([[1, -1, 2], [0, 1, 0]], np.int8)
    votes = Votes(("term_preference", "definiteness", "collocation"), matrix, np.array([1.0, 0.5, 1.0]))
    trace = Explanation("additive", (KEY, LOCK), "highest total", tuple(votes.scores.tolist()), votes)

    assert Explainer(DOCUMENT).decided(Decision(0, KEY, trace)) == [
        "highest total",
        '"The key" 2.5 (collocation +2, term preference +1, definiteness -0.5)',
        'next: "the lock" 0.5 (definiteness +0.5)',
    ]


def test_an_open_case_is_told_with_the_best_on_the_list() -> None:
    trace = Explanation("salience", (KEY, LOCK), "cataphora", (155.0, 310.0), steps=("the door that follows has 400",))

    assert Explainer(DOCUMENT).decided(Decision(0, None, trace)) == [
        "cataphora", 'best on its list: "the lock" 310', "the door that follows has 400",
    ]  # fmt: skip


def test_what_a_resolver_filters_itself_is_named() -> None:
    trace = Explanation("ladder", (LOCK,), "unique in current", steps=("unique in discourse: 2 entities possible",))

    assert Explainer(DOCUMENT).decided(Decision(0, LOCK, trace)) == [
        "unique in current",
        "unique in discourse: 2 entities possible",
        'removed by its constraints: "The key"',
    ]


def test_a_random_choice_is_told_with_its_chance() -> None:
    trace = Explanation("opaque", (KEY, LOCK), "random", chances=(0.5, 0.5))

    assert Explainer(DOCUMENT).decided(Decision(0, KEY, trace)) == ["random", "each of 2 with a chance of 50%"]


def test_a_long_list_shows_the_nearest_and_counts_the_others() -> None:
    lines = "\n".join(f"The/DT/2/det thing{n}/NN/3/nsubj stops/VBZ/0/root" for n in range(14))
    document = prepared(f"{lines}\nIt/PRP/2/nsubj stops/VBZ/0/root", window=20)

    (line,) = Explainer(document).given(document.cases[0])

    assert line.startswith('candidates: "The thing2", "The thing3"')
    assert line.endswith('"The thing13", and 2 before')
