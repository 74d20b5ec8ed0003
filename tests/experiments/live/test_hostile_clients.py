"""The server of the live page under clients that are slow, many, broken or curious; what it listens to is real."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest

from anaphora.experiments.commands.score.boxes import score_boxes
from anaphora.experiments.live import app
from anaphora.experiments.live.analysis import LiveQuestion
from anaphora.experiments.live.app import MOST_CONNECTIONS, Turns, application, make_server
from tests.fuzz.seeds import QUESTION

pytestmark = pytest.mark.slow
GENEROUS = 300
"""Seconds after which something hangs."""


class Echo:
    offered = ("quick",)

    def warm(self) -> None:
        return

    def analyse(self, question: LiveQuestion) -> dict[str, Any]:
        return {"text": question.text}


@contextmanager
def served(turns: Turns | None = None) -> Iterator[int]:
    """A server on some free port of this machine, which is given."""
    server, listening = make_server(application(Echo(), score_boxes, turns), "127.0.0.1", 0), Event()  # type: ignore[arg-type]
    start = server.startup

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        await start(sockets)
        listening.set()

    server.startup = startup  # type: ignore[method-assign]
    thread = Thread(target=server.run)
    thread.start()
    try:
        assert listening.wait(GENEROUS)
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(GENEROUS)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as found:
        yield found


def ask(port: int, text: str = "Ann ran.") -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=GENEROUS)
    connection.request("POST", "/analyse", json.dumps({"text": text}), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def raw(port: int, sent: bytes, end: bool = True) -> bytes:
    """What comes back to these bytes, until the server closes the connection."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), timeout=GENEROUS) as client:
        try:
            client.sendall(sent)
            if end:
                client.shutdown(socket.SHUT_WR)
            while more := client.recv(65_536):
                received += more
        except TimeoutError:
            raise
        except OSError:  # the server ended it, which may be seen at any step
            pass
    return received


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


@pytest.mark.parametrize(("waiting", "busy"), [(4, 503), (100, 200)])
def test_a_hundred_questions_at_once_are_answered_with_their_own_text_or_told_that_it_is_busy(
    waiting: int, busy: int
) -> None:
    with served(Turns(waiting, GENEROUS)) as port, ThreadPoolExecutor(100) as pool:
        answers = list(pool.map(lambda number: ask(port, f"Text {number}."), range(100)))
        after = ask(port, "Last.")

    right = [(number, body) for number, (code, body) in enumerate(answers) if code == 200]
    assert {code for code, _ in answers} <= {200, busy}
    assert len(right) >= 5
    assert all(body == {"text": f"Text {number}."} for number, body in right)
    assert after == (200, {"text": "Last."})


HEADERS = b"Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
POST = b"POST /analyse HTTP/1.1\r\n" + HEADERS
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


def clients(port: int, number: int, sent: bytes) -> list[socket.socket]:
    """Clients that have sent this."""
    made = []
    for _ in range(number):
        made.append(client := socket.socket())
        client.settimeout(GENEROUS)
        with suppress(ConnectionError):  # the server may have ended it already
            client.connect(("127.0.0.1", port))
            client.sendall(sent)
    return made


HEALTH, SCRIPTS = (GET.replace(b"/", path, 1) + b"\r\n" for path in (b"/health", b"/assets/live.js"))
SLOW = pytest.mark.parametrize("slow", [b"", b"GET / HT", POST + b"Content-Length: 1000\r\n\r\n{", SCRIPTS * 50])


@SLOW
def test_slow_clients_keep_nobody_waiting_and_too_many_are_told_so(slow: bytes) -> None:
    """Nor do they keep the server from ending; those whose heads are whole are told so, and make room."""
    with served() as port:
        few = clients(port, MOST_CONNECTIONS // 2, slow)
        others = [ask(port, f"Text {number}.") for number in range(20)]
        many = clients(port, MOST_CONNECTIONS, slow)
        refused = raw(port, HEALTH)
    for client in (*few, *many):
        client.close()

    assert others == [(200, {"text": f"Text {number}."}) for number in range(20)]
    assert status(refused) in ({200, 503} if b"\r\n\r\n" in slow else {503})


@SLOW
def test_a_client_that_sends_a_byte_at_a_time_or_takes_nothing_is_hung_up_on(
    slow: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "PATIENCE", 1)
    with served() as port:
        (client,) = clients(port, 1, slow)
        with client, pytest.raises(ConnectionError):
            drip(client)


def drip(client: socket.socket) -> None:
    for _ in range(10 * GENEROUS):
        client.send(b"a")
        sleep(0.1)


REQUESTS = {
    "nothing": b"",
    "no request": b"\x16\x03\x01\x02\x00\x01\xfc\x03\x03" * 20,
    "zeros": b"\0" * 10_000,
    "an old version": b"GET /\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": GET + b"Host: evil.example\r\n\r\n",
    "a header of 1 MB": GET + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
    "very many headers": GET + b"X: a\r\n" * 50_000 + b"\r\n",
    "a path of 1 MB": b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "no length": POST + b"\r\n{}",
    "a negative length": POST + b"Content-Length: -1\r\n\r\n{}",
    "a huge length": POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}",
    "broken chunks": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    "length and chunks": POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a method of its own": b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}
PATHS = (
    "/assets/../app.py", "/assets/%2e%2e/app.py", "/assets/..%2fapp.py", "/assets/..%5capp.py", "/assets/%00",
    "//etc/passwd", "/assets//etc/passwd", "/assets/live.css/../../app.py", "/assets/live.css%00.py", "/..%2f..%2f",
    "/assets/./live.css/", "http://evil.example/assets/app.py", "/assets/" + "../" * 50 + "etc/passwd",
)  # fmt: skip


def test_what_is_no_proper_request_is_refused(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    """And one that is broken off does no harm: the server goes on."""
    answers = {}
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(POST + b'Content-Length: 100\r\n\r\n{"te')
    for name, sent in REQUESTS.items():
        answers[name] = status(raw(port, sent))
        assert ask(port)[0] == 200, name

    assert {name: code for name, code in answers.items() if code and not 400 <= code < 500} == {}
    assert "Traceback" not in capsys.readouterr().err


def test_no_path_leads_out_of_the_assets(port: int) -> None:
    for path in PATHS:
        answer = raw(port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        assert status(answer) in {400, 404, 307}, path
        assert b"root:" not in answer, path
        assert b"import" not in answer, path


def test_odd_questions_are_answered_or_told_what_is_wrong(port: int) -> None:
    odd: tuple[dict[str, object], ...] = (
        {"text": ""}, {"text": "\0"}, {"text": "\ud800"}, {"text": "a" * 20_001}, {"text": None}, {"resolvers": {}},
        {"resolvers": [None]}, {"window": -1}, {"window": 10**400}, {"window": True}, {"window": 1.5},
        {"anaphors": "\0"}, {"it_filter": []}, {"x": 1}, {"": ""},
    )  # fmt: skip
    for changed in odd:
        body = json.dumps({**QUESTION, **changed}).encode()
        sent = POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
        assert status(raw(port, sent + body, end=False)) in {200, 413, 422}, changed
