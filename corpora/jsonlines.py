"""Clusters as JSON, whose field names show what spans count; each system has its own."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise
from pathlib import Path

from anaphora.corpora import plain
from anaphora.corpora._format import Format, Pair
from anaphora.corpora._lines import claim
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._mentions import (
    discontinuous,
    document_of,
    heads_of_zeros,
    in_text_order,
    require_continuous,
    require_overt,
    sentences,
    spans_of,
    speakers_of,
)
from anaphora.corpora.plain import span_over
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Clusters

_INCLUSIVE, _EXCLUSIVE = 1, 0


@dataclass(frozen=True, slots=True)
class _Dialect:
    """What a system calls its words and its clusters; `end` is added to the end of a span to make it exclusive."""

    words: str
    clusters: str
    end: int


E2E = _Dialect("sentences", "clusters", _INCLUSIVE)
FLAT_E2E = _Dialect("tokens", "clusters", _INCLUSIVE)
ALLENNLP = _Dialect("document", "clusters", _INCLUSIVE)
MAVERICK = _Dialect("tokens", "clusters_token_offsets", _INCLUSIVE)
COREF_DATA = _Dialect("sentences", "coref_chains", _INCLUSIVE)
FASTCOREF = _Dialect("text", "clusters", _EXCLUSIVE)
WL_COREF = _Dialect("cased_words", "clusters", _EXCLUSIVE)
WL_COREF_OUTPUT = _Dialect("cased_words", "span_clusters", _EXCLUSIVE)
_DIALECTS = (E2E, FLAT_E2E, ALLENNLP, MAVERICK, COREF_DATA, FASTCOREF, WL_COREF, WL_COREF_OUTPUT)
_PREDICTED = "predicted_clusters"
"""Where e2e writes what it found, beside the `clusters` of the key."""

_SIGNS = re.compile(
    r"""\ufeff?\s*[\[{].*?"(?:(?:span_|predicted_)?clusters|clusters_token_offsets|coref_chains|doc_key|cased_words)"\s*:""",
    re.DOTALL,
)
_ENTITIES = "cluster_ids"
"""Ids of the clusters, in their order, that hold over documents; those of `predicted_clusters` begin like these."""
_IDS = ("doc_key", "document_id", "doc_id", "id")
_BLANK = re.compile(r"[ \t\r\n]*")
_NO_WORD = "_"


@dataclass(frozen=True, slots=True)
class _Record:
    """One document's object, and the line where it begins."""

    path: Path
    line: int
    fields: Mapping[str, object]

    def wrong(self, problem: str, cure: str, code: str = "") -> FormatError:
        """An error that names the file and the line of the object."""
        return FormatError(self.path, self.line, problem, cure, code=code)


def recognises(head: str, path: Path) -> bool:
    """Whether a file that begins with `head`, or has this name, is one."""
    return bool(_SIGNS.match(head)) or path.suffix.lower() in {".jsonlines", ".jsonl"}


def read(path: Path, *, nodes: bool = False) -> Iterator[Pair]:
    """The documents of a file: JSON objects, one a line, or one after the other, or in one array.

    The names of an object's fields show what its spans count, and whether the end is included:

    - `sentences` or `tokens`, `clusters`: e2e, s2e and others, tokens of the document, inclusive;
    - `document`, `clusters`: AllenNLP's predictor, tokens, inclusive;
    - `tokens`, `clusters_token_offsets`: maverick, tokens, inclusive;
    - `sentences` of objects with `tokens`, `coref_chains`: coref-data ("indiscrim"), `[sentence, start, end]` with
      tokens of that sentence, inclusive;
    - `cased_words`, `clusters` or `span_clusters`: wl-coref, tokens, exclusive;
    - `text`, `clusters`: fastcoref, characters (Unicode code points), exclusive; tokens, exclusive, if the text is a
      list of words. Words of a running text, its paragraphs and headings are found as in plain text, words being
      divided where a mention begins or ends; a mention without words is counted as zero.

    What e2e predicts stands in `predicted_clusters`: they are read where none of the fields above gives clusters, and
    otherwise by `read_response` only.

    `doc_key`, `document_id`, `doc_id` or `id` names the document, else it is called after the file and its place in
    it. `cluster_ids` (or `predicted_cluster_ids`) has an id for each cluster, which holds over all documents.
    `speakers` (wl-coref: `speaker`) names for each token who says it, in lists as those of the words are or in one; if
    there are not as many names as tokens, they are not read. All other fields are left unread. A token without
    characters becomes `_`; clusters without spans are dropped. With `nodes` tokens that begin with `##` are empty
    nodes.

    Raises:
        FormatError: this is not JSON, no or several of these conventions fit an object, spans count subtokens, are
            malformed or outside the document, or a document is named twice.
    """
    return ((document, key) for _, document, key in _documents(path, nodes=nodes))


def read_response(path: Path) -> Iterator[Pair]:
    """What `read` gives, but of an object that has `predicted_clusters` these, not the clusters of the key beside them.

    Raises:
        FormatError: as for `read`.
    """
    return ((document, key) for _, document, key in _documents(path, response=True))


def token_lines(path: Path, *, nodes: bool = False) -> list[int]:
    """The line, for each token of the file, where the object of its document begins."""
    return [line for line, document, _ in _documents(path, nodes=nodes) for _ in document.words]


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents in the shape of e2e, one a line; speakers that are not known are `-` as in CoNLL-2012.

    Raises:
        FormatError: a mention is discontinuous.
    """
    return (json.dumps(_render(document, key), ensure_ascii=False) + "\n" for document, key in documents)


def _documents(path: Path, response: bool = False, nodes: bool = False) -> Iterator[tuple[int, Document, Clusters]]:
    taken: set[str] = set()
    for number, (line, value) in enumerate(_values(path, text_of(path)), start=1):
        if not isinstance(value, dict):
            cure = "Each document is an object: {...}."
            raise FormatError(path, line, f"expected a document, found {_quote(value)}", cure)
        record = _Record(path, line, value)
        id = _id(record) or (path.stem if number == 1 else f"{path.stem}-{number}")
        claim(path, line, id, taken)
        dialect = _dialect(record, response)
        is_text = dialect.words == FASTCOREF.words and isinstance(value[dialect.words], str)
        yield line, *(_of_text(record, dialect, id) if is_text else _of_tokens(record, dialect, id, nodes))


def _values(path: Path, source: str) -> Iterator[tuple[int, object]]:
    """The values of the file, or of the one array that it is, each with the line where it begins."""
    position = _after_blank(source, 0)
    if position == len(source):
        cure = "Check that it was written completely."
        raise FormatError(path, None, "the file has only white space", cure, code="no-words")
    is_array = source[position] == "["
    if is_array:
        position = _after_blank(source, position + 1)
    line, counted = 1, 0
    while position < len(source) and not (is_array and source[position] == "]"):
        line, counted = line + source.count("\n", counted, position), position
        value, position = _decode(path, source, position, line)
        yield line, value
        position = _after_blank(source, position)
        if is_array and source.startswith(",", position):
            position = _after_blank(source, position + 1)
        elif is_array and not source.startswith("]", position):
            raise _broken(path, source, position, "',' or ']' was expected")
    if is_array and (rest := _after_blank(source, position + 1)) < len(source):
        raise _broken(path, source, rest, "something follows the array")
    if is_array and position == len(source):
        raise _broken(path, source, position, "the array has no ']'")


def _decode(path: Path, source: str, position: int, line: int) -> tuple[object, int]:
    try:
        return json.JSONDecoder().raw_decode(source, position)
    except json.JSONDecodeError as error:
        problem = error.msg.removesuffix(" at").removesuffix(" starting")
        raise _broken(path, source, error.pos, problem) from error
    except RecursionError as error:
        cure = "Clusters are lists of lists of lists."
        raise FormatError(path, line, "lists or objects are nested too deep", cure) from error
    except ValueError as error:  # a number of more than 4,300 digits
        raise FormatError(path, line, "a number is too long", "Offsets are small integers.") from error


def _broken(path: Path, source: str, position: int, problem: str) -> FormatError:
    line = source.count("\n", 0, position) + 1
    return FormatError(path, line, f"this is not JSON: {problem}", "Check that the file was written completely.")


def _after_blank(source: str, position: int) -> int:
    blank = _BLANK.match(source, position)
    return blank.end() if blank else position


def _id(record: _Record) -> str:
    """The first of the fields that may name a document and does."""
    for name in _IDS:
        value = record.fields.get(name)
        if type(value) is int:
            return str(value)
        if isinstance(value, str) and value:
            return _characters(record, value)
    return ""


def _dialects(record: _Record, response: bool) -> Sequence[_Dialect]:
    """The conventions that an object may follow: all, or those of e2e and its like for what they predicted."""
    has_key = any(dialect.clusters in record.fields for dialect in _DIALECTS)
    if _PREDICTED not in record.fields or (has_key and not response):
        return _DIALECTS
    return [replace(dialect, clusters=_PREDICTED) for dialect in _DIALECTS if dialect.clusters == E2E.clusters]


def _dialect(record: _Record, response: bool) -> _Dialect:
    """The convention of an object, by its field names."""
    if "subtoken_map" in record.fields:
        cure = "Give the file from before they were divided, or map the spans back to words."
        raise record.wrong("the spans count subtokens of a neural model ('subtoken_map')", cure, code="inconsistent")
    fits = [
        dialect
        for dialect in _dialects(record, response)
        if dialect.words in record.fields and dialect.clusters in record.fields
    ]
    alike = len({dialect.clusters for dialect in fits}) == 1 and [dialect.words for dialect in fits] == [
        E2E.words,
        FLAT_E2E.words,
    ]
    if alike and list(chain.from_iterable(_rows(record, fits[0]))) == _rows(record, fits[1])[0]:
        return fits[0]
    known = ", ".join(f"{dialect.words}/{dialect.clusters}" for dialect in _DIALECTS)
    if not fits:
        problem = f"the object has no words with clusters, but the fields {_quote(', '.join(record.fields))}"
        raise record.wrong(problem, f"Known fields are {known}.", code="unknown-format")
    if len(fits) > 1:
        names = " and ".join(f"{dialect.words}/{dialect.clusters}" for dialect in fits)
        cure = "Leave the fields of only one, so that spans are clear."
        raise record.wrong(f"several conventions fit ({names})", cure, code="unknown-format")
    return fits[0]


def _of_tokens(record: _Record, dialect: _Dialect, id: str, nodes: bool) -> tuple[Document, Clusters]:
    rows = _rows(record, dialect)
    starts = tuple(accumulate(map(len, rows), initial=0))
    words = tuple(chain.from_iterable(rows))
    by_sentence = dialect is COREF_DATA
    spans = [
        [_span(record, dialect, starts if by_sentence else (0, len(words)), mention) for mention in cluster]
        for cluster in _clusters(record, dialect, 3 if by_sentence else 2)
    ]
    ids = _entities(record, dialect, len(spans))
    if nodes:
        document, numbers = document_of(id, words)
        key = _key(id, spans_of(spans, numbers), ids)
        return document, replace(key, attributes=heads_of_zeros(key.chains))
    spaces = (" ",) * (len(words) - 1) + ("",) * bool(words)
    firsts = tuple(start for start, end in pairwise(starts) if start < end) if dialect.words == "sentences" else ()
    return Document(id, words, spaces, firsts, speakers=_speakers(record, len(words))), _key(id, spans, ids)


def _speakers(record: _Record, words: int) -> tuple[str, ...]:
    rows = record.fields.get("speakers") or record.fields.get("speaker")
    if not isinstance(rows, list):
        return ()
    names = list(chain.from_iterable(row if isinstance(row, list) else [row] for row in rows))
    is_column = len(names) == words and all(isinstance(name, str) for name in names)
    return speakers_of([_characters(record, name) for name in names]) if is_column else ()


def _of_text(record: _Record, dialect: _Dialect, id: str) -> tuple[Document, Clusters]:
    text = _characters(record, record.fields[dialect.words])
    clusters = [
        [_span(record, dialect, (0, len(text)), mention) for mention in cluster]
        for cluster in _clusters(record, dialect, 2)
    ]
    cuts = (offset for cluster in clusters for ends in cluster for offset in (ends.start, ends.end))
    try:
        document = plain.document(text, id, cuts=cuts)
    except FormatError as error:
        raise record.wrong(error.problem, error.cure, error.code) from error
    starts = document.character_starts()
    spans = [[span_over(starts, [(ends.start, ends.end)]) for ends in cluster] for cluster in clusters]
    zeros = sum(span is None for cluster in spans for span in cluster)
    ids = _entities(record, dialect, len(spans))
    return document, _key(id, [[*filter(None, cluster)] for cluster in spans], ids, zeros)


def _key(id: str, clusters: Sequence[Sequence[Span]], ids: Sequence[str], zeros: int = 0) -> Clusters:
    if not ids:
        return Clusters(id, in_text_order(clusters), zeros=zeros)
    named = sorted((tuple(sorted(spans)), name) for spans, name in zip(clusters, ids, strict=True) if spans)
    chains = tuple(spans for spans, _ in named)
    return Clusters(id, chains, zeros=zeros, ids=tuple(name for _, name in named))


def _entities(record: _Record, dialect: _Dialect, clusters: int) -> Sequence[str]:
    """The ids of the clusters; empty if there are none."""
    field = _PREDICTED.replace("clusters", _ENTITIES) if dialect.clusters == _PREDICTED else _ENTITIES
    ids = record.fields.get(field)
    if ids is None:
        return ()
    cure = f"It is a list of as many ids as there are clusters ({clusters}), strings or integers, no two of them alike."
    if not isinstance(ids, list) or len(ids) != clusters:
        raise record.wrong(f"'{field}' is {_quote(ids)}", cure)
    names = [str(name) if type(name) is int else name for name in ids]
    if wrong := [name for name in names if not isinstance(name, str) or not name]:
        raise record.wrong(f"an id of a cluster is {_quote(wrong[0])}", cure)
    if len(set(names)) < clusters:
        raise record.wrong(f"two clusters have the same id in '{field}'", cure, code="duplicate-id")
    return [_characters(record, name) for name in names]


def _rows(record: _Record, dialect: _Dialect) -> list[list[str]]:
    """The words of each sentence, or of the whole document where it is not divided."""
    value = record.fields[dialect.words]
    if dialect.words != "sentences":
        return [_words(record, dialect, value)]
    if not isinstance(value, list):
        raise record.wrong(f"'sentences' is {_quote(value)}", "It is a list of sentences, which are lists of words.")
    return [_words(record, dialect, _tokens(sentence) if dialect is COREF_DATA else sentence) for sentence in value]


def _tokens(sentence: object) -> object:
    """The words of a sentence of coref-data, or what stands in their place."""
    tokens = sentence.get("tokens") if isinstance(sentence, dict) else sentence
    if not isinstance(tokens, list):
        return tokens
    return [token.get("text", token.get("form")) if isinstance(token, dict) else token for token in tokens]


def _words(record: _Record, dialect: _Dialect, value: object) -> list[str]:
    if not isinstance(value, list):
        raise record.wrong(f"'{dialect.words}' holds {_quote(value)}", "A list of words was expected.")
    return [_characters(record, word) or _NO_WORD for word in value]


def _characters(record: _Record, value: object) -> str:
    if not isinstance(value, str):
        raise record.wrong(f"expected a string, found {_quote(value)}", "Words and texts are strings.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        cure = "Write the character itself, or both halves."
        raise record.wrong(f"{_quote(value)} contains half of a surrogate pair, no character", cure) from error
    return value


def _clusters(record: _Record, dialect: _Dialect, length: int) -> Iterator[list[list[int]]]:
    """The clusters, each a list of spans, each a list of so many integers."""
    value = record.fields[dialect.clusters]
    shape = "[sentence, start, end]" if dialect is COREF_DATA else "[start, end]"
    cure = f"It is a list of clusters, which are lists of spans {shape}, all integers."
    if value is None and dialect is MAVERICK:
        return  # a text without its key, as participants of shared tasks get it
    if not isinstance(value, list):
        raise record.wrong(f"'{dialect.clusters}' is {_quote(value)}", cure)
    for cluster in value:
        if not isinstance(cluster, list):
            raise record.wrong(f"a cluster is {_quote(cluster)}", cure)
        for span in cluster:
            # not isinstance: true and false are integers too
            if not isinstance(span, list) or len(span) != length or any(type(offset) is not int for offset in span):
                raise record.wrong(f"a span is {_quote(span)}", cure)
        yield cluster


def _span(record: _Record, dialect: _Dialect, starts: tuple[int, ...], mention: list[int]) -> Span:
    """A span in the row that it names, or in the only one; `starts` are the borders of the rows."""
    *named, first, last = mention
    row, end = (named or (0,))[0], last + dialect.end
    how = "included" if dialect.end else "not included"
    if last < first or end == first:
        fault = "begins after it ends" if last < first else "holds nothing"
        cure = f"By '{dialect.words}' and '{dialect.clusters}', the end comes last and is {how}."
        raise record.wrong(f"the span {_quote(mention)} {fault}", cure, code="bad-span")
    if not 0 <= row < len(starts) - 1 or not 0 <= first < end <= starts[row + 1] - starts[row]:
        unit = "characters" if dialect.words == FASTCOREF.words else "tokens"
        size = f"{len(starts) - 1} sentences" if named else f"{starts[-1]} {unit}"
        problem = f"the span {_quote(mention)} is not within the document of {size}"
        cure = f"By '{dialect.words}' and '{dialect.clusters}', offsets count from 0, and the end is {how}."
        raise record.wrong(problem, cure, code="bad-span")
    return Span(starts[row] + first, starts[row] + end)


def _quote(value: object) -> str:
    if isinstance(value, list) and all(type(item) in {int, float, bool, str, type(None)} for item in value):
        return json.dumps(value)[:60]
    if isinstance(value, (list, dict)):
        return "an object" if isinstance(value, dict) else "a list of lists or objects"
    return json.dumps(value)[:60]


def _render(document: Document, key: Clusters) -> dict[str, object]:
    require_overt(document)
    require_continuous(document, key)
    bounds, speakers = sentences(document), document.speakers or ("",) * len(document.words)
    rows = [document.words[start:end] for start, end in bounds]
    return {
        "doc_key": document.id,
        E2E.words: rows,
        "speakers": [[name or "-" for name in speakers[start:end]] for start, end in bounds],
        E2E.clusters: [[[span.start, span.end - E2E.end] for span in spans] for spans in key.chains],
        **({_ENTITIES: list(key.ids)} if key.ids else {}),
    }


FORMAT = Format(
    name="jsonlines",
    source="Clusters as JSON lines, as systems have them: "
    "e2e, s2e, AllenNLP, fastcoref, wl-coref, maverick, HF coref-data.",
    suffix=".jsonlines",
    recognises=recognises,
    read=read,
    unread="constituents and other fields",
    richness=30,
    read_response=read_response,
    token_lines=token_lines,
    write=write,
    inexpressible=discontinuous,
)
