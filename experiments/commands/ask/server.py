"""A server with the usual chat interface (`/chat/completions`), and the answers that it gave, kept as they come.

Nothing is sent to any address but the one that is named: no redirect is followed, and no proxy used.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, HTTPSConnection, IncompleteRead
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from anaphora.corpora import objects
from anaphora.experiments.commands.ask.prompts import Messages, hash_of
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import text, write_text_atomically
from anaphora.workbench.progress import tell_line
from anaphora.workbench.results.vocabulary import counted

Json = dict[str, Any]
PASSING = frozenset({408, 429, 500, 502, 503, 504})
"""Errors that may be over at the next try."""
HOPELESS = frozenset({301, 302, 303, 307, 308, 401, 403, 404})
"""Those that every other prompt would meet as well: another address, a wrong key or model."""
TRIES = 6
MOST_FAILURES = 10
"""Requests that fail in a row and so end the run."""
LONGEST_WAIT = 600.0
"""Seconds for an answer, and before it is asked for again."""
LONGEST_REPLY = 16_000_000
"""Bytes."""
MOST_TOKENS = 16_384
"""Tokens of an answer, if the body of the request says nothing else."""
_TOKENS = ("prompt_tokens", "completion_tokens")
_AGAIN = "Start again later: what was answered is kept."


class Failed(Exception):  # noqa: N818 (an answer that failed)
    """An error that says why there is no answer; `wait` are the seconds to the next try, `None` if there is none."""

    def __init__(self, problem: str, wait: float | None = None) -> None:
        """Take what happened."""
        super().__init__(problem)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Server:
    """A server at an address, and what it is asked with; entries of `body` that are null take ours away."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    body: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what is no address, before anything is sent."""
        if not _is_address(self.url):
            raise OptionError(f"{self.url} is no address of a server. Write http://HOST:PORT/v1.", code="url")
        if not self.model:
            raise OptionError("Name the model that the server is to answer with: --model NAME.", code="model")

    def ask(self, messages: Messages) -> Json:
        """The answer to a prompt, at temperature 0: its text, the reason of its end, and the whole reply.

        Raises:
            Failed: there is none, or not this time.
            WorkbenchError: the server would answer no other prompt either.
        """
        ours = {"model": self.model, "temperature": 0, "max_tokens": MOST_TOKENS, "messages": messages, **self.body}
        data = json.dumps({name: value for name, value in ours.items() if value is not None}).encode()
        try:
            status, headers, content = self._post(data)
        except (OSError, HTTPException) as error:  # no connection, or one that breaks off
            raise Failed(f"{type(error).__name__}: {error}", 0.0) from error
        if not 200 <= status < 300:
            shown = content[:300].decode("utf-8", "replace")
            problem = f"{status}: {shown.replace(self.key, '***') if self.key else shown}"
            if status in HOPELESS:
                raise WorkbenchError(f"{self.url}: {problem}. {_AGAIN}", code="server")
            raise Failed(problem, _wait(headers) if status in PASSING else None)
        try:
            reply = json.loads(content)
            choice = reply["choices"][0]
            answer = choice["message"]["content"] or ""
            answer = answer if isinstance(answer, str) else "".join(part["text"] for part in answer)
            json.dumps(reply)  # which it has to be kept as
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise Failed(f"the reply is no chat completion ({type(error).__name__}: {error})") from error
        return {"text": answer, "finish_reason": choice.get("finish_reason"), "reply": reply}

    def _post(self, data: bytes) -> tuple[int, HTTPMessage, bytes]:
        parts = urlsplit(self.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {self.key}"} if self.key else {})}
        path = f"{parts.path.rstrip('/')}/chat/completions" + (f"?{parts.query}" if parts.query else "")
        with closing(kind(str(parts.hostname), parts.port, timeout=LONGEST_WAIT)) as connection:
            connection.request("POST", path, data, headers)
            response = connection.getresponse()
            return response.status, response.headers, read_whole(response, LONGEST_WAIT)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        plain = parts.port != 0 and not parts.username and url.isascii() and url.isprintable() and " " not in url
    except ValueError:
        return False
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname)


def read_whole(response: HTTPResponse, seconds: float) -> bytes:
    """Return what comes back; raises `OSError` or `HTTPException` for what is late, too long, or not the whole."""
    deadline = time.monotonic() + seconds
    pieces: list[bytes] = []
    while piece := response.read1(65_536):
        pieces.append(piece)
        if time.monotonic() > deadline:
            raise TimeoutError(f"no whole answer within {seconds:g} seconds")
        if sum(map(len, pieces)) > LONGEST_REPLY:
            raise OSError(f"the answer is larger than {LONGEST_REPLY:,} bytes")
    if response.length:  # of what was announced, so much is missing
        raise IncompleteRead(b"", response.length)
    return b"".join(pieces)


def _wait(headers: HTTPMessage) -> float:
    """The seconds that `Retry-After` asks for, as a number or a date; 0 if it asks for nothing."""
    value = headers.get("Retry-After") or ""
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return 0.0


