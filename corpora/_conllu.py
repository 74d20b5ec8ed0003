"""CoNLL-U without its mentions: sentences, words, spaces, paragraphs and trees (universaldependencies.org/format)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from anaphora.corpora._lines import lines, number_of, require_columns
from anaphora.corpora._mentions import speakers_of
from anaphora.workbench.document import FIRST_NODE, Annotation, Document, EmptyNode, Span
from anaphora.workbench.errors import FormatError

_COLUMNS = 10
_TREEBANK = re.compile(r"([a-z]{2,3})_[a-z0-9]+-(?:ud|corefud)\b")
_OTHER_ID = re.compile(r"(\d{1,9})-(\d{1,9})|\d+\.\d+")
# UD GUM: `head rend:::"bold" (3 s) | hi (3 s)`, the block holds 3 sentences; other blocks may stand around it
_HEADING = re.compile(r"(?:^|\| )head\b(?!-)([^|]*)")
_SENTENCES = re.compile(r"\((\d{1,9}) s\)$")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
_ESCAPED = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "p": "|"}


class ConlluSentence(NamedTuple):
    """The comments of one sentence by name, and its rows (words, ranges, empty nodes) with their line numbers."""

    comments: dict[str, str]
    rows: list[tuple[int, list[str]]]


@dataclass(slots=True)
class _TreeColumns:
    words: list[str] = field(default_factory=list)
    spaces: list[str] = field(default_factory=list)
    pos: list[str] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    lemma: list[str] = field(default_factory=list)
    morphology: list[str] = field(default_factory=list)
    head: list[int] = field(default_factory=list)
    relation: list[str] = field(default_factory=list)
    nodes: list[EmptyNode] = field(default_factory=list)
    complete: bool = True


def documents(path: Path) -> Iterator[tuple[str, list[ConlluSentence]]]:
    """The documents of a file, each with its id: that of `# newdoc id`, else the file's stem (then stem-2, ...)."""
    id = ""
    number = 0
    sentences: list[ConlluSentence] = []
    for sentence in _sentences(path):
        begins = not number or not sentence.comments.keys().isdisjoint(("newdoc", "newdoc id"))
        if begins:
            if sentences:
                yield id, sentences
            number, sentences = number + 1, []
            id = sentence.comments.get("newdoc id") or (path.stem if number == 1 else f"{path.stem}-{number}")
        sentences.append(sentence)
    if not sentences:
        cure = "CoNLL-U lines have 10 columns, divided by TABs."
        raise FormatError(path, None, "the file has no sentence", cure, code="no-words")
    yield id, sentences


def misc(cell: str) -> dict[str, str]:
    """The values of a MISC column by name."""
    return dict(item.partition("=")[::2] for item in cell.split("|"))


def escape(space: str) -> str:
    """White space as MISC writes it (`SpacesAfter`, `SpacesBefore`)."""
    letters = {character: letter for letter, character in _ESCAPED.items()}
    return "".join(f"\\{letters[sign]}" if sign in letters else f"\\u{ord(sign):04X}" for sign in space)


def space_value(space: str, following: int, total: int, paragraphs: set[int]) -> str:
    """Return the value of MISC for white space; empty for what readers assume, a blank or a line between paragraphs."""
    if following in paragraphs:
        granted = space == "\n\n" or "\n" not in space
    else:
        granted = space == " " or (not space and following == total)
    if granted:
        return ""
    return f"SpacesAfter={escape(space)}" if space else "SpaceAfter=No"


def render(
    document: Document,
    header: Iterable[str],
    starts: Sequence[int],
    rows: Callable[[int, int], Iterable[str]],
    blocks: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """The lines of a document: its header, and for each sentence its comments and what `rows` gives for its words.

    `blocks` are comments before the sentences that begin with a word. Of several speakers of a sentence the first that
    is known is named.
    """
    paragraphs = set(document.paragraph_starts)
    lines = [*header]
    for number, (start, end) in enumerate(pairwise((*starts, len(document.words))), start=1):
        if start in paragraphs:
            lines.append("# newpar")
        if start in blocks:
            lines.append(blocks[start])
        lines += [f"# sent_id = {document.id}-{number}", f"# text = {document.words_of(Span(start, end))}"]
        if speaker := next(filter(None, document.speakers[start:end]), ""):
            lines.append(f"# speaker = {speaker}")
        lines += [*rows(start, end), ""]
    return "\n".join((*lines, ""))


def percent_encode(text: str, reserved: re.Pattern[str]) -> str:
    """Write the reserved signs of a text as `%` and the hexadecimal digits of their bytes."""
    return reserved.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), text)


