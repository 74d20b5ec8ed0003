"""How fast the report and the live page are; run by hand, with Chromium.

The targets, for a report of 5,000 anaphors and eight resolvers: built in under 10 s after resolving, under 8 MB, its
first screen usable in under 2 s; for the live page: a text of 300 words answered in under 0.5 s once it is warm. The
report is of the training and development parts of GUM where they are present, else of the bundled corpus.
"""

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from anaphora import corpora  # noqa: E402 - the checkout is put on the path first
from anaphora.experiments.comparison.compare import BUNDLED, Settings, compare  # noqa: E402
from anaphora.experiments.report import gather  # noqa: E402
from anaphora.experiments.report.report import report  # noqa: E402
from tests.benchmarks import DATA, Figure, timed  # noqa: E402
from tests.browser.conftest import FLAGS, program  # noqa: E402
from tests.browser.made import live  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

RESOLVERS = (
    "mars", "mitkov", "lappin_leass", "hobbs", "cogniac", "kennedy_boguraev", "mars_optimised", "most_recent",
)  # fmt: skip
WORDS, RUNS = 300, 5
FILTERED = """() => {
  const [began, shown] = [performance.now(), document.getElementById('shown').textContent];
  const choice = document.querySelector('#filters select[name=wrong]');
  choice.value = String((Number(choice.value || -1) + 1) % 3);
  choice.dispatchEvent(new Event('input', { bubbles: true }));
  document.getElementById('anaphor-table').offsetHeight;
  return shown === document.getElementById('shown').textContent ? NaN : performance.now() - began;
}"""
"""Milliseconds from the choice of a filter to the drawn table."""


def line(what: str, value: float, unit: str = "s", target: str = "") -> Figure:
    print(f"{what:44} {value:>9.3f} {unit}{f'   target {target}' if target else ''}")
    return Figure(what, value, unit)


def built(file: Path) -> list[Figure]:
    """Write the large report, and print what it costs."""
    gum = DATA / "gum"
    corpus = [gum / part / "corefud" for part in ("train", "dev")] if gum.is_dir() else [BUNDLED]
    settings = Settings(resolvers=RESOLVERS)
    resolving, comparison = timed(lambda: compare(corpus, settings, keep=True))
    print(f"{comparison.corpus}: {comparison.anaphors:,} anaphors, {len(RESOLVERS)} resolvers")
    line("reading, analysing, resolving", resolving)
    finding, findings = timed(lambda: gather.of_comparison(comparison, settings), process_time)
    writing, text = timed(lambda: report(findings), process_time)
    file.write_text(text, "utf-8")
    return [
        line("statistics of the report, processor time", finding),
        line("report as HTML, processor time", writing),
        line("both", finding + writing, target="< 10 s"),
        line("size", file.stat().st_size / 1e6, "MB", "< 8 MB"),
    ]


@contextmanager
def chromium() -> "Iterator[Browser]":
    """The system's browser, as the tests start it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=list(FLAGS))
        yield browser
        browser.close()


def opened(browser: "Browser", file: Path) -> list[Figure]:
    """Print how soon the report is there; the medians of some runs, each in a new window."""
    found: dict[str, list[float]] = {"first paint": [], "document complete": [], "filters answer": [], "a filter": []}
    for _ in range(RUNS):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        start = perf_counter()
        page.goto(file.as_uri(), wait_until="commit")
        page.wait_for_selector("#filters:not([hidden])")
        found["a filter"].append(page.evaluate(FILTERED) / 1000)
        found["filters answer"].append(perf_counter() - start)
        page.wait_for_load_state("load")
        timing = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        found["document complete"].append(page.evaluate(timing) / 1000)
        found["first paint"].append(page.evaluate(paint) / 1000)
        page.close()
    targets = {"a filter": "< 0.1 s"}
    return [line(what, median(seconds), target=targets.get(what, "< 2 s")) for what, seconds in found.items()]


def answered(browser: "Browser") -> Figure:
    """Print how soon the live page answers, from the click to the table of all pronouns."""
    document, _ = next(iter(corpora.read(BUNDLED / "photocopier.conllu", None)))
    text = " ".join(document.text.split()[:WORDS])
    with live(resolvers=()) as served:
        page = browser.new_page()
        page.goto(served.url)
        page.fill("#text", text)
        asked = [timed(lambda: asked_once(page))[0] for _ in range(RUNS + 1)][1:]
        counted = page.locator("#summary").inner_text()
        page.close()
    print(f"\nlive page: {len(text.split())} words, {counted}")
    return line("from the click to the answers, median", median(asked), target="< 0.5 s")


def asked_once(page: "Page") -> None:
    page.evaluate("document.getElementById('pronouns').replaceChildren()")
    page.click("#analyse")
    page.wait_for_selector("#pronouns tbody tr")


def main() -> list[Figure]:
    """Measure the report, then the live page."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.html"
        figures = built(file)
        if not program():
            print("There is no browser, so the pages cannot be opened.")
            return figures
        with chromium() as browser:
            return [*figures, *opened(browser, file), answered(browser)]


if __name__ == "__main__":
    main()
