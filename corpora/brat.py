"""brat's annotations beside a text, which count its characters, with LitBank's types."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora import plain
from anaphora.corpora._format import Format, Mender, Pair, Remark, by_signs, dangling
from anaphora.corpora._lines import claim
from anaphora.corpora._mentions import LITBANK_KINDS, in_text_order, require_overt, require_words, with_zeros
from anaphora.corpora.plain import Characters, pair_of_texts, span_over
from anaphora.workbench.document import FIRST_NODE, Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.linking import UnionFind

_MENTION = re.compile(r"(T[^\s:]+)\t(\S+) ([0-9]{1,9} [0-9]{1,9}(?:;[0-9]{1,9} [0-9]{1,9})*)\t(.*)")
_RELATION = re.compile(r"R[^\s:]*\t(\S+) [^\s:]+:(\S+) [^\s:]+:(\S+)\s*")
_EQUIVALENCE = re.compile(r"\*\t(\S+) (\S+(?: \S+)*)\s*")
_UNREAD = re.compile(r"[EAMN][0-9]+\t|#|\s*$")
_IDENTITY = re.compile(r"coref.*|ident(ity)?|equiv", re.IGNORECASE)
_PREFIXES = {kind: prefix for prefix, kind in LITBANK_KINDS.items()}
_UNTYPED = "Mention"
_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
# LitBank draws a chain by marking its mentions again, with the name and number of the chain as their type
_CHAIN = re.compile(r".*-[0-9]+")


class _TextBound(NamedTuple):
    line: int
    label: str
    fragments: tuple[Characters, ...]
    text: str


@dataclass(slots=True)
class _BratLines:
    """The lines of a file that are read: mentions by their ID, and links with their lines."""

    mentions: dict[str, _TextBound] = field(default_factory=dict)
    links: list[tuple[int, str, str]] = field(default_factory=list)


def read(path: Path) -> Iterator[Pair]:
    """The `.txt` beside the file as one document, called after the file.

    Mentions are T lines; their offsets count Unicode code points of the text, ends exclusive, and `4 7;12 16` is
    discontinuous. Chains are what relations (R) whose type begins with `Coref` or is `Identity`, and equivalences
    (`*`), connect; a mention that none names is a chain of its own. LitBank's way is read too: a T line of the type
    `London-1` puts the mention of the same words, typed `PROP_GPE` say, into the chain of that name. `PROP_`, `NOM_`
    and `PRON_` give the kind of a mention, what follows its type. All other lines and relations are left unread.

    Words, paragraphs and headings are found as in plain text, words being divided where a mention begins or ends. A
    mention without words, such as `8 8`, is a zero. An empty file is a text without mentions.

    Raises:
        FormatError: there is no text beside the file, a line is not in the format, an offset is outside the text, the
            words of a T line are not those of the text, or an ID is missing or given twice.
    """
    document, draft = _parse(path)
    mentions, chain_of, links = _entities(draft)
    document, spans = _spans(document, mentions)
    yield document, _key(document, mentions, spans, chain_of, links)


def mention_lines(path: Path) -> dict[Span, int]:
    """The line of each mention; where several have the same words, that of the last of them."""
    document, draft = _parse(path)
    mentions, *_ = _entities(draft)
    return {span: mentions[id].line for id, span in _spans(document, mentions)[1].items()}


def remarks(path: Path) -> Iterator[Remark]:
    """Yield relations of a mention to itself; one to nothing is an error."""
    for line, left, right in _draft(path, pair_of_texts(path)[0]).links:
        if left == right:
            yield dangling(line, left, right, itself=True)


def write_files(document: Document, key: Clusters, name: str) -> dict[str, bytes]:
    """The mentions (`.ann`) and the text (`.txt`) of a document.

    Each mention refers to the one before it by a Coreference relation. A mention over several lines of the text is
    written as one fragment for each. Words may be divided otherwise when they are read again.

    Raises:
        FormatError: a mention holds nothing but white space, or the document has no words.
    """
    require_words(document)
    require_overt(document)
    return {f"{name}.ann": _render(document, key).encode(), f"{name}.txt": document.text.encode()}


def mend(mender: Mender) -> None:
    """Take blanks and line ends off the ends of mentions, which may reach into the next sentence by them."""
    annotations, text = pair_of_texts(mender.path)
    for mention in _draft(mender.path, annotations).mentions.values():
        (start, _), (_, end) = mention.fragments[0], mention.fragments[-1]
        inside = text[start:end]
        left = len(inside) - len(inside.lstrip())
        right = len(inside) - len(inside.rstrip())
        edges = [offset for fragment in mention.fragments for offset in fragment]
        trimmed = [edges[0] + left, *edges[1:-1], edges[-1] - right]
        if left + right < len(inside) and trimmed != edges and trimmed == sorted(trimmed):
            offsets = ";".join(f"{start} {end}" for start, end in zip(trimmed[::2], trimmed[1::2], strict=True))
            id, middle, _ = mender.line(mention.line).split("\t", 2)
            words = "\t".join((id, f"{middle.split(' ', 1)[0]} {offsets}", mention.text.strip()))
            mender.change(mention.line, words, f"{id} is taken off {left + right} blanks at its ends")


def _parse(path: Path) -> tuple[Document, _BratLines]:
    annotations, text = pair_of_texts(path)
    draft = _draft(path, annotations)
    for mention in draft.mentions.values():
        _require_words(path, mention, text)
    cuts = (offset for mention in draft.mentions.values() for ends in mention.fragments for offset in ends)
    return plain.document(text, path.stem, path.with_suffix(".txt"), cuts), draft


def _draft(path: Path, annotations: str) -> _BratLines:
    draft = _BratLines()
    taken: set[str] = set()
    for number, line in enumerate(annotations.split("\n"), start=1):
        line = line.removesuffix("\r")
        if mention := _MENTION.fullmatch(line):
            id, label, offsets, text = mention.groups()
            claim(path, number, id, taken, "mention")
            fragments = tuple((int(start), int(end)) for start, end in map(str.split, offsets.split(";")))
            draft.mentions[id] = _TextBound(number, label, fragments, text)
        elif relation := _RELATION.fullmatch(line):
            if _IDENTITY.fullmatch(relation[1]):
                draft.links.append((number, relation[2], relation[3]))
        elif several := _EQUIVALENCE.fullmatch(line):
            if _IDENTITY.fullmatch(several[1]):
                draft.links += [(number, left, right) for left, right in pairwise(several[2].split(" "))]
        elif not _UNREAD.match(line):
            cure = "Write 'T1<TAB>TYPE START END<TAB>WORDS' for mentions, 'R1<TAB>Coref Arg1:T2 Arg2:T1' for relations."
            raise FormatError(path, number, f"'{line[:40]}' is not a line of brat's format", cure)
    # an event (E) may be an argument too, but it is no mention
    draft.links = [link for link in draft.links if "E" not in {link[1][0], link[2][0]}]
    for number, *ends in draft.links:
        for id in ends:
            if id not in draft.mentions:
                cure = "Name T lines of this file."
                raise FormatError(path, number, f"there is no mention '{id}'", cure, code="unknown-reference")
    return draft


def _require_words(path: Path, mention: _TextBound, text: str) -> None:
    """Raise `FormatError` where the offsets are not in the text, or not those of the words that the line gives."""
    borders = [offset for ends in mention.fragments for offset in ends]
    if borders != sorted(borders) or borders[-1] > len(text):
        problem = f"the offsets {borders} are not in order, or not all within the text of {len(text)} characters"
        cure = "Offsets count characters, fragments are in text order."
        raise FormatError(path, mention.line, problem, cure, code="bad-span")
    # brat writes a line end as a blank, other tools leave it out
    words = "".join(text[start:end] for start, end in mention.fragments)
    if "".join(words.split()) != "".join(mention.text.split()):
        problem = f"the line says '{mention.text[:40]}', its offsets say '{words[:40]}'"
        cure = "Offsets count Unicode characters of the .txt, line ends included; check that it was not changed."
        raise FormatError(path, mention.line, problem, cure, code="other-words")


def _entities(draft: _BratLines) -> tuple[dict[str, _TextBound], dict[str, str], list[tuple[str, str]]]:
    """The mentions without those that only name a chain, the ID of each one's chain, and the pairs that are linked."""
    places: dict[tuple[Characters, ...], list[str]] = {}
    for id, mention in draft.mentions.items():
        if mention.label.partition("_")[0] in LITBANK_KINDS:
            places.setdefault(mention.fragments, []).append(id)
    same = {id: id for id in draft.mentions}
    named: dict[str, list[str]] = {}
    for id, mention in draft.mentions.items():
        beneath = places.get(mention.fragments, [])
        if beneath and id not in beneath and _CHAIN.fullmatch(mention.label):
            same[id] = beneath[0]
            named.setdefault(mention.label, []).extend(beneath)
    mentions = {id: mention for id, mention in draft.mentions.items() if same[id] == id}
    links = [(same[left], same[right]) for _, left, right in draft.links if left != right]
    chains = [pair for ids in named.values() for pair in pairwise(ids)]
    return mentions, UnionFind(mentions, (*links, *chains)).roots(), links


