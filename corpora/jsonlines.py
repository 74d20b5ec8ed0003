"""Clusters as JSON, whose field names show what spans count; each system has its own."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora import plain
from anaphora.corpora._format import Format, Mender, Pair, by_signs
from anaphora.corpora._lines import claim, objects
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._mentions import (
    blanks,
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
from anaphora.corpora.answers import IDS, answers, chains_in_words, is_impossible, key_in_words
from anaphora.corpora.plain import span_over
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.external.records import RECORDED, SCHEMAS
from anaphora.workbench.key import Clusters

_INCLUSIVE, _EXCLUSIVE = 1, 0


class _Dialect(NamedTuple):
    """Names that a system gives its words and its clusters; adding `end` to the end of a span makes it exclusive.

    Spans that are `by_sentence` begin with the number of their sentence, whose tokens they count.
    """

    words: str
    clusters: str
    end: int
    by_sentence: bool = False


E2E = _Dialect("sentences", "clusters", _INCLUSIVE)
FLAT_E2E = _Dialect("tokens", "clusters", _INCLUSIVE)
ALLENNLP = _Dialect("document", "clusters", _INCLUSIVE)
MAVERICK = _Dialect("tokens", "clusters_token_offsets", _INCLUSIVE)
COREF_DATA = _Dialect("sentences", "coref_chains", _INCLUSIVE, by_sentence=True)
PRECO = _Dialect("sentences", "mention_clusters", _EXCLUSIVE, by_sentence=True)
FASTCOREF = _Dialect("text", "clusters", _EXCLUSIVE)
WL_COREF = _Dialect("cased_words", "clusters", _EXCLUSIVE)
WL_COREF_OUTPUT = _Dialect("cased_words", "span_clusters", _EXCLUSIVE)
_DIALECTS = (E2E, FLAT_E2E, ALLENNLP, MAVERICK, COREF_DATA, PRECO, FASTCOREF, WL_COREF, WL_COREF_OUTPUT)
_PREDICTED = "predicted_clusters"
"""Field in which e2e writes the chains that it found, beside the `clusters` of the key."""

_BEGIN = r"""\A(?!\ufeff?\s*\[\s*\[\s*\{[^{}]*"(?:start_char|upos|deprel)"\s*:)\ufeff?\s*"""
"""The beginning of JSON, but for that of Stanza, whose sentences are lists of objects, too."""
_SIGNS = (
    rf"""(?m){_BEGIN}[\[{{](?s:.*?)"(?:(?:span_|predicted_|mention_)?clusters|clusters_token_offsets|coref_chains"""
    rf"""|doc_key|cased_words|entities|chains|mentions)"\s*:|\A\ufeff?\s*\{{"schema":\s*"anaphora-workbench/"""
    rf"""|{_BEGIN}\[\s*\[\s*["{{]"""
    # what language models answer in prose
    r"""|^[ \t]*```\w*[ \t]*\n\s*(?:\[\s*\[\s*["{]|[\[{][^`]*?"(?:entities|clusters|chains|mentions)"\s*:)"""
    r"""|\{[^{}]*"(?:entities|clusters|chains)\\?"\s*:"""
)
_ENTITIES = "cluster_ids"
"""Ids of the clusters, in their order, that hold over documents; those of `predicted_clusters` begin like these."""
_NO_WORD = "_"
_LONGEST = 80  # characters of a value that is quoted


@dataclass(frozen=True, slots=True)
class _Record:
    """One document's object, and the line where it begins; that of a response is mended, which `counts` says."""

    path: Path
    line: int
    fields: Mapping[str, object]
    is_response: bool = False
    counts: Counter[str] = field(default_factory=Counter)

    def wrong(self, problem: str, cure: str, code: str = "") -> FormatError:
        """An error that names the file and the line of the object."""
        return FormatError(self.path, self.line, problem, cure, code=code)

    def leave_out(self, what: str, problem: str, cure: str, code: str = "") -> None:
        """Count what is left out; raise the error if nothing may be."""
        if not self.is_response:
            raise self.wrong(problem, cure, code)
        self.counts[what] += 1


def read(path: Path, *, nodes: bool = False) -> Iterator[Pair]:
    """The documents of a file: JSON objects, one a line, or one after the other, or in one array.

    The names of an object's fields show what its spans count, and whether the end is included:

    - `sentences` or `tokens`, `clusters`: e2e, s2e and others, tokens of the document, inclusive;
    - `document`, `clusters`: AllenNLP's predictor, tokens, inclusive;
    - `tokens`, `clusters_token_offsets`: maverick, tokens, inclusive;
    - `sentences` of objects with `tokens`, `coref_chains`: coref-data ("indiscrim"), `[sentence, start, end]` with
      tokens of that sentence, inclusive;
    - `sentences`, `mention_clusters`: PreCo, `[sentence, start, end]`, exclusive; a sentence of a blank divides
      paragraphs;
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


def read_response(path: Path, *, nodes: bool = False) -> Iterator[Pair]:
    """Yield what `read` yields, but of an object with `predicted_clusters` these, not the clusters of the key.

    Answers of language models are read as they come: JSON in prose and fences, or cut off. `entities`, `clusters` or
    `chains` may be lists of words, or of objects with the words as `text` or `mention` (and where they are as `start`,
    or their context as `context`), under `mentions` or by the name of an entity. These are looked for in the text, or,
    if there is none, left to be found in that of the key (`Clusters.quotes`). Also what `anaphora import` wrote is
    read. Spans beyond the text are left out. Where all spans of a file are possible if their end is included, or not
    included, and not as `read` takes them, they are read so. The keys say what was `mended`.

    Raises:
        FormatError: as for `read`, but for single spans.
    """
    return ((document, key) for _, document, key in _documents(path, response=True, nodes=nodes))


def token_lines(path: Path, *, nodes: bool = False) -> list[int]:
    """The line, for each token of the file, where the object of its document begins."""
    return [line for line, document, _ in _documents(path, nodes=nodes) for _ in document.words]


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents in the shape of e2e, one a line; speakers that are not known are `-` as in CoNLL-2012.

    Raises:
        FormatError: a mention is discontinuous.
    """
    return (json.dumps(_render(document, key), ensure_ascii=False) + "\n" for document, key in documents)


def mend(mender: Mender) -> None:
    """Take words of white space off the ends of mentions that cross sentences by them, and name documents apart."""
    for record in _records(mender.path, response=False):
        fields = dict(record.fields)
        try:
            alone = json.loads(mender.lines[record.line - 1]) == fields
        except ValueError:
            alone = False
        if not alone:
            mender.leave(record.line, "objects are mended that stand on a line of their own")
            continue
        name = next((name for name in IDS if isinstance(fields.get(name), str)), None)
        if name:
            in_words = {dialect.words for dialect in (E2E, FLAT_E2E, FASTCOREF)}
            words = json.dumps([value for key, value in fields.items() if key in in_words])
            others = json.dumps({key: value for key, value in fields.items() if key not in (name, *in_words)})
            fields[name] = mender.new_id(str(fields[name]), record.line, words, others)
        if _dialect(record) is E2E:
            fields["clusters"], moved = _without_blanks(record)
            if moved:
                what = f"{moved} mentions are taken off words of white space, by which they crossed a sentence end"
                mender.note(record.line, what)
        if fields != record.fields:
            mender.change(record.line, json.dumps(fields, ensure_ascii=False))


def _without_blanks(record: _Record) -> tuple[list[list[list[int]]], int]:
    """The clusters of e2e, of whose mentions that cross a sentence end the blank words at their ends are taken off."""
    document, _ = _document(record, "", turned=False, nodes=False)
    sentence = [number for number, (start, end) in enumerate(sentences(document)) for _ in range(start, end)]
    clusters: list[list[list[int]]] = []
    moved = 0
    for spans in _clusters(record, E2E, 2):
        clusters.append([])
        for start, end in spans:
            first, last = start, end
            while first < last and not document.words[first].strip():
                first += 1
            while first < last and not document.words[last].strip():
                last -= 1
            mends = sentence[start] != sentence[end] and sentence[first] == sentence[last]
            moved += mends
            clusters[-1].append([first, last] if mends else [start, end])
    return clusters, moved


def _documents(path: Path, response: bool = False, nodes: bool = False) -> Iterator[tuple[int, Document, Clusters]]:
    taken: set[str] = set()
    turned = response and _has_other_ends(path)
    for number, record in enumerate(_records(path, response), start=1):
        id = _id(record) or (path.stem if number == 1 else f"{path.stem}-{number}")
        claim(path, record.line, id, taken)
        document, key = _document(record, id, turned, nodes)
        yield record.line, document, replace(key, mended=+record.counts) if record.is_response else key


def _records(path: Path, response: bool) -> Iterator[_Record]:
    if response:
        yield from (_Record(path, line, fields, True, counts) for line, fields, counts in answers(path, text_of(path)))
        return
    yield from (_Record(path, line, fields) for line, fields in objects(path))


def _document(record: _Record, id: str, turned: bool, nodes: bool) -> Pair:
    if record.is_response and (chains := _in_words(record)) is not None:
        return _of_words(record, chains, id)
    dialect = _dialect(record)
    if turned and not dialect.by_sentence:
        dialect = dialect._replace(end=1 - dialect.end)
        record.counts["ends"] += sum(map(len, _clusters(replace(record, counts=Counter()), dialect, 2)))
    is_text = dialect.words == FASTCOREF.words and isinstance(record.fields[dialect.words], str)
    return _of_text(record, dialect, id) if is_text else _of_tokens(record, dialect, id, nodes)


def _has_other_ends(path: Path) -> bool:
    """Return whether the spans of a response can only be right with ends of the other kind: included, or not included.

    The first span that is impossible so decides that they are not.
    """
    needed = False
    for record in _records(path, response=True):
        if _in_words(record) is not None:
            continue
        dialect = _dialect(record)
        if dialect.by_sentence:
            continue
        text = record.fields[dialect.words]
        if not isinstance(text, str):
            text = [None] * sum(map(len, _rows(record, dialect)))
        for start, last in chain.from_iterable(_clusters(record, dialect, 2)):
            if is_impossible(text, start, last + 1 - dialect.end):
                return False
            needed = needed or is_impossible(text, start, last + dialect.end)
    return needed


def _fits(record: _Record, dialect: _Dialect) -> bool:
    return dialect.words in record.fields and dialect.clusters in record.fields


def _in_words(record: _Record) -> Sequence[object] | None:
    """The chains of a response whose mentions are words; `None` if it has none, or spans beside them."""
    name, chains = chains_in_words(record.fields) or ("", None)
    has_spans = name != E2E.clusters and any(_fits(record, dialect) for dialect in _dialects(record))
    return None if has_spans else chains


def _of_words(record: _Record, chains: Sequence[object], id: str) -> Pair:
    """An answer with its own words, in which its mentions are found, or without: then the key's will be looked at."""
    text = record.fields.get(FASTCOREF.words)
    if isinstance(text, str) and text.strip():
        document = plain.document(_characters(record, text), id)
    else:
        text = None
        rows = next((name for name in (E2E.words, FLAT_E2E.words) if isinstance(record.fields.get(name), list)), "")
        words = tuple(chain.from_iterable(_rows(record, E2E._replace(words=rows)))) if rows else ()
        document = Document(id, words, blanks(len(words)))
    return document, key_in_words(document, text, chains, record.counts)


def _id(record: _Record) -> str:
    """The first of the fields that may name a document and does."""
    for name in IDS:
        value = record.fields.get(name)
        if type(value) is int:
            return str(value)
        if isinstance(value, str) and value:
            return _characters(record, value)
    return ""


def _dialects(record: _Record) -> Sequence[_Dialect]:
    """The conventions that an object may follow: all, or those of e2e and its like for what they predicted."""
    has_key = any(dialect.clusters in record.fields for dialect in _DIALECTS)
    if _PREDICTED not in record.fields or (has_key and not record.is_response):
        return _DIALECTS
    return [dialect._replace(clusters=_PREDICTED) for dialect in _DIALECTS if dialect.clusters == E2E.clusters]


def _dialect(record: _Record) -> _Dialect:
    """The convention of an object, by its field names."""
    if "subtoken_map" in record.fields:
        cure = "Give the file from before they were divided, or map the spans back to words."
        raise record.wrong("the spans count subtokens of a neural model ('subtoken_map')", cure, code="inconsistent")
    schema = record.fields.get("schema")
    if isinstance(schema, str) and schema.startswith(SCHEMAS):
        return _recorded(record, schema)
    fits = [dialect for dialect in _dialects(record) if _fits(record, dialect)]
    alike = len({dialect.clusters for dialect in fits}) == 1 and [dialect.words for dialect in fits] == [
        E2E.words,
        FLAT_E2E.words,
    ]
    if alike and list(chain.from_iterable(_rows(record, fits[0]))) == _rows(record, fits[1])[0]:
        return fits[0]
    fields = ", ".join(f"{dialect.words}/{dialect.clusters}" for dialect in _DIALECTS)
    if not fits:
        problem = f"the object has no words with clusters, but the fields {_quote(', '.join(record.fields))}"
        raise record.wrong(problem, f"Known fields are {fields}.", code="unknown-format")
    if len(fits) > 1:
        names = " and ".join(f"{dialect.words}/{dialect.clusters}" for dialect in fits)
        cure = "Leave the fields of only one, so that spans are clear."
        raise record.wrong(f"several conventions fit ({names})", cure, code="unknown-format")
    return fits[0]


def _recorded(record: _Record, schema: str) -> _Dialect:
    """The convention of what `anaphora import` wrote."""
    if schema != RECORDED or not record.fields.get(FLAT_E2E.words):
        cure = "Import it, and score what is written: anaphora import INPUT PREDICTIONS --output recorded.jsonl"
        raise record.wrong(f"this is of the schema {_quote(schema)} without the tokens that it counts", cure)
    return FLAT_E2E._replace(end=_EXCLUSIVE)


def _of_tokens(record: _Record, dialect: _Dialect, id: str, nodes: bool) -> tuple[Document, Clusters]:
    rows = _rows(record, dialect)
    starts = tuple(accumulate(map(len, rows), initial=0))
    words = tuple(chain.from_iterable(rows))
    borders = starts if dialect.by_sentence else (0, len(words))
    spans = [
        [span for mention in cluster if (span := _span(record, dialect, borders, mention))]
        for cluster in _clusters(record, dialect, 3 if dialect.by_sentence else 2)
    ]
    ids = _entities(record, dialect, len(spans))
    if nodes:
        document, numbers = document_of(id, words)
        key = _key(id, spans_of(spans, numbers), ids)
        return document, replace(key, attributes=heads_of_zeros(key.chains))
    firsts = tuple(start for start, end in pairwise(starts) if start < end) if dialect.words == "sentences" else ()
    speakers = _speakers(record, len(words))
    paragraphs = _paragraphs(rows, starts) if dialect is PRECO else ()
    return Document(id, words, blanks(len(words)), firsts, paragraphs, speakers=speakers), _key(id, spans, ids)


def _paragraphs(rows: Sequence[Sequence[str]], starts: Sequence[int]) -> tuple[int, ...]:
    """The words that begin paragraphs: in PreCo, sentences without words stand between them."""
    empty = [number for number, row in enumerate(rows) if not row]
    return tuple(sorted({0, *(starts[number] for number in empty)} - {starts[-1]})) if empty else ()


def _speakers(record: _Record, words: int) -> tuple[str, ...]:
    rows = record.fields.get("speakers") or record.fields.get("speaker")
    if not isinstance(rows, list):
        return ()
    names = list(chain.from_iterable(row if isinstance(row, list) else [row] for row in rows))
    if len(names) != words or not all(isinstance(name, str) for name in names):
        return ()
    for name in {*names}:
        _characters(record, name)
    return speakers_of(names)


def _of_text(record: _Record, dialect: _Dialect, id: str) -> tuple[Document, Clusters]:
    text = _characters(record, record.fields[dialect.words])
    clusters = [
        [span for mention in cluster if (span := _span(record, dialect, (0, len(text)), mention))]
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
    record.counts["blank"] += zeros
    ids = _entities(record, dialect, len(spans))
    key = _key(id, [[*filter(None, cluster)] for cluster in spans], ids, zeros)
    return document, replace(key, in_characters=True)


def _key(id: str, clusters: Sequence[Sequence[Span]], ids: Sequence[str], zeros: int = 0) -> Clusters:
    if not ids:
        return Clusters(id, in_text_order(clusters), zeros=zeros)
    named = [(tuple(sorted(spans)), name) for spans, name in zip(clusters, ids, strict=True) if spans]
    named.sort(key=lambda chain: chain[0][0])
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
    rows = [_words(record, dialect, _tokens(sentence) if dialect is COREF_DATA else sentence) for sentence in value]
    return [[] if dialect is PRECO and row == [" "] else row for row in rows]


def _tokens(sentence: object) -> object:
    """The words of a sentence of coref-data, or what stands in their place."""
    tokens = sentence.get("tokens") if isinstance(sentence, dict) else sentence
    if not isinstance(tokens, list):
        return tokens
    return [token.get("text", token.get("form")) if isinstance(token, dict) else token for token in tokens]


def _words(record: _Record, dialect: _Dialect, value: object) -> list[str]:
    if not isinstance(value, list):
        raise record.wrong(f"'{dialect.words}' holds {_quote(value)}", "A list of words was expected.")
    try:  # all at once, which words of long texts are worth
        "".join(value).encode()
    except (TypeError, UnicodeEncodeError):
        value = [_characters(record, word) for word in value]
    return [word or _NO_WORD for word in value]


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
    value = record.fields.get(dialect.clusters)
    shape = "[sentence, start, end]" if dialect.by_sentence else "[start, end]"
    cure = f"It is a list of clusters, which are lists of spans {shape}, all integers."
    if value is None and (dialect.clusters == MAVERICK.clusters or dialect.clusters not in record.fields):
        return  # a text without its key, as participants of shared tasks get it, or without an answer
    if not isinstance(value, list):
        raise record.wrong(f"'{dialect.clusters}' is {_quote(value)}", cure)
    for cluster in value:
        if not isinstance(cluster, list):
            record.leave_out("malformed", f"a cluster is {_quote(cluster)}", cure)
            cluster = []
        spans = []
        for span in cluster:
            # not isinstance: true and false are integers too
            if not isinstance(span, list) or len(span) != length or any(type(offset) is not int for offset in span):
                record.leave_out("malformed", f"a span is {_quote(span)}", cure)
            else:
                spans.append(span)
        yield spans


def _span(record: _Record, dialect: _Dialect, starts: tuple[int, ...], mention: list[int]) -> Span | None:
    """A span in the row that it names, or in the only one; `starts` are the borders of the rows.

    `None` if it is impossible, and such may be left out.
    """
    *named, first, last = mention
    row = named[0] if named else 0
    end = last + dialect.end
    how = "included" if dialect.end else "not included"
    if last < first or end == first:
        fault = "begins after it ends" if last < first else "holds nothing"
        cure = f"By '{dialect.words}' and '{dialect.clusters}', the end comes last and is {how}."
        record.leave_out("malformed", f"the span {_quote(mention)} {fault}", cure, code="bad-span")
        return None
    if not 0 <= row < len(starts) - 1 or not 0 <= first < end <= starts[row + 1] - starts[row]:
        unit = "characters" if dialect.words == FASTCOREF.words else "tokens"
        size = f"{len(starts) - 1} sentences" if named else f"{starts[-1]} {unit}"
        problem = f"the span {_quote(mention)} is not within the document of {size}"
        cure = f"By '{dialect.words}' and '{dialect.clusters}', offsets count from 0, and the end is {how}."
        record.leave_out("outside", problem, cure, code="bad-span")
        return None
    return Span(starts[row] + first, starts[row] + end)


def _quote(value: object) -> str:
    if isinstance(value, list) and all(type(item) in {int, float, bool, str, type(None)} for item in value):
        return _shortened(json.dumps(value))
    if isinstance(value, (list, dict)):
        return "an object" if isinstance(value, dict) else "a list of lists or objects"
    return _shortened(json.dumps(value))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]}...{text[-1]}"


def _render(document: Document, key: Clusters) -> dict[str, object]:
    require_overt(document)
    require_continuous(document, key)
    bounds = sentences(document)
    speakers = document.speakers or ("",) * len(document.words)
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
    "e2e, s2e, AllenNLP, fastcoref, wl-coref, maverick, HF coref-data, PreCo.",
    suffix=".jsonlines",
    recognises=by_signs(_SIGNS, r"(?i).\.(?:jsonlines|jsonl)\Z"),
    read=read,
    unread="constituents and other fields",
    richness=30,
    is_answer=True,
    read_response=read_response,
    token_lines=token_lines,
    mend=mend,
    write=write,
    inexpressible=discontinuous,
)
