"""What the functions give: results that show themselves, become tables, pages and charts, and say what shaped them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from anaphora.workbench.errors import OptionError

if TYPE_CHECKING:
    from pandas import DataFrame

    from anaphora.experiments.charts.plot import Plot
    from anaphora.experiments.comparison.resolve import Resolution
    from anaphora.experiments.report.contents import Findings
    from anaphora.experiments.scoring.datasets import macro
    from anaphora.experiments.setup.configuration import Configuration
    from anaphora.workbench.error_analysis import ChainErrors
    from anaphora.workbench.results import comparison, scores
    from anaphora.workbench.results.table import Table

_LINES = 12
Data = TypeVar("Data")


class Shown(Protocol):
    """What all results can do, given their `tables`, of which the first is the main one."""

    def tables(self) -> Sequence["Table"]:
        """All tables, typed: columns with name, unit and direction, rows, notes."""
        ...

    def as_json(self) -> object:
        """The figures in the shape that the command of the same name writes with `--json`."""
        ...

    if TYPE_CHECKING:

        @property
        def data(self) -> object:
            """What every figure derives from."""
            ...

    def table(self) -> "DataFrame":
        """The main table: numbers as fractions, intervals in two columns, undefined as missing; named by its rows."""
        return _indexed(self.tables()[0])

    def to_latex(self, *, caption: str = "", label: str = "", details: bool = False) -> str:
        """The main table for LaTeX with the package booktabs; with `details` every column, as by `--all`.

        The caption says by default what the figures are, the label is `tab:` and the name of the corpus or `scores`.
        """
        from anaphora.experiments.terminal.render import to_latex

        return to_latex(self.tables()[:1], details, caption, label)

    def to_markdown(self, *, details: bool = False) -> str:
        """The main table in Markdown; with `details` every column, as by `--all`."""
        from anaphora.experiments.terminal.render import to_markdown

        return to_markdown(self.tables()[:1], details)

    def to_csv(self) -> str:
        """The main table as comma-separated values in full precision."""
        from anaphora.experiments.terminal.render import to_csv

        return to_csv(self.tables()[:1])

    def plot(self, name: str = "", *, width: str = "column", dark: bool = False) -> "Plot":
        """A chart for a paper, by its name (default: the first), as wide as a "column" or a "page".

        A comparison has "scores" (success rates with intervals), "differences" (to the best resolver), "coverage",
        "coverage-curves" (precision of the surest answers), "losses", "candidates" and "distance" (success rates by the
        difficulty of anaphors); scores have "scores" (the
        primary measure), "measures", "differences", and each measure by its name; those of many datasets "scores",
        "datasets", "ranks", "wins" and "differences"; `losses` has "losses"; `ablate` has "importance", "helped-hurt",
        and "rules". Raises `UnknownNameError` for other names.
        """
        from anaphora.experiments.charts.plot import plot

        return plot(self.data, name, width, dark=dark)

    def __str__(self) -> str:
        """The main table in 80 columns."""
        from anaphora.experiments.terminal.render import to_text

        return to_text(self.tables()[:1], width=80)

    def __repr__(self) -> str:
        lines = str(self).splitlines()
        more = [f"... {len(lines) - _LINES} more lines: print the result, or see its tables"]
        return "\n".join(lines if len(lines) <= _LINES + 1 else lines[:_LINES] + more)

    def _repr_html_(self) -> str:
        from anaphora.experiments.terminal.render import to_html

        return to_html(self.tables()[:1])


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """Several resolvers on the same candidate lists. `data` holds the trace that every figure is a reduction of."""

    data: "comparison.Comparison"
    settings: "Configuration"

    def tables(self) -> Sequence["Table"]:
        """The comparison, the differences and the losses."""
        return self.data.tables(differences=True, losses=True)

    @property
    def signature(self) -> str:
        """Everything that shaped the figures, on one line."""
        return self.data.signature

    def as_json(self) -> object:
        """The figures as `anaphora compare --json` writes them."""
        from anaphora.workbench.results.table import to_json

        return to_json(self.tables())

    def table(self) -> "DataFrame":
        """A row for each resolver, best first: success rate, interval, non-trivial, critical, precision, F1, of MAX."""
        from anaphora.workbench.results.comparison import resolvers_table

        return _indexed(resolvers_table(self.data)).sort_values("success_rate", ascending=False, kind="stable")

    def differences(self) -> "DataFrame":
        """A row for each pair of resolvers: the difference in success rate, its interval, p and adjusted p."""
        from anaphora.workbench.results.comparison import differences_table

        return _frame(differences_table(self.data))

    def losses(self) -> "DataFrame":
        """A row for each resolver and stage: how many anaphors were lost there, or came out right."""
        from pandas import DataFrame

        rows = [(name, *entry) for name in self.data.ranking for entry in self.data.losses(name).items()]
        return DataFrame(rows, columns=["resolver", "stage", "anaphors"])

    def coverage(self) -> "DataFrame":
        """A row for each resolver: precision of its surest answers at 25, 50 and 75% coverage, area, calibration error.

        Resolvers that do not say how sure they are have `precision` and `answered` (coverage) alone.
        """
        from anaphora.workbench.results.coverage import coverage_tables

        covered, *calibrated = map(_indexed, coverage_tables(self.data.coverage, self.data.corpus))
        return covered.join([table.drop(columns="precision") for table in calibrated])

    def anaphors(self) -> "DataFrame":
        """A row for each key anaphor and resolver: its answer, and the stage that lost it (or `right`)."""
        from anaphora.workbench.results.comparison import anaphors_table

        return _frame(anaphors_table(self.data))

    def documents(self) -> "DataFrame":
        """A row for each document and resolver: anaphors, right answers, success rate."""
        from anaphora.workbench.results.comparison import documents_table

        return _frame(documents_table(self.data))

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML file that needs no network. Raises `WorkbenchError` if it cannot be written."""
        from anaphora.experiments.report import gather
        from anaphora.experiments.report.report import report

        return _write(path, report(gather.of_comparison(self.data, self.settings)))

    def _repr_html_(self) -> str:
        return f"{Shown._repr_html_(self)}\n{self.plot(width='page')._repr_svg_()}"


