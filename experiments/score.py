"""`anaphora score`: responses held against a key by every coreference measure."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

import corpora
from corpora import Marked
from workbench import __version__
from workbench.alignment import Match, aligned
from workbench.catalogue import unknown_name
from workbench.errors import FormatError, OptionError
from workbench.measures import Counts, Measure, chain_measures
from workbench.overlap import Columns, Overlap, Side, duplicates, overlap, plain_columns, selected, stack
from workbench.resampling import RESAMPLES
from workbench.scores import Scores
from workbench.texts import described, in_characters, shifted

_CHOICES = {
    "match": ("strict", "partial", "head"),
    "singletons": ("keep", "drop"),
    "duplicates": ("response", "first", "refuse"),
}
_NO_MENTIONS = plain_columns(*(np.zeros(0, dtype=np.int64),) * 3)


@dataclass(frozen=True, slots=True)
class Settings:
    """What shapes the figures.

    `measures` are names (all if empty). `singletons`: keep, or drop those of each side before anything else. `match`:
    which spans stand for each other (`workbench.alignment`). `duplicates`, spans that occur twice on one side: refuse
    them; in the `response` keep the first, as the reference scorer does, and refuse them in the key; or keep the
    `first` on both sides. `ignore_words` accepts a response whose words differ from the key's but are as many,
    `extra_documents` one with documents that the key has not, which are left out.
    """

    measures: tuple[str, ...] = ()
    singletons: str = "keep"
    match: str = "strict"
    duplicates: str = "response"
    ignore_words: bool = False
    extra_documents: bool = False
    format: str | None = None
    resamples: int = RESAMPLES
    seed: int = 0


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
        if name in found:
            cure = "Name them: one=first.conll two=second.conll."
            raise OptionError(f"Two responses are called '{name}': {found[name]} and {path}. {cure}")
        found[name] = path
    return found


def score(key: Path, responses: Mapping[str, Path], settings: Settings) -> Scores:
    """All measures of every response, by the names given to them.

    Documents are matched by id, and where ids differ, by equal text. One that a response lacks counts as empty.

    Raises:
        FormatError: a file is malformed, a text differs from the key's, or a span occurs twice where it may not.
        OptionError: a setting has no such value, or there is no response.
        UnknownNameError: there is no such measure or format.
    """
    _validate(settings, responses)
    measures = _chosen(settings.measures)
    documents = _read(key, settings)
    counts: dict[str, Mapping[str, Counts]] = {}
    warnings: list[str] = []
    digests = {}
    for name, path in responses.items():
        found = _read(path, settings)
        digests[name] = _digest(found)
        evidence = _evidence((key, path), documents, found, settings, warnings)
        counts[name] = {measure.name: measure.count(evidence) for measure in measures}
    return Scores(
        key=key.name,
        signature=_signature(f"{key.name}@{_digest(documents)}", digests, len(documents), settings),
        documents=tuple(document.id for document in documents),
        systems=tuple(responses),
        measures=measures,
        counts=counts,
        warnings=tuple(dict.fromkeys(warnings)),
        resamples=settings.resamples,
        seed=settings.seed,
    )


def _validate(settings: Settings, responses: Mapping[str, Path]) -> None:
    for name, choices in _CHOICES.items():
        if (value := getattr(settings, name)) not in choices:
            raise OptionError(f"--{name} cannot be '{value}'. Choose from {', '.join(choices)}.")
    if settings.resamples < 0:
        raise OptionError(f"--resamples cannot be {settings.resamples}. Give 0 for no intervals, or how many to draw.")
    if not responses:
        raise OptionError("There is no response. Name the key first, then one or more responses.")


def _chosen(names: Sequence[str]) -> tuple[Measure[Overlap], ...]:
    known = chain_measures()
    for name in names:
        if name not in known:
            raise unknown_name("measure", name, known)
    return tuple(known[name] for name in names or known)


def _read(path: Path, settings: Settings) -> list[Marked]:
    documents = list(corpora.marked(path, settings.format))
    seen: dict[str, Path] = {}
    for document in documents:
        if document.id in seen:
            problem = f"two documents are called '{document.id}', in {seen[document.id]} and {document.path}"
            raise FormatError(path, None, problem, "Give each document of a corpus its own id.")
        seen[document.id] = document.path
    return documents


def _evidence(
    paths: tuple[Path, Path],
    documents: Sequence[Marked],
    found: Sequence[Marked],
    settings: Settings,
    warnings: list[str],
) -> Overlap:
    pairs = [
        _same_tokens(mine, theirs, settings, warnings)
        for mine, theirs in _matched(paths, documents, found, settings, warnings)
    ]
    sides = stack([mine for mine, _ in pairs], [theirs for _, theirs in pairs])
    one, other = (
        _prepared(side, name, path, documents, settings, warnings)
        for side, name, path in zip(sides, ("key", "response"), paths, strict=True)
    )
    twin = aligned(one, other, cast("Match", settings.match))
    lacking = one.optional.copy()
    lacking[twin[twin >= 0]] = False
    if lacking.any():
        number = np.append(np.cumsum(~lacking) - 1, -1)
        one, twin = selected(one, ~lacking), number[twin]
    return overlap(one, other, twin)


def _prepared(
    side: Side, name: str, path: Path, documents: Sequence[Marked], settings: Settings, warnings: list[str]
) -> Side:
    """A side without the duplicates and singletons that the settings exclude."""
    twice = duplicates(side)
    if twice.any():
        at = int(np.flatnonzero(twice)[0])
        document = documents[side.document[at]]
        start = int(side.position[at])
        span = document.words.decode("utf-8", "replace").split("\t")[start : start + int(side.end[at] - side.start[at])]
        where = (
            f"{int(twice.sum())} spans occur twice in the {name}, the first being '{' '.join(span)}' in {document.id}"
        )
        if settings.duplicates == "refuse" or (settings.duplicates == "response" and name == "key"):
            cure = "Repair it ('anaphora check' gives the lines), or keep the first of each with --duplicates first."
            raise FormatError(path, None, where, cure)
        warnings.append(f"{path}: {where}; only the first of each counts.")
        side = selected(side, ~twice)
    if settings.singletons == "drop":
        side = selected(side, side.size[side.chain] > 1)
    return side


def _matched(
    paths: tuple[Path, Path],
    documents: Sequence[Marked],
    found: Sequence[Marked],
    settings: Settings,
    warnings: list[str],
) -> Iterator[tuple[Marked, Marked | None]]:
    """Each key document with that of the response: of the same id, else the only one left with the same words."""
    key, response = paths
    by_id = {document.id: document for document in found}
    missing = [document for document in documents if document.id not in by_id]
    extra = [document for document in found if document.id not in {it.id for it in documents}]
    by_words = {document.words.replace(b"\t", b""): document for document in extra}
    renamed: dict[str, Marked] = {}
    for document in missing if len(by_words) == len(extra) else ():
        if other := by_words.pop(document.words.replace(b"\t", b""), None):
            renamed[document.id] = other
    if len(documents) == len(found) == 1 and extra:
        renamed[documents[0].id] = found[0]
    left = [document.id for document in extra if document.id not in {it.id for it in renamed.values()}]
    if left and not settings.extra_documents:
        problem = f"{len(left)} documents are not in the key, the first being '{left[0]}'"
        cure = f"{key} has '{documents[0].id}'. Give them the key's ids, or leave them out with --extra-documents."
        raise FormatError(response, None, problem, cure)
    if absent := [document.id for document in missing if document.id not in renamed]:
        warnings.append(
            f"{response}: {len(absent)} documents of the key are missing, '{absent[0]}' first; they count as empty."
        )
    for document in documents:
        yield document, by_id.get(document.id) or renamed.get(document.id)


def _same_tokens(
    mine: Marked, theirs: Marked | None, settings: Settings, warnings: list[str]
) -> tuple[Columns, Columns]:
    """Both sides over the same tokens, or where words are divided differently, over characters without blanks."""
    key = described(mine.mentions, mine.annotation)
    if theirs is None:
        return key, _NO_MENTIONS
    if mine.words == theirs.words:
        return key, described(theirs.mentions, theirs.annotation or mine.annotation)
    response = described(theirs.mentions, theirs.annotation)
    if mine.words.replace(b"\t", b"") == theirs.words.replace(b"\t", b""):
        warnings.append(
            f"{theirs.path}: words of {theirs.id} are divided differently; spans are compared as characters."
        )
        return in_characters(key, mine.words), in_characters(response, theirs.words)
    difference = shifted(mine.words, theirs.words)
    if difference.lengths[0] == difference.lengths[1] and (settings.ignore_words or difference.share <= 0.1):
        warnings.append(f"{theirs.path}: {difference.text} in {theirs.id}.")
        return key, response
    cure = "A response has the words of its key, in the same order."
    if difference.lengths[0] == difference.lengths[1]:
        cure += " If only their spelling differs, pass --ignore-words."
    raise FormatError(theirs.path, None, f"{difference.text} in {theirs.id}", cure)


def _signature(key: str, responses: Mapping[str, str], documents: int, settings: Settings) -> str:
    """One line that says everything that shaped the figures."""
    parts = {
        "key": key,
        "responses": "+".join(f"{name}@{digest}" for name, digest in responses.items()),
        "documents": documents,
        "match": settings.match,
        "singletons": settings.singletons,
        "duplicates": settings.duplicates,
        "words": "ignored" if settings.ignore_words else "compared",
        "extra": "left-out" if settings.extra_documents else "refused",
        "resamples": settings.resamples,
        "seed": settings.seed,
        "version": __version__,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _digest(documents: Sequence[Marked]) -> str:
    digest = hashlib.blake2b(digest_size=4)
    for path in dict.fromkeys(document.path for document in documents):
        digest.update(path.read_bytes())
    return digest.hexdigest()
