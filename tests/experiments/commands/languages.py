"""Tables and figure of the page on languages, from the folders that `anaphora run languages` has written.

`python -m tests.experiments.commands.languages build/languages` writes two tables as CSV and the figure; with several
folders, the parts of all. Documents are the units of intervals and tests, but in corpora of few or very unequal texts
stretches of 1,000 words (`STRETCHES`), for which the votes of indicators are cast again: set `ANAPHORA_DATA` and
`ANAPHORA_PIPELINES`.
"""

import csv
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from anaphora.experiments.commands.ablate import votes_of
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.run.run import bundled_studies
from anaphora.experiments.commands.run.study import expanded, read_study
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.show.charts.chart import Plot
from anaphora.experiments.show.charts.layout import Dot, Dots
from anaphora.workbench.ablation.figures import IndicatorAblation, PartWorth
from anaphora.workbench.ablation.vote_matrix import DocumentVotes, VoteMatrix, vote_matrix
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.statistics.significance import interval, max_t
from anaphora.workbench.trace.build import Criteria, right_candidates
from tests.csv_tables import FOLDER

RATES, INDICATORS = FOLDER / "languages-rates.csv", FOLDER / "languages-indicators.csv"
PAGE = FOLDER.parents[1] / "languages.md"
BEGIN, END = "<!-- languages -->\n", "\n<!-- end of languages -->"
FIGURE = FOLDER.parents[1] / "figures" / "languages.svg"
STRETCHES = {"french": 1000, "french_parsed": 1000, "dutch": 1000}
"""Words that are a unit, in corpora whose documents are none: six novels, and texts of which one has 65%."""
LANGUAGES = {"english": "English", "french": "French", "norwegian": "Norwegian", "hungarian": "Hungarian"} | {
    "german": "German", "dutch": "Dutch", "french_parsed": "French",
}  # fmt: skip
ON_FIGURE = 10
"""Indicators, those that matter most in any language."""
FLOORS = ("most_recent(agreement=no)", "most_recent")
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Finished:
    """A part of a study: how its input was made, its corpus, and its folder."""

    part: str
    corpus: str
    folder: Path

    @property
    def result(self) -> Row:
        found: Row = json.loads((self.folder / "result.json").read_text("utf8"))
        return found


def parts(folders: Sequence[Path], prefix: str = "") -> Iterator[Finished]:
    """The finished parts of studies, those of ablations (`prefix` "indicators-") or of comparisons."""
    for folder in sorted(path for each in folders for path in (each / "results").iterdir()):
        part, _, corpus = folder.name.partition(".")
        if part.startswith("indicators-") == bool(prefix):
            yield Finished(part.removeprefix(prefix), corpus, folder)


