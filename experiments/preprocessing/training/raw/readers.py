"""Paragraphs of running text out of files: markup, manual pages, catalogues of messages, games, dictionaries.

Each reader takes the bytes of a file and gives its paragraphs and headings as they come, white space and all.
"""

import random
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping

from lxml import etree

_BLOCKS = re.compile(
    r"address|article|block|blockquote|body|center|chapter|comments|dd|desc|description|div|dl|dt|fieldset|form|h[1-6]|hr"
    r"|html|info|item|li|list|listitem|note|ol|p|page|para|q|quote|sect[12]|section|simpara|steps|subtitle|table|tbody|td"
    r"|terms|th|title|tr|ul|variablelist|verse"
)
_SKIPPED = re.compile(
    r"aside|button|code-block|credit|dt|figure|footer|head|header|indexterm|license|math|media|nav|noscript|pre"
    r"|programlisting|screen|script|select|style|synopsis|table|term|textarea|title-abbrev"
)
_SKIPPED_CLASS = re.compile(
    r"(?<!\S)(nav|navheader|navfooter|navigation|toc|toctree-wrapper|footnotes?|breadcrumbs?|legalnotice|footer|copyright"
    r"|related|sphinxsidebar|programlisting|screen|literallayout|header|linkheader|linkfooter|menu|index|authorgroup"
    r"|releaseinfo|wy-nav-side)(?!\S)"
)


def markup(data: bytes) -> Iterator[str]:
    """Paragraphs and headings of HTML, DocBook or Mallard; no code, tables, navigation or terms of option lists."""
    text = data.decode("utf-8", "replace")
    xml = text.lstrip("\ufeff").startswith("<?xml") and "<html" not in text[:2000]
    parser = (
        etree.XMLParser(recover=True, remove_comments=True, remove_pis=True)
        if xml
        else etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    )
    root = etree.fromstring(text.encode(), parser)
    pieces: list[str] = []
    hidden = 0
    for event, node in etree.iterwalk(root, events=("start", "end")) if root is not None else ():
        tag = str(node.tag).rpartition("}")[2].lower()
        names = f"{node.get('class', '')} {node.get('id', '')}" if tag != "body" else ""
        skipped = bool(_SKIPPED.fullmatch(tag) or _SKIPPED_CLASS.search(names))
        if skipped or _BLOCKS.fullmatch(tag):
            yield "".join(pieces)
            pieces.clear()
        hidden += skipped * (1 if event == "start" else -1)
        piece = (" " if tag == "br" else node.text) if event == "start" else node.tail
        if not hidden and piece:
            pieces.append(piece)
    yield "".join(pieces)


def text(data: bytes) -> Iterator[str]:
    """Paragraphs between empty lines; of dictionaries without headwords, parts of speech, labels and braces."""
    for block in re.split(r"\n\s*\n|\n%+\n", data.decode("utf-8", "replace")):
        yield re.sub(r"^\s*([A-Z' -]+, [a-z. ]+\.  ?|[<\[(][^>\])]*[>\])] )+|[{}]", "", block)


STAND_IN = "Arden"
"""The name that stands for what a game fills in, mostly names."""

_STRINGS = re.compile(
    r"""_\s*\(?\s*"((?:[^"\\]|\\.|"")*)"|\[\[(.*?)\]\]|\'\'\'(.*?)\'\'\'|`([^`]*)`|"((?:[^"\\\n]|\\.)*)"|^msg$(.*?)^endmsg""",
    re.DOTALL | re.MULTILINE,
)


def strings(data: bytes) -> Iterator[str]:
    """What a game says: its strings (``"..."``, ``[[...]]``, in backquotes) and messages, with names filled in."""
    for groups in _STRINGS.findall(data.decode("utf-8", "replace")):
        said = "".join(groups).replace("<br>", "\n\n").replace('""', '"').replace('\\"', '"')
        said = re.sub(r"</?(i|b|big|small|span)\b[^>]*>|^@match.*|^`.", "", said, flags=re.MULTILINE)
        said = re.sub(r"<\w+>|\{\w+\}|%s", STAND_IN, said)
        yield from re.split(r"\n\s*\n|\\n", said)


def messages(data: bytes) -> Iterator[str]:
    """The English messages of a compiled gettext catalogue, in the catalogue's order."""
    count, table = struct.unpack_from("<II", data, 8)
    for entry in range(count):
        length, start = struct.unpack_from("<II", data, table + 8 * entry)
        message = data[start : start + length].split(b"\x04")[-1].split(b"\0")[0].decode("utf-8", "replace")
        yield from re.split(r"\n\s*\n|\\n", message)


_ESCAPES = {
    r"\\\[[aco]q\]|\\\([aco]q": "'",
    r"\\\([lr]q": '"',
    r"\\\[em\]|\\\(em": " - ",
    r"\\-": "-",
    r"\\[ 0~]": " ",
    r"\\f[BIRP1-4]|\\f\(..|\\f?\[\w*\]|\\[&/,|^]|\\s[-+]?\d|\\\(..": "",
    r"\\e": r"\\",
}


def manual_page(data: bytes) -> Iterator[str]:
    """The paragraphs of a page in the ``man`` macros, without its tags, examples and synopses."""
    text = re.sub(r"^\.TP.*\n.*\n", ".PP\n", data.decode("utf-8", "replace"), flags=re.MULTILINE)
    text = re.sub(r"^\.(nf|EX|TS)\b.*?^\.(fi|EE|TE)\b.*?$", ".PP", text, flags=re.MULTILINE | re.DOTALL)
    for pattern, character in _ESCAPES.items():
        text = re.sub(pattern, character, text)
    text = re.sub(
        r"^\.[BIR]([BIR])? (.*)$", lambda font: font[2].replace(" " if font[1] else '"', ""), text, flags=re.MULTILINE
    )
    yield from re.split(r"(?:^[.'].*\n)+", text, flags=re.MULTILINE)


def chapters(data: bytes) -> Iterator[str]:
    """The paragraphs of a SWORD module: zlib streams of OSIS behind each other, without titles and notes."""
    while data:
        stream = zlib.decompressobj()
        text = re.sub(r"(?s)<(title|note)\b.*?</\1>", "", stream.decompress(data).decode("utf-8", "replace"))
        for paragraph in re.split(r"\n{2,}|<(?:div|chapter|p|lg|table)\b[^>]*>|</p>", text):
            yield re.sub(r"<[^>]*>", "", paragraph)
        data = stream.unused_data.lstrip(b"\0")


def descriptions(data: bytes) -> Iterator[str]:
    """The long descriptions of packages, in random order, from what ``apt-cache search --full`` prints."""
    found = re.findall(r"^Description-en: .*\n((?: .*\n)+)", data.decode("utf-8", "replace"), re.MULTILINE)
    for description in random.Random(0).sample(found, len(found)):
        yield from re.split(
            r"^ \.\n", re.sub(r"^ (  .*| *[-*+o] .*|.*:)$", " .", description, flags=re.MULTILINE), flags=re.MULTILINE
        )


READERS: Mapping[str, Callable[[bytes], Iterator[str]]] = {
    reader.__name__: reader for reader in (markup, text, strings, messages, manual_page, chapters, descriptions)
}
"""By the names that ``sources.tsv`` uses."""
