"""`anaphora score`: responses compared with a key by every coreference measure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.pairing import DocumentBatch, batches, sides, signature
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings
from anaphora.experiments.run.arguments import paths_of, single_path
from anaphora.experiments.run.configuration import Configuration, Singletons
from anaphora.experiments.run.documents import Digest
from anaphora.experiments.run.journal import Journal, Json, key_of
from anaphora.workbench import __version__
from anaphora.workbench.arrays import Flags
from anaphora.workbench.chains.alignment import MOST_PAIRS, overlap_of, simulate
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.errors import CrowdedError, FormatError, OptionError
from anaphora.workbench.key import MATCHES
from anaphora.workbench.measures import (
    STANDARD,
    Counts,
    Measure,
    count_each,
    looks_at_kinds,
    standard_measures,
)
from anaphora.workbench.measures.blanc import LINKS
from anaphora.workbench.measures.choosing import Parts, choose_measures, parts
from anaphora.workbench.progress import reading
from anaphora.workbench.results.scores import Merged, Scores, Zeros, main_part
from anaphora.workbench.statistics.resampling import Ledger

_QUESTIONS = frozenset(("gap", "winogender", "winobias"))
"""Formats whose documents ask what one pronoun is, and have measures of their names for it."""
_MOST_NOTED = 2**53
"""Up to there a float counts one by one."""
SIMULATED = re.compile(r"key\((links|merged)=(0(?:\.\d+)?|1(?:\.0+)?)\)")
"""A response that is made of the key: some of its links cut, or some of its chains merged."""
_FREE = ("resamples", "seed", "per_document", "measures", "links", "variants", "usual")
"""Settings that do not shape the counts of a measure."""


def named_responses(given: Sequence[str]) -> dict[str, Path]:
    """Responses by name: `NAME=PATH`, or the file's name without extension, made different by its folder if need be.

    A simulated response, `key(links=0.5)` or `key(merged=0.1)`, is its own name.

    Raises:
        OptionError: two responses have the same name.
    """
    responses: dict[str, Path] = {}
    for text in given:
        name, equals, source = ("", "", "") if SIMULATED.fullmatch(text) else text.partition("=")
        path = Path(source) if equals and not Path(text).exists() else Path(text)
        if path == Path(text):
            name = path.stem if path.stem not in responses else f"{path.resolve().parent.name}/{path.stem}"
            name = text if SIMULATED.fullmatch(text) else name
        if not name or (not source and equals):
            raise OptionError(
                f"'{text}' names no response. Write NAME=PATH, or the path alone.", code="unnamed-response"
            )
        if name in responses:
            cure = "Name them: one=first.conll two=second.conll."
            raise OptionError(
                f"Two responses are called '{name}': {responses[name]} and {path}. {cure}", code="duplicate-name"
            )
        responses[name] = path
    return responses


def paths_by_name(responses: object) -> dict[str, Path]:
    """The paths of responses by name, which are those of the files if there are no others."""
    if isinstance(responses, Mapping):
        return {str(name): single_path(path) for name, path in responses.items()}
    return named_responses(list(map(str, paths_of(responses))))


def score_files(
    key: Path, responses: Mapping[str, Path], settings: Configuration, journal: Path | None = None
) -> Scores:
    """All measures of every response, by the names given to them; `pairing.sides` says how documents are matched.

    A path such as `key(links=0.5)` or `key(merged=0.1)` stands for the key with half of its links, or with a tenth of
    its chains merged with their neighbours.

    With a `journal` the counts of each batch of documents are written to it, and those that it has are taken from it.

    A key of GAP, WinoGender or WinoBias has a measure of its own, of its format's name, unless others are asked for by
    name.

    Raises:
        FormatError: a file is malformed, a text differs from the key's, or a span occurs twice where it may not.
        OptionError: there is no response.
        UnknownNameError: there is no such measure or format.
    """
    if not responses:
        raise OptionError("There is no response. Name the key first, then one or more responses.", code="no-response")
    asked = own_measure(key, settings.preparation.format)
    if asked and {*settings.judging.measures} <= {asked, "all"}:
        from anaphora.experiments.commands.score import challenge_sets

        if asked == "gap":
            return challenge_sets.score_gap(key, responses, settings.judging.resamples, settings.execution.seed)
        return challenge_sets.score_pairs(asked, key, responses, settings.judging.resamples, settings.execution.seed)
    measures = measures_of(settings)
    counted = with_details(measures, settings)
    with Journal(journal, _run(counted, settings), "batch") if journal else nullcontext() as results:
        scored = {}
        whole: list[AnnotatedDocument] = []
        for number, (name, path) in enumerate(responses.items()):
            seen = Digest(settings.judging.across_documents), Digest(settings.judging.across_documents)
            simulated = SIMULATED.fullmatch(path.name)
            parts = batches(key, key if simulated else path, settings, seen, whole)
            if simulated:
                parts = _simulated(parts, simulated[1], float(simulated[2]))
            with reading(number / len(responses), 1 / len(responses), key, key if simulated else path):
                scores = score_batches(key, path, parts, seen, counted, settings, results)
            scored[name] = replace(scores, response=path.name) if simulated else scores
    result = as_scores(settings.preparation.name or key.name, scored, measures, settings)
    result = replace(result, warnings=(*_same_files(key, responses), *result.warnings))
    return with_variants(result, settings, lambda changed: score_files(key, responses, changed))


def _same_files(key: Path, responses: Mapping[str, Path]) -> Iterator[str]:
    """Warn that a response is the key, or another response, by another path; who names one path twice means it."""
    named = {key.resolve(): ("the key", key)}
    for name, path in responses.items():
        what, first = named.setdefault(path.resolve(), (f"'{name}'", path))
        if first != path:
            yield f"{path}: the response '{name}' is the same file as {what}."


def _simulated(
    parts: Iterable[tuple[DocumentBatch, DocumentBatch]], what: str, share: float
) -> Iterator[tuple[DocumentBatch, DocumentBatch]]:
    """The documents of the key beside themselves, with a share of links or of chains merged."""
    for key, _ in parts:
        documents = [
            replace(document, mentions=simulate(document.mentions, **{what: share})) for document in key.documents
        ]
        yield key, replace(key, documents=documents)


def measures_of(settings: Configuration) -> tuple[Measure[Overlap], ...]:
    """The measures that are named; if there are none, the usual ones if only those are wanted, or all."""
    if settings.judging.usual and not settings.judging.measures:
        return standard_measures()
    return choose_measures(settings.judging.measures or ["all"])


def with_details(measures: Sequence[Measure[Overlap]], settings: Configuration) -> tuple[Measure[Overlap], ...]:
    """The measures, and what is counted beside them: links, and measures of parts."""
    of_parts = (
        measure for by_part in _parts(measures, settings).values() for part in by_part.values() for measure in part
    )
    links = (LINKS,) if settings.judging.links else ()
    return (*measures, *links, *of_parts)


def _parts(measures: Sequence[Measure[Overlap]], settings: Configuration) -> dict[str, Parts]:
    """The measures of parts by what they are parts of; if no measures were asked for, of those that papers report."""
    reported = [measure for measure in measures if settings.judging.measures or measure.name in STANDARD]
    return {text: parts(text, reported) for text in dict.fromkeys(settings.judging.by)}


@dataclass(frozen=True, slots=True)
class Scored:
    """One response on the key: the digests of both, the documents, and the counts of each measure.

    `entities` are those of the key that hold across documents, and those of them that are in several; `zeros` counts
    those of key and response, `mended` what was mended and dropped.
    """

    key: str
    response: str
    documents: tuple[str, ...]
    counts: Mapping[str, Counts]
    warnings: Sequence[str]
    entities: tuple[int, int]
    zeros: tuple[int, int]
    mended: Mapping[str, int]


def as_scores(
    key: str, scored: Mapping[str, Scored], measures: Sequence[Measure[Overlap]], settings: Configuration
) -> Scores:
    """The scores of all responses, by their names, on the key of this name."""
    first = next(iter(scored.values()))
    merged = Merged(len(first.documents), *first.entities) if settings.judging.across_documents else None
    digests = {name: response.response for name, response in scored.items()}
    return Scores(
        key=key,
        signature=signature(
            f"{key}@{first.key}",
            len(first.documents),
            digests,
            settings,
        ),
        documents=(key,) if merged else first.documents,
        systems=tuple(scored),
        measures=tuple(measures),
        counts={name: response.counts for name, response in scored.items()},
        warnings=tuple(dict.fromkeys(warning for response in scored.values() for warning in response.warnings)),
        resamples=settings.judging.resamples,
        seed=settings.execution.seed,
        merged=merged,
        zeros=Zeros(
            first.zeros[0], {name: response.zeros[1] for name, response in scored.items()}, settings.judging.zeros
        ),
        preset=settings.judging.applied_preset,
        parts=_parts(measures, settings),
        mended={name: response.mended for name, response in scored.items()},
    )


def with_variants(scores: Scores, settings: Configuration, rescore: Callable[[Configuration], Scores]) -> Scores:
    """The scores with their primary measure under each way of matching, and with or without singletons, if asked for.

    These are what CRAC shared tasks print beside the primary score. `rescore` scores the same with other settings.
    """
    if not settings.judging.variants:
        return scores
    main = main_part(scores.primary)
    plain = settings.changed(
        measures=(scores.primary.name,), resamples=0, variants=False, links=False, per_document=False
    )
    turned: Singletons = "keep" if settings.judging.singletons == "drop" else "drop"
    changes = {f"{match} match": plain.changed(match=match) for match in MATCHES}
    changes["with singletons" if turned == "keep" else "without singletons"] = plain.changed(singletons=turned)
    variants = {}
    for name, changed in changes.items():
        rescored = scores if changed == plain.changed(match=settings.judging.match) else rescore(changed)
        variants[name] = {system: rescored.values(system, rescored.primary)[main] for system in scores.systems}
    return replace(scores, variants=variants)


def _run(measures: Sequence[Measure[Overlap]], settings: Configuration) -> dict[str, str]:
    """Describe what shapes the counts of a batch, for the journal."""
    shaping = {name: value for name, value in asdict(settings.judging).items() if name not in _FREE}
    return {
        "measures": " ".join(measure.name for measure in measures),
        "options": repr(shaping | {"format": settings.preparation.format}),
        "version": __version__,
    }


def score_batches(
    key: Path,
    response: Path,
    parts: Iterable[tuple[DocumentBatch, DocumentBatch]],
    seen: tuple[object, object],
    measures: Sequence[Measure[Overlap]],
    settings: Configuration,
    journal: Journal | None = None,
) -> Scored:
    """Score a response batch by batch; of many documents the counts of blocks are kept, unless all are asked for.

    `seen` are the digests of what was read of key and response.
    """
    notes = ResponseWarnings(response)
    ids: dict[int, str] = {}
    kinds = any(map(looks_at_kinds, measures))
    with ExitStack() as opened:
        ledgers = {measure.name: opened.enter_context(Ledger()) for measure in measures}
        for right, answer in parts:
            batch = key_of(str(response), *map(str, seen), right.numbers)  # of this batch and all before it
            rows = [0] if settings.judging.across_documents else right.numbers
            if journal is not None and batch in journal:
                counts, notes = _read(journal, batch, response, len(rows))
                _require_possible(counts, measures, _most(right, answer), journal)
            else:
                counts = count_each(measures, evidence_of(right, answer, settings, notes, kinds))
                _note_crowded(counts, right, notes)
                if journal is not None:
                    listed = {name: matrix.tolist() for name, matrix in counts.items()}
                    journal.add(batch, {"counts": listed, "notes": notes.as_data()})
            if right.documents:
                ids |= zip(right.numbers, (document.id for document in right.documents), strict=True)
                for name, ledger in ledgers.items():
                    ledger.add(counts[name], rows)
        kept = {
            name: ledger.all() if settings.judging.per_document else ledger.blocks() for name, ledger in ledgers.items()
        }
    documents = tuple(ids[number] for number in sorted(ids))
    warnings = notes.warnings(key, settings.judging.match, settings.judging.singletons)
    zeros = notes.zeros[0], notes.zeros[1]
    return Scored(str(seen[0]), str(seen[1]), documents, kept, warnings, notes.entities, zeros, notes.mended)


def _note_crowded(counts: Mapping[str, Counts], batch: DocumentBatch, notes: ResponseWarnings) -> None:
    """Note the documents that a measure could not be counted in, because mentions overlap in too many pairs."""
    undefined: dict[str, Flags] = {name: np.any(np.isnan(rows), axis=1) for name, rows in counts.items()}
    names = [name for name, documents in undefined.items() if documents.any()]
    what = f"mentions overlap in more than {MOST_PAIRS:,} pairs, so that {' and '.join(names)} cannot be counted,"
    for number, document in enumerate(batch.documents):
        if any(undefined[name][number] for name in names):
            notes.add(notes.odd, what, document.id)


def _most(*sides: DocumentBatch) -> int:
    """Return what no count of a batch exceeds: the number of pairs of all its words and mentions."""
    documents = (document for side in sides for document in side.documents)
    return sum(len(document.mentions.start) + document.words.count(b"\t") for document in documents) ** 2


def _read(
    journal: Journal, batch: str, response: Path, documents: int
) -> tuple[Mapping[str, Counts], ResponseWarnings]:
    """Read the counts and notes of a batch. Raises `FormatError` if the journal holds something else."""
    try:
        entry = journal[batch]
        counts = {
            name: np.array(rows, dtype=np.float64).reshape(documents, -1 if documents else 0)
            for name, rows in entry["counts"].items()
        }
        _require_finite(entry["notes"])
        return counts, ResponseWarnings(response, **entry["notes"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        problem = "it has a result that this version cannot read"
        raise FormatError(journal.path, None, problem, "Remove the file.", code="foreign-journal") from error


def _require_possible(
    counts: Mapping[str, Counts], measures: Sequence[Measure[Overlap]], most: int, journal: Journal
) -> None:
    """Raise `FormatError` if there are counts that no measure can have; NaN is one: of too many pairs to count."""
    for measure in measures:
        rows = counts.get(measure.name, np.array(np.inf))
        beyond = (rows > most).any() or (rows < (-most if measure.signed else 0)).any()
        if beyond or not _has_all_statistics(measure, rows):
            problem = f"it has counts of {measure.name} that these documents cannot have"
            raise FormatError(journal.path, None, problem, "Remove the file.", code="foreign-journal")


def _has_all_statistics(measure: Measure[Overlap], rows: Counts) -> bool:
    try:
        return not len(rows) or bool(measure.score(rows).size)
    except IndexError:  # a measure does not say how many it has
        return False


def _require_finite(notes: Json) -> None:
    """Raise `ValueError` unless all numbers are such as come from counting."""
    if isinstance(notes, dict | list):
        for value in notes.values() if isinstance(notes, dict) else notes:
            _require_finite(value)
    elif isinstance(notes, int | float) and not 0 <= notes <= _MOST_NOTED:
        raise ValueError("a number is negative, or larger than any count")


def own_measure(path: Path, format: str | None) -> str | None:
    """The measure of a key all of whose files are of a format that asks one question a document; else `None`."""
    formats = {form.name for _, form in corpora.files(path, format)}
    return formats.pop() if len(formats) == 1 and formats <= _QUESTIONS else None


def evidence_of(
    key: DocumentBatch,
    response: DocumentBatch,
    settings: Configuration,
    notes: ResponseWarnings,
    kinds_by_words: bool = False,
) -> Overlap:
    """The overlap of both sides; optional key mentions that the response lacks are not asked for."""
    try:
        both = sides(key, response, settings, notes, kinds_by_words)
        return overlap_of(*both, settings.judging.match, official=settings.judging.looks_up)
    except CrowdedError as error:
        raise CrowdedError(error.document, error.most, key.documents[error.document].id) from error
