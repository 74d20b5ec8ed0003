"""Figures of a comparison document by document, as in Tables 1, 5 and 7 of Mitkov 2001, with a row for all."""

from collections.abc import Sequence

from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.trace import DocumentTrace

ALL = "all"
"""The name of the last row of each table."""


def with_documents(comparison: Comparison) -> JsonObject:
    """What `anaphora compare --json --per-document` writes."""
    return comparison.as_json() | {"per_document": per_document(comparison)}


def per_document(comparison: Comparison) -> JsonObject:
    """The counts of each document: right and total for each measure, and the anaphors that MAX counts."""
    counts = {
        name: {measure.name: measure.count(Answers(comparison.documents, name)).tolist() for measure in MEASURES}
        for name in comparison.resolvers
    }
    return {
        document.document_id: {
            "genre": document.genre,
            "words": document.words,
            "anaphors": len(document.anaphors),
            "non_anaphoric": dict(document.non_anaphoric),
            "upper_bound": {match: _reached([document], match) for match in ("strict", "partial")},
            "resolvers": {
                name: {measure: rows[index] for measure, rows in measures.items()} for name, measures in counts.items()
            },
        }
        for index, document in enumerate(comparison.documents)
    }


def document_tables(comparison: Comparison) -> tuple[Table, Table]:
    """What the documents are like, and the success rate of each resolver on each document."""
    return _sizes(comparison), _success_rates(comparison)


def _sizes(comparison: Comparison) -> Table:
    kinds = list(comparison.non_anaphoric)

    def row(name: str, genre: str, documents: Sequence[DocumentTrace]) -> tuple[Cell, ...]:
        anaphors = sum(len(document.anaphors) for document in documents)
        others = [sum(document.non_anaphoric.get(kind, 0) for document in documents) for kind in kinds]
        bounds = [_reached(documents, match) / anaphors if anaphors else None for match in ("strict", "partial")]
        words, pronouns = sum(document.words for document in documents), [anaphors + sum(others)]
        return (name, genre, words, anaphors, *others, *([] if comparison.noun_phrases else pronouns), *bounds)

    columns = (
        Column("document"), Column("genre", detail=True), Column("words", "count"), Column("anaphors", "count"),
        *(Column(kind, "count") for kind in kinds),
        *([] if comparison.noun_phrases else [Column("pronouns", "count")]),
        Column("max_strict", "percent", "MAX strict"), Column("max_partial", "percent", "MAX partial"),
    )  # fmt: skip
    documents = comparison.documents
    rows = [row(document.document_id, document.genre, [document]) for document in documents]
    notes = (
        () if comparison.noun_phrases else ("Pronouns: anaphors and all others, such as clausal and pleonastic ones.",)
    )
    return Table(
        "Documents",
        columns,
        (*rows, row(ALL, "", documents)),
        notes,
        groups=frozenset({len(rows)} if rows else ()),
        caption=" ".join((f"Documents of {comparison.corpus}; MAX (upper bound) in %.", *notes)),
    )


def _success_rates(comparison: Comparison) -> Table:
    names = comparison.ranking

    def row(name: str, documents: Sequence[DocumentTrace]) -> tuple[Cell, ...]:
        total = sum(len(document.anaphors) for document in documents)
        right = (sum(int(document.right(resolver).sum()) for document in documents) for resolver in names)
        return (name, total, *(count / total if total else None for count in right))

    columns = (
        Column("document"), Column("anaphors", "count"),
        *(
            Column(name, "percent", name, direction=None if name in comparison.read_key else "higher")
            for name in names
        ),
    )  # fmt: skip
    rows = [row(document.document_id, [document]) for document in comparison.documents]
    return Table(
        "Success rates by document",
        columns,
        (*rows, row(ALL, comparison.documents)),
        best_of="row",
        groups=frozenset({len(rows)} if rows else ()),
        caption=f"Success rates (%) on {comparison.corpus} by document.{' Bold: best.' if len(names) > 1 else ''}",
    )


def _reached(documents: Sequence[DocumentTrace], match: str) -> int:
    """How many anaphors have an acceptable antecedent among the compatible candidates."""
    return sum(int(document.column(match).sum()) for document in documents)
