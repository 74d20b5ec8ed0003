"""Shared by the scripts for language models: an OpenAI-compatible endpoint, and recorded answers.

Standard library only. Every answer is written to `OUTPUT.answers.jsonl` as it comes, so that an interrupted run does
not ask again; such a file is what `--replay` takes, however its answers were got (a batch service, a chat window).
An answer that fails is counted, and the run goes on with the next; it is asked for again by the next run.
"""

import argparse
import hashlib
import http.client
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from _predictions import FAILED, Document, Json, parser, read, repair, report, stop

Messages = list[dict[str, str]]
Answer = Json
"""prompt_sha256, model, text, and finish_reason: `length` where the answer was cut off."""
PASSING = {408, 429, 500, 502, 503, 504}
"""HTTP errors that may be over at the next try."""
HOPELESS = {401, 403, 404}
"""HTTP errors that every other prompt would meet as well: a wrong key, address or model."""
LONGEST_WAIT = 60.0
"""Seconds."""
MOST_FAILURES = 10
"""So many answers that fail in a row end the run."""


def options(description: str | None) -> argparse.ArgumentParser:
    """The arguments of a script that asks a language model."""
    arguments = parser(description, model="")
    arguments.add_argument("--url", help="of the endpoint, up to /v1; /chat/completions is added")
    arguments.add_argument("--key-variable", default="OPENAI_API_KEY", help="the environment variable with the key")
    arguments.add_argument("--body", type=json.loads, default={}, help="more JSON for each request, as '{\"seed\": 7}'")
    arguments.add_argument("--max-tokens", type=int, default=16_384, help="of one answer (default: %(default)s)")
    arguments.add_argument("--timeout", type=float, default=600.0, help="seconds for one answer (default: %(default)s)")
    arguments.add_argument("--tries", type=int, default=6, help="for one answer (default: %(default)s)")
    arguments.add_argument("--dry-run", action="store_true", help="write the prompts to OUTPUT, and ask nobody")
    arguments.add_argument("--replay", type=Path, help="a file of recorded answers; nobody is asked")
    return arguments


def prompt(text: str, instructions: str) -> Messages:
    """The messages of one request."""
    return [{"role": "system", "content": instructions}, {"role": "user", "content": text}]


def hash_of(messages: Messages) -> str:
    """The name under which an answer is recorded."""
    return hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).hexdigest()


def write_prompts(arguments: argparse.Namespace, prompts: Callable[[Document], Iterable[Messages]]) -> None:
    """Write what would be asked, a line each: doc_id, number of the prompt in its document, prompt_sha256, messages."""
    lines = [
        {"doc_id": document["doc_id"], "number": number, "prompt_sha256": hash_of(messages), "messages": messages}
        for document in read(arguments.input)
        for number, messages in enumerate(prompts(document))
    ]
    part = arguments.output.with_name(f"{arguments.output.name}.part")
    part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    part.replace(arguments.output)
    report(f"{arguments.output}: {len(lines)} prompts")


class Failed(Exception):  # noqa: N818 - an answer that failed
    """An error that says why there is no answer to a prompt."""


class Answerer:
    """A source of answers to prompts: the recorded one, else that of the endpoint, which is then recorded.

    `failed` counts the prompts without an answer, `cut` the answers that the token limit cut off.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Read the recorded answers; ends the program if there is neither an endpoint nor a recording."""
        if not arguments.replay and not (arguments.url and arguments.model):
            cure = "or recorded answers with --replay, or use --dry-run."
            stop(f"Name an endpoint with --url and a model with --model, {cure}")
        self.arguments = arguments
        self.record = arguments.output.with_name(f"{arguments.output.name}.answers.jsonl")
        answers = read_answers(arguments.replay) if arguments.replay else repair(self.record)
        of_model = (answer for answer in answers if answer.get("model", arguments.model) == arguments.model)
        self.known = {answer["prompt_sha256"]: answer for answer in of_model}
        self.failed = self.failed_in_a_row = self.cut = 0

    def answer(self, messages: Messages) -> Answer:
        """The answer to a prompt. Raises `Failed` if there is none."""
        name = hash_of(messages)
        if name not in self.known:
            if self.arguments.replay:
                raise Failed("no recorded answer")
            self.known[name] = {"prompt_sha256": name, "model": self.arguments.model, **self._ask(messages)}
            with self.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(self.known[name]) + "\n")
        self.cut += self.known[name].get("finish_reason") == "length"
        return self.known[name]

    def _ask(self, messages: Messages) -> Answer:
        try:
            answer = ask(self.arguments, messages)
        except Failed as failure:
            self.failed += 1
            self.failed_in_a_row += 1
            if self.failed_in_a_row == MOST_FAILURES:
                give_up(self.arguments, f"{MOST_FAILURES} answers in a row failed, the last with: {failure}")
            raise Failed(f"{FAILED}{failure}") from failure
        self.failed_in_a_row = 0
        return answer

    def tell(self) -> None:
        """Report the answers that failed or were cut off."""
        if self.failed:
            report(f"Failed answers: {self.failed}. Remove {self.arguments.output} and start again to ask for them.")
        if self.cut:
            report(f"Answers cut off at a limit of tokens (--max-tokens {self.arguments.max_tokens}): {self.cut}.")


