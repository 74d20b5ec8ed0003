"""The contract of every measure of coreference chains, whoever wrote it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.chains.overlap import KINDS, Overlap
from anaphora.workbench.measures import looks_at_kinds, named, numbers, registered_measures, standard_measures
from tests.workbench import by_definition
from tests.workbench.by_definition import Chains, Documents, Scores
from tests.workbench.clusters import MEASURES, Pair, evidence, overlapping, pair, score

EXACT = 1e-9
SPANS = [(start, end) for start in range(9) for end in range(start + 1, start + 4)]

NO_DEFINITION = {"mentions_head": "it follows from the alignment of mentions, which has tests of its own"}
SHARES = {
    "denotation": {"substitution", "overgeneration", "undergeneration", "typed"},
    "ace_value": {"missed", "error", "false_alarm"},
}
"""Parts that count errors, 0 for a perfect response, and the share of mentions of a known kind, here none."""

LINKLESS = {
    "blanc": "the reference scorer gives 0 to a key without any link",
    "conll": "the undefined F1 of muc counts as 0 in its mean",
}
"""Measures that a perfect response without coreference links, or with less than two mentions, does not satisfy."""

BEYOND = {
    "ace_value": (-float("inf"), float("inf")),  # false alarms may cost more than the key is worth
    "adjusted_rand": (-1, 1),  # worse than chance
}
"""Lowest and highest values of measures that are not between 0 and 1."""

ROLES = {
    "recall": "precision", "precision": "recall", "overgeneration": "undergeneration",
    "undergeneration": "overgeneration",
}  # fmt: skip
"""What each part becomes if key and response change places; others stay."""

ONE_WAY = {
    "mentions_head": "heads are those of the key",
    "blanc": "a kind of link is left out where the key lacks it",
    "blanc_2011": "a kind of link is left out where the key lacks it",
    "exclusive_core_mr": "recall has exclusive cores, precision shared ones",
    "ace_value": "misses and false alarms have different prices",
}
"""Measures in which recall is not the precision of swapped roles."""


@st.composite
def documents(draw: st.DrawFn, sizes: int = 7) -> tuple[Chains, Chains]:
    """Key and response of a small text; mentions may be in both, in one only, alone in their chains, or nested."""
    mentions = draw(st.lists(st.sampled_from(SPANS), max_size=sizes, unique=True))
    chain = st.lists(st.none() | st.integers(0, 3), min_size=len(mentions), max_size=len(mentions))
    return grouped(mentions, draw(chain)), grouped(mentions, draw(chain))


def grouped(mentions: Sequence[Any], numbers: Sequence[int | None]) -> Chains:
    numbered = list(zip(mentions, numbers, strict=True))
    chains = [[mention for mention, at in numbered if at == number] for number in {*numbers} - {None}]
    return [chain for chain in chains if chain]


CORPORA = st.lists(documents(), max_size=3)
KINDS_OF_SPANS = st.fixed_dictionaries({span: st.sampled_from(KINDS) for span in SPANS})


def definitions() -> Iterator[tuple[str, Callable[..., Scores | list[Scores]]]]:
    """The function of each measure's name in `by_definition.py`, or else in the test of the measure's module."""
    for module, measures in registered_measures().items():
        for name in (measure.name for measure in measures if measure.name in MEASURES):
            own = () if name in vars(by_definition) else (f"tests.workbench.measures.test_{module}",)
            for home in (by_definition, *(import_module(test) for test in own if find_spec(test))):
                if name in vars(home):
                    yield name, vars(home)[name]


UNTYPED = dict(definitions())
TYPED = {name: defined for name, defined in UNTYPED.items() if "kinds" in signature(defined).parameters}


def same(found: Mapping[str, float | None], defined: Mapping[str, Any]) -> bool:
    """Whether all of `defined` was found, but for rounding; what is undefined has to be undefined."""
    return all(
        found[part] is None if value is None else found[part] == pytest.approx(float(value), abs=EXACT)
        for part, value in defined.items()
    )


def possible(defined: Scores | list[Scores]) -> list[Scores]:
    """Several results are possible where the definition leaves ties open."""
    return defined if isinstance(defined, list) else [defined]


def all_numbers(overlap: Overlap) -> dict[str, dict[str, float | None]]:
    """The values of every measure."""
    return {name: numbers(measure, overlap) for name, measure in MEASURES.items()}


SOME = [15, pytest.param(200, marks=pytest.mark.slow)]
"""Made-up corpora for each law."""


def tried(law: Callable[..., None], examples: int, **drawn: Any) -> None:
    """Hold a law against so many made-up corpora."""
    settings(max_examples=examples)(given(**drawn)(law))()


def test_every_measure_has_a_definition() -> None:
    assert set(UNTYPED) | set(NO_DEFINITION) == set(MEASURES)


@pytest.mark.parametrize("examples", SOME)
def test_a_measure_follows_its_definition(examples: int) -> None:
    """With and without kinds of mentions, which are worked out from words only where a measure looks at them."""

    def law(corpus: Documents, kinds: Mapping[Any, Any]) -> None:
        typed, bare = evidence(corpus, kinds), evidence(corpus)
        others = [measure for measure in MEASURES.values() if not looks_at_kinds(measure)]

        assert deviating(bare, {name: possible(defined(corpus)) for name, defined in UNTYPED.items()}) == []
        assert deviating(typed, {name: possible(defined(corpus, kinds)) for name, defined in TYPED.items()}) == []
        assert [each.name for each in others if not same(numbers(each, typed), numbers(each, bare))] == []

    assert [measure for measure in MEASURES.values() if not looks_at_kinds(measure)] == [*standard_measures()]
    tried(law, examples, corpus=CORPORA, kinds=KINDS_OF_SPANS)


def deviating(overlap: Overlap, allowed: Mapping[str, list[Scores]]) -> list[str]:
    """The measures that give none of the results that their definitions allow."""
    return [
        name for name, results in allowed.items()
        if not any(same(numbers(MEASURES[name], overlap), result) for result in results)
    ]  # fmt: skip


@pytest.mark.parametrize("examples", SOME)
def test_a_perfect_response_scores_1_or_is_undefined(examples: int) -> None:
    def law(corpus: Documents) -> None:
        linked = any(len(chain) > 1 for key, _ in corpus for chain in key)
        values = all_numbers(overlapping(pair((key, key), heads=True) for key, _ in corpus))
        perfect = {
            name: {part: 0 if part in SHARES.get(name, ()) else 1 for part in found if found[part] is not None}
            for name, found in values.items()
            if linked or name not in LINKLESS
        }
        assert [name for name, expected in perfect.items() if not same(values[name], expected)] == []

    tried(law, examples, corpus=CORPORA)


@pytest.mark.parametrize("examples", SOME)
def test_a_measure_stays_within_its_bounds_and_heeds_no_order(examples: int) -> None:
    """Counts are no larger than the pairs of words and mentions; roles are swapped, chains and documents shuffled."""

    def law(corpus: Documents, kinds: Mapping[Any, Any], random: Any) -> None:
        straight, swapped = (
            all_numbers(evidence(texts, kinds)) for texts in (corpus, [(response, key) for key, response in corpus])
        )
        mirrored = {name: {part: found[ROLES.get(part, part)] for part in found} for name, found in swapped.items()}
        both_ways = [name for name in MEASURES if name not in ONE_WAY]
        assert [name for name in both_ways if not same(straight[name], mirrored[name])] == []

        shuffled = [tuple(random.sample(side, len(side)) for side in document) for document in corpus]
        random.shuffle(shuffled)
        overlap, other = (overlapping(pair(it, kinds, heads=True) for it in texts) for texts in (corpus, shuffled))
        values = all_numbers(overlap)
        assert [name for name, found in all_numbers(other).items() if not same(found, values[name])] == []
        for name, found in values.items():
            least, most = BEYOND.get(name, (0, 1))
            assert all(value is None or least - EXACT <= value <= most + EXACT for value in found.values()), name

        words = len(corpus) * max(end for _, end in SPANS)
        limit = (2 * words + sum(len(chain) for sides in corpus for side in sides for chain in side)) ** 2
        counts = {name: measure.count(overlap) for name, measure in MEASURES.items()}
        assert [name for name, rows in counts.items() if (np.abs(rows) > limit).any()] == []
        assert [name for name, rows in counts.items() if (rows < 0).any() and not MEASURES[name].signed] == []

    random = st.randoms(use_true_random=False)
    tried(law, examples, corpus=CORPORA, kinds=st.just({}) | KINDS_OF_SPANS, random=random)


def test_order_of_chains_changes_nothing_where_mentions_start_together() -> None:
    """(0, 2) and (0, 3) compete for one response chain; the shorter one comes first, whichever chain is named first."""
    response = [[(0, 2), (0, 3)]]
    one, other = (
        all_numbers(overlapping([pair((key, response), {}, heads=True)]))
        for key in ([[(0, 2), (2, 3)], [(0, 3)]], [[(0, 3)], [(0, 2), (2, 3)]])
    )

    assert [name for name, found in one.items() if not same(found, other[name])] == []


@pytest.mark.parametrize("examples", SOME)
def test_counts_of_a_corpus_are_those_of_its_documents(examples: int) -> None:
    """Also where one document knows kinds of mentions and heads, and another does not."""

    def law(corpus: list[tuple[Any, ...]]) -> None:
        check_that_documents_add([known_in_part(*document) for document in corpus])

    known = st.tuples(documents(sizes=5), st.just({}) | KINDS_OF_SPANS, st.booleans(), st.booleans())
    tried(law, examples, corpus=st.lists(known, max_size=3))


def test_kinds_unknown_in_one_document_leave_the_others_as_they_are() -> None:
    """In the first all kinds are known, in the second that of the response's last mention is not."""
    singletons = [f"x{number}" for number in range(12)]
    long = ([["a", "b"], *([x] for x in singletons)], [["a", *singletons], ["b"]])
    kinds = {"a": "name", **dict.fromkeys(["b", *singletons], "pronoun")}
    short = ([["a", "b"]], [["a", "c"]])

    check_that_documents_add([known_in_part(long, kinds, False, False), known_in_part(short, kinds, False, False)])


