"""Every measure and resolver has its page or section: how it works, what it is blind to, and examples that are true."""

import re
from functools import cache
from typing import Any

from anaphora import resolvers
from anaphora.corpora.plain import document
from anaphora.experiments.docs.facts import measures, place, places, table, weights
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.texts.resolution import resolve_document
from anaphora.resolvers import chains
from tests.experiments.docs.commands import PAGES, steps
from tests.experiments.docs.examples import blocks, percent

SCIENCE = PAGES / "science"
NEED_A_FILE = {"dagan_itai", "recorded", "spacy_pipeline"}
"""They answer only with counts, a record or a pipeline: their examples are commands that make one."""


def section(kind: str, name: str) -> str:
    """What the pages say of a measure or a resolver: a page of its own, or a section of one."""
    page, _, anchor = place(kind, name).partition("#")
    text = (SCIENCE / kind / page).read_text(encoding="utf-8")
    if not anchor:
        return text
    return next(part for part in re.split(r"^## ", text, flags=re.MULTILINE) if part.startswith(f"`{name}`\n"))


def test_a_measure_has_a_section_with_formula_range_and_what_it_is_blind_to() -> None:
    rows = table("measures")
    for name in measures():
        text = section("measures", name)
        wanted = (f"<!-- measure: {name} -->", "$$", "**Range**", "**Blind to**")

        assert [part for part in wanted if part not in text] == [], name
        assert f"[`{name}`]({place('measures', name).partition('#')[0]}#{name})" in rows, name


def test_every_measure_has_an_example_and_each_is_true() -> None:
    examples = [block for path in sorted((SCIENCE / "measures").glob("*.md")) for block in blocks(path)]
    told, computed = [], []
    for block in examples:
        for name, figures in block.figures.items():
            values = block.computed(name)
            told.append((block.page.name, name, figures))
            computed.append((block.page.name, name, {part: percent(values[part]) for part in figures}))

    assert computed == told
    with_example = {(page, name) for page, name, _ in told}
    pages = {(place("measures", name).partition("#")[0], name) for name in measures()}
    assert pages - with_example == set()


def test_no_page_is_about_what_does_not_exist() -> None:
    texts = [path.read_text("utf-8") for path in (SCIENCE / "measures").glob("*.md")]
    told = {name for text in texts for name in re.findall(r"^## `(.*)`$", text, re.MULTILINE)}

    assert told == set(measures())
    assert set(places("resolvers")) == {*resolvers.names(), *chains.names()}


def test_the_pages_say_of_a_resolver_how_it_decides_what_it_is_blind_to_and_its_source() -> None:
    """A baseline says how it decides in its first sentence; `test_commands.py` runs the commands of others."""
    rows = table("resolvers") + table("chains")
    for name in (*resolvers.names(), *chains.names()):
        text, page = section("resolvers", name), place("resolvers", name)

        assert re.search(r"^(\*\*|#+ )Blind to", text, re.MULTILINE), name
        assert f"<!-- resolver: {name} -->" in text, name
        assert "baselines.md" in page or re.search(r"^#+ How it decides$", text, re.MULTILINE), name
        assert f"({page})" in rows, name
        if name in NEED_A_FILE:
            shown = [(step.commands, *step.printed) for step in steps(text)]
            assert any(f"{name}(" in asked and any(f"{name}(" in line for line in said) for asked, *said in shown), name
        else:
            assert re.search(rf"^```answers\n(?:(?!^```)[\s\S])*^{name}: ", text, re.MULTILINE), name


@cache
def answers(text: str, resolver: str) -> str:
    """Each pronoun of a text with what the resolver answers, as the pages write it: `he = Ann; it = –`."""
    result: Any = resolve_document(document(text, "example"), configure(resolvers=(resolver,))).as_json()
    pairs = ((row["text"], row["antecedents"][resolver]) for row in result["pronouns"])
    return "; ".join(f"{pronoun} = {answer['text'] if answer else '–'}" for pronoun, answer in pairs)


def test_answers_of_examples_are_those_of_resolvers() -> None:
    block = re.compile(r"^```answers\n(.*?)\n\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
    told: list[tuple[str, str, str]] = []
    computed: list[tuple[str, str, str]] = []
    for path in sorted((SCIENCE / "resolvers").glob("*.md")):
        for text, lines in block.findall(path.read_text(encoding="utf-8")):
            for resolver, _, pairs in (line.partition(": ") for line in lines.splitlines()):
                told.append((path.name, resolver, pairs))
                computed.append((path.name, resolver, answers(" ".join(text.split()), resolver)))

    assert computed == told
    assert len(told) > 20


def test_weights_are_those_of_the_file() -> None:
    assert "| `subject` | 80 | Lappin & Leass 1994, section 2.1, Table 1: subject emphasis |" in weights("lappin_leass")
    assert "| `term_preference` | term 1 |" in weights("mitkov")
    assert "| `boost_pronoun` | pronoun 1.5 |" in weights("mars_optimised")
