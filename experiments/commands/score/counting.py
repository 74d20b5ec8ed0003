"""Responses in files compared with a key: how they are named, what is counted of each, and their scores."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from anaphora import corpora
from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.pairing import DocumentBatch, batches, sides
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings, require_marked
from anaphora.experiments.run.arguments import paths_of, single_path
from anaphora.experiments.run.configuration import Configuration, signature_of
from anaphora.experiments.run.documents import Digest, named_digests
from anaphora.workbench import __version__
from anaphora.workbench.arrays import Flags
from anaphora.workbench.chains.alignment import MOST_PAIRS, overlap_of, simulate
from anaphora.workbench.chains.overlap import Overlap
from anaphora.workbench.errors import CrowdedError, FormatError, OptionError
from anaphora.workbench.key import MATCHES
from anaphora.workbench.measures import STANDARD, Counts, Measure, count_each, looks_at_kinds, raised, standard_measures
from anaphora.workbench.measures.blanc import LINKS
from anaphora.workbench.measures.choosing import Parts, choose_measures, parts
from anaphora.workbench.progress import reading
from anaphora.workbench.results.scores import Merged, Scores, Zeros, main_part
from anaphora.workbench.statistics.resampling import Ledger

if TYPE_CHECKING:
    from anaphora.experiments.run.journal import Journal, Json

_QUESTIONS = frozenset(("gap", "winogender", "winobias"))
"""Formats whose documents ask what one pronoun is, and have measures of their names for it."""
_MOST_NOTED = 2**53
"""Up to there a float counts one by one."""
SIMULATED = re.compile(r"key\((links|merged)=(0(?:\.\d+)?|1(?:\.0+)?)\)")
"""A response that is made of the key: some of its links cut, or some of its chains merged."""
_FREE = ("resamples", "seed", "per_document", "measures", "links", "variants", "usual")
"""Settings that do not shape the counts of a measure."""


def named_responses(responses: object) -> dict[str, Path]:
    """The paths of responses by name: of a mapping, or of paths and texts `NAME=PATH`.

    Where no name is given it is that of the file without extension, made different by its folder if need be. A
    simulated response, `key(links=0.5)` or `key(merged=0.1)`, is its own name.

    Raises:
        OptionError: two responses have the same name, or one has none.
    """
    if isinstance(responses, Mapping):
        return {str(name): single_path(path) for name, path in responses.items()}
    by_name: dict[str, Path] = {}
    for text in map(str, paths_of(responses)):
        name, equals, source = text.partition("=")
        path = Path(source)
        if SIMULATED.fullmatch(text):
            name = text
            path = Path(text)
        elif not equals or Path(text).exists():
            path = Path(text)
            name = path.stem if path.stem not in by_name else f"{path.resolve().parent.name}/{path.stem}"
        if not name or (equals and not source):
            problem = f"'{text}' names no response. Write NAME=PATH, or the path alone."
            raise OptionError(problem, code="unnamed-response")
        if name in by_name:
            problem = f"Two responses are called '{name}': {by_name[name]} and {path}."
            raise OptionError(f"{problem} Name them: one=first.conll two=second.conll.", code="duplicate-name")
        by_name[name] = path
    return by_name


def join_response(responses: Mapping[str, Path] | None, text: str) -> tuple[Mapping[str, Path] | None, str]:
    """Add one more response to those named; return them all, and its name. Many datasets have it among them."""
    if responses is None:
        return None, text
    [(name, path)] = named_responses([text]).items()
    return {**responses, name: path}, name


def require_response(responses: Mapping[str, object]) -> None:
    """Raise `OptionError` if there is no response."""
    if not responses:
        raise OptionError("There is no response. Name the key first, then one or more responses.", code="no-response")


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
        FormatError: a file is malformed, a text differs from the key's, a span occurs twice where it may not, or the
            key marks no mention.
        OptionError: there is no response.
        UnknownNameError: there is no such measure or format.
    """
    require_response(responses)
    asked = own_measure(key, settings.preparation.format)
    if asked and {*settings.judging.measures} <= {asked, "all"}:
        from anaphora.experiments.commands.score.challenge_sets import score_challenge

        return score_challenge(asked, key, responses, settings)
    counting = Counting(settings)
    scored = {}
    kept: list[AnnotatedDocument] = []
    with _journal(journal, counting.header()) if journal else nullcontext() as results:
        for number, (name, path) in enumerate(responses.items()):
            digests = Digest(settings.judging.across_documents), Digest(settings.judging.across_documents)
            simulated = SIMULATED.fullmatch(path.name)
            source = key if simulated else path
            parts = batches(key, source, settings, digests, kept)
            if simulated:
                parts = _simulated(parts, simulated[1], float(simulated[2]))
            with reading(number / len(responses), 1 / len(responses), key, source):
                response = counting.score(key, path, parts, digests, results)
            require_marked(key, response.marked_in_key)
            scored[name] = response._replace(response=path.name) if simulated else response
    key_name = settings.preparation.name or key.name
    scores = counting.scores(key_name, scored, lambda changed: score_files(key, responses, changed))
    return replace(scores, warnings=(*_same_files(key, responses), *scores.warnings))