def document(path: Path, id: str, sentences: list[ConlluSentence]) -> Document:
    """Words, spaces, paragraphs, headings, genre, speakers and, if complete, the annotation (without entities).

    Raises:
        FormatError: words are not numbered 1, 2, 3, ..., or a sentence has none or is no tree.
    """
    columns = _TreeColumns()
    starts: list[int] = []
    paragraphs: list[int] = []
    for sentence in sentences:
        start = len(columns.words)
        if not sentence.comments.keys().isdisjoint(("newpar", "newpar id")):
            paragraphs.append(start)
            if start and "\n" not in columns.spaces[-1]:
                columns.spaces[-1] = "\n\n"
        starts.append(start)
        _add_words(path, sentence, columns)
        _add_heads(path, sentence, columns, start)
        _add_nodes(sentence, columns, start, len(starts) - 1)
    if columns.spaces and columns.spaces[-1] == " ":
        columns.spaces[-1] = ""
    if paragraphs and paragraphs[0]:
        paragraphs.insert(0, 0)
    comments = [sentence.comments for sentence in sentences]
    names = (
        [comment.get("speaker", "")] * (end - start)
        for comment, (start, end) in zip(comments, pairwise((*starts, len(columns.words))), strict=True)
    )
    before = misc(sentences[0].rows[0][1][9]).get("SpacesBefore", "")
    return Document(
        id=id,
        words=tuple(columns.words),
        spaces=tuple(columns.spaces),
        sentence_starts=tuple(starts),
        paragraph_starts=tuple(paragraphs),
        headings=tuple(_headings(comments, starts, paragraphs, len(columns.words))),
        genre=next((comment[name] for comment in comments for name in ("meta::genre", "genre") if name in comment), ""),
        annotation=_annotation(columns, starts),
        prefix=_unescape(before, ""),
        language=next((comment["lang"] for comment in comments if "lang" in comment), _language_by_name(path)),
        nodes=tuple(columns.nodes),
        speakers=speakers_of(list(chain.from_iterable(names))),
    )


def _language_by_name(path: Path) -> str:
    """The code that names of Universal Dependencies begin with: of the file, or else of its folder."""
    matches = (_TREEBANK.match(name) for name in (path.name, path.absolute().parent.name))
    return next((match[1] for match in matches if match), "")


def _sentences(path: Path) -> Iterator[ConlluSentence]:
    comments: dict[str, str] = {}
    rows: list[tuple[int, list[str]]] = []
    for number, line in lines(path):
        if line.startswith("#"):
            if rows:
                problem = "a comment is inside a sentence"
                raise FormatError(path, number, problem, "Put an empty line between sentences.")
            name, _, value = line[1:].partition("=")
            comments[name.strip()] = value.strip()
        elif line.strip():
            cells = line.split("\t")
            cure = "Columns are divided by TABs; if the file was cut, get it again."
            require_columns(path, number, cells, _COLUMNS, cure)
            rows.append((number, cells))
        elif rows:
            yield ConlluSentence(comments, rows)
            comments, rows = {}, []
    if rows:
        _require_whole(path, comments, rows)
        yield ConlluSentence(comments, rows)


def _require_whole(path: Path, comments: dict[str, str], rows: list[tuple[int, list[str]]]) -> None:
    """Raise `FormatError` if `# text` shows that the last sentence, which lacks its empty line, was cut."""
    text = "".join(comments.get("text", "").split())
    words = "".join(cells[1] for _, cells in rows if cells[0].isdecimal())
    if text != words and text.startswith(words):
        problem = "the file ends in the middle of a sentence: '# text' goes on"
        cure = "Get the file again; an empty line ends the last sentence."
        raise FormatError(path, rows[-1][0], problem, cure, code="unclosed")


def _add_words(path: Path, sentence: ConlluSentence, columns: _TreeColumns) -> None:
    number = 0
    glued: dict[int, str] = {}
    for line, cells in sentence.rows:
        if not cells[0].isdecimal():
            special = _OTHER_ID.fullmatch(cells[0])
            if not special or (
                special[1] and not number < int(special[1]) <= int(special[2]) <= number + len(sentence.rows)
            ):
                cure = "Ids are numbers (3), ranges (3-4) before their words, or empty nodes (3.1)."
                raise FormatError(path, line, f"'{cells[0]}' is not an id of a word here", cure)
            if special[1]:
                glued |= dict.fromkeys(range(int(special[1]), int(special[2])), "")
                glued[int(special[2])] = space_after(cells[9])
            continue
        number += 1
        if number_of(cells[0]) != number:
            problem = f"expected word {number}, found word {cells[0]}"
            raise FormatError(path, line, problem, "Words of a sentence are numbered 1, 2, 3, ...", code="inconsistent")
        _, word, lemma, pos, tag, morphology, _, relation, _, values = cells
        if not word:
            raise FormatError(path, line, f"word {number} has no form", "No column is empty; '_' means nothing.")
        columns.words.append(word)
        columns.spaces.append(glued[number] if number in glued else space_after(values))
        columns.pos.append(pos)
        columns.tag.append("" if tag == "_" else tag)
        columns.lemma.append("" if lemma == "_" != word else lemma)
        columns.morphology.append("" if morphology == "_" else morphology)
        columns.relation.append(relation)
        columns.complete &= pos != "_" != relation
    if not number:
        cure = "A sentence has a word; put its empty nodes into the sentence before."
        raise FormatError(path, sentence.rows[0][0], "the sentence has no words", cure, code="no-words")


