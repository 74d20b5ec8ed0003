"""The tables of results on resolvers: `python -m tests.resolvers.figures` prints two corpora.

With names of tables it writes these into their pages, with `all` all of them and the charts.
`test_page.py` compares what the pages say of the resolvers on them with these functions. A new resolver comes onto the
pages when they are written again.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.show.charts.chart import plot
from anaphora.experiments.show.charts.comparison import charts
from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.results.comparison import Comparison
from tests.csv_tables import FOLDER, as_csv
from tests.resolvers.categories import categories_table, cultures_table

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "resolvers" / "README.md"
RESULTS = ROOT / "experiments" / "docs" / "pages" / "results"
PAGES = {
    "rates": PAGE,
    "published": RESULTS / "published.md",
    "published-whole": FOLDER / "published.csv",
    "gap": FOLDER / "gap.csv",
    "cultures": FOLDER / "cultures.csv",
    "winogender": FOLDER / "winogender.csv",
    "categories": FOLDER / "categories.csv",
}
"""The page of each table, or its file beside the pages."""
PUBLISHED = Path(__file__).with_name("published.toml")
DATA = Path(os.environ.get("ANAPHORA_DATA", ROOT.parent / "shared" / "data"))
WITHOUT_TREES = ("mentions", "pleonastic", "agreement")
COLUMNS: Mapping[str, tuple[Path | None, tuple[str, ...]]] = {
    "bundled, automatic": (None, ()),
    "bundled, perfect": (None, LAYERS),
    "GUM dev, automatic": (DATA / "gum/dev/corefud", ()),
    "GUM dev, perfect": (DATA / "gum/dev/corefud", LAYERS),
    "GUM train, perfect": (DATA / "gum/train/corefud", LAYERS),
    "LitBank, automatic": (DATA / "litbank/conll", ()),
    "LitBank, perfect": (DATA / "litbank/conll", WITHOUT_TREES),
}
"""The corpora with the layers that come from the key; LitBank has no gold trees."""
FIGURES = ("candidates", "differences", "losses")


@cache
def comparison(column: str, names: tuple[str, ...]) -> Comparison:
    """The resolvers on the corpus of a column."""
    folder, perfect = COLUMNS[column]
    return run_comparison([folder] if folder else [], configure(names, perfect=perfect))


def draw(chart: str, file: Path, names: tuple[str, ...]) -> str:
    """A chart of the page, written to a file, whose text this is."""
    return plot(charts(comparison("bundled, automatic", names)), chart, "page").save(file).read_text("utf8")


def cells(column: str, names: tuple[str, ...]) -> dict[str, str]:
    """The column: the success rate of each resolver in percent, MAX, and how many anaphors and documents there are."""
    found = comparison(column, names)
    rates = {name: f"{100 * found.losses(name)['right'] / found.anaphors:.1f}" for name in found.resolvers}
    bounds = (found.upper_bound(match) or 0.0 for match in ("strict", "partial"))
    maximum = " / ".join(f"{100 * bound:.1f}" for bound in bounds)
    size = f"{found.anaphors} ({len(found.documents)})"
    return {**rates, "MAX, strict / partial": maximum, "key anaphors (documents)": size}


def table(columns: Sequence[str]) -> str:
    """The success rates in Markdown, the best on average first."""
    figures = {column: cells(column, default_resolvers()) for column in columns}
    names = sorted(default_resolvers(), key=lambda name: -sum(float(rates[name]) for rates in figures.values()))
    rows = [*names, "MAX, strict / partial", "key anaphors (documents)"]
    lines = [f"| success rate, % | {' | '.join(columns)} |", "|---|" + "--:|" * len(columns)]
    lines += [f"| {row} | {' | '.join(rates[row] for rates in figures.values())} |" for row in rows]
    return "\n".join(lines)


def published(page: str, whole: bool = False) -> str:
    """What papers report, beside the figures of GUM dev on the page of the success rates; the `whole` says why."""
    here = {row[0]: row for row in rows_of(page, "rates")}
    columns = list(COLUMNS)
    at = [1 + columns.index(column) for column in ("GUM dev, automatic", "GUM dev, perfect")]
    headings = ["resolver", "paper", "figure there", "here", "corpus there (n)", "why they differ"]
    rows = [
        [
            name,
            entry["source"],
            entry["figure"],
            " / ".join(here[name][place] for place in at),
            entry["corpus"],
            entry["why"],
        ]
        for name, entries in tomllib.loads(PUBLISHED.read_text("utf8")).items()
        for entry in entries
    ]
    shown = [row[: None if whole else 4] for row in (headings, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in shown]
    return "\n".join((lines[0], "|---" * len(shown[0]) + "|", *lines[1:]))


def rows_of(page: str, name: str) -> list[list[str]]:
    """The cells of a table on the page, its heading left out."""
    text = page.partition(f"<!-- {name} -->\n")[2].partition(f"\n<!-- end of {name} -->")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()[2:]]


def gap_table() -> str:
    """F1 and accuracy on the development part of GAP, with all noun phrases and with the two names only."""
    key = DATA / "gap/gap-development.tsv"
    names = ",".join((*default_resolvers(), "oracle"))
    found = {}
    with TemporaryDirectory() as folder:
        for setting, options in {"snippet": [], "names": ["--perfect", "mentions"]}.items():
            place = Path(folder) / setting
            _run("compare", key, "--resolvers", names, "--match", "head", *options, "--responses", place)
            scores = Path(folder) / f"{setting}.json"
            responses = sorted(place.glob("*.jsonl"))
            _run("score", key, *responses, "--measures", "gap", "--resamples", "0", "--json", scores)
            found[setting] = json.loads(scores.read_text("utf8"))["systems"]
    parts = "F1 | masculine / feminine | bias | accuracy"
    lines = [f"| GAP development | all: {parts} | two names: {parts} |", "|---|" + "--:|" * 8]
    order = sorted(found["snippet"], key=lambda name: -found["snippet"][name]["measures"]["gap"]["f1"])
    for name in order:
        cells = [_gap_cells(found[setting][name]["measures"]["gap"]) for setting in found]
        lines.append(f"| {name.removesuffix('.jsonl')} | {' | '.join(cells)} |")
    return "\n".join(lines)


def winogender_table() -> str:
    """Accuracy on WinoGender with its interval over templates, by gender of the pronoun, and what a swap changes."""
    key = DATA / "winogender"
    with TemporaryDirectory() as folder:
        place, scores = Path(folder) / "responses", Path(folder) / "scores.json"
        names = ",".join((*default_resolvers(), "oracle"))
        _run("compare", key, "--resolvers", names, "--match", "head", "--responses", place)
        _run("score", key, *sorted(place.glob("*.jsonl")), "--json", scores)
        found = json.loads(scores.read_text("utf8"))
    heading = (
        "accuracy | 95% interval | male / female / neutral | female - male | gotcha / not | same decision | p of swap"
    )
    lines = [f"| WinoGender | {heading} |", "|---|" + "--:|" * 7]
    systems = {name: found["systems"][name]["measures"]["winogender"] for name in found["systems"]}
    lines += [
        f"| {name} | {_winogender_cells(systems[name], found['swaps'][name]['difference'])} |"
        for name in sorted(systems, key=lambda name: -systems[name]["accuracy"])
    ]
    return "\n".join(lines)


def _winogender_cells(values: Mapping[str, Any], swap: Mapping[str, Any]) -> str:
    def rates(*parts: str) -> str:
        return " / ".join(f"{100 * values[part]:.1f}" for part in parts)

    low, high = values["intervals"]["accuracy"]
    genders = rates("accuracy_male", "accuracy_female", "accuracy_neutral")
    gotchas = rates("accuracy_gotcha", "accuracy_no_gotcha")
    shift = f"{100 * values['female_minus_male']:+.1f} | {gotchas} | {rates('consistency')} | {swap['p']:.2g}"
    return f"{rates('accuracy')} | {100 * low:.1f} to {100 * high:.1f} | {genders} | {shift}"


def _gap_cells(values: Mapping[str, float]) -> str:
    sexes = f"{100 * values['f1_masculine']:.1f} / {100 * values['f1_feminine']:.1f}"
    return f"{100 * values['f1']:.1f} | {sexes} | {values['bias']:.2f} | {100 * values['accuracy']:.1f}"


def _run(*arguments: object) -> None:
    command = [sys.executable, "-c", "from anaphora.experiments.cli.main import main; main()", *map(str, arguments)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def put(name: str, text: str) -> None:
    """Replace what is between the marks of that name on its page, or its file."""
    if PAGES[name].suffix == ".csv":
        PAGES[name].write_text(as_csv(text), "utf8")
        return
    page = PAGES[name].read_text("utf8")
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    before, after = page.split(begin)[0], page.split(end)[1]
    PAGES[name].write_text(f"{before}{begin}{text}{end}{after}", "utf8")


TABLES: Mapping[str, Callable[[], str]] = {
    "rates": lambda: table(list(COLUMNS)),
    "published": lambda: published(PAGE.read_text("utf8")),
    "published-whole": lambda: published(PAGE.read_text("utf8"), whole=True),
    "categories": categories_table,
    "gap": gap_table,
    "winogender": winogender_table,
    "cultures": cultures_table,
}


def main() -> None:
    """Print two columns, or write tables into their pages."""
    names = sys.argv[1:]
    for name in TABLES if names == ["all"] else names:
        put(name, TABLES[name]())
    if names == ["all"]:
        for chart in FIGURES:
            draw(chart, PAGE.parent / "figures" / f"{chart}.svg", default_resolvers())
    if not names:
        sys.stdout.write(table([column for column in COLUMNS if column.startswith(("bundled", "GUM dev"))]) + "\n")


if __name__ == "__main__":
    main()
