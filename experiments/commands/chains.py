"""`anaphora chains`: the entities of plain texts, all mentions of each, with its best name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Unpack

from anaphora.corpora import conll2012, corefud
from anaphora.experiments.run.arguments import (
    ResolverLike,
    Texts,
    configuration,
    documents_of,
    require_one,
    words_of_texts,
)
from anaphora.experiments.run.command import FIGURES, FOLDER, JSON, TO, Command, Progress, details, flag
from anaphora.experiments.run.configuration import (
    ENTITY_RESOLVER,
    ENTITY_RESOLVER_ELSEWHERE,
    OF_TEXTS,
    Options,
    Singletons,
    takes,
)
from anaphora.experiments.show.result import Result
from anaphora.experiments.texts.chained import Chained, find_entities
from anaphora.experiments.texts.network import edges_table, gexf
from anaphora.workbench.document import Document
from anaphora.workbench.key import Clusters
from anaphora.workbench.options import COMPARED, About
from anaphora.workbench.preparation import PronounKind
from anaphora.workbench.results.table import Table

if TYPE_CHECKING:
    from anaphora.experiments.show.charts.chart import Plans


@takes(*OF_TEXTS, "singletons", choices={"anaphors": PronounKind, "singletons": Singletons}, singletons="drop")
def chains(
    texts: Texts,
    resolver: Annotated[
        "ResolverLike | None",
        About(
            f"One resolver, with options (default: {ENTITY_RESOLVER}; in other languages {ENTITY_RESOLVER_ELSEWHERE}).",
            COMPARED,
            "NAME",
            names=("--resolvers",),
            read=require_one,
        ),
    ] = None,
    *,
    entity: Annotated[str | None, About("Only what has this name: Elizabeth.", COMPARED, "NAME")] = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[Chained]:
    """Find the entities of plain texts: who and what is mentioned, by which names, how often, and where.

    Texts are strings, the `Path`s of files or `Document`s. The resolver is by default `neural_ranker`, and in other
    languages than English `lappin_leass+word_match`. `entity` is one of them, by any of its names; `UnknownNameError`
    says that there is none.

    The result's `data.texts` are the texts with their entities, its main table has a row for each entity, and
    `as_json()` the places of all mentions. "I" and "you" count with `anaphors="personal"`; entities of one mention with
    `singletons="keep"`. Other arguments and errors are those of `resolve` and `coref`.
    """
    settings = configuration([resolver] if resolver else (), None, options)
    chained = find_entities(documents_of(texts), settings, progress)
    return entities_result(chained if entity is None else chained.named(entity))


def entities_result(chained: Chained) -> Result[Chained]:
    """The entities of texts: a row an entity, and `mentions` with a row a mention."""

    def page(**_: object) -> str:
        from anaphora.experiments.texts.entities_page import entities_page

        return entities_page(chained)

    def shown(edges: bool = False, **wanted: bool) -> list[Table]:
        return [edges_table(chained)] if edges else chained.tables(**wanted)

    def figures(edges: bool = False, **wanted: bool) -> Table:
        return edges_table(chained) if edges else chained.figures(**wanted)

    def parts() -> Sequence[tuple[str, Result[Chained]]]:
        return [(text.document.id, entities_result(replace(chained, texts=(text,)))) for text in chained.texts]

    warning = chained.warning()

    def in_format(write: Callable[[Iterable[tuple[Document, Clusters]]], Iterable[str]], **_: object) -> str:
        return "".join(write(text.clusters() for text in chained.texts))

    return Result(
        chained,
        chained.signature,
        shown,
        {"table": chained.entities_table, "mentions": chained.mentions_table, "edges": partial(edges_table, chained)},
        figures=figures,
        json=chained.as_json,
        forms={
            "html": page,
            "gexf": lambda **_: gexf(chained),
            "corefud": partial(in_format, corefud.write),
            "conll2012": partial(in_format, conll2012.write),
        },
        charts=partial(_charts, chained),
        page=page,
        warnings=[warning] if warning else [],
        parts=parts,
    )


def _charts(chained: Chained) -> "Plans":
    """The chart of each text of where its entities are mentioned: `where`, or `where-1`, `where-2` and so on."""
    from anaphora.experiments.texts.entities_page import where

    several = len(chained.texts) > 1
    names = (f"where-{number}" if several else "where" for number in range(1, len(chained.texts) + 1))
    return {name: partial(where, text) for name, text in zip(names, chained.texts, strict=True)}


COMMAND = Command(
    chains,
    example="anaphora chains novel.txt --to csv --mentions",
    offers=(
        TO, JSON, FIGURES, FOLDER,
        flag("mentions", "A row for each mention, not for each entity."),
        flag("edges", "A row for each two entities that share a sentence."),
        details("Print all entities and columns."),
    ),
    forms=("table", "markdown", "latex", "csv", "json", "html", "gexf", "corefud", "conll2012"),
    work="Reading",
    words=words_of_texts,
)  # fmt: skip
