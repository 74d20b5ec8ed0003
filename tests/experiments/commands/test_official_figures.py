"""Figures and matching of the CorefUD scorer: its own test cases, its rules written slowly, its runs on Czech zeros.

The cases are from https://github.com/ufal/corefud-scorer, in the notation of their README files, with the figures that
its tests expect: of overlapping and discontinuous mentions, and of zeros of several words. A star is at the head, 15.1
is an empty node behind word 15. Where README and tests differ, the tests count.
"""

import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.corpora import AnnotatedDocument, in_text_order
from anaphora.experiments.commands.score.counting import evidence_of, score_files
from anaphora.experiments.commands.score.pairing import DocumentBatch
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.run.configuration import Singletons, Zeros, configure
from anaphora.workbench.chains.overlap import Overlap, columns
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.key import Attributes, Clusters, Match
from anaphora.workbench.measures import chain_measures, numbers
from anaphora.workbench.results.table import plain
from tests.conftest import required
from tests.experiments.commands.slow_corefud_scorer import View, chains_of, slow_figures, stand_for

Side = tuple[Document, Clusters]
Setting = tuple[Match, Zeros, Singletons]
SETTINGS: Any = [*product(("strict", "partial", "head"), ("dependent", "position"), ("drop", "keep"))]


def evidence(sides: Iterable[tuple[Side, Side]], **settings: Any) -> Overlap:
    """Documents of key and response, by number, as evidence of measures."""

    def batch(name: str, side: Sequence[Side]) -> DocumentBatch:
        return DocumentBatch(Path(name), [
            AnnotatedDocument(
                Path(f"d{number}"), f"d{number}", b"w\t" * len(document.words),
                columns(replace(clusters, document_id=f"d{number}")), None, document.nodes,
            )
            for number, (document, clusters) in enumerate(side)
        ])  # fmt: skip

    key, response = zip(*sides, strict=True)
    return evidence_of(batch("key", key), batch("r", response), configure(**settings), ResponseWarnings(Path("r")))


def text(words: int, sentence: int, nodes: tuple[EmptyNode, ...]) -> Document:
    return Document("d", ("w",) * words, (" ",) * words, tuple(range(0, words, sentence)), nodes=nodes)


# ---- cases of the scorer

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


def chains(notation: str) -> Side:
    """A document with these chains: each in braces, each mention in brackets."""
    chains, heads = [], {}
    for chain in re.findall(r"{(.*?)}", notation):
        spans = []
        for mention in re.findall(r"\((?:\w:)?([^)]*)\)", chain):
            tokens, head = [], None
            for part in mention.split(","):
                first, _, last = part.rstrip("*").partition("-")
                places = [FIRST_NODE] if "." in part else [*range(int(first) - 1, int(last or first))]
                tokens += places
                head = places[0] if part.endswith("*") else head
            spans.append(Span.over(tokens))
            heads[spans[-1]] = Attributes(head=head)
        chains.append(tuple(spans))
    return text(70, 70, (NODE,) if "15.1" in notation else ()), Clusters("d", tuple(chains), heads)


def test_figures_are_those_that_the_scorer_expects_in_its_cases() -> None:
    """Recall and precision; zeros by position, as there."""
    wrong = {}
    for name, match, key, response, *figures in CASES:
        overlap = evidence([(chains(key), chains(response))], match=match, zeros="position")
        for measure, expected in zip(("muc", "b_cubed"), figures, strict=True):
            values = numbers(chain_measures()[measure], overlap)
            rates = [values["recall"], values["precision"]]
            if rates != pytest.approx([float(Fraction(it)) for it in expected.split()]):
                wrong[name, measure] = (rates, expected)

    assert wrong == {}


# ---- random documents

WORDS = 5
"""Words of a sentence."""
SIZES = [60, pytest.param(400, marks=pytest.mark.slow)]
Pairs = set[tuple[int, int]]
Marked = list[tuple[frozenset[int], int]]
"""Mentions: tokens and head, in the order of their chains."""


@dataclass(frozen=True)
class Case:
    """Key and response, whose empty nodes may differ."""

    key: Side
    response: Side


