"""The parts of a study: each is finished as a whole, and left alone while declaration and inputs are the same."""

import csv
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

from anaphora import corpora
from anaphora.experiments.comparison import ablate, compare, losses
from anaphora.experiments.report import gather
from anaphora.experiments.report.contents import Findings
from anaphora.experiments.report.report import fragment
from anaphora.experiments.running.execution import Execution
from anaphora.experiments.running.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.scoring import score
from anaphora.experiments.study.checking import Inputs, expanded, missing, score_settings, settings
from anaphora.experiments.study.declaration import Scoring, Study, Trial, as_data
from anaphora.preprocess import pipeline
from anaphora.workbench import __version__
from anaphora.workbench.document import Document
from anaphora.workbench.files.atomic import publish, staging, write_text_atomically
from anaphora.workbench.measures.success import MEASURES, Answers
from anaphora.workbench.results.comparison import Comparison
from anaphora.workbench.spec import parsed
from anaphora.workbench.trace import DocumentTrace

DECLARATION, RESULT, ANAPHORS = "declaration.json", "result.json", "anaphors.csv"
SECTIONS = "sections.html"
"""The part's share of the study's report, if one was asked for."""
_PROGRAM = ("corpora", "experiments", "preprocess", "resolvers", "workbench")
_CODE = frozenset({".json", ".py", ".toml"})
_APART = frozenset({"data", "models", "results", "studies"})
Progress = Callable[[Document], None]


@dataclass(frozen=True, slots=True)
class How:
    """How a study is run, which changes no result; with a `report` each part has its share of it."""

    progress: Progress | None = None
    report: bool = False
    execution: Execution = field(default_factory=Execution)


@dataclass(frozen=True, slots=True)
class Job:
    """One part of a study on one corpus (`None` of a score); `kind` is the name of its table in the study."""

    kind: str
    name: str
    corpus: str | None
    declared: Trial | Scoring

    @property
    def title(self) -> str:
        """The name of its folder."""
        return f"{self.name}.{self.corpus}" if self.corpus else self.name


def jobs(study: Study, inputs: Inputs) -> list[Job]:
    """What can be done with the inputs that are there, in the order of the study."""
    found = [
        Job(kind, name, corpus, trial)
        for kind, trials in study.trials().items()
        for name, trial in trials.items()
        for corpus in trial.corpora
        if corpus in inputs.corpora
    ]
    return found + [Job("scores", name, None, it) for name, it in study.scores.items() if not missing(it)]


def finish(job: Job, study: Study, inputs: Inputs, results: Path, unfinished: Path, how: How) -> bool:
    """Do the job, unless that is done; its folder appears all at once. Tells whether there was something to do.

    Until then `unfinished` holds the results of its documents, but for reports, which need more than those.
    """
    folder = results / job.title
    declaration = _json(_declaration(job, study, inputs))
    same = (folder / DECLARATION).is_file() and (folder / DECLARATION).read_text("utf-8") == declaration
    if same and (not how.report or (folder / SECTIONS).is_file()):
        return False
    journal = unfinished / f"{hashlib.blake2b(declaration.encode(), digest_size=8).hexdigest()}.jsonl"
    files, findings = _done(job, study, inputs, how, None if how.report else journal)
    files |= {DECLARATION: declaration}
    if how.report and findings is not None:
        files |= {SECTIONS: str(fragment(findings, f"{anchor(job.title)}-"))}
    with staging(folder) as place:
        made = place / "part"
        made.mkdir()
        for name, text in files.items():
            write_text_atomically(made / name, text)
        _exchange(made, folder, place / "old")
    journal.unlink(missing_ok=True)
    return True


def _exchange(made: Path, folder: Path, old: Path) -> None:
    """Put a finished folder in the place of an earlier one, which is kept at `old` until that has been done."""
    if folder.exists():
        folder.rename(old)
    try:
        publish(made, folder)
    except BaseException:
        if old.exists():
            old.rename(folder)
        raise


def _json(figures: Mapping[str, Any]) -> str:
    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def _declaration(job: Job, study: Study, inputs: Inputs) -> dict[str, Any]:
    """All that the result depends on, and nothing that differs from one machine to the next."""
    return {
        "part": job.name,
        "kind": job.kind,
        "corpus": job.corpus,
        "seed": study.seed,
        "declared": {key: value for key, value in as_data(job.declared).items() if key not in ("corpora", "optional")},
        "inputs": dict(_digests(job, study, inputs)),
        "version": __version__,
        "program": _program(),
    }


def _digests(job: Job, study: Study, inputs: Inputs) -> Iterator[tuple[str, str]]:
    """The inputs of a job: the corpus, the files that options of resolvers name, the pipeline."""
    if isinstance(job.declared, Scoring):
        yield "key", _digest(expanded(job.declared.key), job.declared.format)
        for name, path in job.declared.responses.items():
            yield f"response {name}", _digest(expanded(path), job.declared.response_format or job.declared.format)
        return
    yield "corpus", _digest(inputs.corpora[job.corpus or ""], study.corpora[job.corpus or ""].format)
    for resolver in job.declared.resolvers:
        for option, value in parsed(resolver)[1].items():
            if Path(value).is_file():
                yield f"{resolver}: {option}", _hash([Path(value)], Path(value).parent)
    if "annotation" not in settings(study, job.declared).perfect:
        yield "pipeline", pipeline.load(job.declared.pipeline).signature


