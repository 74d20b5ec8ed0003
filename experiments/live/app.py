"""The server behind the live page: a page, its scripts and styles, and one question to ask, with a short queue."""

import asyncio
import json
import sys
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, signature
from typing import Annotated, Any, TypeAlias, Unpack, get_args

import uvicorn
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, create_model
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from anaphora.experiments.live.analysis import Analyst, LiveQuestion
from anaphora.experiments.live.examples import examples
from anaphora.experiments.live.saved import SCRIPTS, STYLES, asset, joined, saved_page
from anaphora.experiments.run.configuration import OF_PRONOUNS, OPTIONS, Options, configure, takes
from anaphora.experiments.show.report import page
from anaphora.workbench import __version__
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import JsonObject
from anaphora.workbench.options import About, about_of, values_of
from anaphora.workbench.preparation import Preparation, PronounKind

MOST_CHARACTERS = 20_000
MOST_BYTES = 12 * MOST_CHARACTERS + 4_000
"""JSON may write a character as two escapes of six bytes."""
MOST_SCORED = 1_000_000
"""Bytes of key and response that are scored."""
Scorer: TypeAlias = Callable[..., JsonObject]
"""`experiments.commands.score.boxes.score_boxes`, to which commands lead, but not this."""
BUSY = "The workbench is busy with another text; try again."
HOSTS = ("127.0.0.1", "localhost")
MOST_CONNECTIONS = 400
"""Connections at once; a browser has six. Whoever comes then is told to try again."""
PATIENCE = 10
"""Seconds in which a request must come whole, and an answer be taken a little further."""
MOST_HEAD = 16_384
"""Bytes of a request's path and headers that come piece by piece; a browser sends one or two thousand."""
TICKED = ("hobbs", "lappin_leass", "mars", "cogniac", "centering_bfp")
"""The resolvers that are asked at first where the user of `serve` named none: one of each family."""
POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src data:",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
))  # fmt: skip
_ASSETS = {"live.css": ("text/css", STYLES), "live.js": ("text/javascript", (*SCRIPTS, "live.js"))}
"""What the page asks for: the kind of a file, and the assets that are joined in it."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def _without_surrogates(text: object) -> object:
    r"""Replace half a surrogate pair, which JSON can write as `\ud800`: it is no character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if isinstance(text, str) else text


@takes(*OF_PRONOUNS, choices={"anaphors": PronounKind})
def preparation_of(**options: Unpack[Options]) -> Preparation:
    """The options of the preprocessing that a page may ask for."""
    return configure(**options).preparation


def _decoded(text: object) -> bytes:
    return b64decode(text if isinstance(text, str) else "?", validate=True)


_OFFERED = signature(preparation_of).parameters
_TEXT = Annotated[str, BeforeValidator(_without_surrogates)]
_FILES = dict[str, Annotated[bytes, BeforeValidator(_decoded)]]
"""Files of a box in base 64 by name; what was typed has none."""


def _body_of(offered: Mapping[str, Parameter], **fields: Any) -> type[BaseModel]:
    """The body of a request: what a page may ask, with options."""
    declared: dict[str, Any] = {name: (entry.annotation, entry.default) for name, entry in offered.items()}
    return create_model("_Body", __config__=ConfigDict(extra="forbid", strict=True), **fields, **declared)


_QUESTION = _body_of(_OFFERED, text=(_TEXT, ...), resolvers=(list[str], []))
_KINDS: Mapping[type, str] = {bool: "checkbox", int: "number"}


@dataclass(frozen=True, slots=True)
class FormField:
    """An option as a field of the page's form.

    `values` are its choices, each with its meaning in brackets; one without them is an input of a `kind` of HTML.
    """

    name: str
    label: str
    kind: str
    default: object
    about: About
    values: Mapping[str, str]


def form_field(entry: Parameter) -> FormField:
    """The field of an option: its label is the help on it, without what is said of its values."""
    about = about_of(OPTIONS[entry.name][1]) or About(entry.name)
    values = {value: about.with_meaning(value) for value in values_of(entry.annotation)}
    if values and entry.default is None:
        values = {"": "", **values}
    types = (entry.annotation, *get_args(entry.annotation))
    kind = next((_KINDS[kind] for kind in types if kind in _KINDS), "text")
    return FormField(
        entry.name, about.help.partition(" (")[0].partition(":")[0].rstrip("."), kind, entry.default, about, values
    )