@dataclass(frozen=True, repr=False)
class Scores(Shown):
    """Responses scored against a key. `data` holds the counts of each measure, document by document.

    `errors` finds what a report shows of the errors, where key and responses are files.
    """

    data: "scores.Scores"
    errors: "Callable[[], ChainErrors | None]" = lambda: None

    def tables(self) -> Sequence["Table"]:
        """The scores, with the warnings below them, and the differences; with `links=True` links and chains by size."""
        first, *others = self.data.tables()
        return [_warned(first, self.data.warnings), *others]

    @property
    def signature(self) -> str:
        """Everything that shaped the figures, on one line."""
        return self.data.signature

    def as_json(self) -> object:
        """The figures as `anaphora score --json` writes them."""
        from anaphora.workbench.results.table import to_json

        return to_json(self.data.tables())

    def table(self) -> "DataFrame":
        """A row for each system; of each measure its F1 or only value, the ends of its interval, and its other parts.

        The columns of MUC are called `muc`, `muc_low`, `muc_high`, `muc_recall` and `muc_precision`.
        """
        from pandas import DataFrame

        from anaphora.workbench.results.scores import main_part

        rows: dict[str, dict[str, float | None]] = {system: {} for system in self.data.systems}
        for system, row in rows.items():
            for measure in self.data.measures:
                values = self.data.values(system, measure)
                main, interval = main_part(measure), self.data.interval(system, measure)
                row[measure.name] = values.pop(main)
                row[f"{measure.name}_low"] = interval.low if interval else None
                row[f"{measure.name}_high"] = interval.high if interval else None
                row |= {f"{measure.name}_{part}": value for part, value in values.items()}
        return DataFrame.from_dict(rows, orient="index").rename_axis("system")

    def differences(self) -> "DataFrame":
        """A row for each pair of systems in the primary measure: the difference, its interval, p and adjusted p."""
        return _frame(self.data.differences_table())

    def documents(self) -> "DataFrame":
        """A row for each document and system, a column for each measure; needs `per_document=True` of large corpora."""
        return _frame(self.data.documents_table())

    def require(self, least: Mapping[str, float]) -> None:
        """Require these values of measures in percent from every system, as `require({"conll": 70})`.

        What counts is F1 or the only value; undefined is missed.

        Raises:
            GateError: a system has less.
            UnknownNameError: a measure was not scored.
        """
        from anaphora.experiments.scoring.gates import require_at_least, require_scored

        require_scored(self.data, least)
        for name, value in least.items():
            require_at_least(self.data, name, value)

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML file that needs no network. Raises `WorkbenchError` if it cannot be written."""
        from anaphora.experiments.report import gather
        from anaphora.experiments.report.report import report

        return _write(path, report(gather.of_scores(self.data, self.errors())))

    def _repr_html_(self) -> str:
        return f"{Shown._repr_html_(self)}\n{self.plot(width='page')._repr_svg_()}"


@dataclass(frozen=True, repr=False)
class MacroScores(Shown):
    """Systems scored on many datasets. `data` holds the values of each dataset and what follows for all of them."""

    data: "macro.MacroScores"

    def tables(self) -> Sequence["Table"]:
        """The ranking, the values by dataset, the probabilities of ranks, the differences, and who wins how often."""
        first, *others = self.data.tables()
        return [_warned(first, self.data.warnings), *others]

    @property
    def signature(self) -> str:
        """Everything that shaped the figures, on one line."""
        return self.data.signature

    def as_json(self) -> object:
        """The figures as `anaphora score --datasets --json` writes them."""
        from anaphora.workbench.results.table import to_json

        return to_json(self.data.tables())

    def to_latex(self, *, caption: str = "", label: str = "", details: bool = False) -> str:
        """All tables for LaTeX with the package booktabs; caption and label are those of the first, the ranking."""
        from anaphora.experiments.terminal.render import to_latex

        return to_latex(self.tables(), details, caption, label)

    def datasets(self) -> "DataFrame":
        """A row for each dataset and one for the macro average, a column for each system, best first."""
        from anaphora.experiments.scoring.datasets.macro import datasets_table

        return _indexed(datasets_table(self.data))

    def ranks(self) -> "DataFrame":
        """How probable each rank is for each system."""
        from anaphora.experiments.scoring.datasets.macro import ranks_table

        return _indexed(ranks_table(self.data))

    def wins(self) -> "DataFrame":
        """On how many datasets the system of the row has a higher value than that of the column."""
        from anaphora.experiments.scoring.datasets.macro import wins_table

        return _indexed(wins_table(self.data))

    def differences(self) -> "DataFrame":
        """A row for each pair of systems: the difference on average, its test, and on how many datasets it is found."""
        from anaphora.experiments.scoring.datasets.macro import pairs_table

        return _frame(pairs_table(self.data))

    def differences_by_dataset(self) -> "DataFrame":
        """A row for each dataset and pair of systems: the paired difference, its interval, p and adjusted p."""
        from anaphora.experiments.scoring.datasets.macro import differences_table

        return _frame(differences_table(self.data))

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML file that needs no network. Raises `WorkbenchError` if it cannot be written."""
        from anaphora.experiments.report.datasets import of_datasets
        from anaphora.experiments.report.report import report

        return _write(path, report(of_datasets(self.data)))

    def _repr_html_(self) -> str:
        return f"{Shown._repr_html_(self)}\n{self.plot(width='page')._repr_svg_()}"


