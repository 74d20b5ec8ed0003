"""Cases of the CorefUD scorer's own tests, in the notation of their README files, with the figures that they expect.

From https://github.com/ufal/corefud-scorer: tests of overlapping and discontinuous mentions, and of zeros of several
words. A star is at the head, 15.1 is an empty node behind word 15. Where README and tests differ, the tests count.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.scoring.pairing import DocumentBatch
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.experiments.scoring.score import evidence_of
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.coreference.overlap import columns
from anaphora.workbench.document import FIRST_NODE, EmptyNode, Span
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.matching import Match
from anaphora.workbench.measures import chain_measures, numbers

NODE = EmptyNode(15, 0, 1)
EMBEDDED = "{(a:2-9,10*,11-13) (d:48*)} {(b:2,3*,4-5) (c:30*,31-32) (e:63*,64) (f:67*)}"
BOTH_HEADS_IN_BOTH = "{(a:2*,3-13) (d:48*)} {(b:2,3*,4-5) (c:30*,31-32) (e:63*,64) (f:67*)}"
SAME_HEAD = "{(a:2-3,4*,5-13) (d:48*)} {(b:2-3,4*,5) (c:30*,31-33) (e:63*,64) (f:67*)}"
WHOLE = "{(a:2-9,10*,11-13) (c:48*)} {(b:30*,31-33) (d:63*,64) (e:67*)}"
DISCONTINUOUS = "{(a:2-7,10*,11,13) (c:48*)} {(b:30*,31-33) (d:63*,64) (e:67*)}"
ZERO = "{(a:1*,2)} {(b:4*,5-7) (c:11*) (e:15,15.1*,16-17)} {(d:13*,14) (f:19*)}"
WITH_NODE = "{(a:1*,2)} {(b:4*,5-7) (c:11*) (e:15*,15.1,16-17)} {(d:13*,14) (f:19*)}"
CASES: list[tuple[str, Match, str, str, str, str]] = [
    ("OLMA-1", "partial", EMBEDDED, "{(2-13) (48)} {(2-5) (30-32) (63-64) (67)}", "1 1", "1 1"),
    ("OLMA-2", "partial", EMBEDDED, "{(10) (48)} {(3) (30-32) (63-64) (67)}", "1 1", "1 1"),
    ("OLMA-3", "partial", EMBEDDED, "{(4-11) (48)} {(3-5) (30-32) (63-64) (67)}", "1 1", "1 1"),
    ("OLMA-4", "partial", EMBEDDED, "{(9-11) (48)} {(4-5) (30-32) (63-64) (67)}", "3/4 3/4", "17/24 17/24"),
    ("OLMA-5", "partial", EMBEDDED, "{(4-11) (48)} {(30-32) (63-64) (67)}", "3/4 1", "17/24 1"),
    ("OLMA-6", "partial", EMBEDDED, "{(4-5) (48)} {(30-32) (63-64) (67)}", "1/2 2/3", "11/24 7/10"),
    ("OLMB-3", "partial", BOTH_HEADS_IN_BOTH, "{(2-4) (48)} {(3-5) (30-32) (63-64) (67)}", "1 1", "1 1"),
    ("OLMB-4", "partial", BOTH_HEADS_IN_BOTH, "{(2) (48)} {(3-7) (30-32) (63-64) (67)}", "3/4 3/4", "17/24 17/24"),
    ("OLMC-2", "partial", SAME_HEAD, "{(4) (48)} {(30-33) (63-64) (67)}", "1/2 2/3", "1/2 4/5"),
    ("OLMC-3", "partial", SAME_HEAD, "{(4-6) (48)} {(30-33) (63-64) (67)}", "3/4 1", "17/24 1"),
    ("OLMC-4", "partial", SAME_HEAD, "{(4-9) (48)} {(2-4) (30-33) (63-64) (67)}", "1 1", "1 1"),
    *(
        (name, "partial", WHOLE, f"{{({span}) (48)}} {{(30-33) (63-64) (67)}}", muc, b_cubed)
        for name, span, muc, b_cubed in (
            ("NCMA-2", "5-12", "1 1", "1 1"),
            ("NCMA-3", "5-15", "2/3 2/3", "7/10 7/10"),
            ("NCMA-4", "11-13", "2/3 2/3", "7/10 7/10"),
            ("NCMA-5", "4-10,12", "1 1", "1 1"),
            ("NCMA-6", "1-5,10-11", "2/3 2/3", "7/10 7/10"),
            ("NCMA-7", "4-6,11-13", "2/3 2/3", "7/10 7/10"),
        )
    ),
    *(
        (name, "partial", DISCONTINUOUS, f"{{({span}) (48)}} {{(30-33) (63-64) (67)}}", muc, b_cubed)
        for name, span, muc, b_cubed in (
            ("NCMB-1", "2-7,10-11,13", "1 1", "1 1"),
            ("NCMB-2", "10", "1 1", "1 1"),
            ("NCMB-3", "10-13", "2/3 2/3", "7/10 7/10"),
            ("NCMB-4", "13", "2/3 2/3", "7/10 7/10"),
            ("NCMB-5", "5-10", "2/3 2/3", "7/10 7/10"),
            ("NCMB-6", "2-4,6-10", "2/3 2/3", "7/10 7/10"),
            ("NCMB-7", "2-4,10-17", "2/3 2/3", "7/10 7/10"),
            ("NCMB-8", "2-4,13", "2/3 2/3", "7/10 7/10"),
        )
    ),
    ("ZD-2", "partial", ZERO, WITH_NODE, "1 1", "1 1"),
    ("ZD-2 head", "head", ZERO, WITH_NODE, "2/3 2/3", "13/18 13/18"),
    ("ZD-3", "partial", ZERO, WITH_NODE.replace(",16-17", ""), "1 1", "1 1"),
    ("ZD-3 exact", "strict", ZERO, WITH_NODE.replace(",16-17", ""), "2/3 2/3", "13/18 13/18"),
    ("ZD-3 head", "head", ZERO, WITH_NODE.replace(",16-17", ""), "2/3 2/3", "13/18 13/18"),
    ("ZE-1", "partial", WITH_NODE, ZERO, "1 1", "1 1"),
    ("ZE-1 head", "head", WITH_NODE, ZERO, "2/3 2/3", "13/18 13/18"),
    ("ZE-2", "partial", WITH_NODE, ZERO.replace(",16-17", ""), "1 1", "1 1"),
    ("ZE-2 exact", "strict", WITH_NODE, ZERO.replace(",16-17", ""), "2/3 2/3", "13/18 13/18"),
    ("ZE-2 head", "head", WITH_NODE, ZERO.replace(",16-17", ""), "2/3 2/3", "13/18 13/18"),
]


def batch(name: str, notation: str) -> DocumentBatch:
    """One document with these chains: each in braces, each mention in brackets."""
    chains, heads = [], {}
    for chain in re.findall(r"{(.*?)}", notation):
        spans = []
        for mention in re.findall(r"\((?:\w:)?([^)]*)\)", chain):
            tokens, head = [], None
            for part in mention.split(","):
                first, _, last = part.rstrip("*").partition("-")
                numbers = [FIRST_NODE] if "." in part else [*range(int(first) - 1, int(last or first))]
                tokens += numbers
                head = numbers[0] if part.endswith("*") else head
            spans.append(Span.over(tokens))
            heads[spans[-1]] = Attributes(head=head)
        chains.append(tuple(spans))
    mentions = columns(Clusters("d", tuple(chains), heads))
    nodes = (NODE,) if "15.1" in notation else ()
    return DocumentBatch(Path(name), [AnnotatedDocument(Path(name), "d", b"w\t" * 70, mentions, None, nodes)])


@pytest.mark.parametrize(
    ("match", "key", "response", "muc", "b_cubed"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_figures_are_those_that_the_scorer_expects(
    match: Match, key: str, response: str, muc: str, b_cubed: str
) -> None:
    """Recall and precision; zeros by position, as there."""
    settings = configure(match=match, zeros="position")

    found = evidence_of(batch("key", key), batch("r", response), settings, ResponseWarnings(Path("r")))

    for name, expected in (("muc", muc), ("b_cubed", b_cubed)):
        values = numbers(chain_measures()[name], found)
        assert [values["recall"], values["precision"]] == pytest.approx(
            [float(Fraction(it)) for it in expected.split()]
        )
