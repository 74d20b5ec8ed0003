"""A trace keeps its rows as columns: the same rows come out, here and in another process."""

import pickle
import tracemalloc
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.document import Span
from anaphora.workbench.trace.document import (
    SHARED_STAGES,
    STAGES,
    DocumentTrace,
    KeyAnaphor,
    Outcome,
    Outcomes,
    Stretch,
)

small = st.integers(0, 2**31 - 1)
spans = st.builds(
    lambda start, length, gap: Span(start, start + length, ((start + 1, start + 2),) if gap and length > 2 else ()),
    st.integers(0, 1_000_000),
    st.integers(1, 9),
    st.booleans(),
)
anaphors = st.builds(
    KeyAnaphor, span=spans, form=st.sampled_from(["it", "she", "İt"]), chain=small,
    acceptable=st.lists(spans, max_size=4).map(tuple), distance=st.integers(-3, 900), case=st.none() | small,
    candidates=small, compatible=small, reachable=small, loss=st.sampled_from(["", *SHARED_STAGES]),
    strict=st.booleans(), partial=st.booleans(), sentence=small, antecedent_head=small,
)  # fmt: skip
outcomes = st.builds(
    Outcome, st.sampled_from(STAGES), st.none() | spans, st.sampled_from(["", "votes", "subject"]), st.floats(0, 1)
)


@st.composite
def rows(draw: st.DrawFn) -> tuple[tuple[KeyAnaphor, ...], Mapping[str, tuple[Outcome, ...]]]:
    keys = tuple(draw(st.lists(anaphors, max_size=6)))
    answers = st.lists(outcomes, min_size=len(keys), max_size=len(keys)).map(tuple)
    return keys, draw(st.dictionaries(st.sampled_from(["mars", "hobbs", "random_any"]), answers))


def traced(keys: tuple[KeyAnaphor, ...], answers: Mapping[str, tuple[Outcome, ...]]) -> DocumentTrace:
    return DocumentTrace("d", "", keys, answers, 0, {}, (), {})


@settings(max_examples=25)
@given(drawn=rows())
def test_rows_come_out_as_they_went_in_and_columns_say_the_same(
    drawn: tuple[tuple[KeyAnaphor, ...], Mapping[str, tuple[Outcome, ...]]],
) -> None:
    keys, answers = drawn
    whole = traced(*drawn)
    sent = pickle.loads(pickle.dumps(whole))  # noqa: S301

    assert (tuple(whole.anaphors), dict(whole.outcomes)) == drawn
    assert (tuple(sent.anaphors), dict(sent.outcomes)) == drawn
    assert sent == whole
    for name in ("candidates", "compatible", "reachable", "distance", "strict", "partial", "sentence"):
        assert whole.column(name).tolist() == [getattr(key, name) for key in keys]
    assert whole.losses() == {stage: sum(key.loss == stage for key in keys) for stage in SHARED_STAGES}
    for name, outcomes in answers.items():
        assert whole.right(name).tolist() == [outcome.stage == "right" for outcome in outcomes]
        assert [STAGES[code] for code in whole.stages(name)] == [outcome.stage for outcome in outcomes]


def test_traces_are_equal_if_their_rows_are() -> None:
    one, other = (
        KeyAnaphor(Span(1, 2), form, 0, (Span(0, 1),), 1, None, 0, 0, 0, "filtered", False, False)
        for form in ("it", "she")
    )

    assert traced((one,), {}) == traced((one,), {})
    assert traced((one,), {}) != traced((other,), {})
    assert traced((one,), {}) != traced((one, one), {})
    assert traced((one,), {}).anaphors != (one,)
    ran = traced((), {"mars": ()})
    assert "hobbs" not in ran.outcomes
    with pytest.raises(KeyError, match="hobbs"):
        ran.stages("hobbs")


def test_chances_are_kept_of_those_that_choose_by_chance() -> None:
    """Of the others they are 1 and 0."""
    sure = (Outcome("right", None, "", 1.0), Outcome("syntax", None, "", 0.0))
    random = (Outcome("right", None, "", 0.25), Outcome("syntax", None, "", 0.0))

    found = Outcomes.of({"mars": sure, "random": random}).chances

    assert {name: its.tolist() for name, its in found.items()} == {"random": [0.25, 0.0]}


def test_the_antecedents_of_long_chains_are_kept_once() -> None:
    """Of 250 pronouns in each of two chains each has all that come before as acceptable antecedents: 62,750 in all."""
    chains = [tuple(Span(at, at + 1) for at in range(first, 502, 2)) for first in (0, 1)]
    before = {(number, at): Stretch(chains[number], 0, at) for at in range(1, 251) for number in (0, 1)}
    keys = tuple(
        KeyAnaphor(chains[number][at], "it", number, stretch, 1, None, 0, 0, 0, "filtered", False, False)
        for (number, at), stretch in before.items()
    )
    its = pickle.dumps(traced(keys, {}))
    assert len(its) < 32_000  # 500 rows of 45 bytes, 1,000 spans of 8, and their names

    tracemalloc.start()
    held = pickle.loads(its)  # noqa: S301
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert size < 40_000  # the same and what the objects take
    assert [held.anaphors[at].acceptable for at in (498, 499)] == [chain[:250] for chain in chains]
