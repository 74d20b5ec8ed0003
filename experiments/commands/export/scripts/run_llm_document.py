# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Predictions of a language model that writes the text again, with the entity of each mention: the document template.

Needs Python alone, and an OpenAI-compatible endpoint (a hosted service, or a server of your own). Tested against a
stand-in for one. The template is after the idea of Le and Ritter 2023 and Gan et al. 2025; the wording is ours. Licence
and training data are the model's; for most they are not published, so take any corpus on the web as seen.

Where the input has mentions (`anaphora export --mentions`), these are marked as [mention](#) and the model fills in the
entities; otherwise it finds the mentions too.

Output: `rewritten`, the answer as it came. `anaphora import` aligns it with the text and tells what was invented or
left out.

Traps: text that the model changes, and answers that are cut off (`raw.finish_reason` is `length`). Marks that cross
cannot be nested: of two such mentions the one that begins later stays unmarked, and `raw.unmarked` counts them.
"""

import argparse
from collections.abc import Iterable, Iterator

from _chat import Answerer, Failed, Messages, options, prompt, write_prompts
from _predictions import Document, Fields, run

INSTRUCTIONS = "You mark coreference in English texts. You never change a text otherwise."
MARKED = """In the text below, mentions of persons, things, places, times, events and ideas stand in marks like \
this: [mention](#). Write the text again, exactly as it is, and complete each mark with the name of what the mention \
refers to: #cluster_0, #cluster_1 and so on. Mentions of the same get the same name; what is mentioned once gets a \
name of its own. Marks may stand inside one another. Add no marks, take none away, and write nothing but the text.

For example,
[Anna](#) lost [[her](#) hat](#). [It](#) was new.
becomes
[Anna](#cluster_0) lost [[her](#cluster_0) hat](#cluster_1). [It](#cluster_1) was new.

The text:
"""
UNMARKED = """Write the text below again, exactly as it is, but mark every mention of a person, thing, place, time, \
event or idea that is mentioned more than once, pronouns included: [mention](#cluster_0), where mentions of the same \
get the same name, #cluster_0, #cluster_1 and so on. Marks may stand inside one another. Write nothing but the text.

For example,
Anna lost her hat. It was new.
becomes
[Anna](#cluster_0) lost [[her](#cluster_0) hat](#cluster_1). [It](#cluster_1) was new.

The text:
"""


def messages_of(document: Document) -> Messages:
    """Write the prompt for a document."""
    if "mentions" not in document:
        return prompt(UNMARKED + document["text"], INSTRUCTIONS)
    return prompt(MARKED + mark(document, keep_nested(document["mentions"])), INSTRUCTIONS)


def keep_nested(mentions: Iterable[Iterable[int]]) -> list[tuple[int, int]]:
    """The mentions in order, without those that begin inside an earlier one and end after it."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted({(start, end) for start, end in mentions}, key=lambda span: (span[0], -span[1])):
        if not any(first < start < last < end for first, last in kept):
            kept.append((start, end))
    return kept


def mark(document: Document, mentions: list[tuple[int, int]]) -> str:
    """The text with `[` before and `](#)` after each mention."""
    tokens, starts, text = document["tokens"], document["starts"], document["text"]
    opening = [0] * len(tokens)
    closing = [0] * len(tokens)
    for start, end in mentions:
        opening[start] += 1
        closing[end - 1] += 1
    pieces, written = [], 0
    for token, start, opened, closed in zip(tokens, starts, opening, closing, strict=True):
        end = start + len(token)
        pieces += [text[written:start], "[" * opened, text[start:end], "](#)" * closed]
        written = end
    return "".join([*pieces, text[written:]])


def predictions(documents: Iterable[Document], arguments: argparse.Namespace) -> Iterator[tuple[Document, Fields]]:
    """Yield each document as the model writes it again."""
    answerer = Answerer(arguments)
    for document in documents:
        try:
            answer = answerer.answer(messages_of(document))
        except Failed as failure:
            yield document, {"dropped": str(failure)}
            continue
        mentions = {tuple(span) for span in document.get("mentions", ())}
        raw = {"finish_reason": answer.get("finish_reason"), "unmarked": len(mentions) - len(keep_nested(mentions))}
        yield document, {"unit": "token", "end": "exclusive", "rewritten": answer["text"], "raw": raw}
    answerer.tell()


def main() -> None:
    """The command."""
    arguments = options(__doc__).parse_args()
    if arguments.dry_run:
        write_prompts(arguments, lambda document: [messages_of(document)])
        return
    about = {arguments.model: {"source": "the document template after Le and Ritter 2023"}}
    run(arguments, lambda documents: predictions(documents, arguments), "llm-document", "", about)


if __name__ == "__main__":
    main()