def space_after(values: str) -> str:
    """The white space behind a word, by its MISC column."""
    if "Space" not in values:
        return " "
    values_by_name = misc(values)
    if "SpacesAfter" in values_by_name:
        return _unescape(values_by_name["SpacesAfter"], " ")
    return "" if values_by_name.get("SpaceAfter") == "No" else " "


def _unescape(escapes: str, otherwise: str) -> str:
    space = _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else _ESCAPED.get(match[2], match[2]), escapes)
    return space if space.isspace() else otherwise


def _add_heads(path: Path, sentence: ConlluSentence, columns: _TreeColumns, start: int) -> None:
    words = [(line, cells[6]) for line, cells in sentence.rows if cells[0].isdecimal()]
    heads = []
    for index, (line, head) in enumerate(words):
        if head == "_":
            columns.complete = False
        elif not 0 <= number_of(head) <= len(words):
            cure = f"Heads are word numbers of the sentence, 1 to {len(words)}, or 0 for the root."
            raise FormatError(path, line, f"the head '{head}' is not in the sentence", cure, code="inconsistent")
        elif int(head) == index + 1:
            cure = "The root of a sentence has the head 0."
            raise FormatError(path, line, "the word is its own head", cure, code="inconsistent")
        heads.append(index if head == "_" or not int(head) else int(head) - 1)
    looping = _in_cycle(heads)
    if looping is not None:
        line, head = words[looping]
        problem = f"the heads of word {looping + 1} lead back to it"
        cure = "From every word its heads must lead to a root, whose head is 0."
        raise FormatError(path, line, problem, cure, code="inconsistent")
    columns.head += [start + head for head in heads]


def _add_nodes(sentence: ConlluSentence, columns: _TreeColumns, start: int, number: int) -> None:
    """The empty nodes of a sentence in text order; relations to words or nodes that it has not are left out."""
    rows = [cells for _, cells in sentence.rows if "." in cells[0]]
    if not rows:
        return
    rows.sort(key=lambda cells: _place(cells[0]))
    words = len(columns.words) - start
    token_of = {"0": -1} | {str(word + 1): start + word for word in range(words)}
    token_of |= {cells[0]: FIRST_NODE + len(columns.nodes) + row for row, cells in enumerate(rows)}
    for id, form, lemma, pos, tag, morphology, _, _, relations, _ in rows:
        before, rank = _place(id)
        links = (link.partition(":")[::2] for link in relations.split("|"))
        edges = tuple((token_of[governor], relation) for governor, relation in links if governor in token_of)
        layers = ("" if layer == "_" else layer for layer in (form, lemma, pos, tag, morphology))
        columns.nodes.append(EmptyNode(start + min(before, words), number, rank, edges, *layers))


def node_tokens(sentences: list[ConlluSentence]) -> dict[int, int]:
    """The token of each empty node by its line."""
    rows = (
        sorted((_place(cells[0]), line) for line, cells in sentence.rows if "." in cells[0]) for sentence in sentences
    )
    return {line: FIRST_NODE + number for number, (_, line) in enumerate(chain.from_iterable(rows))}


def _place(id: str) -> tuple[int, int]:
    """The word behind which an empty node stands, and its number there."""
    word, _, rank = id.partition(".")
    return max(0, number_of(word)), number_of(rank)


def _in_cycle(heads: list[int]) -> int | None:
    done = [False] * len(heads)
    for token in range(len(heads)):
        trail = set()
        while not done[token]:
            done[token] = True
            trail.add(token)
            if heads[token] == token:
                break
            token = heads[token]
            if token in trail:
                return token
    return None


def _headings(comments: list[dict[str, str]], starts: list[int], paragraphs: list[int], total: int) -> Iterator[Span]:
    for index, comment in enumerate(comments):
        block = _HEADING.search(comment.get("newpar_block", ""))
        if not block:
            continue
        if counted := _SENTENCES.search(block[1].rstrip()):
            after = index + max(1, int(counted[1]))
            end = starts[after] if after < len(starts) else total
        else:
            end = next((start for start in paragraphs if start > starts[index]), total)
        yield Span(starts[index], end)


def _annotation(columns: _TreeColumns, starts: list[int]) -> Annotation | None:
    if not columns.complete:
        return None
    return Annotation(
        pos=tuple(columns.pos),
        tag=tuple(columns.tag),
        lemma=tuple(columns.lemma),
        morphology=tuple(columns.morphology),
        head=tuple(columns.head),
        relation=tuple(columns.relation),
        entity=("",) * len(columns.words),
        sentence_starts=tuple(starts),
    )
