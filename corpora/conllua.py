"""CoNLL-UA, the "exploded" format of Universal Anaphora and of the CODI-CRAC shared tasks, read and written."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from anaphora.corpora._brackets import unnested, unnested_in_text
from anaphora.corpora._conllu import misc, percent_encode, render, space_after, space_value
from anaphora.corpora._format import Format, Pair, Remark, by_signs, dangling
from anaphora.corpora._lines import claim, lines, number_of
from anaphora.corpora._mentions import joined, require_overt, spanning, speakers_of
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Bridge, Clusters

_COLUMNS = (
    "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC", "IDENTITY", "BRIDGING",
    "DISCOURSE_DEIXIS", "REFERENCE", "NOM_SEM",
)  # fmt: skip
_ID = re.compile(r"\d{1,9}(?:([.-])\d{1,9})?")
_PSEUDO = re.compile(r"[-_]pseudo$", re.IGNORECASE)
_NAMES = {"entityid": "EntityID", "markableid": "MarkableID", "mentionid": "MarkableID"}
_encoded = partial(percent_encode, reserved=re.compile(r"[%|()=@,\s]"))


class _ConlluaRow(NamedTuple):
    line: int
    cells: list[str]


@dataclass(slots=True)
class _ConlluaText:
    """Content of one document while it is read; each row of a word or empty node has its token."""

    id: str
    words: list[str] = field(default_factory=list)
    spaces: list[str] = field(default_factory=list)
    nodes: list[EmptyNode] = field(default_factory=list)
    speakers: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ids: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    rows: list[tuple[int, _ConlluaRow]] = field(default_factory=list)

    def token_of(self, id: int, near: int) -> int:
        """The word that is called `id` in the sentence of the word `near`; ids may run through the document."""
        start = self.starts[bisect_right(self.starts, near) - 1]
        return start + id - self.ids[start]


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file: chains of IDENTITY, with what else the columns say.

    Columns are those that `# global.columns` names, divided by TABs or blanks. A markable is
    `(EntityID=1|MarkableID=markable_3|Min=4,5|SemType=dn|ElementOf=7` up to its `)`; parts with the same MarkableID are
    one discontinuous mention. An EntityID that ends in `-Pseudo` does not refer, and SemType is then its type;
    `ElementOf` makes an entity part of the split antecedent of another. Of several antecedents in BRIDGING the last
    counts, as in the scorer. Rows with ids such as 3.1 are empty nodes.

    Raises:
        FormatError: brackets do not match, columns are missing, or a document is named twice.
    """
    taken: set[str] = set()
    for id, columns, sentences in _documents(path):
        claim(path, sentences[0][1][0].line, id, taken)
        text = _text(path, id, sentences, columns)
        document = Document(
            id,
            tuple(text.words),
            tuple(text.spaces),
            tuple(text.starts),
            tuple(text.paragraphs),
            nodes=tuple(text.nodes),
            speakers=speakers_of(text.speakers),
        )
        yield document, _key(path, text, columns)


def remarks(path: Path) -> Iterator[Remark]:
    """Yield elements of entities, and bridges, that lead to what is not there."""
    for id, columns, sentences in _documents(path):
        text = _text(path, id, sentences, columns)
        for name, others in (("IDENTITY", "SPLIT"), ("DISCOURSE_DEIXIS", "")):
            markables = _markables(path, text, columns.get(name))
            there = {markable.entity for markable in markables.values() if not _PSEUDO.search(markable.entity)}
            for line, entity, target in _elements_in(text, markables, columns.get(others)):
                if not {entity, target} <= there:
                    yield dangling(line, f"entity '{entity}'", target if entity in there else entity)
        markables = _markables(path, text, columns.get("IDENTITY"))
        for line, anaphor, bridge in _bridges(text, markables, columns.get("BRIDGING")):
            if not isinstance(bridge, Bridge):
                yield dangling(line, f"'{anaphor}' in BRIDGING", bridge)


