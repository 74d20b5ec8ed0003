"""The decisions that a page makes anew are those of the workbench, ties included."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.live.saved import asset
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED
from anaphora.experiments.show.report import anaphors
from anaphora.workbench.ablation.vote_matrix import VoteMatrix, document_votes, vote_matrix
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.results.comparison import Comparison
from tests.experiments.show.report import scripts
from tests.experiments.show.report.scripts import needs_node

pytestmark = needs_node


def evaluate(expression: str, data: Any, more: Any = None) -> Any:
    """The value of an expression after the script that decides."""
    return scripts.evaluate(expression, data, more, asset("decide.js"))


RESOLVERS = ("mitkov", "mars")
PICKS = "more.map((weights) => data.anaphors.map((_, index) => decide(data, index, {number}, weights).pick))"


@dataclass(frozen=True, slots=True)
class Bundled:
    """Some texts of the bundled corpus with their gold trees, so that no pipeline is needed."""

    comparison: Comparison
    data: dict[str, Any]

    def matrix(self, name: str) -> VoteMatrix:
        cast = [document_votes(each.prepared, each.decisions[name], each.right) for each in self.comparison.evidence]
        return vote_matrix(cast, [len(document.anaphors) for document in self.comparison.documents])

    def pools(self, name: str) -> list[tuple[int, list[int]]]:
        """The anaphors that have candidates for this resolver, by number, with these."""
        place = RESOLVERS.index(name)
        all_of = enumerate(self.data["anaphors"])
        pools = ((index, row["answers"][place].get("pool", row["candidates"])) for index, row in all_of)
        return [(index, pool) for index, pool in pools if pool]


@pytest.fixture(scope="module")
def bundled() -> Bundled:
    files = [BUNDLED / "printer.conllu"]
    comparison = run_comparison(files, configure(RESOLVERS, perfect=("annotation",)), keep=True)
    return Bundled(comparison, anaphors.payload(comparison.evidence, comparison.resolvers, comparison.documents))


def weightings(count: int, indicators: int) -> Numbers:
    """Whole numbers, which tie often, then quarters, then 64ths; the first switches everything off."""
    random = np.random.default_rng(1998)
    drawn = np.concatenate(
        [
            random.integers(-1, 3, (count // 2, indicators)),
            random.integers(-8, 17, (count // 4, indicators)) / 4,
            random.integers(-128, 257, (count - count // 2 - count // 4, indicators)) / 64,
        ]
    )
    drawn[0] = 0
    return drawn


@pytest.mark.parametrize("name", RESOLVERS)
def test_the_page_decides_as_the_workbench_under_many_weightings(bundled: Bundled, name: str) -> None:
    cast, pools = bundled.matrix(name), bundled.pools(name)
    drawn = weightings(48, len(cast.indicators))

    picks = evaluate(PICKS.format(number=RESOLVERS.index(name)), bundled.data, drawn.tolist())

    assert len(pools) == len(cast.starts) > 30
    for weights, row in zip(drawn, picks, strict=True):
        winners = cast.winners(weights) - cast.starts
        expected = [pool[winner] for (_, pool), winner in zip(pools, winners.tolist(), strict=True)]
        assert [row[index] for index, _ in pools] == expected


def test_without_other_weights_the_page_shows_what_was_decided(bundled: Bundled) -> None:
    stored, anew = evaluate(
        "[null, 1].map((own) => data.resolvers.map((resolver, number) => data.anaphors.map((_, index) => {"
        "const made = decide(data, index, number, own && resolver.weights);"
        "return made.pick === null ? null : [made.pick, made.rule]; })))",
        bundled.data,
    )

    assert anew == stored
    rows = evaluate(
        "data.anaphors.map((anaphor) => votesOf(data.resolvers[1], anaphor.answers[1]) ?? [])", bundled.data
    )
    assert np.array_equal(np.array([row for votes in rows for row in votes]), bundled.matrix("mars").votes)


def test_the_effect_of_weights_is_the_difference_of_the_success_counts(bundled: Bundled) -> None:
    cast = bundled.matrix("mars")
    drawn = weightings(8, len(cast.indicators))

    found = evaluate("more.map((weights) => effect(data, 1, weights))", bundled.data, drawn.tolist())

    assert [effect["of"] for effect in found] == [cast.anaphors] * 8
    assert [effect["before"] for effect in found] == [bundled.comparison.losses("mars")["right"]] * 8
    assert [effect["after"] for effect in found] == cast.totals(drawn).tolist()
    assert all(effect["after"] - effect["before"] == len(effect["fixed"]) - len(effect["broken"]) for effect in found)


def test_between_breakpoints_the_winner_stays(bundled: Bundled) -> None:
    disagreeing = evaluate(
        """
        data.anaphors.slice(0, 12).flatMap((_, index) => {
          const { held } = decide(data, index, 0);
          if (!held) return [];
          return held.whole.flatMap((_, k) => {
            const points = breakpoints(held, k, -2, 4);
            const own = data.resolvers[0].weights;
            return Array.from({ length: 97 }, (_, step) => step / 16 - 2).filter((weight) => {
              const weights = own.map((value, place) => (place === k ? weight : value));
              const { row } = decide(data, index, 0, weights);
              const on = points.find((point) => point.at === weight);
              const next = points.find((point) => point.at > weight);
              const last = points.findLast((point) => point.at < weight);
              const said = on ? on.on : next ? next.before : last ? last.after : decide(data, index, 0).row;
              return said !== row;
            });
          });
        })
        """,
        bundled.data,
    )

    assert disagreeing == []


DOCUMENT = {
    "id": "printer",
    "genre": "manual",
    "tokens": ["The ", "head ", "leaves ", "the ", "cover", ". ", "It ", "prints", "."],
    "sentences": [0, 6],
    "mentions": [0, 2, 3, 5, 6, 7],
    "chains": None,
}


def payload(votes: str, **more: Any) -> dict[str, Any]:
    """Two candidates, "The head" and then "the cover", and three indicators; `more` changes the resolver.

    `votes` has a digit for each indicator of the first candidate, then of the second: 0 to 3 for votes from -1 to 2.
    """
    marks = [int(digit) - 1 for digit in votes]
    rows = [marks[start : start + 3] for start in range(0, len(marks), 3)]
    resolver = {
        "name": "voter", "kind": "additive", "indicators": ["first_phrase", "near", "term"], "weights": [1, 1, 1],
        "ties": [], "rows": rows, "width": 1,
    }  # fmt: skip
    answer = {"pick": 0, "rule": 0, "votes": "01"[: len(rows)]}
    anaphor = {"document": 0, "span": [6, 7], "candidates": [0, 1], "removed": [], "loss": "", "answers": [answer]}
    return {
        "resolvers": [resolver | more],
        "rules": ["highest total"],
        "reasons": ["number"],
        "documents": [DOCUMENT],
        "anaphors": [anaphor],
    }


def test_two_characters_number_more_rows_than_there_are_characters() -> None:
    given = payload("222222", rows=[[number] * 3 for number in range(90)], width=2)
    given["anaphors"][0]["answers"][0]["votes"] = "1002"

    votes = evaluate("votesOf(data.resolvers[0], data.anaphors[0].answers[0])", given)

    assert votes == [[87, 87, 87], [2, 2, 2]]


def test_equal_totals_go_to_the_tie_breaking_indicators_and_then_to_the_most_recent() -> None:
    """At last a weight below zero turns a tie-break round.

    The totals are -1 + 2 + 0 and -2 + 1 + 2; the weighted votes of the first indicator are -1 and -2.
    """
    scenes = [
        (payload("311211"), [1, 1, 1]),
        (payload("211211"), [1, 1, 1]),
        (payload("211121", ties=[0]), [1, 1, 1]),
        (payload("231323", ties=[0]), [-1, 1, 1]),
    ]
    *usual, turned = evaluate("data.map(([scene, weights]) => decide(scene, 0, 0, weights))", scenes)

    assert [(made["row"], made["rule"]) for made in usual] == [
        (0, "highest total"), (1, "tie: most recent"), (0, "tie: first phrase"),
    ]  # fmt: skip
    assert (turned["totals"], turned["row"]) == ([1, 1], 0)


OVER = "voter chose “The head” (1) over “the cover” (0). First phrase +3 outweighed near −2."
WRONG = (
    "voter chose “The head” (3) over the key antecedent “the cover” (0). First phrase +2 and near +1 supported it, and "
    "nothing counted against it. Switching off first phrase and near together would give the right answer."
)
RIGHT = (
    "voter chose “The head” (2), which is right, over the best wrong candidate “the cover” (0). First phrase +2 "
    "supported it, and nothing counted against it. Switching off first phrase alone would make it wrong."
)


def test_a_sentence_says_who_was_chosen_over_whom_and_why() -> None:
    scenes = [(payload("301021"), None), (payload("321111"), [1]), (payload("311111"), [0])]
    sentences = evaluate("data.map(([scene, right]) => sentence(scene, 0, 0, null, right ?? undefined))", scenes)

    assert sentences == [OVER, WRONG, RIGHT]
