"""The tables of a comparison, and what stands beside them in words.

Those document by document are as Tables 1, 5 and 7 of Mitkov 2001, with a row for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from anaphora.workbench.document import Span
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.results.comparison import BY_CHANCE, Comparison
from anaphora.workbench.results.table import Cell, Column, Table, lettered
from anaphora.workbench.results.values import Interval, Marked
from anaphora.workbench.results.vocabulary import NOT_COUNTED, counted, interval, percent, stage
from anaphora.workbench.statistics.defaults import ALPHA, MIN_DOCUMENTS
from anaphora.workbench.trace import STAGES, DocumentTrace

ALL = "all"
"""The name of that row."""
_OF_PRONOUNS = frozenset({"pronouns", "all_pronouns"})
"""Columns that noun phrases do not have."""


def tables(result: Comparison, losses: bool = False, differences: bool = False) -> tuple[Table, ...]:
    """The table of resolvers and, if asked for, those of their differences and losses."""
    more = [differences_table(result)] if differences else []
    lost = [losses_table(result), *_apart_tables(result)] if losses else []
    return (resolvers_table(result, differences), *more, *lost)


def resolvers_table(result: Comparison, differences: bool = False) -> Table:
    """A row a resolver, best first; the baselines below the others. `differences`: whether their table follows."""
    left_out = {*(() if result.random else BY_CHANCE), *(_OF_PRONOUNS if result.noun_phrases else ())}
    chosen = [column for column in _COLUMNS if column[0].name not in left_out]
    names = sorted(result.ranking, key=lambda name: _group(result, name))  # keeps the ranking within a group
    table = Table(
        f"{result.corpus}: {result.size}",
        tuple(column for column, _ in chosen),
        tuple(tuple([figure(result, name) for _, figure in chosen]) for name in names),
        tuple(notes(result, differences)),
        frozenset(number for number, name in enumerate(names) if name in result.read_key),
        groups=frozenset(
            number
            for number, (name, before) in enumerate(pairwise(names), start=1)
            if _group(result, before) != _group(result, name)
        ),
        labels=tuple(result.labels.get(name, "") for name in names),
        caption=_caption(result),
    )
    return replace(table, paper=lettered(table, _worse(result)))


def _worse(result: Comparison) -> dict[tuple[str, str], list[str]]:
    """The resolvers with a significantly lower success rate, as `lettered` takes them."""
    worse: dict[tuple[str, str], list[str]] = {}
    for pair in result.tested:
        if pair.is_significant(ALPHA):
            worse.setdefault((pair.better, "success_rate"), []).append(pair.worse)
    return worse


def _caption(result: Comparison) -> str:
    test = f"step-down max-T over documents, adjusted p < {ALPHA}"
    letters = f"A superscript names the resolvers with a significantly lower success rate ({test})."
    significance = letters if _worse(result) else f"No difference is significant ({test})." if result.tested else ""
    bold = "Bold: best." if len(result.resolvers) > 1 else ""
    parts = [f"Resolvers on {result.corpus} ({result.size}), in %.", bold, significance, f"{upper_bounds(result)}."]
    return " ".join(filter(None, parts))


def _group(result: Comparison, name: str) -> int:
    return 2 if name in result.read_key else int(name in result.baselines)


def differences_table(result: Comparison) -> Table:
    """A row a pair of resolvers."""
    rows: list[tuple[Cell, ...]] = [
        (
            pair.first, pair.second, pair.difference, pair.interval, pair.p, pair.p_adjusted, pair.only_first,
            pair.only_second, pair.p_exact_if_independent, pair.detectable, pair.verdict,
        )
        for pair in result.pairs
    ]  # fmt: skip
    caption = f"Differences in success rate on {result.corpus} ({result.size})."
    return Table("Differences", _DIFFERENCES, tuple(rows), tuple(differences_in_words(result)), caption=caption)


def losses_table(result: Comparison) -> Table:
    """A row a resolver and a column a stage, in their order; what all resolvers lose alike is in the notes."""
    counts = {lost: [result.losses(name)[lost] for name in result.ranking] for lost in STAGES}
    alike = {lost: row[0] for lost, row in counts.items() if lost != "right" and len(set(row)) == 1}
    apart = [lost for lost in STAGES if lost not in alike]
    columns = (Column("resolver"), *(Column(name, "count", stage(name)) for name in apart))
    rows: list[tuple[Cell, ...]] = [(name, *(result.losses(name)[lost] for lost in apart)) for name in result.ranking]
    shared = ", ".join(f"{stage(name)} {count}" for name, count in alike.items() if count)
    notes = (f"Lost by every resolver: {shared}.",) if shared else ()
    caption = " ".join((f"Anaphors that each stage loses on {result.corpus} ({result.size}).", *notes))
    return Table("Losses", columns, tuple(rows), notes, caption=caption)


def _apart_tables(result: Comparison) -> list[Table]:
    """What the resolvers make of cataphora and split antecedents; none where nobody answers any."""
    key = [result.not_counted.get(reason, 0) for reason in ("cataphora", "split_antecedent")]
    rows: list[tuple[Cell, ...]] = []
    for name in result.ranking:
        cataphoric, split = result.apart(name)
        if cataphoric.given or split.given:
            rows.append((name, cataphoric.given, cataphoric.right, key[0], split.given, split.right, key[1]))
    title = "Cataphora and split antecedents, apart from all rates"
    caption = f"Cataphora and split antecedents on {result.corpus}, which no rate counts."
    table = Table(title, _APART, tuple(rows), caption=caption, label="cataphora")
    return [table] if rows else []


def anaphors_table(result: Comparison) -> Table:
    """A row a key anaphor and resolver."""
    rows = [
        (
            document.document_id, document.genre, anaphor.span.start, anaphor.span.end, anaphor.form,
            anaphor.distance, anaphor.candidates, anaphor.compatible, name, outcome.stage == "right",
            outcome.stage, outcome.rule, *_ends(outcome.antecedent),
        )
        for document in result.documents
        for name in result.resolvers
        for anaphor, outcome in zip(document.anaphors, document.outcomes[name], strict=True)
    ]  # fmt: skip
    return Table("Anaphors", _ANAPHORS, tuple(rows))


def documents_table(result: Comparison) -> Table:
    """A row a document and resolver."""
    rows = []
    for document in result.documents:
        total = len(document.anaphors)
        for name in result.ranking:
            right = int(document.right(name).sum())
            rows.append((document.document_id, document.genre, name, right, total, right / total if total else None))
    return Table("Documents", _DOCUMENTS, tuple(rows))


def per_document_tables(result: Comparison) -> tuple[Table, Table]:
    """What the documents are like, and the success rate of each resolver on each document."""
    return _sizes(result), _success_rates(result)


def _sizes(result: Comparison) -> Table:
    kinds = list(result.non_anaphoric)

    def row(name: str, genre: str, documents: Sequence[DocumentTrace]) -> tuple[Cell, ...]:
        anaphors = sum(len(document.anaphors) for document in documents)
        others = [sum(document.non_anaphoric.get(kind, 0) for document in documents) for kind in kinds]
        bounds = [_reached(documents, match) / anaphors if anaphors else None for match in ("strict", "partial")]
        words, pronouns = sum(document.words for document in documents), [anaphors + sum(others)]
        return (name, genre, words, anaphors, *others, *([] if result.noun_phrases else pronouns), *bounds)

    columns = (
        Column("document"), Column("genre", detail=True), Column("words", "count"), Column("anaphors", "count"),
        *(Column(kind, "count") for kind in kinds),
        *([] if result.noun_phrases else [Column("pronouns", "count")]),
        Column("max_strict", "percent", "MAX strict"), Column("max_partial", "percent", "MAX partial"),
    )  # fmt: skip
    documents = result.documents
    rows = [row(document.document_id, document.genre, [document]) for document in documents]
    notes = () if result.noun_phrases else ("Pronouns: anaphors and all others, such as clausal and pleonastic ones.",)
    return Table(
        "Documents",
        columns,
        (*rows, row(ALL, "", documents)),
        notes,
        groups=frozenset({len(rows)} if rows else ()),
        caption=" ".join((f"Documents of {result.corpus}; MAX (upper bound) in %.", *notes)),
    )


def _success_rates(result: Comparison) -> Table:
    names = result.ranking

    def row(name: str, documents: Sequence[DocumentTrace]) -> tuple[Cell, ...]:
        total = sum(len(document.anaphors) for document in documents)
        right = (sum(int(document.right(resolver).sum()) for document in documents) for resolver in names)
        return (name, total, *(count / total if total else None for count in right))

    columns = (
        Column("document"), Column("anaphors", "count"),
        *(
            Column(name, "percent", name, direction=None if name in result.read_key else "higher")
            for name in names
        ),
    )  # fmt: skip
    rows = [row(document.document_id, [document]) for document in result.documents]
    return Table(
        "Success rates by document",
        columns,
        (*rows, row(ALL, result.documents)),
        best_of="row",
        groups=frozenset({len(rows)} if rows else ()),
        caption=f"Success rates (%) on {result.corpus} by document.{' Bold: best.' if len(names) > 1 else ''}",
    )


def _reached(documents: Sequence[DocumentTrace], match: str) -> int:
    """How many anaphors have an acceptable antecedent among the compatible candidates."""
    return sum(int(document.column(match).sum()) for document in documents)


def with_documents(result: Comparison) -> JsonObject:
    """What `anaphora compare --json --per-document` writes."""
    return result.as_json() | {"per_document": per_document(result)}


def per_document(result: Comparison) -> JsonObject:
    """The counts of each document: right and total for each measure, and the anaphors that MAX counts."""
    counts = {
        name: {measure.name: measure.count(Answers(result.documents, name)).tolist() for measure in MEASURES}
        for name in result.resolvers
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
        for index, document in enumerate(result.documents)
    }


def notes(result: Comparison, differences: bool = False) -> list[str]:
    """What must be known of the figures: MAX, what was not counted or was left out, which differences there are."""
    count = counted(sum(result.not_counted.values()), "key pronoun")
    left_out = f"Not counted: {count}. Spurious: {counted(result.spurious, 'pronoun')} not in the key."
    if result.noun_phrases:
        left_out = _beside_noun_phrases(result)
    return [f"{upper_bounds(result)}.", left_out, *_limits(result), *_significance(result, differences)]


def beside(result: Comparison) -> list[str]:
    """What stands beside the figures: what was not counted, was found in vain, or left out."""
    reasons = [f"{count} {NOT_COUNTED.get(reason, reason)}" for reason, count in result.not_counted.items() if count]
    total = counted(sum(result.not_counted.values()), "key pronoun")
    if result.noun_phrases:
        return [_beside_noun_phrases(result), *_limits(result)]
    return [
        f"Not counted: {total}{' (' + ', '.join(reasons) + ')' if reasons else ''}.",
        f"Spurious: {counted(result.spurious, 'pronoun')} taken for anaphors that the key does not have.",
        *_limits(result),
    ]


def _beside_noun_phrases(result: Comparison) -> str:
    """What else could be answered, and who answers no noun phrases."""
    others = f"{counted(result.spurious, 'other mention')} without an antecedent: answering them lowers precision."
    pronouns, names = (
        sum(result.not_counted.values()),
        [name for name in result.ranking if name in result.pronouns_only],
    )
    left_out = [f"Not counted: {counted(pronouns, 'key pronoun')}."] if pronouns else []
    silent = [f"Noun phrases are left unresolved by {', '.join(names)}."] if names else []
    return " ".join([*left_out, others, *silent])


def _limits(result: Comparison) -> list[str]:
    lines = []
    if len(result.documents) == 1:
        lines.append("One document: the intervals take its anaphors as independent and are too narrow.")
    return [*lines, *_sample_notes(result), *messages(result)]


def messages(result: Comparison) -> list[str]:
    """Warnings, and the bad files that were passed over."""
    return [*(f"Warning: {text}" for text in result.warnings), *(f"Skipped: {text}" for text in result.skipped)]


def upper_bounds(result: Comparison) -> str:
    """MAX under both matchings in words."""
    strict, partial = (percent(result.upper_bound(match)) for match in ("strict", "partial"))
    return f"MAX (upper bound): {strict} strict, {partial} partial"


def differences_in_words(result: Comparison) -> list[str]:
    """Which differences are significant, and how that was tested."""
    documents = counted(len(result.documents), "document")
    if len(result.resolvers) < 2 or not result.anaphors:
        return []
    if not result.tested:
        return [f"Differences cannot be tested: {documents}, at least {MIN_DOCUMENTS} are needed."]
    test = f"step-down max-T over {documents} and {counted(len(result.tested), 'pair')}, adjusted p < {ALPHA}"
    beaten: dict[str, list[str]] = {name: [] for name in result.ranking}
    for pair in result.tested:
        if pair.is_significant(ALPHA):
            beaten[pair.better].append(pair.worse)
    alike: dict[tuple[str, ...], list[str]] = {}
    for winner, losers in beaten.items():
        if losers:
            alike.setdefault(tuple(sorted(losers, key=result.ranking.index)), []).append(winner)
    if not alike:
        return [f"No difference is significant ({test})."]
    listed = [f"{', '.join(winners)} > {', '.join(losers)}" for losers, winners in alike.items()]
    return [f"Significant differences ({test}): {'; '.join(listed)}."]


def _significance(result: Comparison, differences: bool) -> list[str]:
    """The differences from the best resolver, how many others are significant, and what the corpus can show."""
    significant = sum(pair.is_significant(ALPHA) for pair in result.tested)
    points = "" if result.detectable is None else f"{100 * result.detectable:.2g} points"
    power = f" Smallest detectable difference: {points}." if points else ""
    if not significant:
        return [f"{line}{power}" for line in differences_in_words(result)]
    marked = "*: significantly worse than the best. " if any(map(result.is_worse, result.ranking)) else ""
    count = f"{significant} of {counted(len(result.tested), 'difference')} {'is' if len(result.tested) == 1 else 'are'}"
    where = "" if differences else "; see --all"
    return [f"{marked}{count} significant (max-T test, p < {ALPHA}{where}).{power}"]


def _sample_notes(result: Comparison) -> list[str]:
    sample, found = result.sample, result.sampled()
    if sample is None or found is None:
        return []
    rates = ", ".join(
        f"{name} {percent(rate.value)} ({interval(Interval.of(rate.interval))})"
        for name, rate in zip(result.resolvers, found.rates, strict=True)
    )
    drawn = f"{counted(sample.repeats, 'sample')} of {found.anaphors:,.0f} anaphors each"
    return [f"With {counted(sample.gap, 'sentence')} between anaphors ({drawn}; 95% interval): {rates}."]


def _value(result: Comparison, resolver: str, measure: str) -> float | None:
    return result.rates(resolver)[measure].value if measure in result.rates(resolver) else None


def _success_rate(result: Comparison, resolver: str) -> Cell:
    value = _value(result, resolver, "success_rate")
    return Marked(value, "*") if result.is_worse(resolver) else value


def _of_max(result: Comparison, resolver: str) -> float | None:
    return result.right(resolver) / result.reached if result.reached else None


def _first(result: Comparison, resolver: str) -> float | None:
    return result.ranks[resolver][0] if resolver in result.ranks else None


def _rate_column(name: str, heading: str = "") -> tuple[Column, Callable[[Comparison, str], Cell]]:
    return Column(name, "percent", heading, direction="higher"), partial(_value, measure=name)


def _ends(span: Span | None) -> tuple[int | None, int | None]:
    return (span.start, span.end) if span else (None, None)


_COLUMNS: tuple[tuple[Column, Callable[[Comparison, str], Cell]], ...] = (
    (Column("resolver"), lambda _, name: name),
    (Column("right", "count", detail=True), Comparison.right),
    (Column("anaphors", "count", detail=True), lambda found, _: found.anaphors),
    (Column("success_rate", "percent", direction="higher"), _success_rate),
    (
        Column("success_rate_interval", "percent", "95% interval"),
        lambda found, name: found.rate("success_rate", name).interval,
    ),
    _rate_column("non_trivial", "non-trivial"),
    _rate_column("critical", "crit."),
    _rate_column("precision", "prec."),
    _rate_column("f1", "F1"),
    (Column("of_max", "percent", "of MAX", direction="higher"), _of_max),
    (Column("pronouns", "count", detail=True), lambda found, name: found.rate("all_pronouns", name).total),
    (
        Column("all_pronouns", "percent", "all pron.", direction="higher", detail=True),
        partial(_value, measure="all_pronouns"),
    ),
    (Column("expected", "percent", detail=True), partial(_value, measure="expected")),
    (Column("best", "percent", "P(best)", detail=True), _first),
)
"""The figures of `Comparison.table`: a new one is a line here, with a measure of its own if it is a rate."""
_APART = (
    Column("resolver"), Column("cataphoric_answers", "count", "cataphoric answers"), Column("right", "count"),
    Column("cataphors", "count", "in the key"), Column("split_answers", "count", "split answers"),
    Column("split_right", "count", "right"), Column("split_antecedents", "count", "in the key"),
)  # fmt: skip
_DIFFERENCES = (
    Column("first"), Column("second"), Column("difference", "points"),
    Column("difference_interval", "points", "95% interval"), Column("p", "p"), Column("p_adjusted", "p", "adjusted p"),
    Column("only_first", "count", "only first right", detail=True),
    Column("only_second", "count", "only second right", detail=True),
    Column("p_if_independent", "p", "p (McNemar)", detail=True),
    Column("detectable", "percent", "detectable difference", detail=True), Column("verdict", detail=True),
)  # fmt: skip
_ANAPHORS = (
    Column("document"), Column("genre"), Column("start", "count"), Column("end", "count"), Column("anaphor"),
    Column("distance", "count"), Column("candidates", "count"), Column("compatible", "count"), Column("resolver"),
    Column("right"), Column("stage"), Column("rule"), Column("antecedent_start", "count"),
    Column("antecedent_end", "count"),
)  # fmt: skip
_DOCUMENTS = (
    Column("document"), Column("genre"), Column("resolver"), Column("right", "count"), Column("anaphors", "count"),
    Column("success_rate", "percent"),
)  # fmt: skip
