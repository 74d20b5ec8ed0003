import pytest

from anaphora.resolvers.kennedy_boguraev import segments
from tests.annotated import prepared

FISH = "Fish/NNS/2/nsubj swim/VBP/0/root in/IN/5/case cold/JJ/5/amod water/NN/2/obl"
BREAD = "Bakers/NNS/2/nsubj bake/VBP/0/root the/DT/5/det brown/JJ/5/amod bread/NN/2/obj"


def test_a_boundary_lies_where_the_vocabulary_changes() -> None:
    text = "\n".join([FISH] * 80 + [BREAD] * 80)  # 400 words each; the deepest valley is where they meet

    assert segments(prepared(text)) == [0] * 80 + [1] * 80


def test_a_boundary_moves_to_the_nearest_paragraph() -> None:
    text = "\n".join([FISH] * 78 + [""] + [FISH] * 2 + [BREAD] * 80)

    assert segments(prepared(text)) == [0] * 78 + [1] * 82


@pytest.mark.parametrize("text", ["\n".join([FISH] * 39 + [BREAD] * 40), "\n".join([FISH] * 160), ""])
def test_short_and_even_texts_are_one_segment(text: str) -> None:
    assert set(segments(prepared(text))) <= {0}
