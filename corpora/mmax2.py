"""MMAX2 projects: an entry file, and XML files of words and of levels of markables."""

import os
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from anaphora.corpora._format import Format, Pair, Remark, dangling
from anaphora.corpora._lines import content
from anaphora.corpora._mentions import blanks, joined, spanning
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Bridge, Clusters
from anaphora.workbench.linking import UnionFind

_PATHS = "common_paths.xml"
_FOLDERS = {"basedata_path": "Basedata", "markable_path": "Markables"}
_ENTITY = b"<!ENTITY"
_READ = frozenset(("id", "ref", "span", "min_ids"))
_POINTER = re.compile(r"(?:\w+:)?markable_\d+\b")
_CLAUSES = ("clause", "vp")
_ENTRY, _WORDS = ".mmax", "_words.xml"
_MENTIONS = "coref"
_CHAINS = frozenset(("coref_class", "coref_set", "ref"))
_NOTHING = frozenset(("", "empty"))
_IDENTITY = frozenset(("", "ident", "identity", "anaphoric"))
_LEVELS = {_MENTIONS: "$_coref_level.xml", "sentence": "$_sentence_level.xml", "paragraph": "$_paragraph_level.xml"}


class _Markable(NamedTuple):
    """A markable of a level: its line, id, span and attributes."""

    line: int
    id: str
    span: Span
    values: Mapping[str, str]


def recognises(head: str, path: Path) -> bool:
    """Return whether a file is the entry of a project, or by its name the words of one without entry file."""
    if path.name.lower().endswith(_WORDS):
        entry = _entry(path)
        return not any((folder / entry.name).exists() for folder in (path.parent, entry.parent))
    return "<mmax_project" in head or path.suffix.lower() == _ENTRY


def read(path: Path) -> Iterator[Pair]:
    """The project as one document, called after its entry file `x.mmax`, which names the words.

    Without an entry file, `Basedata/x_words.xml` stands for it. `common_paths.xml` beside the entry file says where
    words and markables are; without it they are in the folders `Basedata` and `Markables`. Capitals in the names of
    folders and files do not matter.

    Mentions are the markables of the level `coref`, or else of the only level that has `coref_class`, `coref_set` or
    `ref`. Those of one `coref_class` (or `coref_set`) are a chain, and so are those that `ref` connects, unless `type`
    is another than `ident`: `bridge` makes a bridging anaphor, and several markables in `ref` are split antecedents
    (COREA: Bouma et al. 2007). Markables without any, or with `empty`, are singletons. The levels `sentence` and
    `paragraph` are read where they are; without the former, the words whose `pos` is 0 begin sentences. `min_ids` (or
    `min_words`) gives the minimum, `head` the head, `category` the type, `mention="pronoun"` the kind;
    `mention="clause"` and `"vp"` are clauses, to which pronouns may refer.

    A markable with `type="pleonastic"` is no mention but marks its pronoun as non-anaphoric, and one with
    `reference="non_referring"` is no mention either. A pronoun with `antetype="event"` refers to no nominal: it is
    marked as clausal and stays in its chain.

    Raises:
        FormatError: a file is missing, no XML or outside the project's folder, an id of a word is given twice, a span
            names a word that does not exist, or several levels may hold the mentions.
    """
    document, key, _ = _project(path)
    yield document, key


def remarks(path: Path) -> Iterator[Remark]:
    """Yield pointers that lead nowhere or to their own markable, and those of types that are not read."""
    yield from _project(path)[2]


def _project(path: Path) -> tuple[Document, Clusters, list[Remark]]:
    entry, words_file = _entry(path), path
    folders, named_levels = _settings(entry)
    if entry == path:
        named = _tree(path).findtext("{*}words") or ""
        if not named.strip():
            cure = "The entry file of a project holds <mmax_project> with <words>x_words.xml</words>."
            raise FormatError(path, None, "no <words> names the file of the words", cure)
        words_file = _inside(path, folders["basedata_path"], named)
    words, starts = _words(words_file)
    index = {id: number for number, id in enumerate(words)}
    levels = {name: _inside(entry, folders["markable_path"], file) for name, file in named_levels.items()}
    document = Document(
        id=entry.stem,
        words=tuple(words.values()),
        spaces=blanks(len(words)),
        sentence_starts=_starts(levels["sentence"], index) or starts,
        paragraph_starts=_starts(levels["paragraph"], index),
    )
    return document, *_key(document, _level_of_mentions(entry, levels), index)


