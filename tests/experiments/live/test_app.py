"""The server of the live page: what it serves, what it refuses, and that it says why."""

import json
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from signal import SIGTERM
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
import uvicorn
from lxml import html
from starlette.testclient import TestClient

from anaphora.corpora.plain import document
from anaphora.experiments.commands import serve
from anaphora.experiments.commands.score.boxes import score_boxes
from anaphora.experiments.live import analysis
from anaphora.experiments.live.analysis import Analyst, LiveQuestion, analyst
from anaphora.experiments.live.app import HEADERS, MOST_CHARACTERS, TICKED, Turns, application
from anaphora.experiments.live.examples import examples
from anaphora.experiments.live.saved import answers_page
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.plan import Plan
from anaphora.experiments.run.process import Interrupted
from anaphora.experiments.texts.resolution import resolve_document
from anaphora.preprocess import Preparation
from anaphora.workbench.decision import Resolver
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from tests.experiments.conftest import Run
from tests.refused import raises

ADDRESS = "http://127.0.0.1:8765"
JSON = {"content-type": "application/json"}
TEXT = "The printer reads the page. It prints it. It is easy to see that it works."
HOSTILE = '</script><b>&"\u2028 The <i>head</i> moved. It stopped.'
GERMAN = "Marie hat ihren Schlüssel im Garten verloren. Sie sucht ihn seit einer Stunde, aber es ist dunkel."
GENEROUS = 300
"""Seconds after which something hangs."""


@pytest.fixture(scope="module")
def page() -> Iterator[TestClient]:
    turns = Turns(seconds=GENEROUS)  # the first question waits for the pipeline
    with TestClient(application(analyst(configure(("mars", "cogniac"))), score_boxes, turns), ADDRESS) as client:
        yield client


def ask(client: TestClient, **asked: Any) -> Any:
    return client.post("/analyse", json={"text": TEXT, **asked})


def test_the_page_allows_only_its_own_scripts_and_styles_and_offers_resolvers_and_options(page: TestClient) -> None:
    answer = page.get("/")
    names = re.findall(r'"assets/([^"]+)"', answer.text)
    kinds = {name: page.get(f"/assets/{name}").headers["content-type"].partition(";")[0] for name in names}

    assert answer.status_code == 200
    policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
    assert policy in answer.headers["content-security-policy"]
    assert not re.search(r"<script>|<style>|style=|\son\w+=|https?://", answer.text)
    assert re.findall(r'name="resolver" value="([^"]+)"', answer.text) == ["mars", "cogniac"]
    assert re.findall(r'value="([^"]+)" checked', answer.text) == ["mars", "cogniac"]
    assert re.findall(r'value="([^"]+)" selected>([^<]+)<', answer.text) == [
        ("third-person", "third-person (he, it ...)"),
        ("learned", "learned"),
        ("pleonastic", "pleonastic (it rains)"),
        ("strict", "strict (equal)"),
        ("keep", "keep (count)"),
    ]
    assert '<input id="window" name="window" type="number" min="0" value="3">' in answer.text
    assert kinds == {"live.css": "text/css", "live.js": "text/javascript"}


def test_a_text_is_answered_by_every_resolver_with_its_candidates(page: TestClient) -> None:
    """The drawer has columns for all tokens, and a verdict on each *it*."""
    answer = ask(page).json()
    data, drawer = answer["data"], answer["drawer"]
    (text,) = data["documents"]
    first = data["anaphors"][0]

    def words(mention: int) -> str:
        start, end = text["mentions"][2 * mention : 2 * mention + 2]
        return "".join(text["tokens"][start:end]).strip()

    assert [resolver["name"] for resolver in data["resolvers"]] == ["mars", "cogniac"]
    assert "".join(text["tokens"]) == TEXT
    assert [words(mention) for mention in first["candidates"]] == ["The printer", "the page"]
    assert words(first["answers"][0]["pick"]) in ("The printer", "the page")
    assert "key" not in first
    assert {len(column) for column in drawer["tokens"].values()} == {len(text["tokens"])}
    assert len(drawer["mentions"]) == len(text["mentions"]) / 2
    assert [text["tokens"][it["token"]].strip() for it in drawer["its"]] == ["It", "it", "It", "it"]
    assert drawer["its"][2]["kind"] == "pleonastic"
    assert drawer["its"][2]["token"] in drawer["taken_out"]


