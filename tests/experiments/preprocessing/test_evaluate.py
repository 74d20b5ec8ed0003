"""What agreement removes, on a text of three sentences whose candidates can be counted by hand."""

from pathlib import Path

import pytest

from anaphora.experiments.preprocessing.evaluate import (
    AgreementFigures,
    Evidence,
    Judged,
    by_feature,
    evaluate_agreement,
    ratio,
    removed,
)
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from tests.experiments.conftest import Run, small_corpus

GOLD = configure(perfect=("annotation", "mentions"))

# The waitress saw the lids. They fell. The kettle hit her and she (the kettle, in the key) hissed.
ROWS = """# newdoc id = small
# global.Entity = eid-etype-head-other
1 The the DET DT _ 2 det _ Entity=(e1-person-2-x
2 waitress waitress NOUN NN Number=Sing 3 nsubj _ Entity=e1)
3 saw see VERB VBD _ 0 root _ _
4 the the DET DT _ 5 det _ Entity=(e2-object-2-x
5 lids lid NOUN NNS Number=Plur 3 obj _ Entity=e2)
6 . . PUNCT . _ 3 punct _ _

1 They they PRON PRP _ 2 nsubj _ Entity=(e2-object-1-x)
2 fell fall VERB VBD _ 0 root _ _
3 . . PUNCT . _ 2 punct _ _

1 The the DET DT _ 2 det _ Entity=(e3-person-2-x
2 kettle kettle NOUN NN Number=Sing 3 nsubj _ Entity=e3)
3 hit hit VERB VBD _ 0 root _ _
4 her her PRON PRP _ 3 obj _ Entity=(e1-person-1-x)
5 and and CCONJ CC _ 7 cc _ _
6 she she PRON PRP _ 7 nsubj _ Entity=(e3-person-1-x)
7 hissed hiss VERB VBD _ 3 conj _ _
8 . . PUNCT . _ 3 punct _ _

"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return small_corpus(tmp_path, ROWS)


def test_anaphor_keeps_a_right_antecedent_or_loses_all(small: Path) -> None:
    """They have the lids, her has the waitress; of she, said of a kettle, agreement removes the kettle."""
    found = evaluate_agreement([small], GOLD)

    assert found.kept() == ratio(2, 3)
    assert [removal and removal[0] for removal in found.last_right] == ["gender"]
    assert {form: found.kept(form).right for form in found.forms} == {"they": 1, "her": 1, "she": 0}


def test_removed_candidates_are_counted_by_feature(small: Path) -> None:
    """Wrong for they: waitress (number). For her: lids, they (number), kettle (gender).

    For she: lids, they (number), and waitress and her, which agree with it and are kept: 6 of 8.
    """
    found = evaluate_agreement([small], GOLD)

    assert (removed(found.wrong), removed(found.right)) == (ratio(6, 8), ratio(1, 3))
    assert by_feature(found.wrong) == {"person": 0, "number": 5, "gender": 1, "animacy": 0, "coordination": 0}


def test_removed_candidates_are_counted_by_evidence(small: Path) -> None:
    assert evaluate_agreement([small], GOLD).evidence() == [
        Evidence("number", "morphology", wrong=3, right=0),
        Evidence("number", "pronoun", wrong=2, right=0),
        Evidence("gender", "WordNet", wrong=1, right=1),
    ]


def test_anaphor_without_a_right_candidate_is_not_judged(small: Path) -> None:
    """Without a window neither they nor her finds its antecedent in its own sentence."""

    found = evaluate_agreement([small], configure(perfect=GOLD.preparation.perfect, window=0))

    assert found.forms == ["she"]


def test_agreement_without_anaphors_has_no_shares() -> None:
    found = AgreementFigures("corpus:none", 0, ())

    assert (found.kept().value, removed(found.wrong).value) == (None, None)


def test_judged_anaphor_is_kept_if_one_right_candidate_is() -> None:
    removal = ("number", "morphology")

    assert Judged("it", (removal, None), ()).kept
    assert not Judged("it", (removal,), ()).kept


def test_command_prints_what_agreement_does(anaphora: Run) -> None:
    found = anaphora("evaluate", "agreement", BUNDLED / "printer.conllu", "--perfect", "annotation", "--json", "-").json

    assert found["documents"] == 1
    assert 0 < found["kept"]["k"] <= found["kept"]["of"]
