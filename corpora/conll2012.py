"""CoNLL columns of words, parse bits and, in the last one, bracketed chains.

Files are read twice as different: line by line, with errors that name the line; and, for scoring, large files of the
plainest kind from the bytes of the whole file at once, which takes a third of the time (see `columns`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

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
from anaphora.corpora._format import Format, Mender, Pair, Remark, UnusualError, by_signs
from anaphora.corpora._lines import claim, lines, require_columns
from anaphora.corpora._mentions import blanks, require_overt, speakers_of
from anaphora.workbench import document
from anaphora.workbench.arrays import Flags, Integers, firsts, ranks
from anaphora.workbench.chains.overlap import MentionColumns, plain_columns
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import opened
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.progress import tell_read, watch

_NAME = re.compile(r"\((.*)\)\s*+(?:;\s*+)?(part\s+\S+)?\s*")
_NONE = frozenset(("", "-", "_", "*"))
_FILLED = re.compile(r"[-*]|\(.*|.*\)")
# GUM's labels hold type, number and identity: abstract-2-English_language
_TYPED = re.compile(r"([^\d-]+)-(\d+)(?:-.*)?")
_GUM_COLUMNS = 3
_WORD_COLUMN = {2: 0, _GUM_COLUMNS: 1, 4: 2}
_FULL_WORD_COLUMN, _PARSE_COLUMN, _FEWEST_FULL_COLUMNS = 3, 5, 5
_SPEAKER_COLUMN, _FEWEST_WITH_SPEAKER = 9, 12
_INDEXED_WORD_COLUMN, _FEWEST_INDEXED = 1, 4
_RANGE = re.compile(r"[0-9]+-[0-9]+")
# (1_(2 for (1|(2; labels that are no numbers may have the sign themselves
_OTHERWISE_JOINED = re.compile(r"\(?[0-9]++\)?(?:[_,; ]++\(?[0-9]++\)?)+")
_OTHER_JOINT = re.compile("[_,; ]+")


_MARK = re.compile(r"#\s*(begin|end) document\b\s*(.*)")
"""Lines that begin and end a document, and its name."""

_PIECE = 1 << 21
_HEAD = 1 << 12  # of a file, whose tags tell what set they are of
_END = b"#end document"
_FEWEST_TABS = 4
_LONGEST_NUMBER = 9
_TAB, _NEWLINE, _SPACE, _HASH, _OPEN, _CLOSE, _BAR, _ZERO, _NINE = b"\t\n #()|09"
_NO_MENTION = list(b"-_*")

_Bytes = np.ndarray[tuple[Any, ...], np.dtype[np.uint8]]


class _Block(NamedTuple):
    id: str
    line: int
    rows: list[tuple[int, str]]
    word_column: int = _FULL_WORD_COLUMN


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file: word, parse bits, speaker and, in the last column, coreference; no other is read.

    A document is known by its id and part (`bc/cctv/00/cctv_0000; part 000`), without either by the file's name.
    Lines of 2 columns hold word and coreference, of 3 index, word and coreference, of 4 document, index, word and
    coreference, of 5 and more what the shared task had; where the first of 4 and more counts words, as in SemEval-2010
    (Recasens et al. 2010) and Democrat, the word is the second, and a line for several words (`3-4`) without mentions
    is none. Numbers without brackets are words within their mention (CLIN26); `_`, `,`, `;` or a blank between numbers
    are read as `|`. Words that are separated by TABs may be padded. Lines that begin with `#` and hold no TAB are
    comments.

    Rows whose first ten columns are those of CoNLL-U (Democrat) bring trees; those of CoNLL-2012 with the tags of a set
    of `tagsets.toml` bring tags and the language (GerDraCor, OpenBoek). Gender, number and type of entities are read
    from `../features/NAME.tsv` (OpenBoek).
    Parse bits, the sixth column, are trees within each sentence; where they are not, the document is read without them,
    since scoring does not need them, and `remarks` reports it, as it does for dependencies. Sentences of nothing but
    `*`, `-` or `_` have no tree.

    Raises:
        FormatError: brackets do not match, the number of columns changes within a sentence, `#end document` is
            missing (the file may have been cut), a document is named twice, or features are of no mention.
    """
    from anaphora.corpora._tags import with_entities  # files of the plainest kind are scored without

    taken: set[str] = set()
    for block in _blocks(path):
        claim(path, block.line, block.id, taken)
        document, key, _ = _document(path, block)
        yield document, with_entities(path, document, key)


