"""CoNLL-U with `Entity` brackets: mentions are read from MISC, and written there."""

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import NamedTuple, get_args
from urllib.parse import unquote

from anaphora.corpora._brackets import (
    BracketCell,
    Brackets,
    MentionPiece,
    Notation,
    bracket_cells,
    mend_brackets,
    require_nesting_in_chains,
    unnested_in_chains,
)
from anaphora.corpora._conllu import ConlluSentence, document, documents, escape, misc, node_tokens, render, space_value
from anaphora.corpora._format import Format, Mender, Pair, Remark, dangling
from anaphora.corpora._lines import claim, number_of
from anaphora.corpora._mentions import placed, span_of
from anaphora.corpora._misc_marks import (
    CLUSTER_FIELDS,
    CLUSTERS,
    ENTITY,
    STANZA,
    Node,
    cluster_mentions,
    encoded,
    stanza_cell,
)
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, Kind, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Bridge, Clusters, overt_span

_SIGNS = re.compile(r"^(?:# ?(?:newdoc|newpar|sent_id|global\.Entity)\b|\d[-.\d]*+(?:\t[^\t\n]*){9}$)", re.MULTILINE)
_PART = re.compile(r"(.+)\[(\d{1,4})/(\d{1,4})\]")
_IDS = frozenset(("eid", "GRP"))

_FIELDS = "eid-etype-head-other-minspan"
"""CorefUD's, and behind them the `minspan` that its GUM has; those at the end that are empty are left out."""
_COMPUTED = ("meta::heads", "computed")
"""The comment that says that no head is the corpus' own: other tools cannot do without them."""
_NUMBERED = ("meta::eids", "numbered")
"""The comment that says that ids of chains only number them, and hold for their document."""

_ALIKE = re.compile(r"coref|cluster|entity|anaph|antecedent|mention", re.IGNORECASE)
"""What is in the names of marks of coreference."""
_LAYERS = (ENTITY, STANZA, CLUSTERS)
_KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}
"""Marks of mentions, of which a document is read by one: the first that it has; in a response, Stanza's before them."""

_Rows = dict[tuple[int, int], list[str]]
"""The lines of empty nodes by the first word of their sentence and the words before them."""


class _Found(NamedTuple):
    chain: str
    node: int
    span: Span
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class _Link:
    """A bridge or, without `relation`, a split antecedent: labels of two chains, written in a line with a mention."""

    line: int
    antecedent: str
    anaphor: str
    node: int
    relation: str | None = None

    @property
    def text(self) -> str:
        """The link as it is written."""
        name = "SplitAnte" if self.relation is None else "Bridge"
        return f"{name}={unquote(self.antecedent)}<{unquote(self.anaphor)}"


@dataclass(slots=True)
class _Marks:
    """Marks in the column MISC of a document that is read; positions count nodes, that is words and empty nodes.

    `empty` has the token of each empty node; `empty_nodes` are the positions of these.
    """

    words_before: list[int] = field(default_factory=list)
    empty: dict[int, int] = field(default_factory=dict)
    pieces: list[MentionPiece] = field(default_factory=list)
    layer: str = ENTITY
    clusters: list[tuple[str, list[MentionPiece]]] = field(default_factory=list)
    links: list[_Link] = field(default_factory=list)
    non_anaphoric: dict[int, str] = field(default_factory=dict)
    empty_nodes: list[int] = field(default_factory=list)

    def empty_between(self, nodes: range) -> Sequence[int]:
        """The tokens of the empty nodes among these, in order."""
        first, end = (bisect_left(self.empty_nodes, edge) for edge in (nodes.start, nodes.stop))
        return [self.empty[node] for node in self.empty_nodes[first:end]]


