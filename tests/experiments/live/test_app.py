"""The server of the live page: what it serves, what it refuses, and that it says why."""

import asyncio
import re
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from anaphora.experiments.live import requests
from anaphora.experiments.live.analysis import Analyst, Question, analyst
from anaphora.experiments.live.app import HEADERS, OF_PAGE, TICKED, application
from anaphora.experiments.live.examples import examples
from anaphora.experiments.live.requests import Turns
from anaphora.experiments.live.saved import OF_ANSWERS, STYLES
from anaphora.experiments.report.page import CANDIDATES
from anaphora.experiments.setup.configuration import configure
from anaphora.preprocess import Preparation
from anaphora.workbench.decision import Resolver
from anaphora.workbench.errors import OptionError, UnknownNameError, WorkbenchError
from tests.refused import raises

ADDRESS = "http://127.0.0.1:8765"
TEXT = "The printer reads the page. It prints it. It is easy to see that it works."
HOSTILE = '</script><b>&"\u2028 The <i>head</i> moved. It stopped.'


@pytest.fixture(scope="module")
def page() -> Iterator[TestClient]:
    with TestClient(application(analyst(configure(("mars", "cogniac")))), ADDRESS) as client:
        yield client


def ask(client: TestClient, **asked: Any) -> Any:
    return client.post("/analyse", json={"text": TEXT, **asked})


def test_the_page_allows_only_its_own_scripts_and_styles(page: TestClient) -> None:
    answer = page.get("/")

    assert answer.status_code == 200
    assert (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
        in (answer.headers["content-security-policy"])
    )
    assert not re.search(r"<script>|<style>|style=|\son\w+=|https?://", answer.text)


def test_the_page_offers_the_resolvers_and_options(page: TestClient) -> None:
    text = page.get("/").text

    assert re.findall(r'name="resolver" value="([^"]+)"', text) == ["mars", "cogniac"]
    assert "<option selected>third-person</option>" in text
    assert "<option selected>learned</option>" in text


def test_what_the_page_names_is_served(page: TestClient) -> None:
    names = re.findall(r'"assets/([^"]+)"', page.get("/").text)
    kinds = {name: page.get(f"/assets/{name}").headers["content-type"].partition(";")[0] for name in names}

    assert {*CANDIDATES, *OF_ANSWERS, *OF_PAGE, *STYLES} <= set(names)
    assert kinds == {name: "text/css" if name.endswith("css") else "text/javascript" for name in names}


@pytest.mark.parametrize("name", ["app.py", "page.html.j2", "..%2Fapp.py", "report.html.j2"])
def test_other_files_are_not_served(page: TestClient, name: str) -> None:
    assert page.get(f"/assets/{name}").status_code == 404


def test_a_text_is_answered_by_every_resolver_with_its_candidates(page: TestClient) -> None:
    answer = ask(page).json()
    data = answer["data"]
    (text,) = data["documents"]

    def words(mention: int) -> str:
        start, end = text["mentions"][2 * mention : 2 * mention + 2]
        return "".join(text["tokens"][start:end]).strip()

    first = data["anaphors"][0]
    assert [resolver["name"] for resolver in data["resolvers"]] == ["mars", "cogniac"]
    assert "".join(text["tokens"]) == TEXT
    assert [words(mention) for mention in first["candidates"]] == ["The printer", "the page"]
    assert words(first["answers"][0]["pick"]) in ("The printer", "the page")
    assert "key" not in first


def test_the_drawer_has_columns_for_all_tokens_and_a_verdict_on_each_it(page: TestClient) -> None:
    answer = ask(page).json()
    drawer, (text,) = answer["drawer"], answer["data"]["documents"]

    assert {len(column) for column in drawer["tokens"].values()} == {len(text["tokens"])}
    assert len(drawer["mentions"]) == len(text["mentions"]) / 2
    assert [text["tokens"][it["token"]].strip() for it in drawer["its"]] == ["It", "it", "It", "it"]
    assert drawer["its"][2]["kind"] == "pleonastic"
    assert drawer["its"][2]["token"] in drawer["taken_out"]


def test_options_are_heard(page: TestClient) -> None:
    far = "The lamp is new. You bought nails. You bought bread. We left. It shines."
    near = ask(page, text=far, window=0).json()["data"]["anaphors"][0]
    all_of = ask(page, it_filter="none").json()

    assert near["candidates"] == []
    assert all_of["drawer"]["its"] == []
    assert len(all_of["data"]["anaphors"]) > len(ask(page).json()["data"]["anaphors"])
    assert len(ask(page, anaphors="personal", text="I saw that you left me.").json()["data"]["anaphors"]) > 0


def test_only_the_ticked_resolvers_answer(page: TestClient) -> None:
    assert [each["name"] for each in ask(page, resolvers=["cogniac"]).json()["data"]["resolvers"]] == ["cogniac"]


