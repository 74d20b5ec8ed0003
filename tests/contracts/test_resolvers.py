"""The contract of every resolver, whoever wrote it."""

import copy
import json
import subprocess
import sys
from functools import cache
from inspect import signature
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from anaphora import resolvers
from anaphora.experiments.commands.list_.list_ import list_inventory
from anaphora.workbench.decision import Decision, Resolver
from anaphora.workbench.document import Case, Prepared
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared

NAMES = resolvers.names()
KINDS = {"additive", "ladder", "salience", "opaque"}

MANUAL = """
== Paper/NN/2/compound trays/NNS/0/root/tray

To/TO/2/mark open/VB/6/advcl the/DT/4/det tray/NN/2/obj ,/,/6/punct press/VB/0/root it/PRP/6/obj ././6/punct
To/TO/2/mark close/VB/5/advcl it/PRP/2/obj ,/,/5/punct press/VB/0/root it/PRP/5/obj again/RB/5/advmod ././5/punct
Unwrap/VB/0/root the/DT/3/det sheets/NNS/1/obj and/CC/5/cc put/VB/1/conj them/PRP/5/obj in/IN/8/case trays/NNS/5/obl
Open/VB/0/root the/DT/3/det box/NN/1/obj by/IN/6/case its/PRP$/6/nmod:poss lid/NN/1/obl
"""
STORY = """
He/PRP/2/nsubj comes/VBZ/0/root ././2/punct
Mary/NNP/4/nsubj and/CC/3/cc John/NNP/1/conj see/VBP/0/root ././4/punct
A/DT/2/det man/NN/0/root who/WP/4/nsubj lost/VBD/2/acl:relcl/lose his/PRP$/6/nmod:poss hat/NN/4/obj ././2/punct

She/PRP/2/nsubj likes/VBZ/0/root himself/PRP/2/obj and/CC/5/cc them/PRP/3/conj ././2/punct
It/PRP/4/nsubj is/VBZ/4/cop the/DT/4/det lamp/NN/0/root ././4/punct
"""
NOTHING = "Stop/VB/0/root ././1/punct"


def documents() -> list[Prepared]:
    """A manual, a story (with reflexives, a relative clause, coordinations), no anaphor, no scope, no words at all."""
    texts = {"manual": MANUAL, "story": STORY, "nothing": NOTHING, "empty": ""}
    return [prepared(text, name=name) for name, text in texts.items()] + [prepared(STORY, name="narrow", window=0)]


@cache
def resolver(name: str) -> Resolver:
    """A resolver with its defaults; one that cannot do without what it learned has learned from these documents."""
    entry = resolvers.entry(name)
    made: dict[str, Path] = {}
    with TemporaryDirectory() as folder:
        if entry.required:
            assert entry.train
            examples = [Example(document, (-1,) * len(document.mentions)) for document in documents()]
            learned = Path(folder) / "learned.json"
            learned.write_text(json.dumps(entry.train(examples)), "utf8")
            made = dict.fromkeys(entry.required, learned)
        built = entry.build(**made)
    assert isinstance(built, Resolver)
    return built


def pieces(decision: Decision) -> tuple[object, ...]:
    """The parts of a decision, to be compared; votes hold arrays."""
    votes = decision.explanation.votes
    matrix = votes and (votes.indicators, votes.matrix.tolist(), votes.weights.tolist())
    explanation = decision.explanation
    return (
        decision.case,
        decision.antecedent,
        explanation.kind,
        explanation.candidates,
        explanation.rule,
        explanation.scores,
        explanation.chances,
        explanation.steps,
        matrix,
    )


def test_every_resolver_says_what_it_is_and_takes_keyword_options_with_types() -> None:
    """What it learns may have no default, if it can learn; what can be left out is left out by options of its own."""
    for name in NAMES:
        entry = resolvers.entry(name)
        parameters = signature(entry.build).parameters.values()

        assert entry.title, name
        assert entry.random == ("seed" in entry.options), name
        assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters), name
        assert all(parameter.annotation is not parameter.empty for parameter in parameters), name
        assert entry.train or not entry.required, name
        for part in (entry.parts() if entry.parts else {}).values():
            assert part.without.keys() <= entry.options.keys(), name


def test_a_program_without_docstrings_tells_the_same() -> None:
    """`python -OO` strips docstrings and assertions."""
    program = "import json, sys, anaphora; json.dump(anaphora.list_('mars').data, sys.stdout)"
    told = subprocess.run([sys.executable, "-OO", "-c", program], check=True, capture_output=True, text=True).stdout

    assert json.loads(told) == json.loads(json.dumps(list_inventory("mars")))


@pytest.mark.parametrize("name", NAMES)
def test_a_resolver_decides_every_case_in_order_and_remembers_nothing(name: str) -> None:
    forwards, again = {}, {}
    for document in documents():
        before = copy.deepcopy(document)
        forwards[document.document.id] = decisions = resolver(name).resolve(document)

        assert document == before
        assert [decision.case for decision in decisions] == list(range(len(document.cases)))
        for decision, case in zip(decisions, document.cases, strict=True):
            check_decision(decision, case)
    other = resolver.__wrapped__(name)
    for document in reversed(documents()):
        again[document.document.id] = other.resolve(document)

    assert {id: [*map(pieces, made)] for id, made in forwards.items()} == {
        id: [*map(pieces, made)] for id, made in again.items()
    }


def check_decision(decision: Decision, case: Case) -> None:
    """The answer is a candidate, the explanation fits the case, and the answer fits the explanation."""
    explanation = decision.explanation
    assert decision.antecedent is None or decision.antecedent in case.candidates
    assert 0 <= (decision.probability or 0) <= 1
    assert (decision.probability or 0) + (decision.no_antecedent or 0) <= 1 + 1e-6
    assert explanation.kind in KINDS
    assert explanation.rule
    assert set(explanation.candidates) <= set(case.candidates)
    assert decision.antecedent is None or decision.antecedent in explanation.candidates
    assert len(explanation.scores) in (0, len(explanation.candidates))
    assert len(explanation.chances) in (0, len(explanation.candidates))
    if explanation.chances:
        assert sum(explanation.chances) == pytest.approx(1)
    if explanation.kind == "additive" and explanation.candidates:
        assert explanation.votes is not None
        assert explanation.votes.matrix.shape == (len(explanation.candidates), len(explanation.votes.indicators))
        assert explanation.votes.matrix.dtype == np.int8
        assert len(explanation.votes.weights) == len(explanation.votes.indicators)
        assert explanation.scores == pytest.approx(tuple(explanation.votes.scores))
    if explanation.kind == "salience" and explanation.scores:
        assert explanation.votes is not None
        assert explanation.scores == pytest.approx(tuple(explanation.votes.scores))
    if explanation.kind == "additive" and decision.antecedent is not None:
        chosen = explanation.scores[explanation.candidates.index(decision.antecedent)]
        assert chosen == pytest.approx(max(explanation.scores))