def _spans(document: Document, mentions: Mapping[str, _TextBound]) -> tuple[Document, dict[str, Span]]:
    """The tokens of each mention, and the document with empty nodes for those without words."""
    starts = document.character_starts()
    spans = {id: span_over(starts, mention.fragments) for id, mention in mentions.items()}
    places = {id: bisect_left(starts, mentions[id].fragments[0][0]) for id, span in spans.items() if not span}
    document, zeros = with_zeros(document, {id: (word, 0) for id, word in places.items()})
    return document, {id: span or zeros[id] for id, span in spans.items()}


def _key(
    document: Document,
    mentions: Mapping[str, _TextBound],
    spans: Mapping[str, Span],
    chain_of: Mapping[str, str],
    links: Iterable[tuple[str, str]],
) -> Clusters:
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    for id, span in spans.items():
        chains.setdefault(chain_of[id], []).append(span)
        attributes.setdefault(span, _attributes(mentions[id].label, span))
    return Clusters(
        document.id,
        in_text_order(chains.values()),
        attributes,
        links=tuple((spans[left], spans[right]) for left, right in links),
    )


def _attributes(label: str, span: Span) -> Attributes:
    prefix, _, type = label.partition("_")
    head = span.start if span.start >= FIRST_NODE else None
    if prefix in LITBANK_KINDS:
        return Attributes(head=head, type=type.upper(), kind=LITBANK_KINDS[prefix])
    return Attributes(head=head, type="" if label == _UNTYPED else label.upper())