def remarks(path: Path) -> Iterator[Remark]:
    """Yield what is wrong with parse bits, for each document that has none because of that."""
    for block in _blocks(path):
        document, _, fault = _document(path, block)
        if fault:
            of_tokens = [number for number, line in block.rows if any(_cells(line))]
            yield Remark(of_tokens[fault[0]], f"{document.id}: {fault[1]}", "inconsistent")


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents in the twelve columns of the shared task, TAB-separated, with "-" or "*" for what is not known.

    Raises:
        FormatError: a mention is discontinuous, or two of one chain cross.
    """
    return (_render(document, key) for document, key in documents)


def _render(document: Document, key: Clusters) -> str:
    require_overt(document)
    require_nesting_in_chains(document, key)
    id, _, part = document.id.partition("; part ")
    mentions = [(span, str(number)) for number, chain in enumerate(key.chains, start=1) for span in chain]
    coreference = bracket_cells(mentions, "|")
    annotation = document.annotation
    # parse bits would be cut by other sentences than the corpus' own
    starts = {0, *document.sentence_starts}
    if annotation and not document.parse:
        starts.update(annotation.sentence_starts)
    parse = document.parse or ("*",) * len(document.words)
    part_number = part.lstrip("0") or "0"
    rows = [f"#begin document ({id}); part {part or '000'}"]
    number = 0
    for token, word in enumerate(document.words):
        number = 0 if token in starts else number + 1
        tag, lemma = (annotation.tag[token], annotation.lemma[token]) if annotation else ("-", "-")
        speaker = (document.speakers[token] if document.speakers else "") or "-"
        cells = (id, part_number, str(number), word, tag, parse[token], lemma, "-", "-", speaker, "*")
        columns = (*cells, coreference.get(token, "-"))
        rows += ["\t".join(columns)] if number or not token else ["", "\t".join(columns)]
    return "\n".join((*rows, "", "#end document", ""))


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    return [number for block in _blocks(path) for number, line in block.rows if any(_cells(line))]


def mend(mender: Mender) -> None:
    """Close and open brackets where one place fits, and name apart documents of one name."""
    for block in _blocks(mender.path):
        rows: list[tuple[int, list[str], int]] = []
        sentence = 0
        for number, line in block.rows:
            if any(cells := _cells(line)):
                rows.append((number, cells, sentence))
            else:
                sentence += 1
        written = [
            BracketCell(number, column, "" if cells[-1] in _NONE else _joined(cells[-1]))
            for number, cells, column in rows
        ]
        words = "\n".join(" ".join(cells[len(cells) >= _FEWEST_FULL_COLUMNS : -1]) for _, cells, _ in rows)
        of_gum = bool(rows) and len(rows[0][1]) == _GUM_COLUMNS
        notation = Notation(_number if of_gum else str, joint="|", is_label=True)
        for position, text in mend_brackets(mender, written, notation).items():
            number = written[position].line
            mender.lines[number - 1] = _with_last(mender.lines[number - 1], rows[position][1][-1], text or "-")
        new = mender.new_id(block.id, block.line, words, "\n".join(cell.text for cell in written))
        if new != block.id:
            stem = block.id.partition("; ")[0]
            before, _, after = mender.lines[block.line - 1].partition(stem)
            mender.lines[block.line - 1] = f"{before}{new.partition('; ')[0]}{after}"


def _with_last(line: str, old: str, new: str) -> str:
    """A line, with its end, whose last column is another."""
    bare = line.rstrip("\r\n")
    kept = bare.rstrip(" \t") if old else bare
    return f"{kept[: len(kept) - len(old)]}{new}{line[len(bare) :]}"


def _blocks(path: Path) -> Iterator[_Block]:
    block: _Block | None = None
    number = 0
    for number, line in lines(path):
        mark = _MARK.match(line) if line.startswith("#") else None
        if mark and mark[1] == "begin":
            if block:
                raise _endless(path, number, block)
            block = _Block(_id(mark[2]) or path.stem, number, [])
        elif mark:
            if not block:
                cure = "Write '#begin document' first."
                raise FormatError(path, number, "a document ends that did not begin", cure, code="unopened")
            if _counts_words(block.rows):
                rows = [(number, line) for number, line in block.rows if not _is_range(_cells(line))]
                block = block._replace(rows=rows, word_column=_INDEXED_WORD_COLUMN)
            yield block
            block = None
        elif block:
            if "\t" in line or not line.startswith("#"):
                block.rows.append((number, line))
        elif line.strip() and not line.startswith("#"):
            problem = f"'{line[:40]}' is outside a document"
            cure = "Documents begin with '#begin document (ID); part 000'."
            raise FormatError(path, number, problem, cure, code="outside-document")
    if block:
        raise _endless(path, number, block)


def _counts_words(rows: Sequence[tuple[int, str]]) -> bool:
    """Return whether the first column numbers words, by the first sentence of several words, or else the first of one.

    In CoNLL-2012 it is the same in all lines, and the third column numbers words.
    """
    lines = (cells for _, line in (*rows, (0, "")) if not _is_range(cells := _cells(line)))
    first: list[str] = []
    for line, following in pairwise(lines):
        if any(line) and any(following):
            numbers = len(line) >= _FEWEST_INDEXED and line[0].isdecimal() and following[0].isdecimal()
            return numbers and int(following[0][-9:]) == int(line[0][-9:]) + 1
        first = first or line
    return len(first) >= _FEWEST_INDEXED and first[0].isdecimal() and not first[2].isdecimal()


def _is_range(cells: Sequence[str]) -> bool:
    return bool(cells) and bool(_RANGE.fullmatch(cells[0])) and cells[-1] in _NONE


def _id(rest: str) -> str:
    named = _NAME.fullmatch(rest)
    return "; ".join(filter(None, named.groups())) if named else rest.strip()


def _endless(path: Path, line: int, block: _Block) -> FormatError:
    problem = f"the document '{block.id}', begun in line {block.line}, has no '#end document'"
    return FormatError(
        path, line, problem, "Write it after its last line; if the file was cut, get it again.", code="unclosed"
    )


def _document(path: Path, block: _Block) -> tuple[Document, Clusters, tuple[int, str] | None]:
    """The document, its key, and at which token its parse bits are no trees and why."""
    words: list[str] = []
    bits: list[str] = []
    speakers: list[str] = []
    starts: list[int] = []
    pieces: list[MentionPiece] = []
    brackets = Brackets(path, inner=True)
    has_bits = block.word_column == _FULL_WORD_COLUMN
    layout = width = word_column = 0
    speaker = ""
    for number, line in block.rows:
        cells = _cells(line)
        if not any(cells):
            width = 0
            continue
        if not width:
            starts.append(len(words))
            speaker = ""
            layout = layout or len(cells)
            width = layout if layout < _FEWEST_FULL_COLUMNS else max(len(cells), _FEWEST_FULL_COLUMNS)
            if layout < _FEWEST_FULL_COLUMNS and layout not in _WORD_COLUMN:
                problem = "no variant of the format has 1 column"
                cure = "Lines have a word, mentions, and what is known before them, separated by blanks or TABs."
                raise FormatError(path, number, problem, cure, code="wrong-columns")
            counted = block.word_column == _INDEXED_WORD_COLUMN
            word_column = block.word_column if counted else _WORD_COLUMN.get(layout, block.word_column)
            brackets.label_of = _number if layout == _GUM_COLUMNS else str
        # the last column may be empty, and editors append TABs: one column more or less then means nothing
        if len(cells) != width and not (abs(len(cells) - width) == 1 and line.endswith("\t")):
            cure = "All lines of a sentence have the same columns, and words contain no spaces."
            require_columns(path, number, cells, width, cure)
        if cells[-1] not in _NONE:
            pieces += brackets.close(_joined(cells[-1]), len(words), number)
        # OntoGUM drops the word |, and a token without any character can be no word: CoNLL's sign for nothing stands in
        words.append(cells[word_column] or "_")
        columns = len(cells) if has_bits else 0
        bits.append(cells[_PARSE_COLUMN] if columns > _PARSE_COLUMN + 1 else "*")
        if columns >= _FEWEST_WITH_SPEAKER and cells[_SPEAKER_COLUMN] != speaker:
            speaker = cells[_SPEAKER_COLUMN]
        speakers.append(speaker)
    brackets.finish()
    parse, fault = _trees(bits, starts)
    marked = len(starts) > 1 or layout >= _FEWEST_FULL_COLUMNS
    said_by = speakers_of(speakers)
    document = Document(
        block.id, tuple(words), blanks(len(words)), tuple(starts) if marked else (), parse=parse, speakers=said_by
    )
    document, other_fault = _annotated(path, block, document)
    return document, _key(block.id, pieces, brackets.seen), fault or other_fault


def _annotated(path: Path, block: _Block, document: Document) -> tuple[Document, tuple[int, str] | None]:
    """The document with what the columns say of its words, and at which token its dependencies are no trees and why."""
    from anaphora.corpora._tags import tagged, universal

    if block.word_column != _INDEXED_WORD_COLUMN:
        rows = [cells for _, line in block.rows if any(cells := _cells(line))]
        language, tags = tagged(rows, document.sentence_starts)
        return replace(document, language=language, tagged=tags) if tags else document, None
    lines = [(number, _cells(line)) for number, line in block.rows]
    sentences = [list(rows) for filled, rows in groupby(lines, lambda row: any(row[1])) if filled]
    annotation = universal(path, block.id, sentences)
    if isinstance(annotation, FormatError):
        numbers = (line for line, _ in chain.from_iterable(sentences))
        token = next((token for token, line in enumerate(numbers) if line == annotation.line), 0)
        return document, (token, f"{annotation.problem}; the document is read without its trees")
    return annotation or document, None


def _trees(bits: list[str], starts: list[int]) -> tuple[tuple[str, ...], tuple[int, str] | None]:
    """The parse bits, empty where there are none or where they are no trees, and what is then wrong with them."""
    if not any("(" in bit or ")" in bit for bit in set(bits)):
        return (), None
    parse = tuple("*" if bit in _NONE else bit for bit in bits)
    fault = document.parse_fault(parse, starts)
    if not fault:
        return parse, None
    return (), (fault[0], f"{fault[1]}; the document is read without its parse bits")


def _cells(line: str) -> list[str]:
    if "\t" not in line:
        return [cell for cell in line.split(" ") if cell]  # not `split()`: a word may be a no-break space
    cells = [cell.strip(" ") for cell in line.split("\t")] if " " in line else line.split("\t")
    if len(cells) > _GUM_COLUMNS and not cells[-1] and _FILLED.fullmatch(cells[-2]):
        cells.pop()
    return cells


def _joined(cell: str) -> str:
    """The brackets of a cell, whatever stands between them."""
    return _OTHER_JOINT.sub("|", cell) if _OTHERWISE_JOINED.fullmatch(cell) else cell


def _number(label: str) -> str:
    typed = _TYPED.fullmatch(label)
    return typed[2] if typed else label


def _key(id: str, pieces: list[MentionPiece], seen: dict[str, int]) -> Clusters:
    """Return the key; of chains with the same first mention the one whose brackets come first is the first."""
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    for piece in pieces:
        span = Span(piece.start, piece.end)
        chains.setdefault(piece.label, []).append(span)
        if piece.label != piece.opening and (typed := _TYPED.fullmatch(piece.opening)):
            attributes.setdefault(span, Attributes(type=typed[1].upper()))
    ordered = sorted((min(chain), seen[label], sorted(chain)) for label, chain in chains.items())
    return Clusters(id, tuple(tuple(chain) for _, _, chain in ordered), attributes)


# The fast reader


def columns(path: Path) -> Iterator[tuple[str, bytes, MentionColumns]]:
    """Id, words (each with a TAB behind it) and mentions of each document of a large, plain file, several times faster.

    Only files of the plainest kind are read so: TAB-separated columns, the same number in every line, no padding,
    chains with numbers, every bracket in its place, tags of no set that we know. After them `read` gives the same
    mentions, or says what is wrong.

    Raises:
        UnusualError: what comes next needs `read`.
    """
    ids: set[str] = set()
    try:
        _require(not _is_tagged(path))
        for piece in _pieces(path):
            for begin, words, mentions in _fast_blocks(piece):
                id = _id(begin.partition("document")[2].strip()) or path.stem
                _require(id not in ids)
                ids.add(id)
                yield id, words, mentions
    except (OSError, FormatError, UnicodeDecodeError) as error:
        raise UnusualError from error
    _require(bool(ids))


def _is_tagged(path: Path) -> bool:
    """Return whether the first lines have tags that tell parts of speech."""
    from anaphora.corpora._tags import tagged

    with opened(path) as file:
        lines = file.read(_HEAD).decode(errors="replace").split("\n")
    rows = [cells for line in lines[:-1] if line[:1] != "#" and any(cells := _cells(line))]
    return tagged(rows, ())[1] is not None


def _pieces(path: Path) -> Iterator[bytes]:
    """The file in pieces of whole documents, since to get fresh memory for a large one takes longer than to read it."""
    size = _PIECE
    with opened(path) as file:
        kept = b""
        watch(file)
        while more := file.read(size):
            tell_read()
            kept += more
            last = kept.rfind(b"\n", 0, kept.rfind(_END) + 1) + 1
            after = kept.find(b"\n", last) + 1 if last and kept.startswith(_END, last) else 0
            if after:
                yield kept[:after]
                kept, size = kept[after:], _PIECE
            else:
                size *= 2
        if kept.strip():
            yield kept


def _require(usual: bool | np.bool_) -> None:
    if not usual:
        raise UnusualError


def _fast_blocks(data: bytes) -> Iterator[tuple[str, bytes, MentionColumns]]:
    _require(data.endswith(b"\n"))
    raw = np.frombuffer(data, dtype=np.uint8)
    blank = np.flatnonzero(raw <= _SPACE)
    kinds = raw[blank]
    newlines = np.flatnonzero(kinds == _NEWLINE)  # which of the blanks end lines
    ends = blank[newlines]
    inside = np.diff(newlines, prepend=-1) - 1
    starts: Integers = np.concatenate(([0], ends[:-1] + 1))
    first = raw[starts]
    token = (first != _HASH) & (first != _NEWLINE)
    marks = np.flatnonzero(first == _HASH)
    comments = [data[start:end] for start, end in zip(starts[marks].tolist(), ends[marks].tolist(), strict=True)]
    # spaces pad columns, a TAB makes a line that begins with # a token, and other characters as low as these are odd
    spaces = sum(comment.count(b" ") for comment in comments)
    _require(inside[marks].sum() == spaces and not any(b"\t" in comment for comment in comments))
    lines = np.flatnonzero(token)
    tabs = _tabs(kinds, blank, newlines[lines], inside[lines])
    begin = starts[lines[0]]
    _require(not data[begin : data.index(b"\t", begin)].isdigit())  # it may number words
    words, offsets = _gather(raw, tabs[:, 0] + 1, tabs[:, 1])
    _require((np.diff(offsets) > 1).all())
    _require_utf8(data, raw, words, comments)
    tokens_before = np.cumsum(token) - token
    documents = _documents(comments, marks.tolist(), tokens_before, len(lines))
    mentions = _mentions(raw, tabs, ends[lines], np.array([low for _, low, _ in documents]))
    for (line, low, high), columns in zip(documents, mentions, strict=True):
        yield line.decode(), words[offsets[low] : offsets[high]].tobytes(), columns


def _tabs(kinds: _Bytes, blank: Integers, newlines: Integers, inside: Integers) -> Integers:
    """Return four TABs of each line of words: before and behind the word, and the last two; all lines have as many.

    `blank` are the places of blanks of these `kinds`, `newlines` says which of them end these lines, and `inside` how
    many stand in each line before its end.
    """
    _require(len(inside) > 0)
    width = int(inside[0])
    _require(width >= _FEWEST_TABS and bool((inside == width).all()))
    _require(np.count_nonzero(kinds == _TAB) == width * len(inside))  # so none of them is another blank
    wanted = np.array((_FULL_WORD_COLUMN - 1, _FULL_WORD_COLUMN, width - 2, width - 1))
    tabs: Integers = blank[(newlines - width)[:, np.newaxis] + wanted]
    return tabs


def _gather(raw: _Bytes, starts: Integers, ends: Integers) -> tuple[_Bytes, Integers]:
    """The bytes of all ranges, each with the one behind it, in a row, and where each range begins in that."""
    offsets = np.concatenate(([0], np.cumsum(ends + 1 - starts)))
    steps = np.ones(offsets[-1], dtype=np.int64)
    steps[offsets[:-1]] = starts
    steps[offsets[1:-1]] -= ends[:-1]
    return raw[np.cumsum(steps, out=steps)], offsets


def _require_utf8(data: bytes, raw: _Bytes, words: _Bytes, comments: list[bytes]) -> None:
    """Raise `UnicodeDecodeError` if the file is not UTF-8; mostly, only words have letters beyond ASCII."""
    read = b"".join((words.tobytes(), *comments))
    beyond = np.count_nonzero(raw & 0x80)
    (read if beyond == np.count_nonzero(np.frombuffer(read, dtype=np.uint8) & 0x80) else data).decode()


def _documents(
    comments: list[bytes], marks: list[int], tokens_before: Integers, tokens: int
) -> list[tuple[bytes, int, int]]:
    """The line that begins each document, its first token and the one behind its last."""
    documents: list[tuple[bytes, int, int]] = []
    begun: tuple[bytes, int] | None = None
    for text, line in zip(comments, marks, strict=True):
        mark = _MARK.match(text.decode())
        if mark and mark[1] == "begin":
            _require(begun is None)
            begun = text, int(tokens_before[line])
        elif mark:
            _require(begun is not None)
            documents += [(*begun, int(tokens_before[line]))] if begun else []
            begun = None
    inside = sum(end - start for _, start, end in documents)
    _require(begun is None and bool(documents) and inside == tokens)
    return documents


def _mentions(raw: _Bytes, tabs: Integers, ends: Integers, first_tokens: Integers) -> list[MentionColumns]:
    """The mentions that brackets enclose, those of one number last in, first out; chains numbered in text order."""
    token, number, opens, closes = _brackets(raw, tabs, ends)
    document = np.searchsorted(first_tokens, token, side="right") - 1
    chain = document << 32 | number
    single = opens & closes
    left, right = _pair_brackets(token[~single], chain[~single], opens[~single])
    start = np.concatenate((token[single], token[~single][left]))
    end = np.concatenate((token[single], token[~single][right])) + 1
    chain = np.concatenate((chain[single], chain[~single][left]))
    document = chain >> 32
    order = np.lexsort((end, start))
    start, end, chain, document = start[order], end[order], chain[order], document[order]
    # which of two chains with the same mention comes first is for the other reader to say
    _require(not ((start[1:] == start[:-1]) & (end[1:] == end[:-1])).any())
    _, first, inverse = np.unique(chain, return_index=True, return_inverse=True)
    rank = ranks(np.argsort(first))[inverse]
    bounds = np.searchsorted(document, np.arange(len(first_tokens) + 1))
    columns = []
    for word, base in enumerate(first_tokens.tolist()):
        rows = slice(bounds[word], bounds[word + 1])
        own_rank = rank[rows]
        columns.append(plain_columns(start[rows] - base, end[rows] - base, own_rank - own_rank.min(initial=len(rank))))
    return columns


def _brackets(raw: _Bytes, tabs: Integers, ends: Integers) -> tuple[Integers, Integers, Flags, Flags]:
    """Return for each bracketed number in text order: its token, the number, whether it opens and whether it closes."""
    starts = tabs[:, -1] + 1
    length = ends - starts
    empty = length == 0
    # an empty last column behind one of brackets is a TAB that an editor added; behind "_" it says that there are none
    _require((raw[starts[empty] - 2] == ord("_")).all() and (tabs[empty, -1] - tabs[empty, -2] == 2).all())
    marked = np.flatnonzero(~(empty | ((length == 1) & np.isin(raw[starts], _NO_MENTION))))
    text, offsets = _gather(raw, starts[marked], ends[marked])
    digit = (text >= _ZERO) & (text <= _NINE)
    _require((digit | (text == _OPEN) | (text == _CLOSE) | (text == _BAR) | (text == _NEWLINE)).all())
    edges = np.flatnonzero(np.diff(np.concatenate(([False], digit, [False]))))
    starts_of_numbers, ends_of_numbers = edges[::2], edges[1::2]
    opens = text[np.maximum(starts_of_numbers - 1, 0)] == _OPEN
    closes = text[np.minimum(ends_of_numbers, len(text) - 1)] == _CLOSE
    sizes = ends_of_numbers - starts_of_numbers
    _require(
        (opens | closes).all()
        and opens.sum() == np.count_nonzero(text == _OPEN)
        and closes.sum() == np.count_nonzero(text == _CLOSE)
        and sizes.max(initial=0) <= _LONGEST_NUMBER
    )
    number = np.zeros(len(starts_of_numbers), dtype=np.int64)
    for turn in range(int(sizes.max(initial=0))):
        longer = sizes > turn
        number[longer] = 10 * number[longer] + text[starts_of_numbers[longer] + turn] - _ZERO
    # 07 and 7 are two labels for the other reader
    _require(not ((sizes > 1) & (text[starts_of_numbers] == _ZERO)).any())
    token = marked[np.searchsorted(offsets, starts_of_numbers, side="right") - 1]
    _require(np.count_nonzero(np.diff(token, prepend=-1)) == len(marked))
    return token, number, opens, closes


def _pair_brackets(token: Integers, chain: Integers, opens: Flags) -> tuple[Integers, Integers]:
    """The rows of openings and of the closings that belong to them."""
    turn = np.where(opens, 1, -1)
    order = np.lexsort((np.arange(len(token)), chain))
    new = firsts(chain[order])
    total = np.cumsum(turn[order])
    before = np.repeat((total - turn[order])[new], np.diff(np.append(np.flatnonzero(new), len(order))))
    depth = total - before + (turn[order] < 0)
    _require((depth > 0).all() and turn.sum() == 0)
    # at one depth of one chain openings and closings alternate
    by_depth = order[np.lexsort((np.arange(len(order)), depth, chain[order]))]
    left, right = by_depth[::2], by_depth[1::2]
    _require(len(left) == len(right) and (turn[left] > 0).all() and (chain[left] == chain[right]).all())
    _require((turn[right] < 0).all())
    return left, right


FORMAT = Format(
    name="conll2012",
    source="CoNLL-2011/2012 columns (Pradhan et al. 2012), those of SemEval-2010, and files derived from them "
    "(OntoGUM, GUM).",
    suffix=".conll",
    recognises=by_signs(r"(?m)^#\s*begin document\b", r"conll(?:2012)?\Z"),
    read=read,
    unread="predicates and word senses; tags and lemmas but in Democrat's columns and by STTS and CGN",
    richness=70,
    columns=columns,
    token_lines=token_lines,
    remarks=remarks,
    mend=mend,
    write=write,
    inexpressible=unnested_in_chains,
)
