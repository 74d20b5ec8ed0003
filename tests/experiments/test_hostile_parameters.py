"""Files of weights, studies, parameters, predictions and analyses that are broken or made to do harm."""

import gc
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
import srsly

from anaphora.corpora import gap
from anaphora.experiments.commands.run.study import read_study
from anaphora.preprocess import cache
from anaphora.preprocess.english.it_filter import learned, memory
from anaphora.resolvers import dagan_itai, ge_hale_charniak
from anaphora.resolvers import ranker as model
from anaphora.resolvers.additive.voting import load_settings
from anaphora.resolvers.chains import mention_pair
from anaphora.resolvers.chains import ranker as chain_ranker
from anaphora.resolvers.chains.recorded import Recording
from anaphora.workbench.document import Prepared, Vectors
from anaphora.workbench.errors import FormatError, WorkbenchError
from anaphora.workbench.external.records import RECORDED, Input, Prediction, check_prediction, read_records, to_line
from tests.experiments.test_disk import ANALYSED, DOCUMENT
from tests.fuzz.seeds import IT_FILTER, STUDY, WEIGHTS
from tests.workbench.external.novel import NOVEL, predicted

HUGE = 10**400
"""More than a number with a decimal point can be."""
DIGITS = "9" * 5_000
"""More than Python turns into a number."""


READERS: dict[str, Callable[[Path], object]] = {
    "weights": lambda path: load_settings("mars.toml", preset="2002", weights=path),
    "study": read_study,
    "mention_pair": mention_pair.read,
    "dagan_itai": dagan_itai.read,
    "ge_hale_charniak": ge_hale_charniak.read,
    "ranker": model.read,
    "ranker of chains": chain_ranker.read,
    "it filter": learned.read,
    "it memory": memory.read,
    "input": lambda path: list(read_records(path, Input)),
    "predictions": lambda path: list(read_records(path, Prediction)),
    "recorded": Recording,
    "answers of GAP": gap.read_answers,
}


CONTENTS = (
    b"", b"\0", b"\xff\xfe\0a", "ä".encode("latin-1"), b"[" * 100_000, b'{"a":' * 100_000, b"a = " + b"[" * 100_000,
    b"a" * 1_000_000, f'{{"schema": {DIGITS}}}'.encode(), f"a = {DIGITS}".encode(), b"a.b" * 20_000 + b" = 1",
    b"\r\n", b"null", b"[]", b"{}", b'"\\ud800"', b"NaN", b"1e999", b"\t\t\t",
)  # fmt: skip


def refusal(reader: str, path: Path) -> WorkbenchError | None:
    try:
        READERS[reader](path)
    except WorkbenchError as error:
        return error
    return None


@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_such_file_is_refused_by_name(reader: str, tmp_path: Path) -> None:
    path, empty = tmp_path / "given", {b"\r\n"} if reader == "answers of GAP" else set()
    for content in {*CONTENTS} - empty:
        path.write_bytes(content)
        error = refusal(reader, path)

        assert error, content[:20]
        assert str(path) in str(error), content[:20]
        assert len(str(error)) < 4_000, content[:20]
    assert "absent" in str(refusal(reader, tmp_path / "absent"))


INPUTS = (
    replace(NOVEL, starts=(0,)),
    replace(NOVEL, starts=tuple(reversed(NOVEL.starts))),
    replace(NOVEL, text="Tom"),
    replace(NOVEL, mentions=((0, 13),)),
    replace(NOVEL, sentences=((5, 5),)),
    replace(NOVEL, questions=(replace(NOVEL.questions[0], candidates=((-1, 1),)),)),  # type: ignore[index]
)
CASES = (
    *(("weights", WEIGHTS.replace("0.5", value)) for value in (str(HUGE), "nan", DIGITS)),
    ("weights", WEIGHTS.replace("definiteness", "definite")),
    *(("study", STUDY.replace("seed = 3", f"seed = {value}")) for value in (DIGITS, "[" * 5_000 + "]" * 5_000)),
    ("it filter", json.dumps(IT_FILTER).replace("1.5", str(HUGE))),
    *(("input", to_line(changed)) for changed in INPUTS),
    ("predictions", to_line(predicted(dropped="", raw={"score": [1.0, float("nan")]}))),
)


def test_a_file_that_contradicts_itself_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "given"
    for reader, text in CASES:
        path.write_text(text)
        error = refusal(reader, path)

        assert error, (reader, text[-20:])
        assert str(path) in str(error), (reader, text[-20:])
        assert error.line == 1 or reader not in ("input", "predictions"), (reader, text[-20:])


def test_the_line_of_an_error_counts_line_ends_only(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY.replace('"x"\n', '"x\x85y\u2028z"\n').replace("seed = 3", "sead = 3"), "utf-8")

    with pytest.raises(FormatError) as caught:
        read_study(path)
    assert caught.value.line == 3


def test_a_recorded_span_outside_its_document_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "recorded.jsonl"
    valid, _ = check_prediction(path, 1, NOVEL, predicted(unit="token", end="exclusive", clusters=(((0, 1),),)))
    document = replace(DOCUMENT, id="novel", words=(NOVEL.text,), spaces=("",))
    prepared = Prepared(document, ANALYSED, (), (), (), (), "")
    for span in ((0, 99), (5, 2), (-1, 1)):
        path.write_text(to_line(replace(valid, schema=RECORDED, clusters=((span,),))))
        with pytest.raises(FormatError) as caught:
            Recording(path).find(prepared)
        assert (caught.value.path, caught.value.line) == (str(path), 1), span


VECTORS = Vectors("a network", np.ones((2, 3), np.float16))
COLUMNS = {**asdict(ANALYSED), "vectors": ("a network", VECTORS.values.tobytes())}
BROKEN = (
    {"pos": ("NOUN",)}, {"head": (1, 2)}, {"head": (1, "1")}, {"lemma": (None, 1)}, {"sentence_starts": (1,)},
    {"sentence_starts": (0, 0)}, {"tag": "abc"}, {"vectors": ("a network", b"\0" * 5)}, {"vectors": (3, 4, 5)},
    {"vectors": "ab"},
)  # fmt: skip


def kept(folder: Path, packed: bytes) -> Path:
    """An entry of the cache whose digest is right."""
    path = folder / "kept"
    path.write_bytes(cache._seal(path, packed) + packed)
    path.chmod(0o600)
    return path


def test_a_stored_analysis_is_read_as_it_was_written_or_made_anew(tmp_path: Path) -> None:
    """Whatever is broken in it leaves the garbage collector on."""
    found = cache._load(kept(tmp_path, srsly.msgpack_dumps(COLUMNS)), 2)
    assert found == ANALYSED
    assert found.vectors is not None
    assert found.vectors.network == VECTORS.network
    np.testing.assert_array_equal(found.vectors.values, VECTORS.values)

    without = {name: column for name, column in COLUMNS.items() if name != "vectors"}
    packed = [
        srsly.msgpack_dumps(value) for value in (*({**COLUMNS, **broken} for broken in BROKEN), without, {}, None, 7)
    ]
    for content in (*packed, b"", b"\xdf\xff\xff\xff\xff", b"\x91" * 100_000, b"\x81\xa3pos", b"\xc1"):
        assert cache._load(kept(tmp_path, content), 2) is None, content[:60]
        assert gc.isenabled()