_Columns = Mapping[str, int]
_Sentences = list[tuple[dict[str, str], list[_ConlluaRow]]]


def _documents(path: Path) -> Iterator[tuple[str, _Columns, _Sentences]]:
    """Each document: its id, its columns, and the comments and rows of its sentences."""
    id, number = path.stem, 0
    columns = following = _numbered(_COLUMNS)
    sentences: _Sentences = [({}, [])]
    for line, text in lines(path):
        name, _, value = (part.strip() for part in text[1:].partition("=")) if text.startswith("#") else ("", "", "")
        if text.startswith("#"):
            if name == "global.columns":
                following = _numbered(value.split())
            if name in ("newdoc", "newdoc id"):
                if filled := [sentence for sentence in sentences if sentence[1]]:
                    yield id, columns, filled
                    sentences = [({}, [])]
                number += 1
                id = value or (path.stem if number == 1 else f"{path.stem}-{number}")
            if sentences[-1][1]:
                sentences.append(({}, []))
            sentences[-1][0][name] = value
        elif text.strip():
            if not any(rows for _, rows in sentences):
                columns = following
            sentences[-1][1].append(_ConlluaRow(line, text.split("\t")))
        elif sentences[-1][1]:
            sentences.append(({}, []))
    filled = [sentence for sentence in sentences if sentence[1]]
    if not filled:
        cure = "Rows have an id, a form and the columns that '# global.columns' names."
        raise FormatError(path, None, "the file has no sentence", cure, code="no-words")
    yield id, columns, filled


def _numbered(names: Sequence[str]) -> _Columns:
    """The place of each column; id and form come first, wherever a header forgets them."""
    return {"ID": 0, "FORM": 1} | {name: number for number, name in enumerate(names)}


def _text(path: Path, id: str, sentences: _Sentences, columns: _Columns) -> _ConlluaText:
    text = _ConlluaText(id)
    least = 1 + max(columns[name] for name in ("ID", "FORM", "IDENTITY") if name in columns)
    for number, (comments, rows) in enumerate(sentences):
        start = len(text.words)
        if not comments.keys().isdisjoint(("newpar", "newpar id")):
            text.paragraphs.append(start)
        for row in rows:
            _add_row(path, text, _ConlluaRow(row.line, _cells(path, row, least)), number, columns)
        if len(text.words) == start:
            cure = "A sentence has a word; put its empty nodes into the sentence before."
            raise FormatError(path, rows[0].line, "the sentence has no words", cure, code="no-words")
        text.starts.append(start)
        text.speakers += [comments.get("speaker", comments.get("speaker_id", ""))] * (len(text.words) - start)
    for paragraph in text.paragraphs:
        if paragraph and "\n" not in text.spaces[paragraph - 1]:
            text.spaces[paragraph - 1] = "\n\n"
    if text.spaces[-1] == " ":
        text.spaces[-1] = ""
    return text


def _cells(path: Path, row: _ConlluaRow, least: int) -> list[str]:
    """The columns of a row, divided by TABs, or where these are too few, by any blanks."""
    cells = row.cells if len(row.cells) >= least else "\t".join(row.cells).split()
    if len(cells) < least:
        problem = f"expected {least} columns, found {len(cells)}"
        cure = "Columns are divided by TABs or blanks; empty ones are '_'."
        raise FormatError(path, row.line, problem, cure)
    return [cell.strip() for cell in cells]


