"""Commands that take long say so, on standard error and not with --quiet."""

from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora import chains
from anaphora.corpora import plain
from anaphora.experiments.running import meter
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.experiments.texts.resolve import resolve
from anaphora.workbench.progress import listening
from tests.experiments.conftest import Run

TEXT = min(BUNDLED.glob("*.conllu"))
GOLD = ("--perfect", "annotation")
RECORDED = Path(__file__).parents[2] / "fixtures" / "recorded"
COMMANDS = {
    "compare": ("compare", TEXT, "--resolvers", "most_recent", *GOLD),
    "coref": ("coref", TEXT, "--resolvers", "mention_pair", *GOLD),
    "score": ("score", TEXT, TEXT, "--measures", "muc"),
    "errors": ("errors", TEXT, TEXT),
    "agree": ("agree", f"first={TEXT}", f"second={TEXT}"),
    "check": ("check", TEXT),
    "import": ("import", RECORDED / "input.jsonl", RECORDED / "fastcoref.jsonl"),
    "profile": ("profile", TEXT, *GOLD),
    "train": ("train", "ge_hale_charniak", TEXT, *GOLD),
}


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set how many seconds are long."""

    def set_to(seconds: float) -> None:
        monkeypatch.setattr(meter, "PATIENCE", seconds)
        monkeypatch.setattr(meter, "EVERY", seconds)

    return set_to


@pytest.mark.parametrize("name", COMMANDS)
def test_long_work_tells_its_share_on_standard_error_alone(
    name: str, anaphora: Run, patience: Callable[[float], None], tmp_path: object
) -> None:
    output = ("--output", f"{tmp_path}/parameters") if name in ("train", "import") else ()
    short = anaphora(*COMMANDS[name], *output)
    patience(0)
    long, quiet = anaphora(*COMMANDS[name], *output), anaphora(*COMMANDS[name], *output, "--quiet")

    assert "% done" not in short.err
    assert "% done" in long.err
    assert "% done" not in quiet.err
    assert long.out == short.out == quiet.out


def test_the_share_of_a_single_text_grows_as_it_is_read_and_chained() -> None:
    text = plain.document("Ann saw the dog. She fed it. " * 60, "text")
    told: list[float] = []

    with listening(told.append):
        chains(text, "neural_ranker", cached=False)

    assert told == sorted(told)
    assert len(set(told)) >= 6, "four windows of the analysis, two of the encoder"
    assert told[-1] == pytest.approx(len(text.words))


def test_the_share_of_a_single_text_grows_as_it_is_read_and_resolved() -> None:
    text = plain.document("Ann saw the dog. She fed it. " * 60, "text")
    told: list[float] = []

    with listening(told.append):
        resolve(text, configure(resolvers=("most_recent", "neural_ranker"), cached=False))

    assert told == sorted(told)
    assert len(set(told)) >= 6, "four windows of the analysis, two of the encoder, two resolvers"
    assert told[-1] == pytest.approx(len(text.words))
