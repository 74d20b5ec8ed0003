"""Language models: the prompts, recorded answers, and an endpoint on this machine that stands in for a service."""

import http.client
import io
import json
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from anaphora.experiments.commands.export.run_system import (
    FAILED,
    MOST_FAILURES,
    document_prompts,
    fetch,
    hash_of,
    keep_nested,
    question_prompts,
)
from tests.experiments.commands.conftest import RECORDED, Line, Run, lines_of

TOM = {
    "doc_id": "tom",
    "text_sha256": "0",
    "schema": "anaphora-workbench/input/1",
    "text": "Tom's  hat fell.\nHe left it.\n",
    "tokens": ["Tom", "'s", "hat", "fell", ".", "He", "left", "it", "."],
    "starts": [0, 3, 7, 11, 15, 17, 20, 25, 27],
    "sentences": [[0, 5], [5, 9]],
}


def asked(document: Line) -> str:
    """The text that a model gets of a document."""
    [(_, messages)] = document_prompts(document)
    return messages[-1]["content"]


def test_mentions_are_marked_in_the_text_as_it_stands_or_the_model_finds_them() -> None:
    marked = asked({**TOM, "mentions": [[0, 1], [0, 3], [5, 6], [7, 8]]})
    plain = asked(TOM)

    assert marked.endswith("The text:\n[[Tom](#)'s  hat](#) fell.\n[He](#) left [it](#).\n")
    assert plain.endswith("The text:\nTom's  hat fell.\nHe left it.\n")
    assert "mark every mention" in plain


@pytest.mark.parametrize(
    ("mentions", "kept"),
    [
        ([[0, 3], [2, 5]], [(0, 3)]),  # they cross
        ([[0, 3], [1, 3], [0, 1]], [(0, 3), (0, 1), (1, 3)]),
        ([[0, 2], [2, 4], [0, 2]], [(0, 2), (2, 4)]),
        ([], []),
    ],
)
def test_mentions_that_cross_cannot_both_be_marked(mentions: list[list[int]], kept: list[tuple[int, int]]) -> None:
    assert keep_nested(mentions) == kept


def test_a_question_shows_the_sentences_of_the_candidates_with_their_marks(inputs: dict[str, Line]) -> None:
    """What has no candidates is not asked, and the others keep their numbers."""
    both = [{"anaphor": [5, 6], "candidates": []}, {"anaphor": [7, 8], "candidates": [[0, 3], [0, 1]]}]
    [(number, messages)] = question_prompts({**TOM, "questions": both})
    late = [{"anaphor": [24, 25], "candidates": [[15, 16]]}]
    [(_, shorter)] = question_prompts({**inputs["doyle"], "questions": late})

    assert number == 1
    assert messages[-1]["content"].startswith(
        "Passage:\n[[Tom]'s  hat] fell.\nHe left *it*.\n\nIn this passage, what does *it*"
    )
    assert "Sherlock" not in shorter[-1]["content"]
    assert "mention [her] under any other name. In his eyes *she* eclipses" in shorter[-1]["content"]
    with pytest.raises(SystemExit):
        question_prompts(TOM)


@pytest.mark.parametrize(("system", "count"), [("llm_document", 3), ("llm_questions", 7)])
def test_a_dry_run_writes_the_prompts(system: str, count: int, inputs: dict[str, Line], run: Run) -> None:
    prompts = run(system, list(inputs.values()), "--dry-run")

    assert len(prompts) == count
    assert prompts[0]["doc_id"] == "austen"
    assert prompts[0]["prompt_sha256"] == hash_of(prompts[0]["messages"])