def _add_row(path: Path, text: _ConlluaText, row: _ConlluaRow, sentence: int, columns: _Columns) -> None:
    id = row.cells[columns.get("ID", 0)]
    word = row.cells[columns.get("FORM", 1)]
    match = _ID.fullmatch(id)
    if not match or not word:
        cure = "Rows begin with a number (3), a range (3-4) or that of an empty node (3.1), and a form."
        raise FormatError(path, row.line, f"'{id}' and '{word}' are no id and form", cure)
    if match[1] == "-":
        return
    if match[1] == ".":
        token = len(text.words)
        rank = 1 + sum((node.place, node.sentence) == (token, sentence) for node in text.nodes)
        text.rows.append((FIRST_NODE + len(text.nodes), row))
        text.nodes.append(EmptyNode(token, sentence, rank, form="" if word == "_" else word))
        return
    text.rows.append((len(text.words), row))
    text.words.append(word)
    text.ids.append(number_of(id))
    text.spaces.append(space_after(_cell(row, columns.get("MISC"))))


def _cell(row: _ConlluaRow, column: int | None) -> str:
    """Return the cell of a row in a column, `_` where it has no such column."""
    return (row.cells[column] if column is not None and column < len(row.cells) else "") or "_"


# Markables


@dataclass(slots=True)
class _Markable:
    values: Mapping[str, str]
    runs: list[tuple[int, int]]
    start: int
    line: int

    @property
    def span(self) -> Span:
        """The span of all runs of tokens, in any order; there is one at least."""
        return spanning(joined(sorted(self.runs)))

    @property
    def entity(self) -> str:
        """The id of its entity; empty where it names none."""
        return self.values.get("EntityID", "")


def _markables(path: Path, text: _ConlluaText, column: int | None) -> dict[str, _Markable]:
    """The markables of a column by their ids, in the order of their openings."""
    markables: dict[str, _Markable] = {}
    waiting: dict[int, tuple[str, int, int]] = {}
    numbers = defaultdict[str, list[int]](list)
    for token, row in text.rows:
        cell = _cell(row, column)
        if cell == "_":
            continue
        ends, *openings = cell.replace("@", "").split("(")
        _close(path, markables, waiting, numbers, ends, token, row.line)
        for opening in openings:
            body, _, closing = opening.partition(")")
            values = _values(body)
            id = values.get("MarkableID") or f"#{len(markables)}"
            if "EntityID" not in values:
                cure = "Markables begin with (EntityID=1|MarkableID=markable_1."
                raise FormatError(path, row.line, f"'({opening}' names no entity", cure)
            markables.setdefault(id, _Markable(values, [], token, row.line))
            if opening.endswith(")"):
                markables[id].runs.append((token, token + 1))
                _close(path, markables, waiting, numbers, ")" * closing.count(")"), token, row.line)
            else:
                numbers[id].append(next(reversed(waiting), 0) + 1)
                waiting[numbers[id][-1]] = id, token, row.line
    if waiting:
        id, _, line = waiting.popitem()[1]
        problem = f"the markable '{id}' is opened but not closed before the document ends"
        raise FormatError(path, line, problem, "Write ')' where it ends.", code="unclosed")
    return markables


def _close(
    path: Path,
    markables: Mapping[str, _Markable],
    waiting: dict[int, tuple[str, int, int]],
    numbers: Mapping[str, list[int]],
    ends: str,
    token: int,
    line: int,
) -> None:
    """Close the markable that was opened last for each `)`, or the one that is named before it."""
    *named, rest = ends.split(")")
    if rest.strip():
        raise FormatError(path, line, f"'{ends}' marks no mentions", "Markables are '(EntityID=...' up to ')'.")
    for name in named:
        if not (numbers[name] if name else waiting):
            problem = f"a markable{f' {name!r}' if name else ''} is closed but was not opened"
            raise FormatError(path, line, problem, "Write '(EntityID=...' where it begins.", code="unopened")
        id, start, _ = waiting.pop(numbers[name][-1]) if name else waiting.popitem()[1]
        numbers[id].pop()
        in_words = token < FIRST_NODE and start < FIRST_NODE
        markables[id].runs += [(start, token + 1)] if in_words else [(start, start + 1), (token, token + 1)]


