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
from anaphora.workbench.document import Document
from anaphora.workbench.progress import listening
from tests.experiments.conftest import Run

TEXT = BUNDLED / "printer.conllu"
RECORDED = Path(__file__).parents[2] / "fixtures" / "recorded"
COMMANDS = (
    f"compare {TEXT} --resolvers most_recent --perfect annotation",
    f"coref {TEXT} --resolvers mention_pair --perfect annotation",
    f"score {TEXT} {TEXT} --measures muc",
    f"errors {TEXT} {TEXT}",
    f"agree first={TEXT} second={TEXT}",
    f"check {TEXT}",
    f"import {RECORDED}/input.jsonl {RECORDED}/fastcoref.jsonl --output OUT",
    f"profile {TEXT} --perfect annotation",
    f"train ge_hale_charniak {TEXT} --perfect annotation --output OUT",
)


@pytest.mark.parametrize("command", COMMANDS, ids=[command.split()[0] for command in COMMANDS])
def test_long_work_tells_its_share_on_standard_error_alone(
    command: str, anaphora: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = command.replace("OUT", f"{tmp_path}/out").split()
    short = anaphora(*words)
    monkeypatch.setattr(meter, "PATIENCE", 0)
    monkeypatch.setattr(meter, "EVERY", 0)
    long, quiet = anaphora(*words), anaphora(*words, "--quiet")

    assert ["% done" in result.err for result in (short, long, quiet)] == [False, True, False]
    assert long.out == short.out == quiet.out


def chained(text: Document) -> None:
    chains(text, "neural_ranker", cached=False)


def resolved(text: Document) -> None:
    resolve(text, configure(resolvers=("most_recent", "neural_ranker"), cached=False))


@pytest.mark.parametrize("work", [chained, resolved])
def test_the_share_of_a_single_text_grows_as_it_is_read_and_answered(work: Callable[[Document], None]) -> None:
    """In four windows of the analysis and two of the encoder at least."""
    text = plain.document("Ann saw the dog. She fed it. " * 60, "text")
    shares: list[float] = []

    with listening(shares.append):
        work(text)

    assert shares == sorted(shares)
    assert len(set(shares)) >= 6
    assert shares[-1] == pytest.approx(len(text.words))