def read_answers(path: Path) -> list[Answer]:
    """The answers of a file; those that tell no model are of any."""
    try:
        answers = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
    except (OSError, ValueError) as error:
        stop(f"{path}: cannot be read ({error}).")
    if not all(isinstance(answer, dict) and {"prompt_sha256", "text"} <= answer.keys() for answer in answers):
        stop(f"{path}: each line should have the prompt_sha256 of a prompt (--dry-run writes them) and the text.")
    return answers


def ask(arguments: argparse.Namespace, messages: Messages) -> Answer:
    """The endpoint's answer at temperature 0; it is asked again after errors that pass. Raises `Failed`."""
    problem = "nobody was asked"
    for number in range(arguments.tries):
        wait = 2.0**number
        try:
            choice = json.loads(fetch(request(arguments, messages), arguments.timeout))["choices"][0]
            return {"text": choice["message"]["content"] or "", "finish_reason": choice.get("finish_reason")}
        except urllib.error.HTTPError as error:
            problem = f"{error.code} {error.reason}: {error.read(300).decode('utf-8', 'replace')}"
            if error.code in HOPELESS:
                give_up(arguments, problem)
            if error.code not in PASSING:
                break
            retry_after = error.headers.get("Retry-After") or ""
            wait = float(retry_after) if retry_after.isdecimal() else wait
        except (LookupError, TypeError, ValueError) as error:
            problem = f"its answer has not the form of a chat completion ({type(error).__name__}: {error})"
            break
        except (OSError, http.client.HTTPException) as error:  # no connection, or one that breaks off
            problem = str(error)
        report(f"{arguments.url}: {problem}")
        time.sleep(min(wait, LONGEST_WAIT))
    raise Failed(problem)


def fetch(asked: urllib.request.Request, seconds: float) -> bytes:
    """Return what comes back; raises `TimeoutError` if it is not whole in time, even if it comes drop by drop."""
    deadline = time.monotonic() + seconds
    pieces = []
    with urllib.request.urlopen(asked, timeout=seconds) as response:  # noqa: S310
        while piece := response.read1(65_536):
            pieces.append(piece)
            if time.monotonic() > deadline:
                raise TimeoutError(f"no whole answer within {seconds:g} seconds")
        if response.length:  # of what was announced, so much is missing
            raise http.client.IncompleteRead(b"", response.length)
    return b"".join(pieces)


def give_up(arguments: argparse.Namespace, problem: str) -> NoReturn:
    """End the run, which can go on later."""
    stop(f"{arguments.url}: {problem}. Start again later: what was answered is kept.")


def request(arguments: argparse.Namespace, messages: Messages) -> urllib.request.Request:
    """The request; entries of --body that are null take an entry of ours away."""
    if not arguments.url.startswith(("http://", "https://")):
        stop(f"{arguments.url} is not an address: it should begin with http:// or https://.")
    ours = {"model": arguments.model, "temperature": 0, "max_tokens": arguments.max_tokens, "messages": messages}
    body = {**ours, **arguments.body}
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get(arguments.key_variable):
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
    return urllib.request.Request(f"{arguments.url.rstrip('/')}/chat/completions", data, headers)  # noqa: S310
