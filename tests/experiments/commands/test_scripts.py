"""What holds for every script: it stands alone, says what it needs, and leaves no half predictions."""

import ast
import json
import os
import re
import sys
import tomllib
from argparse import Namespace
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import _predictions
import pytest

from tests.experiments.commands.conftest import SYSTEMS, Line, Run, lines_of


def scripts() -> list[Path]:
    return sorted(SYSTEMS.glob("run_*.py"))


def needs_of(script: Path) -> list[str]:
    """The packages in the script's own metadata (PEP 723), which uv and pipx make an environment from."""
    [block] = re.findall(r"(?m)^# /// script$\n((?:^#.*$\n)+?)^# ///$", script.read_text(encoding="utf-8"))
    needs: list[str] = tomllib.loads("".join(line[2:] for line in block.splitlines(keepends=True)))["dependencies"]
    return needs


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    sources = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in [*plain, *sources]}


def test_a_script_imports_nothing_but_what_it_declares_and_pins() -> None:
    """The older Pythons of the systems can read the code, and the folder tells about every script."""
    other_name = {"spacy_experimental": "spacy-experimental", "maverick": "maverick-coref"}
    brought = {"run_spacy": {"spacy", "thinc"}}  # by spacy-experimental
    about = (SYSTEMS.parent / "README.md").read_text(encoding="utf-8")
    for script in scripts():
        packages = [need.partition("==")[0] for need in needs_of(script)]
        names = {other_name.get(name, name) for name in imported(script)} - sys.stdlib_module_names
        names -= {"_predictions", "_chat", *packages, *brought.get(script.stem, ())}

        assert (script.name, names) == (script.name, set())
        assert [need for need in needs_of(script) if "==" not in need] == []
        assert f"`{script.name}`" in about
    for path in SYSTEMS.glob("*.py"):
        ast.parse(path.read_bytes(), path, feature_version=(3, 10))


def test_an_input_of_another_schema_is_refused_in_one_line(tmp_path: Path, run: Run) -> None:
    for script in scripts():
        with pytest.raises(SystemExit) as end:
            run(import_module(script.stem), [{"doc_key": "nw/1", "sentences": [["She", "left"]]}], "--model", "x")

        assert re.fullmatch(f"{tmp_path}/input.jsonl, line 1: .*'anaphora-workbench/input/1'.*", str(end.value.code))
        assert [path.name for path in tmp_path.iterdir()] == ["input.jsonl"]


def test_what_is_no_input_is_refused(tmp_path: Path) -> None:
    """A line separator inside a text ends no line."""
    path = tmp_path / "input.jsonl"
    for content in (b"", b"She left.\n", b"[]\n", b"\xff"):
        path.write_bytes(content)
        with pytest.raises(SystemExit):
            _predictions.read(path)
    document = {"schema": _predictions.INPUT, "doc_id": "a", "text": "One\u2028two"}
    path.write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")

    assert _predictions.read(path) == [document]


class Arguments(Namespace):
    """The arguments of a script, as far as `run` reads them."""

    def __init__(self, folder: Path) -> None:
        self.input, self.output = folder / "input.jsonl", folder / "predictions.jsonl"
        self.part = folder / "predictions.jsonl.part"
        self.model, self.model_revision = "m", ""
        self.licence: str | None = None
        self.training_data: str | None = None


Answered = Iterator[tuple[Line, Line]]


def nothing_found(documents: Iterable[Line]) -> Answered:
    for document in documents:
        yield document, {"unit": "token", "end": "exclusive", "clusters": []}


@pytest.fixture
def arguments(tmp_path: Path, inputs: dict[str, Line]) -> Arguments:
    made = Arguments(tmp_path)
    made.input.write_text("".join(json.dumps(line) + "\n" for line in inputs.values()), encoding="utf-8")
    return made


def start(arguments: Arguments, predict: Any) -> list[Line]:
    _predictions.run(arguments, predict, "fake", "", {"m": {"licence": "MIT", "training_data": ["LitBank"]}})
    return lines_of(arguments.output)