def _values(body: str) -> dict[str, str]:
    pairs = (item.partition("=")[::2] for item in body.split("|"))
    named = ((_NAMES.get(name.strip().lower().replace("_", ""), name.strip()), value.strip()) for name, value in pairs)
    return {name: unquote(value) for name, value in named if value}


def _key(path: Path, text: _ConlluaText, columns: _Columns) -> Clusters:
    markables = _markables(path, text, columns.get("IDENTITY"))
    spans = {id: markable.span for id, markable in markables.items()}
    deixis = _markables(path, text, columns.get("DISCOURSE_DEIXIS"))
    chained = _chained(text, markables, spans, columns.get("SPLIT"))
    bridges = {
        id: bridge for _, id, bridge in _bridges(text, markables, columns.get("BRIDGING")) if isinstance(bridge, Bridge)
    }
    non_anaphoric = {
        token: unquote(values["It"]).lower()
        for token, row in text.rows
        if token < FIRST_NODE and "It" in (values := misc(_cell(row, columns.get("MISC"))))
    }
    return Clusters(
        text.id,
        **chained,  # type: ignore[arg-type]
        non_anaphoric=non_anaphoric,
        bridges=tuple(sorted(bridges.values(), key=lambda bridge: bridge.anaphor)),
        non_referring={
            spans[id]: markable.values.get("SemType", "")
            for id, markable in markables.items()
            if _PSEUDO.search(markable.entity)
        },
        deixis=Clusters(
            text.id,
            **_chained(text, deixis, {id: markable.span for id, markable in deixis.items()}, None),  # type: ignore[arg-type]
        )
        if deixis
        else None,
    )


def _chained(
    text: _ConlluaText,
    markables: Mapping[str, _Markable],
    spans: Mapping[str, Span],
    split_column: int | None,
) -> dict[str, object]:
    """Chains, attributes and split antecedents of the markables that refer."""
    members: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    for id, markable in markables.items():
        if _PSEUDO.search(markable.entity):
            continue
        members.setdefault(markable.entity, []).append(spans[id])
        head = spans[id].start if spans[id].start >= FIRST_NODE else None
        of_span = Attributes(head=head, minimum=_minimum(text, markable, spans[id]))
        if of_span != Attributes():
            attributes.setdefault(spans[id], of_span)
    ordered = sorted((tuple(sorted(chain)), entity) for entity, chain in members.items())
    number = {entity: rank for rank, (_, entity) in enumerate(ordered)}
    split: dict[Span, set[int]] = {}
    for _, entity, target in _elements_in(text, markables, split_column):
        if entity in number and target in number:
            split.setdefault(ordered[number[target]][0][0], set()).add(number[entity])
    return {
        "chains": tuple(chain for chain, _ in ordered),
        "attributes": attributes,
        "split": {span: tuple(sorted(chains)) for span, chains in split.items()},
    }


def _minimum(text: _ConlluaText, markable: _Markable, span: Span) -> Span | None:
    """The part that a response must have: Min=4 or Min=4,6 are ids of its first and last word."""
    numbers = re.findall(r"\d+", markable.values.get("Min", ""))
    if not numbers or markable.start >= FIRST_NODE:
        return None
    first, last = (text.token_of(number_of(number), markable.start) for number in (numbers[0], numbers[-1]))
    return Span(first, last + 1) if first in span and last in span and first <= last else None


def _elements_in(
    text: _ConlluaText, markables: Mapping[str, _Markable], column: int | None
) -> Iterator[tuple[int, str, str]]:
    """Yield line, entity and split antecedent of elements: of markables, and of a column as in version 1.1."""
    named = [(markable.line, markable.values) for markable in markables.values()]
    for _, row in text.rows:
        named += ((row.line, _values(part)) for part in re.findall(r"Entity_?I[Dd]=[^()@]+", _cell(row, column)))
    for line, values in named:
        yield from ((line, values.get("EntityID", ""), id) for id in values.get("ElementOf", "").split(",") if id)


