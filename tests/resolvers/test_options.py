"""Options that resolvers do not have: each is refused with the code of the problem."""

import math
from pathlib import Path
from typing import Any

import pytest

from anaphora import resolvers
from anaphora.resolvers import chains, mars, mitkov, ranker
from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains import ranker as chain_ranker
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example
from tests.annotated import prepared
from tests.refused import raises


@pytest.mark.parametrize(
    ("resolver", "options"),
    [
        ("centering_bfp", {"utterance": "page"}),
        ("centering_bfp", {"intrasentential": "never"}),
        ("centering_bfp", {"segment": "page"}),
        ("cogniac", {"rules": ("quoted speech",)}),
        ("cogniac", {"scope": "page"}),
        ("cogniac_resolve_all", {"scope": "page"}),
        ("dagan_itai", {"counts": "none.json", "mode": "both"}),
        ("ge_hale_charniak", {"without": ("animacy",)}),
        ("ranker", {"without": ("weather",)}),
        ("hobbs", {"binding": "none"}),
        ("hobbs", {"reflexives": "never"}),
        ("kennedy_boguraev", {"context": "page"}),
        ("kennedy_boguraev", {"without": ("sentence_recency",)}),
        ("lappin_leass", {"without": ("sentence",)}),
        ("left_right_centering", {"variant": "LRC-X"}),
        ("left_right_centering", {"utterance": "page"}),
        ("mars", {"scope": "page"}),
        ("mars", {"preset": "1998"}),
        ("mitkov", {"preset": "1999"}),
        ("mitkov", {"weights": {"colocation": 1.0}}),
        ("mitkov", {"weights": {"sequential_instructions": 1.0}}),
        ("recent_subject", {"fallback": "random"}),
        ("any_word", {"words": "some"}),
        ("camp", {"components": ("names",)}),
        ("camp", {"without": ("names",)}),
        ("camp", {"until": "names"}),
        ("mention_pair", {"decoding": "nearest"}),
    ],
)
def test_a_value_that_does_not_exist_is_unknown(resolver: str, options: dict[str, object]) -> None:
    registry = resolvers if resolver in resolvers.names() else chains
    wrong = next(value for value in reversed(options.values()))
    name = wrong if isinstance(wrong, str) else next(iter(wrong))  # type: ignore[call-overload]

    with raises("unknown-value", OptionError) as caught:
        registry.entry(resolver).build(**options)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    ("resolver", "options"),
    [
        ("centering_bfp", {"anchors": 0}),
        ("dagan_itai", {"counts": "none.json", "margin": -1}),
        ("dagan_itai", {"counts": "none.json", "margin": math.nan}),
        ("dagan_itai", {"counts": "none.json", "threshold": 0}),
        ("camp", {"window": -1}),
        ("mention_pair", {"threshold": 1.0}),
        ("ranker", {"min_confidence": -0.1}),
        ("ranker", {"min_confidence": 1.1}),
        ("noun_phrase_clustering", {"radius": 0}),
        ("noun_phrase_clustering", {"most_mentions": 0}),
    ],
)
def test_a_number_that_makes_no_sense_is_out_of_range(resolver: str, options: dict[str, object]) -> None:
    registry = resolvers if resolver in resolvers.names() else chains

    with raises("out-of-range", OptionError):
        registry.entry(resolver).build(**options)


@pytest.mark.parametrize(
    ("resolver", "option", "value", "code"),
    [
        ("mention_pair", "features", "some", "unknown-value"),
        ("mention_pair", "pairs", "some", "unknown-value"),
        *((resolver, "leaf", 0, "out-of-range") for resolver in ("mention_pair", "ranker", "chains.ranker")),
        *((resolver, "trees", 0, "out-of-range") for resolver in ("ranker", "chains.ranker")),
    ],
)
def test_options_of_training_are_checked(resolver: str, option: str, value: object, code: str) -> None:
    text = "Ann/NNP/2/nsubj left/VBD/0/root\nThe/DT/2/det lid/NN/3/nsubj fell/VBD/0/root"
    examples = [Example(prepared(f"{text}\nIt/PRP/2/nsubj broke/VBD/0/root\n{text}"), (0, 1, 1, 0, 1))]
    train: Any = {"mention_pair": mention_pair.train, "ranker": ranker.train, "chains.ranker": chain_ranker.train}

    with raises(code, OptionError):
        train[resolver](examples, **{option: value})


@pytest.mark.parametrize("weight", ["2", math.nan, True])
def test_weights_are_finite_numbers(weight: object) -> None:
    with raises("bad-weight", OptionError):
        mitkov.build(weights={"collocation": weight})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("collocation = 0.5\n", "no-weights"),
        ("weights = 3\n", "no-weights"),
        ("scores = 3\n", "no-weights"),
        ("[weights\n", "unreadable"),
        ("[weights]\nhue = 1\n", "unknown-value"),
        ("[weights]\n[scoers]\n", "unknown-table"),
        ("collocation = 2\n[scores]\n", "unknown-table"),
        ("[scores]\nhue = { red = 1 }\n", "unknown-value"),
        ("[scores]\ngivenness = { first = 1 }\n", "unknown-value"),
        ("[scores]\ncollocation = 2\n", "bad-score"),
        ("[scores]\ncollocation = { pattern = 2 }\n", "unknown-value"),
        ("[scores]\ncollocation = { same_pattern = 0.3 }\n", "bad-score"),
        ("[scores]\ncollocation = { same_pattern = inf }\n", "bad-score"),
        ("[scores]\ncollocation = { same_pattern = true }\n", "bad-score"),
        ("[scores]\ncollocation = { same_pattern = 32.25 }\n", "bad-score"),
    ],
)
def test_files_of_weights_that_do_not_fit_are_refused_by_name(content: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(content)

    with pytest.raises(OptionError) as caught:
        mars.build(weights=path)
    assert (caught.value.code, caught.value.path) == (code, str(path))