def recognises(head: str, path: Path) -> bool:
    """Return whether a file that begins with `head`, or has this name, is in this format."""
    rows_of_webanno = head.removeprefix("\ufeff").startswith("#FORMAT=WebAnno")  # they may have ten columns too
    return (bool(_SIGNS.search(head)) and not rows_of_webanno) or path.suffix in {".conllu", ".corefud"}


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file with their trees, and keys that are empty where no coreference is marked.

    It is marked by brackets in `Entity`, or else by Stanza's `coref_chains` or the `ClusterId` of CorefUD 0.x.
    The fields of a mention are named by `# global.Entity`: of CorefUD are read `etype` (entity type, upper-cased) and
    `head`, of UD GUM `minspan` too, of `other` what `write` puts there (`kind:name`, `optional:yes`, `clause:yes`).
    Annotation is `None` unless every word has part of speech, head and relation; its entity column holds the type of
    the innermost mention around a token. `It=Pleonastic` and `It=Clausal` mark pronouns that refer to no nominal. Ids
    of chains are kept where they are `eid`, which holds for a whole corpus, unless `write` made them; GUM's `GRP` holds
    for a document.

    Raises:
        FormatError: brackets do not match, a sentence is no tree, a head lies outside its mention, columns are
            missing, or a document is named twice.
    """
    return ((document, key) for document, key, *_ in _read(path))


def read_response(path: Path) -> Iterator[Pair]:
    """Yield what `read` yields, but by Stanza's marks where there are any: those of the key may stand beside them."""
    return ((document, key) for document, key, *_ in _read(path, response=True))


def remarks(path: Path) -> Iterator[Remark]:
    """Yield links that lead nowhere or to themselves, and marks that are not read."""
    for _, _, sentences, marks in _read(path):
        yield from _unread(sentences, marks.layer)
        chains = {piece.label.partition("[")[0] for piece in marks.pieces} | {label for label, _ in marks.clusters}
        for link in marks.links:
            itself = link.antecedent == link.anaphor
            missing = [end for end in (link.antecedent, link.anaphor) if end not in chains]
            if itself or missing:
                yield dangling(link.line, link.text, unquote("".join(missing[:1])), itself=itself)


def _read(path: Path, *, response: bool = False) -> Iterator[tuple[Document, Clusters, list[ConlluSentence], _Marks]]:
    """The documents with their keys, and what these are made of."""
    taken: set[str] = set()
    fields: list[str] = []
    for id, sentences in documents(path):
        first_line = sentences[0].rows[0][0]
        claim(path, first_line, id, taken)
        header = next(
            (sentence.comments["global.Entity"] for sentence in sentences if "global.Entity" in sentence.comments), None
        )
        fields = header.split("-") if header else fields
        computed, numbered = (
            any(sentence.comments.get(name) == value for sentence in sentences)
            for name, value in (_COMPUTED, _NUMBERED)
        )
        names = ["" if computed and field == "head" else field for field in fields]
        layer = _layer(sentences, response=response)
        if layer == ENTITY:
            _require_ids(path, sentences, fields)
        text = document(path, id, sentences)
        marks = _marks(path, sentences, layer)
        names = names if layer == ENTITY else ["eid"]
        mentions = [_mention(path, chain, parts, names, marks) for chain, parts in _join_parts(path, marks.pieces)]
        mentions += (_mention(path, label, parts, CLUSTER_FIELDS, marks) for label, parts in marks.clusters)
        if mentions and text.annotation:
            text = replace(text, annotation=replace(text.annotation, entity=_entity_types(text, mentions)))
        named = layer == ENTITY and fields[:1] == ["eid"] and not numbered
        yield text, _key(id, mentions, marks, named), sentences, marks


def _layer(sentences: list[ConlluSentence], *, response: bool) -> str:
    """The marks by which a document is read."""
    cells = "\n".join(cells[9] for sentence in sentences for _, cells in sentence.rows)
    ordered = sorted(_LAYERS, key=lambda name: name != STANZA) if response else _LAYERS
    return next((name for name in ordered if re.search(rf"(?m)(?:^|\|){name}(?:\[1\])?=", cells)), ENTITY)


