"""`anaphora agree` with more than two annotators: files, or the export of a WebAnno or INCEpTION project."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument, Mender
from anaphora.experiments.commands.agree.two import annotators_agreement, matched, placed
from anaphora.experiments.commands.score.pairing import read
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.commands.score.shared_text import words_of
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.fingerprint import digest, named_digests, signature_of
from anaphora.workbench.agreement.panel import Panel, disputes, majority
from anaphora.workbench.chains.texts import spans, words_only
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import LONGEST, content, replacing
from anaphora.workbench.key import Clusters
from anaphora.workbench.progress import reading
from anaphora.workbench.results.vocabulary import counted

_OF_PROJECT = re.compile(r"(?:.*/)?annotation/([^/]+)/([^/]+)\.(tsv|zip)")
_NOBODY = "INITIAL_CAS"
"""INCEpTION's name of the document before anybody annotated it."""
_MOST_FILES = 10_000


def annotators_panel(annotators: Mapping[str, Path], settings: Configuration) -> Panel:
    """The agreement of three annotators or more: of each pair as `agree` says, and of all over equal spans.

    All have the words of the first; documents that one of them lacks, and zeros, are left out of the figures of all.

    Raises:
        FormatError: a file is malformed, texts differ, or no document is in all of them.
        OptionError: there are fewer than three annotators.
    """
    if len(annotators) < 3:
        raise OptionError(f"Name two annotators or more; there are {len(annotators)}.", code="not-two-annotators")
    names = tuple(annotators)
    warnings: list[str] = []
    with _readable(annotators, settings.preparation.format, warnings) as paths:
        pairs = {
            pair: annotators_agreement({name: paths[name] for name in pair}, settings)
            for pair in combinations(names, 2)
        }
        texts = _common(paths, settings)
    marked = tuple(tuple(_marks(document, settings) for document in text) for text in texts)
    disputed = tuple(
        dispute for text, marks in zip(texts, marked, strict=True) for dispute in disputes(text[0].id, marks)
    )
    for agreement in pairs.values():
        warnings += agreement.warnings
    return Panel(
        names=names,
        signature=signature_of(
            annotators=named_digests(
                {name: digest([text[number] for text in texts]) for number, name in enumerate(names)}
            ),
            documents=len(texts),
            match=settings.judging.match,
            singletons=settings.judging.singletons,
            resamples=settings.judging.resamples,
            seed=settings.execution.seed,
        ),
        documents=tuple(text[0].id for text in texts),
        pairs=pairs,
        texts=marked,
        disputes=disputed,
        words={
            (text[0].id, span): _shown(words_of(text[0]), span)
            for text, marks in zip(texts, marked, strict=True)
            for chain_of in marks
            for span in chain_of
        },
        warnings=tuple(dict.fromkeys(warnings)),
        resamples=settings.judging.resamples,
        seed=settings.execution.seed,
    )


def _shown(words: Sequence[str], span: Span) -> str:
    return " ... ".join(" ".join(words[part.start : part.stop]) for part in span.ranges())


def _common(paths: Mapping[str, Path], settings: Configuration) -> list[tuple[AnnotatedDocument, ...]]:
    """The documents that all annotators have, in the order of the first."""
    first, *others = (read(path, settings.preparation.format) for path in paths.values())
    texts = {document.id: [document] for document in first.documents}
    for batch in others:
        for document, copy in matched(first, batch, []):
            _, copy = placed(document, copy, settings, ResponseWarnings(batch.path))
            if copy.words != document.words:
                problem = f"its words of '{document.id}' are not those of {first.path}"
                raise FormatError(batch.path, None, problem, "Give all annotators one text.", code="other-text")
            texts[document.id].append(copy)
    common = [tuple(text) for text in texts.values() if len(text) == len(paths)]
    if not common:
        problem = "no document is in the files of all annotators"
        raise FormatError(first.path, None, problem, "Give the same text the same id.", code="no-common-document")
    return common


def _marks(document: AnnotatedDocument, settings: Configuration) -> Mapping[Span, int]:
    """The mentions of one annotator with their chains; of equal ones the first."""
    mentions = words_only(document.mentions) if document.nodes else document.mentions
    chains = mentions.chain.tolist()
    marks: dict[Span, int] = {}
    for span, chain in zip(spans(mentions), chains, strict=True):
        marks.setdefault(span, chain)
    if settings.judging.singletons == "drop":
        marks = {span: chain for span, chain in marks.items() if chains.count(chain) > 1}
    return marks


# Reading


@contextmanager
def _readable(annotators: Mapping[str, Path], format: str | None, warnings: list[str]) -> Iterator[dict[str, Path]]:
    """The files of each annotator; where brackets do not match a copy without those, and a warning that says so."""
    with TemporaryDirectory() as folder, reading(0, 0.5, *annotators.values()):
        readable = {}
        for name, path in annotators.items():
            readable[name] = path
            findings = [finding for finding in corpora.check(path, format) if finding.severity != "note"]
            broken = {finding.path for finding in findings if finding.code in ("unclosed", "unopened")}
            if broken:
                readable[name] = Path(folder, str(len(readable)), path.name)
                _write_without(path, format, readable[name], broken)
            if findings:
                first = findings[0]
                where = f"{first.path}:{first.line}" if first.line else first.path
                left = "; brackets without a partner are left out" if broken else ""
                warnings.append(
                    f"{name}: {counted(len(findings), 'finding')} of 'anaphora check'{left}. {where}: {first.text}"
                )
        yield readable


