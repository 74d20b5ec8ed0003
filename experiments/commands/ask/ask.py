"""`anaphora ask`: the answers of a language model behind a server, recorded for `compare`."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Unpack

from anaphora.experiments.commands.ask.prompts import How, document_prompts, question_prompts
from anaphora.experiments.commands.ask.server import Answerer, Server, key_in
from anaphora.experiments.commands.export.export import exported, require_apart
from anaphora.experiments.commands.import_ import Dropped, require_dropped
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import JSON, Command, PathLike, Progress
from anaphora.experiments.run.configuration import Options, fields_of, takes
from anaphora.experiments.run.documents import Fingerprint, documents
from anaphora.experiments.show.result import Result
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.external.records import (
    PREDICTIONS,
    Answer,
    Input,
    Prediction,
    System,
    check_prediction,
    to_line,
)
from anaphora.workbench.files import write_text_atomically
from anaphora.workbench.options import EXECUTION, OUTPUT, About
from anaphora.workbench.preparation import Preparation
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.results.written import ImportSummary


def _object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OptionError(f"--body {text:.60} is no JSON ({error}). Write '{{\"seed\": 7}}'.", code="body") from error
    if not isinstance(value, dict):
        raise OptionError(f"--body {text:.60} is no object. Write '{{\"seed\": 7}}'.", code="body")
    return value


@takes(*fields_of(Preparation, without=["name"]), "cached")
def ask(
    corpus: Corpora = None,
    output: Annotated[PathLike, About("Output file, for recorded(file=...).", OUTPUT, "FILE")] = "recorded.jsonl",
    *,
    url: Annotated[
        str | None, About("Address of the server, up to /v1; without it nothing is sent.", EXECUTION, "URL")
    ] = None,
    model: Annotated[str, About("The model that the server has.", EXECUTION, "NAME")] = "",
    key_variable: Annotated[
        str | None, About("The environment variable that holds the API key.", EXECUTION, "NAME")
    ] = None,
    how: Annotated[
        How,
        About(
            "The task",
            EXECUTION,
            values={
                "questions": "about each anaphor and its candidates",
                "text": "write the text again with its mentions marked",
                "mentions": "the same with our mentions",
            },
        ),
    ] = "questions",
    requests: Annotated[int | None, About("The most requests, earlier runs included.", EXECUTION, least=1)] = None,
    tokens: Annotated[int | None, About("The most tokens, earlier runs included.", EXECUTION, least=1)] = None,
    body: Annotated[
        Mapping[str, Any] | None,
        About("More JSON for each request: '{\"seed\": 7}'.", EXECUTION, "JSON", read=_object, rare=True),
    ] = None,
    training_data: Annotated[
        str, About("Texts that the model has seen, parted by ';', for warnings.", EXECUTION, "NAMES")
    ] = "",
    dropped: Dropped = "refuse",
    progress: Progress = None,
    **options: Unpack[Options],
) -> Result[ImportSummary]:
    """Ask a language model behind a server about a corpus, and record its answers, for recorded(file=...).

    The server has the usual chat interface, at the `url` that you name; a key is sent if `key_variable` names one. Each
    answer is kept as it came in OUTPUT.answers.jsonl, so that an interrupted run goes on where it was; `requests` and
    `tokens` end it when so many are used. The key of the corpus is never sent.

    Without a `url` nothing is sent: prompts without an answer are written to OUTPUT.prompts.jsonl, and answers that
    stand in OUTPUT.answers.jsonl are taken. Other arguments are those of `export` and `import`.

    Raises:
        OptionError: the address or the model is none, or the variable holds no key.
        WorkbenchError: a limit is reached (code "limit"), the server refuses all ("server"), answers are missing
            ("no-answer"), or the place cannot be written.
    """
    require_dropped(dropped)
    target = Path(output)
    record, prompts = (target.with_name(f"{target.name}.{name}.jsonl") for name in ("answers", "prompts"))
    server = Server(url, model, key_in(key_variable), body or {}) if url is not None else None
    settings = configuration((), corpus, options)
    paths = paths_of(corpus)
    require_apart(target, paths, settings)
    answers = Answerer(record, model, server, requests, tokens)
    analysis = Analysis(settings)
    seen = tuple(name.strip() for name in training_data.split(";") if name.strip())
    system = System(target.stem, model=model, training_data=seen, source="prompts after Le and Ritter 2023")
    lines: list[str] = []
    missing: dict[str, str] = {}
    total: Counter[str] = Counter()
    for document, key in Fingerprint(paths).watch(documents(paths, settings), progress):
        text = exported(analysis.prepare(document, key), mentions=how == "mentions", questions=how == "questions")
        prediction = _predicted(text, how, answers, system)
        if prediction.dropped is not None:
            missing[document.id] = prediction.dropped
        kept, counts = check_prediction(target, None, text, prediction)
        total += counts
        lines.append(to_line(kept))
    if not lines:
        raise WorkbenchError("There is no document to ask about.")
    summary = ImportSummary(
        system, len(lines), missing, total, {**answers.counts, "unanswered": len(answers.unanswered)}
    )
    if answers.unanswered and dropped == "refuse":
        message = _write_unanswered(answers, prompts)
    else:
        write_text_atomically(target, "".join(lines))
        message = f'Next: anaphora compare CORPUS --resolvers "mars,recorded(file={target})"'
    return Result(summary, "", summary.tables, json=summary.as_json, messages=[message])


def _write_unanswered(answers: Answerer, prompts: Path) -> str:
    """Write the prompts that nobody was asked, and return what is to be told; refuse those that a server left open."""
    number = counted(len(answers.unanswered), "prompt")
    if answers.server:
        (_, reason), *_ = answers.unanswered.values()
        cure = "Start again to ask for them only, or count them as unresolved: --dropped empty."
        raise WorkbenchError(f"{answers.server.url}: no answer to {number} ({reason}). {cure}", code="no-answer")
    rows = ({"prompt_sha256": name, "messages": asked} for name, (asked, _) in answers.unanswered.items())
    write_text_atomically(prompts, "".join(json.dumps(row) + "\n" for row in rows))
    return f"{number} without an answer: {prompts}. Nothing was sent; name a server with --url."


def _predicted(text: Input, how: How, answers: Answerer, system: System) -> Prediction:
    """The prediction for a document from the answers to its prompts; dropped, if there are prompts but no answer."""
    prompts = question_prompts(text) if how == "questions" else document_prompts(text)
    replies = {number: answers.answer(messages) for number, messages in prompts.items()}
    got = {number: reply for number, reply in replies.items() if reply is not None}
    prediction = Prediction(PREDICTIONS, text.doc_id, text.text_sha256, system, unit="token", end="exclusive")
    if replies and not got:
        return replace(prediction, dropped="no answer")
    if how == "questions":
        return replace(prediction, answers=tuple(Answer(number, reply) for number, reply in got.items()))
    return replace(prediction, rewritten=got[0])


COMMAND = Command(
    ask,
    example="anaphora ask my_corpus/ --url http://localhost:8080/v1 --model NAME --output model.jsonl",
    offers=(JSON,),
    written=("output",),
    work="Asking",
    words=words_of_corpus,
)
