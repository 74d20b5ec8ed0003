"""Answers of systems, as they come, on the words of other texts: mended and counted alike by every command."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.pairing import (
    DocumentBatch,
    letters,
    match_documents,
    read,
    require_alike,
    with_words,
)
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.run.configuration import Configuration, configure
from anaphora.experiments.run.documents import BUNDLED, documents
from anaphora.resolvers.chains.recorded import say_missing
from anaphora.workbench.chains.overlap import NO_MENTIONS
from anaphora.workbench.chains.texts import spans, words_only
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Span
from anaphora.workbench.external.mending import Bounds, say_repairs
from anaphora.workbench.external.records import SCHEMAS, disjoint
from anaphora.workbench.external.systems import ExternalSystem, SystemOutput
from anaphora.workbench.files import digest_of_file, opened
from anaphora.workbench.spec import ResolverSpec

_HEAD = 4_096
"""The bytes at the beginning of a file that say what it is."""


def is_record(path: Path) -> bool:
    """Return whether a file says itself what it is, as those do that `anaphora export` and `import` write and read."""
    if not path.is_file():
        return False
    with opened(path) as file:
        return SCHEMAS.encode() in file.read(_HEAD)


def place_answers(
    source: Path, texts: Iterable[tuple[str, Sequence[str]]], answers: Path
) -> Iterator[tuple[str, Sequence[Sequence[Bounds]], Counter[str]]]:
    """The chains of a response in whole words of texts, no mention in two of them: id, chains, what was mended.

    Raises:
        FormatError: the response is malformed, or has a document of none of the texts, or of another.
    """
    words_of = ((id, "".join(f"{word}\t" for word in words).encode("utf-8", "surrogatepass")) for id, words in texts)
    asked = DocumentBatch(source, [AnnotatedDocument(source, id, words, NO_MENTIONS) for id, words in words_of])
    settings = configure()
    notes = ResponseWarnings(answers)
    before: Counter[str] = Counter()
    for text, answer in match_documents(asked, read(answers, None, response=True), settings, notes):
        if answer is None:
            continue
        if answer.words != text.words:
            if letters(text) == letters(answer):
                answer = with_words(text, answer, notes)
            else:
                require_alike(text, answer, settings, notes, [])
        mentions = words_only(answer.mentions)
        placed: dict[int, list[Bounds]] = {}
        for chain, span in zip(mentions.chain.tolist(), spans(mentions), strict=True):
            placed.setdefault(chain, []).append((span.start, span.end))
        mended = Counter(notes.mended) - before
        before = Counter(notes.mended)
        yield text.id, disjoint([*placed.values()], mended), mended


def with_answers(paths: Sequence[Path], settings: Configuration) -> Configuration:
    """The settings with what `recorded(file=...)` names read on these corpora, if `anaphora import` did not write it.

    What was mended, and which documents are missing, is in the notes of such a resolver. Workers cannot have it: then
    all stays as it is, and `recorded` asks for an import. Raises `FormatError` as `place_answers` does.
    """

    @cache
    def texts() -> list[tuple[str, Sequence[str]]]:
        return [(document.id, document.words) for document, _ in documents(paths, settings)]

    def read_in(spec: ResolverSpec) -> ResolverSpec:
        below = spec.below and read_in(spec.below)
        file = Path(spec.options.get("file", ""))
        if spec.name != "recorded" or not spec.options.get("file") or not file.exists() or is_record(file):
            return replace(spec, below=below)
        counts: Counter[str] = Counter()
        chains: dict[str, Spans] = {}
        for id, placed, mended in place_answers(paths[0] if paths else BUNDLED, texts(), file):
            chains[id] = tuple(tuple(Span(*bounds) for bounds in chain) for chain in placed)
            counts += mended
        notes = *filter(None, [say_repairs(counts)]), *say_missing([id for id, _ in texts() if id not in chains])
        system = ExternalSystem(
            lambda prepared: SystemOutput(chains.get(prepared.document.id, ())),
            spec.options.get("antecedent", "nearest"),
            None,
            notes,
        )
        digest = f"@{digest_of_file(file, 4)}" if file.is_file() else ""
        return ResolverSpec(f"{replace(spec, below=None)}{digest}", {}, below, spec.label, system)

    if settings.execution.how != "serial":
        return settings
    return settings.changed(resolvers=tuple(map(read_in, settings.resolvers)))
