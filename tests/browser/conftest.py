"""A headless Chromium, watched: no error, and no request beyond the page itself; and the pages that tests look at."""

import fcntl
import os
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from typer.testing import CliRunner

import anaphora
from anaphora.experiments.cli.main import application as command_line
from anaphora.experiments.commands.score.boxes import score_boxes
from anaphora.experiments.live.analysis import analyst
from anaphora.experiments.live.app import application, make_server
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.documents import BUNDLED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
PATIENCE = 180_000  # milliseconds until a state counts as one that never comes
SCREENS = {"wide": {"width": 1280, "height": 900}, "narrow": {"width": 390, "height": 844}}

TEXTS = tuple(BUNDLED / f"{name}.conllu" for name in ("dialogue", "printer", "news"))
RESOLVERS = ("mars", "mitkov", "cogniac", "lappin_leass", "hobbs")
GOLD = ("--perfect", "annotation")
CLOSING, BOLD = "</script><script>alert(1)</script>", "<b>&\"'</b>"
RAIN = "In the morning the rain came down.\n\n" * 80
NOVEL = f"""Mr. Darcy saw Elizabeth. He bowed to her, and she smiled.

A coach came to London with Mr. Darcy and his sister. Elizabeth was late, and his sister left.

{RAIN}At last Mr. Darcy left London. Elizabeth saw him leave."""
GRAVE = ("serious", "critical")
ALL: dict[str, Any] = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
COLOURS = ALL | {"runOnly": ["color-contrast"], "rules": {}}
"""The only rule that the theme matters to."""


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
        """Close all pages; none may have failed, asked for anything beyond itself, or run what a text says."""
        for page in self._pages:
            page.context.close()
        assert (self.errors, self.elsewhere, self.dialogs) == ([], [], [])


def require_focus(element: "Locator") -> None:
    """The element must get the focus of its page; which page of the browser is in front, no test can know."""
    element.page.wait_for_function("element => element === document.activeElement", arg=element.element_handle())


def require_keys(page: "Page", first: "Locator", second: "Locator") -> None:
    """The keys n and p must lead from one place to the next and back, unless the reader switches them off."""
    first.press("n")
    require_focus(second)
    second.press("p")
    require_focus(first)
    page.locator("#keys").uncheck()
    first.press("n")
    require_focus(first)
    page.locator("#keys").check()


def why(page: "Page", resolver: str, pronoun: int) -> "Locator":
    """The explanation of an answer on the live page."""
    page.locator(f"#reading [data-pronoun='{pronoun}']").click()
    page.locator("#candidates select").select_option(label=resolver)
    return page.locator("#candidates")


def saved(page: "Page", folder: Path) -> Path:
    """The live page, saved as a file."""
    with page.expect_download() as started:
        page.locator("#save-page").click()
    started.value.save_as(folder / "saved.html")
    return folder / "saved.html"


def grave(page: "Page", options: Mapping[str, Any] = ALL, within: str = "html") -> list[str]:
    """The serious and critical violations of WCAG 2.2, levels A and AA, and of good practice, with their places."""
    if not find_spec("axe_playwright_python"):
        pytest.skip("the package axe-playwright-python is not installed; make test installs it")
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(page, within, dict(options)).response["violations"]
    return [
        f"{rule['id']}: {[node['target'] for node in rule['nodes']]}" for rule in violations if rule["impact"] in GRAVE
    ]


def grave_in_any_look(page: "Page", within: str = "html") -> dict[str, list[str]]:
    """The grave violations in a wide and a narrow window, and of the contrast in the dark theme."""
    looks = (("light", "wide", ALL), ("light", "narrow", ALL), ("dark", "wide", COLOURS))
    violations = {}
    for theme, screen, options in looks:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.set_viewport_size({"width": SCREENS[screen]["width"], "height": SCREENS[screen]["height"]})
        violations[f"{theme} {screen}"] = grave(page, options, within)
    page.emulate_media(color_scheme="light")
    return {look: rules for look, rules in violations.items() if rules}


def width(page: "Page") -> int:
    """How wide the page is, with what lies beyond its window."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def injected(page: "Page") -> int:
    """How many elements are there that no page of ours has."""
    return page.locator("main b:has-text('&\"'), img, iframe, main script:not([type^='application/'])").count()


@pytest.fixture(scope="package")
def browser() -> Iterator["Browser"]:
    """The system's Chromium; the variable CHROMIUM names another. Playwright leaves an event loop in the thread."""
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


def command(*arguments: str | Path) -> None:
    """Run `anaphora` with these arguments."""
    result = CliRunner().invoke(command_line(), list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output


Written = Callable[[str], Path]
"""The place of a report by its name."""


@pytest.fixture(scope="package")
def folder(of_all: Path) -> Path:
    """Pages, figures and answers, which the processes of a run share."""
    place = of_all / "pages"
    place.mkdir(exist_ok=True)
    return place


@pytest.fixture(scope="package")
def written(browser: "Browser", folder: Path) -> Written:
    """A report by its name, made by the first process that asks for it, with its figures in a folder beside it."""

    def page(name: str) -> Path:
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            place = folder / f"{name}.html"
            if place.exists():
                return place
            if name == "entities":
                return anaphora.chains(NOVEL, "mention_pair").report(place)
            words = words_of(name, folder)
            figures = ("--figures", place.with_suffix("")) if words[0] != "errors" else ()
            command(*words, "--report", place, *figures)
            return place

    return page


def words_of(name: str, folder: Path) -> Sequence[str | Path]:
    """The command that makes a report, once its corpus and answers are written."""
    match name:
        case "report":  # more anaphors than one page of the table holds
            return ("compare", "--resolvers", ",".join(RESOLVERS), *TEXTS, *GOLD)
        case "short":  # the same sections, few anaphors
            return ("compare", "--resolvers", ",".join(RESOLVERS[:3]), *_excerpts(folder), *GOLD)
        case "ablation":
            return ("ablate", "--resolvers", "mars", *_excerpts(folder), *GOLD)
        case "score":
            return _on_answers("score", _excerpts(folder), folder / "answers")
        case _:
            return _on_answers("errors", TEXTS[1:2], folder / "wrong")


def _on_answers(name: str, texts: Sequence[Path], answers: Path) -> Sequence[str | Path]:
    command("compare", "--resolvers", "mars,cogniac", "--responses", answers, *texts, *GOLD)
    return (name, texts[0] if len(texts) == 1 else texts[0].parent, *sorted(answers.iterdir()))


def _excerpts(folder: Path) -> list[Path]:
    """The first five sentences of each text."""
    place = folder / "excerpts"
    place.mkdir(exist_ok=True)
    for text in TEXTS:
        excerpt = "\n\n".join(text.read_text("utf-8").split("\n\n")[:5])
        (place / text.name).write_text(f"{excerpt}\n\n", "utf-8")
    return sorted(place.iterdir())


@dataclass(frozen=True)
class Live:
    """A running live page."""

    url: str
    server: Starlette


@pytest.fixture(scope="package")
def live(browser: "Browser") -> Iterator[Live]:
    """The live page on a free port of 127.0.0.1, which answers as soon as it is ready."""
    page = application(analyst(configure((*RESOLVERS, "centering_bfp"))), score_boxes)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # whoever comes before the server runs waits for it
        server = make_server(page, "127.0.0.1", 0)
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield Live(f"http://127.0.0.1:{listening.getsockname()[1]}/", page)
        finally:
            server.should_exit = True
            thread.join()
