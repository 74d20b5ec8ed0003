"""The page of annotators: each sentence as each of them marked it, side by side, and what differs."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from anaphora.experiments.show.charts.chart import of_table
from anaphora.experiments.show.report.page import FRAME, html_page
from anaphora.experiments.texts.entities_page import look_of, marked
from anaphora.workbench.agreement.annotators import Agreement
from anaphora.workbench.agreement.differences import LocatedText, MarkedChains, MarkedMention, disputes
from anaphora.workbench.document import Span
from anaphora.workbench.results.agreement_tables import figure_tables

Chains = tuple[tuple[Span, ...], ...]
_STYLES = ("palette.css", "report.css", "candidates.css", "entities.css", "annotators.css")


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence in the marks of each annotator; `differs` if these are not the same."""

    number: int
    differs: bool
    cells: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text as the page has it."""

    id: str
    anchor: str
    sentences: tuple[MarkedSentence, ...]


def annotators_page(agreement: Agreement) -> str:
    """The page: one HTML file that needs no network, no server and no script to be read."""
    shown = [
        MarkedText(text.document.id, f"text-{number}", tuple(_sentences(text, marks, agreed)))
        for number, (text, marks, agreed) in enumerate(
            zip(agreement.texts, agreement.marks, agreement.majority, strict=True), start=1
        )
    ]
    figures = [(table.title or "In all", of_table(table)) for table in figure_tables(agreement, per_document=True)]
    return html_page(
        "annotators.html.j2",
        styles=_STYLES,
        scripts=FRAME,
        title="Annotators: " + ", ".join(agreement.names),
        texts=shown,
        agreement=agreement,
        figures=figures,
    )


def _sentences(text: LocatedText, marks: MarkedChains, agreed: Chains) -> Iterator[MarkedSentence]:
    """Yield the sentences; mentions have the number of the agreed chain that shares most mentions with theirs."""
    chain_of = {span: number for number, chain in enumerate(agreed, start=1) for span in chain}
    disputed = {row.words for row in disputes(text.document.id, marks, lambda span: MarkedMention("", span))}
    opening = [_opening(chains, _numbers(chains, chain_of), disputed) for chains in marks]
    spaces = [" " if space else "" for space in text.document.spaces]
    bounds = sorted({0, *text.sentence_starts, len(text.document.words)})
    for number, (first, end) in enumerate(pairwise(bounds), start=1):
        cells = tuple(marked(text.document.words, spaces, tags, first, end) for tags in opening)
        yield MarkedSentence(number, len(set(cells)) > 1 or any(' disputed"' in cell for cell in cells), cells)


def _numbers(chains: Mapping[Span, int], chain_of: Mapping[Span, int]) -> dict[int, int]:
    """Return the number of the majority's chain for each chain of an annotator; 0 where there is none."""
    shared: dict[int, Counter[int]] = defaultdict(Counter)
    for span, chain in chains.items():
        shared[chain].update([chain_of[span]] if span in chain_of else [])
    return {
        chain: min(shares, key=lambda number: (-shares[number], number), default=0) for chain, shares in shared.items()
    }


def _opening(
    chains: Mapping[Span, int], number_of: Mapping[int, int], disputed: set[Span]
) -> dict[int, list[tuple[int, Markup]]]:
    opening: dict[int, list[tuple[int, Markup]]] = defaultdict(list)
    tag = Markup('<span class="m{}{}" title="{}">')
    for span, chain in chains.items():
        number = number_of[chain]
        title = f"chain {number}" if number else "no agreed chain"
        classes = (look_of(number) if number else "", " disputed" if span in disputed else "")
        opening[span.start].append(
            (span.end, tag.format(*classes, title) + Markup("<sub>{}</sub>").format(number or "?"))
        )
    return {start: sorted(mentions, reverse=True) for start, mentions in opening.items()}
