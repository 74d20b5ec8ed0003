"""JSON of the CRAC shared tasks: what JSON lines are, with empty nodes among the tokens."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from anaphora.corpora import jsonlines
from anaphora.corpora._format import Format, Pair
from anaphora.corpora._mentions import MARK, NO_FORM, discontinuous, in_line, require_continuous
from anaphora.workbench.document import Document
from anaphora.workbench.key import Clusters

_OPENS = re.compile(r"\ufeff?\s*(?:\[\s*)?\{")
_FIELD = re.compile(r'"(\w+)"\s*:')
_ID, _TOKENS, _CLUSTERS = "doc_id", jsonlines.MAVERICK.words, jsonlines.MAVERICK.clusters


def recognises(head: str, path: Path) -> bool:  # noqa: ARG001 (too much else is called .json)
    """Return whether a file that begins with `head` is in this format."""
    fields = set(_FIELD.findall(head)) if _OPENS.match(head) else set()
    # the tokens of a long document leave no room for what follows
    return {_ID, _TOKENS} <= fields and (_CLUSTERS in fields or fields == {_ID, _TOKENS})


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file: an array of objects, one object, or one a line.

    `doc_id` names a document, `tokens` are its words, of which those that begin with `##` are empty nodes;
    `clusters_token_offsets` has clusters of mentions `[first, last]`, both included, which count all tokens. The texts
    in `clusters_text_mentions` are not read. The clusters of a blind text are `null`. Mentions of empty nodes alone
    are zeros, whose head is the first of them.

    Raises:
        FormatError: as for JSON lines.
    """
    return jsonlines.read(path, nodes=True)


def write(documents: Iterable[Pair]) -> Iterator[str]:
    """Documents as one array, an object a line.

    Raises:
        FormatError: a mention is discontinuous, or a word begins with `##`.
    """
    yield "["
    for number, (document, key) in enumerate(documents):
        yield (",\n" if number else "\n") + json.dumps(_render(document, key), ensure_ascii=False)
    yield "\n]\n"


def _render(document: Document, key: Clusters) -> dict[str, object]:
    line, in_order = in_line(document, key)
    require_continuous(document, in_order)
    texts = [(token.removeprefix(MARK) or NO_FORM) if token.startswith(MARK) else token for token in line]
    return {
        _ID: document.id,
        _TOKENS: line,
        _CLUSTERS: [[[span.start, span.end - 1] for span in spans] for spans in in_order.chains],
        "clusters_text_mentions": [
            [" ".join(texts[span.start : span.end]) for span in spans] for spans in in_order.chains
        ],
    }


FORMAT = Format(
    name="crac_json",
    source="JSON of the CRAC shared tasks 2025 and 2026 on coreference (Novák et al. 2025, LLM track): "
    "tokens and clusters.",
    suffix=".json",
    recognises=recognises,
    read=read,
    unread="texts of mentions and other fields",
    richness=20,
    is_copy=True,
    read_response=partial(jsonlines.read_response, nodes=True),
    token_lines=partial(jsonlines.token_lines, nodes=True),
    write=write,
    inexpressible=discontinuous,
    keeps_zeros=True,
    quotes=1,
)
