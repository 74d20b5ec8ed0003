"""`anaphora score`: responses held against a key by every coreference measure."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from anaphora import corpora
from anaphora.experiments.running.fingerprint import Digest
from anaphora.experiments.running.journal import Journal, key_of
from anaphora.experiments.scoring.pairing import DocumentBatch, Options, batches, require, sides, signature
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.workbench import __version__
from anaphora.workbench.coreference.alignment import Match, aligned
from anaphora.workbench.coreference.ledger import Ledger
from anaphora.workbench.coreference.overlap import Overlap, overlap, selected
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.measures import Counts, Measure, chain_measures, chosen
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.statistics.resampling import RESAMPLES

_QUESTIONS = frozenset(("gap", "winogender", "winobias"))
"""Formats whose documents ask what one pronoun is, and have measures of their names for it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What shapes the figures: `measures` are names (all if empty), `match` says which spans stand for each other.

    `per_document` keeps the counts of every document, of which there may be more than a thousand, and not only those of
    blocks, which intervals and tests work on.
    """

    measures: tuple[str, ...] = ()
    match: str = "strict"
    options: Options = field(default_factory=Options)
    resamples: int = RESAMPLES
    seed: int = 0
    per_document: bool = False


def named_responses(given: Sequence[str]) -> dict[str, Path]:
    """Responses by name: `NAME=PATH`, or the file's name without extension, made different by its folder if need be.

    Raises:
        OptionError: two responses have the same name.
    """
    found: dict[str, Path] = {}
    for text in given:
        name, equals, place = text.partition("=")
        path = Path(place) if equals and not Path(text).exists() else Path(text)
        if path == Path(text):
            name = path.stem if path.stem not in found else f"{path.resolve().parent.name}/{path.stem}"
        if not name or (not place and equals):
            raise OptionError(f"'{text}' names no response. Write NAME=PATH, or the path alone.")
        if name in found:
            cure = "Name them: one=first.conll two=second.conll."
            raise OptionError(f"Two responses are called '{name}': {found[name]} and {path}. {cure}")
        found[name] = path
    return found


def score(key: Path, responses: Mapping[str, Path], settings: Settings, journal: Path | None = None) -> Scores:
    """All measures of every response, by the names given to them; how documents are matched says `pairing.sides`.

    With a `journal` the counts of each batch of documents are written down there, and those that it has are taken from
    it.

    A key of GAP, WinoGender or WinoBias has a measure of its own, of its format's name, unless others are asked for.

    Raises:
        FormatError: a file is malformed, a text differs from the key's, or a span occurs twice where it may not.
        OptionError: a setting has no such value, or there is no response.
        UnknownNameError: there is no such measure or format.
    """
    match = require(settings.match, settings.resamples)
    if not responses:
        raise OptionError("There is no response. Name the key first, then one or more responses.")
    own = own_measure(key, settings.options.format)
    if own and {*settings.measures} <= {own}:
        from anaphora.experiments.scoring import gap, wino

        if own == "gap":
            return gap.score(key, responses, settings.resamples, settings.seed)
        return wino.score(own, key, responses, settings.resamples, settings.seed)
    measures = tuple(map(chosen, dict.fromkeys(settings.measures))) or tuple(chain_measures().values())
    with Journal(journal, _run(measures, settings)) if journal else nullcontext() as known:
        found = {name: _scored(key, path, measures, match, settings, known) for name, path in responses.items()}
    right = next(iter(found.values()))
    return Scores(
        key=key.name,
        signature=signature(
            f"{key.name}@{right.key}",
            len(right.documents),
            {name: it.response for name, it in found.items()},
            settings.match,
            settings.options,
            resamples=settings.resamples,
            seed=settings.seed,
        ),
        documents=right.documents,
        systems=tuple(responses),
        measures=measures,
        counts={name: it.counts for name, it in found.items()},
        warnings=tuple(dict.fromkeys(warning for it in found.values() for warning in it.warnings)),
        resamples=settings.resamples,
        seed=settings.seed,
    )


@dataclass(frozen=True, slots=True)
class _Scored:
    """One response on the key: the digests of both, the documents, and the counts of each measure."""

    key: str
    response: str
    documents: tuple[str, ...]
    counts: Mapping[str, Counts]
    warnings: Sequence[str]


def _run(measures: Sequence[Measure[Overlap]], settings: Settings) -> dict[str, str]:
    """What shapes the counts of a batch."""
    return {
        "measures": " ".join(measure.name for measure in measures),
        "match": settings.match,
        "options": repr(settings.options),
        "version": __version__,
    }


def _scored(
    key: Path,
    response: Path,
    measures: Sequence[Measure[Overlap]],
    match: Match,
    settings: Settings,
    journal: Journal | None,
) -> _Scored:
    """Score a response batch by batch; of many documents the counts of blocks are kept, unless all are asked for."""
    notes, seen, ids = ResponseWarnings(response), (Digest(), Digest()), dict[int, str]()
    with ExitStack() as opened:
        ledgers = {measure.name: opened.enter_context(Ledger()) for measure in measures}
        for right, answer in batches(key, response, settings.options, seen):
            at = key_of(str(response), *map(str, seen), right.numbers)  # of this batch and all before it
            if journal is not None and at in journal:
                counts, notes = _read(journal, at, response, len(right.documents))
            else:
                evidence = evidence_of(right, answer, match, settings.options, notes)
                counts = {measure.name: measure.count(evidence) for measure in measures}
                if journal is not None:
                    rows = {name: its.tolist() for name, its in counts.items()}
                    journal.add(at, {"counts": rows, "notes": notes.as_data()})
            if right.documents:
                ids |= zip(right.numbers, (document.id for document in right.documents), strict=True)
                for name, ledger in ledgers.items():
                    ledger.add(counts[name], right.numbers)
        kept = {name: it.all() if settings.per_document else it.blocks() for name, it in ledgers.items()}
    documents = tuple(ids[number] for number in sorted(ids))
    warnings = notes.warnings(key, match, settings.options.singletons)
    return _Scored(str(seen[0]), str(seen[1]), documents, kept, warnings)


def _read(journal: Journal, at: str, response: Path, documents: int) -> tuple[dict[str, Counts], ResponseWarnings]:
    """Raises `FormatError` if the journal holds something else."""
    try:
        known = journal[at]
        counts = {
            name: np.array(rows, dtype=np.float64).reshape(documents, -1 if documents else 0)
            for name, rows in known["counts"].items()
        }
        return counts, ResponseWarnings(response, **known["notes"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(journal.path, None, "a result in it is not one of ours", "Remove the file.") from error


def own_measure(path: Path, format: str | None) -> str | None:
    """The measure of a key all of whose files are of a format that asks one question a document; else `None`."""
    formats = {module.__name__.rpartition(".")[2] for _, module in corpora.files(path, format)}
    return formats.pop() if len(formats) == 1 and formats <= _QUESTIONS else None


def evidence_of(
    key: DocumentBatch, response: DocumentBatch, match: Match, options: Options, notes: ResponseWarnings
) -> Overlap:
    """The overlap of both sides; optional key mentions that the response lacks are not asked for."""
    one, other = sides(key, response, options, notes)
    twin = aligned(one, other, match)
    lacking = one.optional.copy()
    if lacking.any():
        # found by a measure of its own matching, such as mentions_head, is found
        for found in (aligned(one, other, "strict"), aligned(one, other, "partial")):
            lacking[found[found >= 0]] = False
    lacking[twin[twin >= 0]] = False
    if lacking.any():
        number = np.append(np.cumsum(~lacking) - 1, -1)
        one, twin = selected(one, ~lacking), number[twin]
    return overlap(one, other, twin)
