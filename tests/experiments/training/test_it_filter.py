"""The filters of "it", trained on three texts, and what cross-validation counts."""

import json
from pathlib import Path

import pytest

from anaphora.experiments.training import __main__
from anaphora.experiments.training.it_filter import ItExample, learn
from anaphora.preprocess.english.it_filter import learned, memory

CLASSES = ("pleonastic", "clausal", "anaphoric", "other")


def test_rules_count_as_they_say_and_weigh_more_than_words() -> None:
    """All 20 are found, and so are the 20 anaphoric ones that a rule calls pleonastic: P = 20/40, R = 1, F = 2/3."""
    clues = {"pleonastic": {"rule=weather", "word +1=rain"}, "anaphoric": {"word +1=have"}}
    examples = [
        ItExample(
            f"{kind}{n}",
            frozenset(clues.get(kind, {"content=help"})),
            kind,
            True,
            "pleonastic" if kind == "anaphoric" else None,
        )
        for kind in CLASSES
        for n in range(20)
    ]
    step = learn(examples)["steps"]["pleonastic"]
    assert step["cross-validation"]["f"] == 0.667
    assert step["weights"]["rule=weather"] > step["weights"]["word +1=rain"] > 0


def test_filters_are_trained_by_one_command(treebanks: Path, tmp_path: Path) -> None:
    """A folder without treebanks is named."""
    __main__.main(["it-filter", "--data", str(treebanks), "--to", str(tmp_path)])
    parameters = json.loads((tmp_path / learned.BUNDLED.name).read_text("utf-8"))
    _, source, *rows = (tmp_path / memory.BUNDLED.name).read_text("utf-8").splitlines()

    assert parameters["corpora"][1].startswith("GUM train, 2 documents of ")
    assert all(step["weights"] for step in parameters["steps"].values())
    assert source.startswith("# GUM train, 2 documents, parsed by ")
    assert {row.partition(":")[0] for row in rows[1:]} == {"GUM_news_news", "GUM_news_encyclopaedia", "printer"}
    with pytest.raises(SystemExit, match="name the folder of gum/ and ewt/ with --data"):
        __main__.main(["it-filter", "--data", str(tmp_path)])
