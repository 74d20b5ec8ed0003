"""A headless Chromium, watched: no error, and no request beyond the page itself; and the pages that tests look at."""

import os
import shutil
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from typer.testing import CliRunner

from anaphora.corpora import corefud
from anaphora.experiments.cli.main import application as command_line
from anaphora.experiments.live.analysis import analyst
from anaphora.experiments.live.app import application, make_server
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.workbench.document import Document, Span
from anaphora.workbench.key import Key

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 30_000  # milliseconds; two cores may be busy
READY = 60  # seconds

TEXTS = tuple(BUNDLED / f"{name}.conllu" for name in ("dialogue", "printer", "news"))
RESOLVERS = ("mars", "mitkov", "cogniac", "lappin_leass", "hobbs")
CLOSING, BOLD, IMAGE = "</script><script>alert(1)</script>", "<b>&\"'</b>", "<img/src=x/onerror=alert(2)>"
WITHOUT_MARKS = """text => {
  const copy = text.cloneNode(true);
  for (const mark of copy.querySelectorAll('.badge, sub')) mark.remove();
  return copy.textContent;
}"""
"""The words of the live page's text."""
SCREENS = {"wide": {"width": 1280, "height": 900}, "narrow": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
HOSTILE_FILE = 'it\'s <b>&"x"<\u2215script>.conllu'


class Visit:
    """Opens pages and watches them. `failing` are statuses that the test provokes."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._pages: list[Page] = []
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        self.dialogs: list[str] = []
        self.failing: set[int] = set()

    def __call__(self, place: Path | str, fragment: str = "", site: Path | None = None, **options: Any) -> "Page":
        """Open a page, which may ask for nothing but itself, its server, and the files of its `site`."""
        url = place.as_uri() if isinstance(place, Path) else place
        parts = urlsplit(url)
        own = url.partition("#")[0] if parts.scheme == "file" else f"{parts.scheme}://{parts.netloc}/"
        inside = ("data:", "blob:", site.as_uri() if site else own)
        page = self._browser.new_context(reduced_motion="reduce", **options).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))
        page.on("console", self._message)
        page.on("request", lambda request: self._request(request.url, inside))
        page.on("dialog", self._dismiss)
        page.goto(url + (fragment and f"#{fragment}"))
        self._pages.append(page)
        return page

    def _request(self, url: str, inside: tuple[str, ...]) -> None:
        if not url.startswith(inside):
            self.elsewhere.append(url)

    def _message(self, message: "ConsoleMessage") -> None:
        provoked = any(f"the server responded with a status of {status} " in message.text for status in self.failing)
        if message.type in ("error", "warning") and not provoked:
            self.errors.append(message.text)

    def _dismiss(self, dialog: "Dialog") -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def end(self) -> None:
        """Close all pages; none may have failed, or asked for anything beyond itself."""
        for page in self._pages:
            page.context.close()
        assert (self.errors, self.elsewhere) == ([], [])


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
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not program:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is on the path, and CHROMIUM names none")
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: "Browser") -> Iterator[Visit]:
    visiting = Visit(browser)
    yield visiting
    visiting.end()


@pytest.fixture(params=[(theme, screen) for theme in THEMES for screen in SCREENS], ids="-".join)
def looks(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A theme, and the name of a screen."""
    found: tuple[str, str] = request.param
    return found


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


def command(*arguments: str | Path) -> None:
    """Run `anaphora` with these arguments."""
    result = CliRunner().invoke(command_line(), list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output


def compared(file: Path, resolvers: Sequence[str], corpus: Sequence[Path]) -> Path:
    command("compare", "--resolvers", ",".join(resolvers), "--report", file, *corpus)
    return file


@pytest.fixture(scope="package")
def excerpts(folder: Path) -> list[Path]:
    """The first five sentences of each text."""
    files = [folder / text.name for text in TEXTS]
    for text, file in zip(TEXTS, files, strict=True):
        file.write_text("\n\n".join(text.read_text("utf-8").split("\n\n")[:5]) + "\n\n", "utf-8")
    return files


@pytest.fixture(scope="package")
def report(browser: "Browser", folder: Path) -> Path:
    """Five resolvers compared on three texts of the bundled corpus, more anaphors than one page of the table holds."""
    return compared(folder / "report.html", RESOLVERS, TEXTS)


@pytest.fixture(scope="package")
def bundled_report(browser: "Browser", folder: Path) -> Path:
    """The report that `make demo` writes: all resolvers on the bundled corpus."""
    command("compare", "--report", folder / "bundled.html")
    return folder / "bundled.html"


@pytest.fixture(scope="package")
def short_report(browser: "Browser", folder: Path, excerpts: list[Path]) -> Path:
    """The same sections, few anaphors."""
    return compared(folder / "short.html", RESOLVERS[:3], excerpts)


@pytest.fixture(scope="package")
def ablation_report(browser: "Browser", folder: Path, excerpts: list[Path]) -> Path:
    command("ablate", "--resolver", "mars", "--report", folder / "ablation.html", *excerpts)
    return folder / "ablation.html"


@pytest.fixture(scope="package")
def score_report(browser: "Browser", folder: Path, excerpts: list[Path]) -> Path:
    """The chains of two resolvers scored against the key."""
    responses = folder / "responses"
    command("compare", "--resolvers", "mars,cogniac", "--responses", responses, excerpts[0])
    command("score", excerpts[0], *sorted(responses.iterdir()), "--report", folder / "score.html")
    return folder / "score.html"


@pytest.fixture(scope="package")
def hostile_report(browser: "Browser", folder: Path) -> Path:
    """Markup in the words, in the name of the document and in that of its file; a resolver with an option."""
    lines = (("The", BOLD, "driver", "reads", "the", CLOSING, "page", "."), ("It", "prints", "it", "."))
    words = lines[0] + lines[1]
    document = Document(f"{CLOSING}{BOLD}", words, (" ",) * len(words), sentence_starts=(0, len(lines[0])))
    key = Key(document.id, ((Span(0, 3), Span(8, 9)), (Span(4, 7), Span(10, 11))))
    corpus = folder / HOSTILE_FILE
    corpus.write_text("".join(corefud.write([(document, key)])), "utf-8")
    return compared(folder / "hostile.html", ("mars(scope=window)", "most_recent"), [corpus])


@dataclass(frozen=True)
class Live:
    """A running live page."""

    url: str
    server: Starlette


@pytest.fixture(scope="package")
def live(browser: "Browser") -> Iterator[Live]:
    """The live page on a free port of 127.0.0.1, ready to answer."""
    page = application(analyst(configure((*RESOLVERS, "centering_bfp"))))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = make_server(page, "127.0.0.1", 0)
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        until = monotonic() + READY
        try:
            while not page.state.ready:
                assert monotonic() < until, "the live page did not start"
                sleep(0.05)
            yield Live(f"http://127.0.0.1:{listening.getsockname()[1]}/", page)
        finally:
            server.should_exit = True
            thread.join()