class Refusal(Exception):  # noqa: N818 (an answer, not a failure)
    """A request that is not served: its HTTP status, and what is wrong with the cure."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status, message)
        self.status, self.message = status, message


def asked_in(body: bytes) -> LiveQuestion:
    """Read the question in a body; raises `Refusal` for one that is no JSON, or of the wrong shape."""
    asked = _read(body, _QUESTION, '{"text": "Press the key and hold it."}')
    text, resolvers = asked.pop("text"), asked.pop("resolvers")
    if len(text) > MOST_CHARACTERS:
        raise _too_long(MOST_CHARACTERS)
    return LiveQuestion(text, tuple(resolvers), preparation_of(**asked))


def _read(body: bytes, shape: type[BaseModel], example: str) -> JsonObject:
    try:
        return shape.model_validate(json.loads(body)).model_dump()
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the request"
        fields = ", ".join(shape.model_fields)
        problem = f"{field}: {first['msg']}. Send an object with {fields}, or only {example}."
        raise Refusal(422, problem) from error
    except (ValueError, RecursionError):  # also of bytes that are no UTF-8
        raise Refusal(400, f"The request is not JSON. Send an object such as {example}.") from None


async def _body(request: Request, most: int, too_long: Refusal) -> bytes:
    """The body of a question of the page itself, which is JSON, not read beyond the limit of length."""
    origin = request.headers.get("origin")
    if origin and origin != f"{request.url.scheme}://{request.url.netloc}":
        raise Refusal(403, "Only the live page itself may ask.")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "Send JSON, with the header 'Content-Type: application/json'.")
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise too_long
    except TimeoutError:
        raise Refusal(408, "The question came too slowly; ask again.") from None
    except ClientDisconnect:
        raise Refusal(400, "The question was broken off.") from None  # nobody hears it
    return bytes(body)


def _too_long(most: int, unit: str = "characters", command: str = "anaphora resolve FILE") -> Refusal:
    return Refusal(
        413, f"That is too long for the live page, which takes {most:,} {unit}. Shorten it, or use '{command}'."
    )


class Turns:
    """A queue, one at a time; raises `Refusal` (503) where `waiting` others wait or the turn does not come in time."""

    def __init__(self, waiting: int = 4, seconds: float = 20.0) -> None:
        self.most, self.seconds = waiting, seconds
        self._waiting = 0
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold the turn for the body of a `with`."""
        await self._wait()
        try:
            yield
        finally:
            self._lock.release()

    async def _wait(self) -> None:
        if self._lock.locked() and self._waiting >= self.most:
            raise Refusal(503, BUSY)
        self._waiting += 1
        try:
            async with asyncio.timeout(self.seconds):
                await self._lock.acquire()
        except TimeoutError:
            raise Refusal(503, BUSY) from None
        finally:
            self._waiting -= 1


def application(analyst: Analyst, score: Scorer, turns: Turns | None = None) -> Starlette:
    """The server. It loads the pipeline in a thread when it starts, so that the page is there at once.

    Requests are only taken under the names of this machine (a page elsewhere could otherwise have its own name point
    here), and a question only from the page itself: it has to be JSON, which other pages may not send unasked.
    """
    server = Starlette(
        routes=[
            Route("/", _page),
            Route("/assets/{name}", _asset),
            Route("/examples", _examples),
            Route("/saved", _saved),
            Route("/health", _health),
            Route("/analyse", _analyse, methods=["POST"]),
            Route("/score", _score, methods=["POST"]),
        ],
        middleware=[
            Middleware(_with_headers),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS), www_redirect=False),
        ],
        exception_handlers={Refusal: _refused, WorkbenchError: _unanswerable, Exception: _failed},
        lifespan=_lifespan,
    )
    server.state.analyst = analyst
    server.state.turns = turns or Turns()
    server.state.score = score
    server.state.compared = {name: entry for name, entry in signature(score).parameters.items() if name in OPTIONS}
    server.state.scoring = Turns()  # for which nobody waits until the pipeline is loaded
    server.state.ready = False
    return server