def test_hostile_text_comes_back_as_text_in_json(page: TestClient) -> None:
    answer = ask(page, text=HOSTILE)

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "".join(answer.json()["data"]["documents"][0]["tokens"]) == HOSTILE


def test_half_a_surrogate_pair_is_replaced(page: TestClient) -> None:
    answer = page.post(
        "/analyse",
        content=b'{"text": "The head \\ud800 moved. It stopped."}',
        headers={"content-type": "application/json"},
    )

    assert answer.status_code == 200
    assert "\ufffd" in "".join(answer.json()["data"]["documents"][0]["tokens"])


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
        ({"colour": "red"}, 422, "colour"),
        ({"text": "it " * (requests.MOST_CHARACTERS // 3 + 1)}, 413, f"{requests.MOST_CHARACTERS:,}"),
        ({"text": "it " * 1_001}, 422, "full stops"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    page: TestClient, asked: dict[str, Any], status: int, where: str
) -> None:
    answer = ask(page, **asked)

    assert answer.status_code == status
    assert where in answer.json()["error"]


FRENCH = "Marie a perdu sa clef dans le jardin. Elle la cherche depuis une heure, mais il fait nuit, et Paul dort."


def test_a_text_in_a_language_without_a_pipeline_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphora.experiments.live.analysis.installed_pipelines", lambda _: [])

    with raises("not-english"):
        analyst(configure(("mars",))).analyse(Question(FRENCH))


def test_a_text_in_another_language_is_read_by_an_installed_pipeline_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphora.experiments.live.analysis.installed_pipelines", lambda code: [f"{code}_no_such"])

    with raises("unknown-name"):  # which shows what was looked for
        analyst(configure(("mars",))).analyse(Question(FRENCH))


def test_what_has_learned_from_english_refuses_a_text_in_another_language() -> None:
    with raises("not-english"):
        analyst(configure(("mars", "ranker"))).analyse(Question(FRENCH, ("ranker",)))


@pytest.mark.parametrize("text", ["it " * 1_001, "it. " + "a, " * 501, "it " + ". " * 1_002, "dog\n" * 1_001])
def test_a_text_without_full_stops_is_refused_before_it_is_parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = analyst(configure(("mars",)))
    monkeypatch.setattr("anaphora.preprocess.pipeline.load", lambda _: pytest.fail("parsed"))

    with pytest.raises(WorkbenchError, match=r"a sentence of 1,00\d words and signs"):
        asked.analyse(Question(text))


def test_a_long_text_with_ends_of_sentences_or_paragraphs_is_parsed() -> None:
    text = "It works. " * 400 + "\n\n" + "A dog\n\n" * 400

    assert analyst(configure(("most_recent",))).analyse(Question(text))["data"]["anaphors"]


@pytest.mark.parametrize("body", [b"", b"{", b'"it"', b"[]", b"\xff\xfe", b"[" * 100_000, b"NaN"])
def test_what_is_no_question_is_refused(page: TestClient, body: bytes) -> None:
    answer = page.post("/analyse", content=body, headers={"content-type": "application/json"})

    assert answer.status_code in (400, 422)
    assert "object" in answer.json()["error"]


def test_a_form_of_another_page_cannot_ask(page: TestClient) -> None:
    form = page.post("/analyse", content=b'{"text": "It."}', headers={"content-type": "text/plain"})
    other = page.post("/analyse", json={"text": "It."}, headers={"origin": "http://example.org"})

    assert (form.status_code, other.status_code) == (415, 403)


def test_a_body_beyond_the_limit_is_not_read_to_its_end(page: TestClient) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(50):
            sent += 1
            yield b" " * 100_000

    answer = page.post("/analyse", content=endless(), headers={"content-type": "application/json"})

    assert answer.status_code == 413
    assert "too long" in answer.json()["error"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.1:8765", ""])
def test_another_host_name_is_refused(page: TestClient, host: str) -> None:
    """A page elsewhere whose name was made to point here (DNS rebinding)."""
    assert page.get("/", headers={"host": host}).status_code == 400
    assert page.post("/analyse", json={"text": TEXT}, headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["localhost:8765", "127.0.0.1:9000", "localhost"])
def test_the_names_of_this_machine_are_taken(page: TestClient, host: str) -> None:
    assert page.get("/health", headers={"host": host}).status_code == 200


def test_no_other_page_may_read_an_answer(page: TestClient) -> None:
    answer = page.options("/analyse", headers={"origin": "http://example.org", "access-control-request-method": "POST"})

    assert answer.status_code == 405
    assert not [name for name in ask(page).headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/analyse", 405), ("POST", "/", 405), ("GET", "/x", 404)]
)
def test_wrong_methods_and_paths_are_refused_plainly(page: TestClient, method: str, path: str, status: int) -> None:
    answer = page.request(method, path)

    assert answer.status_code == status
    assert answer.headers.items() >= HEADERS.items()


def test_every_answer_forbids_what_the_page_does_not_need(page: TestClient) -> None:
    answers = [
        page.get("/"), page.get("/saved"), page.get("/assets/live.js"), page.get("/assets/x"), page.get("/health"),
        page.get("/", headers={"host": "evil.example"}), page.get("/health/"), ask(page), ask(page, text=""),
        page.post("/analyse", content=b"{", headers={"content-type": "application/json"}),
    ]  # fmt: skip

    assert {answer.status_code for answer in answers} >= {200, 400, 404, 422}
    assert [answer.url for answer in answers if not answer.headers.items() >= HEADERS.items()] == []


def test_short_examples_and_the_bundled_texts_are_offered(page: TestClient) -> None:
    offered = page.get("/examples").json()["examples"]

    assert [example["text"] for example in offered] == [example.text for example in examples()]
    assert all(example["text"] and len(example["text"]) <= requests.MOST_CHARACTERS for example in offered)


def test_five_resolvers_are_ticked_unless_the_user_named_some(page: TestClient) -> None:
    with TestClient(application(analyst(configure())), ADDRESS) as every:
        ticked = re.findall(r'value="([^"]+)" checked', every.get("/").text)

    assert sorted(ticked) == sorted(TICKED)
    assert re.findall(r'value="([^"]+)" checked', page.get("/").text) == ["mars", "cogniac"]


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


@dataclass(frozen=True)
class Slow:
    """An analyst who answers when he is let."""

    let: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)
    offered = ("slow",)

    def warm(self) -> None:
        return

    def analyse(self, question: Question) -> dict[str, Any]:
        self.asked.set()
        assert self.let.wait(10)
        return {"text": question.text}


def until_ready(client: TestClient) -> None:
    """Warming up takes a turn, too."""
    for _ in range(1_000):
        if client.get("/health").json()["ready"]:
            return
        time.sleep(0.01)
    pytest.fail("the server is not ready after ten seconds")


@pytest.mark.parametrize("turns", [{"waiting": 0}, {"seconds": 0.05}])
def test_who_finds_the_workbench_busy_is_told_so_and_the_one_before_is_served(turns: dict[str, Any]) -> None:
    slow = Slow()
    with TestClient(application(slow, Turns(**{"waiting": 4, "seconds": 5, **turns})), ADDRESS) as client:  # type: ignore[arg-type]
        until_ready(client)
        answers: list[Any] = []
        first = threading.Thread(target=lambda: answers.append(ask(client)))
        first.start()
        assert slow.asked.wait(10)
        second = ask(client)
        slow.let.set()
        first.join(10)

    assert second.status_code == 503
    assert second.json() == {"error": "The workbench is busy with another text; try again."}
    assert [answer.status_code for answer in answers] == [200]


def test_turns_come_one_after_the_other() -> None:
    order: list[str] = []

    async def take(turns: Turns, name: str) -> None:
        async with turns.turn():
            order.append(f"{name} in")
            await asyncio.sleep(0.01)
            order.append(f"{name} out")

    async def both() -> None:
        turns = Turns()
        await asyncio.gather(take(turns, "one"), take(turns, "two"))

    asyncio.run(both())

    assert order == ["one in", "one out", "two in", "two out"]


class Broken(Slow):
    def analyse(self, question: Question) -> dict[str, Any]:
        raise IndexError(question.text)


def test_a_defect_is_told_and_the_server_goes_on() -> None:
    server = application(Broken())  # type: ignore[arg-type]
    with TestClient(server, ADDRESS, raise_server_exceptions=False) as client:
        answers = [ask(client), client.get("/health")]

    assert [answer.status_code for answer in answers] == [500, 200]
    assert "failed on this text (IndexError)" in answers[0].json()["error"]
    assert answers[0].headers.items() >= HEADERS.items()


def test_a_pipeline_that_cannot_be_loaded_is_told_to_who_asks(capsys: pytest.CaptureFixture[str]) -> None:
    with TestClient(application(analyst(configure(("mars",), pipeline="no_such_pipeline"))), ADDRESS) as client:
        answer = ask(client)

    assert answer.status_code == 422
    assert "There is no pipeline 'no_such_pipeline'" in answer.json()["error"]
    assert "There is no pipeline" in capsys.readouterr().err


def test_resolvers_that_do_not_exist_or_need_a_key_are_told_at_the_start() -> None:
    with pytest.raises(UnknownNameError):
        analyst(configure(("oracel",)))
    with pytest.raises(OptionError):
        analyst(configure(("oracle",)))


def test_too_many_candidates_are_refused_before_the_resolvers_work() -> None:
    def fail(_: Any) -> Any:
        raise AssertionError

    unused: Resolver = type("Unused", (), {"resolve": fail})()
    text = "It saw it and it knew it. " * 300

    with pytest.raises(WorkbenchError) as caught:
        Analyst({"unused": unused}, configure()).analyse(Question(text, options=Preparation(window=100)))
    assert caught.value.code == "too-many-pairs"
