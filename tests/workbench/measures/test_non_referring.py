"""Recognition of expressions that refer to nothing, by hand and by the rules of the Universal Anaphora scorer."""

import random
from collections.abc import Mapping

import numpy as np

from anaphora.workbench.coreference.alignment import overlap_of
from anaphora.workbench.coreference.overlap import Overlap, columns, stack
from anaphora.workbench.document import Span
from anaphora.workbench.key import Clusters
from anaphora.workbench.measures import chain_measures, numbers
from anaphora.workbench.measures.choosing import choose_measure

Expressions = Mapping[Span, str]


KEY = {Span(0, 1): "expletive", Span(2, 4): "predicate", Span(6, 7): "predicate", Span(8, 9): ""}
RESPONSE = {Span(0, 1): "expletive", Span(2, 4): "idiom", Span(5, 6): "predicate"}


def evidence(*documents: tuple[Expressions, Expressions]) -> Overlap:
    key, response = ([columns(Clusters("d", (), non_referring=pair[side])) for pair in documents] for side in (0, 1))
    return overlap_of(*stack(key, response), "strict")


def score(name: str, *documents: tuple[Expressions, Expressions]) -> tuple[float | None, float | None]:
    values = numbers(choose_measure(name), evidence(*documents))
    return values["recall"], values["precision"]


def test_an_expression_is_recognised_if_both_call_it_non_referring_or_so_with_types() -> None:
    """Two of the key's four are found, which are two of the response's three; one of them has the same type."""
    assert score("non_referring", (KEY, RESPONSE)) == (2 / 4, 2 / 3)
    assert score("non_referring_types", (KEY, RESPONSE)) == (1 / 4, 1 / 3)
    assert score("non_referring", (KEY, RESPONSE), ({}, {}), (RESPONSE, {})) == (2 / 7, 2 / 3)


def test_of_one_type_only_those_that_a_side_calls_so_count() -> None:
    expected = {"expletive": (1, 1), "predicate": (0, 0), "idiom": (None, 0), "quantifier": (None, None)}

    assert {type: score(f"non_referring(type={type})", (KEY, RESPONSE)) for type in expected} == expected


def test_pleonastic_it_is_one_too() -> None:
    key = Clusters("d", (), non_anaphoric={3: "pleonastic", 5: "clausal"})
    found = overlap_of(*stack([columns(key)], [columns(key)]), "strict")

    assert chain_measures()["non_referring"].count(found).tolist() == [[1, 1, 1, 1]]


def test_random_expressions_are_counted_as_in_the_scorer() -> None:
    """It counts an expression of a side by whether the list of the other has it."""
    chance = random.Random(1)
    every = [Span(start, start + length) for start in range(8) for length in (1, 2)]

    def side() -> Expressions:
        return {span: chance.choice(("expletive", "idiom", "")) for span in chance.sample(every, chance.randint(0, 8))}

    documents = [(side(), side()) for _ in range(100)]

    found = {
        name: chain_measures()[name].count(evidence(*documents)) for name in ("non_referring", "non_referring_types")
    }

    for row, (key, response) in enumerate(documents):
        right = [span for span in key if span in response]
        typed = [span for span in right if key[span] == response[span]]
        for name, count in (("non_referring", len(right)), ("non_referring_types", len(typed))):
            assert np.array_equal(found[name][row], [count, len(key), count, len(response)])
