"""Zeros as words, for languages that drop their pronouns: empty nodes become tokens that can be resolved."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from anaphora.workbench.document import FIRST_NODE, ZERO, Annotation, Document, EmptyNode, Span
from anaphora.workbench.key import Clusters
from anaphora.workbench.language.packs import language_of

_ROOT = -1
_BY_OWNER = "nmod:poss"
_DEFINITE_OBJECT = "Person=3"  # a verb of the definite conjugation has one


def with_zeros(document: Document, key: Clusters) -> tuple[Document, Clusters]:
    """A document and its key with each zero as a word, if its language has some and the corpus has trees.

    Other documents are returned as they are, and empty nodes whose relation is none of the language's zeros, as the
    arguments that nothing expresses in the treebanks of Prague, stay nodes. A zero depends on its first governor, by
    that relation without its case; a subject has the person and number of its verb where it does not say its own, an
    owner those that the noun shows of it (`Person[psor]`).
    """
    tree = document.annotation
    zeros = language_of(document).zeros
    if not document.nodes or tree is None or not zeros:
        return document, key
    others = [FIRST_NODE + number for number, node in enumerate(document.nodes) if _governor(node)[1] not in zeros]
    order = [token for token in document.in_text_order() if token not in set(others)]
    moved_to = {old: new for new, old in enumerate(order)}
    moved_to |= {old: FIRST_NODE + number for number, old in enumerate(others)}
    moved = _Moved(document, tree, order, moved_to)
    return moved.document(), moved.key(key)


def _governor(node: EmptyNode) -> tuple[int, str]:
    """The word that an empty node depends on; without one it is the word beside it."""
    above = ((head, relation) for head, relation in node.relations if head != _ROOT and head < FIRST_NODE)
    head, relation = next(above, (max(0, node.place - 1), "dep"))
    return head, relation if relation == _BY_OWNER else ":".join(relation.split(":")[:1])


@dataclass(frozen=True, slots=True)
class _Moved:
    """A document whose tokens move: `order` has the old token of each new word, `place` the new place of each token."""

    old: Document
    tree: Annotation
    order: Sequence[int]
    place: dict[int, int]

    def document(self) -> Document:
        """The document in the new order; it keeps the empty nodes that have become no words."""
        old = self.old
        starts = [self._start(start) for start in self.tree.sentence_starts]
        return replace(
            old,
            words=tuple(ZERO if token >= FIRST_NODE else old.words[token] for token in self.order),
            spaces=tuple(
                " " if token >= FIRST_NODE else old.spaces[token] or self._space(token) for token in self.order
            ),
            sentence_starts=tuple(starts) if old.sentence_starts else (),
            paragraph_starts=tuple(map(self._start, old.paragraph_starts)),
            headings=tuple(map(self.span, old.headings)),
            labels=tuple(map(self.span, old.labels)),
            speakers=tuple(old.speakers[self._word(token)] for token in self.order) if old.speakers else (),
            annotation=self._annotation(tuple(starts)),
            parse=(),
            nodes=tuple(map(self._node, sorted(set(self.place) - set(self.order)))),
        )

    def _node(self, token: int) -> EmptyNode:
        node = self.old.nodes[token - FIRST_NODE]
        relations = tuple((self.place.get(head, head), relation) for head, relation in node.relations)
        return replace(node, place=self.place[node.place - 1] + 1 if node.place else 0, relations=relations)

    def _space(self, token: int) -> str:
        """A blank between a word and a zero behind it."""
        behind = self.place[token] + 1
        return " " if behind < len(self.order) and self.order[behind] >= FIRST_NODE else ""

    def _word(self, token: int) -> int:
        """The word itself, or the one before an empty node."""
        return max(0, self.old.nodes[token - FIRST_NODE].place - 1) if token >= FIRST_NODE else token

    def _start(self, start: int) -> int:
        """The place of the first word of a sentence, or of the empty nodes of the sentence before it."""
        sentence = bisect_left(self.tree.sentence_starts, start)
        zeros = (self.old.nodes[token - FIRST_NODE] for token in self.order if token >= FIRST_NODE)
        before = sum(node.place == start and node.sentence == sentence for node in zeros)
        return self.place[start] - before

    def span(self, span: Span) -> Span:
        """Return the new place of a span; what stands between its words now is inside, unless it was a gap."""
        if span.gaps or span.end > FIRST_NODE:
            return Span.over(self.place[token] for token in span)
        return Span(self.place[span.start], self.place[span.end - 1] + 1)

    def _annotation(self, starts: tuple[int, ...]) -> Annotation:
        tree, nodes = self.tree, self.old.nodes

        def column(values: Sequence[str], of_node: str) -> tuple[str, ...]:
            return tuple(of_node if token >= FIRST_NODE else values[token] for token in self.order)

        heads: list[int] = []
        relations: list[str] = []
        features: list[str] = []
        for token in self.order:
            if token < FIRST_NODE:
                heads.append(self.place[tree.head[token]])
                relations.append(tree.relation[token])
                features.append(tree.morphology[token])
                continue
            governor, relation = _governor(nodes[token - FIRST_NODE])
            heads.append(self.place[governor])
            relations.append(relation)
            features.append(nodes[token - FIRST_NODE].morphology or _features(tree.morphology[governor], relation))
        return Annotation(
            pos=column(tree.pos, "PRON"),
            tag=column(tree.tag, ""),
            lemma=column(tree.lemma, ZERO),
            morphology=tuple(features),
            head=tuple(heads),
            relation=tuple(relations),
            entity=column(tree.entity, ""),
            sentence_starts=starts,
        )

    def key(self, key: Clusters) -> Clusters:
        """A key of the old document with the places of the new."""
        return replace(
            key,
            chains=tuple(tuple(sorted(map(self.span, chain))) for chain in key.chains),
            attributes={
                self.span(span): replace(
                    attributes,
                    head=None if attributes.head is None else self.place[attributes.head],
                    minimum=attributes.minimum and self.span(attributes.minimum),
                )
                for span, attributes in key.attributes.items()
            },
            split={self.span(span): chains for span, chains in key.split.items()},
            non_anaphoric={self.place[token]: why for token, why in key.non_anaphoric.items()},
            links=tuple((self.span(left), self.span(right)) for left, right in key.links),
        )


def _features(of_governor: str, relation: str) -> str:
    """The person and number of a zero, as the word that it depends on shows them."""
    values = dict(feature.split("=", 1) for feature in of_governor.split("|") if "=" in feature)
    if relation == "obj":
        return _DEFINITE_OBJECT
    shown = "[psor]" if relation == _BY_OWNER else ""
    return "|".join(f"{name}={values[name + shown]}" for name in ("Number", "Person") if name + shown in values)