def own_measure(path: Path, format: str | None) -> str | None:
    """The measure of a key all of whose files are of a format that asks one question a document; else `None`."""
    formats = {form.name for _, form in corpora.files(path, format)}
    return formats.pop() if len(formats) == 1 and formats <= _QUESTIONS else None


def _simulated(
    parts: Iterable[tuple[DocumentBatch, DocumentBatch]], kind: str, share: float
) -> Iterator[tuple[DocumentBatch, DocumentBatch]]:
    """The documents of the key beside themselves, with a share of links or of chains merged."""
    for key, _ in parts:
        documents = [
            document._replace(mentions=simulate(document.mentions, **{kind: share})) for document in key.documents
        ]
        yield key, key._replace(documents=documents)


def _same_files(key: Path, responses: Mapping[str, Path]) -> Iterator[str]:
    """Warn that a response is the key, or another response, by another path; who names one path twice means it."""
    titles = {key.resolve(): ("the key", key)}
    for name, path in responses.items():
        title, first = titles.setdefault(path.resolve(), (f"'{name}'", path))
        if first != path:
            yield f"{path}: the response '{name}' is the same file as {title}."


class ScoredResponse(NamedTuple):
    """One response on the key: the digests of both, the documents, and the counts of each measure.

    `entities` are those of the key that hold across documents, and those of them that are in several; `zeros` counts
    those of key and response, `mended` what was mended and dropped, `marked_in_key` what the key marks.
    """

    key: str
    response: str
    documents: tuple[str, ...]
    counts: Mapping[str, Counts]
    warnings: Sequence[str]
    entities: tuple[int, int]
    zeros: tuple[int, int]
    mended: Mapping[str, int]
    marked_in_key: int


