"""Tables of the errors of responses."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import TypeAlias

from anaphora.workbench.document import ZERO
from anaphora.workbench.error_analysis.analysis import (
    ChainError,
    ChainErrors,
    Correspondence,
    Denotation,
    Denotations,
    LinkError,
    ResponseErrors,
)
from anaphora.workbench.error_analysis.beyond_identity import REFERENCES, VERDICTS, JudgedExpression, ReferenceAnswer
from anaphora.workbench.error_analysis.mentions import TYPES, DocumentText, ShownMention
from anaphora.workbench.error_analysis.steps import ERROR_TYPES, ErrorType
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.figures import Figure, figure, figures_table, rate_figure
from anaphora.workbench.results.scores import repairs_json
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.values import ratio
from anaphora.workbench.results.vocabulary import DASH, counted, percent, short, wording

_LONGEST = 48  # characters of a mention that stands alone
_NEAR = 10  # words beside mentions in their sentence


def tables(errors: ChainErrors, per_document: bool = False, listed: int = 0) -> list[Table]:
    """Types of errors, links by types of mentions, and if asked for each document and a list.

    `listed` is how many errors of each type are listed for each response.
    """
    shown = [replace(types_table(errors), notes=tuple(notes(errors))), links_table(errors)]
    if errors.changes:
        shown.append(changes_table(errors))
    if looks_beyond_identity(errors):
        shown.append(beyond_identity_table(errors))
    if per_document:
        shown.append(_documents(errors))
    if listed:
        shown += _lists(errors, _all_listed(errors), listed)
    for name, denoted in errors.denotations.items():
        shown += _denotation(name, denoted, errors.documents)
    return shown


def figures(errors: ChainErrors, per_document: bool = False, listed: int = 0) -> Table:
    """The long table of all figures or, if errors are to be listed, a row for each mention that one is about."""
    return _listing(errors, listed) if listed else figures_table(_figures(errors, per_document))


def _figures(errors: ChainErrors, per_document: bool) -> Iterator[Figure]:
    for name, response in errors.systems.items():
        for measure, parts in response.scores.items():
            for part, value in parts.items():
                yield figure("", name, measure, part, value)
        for type in ERROR_TYPES:
            for measure, value in _worth(response, type).items():
                yield figure("", name, "errors" if measure == "count" else measure, type, value)
        sides = zip(("missed", "wrong"), (response.recall, response.precision), response.links, strict=True)
        for side, wrong, total in sides:
            yield rate_figure("", name, "links", ratio(len(wrong), total), side)
            yield from _links_by_types(name, f"links {side}", wrong)
        for (reference, verdict), count in _verdicts(errors, name).items():
            yield figure("", name, reference, verdict, count)
    for change, links in errors.changes.items():
        yield from _links_by_types([*errors.systems][1], change, links)
    for number, document in enumerate(errors.documents if per_document else ()):
        for name, response in errors.systems.items():
            for type in ERROR_TYPES:
                yield figure(document, name, "errors", type, response.counted[type, number])


def _links_by_types(name: str, measure: str, links: Sequence[LinkError]) -> Iterator[Figure]:
    for (anaphor, antecedent), count in sorted(Counter(link.types for link in links).items()):
        yield figure("", name, measure, f"{anaphor} to {antecedent}", count)


def _worth(response: ResponseErrors, type: ErrorType) -> dict[str, float | None]:
    """Count the errors of a type, and what correcting them gains."""
    gains = {"gain_alone": response.gain(type), "gain_in_sequence": response.gain(type, in_sequence=True)}
    return {"count": response.count(type), **gains}


def _verdicts(errors: ChainErrors, name: str) -> Counter[tuple[str, str]]:
    return Counter((entry.reference, entry.verdict) for entry in errors.beyond_identity.get(name, ()))


def as_json(errors: ChainErrors) -> JsonObject:
    """All figures and errors.

    `systems` holds for each response `scores`, by measure `recall`, `precision`, `f1`; `types`, for each type of error
    `count`, `gain_alone` and `gain_in_sequence` (fractions of CoNLL F1) and the scores after correction, `alone` and
    `in_sequence`; `errors`, each with `type`, `document` (its id), `part` (a list of mentions) and `whole` (one mention
    of that chain and its `size`); `links`, for `recall` and `precision` how many of how many (`count`, `of`) and the
    `errors` with `anaphor` and `antecedent`; `own_links`, whether the response has its own in any document. `common`
    holds those link errors that all responses share, if there are several, and `changes` of two the lists `missed link
    mended`, `missed link new`, `wrong link mended` and `wrong link new`. A mention has `start` and `end` in words of
    the key's document (from 0, end exclusive), `text` and `type`. Undefined is null. If it was asked for, `denotation`
    holds for each response the `chains` that correspond, with `key`, `response` (lists of mentions), `shared` and
    `similarity`, the same of exclusive Core-MR (`cores`), and the `assignments`, with `expression`, `key`, `response`
    (the mentions that stand for the chains) and `verdict`. Of reference beyond identity, if there is any,
    `beyond_identity` holds for each response and kind how many are `right`, `wrong`, `missed` and `spurious`, and
    `judged`, all of them, with `expression`, and `key` and `response`: their `antecedents` (mentions) and `type`.
    """
    data: JsonObject = {
        "signature": errors.signature,
        "key": errors.key,
        "documents": errors.documents,
        "tree": errors.tree,
        "singletons": "keep" if errors.singletons else "drop",
        "common": {
            "recall": _links_json(errors, errors.common_recall),
            "precision": _links_json(errors, errors.common_precision),
        },
        "warnings": errors.warnings,
        "systems": {name: _system_json(errors, name) for name in errors.systems},
    }
    if errors.changes:
        data["changes"] = {change: _links_json(errors, links) for change, links in errors.changes.items()}
    if errors.beyond_identity:
        data["beyond_identity"] = {name: _beyond_json(errors, name) for name in errors.beyond_identity}
    if errors.denotations:
        data["denotation"] = {
            name: {part: _judged_json(errors, getattr(denoted, part)) for part in ("chains", "assignments", "cores")}
            for name, denoted in errors.denotations.items()
        }
    return data


def _system_json(errors: ChainErrors, name: str) -> JsonObject:
    """The scores of a system, its steps to the key, what the steps of each type cost, and its wrong links."""
    response = errors.systems[name]
    sides = zip(("recall", "precision"), (response.recall, response.precision), response.links, strict=True)
    return {
        "scores": response.scores,
        "errors": [_error_json(errors, error) for error in response.errors],
        "own_links": response.own_links,
        "types": {
            type: {
                **_worth(response, type),
                "alone": response.alone[type],
                "in_sequence": response.in_sequence[type],
            }
            for type in ERROR_TYPES
        },
        "links": {
            side: {"count": len(wrong), "of": total, "errors": _links_json(errors, wrong)}
            for side, wrong, total in sides
        },
        **repairs_json(errors.mended, name),
    }


def _error_json(errors: ChainErrors, error: ChainError) -> JsonObject:
    return {
        "type": error.type,
        "document": errors.documents[error.document],
        "part": [*map(_plain, error.part)],
        "whole": _plain(error.whole) | {"size": error.size},
    }


def _beyond_json(errors: ChainErrors, name: str) -> JsonObject:
    count = _verdicts(errors, name)
    by_reference: JsonObject = {
        reference: {verdict: count[reference, verdict] for verdict in VERDICTS}
        for reference in REFERENCES
        if any(count[reference, verdict] for verdict in VERDICTS)
    }
    return {**by_reference, "judged": _judged_json(errors, errors.beyond_identity[name])}


def _links_json(errors: ChainErrors, links: Sequence[LinkError]) -> list[JsonObject]:
    return [
        {
            "document": errors.documents[link.document],
            "anaphor": _plain(link.anaphor),
            "antecedent": _plain(link.antecedent),
        }
        for link in links
    ]


def _judged_json(
    errors: ChainErrors, judged: Sequence[Correspondence | Denotation | JudgedExpression]
) -> list[JsonObject]:
    return [_plain(entry) | {"document": errors.documents[entry.document]} for entry in judged]


def _plain(value: ShownMention | Correspondence | Denotation | JudgedExpression) -> JsonObject:
    return asdict(value, dict_factory=lambda fields: {name: cell for name, cell in fields if name != "cut"})


def _denotation(name: str, denoted: Denotations, documents: Sequence[str]) -> tuple[Table, ...]:
    """A row a pair of chains that correspond, or one that no other does; a row an expression with its verdict."""

    def shown(*mentions: ShownMention) -> str | None:
        """Show mentions with the numbers of their first words, which tell those with the same words apart."""
        return short(", ".join(f"{place.text} @{place.start}" for place in mentions), _LONGEST) if mentions else None

    def chains(title: str, rows: Sequence[Correspondence]) -> Table:
        columns = (
            Column("document"), Column("key"), Column("response"), Column("shared", "count"),
            Column("similarity", "decimal", digits=2),
        )  # fmt: skip
        cells = (
            (documents[row.document], shown(*row.key), shown(*row.response), row.shared, row.similarity) for row in rows
        )
        return Table(f"{name}: {title}", columns, tuple(cells))

    assignments = tuple(
        (
            documents[row.document],
            *(shown(place) if place else None for place in (row.expression, row.key, row.response)),
            row.verdict,
        )
        for row in denoted.assignments
    )
    verdicts = Counter(row.verdict for row in denoted.assignments)
    note = ", ".join(f"{count:,} {verdict}" for verdict, count in sorted(verdicts.items()))
    return (
        chains("correspondence of chains", denoted.chains),
        chains("correspondence of exclusive Core-MR", denoted.cores),
        Table(
            f"{name}: denotation assignments",
            tuple(map(Column, ("document", "expression", "key", "response", "verdict"))),
            assignments,
            (note,) if note else (),
        ),
    )


def notes(errors: ChainErrors) -> list[str]:
    """List what a reader must know of the tables."""
    mentions = "" if errors.singletons else " without singletons"
    scores = ", ".join(
        f"{name} {percent(response.scores['conll']['f1'], 2)}" for name, response in errors.systems.items()
    )
    gains = "A gain in points is what correcting all errors of a type is worth: alone, or after those above."
    lines = [f"CoNLL F1{mentions}: {scores}. {gains}"]
    for name, of_one in errors.systems.items():
        missed = f"{len(of_one.recall):,} of {counted(of_one.links[0], 'key link')} missed"
        wrong = f"{len(of_one.precision):,} of {counted(of_one.links[1], 'link')} wrong"
        source = "; its own links, where it marks them" if of_one.own_links else ""
        lines.append(f"{name}: {missed}, {wrong} ({errors.tree} tree{source}).")
    if any("other" in error.types for lines in errors.systems.values() for error in (*lines.recall, *lines.precision)):
        lines.append("other: a name or nominal that neither the corpus nor a tree distinguishes.")
    return lines


def types_table(errors: ChainErrors) -> Table:
    """A row a type of error: how many, and what correcting them would gain, alone and after those above."""
    columns = [Column("type_of_error")]
    rows = [list[Cell]([_name(type)]) for type in ERROR_TYPES]
    total: list[Cell] = ["all"]
    for name, response in errors.systems.items():
        lead = f"{name}: " if len(errors.systems) > 1 else ""
        columns.append(Column(f"{lead}errors", "count", f"{lead}errors"))
        columns += (Column(f"{lead}{how}", "points", f"{lead}{how}", digits=2) for how in ("alone", "in sequence"))
        for row, type in zip(rows, ERROR_TYPES, strict=True):
            row += _worth(response, type).values()
        first, last = response.scores["conll"]["f1"], response.in_sequence[ERROR_TYPES[-1]]["conll"]["f1"]
        total += response.counted.total(), None, None if first is None or last is None else last - first
    return Table(f"Errors against {errors.key}", tuple(columns), tuple(map(tuple, (*rows, total))))


def links_table(errors: ChainErrors) -> Table:
    """Missed and wrong links by the types of anaphor and antecedent, and those that all responses have in common."""
    counts = {
        f"{name}: {what}" if len(errors.systems) > 1 else what: Counter(link.types for link in links)
        for name, response in errors.systems.items()
        for what, links in (("missed", response.recall), ("wrong", response.precision))
    }
    if len(errors.systems) > 1:
        counts["all: missed"] = Counter(link.types for link in errors.common_recall)
        counts["all: wrong"] = Counter(link.types for link in errors.common_precision)
    return _by_types("Links", counts)


def changes_table(errors: ChainErrors) -> Table:
    """Count the links that the second response mends, and the new ones, by the types of anaphor and antecedent."""
    first, second = errors.systems
    counts = {change: Counter(link.types for link in links) for change, links in errors.changes.items()}
    note = f"New: broken, a link that only {second} misses or has wrong."
    return replace(_by_types(f"Mended and broken from {first} to {second}", counts), notes=(note,))


def _by_types(title: str, counts: Mapping[str, Counter[tuple[str, str]]]) -> Table:
    """A row a pair of types of anaphor and antecedent that occurs, and one of sums."""
    rows: list[tuple[Cell, ...]] = [
        (f"{anaphor} to {antecedent}", *(count[anaphor, antecedent] for count in counts.values()))
        for anaphor in TYPES
        for antecedent in TYPES
        if any(count[anaphor, antecedent] for count in counts.values())
    ]
    columns = (Column("link"), *(Column(name, "count", name) for name in counts))
    return Table(title, columns, (*rows, ("all", *(count.total() for count in counts.values()))))


def looks_beyond_identity(errors: ChainErrors) -> bool:
    """Return whether a response has any reference beyond identity; few systems look for it."""
    return any(entry.response for judged in errors.beyond_identity.values() for entry in judged)


def beyond_identity_table(errors: ChainErrors) -> Table:
    """Count split antecedents, bridging anaphors, expressions that do not refer, and deictic anaphors by verdict."""
    rows: list[tuple[Cell, ...]] = []
    for name in errors.beyond_identity:
        count = _verdicts(errors, name)
        rows += (
            (name, reference, *(count[reference, verdict] for verdict in VERDICTS))
            for reference in REFERENCES
            if any(count[reference, verdict] for verdict in VERDICTS)
        )
    columns = (Column("system"), Column("reference"), *(Column(verdict, "count") for verdict in VERDICTS))
    return Table("Beyond identity", columns, tuple(rows))


def _documents(errors: ChainErrors) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (document, name, *(response.counted[type, number] for type in ERROR_TYPES))
        for number, document in enumerate(errors.documents)
        for name, response in errors.systems.items()
    )
    columns = (Column("document"), Column("response"), *(Column(_name(type), "count") for type in ERROR_TYPES))
    return Table("By document", columns, rows)


@dataclass(frozen=True, slots=True)
class ListedError:
    """An error as it is listed: its mentions, and the mention or text that stands beside them, as a whole and shown."""

    document: int
    mentions: Sequence[ShownMention]
    beside: ShownMention | str | None
    shown: str | None


Listed: TypeAlias = tuple[str, str, str, list[ListedError]]
"""Errors of a system and type, with their relation to what stands beside them."""


def listed_changes(errors: ChainErrors, number: int) -> Iterator[Table]:
    """The first links that the second response mends, and the first new ones, in their sentences."""
    return _lists(errors, _changed(errors), number)


def _changed(errors: ChainErrors) -> Iterator[Listed]:
    for change, links in errors.changes.items():
        yield [*errors.systems][1], change, "antecedent", [_listed_link(link) for link in links]


def _lists(errors: ChainErrors, listed: Iterable[Listed], number: int) -> Iterator[Table]:
    """The first of the errors and links of each type and response."""
    for name, type, role, entries in listed:
        rows = tuple(
            (errors.documents[entry.document], quoted(errors.texts[entry.document], entry.mentions), entry.shown)
            for entry in entries[:number]
        )
        columns = (
            Column("document"), Column("sentence", heading="[mention] in its sentence"),
            Column(role.replace(" ", "_")),
        )  # fmt: skip
        if rows:
            yield Table(f"{name}: {type}, {len(rows)} of {len(entries):,}", columns, rows)


def _listing(errors: ChainErrors, number: int) -> Table:
    """The same errors, a row for each of their mentions; places are words of the key's document, ends exclusive."""
    rows: list[tuple[Cell, ...]] = []
    for name, type, _, entries in _all_listed(errors):
        for error, entry in enumerate(entries[:number], start=1):
            beside = entry.beside
            at_beside = (
                (beside.start, beside.end, beside.text) if isinstance(beside, ShownMention) else (None, None, beside)
            )
            for mention in entry.mentions:
                about = (name, type, error, errors.documents[entry.document])
                rows.append((*about, mention.start, mention.end, mention.text, *at_beside))
    names = "system type error document start end text beside_start beside_end beside"
    return Table("Errors", tuple(map(Column, names.split())), tuple(rows))