@dataclass(frozen=True, repr=False)
class Result(Shown, Generic[Data]):
    """The result of `ablate`, `losses`, `profile`, `coref`, `evaluate`, `agree` or `errors`: its tables, and more.

    `data` is what every figure derives from. `report_of` gathers what a report shows, where there is one.
    """

    data: Data
    signature: str
    _tables: Callable[[], Sequence["Table"]]
    _figures: Callable[[], object] | None = None
    report_of: "Callable[[], Findings] | None" = None

    def tables(self) -> Sequence["Table"]:
        """All tables."""
        return self._tables()

    def as_json(self) -> object:
        """The figures as the command of the same name writes them with `--json`."""
        from anaphora.workbench.results.table import to_json

        return self._figures() if self._figures else to_json(self.tables())

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML file that needs no network.

        Raises `WorkbenchError` if it cannot be written, or if there is none of such a result.
        """
        from anaphora.experiments.report.report import report

        if self.report_of is None:
            raise OptionError("There is no report of this result; see its tables.", code="no-report")
        return _write(path, report(self.report_of()))


@dataclass(frozen=True, repr=False)
class Answers(Shown):
    """The antecedents that resolvers give the pronouns of a text. `data` holds the prepared text and the decisions."""

    data: "Resolution"

    def tables(self) -> Sequence["Table"]:
        """A row for each pronoun, a column for each resolver."""
        return [self.data.answers_table()]

    @property
    def signature(self) -> str:
        """What analysed the text."""
        return self.data.prepared.signature

    def as_json(self) -> dict[str, object]:
        """The answers with their explanations, as `anaphora resolve --explain --to json` writes them."""
        return self.data.as_json(explain=True)

    def explanations(self) -> "DataFrame":
        """A row for each pronoun and resolver: the answer (missing: none), where both are, and why it was given.

        Places are characters of the text, ends exclusive.
        """
        from pandas import DataFrame

        rows = []
        for pronoun in self.data.pronouns(explain=True):
            for resolver, answer in pronoun.antecedents.items():
                place = astuple(answer) if answer else (None, None, None)
                why = pronoun.reasons.get(resolver, pronoun.given)
                rows.append((*astuple(pronoun.phrase), resolver, *place, "; ".join(why)))
        names = [
            "pronoun",
            "start",
            "end",
            "resolver",
            "antecedent",
            "antecedent_start",
            "antecedent_end",
            "explanation",
        ]
        return DataFrame(rows, columns=names)


def _warned(table: "Table", warnings: Iterable[str]) -> "Table":
    return replace(table, notes=(*table.notes, *(f"Warning: {text}" for text in warnings)))


def _frame(table: "Table") -> "DataFrame":
    from anaphora.experiments.terminal.render import to_frame

    return to_frame(table)


def _indexed(table: "Table") -> "DataFrame":
    frame = _frame(table)
    return frame.set_index(frame.columns[0])


def _write(path: str | Path, text: str) -> Path:
    from anaphora.workbench.files.atomic import write_text_atomically

    write_text_atomically(path, text)
    return Path(path)
