"""Two copies of a text: their words, what their mentions are placed on, and what is wrong where texts differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.scoring.slips import NO_MENTIONS, common_words, conll_values, score_pairs
from anaphora.experiments.setup.configuration import Configuration
from anaphora.workbench.coreference.overlap import Columns
from anaphora.workbench.coreference.texts import BLANKS, in_characters, nodes_in_characters
from anaphora.workbench.coreference.zeros import Axis, axis, on_axis, words_only
from anaphora.workbench.document import FIRST_NODE, EmptyNode

Pair = tuple[AnnotatedDocument, AnnotatedDocument | None]
"""A document of the key, and that of the response, if it has it."""


def words_of(document: AnnotatedDocument) -> list[str]:
    """The words of a document."""
    return document.words.decode("utf-8", "replace").split("\t")[:-1]


def letters(document: AnnotatedDocument) -> bytes:
    """The text of a document without blanks, however its words are divided."""
    return document.words.translate(None, BLANKS)


def is_divided(mine: AnnotatedDocument, theirs: AnnotatedDocument | None) -> bool:
    """Whether two documents have the same text, but other words."""
    return theirs is not None and mine.words != theirs.words and letters(mine) == letters(theirs)


def of_equal_text(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument]
) -> Iterator[tuple[AnnotatedDocument, AnnotatedDocument]]:
    """Documents with equal text, if no two documents of a side have the same."""
    mine = {letters(document): document for document in missing}
    theirs = {letters(document): document for document in extra}
    if len(mine) == len(missing) and len(theirs) == len(extra):
        yield from ((mine[text], theirs[text]) for text in mine if text in theirs)


@dataclass(frozen=True, slots=True)
class SharedText:
    """What the mentions of a key document and of the response's are placed on.

    That is words, or characters without blanks where words are `divided` differently. `line` has them and the empty
    nodes of both in one order; `None` if there is no zero, or zeros are ignored: then mentions that only hold an empty
    node, as in English treebanks, are those of their words. `dependent` zeros are found by their governors.
    """

    divided: bool
    line: Axis | None
    dependent: bool

    @classmethod
    def of(cls, mine: AnnotatedDocument, theirs: AnnotatedDocument | None, settings: Configuration) -> "SharedText":
        """That of a pair."""
        divided = is_divided(mine, theirs)
        other = theirs or mine
        zeros = ((document.mentions.head >= FIRST_NODE).any() for document in (mine, other) if document.nodes)
        line = None
        held = settings.judging.looks_up and (mine.nodes or other.nodes)
        if settings.judging.zeros != "ignore" and (held or any(zeros)):
            line = axis(_size(mine, divided), _nodes(mine, divided), _nodes(other, divided))
        return cls(divided, line, settings.judging.zeros == "dependent")

    def place(self, mentions: Columns, document: AnnotatedDocument) -> Columns:
        """The mentions of one of the two documents in the units of the shared text, and how long that is."""
        placed = self._place(mentions, document)
        layers = {name: self._place(layer, document) for name, layer in mentions.layers.items()}
        return replace(placed, layers=layers) if layers else placed

    def _place(self, mentions: Columns, document: AnnotatedDocument) -> Columns:
        mentions = in_characters(mentions, document.words) if self.divided else mentions
        units = _size(document, self.divided)
        if self.line:
            placed = on_axis(mentions, _nodes(document, self.divided), self.line, self.dependent)
            return replace(placed, units=units + len(self.line.places))
        return replace(words_only(mentions) if document.nodes else mentions, units=units)


def _size(document: AnnotatedDocument, divided: bool) -> int:
    return len(letters(document).decode("utf-8", "replace")) if divided else document.words.count(b"\t")


def _nodes(document: AnnotatedDocument, divided: bool) -> Sequence[EmptyNode]:
    return nodes_in_characters(document.nodes, document.words) if divided else document.nodes


def if_swapped(
    key: Sequence[AnnotatedDocument], responses: Mapping[str, AnnotatedDocument], settings: Configuration
) -> str:
    """What the score would be if the response, which has all documents of the key and more, was the key."""
    known = {document.id: document for document in key}
    others = [known[id].mentions if id in known else NO_MENTIONS for id in responses]
    mine = [document.mentions for document in responses.values()]
    _, counts = score_pairs(mine, others, "strict", singletons=settings.judging.singletons == "keep")
    return f"then conll is {conll_values(counts)[2]:.2f}, the missing documents counted as empty"


def in_order(matched: Sequence[Pair], settings: Configuration) -> str:
    """What the score would be with each document of the response under the id of its text; empty if some have none."""
    both = [(mine, theirs) for mine, theirs in matched if theirs]
    pairs = list(of_equal_text([mine for mine, _ in both], [theirs for _, theirs in both]))
    if len(pairs) < len(both) or any(mine.words != theirs.words for mine, theirs in pairs):
        return ""
    own = {mine.id: theirs.id for mine, theirs in pairs}
    wrong = sum(theirs.id != own[mine.id] for mine, theirs in both)
    key, response = [mine.mentions for mine, _ in pairs], [theirs.mentions for _, theirs in pairs]
    count, counts = score_pairs(key, response, "strict", singletons=settings.judging.singletons == "keep")
    mentions = sum(len(mentions.start) for mentions in response)
    return (
        f"The documents are shuffled: {wrong} have the text of another document. Under the ids of "
        f"their texts {count} of {mentions} mentions match and conll is {conll_values(counts)[2]:.2f}."
    )


def word_by_word(mine: AnnotatedDocument, theirs: AnnotatedDocument) -> str:
    """How many mentions match if the words of both are aligned; empty if they cannot be."""
    key, response = (
        words_only(document.mentions) if document.nodes else document.mentions for document in (mine, theirs)
    )
    count = common_words(key, words_of(mine), response, words_of(theirs))
    return "" if count is None else f"Aligned word by word, {count} of {len(theirs.mentions.start)} mentions match."
