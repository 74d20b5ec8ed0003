"""A real browser, headless, and pages that are watched: no error, and no request beyond the page itself."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.browser import made

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--renderer-process-limit=1",
)  # fmt: skip
"""A clean browser that needs no sandbox, no graphics card and no network, and starts no process for each page."""
PATIENCE = 10_000  # milliseconds


def program() -> str | None:
    """The path of the browser, if there is one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@dataclass
class Watch:
    """What a page did that the reader did not see. `failing` are statuses that the test provokes."""

    origin: str
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)
    failing: set[int] = field(default_factory=set)

    def over(self, page: "Page") -> None:
        """Begin to watch a page."""
        page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", self._dismiss)

    def _dismiss(self, dialog: "Dialog") -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _said(self, kind: str, text: str) -> None:
        provoked = any(f"the server responded with a status of {status} " in text for status in self.failing)
        if kind in ("error", "warning") and not provoked:
            self.errors.append(f"{kind}: {text}")

    @property
    def elsewhere(self) -> list[str]:
        """The requests that went beyond the page itself."""
        inside = ("data:", "blob:", self.origin)
        return [url for url in self.requests if not url.startswith(inside)]


class Contexts:
    """What pages share that were opened with the same options of Playwright: caches, which make the next one fast."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._made: dict[str, BrowserContext] = {}

    def __call__(self, options: dict[str, Any]) -> "BrowserContext":
        key = repr(sorted(options.items()))
        if key not in self._made:
            self._made[key] = self._browser.new_context(reduced_motion="reduce", **options)
            self._made[key].set_default_timeout(PATIENCE)
        return self._made[key]


class Visits:
    """Opens pages and ends them, with all that they stored."""

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts
        self.pages: list[Page] = []
        self.watches: list[Watch] = []

    def __call__(self, place: Path | str, fragment: str = "", **options: Any) -> "Page":
        url = place.as_uri() if isinstance(place, Path) else place
        parts = urlsplit(url)
        page = self._contexts(options).new_page()
        watch = Watch(url.partition("#")[0] if parts.scheme == "file" else f"{parts.scheme}://{parts.netloc}/")
        watch.over(page)
        self.pages.append(page)
        self.watches.append(watch)
        page.goto(url + (fragment and f"#{fragment}"))
        return page

    def end(self) -> None:
        """Close all; none may have failed, or asked for anything beyond itself."""
        for page in self.pages:
            page.evaluate("localStorage.clear()")
            page.close()
        assert [error for watch in self.watches for error in watch.errors] == []
        assert [url for watch in self.watches for url in watch.elsewhere] == []


Visit = Callable[..., "Page"]


def require_keys(page: "Page", first: "Locator", second: "Locator") -> None:
    """The keys n and p must lead from one place to the next and back, unless the reader switches them off."""
    from playwright.sync_api import expect

    first.press("n")
    expect(second).to_be_focused()
    second.press("p")
    expect(first).to_be_focused()
    page.locator("#keys").uncheck()
    first.press("n")

    expect(first).to_be_focused()


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """The system's Chromium; the variable CHROMIUM names another."""
    found = program()
    if not found:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is on the path, and CHROMIUM names none")
    if not find_spec("playwright"):
        pytest.skip("the package playwright is not installed; make test installs it")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def contexts(browser: "Browser") -> Contexts:
    return Contexts(browser)


@pytest.fixture
def visit(contexts: Contexts) -> Iterator[Visits]:
    """Open a page to do something on it."""
    visits = Visits(contexts)
    yield visits
    visits.end()


@pytest.fixture(scope="module")
def still(contexts: Contexts) -> Iterator[Visit]:
    """Open a page only to look at it: tests share it, so none may change it."""
    visits = Visits(contexts)
    yield cache(visits)
    visits.end()


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="package")
def report(browser: "Browser", folder: Path) -> Path:
    """Five resolvers compared on three texts of the bundled corpus, more anaphors than one page of the table holds."""
    return made.report(folder)


@pytest.fixture(scope="package")
def short_report(browser: "Browser", folder: Path) -> Path:
    """The same sections, few anaphors."""
    return made.short_report(folder)


@pytest.fixture(scope="package")
def ablation_report(browser: "Browser", folder: Path) -> Path:
    return made.ablation_report(folder)


@pytest.fixture(scope="package")
def score_report(browser: "Browser", folder: Path) -> Path:
    return made.score_report(folder)


@pytest.fixture(scope="package")
def hostile_report(browser: "Browser", folder: Path) -> Path:
    """The report of a corpus that means harm."""
    return made.hostile_report(folder)


@pytest.fixture(scope="package")
def live(browser: "Browser") -> Iterator[made.Live]:
    """The live page on a free port of this machine."""
    with made.live() as served:
        yield served
