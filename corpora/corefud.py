"""CoNLL-U with `Entity` brackets: CorefUD 1.x and UD GUM; treebanks without them too (Nedoluzhko et al. 2022)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import get_args
from urllib.parse import unquote

from anaphora.corpora._brackets import Brackets, Piece
from anaphora.corpora._conllu import Sentence, document, documents, misc, node_tokens
from anaphora.corpora._corefud_writing import COMPUTED, NUMBERED, render
from anaphora.corpora._lines import claim, number_of
from anaphora.corpora._spans import span_of
from anaphora.corpora._writing import unnested_in_chains
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, Kind, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

SUFFIX = ".conllu"
ZEROS = True
UNREAD = "multiword tokens, enhanced relations of words, bridging, other comments and the rest of MISC"

_SIGNS = re.compile(r"^(?:# ?(?:newdoc|newpar|sent_id|global\.Entity)\b|\d[-.\d]*+(?:\t[^\t\n]*){9}$)", re.MULTILINE)
_PART = re.compile(r"(.+)\[(\d{1,4})/(\d{1,4})\]")
_IDS = frozenset(("eid", "GRP"))


@dataclass(frozen=True, slots=True)
class _Found:
    chain: str
    node: int
    span: Span
    attributes: Attributes


@dataclass(slots=True)
class _Marks:
    """What MISC says, while a document is read; positions count nodes, that is words and empty nodes.

    `empty` has the token of each empty node.
    """

    words_before: list[int] = field(default_factory=list)
    empty: dict[int, int] = field(default_factory=dict)
    pieces: list[Piece] = field(default_factory=list)
    split: list[tuple[str, str, int]] = field(default_factory=list)
    non_anaphoric: dict[int, str] = field(default_factory=dict)


def recognises(head: str, path: Path) -> bool:
    """Whether a file that begins with `head`, or has this name, is one."""
    rows_of_webanno = head.removeprefix("\ufeff").startswith("#FORMAT=WebAnno")  # they may have ten columns too
    return (bool(_SIGNS.search(head)) and not rows_of_webanno) or path.suffix in {".conllu", ".corefud"}


def read(path: Path) -> Iterator[tuple[Document, Clusters]]:
    """The documents of a file with their trees, and keys that are empty where there are no `Entity` brackets.

    The fields of a mention are named by `# global.Entity`: of CorefUD are read `etype` (entity type, upper-cased) and
    `head`, of UD GUM `minspan` too, of `other` what `write` puts there (`kind:name`, `optional:yes`). Annotation is
    `None` unless every word has part of speech, head and relation; its entity column holds the type of the innermost
    mention around a token. `It=Pleonastic` and `It=Clausal` mark pronouns that refer to no nominal. Ids of chains are
    kept where they are `eid`, which holds for a whole corpus, unless `write` made them; GUM's `GRP` holds for a
    document.

    Raises:
        FormatError: brackets do not match, a sentence is no tree, a head lies outside its mention, columns are
            missing, or a document is named twice.
    """
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
            any(sentence.comments.get(name) == value for sentence in sentences) for name, value in (COMPUTED, NUMBERED)
        )
        names = ["" if computed and field == "head" else field for field in fields]
        text = document(path, id, sentences)
        _require_ids(path, sentences, fields)
        marks = _marks(path, sentences)
        mentions = [_mention(path, chain, parts, names, marks) for chain, parts in _join_parts(path, marks.pieces)]
        if mentions and text.annotation:
            text = replace(text, annotation=_with_types(text.annotation, mentions))
        yield text, _key(id, mentions, marks, named=fields[:1] == ["eid"] and not numbered)


def write(documents: Iterable[tuple[Document, Clusters]]) -> str:
    """Documents as CorefUD with their trees; without annotation the columns of the tree are "_".

    All that `read` knows is kept. A head that the key does not give is that of
    the tree, or else the first token; where it gives none at all, a comment keeps `read` from taking them for the
    corpus' own.

    Raises:
        FormatError: two mentions of one chain cross.
    """
    return "".join(pieces(documents))


def pieces(documents: Iterable[tuple[Document, Clusters]]) -> Iterator[str]:
    """What `write` joins, a piece for each document."""
    return (render(document, key) for document, key in documents)


def inexpressible(key: Clusters) -> Iterator[tuple[int, Span]]:
    """Chain and span of each mention that `write` refuses: those that cross one of their chain."""
    return unnested_in_chains(key, gaps=True)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    rows = (row for _, sentences in documents(path) for sentence in sentences for row in sentence.rows)
    return [line for line, cells in rows if cells[0].isdecimal()]


def _require_ids(path: Path, sentences: list[Sentence], fields: list[str]) -> None:
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


def _marks(path: Path, sentences: list[Sentence]) -> _Marks:
    marks, empty = _Marks(), node_tokens(sentences)
    brackets = Brackets(path, lambda text: text.partition("-")[0])
    words = 0
    for line, cells in (row for sentence in sentences for row in sentence.rows):
        if "-" in cells[0]:
            continue
        node = len(marks.words_before)
        marks.words_before.append(words)
        if line in empty:
            marks.empty[node] = empty[line]
        else:
            words += 1
        if cells[9] == "_":
            continue
        values = misc(cells[9])
        if "Entity" in values:
            marks.pieces += brackets.close(values["Entity"], node, line)
        if "SplitAnte" in values:
            for link in values["SplitAnte"].split(","):
                antecedent, _, anaphor = link.partition("<")
                marks.split.append((antecedent, anaphor, node))
        if "It" in values and "." not in cells[0]:
            marks.non_anaphoric[words - 1] = unquote(values["It"]).lower()
    brackets.finish()
    marks.words_before.append(words)
    return marks


def _join_parts(path: Path, pieces: list[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    """The pieces of each mention with the label of its chain; `e5[1/2]` and `e5[2/2]` are one discontinuous mention."""
    unfinished: dict[tuple[str, int], list[list[Piece]]] = {}
    for piece in pieces:
        part = _PART.fullmatch(piece.label)
        if not part:
            yield piece.label, [piece]
            continue
        number, total = int(part[2]), int(part[3])
        waiting = unfinished.setdefault((part[1], total), [])
        if number == 1:
            waiting.append([])
        parts_so_far = next((parts for parts in reversed(waiting) if len(parts) == number - 1), None)
        if parts_so_far is None or (parts_so_far and piece.start < parts_so_far[-1].end):
            raise _incomplete(path, piece)
        parts_so_far.append(piece)
        if number == total:
            waiting.remove(parts_so_far)
            yield part[1], parts_so_far
    for parts in (parts for waiting in unfinished.values() for parts in waiting):
        raise _incomplete(path, parts[-1])


def _incomplete(path: Path, piece: Piece) -> FormatError:
    problem = f"'{piece.label}' is part of a discontinuous mention of which another part is missing"
    return FormatError(
        path, piece.line, problem, "Its parts are numbered in text order and do not overlap.", code="unclosed"
    )


def _mention(path: Path, label: str, parts: list[Piece], fields: list[str], marks: _Marks) -> _Found:
    opening = parts[0].opening.split("-", len(fields) - 1)
    values = dict(zip(fields, map(unquote, opening), strict=False))
    words = span_of((marks.words_before[part.start], marks.words_before[part.end]) for part in parts)
    counted = bool(marks.empty or values.get("head"))
    nodes = [node for part in parts for node in range(part.start, part.end)] if counted else []
    empty = sorted(marks.empty[node] for node in nodes if node in marks.empty)
    span = Span.over((*(words or ()), *empty)) if empty or not words else words
    other = dict(item.partition(":")[::2] for item in values.get("other", "").split(","))
    head = _nth(path, parts[0], "head", nodes, values.get("head", "") or "1" * (not words))
    minimum = values.get("minspan", "").split(",")
    tokens = [token for token in span if token < FIRST_NODE] if any(minimum) else []
    kernel = sorted({_nth(path, parts[0], "minspan", tokens, number) or 0 for number in minimum if number})
    attributes = Attributes(
        head=None if head is None else marks.empty.get(head, marks.words_before[head]),
        minimum=span_of((token, token + 1) for token in kernel),
        type=(values.get("etype") or values.get("entity") or "").upper(),
        optional=other.get("optional") == "yes",
        kind=next((kind for kind in get_args(Kind) if kind == other.get("kind")), None),
    )
    return _Found(label, parts[0].start, span, attributes)


def _nth(path: Path, piece: Piece, name: str, items: list[int], number: str) -> int | None:
    if not number:
        return None
    if not 0 < number_of(number) <= len(items):
        problem = f"the {name} '{number}' of the mention '{piece.label}' lies outside it"
        cure = f"It counts the {len(items)} words of the mention from 1."
        raise FormatError(path, piece.line, problem, cure, code="bad-span")
    return items[int(number) - 1]


def _with_types(annotation: Annotation, mentions: list[_Found]) -> Annotation:
    entity = list(annotation.entity)
    spans = [(mention.span, mention.attributes.type) for mention in mentions if mention.attributes.type]
    for span, type in sorted(spans, key=lambda entry: -len(entry[0])):  # inner mentions overwrite outer ones
        for token in takewhile(FIRST_NODE.__gt__, span):
            entity[token] = type
    return replace(annotation, entity=tuple(entity))


def _key(id: str, mentions: list[_Found], marks: _Marks, named: bool) -> Clusters:
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    opened: dict[tuple[str, int], Span] = {}
    for found in mentions:
        chains.setdefault(found.chain, []).append(found.span)
        attributes.setdefault(found.span, found.attributes)
        opened[found.chain, found.node] = found.span
    ordered = sorted((sorted(spans), chain) for chain, spans in chains.items())
    index = {chain: number for number, (_, chain) in enumerate(ordered)}
    split: dict[Span, set[int]] = {}
    for antecedent, anaphor, node in marks.split:
        if antecedent in index and anaphor in index:
            # writers put SplitAnte where the mention opens; some, where the chain begins
            mention = opened.get((anaphor, node), ordered[index[anaphor]][0][0])
            split.setdefault(mention, set()).add(index[antecedent])
    return Clusters(
        document_id=id,
        chains=tuple(tuple(spans) for spans, _ in ordered),
        attributes=attributes,
        split={mention: tuple(sorted(antecedents)) for mention, antecedents in split.items()},
        non_anaphoric=marks.non_anaphoric,
        ids=tuple(unquote(chain) for _, chain in ordered) if named else (),
    )
