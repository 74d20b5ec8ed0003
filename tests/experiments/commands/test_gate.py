"""What lets a build fail: scores that are too low, a baseline that was better, and warnings."""

import json
from pathlib import Path

import pytest
from lxml import html

from anaphora.experiments.commands.check import check
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.errors import OptionError
from anaphora.workbench.results.gates import parse_gates
from tests.experiments.conftest import Run
from tests.refused import raises

WORDS = '"tokens": ["Ann", "saw", "Eve", ".", "She", "waved", "."]'
KEY = f'{{"doc_key": "d", {WORDS}, "clusters": [[[0, 0], [4, 4]], [[2, 2]]]}}\n'


@pytest.fixture
def key(tmp_path: Path) -> Path:
    (tmp_path / "key.jsonl").write_text(KEY)
    return tmp_path / "key.jsonl"


def response(key: Path, clusters: str) -> Path:
    path = key.with_name("response.jsonl")
    path.write_text(f'{{"doc_key": "d", {WORDS}, "clusters": {clusters}}}\n')
    return path


def test_a_gate_is_reached_or_missed(anaphora: Run, key: Path) -> None:
    """One of 1 or less must say that it is in percent; it asks for a measure that is scored."""
    gates = {
        "muc=100": 0, "muc=50": 0, "muc=101": 3, "muc": 2, "muc=high": 2, "muk=50": 2, "muc=0.7": 2, "muc=1": 2,
        "muc=.001": 2, "muc=0.7%": 0, "muc=1%": 0, "muc=70%": 0, "muc=100.5%": 3, "lea=50": 2,
    }  # fmt: skip
    words = ("score", key, key, "--measures", "muc", "--resamples", "0", "--fail-under")
    results = {gate: anaphora(*words, gate) for gate in gates}

    assert {gate: result.code for gate, result in results.items()} == gates
    assert {gate for gate, result in results.items() if not result.out} == {gate for gate in gates if gates[gate] == 2}


def test_a_gate_that_cannot_be_meant_is_refused() -> None:
    for gate, code in (("muc=0.7", "gate-in-percent"), ("muc=nan", "bad-gate"), ("muc=inf", "bad-gate")):
        with raises(code, OptionError):
            parse_gates([gate])
    assert parse_gates(["MUC = 0", "lea=-5"]) == {"muc": 0, "lea": -5}, "asks only that the value is defined"


def test_a_gate_holds_for_every_system_and_warnings_are_errors_if_strict(anaphora: Run, key: Path) -> None:
    wrong = response(key, "[[[0, 0]], [[2, 2], [4, 4]]]")
    result = anaphora("score", key, f"right={key}", f"wrong={wrong}", "--fail-under", "muc=50", "--resamples", "0")
    without_singletons = response(key, "[[[0, 0], [4, 4]]]")

    assert (result.code, "wrong" in result.err) == (3, True)
    assert [anaphora("score", key, without_singletons, *strict).code for strict in ((), ("--strict",))] == [0, 1]


def test_gates_and_warnings_stand_on_the_report(anaphora: Run, key: Path) -> None:
    without_singletons = response(key, "[[[0, 0], [4, 4]]]")
    page = key.with_name("page.html")
    gates = ("--fail-under", "muc=50", "--fail-under", "b_cubed=90")
    result = anaphora("score", key, without_singletons, *gates, "--report", page)
    shown = html.fromstring(page.read_text("utf8")).body.text_content()
    places = [shown.find(text) for text in ("muc=50", "b_cubed=90", "Warning: ", "bridging_anaphors")]

    assert (result.code, -1 in places, places) == (3, False, sorted(places))


def test_a_badge_is_green_or_red_by_the_gates_and_blue_without(anaphora: Run, key: Path) -> None:
    words = ("score", key, key, "--measures", "muc", "--to", "badge")
    results = [anaphora(*words, *gates) for gates in ((), ("--fail-under", "muc=100"), ("--fail-under", "muc=101"))]
    colours = [(result.code, json.loads(result.out)["color"]) for result in results]

    assert colours == [(0, "blue"), (0, "brightgreen"), (3, "red")]
    assert anaphora(*words[:-1], "sentence").out == "On key.jsonl (1 document), key reached 100.0% in MUC F1.\n"
    assert anaphora("check", key, "--to", "badge").code == 2, "it has no main values"
    with raises("no-headline"):
        check([key]).sentence()


