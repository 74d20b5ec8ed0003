"""Language models: the prompts, recorded answers, and an endpoint on this machine that stands in for a service."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import _chat
import pytest
import run_llm_document
import run_llm_questions
from _predictions import FAILED

from tests.experiments.systems.conftest import RECORDED, Line, Run, lines_of

TOM = {
    "doc_id": "tom",
    "text_sha256": "0",
    "schema": "anaphora-workbench/input/1",
    "text": "Tom's  hat fell.\nHe left it.\n",
    "tokens": ["Tom", "'s", "hat", "fell", ".", "He", "left", "it", "."],
    "starts": [0, 3, 7, 11, 15, 17, 20, 25, 27],
    "sentences": [[0, 5], [5, 9]],
}


def asked(messages: list[dict[str, str]]) -> str:
    return messages[-1]["content"]


def test_mentions_are_marked_in_the_text_as_it_stands() -> None:
    document = {**TOM, "mentions": [[0, 1], [0, 3], [5, 6], [7, 8]]}

    text = asked(run_llm_document.messages_of(document))

    assert text.endswith("The text:\n[[Tom](#)'s  hat](#) fell.\n[He](#) left [it](#).\n")


def test_without_mentions_the_model_finds_them() -> None:
    text = asked(run_llm_document.messages_of(TOM))

    assert text.endswith("The text:\nTom's  hat fell.\nHe left it.\n")
    assert "mark every mention" in text


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
    assert run_llm_document.keep_nested(mentions) == kept


def test_a_question_shows_the_sentences_of_the_candidates_with_their_marks() -> None:
    document = {**TOM, "questions": [{"anaphor": [7, 8], "candidates": [[0, 3], [0, 1]]}]}

    [(number, messages)] = run_llm_questions.questions(document)

    assert number == 0
    assert asked(messages).startswith(
        "Passage:\n[[Tom]'s  hat] fell.\nHe left *it*.\n\nIn this passage, what does *it*"
    )


def test_a_question_shows_no_more_sentences_than_it_needs(inputs: dict[str, Line]) -> None:
    [(_, first), *_] = run_llm_questions.questions(
        {**inputs["doyle"], "questions": [{"anaphor": [24, 25], "candidates": [[15, 16]]}]}
    )

    assert "Sherlock" not in asked(first)
    assert "mention [her] under any other name. In his eyes *she* eclipses" in asked(first)


def test_a_question_without_candidates_is_not_asked_and_the_others_keep_their_numbers() -> None:
    questions = [{"anaphor": [5, 6], "candidates": []}, {"anaphor": [7, 8], "candidates": [[0, 3]]}]

    assert [number for number, _ in run_llm_questions.questions({**TOM, "questions": questions})] == [1]


def test_an_input_without_questions_is_refused() -> None:
    with pytest.raises(SystemExit):
        run_llm_questions.questions(TOM)


@pytest.mark.parametrize(("script", "count"), [(run_llm_document, 3), (run_llm_questions, 7)])
def test_a_dry_run_writes_the_prompts(script: Any, count: int, inputs: dict[str, Line], run: Run) -> None:
    prompts = run(script, list(inputs.values()), "--dry-run")

    assert len(prompts) == count
    assert prompts[0]["doc_id"] == "austen"
    assert prompts[0]["prompt_sha256"] == _chat.hash_of(prompts[0]["messages"])


def test_recorded_answers_are_taken_and_nobody_is_asked(inputs: dict[str, Line], run: Run) -> None:
    replay = str(RECORDED / "answers.jsonl")

    lines = run(run_llm_questions, list(inputs.values()), "--replay", replay, "--model", "by-hand")

    assert lines == lines_of(RECORDED / "llm_questions.jsonl")
    assert lines[0]["answers"][0] == {"question": 0, "text": "[Emma Woodhouse]"}


def test_a_document_without_a_recorded_answer_is_dropped(inputs: dict[str, Line], run: Run, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    first = next(line for line in lines_of(RECORDED / "answers.jsonl") if "(#cluster_0)" in line["text"])
    answers.write_text(json.dumps(first) + "\n", encoding="utf-8")

    lines = run(run_llm_document, list(inputs.values()), "--replay", str(answers), "--model", "by-hand")

    assert [line.get("dropped") for line in lines] == [None, "no recorded answer", "no recorded answer"]


def test_without_endpoint_and_recording_it_says_what_is_missing(inputs: dict[str, Line], run: Run) -> None:
    with pytest.raises(SystemExit):
        run(run_llm_document, list(inputs.values()), "--model", "m")


@pytest.mark.parametrize("content", ["", "no JSON", '{"text": "[Alice]"}'])
def test_a_recording_that_is_none_is_refused(content: str, inputs: dict[str, Line], run: Run, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    if content:
        answers.write_text(content, encoding="utf-8")

    with pytest.raises(SystemExit):
        run(run_llm_document, list(inputs.values()), "--replay", str(answers))


def test_a_recording_made_by_hand_needs_no_model_and_no_last_line_end_and_stays_as_it_is(
    inputs: dict[str, Line], run: Run, tmp_path: Path
) -> None:
    answers = tmp_path / "answers.jsonl"
    name = _chat.hash_of(run_llm_document.messages_of(inputs["austen"]))
    content = json.dumps({"prompt_sha256": name, "text": "[Emma Woodhouse](#cluster_0)"})
    answers.write_text(content, encoding="utf-8")

    [line] = run(run_llm_document, [inputs["austen"]], "--replay", str(answers), "--model", "m")

    assert line["rewritten"] == "[Emma Woodhouse](#cluster_0)"
    assert answers.read_text(encoding="utf-8") == content


pause = Event()


class Service:
    """An OpenAI-compatible endpoint: it refuses as often as it is told to, then answers with what it was asked."""

    def __init__(self) -> None:
        self.requests: list[tuple[str | None, Line]] = []
        self.refusals: list[int] = []
        self.answer: Any = None
        self.drops = 0  # pieces in which an answer comes, with a pause after each

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
                with suppress(OSError):  # nobody may be waiting any more
                    for place in range(self.drops):
                        handler.wfile.write(data[place : place + 1])
                        handler.wfile.flush()
                        pause.wait(0.05)
                    handler.wfile.write(data[self.drops :])

            def log_message(handler, *_: Any) -> None:  # noqa: N805
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    made = Service()
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    thread = Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def test_a_model_is_asked_at_temperature_0_with_the_key_of_the_environment(
    service: Service, inputs: dict[str, Line], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    own = ("--url", service.url, "--model", "m", "--key-variable", "MY_KEY", "--body", '{"seed": 7}')

    [line] = run(run_llm_document, [inputs["austen"]], *own)

    [(key, body)] = service.requests
    assert key == "Bearer secret"
    assert (body["model"], body["temperature"], body["seed"]) == ("m", 0, 7)
    assert line["rewritten"] == "answer 1"
    assert line["raw"] == {"finish_reason": "stop", "unmarked": 0}
    assert "secret" not in json.dumps(line)


def test_what_the_service_does_not_know_can_be_taken_out_of_the_request(
    service: Service, inputs: dict[str, Line], run: Run
) -> None:
    run(run_llm_document, [inputs["austen"]], "--url", service.url, "--model", "m", "--body", '{"temperature": null}')

    assert "temperature" not in service.requests[0][1]


def test_a_busy_service_is_asked_again(service: Service, inputs: dict[str, Line], run: Run) -> None:
    service.refusals = [429, 503]

    [line] = run(run_llm_document, [inputs["austen"]], "--url", service.url, "--model", "m")

    assert line["rewritten"] == "answer 3"


def test_a_refusal_ends_the_run_and_a_new_one_asks_only_what_is_missing(
    service: Service, inputs: dict[str, Line], run: Run
) -> None:
    document, options = inputs["carroll"], ("--url", service.url, "--model", "m")  # three questions
    service.refusals = [200, 401]
    with pytest.raises(SystemExit):
        run(run_llm_questions, [document], *options)

    [line] = run(run_llm_questions, [document], *options)

    assert len(service.requests) == 4
    assert [answer["text"] for answer in line["answers"]] == ["answer 1", "answer 3", "answer 4"]


@pytest.mark.parametrize("answer", [{"error": "no such model"}, {"choices": []}, ["no"], {"choices": [None]}])
def test_what_is_no_chat_completion_is_a_failed_answer(
    answer: Any, service: Service, inputs: dict[str, Line], run: Run, tmp_path: Path
) -> None:
    service.answer = answer

    with pytest.raises(SystemExit):  # every document was dropped
        run(run_llm_document, [inputs["austen"]], "--url", service.url, "--model", "m")

    [line] = lines_of(tmp_path / "predictions.jsonl")
    assert line["dropped"].startswith(FAILED)


def test_after_a_failed_answer_the_run_goes_on_and_counts_it(
    service: Service, inputs: dict[str, Line], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    service.refusals = [200, 400]

    lines = run(run_llm_document, list(inputs.values()), "--url", service.url, "--model", "m")

    assert [("rewritten" in line, "dropped" in line) for line in lines] == [(True, False), (False, True), (True, False)]
    assert "Failed answers: 1" in capsys.readouterr().err


def test_a_failed_answer_is_asked_for_again_by_the_next_run(
    service: Service, inputs: dict[str, Line], run: Run, tmp_path: Path
) -> None:
    document, options = inputs["carroll"], ("--url", service.url, "--model", "m")  # three questions
    service.refusals = [200, 400]
    [line] = run(run_llm_questions, [document], *options)
    assert [answer["question"] for answer in line["answers"]] == [0, 2]
    assert line["raw"] == {"failed": 1}
    (tmp_path / "predictions.jsonl").unlink()

    [line] = run(run_llm_questions, [document], *options)

    assert len(service.requests) == 4
    assert [answer["question"] for answer in line["answers"]] == [0, 1, 2]


def test_an_interrupted_run_tries_failed_documents_again(service: Service, inputs: dict[str, Line], run: Run) -> None:
    documents, options = list(inputs.values()), ("--url", service.url, "--model", "m")
    service.refusals = [400, 200, 401]
    with pytest.raises(SystemExit):
        run(run_llm_document, documents, *options)

    lines = run(run_llm_document, documents, *options)

    assert {line["doc_id"] for line in lines if "rewritten" in line} == set(inputs)


def test_many_failures_in_a_row_end_the_run(service: Service, inputs: dict[str, Line], run: Run) -> None:
    service.refusals = [400] * 100
    documents = [{**inputs["austen"], "doc_id": f"d{number}", "text": f"{number}"} for number in range(20)]

    with pytest.raises(SystemExit):
        run(run_llm_document, documents, "--url", service.url, "--model", "m")

    assert len(service.requests) == _chat.MOST_FAILURES


def test_an_answer_that_comes_drop_by_drop_fails_in_time(service: Service, inputs: dict[str, Line], run: Run) -> None:
    service.drops = 40  # two seconds
    begun = time.monotonic()

    with pytest.raises(SystemExit):
        run(
            run_llm_document, [inputs["austen"]],
            "--url", service.url, "--model", "m", "--timeout", "0.3", "--tries", "1",
        )  # fmt: skip

    assert time.monotonic() - begun < 1.5


def test_an_answer_has_a_limit_of_tokens_and_those_cut_off_are_counted(
    service: Service, inputs: dict[str, Line], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    service.answer = {"choices": [{"message": {"content": "cut"}, "finish_reason": "length"}]}

    run(run_llm_document, [inputs["austen"]], "--url", service.url, "--model", "m", "--max-tokens", "9")

    assert service.requests[0][1]["max_tokens"] == 9
    assert "--max-tokens 9): 1" in capsys.readouterr().err


def test_answers_of_another_model_are_not_taken(
    service: Service, inputs: dict[str, Line], run: Run, tmp_path: Path
) -> None:
    run(run_llm_document, [inputs["austen"]], "--url", service.url, "--model", "m")
    (tmp_path / "predictions.jsonl").unlink()

    [line] = run(run_llm_document, [inputs["austen"]], "--url", service.url, "--model", "other")

    assert line["rewritten"] == "answer 2"


@pytest.mark.parametrize("url", ["file:///etc/hostname", "example.org/v1"])
def test_only_the_web_is_asked(url: str, inputs: dict[str, Line], run: Run) -> None:
    with pytest.raises(SystemExit):
        run(run_llm_document, [inputs["austen"]], "--url", url, "--model", "m")
