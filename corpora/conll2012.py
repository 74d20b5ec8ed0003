"""CoNLL-2011/2012 columns (Pradhan et al. 2012), those of SemEval-2010, and files derived from them (OntoGUM, GUM)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from anaphora.corpora import _conll_columns
from anaphora.corpora._brackets import Brackets, Piece
from anaphora.corpora._lines import claim, lines, require_columns
from anaphora.corpora._writing import bracket_cells, require_nesting_in_chains, unnested_in_chains
from anaphora.workbench import parse_bits
from anaphora.workbench.coreference.overlap import Columns
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

SUFFIX = ".conll"
UNREAD = "lemmas, parts of speech, predicates, word senses, speakers and names"

_NAME = re.compile(r"\((.*)\)\s*+(?:;\s*+)?(part\s+\S+)?\s*")
_NONE = frozenset(("", "-", "_", "*"))
_FILLED = re.compile(r"[-*]|\(.*|.*\)")
# GUM's labels hold type, number and identity: abstract-2-English_language
_TYPED = re.compile(r"([^\d-]+)-(\d+)(?:-.*)?")
_GUM_COLUMNS = 3
_WORD_COLUMN = {2: 0, _GUM_COLUMNS: 1}
_FULL_WORD_COLUMN, _PARSE_COLUMN, _FEWEST_FULL_COLUMNS = 3, 5, 5
_INDEXED_WORD_COLUMN = 1
_RANGE = re.compile(r"[0-9]+-[0-9]+")


@dataclass(frozen=True, slots=True)
class _Block:
    id: str
    line: int
    rows: list[tuple[int, str]]
    word_column: int = _FULL_WORD_COLUMN


def recognises(head: str, path: Path) -> bool:
    """Whether a file that begins with `head`, or has this name, is one."""
    return bool(re.search(r"^#\s*begin document\b", head, re.MULTILINE)) or path.name.endswith(("conll", "conll2012"))


def read(path: Path) -> Iterator[tuple[Document, Clusters]]:
    """The documents of a file: word, parse bits and, in the last column, coreference; all others are left unread.

    A document is known by its id and part (`bc/cctv/00/cctv_0000; part 000`), without either by the file's name.
    Lines of 2 columns hold word and coreference, of 3 index, word and coreference, of 5 and more what the shared task
    had; where the first of these counts words, as in SemEval-2010 (Recasens et al. 2010) and Democrat, the word is the
    second, and a line for several words (`3-4`) without mentions is none. Words that are separated by TABs may be
    padded. Lines that begin with `#` and hold no TAB are comments.
    Parse bits, the sixth column, are trees within each sentence; where they are not, the document is read without them,
    since scoring does not need them, and `remarks` reports it. Sentences of nothing but `*`, `-` or `_` have no tree.

    Raises:
        FormatError: brackets do not match, the number of columns changes within a sentence, `#end document` is
            missing (the file may have been cut), or a document is named twice.
    """
    taken: set[str] = set()
    for block in _blocks(path):
        claim(path, block.line, block.id, taken)
        document, key, _ = _document(path, block)
        yield document, key


def remarks(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of what is wrong with parse bits, for each document that has none because of that."""
    for block in _blocks(path):
        document, _, fault = _document(path, block)
        if fault:
            of_tokens = [number for number, line in block.rows if any(_cells(line))]
            yield of_tokens[fault[0]], f"{document.id}: {fault[1]}; the document is read without its parse bits"


def columns(path: Path) -> list[tuple[str, bytes, Columns]] | None:
    """Id, words (each with a TAB behind it) and mentions of each document of a large, plain file, several times faster.

    `None` if the file needs `read`, which then says what is wrong, if anything is.
    """
    blocks = _conll_columns.columns(path)
    if blocks is None:
        return None
    named = [
        (_id(begin.partition("document")[2].strip()) or path.stem, words, mentions) for begin, words, mentions in blocks
    ]
    return named if len({id for id, _, _ in named}) == len(named) else None


def write(documents: Iterable[tuple[Document, Clusters]]) -> str:
    """Documents in the twelve columns of the shared task, TAB-separated, with "-" or "*" for what is not known.

    Raises:
        FormatError: a mention is discontinuous, or two of one chain cross.
    """
    return "".join(pieces(documents))


def pieces(documents: Iterable[tuple[Document, Clusters]]) -> Iterator[str]:
    """What `write` joins, a piece for each document."""
    return (_render(document, key) for document, key in documents)


def inexpressible(key: Clusters) -> Iterator[tuple[int, Span]]:
    """Chain and span of each mention that `write` refuses: those that are discontinuous or cross one of their chain."""
    return unnested_in_chains(key)


def _render(document: Document, key: Clusters) -> str:
    require_nesting_in_chains(document, key)
    id, _, part = document.id.partition("; part ")
    mentions = [(span, str(number)) for number, chain in enumerate(key.chains, start=1) for span in chain]
    coreference = bracket_cells(mentions, "|")
    annotation = document.annotation
    # parse bits would be cut by other sentences than the corpus' own
    starts = {0, *document.sentence_starts, *(annotation.sentence_starts if annotation and not document.parse else ())}
    parse = document.parse or ("*",) * len(document.words)
    part_number = part.lstrip("0") or "0"
    rows = [f"#begin document ({id}); part {part or '000'}"]
    number = 0
    for token, word in enumerate(document.words):
        number = 0 if token in starts else number + 1
        tag, lemma = (annotation.tag[token], annotation.lemma[token]) if annotation else ("-", "-")
        columns = (
            id,
            part_number,
            str(number),
            word,
            tag,
            parse[token],
            lemma,
            "-",
            "-",
            "-",
            "*",
            coreference.get(token, "-"),
        )
        rows += ["\t".join(columns)] if number or not token else ["", "\t".join(columns)]
    return "\n".join((*rows, "", "#end document", ""))


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    return [number for block in _blocks(path) for number, line in block.rows if any(_cells(line))]


