"""Every form of what commands print on two texts of the bundled corpus; `pytest --snapshot-update` renews it.

Whoever changes a form reads the difference in `__snapshots__`. Single figures are worked by hand elsewhere.
"""

import re
from pathlib import Path

import pytest
from lxml import html
from syrupy.assertion import SnapshotAssertion

from anaphora import corpora
from anaphora.corpora import corefud
from anaphora.experiments.run.documents import BUNDLED
from anaphora.workbench import __version__
from anaphora.workbench.key import Key
from tests.experiments.conftest import Run

KEY, OTHER = str(BUNDLED / "printer.conllu"), str(BUNDLED / "help_file.conllu")
RESPONSE, JOINED = "response.conllu", "joined.conllu"
"""The key with its first two chains joined; in the response the last one is missing, too."""
GOLD = ("--perfect", "annotation")
"""Without the pipeline, whose network processors round differently."""
RESOLVERS = ("--resolvers", "mars,hobbs,most_recent")
PRINT = {
    "ablate": ("ablate", KEY, *GOLD),
    "ablate baseline": ("ablate", KEY, *GOLD, "--resolvers", "lappin_leass"),
    "agree": ("agree", KEY, RESPONSE, JOINED),
    "agree of two": ("agree", KEY, RESPONSE),
    "compare": ("compare", KEY, OTHER, *GOLD, *RESOLVERS, "--all"),
    "coref": ("coref", KEY, OTHER, *GOLD, "--resolvers", "mars,head_match"),
    "errors": ("errors", KEY, RESPONSE),
    "evaluate agreement": ("evaluate", "agreement", KEY, *GOLD),
    "evaluate it": ("evaluate", "it", KEY, OTHER, "--input", "perfect"),
    "evaluate mentions": ("evaluate", "mentions", KEY, *GOLD),
    "losses": ("losses", KEY, *GOLD, "--resolvers", "mars,hobbs"),
    "profile": ("profile", KEY, OTHER, *GOLD),
    "score": ("score", KEY, "half=key(links=0.5)", "merged=key(merged=0.3)"),
    "score one": ("score", KEY, RESPONSE, "--measures", "muc,lea", "--per-document"),
}
REPORT = {name: PRINT[name] for name in ("ablate", "agree", "compare", "coref", "errors", "score")}
LONG_DECIMALS = re.compile(r"-?\d+\.\d{10,}(?:e-?\d+)?")


def stable(text: str) -> str:
    """Round what depends on the order of additions, and name no version."""
    text = LONG_DECIMALS.sub(lambda number: f"{round(float(number[0]), 12):.9g}", text)
    return text.replace(__version__, "VERSION").replace(f"{BUNDLED}", "BUNDLED")


@pytest.fixture(autouse=True)
def responses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The responses, in the current folder, and a terminal of 80 columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    [(document, key)] = corpora.read(Path(KEY))
    first, second, *others = key.chains
    joined = (tuple(sorted(first + second)), *others)
    for name, chains in ((RESPONSE, joined[:-1]), (JOINED, joined)):
        Path(name).write_text("".join(corefud.write([(document, Key(key.document_id, chains))])), "utf8")


@pytest.mark.parametrize("name", PRINT)
def test_command_prints_its_figures_in_every_form(name: str, anaphora: Run, snapshot: SnapshotAssertion) -> None:
    for form in ("table", "markdown", "latex", "csv", "json"):
        printed = anaphora(*PRINT[name], "--to", form, "--quiet")

        assert (printed.code, printed.err) == (0, "")
        assert stable(printed.out) == snapshot(name=form)


@pytest.mark.parametrize("name", REPORT)
def test_report_shows_what_the_command_found(
    name: str, anaphora: Run, snapshot: SnapshotAssertion, tmp_path: Path
) -> None:
    """The words of the page, a line each block; its looks are tested in a browser."""
    page = tmp_path / "report.html"
    assert anaphora(*REPORT[name], "--report", page, "--quiet").code == 0
    body = html.fromstring(page.read_text("utf8")).body
    for hidden in body.xpath("//script | //style | //template"):
        hidden.drop_tree()
    lines = (" ".join(line.split()) for line in body.text_content().splitlines())

    assert stable("\n".join(filter(None, lines))) == snapshot
