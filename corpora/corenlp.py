"""JSON of Stanford CoreNLP: sentences of tokens, and chains whose mentions count tokens of their sentence."""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import claim, json_values
from anaphora.corpora._lines import text as text_of
from anaphora.corpora._mentions import in_text_order
from anaphora.workbench.document import Document, Kind, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

_KINDS: dict[str, Kind] = {"PROPER": "name", "NOMINAL": "nominal", "PRONOMINAL": "pronoun"}
_CURE = "CoreNLP writes 'sentences' with 'tokens', and 'corefs', a list of mentions by each number (outputFormat json)."


def read(path: Path) -> Iterator[Pair]:
    """The documents of a file: JSON objects, one after the other or in an array.

    A document is called by its `docId`, or else after the file and its place in it. Words are the `originalText` of
    tokens, or else their `word`, `after` the white space behind them. Of each mention in `corefs`, `sentNum`,
    `startIndex` and `headIndex` count from 1, and `endIndex` is not included; `type` gives the kind. Chains of one
    mention are kept. Annotations of other layers are left unread.

    Raises:
        FormatError: this is not JSON of this shape, a mention is outside its sentence, or a document is named twice.
    """
    taken: set[str] = set()
    for number, (line, value) in enumerate(json_values(path, text_of(path)), start=1):
        try:
            document, key = _document(path, line, value, path.stem if number == 1 else f"{path.stem}-{number}")
        except (TypeError, KeyError, AttributeError, UnicodeEncodeError) as error:
            what = f"'{error.args[0]}' is missing" if isinstance(error, KeyError) else "a value is of another kind"
            raise FormatError(path, line, f"this is no document of CoreNLP: {what}", _CURE) from error
        claim(path, line, document.id, taken)
        yield document, key


def token_lines(path: Path) -> list[int]:
    """The line, for each token of the file, where the object of its document begins."""
    return [
        line
        for line, value in json_values(path, text_of(path))
        for sentence in value["sentences"]  # type: ignore[index]
        for _ in sentence["tokens"]
    ]


def _document(path: Path, line: int, value: Any, stem: str) -> Pair:
    rows = [[*sentence["tokens"]] for sentence in value["sentences"]]
    tokens = [token for row in rows for token in row]
    words = tuple((token.get("originalText") or token["word"] or "_") for token in tokens)
    spaces = [token.get("after", " ") for token in tokens]
    starts = tuple(accumulate(map(len, rows), initial=0))
    id = value.get("docId") or stem
    "".join((id, *words, *spaces)).encode()
    document = Document(
        id=id,
        words=words,
        spaces=tuple(space if space.isspace() else "" for space in (*spaces[:-1], *("" for _ in spaces[-1:]))),
        sentence_starts=tuple(start for start, row in zip(starts, rows, strict=False) if row),
    )
    attributes: dict[Span, Attributes] = {}
    chains: list[list[Span]] = []
    for mentions in value.get("corefs", {}).values():
        chains.append([])
        for mention in mentions:
            span, described = _mention(path, line, mention, starts)
            chains[-1].append(span)
            attributes.setdefault(span, described)
    return document, Clusters(document.id, in_text_order(chains), attributes)


def _mention(path: Path, line: int, mention: Any, starts: tuple[int, ...]) -> tuple[Span, Attributes]:
    sentence, first, end = (mention[name] for name in ("sentNum", "startIndex", "endIndex"))
    inside = 1 <= sentence < len(starts) and 1 <= first < end <= starts[sentence] - starts[sentence - 1] + 1
    if not inside or {type(number) for number in (sentence, first, end)} != {int}:
        problem = f"the mention '{mention.get('text')}' of the tokens {first} to {end} is not in sentence {sentence}"
        cure = "Sentences and tokens count from 1, endIndex is not included."
        raise FormatError(path, line, problem, cure, code="bad-span")
    base = starts[sentence - 1] - 1
    head = mention.get("headIndex")
    is_inside = type(head) is int and first <= head < end
    kind = _KINDS.get(mention.get("type", ""))
    return Span(base + first, base + end), Attributes(head=base + head if is_inside else None, kind=kind)


FORMAT = Format(
    name="corenlp",
    source="JSON of Stanford CoreNLP: sentences and corefs (Manning et al. 2014; stanfordnlp.github.io/CoreNLP).",
    suffix=".json",
    recognises=by_signs(r'\A\ufeff?\s*(?:\[\s*)?\{(?s:.*?)"(?:corefs|originalText|isRepresentativeMention)"\s*:'),
    read=read,
    unread="dependencies, names and other layers",
    richness=25,
    token_lines=token_lines,
)
