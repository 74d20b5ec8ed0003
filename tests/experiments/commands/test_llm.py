"""Language models: the prompts, recorded answers, and a server on this machine that stands in for a service."""

import http.client
import io
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest

from anaphora.experiments.commands.ask import server as asking
from anaphora.experiments.commands.ask.ask import ask
from anaphora.experiments.commands.ask.prompts import document_prompts, hash_of, keep_nested, question_prompts
from anaphora.experiments.commands.ask.server import MOST_FAILURES, TRIES, read_whole
from anaphora.experiments.commands.compare.compare import compare
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from anaphora.workbench.external.mending import Bounds
from anaphora.workbench.external.records import INPUT, Input, Question, read_records, text_hash
from tests.experiments.commands.conftest import RECORDED, Line, lines_of
from tests.experiments.conftest import Run, small_corpus
from tests.refused import raises, refused

TEXT = "Tom's  hat fell.\nHe left it.\n"
TOM = Input(
    INPUT, "tom", text_hash(TEXT), TEXT, ("Tom", "'s", "hat", "fell", ".", "He", "left", "it", "."),
    (0, 3, 7, 11, 15, 17, 20, 25, 27), ((0, 5), (5, 9)),
)  # fmt: skip


def asked(source: Input) -> str:
    """The text that a model gets of a document."""
    return document_prompts(source)[0][-1]["content"]


def test_mentions_are_marked_in_the_text_as_it_stands_or_the_model_finds_them() -> None:
    marked = asked(replace(TOM, mentions=((0, 1), (0, 3), (5, 6), (7, 8))))
    plain = asked(TOM)

    assert marked.endswith("The text:\n[[Tom](#)'s  hat](#) fell.\n[He](#) left [it](#).\n")
    assert plain.endswith("The text:\nTom's  hat fell.\nHe left it.\n")
    assert "mark every mention" in plain


@pytest.mark.parametrize(
    ("mentions", "kept"),
    [
        ([(0, 3), (2, 5)], [(0, 3)]),  # they cross
        ([(0, 3), (1, 3), (0, 1)], [(0, 3), (0, 1), (1, 3)]),
        ([(0, 2), (2, 4), (0, 2)], [(0, 2), (2, 4)]),
        ([], []),
    ],
)
def test_mentions_that_cross_cannot_both_be_marked(mentions: list[Bounds], kept: list[Bounds]) -> None:
    assert keep_nested(mentions) == kept


def test_a_question_shows_the_sentences_of_the_candidates_with_their_marks() -> None:
    """What has no candidates is not asked, and the others keep their numbers."""
    doyle = next(record for _, _, record in read_records(RECORDED / "input.jsonl", Input) if record.doc_id == "doyle")
    both = (Question((5, 6), ()), Question((7, 8), ((0, 3), (0, 1))))
    [(number, messages)] = question_prompts(replace(TOM, questions=both)).items()
    [shorter] = question_prompts(replace(doyle, questions=(Question((24, 25), ((15, 16),)),))).values()

    assert number == 1
    assert messages[-1]["content"].startswith(
        "Passage:\n[[Tom]'s  hat] fell.\nHe left *it*.\n\nIn this passage, what does *it*"
    )
    assert "Sherlock" not in shorter[-1]["content"]
    assert "mention [her] under any other name. In his eyes *she* eclipses" in shorter[-1]["content"]


def test_prompts_are_those_that_recorded_answers_are_kept_under() -> None:
    """A change of a template would have every answer of earlier runs asked for again."""
    prompts = {
        hash_of(messages)
        for _, _, record in read_records(RECORDED / "input.jsonl", Input)
        for messages in (*document_prompts(record).values(), *question_prompts(record).values())
    }

    assert {line["prompt_sha256"] for line in lines_of(RECORDED / "answers.jsonl")} <= prompts


