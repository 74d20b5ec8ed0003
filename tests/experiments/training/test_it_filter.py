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


def test_clues_of_classes_get_weights() -> None:
    """The second step learns from what is known to refer; features that are rare have no weight."""
    rare = Example("rare", frozenset({"content=rare"}), "pleonastic", validated=True)
    first, second = learn([*MANY, rare])["steps"].values()

    assert first["weights"]["content=easy"] > 0 > first["weights"]["content=tray"]
    assert second["weights"]["content=help"] > 0 > second["weights"]["content=lid"]
    assert "content=tray" not in second["weights"]
    assert "content=rare" not in first["weights"]
    assert first["cross-validation"]["f"] > 0.9


def test_rules_count_as_they_say_and_weigh_more_than_words() -> None:
    """All 20 are found, and so are the 20 anaphoric ones that a rule calls pleonastic: P = 20/40, R = 1, F = 2/3."""
    clues = {"pleonastic": {"rule=weather", "word +1=rain"}, "anaphoric": {"word +1=have"}}
    examples = [
        Example(
            f"{kind}{n}",
            frozenset(clues.get(kind, {"content=help"})),
            kind,
            True,
            "pleonastic" if kind == "anaphoric" else None,
        )
        for kind in CLUES
        for n in range(20)
    ]
    step = learn(examples)["steps"]["pleonastic"]
    assert step["cross-validation"]["f"] == 0.667
    assert step["weights"]["rule=weather"] > step["weights"]["word +1=rain"] > 0


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
