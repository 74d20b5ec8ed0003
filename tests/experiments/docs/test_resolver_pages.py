"""Every resolver has its page: the idea, how it decides, what it is blind to, and an example that is true."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from anaphora import resolvers
from anaphora.corpora.plain import document
from anaphora.experiments.docs.facts import table, weights
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.resolve import resolve
from anaphora.resolvers import chains
from anaphora.workbench.results.table import to_json
from tests.experiments.docs.commands import steps

PAGES = Path(__file__).resolve().parents[3] / "experiments" / "docs" / "pages" / "science" / "resolvers"
OURS = [*resolvers.names(), *chains.names()]
NEED_A_FILE = {"dagan_itai", "recorded", "spacy_pipeline"}
"""They answer only with counts, a record or a pipeline: their examples are commands that make one."""

EXAMPLES = [
    (path.stem, *block)
    for path in sorted(PAGES.glob("*.md"))
    for block in re.findall(
        r"^```answers\n(.*?)\n\n(.*?)\n```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
]


@cache
def answers(text: str, resolver: str) -> list[tuple[str, str]]:
    """Each pronoun of a text with what the resolver answers."""
    found: Any = to_json(resolve(document(text, "example"), configure(resolvers=(resolver,))).tables())
    given = ((row["text"], row["antecedents"][resolver]) for row in found["pronouns"])
    return [(pronoun, answer["text"] if answer else "–") for pronoun, answer in given]


def told(line: str) -> tuple[str, list[tuple[str, str]]]:
    """`mars: he = Ann; it = –` as resolver and answers."""
    resolver, _, pairs = line.partition(": ")
    return resolver, [(pair.partition(" = ")[0], pair.partition(" = ")[2]) for pair in pairs.split("; ")]


@pytest.mark.parametrize("name", OURS)
def test_a_resolver_has_a_page_with_idea_rules_and_what_it_is_blind_to(name: str) -> None:
    path = PAGES / f"{name}.md"
    assert path.is_file(), f"experiments/docs/pages/science/resolvers/{name}.md is missing; mars.md shows the form."

    headings = re.findall(r"^#+ .*$", path.read_text(encoding="utf-8"), re.MULTILINE)

    assert headings == [
        f"# `{name}`", "## Idea", "## How it decides", "## Blind to", "## Source, departures, options",
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in OURS if name not in NEED_A_FILE])
def test_a_resolver_has_an_example(name: str) -> None:
    assert [lines for page, _, lines in EXAMPLES if page == name and f"{name}: " in lines] != []


@pytest.mark.parametrize("name", sorted(NEED_A_FILE))
def test_a_resolver_that_needs_a_file_has_commands_that_show_its_answers(name: str) -> None:
    """`test_commands.py` runs them."""
    found = list(steps((PAGES / f"{name}.md").read_text(encoding="utf-8")))

    assert any(f"{name}(" in it.commands and any(f"{name}(" in line for line in it.printed) for it in found)


@pytest.mark.parametrize(("page", "text", "lines"), EXAMPLES, ids=[f"{page}-{text[:20]}" for page, text, _ in EXAMPLES])
def test_an_example_is_true(page: str, text: str, lines: str) -> None:
    for resolver, expected in map(told, lines.splitlines()):
        assert answers(" ".join(text.split()), resolver) == expected, f"{resolver} on the page of {page}"


def test_no_page_is_about_a_resolver_that_does_not_exist() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} - {"index"} == set(OURS)


def test_the_tables_have_all_resolvers() -> None:
    rows = table("resolvers") + table("chains")

    assert [name for name in OURS if f"({name}.md)" not in rows] == []


def test_weights_are_those_of_the_file() -> None:
    assert "| `subject` | 80 | Lappin & Leass 1994, section 2.1, Table 1: subject emphasis |" in weights("lappin_leass")
    assert "| `term_preference` | term 1 |" in weights("mitkov")
    assert "| `boost_pronoun` | pronoun 1.5 |" in weights("mars_optimised")
