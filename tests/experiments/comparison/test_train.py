import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.comparison.train import train, trainable
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.preparation import LAYERS

NEWS = BUNDLED / "news.conllu"
PERFECT = configure(perfect=LAYERS)


def test_trainable_resolvers_are_those_with_something_to_learn() -> None:
    assert {"ge_hale_charniak", "dagan_itai", "mention_pair", "ranker"} <= set(trainable())
    assert "hobbs" not in trainable()


@pytest.mark.parametrize("resolver", trainable())
def test_training_twice_gives_the_same_parameters_with_their_provenance(resolver: str) -> None:
    learned = train(resolver, [NEWS], PERFECT)

    read = json.loads(learned.as_text("CC0"))

    assert learned.as_text() == train(resolver, [NEWS], PERFECT).as_text()
    assert (read["resolver"], read["provenance"]["documents"], read["licence"]) == (resolver, 1, "CC0")
    assert read["provenance"]["corpus"].startswith("news.conllu@")
    assert learned.parameters.items() <= read.items()


def test_perfect_input_besides_gives_each_document_twice() -> None:
    once = train("ge_hale_charniak", [NEWS], PERFECT)
    twice = train("ge_hale_charniak", [NEWS], PERFECT, also_perfect=True)

    counts: Any = once.parameters["pronouns"]
    assert sum(counts.values()) > 0
    assert twice.parameters["pronouns"] == {name: 2 * count for name, count in counts.items()}
    assert (twice.documents, twice.provenance["perfect"]) == (1, "+".join(LAYERS) + ", then all")


def test_a_resolver_without_anything_to_learn_is_refused() -> None:
    with pytest.raises(OptionError):
        train("hobbs", [NEWS], PERFECT)
    with pytest.raises(UnknownNameError):
        train("hale", [NEWS], PERFECT)


def test_the_command_writes_parameters_that_the_resolver_reads(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    made = anaphora("train", "dagan_itai", NEWS, "--output", file, "--input", "perfect", "--licence", "CC BY 4.0")

    assert made.code == 0, made.err
    assert json.loads(file.read_text("utf8"))["licence"] == "CC BY 4.0"
    used = anaphora("compare", NEWS, "--input", "perfect", "--resolvers", f"lappin_leass,dagan_itai(counts={file})")
    assert used.code == 0, used.err


def test_training_takes_options_in_brackets(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    asked = "mention_pair(pairs=ng_cardie;features=soon;leaf=5)"
    made = anaphora("train", asked, NEWS, "--output", file, "--input", "perfect", "--it-filter", "none")

    assert made.code == 0, made.err
    learned = json.loads(file.read_text("utf8"))
    assert (learned["resolver"], learned["pairs"], learned["leaf"]) == ("mention_pair", "ng_cardie", 5)
    assert learned["provenance"]["it-filter"] == "key"
    used = anaphora("compare", NEWS, "--input", "perfect", "--resolvers", f"mention_pair(parameters={file})")
    assert used.code == 0, used.err


def test_unknown_training_options_are_told() -> None:
    with pytest.raises(OptionError):
        train("mention_pair(trees=3)", [NEWS], PERFECT)
    with pytest.raises(OptionError):
        train("ge_hale_charniak(leaf=3)", [NEWS], PERFECT)


def test_a_name_of_both_kinds_learns_both_from_a_corpus(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    made = anaphora("train", "ranker(trees=5;leaf=5)", NEWS, "--output", file, "--input", "perfect")

    assert made.code == 0, made.err
    learned = json.loads(file.read_text("utf8"))
    assert [len(part["trees"]["feature"]) for part in (learned, learned["chains"])] == [5, 5]
    used = anaphora("coref", NEWS, "--input", "perfect", "--resolvers", f"ranker(parameters={file})", "--resamples", 0)
    assert used.code == 0, used.err
    with pytest.raises(OptionError):
        train("ranker(pairs=soon)", [NEWS], PERFECT)


def test_a_bad_file_that_is_passed_over_stands_in_the_provenance(anaphora: Callable[..., Any], tmp_path: Path) -> None:
    bad, file = tmp_path / "bad.conllu", tmp_path / "learned.json"
    bad.write_text("# newdoc id = bad\n1\tonly two\n\n", "utf8")
    made = anaphora("train", "dagan_itai", NEWS, bad, "--output", file, "--skip-bad")

    assert made.code == 0, made.err
    assert "Skipped: " in made.err
    (message,) = json.loads(file.read_text("utf8"))["provenance"]["skipped"]
    assert "bad.conllu" in message
