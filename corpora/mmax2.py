"""MMAX2 projects: an entry file, and XML files of words and of levels of markables."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import content
from anaphora.corpora._mentions import blanks, in_text_order
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

_PATHS = "common_paths.xml"
_FOLDERS = {"basedata_path": "Basedata", "markable_path": "Markables"}
_ENTITY = b"<!ENTITY"
_CLAUSES = ("clause", "vp")
_LEVELS = {"coref": "$_coref_level.xml", "sentence": "$_sentence_level.xml", "paragraph": "$_paragraph_level.xml"}


def read(path: Path) -> Iterator[Pair]:
    """The project as one document, called after its entry file `x.mmax`, which names the words.

    `common_paths.xml` beside it says where words and markables are; without it they are in the folders `Basedata` and
    `Markables`. Capitals in the names of folders and files do not matter. The level `coref` holds the mentions: those
    of one `coref_class` (or `coref_set`) are a chain, those without one or with `empty` are singletons. The levels
    `sentence` and `paragraph` are read where they are. `min_ids` (or `min_words`) gives the minimum, `category` the
    type, `mention="pronoun"` the kind; `mention="clause"` and `"vp"` are clauses, to which pronouns may refer.

    A markable with `type="pleonastic"` is no mention but marks its pronoun as non-anaphoric, and one with
    `reference="non_referring"` is no mention either. A pronoun with `antetype="event"` refers to no nominal: it is
    marked as clausal and stays in its chain.

    Raises:
        FormatError: a file is missing, no XML or outside the project's folder, an id of a word is given twice, or a
            span names a word that does not exist.
    """
    root = _tree(path)
    named = root.findtext("{*}words") or ""
    if not named.strip():
        cure = "The entry file of a project holds <mmax_project> with <words>x_words.xml</words>."
        raise FormatError(path, None, "no <words> names the file of the words", cure)
    folders, levels = _settings(path)
    words = _words(_inside(path, folders["basedata_path"], named))
    index = {id: number for number, id in enumerate(words)}
    files = {name: _inside(path, folders["markable_path"], file) for name, file in levels.items()}
    document = Document(
        id=path.stem,
        words=tuple(words.values()),
        spaces=blanks(len(words)),
        sentence_starts=_starts(files["sentence"], index),
        paragraph_starts=_starts(files["paragraph"], index),
    )
    yield document, _key(document, files["coref"], index)


def _settings(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The folders of the project and the files of its levels."""
    folders, levels = dict(_FOLDERS), dict(_LEVELS)
    paths = _inside(path, "", _PATHS)
    if paths.is_file():
        root = _tree(paths)
        folders |= {name: (root.findtext(f"{{*}}{name}") or "").strip() or folders[name] for name in folders}
        levels |= {level.get("name", ""): level.text or "" for level in root.iter("{*}level")}
    return folders, {name: levels[name].strip().replace("$", path.stem) for name in _LEVELS}


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


def _words(path: Path) -> dict[str, str]:
    """The words by id, in text order."""
    words: dict[str, str] = {}
    for element in _tree(path).iter("{*}word"):
        id = element.get("id", "")
        if not id or id in words:
            problem = f"a second word has the id '{id}'" if id else "a word has no id"
            cure = "Give each word an id of its own (word_1, word_2, ...)."
            raise FormatError(path, element.sourceline, problem, cure, code="duplicate-id" if id else "")
        words[id] = " ".join("".join(element.itertext()).split()) or "_"
    return words


def _starts(path: Path, index: Mapping[str, int]) -> tuple[int, ...]:
    if not path.is_file():
        return ()
    starts = {span.start for _, span, _ in _markables(path, index)}
    return tuple(sorted(starts | {0})) if starts else ()


def _markables(path: Path, index: Mapping[str, int]) -> Iterator[tuple[int, Span, Mapping[str, str]]]:
    """Line, span and attributes of each markable of a level."""
    for element in _tree(path).iter("{*}markable"):
        values = {name: value.strip() for name, value in element.attrib.items()}
        yield element.sourceline, _span(path, element.sourceline, values.get("span", ""), index), values


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
    start = min(start for start, _ in ranges)
    gaps = []
    covered = start
    for begin, end in sorted(ranges):
        gaps += [(covered, begin)] if begin > covered else []
        covered = max(covered, end)
    return Span(start, covered, tuple(gaps))


def _key(document: Document, path: Path, index: Mapping[str, int]) -> Clusters:
    words = tuple(word.lower() for word in document.words)
    places: dict[str, list[int]] = {}
    for index_of_word, word in enumerate(words):
        places.setdefault(word, []).append(index_of_word)
    chains: dict[str, list[Span]] = {}
    attributes: dict[Span, Attributes] = {}
    non_anaphoric: dict[int, str] = {}
    for number, (line, span, values) in enumerate(_markables(path, index)):
        pronoun = values.get("mention") == "pronoun"
        if values.get("type") == "pleonastic":
            non_anaphoric[span.start] = "pleonastic"
            continue
        if values.get("reference") == "non_referring":
            continue
        if pronoun and values.get("antetype") == "event":
            non_anaphoric[span.start] = "clausal"
        name = values.get("coref_class") or values.get("coref_set") or "empty"
        # values are stripped, so no set is called like that
        chains.setdefault(f" {number}" if name == "empty" else name, []).append(span)
        kernel = values.get("min_ids")
        described = Attributes(
            minimum=_span(path, line, kernel, index)
            if kernel
            else _run(values.get("min_words", ""), span, words, places),
            type=values.get("category", "").upper(),
            kind="pronoun" if pronoun else None,
            clause=values.get("mention") in _CLAUSES,
        )
        attributes.setdefault(span, described)
    return Clusters(document.id, in_text_order(chains.values()), attributes, non_anaphoric=non_anaphoric)


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
    "scheme of MATE (Müller & Strube 2006).",
    suffix=".mmax",
    recognises=by_signs("<mmax_project", r"(?i).\.mmax\Z"),
    read=read,
    content="xml",
    unread="other levels and attributes",
    is_of_several_files=True,
)
