"""Requests of a page: their shape and size, one clear message for whatever is wrong, and a short queue."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from starlette.requests import ClientDisconnect, Request

from anaphora.experiments.live.analysis import Question
from anaphora.workbench.language.anaphors import PRONOUNS, PronounKind
from anaphora.workbench.preparation import ItFilter, Preparation

MOST_CHARACTERS = 20_000
MOST_BYTES = 12 * MOST_CHARACTERS + 4_000
"""JSON may write a character as two escapes of six bytes."""
BUSY = "The workbench is busy with another text; try again."
DEFAULTS = Preparation()


def _without_surrogates(text: object) -> object:
    r"""Replace half a surrogate pair, which JSON can write as `\ud800`: it is no character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if isinstance(text, str) else text


class _Body(BaseModel):
    """The body of a request: what a page may ask."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, BeforeValidator(_without_surrogates)]
    resolvers: list[str] = []
    window: int = DEFAULTS.window
    anaphors: PronounKind = PRONOUNS[0]
    it_filter: ItFilter = DEFAULTS.it_filter


class Refusal(Exception):  # noqa: N818 (an answer, not a failure)
    """A request that is not served: its HTTP status, and what is wrong with the cure."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(status, message)
        self.status, self.message = status, message


async def question_of(request: Request) -> Question:
    """Read the question of a request; raises `Refusal` for one that is too large, no JSON, or of the wrong shape."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "Send JSON, with the header 'Content-Type: application/json'.")
    return asked_in(await _body(request))


def asked_in(body: bytes) -> Question:
    """Read the question in a body; raises `Refusal` for one that is no JSON, or of the wrong shape."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):  # also of bytes that are no UTF-8
        message = 'The request is not JSON. Send an object such as {"text": "Press the key and hold it."}.'
        raise Refusal(400, message) from None
    if isinstance(asked, dict) and len(str(asked.get("text"))) > MOST_CHARACTERS:
        raise _too_long()
    try:
        read = _Body.model_validate(asked)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the request"
        fields = ", ".join(_Body.model_fields)
        raise Refusal(422, f"{field}: {first['msg']}. Send an object with {fields}; only text is needed.") from error
    options = Preparation(window=read.window, anaphors=read.anaphors, it_filter=read.it_filter)
    return Question(read.text, tuple(read.resolvers), options)


async def _body(request: Request) -> bytes:
    """The body, not read beyond the limit of length."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                raise _too_long()
    except ClientDisconnect:
        raise Refusal(400, "The question was broken off.") from None  # nobody hears it
    return bytes(body)


def _too_long() -> Refusal:
    return Refusal(
        413,
        f"The text is too long for the live page, which takes {MOST_CHARACTERS:,} characters. "
        "Shorten it, or use 'anaphora resolve FILE'.",
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
