"""Export of a corpus for an external system (`anaphora export`): its texts, and nothing of its key."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Unpack

from anaphora.experiments.commands.evaluate.choices import write_choices
from anaphora.experiments.commands.evaluate.questions import EVERY, Asking
from anaphora.experiments.commands.export.harness import HARNESS, write_tasks
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import JSON, Command, PathLike, Progress, split_typed
from anaphora.experiments.run.configuration import Configuration, Options, fields_of, takes
from anaphora.experiments.run.documents import Fingerprint, corpus_files, documents
from anaphora.experiments.show.result import Result
from anaphora.preprocess.language import is_english
from anaphora.workbench.document import Document, Mention, Prepared
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.external.mending import Bounds
from anaphora.workbench.external.records import INPUT, CandidateRecord, Input, Question, text_hash, to_line
from anaphora.workbench.files import is_same, replacing, write_text_atomically
from anaphora.workbench.options import OUTPUT, About
from anaphora.workbench.preparation import Preparation
from anaphora.workbench.results.written import ExportSummary

SCRIPT = Path(__file__).with_name("run_system.py")
"""The file that runs systems elsewhere, where the workbench is not installed."""


def require_apart(target: Path, paths: Sequence[Path], settings: Configuration) -> None:
    """Raise `OptionError` if what is to be written is a file of the corpus."""
    if any(is_same(target, file) for file, _ in corpus_files(paths, settings.preparation.format)):
        raise OptionError(f"{target} is a file of the corpus. Name another file to write to.")


def export_corpus(
    paths: Sequence[Path],
    target: Path,
    settings: Configuration,
    *,
    mentions: bool = False,
    questions: bool = False,
    progress: Callable[[Document], None] | None = None,
) -> ExportSummary:
    """Write the documents of the corpora (the bundled one if none is named), a line each in the schema INPUT.

    Sentences, `mentions` and `questions` (each anaphor with the candidates that agree) are those of the pipeline, or of
    the layers that are to be perfect: with perfect mentions a system is given the key's mentions, but not its chains.
    Mentions with gaps cannot be expressed and are left out. Texts in other languages than English have the sentences of
    their corpus.

    Raises:
        WorkbenchError: there is no document, one is bad, mentions or questions are asked for of a text that is not in
            English, or the place cannot be written to.
    """
    analysis = Analysis(settings)
    skipped: list[str] = []
    counts: Counter[str] = Counter()
    read = Fingerprint(paths)
    with replacing(target) as temporary:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            for document, key in read.watch(documents(paths, settings, skipped), progress):
                if mentions or questions or is_english(document):
                    prepared = analysis.prepare(document, key)
                    written = exported(prepared, mentions=mentions, questions=questions)
                    if mentions or questions:
                        counts.update(gaps=sum(bool(mention.span.gaps) for mention in prepared.mentions))
                else:
                    written = _text(document)
                file.write(to_line(written))
                counts.update(tokens=len(written.tokens), mentions=len(written.mentions or ()))
                counts.update(questions=len(written.questions or ()))
        if not read.documents:
            raise WorkbenchError("There is no document to export.")
    return ExportSummary(read.documents, **counts, skipped=tuple(skipped))


def _text(document: Document, starts: Sequence[int] = (), signature: str = "sentences of the corpus") -> Input:
    """A document without anything that preprocessing finds but where sentences begin."""
    tree = document.annotation
    starts = starts or document.sentence_starts or (tree.sentence_starts if tree else ()) or (0,)[: len(document.words)]
    return Input(
        schema=INPUT,
        doc_id=document.id,
        text_sha256=text_hash(document.text),
        text=document.text,
        tokens=document.words,
        starts=tuple(document.character_starts()),
        sentences=tuple(pairwise((*starts, len(document.words)))),
        signature=signature,
    )


def exported(prepared: Prepared, *, mentions: bool, questions: bool) -> Input:
    """The part of a document that a system sees, with candidate mentions, and anaphors with their candidates."""
    spans: list[Bounds] = [(mention.span.start, mention.span.end) for mention in prepared.mentions]
    whole = {index for index, mention in enumerate(prepared.mentions) if not mention.span.gaps}
    asked = [
        Question(spans[case.anaphor], tuple(spans[index] for index in case.compatible if index in whole))
        for case in prepared.cases
    ]
    return replace(
        _text(prepared.document, prepared.annotation.sentence_starts, prepared.signature),
        mentions=tuple(spans[index] for index in sorted(whole)) if mentions else None,
        questions=tuple(asked) if questions else None,
        records=tuple(_record(prepared, prepared.mentions[index]) for index in sorted(whole)) if mentions else None,
    )


def _record(prepared: Prepared, mention: Mention) -> CandidateRecord:
    verb = mention.governor if mention.governor >= 0 else None
    return CandidateRecord(
        span=(mention.span.start, mention.span.end),
        head=mention.head,
        lemma=mention.lemma,
        pos=prepared.annotation.pos[mention.head],
        function=mention.function,
        sentence=mention.sentence,
        verb=verb,
        verb_lemma="" if verb is None else prepared.annotation.lemma[verb],
    )


def require_system(system: str) -> None:
    """Raise `OptionError` if nothing is written for a system."""
    from anaphora.experiments.commands.export.run_system import SYSTEMS

    if system not in (*SYSTEMS, HARNESS):
        raise OptionError(f"There is nothing for '{system}'; there are {', '.join((*SYSTEMS, HARNESS))}.")


def add_files(system: str, exported: Path) -> list[str]:
    """Copy the script that runs a system to the folder of what was exported for it, or write the tasks of a harness.

    Returns what is to be told: how it is run, and if there was a file of its name with another content, which is kept.
    Raises `WorkbenchError` if the folder cannot be written to.
    """
    from anaphora.experiments.commands.export.run_system import SYSTEMS

    if system == HARNESS:
        return write_tasks(exported)
    copy = exported.with_name(SCRIPT.name)
    text = SCRIPT.read_text("utf-8")
    messages = [f"In an environment with {SYSTEMS[system].needs}: python {copy} {system} {exported} predictions.jsonl"]
    if copy.exists() and copy.read_bytes() != text.encode():
        return [f"{copy} differs from this version's; it was left unchanged.", *messages]
    write_text_atomically(copy, text)
    return messages


def _range(text: str) -> tuple[int, int]:
    """The least and the most of a range such as 0-3."""
    least, _, most = text.partition("-")
    if not (least.isdecimal() and most.isdecimal() and len(text) < 20 and int(least) <= int(most)):
        raise OptionError(f"--distance {text} is no range of sentences. Write 0-3.", code="distance")
    return int(least), int(most)


@takes(*fields_of(Preparation, without=["name"]), "cached", "seed")
def export(
    corpus: Corpora = None,
    target: Annotated[
        PathLike, About("Output file (JSON lines).", OUTPUT, "FILE", names=("--output",))
    ] = "input.jsonl",
    *,
    mentions: Annotated[bool, About("Add candidate mentions, with their records.", OUTPUT)] = False,
    questions: Annotated[bool, About("Add each anaphor and its candidates.", OUTPUT)] = False,
    choices: Annotated[
        int | None, About("Write questions with so many choices of entities instead.", OUTPUT, least=2, most=25)
    ] = None,
    none: Annotated[float, About("The share of them in which none of these is right.", OUTPUT, "SHARE")] = 0.2,
    shuffles: Annotated[int, About("Orders of the choices.", OUTPUT, least=1)] = 2,
    swap: Annotated[
        Iterable[str],
        About("Ask again with other names: gender, Indian, Arabic ...", OUTPUT, "NAMES", read=split_typed),
    ] = (),
    distance: Annotated[
        tuple[int, int] | None, About("Sentences to the nearest mention of the right one.", OUTPUT, "N-M", read=_range)
    ] = None,
    system: Annotated[
        str | None,
        About("Add the script that runs this system, or tasks: lm_eval.", OUTPUT, "SYSTEM", names=("--for",)),
    ] = None,
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[ExportSummary]:
    """Write the input of an external system: tokens, sentences, a hash of the text; never the key.

    `mentions` adds our candidate mentions with their records, `questions` each anaphor with its candidates.

    With `choices` it writes questions for people and language models instead, a line each, for `evaluate("choices")`.
    Each anaphor has so many choices of entities and "none of these", which is right in the share `none`; it is asked
    about in `shuffles` orders, and again for each `swap`: "gender", or a culture whose names stand in the text instead.
    `distance` are the least and the most sentences to the nearest mention of the right entity. `system` is an external
    one whose script is copied beside the file; for "lm_eval" the file has questions with their answers, and beside it
    stand tasks of that harness. Errors are those of `compare`, and `OptionError` for what is out of range.
    """
    settings = configuration((), corpus, options)
    require_apart(Path(target), paths_of(corpus), settings)
    if system:
        require_system(system)
    of_harness = system == HARNESS
    if choices is not None or of_harness:
        seed = settings.execution.seed
        asking = Asking(choices or 4, none, shuffles, tuple(swap), distance=distance or EVERY, seed=seed)
        read, asked = write_choices(paths_of(corpus), Path(target), settings, asking, progress, of_harness)
        summary = ExportSummary(read, questions=asked)
    else:
        summary = export_corpus(
            paths_of(corpus), Path(target), settings, mentions=mentions, questions=questions, progress=progress
        )
    messages = add_files(system, Path(target)) if system else []
    return Result(summary, "", summary.tables, json=summary.as_json, messages=messages)


COMMAND = Command(
    export,
    example="anaphora export my_corpus/ --for fastcoref --output input.jsonl",
    offers=(JSON,),
    written=("target",),
    work="Analysing",
    words=words_of_corpus,
)
