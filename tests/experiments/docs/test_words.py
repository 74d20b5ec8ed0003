"""The glossary's words are used, and those that they replaced are gone: from the pages, the READMEs and the help."""

import re
from functools import cache
from pathlib import Path

import pytest
from typer.main import get_group

from anaphora.experiments.cli.main import app

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "experiments" / "docs" / "pages"
RETIRED = (
    r"differences? (that|which) holds?", r"difference .{0,40}\bholds\b", r"drawn anew", r"(a little|be) kind\b",
    r"own filters?\b", r"left open", r"lost (at|on a tie)\b", r"held against", r"\bis told\b", r"tells? apart",
    r"told apart", r"spoke for it", r"that learned nothing", r"take[ns]? out\b", r"phrase (missing|boundary)",
    r"a reader would name", r"stands? twice", r"had from elsewhere", r"as they come", r"how they fare", r"\bfares?\b",
    r"goes on where", r"worked on anew", r"\banew\b", r"antecedent only afterwards", r"reach the resolvers",
    r"key anaphors? resolved rightly", r"if need be", r"\bwhatever would\b", r"power there", r"\bcharged here\b",
    r"resolved rightly", r"\d %",
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
def commands() -> dict[str, str]:
    """The help of each command as one line."""
    found = {}
    for name, command in get_group(app).commands.items():
        parts = [command.help or "", *(getattr(parameter, "help", None) or "" for parameter in command.params)]
        found[name] = " ".join(" ".join(parts).split())
    return found


def retired(text: str) -> list[str]:
    """The retired words of a text."""
    line = " ".join(text.split())
    return [match[0] for word in RETIRED for match in re.finditer(word, line, re.IGNORECASE)]


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(ROOT).as_posix() for path in FILES])
def test_no_retired_word_is_on_a_page(path: Path) -> None:
    assert retired(QUOTED.sub("", path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("name", commands())
def test_no_retired_word_is_in_the_help(name: str) -> None:
    assert retired(commands()[name]) == []


@pytest.mark.parametrize("word", WANTED)
def test_the_words_of_the_glossary_are_used(word: str) -> None:
    glossary = (PAGES / "glossary.md").read_text(encoding="utf-8")
    pages = [path for path in FILES if path.name != "glossary.md" and word in path.read_text(encoding="utf-8")]

    assert word in glossary
    assert pages


def test_a_retired_word_is_found() -> None:
    assert retired("No difference between two\nresolvers holds") == ["difference between two resolvers holds"]
