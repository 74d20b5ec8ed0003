"""Resolvers as coreference systems: pronouns and chains side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from anaphora.workbench.error_analysis.analysis import ChainErrors
from anaphora.workbench.files import JsonObject
from anaphora.workbench.measures import COMPARED
from anaphora.workbench.results.comparison import Comparison, comparisons_json, messages
from anaphora.workbench.results.family import MainValues, Regressions
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.table import Cell, Column, Table, number
from anaphora.workbench.results.values import Marked
from anaphora.workbench.statistics import ALPHA


@dataclass(frozen=True, slots=True)
class Size:
    """The size of chains: entities, those of them that are single mentions, and pairs of coreferent mentions.

    Of the pairs that a response has, `right` are in one chain of the key, too.
    """

    entities: int = 0
    singletons: int = 0
    links: int = 0
    right: int | None = None

    def __add__(self, other: "Size") -> "Size":
        right = None if self.right is None or other.right is None else self.right + other.right
        return Size(self.entities + other.entities, self.singletons + other.singletons, self.links + other.links, right)

    def figures(self) -> dict[str, int]:
        """The figures by name."""
        wrong = {} if self.right is None else {"right_links": self.right, "wrong_links": self.links - self.right}
        return {"entities": self.entities, "singletons": self.singletons, "links": self.links, **wrong}


@dataclass(frozen=True, slots=True)
class Coreference:
    """The result: pronouns in `comparison`, chains in `scores`, and the sizes of the key and of each response.

    `errors` classifies the errors of the chains, if that was asked for.
    """

    comparison: Comparison
    scores: Scores
    key: Size
    sizes: Mapping[str, Size]
    errors: ChainErrors | None = None

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.scores.signature

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings about the key and about the texts."""
        return (*self.scores.warnings, *self.comparison.warnings)

    @property
    def main_values(self) -> MainValues:
        """Main values of the chains by measure and resolver; `success_rate`, or `pronouns`, is that of pronouns."""
        rates = self.comparison.main_values["success_rate"]
        return {"success_rate": rates, "pronouns": rates, **self.scores.main_values}

    def against(self, baseline: str) -> Regressions:
        """Compare the chains of all other resolvers with those of one of them in the primary measure."""
        return self.scores.against(baseline)

    def tables(self, *, long: bool = False, differences: bool = False, details: bool = False) -> tuple[Table, ...]:
        """One table, best first; `long` adds recall and precision, `differences` (and `details`) the tested pairs."""
        _, *chains = self.scores.tables(long=long, differences=differences or details)
        return (self._ranked(self.table()), *chains)

    def as_json(self, **_: object) -> JsonObject:
        """Every figure, in the shape of `anaphora coref --json`."""
        scores = self.scores.as_json()
        systems = scores.pop("systems")
        resolvers = {name: self._resolver_json(name) | systems[name] for name in self.scores.systems}
        return scores | {
            "documents": len(self.comparison.documents),
            "anaphors": self.comparison.anaphors,
            "key": self.key.figures(),
            "resolvers": resolvers,
            "pronoun_comparisons": comparisons_json(self.comparison),
            "skipped": self.comparison.skipped,
            "warnings": self.warnings,
        }

    def _resolver_json(self, name: str) -> JsonObject:
        return {"success_rate": self.comparison.rate("success_rate", name), **self.sizes[name].figures()}

    def _ranked(self, shown: Table) -> Table:
        """The table as it is printed: best first, and marked what is significantly worse than the best."""
        main = self.scores.primary
        main_column = [column.name for column in shown.columns].index(main.name)
        first, *resolvers = sorted(shown.rows, key=lambda row: (row[0] != "key", -(number(row[main_column]) or 0.0)))
        best = str(resolvers[0][0])
        pairs = {name: self.scores.pair(main.name, best, name) for name in self.scores.systems}
        worse = [name for name, pair in pairs.items() if pair and pair.is_significant() and pair.points > 0]
        rows = [
            (*row[:main_column], Marked(number(row[main_column]), "*"), *row[main_column + 1 :])
            if row[0] in worse
            else row
            for row in resolvers
        ]
        notes = list(messages(self.comparison))
        if worse:
            notes.append(f"*: {main.name} significantly below {best} (step-down max-T over documents, p < {ALPHA}).")
        notes += self.scores.notes(letters=False)
        paper = replace(shown, columns=tuple(column._replace(detail=False) for column in shown.columns))
        return replace(shown, rows=(first, *rows), notes=tuple(notes), paper=paper)

    def table(self) -> Table:
        """The key, and a row a resolver: success rate on pronouns, measures of its chains, and their sizes.

        Only the main measure is no detail, and such measures as were asked for.
        """
        measures, main = self.scores.measures, self.scores.primary
        names = tuple(measure.name for measure in measures)
        details = {*names} - {main.name} if names == COMPARED else set()
        columns = (
            Column("resolver"),
            Column("success_rate", "percent", "pronouns right", direction="higher"),
            *(Column(name, "percent", name, "", "higher", 2, detail=name in details) for name in names),
            Column(f"{main.name}_interval", "percent", f"{main.name} 95%", digits=2, ends=True),
            *(Column(name, "count", detail=True) for name in _SHOWN),
        )
        rows: list[tuple[Cell, ...]] = [("key", *[None] * (len(measures) + 2), *_shown(self.key))]
        for name in self.scores.systems:
            rate = self.comparison.rate("success_rate", name)
            values = (self.scores.values(name, measure)[main_part(measure)] for measure in measures)
            rows.append((name, rate, *values, self.scores.interval(name, main), *_shown(self.sizes[name])))
        title = f"{self.comparison.corpus}: {self.comparison.size}"
        return Table(title, columns, tuple(rows), references=frozenset({0}))


_SHOWN = ("entities", "singletons", "right_links", "wrong_links")


def _shown(size: Size) -> tuple[int | None, ...]:
    """The cells of a size; all links of the key, of which none is wrong, count as right in print."""
    right, wrong = (size.links, None) if size.right is None else (size.right, size.links - size.right)
    return size.entities, size.singletons, right, wrong
