"""Tables of the agreement of annotators."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from statistics import fmean

from anaphora.workbench.agreement.alpha import DISTANCES
from anaphora.workbench.agreement.annotators import ALPHAS, Agreement, AnnotatorFigures, measures, summed
from anaphora.workbench.agreement.differences import Disagreement, MarkedMention
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.figures import Figure, figure, figures_table
from anaphora.workbench.results.table import Cell, Column, Format, Table
from anaphora.workbench.results.values import Interval
from anaphora.workbench.results.vocabulary import counted, few_units, in_context, short, wording

_SHOWN_OF_EACH = 4
_LONGEST = 48
_F1 = Column("f1", "percent", "F1", digits=2)
_INTERVAL = Column("interval", "percent", "95% interval", digits=2, ends=True)
_OF_PAIR: tuple[tuple[str, str, str, Format, int], ...] = (
    ("mentions", "f1", "F1 of mentions", "percent", 1),
    ("conll", "f1", "CoNLL", "percent", 1),
    ("alpha_masi", "value", "alpha (both)", "decimal", 3),
    ("alpha_union_masi", "value", "alpha (either)", "decimal", 3),
)
"""Measure, part, heading, format and digits of the figures of a pair."""


def tables(agreement: Agreement, per_document: bool = False, listed: int = 0) -> list[Table]:
    """All tables of two annotators, or of more; the last has so many disagreements of each kind as are `listed`.

    Of two: mentions, chains, alphas; each kind of mention, entity type and, if asked for, document; disagreements. Of
    more: alphas of all together, each pair, each annotator, each document if asked for.
    """
    shown = figure_tables(agreement, per_document)
    if agreement.disagreements:
        kinds = Counter(row.what for row in agreement.disagreements)
        rows = tuple((name, kinds[what]) for what, name in _kinds(agreement).items())
        shown.append(Table("Disagreements", (Column("disagreement"), Column("cases", "count")), rows))
        shown.append(differences_table(agreement, listed or _SHOWN_OF_EACH, _LONGEST))
    return [*shown[:-1], replace(shown[-1], notes=tuple(_notes(agreement, listed)))]


def figure_tables(agreement: Agreement, per_document: bool = False) -> list[Table]:
    """The tables without what differs."""
    if not agreement.pairs:
        groups = _groups(agreement).items()
        chosen = [group for group in groups if group[1] and (per_document or group[0] != "document")]
        return [*_overall(agreement), *(_several(agreement, *group) for group in chosen)]
    documents = [_documents_of_several(agreement)] if per_document else []
    return [_alphas(agreement), _pairs(agreement), _annotators(agreement), *documents]


def figures(agreement: Agreement, listed: int = 0, **_: object) -> Table:
    """The long table of all, of each kind of mention, entity type and document, of more than two also of pairs.

    If disagreements are to be listed, they alone.
    """
    if listed:
        return differences_table(agreement, listed)
    return figures_table(_figures_of_several(agreement) if agreement.pairs else _figures_of_two(agreement))


def _kinds(agreement: Agreement) -> dict[str, str]:
    """The kinds of disagreements in words: the last two are those of more than two annotators."""
    names = {what: words.format(*agreement.names) for what, words in wording()["disagreements"].items()}
    return dict([*names.items()][-2:] if agreement.pairs else [*names.items()][:-2])


def differences_table(agreement: Agreement, most: int | None = None, longest: int | None = None) -> Table:
    """All disagreements, or at most so many of each kind, with file, line, sentence (from 1), words and context.

    Words are those of the first annotator's text, from 0, end exclusive. A row has what each annotator has, in print
    cut at `longest` characters.
    """
    shown = partial(_shown, longest=longest)
    texts = {text.document.id: text for text in agreement.texts}
    rows: list[tuple[Cell, ...]] = []
    for what, name in _kinds(agreement).items():
        for row in [row for row in agreement.disagreements if row.what == what][:most]:
            text, words = texts[row.document], row.words
            place = text.file, row.document, text.lines.get(words.start), text.sentence(words.start)
            about = [shown(row.about)] if agreement.pairs else []
            context = in_context(text.document, words)
            rows.append((name, *place, words.start, words.end, *about, *map(shown, row.marks), context))
    columns = (
        Column("disagreement"), Column("file", detail=True), Column("document", detail=len(agreement.documents) == 1),
        Column("line", "plain"), Column("sentence", "plain"), Column("start", "plain", detail=True),
        Column("end", "plain", detail=True), *([Column("mention")] if agreement.pairs else []),
        *(Column(name, heading=name) for name in agreement.names), Column("context", detail=True),
    )  # fmt: skip
    title = f"{len(rows):,} of {counted(len(agreement.disagreements), 'disagreement')}"
    return Table(title, columns, tuple(rows))


def _shown(mentions: tuple[MarkedMention, ...], longest: int | None) -> str | None:
    parts = (mention.text + (f" ({mention.mentions})" if mention.mentions is not None else "") for mention in mentions)
    text = " | ".join(parts)
    return short(text, longest or len(text)) or None


def _place(agreement: Agreement) -> Callable[[Disagreement], JsonObject]:
    """Return the function that says where a disagreement is, in the names of JSON."""
    texts = {text.document.id: text for text in agreement.texts}

    def place(row: Disagreement) -> JsonObject:
        text, word = texts[row.document], row.words.start
        located = {"document": row.document, "file": text.file, "line": text.lines.get(word)}
        return {**located, "sentence": text.sentence(word), "context": in_context(text.document, row.words)}

    return place


def as_json(agreement: Agreement, **_: object) -> JsonObject:
    """Every figure and all disagreements, in the shape of `anaphora agree --json`."""
    return _json_of_several(agreement) if agreement.pairs else _json_of_two(agreement)


def _interval(agreement: Agreement, measure: str, part: str) -> Interval | None:
    return Interval.of(agreement.interval(measure, part))


def _alphas(agreement: Agreement) -> Table:
    """A row for each distance: alpha over the mentions of all annotators, and over those of any."""
    figures = agreement.figures()
    of_all, of_any = ("all", "any") if agreement.pairs else ("both", "either")
    headings = f"mentions of {of_all}", f"of {of_any}"
    title = "Krippendorff's alpha"
    if agreement.pairs:
        sizes = figures.alpha["masi"]["units"], figures.alpha_union["masi"]["units"]
        headings = f"{sizes[0]:,} {headings[0]}", f"{sizes[1]:,} {headings[1]}"
        title += f": {counted(len(agreement.names), 'annotator')}, {counted(len(agreement.documents), 'document')}"
    columns = [Column("distance")]
    for name, heading in ((of_all, headings[0]), (of_any, headings[1])):
        columns += [Column(name, "decimal", heading, digits=3)]
        columns += [Column(f"{name}_interval", "decimal", "95% interval", digits=3, ends=True)]
    rows = []
    for name in DISTANCES:
        row: list[Cell] = [name]
        for prefix, alphas in zip(ALPHAS, (figures.alpha, figures.alpha_union), strict=True):
            row += [alphas[name]["value"], _interval(agreement, f"{prefix}_{name}", "value")]
        rows.append(tuple(row))
    return Table(title, tuple(columns), tuple(rows))


def _notes(agreement: Agreement, listed: int) -> Iterator[str]:
    scale = "1 is full agreement, 0 what chance gives within a text"
    if agreement.pairs:
        yield f"{scale}. Only equal spans are the same mention here."
    else:
        yield f"Alpha: {scale}; values of one column and distance compare."
    documents = len(agreement.documents)
    if agreement.resamples or agreement.pairs:
        if documents < 2:
            yield "With one document there are no intervals."
        elif few := few_units(documents):
            yield few
    if any(agreement.zeros):
        zeros = zip(agreement.zeros, agreement.names, strict=True)
        yield f"Zeros: {', '.join(f'{count:,} in {name}' for count, name in zeros)}."
    if agreement.disagreements and not listed:
        yield "All disagreements with line and context: --list 999 --to csv; side by side in the texts: --report."


# ---- of two annotators


def _groups(agreement: Agreement) -> dict[str, dict[str, AnnotatorFigures]]:
    """The figures of each kind of mention, entity type and document."""
    return {
        "kind": {name: summed(counts) for name, counts in agreement.by_kind.items()},
        "type": {name: summed(counts) for name, counts in agreement.by_type.items()},
        "document": {name: agreement.figures(number) for number, name in enumerate(agreement.documents)},
    }


def _figures_of_two(agreement: Agreement) -> Iterator[Figure]:
    both = " - ".join(agreement.names)
    for measure, part, value in _flat(agreement.figures()):
        yield figure("", both, measure, part, value, _interval(agreement, measure, part))
    for by, group in _groups(agreement).items():
        for name, annotated in group.items():
            for measure, part, value in _flat(annotated):
                yield figure(name if by == "document" else f"{by} {name}", both, measure, part, value)


def _flat(annotated: AnnotatorFigures) -> Iterator[tuple[str, str, float | None]]:
    """The measures, their parts and values."""
    for part, value in annotated.mentions.items():
        yield "mentions", part, value
    for name, value in annotated.chains.items():
        yield name, "f1", value
    for prefix, alphas in zip(ALPHAS, (annotated.alpha, annotated.alpha_union), strict=True):
        for name, values in alphas.items():
            for part, value in values.items():
                yield f"{prefix}_{name}", part, value


def _overall(agreement: Agreement) -> Iterator[Table]:
    """Mentions, chains, alphas."""
    figures = agreement.figures()
    sizes = zip(
        (*agreement.names, "equal", "equal or overlapping"), ("first", "second", "equal", "overlapping"), strict=True
    )
    counts = tuple((name, figures.mentions[key]) for name, key in sizes)
    yield Table(f"Mentions of {' and '.join(agreement.names)}", (Column("mentions"), Column("count", "count")), counts)
    shares = tuple(
        (name, figures.mentions[key], _interval(agreement, "mentions", key))
        for key, name in (("f1", "equal"), ("f1_partial", "credit for overlap"))
    )
    yield Table("", (Column("mentions"), _F1, _INTERVAL), shares)
    chains = tuple((name, f1, _interval(agreement, name, "f1")) for name, f1 in figures.chains.items())
    yield Table("", (Column("chains"), _F1, _INTERVAL), chains)
    yield _alphas(agreement)


def _several(agreement: Agreement, title: str, group: Mapping[str, AnnotatorFigures]) -> Table:
    """A row for each kind of mention, entity type or document."""
    conll = ("conll",) if title == "document" else ()
    columns = (
        Column(title), *(Column(name, "count", name) for name in agreement.names),
        _F1, Column("f1_partial", "percent", "F1 (credit)", digits=2),
        *(Column(name, "percent", digits=2) for name in conll), Column("alpha_masi", "decimal", digits=3),
        Column("alpha_union_masi", "decimal", "of either", digits=3),
    )  # fmt: skip
    rows = tuple(
        (
            name,
            *(row.mentions[part] for part in ("first", "second", "f1", "f1_partial")),
            *(row.chains[measure] for measure in conll),
            row.alpha["masi"]["value"],
            row.alpha_union["masi"]["value"],
        )
        for name, row in group.items()
    )
    return Table(f"By {title}", columns, rows)


def _json_of_two(agreement: Agreement) -> JsonObject:
    def cells(annotated: AnnotatorFigures) -> JsonObject:
        return {name: values for name, values in asdict(annotated).items() if values}

    place = _place(agreement)
    kinds, types, documents = (
        {name: cells(annotated) for name, annotated in group.items()} for group in _groups(agreement).values()
    )
    parts = {measure: measures()[measure].parts for measure in agreement.intervals}
    data = {
        "signature": agreement.signature,
        "documents": len(agreement.documents),
        "annotators": agreement.names,
        **cells(agreement.figures()),
        "by_kind": kinds,
        "by_type": types,
        "per_document": [{"document": name, **annotated} for name, annotated in documents.items()],
        "intervals": {
            measure: {part: ends for part in names if (ends := _interval(agreement, measure, part))}
            for measure, names in parts.items()
        },
        "disagreements": [
            {
                **place(row),
                "what": row.what,
                **dict(zip(("first", "second"), ([*map(_mention, side)] for side in row.marks), strict=True)),
            }
            for row in agreement.disagreements
        ],
        "warnings": agreement.warnings,
    }
    return data | ({"zeros": agreement.zeros} if any(agreement.zeros) else {})


def _mention(mention: MarkedMention) -> JsonObject:
    cells = {"text": mention.text, "start": mention.span.start, "end": mention.span.end}
    return cells if mention.mentions is None else {**cells, "mentions": mention.mentions}


# ---- of several


def _pairs(agreement: Agreement) -> Table:
    columns = [Column("first"), Column("second")]
    for measure, _, heading, form, digits in _OF_PAIR:
        columns.append(Column(measure, form, heading, digits=digits))
        columns.append(Column(f"{measure}_interval", form, "95% interval", digits=digits, detail=True, ends=True))
    rows = []
    for names, pair in agreement.pairs.items():
        values = {name: value for name, part, value in _flat(pair.figures()) if part in ("f1", "value")}
        row: list[Cell] = [*names]
        for measure, part, *_ in _OF_PAIR:
            row += [values[measure], _interval(pair, measure, part)]
        rows.append(tuple(row))
    return Table("Each pair", tuple(columns), tuple(rows))


def _annotators(agreement: Agreement) -> Table:
    """Show who differs most: what each marked, alone or as the only one not, and the means of pairs with the others."""
    rows = []
    for row, name in enumerate(agreement.names):
        spans_of_text = [set(marks[row]) for marks in agreement.marks]
        others = [[set(spans) for number, spans in enumerate(marks) if number != row] for marks in agreement.marks]
        alone = sum(len(spans - set().union(*rest)) for spans, rest in zip(spans_of_text, others, strict=True))
        lacking = sum(len(set.intersection(*rest) - spans) for spans, rest in zip(spans_of_text, others, strict=True))
        chains = sum(len(set(marks[row].values())) for marks in agreement.marks)
        pairs = [pair.figures() for names, pair in agreement.pairs.items() if name in names]
        means = (_mean([pair.mentions["f1"] for pair in pairs]), _mean([pair.chains["conll"] for pair in pairs]))
        majority = agreement.against_majority(row)
        of_most = majority.mentions["f1"], majority.chains["conll"]
        rows.append((name, sum(map(len, spans_of_text)), chains, alone, lacking, *means, *of_most))
    columns = (
        Column("annotator"), Column("mentions", "count"), Column("chains", "count"),
        Column("only_here", "count", "marked by nobody else"), Column("only_not_here", "count", "by all others only"),
        Column("mentions_f1", "percent", "mean F1 with others"), Column("conll", "percent", "mean CoNLL with others"),
        Column("majority_f1", "percent", "F1 with the majority"),
        Column("majority_conll", "percent", "CoNLL with the majority"),
    )  # fmt: skip
    return Table("Each annotator", columns, tuple(rows))


def _mean(values: list[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return fmean(defined) if defined else None


def _documents_of_several(agreement: Agreement) -> Table:
    disputed = Counter(row.document for row in agreement.disagreements)
    rows = []
    for number, (document, marks) in enumerate(zip(agreement.documents, agreement.marks, strict=True)):
        figures = agreement.figures(number)
        alphas = (figures.alpha["masi"]["value"], figures.alpha_union["masi"]["value"])
        rows.append((document, len(set().union(*marks)), disputed[document], *alphas))
    columns = (
        Column("document"), Column("mentions", "count", "mentions of any"), Column("disputes", "count"),
        Column("alpha_masi", "decimal", "alpha (all)", digits=3),
        Column("alpha_union_masi", "decimal", "alpha (any)", digits=3),
    )  # fmt: skip
    return Table("By document", columns, tuple(rows))


def _figures_of_several(agreement: Agreement) -> Iterator[Figure]:
    for measure, part, value in _flat(agreement.figures()):
        yield figure("", "all", measure, part, value, _interval(agreement, measure, part))
    for names, pair in agreement.pairs.items():
        for measure, part, value in _flat(pair.figures()):
            yield figure("", " - ".join(names), measure, part, value, _interval(pair, measure, part))
    for row in _annotators(agreement).records():
        name = row.pop("annotator")
        for measure, value in row.items():
            yield figure("", name, measure, "value", value)
    for number, document in enumerate(agreement.documents):
        for measure, part, value in _flat(agreement.figures(number)):
            yield figure(document, "all", measure, part, value)


def _json_of_several(agreement: Agreement) -> JsonObject:
    def first(mentions: tuple[MarkedMention, ...]) -> JsonObject | None:
        return _mention(mentions[0]) if mentions else None

    place = _place(agreement)
    return {
        "signature": agreement.signature,
        "documents": len(agreement.documents),
        "names": agreement.names,
        "alpha": {row.pop("distance"): row for row in _alphas(agreement).records()},
        "pairs": _pairs(agreement).records(),
        "annotators": {row.pop("annotator"): row for row in _annotators(agreement).records()},
        "per_document": _documents_of_several(agreement).records(),
        "disputes": [
            {
                **place(row),
                "what": row.what,
                "mention": first(row.about),
                "answers": dict(zip(agreement.names, map(first, row.marks), strict=True)),
            }
            for row in agreement.disagreements
        ],
        "warnings": agreement.warnings,
    }
