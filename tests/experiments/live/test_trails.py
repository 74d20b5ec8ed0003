"""How decisions came about, in the payload of the page."""

from typing import Any

from anaphora.experiments.live import trails
from anaphora.resolvers import centering_bfp, cogniac, hobbs, mars
from tests.annotated import prepared

ANN_SLEEPS = "Ann/NNP/2/nsubj sleeps/VBZ/0/root ././2/punct"
SHE_SMILES = "She/PRP/2/nsubj smiles/VBZ/0/root ././2/punct"


def with_trails() -> dict[str, Any]:
    """Two pronouns, decided by four resolvers."""
    document = prepared("\n".join((ANN_SLEEPS, SHE_SMILES, SHE_SMILES)))
    resolvers = [hobbs.build(), cogniac.build(), centering_bfp.build(), mars.build()]
    data: dict[str, Any] = {"anaphors": [{"answers": [{} for _ in resolvers]} for _ in document.cases]}
    trails.add(data, [resolver.resolve(document) for resolver in resolvers])
    return data


def test_a_walk_names_nodes_of_a_tree_that_stands_once() -> None:
    """From [NP She] up to S, and to [NP Ann] in the sentence before."""
    data = with_trails()
    walks = [anaphor["answers"][0]["trail"] for anaphor in data["anaphors"]]
    (tree,) = data["trees"]
    words = len(tree["parents"]) - len(tree["labels"])

    assert [walk["tree"] for walk in walks] == [0, 0]
    assert words == 9
    labels = [(tree["labels"][node - words], rule, outcome) for node, rule, outcome in walks[0]["visits"]]
    assert labels == [("S", "", ""), ("NP", "step 4", "is taken")]


def test_rules_are_told_with_their_objections() -> None:
    trail = with_trails()["anaphors"][0]["answers"][1]["trail"]

    assert trail == {"rules": cogniac.HIGH_PRECISION, "objections": ()}  # Ann is unique in the discourse


def test_utterances_of_centering_stand_once() -> None:
    data = with_trails()

    assert [anaphor["answers"][2]["trail"] for anaphor in data["anaphors"]] == [
        {"discourse": 0, "place": 1},
        {"discourse": 0, "place": 2},
    ]
    assert [utterance["transition"] for utterance in data["discourses"][0]] == ["", "continue", "continue"]


def test_a_resolver_that_votes_has_no_trail() -> None:
    assert with_trails()["anaphors"][0]["answers"][3] == {}