def expected(case: Case, match: Match, zeros: Zeros) -> tuple[Pairs, Pairs]:
    """Who stands for whom, as seen from the key's mentions and from the response's, each in a chain of its own."""
    key, response = (chains_of(*side, match, singletons=True) for side in (case.key, case.response))
    names = stand_for(key, response, match, zeros)
    from_key, from_response = (View(*sides, names).numbers for sides in ((key, response), (response, key)))
    return (
        {(number, other) for number, [other] in enumerate(from_key) if other is not None},
        {(other, number) for number, [other] in enumerate(from_response) if other is not None},
    )


def random_nodes(chance: random.Random, sentences: int) -> tuple[EmptyNode, ...]:
    nodes: list[EmptyNode] = []
    for sentence in range(sentences):
        first = sentence * WORDS
        for place in sorted(chance.choices(range(first, first + WORDS + 1), k=chance.choice((0, 1, 1, 2, 3)))):
            rank = 1 + sum((node.place, node.sentence) == (place, sentence) for node in nodes)
            governors = (-1, first, first + 1, first + 2)
            relations = {(chance.choice(governors), chance.choice("ab")) for _ in range(chance.choice((1, 1, 2)))}
            nodes.append(EmptyNode(place, sentence, rank, tuple(relations)))
    return tuple(nodes)


def random_mentions(chance: random.Random, sentences: int, nodes: Sequence[EmptyNode]) -> Marked:
    """Lone zeros, short spans, some with a gap or an empty node; any token is the head."""
    mentions: dict[frozenset[int], int] = {}
    for _ in range(chance.randint(1, 6)):
        sentence = chance.randrange(sentences)
        zeros = [FIRST_NODE + number for number, node in enumerate(nodes) if node.sentence == sentence]
        if zeros and chance.random() < 0.4:
            tokens = {chance.choice(zeros)}
        else:
            start = chance.randrange(WORDS)
            end = min(WORDS, start + chance.choice((1, 1, 2, 3, 4)))
            tokens = {sentence * WORDS + number for number in range(start, end)}
            if len(tokens) > 2 and chance.random() < 0.3:
                tokens.remove(sorted(tokens)[1])
            if zeros and chance.random() < 0.25:
                tokens.add(chance.choice(zeros))
        mentions.setdefault(frozenset(tokens), chance.choice(sorted(tokens)))
    return list(mentions.items())


def random_case(chance: random.Random, with_nodes: bool, chains: int | None) -> Case:
    """Some responses have the empty nodes of the key, and then some of its mentions; each is in one of the chains."""
    sentences = chance.choice((1, 2))
    nodes = random_nodes(chance, sentences) if with_nodes else ()
    others = nodes if chance.random() < 0.5 or not with_nodes else random_nodes(chance, sentences)
    key, response = (random_mentions(chance, sentences, zeros) for zeros in (nodes, others))
    marked = dict(response)
    if others is nodes:
        for tokens, head in key:
            if chance.random() < 0.4:
                marked.setdefault(tokens, head if chance.random() < 0.7 else chance.choice(sorted(tokens)))
    shuffled = chance.sample(list(marked.items()), len(marked))
    case = Case(annotated(sentences, key, nodes), annotated(sentences, shuffled, others))
    return Case(*(grouped(side, chance, chains) for side in (case.key, case.response))) if chains else case


def random_cases(documents: int, *seeds: object, with_nodes: bool = True, chains: int | None = None) -> list[Case]:
    chance = random.Random(" ".join(map(str, seeds)))
    return [random_case(chance, with_nodes, chains) for _ in range(documents)]


def grouped(side: Side, chance: random.Random, chains: int) -> Side:
    document, key = side
    groups: list[list[Span]] = [[] for _ in range(chains)]
    for span, *_ in key.chains:
        chance.choice(groups).append(span)
    return document, replace(key, chains=in_text_order(groups))


def annotated(sentences: int, marked: Marked, nodes: tuple[EmptyNode, ...]) -> Side:
    """Each mention is in a chain of its own, some of them twice, which counts once."""
    spans = [Span.over(tokens) for tokens, _ in marked]
    chains = tuple((span, span) if place % 4 == 0 else (span,) for place, span in enumerate(spans))
    heads = {span: Attributes(head=head) for span, (_, head) in zip(spans, marked, strict=True)}
    return text(sentences * WORDS, WORDS, nodes), Clusters("d", chains, heads)