def key_in(variable: str | None) -> str:
    """The key that an environment variable holds; raises `OptionError` if the one that is named holds none."""
    key = os.environ.get(variable, "").strip() if variable else ""
    if variable and not (key.isascii() and key.isprintable() and key):
        raise OptionError(f"The environment variable {variable} holds no key. Set it.", code="no-key")
    return key


class Answerer:
    """Answers to prompts: those of a file, and what a server, if there is one, answers to the rest.

    Each is added to the file as it comes, so that nothing is asked for twice. Answers that somebody got elsewhere may
    stand there too, with `prompt_sha256` and `text`; those that tell no model are of any. `unanswered` are prompts
    without an answer, by their hash, with the reason; `counts` has requests, tokens, and what there was before, and
    `limits` the most of both, `None` for as many as it takes.
    """

    def __init__(
        self, path: Path, model: str, server: Server | None, requests: int | None = None, tokens: int | None = None
    ) -> None:
        """Read the file. Raises `FormatError` if it is of another form."""
        self.path = path
        self.server = server
        self.limits = {"request": requests, "token": tokens}
        self.kept: dict[str, Json] = {}
        self.unanswered: dict[str, tuple[Messages, str]] = {}
        self.counts: Counter[str] = Counter()
        for line in _kept(path):
            if line.get("model", model) == model:
                self._keep(line)
        self.counts["kept"] = len(self.kept)
        self._failed_in_a_row = 0

    def _keep(self, line: Json) -> None:
        """Take an answer, and count it, its tokens, and if it was cut off at a limit of tokens."""
        self.kept[line["prompt_sha256"]] = line
        usage = line["reply"].get("usage") if "reply" in line else None
        named = {name: usage.get(name) for name in _TOKENS} if isinstance(usage, dict) else {}
        used = {name: number for name, number in named.items() if isinstance(number, int) and number > 0}
        self.counts.update(used)
        self.counts.update(
            requests="reply" in line,
            cut=line.get("finish_reason") == "length",
            without_usage="reply" in line and not used,
        )

    def answer(self, messages: Messages) -> str | None:
        """The answer to a prompt; `None` if there is none.

        Raises:
            WorkbenchError: a limit is reached (code "limit"), many requests failed in a row or all would ("server").
        """
        name = hash_of(messages)
        if name not in self.kept:
            if self.server is None:
                self.unanswered[name] = messages, "nobody was asked"
                return None
            try:
                line = self._ask(self.server, messages)
            except Failed as failure:
                self.unanswered[name] = messages, str(failure)
                return None
            self._failed_in_a_row = 0
            self._keep({"prompt_sha256": name, "model": self.server.model, **line})
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.kept[name]) + "\n")
        return str(self.kept[name]["text"])

    def _ask(self, server: Server, messages: Messages) -> Json:
        for number in range(1, TRIES + 1):
            self._require_within_limits()
            try:
                return server.ask(messages)
            except Failed as failure:
                self.counts["requests"] += 1
                self._failed_in_a_row += 1
                wait = failure.wait or 2.0**number
                if self._failed_in_a_row == MOST_FAILURES or wait > LONGEST_WAIT:
                    problem = f"{failure}; {self._failed_in_a_row} failed in a row, the next would wait {wait:,.0f} s"
                    raise WorkbenchError(f"{server.url}: {problem}. {_AGAIN}", code="server") from failure
                if failure.wait is None or number == TRIES:
                    raise
                tell_line(f"{server.url}: {failure}; asked again in {wait:.0f} seconds")
                time.sleep(wait)
        raise AssertionError  # the last try returns or raises

    def _require_within_limits(self) -> None:
        used = {"request": self.counts["requests"], "token": sum(self.counts[name] for name in _TOKENS)}
        if self.limits["token"] and self.counts["without_usage"]:
            problem = "the server does not tell how many tokens it took, so that no limit of these can be kept"
            raise WorkbenchError(f"{self.path}: {problem}. Limit the requests instead.", code="limit")
        for unit, most in self.limits.items():
            if most is not None and used[unit] >= most:
                problem = f"the limit of {counted(most, unit)} is reached, {counted(len(self.kept), 'answer')} kept"
                raise WorkbenchError(f"{self.path}: {problem}. Start again with a higher one.", code="limit")


def _kept(path: Path) -> Iterator[Json]:
    """The answers of a file, if there is one; a last line that was cut off in writing is taken away from it."""
    *whole, last = text(path).split("\n") if path.exists() else [""]
    with suppress(ValueError, RecursionError):
        whole += [last] if last and json.loads(last) else []
    if last:
        write_text_atomically(path, "".join(f"{line}\n" for line in whole))
    for number, answer in objects(path) if whole else ():
        strings = isinstance(answer.get("prompt_sha256"), str) and isinstance(answer.get("text"), str)
        if not strings or not isinstance(answer.get("reply", {}), dict):
            cure = "Each line has the prompt_sha256 of a prompt, and the text of its answer."
            raise FormatError(path, number, "this is no answer to a prompt", cure)
        yield answer
