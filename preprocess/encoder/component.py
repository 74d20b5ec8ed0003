"""The spaCy component of the bundled pipeline: tags, features, lemmas, trees and entity types from one network."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache
from itertools import pairwise
from pathlib import Path

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
        tokens = np.flatnonzero(doc.to_array("IS_SPACE") == 0)
        words = [texts[token] for token in tokens.tolist()]
        shown = doc.to_array("SENT_START") == 1
        paragraph = (texts[token - 1].count("\n") > 1 or shown[token] for token in tokens.tolist())
        starts = [number for number, begins in enumerate(paragraph) if begins or not number]
        heads: list[int] = []
        parses: list[Parse] = []
        spans: list[Span] = []
        for start, end in pairwise([*starts, len(words)]):
            for first, result in self._sentences(words, start, end):
                for begin, stop, label in find_phrases([known.types[number] for number in result.types.tolist()]):
                    spans.append(Span(doc, tokens[first + begin], tokens[first + stop - 1] + 1, label))
                heads += [first + head if head >= 0 else -1 for head in find_tree(result.arcs)]
                parses.append(result)
        if len(doc):
            _write(doc, known, tokens, heads, parses)
            doc.set_ents(spans)
        if parses:
            doc.tensor = np.zeros((len(doc), parses[0].vectors.shape[1]), np.float16)
            doc.tensor[tokens] = np.concatenate([parse.vectors for parse in parses])
            doc.user_data[FACTORY] = self.network.name
        return doc

    def _sentences(self, words: Sequence[str], start: int, end: int) -> Iterator[tuple[int, Parse]]:
        """First word and scores of each sentence between two words.

        They are read in windows of as many words, one at least, as the encoder can see all pieces of. A window ends
        with a full stop before a capital, if its last quarter has one; else the next starts with its last sentence
        again, which may be incomplete.
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
                yield start + first, result.cut(first, last)
            start += sentences[-1][1]
            tell(start / len(words))

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
    return next((end for end in ends if words[end - 1] == "." and words[end][:1].isupper()), 0)


def _write(doc: Doc, known: Labels, tokens: NDArray[np.int64], heads: Sequence[int], parses: Sequence[Parse]) -> None:
    """Write what ``_ATTRIBUTES`` name; white space depends on the word before, the first word without it on itself."""
    add, feature = doc.vocab.strings.add, doc.vocab.morphology.add
    values = np.zeros((len(doc), len(_ATTRIBUTES)), np.uint64)
    white = np.setdiff1d(np.arange(len(doc)), tokens)
    for token in white.tolist():
        values[token, 1:] = add("dep"), add("_SP"), IDS["SPACE"], feature(""), add(doc[token].text)
    if parses:
        values[white, 0] = tokens[np.maximum(np.searchsorted(tokens, white) - 1, 0)] - white
        is_root = np.array(heads) < 0
        values[tokens, 0] = np.where(is_root, tokens, tokens[heads]) - tokens
        morphs = [morph.partition("|") for morph in known.morphs]
        tables = [
            ("relations", ["dep" if name == "ROOT" else name for name in known.relations], add),
            ("tags", known.tags, add),
            ("morphs", [pos for pos, *_ in morphs], IDS.__getitem__),
            ("morphs", [features for *_, features in morphs], feature),
        ]
        for column, (layer, names, number) in enumerate(tables, 1):
            labels = np.concatenate([getattr(parse, layer) for parse in parses])
            values[tokens, column] = np.array([number(name) for name in names], np.uint64)[labels]
        values[tokens[is_root], 1] = add("ROOT")  # the tree decides what is a root
        lemma = cache(lambda word, rule: add(apply_rule(word, known.lemmas[rule])))
        rules = np.concatenate([parse.lemmas for parse in parses]).tolist()
        values[tokens, -1] = list(map(lemma, [doc[token].text for token in tokens.tolist()], rules))
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
