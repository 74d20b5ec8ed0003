"""What holds for every script: it stands alone, says what it needs, and leaves no half predictions."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import _predictions
import pytest

from tests.experiments.systems.conftest import RECORDED, SYSTEMS, Line, lines_of

SCRIPTS = sorted(SYSTEMS.glob("run_*.py"))
SHARED = {"_predictions", "_chat"}
IDS = [script.stem for script in SCRIPTS]


def needs_of(script: Path) -> dict[str, Any]:
    """The script's own metadata (PEP 723), which uv and pipx make an environment from."""
    [block] = re.findall(r"(?m)^# /// script$\n((?:^#.*$\n)+?)^# ///$", script.read_text(encoding="utf-8"))
    return tomllib.loads("".join(line[2:] for line in block.splitlines(keepends=True)))


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    sources = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in [*plain, *sources]}


def ended(script: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", SCRIPTS, ids=IDS)
def test_a_script_imports_nothing_but_what_it_declares(script: Path) -> None:
    other_name = {"spacy_experimental": "spacy-experimental", "maverick": "maverick-coref"}
    brought = {"run_spacy": {"spacy", "thinc"}}  # by spacy-experimental
    declared = {re.split(r"[^\w-]", it)[0] for it in needs_of(script)["dependencies"]}
    names = {other_name.get(name, name) for name in imported(script)} - SHARED - sys.stdlib_module_names

    assert names - declared - brought.get(script.stem, set()) == set()


@pytest.mark.parametrize("script", SCRIPTS, ids=IDS)
def test_what_a_script_needs_is_pinned(script: Path) -> None:
    assert [it for it in needs_of(script)["dependencies"] if "==" not in it] == []


@pytest.mark.parametrize("path", sorted(SYSTEMS.glob("*.py")), ids=lambda path: path.stem)
def test_the_older_pythons_of_the_systems_can_read_the_code(path: Path) -> None:
    ast.parse(path.read_bytes(), feature_version=(3, 10))


@pytest.mark.parametrize("script", SCRIPTS, ids=IDS)
def test_the_folder_tells_about_every_script(script: Path) -> None:
    assert f"`{script.name}`" in (SYSTEMS.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=IDS)
def test_an_input_of_another_schema_is_refused_in_one_line(script: Path, tmp_path: Path) -> None:
    given = tmp_path / "input.jsonl"
    given.write_text('{"doc_key": "nw/1", "sentences": [["She", "left"]]}\n', encoding="utf-8")

    refused = ended(script, given, tmp_path / "predictions.jsonl", "--model", "x")

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{given}, line 1: the schema is None, expected 'anaphora-workbench/input/1'")
    assert refused.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == [given]


@pytest.mark.parametrize("content", [b"", b"She left.\n", b"[]\n", b"\xff"])
def test_what_is_no_input_is_refused(content: bytes, tmp_path: Path) -> None:
    given = tmp_path / "input.jsonl"
    given.write_bytes(content)

    with pytest.raises(SystemExit):
        _predictions.read(given)


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    given = tmp_path / "input.jsonl"
    document = {"schema": _predictions.INPUT, "doc_id": "a", "text": "One\u2028two"}
    given.write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")

    assert _predictions.read(given) == [document]


class Arguments(Namespace):
    """The arguments of a script, as far as `run` reads them."""

    def __init__(self, folder: Path) -> None:
        self.input, self.output = folder / "input.jsonl", folder / "predictions.jsonl"
        self.model, self.model_revision = "m", ""
        self.licence: str | None = None
        self.training_data: str | None = None


Answered = Iterator[tuple[Line, Line]]


def found(documents: Iterable[Line]) -> Answered:
    for document in documents:
        yield document, {"unit": "token", "end": "exclusive", "clusters": []}


@pytest.fixture
def arguments(tmp_path: Path, inputs: dict[str, Line]) -> Arguments:
    made = Arguments(tmp_path)
    made.input.write_text("".join(json.dumps(line) + "\n" for line in inputs.values()), encoding="utf-8")
    return made


def start(arguments: Arguments, predict: Any) -> None:
    _predictions.run(arguments, predict, "fake", "", {"m": {"licence": "MIT", "training_data": ["LitBank"]}})


def test_each_document_gets_a_line_with_its_hash_and_the_system(arguments: Arguments, inputs: dict[str, Line]) -> None:
    start(arguments, found)

    lines = lines_of(arguments.output)
    assert [line["doc_id"] for line in lines] == ["austen", "carroll", "doyle"]
    assert [line["text_sha256"] for line in lines] == [line["text_sha256"] for line in inputs.values()]
    assert lines[0]["schema"] == "anaphora-workbench/predictions/1"
    assert lines[0]["system"] == {
        "name": "fake", "version": "", "model": "m", "model_revision": "", "licence": "MIT",
        "training_data": ["LitBank"], "source": "",
    }  # fmt: skip


def test_a_system_is_loaded_without_the_telemetry_of_the_library_that_fetches_its_weights(
    arguments: Arguments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_HUB_DISABLE_TELEMETRY", raising=False)

    def predict(documents: Iterable[Line]) -> Answered:
        assert os.environ["HF_HUB_DISABLE_TELEMETRY"] == "1"
        return found(documents)

    start(arguments, predict)

    assert arguments.output.exists()


def test_own_weights_are_named_by_their_folder_and_described_on_the_command_line(
    arguments: Arguments, tmp_path: Path
) -> None:
    arguments.model, arguments.licence, arguments.training_data = str(tmp_path), "CC BY 4.0", "GUM ; my letters"

    start(arguments, found)

    system = lines_of(arguments.output)[0]["system"]
    assert (system["model"], system["licence"]) == (tmp_path.name, "CC BY 4.0")
    assert system["training_data"] == ["GUM", "my letters"]


def test_a_document_of_which_a_system_says_nothing_is_written_as_dropped(arguments: Arguments) -> None:
    start(arguments, lambda documents: (pair for pair in found(documents) if pair[0]["doc_id"] != "carroll"))

    assert [line.get("dropped") for line in lines_of(arguments.output)] == [None, None, "the system gave no result"]
    assert lines_of(arguments.output)[2]["doc_id"] == "carroll"


def test_a_document_on_which_a_system_fails_costs_no_other(arguments: Arguments) -> None:
    def predict(document: Line) -> Line:
        if document["doc_id"] == "carroll":
            raise KeyError("model")
        return {"clusters": []}

    start(arguments, lambda documents: _predictions.each(documents, predict))

    assert [line.get("dropped") for line in lines_of(arguments.output)] == [None, "KeyError: 'model'", None]


def test_a_run_in_which_every_document_is_dropped_has_failed(arguments: Arguments) -> None:
    with pytest.raises(SystemExit) as end:
        start(arguments, lambda documents: iter([]))

    assert end.value.code == 1
    assert len(lines_of(arguments.output)) == 3


def test_an_interrupted_run_goes_on_where_it_was(arguments: Arguments) -> None:
    asked: list[str] = []

    def predict(documents: Iterable[Line], last: str = "") -> Answered:
        for document, fields in found(documents):
            asked.append(document["doc_id"])
            if document["doc_id"] == last:
                raise KeyboardInterrupt
            yield document, fields

    with pytest.raises(KeyboardInterrupt):
        start(arguments, lambda documents: predict(documents, last="carroll"))
    assert not arguments.output.exists()
    part = arguments.output.with_name("predictions.jsonl.part")
    part.write_bytes(part.read_bytes() + b'{"schema": "anaphora-workbench/pred')  # killed while it wrote

    start(arguments, predict)

    assert asked == ["austen", "carroll", "carroll", "doyle"]
    assert [line["doc_id"] for line in lines_of(arguments.output)] == ["austen", "carroll", "doyle"]
    assert not part.exists()


def test_an_interrupted_run_is_not_mixed_with_another_model(arguments: Arguments) -> None:
    part = arguments.output.with_name("predictions.jsonl.part")
    start(arguments, found)
    arguments.output.rename(part)
    arguments.model = "another"

    with pytest.raises(SystemExit):
        start(arguments, found)

    assert len(lines_of(part)) == 3


def test_predictions_are_not_overwritten(arguments: Arguments) -> None:
    arguments.output.write_text("mine", encoding="utf-8")

    with pytest.raises(SystemExit):
        start(arguments, found)

    assert arguments.output.read_text(encoding="utf-8") == "mine"


def test_a_system_that_is_not_installed_is_named(arguments: Arguments) -> None:
    with pytest.raises(SystemExit):
        _predictions.run(arguments, found, "fake", "no-such-system", {})


@pytest.mark.parametrize(
    ("spans", "ids"),
    [
        ([(0, 2), (3, 4)], [(0, 2), (3, 4)]),
        ([None, (0, 2)], [(0, 2)]),
        ([(None, None), (float("nan"), 2.0), (0.0, 2.0)], [(0, 2)]),
        ([(0, 2), [0, 2]], [(0, 2)]),  # two mentions inside one word
        ([(1, (3, 1)), ((3, 1), (3, 1)), (1.5, 2)], []),
        ([(1, 2, 3)], []),
        ([], []),
    ],
)
def test_spans_that_are_no_pairs_of_numbers_are_left_out(spans: list[Any], ids: list[tuple[int, int]]) -> None:
    assert _predictions.ids_of(spans) == ids


def test_a_spacy_doc_has_the_text_tokens_and_sentences_of_the_document(inputs: dict[str, Line]) -> None:
    from spacy.vocab import Vocab

    document = inputs["austen"]
    doc = _predictions.doc_of(Vocab(), document)

    assert [token.text for token in doc] == document["tokens"]
    assert doc.text.strip() == document["text"].strip()
    assert [[sentence.start, sentence.end] for sentence in doc.sents] == document["sentences"]


def recorded_predictions() -> list[Path]:
    return [path for path in sorted(RECORDED.glob("*.jsonl")) if path.stem not in ("input", "answers")]


@pytest.mark.parametrize("path", recorded_predictions(), ids=lambda path: path.stem)
def test_recorded_predictions_fit_the_recorded_input(path: Path, inputs: dict[str, Line]) -> None:
    lines = lines_of(path)

    assert {line["schema"] for line in lines} == {_predictions.PREDICTIONS}
    assert {line["doc_id"]: line["text_sha256"] for line in lines} == {
        name: document["text_sha256"] for name, document in inputs.items()
    }
    for line in lines:
        count = len(inputs[line["doc_id"]]["tokens"]) + (line["end"] == "exclusive")
        spans = [span for cluster in line.get("clusters", ()) for span in cluster]
        assert all(0 <= start <= end < count for start, end in spans)