def test_recorded_answers_are_taken_and_nobody_is_asked(inputs: dict[str, Line], run: Run, tmp_path: Path) -> None:
    """A document without one is dropped; a recording made by hand needs no last line end, and stays as it is."""
    recording = RECORDED / "answers.jsonl"
    name = hash_of(document_prompts(inputs["austen"])[0][1])
    content = json.dumps({"prompt_sha256": name, "text": "[Emma Woodhouse](#cluster_0)"})
    own = tmp_path / "own.jsonl"
    own.write_text(content, encoding="utf-8")

    lines = run("llm_questions", list(inputs.values()), "--replay", str(recording), "--model", "by-hand")
    (tmp_path / "predictions.jsonl").unlink()
    documents = run("llm_document", list(inputs.values()), "--replay", str(own), "--model", "m")

    assert lines == lines_of(RECORDED / "llm_questions.jsonl")
    assert lines[0]["answers"][0] == {"question": 0, "text": "[Emma Woodhouse]"}
    assert documents[0]["rewritten"] == "[Emma Woodhouse](#cluster_0)"
    assert [line.get("dropped") for line in documents] == [None, "no recorded answer", "no recorded answer"]
    assert own.read_text(encoding="utf-8") == content


def test_a_run_without_anybody_to_ask_is_refused(inputs: dict[str, Line], run: Run, tmp_path: Path) -> None:
    """Nor is a recording taken that is none."""
    recordings = {"absent": "", "words": "no JSON", "nameless": '{"text": "[Alice]"}'}
    for name, content in recordings.items():
        if content:
            (tmp_path / name).write_text(content, encoding="utf-8")
    replays = [("--replay", str(tmp_path / name)) for name in recordings]
    urls = [("--url", url, "--model", "m") for url in ("file:///etc/hostname", "example.org/v1")]

    for arguments in (("--model", "m"), *replays, *urls):
        with pytest.raises(SystemExit):
            run("llm_document", list(inputs.values()), *arguments)
        assert not (tmp_path / "predictions.jsonl").exists()


class Service:
    """An OpenAI-compatible endpoint: it refuses as often as it is told to, then answers with what it was asked."""

    def __init__(self, inputs: dict[str, Line], run: Run, predictions: Path) -> None:
        self.requests: list[tuple[str | None, Line]] = []
        self.refusals: list[int] = []
        self.answer: Any = None
        self.inputs, self.run, self.predictions = inputs, run, predictions

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805
                body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
                self.requests.append((handler.headers["Authorization"], body))
                status = self.refusals.pop(0) if self.refusals else 200
                choice = {"message": {"content": f"answer {len(self.requests)}"}, "finish_reason": "stop"}
                data = json.dumps(self.answer or {"choices": [choice]}).encode()
                handler.send_response(status)
                handler.send_header("Content-Length", str(len(data)))
                handler.end_headers()
                handler.wfile.write(data)

            def log_message(handler, *_: Any) -> None:  # noqa: N805
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)

    def ask(self, system: str, *names: str, model: str = "m", more: tuple[str, ...] = ()) -> list[Line]:
        """The lines that are written of some documents, all by default."""
        self.predictions.unlink(missing_ok=True)
        url = ("--url", f"http://127.0.0.1:{self.server.server_port}/v1")
        return self.run(system, [self.inputs[name] for name in names or self.inputs], *url, "--model", model, *more)