class Counting:
    """The measures of a run: those that are named, and what is counted beside them, links and measures of parts.

    If none are named, they are the usual ones where only those are wanted, or all; `by_part` has then those of parts
    that papers report.
    """

    def __init__(self, settings: Configuration) -> None:
        judging = settings.judging
        self.settings = settings
        only_usual = judging.usual and not judging.measures
        self.measures: Sequence[Measure[Overlap]] = (
            standard_measures() if only_usual else choose_measures(judging.measures or ["all"])
        )
        reported = [measure for measure in self.measures if judging.measures or measure.name in STANDARD]
        self.by_part: dict[str, Parts] = {text: parts(text, reported) for text in dict.fromkeys(judging.by)}
        of_parts = (measure for by_part in self.by_part.values() for part in by_part.values() for measure in part)
        links = (LINKS,) if judging.links else ()
        self.counted = (*self.measures, *links, *of_parts)

    def header(self) -> dict[str, str]:
        """Describe what shapes the counts of a batch, for the journal."""
        shaping = {name: value for name, value in asdict(self.settings.judging).items() if name not in _FREE}
        return {
            "measures": " ".join(measure.name for measure in self.counted),
            "options": repr(shaping | {"format": self.settings.preparation.format}),
            "version": __version__,
        }

    def score(
        self,
        key: Path,
        response: Path,
        parts: Iterable[tuple[DocumentBatch, DocumentBatch]],
        digests: tuple[object, object],
        journal: "Journal | None" = None,
    ) -> ScoredResponse:
        """Score a response batch by batch; of many documents the counts of blocks are kept, unless all are asked for.

        `digests` are those of what was read of key and response.
        """
        judging = self.settings.judging
        notes = ResponseWarnings(response)
        ids: dict[int, str] = {}
        with ExitStack() as opened:
            ledgers = {measure.name: opened.enter_context(Ledger()) for measure in self.counted}
            for in_key, answer in parts:
                inputs = (str(response), *map(str, digests), in_key.numbers)  # of this batch and all before it
                batch = journal.key_of(*inputs) if journal is not None else ""
                rows = [0] if judging.across_documents else in_key.numbers
                if journal is not None and batch in journal:
                    counts, notes = _read(journal, batch, response, len(rows))
                    _require_possible(counts, self.counted, _most(in_key, answer), journal)
                else:
                    counts = self._count(in_key, answer, notes)
                    if journal is not None:
                        listed = {name: matrix.tolist() for name, matrix in counts.items()}
                        journal.add(batch, {"counts": listed, "notes": notes.as_data()})
                if in_key.documents:
                    ids |= zip(in_key.numbers, (document.id for document in in_key.documents), strict=True)
                    for name, ledger in ledgers.items():
                        ledger.add(counts[name], rows)
            kept = {name: ledger.all() if judging.per_document else ledger.blocks() for name, ledger in ledgers.items()}
        return ScoredResponse(
            key=str(digests[0]),
            response=str(digests[1]),
            documents=tuple(ids[number] for number in sorted(ids)),
            counts=kept,
            warnings=notes.warnings(key, judging.match, judging.singletons),
            entities=notes.entities,
            zeros=(notes.zeros[0], notes.zeros[1]),
            mended=notes.mended,
            marked_in_key=notes.marked_in_key,
        )

    def _count(self, key: DocumentBatch, response: DocumentBatch, notes: ResponseWarnings) -> Mapping[str, Counts]:
        """Count a batch; the documents that a measure could not be counted in, having too many pairs, are noted."""
        by_words = any(map(looks_at_kinds, self.counted))
        counts = count_each(self.counted, evidence_of(key, response, self.settings, notes, by_words))
        undefined: dict[str, Flags] = {name: np.any(np.isnan(rows), axis=1) for name, rows in counts.items()}
        names = [name for name, documents in undefined.items() if documents.any()]
        uncounted = f"{' and '.join(names)} cannot be counted,"
        crowded = f"mentions overlap in more than {MOST_PAIRS:,} pairs, so that {uncounted}"
        for number, document in enumerate(key.documents):
            if any(undefined[name][number] for name in names):
                notes.add(notes.odd, crowded, document.id)
        return counts

    def scores(
        self, key: str, scored: Mapping[str, ScoredResponse], rescore: Callable[[Configuration], Scores]
    ) -> Scores:
        """The scores of all responses, by their names, on the key of this name; `rescore` makes those of variants."""
        settings = self.settings
        judging = settings.judging
        first = next(iter(scored.values()))
        merged = Merged(len(first.documents), *first.entities) if judging.across_documents else None
        of_responses = {name: response.zeros[1] for name, response in scored.items()}
        scores = Scores(
            key=key,
            signature=signature_of(
                settings,
                key=f"{key}@{first.key}",
                responses=named_digests({name: response.response for name, response in scored.items()}),
                documents=len(first.documents),
            )
            + raised(self.measures),
            documents=(key,) if merged else first.documents,
            systems=tuple(scored),
            measures=tuple(self.measures),
            counts={name: response.counts for name, response in scored.items()},
            warnings=tuple(dict.fromkeys(warning for response in scored.values() for warning in response.warnings)),
            resamples=judging.resamples,
            seed=settings.execution.seed,
            merged=merged,
            zeros=Zeros(first.zeros[0], of_responses, judging.zeros),
            preset=judging.applied_preset,
            parts=self.by_part,
            mended={name: response.mended for name, response in scored.items()},
        )
        return _with_variants(scores, settings, rescore) if judging.variants else scores


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


def _with_variants(scores: Scores, settings: Configuration, rescore: Callable[[Configuration], Scores]) -> Scores:
    """The scores with their primary measure under each way of matching, and with or without singletons.

    These are what CRAC shared tasks print beside the primary score. `rescore` scores the same with other settings.
    """
    main = main_part(scores.primary)
    plain = settings.changed(
        measures=(scores.primary.name,), resamples=0, variants=False, links=False, per_document=False
    )
    changes = {f"{match} match": plain.changed(match=match) for match in MATCHES}
    if settings.judging.singletons == "drop":
        changes["with singletons"] = plain.changed(singletons="keep")
    else:
        changes["without singletons"] = plain.changed(singletons="drop")
    variants = {}
    for name, changed in changes.items():
        rescored = scores if changed == plain.changed(match=settings.judging.match) else rescore(changed)
        variants[name] = {system: rescored.values(system, rescored.primary)[main] for system in scores.systems}
    return replace(scores, variants=variants)


# The journal


def _journal(path: Path, header: Mapping[str, str]) -> "Journal":
    from anaphora.experiments.run.journal import Journal  # a small score keeps none

    return Journal(path, header, "batch")


def _most(*sides: DocumentBatch) -> int:
    """Return what no count of a batch exceeds: the number of pairs of all its words and mentions."""
    documents = (document for side in sides for document in side.documents)
    return sum(len(document.mentions.start) + document.words.count(b"\t") for document in documents) ** 2


def _read(
    journal: "Journal", batch: str, response: Path, documents: int
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
    counts: Mapping[str, Counts], measures: Sequence[Measure[Overlap]], most: int, journal: "Journal"
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


def _require_finite(notes: "Json") -> None:
    """Raise `ValueError` unless all numbers are such as come from counting."""
    if isinstance(notes, dict | list):
        for value in notes.values() if isinstance(notes, dict) else notes:
            _require_finite(value)
    elif isinstance(notes, int | float) and not 0 <= notes <= _MOST_NOTED:
        raise ValueError("a number is negative, or larger than any count")
