"""The result of every public function: it shows itself, becomes tables, JSON, a page and charts, and has a signature.

Whoever makes a result fills it: nothing here knows which results there are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, cast

from anaphora.experiments.show import render
from anaphora.workbench.errors import OptionError, WorkbenchError, unknown_name
from anaphora.workbench.files import JsonObject, write_text_atomically
from anaphora.workbench.results.figures import Figure, figures_table
from anaphora.workbench.results.table import Table, plain

if TYPE_CHECKING:
    from pandas import DataFrame

    from anaphora.experiments.show.charts.chart import Plans, Plot
    from anaphora.experiments.show.report.page import Page
    from anaphora.workbench.results.family import MainValues, Regressions
    from anaphora.workbench.results.gates import Gate
    from anaphora.workbench.results.headline import Headline

Data = TypeVar("Data")
Data_co = TypeVar("Data_co", covariant=True)
Tables: TypeAlias = Callable[..., Sequence[Table]]
_LINES = 12


class Gated(Protocol):
    """Systems that can be held against one of them."""

    @property
    def warnings(self) -> Sequence[str]:
        """Warnings about what was read."""
        ...

    @property
    def main_values(self) -> "MainValues":
        """The main value of each system by measure."""
        ...

    def against(self, baseline: str) -> "Regressions":
        """Hold all other systems against the baseline."""
        ...


@dataclass(frozen=True, repr=False)
class Result(Generic[Data_co]):
    """The result of any function: `data` is what every figure derives from, `signature` what shaped it, on one line.

    `tables(**wanted)` are those that are printed: by default the short ones, more by the keywords that the options of
    the command stand for, such as `per_document=True`; the first is the main one. Every name in `frames` is a method
    that gives a DataFrame: `result.differences()`; those in `by_row` are indexed by their first column, as the main
    one. What `data` has can be asked of the result, too: `anaphora.check(FILE).findings`.

    `figures(**wanted)` is the one table of the CSV: all figures, a row each, or all entries of what is a list; without
    it the CSV is the main table. `json(**wanted)` has them in the shape that the command writes. `charts` are drawn by
    their names, `further_charts` only where they are named; `page` is the report or its text. `forms` are further forms
    of output by name, such as "corefud"; `text` is printed as it is, in place of all else. `warnings` are shown beside
    the result, `messages` after it. `gate` can be held against a baseline; `headline` makes the main figure of each
    system, for `sentence`; `parts` are the results of single texts with their names, which need not differ.
    """

    data: Data_co
    signature: str
    tables: Tables
    frames: "Mapping[str, Callable[[], Table]]" = field(default_factory=dict)
    by_row: tuple[str, ...] = ()
    figures: Callable[..., Table | Iterable[Figure]] | None = None
    json: Callable[..., JsonObject] = lambda **_: {}
    charts: "Callable[[], Plans]" = dict
    further_charts: "Callable[[], Plans]" = dict
    page: "Callable[[], Page | str] | None" = None
    forms: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    text: str = ""
    in_papers: int = 1
    warnings: Sequence[str] = ()
    messages: Sequence[str] = ()
    gate: Gated | None = None
    headline: "Callable[[], Headline] | None" = None
    parts: "Callable[[], Sequence[tuple[str, Result[Data_co]]]]" = tuple

    def as_json(self, **wanted: object) -> JsonObject:
        """Every figure, in the shape that the command of the same name writes with `--json`."""
        figures: JsonObject = plain(self.json(**wanted))
        return figures

    def sentence(self) -> str:
        """One sentence for a paper: the main figure with its interval, what the next is behind, test and correction.

        Raises `WorkbenchError` if the result has no main figure.
        """
        return self._main_figure().sentence()

    def _main_figure(self) -> "Headline":
        if self.headline is None:
            raise WorkbenchError("This result has no main figure. Print its tables.", code="no-headline")
        return self.headline()

    def table(self, name: str = "") -> "DataFrame":
        """A table by name, the main one by default: numbers as fractions, intervals in two columns, named by its rows.

        Raises `UnknownNameError` if there is no such table.
        """
        if name and name not in self.frames:
            raise unknown_name("table", name, self.frames)
        main = self.frames.get(name or "table", lambda: self.tables()[0])
        frame = render.to_frame(main())
        return frame.set_index(frame.columns[0]) if not name or name in self.by_row else frame

    def __getattr__(self, name: str) -> Any:
        """Give the function that makes the table of that name, or what `data` has under it."""
        frames = self.__dict__.get("frames", {})  # without it a copy that is being made would ask itself
        if name in frames:
            return lambda: self.table(name)
        data = self.__dict__.get("data")
        if name.startswith("_") or not hasattr(data, name):
            raise AttributeError(f"This result has no {name!r}. Its tables: {', '.join(frames) or 'table'}.")
        return getattr(data, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.frames, *(name for name in dir(self.data) if not name.startswith("_"))]

    def to(self, form: str, **wanted: object) -> str:
        """The result in a form: one of its own, or "table", "markdown", "latex", "csv", "json", "html".

        Where there is a main figure also "sentence" and "badge", the JSON that services such as shields.io read.
        """
        if form in self.forms:
            return self.forms[form](**wanted)
        if form == "json":
            return json_text(self.as_json(**wanted))
        if form == "sentence":
            return f"{self.sentence()}\n"
        if form == "badge":
            return json_text(self._main_figure().badge(cast("bool | None", wanted.get("passed"))))
        tables = self._of_csv(**wanted) if form == "csv" else self.tables(**wanted)
        return render.render(tables, cast("render.Form", form), bool(wanted.get("details")))

    def _of_csv(self, **wanted: object) -> Sequence[Table]:
        if self.figures is None:
            return self.tables(**wanted)
        figures = self.figures(**wanted)
        return [figures if isinstance(figures, Table) else figures_table(figures)]

    def to_latex(self, *, caption: str = "", label: str = "", details: bool = False) -> str:
        """The main table for LaTeX with the package booktabs (of many datasets all); with `details` every column.

        The caption says by default what the figures are, the label is `tab:` and the name of the corpus or `scores`;
        of several tables both are those of the first.
        """
        return render.to_latex(self.tables()[: self.in_papers], details, caption, label)

    def to_markdown(self, *, details: bool = False) -> str:
        """The main table in Markdown; with `details` every column, as by `--all`."""
        return render.to_markdown(self.tables()[:1], details)

    def to_csv(self) -> str:
        """Every figure as comma-separated values in full precision, or the main table where they are no figures."""
        return render.to_csv(self._of_csv()[0])

    def plot(self, name: str = "", *, width: str = "column", dark: bool = False) -> "Plot":
        """A chart for a paper, by its name (default: the first), as wide as a "column" or a "page".

        Raises `UnknownNameError` for other names; it says which there are.
        """
        from anaphora.experiments.show.charts.chart import plot

        return plot(self.charts() | self.further_charts(), name, width, dark=dark)

    def report(self, path: str | Path, gates: "Sequence[Gate]" = ()) -> Path:
        """Write the report, one HTML file that needs no network; on top stand the `gates` that it was held against.

        Raises `WorkbenchError` if there is none or it cannot be written, `OptionError` for the name of another kind of
        file.
        """
        if self.page is None:
            raise WorkbenchError("This result has no report. Print it, or write its tables.", code="no-report")
        require_page(Path(path))
        content = self.page()
        if not isinstance(content, str):
            from anaphora.experiments.show.report.page import report

            content = report(content, gates)
        write_text_atomically(path, content)
        return Path(path)

    def __str__(self) -> str:
        """The tables in 80 columns, and the warnings."""
        warnings = "".join(f"Warning: {text}\n" for text in self.warnings)
        return render.to_text(self.tables(), width=80) + (f"\n{warnings}" if warnings else "")

    def __repr__(self) -> str:
        lines = str(self).splitlines()
        more = [f"... {len(lines) - _LINES} more lines: print the result, or see its tables"]
        return "\n".join(lines if len(lines) <= _LINES + 1 else lines[:_LINES] + more)

    def _repr_html_(self) -> str:
        shown = render.to_html(self.tables())
        return f"{shown}\n{self.plot(width='page')._repr_svg_()}" if self.charts() else shown


def result_of(data: Data, **more: Any) -> Result[Data]:
    """The result of data with `signature`, `tables`, `figures` and `as_json`; `more` are further fields of it."""
    shown: Any = data
    return Result(data, shown.signature, shown.tables, figures=shown.figures, json=shown.as_json, **more)


def json_text(figures: JsonObject) -> str:
    """Write figures as JSON."""
    import json  # a small score writes none

    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def require_page(place: Path) -> None:
    """Raise `OptionError` for the name of a report that is no page."""
    if place.suffix.lower() not in ("", ".html", ".htm"):
        cure = f"It is one HTML file: {place.with_suffix('.html')}."
        raise OptionError(f"A report cannot be {place}. {cure}", code="report-name")


def require_no_warning(warnings: Sequence[str], strict: bool) -> None:
    """Raise `WorkbenchError`, which repeats the warnings, if they are errors."""
    if strict and warnings:
        raise WorkbenchError(f"Warnings are errors (strict): {len(warnings)}. {' '.join(warnings)}", code="strict")
