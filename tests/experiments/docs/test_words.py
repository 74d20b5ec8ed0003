"""The glossary's words are used, and those that they replaced are gone from pages, help, report and live page."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from anaphora.experiments.live.analysis import analyst
from anaphora.experiments.live.app import application
from anaphora.experiments.setup.configuration import configure
from tests.commands import commands
from tests.experiments.conftest import Run

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "experiments" / "docs" / "pages"
RETIRED = (
    r"differences? (that|which) holds?", r"difference .{0,40}\bholds\b", r"drawn anew", r"(a little|be) kind\b",
    r"own filters?\b", r"left open", r"lost (at|on a tie)\b", r"held against", r"\bis told\b", r"tells? apart",
    r"told apart", r"spoke for it", r"that learned nothing", r"take[ns]? out\b", r"phrase (missing|boundary)",
    r"a reader would name", r"stands? twice", r"had from elsewhere", r"as they come", r"how they fare", r"\bfares?\b",
    r"goes on where", r"worked on anew", r"\banew\b", r"antecedent only afterwards", r"reach the resolvers",
    r"key anaphors? resolved rightly", r"if need be", r"\bwhatever would\b", r"power there", r"\bcharged here\b",
    r"resolved rightly", r"\d %", r"\bdata[- ]sets?\b",
)  # fmt: skip
"""Regular expressions."""
WANTED = ("gold", "significant", "confidence interval", "bootstrap", "power", "upper bound", "unresolved")
QUOTED = re.compile(r"```.*?^```|`[^`]*`|\"24.0 % precision.*?recall\"", re.DOTALL | re.MULTILINE)
"""Code and quotations, which say what programs and papers say."""
FILES = [
    ROOT / "README.md",
    *sorted(PAGES.rglob("*.md")),
    *(path for path in sorted(ROOT.glob("*/**/README.md")) if not {"fixtures", "build", ".venv"} & set(path.parts)),
]


@cache
def helps() -> dict[str, str]:
    """The help of each command as one line."""
    found = {}
    for name, command in commands().items():
        parts = [command.help or "", *(getattr(parameter, "help", None) or "" for parameter in command.params)]
        found[name] = " ".join(" ".join(parts).split())
    return found


def visible(page: str) -> str:
    """What a reader of a page of HTML sees: its text, and what its scripts say in three words or more."""
    scripts = re.sub(r"//.*", "", "\n".join(re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)))
    said = re.findall(r'"[^"\n]* [^"\n]* [^"\n]*"|`[^`]* [^`]* [^`]*`', scripts)
    bare = re.sub(r"<(script|style)[^>]*>.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    return unescape(" ".join((bare, *said)))


def retired(text: str) -> list[str]:
    """The retired words of a text."""
    line = " ".join(text.split())
    return [match[0] for word in RETIRED for match in re.finditer(word, line, re.IGNORECASE)]


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(ROOT).as_posix() for path in FILES])
def test_no_retired_word_is_on_a_page(path: Path) -> None:
    assert retired(QUOTED.sub("", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("name", helps())
def test_no_retired_word_is_in_the_help(name: str) -> None:
    assert retired(helps()[name]) == []


@pytest.mark.parametrize("command", ["compare --resolvers mars,most_recent", "ablate --resolvers mitkov"])
def test_no_retired_word_is_in_the_report(anaphora: Run, tmp_path: Path, command: str) -> None:
    corpus, report = ROOT / "corpora" / "manuals" / "printer.conllu", tmp_path / "report.html"
    done = anaphora(*command.split(), corpus, "--input", "perfect", "--report", report)
    seen = visible(report.read_text(encoding="utf-8"))

    assert "95% interval" in seen
    assert retired(done.out + seen) == []


def test_no_retired_word_is_on_the_live_page() -> None:
    with TestClient(application(analyst(configure(("mars",)))), "http://127.0.0.1:8765") as client:
        page = client.get("/").text
        scripts = [client.get(script).text for script in re.findall(r'src="([^"]+)"', page)]

    assert retired(visible(page + "".join(f"<script>{script}</script>" for script in scripts))) == []


@pytest.mark.parametrize("word", WANTED)
def test_the_words_of_the_glossary_are_used(word: str) -> None:
    glossary = (PAGES / "glossary.md").read_text(encoding="utf-8")
    pages = [path for path in FILES if path.name != "glossary.md" and word in path.read_text(encoding="utf-8")]

    assert word in glossary
    assert pages


def test_a_retired_word_is_found() -> None:
    assert retired("No difference between two\nresolvers holds") == ["difference between two resolvers holds"]
