"""What is done with an input that is no corpus file."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random

from anaphora.workbench.errors import FormatError, WorkbenchError
from tests.fuzz.refusing import Target, refusing


def _accepts(read: Callable[[Path], object], path: Path, _: Random) -> bool:
    with refusing(path) as refused:
        read(path)
    return not refused


def _inputs(path: Path) -> None:
    from anaphora.workbench.external.files import line_of, record_at, records
    from anaphora.workbench.external.schema import Input
    from anaphora.workbench.external.spans import layout

    for line, offset, record in records(path, Input):
        assert record_at(path, line, offset, Input) == record
        assert line_of(record).encode()
        layout(record)


def _predictions(path: Path) -> None:
    from anaphora.workbench.external.checking import checked
    from anaphora.workbench.external.files import line_of, record_at, records
    from anaphora.workbench.external.schema import Prediction
    from tests.workbench.external.novel import NOVEL

    for line, offset, record in records(path, Prediction):
        assert record_at(path, line, offset, Prediction) == record
        assert line_of(record).encode()
        kept, _ = checked(path, line, NOVEL, record)
        assert line_of(kept)


def _cache(path: Path) -> None:
    from anaphora.preprocess.cache import _load

    found = _load(path, 2)
    if found is not None:
        assert {len(found.pos), len(found.head)} == {2}


def _question(path: Path) -> None:
    from anaphora.experiments.live.requests import Refusal, asked_in

    try:
        asked_in(path.read_bytes()).text.encode()
    except Refusal as refusal:
        raise FormatError(path, None, refusal.message, "") from refusal
    except WorkbenchError as error:
        raise FormatError(path, None, str(error), "") from error


def _weights(path: Path) -> None:
    from anaphora.resolvers._additive.settings import settings

    settings("mars.toml", preset="2002", weights=path)


def _gap_answers(path: Path) -> None:
    from anaphora.corpora.gap import read_answers
    from anaphora.experiments.scoring.gap import _is_answers

    _is_answers(path)
    read_answers(path)


def _imported(module: str, name: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        from importlib import import_module

        return getattr(import_module(module), name)(path)

    return read


_READERS: Mapping[str, Callable[[Path], object]] = {
    "cache": _cache,
    "dagan_itai": _imported("anaphora.resolvers._dagan_itai.tuple_counts", "read"),
    "fixture": _imported("anaphora.experiments.live.fixture", "check"),
    "gap_answers": _gap_answers,
    "ge_hale_charniak": _imported("anaphora.resolvers._ge_hale_charniak.tables", "read"),
    "input": _inputs,
    "it_filter": _imported("anaphora.preprocess.english.it_filter.learned", "read"),
    "it_memory": _imported("anaphora.preprocess.english.it_filter.memory", "read"),
    "mention_pair": _imported("anaphora.resolvers.chains._mention_pair.classifier", "read"),
    "predictions": _predictions,
    "question": _question,
    "study": _imported("anaphora.experiments.study.reading", "read"),
    "weights": _weights,
}
OTHERS: Mapping[str, Target] = {name: partial(_accepts, read) for name, read in _READERS.items()}
