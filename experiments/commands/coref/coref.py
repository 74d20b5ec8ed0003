"""`anaphora coref`: resolvers of both kinds as coreference systems, pronouns and chains side by side."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from anaphora.experiments.commands.compare import compare
from anaphora.experiments.commands.coref.chain_collector import ChainCollector, DocumentChains, Size, collect_chains
from anaphora.experiments.commands.score.answers import with_answers
from anaphora.experiments.run.configuration import Configuration, default_entity_resolver
from anaphora.experiments.run.documents import first_language
from anaphora.experiments.run.worker import DocumentHook
from anaphora.resolvers.specs import default_chain_resolvers
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.error_analysis import ChainErrors, DocumentText, chain_errors
from anaphora.workbench.language.packs import language
from anaphora.workbench.measures import COMPARED
from anaphora.workbench.results.comparison import Comparison, differences_table, messages
from anaphora.workbench.results.scores import Scores, main_part
from anaphora.workbench.results.table import Cell, Column, Table, number, record
from anaphora.workbench.results.values import Marked
from anaphora.workbench.statistics import ALPHA

ObserveChains = Callable[[Prepared, Mapping[str, Spans]], None]


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

    def tables(self, long: bool = False, *, differences: bool = True) -> tuple[Table, ...]:
        """One table, best first; `long` adds recall and precision, `differences` those in the main measure."""
        _, *chains = self.scores.tables(long=long, differences=differences)
        shown = self.table()
        _, *resolvers = shown.rows
        return (
            self._ranked(shown),
            *(table if table.path is None else replace(table, path=_path(table.path)) for table in chains),
            replace(shown, rows=tuple(resolvers), path="resolvers.{resolver}", printed=False),
            replace(differences_table(self.comparison), path="pronoun_comparisons[]", printed=False),
            record(self.key.figures(), path="key"),
            record(
                {
                    "signature": self.scores.signature,
                    "documents": len(self.comparison.documents),
                    "anaphors": self.comparison.anaphors,
                    "skipped": self.comparison.skipped,
                    "warnings": (*self.scores.warnings, *self.comparison.warnings),
                }
            ),
        )

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
        paper = replace(shown, columns=tuple(replace(column, detail=False) for column in shown.columns))
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
            *(Column(name, "percent", name, "", "higher", 2, detail=name in details, key=None) for name in names),
            Column(f"{main.name}_interval", "percent", f"{main.name} 95%", digits=2, key=None),
            *(Column(name, "count", printed=name != "links", detail=True) for name in _SIZES),
        )
        rows: list[tuple[Cell, ...]] = [("key", *[None] * (len(measures) + 2), *_sizes(self.key))]
        for name in self.scores.systems:
            rate = self.comparison.rate("success_rate", name)
            values = (self.scores.values(name, measure)[main_part(measure)] for measure in measures)
            rows.append((name, rate, *values, self.scores.interval(name, main), *_sizes(self.sizes[name])))
        title = f"{self.comparison.corpus}: {self.comparison.size}"
        return Table(title, columns, tuple(rows), references=frozenset({0}))


_SIZES = ("entities", "singletons", "links", "right_links", "wrong_links")


def _sizes(size: Size) -> tuple[int | None, ...]:
    """The cells of a size; all links of the key, of which none is wrong, count as right in print."""
    right, wrong = (size.links, None) if size.right is None else (size.right, size.links - size.right)
    return size.entities, size.singletons, size.links, right, wrong


def _path(path: str) -> str:
    """Change the place of figures of scores in JSON to that of figures of pronouns."""
    return path.replace("systems.{system}", "resolvers.{system}", 1)


def coreference(
    paths: Sequence[Path],
    settings: Configuration,
    *,
    progress: Callable[[Document], None] | None = None,
    observe: ObserveChains | None = None,
    with_errors: bool = False,
) -> Coreference:
    """Run resolvers of both kinds over every document and score their chains against the whole key.

    Links of pronoun resolvers become chains (connected components). External systems are scored with mentions of
    their own or, with perfect mentions, like all others on those of the key. With perfect mentions no "it" is filtered
    unless that layer is perfect too, since the key's mentions all count. `observe` gets each document with all chains;
    for the errors (`with_errors`) the chains of all documents are held in memory. `recorded(file=...)` may name what
    a system wrote as it comes (`with_answers`). Raises `WorkbenchError` for bad input, as `compare` does.
    """
    if not settings.resolvers:
        code = first_language(paths, settings)
        combined = () if language(code).code == "en" else (default_entity_resolver(code),)
        settings = settings.changed(resolvers=(*combined, *default_chain_resolvers(code)))
    settings = without_it_filter(settings)
    settings = with_answers(paths, settings)
    collector = ChainCollector(settings)
    work = partial(collect_chains, "mentions" in settings.preparation.perfect, with_errors or observe is not None)
    kept: list[tuple[DocumentText, DocumentChains]] = []

    def take_in(document: DocumentChains) -> None:
        collector.add(document)
        if observe and document.prepared:
            observe(document.prepared, document.spans)
        if with_errors and document.prepared:
            kept.append((_text(document.prepared), replace(document, prepared=None, spans={})))

    compared = compare(paths, settings, progress=progress, hooks=[DocumentHook("chains", work, take_in)])
    scores = collector.scores(compared.corpus, compared.signature)
    return Coreference(compared, scores, collector.key, collector.sizes, _errors(kept, collector, scores))


def _text(prepared: Prepared) -> DocumentText:
    document = prepared.document
    return DocumentText(document.id, document.words, None, document.spaces, prepared.annotation.sentence_starts)


def _errors(
    kept: Sequence[tuple[DocumentText, DocumentChains]], collector: ChainCollector, scores: Scores
) -> ChainErrors | None:
    if not kept:
        return None
    documents = [document for _, document in kept]
    return chain_errors(
        [text for text, _ in kept],
        [document.key for document in documents],
        {name: [document.responses[name] for document in documents] for name in collector.systems},
        name=scores.key,
        signature=scores.signature,
        match=collector.settings.judging.match,
        singletons=collector.keep,
    )


def without_it_filter(settings: Configuration) -> Configuration:
    """Return the settings, without a filter of "it" if mentions are perfect: the key's mentions all count."""
    key_mentions = "mentions" in settings.preparation.perfect
    return settings.changed(it_filter="none", it_classes="pleonastic") if key_mentions else settings
