"""Options and files of parameters that resolvers do not take: each is refused with its code, files with the place."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphora import resolvers
from anaphora.resolvers import chains, dagan_itai, ge_hale_charniak, mars, mitkov, ranker
from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains import ranker as chain_ranker
from anaphora.resolvers.chains.mention_pair import DECODINGS
from anaphora.resolvers.ranking import features
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.refused import raises
from tests.resolvers.answers import read

UNKNOWN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("centering_bfp", {"utterance": "page"}), ("centering_bfp", {"intrasentential": "never"}),
    ("centering_bfp", {"segment": "page"}), ("cogniac", {"rules": ("quoted speech",)}), ("cogniac", {"scope": "page"}),
    ("cogniac_resolve_all", {"scope": "page"}), ("dagan_itai", {"counts": "none.json", "mode": "both"}),
    ("ge_hale_charniak", {"without": ("animacy",)}), ("ranker", {"without": ("weather",)}),
    ("hobbs", {"binding": "none"}), ("hobbs", {"reflexives": "never"}), ("kennedy_boguraev", {"context": "page"}),
    ("kennedy_boguraev", {"without": ("sentence_recency",)}), ("lappin_leass", {"without": ("sentence",)}),
    ("left_right_centering", {"variant": "LRC-X"}), ("left_right_centering", {"utterance": "page"}),
    ("mars", {"scope": "page"}), ("mars", {"preset": "1998"}), ("mitkov", {"preset": "1999"}),
    ("mitkov", {"weights": {"colocation": 1.0}}), ("mitkov", {"weights": {"sequential_instructions": 1.0}}),
    ("recent_subject", {"fallback": "random"}), ("any_word", {"words": "some"}), ("camp", {"components": ("names",)}),
    ("camp", {"without": ("names",)}), ("camp", {"until": "names"}), ("mention_pair", {"decoding": "nearest"}),
    ("neural_ranker", {"without": ("weather",)}), ("camp", {"genre": ("heading",)}),
    ("camp", {"genre": ("title:capitals",)}), ("camp", {"genre": ("heading:small",)}),
)  # fmt: skip
OUT_OF_RANGE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("centering_bfp", {"anchors": 0}), ("dagan_itai", {"counts": "none.json", "margin": -1}),
    ("dagan_itai", {"counts": "none.json", "margin": math.nan}),
    ("dagan_itai", {"counts": "none.json", "threshold": 0}), ("camp", {"window": -1}),
    ("mention_pair", {"threshold": 1.0}), ("ranker", {"min_confidence": -0.1}), ("ranker", {"min_confidence": 1.1}),
    ("noun_phrase_clustering", {"radius": 0}), ("noun_phrase_clustering", {"most_mentions": 0}),
)  # fmt: skip


def test_values_that_do_not_exist_or_make_no_sense_are_refused() -> None:
    expected = [(row, "unknown-value") for row in UNKNOWN] + [(row, "out-of-range") for row in OUT_OF_RANGE]
    for (resolver, options), code in expected:
        register = resolvers if resolver in resolvers.names() else chains
        with raises(code, OptionError) as caught:
            register.entry(resolver).build(**options)
        value = [*options.values()][-1]
        wrong = value if isinstance(value, str) else next(iter(value)) if code == "unknown-value" else ""
        assert str(wrong) in str(caught.value)
    for weight in ("2", math.nan, True):
        with raises("bad-weight", OptionError):
            mitkov.build(weights={"collocation": weight})  # type: ignore[dict-item]


def test_options_of_training_are_checked() -> None:
    text = "Ann left | The lid fell"
    examples = [Example(read(f"{text} | It broke | {text}"), (0, 1, 1, 0, 1))]
    rankers: tuple[Any, ...] = (ranker.train, chain_ranker.train)
    expected: list[tuple[Any, str, object, str]] = [
        (mention_pair.train, "features", "some", "unknown-value"),
        (mention_pair.train, "pairs", "some", "unknown-value"),
        *((train, "leaf", 0, "out-of-range") for train in (mention_pair.train, *rankers)),
        *((train, "trees", 0, "out-of-range") for train in rankers),
    ]
    for train, option, value, code in expected:
        with raises(code, OptionError):
            train(examples, **{option: value})


def test_files_of_weights_that_do_not_fit_are_refused_by_name(tmp_path: Path) -> None:
    expected = {
        "collocation = 0.5\n": "no-weights",
        "weights = 3\n": "no-weights",
        "scores = 3\n": "no-weights",
        "[weights\n": "unreadable",
        "[weights]\nhue = 1\n": "unknown-value",
        "[weights]\n[scoers]\n": "unknown-table",
        "collocation = 2\n[scores]\n": "unknown-table",
        "[scores]\nhue = { red = 1 }\n": "unknown-value",
        "[scores]\ngivenness = { first = 1 }\n": "unknown-value",
        "[scores]\ncollocation = 2\n": "bad-score",
        "[scores]\ncollocation = { pattern = 2 }\n": "unknown-value",
        "[scores]\ncollocation = { same_pattern = 0.3 }\n": "bad-score",
        "[scores]\ncollocation = { same_pattern = inf }\n": "bad-score",
        "[scores]\ncollocation = { same_pattern = true }\n": "bad-score",
        "[scores]\ncollocation = { same_pattern = 32.25 }\n": "bad-score",
    }
    path, actual = tmp_path / "weights.toml", {}
    for content in expected:
        path.write_text(content)
        with pytest.raises(OptionError) as caught:
            mars.build(weights=path)
        actual[content] = caught.value.code
        assert caught.value.path == str(path)
    assert actual == expected


# Files of parameters that training has written

READERS: dict[str, Callable[[Path], object]] = {
    "dagan_itai": dagan_itai.read,
    "ge_hale_charniak": ge_hale_charniak.read,
    "mention_pair": mention_pair.read,
    "ranker": ranker.read,
    "chains.ranker": chain_ranker.read,
}
BELOW: dict[str, dict[str, object]] = {"S": {}, "VP": {}, "PP": {}, "NP": {}}
TREE = {
    "feature": [0, -1, -1], "threshold": [0.5, 0.0, 0.0], "left": [1, 0, 0], "right": [2, 0, 0],
    "confidence": [0.0, 0.1, 0.9],
}  # fmt: skip
TREES = {"feature": [[0]], "threshold": [[1]], "value": [[0.0, 0.5, -0.5]]}
CHAINS: dict[str, Any] = {"features": list(chain_ranker.NAMES), "open": 0.0, "trees": TREES}
NAN = math.nan


def content_of(resolver: str, **changed: object) -> dict[str, Any]:
    """A file of parameters of a resolver, valid but for what is changed."""
    valid: dict[str, dict[str, Any]] = {
        "dagan_itai": {"occurrences": {"cat": 2}, "tuples": {"subject-verb": {"eat": {"cat": 2}}}},
        "ge_hale_charniak": json.loads(json.dumps(ge_hale_charniak.no_counts().as_data())),
        "mention_pair": {"features": ["DIST"], "thresholds": dict.fromkeys(DECODINGS, 0.5), "tree": TREE},
        "ranker": {"features": list(features.NAMES), "scale": 1.0, "open": 0.0, "trees": TREES},
        "chains.ranker": {"chains": CHAINS},
    }
    return {"format": resolver.removeprefix("chains."), "version": 1, **valid[resolver], **changed}


@pytest.fixture
def code_of(tmp_path: Path) -> Callable[[str, dict[str, Any]], tuple[str, str]]:
    """The code and the words with which such a file is refused; the path is told, too."""

    def run(resolver: str, content: dict[str, Any]) -> tuple[str, str]:
        path = tmp_path / "parameters.json"
        path.write_text(json.dumps(content), "utf8")
        try:
            READERS[resolver](path)
        except OptionError as error:
            return error.code if error.path == str(path) else f"{error.code} of {error.path}", str(error)
        return "", ""

    return run


Refused = Callable[[str, dict[str, Any]], tuple[str, str]]


def test_parameters_of_another_resolver_or_version_or_absent_ones_are_refused(code_of: Refused, tmp_path: Path) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"format": "other"}, {"version": 2}, {"version": True}, {"version": None}, {"format": None},
    )  # fmt: skip
    for resolver, read_file in READERS.items():
        assert code_of(resolver, content_of(resolver)) == ("", "")
        assert {code_of(resolver, content_of(resolver, **changed))[0] for changed in wrong} == {"malformed"}
        with raises("unreadable", OptionError) as caught:
            read_file(tmp_path / "absent.json")
        assert caught.value.path == str(tmp_path / "absent.json")


def test_malformed_parameters_are_refused_with_the_place(code_of: Refused) -> None:
    expected: list[tuple[str, dict[str, Any], str]] = [
        ("dagan_itai", {"tuples": [1]}, "tuples"),
        ("dagan_itai", {"tuples": {"subject-verb": 3}}, "tuples.subject-verb"),
        ("dagan_itai", {"tuples": {"subject-verb": {"eat": None}}}, "tuples.subject-verb.eat"),
        *(("dagan_itai", {"occurrences": {"cat": count}}, "occurrences.cat") for count in (1.5, True, 0)),
        ("dagan_itai", {"occurrences": {"cat": 1}}, "'cat'"),
        ("ge_hale_charniak", {"words": None}, "words"),
        ("ge_hale_charniak", {"words": {"box": [1, 2, 3]}}, "words.box"),
        *(
            ("ge_hale_charniak", {"words": {"box": [0, 0, count, 0]}}, "words.box.2")
            for count in (-1, 0.5, True, 10**13, NAN)
        ),
        ("ge_hale_charniak", {"pronouns": {"he": 1, "she": 1, "it": 1}}, "pronouns.they"),
        ("ge_hale_charniak", {"phrases": {}}, "phrases.NP"),
        ("ge_hale_charniak", {"heads": BELOW | {"S": {"see": 1}}}, "heads.S.see"),
        ("ge_hale_charniak", {"lists": {"candidates": {}}}, "lists.candidates"),
        ("mention_pair", {"features": ["DIST", "WEATHER"]}, "'features'"),
        ("mention_pair", {"thresholds": {"best": 0.5}}, "'thresholds'"),
        ("mention_pair", {"thresholds": dict.fromkeys(DECODINGS, 7)}, "thresholds.closest_first"),
        ("mention_pair", {"tree": []}, "tree"),
        ("mention_pair", {"tree": {"feature": [0]}}, "tree.threshold"),
        ("mention_pair", {"tree": TREE | {"left": [1]}}, "columns of the tree"),
        ("mention_pair", {"tree": TREE | {"feature": [99, -1, -1]}}, "feature"),
        ("mention_pair", {"tree": TREE | {"left": [0, 0, 0]}}, "child"),
        ("mention_pair", {"tree": TREE | {"right": [3, 0, 0]}}, "child"),
        ("mention_pair", {"tree": TREE | {"confidence": [0.0, 1.5, 0.0]}}, "tree.confidence.1"),
        ("mention_pair", {"tree": TREE | {"threshold": [NAN, 0.0, 0.0]}}, "tree.threshold.0"),
        ("mention_pair", {"tree": TREE | {"left": [True, 0, 0]}}, "tree.left.0"),
        ("ranker", {"features": ["WEATHER"]}, "'features'"),
        ("ranker", {"scale": 0}, "scale"),
        *(("ranker", {"open": value}, "open") for value in (math.inf, NAN, -1e308)),
        ("ranker", {"trees": []}, "trees"),
        ("ranker", {"trees": TREES | {"feature": [[99]]}}, "trees"),
        ("ranker", {"trees": TREES | {"feature": [[0, 0]]}}, "trees"),
        ("ranker", {"trees": TREES | {"threshold": [[0.5]]}}, "trees.threshold.0.0"),
        ("ranker", {"trees": TREES | {"value": [[0.0, 0.5]]}}, "trees"),
        *(("ranker", {"trees": TREES | {"value": [[0.0, 0.5, value]]}}, "trees.value.0.2") for value in (NAN, 1e308)),
        ("chains.ranker", {"chains": None}, "chains"),
        ("chains.ranker", {"chains": {}}, "chains.features"),
        ("chains.ranker", {"chains": CHAINS | {"features": ["WEATHER"]}}, "'chains.features'"),
        ("chains.ranker", {"chains": CHAINS | {"open": NAN}}, "chains.open"),
        ("chains.ranker", {"chains": CHAINS | {"trees": TREES | {"feature": [[999]]}}}, "chains.trees"),
        ("chains.ranker", {"chains": CHAINS | {"trees": TREES | {"threshold": [[0.5]]}}}, "chains.trees.threshold.0.0"),
        ("chains.ranker", {"chains": CHAINS | {"trees": TREES | {"value": [[0.0, 0.5]]}}}, "chains.trees"),
    ]
    actual = [(row, code_of(row[0], content_of(row[0], **row[1]))) for row in expected]
    assert [(row, words) for row, (code, words) in actual if code != "malformed" or f" {row[2]}" not in words] == []

    more_right_than_proposed = content_of("ge_hale_charniak")
    more_right_than_proposed["lists"]["compatible"]["mentions"][0][0] = [2, 1]
    assert code_of("ge_hale_charniak", more_right_than_proposed)[0] == "malformed"
