"""Empty nodes among the words, as the CRAC shared tasks write them: `##`, or `##form`."""

from collections.abc import Iterable, Mapping, Sequence

from anaphora.corpora._writing import placed
from anaphora.workbench.document import FIRST_NODE, Document, EmptyNode, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

MARK = "##"
NO_FORM = "_"


def document_of(id: str, tokens: Iterable[str]) -> tuple[Document, list[int]]:
    """A document of words and empty nodes in text order, and for each of these its number in the document.

    What governs a node is not known, nor where sentences begin.
    """
    words, nodes, numbers = list[str](), list[EmptyNode](), list[int]()
    for token in tokens:
        if token.startswith(MARK):
            form = token.removeprefix(MARK)
            rank = nodes[-1].rank + 1 if nodes and nodes[-1].place == len(words) else 1
            numbers.append(FIRST_NODE + len(nodes))
            nodes.append(EmptyNode(len(words), 0, rank, form="" if form == NO_FORM else form))
        else:
            numbers.append(len(words))
            words.append(token)
    spaces = (" ",) * (len(words) - 1) + ("",) * bool(words)
    return Document(id, tuple(words), spaces, nodes=tuple(nodes)), numbers


def spans_of(clusters: Iterable[Iterable[Span]], numbers: Sequence[int]) -> list[list[Span]]:
    """Mentions that count words and empty nodes together, as spans of their document."""
    return [[Span.over(numbers[span.start : span.end]) for span in cluster] for cluster in clusters]


def heads_of_zeros(clusters: Iterable[Iterable[Span]]) -> Mapping[Span, Attributes]:
    """The attributes of mentions without words: their first node is their head."""
    return {span: Attributes(head=span.start) for cluster in clusters for span in cluster if span.start >= FIRST_NODE}


def in_line(document: Document, key: Clusters) -> tuple[list[str], Clusters]:
    """Words and marked nodes in text order, and the key in their places.

    Raises:
        FormatError: a word would be read as an empty node.
    """
    for word in document.words:
        if word.startswith(MARK):
            problem = f"the word '{word}' begins like an empty node"
            raise FormatError(document.id, None, problem, "Write CorefUD instead.", code="inexpressible")
    forms = [f"{MARK}{node.form}" for node in document.nodes]
    tokens = document.in_text_order() if document.nodes else range(len(document.words))
    line = [forms[token - FIRST_NODE] if token >= FIRST_NODE else document.words[token] for token in tokens]
    return line, placed(document, key)
