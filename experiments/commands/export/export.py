"""Export of a corpus for an external system (`anaphora export`): its texts, and nothing of its key."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path

from anaphora.experiments.run.analysis import analyser
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import corpus_files, documents
from anaphora.preprocess.language import is_english
from anaphora.workbench.document import Document, Mention, Prepared
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.external.mending import Bounds
from anaphora.workbench.external.records import INPUT, CandidateRecord, Input, Question, text_hash, to_line
from anaphora.workbench.files import is_same, replacing, write_text_atomically
from anaphora.workbench.results.table import Column, Table, record

SCRIPTS = Path(__file__).parent / "scripts"


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """Counts of what was written; `gaps` are mentions with gaps, which cannot be expressed and were left out."""

    documents: int = 0
    tokens: int = 0
    mentions: int = 0
    questions: int = 0
    gaps: int = 0
    skipped: tuple[str, ...] = ()

    def tables(self) -> tuple[Table, ...]:
        """Tabulate what was written, and what was passed over."""
        counts = {name: count for name, count in asdict(self).items() if name != "skipped"}
        notes = tuple(f"Skipped: {message}" for message in self.skipped)
        written = Table("", (Column("written"), Column("count", "count")), tuple(counts.items()), notes)
        return written, record({**counts, "skipped": self.skipped})


def export(
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
    if any(is_same(target, file) for file, _ in corpus_files(paths, settings.preparation.format)):
        raise OptionError(f"{target} is a file of the corpus. Name another file for what is exported.")
    analyse = analyser(settings)
    skipped: list[str] = []
    counts = dict.fromkeys(("documents", "tokens", "mentions", "questions", "gaps"), 0)
    with replacing(target) as temporary:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            for document, key in documents(paths, settings, skipped):
                if mentions or questions or is_english(document):
                    prepared = analyse(document, key)
                    written = _input(prepared, mentions, questions)
                    if mentions or questions:
                        counts["gaps"] += sum(bool(mention.span.gaps) for mention in prepared.mentions)
                else:
                    written = _text(document)
                file.write(to_line(written))
                counts["documents"] += 1
                counts["tokens"] += len(written.tokens)
                counts["mentions"] += len(written.mentions or ())
                counts["questions"] += len(written.questions or ())
                if progress:
                    progress(document)
        if not counts["documents"]:
            raise WorkbenchError("There is no document to export.")
    return ExportSummary(**counts, skipped=tuple(skipped))


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


def _input(prepared: Prepared, mentions: bool, questions: bool) -> Input:
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


def scripts() -> dict[str, Path]:
    """The scripts, by the name of their system."""
    return {path.stem.removeprefix("run_"): path for path in sorted(SCRIPTS.glob("run_*.py"))}


def script(system: str) -> Path:
    """The script that runs a system. Raises `OptionError` if there is none."""
    paths = scripts()
    if system not in paths:
        raise OptionError(
            f"There is no script for '{system}'; there are {', '.join(paths)}. See experiments/commands/export/scripts."
        )
    return paths[system]


def copy_script(system: str, folder: Path) -> tuple[Path, list[Path]]:
    """Copy the script that runs a system, and the modules it needs, into a folder.

    Returns the place of the script, and files that existed with another content, which are kept.

    Raises:
        OptionError: there is none for this system.
        WorkbenchError: the folder cannot be written to.
    """
    kept = []
    for file in (script(system), *sorted(SCRIPTS.glob("_*.py"))):
        copy = folder / file.name
        text = file.read_text("utf-8")
        if copy.exists() and copy.read_bytes() != text.encode():
            kept.append(copy)
        else:
            write_text_atomically(copy, text)
    return folder / script(system).name, kept
