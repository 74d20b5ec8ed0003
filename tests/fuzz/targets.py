"""What is done with an input of each kind, and what must hold: it is read, or refused by an error that names it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from anaphora import corpora
from anaphora.corpora import Format, Pair, jsonlines
from anaphora.corpora.gap import read_answers
from anaphora.corpora.winogender import female_shares
from anaphora.experiments.commands.convert.round_trip import difference
from anaphora.experiments.commands.score.challenge_sets import is_answers
from anaphora.experiments.live.app import Refusal, asked_in
from anaphora.experiments.run.journal import Journal
from anaphora.preprocess.cache import _load
from anaphora.resolvers.additive.voting import load_settings
from anaphora.workbench.chains.overlap import columns
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.external.mending import place_quotes
from anaphora.workbench.external.records import (
    Input,
    Prediction,
    check_prediction,
    layout_of,
    read_record,
    read_records,
    to_line,
)
from anaphora.workbench.key import overt
from tests.corpora.samples import again, refusing, require_consistent
from tests.fuzz.seeds import ANNOTATION, RESULTS, RUN
from tests.workbench.external.novel import NOVEL

Target = Callable[[Path, Random], bool]
"""Reads the input that a path leads to; whether it was accepted."""

_LOOKED_AT = 0.3
"""Of the inputs each other way to look at a file takes part, so that more of them are read."""
_WRITTEN = 200
"""Documents of an input that are written again: an empty line may be one, and spaCy takes milliseconds for each."""


def targets() -> Mapping[str, Target]:
    """How inputs of each kind are read, corpus formats first."""
    return {**{name: partial(of_corpus, name) for name in corpora.names()}, **OTHERS}


def of_corpus(format: str, path: Path, random: Random) -> bool:
    """Recognise, read and check a corpus file, find the lines of its tokens, and write it in some format."""
    form = corpora.load(format)
    if random.random() < _LOOKED_AT:
        with refusing(path):
            assert corpora.recognise(path) in corpora.names()
    pairs: list[Pair] = []
    with refusing(path) as refused:
        pairs = list(form.read(path))
    for document, key in pairs:
        require_consistent(document, key)
    _require_alike(form, path, pairs, refused, random)
    if form.read_response:
        with refusing(path):
            list(form.read_response(path))
    if format == "winogender" and not refused:
        with refusing(path):
            female_shares(path)
    if pairs and not refused and random.random() < _LOOKED_AT:
        _write(format, pairs, path, random)
    return not refused


def _require_alike(form: Format, path: Path, pairs: list[Pair], refused: list[WorkbenchError], random: Random) -> None:
    """Whatever else looks at the file says the same of it."""
    looked_at = _LOOKED_AT / 2 if refused else _LOOKED_AT
    if random.random() < looked_at:
        _require_findings(form.name, path, refused)
    if random.random() < looked_at:
        _require_marked(form.name, path, pairs, refused)
    if not refused and form.token_lines:
        assert len(form.token_lines(path)) == sum(len(document.words) for document, _ in pairs)
    if not refused and form.mention_lines:
        assert set(form.mention_lines(path)) <= {span for _, key in pairs for spans in key.chains for span in spans}


def _require_findings(format: str, path: Path, refused: list[WorkbenchError]) -> None:
    findings = []
    with refusing(path) as unread:
        findings = corpora.check(path, format)
    if refused and not unread:
        [error, *before] = findings
        assert isinstance(refused[0], FormatError)
        assert (error.severity, error.path, error.line) == ("error", refused[0].path, refused[0].line)
        assert all(each.line < error.line for each in before if each.line and error.line and each.path == error.path)


def _require_marked(format: str, path: Path, pairs: list[Pair], refused: list[WorkbenchError]) -> None:
    with refusing(path) as unmarked:
        marked = list(corpora.read_annotated(path, format))
        assert [it.id for it in marked] == [document.id for document, _ in pairs]
        for found, (document, key) in zip(marked, pairs, strict=True):
            assert found.words == "".join(word.replace("\t", " ") + "\t" for word in document.words).encode()
            assert _rows(found.mentions) == _rows(columns(key))
    compressed = "compressed" in str(unmarked[0]) if unmarked else False  # which only those say who look at all files
    assert bool(unmarked) == bool(refused) or compressed, "columns and documents are not refused alike"


def _rows(mentions: Any) -> list[tuple[int, ...]]:
    return sorted(zip(mentions.start.tolist(), mentions.end.tolist(), mentions.chain.tolist(), strict=True))


def _write(format: str, pairs: list[Pair], path: Path, random: Random) -> None:
    """What some format expresses is written in it, and comes back with the same words and chains, or is refused."""
    writers = {name: form for name, form in corpora.formats().items() if form.is_written}
    form = writers[format if format in writers and random.random() < 0.5 else random.choice(list(writers))]
    held = pairs[:_WRITTEN] if form.keeps_zeros else [overt(*pair) for pair in pairs[:_WRITTEN]]
    kept = [pair for pair in held if not corpora.inexpressible(form, *pair)]
    try:
        read = again(form, kept, path.parent / "written")
    except FormatError:
        return
    for before, after in zip(kept, read, strict=False):
        difference(before, after)


def _accepts(read: Callable[[Path], object], path: Path, _: Random) -> bool:
    with refusing(path) as refused:
        read(path)
    return not refused


def _inputs(path: Path) -> None:
    for line, offset, record in read_records(path, Input):
        assert read_record(path, line, offset, Input) == record
        assert to_line(record).encode()
        layout_of(record)


def _predictions(path: Path) -> None:
    for line, offset, record in read_records(path, Prediction):
        assert read_record(path, line, offset, Prediction) == record
        assert to_line(record).encode()
        kept, _ = check_prediction(path, line, NOVEL, record)
        assert to_line(kept)


def _cache(path: Path) -> None:
    path.chmod(0o600)
    found = _load(path, 2)
    if found is None:
        raise FormatError(path, None, "it is made anew", "", code="damaged")
    assert asdict(found) == {name: (*column,) for name, column in ANNOTATION.items()} | {"vectors": None}


def _journal(path: Path) -> None:
    try:
        with Journal(path, RUN) as journal:
            found = [key for key in RESULTS if key in journal]
            assert len(found) == len(journal)
            assert all(repr(journal[key]) == repr(RESULTS[key]) for key in found)  # NaN is not itself
    except OptionError as error:
        raise FormatError(path, None, str(error), "") from error


def _question(path: Path) -> None:
    try:
        asked_in(path.read_bytes()).text.encode()
    except Refusal as refusal:
        raise FormatError(path, None, refusal.message, "") from refusal
    except WorkbenchError as error:
        raise FormatError(path, None, str(error), "") from error


def _weights(path: Path) -> None:
    load_settings("mars.toml", preset="2002", weights=path)


def _gap_answers(path: Path) -> None:
    is_answers(path)
    read_answers(path)


def _imported(module: str, name: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        return getattr(import_module(module), name)(path)

    return read


def _answers(path: Path) -> None:
    """Each answer, and what is found of its mentions in a text."""
    for document, chains in jsonlines.read_response(path):
        placed = place_quotes(document.words or NOVEL.tokens, chains.quotes, Counter())
        total = len(document.words or NOVEL.tokens)
        spans = [(span.start, span.end) for chain in chains.chains for span in chain]
        assert all(0 <= start < end <= total for start, end in [*spans, *(pair for chain in placed for pair in chain)])


"""Bytes of a text of which entities are found: networks read it."""


_READERS: Mapping[str, Callable[[Path], object]] = {
    "answers": _answers, "cache": _cache, "dagan_itai": _imported("anaphora.resolvers.dagan_itai", "read"),
    "gap_answers": _gap_answers, "ge_hale_charniak": _imported("anaphora.resolvers.ge_hale_charniak", "read"),
    "input": _inputs, "journal": _journal,
    "it_filter": _imported("anaphora.preprocess.english.it_filter.learned", "read"),
    "it_memory": _imported("anaphora.preprocess.english.it_filter.memory", "read"),
    "mention_pair": _imported("anaphora.resolvers.chains.mention_pair", "read"), "predictions": _predictions,
    "question": _question, "study": _imported("anaphora.experiments.commands.run.study", "read_study"),
    "weights": _weights,
}  # fmt: skip
OTHERS: Mapping[str, Target] = {name: partial(_accepts, read) for name, read in _READERS.items()}
