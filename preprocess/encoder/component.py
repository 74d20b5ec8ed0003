"""The spaCy component of the bundled pipeline: tags, features, lemmas, trees and entity types from one network."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
import srsly
from numpy.typing import NDArray
from spacy.language import Language
from spacy.parts_of_speech import IDS
from spacy.tokens import Doc, Span

from anaphora.preprocess.encoder import FACTORY
from anaphora.preprocess.encoder.network import (
    WINDOW,
    Labels,
    Network,
    Parse,
    apply_rule,
    find_phrases,
    find_sentences,
    find_tree,
)
from anaphora.workbench.files import LONGEST_LINE, content
from anaphora.workbench.networks import MOST_PIECES, Pieces
from anaphora.workbench.progress import tell

_ATTRIBUTES: list[int | str] = ["HEAD", "DEP", "TAG", "POS", "MORPH", "LEMMA"]
_Row: TypeAlias = tuple[int, str, str, str, str, str]
_FILES = ("network.onnx", "labels.json", "pieces.txt", "name.txt")


class Encoder:
    """The component. Each window is read alone, so no document changes another's analysis.

    spaCy may name parts that reading and writing leave out; none of its names is ours.
    """

    def __init__(self, loaded: Network | None = None) -> None:
        self.loaded = loaded

    @property
    def network(self) -> Network:
        """The network that annotates, loaded by ``from_disk`` or ``from_bytes``. Raises ``ValueError`` before that."""
        if self.loaded is None:
            problem = f"The component {FACTORY} has no network: it was added to a pipeline, not loaded with one."
            raise ValueError(f"{problem} Load the bundled pipeline, or give it a network with from_disk.")
        return self.loaded

    @property
    def labels(self) -> tuple[str, ...]:
        """The relations, as of spaCy's parser; none before there is a network."""
        return self.loaded.known.relations if self.loaded else ()

    def __call__(self, doc: Doc) -> Doc:
        """Annotate a document, whose tokens of white space belong to the word before, and have no vectors.

        Vectors are in `doc.tensor`, and `doc.user_data` has the name of their network under that of the factory.
        Sentence starts that it brings are kept, and an empty line starts one. Raises ``ValueError`` without a network.
        """
        known = self.network.known
        texts = [token.text for token in doc]
        tokens = np.flatnonzero(doc.to_array("IS_SPACE") == 0).tolist()
        words = [texts[token] for token in tokens]
        shown = doc.to_array("SENT_START") == 1
        paragraph = (texts[token - 1].count("\n") > 1 or shown[token] for token in tokens)
        starts = [number for number, begins in enumerate(paragraph) if begins or not number]
        columns: list[_Row] = []
        spans: list[Span] = []
        vectors: list[NDArray[np.float16]] = []
        for start, end in pairwise([*starts, len(words)]):
            for first, last, result in self._sentences(words, start, end):
                for begin, stop, label in find_phrases([known.types[number] for number in result.types.tolist()]):
                    spans.append(Span(doc, tokens[first + begin], tokens[first + stop - 1] + 1, label))
                columns += self._columns(words[first:last], tokens[first:last], result)
                vectors.append(result.vectors)
        if len(doc):
            _write(doc, texts, tokens, columns)
            doc.set_ents(spans)
        if vectors:
            doc.tensor = np.zeros((len(doc), vectors[0].shape[1]), np.float16)
            doc.tensor[tokens] = np.concatenate(vectors)
            doc.user_data[FACTORY] = self.network.name
        return doc

    def _sentences(self, words: Sequence[str], start: int, end: int) -> Iterator[tuple[int, int, Parse]]:
        """First word, end and scores of each sentence between two words.

        They are read in windows of as many words, one at least, as the encoder can see all pieces of. A window ends with
        a full stop before a capital, if its last quarter has one; else the next starts with its last sentence again,
        which may be incomplete.
        """
        while start < end:
            window = words[start : min(start + WINDOW, end)]
            pieces = np.cumsum([len(self.network.pieces.split(word)) for word in window])
            window = window[: max(1, int(np.searchsorted(pieces, MOST_PIECES, side="right")))]
            stop = _last_stop(window) if start + len(window) < end else len(window)
            result = self.network.predict(window[: stop or len(window)])
            sentences = list(find_sentences(result.starts.tolist()))
            if not stop and len(sentences) > 1:
                sentences.pop()
            for first, last in sentences:
                yield start + first, start + last, result.cut(first, last)
            start += sentences[-1][1]
            tell(start / len(words))

    def _columns(self, words: Sequence[str], tokens: Sequence[int], result: Parse) -> Iterator[_Row]:
        """Yield for each word what ``_ATTRIBUTES`` name; a head as its distance in ``tokens``."""
        known = self.network.known
        layers = (result.relations, result.tags, result.morphs, result.lemmas)
        rows = zip(words, tokens, find_tree(result.arcs), *(layer.tolist() for layer in layers), strict=True)
        for word, token, head, number, tag, morph, lemma in rows:
            relation = known.relations[number]
            if head < 0 or relation == "ROOT":  # the tree decides what is a root
                relation = "ROOT" if head < 0 else "dep"
            pos, _, features = known.morphs[morph].partition("|")
            distance = 0 if head < 0 else tokens[head] - token
            yield distance, relation, known.tags[tag], pos, features, apply_rule(word, known.lemmas[lemma])

    def to_disk(self, path: Path, **_: object) -> None:
        """Write network, labels, pieces and name to a folder."""
        path.mkdir(parents=True, exist_ok=True)
        for name, data in zip(_FILES, self._data(), strict=True):
            (path / name).write_bytes(data)

    def from_disk(self, path: Path, **_: object) -> "Encoder":
        """Read what ``to_disk`` wrote. Raises ``FormatError`` where a file cannot be read, ``ValueError``."""
        return self._load([content(path / name, LONGEST_LINE) for name in _FILES])

    def to_bytes(self, **_: object) -> bytes:
        """Network, labels, pieces and name."""
        data: bytes = srsly.msgpack_dumps(self._data())
        return data

    def from_bytes(self, data: bytes, **_: object) -> "Encoder":
        """Read what ``to_bytes`` gave."""
        return self._load(srsly.msgpack_loads(data))

    def _data(self) -> list[bytes]:
        network = self.network
        texts = json.dumps(asdict(network.known)), "\n".join(network.pieces.vocabulary), network.name
        return [network.data, *(text.encode() for text in texts)]

    def _load(self, data: Sequence[bytes]) -> "Encoder":
        labels = Labels(**{name: tuple(layer) for name, layer in json.loads(data[1]).items()})
        self.loaded = Network(data[0], labels, Pieces(data[2].decode().split("\n")), data[3].decode())
        return self


