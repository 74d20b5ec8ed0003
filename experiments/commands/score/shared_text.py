"""Two copies of a text: their words, what their mentions are placed on, and what is wrong where texts differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from anaphora.corpora import AnnotatedDocument
from anaphora.experiments.commands.score.slips import NO_MENTIONS, common_words, conll_values, score_pairs
from anaphora.experiments.run.configuration import Configuration
from anaphora.workbench.chains.overlap import MentionColumns
from anaphora.workbench.chains.texts import BLANKS, Axis, axis, in_characters, nodes_in_characters, on_axis, words_only
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
    """Return whether two documents have the same text, but other words."""
    return theirs is not None and mine.words != theirs.words and letters(mine) == letters(theirs)


def of_equal_text(
    missing: Sequence[AnnotatedDocument], extra: Sequence[AnnotatedDocument]
) -> Iterator[tuple[AnnotatedDocument, AnnotatedDocument]]:
    """Documents with equal text, if no two documents of a side have the same."""
    by_text = {letters(document): document for document in missing}
    answers = {letters(document): document for document in extra}
    if len(by_text) == len(missing) and len(answers) == len(extra):
        yield from ((document, answers[text]) for text, document in by_text.items() if text in answers)


@dataclass(frozen=True, slots=True)
class SharedText:
    """The text that the mentions of a key document and of the response's are placed on.

    That is words, or characters without blanks where words are `divided` differently. `line` has them and the empty
    nodes of both in one order; `None` if there is no zero, or zeros are ignored: then mentions that only hold an empty
    node, as in English treebanks, are those of their words. `dependent` zeros are found by their governors.
    """

    divided: bool
    line: Axis | None
    dependent: bool

    @classmethod
    def of(cls, mine: AnnotatedDocument, theirs: AnnotatedDocument | None, settings: Configuration) -> "SharedText":
        """Find the text that a pair of documents shares."""
        divided = is_divided(mine, theirs)
        answer = theirs or mine
        zeros = ((document.mentions.head >= FIRST_NODE).any() for document in (mine, answer) if document.nodes)
        line = None
        held = settings.judging.looks_up and (mine.nodes or answer.nodes)
        if settings.judging.zeros != "ignore" and (held or any(zeros)):
            line = axis(_size(mine, divided), _nodes(mine, divided), _nodes(answer, divided))
        return cls(divided, line, settings.judging.zeros == "dependent")

    def place(self, mentions: MentionColumns, document: AnnotatedDocument) -> MentionColumns:
        """The mentions of one of the two documents in the units of the shared text, and how long that is."""
        placed = self._place(mentions, document)
        layers = {name: self._place(layer, document) for name, layer in mentions.layers.items()}
        return replace(placed, layers=layers) if layers else placed

    def _place(self, mentions: MentionColumns, document: AnnotatedDocument) -> MentionColumns:
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
    """Say what the score would be if the response, which has all documents of the key and more, was the key."""
    mentions_of = {document.id: document.mentions for document in key}
    as_response = [mentions_of.get(id, NO_MENTIONS) for id in responses]
    as_key = [document.mentions for document in responses.values()]
    _, counts = score_pairs(as_key, as_response, "strict", singletons=settings.judging.singletons == "keep")
    return f"then conll is {conll_values(counts)[2]:.2f}, the missing documents counted as empty"


def in_order(matched: Sequence[Pair], settings: Configuration) -> str:
    """Say what the score would be with the response's documents under the ids of their texts; empty if one has none."""
    both = [(document, answer) for document, answer in matched if answer]
    pairs = list(of_equal_text([document for document, _ in both], [answer for _, answer in both]))
    if len(pairs) < len(both) or any(document.words != answer.words for document, answer in pairs):
        return ""
    right_id = {document.id: answer.id for document, answer in pairs}
    wrong = sum(answer.id != right_id[document.id] for document, answer in both)
    key, response = [document.mentions for document, _ in pairs], [answer.mentions for _, answer in pairs]
    count, counts = score_pairs(key, response, "strict", singletons=settings.judging.singletons == "keep")
    mentions = sum(len(mentions.start) for mentions in response)
    return (
        f"The documents are shuffled: {wrong} have the text of another document. Under the ids of "
        f"their texts {count} of {mentions} mentions match and conll is {conll_values(counts)[2]:.2f}."
    )


def word_by_word(mine: AnnotatedDocument, theirs: AnnotatedDocument) -> str:
    """Say how many mentions match if the words of both are aligned; empty if they cannot be."""
    key, response = (
        words_only(document.mentions) if document.nodes else document.mentions for document in (mine, theirs)
    )
    count = common_words(key, words_of(mine), response, words_of(theirs))
    return "" if count is None else f"Aligned word by word, {count} of {len(theirs.mentions.start)} mentions match."
