"""Import of an external system's predictions (`anaphora import`): checked against its input, in our tokens."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from anaphora.experiments.commands.score.answers import is_record, place_answers
from anaphora.experiments.run.command import JSON, Command, PathLike
from anaphora.experiments.show.result import Result
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.external.mending import REPAIRS
from anaphora.workbench.external.records import (
    PREDICTIONS,
    RECORDED,
    Input,
    Prediction,
    System,
    check_prediction,
    read_record,
    read_records,
    to_line,
)
from anaphora.workbench.files import is_same, replacing
from anaphora.workbench.options import JUDGED, OUTPUT, About
from anaphora.workbench.progress import reading, tell_read
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.results.written import ImportSummary

DROPPED = ("refuse", "empty")
Dropped = Annotated[str, About("Documents without predictions: refuse, or empty (no mentions).", JUDGED)]
_NAMED = 5


def _predictions(exported: Path, predictions: Path) -> Iterator[tuple[int | None, Prediction, Counter[str]]]:
    """The predictions with their lines, and what was mended to read them."""
    if is_record(predictions):
        for line, _, prediction in read_records(predictions, Prediction):
            yield line, prediction, Counter()
        return
    system = System(predictions.stem)
    hashes: dict[str, str] = {}
    texts: list[tuple[str, Sequence[str]]] = []
    for _, _, text in read_records(exported, Input):
        hashes[text.doc_id] = text.text_sha256
        texts.append((text.doc_id, text.tokens))
    for id, chains, mended in place_answers(exported, texts, predictions):
        clusters = tuple(map(tuple, chains))
        spans = Prediction(PREDICTIONS, id, hashes[id], system, unit="token", end="exclusive", clusters=clusters)
        yield None, spans, mended


def _require_whole(path: Path, line: int | None, id: str, counts: Mapping[str, int]) -> None:
    for name, description in REPAIRS.items():
        if counts.get(name):
            problem = f"in document '{id}': {counts[name]} {description}"
            raise FormatError(path, line, problem, "Without --strict this is repaired and counted.", code="repaired")


def _without_predictions(path: Path, missing: Mapping[str, str]) -> str:
    named = [f"'{id}' ({reason})" for id, reason in missing.items()][:_NAMED]
    more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    return (
        f"{path} has no predictions of {counted(len(missing), 'document')}: {', '.join(named)}{more}. "
        "Let the system predict them, or count them as without any mention: --dropped empty."
    )


def require_dropped(dropped: str) -> None:
    """Raise `OptionError` for what is no way to treat documents without predictions."""
    if dropped not in DROPPED:
        raise OptionError(f"--dropped cannot be '{dropped}'. Choose from {', '.join(DROPPED)}.")


def import_(
    exported: Annotated[PathLike, About("What the system read, from 'anaphora export'.", metavar="INPUT")],
    predictions: Annotated[PathLike, About("What the system predicted.", metavar="PREDICTIONS")],
    output: Annotated[PathLike, About("Output file for the validated predictions.", OUTPUT, "FILE")] = "recorded.jsonl",
    *,
    dropped: Dropped = "refuse",
    strict: Annotated[bool, About("Reject what would otherwise be repaired.", JUDGED)] = False,
) -> Result[ImportSummary]:
    """Check the predictions of an external system and align them with our tokens, for recorded(file=...).

    `exported` is what the system read, from `export`. The predictions are lines of the schema PREDICTIONS, or whatever
    `score` reads as a response, such as answers of language models as they come: then the system is called after the
    file. `dropped` says what becomes of documents without predictions: "refuse", or "empty" (no mentions). `strict`
    rejects what would otherwise be repaired.

    Raises:
        FormatError: a file is malformed, a document is none of the input's, its text is another, or a span is outside.
        WorkbenchError: documents are missing, something has to be mended and must not, or the place cannot be written.
    """
    given, found, target = Path(exported), Path(predictions), Path(output)
    require_dropped(dropped)
    if is_same(target, given) or is_same(target, found):
        raise OptionError(f"{target} is read from. Name another file to write to: --output recorded.jsonl.")
    with reading(0, 0.2, given):
        places = {record.doc_id: (line, offset) for line, offset, record in read_records(given, Input)}
    total: Counter[str] = Counter()
    missing = dict.fromkeys(places, "no line")
    with (
        reading(0.2, 0.8, found),
        replacing(target) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for line, prediction, mended in _predictions(given, found):
            tell_read()
            total += mended
            if prediction.doc_id not in places:
                cure = f"Name the input that it was made from; {given} has {counted(len(places), 'document')}."
                problem = f"document '{prediction.doc_id}' is not in the input"
                raise FormatError(found, line, problem, cure, code="unknown-document")
            text = read_record(given, *places[prediction.doc_id], Input)
            kept, counts = check_prediction(found, line, text, prediction)
            if strict:
                _require_whole(found, line, prediction.doc_id, counts + mended)
            total += counts
            if prediction.dropped is None:
                del missing[prediction.doc_id]
                file.write(to_line(kept))
            else:
                missing[prediction.doc_id] = prediction.dropped or "no reason given"
        if missing and dropped == "refuse":
            raise WorkbenchError(_without_predictions(found, missing), code="no-predictions")
        for id, reason in missing.items():
            text = read_record(given, *places[id], Input)
            lacking = Prediction(RECORDED, id, text.text_sha256, prediction.system, tokens=text.tokens, dropped=reason)
            file.write(to_line(lacking))
    summary = ImportSummary(prediction.system, len(places), missing, total)
    return Result(summary, "", summary.tables, json=summary.as_json)


COMMAND = Command(
    import_,
    example="anaphora import input.jsonl predictions.jsonl --output fcoref.jsonl",
    offers=(JSON,),
    written=("output",),
    work="Importing",
)
