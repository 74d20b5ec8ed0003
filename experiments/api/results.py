"""The result of the public functions: it shows itself, becomes tables, a page and charts, and has a signature."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from anaphora.workbench.errors import OptionError, unknown_name

if TYPE_CHECKING:
    from types import ModuleType

    from pandas import DataFrame

    from anaphora.experiments.commands.chains.chains import Chained
    from anaphora.experiments.commands.evaluate.help_and_harm import HelpAndHarm
    from anaphora.experiments.commands.resolve.resolve import Resolution
    from anaphora.experiments.commands.rewrite.rewrite import Rewritten
    from anaphora.experiments.commands.score.datasets.macro import MacroScores
    from anaphora.experiments.findings import Findings
    from anaphora.experiments.run.configuration import Configuration
    from anaphora.experiments.show.charts.plot import Plot
    from anaphora.workbench.error_analysis import ChainErrors
    from anaphora.workbench.results.comparison import Comparison
    from anaphora.workbench.results.scores import Scores
    from anaphora.workbench.results.table import Table

Data_co = TypeVar("Data_co", covariant=True)
_LINES = 12


@dataclass(frozen=True, repr=False)
class Result(Generic[Data_co]):
    """The result of any function: `data` is what every figure derives from, `signature` what shaped it, on one line.

    Comparisons, scores, and scores of many datasets have further tables, such as `differences`, a report and charts.
    Methods whose table a result lacks raise `UnknownNameError`. `_findings` gets the module `findings`, which takes a
    second to load.
    """

    data: Data_co
    signature: str
    _tables: "Callable[[], Sequence[Table]]"
    _more: "Mapping[str, Callable[[], Table]]" = field(default_factory=dict)
    _findings: "Callable[[ModuleType], Findings] | None" = None
    _in_papers: int = 1
    _shown: "Callable[[], Sequence[Table]] | None" = None
    _page: "Callable[[], str] | None" = None

    def tables(self) -> "Sequence[Table]":
        """All tables, typed: columns with name, unit and direction, rows, notes; the first is the main one."""
        return self._tables()

    def as_json(self) -> dict[str, object]:
        """Every figure, in the shape that the command of the same name writes with `--json`."""
        from anaphora.workbench.results.table import to_json

        return to_json(self.tables())

    def table(self) -> "DataFrame":
        """The main table: numbers as fractions, intervals in two columns, undefined as missing; named by its rows.

        Of a comparison it has a row for each resolver, best first; of scores a row for each system, with the columns
        `muc`, `muc_low`, `muc_high`, `muc_recall` and `muc_precision` of MUC, and so on.
        """
        main = self._more.get("table", lambda: self.tables()[0])
        return _indexed(main())

    def differences(self) -> "DataFrame":
        """A row for each pair of resolvers or systems: the difference, its interval, p and adjusted p.

        Scores are compared in the primary measure; those of many datasets on average, with the number of datasets on
        which the difference is found.
        """
        return self._frame("differences")

    def documents(self) -> "DataFrame":
        """A row for each document (of a comparison: and resolver) with its figures.

        Scores of large corpora have them if they were made with `per_document=True`.
        """
        return self._frame("documents")

    def losses(self) -> "DataFrame":
        """A row for each resolver and stage: how many anaphors were lost there, or came out right."""
        return self._frame("losses")

    def coverage(self) -> "DataFrame":
        """A row for each resolver: precision of its surest answers at 25, 50 and 75% coverage, area, calibration error.

        Resolvers that do not say how sure they are have `precision` and `answered` (coverage) alone.
        """
        return self._frame("coverage", indexed=True)

    def anaphors(self) -> "DataFrame":
        """A row for each key anaphor and resolver: its answer, and the stage that lost it (or `right`)."""
        return self._frame("anaphors")

    def explanations(self) -> "DataFrame":
        """A row for each pronoun and resolver: the answer (missing: none), where both are, and why it was given.

        Places are characters of the text, ends exclusive.
        """
        return self._frame("explanations")

    def mentions(self) -> "DataFrame":
        """A row for each mention: of the entities of texts, with characters as places, or those that `profile` shows.

        Ends are exclusive.
        """
        return self._frame("mentions")

    def curve(self) -> "DataFrame":
        """A row for each resolver and least probability of replacements: what is found, and what is wrong."""
        return self._frame("curve")

    def left(self) -> "DataFrame":
        """A row for each pronoun that was not replaced by a name, with the reason."""
        return self._frame("left")

    def datasets(self) -> "DataFrame":
        """A row for each dataset and one for the macro average, a column for each system, best first."""
        return self._frame("datasets", indexed=True)

    def ranks(self) -> "DataFrame":
        """A row for each system: the probability of each rank."""
        return self._frame("ranks", indexed=True)

    def wins(self) -> "DataFrame":
        """The number of datasets on which the system of the row has a higher value than that of the column."""
        return self._frame("wins", indexed=True)

    def differences_by_dataset(self) -> "DataFrame":
        """A row for each dataset and pair of systems: the paired difference, its interval, p and adjusted p."""
        return self._frame("differences_by_dataset")

    def _frame(self, name: str, indexed: bool = False) -> "DataFrame":
        from anaphora.experiments.show.render import to_frame

        if name not in self._more:
            raise unknown_name("table", name, [*self._more])
        table = self._more[name]()
        return _indexed(table) if indexed else to_frame(table)

    def to_latex(self, *, caption: str = "", label: str = "", details: bool = False) -> str:
        """The main table for LaTeX with the package booktabs (of many datasets all); with `details` every column.

        The caption says by default what the figures are, the label is `tab:` and the name of the corpus or `scores`;
        of several tables both are those of the first.
        """
        from anaphora.experiments.show.render import to_latex

        return to_latex(self.tables()[: self._in_papers], details, caption, label)

    def to_markdown(self, *, details: bool = False) -> str:
        """The main table in Markdown; with `details` every column, as by `--all`."""
        from anaphora.experiments.show.render import to_markdown

        return to_markdown(self.tables()[:1], details)

    def to_csv(self) -> str:
        """The main table as comma-separated values in full precision."""
        from anaphora.experiments.show.render import to_csv

        return to_csv(self.tables()[:1])

    def plot(self, name: str = "", *, width: str = "column", dark: bool = False) -> "Plot":
        """A chart for a paper, by its name (default: the first), as wide as a "column" or a "page".

        A comparison has "scores" (success rates with intervals), "differences" (to the best resolver), "coverage",
        "coverage-curves" (precision of the surest answers), "losses", "candidates" and "distance" (success rates by the
        difficulty of anaphors); scores have "scores" (the primary measure), "measures", "differences", and each measure
        by its name; those of many datasets "scores", "datasets", "ranks", "wins" and "differences"; `losses` has
        "losses"; `ablate` has "importance", "helped-hurt", and "rules". Raises `UnknownNameError` for other names.
        """
        from anaphora.experiments.show.charts.plot import plot

        return plot(self.data, name, width, dark=dark)

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML file that needs no network.

        Comparisons, scores, and those of many datasets have one; of chains it is the text in colours with its entities.
        Raises `WorkbenchError` if it cannot be written, and `OptionError` for the name of another kind of file.
        """
        from anaphora.experiments.show.report.report import report
        from anaphora.workbench.files import write_text_atomically

        if Path(path).suffix.lower() not in ("", ".html", ".htm"):
            cure = f"It is one HTML file: {Path(path).with_suffix('.html')}."
            raise OptionError(f"A report cannot be {path}. {cure}", code="report-name")
        if self._page:
            text = self._page()
        elif findings := self.findings():
            text = report(findings)
        else:
            raise unknown_name("table", "report", [*self._more])
        write_text_atomically(path, text)
        return Path(path)

    def findings(self) -> "Findings | None":
        """Return what the report shows, for programs that put it elsewhere; `None` if there is no report."""
        from anaphora.experiments import findings

        return self._findings(findings) if self._findings else None

    def __str__(self) -> str:
        """The main table in 80 columns."""
        from anaphora.experiments.show.render import to_text

        return to_text(self._short_tables(), width=80)

    def _short_tables(self) -> "Sequence[Table]":
        """Return the tables that a terminal and a notebook show."""
        return self._shown() if self._shown else self.tables()[:1]

    def __repr__(self) -> str:
        lines = str(self).splitlines()
        more = [f"... {len(lines) - _LINES} more lines: print the result, or see its tables"]
        return "\n".join(lines if len(lines) <= _LINES + 1 else lines[:_LINES] + more)

    def _repr_html_(self) -> str:
        from anaphora.experiments.show.render import to_html

        shown = to_html(self._short_tables())
        return f"{shown}\n{self.plot(width='page')._repr_svg_()}" if self._findings and self._more else shown


