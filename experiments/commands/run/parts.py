"""Parts of a study: each is written as a whole, and kept while its declaration, inputs and program are the same.

Digests of its files tell whether they are still as they were written; what is damaged is made again.
"""

import csv
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from anaphora import corpora
from anaphora.experiments.commands.ablate.ablate import ablate, ablates_components
from anaphora.experiments.commands.compare.compare import compare
from anaphora.experiments.commands.losses import losses
from anaphora.experiments.commands.run.declaration import Part, Scoring, Trial, expand
from anaphora.experiments.commands.score.counting import SIMULATED
from anaphora.experiments.commands.score.score import score
from anaphora.experiments.run import documents
from anaphora.experiments.run.analysis import option_files, signature
from anaphora.experiments.run.configuration import Options
from anaphora.experiments.show.render import Form, render
from anaphora.experiments.show.report.report import fragment
from anaphora.experiments.show.result import Result
from anaphora.workbench import __version__
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import DIGESTS, JsonObject, check_digests, opened, replacing, write_digests
from anaphora.workbench.files import text as text_of
from anaphora.workbench.results.table import Table, to_json
from anaphora.workbench.trace.document import DocumentTrace

if TYPE_CHECKING:
    from anaphora.workbench.results.comparison import Comparison

DECLARATION, RESULT, ANAPHORS = "declaration.json", "result.json", "anaphors.csv"
TABLE: Mapping[str, Form] = {"table.csv": "csv", "table.md": "markdown", "table.tex": "latex"}
"""The files with the tables that the command of the part prints, and their forms."""
SECTIONS = "sections.html"
"""The sections of the part in the report of the study, if there is one; empty for results without."""
_PROGRAM = ("corpora", "experiments", "preprocess", "resolvers", "workbench")
_CODE = frozenset({".json", ".py", ".toml"})
_APART = frozenset({"data", "models", "results", "studies"})
Progress: TypeAlias = Callable[[Document], None]
Figures: TypeAlias = JsonObject
"""Results in JSON, as the command of their kind prints them."""
Files: TypeAlias = dict[str, str]
"""Contents by the name of the file."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Options that change no result; with a `report` each part writes its sections of it."""

    progress: Progress | None = None
    report: bool = False
    execution: Options = field(default_factory=Options)


def finish_part(part: Part, seed: int, results: Path, unfinished: Path, options: RunOptions) -> bool:
    """Write the folder of a part at once, unless it is up to date; returns whether it was not.

    Until then a journal in `unfinished` has the results of its documents, except for reports, which need more.
    """
    folder = results / part.title
    declaration = _json(_declaration(part, seed))
    if _is_current(folder, declaration) and (not options.report or (folder / SECTIONS).is_file()):
        return False
    journal = unfinished / f"{hashlib.blake2b(declaration.encode(), digest_size=8).hexdigest()}.jsonl"
    kept = None if options.report else journal
    if isinstance(part.declared, Scoring):
        files = _score(part, part.declared, seed, options, kept)
    else:
        files = _run(part, part.declared, seed, options, kept)
    with replacing(folder, keep=False) as temporary:
        temporary.mkdir()
        for name, text in {**files, DECLARATION: declaration}.items():
            (temporary / name).write_text(text, "utf-8", newline="")
        write_digests(temporary)
    journal.unlink(missing_ok=True)
    return True


def _is_current(folder: Path, declaration: str) -> bool:
    """Return whether the results of this declaration are there, as they were written."""
    try:
        check_digests(folder)
        return (folder / DIGESTS).is_file() and text_of(folder / DECLARATION) == declaration
    except FormatError:
        return False


def _run(part: Part, declared: Trial, seed: int, options: RunOptions, journal: Path | None) -> Files:
    """The files of a part that runs resolvers."""
    arguments: Options = {**declared.options(), **options.execution, "seed": seed, "format": part.format}
    keep, progress = options.report, options.progress
    if part.kind == "losses":
        lost = losses(part.path, declared.resolvers, progress=progress, **arguments)
        return _files(part, lost, lost.tables(), lost.tables(), options)
    if part.kind == "ablations":
        resolver = declared.resolvers[0]
        if ablates_components(resolver, declared.settings()):
            keep, journal = False, None
            arguments |= {"jobs": None, "executor": None, "scheduler": ""}
        ablated = ablate(part.path, resolver, keep=keep, journal=journal, progress=progress, **arguments)
        return _files(part, ablated, ablated.tables(), ablated.tables(), options)
    compared = compare(part.path, declared.resolvers, keep=keep, journal=journal, progress=progress, **arguments)
    data = compared.data
    files = _files(part, compared, data.tables(per_document=True), data.tables(), options)
    return files | {ANAPHORS: _anaphors(part, declared, data)}


def _score(part: Part, declared: Scoring, seed: int, options: RunOptions, journal: Path | None) -> Files:
    """The files of a part that scores responses."""
    responses = {name: expand(path) for name, path in declared.responses.items()}
    arguments: Options = {**declared.options(), "seed": seed, "per_document": True}
    scored = score(expand(declared.key), responses, journal=journal, **arguments)
    data = scored.data
    shown = data if arguments.get("measures") else data.standard()
    return _files(part, scored, data.tables(per_document=True), shown.tables(), options)


