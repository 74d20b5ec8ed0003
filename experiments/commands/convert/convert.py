"""Conversion of a corpus between formats: the result is read again and compared, and losses are reported."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import Annotated

from anaphora import corpora
from anaphora.corpora import Format, Pair
from anaphora.experiments.commands.check import Format as FormatName
from anaphora.experiments.commands.convert.round_trip import difference, losses, lost_nodes
from anaphora.experiments.run.arguments import words_of_corpus
from anaphora.experiments.run.command import JSON, Command, PathLike, Progress
from anaphora.experiments.show.result import Result
from anaphora.workbench import files
from anaphora.workbench.document import FIRST_NODE, Document, Span
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import replacing
from anaphora.workbench.key import Clusters, overt, overt_span
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.results.written import Conversion, Dropped

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that no line of a file or table can hold."""
_LONGEST = 200
"""The most words that are shown of a mention that was left out."""


def _writer(to: str | None, target: Path) -> Format:
    writers = [form for form in corpora.formats().values() if form.is_written]
    fitting = [corpora.load(to)] if to else [form for form in writers if form.recognises("", target)]
    names = ", ".join(form.name for form in writers)
    if len(fitting) != 1:
        problem = f"The format is not clear from the name {target.name}. Name one with --to: {names}."
        raise OptionError(problem, code="ambiguous-format")
    if not fitting[0].is_written:
        problem = f"The format {to} can be read but not written. Choose from {names}."
        raise OptionError(problem, code="no-writer")
    return fitting[0]


def _is_folder(target: Path, form: Format) -> bool:
    if form.write_files and not target.is_dir() and (target.exists() or target.suffix):
        problem = f"{form.name} has several files for a document, and {target} is not a folder. Name a folder."
        raise OptionError(problem, code="not-a-folder")
    return bool(form.write_files) or target.is_dir() or not (target.exists() or target.suffix)


def _kept(pair: Pair, form: Format, drop: bool, dropped: list[Dropped]) -> Pair:
    document, key = pair
    if _CONTROL.search(document.id):
        problem = "a line break or another control character is in the id of this document"
        raise FormatError(repr(document.id), None, problem, "Give it another id.", code="inexpressible")
    refused = corpora.inexpressible(form, document, key)
    if refused and not drop:
        first = _text(document, refused[0][1])
        problem = f"{form.name} cannot express {len(refused)} of its mentions, the first of them '{first}'"
        cure = "Leave them out with --drop, or choose another format."
        raise FormatError(document.id, None, problem, cure, code="inexpressible")
    dropped += [Dropped(document.id, *_words(document, span), _text(document, span)) for _, span in refused]
    key = _without(key, set(refused)) if refused else key
    _require_short_quotes(document, key, form)
    return document, key


def _text(document: Document, span: Span) -> str:
    """The words of a mention; of a very long one, the first of them."""
    if len(span) <= _LONGEST or span.end > FIRST_NODE:
        return document.words_of(span)
    return f"{document.words_of(Span(span.start, span.start + _LONGEST))} ..."


def _require_short_quotes(document: Document, key: Clusters, form: Format) -> None:
    """Raise `FormatError` where the words of all mentions, nested in one another, are more than can be read again."""
    if not form.quotes:
        return
    before = [*accumulate(map(len, document.words), initial=0)]
    spans = (words for chain in key.chains for span in chain if (words := overt_span(span)))
    quoted = form.quotes * sum(before[span.end] - before[span.start] for span in spans)
    if quoted > files.LONGEST:
        problem = f"{form.name} writes the words of every mention, here {quoted:,} characters"
        cure = f"Files have at most {files.LONGEST:,} bytes; choose another format, such as jsonlines."
        raise FormatError(document.id, None, problem, cure, code="too-large")


def _words(document: Document, span: Span) -> tuple[int, int]:
    """The first word of a mention and the end of its last; for a zero, twice the words before it."""
    if words := overt_span(span):
        return words.start, words.end
    return (document.nodes[span.start - FIRST_NODE].place,) * 2


def _without(key: Clusters, refused: set[tuple[int, Span]]) -> Clusters:
    chains = [tuple(span for span in spans if (chain, span) not in refused) for chain, spans in enumerate(key.chains)]
    number = {chain: number for number, chain in enumerate(chain for chain, spans in enumerate(chains) if spans)}
    mentions = {span for spans in chains for span in spans}
    split = {
        span: tuple(number[antecedent] for antecedent in antecedents if antecedent in number)
        for span, antecedents in key.split.items()
        if span in mentions
    }
    return replace(
        key,
        chains=tuple(filter(None, chains)),
        attributes={span: attributes for span, attributes in key.attributes.items() if span in mentions},
        split={span: antecedents for span, antecedents in split.items() if antecedents},
        links=tuple(link for link in key.links if mentions.issuperset(link)),
        bridges=tuple(bridge for bridge in key.bridges if mentions.issuperset((bridge.anaphor, bridge.antecedent))),
        ids=tuple(id for id, spans in zip(key.ids, chains, strict=False) if spans),
    )


