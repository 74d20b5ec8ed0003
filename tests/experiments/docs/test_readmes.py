"""READMEs as pages: sections, links, the files that they link; counts and defaults in pages."""

import re
from pathlib import Path

import pytest

import anaphora
from anaphora.experiments.cli import comparing
from anaphora.experiments.docs import hooks, readmes
from anaphora.experiments.setup.configuration import ENTITY_RESOLVER, ENTITY_RESOLVER_ELSEWHERE
from tests.experiments.docs.commands import PAGES
from tests.refused import raises

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


@pytest.mark.usefixtures("root")
def test_links_lead_to_pages_and_files_of_the_site(tmp_path: Path) -> None:
    """They are as the including page needs them; a section comes without its heading and with what is below it."""
    whole, section = (
        readmes.included("README.md", "project/overview.md"),
        readmes.included("README.md#formats", "page.md"),
    )
    links = "[the formats](overview.md#formats), [a page](../guide.md#use), [the licence](../files/LICENSE), code"

    assert links in whole
    assert "[elsewhere](https://example.org/)" in whole
    assert readmes.included("guide/README.md", "a/b/page.md") == "# Guide\n\n[back](../../project/overview.md)"
    assert section.split() == ["![a", "chart](files/guide/chart.svg)", "##", "Deeper"]
    assert readmes.included("README.md#the-last-one", "page.md").split() == ["End."]
    assert readmes.attachments() == {f"files/{name}": tmp_path / name for name in ("guide/chart.svg", "LICENSE")}


@pytest.mark.usefixtures("root")
def test_a_directive_that_names_nothing_is_an_error() -> None:
    codes = {
        ("include", "NOTHING.md"): "no-file",
        ("include", "README.md#nowhere"): "no-section",
        ("code", "nothing.py"): "no-file",
        ("resolver", "nobody"): "unknown-name",
        ("measure", "nothing"): "unknown-name",
    }
    for (kind, name), code in codes.items():
        with raises(code):
            hooks.directive(kind, name, "page.md")


def test_a_readme_ends_for_the_site_where_it_says_so(root: Path) -> None:
    text = f"# Guide\n\nFor all.\n\n{readmes.BESIDE_THE_CODE}\n\n## Recipe\n\nFor few.\n"
    (root / "guide" / "README.md").write_text(text, encoding="utf-8")

    assert readmes.included("guide/README.md", "guide.md") == "# Guide\n\nFor all."
    assert readmes.included("guide/README.md#recipe", "guide.md").strip() == "For few."


def test_pages_leave_counts_to_the_build() -> None:
    numbers = r"(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty)"
    counting = re.compile(rf"\b{numbers} (?:[a-z-]+ )?(?:formats|resolvers)\b")

    assert [path.name for path in PAGES.rglob("*.md") if counting.search(path.read_text(encoding="utf-8"))] == []


def test_what_describes_chains_and_coref_names_the_resolvers_by_default() -> None:
    other = re.escape(ENTITY_RESOLVER_ELSEWHERE)
    for text in ((PAGES / "tasks" / "chains.md").read_text(encoding="utf-8"), str(anaphora.chains.__doc__)):
        assert re.search(f"(default is|by default) `{re.escape(ENTITY_RESOLVER)}`", text)
        assert re.search(rf"in other languages (?:than English )?`{other}`", text)
    for function in (anaphora.coref, comparing.coref):
        assert re.search(rf"except in English, `?{other}`? too", str(function.__doc__))