def make_server(served: ASGIApp, host: str, port: int) -> uvicorn.Server:
    """A server for one person's browser, with limits of connections, of a request's head, and of patience."""
    config = uvicorn.Config(
        served,
        host=host,
        port=port,
        http="h11",  # the parser that has a limit of size
        limit_concurrency=MOST_CONNECTIONS,
        ws="none",
        log_level="warning",
        server_header=False,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_graceful_shutdown=3,
        timeout_notify=PATIENCE,
    )
    server = uvicorn.Server(config)
    config.callback_notify = partial(_hang_up, server.server_state.connections, set())
    return server


async def _hang_up(connections: Iterable[Any], before: set[tuple[Any, ...]]) -> None:
    """End the connections on which nothing moved since the call `before`: no request became whole, no answer left."""
    states = {(client, client.cycle, client.transport.get_write_buffer_size()) for client in connections}
    idle = {state for state in states if state[2] or not state[1] or state[1].response_complete}
    for connection, *_ in idle & before:
        connection.transport.abort()
    before.clear()
    before |= idle


def _with_headers(application: ASGIApp) -> ASGIApp:
    """Add the headers of safety to all answers, those of the framework too."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await application(scope, receive, send_with_headers)

    return answer


@asynccontextmanager
async def _lifespan(server: Starlette) -> AsyncIterator[None]:
    warming = asyncio.create_task(_warm(server))
    yield
    await warming


async def _warm(server: Starlette) -> None:
    """Take the first turn, for which a question that comes meanwhile waits; one after a failure hears the reason."""
    async with server.state.turns.turn():
        try:
            await run_in_threadpool(server.state.analyst.warm)
            server.state.ready = True
        except WorkbenchError as error:
            sys.stderr.write(f"error: {error}\n")


async def _page(request: Request) -> Response:
    analyst = request.app.state.analyst
    text = page.template("page.html.j2", asset).render(
        resolvers=analyst.offered,
        ticked=analyst.offered if analyst.settings.resolvers else TICKED,
        options=[form_field(entry) for entry in _OFFERED.values()],
        compared=[form_field(entry) for entry in request.app.state.compared.values()],
        limit=MOST_CHARACTERS,
        version=__version__,
        served=True,
    )
    return HTMLResponse(text)


async def _saved(_: Request) -> Response:
    return HTMLResponse(saved_page())


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _ASSETS:
        return Response("Not Found", 404, media_type="text/plain")
    kind, names = _ASSETS[name]
    return Response(joined(names), media_type=kind)


async def _examples(_: Request) -> Response:
    texts = await run_in_threadpool(examples)
    return JSONResponse({"examples": [example.as_json() for example in texts]})


async def _health(request: Request) -> Response:
    return JSONResponse({"status": "ok", "ready": request.app.state.ready, "version": __version__})


async def _analyse(request: Request) -> Response:
    question = asked_in(await _body(request, MOST_BYTES, _too_long(MOST_CHARACTERS)))
    state = request.app.state
    async with state.turns.turn():
        answer = await run_in_threadpool(state.analyst.analyse, question)
        state.ready = True
    return JSONResponse(answer)


async def _score(request: Request) -> Response:
    too_long = _too_long(MOST_SCORED, "bytes of key and response", "anaphora score KEY RESPONSE")
    body = await _body(request, 4 * MOST_SCORED // 3 + 4_000, too_long)
    state = request.app.state
    shape = _body_of(state.compared, key=(_FILES, ...), response=(_FILES, ...))
    asked = _read(body, shape, '{"key": {"key.conll": BASE64}, "response": {"": BASE64}}')
    async with state.scoring.turn():
        return JSONResponse(await run_in_threadpool(state.score, **asked))


async def _refused(_: Request, refusal: Exception) -> Response:
    status, message = refusal.args
    wait = {"retry-after": "5"} if status == 503 else {}
    return JSONResponse({"error": message}, status, wait)


async def _unanswerable(_: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 422)


async def _failed(_: Request, error: Exception) -> Response:
    """A defect of ours; the server goes on, and its terminal shows where it was."""
    message = f"The workbench failed on this text ({type(error).__name__}); the terminal has more. Please report it."
    return JSONResponse({"error": message}, 500, HEADERS)
