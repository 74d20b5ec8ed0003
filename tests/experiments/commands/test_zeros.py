"""Zeros in key and response: sentences worked by hand."""

import re
from pathlib import Path
from typing import Any

import pytest

from anaphora.corpora import check, corefud
from anaphora.experiments.commands.agree.annotators import annotators_agreement
from anaphora.experiments.commands.convert.convert import convert
from anaphora.experiments.commands.score.chain_errors import classify_errors
from anaphora.experiments.commands.score.counting import score_files
from anaphora.experiments.commands.score.memory import score_chains
from anaphora.experiments.run.configuration import configure
from anaphora.workbench.errors import OptionError
from anaphora.workbench.results import agreement_tables
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import plain
from tests.conftest import required
from tests.experiments.conftest import Run

HEADER = "# newdoc id = d\n# global.Entity = eid-etype-head-other\n"


def conllu(path: Path, *rows: str) -> Path:
    """A document of one sentence; each row is an id, the entity brackets and what governs the node (`2:nsubj`).

    `-` stands for no bracket.
    """
    lines = []
    for row in rows:
        id, brackets, *relations = row.split()
        misc = "_" if brackets == "-" else f"Entity={brackets}"
        columns = ("X", "_", "0" if id == "1" else "1", "dep") if id.isdecimal() else ("PRON", "_", "_", "_")
        lines.append("\t".join((id, "w", "_", columns[0], "_", *columns[1:], "|".join(relations) or "_", misc)))
    path.write_text(HEADER + "\n".join(lines) + "\n\n", encoding="utf-8")
    return path


ANN, SAYS, IT = "1 (e1--1)", "2 -", "3 -"
"""Ann said (she) laughed: she, e1, is governed by laughed, word 3."""


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return conllu(tmp_path / "key.conllu", ANN, SAYS, "2.1 (e1--1) 3:nsubj", IT)


def scored(key: Path, response: Path, *measures: str, **settings: Any) -> Scores:
    return score_files(key, {"r": response}, configure(measures=measures, resamples=0, **settings))


def recall(key: Path, response: Path, measure: str = "mentions", **settings: Any) -> float:
    found = plain(scored(key, response, measure, **settings).as_json())["systems"]["r"]["measures"][measure]["recall"]
    return float(found or 0)


def test_a_response_without_the_zeros_finds_less_and_is_told(key: Path, tmp_path: Path) -> None:
    """Of two mentions and one link nothing but Ann is left."""
    response = conllu(tmp_path / "r.conllu", ANN, SAYS, IT)
    expected = {"mentions": 0.5, "muc": 0, "b_cubed": 0.25, "zero": 0}
    result = scored(key, response, "muc")

    assert {measure: recall(key, response, measure) for measure in expected} == expected
    assert {measure: recall(key, key, measure) for measure in expected} == dict.fromkeys(expected, 1)
    assert plain(result.as_json())["zeros"] == {"key": 1, "systems": {"r": 0}, "aligned": "dependent"}
    assert len(result.warnings) == 2  # that only the response has singletons, too
    assert plain(scored(key, response, "muc", zeros="ignore").as_json()).get("zeros") is None


def test_zeros_are_aligned_by_governor_then_by_position(key: Path, tmp_path: Path) -> None:
    """Recall of mentions: what has no pair is aligned by position."""
    expected = {
        "0.1 (e1--1) 3:nsubj": (1, 0.5),  # another place, the same governor and relation
        "0.1 (e1--1) 3:obj": (1, 0.5),  # the same governor
        "0.1 (e1--1) 1:nsubj": (0.5, 0.5),  # another governor
        "2.1 (e1--1) 1:obj": (1, 1),
        "2.2 (e1--1) 1:obj": (0.5, 0.5),
        "2.2 (e1--1)": (0.5, 0.5),
    }
    values = {}
    for zero in expected:
        response = conllu(tmp_path / "r.conllu", *sorted((ANN, SAYS, zero, IT), key=lambda row: float(row.split()[0])))
        values[zero] = recall(key, response), recall(key, response, zeros="position")
        assert recall(key, response, zeros="ignore") == 1

    assert values == expected


def test_governor_and_relation_go_before_governors_alone(tmp_path: Path) -> None:
    """As in the scorer's case TC-ZG-3: 10 * 1/2 + 1 * 1/2 for e1, 0 + 1 * 1 for the other, which has all governors."""
    key = conllu(tmp_path / "key.conllu", ANN, SAYS, "2.1 (e1--1) 1:a 2:b 3:c", IT)
    response = conllu(tmp_path / "r.conllu", ANN, SAYS, "2.1 (e2--1) 1:x 2:y 3:z", "2.2 (e1--1) 1:a", IT)

    assert recall(key, response, "muc") == 1
    assert recall(key, response, "muc", zeros="position") == 0


def test_a_zero_does_not_stand_for_one_of_another_sentence(tmp_path: Path) -> None:
    """Both are the subject of the root of their sentence, which is no common governor."""
    with_zero, without = ("0.1 (e1--1) 0:root", "1 -"), ("1 -",)
    both = []
    for name, sentences in (("key", (with_zero, without)), ("r", (without, with_zero))):
        texts = (conllu(tmp_path / name, *rows).read_text().removeprefix(HEADER) for rows in sentences)
        path = tmp_path / f"{name}.conllu"
        path.write_text(HEADER + "".join(texts))
        both.append(path)
    key, response = both

    assert (recall(key, key), recall(key, response)) == (1, 0)