def _all_listed(errors: ChainErrors) -> Iterator[Listed]:
    """All errors and links by system and type, those too that all responses have in common."""

    def links(name: str, *sides: Sequence[LinkError]) -> Iterator[Listed]:
        for what, side in zip(("missed", "wrong"), sides, strict=True):
            yield name, f"{what} link", "antecedent", [_listed_link(link) for link in side]

    for name, response in errors.systems.items():
        for type in ERROR_TYPES:
            entries = [_listed(error) for error in response.errors if error.type == type]
            yield name, _name(type), wording()["beside"][type], entries
        yield from links(name, response.recall, response.precision)
        for reference, verdict in product(REFERENCES, VERDICTS[1:]):
            judged = [
                ListedError(entry.document, (entry.expression,), *_both_said(entry))
                for entry in errors.beyond_identity.get(name, ())
                if (entry.reference, entry.verdict) == (reference, verdict)
            ]
            yield name, f"{verdict} {_name(reference)}", "key / response", judged
    yield from _changed(errors)
    if len(errors.systems) > 1:
        yield from links("all", errors.common_recall, errors.common_precision)


def _listed_link(link: LinkError) -> ListedError:
    return ListedError(link.document, (link.anaphor,), link.antecedent, short(link.antecedent.text, _LONGEST))


