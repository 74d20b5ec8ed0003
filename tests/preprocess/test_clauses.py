import pytest

from anaphora.preprocess.trees import clause_heads, trees_of
from tests.annotated import annotated


def clauses(text: str) -> dict[str, str]:
    """For each word (they differ in each test) the word that heads its clause."""
    document, annotation = annotated(text)
    return {
        word: document.words[head]
        for word, head in zip(document.words, clause_heads(trees_of(annotation, document.words)), strict=True)
    }


def test_clause_of_a_simple_sentence_is_headed_by_its_root() -> None:
    found = clauses("The/DT/2/det fan/NN/3/nsubj stops/VBZ/0/root ././3/punct")

    assert found == {"The": "stops", "fan": "stops", "stops": "stops", ".": "stops"}


def test_adverbial_clause_is_a_clause_of_its_own() -> None:
    found = clauses("Wait/VB/0/root until/IN/4/mark it/PRP/4/nsubj stops/VBZ/1/advcl")

    assert (found["it"], found["Wait"]) == ("stops", "Wait")


def test_relative_clause_is_a_clause_of_its_own() -> None:
    found = clauses("The/DT/2/det fan/NN/5/nsubj that/WDT/4/nsubj failed/VBD/2/acl:relcl stops/VBZ/0/root")

    assert (found["that"], found["fan"]) == ("failed", "stops")


def test_clausal_complement_and_parataxis_are_clauses() -> None:
    assert clauses("She/PRP/2/nsubj says/VBZ/0/root it/PRP/4/nsubj works/VBZ/2/ccomp")["it"] == "works"
    assert clauses("Stop/VB/0/root :/:/4/punct it/PRP/4/nsubj burns/VBZ/1/parataxis")["it"] == "burns"


def test_clausal_subject_is_a_clause() -> None:
    assert clauses("Opening/VBG/3/csubj it/PRP/1/obj helps/VBZ/0/root")["it"] == "Opening"


def test_open_complement_shares_the_clause_of_its_governor() -> None:
    assert clauses("Try/VB/0/root to/TO/3/mark open/VB/1/xcomp it/PRP/3/obj")["it"] == "Try"


def test_conjoined_verb_heads_a_clause() -> None:
    assert clauses("Open/VB/0/root it/PRP/1/obj and/CC/4/cc close/VB/1/conj this/DT/4/obj")["this"] == "close"


def test_conjoined_adjective_heads_a_clause_if_it_has_a_subject() -> None:
    with_subject = "It/PRP/3/nsubj is/VBZ/3/cop old/JJ/0/root and/CC/6/cc she/PRP/6/nsubj young/JJ/3/conj"
    without = "It/PRP/3/nsubj is/VBZ/3/cop old/JJ/0/root and/CC/6/cc very/RB/6/advmod slow/JJ/3/conj"

    assert clauses(with_subject)["she"] == "young"
    assert clauses(without)["very"] == "old"


@pytest.mark.parametrize("relation", ["nsubj:pass", "cop", "aux", "expl"])
def test_conjunct_with_a_part_of_a_clause_heads_one(relation: str) -> None:
    found = clauses(f"It/PRP/3/nsubj is/VBZ/3/cop old/JJ/0/root and/CC/6/cc this/DT/6/{relation} young/JJ/3/conj")

    assert found["this"] == "young"


def test_conjoined_noun_heads_no_clause() -> None:
    assert clauses("Open/VB/0/root lids/NNS/1/obj and/CC/5/cc red/JJ/5/amod boxes/NNS/2/conj")["red"] == "Open"


def test_each_sentence_has_its_own_clause() -> None:
    assert clauses("It/PRP/2/nsubj stops/VBZ/0/root\nThis/DT/2/nsubj burns/VBZ/0/root")["This"] == "burns"


def test_verb_conjoined_with_an_open_complement_shares_its_clause() -> None:
    text = "Try/VB/0/root to/TO/3/mark open/VB/1/xcomp it/PRP/3/obj and/CC/6/cc close/VB/3/conj this/DT/6/obj"

    assert clauses(text)["this"] == "Try"


def test_conjunct_of_an_open_complement_that_has_a_subject_heads_a_clause() -> None:
    text = "Try/VB/0/root to/TO/3/mark open/VB/1/xcomp and/CC/6/cc she/PRP/6/nsubj closes/VBZ/3/conj"

    assert clauses(text)["she"] == "closes"


def test_conjoined_attributes_are_no_clauses() -> None:
    text = "A/DT/5/det cut/VBN/5/amod and/CC/4/cc dried/VBN/2/conj ham/NN/6/nsubj hangs/VBZ/0/root"

    assert clauses(text)["and"] == "hangs"


def test_verb_that_the_parser_conjoins_with_a_noun_heads_a_clause() -> None:
    """Parsers attach the second of two orders to the object of the first."""
    assert clauses("Press/VB/0/root keys/NNS/1/obj and/CC/4/cc hold/VB/2/conj this/DT/4/obj")["this"] == "hold"


def test_clause_in_a_clause_is_its_own() -> None:
    text = (
        "She/PRP/2/nsubj says/VBZ/0/root he/PRP/4/nsubj left/VBD/2/ccomp "
        "when/WRB/7/mark it/PRP/7/nsubj rang/VBD/4/advcl"
    )

    assert (clauses(text)["She"], clauses(text)["he"], clauses(text)["it"]) == ("says", "left", "rang")
