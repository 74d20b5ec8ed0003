"""A Doc that a spaCy pipeline has analysed, as document and annotation; no word is tagged or parsed again."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray
from spacy import attrs
from spacy.tokens import Doc

from anaphora.corpora import plain
from anaphora.preprocess import pipeline
from anaphora.preprocess.english import clearnlp
from anaphora.workbench.document import Annotation, Document, Span

_COLUMNS = ("ORTH", "SPACY", "IS_SPACE", "SENT_START", "HEAD", "TAG", "POS", "LEMMA", "MORPH", "DEP", "ENT_TYPE")
_IDS = [attrs.IDS[column] for column in _COLUMNS]
_NEEDED = ("TAG", "POS", "DEP")
_CLEARNLP = frozenset(
    ("acomp", "agent", "attr", "auxpass", "csubjpass", "dative", "dobj", "nsubjpass", "oprd", "pcomp", "pobj", "poss",
     "preconj", "predet", "prep", "prt", "quantmod", "relcl")
)  # fmt: skip
"""Relations that Universal Dependencies do not have."""


@dataclass(frozen=True, slots=True)
class Reading:
    """`kept` has for each word of the document its token in the Doc, where white space may be a token of its own.

    `starts` has the character of `doc.text` at which each word starts.
    """

    document: Document
    annotation: Annotation
    kept: tuple[int, ...]
    starts: tuple[int, ...]

    def tokens(self, span: Span) -> tuple[int, int]:
        """The tokens of the Doc from the first word of a span to its last, end exclusive."""
        return self.kept[span.start], self.kept[span.end - 1] + 1

    def characters(self, span: Span) -> tuple[int, int]:
        """The place of a span in `doc.text`, end exclusive."""
        return self.starts[span.start], self.starts[span.end - 1] + len(self.document.words[span.end - 1])


def read(doc: Doc) -> Reading:
    """The words of a Doc with its analysis in Universal Dependencies; ClearNLP labels are converted.

    Words, paragraphs, headings and turns are those that plain text has (`corpora.plain`): tokens of white space go to
    the word before, an empty line divides paragraphs. No sentence goes beyond a paragraph: a tree that does is cut.
    The document is called as `doc.user_data["id"]` says.

    Raises:
        ValueError: there are words, but tags, parts of speech or trees are missing.
    """
    numbers: NDArray[np.uint64] = doc.to_array(_IDS).reshape(len(doc), len(_IDS)).view(np.uint64)
    columns = dict(zip(_COLUMNS, numbers.T, strict=True))
    kept = np.flatnonzero(columns["IS_SPACE"] == 0)
    document = _document(doc, columns, kept)
    if not len(kept):
        return Reading(document, Annotation((), (), (), (), (), (), (), ()), (), ())
    if missing := [pipeline.LAYERS[column] for column in _NEEDED if not columns[column][kept].any()]:
        raise ValueError(
            f"The component 'anaphora' got a Doc without {' and without '.join(missing)}. Put these components before "
            f"it, as the pipelines en_core_web_* and the bundled {pipeline.BUNDLED} have them, and do not disable them."
        )
    annotation = _annotation(doc, columns, kept, document)
    if not _CLEARNLP.isdisjoint(annotation.relation):
        annotation = clearnlp.to_universal(annotation)
    return Reading(document, annotation, tuple(kept.tolist()), tuple(document.character_starts()))


def _document(doc: Doc, columns: Mapping[str, NDArray[np.uint64]], kept: NDArray[np.int64]) -> Document:
    texts = list(_texts(doc, columns["ORTH"]))
    blanks = columns["SPACY"].tolist()
    bounds = [*kept.tolist(), len(texts)]
    words = [texts[token] for token in bounds[:-1]]
    spaces = [
        " " * blanks[token] if after == token + 1 else _joined(texts, blanks, token, after)
        for token, after in pairwise(bounds)
    ]
    prefix = _joined(["", *texts], [0, *blanks], 0, bounds[0] + 1)
    lengths = (len(word) + len(space) for word, space in zip(words, spaces, strict=True))
    starts = tuple(accumulate(lengths, initial=len(prefix)))[:-1]
    name = doc.user_data.get("id")
    id = name if isinstance(name, str) and name else "doc"
    return plain.laid_out(id, doc.text, plain.Tokens(prefix, tuple(words), tuple(spaces), starts))


def _joined(texts: list[str], blanks: list[int], word: int, after: int) -> str:
    """Return the white space between a word and the token `after` it: its blank, and white-space tokens with theirs."""
    return " " * blanks[word] + "".join(texts[token] + " " * blanks[token] for token in range(word + 1, after))


def _annotation(
    doc: Doc, columns: Mapping[str, NDArray[np.uint64]], kept: NDArray[np.int64], document: Document
) -> Annotation:
    """Return what `anaphora.preprocess.pipeline.columns` does, of words only, with trees within paragraphs."""

    def texts(column: str, convert: Callable[[str], str] = str) -> Iterator[str]:
        return _texts(doc, columns[column][kept], convert)

    begins = np.searchsorted(kept, np.flatnonzero(columns["SENT_START"] == 1)).tolist()
    starts = sorted({*begins, *document.paragraph_starts} - {len(kept)})
    heads = _heads(np.arange(len(doc)) + columns["HEAD"].astype(np.int64), kept)
    words = np.arange(len(kept))
    sentence = np.searchsorted(starts, words, side="right")
    heads = np.where(sentence[heads] == sentence, heads, words).tolist()
    vectors = pipeline.vectors_in(doc)
    return Annotation(
        pos=tuple(texts("POS", lambda name: name or "X")),
        tag=tuple(texts("TAG")),
        lemma=tuple(lemma or word.lower() for lemma, word in zip(texts("LEMMA"), document.words, strict=True)),
        morphology=tuple(texts("MORPH", lambda features: "" if features == "_" else features)),
        head=tuple(heads),
        relation=tuple("root" if token == heads[token] else label for token, label in enumerate(texts("DEP"))),
        entity=tuple(texts("ENT_TYPE", clearnlp.entity_type)),
        sentence_starts=tuple(starts),
        vectors=vectors and replace(vectors, values=vectors.values[kept]),
    )


def _texts(doc: Doc, column: NDArray[np.uint64], convert: Callable[[str], str] = str) -> Iterator[str]:
    """The strings that a column's numbers stand for, converted; each is looked up once."""
    values = column.tolist()
    strings = {value: convert(doc.vocab.strings[value]) for value in set(values)}
    return map(strings.__getitem__, values)


def _heads(heads: NDArray[np.int64], kept: NDArray[np.int64]) -> NDArray[np.int64]:
    """The word above each word, white space being passed over; below nothing but white space it is a root."""
    is_word = np.zeros(len(heads), bool)
    is_word[kept] = True
    upwards = np.where(is_word, np.arange(len(heads)), heads)
    for _ in range(len(heads).bit_length()):  # each turn doubles the steps
        upwards = upwards[upwards]
    above = upwards[heads[kept]]
    return np.where(is_word[above], np.searchsorted(kept, above), np.arange(len(kept)))
