"""Parts of a study: each is written as a whole, and kept while its call, inputs and program are the same.

Digests of its files tell whether they are still as they were written; what is damaged is made again.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from inspect import signature as signature_of
from pathlib import Path
from typing import Any

from anaphora import corpora
from anaphora.experiments.commands.ablate import ablates_components
from anaphora.experiments.commands.run.study import Call, expanded
from anaphora.experiments.run import documents
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import configuration
from anaphora.experiments.run.command import Flag, Progress
from anaphora.experiments.run.configuration import OPTIONS, Configuration, Options
from anaphora.experiments.run.plan import option_files
from anaphora.experiments.show.render import render, to_csv
from anaphora.experiments.show.report.page import fragment
from anaphora.experiments.show.result import Result, json_text
from anaphora.resolvers.specs import default_resolvers
from anaphora.workbench import __version__
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import (
    DIGESTS,
    JsonObject,
    check_digests,
    digest,
    digest_of_file,
    replacing,
    write_digests,
)
from anaphora.workbench.files import text as text_of
from anaphora.workbench.results.comparison import Comparison, anaphors_table

DECLARATION, RESULT, FIGURES, ANAPHORS = "declaration.json", "result.json", "figures.csv", "anaphors.csv"
SECTIONS = "sections.html"
"""The sections of the part in the report of the study, if there is one; empty for results without."""
_PROGRAM = ("corpora", "experiments", "preprocess", "resolvers", "workbench")
_CODE = frozenset({".json", ".py", ".toml"})
_APART = frozenset({"data", "models", "results", "studies"})


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Options that change no result but the `seed`; with a `report` each part writes its sections of it."""

    seed: int = 0
    progress: Progress = None
    report: bool = False
    execution: Options = field(default_factory=Options)


def finish_part(call: Call, results: Path, unfinished: Path, options: RunOptions) -> bool:
    """Write the folder of a part at once, unless it is up to date; returns whether it was not.

    Until then a journal in `unfinished` has the results of its documents, except for reports, which need more.
    """
    folder = results / call.title
    declaration = json_text(_declaration(call, options.seed))
    if _is_current(folder, declaration) and (not options.report or (folder / SECTIONS).is_file()):
        return False
    journal = unfinished / f"{digest(declaration.encode())}.jsonl"
    files = _files(call, _result(call, options, journal), options)
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


def _result(call: Call, options: RunOptions, journal: Path) -> Result[Any]:
    """Call the function, with what it takes of how the work is done."""
    manner: dict[str, Any] = {
        **options.execution,
        "seed": options.seed,
        "progress": options.progress,
        "keep": options.report,
        "journal": None if options.report else journal,
        "per_document": True,
    }
    if call.command.name == "ablate" and ablates_components(call.arguments.get("resolver", "mars"), _settings(call)):
        manner = {"progress": options.progress}  # by one worker, without a journal
    taken = signature_of(call.command.function).parameters
    if "progress" in taken and taken["progress"].annotation is not Progress:  # of something else than documents
        del manner["progress"]
    chosen = {name: value for name, value in manner.items() if name in taken}
    result: Result[Any] = call.command.function(**{**chosen, **call.keywords()})
    return result


def _files(call: Call, result: Result[Any], options: RunOptions) -> dict[str, str]:
    """The figures, the tables in every form, for a report its sections, and the anaphors of a comparison, by file."""
    offers = {offer.name for offer in call.command.offers if isinstance(offer, Flag)}
    wanted = {"per_document": True} if "per_document" in offers else {}
    figures = result.as_json(**wanted)
    for path in call.files if "warnings" in figures else ():  # as the study names it, on every machine
        figures["warnings"] = [text.replace(expanded(path), path) for text in figures["warnings"]]
    tables = result.tables()
    files = {
        RESULT: json_text(figures),
        FIGURES: result.to("csv", **wanted),
        "table.md": render(tables, "markdown"),
        "table.tex": render(tables, "latex"),
    }
    if options.report:
        page = result.page() if result.page else ""
        files[SECTIONS] = "" if isinstance(page, str) else str(fragment(page, f"{anchor(call.title)}-"))
    if isinstance(result.data, Comparison):  # the words are read again, since a journal keeps figures only
        read = documents.documents([call.path] if call.path else [], _settings(call))
        files[ANAPHORS] = to_csv(anaphors_table(result.data, (document for document, _ in read)))
    return files


def anchor(title: str) -> str:
    """A part's title as an id of a page."""
    return "part-" + "".join(character if character.isalnum() else "-" for character in title)


def _declaration(call: Call, seed: int) -> JsonObject:
    """All that the result depends on, and nothing that differs between machines."""
    return {
        "name": call.name,
        "command": call.command.name,
        "corpus": call.corpus,
        "seed": seed,
        "arguments": call.arguments,
        "inputs": dict(_inputs(call)),
        "version": __version__,
        "program": _program(),
    }


def _settings(call: Call) -> Configuration:
    """The configuration of the options and resolvers, which default to all that read English."""
    values = expanded(dict(call.arguments))
    named = (
        values.get("resolvers") or values.get("resolver") or default_resolvers(values.get("anaphors", "third-person"))
    )
    options: Any = {name: value for name, value in values.items() if name in OPTIONS}
    return configuration(named, None, options)


def _inputs(call: Call) -> Iterator[tuple[str, str]]:
    """The digests of inputs: the corpus, files that arguments name, pipeline and resolvers, what their options name."""
    if call.corpus:
        yield "corpus", _digest(call.path or documents.BUNDLED, call.arguments.get("format"))
    for name in call.files:
        if (path := Path(expanded(name))).exists():  # others are made of the key
            yield name, _digest(path, call.arguments.get("format"))
    if "pipeline" in signature_of(call.command.function).parameters:
        settings = _settings(call)
        yield "settings", Analysis(settings).sign("", 0)
        yield from option_files(settings.resolvers).items()


def _digest(path: Path, format: str | None) -> str:
    """A hash over a file or the files of a folder, and of formats that divide a document those beside it."""
    several = path.is_dir()
    with suppress(FormatError):  # GAP's answers have no format; what cannot be read, scoring refuses
        several = several or any(form.is_of_several_files for _, form in documents.corpus_files([path], format))
    folder = path if path.is_dir() else path.parent
    return _hash([file for file in folder.rglob("[!.]*") if file.is_file()] if several else [path], folder)


def _hash(files: Sequence[Path], folder: Path) -> str:
    named = sorted((file.relative_to(folder).as_posix(), file) for file in files)
    parts = (f"{name}\0{digest_of_file(file, 16)}\0" for name, file in named)
    return digest(*(part.encode("utf-8", "surrogateescape") for part in parts))


@cache
def _program() -> str:
    """A hash over code and data of the workbench, since a result may be older than the code that stands here now."""
    root = Path(corpora.__file__).parents[1]
    files = [file.relative_to(root) for name in _PROGRAM for file in (root / name).rglob("*") if file.suffix in _CODE]
    return _hash([root / file for file in files if not _APART.intersection(file.parts)], root)