def check_that_documents_add(pairs: Sequence[Pair]) -> None:
    """Each document counts the same alone and beside the others; rows of sums score as each does, as in resampling."""
    together, alone = overlapping(pairs), [overlapping([document]) for document in pairs]
    for name, measure in MEASURES.items():
        counts = measure.count(together)
        assert counts.shape[0] == len(pairs), name
        for row, overlap in zip(counts, alone, strict=True):
            assert np.allclose(row, measure.count(overlap), atol=EXACT), name

        sums = np.stack([counts.sum(axis=0), *counts])
        many = measure.score(sums)
        assert many.shape == (len(pairs) + 1, len(measure.parts)), name
        for scores, row in zip(many, sums, strict=True):
            assert same(named(measure, scores), named(measure, measure.score(row))), name


def known_in_part(document: Any, kinds: Mapping[Any, Any], heads: bool, on_both_sides: bool) -> Pair:
    key, response = pair(document, kinds, heads=heads)
    return (key, response) if on_both_sides else (key, pair(document)[1])


def test_nothing_in_key_and_response_leaves_a_measure_undefined() -> None:
    """But for the rules of the reference scorer (0) and of Luo et al. 2014 (1), and shares of no errors."""
    ruled = {"blanc": 0.0, "blanc_luo": 1.0}
    shares = SHARES["denotation"] - {"typed"}
    values = {name: score(name, [([], [])]) for name in MEASURES}

    assert values == {
        name: {part: 0.0 if name == "denotation" and part in shares else ruled.get(name) for part in found}
        for name, found in values.items()
    }
