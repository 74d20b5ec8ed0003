"""The record of a question in a task of EleutherAI's lm-evaluation-harness, and the answers that it logs.

The harness reads questions as JSON lines, and with `--log_samples` writes a line for each: the record as `doc`, and the
replies in `filtered_resps`, a log-likelihood for each letter, or the text that was generated (0.4.13).
"""

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

IGNORED = (r"(?i)^\W*(?:the|an?)\s+", r"^\W+|\W+$")
"""Parts of an answer that do not count: a leading article, and signs at the ends (`regexes_to_ignore`)."""
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class HarnessTask:
    """The part of a question that only a harness is told, the key's answer included.

    `free` asks without choices, about `anaphor`. `choices` are the words of all choices and `letters` their names; the
    one with the number `right` is right, and in words every one of `phrases`, by which the key names the entity.
    `places` counts the letters of the text before the anaphor and before each choice but the last, none of these.
    """

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    anaphor: str
    free: str
    letters: tuple[str, ...]
    choices: tuple[str, ...]
    right: int
    phrases: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoggedAnswer:
    """An answer that was logged: the number of the choice that it names, `None` for none of them, and its words.

    `swap` tells texts with other names.
    """

    id: str
    doc_id: str
    swap: str
    choice: int | None
    words: str
    task: HarnessTask


def bare(text: str) -> str:
    """Reduce an answer to what `exact_match` of the harness compares, with the settings of our tasks."""
    for pattern in IGNORED:
        text = re.sub(pattern, "", text)
    return text.lower().translate(_PUNCTUATION)


def logged_answer(line: Mapping[str, object]) -> LoggedAnswer | None:
    """The answer in a line of the log; `None` if it is no such line, or not of a task of ours.

    Of log-likelihoods the highest counts, of equal ones the first, as in `acc`; a generated answer that is one of the
    right phrases names the right choice, as in `exact_match`.
    """
    question = line.get("doc")
    replies = line.get("filtered_resps")
    if not isinstance(question, dict) or not isinstance(replies, list) or not replies:
        return None
    try:
        task = HarnessTask(**question["task"])
        id, doc_id, swap = (str(question[name]) for name in ("id", "doc_id", "swap"))
        if isinstance(replies[0], str):
            choice = _named(task, replies[0])
            words = re.sub(IGNORED[-1], "", replies[0])
        else:
            values = [float(likelihood) for likelihood, _ in replies[: len(task.letters)]]
            choice = max(range(len(values)), key=lambda number: (values[number] != values[number], values[number]))
            words = task.choices[choice]
    except (IndexError, KeyError, TypeError, ValueError):
        return None
    return LoggedAnswer(id, doc_id, swap, choice, words, task)


def _named(task: HarnessTask, answer: str) -> int | None:
    words = bare(answer)
    if words in map(bare, task.phrases):
        return task.right
    return next((number for number, choice in enumerate(task.choices[:-1]) if bare(choice) == words), None)
