"""The report: one HTML file that needs no network, no server and no script to be read."""

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from anaphora.experiments.show.charts.chart import Figures
from anaphora.experiments.show.report import anaphors, chains, comparison, datasets, parts, rewriting, verdict
from anaphora.experiments.show.report.findings import Findings
from anaphora.experiments.show.report.page import ANSWERS, FRAME, STYLES, page, part
from anaphora.experiments.show.report.section import Block, Section, Sheet, Words, written
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.results.vocabulary import clean, counted

_FIGURES: tuple[Callable[[Findings], Section | None], ...] = (
    verdict.section, comparison.scores, comparison.differences, comparison.losses, comparison.corpus,
    comparison.slices, parts.section, chains.scores,
)  # fmt: skip
_SCRIPTS = (
    *ANSWERS, "outcomes.js", "filters.js", "chains.js", "text.js", "reading.js", "table.js", "visits.js", "report.js",
    "errors.js",
)  # fmt: skip
_STYLES = ("palette.css", "charts.css", "report.css", "candidates.css", "reading.css", "errors.css")


def report(findings: Findings) -> str:
    """The report as HTML. The same findings give the same text."""
    sections = [
        *figures(findings),
        *filter(None, (anaphors.section(findings), chains.errors(findings), methods(findings))),
    ]
    linked = any(section.anchor == "anaphors" for section in sections)
    return page(
        "report.html.j2",
        styles=_STYLES,
        scripts=_SCRIPTS,
        title=findings.title,
        facts=facts(findings),
        contents=sections,
        body=written(sections, linked=linked),
    )


def figures(findings: Findings) -> list[Section]:
    """The sections that are printed: all but the anaphors and the methods."""
    if findings.macro:
        return datasets.sections(findings.macro)
    if findings.rewriting:
        return rewriting.sections(findings.rewriting)
    return [section for make in _FIGURES if (section := make(findings))]


def fragment(findings: Findings, prefix: str) -> Markup:
    """The printed sections and the methods alone, to be put into a larger page; `prefix` goes before all ids."""
    return written([*figures(findings), methods(findings)], prefix, linked=False)


def facts(findings: Findings) -> str:
    """Say in a line how much there is."""
    sizes: dict[str, int] = {}
    if compared := findings.comparison:
        documents, resolvers = len(compared.documents), len(compared.resolvers)
        sizes = {"document": documents, "key anaphor": compared.anaphors, "resolver": resolvers}
    elif findings.chained:
        scores = findings.chained.scores
        sizes = {"document": len(scores.documents), "response": len(scores.systems)}
    elif rewritten := findings.rewriting:
        sizes = {"document": len(rewritten.scores.documents), "resolver": len(rewritten.least)}
    elif macro := findings.macro:
        documents = sum(dataset.documents for dataset in macro.datasets)
        sizes = {"dataset": len(macro.datasets), "document": documents, "system": len(macro.systems)}
    return clean(" · ".join(counted(number, noun) for noun, number in sizes.items()))


def methods(findings: Findings) -> Section:
    """The section on how the figures were made: signature, measures with their sources, stages."""
    measures = [*MEASURES] if findings.comparison else []
    chained = findings.chained.scores if findings.chained else None
    averaged = map(choose_measure, findings.macro.measures) if findings.macro else ()
    body = part(
        "methods.html.j2",
        findings=findings,
        measures=measures,
        chain_measures=chained.measures if chained else averaged,
        chain_signature=chained.signature if chained else "",
        error_signature=findings.chained.errors.signature if findings.chained and findings.chained.errors else "",
    )
    return Section("methods", "Methods", "Methods", (body,))


def collection(
    title: str,
    description: str,
    tables: Sequence[tuple[str, Figures, Sequence[str]]],
    parts: Sequence[tuple[str, str, str]],
    passed_over: Mapping[str, str],
) -> str:
    """The page of a study; `tables` have name, cells and notes, `parts` title, id and what `fragment` made of them.

    `passed_over` has the reasons why parts could not be run, by name.
    """
    blocks: list[Block] = [Words((description,))] if description else []
    for name, figures, notes in tables:
        blocks += [Sheet(name, figures), Words(tuple(notes), "note")]
    if passed_over:
        blocks.append(Words(("Passed over:", *(f"{name}: {why}" for name, why in passed_over.items())), "note"))
    tabled = Section("tables", "Tables", "Tables", tuple(blocks))
    return page(
        "collection.html.j2",
        styles=STYLES,
        scripts=FRAME,
        title=title,
        tables=written([tabled], linked=False) if blocks else "",
        parts=[(name, place, Markup(body)) for name, place, body in parts],  # noqa: S704 - made by our own templates
    )
