# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Predictions of a language model that is asked what each anaphor refers to: the question template.

Needs Python alone, an OpenAI-compatible endpoint, and an input with questions (`anaphora export --questions`), which
have the candidates that the workbench's own resolvers choose from. Tested against a stand-in for an endpoint. The
template is after the idea of Le and Ritter 2023; the wording is ours. Licence and training data are the model's; for
most they are not published, so take any corpus on the web as seen.

Each anaphor is asked about alone. The passage runs from the sentence of the first candidate, or of the anaphor, to that
of the last; the anaphor is marked as *it*, the candidates as [the park].

Output: `answers`, each with the number of its question and the text as it came. Questions without candidates are not
asked; those whose answer failed or, with --replay, was not recorded are left out, and `raw.failed` counts them.

Traps: candidates with the same words cannot be told apart in an answer; an answer may name what is no candidate.
"""

import argparse
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator

from _chat import Answerer, Failed, Messages, options, prompt, write_prompts
from _predictions import Document, Fields, Json, run, stop

INSTRUCTIONS = "You tell what pronouns and other anaphors in English texts refer to."
QUESTION = """Passage:
{passage}

In this passage, what does *{anaphor}*, between asterisks, refer to? Choose one of the phrases in square brackets, and \
write it alone, word for word, in square brackets. If it refers to none of them, write [none]."""


def questions(document: Document) -> list[tuple[int, Messages]]:
    """The number of each question that has candidates, and what is asked."""
    if "questions" not in document:
        stop(f"{document['doc_id']} has no questions. Write the input with `anaphora export --questions`.")
    asked = enumerate(document["questions"])
    return [(number, messages_of(document, question)) for number, question in asked if question["candidates"]]


def messages_of(document: Document, question: Json) -> Messages:
    """Write the prompt for one anaphor."""
    anaphor, candidates = question["anaphor"], question["candidates"]
    words = text_of(document, *anaphor)
    return prompt(QUESTION.format(passage=passage(document, anaphor, candidates), anaphor=words), INSTRUCTIONS)


def text_of(document: Document, start: int, end: int) -> str:
    """The text of a span, on one line."""
    last = document["starts"][end - 1] + len(document["tokens"][end - 1])
    return " ".join(document["text"][document["starts"][start] : last].split())


def passage(document: Document, anaphor: list[int], candidates: list[list[int]]) -> str:
    """The sentences that hold the anaphor and its candidates, with their marks."""
    spans = [anaphor, *candidates]
    firsts = [start for start, _ in document["sentences"]]
    first = firsts[bisect_right(firsts, min(start for start, _ in spans)) - 1]
    last = document["sentences"][bisect_right(firsts, max(end for _, end in spans) - 1) - 1][1]
    before, after = Counter[int](), Counter[int]()
    for start, end in {(start, end) for start, end in candidates}:
        before[start] += 1
        after[end - 1] += 1
    pieces = []
    for token in range(first, last):
        words = document["tokens"][token]
        words = f"*{words}" if token == anaphor[0] else words
        words = f"{words}*" if token == anaphor[1] - 1 else words
        end = document["starts"][token] + len(document["tokens"][token])
        following = document["starts"][token + 1] if token + 1 < last else end
        pieces += ["[" * before[token], words, "]" * after[token], document["text"][end:following]]
    return "".join(pieces)


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document with the model's answers to its questions."""
    answerer = Answerer(arguments)
    for document in documents:
        answers, failures = [], []
        for number, messages in questions(document):
            try:
                answers.append({"question": number, "text": answerer.answer(messages)["text"]})
            except Failed as failure:
                failures.append(str(failure))
        if failures and not answers:
            yield document, {"dropped": failures[0]}
        else:
            raw = {"raw": {"failed": len(failures)}} if failures else {}
            yield document, {"unit": "token", "end": "exclusive", "answers": answers, **raw}
    answerer.tell()


def main() -> None:
    """The command."""
    arguments = options(__doc__).parse_args()
    if arguments.dry_run:
        write_prompts(arguments, lambda document: [messages for _, messages in questions(document)])
        return
    about = {arguments.model: {"source": "the question template after Le and Ritter 2023"}}
    run(arguments, lambda documents: predictions(documents, arguments), "llm-questions", "", about)


if __name__ == "__main__":
    main()