def _listed(error: ChainError) -> ListedError:
    """An error beside a mention with the size of its chain; beside none if it is the error itself."""
    if error.whole in error.part and error.size <= 1:
        return ListedError(error.document, error.part, None, None)
    size = f" ({counted(error.size, 'mention')})" if error.size > 1 else ""
    return ListedError(error.document, error.part, error.whole, short(error.whole.text, _LONGEST) + size)


def _both_said(entry: JudgedExpression) -> tuple[str, str]:
    """The answers of key and response, whole and shortened."""
    answers = (_said(entry.key), _said(entry.response))
    return " / ".join(answers), " / ".join(short(text, _LONGEST) for text in answers)


def _said(answer: ReferenceAnswer | None) -> str:
    if answer is None:
        return DASH
    return " + ".join(mention.text for mention in answer.antecedents) or answer.type or "no type"


def quoted(text: DocumentText, mentions: Sequence[ShownMention]) -> str:
    """Quote the sentence of the first mention, with all mentions in it in brackets, without what is far from them.

    The number of mentions in other sentences is added.
    """
    sentence = text.sentence(mentions[0].start)
    inside = [mention for mention in mentions if mention.start in sentence] or [mentions[0]]  # a zero may end a text
    near = range(
        max(sentence.start, inside[0].start - _NEAR),
        min(max(sentence.stop, inside[0].end), max(mention.end for mention in inside) + _NEAR),
    )
    parts = ["… " if near.start > sentence.start else ""]
    for word in near:
        zeros = sum(mention.start == mention.end == word for mention in inside)
        overt = [mention for mention in inside if mention.start < mention.end]
        letters = text.words[word]
        signs = [(mention.cut[0], "[") for mention in overt if mention.start == word]
        signs += [(len(letters) - mention.cut[1], "]") for mention in overt if mention.end - 1 == word]
        for offset, sign in sorted(signs, reverse=True):
            letters = letters[:offset] + sign + letters[offset:]
        parts += [f"[{ZERO}] " * zeros, letters, text.space(word)]
    parts.append(f" [{ZERO}]" * sum(mention.start == mention.end == near.stop for mention in inside))
    elsewhere = len(mentions) - len(inside)
    more = " …" if near.stop < sentence.stop else ""
    others = f" (+{elsewhere} elsewhere)" if elsewhere else ""
    return "".join(parts).strip() + more + others


def _name(type: str) -> str:
    return type.replace("_", " ") + (" error" if type == "span" else "")