def of_comparison(data: "Comparison", settings: "Configuration") -> "Result[Comparison]":
    """Several resolvers on the same candidate lists; the data hold the trace that every figure is a reduction of."""
    from anaphora.workbench.results import comparison as tables
    from anaphora.workbench.results.coverage import joined_coverage

    return Result(
        data,
        data.signature,
        partial(data.tables, differences=True, losses=True),
        {
            "table": partial(tables.ranked_table, data),
            "differences": partial(tables.differences_table, data),
            "losses": partial(tables.stages_table, data),
            "coverage": lambda: joined_coverage(data.coverage),
            "anaphors": partial(tables.anaphors_table, data),
            "documents": partial(tables.documents_table, data),
        },
        lambda findings: findings.of_comparison(data, settings),
    )


def of_scores(
    data: "Scores",
    errors: "Callable[[ModuleType], ChainErrors | None]" = lambda _: None,
    wide: "Callable[[], Table] | None" = None,
) -> "Result[Scores]":
    """Responses scored against a key; the data hold the counts of each measure, document by document.

    `errors` makes what a report shows of the errors from the module `findings`, where key and responses are files;
    `wide` makes the table of `table`, if not the one with all measures.
    """
    return Result(
        data,
        data.signature,
        lambda: _warned(data.tables(), data.warnings),
        {"table": wide or data.wide_table, "differences": data.differences_table, "documents": data.documents_table},
        lambda findings: findings.of_scores(data, errors(findings)),
    )


