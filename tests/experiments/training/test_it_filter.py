from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.corpora import plain
from anaphora.experiments.training import __main__
from anaphora.experiments.training.it_filter import Example, learn, parse_with_noise
from anaphora.preprocess.pipeline import load

CLUES = {"pleonastic": "content=easy", "clausal": "content=help", "anaphoric": "content=lid", "other": "content=tray"}
MANY = [
    Example(f"{kind}{number}", frozenset({clue, "begins=True"}), kind, validated=True)
    for kind, clue in CLUES.items()
    for number in range(20)
]


def test_clue_of_a_class_gets_its_weight() -> None:
    steps = learn(MANY)["steps"]

    assert steps["pleonastic"]["weights"]["content=easy"] > 0 > steps["pleonastic"]["weights"]["content=tray"]
    assert steps["clausal"]["weights"]["content=help"] > 0 > steps["clausal"]["weights"]["content=lid"]
    assert steps["pleonastic"]["cross-validation"]["f"] == 1


def test_second_step_learns_from_what_is_known_to_refer() -> None:
    assert "content=tray" not in learn(MANY)["steps"]["clausal"]["weights"]


def test_features_that_are_rare_have_no_weight() -> None:
    rare = Example("rare", frozenset({"content=rare"}), "pleonastic", validated=True)

    assert "content=rare" not in learn([*MANY, rare])["steps"]["pleonastic"]["weights"]


def test_what_is_sure_by_a_rule_counts_as_the_rule_says() -> None:
    """All 20 are found, and so are the 20 anaphoric ones that a rule calls pleonastic: P = 20/40, R = 1, F = 2/3."""
    wrong = [replace(example, sure="pleonastic") if example.kind == "anaphoric" else example for example in MANY]

    assert learn(wrong)["steps"]["pleonastic"]["cross-validation"]["f"] == 0.667


def test_training_twice_gives_the_same() -> None:
    assert learn(MANY) == learn(MANY)


def test_a_rule_weighs_more_than_a_word_that_is_as_telling() -> None:
    clues = {"pleonastic": {"rule=weather", "word +1=rain"}, "anaphoric": {"word +1=have"}}
    examples = [
        Example(f"{kind}{n}", frozenset(clues.get(kind, {"content=help"})), kind, True)
        for kind in CLUES
        for n in range(20)
    ]

    found = learn(examples)["steps"]["pleonastic"]["weights"]

    assert found["rule=weather"] > found["word +1=rain"] > 0


def test_disturbed_parse_has_errors_and_is_the_same_again() -> None:
    text = "It is easy to see that the new printer, which they bought last year, is not what the office wanted. " * 8
    document = plain.document(text, "test")
    loaded = load()

    parsed = loaded.annotate(document)
    first = parse_with_noise(loaded, document, parsed, 1)

    assert first == parse_with_noise(loaded, document, parsed, 1)
    assert first != parsed
    assert first.lemma == parsed.lemma


def test_missing_treebanks_are_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="name the folder of gum/ and ewt/ with --data"):
        __main__.main(["it-filter", "--data", str(tmp_path)])