def _written_at_once(
    documents: Callable[[list[Dropped]], Iterator[Pair]], form: Format, new: Path, target: Path, dropped: list[Dropped]
) -> Iterator[tuple[Pair, Pair]]:
    with new.open("wb") as file:
        file.writelines(form.pieces(documents(dropped)))
    for before, after in zip_longest(documents([]), _read_again(form, new, target)):  # so that none stays in memory
        if not before or not after:
            problem = "it would have more or fewer documents than were written"
            raise FormatError(target, None, problem, "Nothing was written; choose another format.", code="not-the-same")
        yield before, after


def _written_each(
    documents: Callable[[list[Dropped]], Iterator[Pair]], form: Format, new: Path, target: Path, dropped: list[Dropped]
) -> Iterator[tuple[Pair, Pair]]:
    new.mkdir()
    scratch = new.with_name("new.document")
    taken: set[str] = set()
    for document, key in documents(dropped):
        name = corpora.file_name(document.id, taken)
        if form.write_files:
            files = form.write_files(document, key, name)
        else:
            files = {f"{name}{form.suffix}": b"".join(form.pieces([(document, key)]))}
        scratch.mkdir()
        for file, data in files.items():
            (scratch / file).write_bytes(data)
        first, *_ = files
        [after] = _read_again(form, scratch / first, target)
        for file in files:
            (scratch / file).rename(new / file)
        scratch.rmdir()
        yield (document, key), after


def _read_again(form: Format, path: Path, target: Path) -> Iterator[Pair]:
    try:
        yield from form.read(path)
    except FormatError as error:
        problem = f"what would be written cannot be read again ({error.problem})"
        raise FormatError(target, None, problem, error.cure, code="not-readable-again") from error


def _require_same(before: Pair, after: Pair, form: Format, target: Path) -> None:
    if problem := difference(before, after):
        cure = "Nothing was written; choose another format."
        problem = f"'{before[0].id}' would not be the same when read from {form.name}: {problem}"
        raise FormatError(target, None, problem, cure, code="not-the-same")


def convert(
    source: Annotated[PathLike, About("A corpus file or folder, in any format.", metavar="IN")],
    target: Annotated[
        PathLike, About("A file, or (a name without extension) a folder, one file a document.", metavar="OUT")
    ],
    to: Annotated[str | None, About("The format to write, if the extension of OUT does not say.", OUTPUT)] = None,
    *,
    format: FormatName = None,
    drop: Annotated[bool, About("Leave out mentions that the format cannot express.", OUTPUT)] = False,
    force: Annotated[bool, About("Replace the file OUT, or the files of the same names in it.", OUTPUT)] = False,
    progress: Progress = None,
) -> Result[Conversion]:
    """Write a corpus in another format, and report what was lost: the output is read again and compared.

    `to` is the format where the name of `target` does not say it, `format` that of the source. The target is a folder
    (of one file for each document, or the several that the format has for it) if it is one already, has no extension,
    or the format is one of several files; otherwise it is one file. Nothing appears there before all of it was written,
    read again and found to have the same words and chains. `drop` leaves out mentions that the format cannot express;
    `force` replaces a file, or files of the same names in a folder, where all others stay. One document is in memory at
    a time, beside the content of a single file.

    Raises:
        FormatError: `source` is malformed, holds mentions that `to` cannot express, or would not come back the same.
        OptionError: the format cannot be written or is not told, or `target` exists (and is no empty folder).
        UnknownNameError: there is no such format.
        WorkbenchError: `target` cannot be written to.
    """
    read_from, written_to = Path(source), Path(target)
    form = _writer(to, written_to)
    folder = _is_folder(written_to, form)
    if not force and (written_to.is_file() or (written_to.is_dir() and any(written_to.iterdir()))):
        problem = f"{target} exists. Name another place, or replace what is there with --force."
        raise OptionError(problem, code="exists")
    read_as = {reader.name: reader for _, reader in corpora.files(read_from, format)}
    dropped: list[Dropped] = []
    lost, added, totals = Counter[str](), Counter[str](), Counter[str]()
    without: dict[str, Counter[str]] = {}

    def documents(dropped: list[Dropped]) -> Iterator[Pair]:
        for pair in corpora.read(read_from, format):
            if not form.keeps_zeros and pair[0].nodes:
                without[pair[0].id] = lost_nodes(*pair)
                pair = overt(*pair)
            yield _kept(pair, form, drop, dropped)

    with replacing(written_to) as new:
        write = _written_each if folder else _written_at_once
        for before, after in write(documents, form, new, written_to, dropped):
            _require_same(before, after, form, written_to)
            for total, counts in zip((lost, added), losses(before, after), strict=True):
                total.update(counts)
            totals += Counter(documents=1, mentions=sum(map(len, before[1].chains)))
            if progress:
                progress(before[0])
    lost.update(sum(without.values(), Counter()))
    conversion = Conversion(
        source=", ".join(sorted(read_as)),
        target=form.name,
        documents=totals["documents"],
        mentions=totals["mentions"],
        lost=lost,
        added=added,
        dropped=tuple(dropped),
        unread={name: reader.unread for name, reader in sorted(read_as.items()) if reader.unread},
    )
    return Result(conversion, "", conversion.tables, json=conversion.as_json)


COMMAND = Command(
    convert,
    example="anaphora convert my_corpus/ my_corpus.conll --to conll2012",
    offers=(JSON,),
    written=("target",),
    work="Converting",
    words=lambda arguments: words_of_corpus({"corpus": arguments["source"], "format": arguments.get("format")}),
)