def _entry(path: Path) -> Path:
    """The entry file of a project, which may not be there, by itself or by the file of words."""
    if not path.name.lower().endswith(_WORDS):
        return path
    folder = path.parent
    root = folder.parent if folder.name.lower() == _FOLDERS["basedata_path"].lower() else folder
    return root / f"{path.name[: -len(_WORDS)]}{_ENTRY}"


def _settings(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The folders of the project and the files of its levels: those that it names, or else those that it has."""
    folders, named = dict(_FOLDERS), dict[str, str]()
    paths = _inside(path, "", _PATHS)
    if paths.is_file():
        root = _tree(paths)
        folders |= {name: (root.findtext(f"{{*}}{name}") or "").strip() or folders[name] for name in folders}
        named = {level.get("name", ""): level.text or "" for level in root.iter("{*}level")}
    folders = {name: folder if _inside(path, folder, "").is_dir() else "" for name, folder in folders.items()}
    levels = _LEVELS | (named or _levels_in(_inside(path, folders["markable_path"], ""), path.stem))
    return folders, {name: file.strip().replace("$", path.stem) for name, file in levels.items()}


def _levels_in(folder: Path, stem: str) -> dict[str, str]:
    """The files of levels in a folder by the names of these, which are in those of the files."""
    is_readable = folder.is_dir() and os.access(folder, os.R_OK)
    names = sorted(file.name for file in folder.iterdir()) if is_readable else []
    matches = (re.fullmatch(rf"{re.escape(stem)}_(\w+)_level\.xml", name, re.IGNORECASE) for name in names)
    return {match[1].lower(): match[0] for match in matches if match}


def _level_of_mentions(project: Path, levels: Mapping[str, Path]) -> Path:
    """The file of the level `coref`, or else of the only other one that has chains."""
    if levels[_MENTIONS].is_file():
        return levels[_MENTIONS]
    others = {name: file for name, file in levels.items() if name not in _LEVELS and file.is_file()}
    chains = {name: file for name, file in others.items() if _has_chains(file)}
    if len(chains) > 1:
        cure = f"Call the level of the mentions '{_MENTIONS}' in {_PATHS}."
        raise FormatError(project, None, f"several levels have chains ({', '.join(chains)})", cure, code="inconsistent")
    return next(iter(chains.values()), levels[_MENTIONS])


def _has_chains(file: Path) -> bool:
    return any(not _CHAINS.isdisjoint(markable.attrib) for markable in _tree(file).iter("{*}markable"))


def _inside(project: Path, folder: str, name: str) -> Path:
    """A file of the project, whatever the capitals of its name; symbolic links and `..` may not lead out of it."""
    file = project.parent
    try:
        for part in Path(folder.strip().replace("\\", "/"), name.strip().replace("\\", "/")).parts:
            if not (file / part).exists():
                entries = sorted(entry.name for entry in file.iterdir()) if file.is_dir() else []
                part = next((entry for entry in entries if entry.lower() == part.lower()), part)
            file /= part
        inside = file.resolve().is_relative_to(project.parent.resolve())
    except (OSError, RuntimeError) as error:  # RuntimeError: links that lead back to themselves
        problem = f"'{file}' cannot be looked up ({getattr(error, 'strerror', None) or error})"
        cure = "Check the names in the project's files."
        raise FormatError(project, None, problem, cure, code="unreadable") from error
    if not inside:
        cure = "All files of a project must be in the folder of its entry file, or in folders inside it."
        raise FormatError(project, None, f"'{file}' lies outside the project", cure, code="outside-folder")
    return file


def _words(path: Path) -> tuple[dict[str, str], tuple[int, ...]]:
    """The words by id, in text order, and those that begin sentences, where they say their place in it."""
    words: dict[str, str] = {}
    starts: list[int] = []
    for element in _tree(path).iter("{*}word"):
        id = element.get("id", "")
        if not id or id in words:
            problem = f"a second word has the id '{id}'" if id else "a word has no id"
            cure = "Give each word an id of its own (word_1, word_2, ...)."
            raise FormatError(path, element.sourceline, problem, cure, code="duplicate-id" if id else "")
        starts += [len(words)] if "0" in (element.get("pos"), element.get("alppos")) else []
        words[id] = " ".join("".join(element.itertext()).split()) or "_"
    return words, tuple(sorted({0, *starts})) if starts else ()


def _starts(path: Path, index: Mapping[str, int]) -> tuple[int, ...]:
    if not path.is_file():
        return ()
    starts = {markable.span.start for markable in _markables(path, index)}
    return tuple(sorted(starts | {0})) if starts else ()


def _markables(path: Path, index: Mapping[str, int]) -> Iterator[_Markable]:
    """The markables of a level; those without id are called by a number, which no id begins with."""
    for number, element in enumerate(_tree(path).iter("{*}markable")):
        values = {name: value.strip() for name, value in element.attrib.items()}
        span = _span(path, element.sourceline, values.get("span", ""), index)
        yield _Markable(element.sourceline, values.get("id") or f" {number}", span, values)


def _span(path: Path, line: int, text: str, index: Mapping[str, int]) -> Span:
    """Return the span that `word_3..word_5,word_8` covers, with its gaps."""
    ranges = []
    for piece in text.split(","):
        first, _, last = (id.strip() for id in piece.partition(".."))
        start = index.get(first, -1)
        end = index.get(last or first, -1) + 1
        if not 0 <= start < end:
            problem = f"the span '{text[:80]}' is not one of words of the project"
            cure = "Spans are written word_3..word_5,word_8, in the order of the words."
            raise FormatError(path, line, problem, cure, code="bad-span")
        ranges.append((start, end))
    return spanning(joined(sorted(ranges)))


def _key(document: Document, path: Path, index: Mapping[str, int]) -> tuple[Clusters, list[Remark]]:
    words = tuple(word.lower() for word in document.words)
    places: dict[str, list[int]] = {}
    for index_of_word, word in enumerate(words):
        places.setdefault(word, []).append(index_of_word)
    mentions: dict[str, _Markable] = {}
    attributes: dict[Span, Attributes] = {}
    non_anaphoric: dict[int, str] = {}
    for number, markable in enumerate(_markables(path, index)):
        span, values = markable.span, markable.values
        pronoun = values.get("mention") == "pronoun"
        if values.get("type") == "pleonastic":
            non_anaphoric[span.start] = "pleonastic"
            continue
        if values.get("reference") == "non_referring":
            continue
        if pronoun and values.get("antetype") == "event":
            non_anaphoric[span.start] = "clausal"
        # a second markable of one id cannot be pointed to
        mentions[f" {number}" if markable.id in mentions else markable.id] = markable
        kernel = values.get("min_ids")
        head = _run(values.get("head", ""), span, words, places)
        described = Attributes(
            head=head.start if head else None,
            minimum=_span(path, markable.line, kernel, index)
            if kernel
            else _run(values.get("min_words", ""), span, words, places),
            type=values.get("category", "").upper(),
            kind="pronoun" if pronoun else None,
            clause=values.get("mention") in _CLAUSES,
        )
        attributes.setdefault(span, described)
    return _linked(document.id, path, mentions, attributes, non_anaphoric)


def _linked(
    id: str,
    path: Path,
    mentions: Mapping[str, _Markable],
    attributes: Mapping[Span, Attributes],
    non_anaphoric: Mapping[int, str],
) -> tuple[Clusters, list[Remark]]:
    """Chains by the names of sets and by pointers, and what is odd about these."""
    pointers, odd = _pointers(path, mentions)
    chain_of = UnionFind([*mentions])
    bridges: list[Bridge] = []
    first: dict[str, str] = {}
    for name, markable in mentions.items():
        of_set = markable.values.get("coref_class") or markable.values.get("coref_set") or ""
        if of_set not in _NOTHING:
            chain_of.unite(first.setdefault(of_set, name), name)
    several: dict[str, list[str]] = {}
    for name, targets in pointers.items():
        if mentions[name].values.get("type", "").lower() == "bridge":
            bridges += (Bridge(mentions[name].span, mentions[target].span) for target in targets)
        elif len(targets) > 1:
            several[name] = targets
        else:
            chain_of.unite(targets[0], name)
    roots = chain_of.roots()
    chains: dict[str, list[Span]] = {}
    for name, root in roots.items():
        chains.setdefault(root, []).append(mentions[name].span)
    ordered = sorted((sorted(spans), root) for root, spans in chains.items())
    number_of = {root: number for number, (_, root) in enumerate(ordered)}
    split = {
        mentions[name].span: tuple(sorted({number_of[roots[target]] for target in targets}))
        for name, targets in several.items()
    }
    key = Clusters(
        id,
        tuple(tuple(spans) for spans, _ in ordered),
        attributes,
        split,
        non_anaphoric,
        bridges=tuple(sorted(bridges, key=lambda bridge: bridge.anaphor)),
    )
    return key, odd


def _pointers(path: Path, mentions: Mapping[str, _Markable]) -> tuple[dict[str, list[str]], list[Remark]]:
    """The mentions that each one's `ref` names, but for types that are not read, and what is odd about them."""
    pointers: dict[str, list[str]] = {}
    odd: list[Remark] = []
    unread = Counter[str]()
    lines: dict[str, int] = {}
    for name, markable in mentions.items():
        others = [f"'{key}'" for key, value in markable.values.items() if key not in _READ and _POINTER.match(value)]
        ref, type = markable.values.get("ref", ""), markable.values.get("type", "").lower()
        # a pointer to another level names it: coref:markable_3
        targets = [] if ref in _NOTHING else [target.strip().rpartition(":")[2] for target in ref.split(";")]
        odd += (
            dangling(markable.line, name, target, itself=target == name, path=path)
            for target in targets
            if target == name or target not in mentions
        )
        if targets and type not in _IDENTITY and type != "bridge":
            others.append(f"'ref' of the type '{type}'")
        elif targets := [target for target in targets if target in mentions and target != name]:
            pointers[name] = targets
        unread.update(others)
        lines.update((other, markable.line) for other in others if other not in lines)
    for other, number in unread.items():
        text = f"{other} is not read ({number}): chains are coref_class, coref_set, and ref of the type ident"
        odd.append(Remark(lines[other], text, path=path))
    return pointers, odd


def _run(text: str, span: Span, words: Sequence[str], places: Mapping[str, Sequence[int]]) -> Span | None:
    """The first run of these words in a span, whatever their capitals; `words` are small, `places` those of each."""
    wanted = tuple(text.lower().split())
    if not wanted:
        return None
    # the rarest of them has the fewest places to try
    rarest = min(range(len(wanted)), key=lambda index: len(places.get(wanted[index], ())))
    near = places.get(wanted[rarest], ())
    following = range(bisect_left(near, span.start + rarest), bisect_left(near, span.end))
    for start in (near[index] - rarest for index in following):
        run = Span(start, start + len(wanted))
        if span.encloses(run) and words[run.start : run.end] == wanted:
            return run
    return None


def _tree(path: Path) -> Any:
    """The root element of a file, read without network, files beside it or unbounded depth.

    Raises:
        FormatError: the file cannot be opened, is empty, too large, no XML, or declares entities.
    """
    from lxml import etree

    raw = content(path)
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as error:
        problem = f"this is not well-formed XML ({str(error.msg).rstrip('.')})"
        cure = "Repair it; if the file was cut, get it again."
        raise FormatError(path, error.lineno or None, problem, cure) from error
    definition = root.getroottree().docinfo.internalDTD
    # check the tree, not the bytes: they may be UTF-16, or say the same in CDATA, where it means nothing
    if definition is not None and next(definition.iterentities(), None) is not None:
        line = raw.count(b"\n", 0, raw.index(_ENTITY)) + 1 if _ENTITY in raw else None
        cure = "Write the characters that they mean."
        raise FormatError(path, line, "the file declares entities, which are not read", cure, code="xml-entities")
    return root


FORMAT = Format(
    name="mmax2",
    source="MMAX2 projects, as ParCorFull and ARRAU have them: words and levels of stand-off markables, after the "
    "scheme of MATE (Müller & Strube 2006); COREA, SoNaR and others, whose markables point to one another.",
    suffix=_ENTRY,
    recognises=recognises,
    read=read,
    content="xml",
    unread="other levels and attributes",
    is_of_several_files=True,
    entry=_entry,
    remarks=remarks,
)