def test_a_mention_is_equal_only_with_its_empty_nodes(tmp_path: Path) -> None:
    """The head of e1 is word 1. Its empty node is one of three words of the key, of which two are found."""
    zero = "2.1 (e2--1) 2:nsubj"
    key = conllu(tmp_path / "key.conllu", "1 (e1--1", "1.1 e1) 1:dep", "2 -", zero)
    response = conllu(tmp_path / "r.conllu", "1 (e1--1)", "2 -", zero)

    assert [recall(key, response, match=match) for match in ("strict", "partial", "head")] == [0.5, 1, 1]
    assert recall(key, response, "mention_overlap") == pytest.approx(2 / 3)


def test_empty_nodes_inside_mentions_do_not_count_without_zeros(tmp_path: Path) -> None:
    """As in English treebanks, where no system's response has them. Two zeros in one place are two."""
    key = conllu(tmp_path / "key.conllu", "1 (e1--1", "1.1 e1) 1:dep", "2 -")
    response = conllu(tmp_path / "r.conllu", "1 (e1--1)", "2 -")
    two = conllu(tmp_path / "two.conllu", ANN, "1.1 (e1--1) 2:nsubj", "1.2 (e2--1) 2:obj", "2 (e2--1)")

    assert recall(key, response) == recall(key, response, "mention_overlap") == 1
    assert recall(two, two) == recall(two, two, "muc") == 1


def test_zero_asks_for_an_earlier_mention_of_the_chain(tmp_path: Path) -> None:
    """The key has two zero anaphors (2.1, 3.1); of the first the response has the antecedent, of the second another."""
    rows = ("1 (e1--1)", "2 (e2--1)", "2.1 (e1--1) 2:nsubj", "3 -", "3.1 ({}--1) 3:nsubj")
    key = conllu(tmp_path / "key.conllu", *(row.format("e1") for row in rows))
    response = conllu(tmp_path / "r.conllu", *(row.format("e2") for row in rows))

    assert recall(key, response, "zero") == 0.5


def test_chains_in_memory_refuse_zeros_without_their_document(key: Path) -> None:
    [(_, chains)] = corefud.read(key)

    with pytest.raises(OptionError):
        score_chains(chains, {"r": chains})


def test_errors_and_agreement_show_zeros_at_their_place(key: Path, tmp_path: Path) -> None:
    response = conllu(tmp_path / "r.conllu", ANN, SAYS, IT)

    [error] = classify_errors(key, {"r": response}, configure(singletons="keep")).systems["r"].errors
    agreement: Any = plain(
        agreement_tables.as_json(annotators_agreement({"a": key, "b": response}, configure(resamples=0)))
    )

    assert (error.type, [(it.text, it.start, it.end) for it in error.part]) == ("missing_mention", [("∅", 2, 2)])
    assert agreement["zeros"] == [1, 0]
    [row] = [row for row in agreement["disagreements"] if row["what"] == "only_first"]
    assert row["first"] == [{"text": "∅", "start": 2, "end": 2}]


def test_check_names_zeros_and_convert_keeps_them_or_says_that_they_are_lost(key: Path, tmp_path: Path) -> None:
    twice = conllu(tmp_path / "twice.conllu", ANN, SAYS, "2.1 (e1--1)(e2--1) 3:nsubj", IT)
    kept, lost = (
        convert(key, tmp_path / "kept.conllu"),
        convert(key, tmp_path / "lost.conll", to="conll2012"),
    )

    assert [(finding.severity, finding.line) for finding in check(twice)] == [("error", 4), ("note", None)]
    assert (kept.mentions, kept.lost["zeros"], kept.lost["empty_nodes"]) == (2, 0, 0)
    assert (lost.mentions, lost.lost["zeros"]) == (1, 1)


def test_words_divided_differently_leave_zeros_at_their_place(tmp_path: Path) -> None:
    key = conllu(tmp_path / "key.conllu", ANN, SAYS, "2.1 (e1--1) 3:nsubj", IT)
    joined = key.read_text().replace("1\tw", "1\tww").replace("\n2\tw", "\n#").splitlines()
    shifted = [line.replace("2.1\t", "1.1\t").replace("3\tw", "2\tw").replace("3:nsubj", "2:nsubj") for line in joined]
    response = tmp_path / "r.conllu"
    response.write_text("\n".join(line for line in shifted if line[:2] != "#\t") + "\n\n")

    # the zero has its governor, and Ann (one letter of two) is another mention
    assert recall(key, response) == 0.5


def test_commands_print_how_many_zeros_they_saw(anaphora: Run, tmp_path: Path) -> None:
    key = conllu(tmp_path / "key.conllu", ANN, *(f"1.{number} (e1--1) 2:nsubj" for number in range(1, 38)), SAYS)

    for command in (("score", key, key, "--measures", "muc"), ("agree", key, key), ("check", key)):
        assert re.search(r"\b37\b", anaphora(*command).out), command


@pytest.mark.slow
def test_czech_zeros_survive_writing(data: Path, tmp_path: Path) -> None:
    before = list(corefud.read(required(data / "zeros") / "pdtc_ft.key.conllu"))
    path = tmp_path / "again.conllu"
    path.write_text("".join(corefud.write(before)), encoding="utf-8")

    assert sum(len(document.nodes) for document, _ in before) == 539
    assert list(corefud.read(path)) == before