def of_documents(path: Path, clusters: str, documents: int = 8) -> Path:
    """A file of so many documents with the same clusters."""
    lines = (f'{{"doc_key": "d{number}", {WORDS}, "clusters": {clusters}}}\n' for number in range(documents))
    path.write_text("".join(lines))
    return path


RIGHT, MISSED = "[[[0, 0], [4, 4]], [[2, 2], [5, 5]]]", "[[[0, 0], [4, 4]]]"


@pytest.mark.parametrize(("response", "baseline", "code"), [(MISSED, RIGHT, 3), (RIGHT, MISSED, 0), (RIGHT, RIGHT, 0)])
def test_a_response_may_not_be_significantly_worse_than_its_baseline(
    anaphora: Run, tmp_path: Path, response: str, baseline: str, code: int
) -> None:
    """In eight documents of eight the one lacks a link: exact p is 2 / 2^8, below 0.05."""
    key = of_documents(tmp_path / "key.jsonl", RIGHT)
    mine, before = of_documents(tmp_path / "r.jsonl", response), of_documents(tmp_path / "before.jsonl", baseline)
    result = anaphora("score", key, mine, "--no-worse-than", before, "--measures", "muc", "--json", "-")

    assert result.code == code
    held = result.json["no_worse_than"]["r"]
    assert (held["baseline"], held["worse"]) == ("before", code == 3)
    assert held["difference"] == (0 if response == baseline else pytest.approx(1 / 3 if code == 0 else -1 / 3))


def test_a_gate_that_cannot_fail_is_warned_of(anaphora: Run, tmp_path: Path) -> None:
    """With five documents p is 2 / 2^5 at least."""
    key, mine, before = (
        of_documents(tmp_path / name, clusters, 5)
        for name, clusters in (("key.jsonl", RIGHT), ("r.jsonl", MISSED), ("before.jsonl", RIGHT))
    )
    words = ("score", key, mine, "--no-worse-than", before, "--measures", "muc")

    result = anaphora(*words, "--json", "-")
    assert (result.code, result.json["no_worse_than"]["r"]["worse"]) == (0, None)
    assert len(result.err.splitlines()) == 1
    assert anaphora(*words, "--strict").code == 1


def test_a_gate_against_a_baseline_needs_its_test_and_what_is_held_against_it(anaphora: Run, key: Path) -> None:
    assert anaphora("score", key, key, "--no-worse-than", f"b={key}", "--resamples", "0").code == 2
    assert anaphora("score", "--datasets", key.parent, "--no-worse-than", "b", "--resamples", "0").code == 2
    for command in ("compare", "coref"):
        assert anaphora(command, "--no-worse-than", "mars").code == 2


def test_coref_and_compare_have_the_gates_of_score(anaphora: Run) -> None:
    """One document: its string matches are no perfect chains, and no difference can be significant."""
    text = (BUNDLED / "printer.conllu", "--perfect", "annotation")
    words = ("coref", *text, "--resolvers", "string_match", "--measures", "muc")

    codes = [anaphora(*words, "--fail-under", *gate).code for gate in (("muc=99", "--strict"), ("muc=2",), ("lea=2",))]
    assert codes == [3, 0, 2]
    of_pronouns = {("coref", "pronouns=101"): 3, ("coref", "success_rate=0"): 0, ("compare", "success_rate=101"): 3,
                   ("compare", "precision=0"): 0, ("compare", "muc=2"): 2}  # fmt: skip
    for (command, gate), code in of_pronouns.items():
        assert anaphora(command, *text, "--resolvers", "mars", "--fail-under", gate).code == code, gate
    held = anaphora(*words, "--no-worse-than", "singletons")
    assert (held.code, "singletons" in held.err) == (0, True)
    compared = anaphora("compare", *text, "--resolvers", "random_any", "--no-worse-than", "random_agreeing,window=3")
    assert compared.code == 2


@pytest.mark.slow
def test_resolvers_may_not_be_significantly_worse_than_a_baseline(anaphora: Run) -> None:
    worse = {("compare", "random_any", "mars"): 3, ("compare", "hobbs", "random_any"): 0}
    worse |= {("coref", "random_any", "head_match"): 3}
    for (command, resolver, baseline), code in worse.items():
        words = (command, "--perfect", "annotation", "--resolvers", resolver, "--no-worse-than", baseline)
        assert anaphora(*words).code == code, words