@pytest.fixture
def service(inputs: dict[str, Line], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    made = Service(inputs, run, tmp_path / "predictions.jsonl")
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    thread = Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def test_a_model_is_asked_as_told_and_again_if_busy(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """At temperature 0 with the key of the environment; what a service does not know can be taken out."""
    monkeypatch.setenv("MY_KEY", "secret")
    service.refusals = [429, 503]
    [line] = service.ask("llm_document", "austen", more=("--key-variable", "MY_KEY", "--body", '{"seed": 7}'))
    [other] = service.ask("llm_document", "austen", model="other", more=("--body", '{"temperature": null}'))
    key, body = service.requests[0]

    assert key == "Bearer secret"
    assert (body["model"], body["temperature"], body["seed"]) == ("m", 0, 7)
    assert line["rewritten"] == "answer 3"
    assert line["raw"] == {"finish_reason": "stop", "unmarked": 0}
    assert "secret" not in json.dumps(line)
    assert other["rewritten"] == "answer 4", "the answers of another model are not taken"
    assert "temperature" not in service.requests[-1][1]


@pytest.mark.parametrize("status", [401, 400])
def test_a_new_run_asks_only_what_is_missing(status: int, service: Service) -> None:
    """Of three questions the second is refused: for good, which ends the run, or not, which is counted."""
    service.refusals = [200, status]
    if status == 401:
        with pytest.raises(SystemExit):
            service.ask("llm_questions", "carroll")
    else:
        [line] = service.ask("llm_questions", "carroll")
        assert [answer["question"] for answer in line["answers"]] == [0, 2]
        assert line["raw"] == {"failed": 1}

    [line] = service.ask("llm_questions", "carroll")

    assert len(service.requests) == 4
    others = ["answer 3", "answer 4"] if status == 401 else ["answer 4", "answer 3"]
    assert [answer["text"] for answer in line["answers"]] == ["answer 1", *others]


@pytest.mark.parametrize("answer", [{"error": "no such model"}, {"choices": []}, ["no"], {"choices": [None]}])
def test_what_is_no_chat_completion_is_a_failed_answer(answer: Any, service: Service) -> None:
    service.answer = answer

    with pytest.raises(SystemExit):  # every document was dropped
        service.ask("llm_document", "austen")

    [line] = lines_of(service.predictions)
    assert line["dropped"].startswith(FAILED)


def test_failed_answers_are_counted_and_tried_again(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    """By the next run, also if the first was ended."""
    service.refusals = [200, 400]
    lines = service.ask("llm_document")
    assert ["dropped" in line for line in lines] == ["rewritten" not in line for line in lines] == [False, True, False]
    assert "Failed answers: 1" in capsys.readouterr().err

    service.refusals = [400, 200, 401]
    with pytest.raises(SystemExit):
        service.ask("llm_document", model="other")
    lines = service.ask("llm_document", model="other")
    assert {line["doc_id"] for line in lines if "rewritten" in line} == set(service.inputs)


def test_many_failures_in_a_row_end_the_run(service: Service) -> None:
    service.refusals = [400] * 100
    document = service.inputs["austen"]
    service.inputs = {f"{number}": {**document, "doc_id": f"d{number}", "text": f"{number}"} for number in range(20)}

    with pytest.raises(SystemExit):
        service.ask("llm_document")

    assert len(service.requests) == MOST_FAILURES


def test_an_answer_has_a_limit_of_tokens(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    service.answer = {"choices": [{"message": {"content": "cut"}, "finish_reason": "length"}]}

    service.ask("llm_document", "austen", more=("--max-tokens", "9"))

    assert service.requests[0][1]["max_tokens"] == 9
    assert "--max-tokens 9): 1" in capsys.readouterr().err, "those cut off are counted"


class Dripping(io.BytesIO):
    """A response of which a byte comes each second."""

    length = 0

    def read1(self, _: int | None = -1, /) -> bytes:
        return super().read(1)


def test_an_answer_that_comes_too_slowly_or_by_half_fails(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    response = Dripping()
    monkeypatch.setattr(time, "monotonic", lambda: float(response.tell()))
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_, **__: response)

    def fetched(seconds: float, missing: int = 0) -> bytes:
        nonlocal response
        response = Dripping(b"answer")
        response.length = missing
        return fetch(urllib.request.Request("http://127.0.0.1/"), seconds)

    assert fetched(6.0) == b"answer"
    with pytest.raises(TimeoutError):
        fetched(5.5)
    with pytest.raises(http.client.IncompleteRead):
        fetched(6.0, missing=3)
    response = Dripping(b"answer")
    with pytest.raises(SystemExit):
        service.ask("llm_document", "austen", more=("--timeout", "5.5", "--tries", "1"))
    assert lines_of(service.predictions)[0]["dropped"].startswith(FAILED)
