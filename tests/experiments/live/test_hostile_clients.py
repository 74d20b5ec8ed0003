"""The server of the live page under clients that are slow, many, broken or curious; what it listens to is real."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

import pytest

from anaphora.experiments.live.analysis import Question
from anaphora.experiments.live.app import MOST_CONNECTIONS, application, make_server
from anaphora.experiments.live.requests import Turns
from tests.fuzz.seeds import QUESTION

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Quick:
    """An analyst who takes some time for each question."""

    seconds: float = 0.02
    offered = ("quick",)

    def warm(self) -> None:
        return

    def analyse(self, question: Question) -> dict[str, Any]:
        time.sleep(self.seconds)
        return {"text": question.text}


@contextmanager
def served(turns: Turns | None = None, analyst: Quick = Quick()) -> Iterator[int]:
    """A server on some free port of this machine, which is given."""
    server = make_server(application(analyst, turns), "127.0.0.1", 0)  # type: ignore[arg-type]
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as found:
        yield found


def ask(port: int, text: str = "Ann ran.") -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    body = json.dumps({"text": text})
    connection.request("POST", "/analyse", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def raw(port: int, sent: bytes, end: bool = True) -> bytes:
    """What comes back to these bytes, until the server closes the connection or says no more."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=2) as client:
        try:
            client.sendall(sent)
            if end:
                client.shutdown(socket.SHUT_WR)
            while more := client.recv(65_536):
                received += more
        except (TimeoutError, ConnectionError, OSError):
            pass
    return received


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def test_a_hundred_questions_at_once_are_answered_or_told_that_it_is_busy() -> None:
    with served(Turns(waiting=4, seconds=20)) as port, ThreadPoolExecutor(100) as pool:
        answers = list(pool.map(lambda number: ask(port, f"Text {number}."), range(100)))
        after = ask(port, "Last.")

    right = [(number, body) for number, (code, body) in enumerate(answers) if code == 200]
    assert {code for code, _ in answers} <= {200, 503}
    assert len(right) >= 5
    assert all(body == {"text": f"Text {number}."} for number, body in right)
    assert after == (200, {"text": "Last."})


def test_a_hundred_questions_that_may_wait_are_all_answered_with_their_own_text() -> None:
    with served(Turns(waiting=100, seconds=60)) as port, ThreadPoolExecutor(100) as pool:
        answers = list(pool.map(lambda number: ask(port, f"Text {number}."), range(100)))

    assert answers == [(200, {"text": f"Text {number}."}) for number in range(100)]


GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HEADERS = b"Host: 127.0.0.1\r\nContent-Type: application/json\r\n"


def clients(port: int, number: int, sent: bytes) -> list[socket.socket]:
    """Clients that have sent this."""
    made = []
    for _ in range(number):
        made.append(client := socket.socket())
        client.settimeout(10)
        with suppress(ConnectionError):  # the server may have ended it already
            client.connect(("127.0.0.1", port))
            client.sendall(sent)
    return made


@pytest.mark.parametrize("slow", [b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"Content-Length: 100\r\n\r\n{", b"GET"])
def test_slow_clients_keep_nobody_waiting_and_not_the_server_from_ending(slow: bytes) -> None:
    with served() as port:
        waiting = clients(port, 50, slow)
        assert ask(port)[0] == 200
    for client in waiting:
        client.close()


SLOW = (b"", b"GET / HT", b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"Content-Length: 100\r\n\r\n{")


@pytest.mark.parametrize("slow", SLOW)
def test_more_slow_clients_than_any_browser_has_cost_themselves_their_connections(slow: bytes) -> None:
    with served() as port:
        many = clients(port, MOST_CONNECTIONS + 50, slow)
        others = [ask(port, f"Text {number}.") for number in range(20)]
        alive = [_is_open(client) for client in many]
        for client in many:
            client.close()

    assert others == [(200, {"text": f"Text {number}."}) for number in range(20)]
    assert sum(alive) < MOST_CONNECTIONS
    assert (alive[0], alive[-1]) == (False, True), "the oldest goes first"


def _is_open(client: socket.socket) -> bool:
    client.settimeout(0.01)
    try:
        return bool(client.recv(1))
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_a_question_that_is_broken_off_does_no_harm(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(b"POST /analyse HTTP/1.1\r\n" + HEADERS + b'Content-Length: 100\r\n\r\n{"te')

    assert ask(port)[0] == 200
    assert "Traceback" not in capsys.readouterr().err


REQUESTS = {
    "nothing": b"",
    "no request": b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03" * 20,
    "zeros": b"\0" * 10_000,
    "an old version": b"GET /\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    "a header of 1 MB": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n",
    "very many headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: a\r\n" * 50_000 + b"\r\n",
    "a path of 1 MB": b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "no length": b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"\r\n{}",
    "a negative length": b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"Content-Length: -1\r\n\r\n{}",
    "a huge length": b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}",
    "two lengths": b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
    "broken chunks": b"POST /analyse HTTP/1.1\r\n" + HEADERS + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    "length and chunks": b"POST /analyse HTTP/1.1\r\n"
    + HEADERS
    + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a method of its own": b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_what_is_no_proper_request_is_refused_and_the_server_goes_on(port: int, name: str) -> None:
    answer = raw(port, REQUESTS[name])

    assert status(answer) == 0 or 400 <= status(answer) < 500
    assert ask(port)[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../app.py", "/assets/%2e%2e/app.py", "/assets/..%2fapp.py", "/assets/..%5capp.py", "/assets/%00",
        "//etc/passwd", "/assets//etc/passwd", "/assets/live.css/../../app.py", "/assets/live.css%00.py", "/..%2f..%2f",
        "/assets/./live.css/", "http://evil.example/assets/app.py", "/assets/" + "../" * 50 + "etc/passwd",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_assets(port: int, path: str) -> None:
    answer = raw(port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())

    assert status(answer) in {400, 404, 307}
    assert b"root:" not in answer
    assert b"import" not in answer


@pytest.mark.parametrize(
    "changed",
    [
        {"text": ""}, {"text": "\0"}, {"text": "\ud800"}, {"text": "a" * 20_001}, {"text": None}, {"resolvers": {}},
        {"resolvers": [None]}, {"window": -1}, {"window": 10**400}, {"window": True}, {"window": 1.5},
        {"anaphors": "\0"}, {"it_filter": []}, {"x": 1}, {"": ""},
    ],
)  # fmt: skip
def test_odd_questions_are_answered_or_told_what_is_wrong(port: int, changed: dict[str, object]) -> None:
    body = json.dumps({**QUESTION, **changed}).encode()
    sent = b"POST /analyse HTTP/1.1\r\nConnection: close\r\n" + HEADERS + b"Content-Length: %d\r\n\r\n" % len(body)
    answer = raw(port, sent + body, end=False)

    assert status(answer) in {200, 413, 422}
