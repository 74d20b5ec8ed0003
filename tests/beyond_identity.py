"""A text with a split antecedent, a bridging anaphor, an expression that does not refer, and discourse deixis."""

from anaphora.workbench.document import Span
from anaphora.workbench.key import Bridge, Clusters

TEXT = "Ann met Bob . They saw a house . The door was red . Ann liked that , and it rained"
WORDS = TEXT.split(" ")
ANN, BOB, THEY, HOUSE, DOOR, ANN_AGAIN, THAT, RAIN = (
    Span(0, 1), Span(2, 3), Span(4, 5), Span(6, 8), Span(9, 11), Span(14, 15), Span(16, 17), Span(19, 20),
)  # fmt: skip
KEY = Clusters(
    "d",
    ((ANN, ANN_AGAIN), (BOB,), (THEY,), (HOUSE,), (DOOR,)),
    split={THEY: (0, 1)},
    bridges=(Bridge(DOOR, HOUSE, "part"),),
    non_referring={RAIN: "expletive"},
    deixis=Clusters("d", ((Span(9, 13), THAT),)),
)