def _bridges(
    text: _ConlluaText, markables: Mapping[str, _Markable], column: int | None
) -> Iterator[tuple[int, str, Bridge | str]]:
    """Yield line and id of each anaphor with the bridge to its last antecedent, or with the markable that is not there.

    Of an entity the antecedent is the last mention before the anaphor, or else the first.
    """
    spans = {id: markable.span for id, markable in markables.items()}
    of_entity = defaultdict[str, list[Span]](list)
    for id, span in sorted(spans.items(), key=itemgetter(1)):
        of_entity[markables[id].entity].append(span)
    for _, row in text.rows:
        for part in filter(None, re.split(r"[()@]", _cell(row, column))):
            values = _values(part)
            id, entity = values.get("MarkableID", ""), values.get("EntityAnchor", "")
            anaphor, antecedent = spans.get(id), spans.get(values.get("MentionAnchor", ""))
            if anaphor and not antecedent and (mentions := of_entity.get(entity)):
                antecedent = mentions[max(0, bisect_left(mentions, anaphor) - 1)]
            if anaphor and antecedent:
                yield row.line, id, Bridge(anaphor, antecedent, values.get("Rel", ""))
            elif id:
                yield row.line, id, values.get("MentionAnchor", entity) if anaphor else id


# Writing


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents with TABs between columns and ids that run through each; trees are left out.

    Expressions that do not refer, and mentions of discourse deixis, are left out where they cross others.

    Raises:
        FormatError: two mentions cross, or the document has empty nodes.
    """
    for document, key in documents:
        require_overt(document)
        yield _render(document, key)


def _render(document: Document, key: Clusters) -> str:
    ends = (span for bridge in key.bridges for span in (bridge.anaphor, bridge.antecedent))
    spans = sorted({*(span for chain in key.chains for span in chain), *key.non_referring, *ends})
    ids = {span: f"markable_{number}" for number, span in enumerate(spans, start=1)}
    columns = [_identity(key, ids), _bridging(key, ids), _deixis(key.deixis, len(ids))]
    starts = sorted({0, *(document.annotation.sentence_starts if document.annotation else document.sentence_starts)})
    paragraphs = set(starts).intersection(document.paragraph_starts)
    header = (f"# global.columns = {' '.join(_COLUMNS)}", f"# newdoc id = {document.id}")

    def rows(start: int, end: int) -> Iterator[str]:
        for token in range(start, end):
            spacing = space_value(document.spaces[token], token + 1, len(document.words), paragraphs)
            reason = key.non_anaphoric.get(token, "")
            values = [value for value in (f"It={reason.capitalize()}" if reason else "", spacing) if value]
            cells = (str(token + 1), document.words[token], *["_"] * 7, "|".join(values) or "_")
            yield "\t".join((*cells, *(column.get(token, "_") for column in columns), "_", "_"))

    return render(document, header, starts, rows)


def _identity(key: Clusters, ids: Mapping[Span, str]) -> dict[int, str]:
    chains = [(f"{number}", span) for number, chain in enumerate(key.chains, start=1) for span in chain]
    element_of = _elements(key)
    bodies = [
        (span, _body(entity, ids[span], key.attributes.get(span), element_of.pop(entity, ())))
        for entity, span in sorted(chains, key=lambda mention: mention[1])
    ]
    pseudo = [
        (span, f"EntityID={number}-Pseudo|MarkableID={ids[span]}{f'|SemType={_encoded(type)}' if type else ''}")
        for number, (span, type) in enumerate(sorted(key.non_referring.items()), start=len(key.chains) + 1)
    ]
    return _cells_of([*bodies, *_nested(bodies, pseudo)])


def _elements(key: Clusters) -> dict[str, list[str]]:
    """The entities whose split antecedents an entity is a part of."""
    chain_of = {span: number for number, chain in enumerate(key.chains, start=1) for span in chain}
    elements: dict[str, list[str]] = {}
    for span, antecedents in sorted(key.split.items()):
        for antecedent in antecedents:
            elements.setdefault(str(antecedent + 1), []).append(str(chain_of[span]))
    return {entity: list(dict.fromkeys(wholes)) for entity, wholes in elements.items()}


def _body(entity: str, id: str, attributes: Attributes | None, element_of: Sequence[str]) -> str:
    minimum = attributes.minimum if attributes else None
    parts = [f"EntityID={entity}", f"MarkableID={id}"]
    if minimum:
        parts.append(f"Min={minimum.start + 1}" + (f",{minimum.end}" if len(minimum) > 1 else ""))
    if element_of:
        parts.append(f"ElementOf={','.join(element_of)}")
    return "|".join(parts)


def _nested(fixed: Sequence[tuple[Span, str]], others: list[tuple[Span, str]]) -> list[tuple[Span, str]]:
    """Return the others that cross nothing."""
    spans = [span for span, _ in (*fixed, *others)]
    crossing = {span for _, span in unnested(((0, span) for span in spans), gaps=True)}
    return [(span, body) for span, body in others if span not in crossing]


def _deixis(key: Clusters | None, first: int) -> dict[int, str]:
    if not key:
        return {}
    named = sorted((span, number) for number, chain in enumerate(key.chains, start=1) for span in chain)
    element_of = _elements(key)
    bodies = []
    for number, (span, chain) in enumerate(named, start=first + 1):
        wholes = [f"{id}-DD" for id in element_of.pop(f"{chain}", ())]
        bodies.append((span, _body(f"{chain}-DD", f"dd_markable_{number}", None, wholes)))
    return _cells_of(_nested([], bodies))


def _cells_of(bodies: Iterable[tuple[Span, str]]) -> dict[int, str]:
    """The brackets of each token that has any: what ends there, then what begins, the longer first."""
    ends: dict[int, int] = {}
    begins: dict[int, list[tuple[int, str]]] = {}
    for span, body in bodies:
        for run in span.ranges():
            begins.setdefault(run[0], []).append((-run[-1], f"({body})" if len(run) == 1 else f"({body}"))
            if len(run) > 1:
                ends[run[-1]] = ends.get(run[-1], 0) + 1
    openings = {
        token: "".join(text for _, text in sorted(opened, key=lambda entry: entry[0]))
        for token, opened in begins.items()
    }
    return {token: ")" * ends.get(token, 0) + openings.get(token, "") for token in {*ends, *begins}}


def _bridging(key: Clusters, ids: Mapping[Span, str]) -> dict[int, str]:
    chain_of = {span: number for number, chain in enumerate(key.chains, start=1) for span in chain}
    cells: dict[int, str] = {}
    for bridge in key.bridges:
        relation = f"|Rel={_encoded(bridge.relation)}" if bridge.relation else ""
        entity = f"|EntityAnchor={chain_of[bridge.antecedent]}" if bridge.antecedent in chain_of else ""
        body = f"(MarkableID={ids[bridge.anaphor]}{relation}|MentionAnchor={ids[bridge.antecedent]}{entity})"
        cells[bridge.anaphor.start] = cells.get(bridge.anaphor.start, "") + body
    return cells


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    return [line for line, text in lines(path) if (text.split(maxsplit=1) or [""])[0].isdecimal()]


FORMAT = Format(
    name="conllua",
    source="CoNLL-UA: columns of Universal Anaphora and the CODI-CRAC tasks 2021 and 2022 (Yu et al. 2022).",
    suffix=".conllua",
    recognises=by_signs(r"(?m)^# ?global\.columns *=.*\bIDENTITY\b", r".\.conllua\Z"),
    read=read,
    unread="parts of speech and trees, multiword tokens, REFERENCE, NOM_SEM and other columns",
    richness=70,
    token_lines=token_lines,
    remarks=remarks,
    write=write,
    inexpressible=partial(unnested_in_text, gaps=True),
)
