"""Which token heads the clause of another."""

import pytest

from anaphora.preprocess.trees import clause_heads, trees_of
from tests.annotated import annotated

OLD = "It/PRP/3/nsubj is/VBZ/3/cop old/JJ/0/root and/CC/6/cc"
TRY = "Try/VB/0/root to/TO/3/mark open/VB/1/xcomp"

CASES = {
    "a simple sentence is one clause": (
        "The/DT/2/det fan/NN/3/nsubj stops/VBZ/0/root ././3/punct",
        {"The": "stops", "fan": "stops", "stops": "stops", ".": "stops"},
    ),
    "an adverbial clause is its own": (
        "Wait/VB/0/root until/IN/4/mark it/PRP/4/nsubj stops/VBZ/1/advcl", {"it": "stops", "Wait": "Wait"},
    ),
    "a relative clause is its own": (
        "The/DT/2/det fan/NN/5/nsubj that/WDT/4/nsubj failed/VBD/2/acl:relcl stops/VBZ/0/root",
        {"that": "failed", "fan": "stops"},
    ),
    "a clausal complement is a clause": (
        "She/PRP/2/nsubj says/VBZ/0/root it/PRP/4/nsubj works/VBZ/2/ccomp", {"it": "works"},
    ),
    "parataxis is a clause": ("Stop/VB/0/root :/:/4/punct it/PRP/4/nsubj burns/VBZ/1/parataxis", {"it": "burns"}),
    "a clausal subject is a clause": ("Opening/VBG/3/csubj it/PRP/1/obj helps/VBZ/0/root", {"it": "Opening"}),
    "an open complement shares the clause of its governor": (f"{TRY} it/PRP/3/obj", {"it": "Try"}),
    "so does a verb conjoined with it": (
        f"{TRY} it/PRP/3/obj and/CC/6/cc close/VB/3/conj this/DT/6/obj", {"this": "Try"},
    ),
    "but not one that has a subject": (
        f"{TRY} and/CC/6/cc she/PRP/6/nsubj closes/VBZ/3/conj", {"she": "closes"},
    ),
    "a conjoined verb heads a clause": (
        "Open/VB/0/root it/PRP/1/obj and/CC/4/cc close/VB/1/conj this/DT/4/obj", {"this": "close"},
    ),
    "a conjoined adjective heads one if it has a subject": (
        f"{OLD} she/PRP/6/nsubj young/JJ/3/conj", {"she": "young"},
    ),
    "a conjoined adjective without one does not": (f"{OLD} very/RB/6/advmod slow/JJ/3/conj", {"very": "old"}),
    **{
        f"a conjunct with {relation} heads a clause": (f"{OLD} this/DT/6/{relation} young/JJ/3/conj", {"this": "young"})
        for relation in ("nsubj:pass", "cop", "aux", "expl")
    },
    "a conjoined noun heads none": (
        "Open/VB/0/root lids/NNS/1/obj and/CC/5/cc red/JJ/5/amod boxes/NNS/2/conj", {"red": "Open"},
    ),
    "conjoined attributes are no clauses": (
        "A/DT/5/det cut/VBN/5/amod and/CC/4/cc dried/VBN/2/conj ham/NN/6/nsubj hangs/VBZ/0/root", {"and": "hangs"},
    ),
    "a verb that the parser conjoins with the object of another heads one": (
        "Press/VB/0/root keys/NNS/1/obj and/CC/4/cc hold/VB/2/conj this/DT/4/obj", {"this": "hold"},
    ),
    "each sentence has its own": (
        "It/PRP/2/nsubj stops/VBZ/0/root\nThis/DT/2/nsubj burns/VBZ/0/root", {"This": "burns"},
    ),
    "a clause in a clause is its own": (
        (
            "She/PRP/2/nsubj says/VBZ/0/root he/PRP/4/nsubj left/VBD/2/ccomp "
            "when/WRB/7/mark it/PRP/7/nsubj rang/VBD/4/advcl"
        ),
        {"She": "says", "he": "left", "it": "rang"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_clause_heads(text: str, expected: dict[str, str]) -> None:
    document, annotation = annotated(text)
    heads = clause_heads(trees_of(annotation, document.words))

    heading = {word: document.words[head] for word, head in zip(document.words, heads, strict=True)}
    assert {word: heading[word] for word in expected} == expected
