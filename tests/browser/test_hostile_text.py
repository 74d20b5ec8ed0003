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


def test_words_of_a_corpus_are_shown_as_they_are(visit: Visit, hostile_report: Path) -> None:
    page = visit(hostile_report)
    row = page.locator("#anaphor-table tbody tr").first

    assert BOLD in row.inner_text()
    assert CLOSING in row.inner_text()
    assert injected(page) == 0


def test_names_of_documents_and_files_are_shown_as_they_are(visit: Visit, hostile_report: Path) -> None:
    page = visit(hostile_report)

    assert HOSTILE_FILE.removesuffix(".conllu") in page.locator("h1").inner_text()
    assert f"{CLOSING}{BOLD}" in page.locator("#anaphor-table tbody tr").first.inner_text()
    assert injected(page) == 0


def test_no_script_of_a_corpus_runs(visit: Visit, hostile_report: Path) -> None:
    page = visit(hostile_report)
    page.locator("#anaphor-table summary").first.click()

    assert page.evaluate("document.querySelectorAll('script').length") == 3  # the page's own, and two of data
    assert visit.dialogs == []
