"""The contract of every chain resolver, whoever wrote it."""

import copy
from functools import cache
from inspect import signature

import pytest

from anaphora.resolvers import chains
from anaphora.workbench.adapters import ChainAsPronounResolver
from anaphora.workbench.decision import ChainResolver
from anaphora.workbench.document import Prepared
from tests.annotated import prepared
from tests.contracts.test_resolvers import documents as stories

NAMES = [name for name in chains.names() if name not in ("recorded", "spacy_pipeline")]
"""All but those that need a file."""
NESTED = """
The/DT/2/det owner/NN/10/nsubj of/IN/6/case the/DT/6/det old/JJ/6/amod firm/NN/2/nmod ,/,/8/punct Ann/NNP/2/appos ,/,/8/punct sold/VBD/0/root it/PRP/10/obj ././10/punct
Ann/NNP/4/nsubj is/VBZ/4/cop its/PRP$/4/nmod:poss founder/NN/0/root ././4/punct
"""  # noqa: E501


def documents() -> list[Prepared]:
    """Those of the pronoun resolvers, and one with nested mentions, an apposition and a predicate."""
    return [*stories(), prepared(NESTED, name="nested")]


@cache
def resolver(name: str) -> ChainResolver:
    built = chains.entry(name).build()
    assert isinstance(built, ChainResolver)
    return built


def test_every_chain_resolver_takes_keyword_options_with_types_and_defaults() -> None:
    for name in NAMES:
        parameters = signature(chains.entry(name).build).parameters.values()

        assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters), name
        assert all(parameter.annotation is not parameter.empty for parameter in parameters), name
        assert all(parameter.default is not parameter.empty for parameter in parameters), name
        assert "antecedent" not in {parameter.name for parameter in parameters}, f"{name}: the projection's own option"


@pytest.mark.parametrize("name", NAMES)
def test_every_mention_is_in_one_chain_at_most_in_text_order_whatever_came_before(name: str) -> None:
    """Members are plain numbers, which a file can hold."""
    forwards = []
    for document in documents():
        before = copy.deepcopy(document)
        chains = resolver(name).chains(document)
        members = [mention for chain in chains for mention in chain]
        forwards.append(chains)

        assert document == before
        assert {type(member) for member in members} <= {int}
        assert len(set(members)) == len(members)
        assert set(members) <= set(range(len(document.mentions)))
        assert all(chain and list(chain) == sorted(chain) for chain in chains)
        assert list(chains) == sorted(chains)
    assert any(forwards)
    assert forwards == [resolver.__wrapped__(name).chains(document) for document in reversed(documents())][::-1]


@pytest.mark.parametrize("name", NAMES)
def test_its_projection_answers_every_case_in_order_with_a_candidate(name: str) -> None:
    for document in documents():
        decisions = ChainAsPronounResolver(resolver(name)).resolve(document)

        assert [decision.case for decision in decisions] == list(range(len(document.cases)))
        for decision, case in zip(decisions, document.cases, strict=True):
            assert decision.antecedent is None or decision.antecedent in case.candidates
