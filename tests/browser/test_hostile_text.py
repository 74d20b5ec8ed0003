"""What a corpus, a file name or a pasted text says is shown as text, whatever it looks like."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import BOLD, CLOSING, HOSTILE_FILE, Visit

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from playwright.sync_api import Page


def injected(page: "Page") -> int:
    """How many elements are there that no page of ours has."""
    return page.locator("main b:has-text('&\"'), img, iframe, main script:not([type='application/json'])").count()


def test_what_a_corpus_says_is_shown_as_it_is_and_never_run(visit: Visit, hostile_report: Path) -> None:
    """Words, and names of documents and files."""
    page = visit(hostile_report)
    row = page.locator("#anaphor-table tbody tr").first
    page.locator("#anaphor-table summary").first.click()

    assert BOLD in row.inner_text()
    assert f"{CLOSING}{BOLD}" in row.inner_text()
    assert HOSTILE_FILE.removesuffix(".conllu") in page.locator("h1").inner_text()
    assert injected(page) == 0
    assert page.evaluate("document.querySelectorAll('script').length") == 3  # the page's own, and two of data
    assert visit.dialogs == []