def _last_stop(words: Sequence[str]) -> int:
    """The end of the last full stop before a capital in the last quarter of a window, or 0."""
    ends = range(len(words) - 1, len(words) * 3 // 4, -1)
    return next((end for end in ends if words[end - 1] == "." and words[end][0].isupper()), 0)


def _write(doc: Doc, texts: Sequence[str], tokens: Sequence[int], columns: Sequence[_Row]) -> None:
    rows = dict(zip(tokens, columns, strict=True))
    before = min(tokens, default=-1)
    for token, text in enumerate(texts):
        if token in rows:
            before = token
        else:
            rows[token] = (before - token if before >= 0 else 0, "dep", "_SP", "SPACE", "", text)
    heads, *layers = zip(*(rows[token] for token in range(len(texts))), strict=True)
    values = np.zeros((len(texts), len(_ATTRIBUTES)), dtype=np.uint64)
    values[:, 0] = np.array(heads, dtype=np.int64).astype(np.uint64)
    add = doc.vocab.strings.add
    adders = (add, add, IDS.__getitem__, doc.vocab.morphology.add, add)
    for column, (names, number) in enumerate(zip(layers, adders, strict=True), 1):
        numbers = {name: number(name) for name in dict.fromkeys(names)}
        values[:, column] = [numbers[name] for name in names]
    doc.from_array(_ATTRIBUTES, values)  # type: ignore[arg-type]


@Language.factory(
    FACTORY,
    assigns=[
        *("token.tag", "token.pos", "token.morph", "token.lemma", "token.dep", "token.head"),
        *("doc.ents", "doc.sents"),
    ],
)
def encoder(nlp: Language, name: str) -> Encoder:  # noqa: ARG001 (spaCy hands them to every factory)
    """An empty component; ``from_disk`` gives it its network."""
    return Encoder()
