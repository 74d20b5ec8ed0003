"""What is done with an input that is no corpus file."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random

from tests.fuzz.refusing import Target, refusing
from workbench.errors import FormatError, WorkbenchError


def _accepts(read: Callable[[Path], object], path: Path, _: Random) -> bool:
    with refusing(path) as refused:
        read(path)
    return not refused


def _inputs(path: Path) -> None:
    from workbench.predictions.files import line_of, record_at, records
    from workbench.predictions.schema import Input
    from workbench.predictions.spans import layout

    for line, offset, record in records(path, Input):
        assert record_at(path, line, offset, Input) == record
        assert line_of(record).encode()
        layout(record)


def _predictions(path: Path) -> None:
    from tests.workbench.predictions.novel import NOVEL
    from workbench.predictions.checking import checked
    from workbench.predictions.files import line_of, record_at, records
    from workbench.predictions.schema import Prediction

    for line, offset, record in records(path, Prediction):
        assert record_at(path, line, offset, Prediction) == record
        assert line_of(record).encode()
        kept, _ = checked(path, line, NOVEL, record)
        assert line_of(kept)


def _cache(path: Path) -> None:
    from preprocess.cache import _load

    found = _load(path, 2)
    if found is not None:
        assert {len(found.pos), len(found.head)} == {2}


def _question(path: Path) -> None:
    from experiments.live.requests import Refusal, asked_in

    try:
        asked_in(path.read_bytes()).text.encode()
    except Refusal as refusal:
        raise FormatError(path, None, refusal.message, "") from refusal
    except WorkbenchError as error:
        raise FormatError(path, None, str(error), "") from error


def _weights(path: Path) -> None:
    from resolvers._additive.settings import settings

    settings("mars.toml", preset="2002", weights=path)


def _gap_answers(path: Path) -> None:
    from corpora.gap import read_answers
    from experiments.scoring.gap import _is_answers

    _is_answers(path)
    read_answers(path)


def _imported(module: str, name: str) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        from importlib import import_module

        return getattr(import_module(module), name)(path)

    return read


_READERS: Mapping[str, Callable[[Path], object]] = {
    "cache": _cache,
    "dagan_itai": _imported("resolvers._tuple_counts", "read"),
    "fixture": _imported("experiments.live.fixture", "check"),
    "gap_answers": _gap_answers,
    "ge_hale_charniak": _imported("resolvers._statistics.tables", "read"),
    "input": _inputs,
    "it_filter": _imported("preprocess.non_anaphoric.learned", "read"),
    "it_memory": _imported("preprocess.non_anaphoric.memory", "read"),
    "mention_pair": _imported("resolvers.chains._classifier", "read"),
    "predictions": _predictions,
    "question": _question,
    "study": _imported("experiments._study.reading", "read"),
    "weights": _weights,
}
OTHERS: Mapping[str, Target] = {name: partial(_accepts, read) for name, read in _READERS.items()}