def words_only(document: Document, key: Clusters) -> Side:
    """Without empty nodes; one that was the head leaves a place behind the text, where no mention has a word."""
    behind = len(document.words)
    marked: dict[frozenset[int], int] = {}
    for span, *_ in key.chains:
        head = key.attributes[span].head or 0
        if words := frozenset(token for token in span if token < FIRST_NODE):
            marked.setdefault(words, head if head < FIRST_NODE else behind)
    return annotated(len(document.sentence_starts), list(marked.items()), ())


def both_sides(cases: Sequence[Case]) -> list[tuple[Side, Side]]:
    return [(case.key, case.response) for case in cases]


def pairs_of(overlap: Overlap, cases: Sequence[Case]) -> list[Pairs]:
    """The pairs of each document as the product has them."""
    first = [np.searchsorted(side.chain_document, np.arange(len(cases))) for side in (overlap.key, overlap.response)]
    pairs: list[Pairs] = [set() for _ in cases]
    for row, column in zip(*overlap.common, strict=True):
        place = overlap.key.document[row]
        numbers = overlap.key.chain[row] - first[0][place], overlap.response.chain[column] - first[1][place]
        pairs[place].add((int(numbers[0]), int(numbers[1])))
    return pairs


@pytest.mark.parametrize("documents", SIZES)
@pytest.mark.parametrize("match", ["strict", "partial", "head"])
@pytest.mark.parametrize(("with_nodes", "zeros"), [(False, "dependent"), (True, "dependent"), (True, "position")])
def test_mentions_stand_for_each_other_as_in_the_scorer(
    documents: int, match: Match, with_nodes: bool, zeros: Zeros
) -> None:
    """But one to one: where the scorer has a mention in two pairs, or in none as seen from one side, this has not."""
    cases = random_cases(documents, match, zeros, with_nodes, with_nodes=with_nodes)
    otherwise = 0

    for case, pairs in zip(
        cases, pairs_of(evidence(both_sides(cases), match=match, zeros=zeros, singletons="keep"), cases), strict=True
    ):
        heads = [known.head or 0 for _, side in (case.key, case.response) for known in side.attributes.values()]
        if with_nodes and max(heads) < FIRST_NODE:
            continue  # empty nodes count only where there are zeros
        from_key, from_response = expected(case, match, zeros)
        assert all(len({pair[side] for pair in pairs}) == len(pairs) for side in (0, 1))
        if from_key == from_response:
            assert pairs == from_key, case
        else:
            otherwise += 1

    assert otherwise <= (max(2, documents // 100) if with_nodes and zeros == "dependent" else 0)


@pytest.mark.parametrize("documents", SIZES)
def test_with_a_preset_mentions_find_what_they_find_in_the_scorer(documents: int) -> None:
    """From both sides, also where one is found twice or finds nothing itself, as in some of these documents."""
    otherwise = 0
    matches: tuple[Match, ...] = ("strict", "partial", "head")
    for match in matches:
        cases = random_cases(2 * documents, match, "preset 5")
        overlap = evidence(both_sides(cases), match=match, zeros="dependent", preset="crac2024", singletons="keep")
        both = pairs_of(overlap.seen_from_key, cases), pairs_of(overlap.seen_from_response, cases)
        for case, *pairs in zip(cases, *both, strict=True):
            wanted = expected(case, match, "dependent")
            otherwise += wanted[0] != wanted[1]
            assert tuple(pairs) == wanted, (match, case)

    assert otherwise


@pytest.mark.parametrize("match", ["strict", "partial"])
def test_without_zeros_mentions_are_those_of_their_words(match: Match) -> None:
    """Of mentions that are then the same the first counts."""
    cases = random_cases(100, match)

    for case, pairs in zip(
        cases, pairs_of(evidence(both_sides(cases), match=match, zeros="ignore", singletons="keep"), cases), strict=True
    ):
        bare = Case(words_only(*case.key), words_only(*case.response))
        assert pairs == expected(bare, match, "ignore")[0], case


def test_random_chains_score_as_in_the_scorer_with_a_preset() -> None:
    """Each measure, also where one mention is found twice."""
    for number, (match, zeros, singletons) in enumerate(SETTINGS):
        cases = random_cases(20, "chains", number, chains=3)
        sides = both_sides(cases)
        key, response = zip(*sides, strict=True)
        expected = slow_figures(key, response, match, zeros, singletons == "keep")

        overlap = evidence(sides, match=match, zeros=zeros, singletons=singletons, preset="crac2024")

        for name, figures in expected.items():
            values = numbers(chain_measures()[name], overlap)
            parts = ("f1",) if name == "conll" else ("recall", "precision", "f1")
            assert [values[part] or 0.0 for part in parts] == pytest.approx(figures, abs=1e-12), (name, number)


# ---- runs of the scorer

MEASURES = {"bcub": "b_cubed", "ceafe": "ceaf_e", "ceafm": "ceaf_m", "blanc": "blanc_luo", "mor": "mention_overlap"}
"""Names of the scorer that are not ours."""
MOVED = (
    "moved_left", "moved_right", "chain_of_places", "rotation", "exchange", "several_governors", "zero_headed_phrase"
)  # fmt: skip


def differing(key: Path, response: Path, case: str, setting: Setting, preset: str | None) -> dict[Any, Any]:
    """Measures whose recall, precision or F1 in percent, with two decimals, is not that of the CorefUD scorer 1.2.

    Without a preset BLANC is as we have it, which differs only where a side has links of one kind only.
    """
    match, zeros, singletons = setting
    run = (
        "exact" if match == "strict" else match, "linear" if zeros == "position" else zeros,
        "singletons" if singletons == "keep" else "no singletons",
    )  # fmt: skip
    figures = json.loads((key.parent / "expected.json").read_text("utf8"))["figures"]
    wanted = figures[case]["|".join(run)] if case in figures else figures["|".join((case, *run))]
    ours = {name: MEASURES.get(name, name) if preset or name != "blanc" else name for name in wanted}
    settings = configure(
        measures=tuple(ours.values()), match=match, zeros=zeros, singletons=singletons, preset=preset, resamples=0
    )
    found = plain(score_files(key, {"r": response}, settings).as_json())["systems"]["r"]["measures"]
    return {
        (name, part, *run): (value, 100 * (found[ours[name]][part] or 0))
        for name, values in wanted.items()
        for part, value in (values if isinstance(values, dict) else {"f1": values}).items()
        if 100 * (found[ours[name]][part] or 0) != pytest.approx(value, abs=0.0101)
    }


def of_corpus(data: Path, response: str, setting: Setting, preset: str | None) -> dict[Any, Any]:
    key, path = (required(data / "zeros") / f"pdtc_ft.{name}.conllu" for name in ("key", response))
    return differing(key, path, response, setting, preset)


def test_a_run_of_the_scorer_is_printed_with_a_preset(data: Path) -> None:
    assert of_corpus(data, "mixed", ("head", "dependent", "keep"), "crac2024") == {}


@pytest.mark.parametrize("case", MOVED)
def test_moved_zeros_have_the_figures_of_the_scorer_with_a_preset(data: Path, case: str) -> None:
    """Minimal pairs: zeros that stand where others stood."""
    key, path = (required(data / "zeros_moved") / f"{case}.{name}.conllu" for name in ("key", "response"))
    for setting in SETTINGS:
        if setting[0] != "partial" and setting[1] == "dependent":
            assert differing(key, path, case, setting, "crac2026") == {}


@pytest.mark.slow
@pytest.mark.parametrize("response", ["drop", "move", "relabel", "spurious", "mixed"])
def test_sixty_runs_of_the_scorer_are_printed_with_a_preset(data: Path, response: str) -> None:
    """Without one, too, of which a third will do."""
    for setting in SETTINGS:
        assert of_corpus(data, response, setting, "crac2024") == {}
        if setting[1:] in (("dependent", "keep"), ("position", "drop")):
            assert of_corpus(data, response, setting, None) == {}
