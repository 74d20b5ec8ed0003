"""Figures of short and long chains, of near and far ones, and of windows, worked by hand.

Twenty words. Key: L has the words 0 to 5, S 6 and 7, C 8. Response: 0 to 3, 4 to 7, and 8.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora import score as score_in_python
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.run.configuration import Configuration, configure
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.results.table import plain
from tests.experiments.conftest import Run

KEY, RESPONSE = ((range(6), range(6, 8), range(8, 9)), (range(4), range(4, 8), range(8, 9)))


def jsonl(path: Path, chains: tuple[range, ...], copies: int = 1) -> Path:
    clusters = [[[word, word] for word in chain] for chain in chains]
    lines = ({"doc_key": f"d{number}", "tokens": ["w"] * 20, "clusters": clusters} for number in range(copies))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return jsonl(tmp_path / "key.jsonl", KEY)


@pytest.fixture
def response(tmp_path: Path) -> Path:
    return jsonl(tmp_path / "mine.jsonl", RESPONSE)


def by(key: Path, response: Path, settings: Configuration) -> dict[str, Any]:
    [parts] = plain(score_files(key, {"mine": response}, settings).as_json())["by"].values()
    return dict(parts)


def parts(key: Path, response: Path, asked: str, *measures: str) -> dict[str, Any]:
    of_parts = by(key, response, configure(measures=measures, by=(asked,), resamples=0))
    return {part: of_systems["mine"] for part, of_systems in of_parts.items()}


def recall_precision(part: dict[str, Any], measure: str) -> tuple[Any, Any]:
    return part["measures"][measure]["recall"], part["measures"][measure]["precision"]


def test_recall_is_of_the_keys_long_chains_and_precision_of_the_responses(key: Path, response: Path) -> None:
    """B-CUBED. L is in two response chains: (4 * 4 + 2 * 2) / 6 of 6 mentions, and no response chain is as long.

    Of two to five mentions are S, which is in one, and both long response chains: 4 of 4, and (2 * 2 + 2 * 2) / 4 of 4.
    """
    found = parts(key, response, "chain-length", "b_cubed", "muc")

    assert recall_precision(found["6-20"], "b_cubed") == (pytest.approx(5 / 9), None)
    assert recall_precision(found["2-5"], "b_cubed") == (1, 0.75)
    assert recall_precision(found["1"], "b_cubed") == (1, 1)
    assert recall_precision(found["101+"], "b_cubed") == (None, None)
    assert recall_precision(found["6-20"], "muc") == (0.8, None)  # four of five links
    assert [found["2-5"][name] for name in ("key_chains", "key_mentions", "response_chains")] == [1, 2, 2]


def test_ranges_are_shares_of_the_document_and_each_window_is_a_document(key: Path, response: Path) -> None:
    """Between starts: S 1 of 20 words, L 5, both long response chains 3; C has none.

    MUC in windows of four words: L is cut into 4 and 2 mentions and misses no link; 4 to 7 has one too many.
    """
    ranges, windows = parts(key, response, "range", "b_cubed"), parts(key, response, "window=4", "muc", "blanc")

    assert recall_precision(ranges["0-10%"], "b_cubed") == (1, None)
    assert recall_precision(ranges["10-50%"], "b_cubed") == (pytest.approx(5 / 9), 0.75)
    assert sum(part["key_chains"] for part in ranges.values()) == 2
    assert recall_precision(windows["whole"], "muc") == (pytest.approx(5 / 6), pytest.approx(5 / 6))
    assert recall_precision(windows["windows of 4"], "muc") == (1, pytest.approx(5 / 6))
    assert [windows["windows of 4"][name] for name in ("key_chains", "response_chains")] == [4, 3]


def test_mentions_that_begin_in_different_windows_are_no_pair(tmp_path: Path) -> None:
    """In the second window is word 4; the key's mention of 3 and 4, whose head it is, begins in the first."""
    header = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
    for name, brackets in (("key", "_ _ _ (e1--2 e1)"), ("mine", "_ _ _ _ (e1--1)")):
        rows = (
            f"{number}\tw\t_\tX\t_\t_\t{number - 1}\tdep\t_\t{'_' if entity == '_' else f'Entity={entity}'}"
            for number, entity in enumerate(brackets.split(), start=1)
        )
        (tmp_path / f"{name}.conllu").write_text(header + "\n".join(rows) + "\n\n", encoding="utf-8")

    settings = configure(measures=("b_cubed",), match="head", by=("window=4",), resamples=0)
    found = by(tmp_path / "key.conllu", tmp_path / "mine.conllu", settings)

    assert recall_precision(found["whole"]["mine"], "b_cubed") == (1, 1)
    assert recall_precision(found["windows of 4"]["mine"], "b_cubed") == (0, 0)


def test_parts_add_up_to_the_whole(key: Path, response: Path) -> None:
    measures = ("muc", "b_cubed", "lea", "mentions")
    scores = score_files(key, {"mine": response}, configure(measures=measures, by=("chain-length",), resamples=0))
    for place, measure in enumerate(scores.measures):
        names = (measure.name, *(of_part[place].name for of_part in scores.parts["chain-length"].values()))
        whole, *parts = (measure.fractions(scores.counts["mine"][name].sum(axis=0)) for name in names)
        for side in ("recall", "precision"):
            assert whole[side] == pytest.approx([sum(part[side][at] for part in parts) for at in (0, 1)]), names


def test_single_mentions_have_no_conll(key: Path) -> None:
    """MUC has no links there, and would be 0 in the mean."""
    conll = {name: part["measures"]["conll"]["f1"] for name, part in parts(key, key, "chain-length", "conll").items()}

    assert (conll["1"], conll["6-20"]) == (None, 1)


def test_a_table_shows_the_parts_that_have_chains_also_in_memory(anaphora: Run, key: Path, response: Path) -> None:
    printed = anaphora("score", key, response, "--by", "chain-length,window=4", "--measures", "b_cubed").out
    sides = ([{*chain} for chain in chains] for chains in (KEY, RESPONSE))
    result: Any = score_in_python(*sides, by=["chain-length"], measures=["b_cubed"]).as_json()

    assert [name in printed for name in ("6–20", "windows of 4", "101+")] == [True, True, False]
    assert result["by"]["chain-length"]["2-5"]["response"]["measures"]["b_cubed"]["recall"] == 1


def test_parts_have_intervals(tmp_path: Path) -> None:
    """All documents are alike."""
    key, response = (jsonl(tmp_path / f"{len(side)}.jsonl", side, 5) for side in (KEY, (*RESPONSE, range(9, 10))))

    parts = by(key, response, configure(measures=("b_cubed",), by=("chain-length",), resamples=10))

    assert parts["2-5"]["mine"]["measures"]["b_cubed"]["intervals"]["precision"] == [0.75, 0.75]


def test_unknown_parts_are_refused(key: Path) -> None:
    asked = {"size": UnknownNameError, "window=0": OptionError, "range=3": OptionError}
    for part, error in asked.items():
        with pytest.raises(error):
            score_files(key, {"mine": key}, configure(by=(part,)))
