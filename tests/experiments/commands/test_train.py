import json
from pathlib import Path
from typing import Any

import pytest

from anaphora.experiments.commands.train import train, trainable
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench.errors import OptionError, UnknownNameError
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.written import Trained
from tests.experiments.conftest import Run

NEWS = BUNDLED / "news.conllu"


def test_training_twice_gives_the_same_parameters_with_their_provenance(tmp_path: Path) -> None:
    sentences = NEWS.read_text("utf8").split("\n\n")
    (short := tmp_path / "news.conllu").write_text("\n\n".join(sentences[:12]) + "\n\n", "utf8")

    assert {"ge_hale_charniak", "dagan_itai", "mention_pair", "ranker"} <= set(trainable())
    assert "hobbs" not in trainable()
    for resolver in trainable():
        asked = "ranker(trees=2;leaf=5)" if resolver == "ranker" else resolver
        learned = train(asked, [short], perfect=LAYERS)
        read = json.loads(learned.as_text("CC0"))

        assert learned.as_text() == train(asked, [short], perfect=LAYERS).as_text(), resolver
        assert (read["resolver"], read["provenance"]["documents"], read["licence"]) == (resolver, 1, "CC0")
        assert read["provenance"]["corpus"].startswith("news.conllu@")
        assert learned.parameters.items() <= read.items()


def test_letters_of_all_languages_are_written_as_they_are() -> None:
    text = Trained("made up", {"heads": {"é": {"ß": 1}}}, {}, 1, ()).as_text()

    assert '"é": {"ß":1}' in text


def test_perfect_input_besides_gives_each_document_twice() -> None:
    once = train("ge_hale_charniak", [NEWS], perfect=LAYERS)
    twice = train("ge_hale_charniak", [NEWS], perfect=LAYERS, also_perfect=True)

    counts: Any = once.parameters["pronouns"]
    assert sum(counts.values()) > 0
    assert twice.parameters["pronouns"] == {name: 2 * count for name, count in counts.items()}
    assert (twice.documents, twice.provenance["perfect"]) == (1, "+".join(LAYERS) + ", then all")


@pytest.mark.parametrize(
    "resolver", ["hobbs", "mention_pair(trees=3)", "ge_hale_charniak(leaf=3)", "ranker(pairs=soon)"]
)
def test_what_a_resolver_cannot_learn_is_refused(resolver: str) -> None:
    with pytest.raises(OptionError):
        train(resolver, [NEWS], perfect=LAYERS)


def test_an_unknown_resolver_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        train("hale", [NEWS], perfect=LAYERS)


def test_the_command_writes_parameters_that_the_resolver_reads(anaphora: Run, tmp_path: Path) -> None:
    """A bad file that is passed over stands in the provenance."""
    bad, file = tmp_path / "bad.conllu", tmp_path / "learned.json"
    bad.write_text("# newdoc id = bad\n1\tonly two\n\n", "utf8")
    options = ("--output", file, "--input", "perfect", "--licence", "CC BY 4.0", "--skip-bad")
    made = anaphora("train", "dagan_itai", NEWS, bad, *options)
    learned = json.loads(file.read_text("utf8"))

    assert made.code == 0, made.err
    assert learned["licence"] == "CC BY 4.0"
    assert ["bad.conllu" in message for message in learned["provenance"]["skipped"]] == [True]
    used = anaphora("compare", NEWS, "--input", "perfect", "--resolvers", f"lappin_leass,dagan_itai(counts={file})")
    assert used.code == 0, used.err


def test_training_takes_options_in_brackets(anaphora: Run, tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    asked = "mention_pair(pairs=ng_cardie;features=soon;leaf=5)"
    made = anaphora("train", asked, NEWS, "--output", file, "--input", "perfect", "--it-filter", "none")

    assert made.code == 0, made.err
    learned = json.loads(file.read_text("utf8"))
    assert (learned["resolver"], learned["pairs"], learned["leaf"]) == ("mention_pair", "ng_cardie", 5)
    assert learned["provenance"]["it-filter"] == "key"
    used = anaphora("compare", NEWS, "--input", "perfect", "--resolvers", f"mention_pair(parameters={file})")
    assert used.code == 0, used.err


def test_a_name_of_both_kinds_learns_both_from_a_corpus(anaphora: Run, tmp_path: Path) -> None:
    file = tmp_path / "learned.json"
    made = anaphora("train", "ranker(trees=5;leaf=5)", NEWS, "--output", file, "--input", "perfect")

    assert made.code == 0, made.err
    learned = json.loads(file.read_text("utf8"))
    assert [len(part["trees"]["feature"]) for part in (learned, learned["chains"])] == [5, 5]
    used = anaphora("coref", NEWS, "--input", "perfect", "--resolvers", f"ranker(parameters={file})", "--resamples", 0)
    assert used.code == 0, used.err