def _write_without(path: Path, format: str | None, target: Path, broken: set[str]) -> None:
    """Copy the files that there are to read, mended, and without the brackets that cannot be mended."""
    for file, form in corpora.files(path, format):
        copy = target / file.relative_to(path) if path.is_dir() else target
        copy.parent.mkdir(parents=True, exist_ok=True)
        raw = content(file)
        if str(file) in broken and form.mend:
            mender = Mender.of(file, {}, drops=True)
            form.mend(mender)
            raw = "".join(mender.lines).encode()
        copy.write_bytes(raw)


def is_project(path: Path) -> bool:
    """Return whether a path is the export of a project: a ZIP file, or a folder with a folder `annotation`."""
    return (path.is_file() and zipfile.is_zipfile(path)) or (path / "annotation").is_dir()


@contextmanager
def annotators_of(project: Path) -> Iterator[dict[str, Path]]:
    """A folder of WebAnno TSV files for each annotator of a project, exported as `annotation/DOCUMENT/ANNOTATOR.tsv`.

    What INCEpTION packs once more, `ANNOTATOR.zip`, is unpacked.

    Raises:
        FormatError: there is no such file in it, it is damaged, or a file is too large.
    """
    with TemporaryDirectory() as folder:
        by_name: dict[str, Path] = {}
        for document, annotator, raw in _annotations(project):
            by_name.setdefault(annotator, Path(folder, str(len(by_name))))
            by_name[annotator].mkdir(exist_ok=True)
            name = corpora.file_name(document.removesuffix(".tsv"), set())
            (by_name[annotator] / f"{name}.tsv").write_bytes(raw)
        if not by_name:
            problem = "there is no annotation/DOCUMENT/ANNOTATOR.tsv in it"
            cure = "Export the project with the format WebAnno TSV v3.3 as secondary format."
            raise FormatError(project, None, problem, cure, code="empty")
        yield dict(sorted(by_name.items()))


def _annotations(project: Path) -> Iterator[tuple[str, str, bytes]]:
    """Document, annotator and content of each file of a project."""
    if project.is_dir():
        inside = {str(path.relative_to(project)): path for path in sorted(project.rglob("*")) if path.is_file()}
        for name, path in inside.items():
            if match := _OF_PROJECT.fullmatch(name.replace("\\", "/")):
                yield from _unpacked(project, (match[1], match[2], match[3]), content(path))
        return
    try:
        with zipfile.ZipFile(project) as packed:
            for entry in packed.infolist()[:_MOST_FILES]:
                if match := _OF_PROJECT.fullmatch(entry.filename):
                    yield from _unpacked(project, (match[1], match[2], match[3]), _entry(project, packed, entry))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise FormatError(project, None, f"it cannot be unpacked ({error})", "Export it again.") from error


def _unpacked(project: Path, name: tuple[str, str, str], raw: bytes) -> Iterator[tuple[str, str, bytes]]:
    document, annotator, kind = name
    if annotator == _NOBODY:
        return
    if kind == "tsv":
        yield document, annotator, raw
        return
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        inner = [entry for entry in packed.infolist() if entry.filename.endswith(".tsv")]
        yield from ((document, annotator, _entry(project, packed, entry)) for entry in inner[:1])


def _entry(project: Path, packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """A packed file, of which no more is unpacked than is ever read."""
    with packed.open(entry) as file:
        raw = file.read(LONGEST + 1)
    if len(raw) > LONGEST:
        problem = f"{entry.filename} has more than {LONGEST:,} bytes"
        raise FormatError(project, None, problem, "Divide the document.", code="too-large")
    return raw


# What most have


def texts_of(panel: Panel, first: Path, format: str | None = None) -> tuple[Document, ...]:
    """The texts that all annotators have, as the first has them, without empty nodes."""
    texts = {document.id: replace(document, nodes=()) for document, _ in corpora.read(first, format)}
    return tuple(texts[id] for id in panel.documents)


def write_majority(panel: Panel, texts: Sequence[Document], target: Path, force: bool = False) -> None:
    """Write the texts with the chains that most annotators have, in the format of the target's name.

    Raises:
        OptionError: no format that can be written has such a name, or the file exists and `force` does not replace it.
        FormatError: the format cannot express a mention.
    """
    fitting = [form for form in corpora.formats().values() if form.write and form.recognises("", target)]
    if len(fitting) != 1:
        cure = "Write .conllu or .jsonl, for example."
        raise OptionError(f"The extension of {target} names no format to write. {cure}", code="ambiguous-format")
    if target.exists() and not (force and target.is_file()):
        raise OptionError(f"{target} exists. Name another file, or replace it with --force.", code="exists")
    keys = (Clusters(text.id, majority(marks)) for text, marks in zip(texts, panel.texts, strict=True))
    with replacing(target) as temporary, temporary.open("wb") as file:
        file.writelines(fitting[0].pieces(zip(texts, keys, strict=True)))
