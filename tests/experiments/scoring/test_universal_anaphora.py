"""Split antecedents, bridging, non-referring expressions and discourse deixis from files to figures."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import anaphora
from anaphora.corpora import Pair, conllua, corefud, in_text_order, inexpressible
from anaphora.experiments.scoring.score import score
from anaphora.experiments.setup.configuration import configure
from anaphora.workbench.document import Span
from anaphora.workbench.key import Bridge, Clusters, overt
from anaphora.workbench.results.table import printed, to_json
from tests.beyond_identity import ANN, BOB, DOOR, HOUSE, KEY, TEXT, THAT, WORDS
from tests.conftest import required
from tests.corpora.samples import document_of
from tests.refused import raises
from tests.workbench.coreference.slow_universal_scorer import MEASURES, Chain, slow_counts
from tests.workbench.measures.test_bridging import MEASURES as BRIDGING
from tests.workbench.measures.test_bridging import slow_counts as slow_bridging


def written(path: Path, *pairs: Pair) -> Path:
    path.write_text("".join(conllua.write(pairs)), encoding="utf-8")
    return path


def measures(key: Path, response: Path, **settings: Any) -> dict[str, dict[str, float | None]]:
    found: Any = to_json(score(key, {"r": response}, configure(resamples=0, **settings)).tables())
    values: dict[str, dict[str, float | None]] = found["systems"]["r"]["measures"]
    return values


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return written(tmp_path / "key.txt", (document_of(*WORDS), KEY))


@pytest.mark.parametrize("preset", ["codi2021", "codi2022"])
def test_the_key_against_itself_is_1_in_all_that_the_task_scores(key: Path, preset: str) -> None:
    found = measures(key, key, preset=preset)

    assert {name: values["f1"] for name, values in found.items()} == dict.fromkeys(found, 1)
    assert {"conll", "bridging_entities", "conll(layer=deixis)"} <= found.keys()


def test_a_response_loses_what_it_lacks(key: Path, tmp_path: Path) -> None:
    """Without the set: of 7 members (6 mentions and the set) B-CUBED finds 2 + 1 + 1/2 + 1 + 1.

    They is alone with the set, so that it has one of two. The door is bridged to Bob, no *it* is marked, and the
    deictic chain has lost the clause, so that its one link is missing.
    """
    lesser = replace(KEY, split={}, bridges=(Bridge(DOOR, BOB),), non_referring={}, deixis=Clusters("d", ((THAT,),)))
    response = written(tmp_path / "response.txt", (document_of(*WORDS), lesser))

    found = measures(
        key, response, preset="codi2022", measures=("b_cubed", *BRIDGING, "non_referring", "muc(layer=deixis)")
    )

    assert found["b_cubed"]["recall"] == pytest.approx(5.5 / 7)
    assert found["b_cubed"]["precision"] == 1
    assert [found[name]["f1"] for name in BRIDGING] == [1, 0, 0]
    assert found["non_referring"]["recall"] == 0
    assert found["muc(layer=deixis)"]["recall"] == 0


def test_words_divided_differently_leave_every_layer_at_its_place(key: Path, tmp_path: Path) -> None:
    """The response has the first two words joined, which belong to no mention but the first."""
    document, chains = document_of(*TEXT.replace("rained", "rain ed").split(" ")), KEY
    response = written(tmp_path / "response.txt", (document, chains))

    found = measures(
        key, response, preset="codi2022", measures=(*BRIDGING, "non_referring", "muc", "muc(layer=deixis)")
    )

    assert {name: values["f1"] for name, values in found.items()} == dict.fromkeys(found, 1)


def test_split_antecedents_are_ignored_unless_asked_for_and_ask_for_singletons(key: Path, tmp_path: Path) -> None:
    """Keys without them score the same in any case."""
    response = written(tmp_path / "r.txt", (document_of(*WORDS), replace(KEY, split={})))
    plain = written(tmp_path / "a.txt", (document_of(*WORDS), Clusters("d", KEY.chains)))
    other = written(tmp_path / "b.txt", (document_of(*WORDS), Clusters("d", ((ANN, BOB), (DOOR, HOUSE)))))

    assert measures(key, response, measures=("muc",))["muc"]["f1"] == 1
    assert measures(key, response, measures=("muc",), split_antecedents="count")["muc"]["recall"] == 0.5
    assert measures(plain, other, split_antecedents="count") == measures(plain, other)
    with raises("split-without-singletons"):
        configure(split_antecedents="count", singletons="drop")


# ---- GUM


def noisy(pair: Pair, chance: random.Random) -> Pair:
    """Mentions go or change chains; sets of entities and bridging are others, more than the corpus has."""
    document, key = pair
    chains: list[list[Span]] = [[] for _ in key.chains]
    for number, spans in enumerate(key.chains):
        for span in spans:
            roll = chance.random()
            if roll > 0.1:
                chains[chance.randrange(len(chains)) if roll < 0.25 else number].append(span)
    kept = in_text_order(chains)
    split = {
        chance.choice(kept[number]): tuple(sorted(chance.sample(range(len(kept)), 2)))
        for number in chance.sample(range(len(kept)), min(len(kept), 8))
        if len(kept) > 2
    }
    mentions = sorted(span for chain in kept for span in chain)
    bridges = {chance.choice(mentions): chance.choice(mentions) for _ in range(5)}
    links = tuple(Bridge(*link) for link in sorted(bridges.items()))
    return document, Clusters(key.document_id, kept, split=split, bridges=links)


def as_chains(key: Clusters) -> list[Chain]:
    chain_of = {span: number for number, chain in enumerate(key.chains) for span in chain}
    sets: dict[int, set[int]] = {}
    for span, antecedents in key.split.items():
        sets.setdefault(chain_of[span], set()).update(antecedents)
    return [Chain(chain, tuple(sorted(sets.get(number, ())))) for number, chain in enumerate(key.chains)]


def summed(rows: Sequence[Sequence[float]]) -> dict[str, float]:
    recall, of, precision, all_of = (sum(column) for column in zip(*rows, strict=True))
    return {"recall": recall / of, "precision": precision / all_of}


def gum(data: Path, documents: int | None) -> Iterator[Pair]:
    """The shortest of GUM dev, with one antecedent for each bridging anaphor, as the slow scorer counts it.

    Of equal spans the first counts.
    """
    files = sorted(required(data / "gum" / "dev" / "corefud").glob("*.conllu"), key=lambda file: file.stat().st_size)
    for file in files[:documents]:
        [pair] = corefud.read(file)
        document, key = overt(*pair)
        seen: dict[Span, int] = {}
        for number, chain in enumerate(key.chains):
            for span in chain:
                seen.setdefault(span, number)
        chains = [tuple(span for span in chain if seen[span] == number) for number, chain in enumerate(key.chains)]
        bridges = tuple({bridge.anaphor: bridge for bridge in key.bridges}.values())
        if all(chains):
            yield document, replace(key, chains=tuple(chains), bridges=bridges, attributes={}, ids=())


@pytest.mark.parametrize(("documents", "copies"), [(2, 1), pytest.param(None, 2, marks=pytest.mark.slow)])
def test_noisy_copies_of_gum_score_as_in_the_slow_scorer(
    data: Path, tmp_path: Path, documents: int | None, copies: int
) -> None:
    """And GUM against itself is 1."""
    key, response, chosen = tmp_path / "key.conllu", tmp_path / "response.conllu", (*MEASURES, *BRIDGING)
    pairs = list(gum(data, documents))
    key.write_text("".join(corefud.write(pairs)), encoding="utf-8")
    itself = measures(key, key, split_antecedents="count", measures=(*chosen, "conll"))
    assert {name: values["f1"] for name, values in itself.items()} == pytest.approx(dict.fromkeys(itself, 1))

    for seed in range(copies):
        chance = random.Random(seed)
        noise = [noisy(pair, chance) for pair in pairs]
        odd = [any(inexpressible(corefud.FORMAT, *pair)) for pair in noise]
        copied = [pair if is_odd else other for is_odd, pair, other in zip(odd, pairs, noise, strict=True)]
        response.write_text("".join(corefud.write(copied)), encoding="utf-8")
        found = measures(key, response, split_antecedents="count", measures=chosen)

        both = list(zip(corefud.read(key), corefud.read(response), strict=True))
        assert not all(odd)
        for measure in MEASURES:
            slow = summed([slow_counts(measure, as_chains(mine), as_chains(theirs)) for (_, mine), (_, theirs) in both])
            assert {part: found[measure][part] for part in slow} == pytest.approx(slow, abs=1e-12), measure
        for number, measure in enumerate(BRIDGING):
            slow = summed([slow_bridging(mine, theirs)[number] for (_, mine), (_, theirs) in both])
            assert {part: found[measure][part] for part in slow} == pytest.approx(slow, abs=1e-12), measure


# ---- errors


@pytest.mark.parametrize("settings", [{}, {"preset": "codi2022"}])
def test_errors_judge_reference_beyond_identity_whatever_counts_in_chains(
    key: Path, tmp_path: Path, settings: dict[str, Any]
) -> None:
    """The response says that it is Bob's door; all else is the key's. Sets are judged though singletons are dropped."""
    lesser = replace(KEY, bridges=(Bridge(DOOR, BOB),))
    response = written(tmp_path / "response.txt", (document_of(*WORDS), lesser))

    found: Any = to_json(anaphora.errors(key, {"r": response}, **settings).tables())["beyond_identity"]["r"]

    nothing = {"right": 0, "wrong": 0, "missed": 0, "spurious": 0}
    right, wrong = nothing | {"right": 1}, nothing | {"wrong": 1}
    assert {name: found[name] for name in ("split_antecedent", "bridging", "non_referring", "deixis")} == {
        "split_antecedent": right, "bridging": wrong, "non_referring": right, "deixis": right,
    }  # fmt: skip
    assert [each["expression"]["text"] for each in found["judged"] if each["verdict"] == "wrong"] == ["The door"]


def test_errors_print_nothing_beyond_identity_for_systems_that_do_not_look_for_it(key: Path, tmp_path: Path) -> None:
    plain = written(tmp_path / "plain.txt", (document_of(*WORDS), Clusters("d", KEY.chains)))
    tables = anaphora.errors(key, {"r": plain}).tables()

    assert "Beyond identity" not in [table.title for table in printed(tables)]
    assert to_json(tables)["beyond_identity"]["r"]["bridging"]["missed"] == 1
