"""Parts of a study: each is written as a whole, and kept while its declaration, inputs and program are the same."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TypeAlias

from anaphora import corpora
from anaphora.experiments.charts.chains import curves
from anaphora.experiments.charts.plot import Plot
from anaphora.experiments.comparison import ablate, compare, losses
from anaphora.experiments.findings import Findings, errors_beside, of_ablation, of_comparison, of_scores
from anaphora.experiments.report.report import fragment
from anaphora.experiments.running.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.scoring import score
from anaphora.experiments.setup import documents
from anaphora.experiments.setup.analysis import option_files, signature
from anaphora.experiments.setup.configuration import Configuration, Execution
from anaphora.experiments.study.checking import Inputs, expand, missing_file
from anaphora.experiments.study.declaration import Scoring, Study, Trial
from anaphora.experiments.terminal.render import Form, render
from anaphora.workbench import __version__
from anaphora.workbench.document import Document
from anaphora.workbench.files.atomic import replacing
from anaphora.workbench.files.json import JsonObject
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import Table, to_json
from anaphora.workbench.trace import DocumentTrace

DECLARATION, RESULT, ANAPHORS = "declaration.json", "result.json", "anaphors.csv"
TABLE: Mapping[str, Form] = {"table.csv": "csv", "table.md": "markdown", "table.tex": "latex"}
"""What the command of the part prints, in the forms of tables."""
CURVES = "curves.svg"
"""The chart of a score of nothing but simulated responses."""
SECTIONS = "sections.html"
"""The sections of the part in the report of the study, if there is one."""
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
    execution: Execution = field(default_factory=Execution)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a study on one corpus (`None`: a score); `kind` is the name of its table in the study."""

    kind: str
    name: str
    corpus: str | None
    declared: Trial | Scoring

    @property
    def title(self) -> str:
        """The name of its folder."""
        return f"{self.name}.{self.corpus}" if self.corpus else self.name


def list_parts(study: Study, inputs: Inputs) -> list[Part]:
    """The parts whose inputs are present, in the order of the study."""
    trials = [
        Part(kind, name, corpus, trial)
        for kind, trials in study.trials().items()
        for name, trial in trials.items()
        for corpus in trial.corpora
        if corpus in inputs.corpora
    ]
    scores = [
        Part("scores", name, None, scoring) for name, scoring in study.scores.items() if not missing_file(scoring)
    ]
    return trials + scores


def finish_part(part: Part, study: Study, inputs: Inputs, results: Path, unfinished: Path, options: RunOptions) -> bool:
    """Write the folder of a part at once, unless it is up to date; returns whether it was not.

    Until then a journal in `unfinished` has the results of its documents, except for reports, which need more.
    """
    folder = results / part.title
    declaration = _json(_declaration(part, study, inputs))
    current = (folder / DECLARATION).is_file() and (folder / DECLARATION).read_text("utf-8") == declaration
    if current and (not options.report or (folder / SECTIONS).is_file()):
        return False
    journal = unfinished / f"{hashlib.blake2b(declaration.encode(), digest_size=8).hexdigest()}.jsonl"
    files, findings = _results(part, study, inputs, options, None if options.report else journal)
    if findings:
        files[SECTIONS] = str(fragment(findings, f"{anchor(part.title)}-"))
    with replacing(folder, keep=False) as temporary:
        temporary.mkdir()
        for name, text in {**files, DECLARATION: declaration}.items():
            (temporary / name).write_text(text, "utf-8", newline="")
    journal.unlink(missing_ok=True)
    return True


def _json(figures: Figures) -> str:
    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def _declaration(part: Part, study: Study, inputs: Inputs) -> Figures:
    """All that the result depends on, and nothing that differs between machines."""
    return {
        "part": part.name,
        "kind": part.kind,
        "corpus": part.corpus,
        "seed": study.seed,
        "declared": part.declared.model_dump(mode="json", exclude_none=True, exclude={"corpora", "optional"}),
        "inputs": dict(_digests(part, study, inputs)),
        "version": __version__,
        "program": _program(),
    }


def _digests(part: Part, study: Study, inputs: Inputs) -> Iterator[tuple[str, str]]:
    """The inputs of a part: the corpus, pipeline and resolvers, the files that their options name."""
    if isinstance(part.declared, Scoring):
        yield "key", _digest(expand(part.declared.key), part.declared.format)
        for name, path in part.declared.responses.items():
            if score.SIMULATED.fullmatch(path):  # it is made of the key
                continue
            yield f"response {name}", _digest(expand(path), part.declared.response_format or part.declared.format)
        return
    yield "corpus", _digest(inputs.corpora[part.corpus or ""], study.corpora[part.corpus or ""].format)
    settings = part.declared.settings()
    yield "settings", signature("", 0, settings)
    yield from option_files(settings).items()