def test_each_document_gets_a_line_with_its_hash_and_the_system(
    arguments: Arguments, inputs: dict[str, Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A system is loaded without the telemetry of the library that fetches its weights."""
    monkeypatch.delenv("HF_HUB_DISABLE_TELEMETRY", raising=False)

    def predict(documents: Iterable[Line]) -> Answered:
        assert os.environ["HF_HUB_DISABLE_TELEMETRY"] == "1"
        return nothing_found(documents)

    lines = start(arguments, predict)

    assert [line["doc_id"] for line in lines] == ["austen", "carroll", "doyle"]
    assert [line["text_sha256"] for line in lines] == [line["text_sha256"] for line in inputs.values()]
    assert lines[0]["schema"] == "anaphora-workbench/predictions/1"
    assert lines[0]["system"] == {
        "name": "fake", "version": "", "model": "m", "model_revision": "", "licence": "MIT",
        "training_data": ["LitBank"], "source": "",
    }  # fmt: skip


def test_own_weights_are_named_by_their_folder_and_described(arguments: Arguments, tmp_path: Path) -> None:
    arguments.model, arguments.licence, arguments.training_data = str(tmp_path), "CC BY 4.0", "GUM ; my letters"

    system = start(arguments, nothing_found)[0]["system"]

    assert (system["model"], system["licence"]) == (tmp_path.name, "CC BY 4.0")
    assert system["training_data"] == ["GUM", "my letters"]


def test_a_document_on_which_a_system_fails_costs_no_other(arguments: Arguments) -> None:
    """Nor one of which it says nothing; a run in which every document is dropped has failed."""

    def predict(document: Line) -> Line:
        if document["doc_id"] == "carroll":
            raise KeyError("model")
        return {"clusters": []}

    lines = start(arguments, lambda documents: _predictions.each([*documents][:2], predict))
    dropped = {line["doc_id"]: line.get("dropped") for line in lines}
    arguments.output.unlink()
    with pytest.raises(SystemExit) as end:
        start(arguments, lambda documents: iter([]))

    assert dropped == {"austen": None, "carroll": "KeyError: 'model'", "doyle": "the system gave no result"}
    assert end.value.code == 1
    assert len(lines_of(arguments.output)) == 3


def test_an_interrupted_run_goes_on_where_it_was(arguments: Arguments) -> None:
    asked: list[str] = []

    def predict(documents: Iterable[Line], last: str = "") -> Answered:
        for document, fields in nothing_found(documents):
            asked.append(document["doc_id"])
            if document["doc_id"] == last:
                raise KeyboardInterrupt
            yield document, fields

    with pytest.raises(KeyboardInterrupt):
        start(arguments, lambda documents: predict(documents, last="carroll"))
    assert not arguments.output.exists()
    arguments.part.write_bytes(arguments.part.read_bytes() + b'{"schema": "anaphora-workbench/pred')  # killed there

    lines = start(arguments, predict)

    assert asked == ["austen", "carroll", "carroll", "doyle"]
    assert [line["doc_id"] for line in lines] == ["austen", "carroll", "doyle"]
    assert not arguments.part.exists()


def test_predictions_are_not_overwritten_nor_mixed_with_those_of_another_model(arguments: Arguments) -> None:
    start(arguments, nothing_found)
    before = arguments.output.read_bytes()
    with pytest.raises(SystemExit):
        start(arguments, nothing_found)
    assert arguments.output.read_bytes() == before

    arguments.output.rename(arguments.part)
    arguments.model = "another"
    with pytest.raises(SystemExit):
        start(arguments, nothing_found)
    assert arguments.part.read_bytes() == before


def test_a_system_that_is_not_installed_is_named(arguments: Arguments) -> None:
    with pytest.raises(SystemExit, match="no-such-system"):
        _predictions.run(arguments, nothing_found, "fake", "no-such-system", {})


@pytest.mark.parametrize(
    ("spans", "ids"),
    [
        ([(0, 2), (3, 4)], [(0, 2), (3, 4)]),
        ([None, (0, 2)], [(0, 2)]),
        ([(None, None), (float("nan"), 2.0), (0.0, 2.0)], [(0, 2)]),
        ([(0, 2), [0, 2]], [(0, 2)]),  # two mentions inside one word
        ([(1, (3, 1)), ((3, 1), (3, 1)), (1.5, 2), (1, 2, 3)], []),
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
