"""Errors and oddities of a corpus file, with line numbers where the format has lines."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import islice, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Literal, NamedTuple

from anaphora.corpora._format import Format, files, foreign, unread
from anaphora.workbench.document import FIRST_NODE, Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import OTHER_REFERENCE, Clusters, other_reference, overt
from anaphora.workbench.progress import tell_read
from anaphora.workbench.results.vocabulary import counted

Severity = Literal["error", "warning", "note"]

_SHOWN = 60
"""Characters of a mention."""
_MOST_PAIRS = 1_000
"""Overlapping mentions that are reported of one document; there may be as many as the square of its mentions."""


class Finding(NamedTuple):
    """One thing that `check` found; `line` counts from 1 and is `None` where the whole file is meant.

    An error leaves a file unread or its scores undefined, a warning may be meant, a note only says what is there.
    `code` is that of the error which refuses the file, or tells the kind of what may come many times.
    """

    path: str
    line: int | None
    severity: Severity
    text: str
    code: str = ""


def check(path: str | Path, format: str | None = None) -> list[Finding]:
    """All findings of a file, or of the files of a folder; empty if there is nothing to say.

    Raises:
        FormatError: there is nothing to read at all.
        UnknownNameError: there is no such format.
    """
    places: dict[str, Path] = {}
    read = files(Path(path), format)
    findings = [finding for file, form in read for finding in _of_file(file, form, places)]
    return findings + (list(_of_unread(Path(path), read)) if Path(path).is_dir() else [])


def _of_unread(folder: Path, read: Sequence[tuple[Path, Format]]) -> Iterator[Finding]:
    """A note for each kind of file that nothing was read of, with the first of them."""
    kinds: dict[str, list[Path]] = {}
    for file in unread(folder, read):
        kinds.setdefault(file.suffix.lower(), []).append(file)
    for suffix, paths in kinds.items():
        others = f", nor are {counted(len(paths) - 1, 'other file')} {suffix}".rstrip() if len(paths) > 1 else ""
        form = foreign(paths[0])
        what = f"{form.name}{others}. {form.cure}" if form else f"of no known format, or not asked for{others}"
        yield Finding(str(paths[0]), None, "note", f"it is not read: it is {what}")


class _Problem(NamedTuple):
    """Problem of a mention or of a whole document; `token` counts the tokens of the whole file."""

    span: Span | None
    token: int
    severity: Severity
    text: str
    code: str = ""


def _of_file(path: Path, form: Format, places: dict[str, Path]) -> Iterator[Finding]:
    problems: list[_Problem] = []
    counts = Counter[str]()
    try:
        for document, key in form.read(path):
            tell_read()
            if (first := places.setdefault(document.id, path)) != path:
                text = f"{document.id}: a document of {first} has the same id"
                problems.append(_Problem(None, 0, "error", text, "duplicate-id"))
            for span, severity, code, text in _odd(document, key):
                is_zero = span.start >= FIRST_NODE
                start = document.nodes[span.start - FIRST_NODE].place - 1 if is_zero else span.start
                token = counts["tokens"] + max(0, start)
                problems.append(_Problem(span, token, severity, f"{document.id}: {text}", code))
            counts += Counter(documents=1, tokens=len(document.words), chains=len(key.chains))
            counts["zeros"] += sum((mention.head or 0) >= FIRST_NODE for mention in key.attributes.values())
            counts["left out"] += key.zeros
            counts += Counter(other_reference(key))
            counts["bare"] += 1 if document.annotation is None else 0
    except FormatError as error:
        rest = "" if error.line is None else " What follows could not be checked: mend this, and check again."
        yield Finding(error.path, error.line, "error", f"{error.problem}. {error.cure}{rest}", error.code)
        yield from _located(path, form, problems, broken=True)
        return
    yield from _located(path, form, problems)
    for remark in form.remarks(path) if form.remarks else ():
        yield Finding(str(remark.path or path), remark.line, "warning", remark.text, remark.code)
    yield from _of_all(path, counts, form.has_trees)


def _located(path: Path, form: Format, problems: Sequence[_Problem], *, broken: bool = False) -> Iterator[Finding]:
    """Problems with their lines, which a file that is `broken` may not tell."""
    lines: list[int] = []
    marked: dict[Span, int] = {}
    with suppress(FormatError) if broken else nullcontext():
        lines = form.token_lines(path) if problems and form.token_lines else lines
        marked = {**form.mention_lines(path)} if problems and form.mention_lines else marked
    for problem in problems:
        line = None
        if problem.span is not None:
            line = lines[problem.token] if lines else marked.get(problem.span)
        yield Finding(str(path), line, problem.severity, problem.text, problem.code)


def _odd(document: Document, key: Clusters) -> Iterator[tuple[Span, Severity, str, str]]:
    """Span, severity, code and text of what is odd about the mentions of a document."""
    chains_of: dict[Span, list[int]] = {}
    for chain, spans in enumerate(key.chains):
        for span in spans:
            chains_of.setdefault(span, []).append(chain)
    for span, chains in sorted(chains_of.items()):
        if len(chains) > 1:
            where = f"in {len(set(chains))} chains" if len(set(chains)) > 1 else "of one chain"
            text = f"{len(chains)} mentions {where} have the same words: {_quote(document, span)}"
            yield span, "error", "duplicate-span", text
    # those of different chains may cross: brackets are labelled with their chain, and SGML cannot even write it
    _, without = overt(document, key)
    crossing = (pair for spans in without.chains for pair in _crossing(spans))
    for left, right in islice(crossing, _MOST_PAIRS):
        both = f"{_quote(document, left)} / {_quote(document, right)}"
        yield right, "warning", "overlap", f"two mentions of one chain overlap: {both}"
    borders = document.sentence_starts
    following_border = [end for start, end in pairwise((*borders, len(document.words))) for _ in range(start, end)]
    for span in sorted({span for spans in without.chains for span in spans}):
        if borders and span.end > following_border[span.start]:
            text = f"a mention crosses the end of its sentence: {_quote(document, span)}"
            yield span, "warning", "across-sentences", text


def _quote(document: Document, span: Span) -> str:
    """The first words of a mention, or all if they are short."""
    if span.end > FIRST_NODE:
        return document.words_of(span)[:_SHOWN]
    *_, last = islice(span, _SHOWN)
    part = Span(span.start, last + 1, tuple(gap for gap in span.gaps if gap[1] <= last))
    text = document.words_of(part)
    return text if len(text) <= _SHOWN and len(part) == len(span) else f"{text[:_SHOWN].rstrip()} ..."


_end = attrgetter("end")


def _crossing(spans: Iterable[Span]) -> Iterator[tuple[Span, Span]]:
    """All pairs that share tokens, or lie in each other's gaps, while neither encloses the other."""
    around: list[Span] = []  # those that begin before, by their ends
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end, span.gaps)):
        del around[: bisect_right(around, span.start, key=_end)]
        yield from ((other, span) for other in sorted(around[: bisect_left(around, span.end, key=_end)]))
        insort(around, span, key=_end)


