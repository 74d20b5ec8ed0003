"""Annotated documents from a compact notation, so that tests need no model.

One line is one sentence; each token is `word/TAG/head/relation`, with `/lemma` and `/feature=value|...` after it where
the defaults do not do. The tag is Penn's, the head counts from 1 within the sentence (0: root), the relation is UD's.
A blank line starts a paragraph; a line that begins with `== ` is a heading and a paragraph of its own. Example:

    Press/VB/0/root the/DT/3/det key/NN/1/obj ././1/punct
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from anaphora.preprocess import Layers, Preparation, prepare
from anaphora.workbench.document import Annotation, Document, Prepared, Span

_POS = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "DT": "DET", "PDT": "DET", "PRP": "PRON",
    "PRP$": "PRON", "WP": "PRON", "WDT": "PRON", "EX": "PRON", "IN": "ADP", "RP": "ADP", "TO": "PART", "POS": "PART",
    "CC": "CCONJ", "RB": "ADV", "WRB": "ADV", "JJ": "ADJ", "JJR": "ADJ", "MD": "AUX", "CD": "NUM", "UH": "INTJ",
}  # fmt: skip
_FEATURES = {
    "NN": "Number=Sing", "NNP": "Number=Sing", "NNS": "Number=Plur", "NNPS": "Number=Plur", "WDT": "PronType=Rel",
    "WP": "PronType=Rel",
}  # fmt: skip
FEATURES = {
    "m": "Gender=Masc", "f": "Gender=Fem", "n": "Gender=Neut", "c": "Gender=Com", "s": "Number=Sing",
    "p": "Number=Plur", "1": "Person=1", "2": "Person=2", "3": "Person=3", "P": "Poss=Yes", "z": "Reflex=Yes",
    "d": "Definite=Def", "N": "Case=Nom", "A": "Case=Acc", "x": "VerbForm=Fin", "i": "VerbForm=Inf",
    "t": "VerbForm=Part", "D": "PronType=Dem", "a": "PronType=Art", "I": "Animacy=Inan", "R": "PronType=Rel",
    "o": "Gender=Fem,Neut|Number=Plur,Sing", "H": "Case=Ine", "F": "Case=Dat",
}  # fmt: skip
_VERBS = {"is": "be", "are": "be", "was": "be", "were": "be", "has": "have", "had": "have", "does": "do"}


@dataclass(slots=True)
class _Tokens:
    words: list[str] = field(default_factory=list)
    tag: list[str] = field(default_factory=list)
    head: list[int] = field(default_factory=list)
    relation: list[str] = field(default_factory=list)
    lemma: list[str] = field(default_factory=list)
    morphology: list[str] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    headings: list[Span] = field(default_factory=list)


def annotated(text: str, name: str = "test") -> tuple[Document, Annotation]:
    """The document and its annotation, read from the notation above."""
    tokens = _Tokens()
    new_paragraph = True
    for line in (line.strip() for line in text.strip().splitlines()):
        start = len(tokens.words)
        heading = line.startswith("== ")
        if line and (new_paragraph or heading):
            tokens.paragraphs.append(start)
        if line:
            tokens.sentences.append(start)
            for entry in line.removeprefix("== ").split():
                _add(tokens, entry, start)
        if heading:
            tokens.headings.append(Span(start, len(tokens.words)))
        new_paragraph = heading or not line
    document = Document(
        id=name,
        words=tuple(tokens.words),
        spaces=(" ",) * len(tokens.words),
        paragraph_starts=tuple(tokens.paragraphs),
        headings=tuple(tokens.headings),
        language="en",  # a few words, repeated, do not tell it
    )
    return document, Annotation(
        pos=tuple(map(_pos, tokens.tag, tokens.relation)),
        tag=tuple(tokens.tag),
        lemma=tuple(tokens.lemma),
        morphology=tuple(tokens.morphology),
        head=tuple(tokens.head),
        relation=tuple(tokens.relation),
        entity=("",) * len(tokens.words),
        sentence_starts=tuple(tokens.sentences),
    )


def annotated_in(language: str, text: str) -> tuple[Document, Annotation]:
    """A document in another language: tokens are form/lemma/part of speech/features/head/relation.

    The lemma may be left out where it is the form in small letters; features are the letters of `FEATURES`. Sentences
    stand with a | between.
    """
    rows, heads, starts = list[list[str]](), list[int](), list[int]()
    for sentence in text.split(" | "):
        starts.append(len(rows))
        for token in sentence.split():
            row = token.split("/")
            heads.append(starts[-1] + int(row[4]) - 1 if row[4] != "0" else len(rows))
            rows.append(row)
    words = tuple(row[0] for row in rows)
    annotation = Annotation(
        pos=tuple(row[2] for row in rows),
        tag=("",) * len(rows),
        lemma=tuple(row[1] or row[0].lower() for row in rows),
        morphology=tuple(_features(row) for row in rows),
        head=tuple(heads),
        relation=tuple(row[5] for row in rows),
        entity=("",) * len(rows),
        sentence_starts=tuple(starts),
    )
    return Document("d", words, (" ",) * len(words), language=language), annotation


def _features(row: Sequence[str]) -> str:
    if unknown := set(row[3]) - FEATURES.keys():
        raise ValueError(f"{'/'.join(row)}: {', '.join(sorted(unknown))} is no letter of {', '.join(FEATURES)}")
    return "|".join(sorted(FEATURES[letter] for letter in row[3]))


def prepared(text: str, *, name: str = "test", window: int = 3, most_pairs: int = 0) -> Prepared:
    """What resolvers see of such a document; every "it" counts as anaphoric."""
    document, annotation = annotated(text, name)
    layers = Layers(non_anaphoric=frozenset())
    return prepare(document, annotation, options=Preparation(window=window, most_pairs=most_pairs), layers=layers)


def _add(tokens: _Tokens, entry: str, start: int) -> None:
    word, tag, head, relation, *more = entry.split("/")
    lemma = more[0] if more and more[0] else _lemma(word, tag)
    tokens.head.append(len(tokens.words) if head == "0" else start + int(head) - 1)
    tokens.words.append(word)
    tokens.tag.append(tag)
    tokens.relation.append(relation)
    tokens.lemma.append(lemma)
    tokens.morphology.append(more[1] if len(more) > 1 else _FEATURES.get(tag, ""))


def _lemma(word: str, tag: str) -> str:
    """A rough lemma: regular endings only, so that tests name irregular ones."""
    lower = word.lower()
    if tag in ("NNS", "VBZ", "VBP", "VBD") and lower in _VERBS:
        return _VERBS[lower]
    return lower.removesuffix("s") if tag in ("NNS", "VBZ") else lower


def _pos(tag: str, relation: str) -> str:
    if tag.startswith("VB"):
        return "AUX" if relation.startswith(("aux", "cop")) else "VERB"
    if tag in ("IN", "TO") and relation == "mark":
        return "SCONJ" if tag == "IN" else "PART"
    return _POS.get(tag, "PUNCT" if not tag[:1].isalpha() else "X")
