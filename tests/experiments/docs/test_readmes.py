"""READMEs as pages: sections, links, the files that they link; counts and defaults in pages."""

import re
from pathlib import Path

import pytest

import anaphora
from anaphora.experiments.cli import comparing
from anaphora.experiments.docs import hooks, readmes
from anaphora.experiments.setup.configuration import ENTITY_RESOLVER, ENTITY_RESOLVER_ELSEWHERE
from anaphora.workbench.errors import WorkbenchError

PAGE_OF_CHAINS = (readmes.ROOT / "experiments/docs/pages/tasks/chains.md").read_text(encoding="utf-8")
README = """# Title

See [the formats](#formats), [a page](guide/README.md#use), [the licence](LICENSE), [code](guide) and [elsewhere](https://example.org/).

## Formats

![a chart](guide/chart.svg)

### Deeper

## The `last` one

End.
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two READMEs, a chart and a licence."""
    (tmp_path / "guide").mkdir()
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    (tmp_path / "guide" / "README.md").write_text("# Guide\n\n[back](../README.md)\n", encoding="utf-8")
    for name in ("guide/chart.svg", "LICENSE"):
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.setattr(readmes, "ROOT", tmp_path)
    monkeypatch.setattr(readmes, "PAGES", {"README.md": "project/overview.md", "guide/README.md": "guide.md"})
    readmes.attachments.cache_clear()
    return tmp_path


def test_links_lead_to_pages_and_files_of_the_site(root: Path) -> None:
    text = readmes.included("README.md", "project/overview.md")

    assert (
        "[the formats](overview.md#formats), [a page](../guide.md#use), [the licence](../files/LICENSE), code" in text
    )
    assert "[elsewhere](https://example.org/)" in text


def test_links_are_as_the_including_page_needs_them(root: Path) -> None:
    assert readmes.included("guide/README.md", "a/b/page.md") == "# Guide\n\n[back](../../project/overview.md)"


def test_a_section_comes_without_its_heading_and_with_what_is_below_it(root: Path) -> None:
    text = readmes.included("README.md#formats", "page.md")

    assert text.split() == ["![a", "chart](files/guide/chart.svg)", "##", "Deeper"]
    assert readmes.included("README.md#the-last-one", "page.md").split() == ["End."]


def test_files_that_are_linked_are_attached(root: Path) -> None:
    assert readmes.attachments() == {
        "files/guide/chart.svg": root / "guide/chart.svg",
        "files/LICENSE": root / "LICENSE",
    }


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        ("include", "NOTHING.md", "no-file"),
        ("include", "README.md#nowhere", "no-section"),
        ("code", "nothing.py", "no-file"),
        ("resolver", "nobody", "unknown-name"),
        ("measure", "nothing", "unknown-name"),
    ],
)
def test_a_directive_that_names_nothing_is_an_error(root: Path, kind: str, name: str, code: str) -> None:
    with pytest.raises(WorkbenchError) as caught:
        hooks.directive(kind, name, "page.md")
    assert caught.value.code == code


def test_a_readme_ends_for_the_site_where_it_says_so(root: Path) -> None:
    text = f"# Guide\n\nFor all.\n\n{readmes.BESIDE_THE_CODE}\n\n## Recipe\n\nFor few.\n"
    (root / "guide" / "README.md").write_text(text, encoding="utf-8")

    assert readmes.included("guide/README.md", "guide.md") == "# Guide\n\nFor all."
    assert readmes.included("guide/README.md#recipe", "guide.md").strip() == "For few."


@pytest.mark.parametrize("page", sorted(Path(readmes.ROOT / "experiments/docs/pages").rglob("*.md")), ids=str)
def test_a_page_leaves_counts_to_the_build(page: Path) -> None:
    numbers = r"(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)"

    assert re.findall(rf"\b{numbers} (?:[a-z-]+ )?(?:formats|resolvers)\b", page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", [PAGE_OF_CHAINS, str(anaphora.chains.__doc__)], ids=["page", "docstring"])
def test_what_describes_chains_names_the_resolvers_that_find_entities_by_default(text: str) -> None:
    assert f"default is `{ENTITY_RESOLVER}`" in text or f"by default `{ENTITY_RESOLVER}`" in text
    assert re.search(rf"in other languages (?:than English )?`{re.escape(ENTITY_RESOLVER_ELSEWHERE)}`", text)


@pytest.mark.parametrize("function", [anaphora.coref, comparing.coref])
def test_what_describes_coref_names_the_resolver_that_other_languages_have_besides(function: object) -> None:
    assert re.search(rf"except in English, `?{re.escape(ENTITY_RESOLVER_ELSEWHERE)}`? too", str(function.__doc__))