def _digest(path: Path | None, format: str | None) -> str:
    """A hash over the files of a corpus and, where a document has several, those beside them."""
    found = compare.corpus_files([path] if path else [], format)
    if path and (path.is_dir() or any(map(_in_several_files, [module for _, module in found]))):
        folder = path if path.is_dir() else path.parent
        return _hash([file for file in folder.rglob("[!.]*") if file.is_file()], folder)
    return _hash([file for file, _ in found], path.parent if path else compare.BUNDLED)


def _in_several_files(module: ModuleType) -> bool:
    return hasattr(module, "write_files") or module.__name__.endswith(".mmax2")


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


def _done(
    job: Job, study: Study, inputs: Inputs, how: How, journal: Path | None
) -> tuple[dict[str, str], Findings | None]:
    """The result of a job, as the command of its kind gives it, by file name, and what a report shows of it."""
    if isinstance(job.declared, Scoring):
        return _scored(job.declared, study.seed, how.report, journal)
    path = inputs.corpora[job.corpus or ""]
    paths = [path] if path else []
    wanted = settings(study, job.declared, study.corpora[job.corpus or ""].format)
    wanted = replace(wanted, execution=how.execution)
    if job.kind == "ablations":
        resolver = job.declared.resolvers[0]
        found = ablate.ablate(paths, resolver, wanted, keep=how.report, progress=how.progress, journal=journal)
        return {RESULT: _json(found.as_json())}, gather.of_ablation(found) if how.report else None
    if job.kind == "losses":
        lost = losses.losses(paths, wanted, progress=how.progress)
        return {RESULT: _json(lost.as_json())}, gather.of_comparison(lost.base, wanted) if how.report else None
    return _compared(paths, wanted, how, journal)


def _scored(scoring: Scoring, seed: int, report: bool, journal: Path | None) -> tuple[dict[str, str], Findings | None]:
    key, asked = expanded(scoring.key), score_settings(scoring, seed)
    responses = {name: expanded(path) for name, path in scoring.responses.items()}
    found = score.score(key, responses, asked, journal)
    figures = found.as_json(per_document=True)
    for path in (scoring.key, *scoring.responses.values()):  # as the study has it, on every machine
        figures["warnings"] = [text.replace(str(expanded(path)), path) for text in figures["warnings"]]
    findings = gather.of_scores(found, gather.errors_beside(key, responses, asked)) if report else None
    return {RESULT: _json(figures)}, findings


def _compared(
    paths: Sequence[Path], wanted: compare.Settings, how: How, journal: Path | None
) -> tuple[dict[str, str], Findings | None]:
    words: list[Sequence[str]] = []
    extra = DocumentHook("words", _words, words.append, list, tuple)
    found = compare.compare(paths, wanted, keep=how.report, progress=how.progress, extra=extra, journal=journal)
    figures = found.as_json() | {"per_document": _per_document(found)}
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for document, its_words in zip(found.documents, words, strict=True):
        writer.writerows(_rows(document, its_words, found.resolvers))
    findings = gather.of_comparison(found, wanted) if how.report else None
    return {RESULT: _json(figures), ANAPHORS: text.getvalue()}, findings


def _words(its: ResolvedDocument) -> Sequence[str]:
    return its.document.words


def _per_document(found: Comparison) -> dict[str, Any]:
    """What each document adds to the figures: right and of for each measure, and the anaphors that MAX counts."""
    counts = {
        name: {measure.name: measure.count(Answers(found.documents, name)).tolist() for measure in MEASURES}
        for name in found.resolvers
    }
    return {
        document.document_id: {
            "genre": document.genre,
            "anaphors": len(document.anaphors),
            "upper_bound": {
                match: sum(getattr(anaphor, match) for anaphor in document.anaphors) for match in ("strict", "partial")
            },
            "resolvers": {
                name: {measure: rows[at] for measure, rows in measures.items()} for name, measures in counts.items()
            },
        }
        for at, document in enumerate(found.documents)
    }


COLUMNS = {
    "document": "str", "genre": "str", "start": "Int64", "end": "Int64", "form": "str", "chain": "Int64",
    "distance": "Int64", "candidates": "Int64", "compatible": "Int64", "reachable": "Int64", "lost_before": "str",
    "max_strict": "bool", "max_partial": "bool", "resolver": "str", "stage": "str", "right": "bool", "rule": "str",
    "chance": "float64", "antecedent_start": "Int64", "antecedent_end": "Int64", "antecedent": "str",
}  # fmt: skip
"""The columns of `anaphors.csv` with their types in pandas: a row for each key anaphor and resolver."""


def _rows(document: DocumentTrace, words: Sequence[str], resolvers: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    outcomes = {name: document.outcomes[name] for name in resolvers}
    for at, anaphor in enumerate(document.anaphors):
        first = (
            document.document_id, document.genre, anaphor.span.start, anaphor.span.end, anaphor.form, anaphor.chain,
            anaphor.distance, anaphor.candidates, anaphor.compatible, anaphor.reachable, anaphor.loss, anaphor.strict,
            anaphor.partial,
        )  # fmt: skip
        for name in resolvers:
            outcome = outcomes[name][at]
            span = outcome.antecedent
            answer = (span.start, span.end, " ".join(words[token] for token in span)) if span else ("", "", "")
            yield (*first, name, outcome.stage, outcome.stage == "right", outcome.rule, outcome.chance, *answer)