def _files(
    part: Part, result: Result[object], figures: Sequence[Table], shown: Sequence[Table], options: RunOptions
) -> Files:
    """The figures, the tables in every form and, for a report, its sections."""
    written = to_json(figures)
    if isinstance(part.declared, Scoring):
        for path in (part.declared.key, *part.declared.responses.values()):  # as the study names it, on every machine
            written["warnings"] = [text.replace(str(expand(path)), path) for text in written["warnings"]]
    files = {RESULT: _json(written)} | {name: render(shown, form) for name, form in TABLE.items()}
    if options.report:
        findings = result.findings()
        files[SECTIONS] = str(fragment(findings, f"{anchor(part.title)}-")) if findings else ""
    return files


def anchor(title: str) -> str:
    """A part's title as an id of a page."""
    return "part-" + "".join(character if character.isalnum() else "-" for character in title)


def _json(figures: Figures) -> str:
    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def _declaration(part: Part, seed: int) -> Figures:
    """All that the result depends on, and nothing that differs between machines."""
    return {
        "part": part.name,
        "kind": part.kind,
        "corpus": part.corpus,
        "seed": seed,
        "declared": part.declared.model_dump(mode="json", exclude_none=True, exclude={"corpora", "optional"}),
        "inputs": dict(_digests(part)),
        "version": __version__,
        "program": _program(),
    }


def _digests(part: Part) -> Iterator[tuple[str, str]]:
    """The inputs of a part: the corpus, pipeline and resolvers, the files that their options name."""
    settings = part.declared.settings()
    if isinstance(part.declared, Trial):
        yield "corpus", _digest(part.path, part.format)
        yield "settings", signature("", 0, settings)
        yield from option_files(settings).items()
        return
    format = settings.preparation.format
    yield "key", _digest(expand(part.declared.key), format)
    for name, path in part.declared.responses.items():
        if not SIMULATED.fullmatch(path):  # it is made of the key
            yield f"response {name}", _digest(expand(path), settings.judging.response_format or format)


def _digest(path: Path | None, format: str | None) -> str:
    """A hash over the files of a corpus and, where a document has several, those beside them."""
    try:
        files = documents.corpus_files([path] if path else [], format)
    except FormatError as error:
        if error.code != "unknown-format" or path is None:
            raise
        return _hash([path], path.parent)  # GAP's answers have no format; what cannot be read, scoring refuses
    if path and (path.is_dir() or any(form.is_of_several_files for _, form in files)):
        folder = path if path.is_dir() else path.parent
        return _hash([file for file in folder.rglob("[!.]*") if file.is_file()], folder)
    return _hash([file for file, _ in files], path.parent if path else documents.BUNDLED)


def _hash(files: Sequence[Path], folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        with opened(file) as stream:
            data = stream.read()
        digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


@cache
def _program() -> str:
    """A hash over code and data of the workbench, since a result may be older than the code that stands here now."""
    root = Path(corpora.__file__).parents[1]
    files = [file.relative_to(root) for name in _PROGRAM for file in (root / name).rglob("*") if file.suffix in _CODE]
    return _hash([root / file for file in files if not _APART.intersection(file.parts)], root)


COLUMNS = {
    "document": "str", "genre": "str", "start": "Int64", "end": "Int64", "form": "str", "chain": "Int64",
    "distance": "Int64", "candidates": "Int64", "compatible": "Int64", "reachable": "Int64", "lost_before": "str",
    "max_strict": "bool", "max_partial": "bool", "resolver": "str", "stage": "str", "right": "bool", "rule": "str",
    "chance": "float64", "antecedent_start": "Int64", "antecedent_end": "Int64", "antecedent": "str",
}  # fmt: skip
"""The columns of `anaphors.csv` with their types in pandas: a row for each key anaphor and resolver."""


def _anaphors(part: Part, declared: Trial, comparison: "Comparison") -> str:
    """The anaphors as CSV; the words of antecedents are read again, since results keep figures only."""
    settings = declared.settings().changed(format=part.format)
    texts = documents.documents([part.path] if part.path else [], settings)
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for traced, (document, _) in zip(comparison.documents, texts, strict=True):
        writer.writerows(_rows(traced, document.words, comparison.resolvers))
    return table.getvalue()


def _rows(document: DocumentTrace, words: Sequence[str], resolvers: Sequence[str]) -> Iterator[tuple[object, ...]]:
    outcomes = {name: document.outcomes[name] for name in resolvers}
    for index, anaphor in enumerate(document.anaphors):
        first = (
            document.document_id, document.genre, anaphor.span.start, anaphor.span.end, anaphor.form, anaphor.chain,
            anaphor.distance, anaphor.candidates, anaphor.compatible, anaphor.reachable, anaphor.loss, anaphor.strict,
            anaphor.partial,
        )  # fmt: skip
        for name in resolvers:
            outcome = outcomes[name][index]
            span = outcome.antecedent
            answer = (span.start, span.end, " ".join(words[token] for token in span)) if span else ("", "", "")
            yield (*first, name, outcome.stage, outcome.stage == "right", outcome.rule, outcome.chance, *answer)
