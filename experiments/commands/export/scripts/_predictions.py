"""Shared by all scripts: reading what `anaphora export` wrote, and writing predictions whole or not at all.

Standard library only. Copy this file along with a script, wherever the system lives.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn, SupportsInt, TypeAlias

INPUT = "anaphora-workbench/input/1"
PREDICTIONS = "anaphora-workbench/predictions/1"
FAILED = "failed: "
"""The beginning of the reason for which a document was dropped that the next run shall try again."""
Json = dict[str, Any]
"""An object of JSON."""
Foreign: TypeAlias = Any
"""An object of a system, which is not installed where types are checked."""
Document = Json
"""A line of the input: doc_id, text_sha256, text, tokens, starts, sentences, and if exported mentions and questions."""
Fields = Json
"""The prediction for a document: unit, end and clusters (or rewritten, or answers), or only `dropped`: a reason."""
Known = dict[str, Json]
"""Licence, training data and source of published weights, by their name."""
Predict = Callable[[Iterable[Document]], Iterator[tuple[Document, Fields]]]
"""Gives each document with its fields, in any order. The system is loaded when the first document is asked for."""


def parser(description: str | None, model: str) -> argparse.ArgumentParser:
    """The arguments that all scripts have; `model` is the default name or path of the weights."""
    arguments = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("input", type=Path, help="the file that `anaphora export` wrote")
    arguments.add_argument("output", type=Path, help="the predictions to write, for `anaphora import`")
    arguments.add_argument("--model", default=model, help="name or path of the weights (default: %(default)s)")
    arguments.add_argument("--model-revision", default="", help="commit or date of the weights, for the record")
    arguments.add_argument("--licence", help="of the weights, for the record, where this script does not know them")
    arguments.add_argument("--training-data", help="what the weights were trained on, parted by ';', for the record")
    return arguments


def run(arguments: argparse.Namespace, predict: Predict, name: str, package: str, known: Known) -> None:
    """Write a line for each document of the input, those that the system drops included.

    Lines are kept in `OUTPUT.part` as they come, and the file gets its name when it is whole; started again, an
    interrupted run goes on with the documents that are missing. `name` is the system's, `package` has its version.
    Ends the program with 1 if no document came through.
    """
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # most systems fetch their weights by that library
    documents = read(arguments.input)
    if arguments.output.exists():
        stop(f"{arguments.output} exists. Remove it, or name another file.")
    system = describe_system(arguments, name, package, known)
    part = arguments.output.with_name(f"{arguments.output.name}.part")
    lines = resume(part, documents, system)
    done = {line["doc_id"] for line in lines}
    left = {document["doc_id"]: document for document in documents if document["doc_id"] not in done}
    with part.open("a", encoding="utf-8") as file:
        for line in predict_lines(left, predict, system):
            file.write(json.dumps(line) + "\n")
            file.flush()
            lines.append(line)
            report(f"{len(lines)} of {len(documents)}: {line['doc_id']} {line.get('dropped', '')}")
    part.replace(arguments.output)
    dropped = [line["doc_id"] for line in lines if "dropped" in line]
    report(f"{arguments.output}: {len(lines) - len(dropped)} documents; dropped: {', '.join(dropped) or 'none'}")
    if len(dropped) == len(lines):
        raise SystemExit(1)


def describe_system(arguments: argparse.Namespace, name: str, package: str, known: Known) -> Json:
    """The `system` of each predictions line; of weights that lie in a folder only its name is told."""
    try:
        version = metadata.version(package) if package else ""
    except metadata.PackageNotFoundError:
        stop(f"{package} is not installed in this environment. The head of this script says what it needs.")
    model, data = arguments.model, arguments.training_data
    about = known.get(model, {})
    return {
        "name": name,
        "version": version,
        "model": Path(model).resolve().name if model and Path(model).exists() else model,
        "model_revision": arguments.model_revision,
        "licence": arguments.licence or about.get("licence", ""),
        "training_data": [part.strip() for part in data.split(";")] if data else about.get("training_data", []),
        "source": about.get("source", ""),
    }


def predict_lines(left: dict[str, Document], predict: Predict, system: Json) -> Iterator[Json]:
    """The lines of the documents, and a `dropped` one for each that the system said nothing of."""
    missing = dict(left)
    for document, fields in predict(left.values()) if left else ():
        if missing.pop(document["doc_id"], None):
            yield line_of(document, fields, system)
    for document in missing.values():
        yield line_of(document, {"dropped": "the system gave no result"}, system)


def line_of(document: Document, fields: Fields, system: Json) -> Json:
    """A line of the predictions."""
    names = {"doc_id": document["doc_id"], "text_sha256": document["text_sha256"]}
    return {"schema": PREDICTIONS, **names, "system": system, **fields}


def read(path: Path) -> list[Document]:
    """The documents of an input file; ends the program with a message if it is none."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")  # no other sign that a text may hold ends a line
    except (OSError, UnicodeDecodeError) as error:
        stop(f"{path}: cannot be read ({error}).")
    documents = [parse(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not documents:
        stop(f"{path} has no document. Write one with `anaphora export CORPUS --output {path}`.")
    return documents


def parse(path: Path, number: int, line: str) -> Document:
    """One line of an input file."""
    try:
        document = json.loads(line)
    except ValueError as error:
        stop(f"{path}, line {number}: no JSON ({error}). Write it with `anaphora export CORPUS --output {path}`.")
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema != INPUT:
        stop(f"{path}, line {number}: the schema is {schema!r}, expected {INPUT!r}, as `anaphora export` writes it.")
    return dict(document)


def resume(part: Path, documents: list[Document], system: Json) -> list[Json]:
    """The lines of an interrupted run, without those of documents that are to be tried again."""
    repaired = repair(part)
    lines = [line for line in repaired if not line.get("dropped", "").startswith(FAILED)]
    if len(lines) < len(repaired):
        part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    asked = {(document["doc_id"], document["text_sha256"]) for document in documents}
    for line in lines:
        if line["system"] != system or (line["doc_id"], line["text_sha256"]) not in asked:
            stop(f"{part} was begun with another model or input. Remove it, or name another output.")
    return lines


def repair(path: Path) -> list[Json]:
    """The lines of a file of ours, if there is one; a last line that was cut off in writing is removed from it."""
    if not path.exists():
        return []
    whole, newline, _ = path.read_bytes().rpartition(b"\n")
    path.write_bytes(whole + newline)
    return [json.loads(line) for line in whole.splitlines()]


def each(documents: Iterable[Document], predict: Callable[[Document], Fields]) -> Iterator[tuple[Document, Fields]]:
    """One document after the other; one that the system fails on is dropped with the error as the reason."""
    for document in documents:
        try:
            fields = predict(document)
        except Exception as error:  # noqa: BLE001 - whatever a foreign system raises must not lose the other documents
            fields = failure(error)
        yield document, fields


def failure(error: Exception) -> Fields:
    """The fields of a document on which a system failed."""
    return {"dropped": f"{type(error).__name__}: {error}"}


def sentences_of(document: Document) -> list[list[str]]:
    """The tokens of each sentence."""
    return [document["tokens"][start:end] for start, end in document["sentences"]]


def spaces_of(document: Document) -> list[bool]:
    """Return for each token whether white space follows it."""
    ends = [start + len(token) for start, token in zip(document["starts"], document["tokens"], strict=True)]
    following = [*document["starts"][1:], len(document["text"])]
    return [end < start for end, start in zip(ends, following, strict=True)]


def doc_of(vocab: Foreign, document: Document) -> Foreign:
    """A spaCy Doc of the document's tokens, white space and sentences."""
    from spacy.tokens import Doc

    starts = {start for start, _ in document["sentences"]}
    sentences: list[bool | int | None] = [token in starts for token in range(len(document["tokens"]))]
    return Doc(vocab, words=document["tokens"], spaces=spaces_of(document), sent_starts=sentences)


def ids_of(spans: Iterable[Foreign]) -> list[tuple[int, int]]:
    """The spans among `spans` that are pairs of numbers, each once: systems also give None, NaN and doubles."""
    pairs = [tuple(span) for span in spans if span is not None and len(span) == 2]
    return list(dict.fromkeys((int(start), int(end)) for start, end in pairs if is_id(start) and is_id(end)))


def is_id(value: object) -> bool:
    """Return whether a value is a whole number of any kind; NaN equals nothing, not even itself."""
    return isinstance(value, SupportsInt) and value == value and int(value) == value


def report(message: str) -> None:
    """Print a message on standard error."""
    print(message.rstrip(), file=sys.stderr, flush=True)


def stop(message: str) -> NoReturn:
    """End the program with exit code 1 and a message."""
    raise SystemExit(message)