def test_options_are_heard(page: TestClient) -> None:
    far = "The lamp is new. You bought nails. You bought bread. We left. It shines."
    near = ask(page, text=far, window=0).json()["data"]["anaphors"][0]
    unfiltered = ask(page, it_filter="none").json()
    one = ask(page, resolvers=["cogniac"]).json()["data"]["resolvers"]

    assert near["candidates"] == []
    assert unfiltered["drawer"]["its"] == []
    assert len(unfiltered["data"]["anaphors"]) > len(ask(page).json()["data"]["anaphors"])
    assert ask(page, anaphors="personal", text="I saw that you left me.").json()["data"]["anaphors"]
    assert [resolver["name"] for resolver in one] == ["cogniac"]


def test_hostile_text_comes_back_as_text_in_json(page: TestClient) -> None:
    answer = ask(page, text=HOSTILE)
    half = page.post("/analyse", content=b'{"text": "The head \\ud800 moved. It stopped."}', headers=JSON)

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "".join(answer.json()["data"]["documents"][0]["tokens"]) == HOSTILE
    assert "\ufffd" in "".join(half.json()["data"]["documents"][0]["tokens"])


@pytest.mark.parametrize(
    ("asked", "status", "where"),
    [
        ({"resolvers": ["oracle"]}, 422, "'oracle'"),
        ({"resolvers": ["mars(weights=/etc/passwd)"]}, 422, "mars, cogniac"),
        ({"resolvers": ["mars", "mars"]}, 422, "twice"),
        ({"resolvers": "mars"}, 422, "resolvers"),
        ({"text": 7}, 422, "text"),
        ({"text": " \n "}, 422, "word"),
        ({"window": -1}, 422, "window"),
        ({"window": True}, 422, "window"),
        ({"anaphors": "cats"}, 422, "third-person"),
        ({"it_filter": "no such"}, 422, "learned"),
        ({"it_filter": "rules", "it_classes": "non-nominal"}, 422, "learned"),
        ({"colour": "red"}, 422, "colour"),
        ({"text": "it " * (MOST_CHARACTERS // 3 + 1)}, 413, f"{MOST_CHARACTERS:,}"),
        ({"text": "it " * 1_001}, 422, "full stops"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    page: TestClient, asked: dict[str, Any], status: int, where: str
) -> None:
    answer = ask(page, **asked)

    assert answer.status_code == status
    assert where in answer.json()["error"]


def test_a_text_in_another_language_is_read_by_an_installed_pipeline_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one it is refused, and by what has learned from English."""
    place = "anaphora.experiments.live.analysis.installed_pipelines"
    for names, code in (([], "not-english"), (["de_no_such"], "unknown-name")):
        monkeypatch.setattr(place, lambda _, names=names: names)
        with raises(code):
            analyst(configure(("mars",))).analyse(LiveQuestion(GERMAN))
    with raises("not-english"):
        analyst(configure(("mars", "ranker"))).analyse(LiveQuestion(GERMAN, ("ranker",)))


class Parsed(Exception):  # noqa: N818 - what would be done
    """A text came to the pipeline."""


def parsed(_: object) -> NoReturn:
    raise Parsed


def test_a_text_without_full_stops_is_refused_before_it_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = analyst(configure(("mars",)))
    monkeypatch.setattr("anaphora.preprocess.pipeline.load", parsed)

    for text in ("it " * 1_001, "it. " + "a, " * 501, "it " + ". " * 1_002, "dog\n" * 1_001):
        with pytest.raises(WorkbenchError, match=r"of 1,00\d words"):
            asked.analyse(LiveQuestion(text))
    for text in ("it " * 1_000, "It works. " * 400, "A dog\n\n" * 600):
        with pytest.raises(Parsed):
            asked.analyse(LiveQuestion(text))


def test_too_many_candidates_are_refused_before_the_resolvers_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of four pronouns with those before it, and with one that follows in its sentence: 8."""
    unused: Resolver = type("Unused", (), {"resolve": parsed})()
    question = LiveQuestion("It saw it. It knew it.", options=Preparation(window=9, it_filter="none"))

    monkeypatch.setattr(analysis, "MOST_PAIRS", 8)
    assert len(analyst(configure(("mars",))).analyse(question)["data"]["anaphors"]) == 4
    monkeypatch.setattr(analysis, "MOST_PAIRS", 7)
    with raises("too-many-pairs"):
        Analyst(Plan((), {"unused": unused}, "third-person"), configure()).analyse(question)


@pytest.mark.parametrize("body", [b"", b"{", b'"it"', b"[]", b"\xff\xfe", b"[" * 100_000, b"NaN"])
def test_what_is_no_question_is_refused(page: TestClient, body: bytes) -> None:
    answer = page.post("/analyse", content=body, headers=JSON)

    assert answer.status_code in (400, 422)
    assert "object" in answer.json()["error"]


def test_a_body_beyond_the_limit_is_not_read_to_its_end(page: TestClient) -> None:
    endless = (b" " * 100_000 for _ in range(50))

    assert page.post("/analyse", content=endless, headers=JSON).status_code == 413


def test_another_page_cannot_ask_or_read_an_answer(page: TestClient) -> None:
    """Nor one elsewhere whose name was made to point here (DNS rebinding)."""
    form = page.post("/analyse", content=b'{"text": "It."}', headers={"content-type": "text/plain"})
    other = page.post("/analyse", json={"text": "It."}, headers={"origin": "http://example.org"})
    options = page.options(
        "/analyse", headers={"origin": "http://example.org", "access-control-request-method": "POST"}
    )

    assert (form.status_code, other.status_code, options.status_code) == (415, 403, 405)
    assert not [name for name in ask(page).headers if name.startswith("access-control")]
    for host in ("evil.example", "127.0.0.1.evil.example", "10.0.0.1:8765", ""):
        assert page.get("/", headers={"host": host}).status_code == 400
        assert page.post("/analyse", json={"text": TEXT}, headers={"host": host}).status_code == 400
    for host in ("localhost:8765", "127.0.0.1:9000", "localhost"):
        assert page.get("/health", headers={"host": host}).status_code == 200


def test_every_answer_forbids_what_the_page_does_not_need(page: TestClient) -> None:
    answers = [
        (page.get("/"), 200), (page.get("/saved"), 200), (page.get("/assets/live.js"), 200),
        (page.get("/assets/x"), 404), (page.get("/assets/app.py"), 404), (page.get("/assets/page.html.j2"), 404),
        (page.get("/assets/..%2Fapp.py"), 404), (page.get("/assets/report.html.j2"), 404), (page.get("/x"), 404),
        (page.get("/health"), 200), (page.get("/", headers={"host": "evil.example"}), 400), (ask(page), 200),
        (ask(page, text=""), 422), (page.post("/analyse", content=b"{", headers=JSON), 400),
        (page.get("/analyse"), 405), (page.post("/"), 405),
    ]  # fmt: skip

    assert [answer.status_code for answer, _ in answers] == [status for _, status in answers]
    assert [answer.url for answer, _ in answers if not answer.headers.items() >= HEADERS.items()] == []


def test_examples_are_offered_and_five_resolvers_ticked_unless_the_user_named_some(page: TestClient) -> None:
    offered = page.get("/examples").json()["examples"]
    with TestClient(application(analyst(configure()), score_boxes), ADDRESS) as every:
        ticked = re.findall(r'value="([^"]+)" checked', every.get("/").text)

    assert [example["text"] for example in offered] == [example.text for example in examples()]
    assert all(example["text"] and len(example["text"]) <= MOST_CHARACTERS for example in offered)
    assert sorted(ticked) == sorted(TICKED)


def test_the_page_for_an_answer_holds_all_that_it_needs(page: TestClient) -> None:
    """Scripts and styles inside the file, and a place for the answer; nothing to load."""
    text = page.get("/saved").text
    styles, scripts = (re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL) for tag in ("style", "script"))
    hashes = [f"'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" for part in (*styles, *scripts)]
    (allowed,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)

    assert len(styles) == len(scripts) == 1
    assert all(part in unescape(allowed) for part in (*hashes, "default-src 'none'"))
    assert 'id="saved">null</script>' in text
    assert not re.search(r"""(src|href)=["'](?!#)""", text)


def test_a_page_of_answers_holds_the_text_and_every_answer() -> None:
    text = "Ann left her coat </script><b>. It is raining."
    root = html.document_fromstring(
        answers_page(resolve_document(document(text, "test"), configure(("most_recent", "hobbs"))))
    )
    answer = json.loads(root.get_element_by_id("saved").text)["answer"]
    data = answer["data"]
    [her] = data["anaphors"]
    [pleonastic] = answer["drawer"]["taken_out"]

    assert root.xpath("//@src | //link/@href | //b[.='.']") == []
    assert "".join(data["documents"][0]["tokens"]) == text
    assert [resolver["name"] for resolver in data["resolvers"]] == ["most_recent", "hobbs"]
    assert [row["pick"] for row in her["answers"]] == [0, 0]
    assert her["answers"][1]["trail"]["visits"]
    assert data["documents"][0]["tokens"][pleonastic] == "It "


@dataclass(frozen=True)
class Slow:
    """An analyst who answers when he is let."""

    let: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)
    warmed: threading.Event = field(default_factory=threading.Event)
    offered = ("slow",)

    def warm(self) -> None:
        self.warmed.set()

    def analyse(self, question: LiveQuestion) -> dict[str, Any]:
        self.asked.set()
        assert self.let.wait(GENEROUS)
        return {"text": question.text}


@pytest.mark.parametrize("turns", [{"waiting": 0}, {"seconds": 0.05}])
def test_who_finds_the_workbench_busy_is_told_so_and_the_one_before_is_served(turns: dict[str, Any]) -> None:
    slow = Slow()
    queue = Turns(**{"waiting": 4, "seconds": GENEROUS, **turns})
    with TestClient(application(slow, score_boxes, queue), ADDRESS) as client:  # type: ignore[arg-type]
        assert slow.warmed.wait(GENEROUS)
        while not client.get("/health").json()["ready"]:  # warming up takes a turn, too
            pass
        answers: list[Any] = []
        first = threading.Thread(target=lambda: answers.append(ask(client)))
        first.start()
        assert slow.asked.wait(GENEROUS)
        second = ask(client)
        slow.let.set()
        first.join(GENEROUS)

    assert second.status_code == 503
    assert list(second.json()) == ["error"]
    assert [answer.status_code for answer in answers] == [200]


class Broken(Slow):
    def analyse(self, question: LiveQuestion) -> dict[str, Any]:
        raise IndexError(question.text)


def test_a_defect_is_told_and_the_server_goes_on() -> None:
    server = application(Broken(), score_boxes)  # type: ignore[arg-type]
    with TestClient(server, ADDRESS, raise_server_exceptions=False) as client:
        answers = [ask(client), client.get("/health")]

    assert [answer.status_code for answer in answers] == [500, 200]
    assert "IndexError" in answers[0].json()["error"]
    assert answers[0].headers.items() >= HEADERS.items()


def test_a_pipeline_that_cannot_be_loaded_is_told_to_who_asks(capsys: pytest.CaptureFixture[str]) -> None:
    with TestClient(
        application(analyst(configure(("mars",), pipeline="no_such_pipeline")), score_boxes), ADDRESS
    ) as client:
        answer = ask(client)

    assert answer.status_code == 422
    assert "'no_such_pipeline'" in answer.json()["error"]
    assert "'no_such_pipeline'" in capsys.readouterr().err


def test_wrong_names_are_told_before_anything_is_served(anaphora: Run) -> None:
    with pytest.raises(UnknownNameError):
        analyst(configure(("oracel",)))
    with pytest.raises(OptionError):
        analyst(configure(("oracle",)))
    for words in ("--resolvers marz", "--resolvers oracle", "--pipeline no_such"):
        assert anaphora("serve", "--no-open", *words.split()).code == 2
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = anaphora("serve", "--no-open", "--port", str(port))
    assert result.code == 1
    assert f"Port {port} " in result.err
    assert f"--port {port % 65535 + 1}" in result.err


def test_the_page_is_there_and_only_on_this_machine(anaphora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the pipeline is."""
    found: dict[str, Any] = {}
    begin = uvicorn.Server.startup

    async def startup(server: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        await begin(server, sockets)
        found["address"] = server.servers[0].sockets[0].getsockname()
        threading.Thread(target=look, args=(server, found["address"][1])).start()

    def look(server: uvicorn.Server, port: int) -> None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=GENEROUS) as answer:
                found["health"] = json.load(answer)
            with socket.socket() as outside:
                found["elsewhere"] = outside.connect_ex(("127.0.0.2", port))
        finally:
            server.should_exit = True

    monkeypatch.setattr(uvicorn.Server, "startup", startup)
    monkeypatch.setattr("anaphora.experiments.live.analysis.Analyst.warm", lambda _: None)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    anaphora("serve", "--no-open", "--port", str(port))

    assert found["address"] == ("127.0.0.1", port)
    assert found["health"]["status"] == "ok"
    assert found["elsewhere"] != 0


def test_a_server_that_is_interrupted_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(threading.Thread):
        def join(self, timeout: float | None = None) -> None:
            if timeout is None:
                raise Interrupted(SIGTERM)

    server = SimpleNamespace(should_exit=False, run=lambda: None)
    monkeypatch.setattr(threading, "Thread", Interrupting)

    with pytest.raises(Interrupted):
        serve._serve_until_interrupted(server)  # type: ignore[arg-type]
    assert server.should_exit


def test_other_commands_start_without_the_server() -> None:
    code = "import sys, anaphora.experiments.cli.main as _; print({'starlette', 'anyio', 'spacy'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"
