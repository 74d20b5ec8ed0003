"""READMEs as pages: sections, links, and what they link."""

from pathlib import Path

import pytest

from anaphora.experiments.docs import directives, repository
from anaphora.workbench.errors import UnknownNameError, WorkbenchError

README = """# Title

See [the formats](#formats), [a page](guide/README.md#use), [the licence](LICENSE), [code](guide) and [elsewhere](https://example.org/).

## Formats

![a chart](guide/chart.svg)

### Deeper

```sh
# no heading
cat [a](LICENSE)
```

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
    monkeypatch.setattr(repository, "ROOT", tmp_path)
    monkeypatch.setattr(repository, "PAGES", {"README.md": "project/overview.md", "guide/README.md": "guide.md"})
    repository._targets.cache_clear()
    return tmp_path


def test_links_lead_to_pages_and_files_of_the_site(root: Path) -> None:
    text = repository.included("README.md", "project/overview.md")

    assert (
        "[the formats](overview.md#formats), [a page](../guide.md#use), [the licence](../files/LICENSE), code" in text
    )
    assert "[elsewhere](https://example.org/)" in text


def test_links_are_seen_from_the_page_that_includes(root: Path) -> None:
    assert repository.included("guide/README.md", "a/b/page.md") == "# Guide\n\n[back](../../project/overview.md)"


def test_a_section_comes_without_its_heading_and_with_what_is_below_it(root: Path) -> None:
    text = repository.included("README.md#formats", "page.md")

    assert text.split("\n")[1] == "![a chart](files/guide/chart.svg)"
    assert "## Deeper" in text.split("\n")
    assert "End." not in text


def test_code_is_left_as_it_is(root: Path) -> None:
    assert "# no heading\ncat [a](LICENSE)\n" in repository.included("README.md#formats", "page.md")


def test_the_anchor_of_a_heading_ignores_its_markup(root: Path) -> None:
    assert repository.included("README.md#the-last-one", "page.md") == "\nEnd."


def test_what_is_linked_and_no_page_is_attached(root: Path) -> None:
    assert repository.attachments() == {
        "files/guide/chart.svg": root / "guide/chart.svg",
        "files/LICENSE": root / "LICENSE",
    }


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        ("include: NOTHING.md", "page.md includes NOTHING.md, which does not exist"),
        ("include: README.md#nowhere", "There is no section README.md#nowhere"),
        ("code: nothing.py", "page.md shows nothing.py, which does not exist"),
        ("resolver: nobody", "the resolver 'nobody', which does not exist"),
        ("measure: nothing", "There is no measure 'nothing'"),
    ],
)
def test_a_directive_that_names_nothing_is_an_error(root: Path, directive: str, message: str) -> None:
    with pytest.raises(WorkbenchError, match=message):
        directives.carried_out(f"<!-- {directive} -->", "page.md")


def test_a_directive_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(UnknownNameError, match="There is no directive 'includes'"):
        directives.carried_out("<!-- includes: README.md -->", "page.md")


def test_source_files_are_shown_as_they_are(root: Path) -> None:
    (root / "plain.py").write_text("LONGEST = 2\n", encoding="utf-8")

    assert (
        directives.carried_out("<!-- code: plain.py -->", "page.md") == '```python title="plain.py"\nLONGEST = 2\n```'
    )
