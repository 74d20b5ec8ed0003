"""The server of the live page, which waits for no client longer than it must."""

import asyncio
import time
from collections.abc import Collection
from typing import Protocol, cast

import uvicorn
from starlette.types import ASGIApp

SECONDS = 10.0
"""How long a client may take for a request's head, or to read its answer, from this machine to itself."""
MOST_CONNECTIONS = 200
"""At once; a browser has six. Whoever comes then is told that the server is busy."""
MOST_HEAD = 16_384
"""Bytes of a request's path and headers; a browser sends one or two thousand."""


def make_server(application: ASGIApp, host: str, port: int) -> uvicorn.Server:
    """A server that ends connections which are left open without a reason (see `Patience`)."""
    patience = Patience()
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        http="h11",  # the parser that has a limit of size
        ws="none",
        log_level="warning",
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_graceful_shutdown=int(SECONDS),
        callback_notify=patience.look,
        timeout_notify=1,
    )
    server = uvicorn.Server(config)
    patience.connections = cast(Collection[Connection], server.server_state.connections)
    return server


class Request(Protocol):
    """What uvicorn knows of a request that the application answers."""

    response_complete: bool


class FlowControl(Protocol):
    """Whether what is sent waits for the client."""

    write_paused: bool


class Connection(Protocol):
    """A connection of uvicorn, with its last request."""

    cycle: Request | None
    flow: FlowControl
    transport: asyncio.Transport


class Patience:
    """Ends connections on which for `SECONDS` nothing was for the server to do.

    uvicorn ends only those on which nothing comes between two requests: a client may send the head of one byte by
    byte, or not read its answer, for ever. Time counts while no request is being read or answered by the application,
    which has limits of its own, or while what is sent waits for the client.
    """

    def __init__(self) -> None:
        self.connections: Collection[Connection] = ()
        self._since: dict[Connection, tuple[Request | None, float]] = {}

    async def look(self) -> None:
        """Look at every connection; uvicorn calls this once a second."""
        now = time.monotonic()
        since_when: dict[Connection, tuple[Request | None, float]] = {}
        for connection in self.connections:
            request, since = self._since.get(connection, (None, now))
            since_when[connection] = connection.cycle, now if _is_busy(connection, request) else since
        self._since = since_when
        for connection, (_, since) in since_when.items():
            if now - since > SECONDS:
                connection.transport.abort()


def _is_busy(connection: Connection, earlier: Request | None) -> bool:
    """Whether the application is at work on a request, or has been since the `earlier` one."""
    request = connection.cycle
    answering = request is not None and not request.response_complete and not connection.flow.write_paused
    return answering or request is not earlier
