"""Every resolver has its page or section: how it decides, what it is blind to, and an example that is true."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from anaphora import resolvers
from anaphora.corpora.plain import document
from anaphora.experiments.docs.facts import place, places, table, weights
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
    found: Any = to_json([resolve(document(text, "example"), configure(resolvers=(resolver,))).whole()])
    given = ((row["text"], row["antecedents"][resolver]) for row in found["pronouns"])
    return [(pronoun, answer["text"] if answer else "–") for pronoun, answer in given]


def told(line: str) -> tuple[str, list[tuple[str, str]]]:
    """`mars: he = Ann; it = –` as resolver and answers."""
    resolver, _, pairs = line.partition(": ")
    return resolver, [(pair.partition(" = ")[0], pair.partition(" = ")[2]) for pair in pairs.split("; ")]


def section(name: str) -> str:
    """What the pages say of a resolver: a page of its own, or a section of one."""
    page, _, anchor = place("resolvers", name).partition("#")
    text = (PAGES / page).read_text(encoding="utf-8")
    if not anchor:
        return text
    return next(part for part in re.split(r"^## ", text, flags=re.MULTILINE) if part.startswith(f"`{name}`\n"))


@pytest.mark.parametrize("name", OURS)
def test_the_pages_say_of_a_resolver_how_it_decides_what_it_is_blind_to_and_its_source(name: str) -> None:
    """A baseline says how it decides in its first sentence."""
    text = section(name)

    assert re.search(r"^(\*\*|#+ )Blind to", text, re.MULTILINE)
    assert f"<!-- resolver: {name} -->" in text
    assert "baselines.md" in place("resolvers", name) or re.search(r"^#+ How it decides$", text, re.MULTILINE)


@pytest.mark.parametrize("name", [name for name in OURS if name not in NEED_A_FILE])
def test_a_resolver_has_an_example(name: str) -> None:
    assert re.search(rf"^```answers\n(?:(?!^```)[\s\S])*^{name}: ", section(name), re.MULTILINE)


@pytest.mark.parametrize("name", sorted(NEED_A_FILE))
def test_a_resolver_that_needs_a_file_has_commands_that_show_its_answers(name: str) -> None:
    """`test_commands.py` runs them."""
    found = list(steps(section(name)))

    assert any(f"{name}(" in it.commands and any(f"{name}(" in line for line in it.printed) for it in found)


@pytest.mark.parametrize(("page", "text", "lines"), EXAMPLES, ids=[f"{page}-{text[:20]}" for page, text, _ in EXAMPLES])
def test_an_example_is_true(page: str, text: str, lines: str) -> None:
    for resolver, expected in map(told, lines.splitlines()):
        assert answers(" ".join(text.split()), resolver) == expected, f"{resolver} on the page of {page}"


def test_no_page_is_about_a_resolver_that_does_not_exist() -> None:
    assert set(places("resolvers")) == set(OURS)


def test_the_tables_have_all_resolvers() -> None:
    rows = table("resolvers") + table("chains")

    assert [name for name in OURS if f"({place('resolvers', name)})" not in rows] == []


def test_weights_are_those_of_the_file() -> None:
    assert "| `subject` | 80 | Lappin & Leass 1994, section 2.1, Table 1: subject emphasis |" in weights("lappin_leass")
    assert "| `term_preference` | term 1 |" in weights("mitkov")
    assert "| `boost_pronoun` | pronoun 1.5 |" in weights("mars_optimised")
