"""Noun phrases against the key mentions of one sentence."""

from pathlib import Path

import pytest

from anaphora.experiments.preprocessing.evaluate import MentionFigures, evaluate_mentions, ratio
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from tests.experiments.conftest import Run, small_corpus

GOLD = configure(perfect=("annotation",))

# The printer cable of Ann broke and it smoked. The key has: printer; the printer cable; Ann; it; broke; but not smoke.
ROWS = """# newdoc id = small
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


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return small_corpus(tmp_path, ROWS)


def test_recall_and_precision_count_spans_and_heads(small: Path) -> None:
    """Ours: the printer cable of Ann, Ann, it, smoke. Ann and it are the key's, the cable has another span."""
    found = evaluate_mentions([small], GOLD)
    strict, by_head = found.rates("strict"), found.rates("head")

    assert (strict["recall"], strict["precision"]) == (ratio(2, 5), ratio(2, 4))
    assert (by_head["recall"], by_head["precision"]) == (ratio(3, 5), ratio(3, 4))


def test_recall_without_singletons_leaves_out_what_is_mentioned_once(small: Path) -> None:
    """Of the cable and it, which corefer, only it has the key's span."""
    assert evaluate_mentions([small], GOLD).rates("strict")["recall_without_singletons"].right == 1


def test_errors_are_counted_by_class(small: Path) -> None:
    assert evaluate_mentions([small], GOLD).errors == {
        "missed": {"NOUN compound": 1, "VERB root": 1},
        "boundary": {"has nmod behind": 1},
        "spurious": {"NOUN obj": 1},
    }


def test_what_the_key_has_beyond_our_span_is_lacking(small: Path) -> None:
    """The key's mention goes on to "broke", which does not depend on the cable."""
    text = small.read_text("utf8").replace("Entity=e1)\n4", "_\n4").replace("Entity=(e4-event-1-x)", "Entity=e1)")
    small.write_text(text, "utf8")

    assert evaluate_mentions([small], GOLD).errors["boundary"] == {"lacks what is outside behind": 1}


def test_mentions_of_nothing_have_no_shares() -> None:
    assert MentionFigures().rates("strict")["precision"].value is None


def test_command_prints_recall_and_errors(anaphora: Run) -> None:
    found = anaphora("evaluate", "mentions", BUNDLED / "printer.conllu", "--perfect", "annotation", "--json", "-").json

    assert found["strict"]["recall"]["of"] == found["key_mentions"] > 0
    assert set(found["errors"]) == {"missed", "boundary", "spurious"}