def counts(finished: Finished) -> dict[str, Numbers]:
    """For each resolver units x (right, anaphors)."""
    size = STRETCHES.get(finished.corpus)
    with (finished.folder / "anaphors.csv").open(encoding="utf8", newline="") as file:
        rows = [
            (row["resolver"], (row["document"], int(row["start"]) // size if size else 0), row["right"] == "True")
            for row in csv.DictReader(file)
        ]
    units = {unit: number for number, unit in enumerate(dict.fromkeys(unit for _, unit, _ in rows))}
    found = {name: np.zeros((len(units), 2)) for name in dict.fromkeys(name for name, _, _ in rows)}
    for name, unit, right in rows:
        found[name][units[unit]] += (right, 1)
    return found


def rates(folders: Sequence[Path]) -> Iterator[tuple[object, ...]]:
    """A row for each resolver: its success rate, MAX, stages at which anaphors are lost, and p against the floors."""
    for finished in parts(folders):
        result, by_unit = finished.result, counts(finished)
        floors = [name for name in FLOORS if name in by_unit]
        others = [name for name in by_unit if name not in floors]
        pairs = [(name, floor) for name in others for floor in floors]
        moved = np.array([by_unit[name][:, 0] - by_unit[floor][:, 0] for name, floor in pairs]).T
        tested = dict(zip(pairs, max_t(moved, seed=0).p_adjusted.tolist(), strict=True))
        for name, known in by_unit.items():
            low, high = interval(known[:, 0], known[:, 1]) or (None, None)
            worst = max((tested[name, floor] for floor in floors if (name, floor) in tested), default=None)
            lost = result["resolvers"][name]["losses"]
            shown = (f"{100 * x:.1f}" for x in (known[:, 0].sum() / known[:, 1].sum(), low or 0.0, high or 0.0))
            yield (
                LANGUAGES[finished.corpus], finished.part, len(known), int(known[:, 1].sum()), name, *shown,
                "" if worst is None else f"{worst:.4f}", f"{100 * result['upper_bound']['strict']:.1f}",
                *(lost[stage] for stage in STAGES),
            )  # fmt: skip


STAGES = (
    "anaphor_missed", "filtered", "out_of_window", "np_missing", "np_boundary", "containment", "agreement", "syntax",
    "abstained", "propagated", "tie_lost", "outranked",
)  # fmt: skip
RATE_COLUMNS = (
    "language", "input", "units", "anaphors", "resolver", "success rate", "low", "high", "p against both floors", "MAX",
    *STAGES,
)  # fmt: skip
INDICATOR_COLUMNS = (
    "language", "input", "indicator", "applied", "decision power", "low", "high", "relative importance", "low", "high",
    "helped", "hurt", "adjusted p",
)  # fmt: skip


def worth(finished: Finished) -> dict[str, Row]:
    """What each indicator is worth, with intervals over units."""
    if finished.corpus not in STRETCHES:
        found: dict[str, Row] = finished.result["indicators"]
        return found
    return {name: _as_row(part) for name, part in _by_stretches(finished).items()}


def _as_row(part: PartWorth) -> Row:
    names = (
        "applied", "decision_power", "decision_power_interval", "relative_importance", "importance_interval", "helped",
        "hurt", "p_adjusted",
    )  # fmt: skip
    return {name: getattr(part, name) for name in names}


def _by_stretches(finished: Finished) -> Mapping[str, PartWorth]:
    """The indicators with stretches as units: their votes are cast again, since a study keeps sums of documents."""
    study, _ = read_study(bundled_studies()["languages"], trust=True)
    corpus = study.corpora[finished.corpus]
    [part] = [part for part in study.part if part.name == f"indicators-{finished.part}"]
    arguments = expanded({**part.arguments, **corpus.arguments})
    settings = configure(arguments.pop("resolver"), **arguments)
    seen: list[tuple[DocumentVotes, list[int]]] = []
    label = finished.result["resolver"]
    hook = DocumentHook("votes", partial(_cast, label, settings.criteria), seen.append)
    comparison = run_comparison([Path(expanded(corpus.path))], settings, hooks=[hook])
    matrix = vote_matrix([votes for votes, _ in seen], [len(each.anaphors) for each in comparison.documents])
    starts, size = [starts for _, starts in seen], STRETCHES[finished.corpus]
    return IndicatorAblation(_regrouped(matrix, comparison, starts, size)).worth


def _cast(resolver: str, criteria: Criteria, resolved: ResolvedDocument) -> tuple[DocumentVotes, list[int]]:
    """The votes on a document's anaphors, and where these stand."""
    right = right_candidates(resolved.document, resolved.key, resolved.prepared, criteria)
    told = {case: resolved.decisions[resolver][case].explanation for case in sorted(right)}
    voted = [case for case, explanation in told.items() if explanation.votes is not None and explanation.candidates]
    spans = [resolved.prepared.mentions[resolved.prepared.cases[case].anaphor].span for case in voted]
    return votes_of(resolver, criteria, resolved), [span.start for span in spans]


def _regrouped(matrix: VoteMatrix, comparison: Comparison, starts: Sequence[Sequence[int]], size: int) -> VoteMatrix:
    """The matrix with stretches of so many words for documents."""
    asked = [(number, each.span.start // size) for number, d in enumerate(comparison.documents) for each in d.anaphors]
    units = {unit: number for number, unit in enumerate(dict.fromkeys(asked))}
    voted = [units[number, start // size] for number, row in enumerate(starts) for start in row]
    return replace(matrix, document=np.array(voted), asked=np.bincount([units[unit] for unit in asked]))


def indicators(folders: Sequence[Path]) -> Iterator[tuple[object, ...]]:
    """A row for each indicator of each part."""
    for finished in parts(folders, "indicators-"):
        for name, row in worth(finished).items():
            power, importance = (
                ("", "", "") if value is None else (f"{value:.3f}", *(f"{end:.3f}" for end in ends or ()))
                for value, ends in (
                    (row["decision_power"], row["decision_power_interval"]),
                    (row["relative_importance"], row["importance_interval"]),
                )
            )
            p = row["p_adjusted"]
            yield (
                LANGUAGES[finished.corpus], finished.part, name, row["applied"], *(*power, "", "")[:3],
                *(*importance, "", "")[:3], row["helped"], row["hurt"], "" if p is None else f"{p:.4f}",
            )  # fmt: skip


def figure(rows: Sequence[Sequence[object]]) -> str:
    """Relative importance with gold mentions, in percent: a panel a language; filled where the interval is beside 0.

    One end of an interval, in Hungarian, lies beyond the bounds, which all panels share.
    """
    dots: dict[tuple[str, str], Dot] = {}
    for row in (list(map(str, row)) for row in rows if row[1] == "gold"):
        value, low, high = (100 * float(each) for each in row[7:10])
        dots[row[0], row[2]] = Dot(value, low, high, held=low > 0 or high < 0)
    most: dict[str, float] = {}
    for (_, name), dot in dots.items():
        most[name] = max(most.get(name, 0.0), abs(dot.value))
    shown = sorted(most, key=lambda name: -most[name])[:ON_FIGURE]
    names = [name for name in dict.fromkeys(LANGUAGES.values()) if (name, shown[0]) in dots]
    table = {name.replace("_", " "): {each: dots[each, name] for each in names} for name in shown}
    plan = Dots(table, panels=True, bounds=(-20.0, 20.0))
    return Plot(plan, "Relative importance of the indicators of MARS", "page")._repr_svg_()


def page_table() -> str:
    """The table of the page, from that of all figures: success rates with gold mentions, and with automatic ones."""
    with RATES.open(encoding="utf8", newline="") as file:
        rows = {(row["language"], row["input"], row["resolver"]): row for row in csv.DictReader(file)}
    shown = [*FLOORS, "recent_subject", "mitkov", "mars", "mars(agreement=no)", "lappin_leass"]
    lines = []
    for name in dict.fromkeys(LANGUAGES.values()):
        gold = [rows[name, "gold", resolver] for resolver in shown]
        other = next(how for how in ("automatic", "detected") if (name, how, "mars") in rows)
        best = gold[-1]
        cells = [
            f"{name} ({best['anaphors']})", *(row["success rate"] for row in gold[:-1]),
            f"{best['success rate']} ({best['low']}–{best['high']})", best["MAX"],
            *(rows[name, other, resolver]["success rate"] for resolver in ("mars", "lappin_leass")),
            rows[name, other, "mars"]["MAX"],
        ]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Write tables and figure."""
    folders = [Path(each) for each in sys.argv[1:]]
    found = {RATES: (RATE_COLUMNS, list(rates(folders))), INDICATORS: (INDICATOR_COLUMNS, list(indicators(folders)))}
    for path, (columns, rows) in found.items():
        with path.open("w", encoding="utf8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([columns, *rows])
    FIGURE.parent.mkdir(exist_ok=True)
    FIGURE.write_text(figure(found[INDICATORS][1]), "utf8")
    before, after = PAGE.read_text("utf8").split(BEGIN)[0], PAGE.read_text("utf8").split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}{page_table()}{END}{after}", "utf8")


if __name__ == "__main__":
    main()
