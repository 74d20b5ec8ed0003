"""`anaphora errors`: what kinds of errors responses make, and what correcting each kind would gain."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.running.fingerprint import digest
from anaphora.experiments.scoring.pairing import DocumentBatch, Options, letters, matched, read, require, signature
from anaphora.experiments.scoring.response_warnings import ResponseWarnings
from anaphora.experiments.scoring.score import evidence_of
from anaphora.workbench.coreference.errors import TREES, ChainErrors, ResponseErrors, Text, Tree, response_errors
from anaphora.workbench.coreference.overlap import Integers
from anaphora.workbench.coreference.texts import BLANKS
from anaphora.workbench.errors import OptionError

_NOTHING = dict.fromkeys(BLANKS)


@dataclass(frozen=True, slots=True)
class Settings:
    """What shapes the figures: `match` says which spans stand for each other, `tree` which links are expected.

    Singletons are dropped on both sides unless `options` keeps them.
    """

    match: str = "strict"
    tree: str = "accessibility"
    options: Options = field(default_factory=lambda: Options(singletons="drop"))


def errors(key: Path, responses: Mapping[str, Path], settings: Settings) -> ChainErrors:
    """The errors of every response, by the names given to them; how documents are matched says `pairing.sides`.

    Raises:
        FormatError: a file is malformed, a text differs from the key's, or a span occurs twice where it may not.
        OptionError: a setting has no such value, or there is no response.
        UnknownNameError: there is no such format.
    """
    match, tree = require(settings.match, 0), _tree(settings.tree)
    if not responses:
        raise OptionError("There is no response. Name the key first, then one or more responses.")
    right = read(key, settings.options.format)
    own = f"{key.name}@{digest(right.documents)}"
    found: dict[str, ResponseErrors] = {}
    digests: dict[str, str] = {}
    warnings: list[str] = []
    for name, path in responses.items():
        answer = read(path, settings.options.response_format or settings.options.format, response=True)
        notes = ResponseWarnings(path)
        evidence = evidence_of(right, answer, match, settings.options, notes)
        warnings += notes.warnings(key, match, settings.options.singletons)
        texts = list(_texts(right, answer, settings.options))
        found[name] = response_errors(evidence, texts, tree)
        digests[name] = digest(answer.documents)
    return ChainErrors(
        key=key.name,
        signature=signature(own, len(right.documents), digests, settings.match, settings.options, tree=settings.tree),
        documents=tuple(document.id for document in right.documents),
        systems=found,
        tree=tree,
        singletons=settings.options.singletons == "keep",
        warnings=tuple(dict.fromkeys(warnings)),
    )


def _tree(name: str) -> Tree:
    for known in TREES:
        if known == name:
            return known
    raise OptionError(f"--tree cannot be '{name}'. Choose from {', '.join(TREES)}.")


def _texts(key: DocumentBatch, response: DocumentBatch, options: Options) -> Iterator[Text]:
    """The key's words, with the word of each character where the response divides them differently."""
    for mine, theirs in matched(key, response, options, ResponseWarnings(response.path)):
        words = mine.words.decode("utf-8", "replace").split("\t")[:-1]
        yield Text(mine.id, words, _of_characters(words) if _divided(mine, theirs) else None)


def _divided(mine: AnnotatedDocument, theirs: AnnotatedDocument | None) -> bool:
    return theirs is not None and mine.words != theirs.words and letters(mine) == letters(theirs)


def _of_characters(words: list[str]) -> Integers:
    lengths = [len(word.translate(_NOTHING)) for word in words]
    return np.repeat(np.arange(len(words)), lengths)