def _unread(sentences: list[ConlluSentence], layer: str) -> Iterator[Remark]:
    """Yield the marks that a document has beside those by which it is read, or in their place."""
    lines: dict[str, int] = {}
    for line, cells in (row for sentence in sentences for row in sentence.rows if _ALIKE.search(row[1][9])):
        for name in (value.partition("[")[0] for value in misc(cells[9])):
            lines.setdefault(name, line)
    for name, line in lines.items():
        if layer in lines and name in _LAYERS and name != layer:
            yield Remark(line, f"'{name}=' is not read in a key that has '{layer}='")
        elif layer not in lines and _ALIKE.search(name):
            known = ", ".join(f"'{known}='" for known in _LAYERS)
            yield Remark(line, f"'{name}=' is not read: of marks of coreference {known} are")


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents as CorefUD with their trees; without annotation the columns of the tree are "_".

    All that `read` knows is kept; a sentence has one speaker, the first that is known. A head that the key does not
    give is that of the tree, or else the first token; where it gives none at all, a comment keeps `read` from taking
    them for the corpus' own.

    Raises:
        FormatError: two mentions of one chain cross.
    """
    return (_render(document, key) for document, key in documents)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    rows = (row for _, sentences in documents(path) for sentence in sentences for row in sentence.rows)
    return [line for line, cells in rows if cells[0].isdecimal()]


def mend(mender: Mender) -> None:
    """Close brackets where one place fits, and name apart documents of one name."""
    fields: list[str] = []
    for id, sentences in documents(mender.path):
        header = next(filter(None, (sentence.comments.get("global.Entity") for sentence in sentences)), "")
        fields = header.split("-") if header else fields
        rows = [
            (line, cells, number)
            for number, sentence in enumerate(sentences)
            for line, cells in sentence.rows
            if "-" not in cells[0]
        ]
        written = [BracketCell(line, number, misc(cells[9]).get("Entity", "")) for line, cells, number in rows]
        content = "\n".join(cells[1] for _, cells, _ in rows), "\n".join(cell.text for cell in written)
        notation = Notation(_label_of, _label_of, least=partial(_least_words, fields=fields))
        for position, text in mend_brackets(mender, written, notation).items():
            line, cells, _ = rows[position]
            values = {"Entity": "", **({} if cells[9] == "_" else misc(cells[9]))} | {"Entity": text}
            last = "|".join("=".join(filter(None, pair)) for pair in values.items() if pair != ("Entity", "")) or "_"
            mender.lines[line - 1] = mender.lines[line - 1].replace("\t".join(cells), "\t".join((*cells[:9], last)), 1)
        if rows:
            _name_apart(mender, id, rows[0][0], content)


def _label_of(text: str) -> str:
    """The label of a chain, with which a bracket begins."""
    return text.partition("-")[0]


def _least_words(opening: str, fields: Sequence[str]) -> int:
    """Return the least number of words of a mention, by its head and its minimal span."""
    values = dict(zip(fields, opening.split("-", max(0, len(fields) - 1)), strict=False))
    numbers = ",".join(values.get(name, "") for name in ("head", "minspan")).split(",")
    return max(1, *map(number_of, numbers))


def _name_apart(mender: Mender, id: str, line: int, content: tuple[str, str]) -> None:
    named = next((number for number in range(line, 0, -1) if mender.line(number).startswith("# newdoc")), None)
    if named is None or id not in mender.line(named):
        return
    new = mender.new_id(id, named, *content)
    if new != id:
        mender.lines[named - 1] = mender.lines[named - 1].replace(id, new, 1)


def _require_ids(path: Path, sentences: list[ConlluSentence], fields: list[str]) -> None:
    """Raise `FormatError` if mentions are marked, and no field says of which entity they are."""
    if _IDS.intersection(fields[:1]):
        return
    rows = (row for sentence in sentences for row in sentence.rows)
    line = next((line for line, cells in rows if "Entity" in misc(cells[9])), None)
    if line is None:
        return
    if not fields:
        problem = "no '# global.Entity' says what the fields of mentions are"
        cure = "Write '# global.Entity = eid-etype-head-other' (or what the fields are) after '# newdoc'."
    elif _IDS.intersection(fields):
        problem = f"in '# global.Entity = {'-'.join(fields)}' the entity id does not come first"
        cure = "Put eid (or GRP) first, there and in each 'Entity='."
    else:
        problem = (
            f"'# global.Entity = {'-'.join(fields)}' names no entity id: mentions are marked, but not their chains"
        )
        cure = "Such treebanks have entities without coreference; take a release whose fields begin with eid (or GRP)."
    raise FormatError(path, line, problem, cure, code="no-entity-ids" if fields else "malformed")


def _marks(path: Path, sentences: list[ConlluSentence], layer: str) -> _Marks:
    marks = _Marks(layer=layer)
    empty = node_tokens(sentences)
    brackets = Brackets(path, _label_of)
    words = 0
    for sentence in sentences:
        first = len(marks.words_before)
        nodes = []
        for line, cells in sentence.rows:
            if "-" in cells[0]:
                continue
            place = len(marks.words_before)
            marks.words_before.append(words)
            if line in empty:
                marks.empty[place] = empty[line]
                marks.empty_nodes.append(place)
            else:
                words += 1
            if layer == CLUSTERS:
                nodes.append(Node(line, cells[0], misc(cells[9])))
            if cells[9] == "_":
                continue
            values = misc(cells[9])
            if layer == ENTITY and ENTITY in values:
                marks.pieces += brackets.close(values[ENTITY], place, line)
            if layer == ENTITY and ("SplitAnte" in values or "Bridge" in values):
                marks.links += _links_of(line, values, place)
            if layer == STANZA and STANZA in values:
                marks.pieces += brackets.close(stanza_cell(path, line, values[STANZA]), place, line)
            if "It" in values and "." not in cells[0]:
                marks.non_anaphoric[words - 1] = unquote(values["It"]).lower()
        for cluster in cluster_mentions(path, nodes, first):
            piece = cluster.parts[0]
            marks.clusters.append((piece.label, cluster.parts))
            related = (*((label, None) for label in cluster.split), *cluster.bridges)
            marks.links += (_Link(piece.line, label, piece.label, piece.start, type) for label, type in related)
    brackets.finish()
    marks.words_before.append(words)
    return marks


def _links_of(line: int, values: Mapping[str, str], place: int) -> Iterator[_Link]:
    for name in ("SplitAnte", "Bridge"):
        for text in values[name].split(",") if name in values else ():
            antecedent, _, anaphor = text.partition("<")
            label, _, relation = anaphor.partition(":")
            yield _Link(line, antecedent, label, place, relation if name == "Bridge" else None)


def _join_parts(path: Path, pieces: list[MentionPiece]) -> Iterator[tuple[str, list[MentionPiece]]]:
    """The pieces of each mention with the label of its chain; `e5[1/2]` and `e5[2/2]` are one discontinuous mention."""
    unfinished: dict[tuple[str, int, int], list[tuple[int, list[MentionPiece]]]] = defaultdict(list)
    for position, piece in enumerate(pieces):
        part = _PART.fullmatch(piece.label)
        if not part:
            yield piece.label, [piece]
            continue
        number, total = int(part[2]), int(part[3])
        waiting = unfinished[part[1], total, number - 1]
        if number != 1 and not (waiting and waiting[-1][1][-1].end <= piece.start):
            raise _incomplete(path, piece)
        opened, parts = waiting.pop() if number > 1 else (position, [])
        parts.append(piece)
        if number == total:
            yield part[1], parts
        else:  # what was opened last is continued first
            insort(unfinished[part[1], total, number], (opened, parts), key=itemgetter(0))
    for _, parts in (first for waiting in unfinished.values() for first in waiting):
        raise _incomplete(path, parts[-1])


def _incomplete(path: Path, piece: MentionPiece) -> FormatError:
    problem = f"'{piece.label}' is part of a discontinuous mention of which another part is missing"
    return FormatError(
        path, piece.line, problem, "Its parts are numbered in text order and do not overlap.", code="unclosed"
    )


def _mention(path: Path, label: str, parts: list[MentionPiece], fields: Sequence[str], marks: _Marks) -> _Found:
    opening = parts[0].opening.split("-", len(fields) - 1)
    values = dict(zip(fields, map(unquote, opening) if "%" in parts[0].opening else opening, strict=False))
    words = span_of((marks.words_before[part.start], marks.words_before[part.end]) for part in parts)
    counted = bool(marks.empty or values.get("head"))
    nodes = [range(part.start, part.end) for part in parts] if counted else []
    empty = [token for positions in nodes for token in marks.empty_between(positions)]
    span = Span.over((*(words or ()), *empty)) if empty or not words else words
    other = dict(item.partition(":")[::2] for item in values.get("other", "").split(","))
    head = _nth(path, parts[0], "head", nodes, values.get("head", "") or ("" if words else "1"))
    minimum = values.get("minspan", "").split(",")
    tokens = list(words.ranges()) if words and any(minimum) else []
    kernel = sorted({_nth(path, parts[0], "minspan", tokens, number) or 0 for number in minimum if number})
    attributes = Attributes(
        head=None if head is None else marks.empty.get(head, marks.words_before[head]),
        minimum=span_of((token, token + 1) for token in kernel),
        type=(values.get("etype") or values.get("entity") or "").upper(),
        optional=other.get("optional") == "yes",
        kind=_KINDS.get(other.get("kind", "")),
        clause=other.get("clause") == "yes",
    )
    return _Found(label, parts[0].start, span, attributes)


def _nth(path: Path, piece: MentionPiece, name: str, parts: list[range], number: str) -> int | None:
    if not number:
        return None
    total = sum(map(len, parts))
    position = number_of(number) - 1
    if not 0 <= position < total:
        problem = f"the {name} '{number}' of the mention '{piece.label}' lies outside it"
        cure = f"It counts the {total} words of the mention from 1."
        raise FormatError(path, piece.line, problem, cure, code="bad-span")
    for part in parts:
        if position < len(part):
            return part[position]
        position -= len(part)
    return None


def _entity_types(text: Document, mentions: list[_Found]) -> tuple[str, ...]:
    """The entity type of each word: that of the shortest of the mentions that have one."""
    types = [""] * len(text.words)
    free = list(range(len(text.words) + 1))  # the next word without one, or on the way
    for mention in sorted(mentions, key=lambda mention: -len(mention.span))[::-1]:
        words = overt_span(mention.span) if mention.attributes.type else None
        for part in words.ranges() if words else ():
            token = part.start
            while token < part.stop:
                if free[token] == token:
                    types[token] = mention.attributes.type
                    free[token] = token + 1
                free[token] = free[free[token]]
                token = free[token]
    return tuple(types)


def _key(id: str, mentions: list[_Found], marks: _Marks, named: bool) -> Clusters:
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    opened: dict[tuple[str, int], Span] = {}
    for draft in mentions:
        chains.setdefault(draft.chain, []).append(draft.span)
        attributes.setdefault(draft.span, draft.attributes)
        opened[draft.chain, draft.node] = draft.span
    ordered = sorted((sorted(spans), chain) for chain, spans in chains.items())
    index = {chain: number for number, (_, chain) in enumerate(ordered)}
    split: dict[Span, set[int]] = {}
    bridges: list[Bridge] = []
    for link in marks.links:
        if link.antecedent not in index or link.anaphor not in index or link.antecedent == link.anaphor:
            continue  # `remarks` tells
        # writers put links where the mention opens; some, where the chain begins
        mention = opened.get((link.anaphor, link.node), ordered[index[link.anaphor]][0][0])
        if link.relation is None:
            split.setdefault(mention, set()).add(index[link.antecedent])
        else:
            entity = ordered[index[link.antecedent]][0]
            # bridging is to an entity: to its last mention before the anaphor, or else to its first
            nearest = max((span for span in entity if span < mention), default=entity[0])
            bridges.append(Bridge(mention, nearest, unquote(link.relation)))
    return Clusters(
        document_id=id,
        chains=tuple(tuple(spans) for spans, _ in ordered),
        attributes=attributes,
        split={mention: tuple(sorted(antecedents)) for mention, antecedents in split.items()},
        non_anaphoric=marks.non_anaphoric,
        bridges=tuple(sorted(bridges, key=attrgetter("anaphor"))),
        ids=tuple(unquote(chain) for _, chain in ordered) if named else (),
    )


# Writing


def _render(document: Document, key: Clusters) -> str:
    """The lines of one document.

    Raises:
        FormatError: two mentions of one chain cross.
    """
    order = {token: order for order, token in enumerate(document.in_text_order())} if document.nodes else {}
    in_order = document
    if order:  # brackets nest if they do so among words and empty nodes
        forms = tuple(document.words_of(Span(token, token + 1)) for token in order)
        in_order = replace(document, words=forms, spaces=(" ",) * len(forms), nodes=())
    require_nesting_in_chains(in_order, placed(document, key), gaps=True)
    tree = document.annotation
    # a paragraph or turn ends a sentence, if nothing else says where sentences end
    shown = (*document.paragraph_starts, *(label.start for label in document.labels))
    marked = tree.sentence_starts if tree else document.sentence_starts or shown
    starts = sorted({0, *marked})
    paragraphs = set(starts).intersection(document.paragraph_starts)
    number = {start: number for number, start in enumerate((*starts, len(document.words)))}
    exact = [heading for heading in document.headings if heading.start in number and heading.end in number]
    sizes = {heading.start: number[heading.end] - number[heading.start] for heading in exact}  # in sentences
    values = _values(document, key, paragraphs, order)
    nodes = _rows_of_nodes(document, starts, values) if document.nodes else {}
    blocks = {start: f"# newpar_block = head ({count} s)" for start, count in sizes.items()}

    def rows(start: int, end: int) -> Iterator[str]:
        yield from nodes.get((start, start), ())
        for token in range(start, end):
            yield _row(document, token, start, values.get(token, []))
            yield from nodes.get((start, token + 1), ())

    return render(document, _comments(document, key), starts, rows, blocks)


def _comments(document: Document, key: Clusters) -> Iterator[str]:
    yield f"# newdoc id = {document.id}"
    yield f"# global.Entity = {_FIELDS}"
    heads = [attributes.head for attributes in key.attributes.values() if attributes.head is not None]
    if key.chains and all(head >= FIRST_NODE for head in heads):  # a zero is its own head
        yield "# {} = {}".format(*_COMPUTED)
    if key.chains and not key.ids:
        yield "# {} = {}".format(*_NUMBERED)
    if document.language:
        yield f"# lang = {document.language}"
    if document.genre:
        yield f"# meta::genre = {document.genre}"


def _moved(span: Span, order: Mapping[int, int]) -> Span:
    return Span.over(order[token] for token in span) if order else span


def _rows_of_nodes(document: Document, starts: list[int], values: dict[int, list[str]]) -> _Rows:
    bounds = pairwise((*starts, len(document.words)))
    ids = {token: str(token - start + 1) for start, end in bounds for token in range(start, end)} | {-1: "0"}
    for number, node in enumerate(document.nodes):
        ids[FIRST_NODE + number] = f"{node.place - starts[node.sentence]}.{node.rank}"
    rows: _Rows = {}
    for number, node in enumerate(document.nodes):
        layers = (layer or "_" for layer in (node.form, node.lemma, node.pos, node.tag, node.morphology))
        relations = "|".join(f"{ids[governor]}:{relation}" for governor, relation in node.relations)
        misc = "|".join(values.get(FIRST_NODE + number, []))
        line = "\t".join((ids[FIRST_NODE + number], *layers, "_", "_", relations or "_", misc or "_"))
        rows.setdefault((starts[node.sentence], node.place), []).append(line)
    return rows


def _values(document: Document, key: Clusters, paragraphs: set[int], order: Mapping[int, int]) -> dict[int, list[str]]:
    """Return the sorted values of MISC of the tokens that have any; `order` is that of tokens among words and nodes."""
    values: dict[int, list[str]] = {}
    tokens = document.in_text_order() if order else range(len(document.words))
    for position, brackets in bracket_cells(_brackets(document.annotation, key, order), "").items():
        values.setdefault(tokens[position], []).append(f"Entity={brackets}")
    for token, reason in key.non_anaphoric.items():
        values.setdefault(token, []).append(f"It={encoded(reason.capitalize())}")
    for token, space in enumerate(document.spaces):
        if spacing := space_value(space, token + 1, len(document.words), paragraphs):
            values.setdefault(token, []).append(spacing)
    if document.prefix:
        values.setdefault(0, []).append(f"SpacesBefore={escape(document.prefix)}")
    links: dict[tuple[int, str], list[str]] = {}
    for name, span, link in _links(key):
        links.setdefault((tokens[_moved(span, order).start], name), []).append(link)
    for (token, name), pairs in sorted(links.items()):
        values.setdefault(token, []).append(f"{name}={','.join(pairs)}")
    return {token: sorted(entries) for token, entries in values.items()}


def _links(key: Clusters) -> Iterator[tuple[str, Span, str]]:
    """Bridging and split antecedents as they are written with an anaphor; both connect chains."""
    labels = _labels(key)
    label = {span: label for label, chain in zip(labels, key.chains, strict=True) for span in chain}
    for bridge in key.bridges:
        if bridge.anaphor in label and bridge.antecedent in label:
            relation = f":{encoded(bridge.relation)}" if bridge.relation else ""
            yield "Bridge", bridge.anaphor, f"{label[bridge.antecedent]}<{label[bridge.anaphor]}{relation}"
    for span, antecedents in sorted(key.split.items()):
        yield from (("SplitAnte", span, f"{labels[antecedent]}<{label[span]}") for antecedent in antecedents)


def _brackets(tree: Annotation | None, key: Clusters, order: Mapping[int, int]) -> Iterator[tuple[Span, str]]:
    """Each mention, or each part of a discontinuous one, with the text of its opening bracket."""
    for chain_label, chain in zip(_labels(key), key.chains, strict=True):
        for mention in chain:
            fields = _fields(tree, mention, key.attributes.get(mention, Attributes()), order)
            span = _moved(mention, order)
            parts = [*span.ranges()]
            for number, part in enumerate(parts, start=1):
                label = f"{chain_label}[{number}/{len(parts)}]" if span.gaps else chain_label
                yield Span(part.start, part.stop), f"{label}-{fields}".rstrip("-")


def _labels(key: Clusters) -> Sequence[str]:
    """Return the label of each chain: its id, or its number."""
    return [encoded(id) for id in key.ids] or [f"e{number}" for number in range(1, len(key.chains) + 1)]


def _fields(tree: Annotation | None, span: Span, attributes: Attributes, order: Mapping[int, int]) -> str:
    head = attributes.head
    if head is None or head not in span:
        head = tree.head_of(span) if tree and span.end <= FIRST_NODE else span.start
    number = _moved(span, order).index(order[head] if order else head) + 1
    words = overt_span(span)  # `read` counts words for the minimum
    kernel = list(attributes.minimum or ())
    minimum = [str(words.index(token) + 1) for token in kernel if token in words] if words else []
    flags = {"optional:yes": attributes.optional, "clause:yes": attributes.clause}
    other_field = [f"kind:{attributes.kind}"] if attributes.kind else []
    other_field += [flag for flag, is_set in flags.items() if is_set]
    minspan = ",".join(minimum) if len(minimum) == len(kernel) else ""
    return "-".join((encoded(attributes.type.lower()), str(number), ",".join(other_field), minspan))


def _row(document: Document, token: int, start: int, values: list[str]) -> str:
    tree = document.annotation
    layers = ["_"] * 6
    if tree:
        head = 0 if tree.head[token] == token else tree.head[token] - start + 1
        layers = [tree.lemma[token], tree.pos[token], tree.tag[token], tree.morphology[token], str(head)]
        layers = [*(layer or "_" for layer in layers), tree.relation[token]]
    return "\t".join((str(token - start + 1), document.words[token], *layers, "_", "|".join(values) or "_"))


FORMAT = Format(
    name="corefud",
    source="CoNLL-U with `Entity` brackets: CorefUD 1.x and UD GUM; with `ClusterId` (CorefUD 0.x) or `coref_chains` "
    "(Stanza); treebanks without marks too (Nedoluzhko et al. 2022).",
    suffix=".conllu",
    recognises=recognises,
    read=read,
    unread="multiword tokens, enhanced relations of words, other comments and the rest of MISC",
    richness=80,
    has_trees=True,
    read_response=read_response,
    token_lines=token_lines,
    remarks=remarks,
    mend=mend,
    write=write,
    inexpressible=partial(unnested_in_chains, gaps=True),
    keeps_zeros=True,
)
