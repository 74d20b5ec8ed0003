"""The cases that the reference scorer (Pradhan et al. 2014) is tested with, and the scores that its tests expect."""

from fractions import Fraction
from pathlib import Path

import pytest

from anaphora.corpora import conll2012
from anaphora.workbench.chains.overlap import columns, duplicates, overlap, select, stack
from anaphora.workbench.key import Key, Response
from anaphora.workbench.measures import numbers
from tests.conftest import required
from tests.workbench import by_definition
from tests.workbench.clusters import MEASURES

# Recall and precision of each case, of BLANC its F too, which is not their mean. What test/CorefMetricTestConfig.pm
# rounds to five digits stands here as the fraction that it rounds.
EXPECTED = """
A1 | muc 1 1 | b_cubed 1 1 | ceaf_m 1 1 | ceaf_e 1 1 | blanc 1 1 1
A2 | muc 1/3 1 | b_cubed 7/18 1 | ceaf_m 1/2 1 | ceaf_e 3/5 9/10 | blanc 19/88 1 23/65
A3 | muc 1 3/5 | b_cubed 1 55/108 | ceaf_m 1 2/3 | ceaf_e 31/35 93/140 | blanc 1 23/54 295/494
A4 | muc 1/3 1/3 | b_cubed 5/9 17/42 | ceaf_m 2/3 4/7 | ceaf_e 11/15 11/20 | blanc 31/88 37/136 17/56
A5 | muc 1/3 1/4 | b_cubed 5/9 5/16 | ceaf_m 2/3 1/2 | ceaf_e 31/45 31/60 | blanc 31/88 4/21 87/352
A6 | muc 1/3 1/4 | b_cubed 5/9 17/48 | ceaf_m 2/3 1/2 | ceaf_e 11/15 11/20 | blanc 31/88 24/115 79/306
A7 | muc 1/3 1/3 | b_cubed 5/9 17/42 | ceaf_m 2/3 4/7 | ceaf_e 11/15 11/20 | blanc 31/88 37/136 17/56
A8 | muc 1/3 1/3 | b_cubed 5/9 17/42 | ceaf_m 2/3 4/7 | ceaf_e 11/15 11/20 | blanc 31/88 37/136 17/56
A9 | muc 1/3 1/3 | b_cubed 5/9 17/42 | ceaf_m 2/3 4/7 | ceaf_e 11/15 11/20 | blanc 31/88 37/136 17/56
A10 | muc 0 0 | b_cubed 1/2 1 | blanc 1/2 11/30 11/26
A11 | muc 1 3/5 | b_cubed 1 7/18 | blanc 1/2 2/15 4/19
A12 | muc 0 0 | b_cubed 13/36 4/7 | blanc 5/22 5/42 5/32
A13 | muc 1/3 1/6 | b_cubed 17/36 6/49 | blanc 1/8 1/42 1/25
B1 | blanc 7/24 7/24 7/24
C1 | blanc 41/80 41/80 41/80
D1 | muc 1 9/10 | b_cubed 1 16/21
E1 | muc 1 9/10 | b_cubed 1 7/12
F1 | muc 2/3 1
G1 | muc 1 2/3
H1 | muc 1 1
I1 | muc 2/3 1
J1 | muc 1/2 1
K1 | muc 1/2 1/2
L1 | muc 2/5 1/2
M1 | muc 1 1 | b_cubed 1 1 | ceaf_m 1 1 | ceaf_e 1 1 | blanc 1 1 1
M2 | muc 0 0 | blanc 0 0 0
M3 | blanc 4/15 1 8/19
M4 | blanc 1/5 1/5 1/5
M5 | muc 0 0 | blanc 0 0 0
M6 | blanc 1/15 1/4 2/19
N1 | muc 0 0 | blanc 1 1 1
N2 | muc 0 0 | blanc 0 0 0
N3 | blanc 11/15 1 11/13
N4 | muc 0 0 | blanc 1/5 1/5 1/5
N5 | blanc 0 0 0
N6 | blanc 2/15 2/11 2/13
"""
CASES = {
    (case, measure): [Fraction(value) for value in values]
    for case, *cells in (line.split(" | ") for line in EXPECTED.strip().splitlines())
    for measure, *values in map(str.split, cells)
}


def read(data: Path, case: str) -> tuple[Key, Response]:
    """Key and response; a span that a chain has more than once counts once."""
    folder = required(data / "conll_scorer_cases")
    ((_, key),) = conll2012.read(folder / f"TC-{case[0]}.key")
    ((_, response),) = conll2012.read(folder / f"TC-{case[0]}-{case[1:]}.response")
    chains = sorted(tuple(sorted(set(chain))) for chain in response.chains)
    return key, Response(response.document_id, tuple(chains))


def score_of_case(case: str, measure: str) -> list[float]:
    """Recall, precision and F1."""
    recall, precision, *f1 = CASES[case, measure]
    both = recall + precision
    return [*map(float, (recall, precision, *(f1 or [2 * recall * precision / both if both else Fraction(0)])))]


def test_measures_and_their_definitions_score_as_the_reference_scorer(data: Path) -> None:
    """Which prints 0 for what is undefined, and leaves a span to the first chain that has it."""
    wrong = {}
    for case, measure in CASES:
        key, response = read(data, case)
        first = {span: number for number, chain in reversed([*enumerate(response.chains)]) for span in chain}
        kept = [[span for span in chain if first[span] == number] for number, chain in enumerate(response.chains)]
        one, other = stack([columns(key)], [columns(response)])
        results = (
            numbers(MEASURES[measure], overlap(one, select(other, ~duplicates(other)))),
            getattr(by_definition, measure)([(key.chains, [chain for chain in kept if chain])]),
        )
        for values in results:
            rounded = [float(value or 0) for value in values.values()]
            if rounded != pytest.approx(score_of_case(case, measure), abs=1e-9):
                wrong[case, measure] = (rounded, score_of_case(case, measure))

    assert wrong == {}
