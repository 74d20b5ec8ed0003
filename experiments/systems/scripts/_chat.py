"""Shared by the scripts for language models: an OpenAI-compatible endpoint, and recorded answers.

Standard library only. Every answer is written to `OUTPUT.answers.jsonl` as it comes, so that an interrupted run does
not ask again; such a file is what `--replay` takes, however its answers were got (a batch service, a chat window).
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

from _predictions import Document, Json, parser, read, repair, report, stop

Messages = list[dict[str, str]]
Answer = Json
"""prompt_sha256, model, text, and finish_reason: `length` where the answer was cut off."""

PASSING = {408, 429, 500, 502, 503, 504}
"""HTTP errors that may be over at the next try."""
LONGEST_WAIT = 60.0
"""Seconds."""


def options(description: str | None) -> argparse.ArgumentParser:
    """The arguments of a script that asks a language model."""
    arguments = parser(description, model="")
    arguments.add_argument("--url", help="of the endpoint, up to /v1; /chat/completions is added")
    arguments.add_argument("--key-variable", default="OPENAI_API_KEY", help="the environment variable with the key")
    arguments.add_argument("--body", type=json.loads, default={}, help="more JSON for each request, as '{\"seed\": 7}'")
    arguments.add_argument("--timeout", type=float, default=600.0, help="seconds for one answer")
    arguments.add_argument("--tries", type=int, default=6, help="for one answer, before the run ends")
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
    """What would be asked, a line each: doc_id, the number of the prompt in its document, prompt_sha256, messages."""
    lines = [
        {"doc_id": document["doc_id"], "number": number, "prompt_sha256": hash_of(messages), "messages": messages}
        for document in read(arguments.input)
        for number, messages in enumerate(prompts(document))
    ]
    part = arguments.output.with_name(f"{arguments.output.name}.part")
    part.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    part.replace(arguments.output)
    report(f"{arguments.output}: {len(lines)} prompts")


def make_answerer(arguments: argparse.Namespace) -> Callable[[Messages], Answer | None]:
    """Gives the answer to a prompt: a recorded one, else that of the endpoint; None if nobody is to be asked."""
    if not arguments.replay and not (arguments.url and arguments.model):
        stop(
            "Name an endpoint with --url and a model with --model, or recorded answers with --replay, or use --dry-run."
        )
    record = arguments.output.with_name(f"{arguments.output.name}.answers.jsonl")
    answers = read_answers(arguments.replay) if arguments.replay else repair(record)
    known = {
        answer["prompt_sha256"]: answer for answer in answers if answer.get("model", arguments.model) == arguments.model
    }

    def answer(messages: Messages) -> Answer | None:
        name = hash_of(messages)
        if name not in known and not arguments.replay:
            known[name] = {"prompt_sha256": name, "model": arguments.model, **ask(arguments, messages)}
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(known[name]) + "\n")
        return known.get(name)

    return answer


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
    """The endpoint's answer at temperature 0; it is asked again after errors that pass."""
    problem = "nobody was asked"
    for number in range(arguments.tries):
        try:
            with urllib.request.urlopen(request(arguments, messages), timeout=arguments.timeout) as response:  # noqa: S310
                choice = json.load(response)["choices"][0]
            return {"text": choice["message"]["content"] or "", "finish_reason": choice.get("finish_reason")}
        except urllib.error.HTTPError as error:
            problem = f"{error.code} {error.reason}: {error.read(300).decode('utf-8', 'replace')}"
            if error.code not in PASSING:
                break
            retry_after = error.headers.get("Retry-After") or ""
            wait = float(retry_after) if retry_after.isdecimal() else 2.0**number
        except (LookupError, TypeError, ValueError) as error:
            problem = f"its answer has not the form of a chat completion ({type(error).__name__}: {error})"
            break
        except (OSError, http.client.HTTPException) as error:  # no connection, or one that breaks off
            problem, wait = str(error), 2.0**number
        report(f"{arguments.url}: {problem}")
        time.sleep(min(wait, LONGEST_WAIT))
    return stop(f"{arguments.url}: {problem}. Start again later: what was answered is kept.")


def request(arguments: argparse.Namespace, messages: Messages) -> urllib.request.Request:
    """The request; entries of --body that are null take an entry of ours away."""
    if not arguments.url.startswith(("http://", "https://")):
        stop(f"{arguments.url} is not an address: it should begin with http:// or https://.")
    body = {"model": arguments.model, "temperature": 0, "messages": messages, **arguments.body}
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get(arguments.key_variable):
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
    return urllib.request.Request(f"{arguments.url.rstrip('/')}/chat/completions", data, headers)  # noqa: S310