def _render(document: Document, key: Clusters) -> str:
    text = document.text
    starts = document.character_starts()
    mentions = sorted((span, chain) for chain, spans in enumerate(key.chains) for span in spans)
    previous: dict[int, int] = {}
    entities: list[str] = []
    relations: list[str] = []
    for id, (span, chain) in enumerate(mentions, start=1):
        fragments = list(_fragments(document, starts, text, span))
        if not fragments:
            cure = "Offsets name characters of words; leave it out."
            problem = f"the mention of token {span.start} is nothing but white space"
            raise FormatError(document.id, None, problem, cure, code="inexpressible")
        offsets = ";".join(f"{start} {end}" for start, end in fragments)
        words = " ".join(text[start:end] for start, end in fragments)
        about = key.attributes.get(span, Attributes())
        parts = (_PREFIXES[about.kind] if about.kind else "", re.sub(r"[^\w-]", "_", about.type))
        label = "_".join(filter(None, parts)) or _UNTYPED
        entities.append(f"T{id}\t{label} {offsets}\t{words}\n")
        if chain in previous:
            relations.append(f"R{len(relations) + 1}\tCoreference Arg1:T{id} Arg2:T{previous[chain]}\n")
        previous[chain] = id
    return "".join((*entities, *relations))


def _fragments(document: Document, starts: Sequence[int], text: str, span: Span) -> Iterator[Characters]:
    """The characters of a mention in the document's text, one piece for each run of words within a line."""
    for run in span.ranges():
        for line in _LINE.finditer(text, starts[run[0]], starts[run[-1]] + len(document.words[run[-1]])):
            yield line.span()


FORMAT = Format(
    name="brat",
    source="brat standoff, .ann beside .txt (Stenetorp et al. 2012, brat.nlplab.org/standoff.html), "
    "with LitBank's types.",
    suffix=".ann",
    recognises=by_signs(rf"(?m)^{_MENTION.pattern}", r"(?i).\.ann\Z"),
    read=read,
    unread="other relations, events, attributes and notes",
    richness=40,
    is_of_several_files=True,
    mention_lines=mention_lines,
    remarks=remarks,
    mend=mend,
    write_files=write_files,
    quotes=1,
)