# Mary met Tom. She waved. He smiled.
ROWS = """# newdoc id = {id}
# global.Entity = eid-etype-head-other
1 Mary Mary PROPN NNP Number=Sing 2 nsubj _ Entity=(e1-person-1-)
2 met meet VERB VBD _ 0 root _ _
3 Tom Tom PROPN NNP Number=Sing 2 obj _ Entity=(e2-person-1-)
4 {id} {id} PUNCT . _ 2 punct _ _

1 She she PRON PRP _ 2 nsubj _ Entity=(e1-person-1-)
2 waved wave VERB VBD _ 0 root _ _
3 . . PUNCT . _ 2 punct _ _

1 He he PRON PRP _ 2 nsubj _ Entity=(e2-person-1-)
2 smiled smile VERB VBD _ 0 root _ _
3 . . PUNCT . _ 2 punct _ _

"""
DOCUMENTS = ("a", "b", "c")
QUESTIONS = 6


class Service:
    """A server with the usual chat interface: it answers as told, in the order of `replies`, and then rightly.

    A reply is a status with headers and what stands in the body; `None` closes the connection without a word.
    """

    def __init__(self, corpus: Path, folder: Path) -> None:
        self.requests: list[tuple[str | None, Line]] = []
        self.replies: list[tuple[int, dict[str, str], bytes] | None] = []
        self.corpus, self.output = corpus, folder / "model.jsonl"
        self.answers = folder / "model.jsonl.answers.jsonl"

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805
                body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
                self.requests.append((handler.headers["Authorization"], body))
                reply = self.replies.pop(0) if self.replies else (200, {}, said(self.right(body)))
                if reply is None:
                    handler.close_connection = True
                    return
                status, headers, data = reply
                handler.send_response(status)
                for name, value in {"Content-Length": str(len(data)), **headers}.items():
                    handler.send_header(name, value)
                handler.end_headers()
                handler.wfile.write(data)

            def log_message(handler, *_: Any) -> None:  # noqa: N805
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    @staticmethod
    def right(body: Line) -> str:
        return "[Mary]" if "*She*" in body["messages"][-1]["content"] else "[Tom]"

    def ask(self, **more: Any) -> Line:
        """What is counted of a run that asks this server."""
        given = {"url": self.url, "model": "m", "perfect": ["annotation"]} | more
        return ask(self.corpus, self.output, **given).as_json()


def said(text: object, finish: str = "stop", **more: Any) -> bytes:
    """A chat completion of 100 and 4 tokens."""
    usage = {"prompt_tokens": 100, "completion_tokens": 4, "total_tokens": 104}
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
    return json.dumps({"choices": [choice], "usage": usage} | more).encode()


Waited = list[float]


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> Waited:
    """The seconds that were to be slept."""
    seconds: Waited = []
    monkeypatch.setattr(time, "sleep", seconds.append)
    return seconds


@pytest.fixture
def service(tmp_path: Path, waited: Waited) -> Iterator[Service]:
    corpus = small_corpus(tmp_path, "".join(ROWS.format(id=id) for id in DOCUMENTS))
    made = Service(corpus, tmp_path)
    thread = Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.server.shutdown()
    made.server.server_close()
    thread.join()


