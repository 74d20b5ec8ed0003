"""What agreement removes, and noun phrases against key mentions, on sentences that can be counted by hand."""

from pathlib import Path

from anaphora.experiments.commands.evaluate.agreement import agreement
from anaphora.experiments.commands.evaluate.mentions import mentions
from anaphora.workbench.results.evaluated import (
    AgreementFigures,
    Judged,
    MentionFigures,
    RemovalEvidence,
    by_feature,
    removed,
)
from anaphora.workbench.results.values import ratio
from tests.experiments.conftest import small_corpus

GOLD = ("annotation", "mentions")

# The waitress saw the lids. They fell. The kettle hit her and she (the kettle, in the key) hissed.
KETTLE = """# newdoc id = small
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


def test_agreement_keeps_a_right_antecedent_or_removes_all(tmp_path: Path) -> None:
    """They have the lids, her has the waitress; of she, said of a kettle, agreement removes the kettle.

    Wrong for they: waitress (number). For her: lids, they (number), kettle (gender). For she: lids, they (number), and
    waitress and her, which agree with it and are kept: 6 of 8 are removed.
    """
    found = agreement([small_corpus(tmp_path, KETTLE)], perfect=GOLD).data

    assert found.kept() == ratio(2, 3)
    assert [removal and removal[0] for removal in found.last_right] == ["gender"]
    assert {form: found.kept(form).right for form in found.forms} == {"they": 1, "her": 1, "she": 0}
    assert (removed(found.wrong), removed(found.right)) == (ratio(6, 8), ratio(1, 3))
    assert by_feature(found.wrong) == {"person": 0, "number": 5, "gender": 1, "animacy": 0, "coordination": 0}
    assert found.evidence() == [
        RemovalEvidence("number", "morphology", wrong=3, right=0),
        RemovalEvidence("number", "pronoun", wrong=2, right=0),
        RemovalEvidence("gender", "WordNet", wrong=1, right=1),
    ]


def test_an_anaphor_without_a_right_candidate_is_not_judged(tmp_path: Path) -> None:
    """Without a window neither they nor her finds its antecedent in its own sentence."""
    nothing, removal = AgreementFigures("corpus:none", 0, ()), ("number", "morphology")

    assert agreement([small_corpus(tmp_path, KETTLE)], perfect=GOLD, window=0).data.forms == ["she"]
    assert (nothing.kept().value, removed(nothing.wrong).value) == (None, None)
    assert Judged("it", (removal, None), ()).kept, "one right candidate is kept"
    assert not Judged("it", (removal,), ()).kept


# The printer cable of Ann broke and it smoked. The key has: printer; the printer cable; Ann; it; broke; but not smoke.
CABLE = """# newdoc id = small
# global.Entity = eid-etype-head-other
1 The the DET DT _ 3 det _ Entity=(e1-object-3-x
2 printer printer NOUN NN Number=Sing 3 compound _ Entity=(e2-object-1-x)
3 cable cable NOUN NN Number=Sing 6 nsubj _ Entity=e1)
4 of of ADP IN _ 5 case _ _
5 Ann Ann PROPN NNP Number=Sing 3 nmod _ Entity=(e3-person-1-x)
6 broke break VERB VBD _ 0 root _ Entity=(e4-event-1-x)
7 and and CCONJ CC _ 9 cc _ _
8 it it PRON PRP _ 9 nsubj _ Entity=(e1-object-1-x)
9 made make VERB VBD _ 6 conj _ _
10 smoke smoke NOUN NN Number=Sing 9 obj _ _
11 . . PUNCT . _ 6 punct _ _

"""


def test_recall_and_precision_of_mentions_count_spans_and_heads(tmp_path: Path) -> None:
    """Ours: the printer cable of Ann, Ann, it, smoke. Ann and it are the key's, the cable has another span.

    Of the cable and it, which corefer, only it has the key's span.
    """
    found = mentions([small_corpus(tmp_path, CABLE)], perfect=["annotation"])
    strict, by_head = found.rates("strict"), found.rates("head")

    assert (strict["recall"], strict["precision"]) == (ratio(2, 5), ratio(2, 4))
    assert (by_head["recall"], by_head["precision"]) == (ratio(3, 5), ratio(3, 4))
    assert strict["recall_without_singletons"].right == 1
    assert MentionFigures().rates("strict")["precision"].value is None
    assert found.errors == {
        "missed": {"NOUN compound": 1, "VERB root": 1},
        "boundary": {"has nmod behind": 1},
        "spurious": {"NOUN obj": 1},
    }


def test_what_the_key_has_beyond_our_span_is_lacking(tmp_path: Path) -> None:
    """The key's mention goes on to "broke", which does not depend on the cable."""
    rows = CABLE.replace("Entity=e1)\n4", "_\n4").replace("Entity=(e4-event-1-x)", "Entity=e1)")
    found = mentions([small_corpus(tmp_path, rows)], perfect=["annotation"])

    assert found.errors["boundary"] == {"lacks what is outside behind": 1}


def test_differences_of_a_mention_stand_in_one_order_whatever_the_order_of_sets(tmp_path: Path) -> None:
    """The key's mention is "cable" alone."""
    rows = CABLE.replace("Entity=(e1-object-3-x", "_").replace("Entity=e1)\n4", "Entity=(e1-object-1-x)\n4")
    differences = mentions([small_corpus(tmp_path, rows)], perfect=["annotation"]).errors["boundary"]

    assert list(differences.items()) == [("has compound before", 1), ("has det before", 1), ("has nmod behind", 1)]
