"""Answers of systems, as they come, on the words of other texts: mended and counted alike by every command."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.pairing import DocumentBatch, place_on, read
from anaphora.experiments.commands.score.slips import NO_MENTIONS
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import BUNDLED, documents
from anaphora.resolvers.chains.recorded import say_missing
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Span
from anaphora.workbench.external.mending import Bounds, say_repairs
from anaphora.workbench.external.records import SCHEMAS, disjoint
from anaphora.workbench.external.systems import ExternalSystem, SystemOutput
from anaphora.workbench.files import digest_of_file, opened
from anaphora.workbench.spec import ResolverSpec

_HEAD = 4_096


def is_record(path: Path) -> bool:
    """Return whether a file says itself what it is, as those do that `anaphora export` and `import` write and read."""
    if not path.is_file():
        return False
    with opened(path) as file:
        return SCHEMAS.encode() in file.read(_HEAD)


def place_answers(
    source: Path, texts: Iterable[tuple[str, Sequence[str]]], answers: Path
) -> Iterator[tuple[str, Sequence[Sequence[Bounds]], Counter[str]]]:
    """The chains of a response on the words of texts, no mention in two of them: id, chains, what was mended.

    Raises `FormatError` as `place_on` and `read` do.
    """
    columns = ((id, "".join(f"{word}\t" for word in words).encode("utf-8", "surrogatepass")) for id, words in texts)
    unmarked = [AnnotatedDocument(source, id, words, NO_MENTIONS) for id, words in columns]
    for id, placed, mended in place_on(DocumentBatch(source, unmarked), read(answers, None, response=True)):
        chains = disjoint([[(span.start, span.end) for span in chain] for chain in placed], mended)
        yield id, chains, mended


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
            chains[id] = tuple(tuple(Span(*pair) for pair in chain) for chain in placed)
            counts += mended
        notes = *filter(None, [say_repairs(counts)]), *say_missing([id for id, _ in texts() if id not in chains])
        antecedent = spec.options.get("antecedent", "nearest")
        system = ExternalSystem(
            lambda prepared: SystemOutput(chains.get(prepared.document.id, ())), antecedent, None, notes
        )
        shown = f"{replace(spec, below=None)}" + (f"@{digest_of_file(file, 4)}" if file.is_file() else "")
        return ResolverSpec(shown, {}, below, spec.label, system)

    if settings.execution.how != "serial":
        return settings
    return settings.changed(resolvers=tuple(map(read_in, settings.resolvers)))