def _of_all(path: Path, counts: Counter[str], has_trees: bool) -> Iterator[Finding]:
    documents = counts["documents"]
    bare = counts["bare"]
    if not counts["chains"]:
        text = "no mention is marked: there is no key to compare with"
        yield Finding(str(path), None, "warning", text, "no-mentions")
    if zeros := counts["zeros"]:
        what = f"it has {counted(zeros, 'zero')}: mentions whose head is an empty node"
        yield Finding(str(path), None, "note", what, "zeros")
    if others := [counted(counts[name], OTHER_REFERENCE[name]) for name in OTHER_REFERENCE if counts[name]]:
        text = f"it has {', '.join(others)}: see --split-antecedents and the measures of bridging and non-referring"
        yield Finding(str(path), None, "note", text, "other-reference")
    if left_out := counts["left out"]:
        verb = "is" if left_out == 1 else "are"
        what = f"{counted(left_out, 'mention')} without words {verb} left out, whose place this format does not tell"
        yield Finding(str(path), None, "warning", what)
    if bare and (has_trees or bare < documents):
        which = f"{bare} of {documents} documents" if bare < documents else f"{bare} document{'s' if bare > 1 else ''}"
        verb = "has" if bare == 1 else "have"
        text = f"{which} {verb} no complete annotation (part of speech, head and relation)"
        yield Finding(str(path), None, "warning", text, "no-annotation")
