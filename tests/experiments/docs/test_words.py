"""The glossary's words are used, and those that they replaced are gone from pages, help, report and live page."""

import re
from html import unescape
from pathlib import Path

from tests.commands import commands
from tests.experiments.docs.commands import PAGES, ROOT

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
SNAPSHOTS = ROOT / "tests" / "experiments" / "__snapshots__" / "test_snapshots.ambr"
"""The words of reports among others."""


def files() -> list[Path]:
    others = sorted(ROOT.glob("*/**/README.md"))
    readmes = [path for path in others if not {"fixtures", "build", ".venv"} & set(path.parts)]
    return [ROOT / "README.md", *sorted(PAGES.rglob("*.md")), *readmes]


def retired(text: str) -> list[str]:
    """The retired words of a text."""
    line = " ".join(text.split()).lower()
    return [match[0] for word in RETIRED for match in re.finditer(word, line)]


def phrases(script: str) -> str:
    """What a script says in three words or more."""
    return " ".join(re.findall(r'"[^"\n]* [^"\n]* [^"\n]*"|`[^`]* [^`]* [^`]*`', re.sub(r"//.*", "", script)))


def test_no_retired_word_is_on_a_page_in_the_help_or_in_a_report() -> None:
    texts = {path.relative_to(ROOT).as_posix(): QUOTED.sub("", path.read_text(encoding="utf-8")) for path in files()}
    reports = re.findall(r"(?ms)^# name: test_report.*?^# ---", SNAPSHOTS.read_text(encoding="utf-8"))
    texts["reports"] = "\n".join(reports)
    for name, command in commands().items():
        texts[f"help of {name}"] = " ".join(
            [command.help or "", *(getattr(parameter, "help", None) or "" for parameter in command.params)]
        )
    for path in (ROOT / "experiments").rglob("assets/**/*.js"):
        texts[path.name] = phrases(path.read_text(encoding="utf-8"))
    for path in (ROOT / "experiments" / "live").rglob("*.html"):
        texts[path.name] = unescape(re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8")))

    assert {name: words for name, text in texts.items() if (words := retired(text))} == {}
    assert "95% interval" in texts["reports"]
    assert retired("No difference between two\nresolvers holds") == ["difference between two resolvers holds"]


def test_the_words_of_the_glossary_are_used() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in files()}
    glossary = texts.pop("glossary.md")
    others = "".join(texts.values())

    assert [word for word in WANTED if word not in glossary or word not in others] == []