def _blocks(path: Path) -> Iterator[_Block]:
    block: _Block | None = None
    number = 0
    for number, line in lines(path):
        mark = _conll_columns.MARK.match(line) if line.startswith("#") else None
        if mark and mark[1] == "begin":
            if block:
                raise _endless(path, number, block)
            block = _Block(_id(mark[2]) or path.stem, number, [])
        elif mark:
            if not block:
                cure = "Write '#begin document' first."
                raise FormatError(path, number, "a document ends that did not begin", cure, code="unopened")
            yield _without_ranges(block) if _counts_words(block.rows) else block
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
    """Whether the first column numbers words: those of the first sentence of several, or of one if there are no more.

    In CoNLL-2012 it is the same in all lines, and the third column numbers words.
    """
    lines = (cells for _, line in (*rows, (0, "")) if not _is_range(cells := _cells(line)))
    first: list[str] = []
    for one, other in pairwise(lines):
        if any(one) and any(other):
            return len(one) >= _FEWEST_FULL_COLUMNS and _follows(one[0], other[0])
        first = first or one
    return len(first) >= _FEWEST_FULL_COLUMNS and first[0].isdecimal() and not first[2].isdecimal()


def _follows(number: str, following: str) -> bool:
    return number.isdecimal() and following.isdecimal() and int(following[-9:]) == int(number[-9:]) + 1


def _without_ranges(block: _Block) -> _Block:
    """A document whose first column numbers words, without the lines that only give several of them as written."""
    rows = [(number, line) for number, line in block.rows if not _is_range(_cells(line))]
    return replace(block, rows=rows, word_column=_INDEXED_WORD_COLUMN)


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
    starts: list[int] = []
    pieces: list[Piece] = []
    brackets = Brackets(path)
    has_bits = block.word_column == _FULL_WORD_COLUMN
    layout = width = 0
    for number, line in block.rows:
        cells = _cells(line)
        if not any(cells):
            width = 0
            continue
        if not width:
            starts.append(len(words))
            layout = layout or len(cells)
            width = layout if layout < _FEWEST_FULL_COLUMNS else max(len(cells), _FEWEST_FULL_COLUMNS)
            brackets.label_of = _number if layout == _GUM_COLUMNS else str
        # the last column may be empty, and editors append TABs: one column more or less then means nothing
        if not (abs(len(cells) - width) == 1 and line.endswith("\t")):
            cure = "All lines of a sentence have the same columns, and words contain no spaces."
            require_columns(path, number, cells, width, cure)
        if layout < _FEWEST_FULL_COLUMNS and layout not in _WORD_COLUMN:
            cure = "Lines have 2 columns (word, mentions), 3 (index, word, mentions), or 5 and more (word the fourth)."
            problem = f"no variant of the format has {layout} columns"
            raise FormatError(path, number, problem, cure, code="wrong-columns")
        if cells[-1] not in _NONE:
            pieces += brackets.close(cells[-1], len(words), number)
        # OntoGUM drops the word |, and a token without any character can be no word: CoNLL's sign for nothing stands in
        words.append(cells[_WORD_COLUMN.get(layout, block.word_column)] or "_")
        bits.append(cells[_PARSE_COLUMN] if has_bits and len(cells) > _PARSE_COLUMN + 1 else "*")
    brackets.finish()
    parse, fault = _trees(bits, starts)
    marked = len(starts) > 1 or layout >= _FEWEST_FULL_COLUMNS
    spaces = (" ",) * (len(words) - 1) + ("",) * bool(words)
    document = Document(block.id, tuple(words), spaces, tuple(starts) if marked else (), parse=parse)
    return document, _key(block.id, pieces, brackets.seen), fault


def _trees(bits: list[str], starts: list[int]) -> tuple[tuple[str, ...], tuple[int, str] | None]:
    """The parse bits, empty where there are none or where they are no trees, and what is then wrong with them."""
    if not any("(" in bit or ")" in bit for bit in set(bits)):
        return (), None
    parse = tuple("*" if bit in _NONE else bit for bit in bits)
    fault = parse_bits.fault(parse, starts)
    return ((), fault) if fault else (parse, None)


def _cells(line: str) -> list[str]:
    if "\t" not in line:
        return [cell for cell in line.split(" ") if cell]  # not `split()`: a word may be a no-break space
    cells = [cell.strip(" ") for cell in line.split("\t")] if " " in line else line.split("\t")
    if len(cells) > _GUM_COLUMNS and not cells[-1] and _FILLED.fullmatch(cells[-2]):
        cells.pop()
    return cells


def _number(label: str) -> str:
    typed = _TYPED.fullmatch(label)
    return typed[2] if typed else label


def _key(id: str, pieces: list[Piece], seen: dict[str, int]) -> Clusters:
    """Of chains with the same first mention the one whose brackets come first is the first."""
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    for piece in pieces:
        span = Span(piece.start, piece.end)
        chains.setdefault(piece.label, []).append(span)
        if piece.label != piece.opening and (typed := _TYPED.fullmatch(piece.opening)):
            attributes.setdefault(span, Attributes(type=typed[1].upper()))
    ordered = sorted((min(chain), seen[label], sorted(chain)) for label, chain in chains.items())
    return Clusters(id, tuple(tuple(chain) for _, _, chain in ordered), attributes)
