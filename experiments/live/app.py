"""The server behind the live page: a page, its scripts and styles, and one question to ask."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from anaphora.experiments.live.analysis import Analyst
from anaphora.experiments.live.examples import examples
from anaphora.experiments.live.requests import DEFAULTS, MOST_CHARACTERS, Refusal, Turns, question_of
from anaphora.experiments.live.saved import SCRIPTS, STYLES, asset, joined, saved_page
from anaphora.experiments.run.configuration import least_of
from anaphora.experiments.show.report import page
from anaphora.workbench import __version__
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.language.anaphors import PRONOUNS
from anaphora.workbench.preparation import IT_FILTERS

HOSTS = ("127.0.0.1", "localhost")
MOST_CONNECTIONS = 200
"""Connections at once; a browser has six. Whoever comes then is told to try again."""
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


def application(analyst: Analyst, turns: Turns | None = None) -> Starlette:
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
    server.state.ready = False
    return server


def make_server(served: ASGIApp, host: str, port: int) -> uvicorn.Server:
    """A server for one person's browser, with limits of connections and of a request's head."""
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
    )
    return uvicorn.Server(config)


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
        ticked=analyst.offered if analyst.are_named else TICKED,
        anaphors=PRONOUNS,
        filters=IT_FILTERS,
        defaults=DEFAULTS,
        least_window=least_of("window"),
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
    origin = request.headers.get("origin")
    if origin and origin != f"{request.url.scheme}://{request.url.netloc}":
        raise Refusal(403, "Only the live page itself may ask.")
    question = await question_of(request)
    state = request.app.state
    async with state.turns.turn():
        answer = await run_in_threadpool(state.analyst.analyse, question)
        state.ready = True
    return JSONResponse(answer)


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