def of_datasets(data: "MacroScores") -> "Result[MacroScores]":
    """Systems scored on many datasets; the data hold the values of each and what follows for all of them."""
    from anaphora.experiments.commands.score.datasets import macro

    return Result(
        data,
        data.signature,
        lambda: _warned(data.tables(), data.warnings),
        {
            "datasets": partial(macro.datasets_table, data),
            "ranks": partial(macro.ranks_table, data),
            "wins": partial(macro.wins_table, data),
            "differences": partial(macro.pairs_table, data),
            "differences_by_dataset": partial(macro.differences_table, data),
        },
        lambda findings: findings.of_datasets(data),
        _in_papers=len(data.tables()),
    )


def of_answers(data: "Resolution") -> "Result[Resolution]":
    """The antecedents that resolvers give the pronouns of a text: a row a pronoun, a column a resolver."""
    from anaphora.experiments.commands.resolve import answers

    def page() -> str:
        from anaphora.experiments.live.saved import answers_page

        return answers_page(data)

    return Result(
        data,
        data.prepared.signature,
        lambda: [answers.answers_table(data), data.whole(explain=True)],
        {"explanations": partial(_explanations, data)},
        _shown=lambda: [answers.summary_table(data, data.pronouns(), in_text=True)],
        _page=page,
    )


def of_chains(data: "Chained") -> "Result[Chained]":
    """The entities of texts: a row an entity, and `mentions` with a row a mention."""

    def page() -> str:
        from anaphora.experiments.show.report.entities import entities_page

        return entities_page(data)

    return Result(
        data,
        data.signature,
        partial(data.tables, details=True),
        {"mentions": data.mentions_table},
        _shown=data.short_tables,
        _page=page,
    )


def of_rewriting(data: "Rewritten") -> "Result[Rewritten]":
    """Rewritten texts: a row a replacement, and `left` with a row for each pronoun that was left."""
    return Result(
        data, data.signature, data.tables, {"left": data.left_table}, _shown=lambda: [data.replacements_table().brief()]
    )


def of_help_and_harm(data: "HelpAndHarm") -> "Result[HelpAndHarm]":
    """Figures of what rewritten texts help to find, and of what is wrong in them: a row a system."""
    return Result(
        data,
        data.signature,
        data.tables,
        {"table": data.table, "curve": data.curve_table},
        lambda findings: findings.of_help_and_harm(data),
    )


def _explanations(data: "Resolution") -> "Table":
    from anaphora.workbench.results.table import Column, Table

    rows = []
    for pronoun in data.pronouns(explain=True):
        for resolver, answer in pronoun.antecedents.items():
            cells = astuple(answer) if answer else (None, None, None)
            why = pronoun.reasons.get(resolver, pronoun.given)
            rows.append((*astuple(pronoun.phrase), resolver, *cells, "; ".join(why)))
    names = "pronoun start end resolver antecedent antecedent_start antecedent_end explanation"
    return Table("Explanations", tuple(map(Column, names.split())), tuple(rows))


def _warned(tables: "Sequence[Table]", warnings: Sequence[str]) -> "Sequence[Table]":
    first, *others = tables
    return [replace(first, notes=(*first.notes, *(f"Warning: {text}" for text in warnings))), *others]


def _indexed(table: "Table") -> "DataFrame":
    from anaphora.experiments.show.render import to_frame

    frame = to_frame(table)
    return frame.set_index(frame.columns[0])