def _digest(path: Path | None, format: str | None) -> str:
    """A hash over the files of a corpus and, where a document has several, those beside them."""
    files = documents.corpus_files([path] if path else [], format)
    if path and (path.is_dir() or any(form.is_of_several_files for _, form in files)):
        folder = path if path.is_dir() else path.parent
        return _hash([file for file in folder.rglob("[!.]*") if file.is_file()], folder)
    return _hash([file for file, _ in files], path.parent if path else documents.BUNDLED)


def _hash(files: Sequence[Path], folder: Path) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        data = file.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return digest.hexdigest()


@cache
def _program() -> str:
    """A hash over code and data of the workbench, since a result may be older than the code that stands here now."""
    root = Path(corpora.__file__).parents[1]
    files = [file.relative_to(root) for name in _PROGRAM for file in (root / name).rglob("*") if file.suffix in _CODE]
    return _hash([root / file for file in files if not _APART.intersection(file.parts)], root)


def anchor(title: str) -> str:
    """A part's title as an id of a page."""
    return "part-" + "".join(character if character.isalnum() else "-" for character in title)


def _results(
    part: Part, study: Study, inputs: Inputs, options: RunOptions, journal: Path | None
) -> tuple[Files, Findings | None]:
    """The results of a part, and what a report shows of them."""
    if isinstance(part.declared, Scoring):
        return _scores(part.declared, study.seed, options.report, journal)
    path, format = inputs.corpora[part.corpus or ""], study.corpora[part.corpus or ""].format
    paths = [path] if path else []
    settings = replace(part.declared.settings(study.seed, format), execution=options.execution)
    if part.kind == "ablations":
        resolver = part.declared.resolvers[0]
        ablation = ablate.ablate(
            paths, resolver, settings, keep=options.report, progress=options.progress, journal=journal
        )
        findings = of_ablation(ablation) if options.report else None
        return _files(to_json(ablation.tables()), ablation.tables()), findings
    if part.kind == "losses":
        lost = losses.losses(paths, settings, progress=options.progress)
        findings = of_comparison(lost.base, settings) if options.report else None
        return _files(to_json(lost.tables()), lost.tables()), findings
    return _comparison(paths, settings, options, journal)


def _scores(scoring: Scoring, seed: int, report: bool, journal: Path | None) -> tuple[Files, Findings | None]:
    key, settings = expand(scoring.key), scoring.settings(seed)
    responses = {name: expand(path) for name, path in scoring.responses.items()}
    scores = score.score(key, responses, settings, journal)
    figures = to_json(scores.tables(per_document=True))
    for path in (scoring.key, *scoring.responses.values()):  # as the study names it, on every machine
        figures["warnings"] = [text.replace(str(expand(path)), path) for text in figures["warnings"]]
    findings = of_scores(scores, errors_beside(key, responses, settings)) if report else None
    simulated = all(score.SIMULATED.fullmatch(path.name) for path in responses.values())
    drawn = {CURVES: _curves(scores)} if simulated else {}
    shown = scores if scoring.measures else scores.standard()
    return _files(figures, shown.tables()) | drawn, findings


def _curves(scores: Scores) -> str:
    """The chart of measures over simulated responses."""
    return Plot(curves(scores), "curves", "page")._repr_svg_()


def _files(figures: Figures, tables: Sequence[Table]) -> Files:
    """The figures, and the tables in every form."""
    return {RESULT: _json(figures)} | {name: render(tables, form) for name, form in TABLE.items()}


def _comparison(
    paths: Sequence[Path], settings: Configuration, options: RunOptions, journal: Path | None
) -> tuple[Files, Findings | None]:
    texts: list[Sequence[str]] = []
    hook = DocumentHook("words", _words, texts.append, list, tuple)
    comparison = compare.compare(
        paths, settings, keep=options.report, progress=options.progress, hooks=[hook], journal=journal
    )
    figures = to_json(comparison.tables(per_document=True))
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(COLUMNS)
    for document, words in zip(comparison.documents, texts, strict=True):
        writer.writerows(_rows(document, words, comparison.resolvers))
    findings = of_comparison(comparison, settings) if options.report else None
    return _files(figures, comparison.tables()) | {ANAPHORS: table.getvalue()}, findings


def _words(resolved: ResolvedDocument) -> Sequence[str]:
    return resolved.document.words


COLUMNS = {
    "document": "str", "genre": "str", "start": "Int64", "end": "Int64", "form": "str", "chain": "Int64",
    "distance": "Int64", "candidates": "Int64", "compatible": "Int64", "reachable": "Int64", "lost_before": "str",
    "max_strict": "bool", "max_partial": "bool", "resolver": "str", "stage": "str", "right": "bool", "rule": "str",
    "chance": "float64", "antecedent_start": "Int64", "antecedent_end": "Int64", "antecedent": "str",
}  # fmt: skip
"""The columns of `anaphors.csv` with their types in pandas: a row for each key anaphor and resolver."""


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
