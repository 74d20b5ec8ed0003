"""What commands cost grows with the input, not with its square: processor time, which other work disturbs little."""

import pytest

from tests.hostile import DEEP, INPUTS, costs, growth, start_of_program
from tests.patience import is_within

LONG = (20_000, 80_000)
CHAINS = ("one chain: score", "one chain: agree", "one chain: errors", "one chain: check", "zipf: errors")
ANALYSES = ("one chain: compare", "one chain: profile", "zipf: ablate")
SMALL = [name for name, (sizes, _) in INPUTS.items() if sizes == DEEP]
MOST = 1.5
"""Below 2, of the square, by more than what seconds vary."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def start() -> float:
    """The processor seconds that the program takes to start."""
    return start_of_program()


@pytest.mark.parametrize("name", [*CHAINS, *ANALYSES])
def test_cost_does_not_grow_with_the_square_of_a_document(name: str, start: float) -> None:
    exponent = growth(list(costs(name, LONG)), start)

    assert exponent is not None
    assert exponent < MOST


@pytest.mark.parametrize("name", SMALL)
def test_small_input_of_any_shape_takes_two_seconds_and_a_gigabyte_at_most(name: str, start: float) -> None:
    (cost,) = costs(name, DEEP[:1])
    (least,) = costs(name, [4])  # some formats load a tokenizer, which takes longer than the work

    assert cost.length < 100_000
    assert cost.used.code in (0, 1)
    assert is_within(cost.used.seconds - max(start, least.used.seconds), 2)
    assert cost.used.memory < 1_000