def test_one_command_leads_from_a_server_to_a_resolver(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """At temperature 0 with the key that is named; what a service does not know can be taken out."""
    monkeypatch.setenv("MY_KEY", "secret")
    found = service.ask(key_variable="MY_KEY", body={"seed": 7, "max_tokens": None}, training_data="GUM; my letters")
    key, body = service.requests[0]
    resolvers = ["most_recent", f"model=recorded(file={service.output})"]
    compared: Any = compare(service.corpus, resolvers, perfect=["annotation"]).as_json()

    assert (key, body["model"], body["temperature"], body["seed"]) == ("Bearer secret", "m", 0, 7)
    assert "max_tokens" not in body
    assert (found["facts"]["links"], found["repairs"]["unmatched_answers"]) == (QUESTIONS, 0)
    asked = {"requests": 6, "kept": 0, "unanswered": 0, "prompt_tokens": 600, "completion_tokens": 24}
    assert found["asked"] == {**asked, "without_usage": 0, "cut": 0}
    assert compared["resolvers"]["model"]["success_rate"] | {"interval": None} == {
        "right": 6, "of": 6, "value": 1, "interval": None,
    }  # fmt: skip
    for file in (service.output, service.answers):
        assert "secret" not in file.read_text("utf8")
    assert lines_of(service.output)[0]["system"]["training_data"] == ["GUM", "my letters"]
    assert lines_of(service.answers)[0]["reply"] == json.loads(said("[Mary]")), "the whole reply is kept"


def test_nothing_is_sent_without_an_address_and_answers_from_elsewhere_are_taken(
    service: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(asking, "HTTPConnection", None)
    service.ask(url=None)
    prompts = lines_of(tmp_path / "model.jsonl.prompts.jsonl")
    assert not service.output.exists()
    assert len(prompts) == QUESTIONS

    rows = [{"prompt_sha256": line["prompt_sha256"], "text": service.right(line)} for line in prompts]
    service.answers.write_text("\n".join(map(json.dumps, rows)), "utf8")  # the last line needs no end
    found = service.ask(url=None)

    assert (found["facts"]["links"], found["asked"]["kept"], found["asked"]["requests"]) == (6, 6, 0)
    assert service.requests == []


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"url": "example.org/v1"}, "url"),
        ({"url": "file:///etc/hostname"}, "url"),
        ({"url": "http://ann:secret@127.0.0.1/v1"}, "url"),
        ({"url": "http://127.0.0.1:port/v1"}, "url"),
        ({"url": "http://127.0.0.1/a b"}, "url"),
        ({"url": "http://[::1/v1"}, "url"),
        ({"model": ""}, "model"),
        ({"key_variable": "NOT_SET_AT_ALL"}, "no-key"),
        ({"key_variable": "ODD_KEY"}, "no-key"),
    ],
)
def test_what_is_no_server_model_or_key_is_refused(
    given: Line, code: str, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODD_KEY", "se\ncret")
    with raises(code, OptionError) as caught:
        service.ask(**given)
    assert "cret" not in str(caught.value).split()
    assert service.requests == []


@pytest.mark.parametrize("line", ["no JSON", '{"text": "[Mary]"}', "[]", '{"prompt_sha256": "0", "text": null}'])
def test_what_is_no_file_of_answers_is_refused(line: str, service: Service) -> None:
    service.answers.write_text(f'{{"prompt_sha256": "0", "text": "[Mary]"}}\n{line}\n', "utf8")
    with refused("malformed", service.answers, 2):
        service.ask(url=None)


class Interrupted(KeyboardInterrupt):
    """Control and C."""


def test_an_interrupted_run_goes_on_where_it_was(service: Service) -> None:
    """After the first of three documents; the last line of what was kept is cut off, as when a machine dies."""

    def interrupt(_: Document) -> None:
        raise Interrupted

    with pytest.raises(Interrupted):
        service.ask(progress=interrupt)
    assert len(service.requests) == 2
    assert not service.output.exists()
    service.answers.write_bytes(service.answers.read_bytes()[:-20])

    found = service.ask()

    assert len(service.requests) == 2 + QUESTIONS - 1, "one is asked for again"
    assert (found["asked"]["kept"], found["asked"]["requests"], found["asked"]["prompt_tokens"]) == (1, 6, 600)
    assert service.ask()["asked"]["kept"] == QUESTIONS
    assert len(service.requests) == 2 + QUESTIONS - 1
    service.ask(model="other")
    assert len(service.requests) == 2 + 2 * QUESTIONS - 1, "the answers of another model are not taken"


@pytest.mark.parametrize(
    ("limit", "sent"), [({"requests": 3}, 3), ({"tokens": 208}, 2), ({"tokens": 209}, 3), ({"tokens": 1}, 1)]
)
def test_a_limit_ends_the_run_and_holds_for_later_ones(limit: dict[str, int], sent: int, service: Service) -> None:
    """Each answer takes 104 tokens."""
    for _ in range(2):
        with raises("limit"):
            service.ask(**limit)
        assert len(service.requests) == sent

    assert service.ask(requests=100)["asked"]["requests"] == QUESTIONS


def test_a_limit_of_tokens_needs_a_server_that_counts_them(service: Service) -> None:
    usages: tuple[object, ...] = (None, [], {"prompt_tokens": "100"})
    for usage in usages:
        service.replies = [(200, {}, said("[Mary]", usage=usage))]
        with raises("limit"):
            service.ask(tokens=10_000)
        assert len(service.requests) == 1
        service.requests.clear()
        service.answers.unlink()
    service.replies = [(200, {}, said("[Mary]", usage=None))]
    assert service.ask()["asked"]["without_usage"] == 1


MORE = {"Content-Length": "9999"}
BUSY: tuple[int, dict[str, str], bytes] = (429, {}, b"{}")


@pytest.mark.parametrize(
    ("headers", "first"),
    [
        ({}, 2),
        ({"Retry-After": "7"}, 7),
        ({"Retry-After": "0"}, 2),
        ({"Retry-After": "soon"}, 2),
        ({"Retry-After": "{in_100}"}, 100),
        ({"Retry-After": formatdate(0, usegmt=True)}, 2),
    ],
)
def test_a_busy_server_is_asked_again_when_it_says(
    headers: dict[str, str], first: float, service: Service, waited: Waited
) -> None:
    half = said("[Mary]")[:20]
    in_100 = formatdate(time.time() + 100, usegmt=True)
    headers = {name: value.format(in_100=in_100) for name, value in headers.items()}
    service.replies = [(429, headers, b"slow down"), (500, {}, b""), None, (503, {}, b"<html>"), (200, MORE, half)]
    found = service.ask()

    assert waited == [pytest.approx(first, abs=60 if first == 100 else 0), 4, 8, 16, 32]
    assert (len(service.requests), found["asked"]["requests"]) == (QUESTIONS + 5, QUESTIONS + 5), "tries count, too"
    assert found["facts"]["links"] == QUESTIONS


@pytest.mark.parametrize(
    "reply",
    [
        (401, {}, b"no such key: secret"),
        (403, {}, b""),
        (404, {}, b"no such model"),
        (302, {"Location": "http://127.0.0.1:1/elsewhere"}, b""),
        (429, {"Retry-After": "86400"}, b"come back tomorrow"),
    ],
)
def test_what_every_prompt_would_meet_ends_the_run_at_once(
    reply: tuple[int, dict[str, str], bytes], service: Service, waited: Waited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "secret")
    service.replies = [(200, {}, said("[Mary]")), reply]
    with raises("server") as caught:
        service.ask(key_variable="MY_KEY")

    assert (len(service.requests), waited) == (2, [])
    assert "secret" not in str(caught.value)
    assert service.ask()["asked"]["kept"] == 1


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[", b"[]", b"null", b'"no"', b"\xff\xfe", b"[" * 100_000, b'{"error": "no model"}', b'{"choices": []}',
        b'{"choices": [null]}', b'{"choices": [{"message": {"content": 7}}]}', said(["no part"]),
    ],
)  # fmt: skip
def test_what_is_no_chat_completion_is_a_failed_answer_and_asked_for_again(data: bytes, service: Service) -> None:
    service.replies = [(200, {}, data)]
    with raises("no-answer"):
        service.ask()
    assert len(service.requests) == QUESTIONS
    assert not service.output.exists()

    service.replies = [(400, {}, b"too long for me")]
    found = service.ask(dropped="empty")
    assert (found["facts"]["links"], found["asked"]["unanswered"], found["dropped"]) == (5, 1, {})
    assert service.ask()["facts"]["links"] == QUESTIONS


@pytest.mark.parametrize(
    ("content", "links", "unmatched"),
    [
        ("", 5, 1),
        (None, 5, 1),
        ("\ud800", 5, 1),
        ("[Mary]\u2028\x00", 6, 0),
        ([{"type": "text", "text": "[Mary]"}], 6, 0),
    ],
)
def test_an_empty_or_odd_answer_is_kept_as_an_answer(
    content: object, links: int, unmatched: int, service: Service
) -> None:
    service.replies = [(200, {}, said(content, "length"))]
    found = service.ask()

    assert (found["facts"]["links"], found["repairs"]["unmatched_answers"]) == (links, unmatched)
    assert found["asked"]["cut"] == 1
    assert service.ask()["asked"]["kept"] == QUESTIONS
    assert len(service.requests) == QUESTIONS


def test_a_document_without_any_answer_counts_as_without_mentions_where_that_is_wanted(service: Service) -> None:
    service.replies = [(400, {}, b"")] * 2
    found = service.ask(dropped="empty")

    assert list(found["dropped"]) == ["a"]
    assert "dropped" in lines_of(service.output)[0]


def test_many_failures_in_a_row_end_the_run(service: Service, tmp_path: Path) -> None:
    service.corpus = small_corpus(tmp_path, "".join(ROWS.format(id=f"d{number}") for number in range(9)))
    service.replies = [(400, {}, b"")] * 100
    with raises("server"):
        service.ask()

    assert len(service.requests) == MOST_FAILURES


def test_a_server_that_never_recovers_is_tried_so_often(service: Service) -> None:
    service.replies = [BUSY] * TRIES
    with raises("no-answer"):
        service.ask()

    assert len(service.requests) == TRIES + QUESTIONS - 1


@pytest.mark.parametrize(("how", "mark"), [("text", "mark every mention"), ("mentions", "[Mary](#)")])
def test_a_model_may_write_the_text_again(how: str, mark: str, service: Service) -> None:
    service.replies = [(200, {}, said("[Mary](#cluster_0) met Tom a [She](#cluster_0) waved. He smiled."))]
    found = service.ask(how=how)

    assert len(service.requests) == len(DOCUMENTS)
    assert mark in service.requests[0][1]["messages"][-1]["content"]
    assert lines_of(service.output)[0]["clusters"] == [[[0, 1], [4, 5]]]
    assert found["facts"]["clusters"] == 1


def test_the_command_line_shows_what_was_sent_and_refuses_a_body_that_is_none(service: Service, anaphora: Run) -> None:
    line = ("ask", service.corpus, "--url", service.url, "--model", "m", "--output", service.output)
    shown = anaphora(*line, "--perfect", "annotation", "--json", "-")

    assert shown.json["asked"]["requests"] == QUESTIONS
    assert anaphora(*line, "--body", "[1]").code == 2
    assert anaphora(*line, "--body", "{").code == 2


class Dripping(io.BytesIO):
    """A response of which a byte comes each second."""

    length = 0

    def read1(self, _: int | None = -1, /) -> bytes:
        return super().read(1)


def test_an_answer_that_comes_too_slowly_too_long_or_by_half_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetched(seconds: float, missing: int = 0) -> bytes:
        response = Dripping(b"answer")
        response.length = missing
        monkeypatch.setattr(time, "monotonic", lambda: float(response.tell()))
        return read_whole(cast("http.client.HTTPResponse", response), seconds)

    assert fetched(6.0) == b"answer"
    with pytest.raises(TimeoutError):
        fetched(5.5)
    with pytest.raises(http.client.IncompleteRead):
        fetched(6.0, missing=3)
    monkeypatch.setattr(asking, "LONGEST_REPLY", 5)
    with pytest.raises(OSError, match="larger"):
        fetched(6.0)
