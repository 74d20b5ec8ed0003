import numpy as np

from anaphora.experiments.terminal.explanation import Explainer
from anaphora.workbench.decision import Decision, Explanation, Votes
from tests.annotated import prepared

TEXT = (
    "The/DT/2/det key/NN/4/nsubj and/CC/6/cc fits/VBZ/0/root the/DT/6/det lock/NN/4/obj ././4/punct\n"
    "The/DT/2/det doors/NNS/3/nsubj open/VBP/0/root ././3/punct\n"
    "It/PRP/2/nsubj stops/VBZ/0/root ././2/punct"
)


def test_given_names_the_candidates_and_why_others_were_removed() -> None:
    document = prepared(TEXT)
    lines = "\n".join(f"The/DT/2/det thing{n}/NN/3/nsubj stops/VBZ/0/root" for n in range(14))
    many = prepared(f"{lines}\nIt/PRP/2/nsubj stops/VBZ/0/root", window=20)

    assert Explainer(document).given(document.cases[0]) == [
        'candidates: "The key", "the lock"',
        'removed by number: "The doors"',
    ]
    (line,) = Explainer(many).given(many.cases[0])
    assert line.startswith('candidates: "The thing2", "The thing3"')
    assert line.endswith('"The thing13", and 2 before')


def test_what_decided_is_told_by_each_kind_of_resolver() -> None:
    """Votes from the weightiest to the least, zeros left out; chances, steps, and what is best if the case is open."""
    document = prepared(TEXT)
    key, lock = both = document.cases[0].compatible
    matrix = np.array([[1, -1, 2], [0, 1, 0]], np.int8)
    votes = Votes(("term_preference", "definiteness", "collocation"), matrix, np.array([1.0, 0.5, 1.0]))
    explained = {
        "additive": (key, Explanation("additive", both, "highest total", tuple(votes.scores.tolist()), votes)),
        "salience": (
            None, Explanation("salience", both, "cataphora", (155.0, 310.0), steps=("the door that follows has 400",)),
        ),
        "ladder": (lock, Explanation("ladder", (lock,), "unique in current", steps=("unique: 2 entities possible",))),
        "opaque": (key, Explanation("opaque", both, "random", chances=(0.5, 0.5))),
    }  # fmt: skip
    told = {
        kind: Explainer(document).decided(Decision(0, antecedent, trace))
        for kind, (antecedent, trace) in explained.items()
    }

    assert told == {
        "additive": [
            "highest total",
            '"The key" 2.5 (collocation +2, term preference +1, definiteness -0.5)',
            'next: "the lock" 0.5 (definiteness +0.5)',
        ],
        "salience": ["cataphora", 'best on its list: "the lock" 310', "the door that follows has 400"],
        "ladder": ["unique in current", "unique: 2 entities possible", 'removed by its constraints: "The key"'],
        "opaque": ["random", "each of 2 with a chance of 50%"],
    }
