"""The dependency trees of a document with its words: one view that all modules of preprocessing share."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphora.workbench.document import Annotation


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Columns over the tokens of a document, those that many questions need being worked out once.

    `pos`, `tag`, `head` and `relation` are those of `annotation`. `lower` and `lemma` are words and lemmas in small
    letters; `base` are the relations without their subtypes; `children` the dependents of each token in text order;
    `copular` the tokens that have a copula, `existential` those that say what there is. `typed` says whether the
    annotation has entity types.
    """

    annotation: Annotation
    words: tuple[str, ...]
    pos: tuple[str, ...]
    tag: tuple[str, ...]
    head: tuple[int, ...]
    relation: tuple[str, ...]
    lower: Sequence[str]
    lemma: Sequence[str]
    base: Sequence[str]
    children: Sequence[Sequence[int]]
    copular: frozenset[int]
    existential: frozenset[int]
    typed: bool


def trees_of(annotation: Annotation, words: tuple[str, ...]) -> Trees:
    """The shared view of an analysed document."""
    head, relation, below = annotation.head, annotation.relation, annotation.children()
    bases = {name: base(name) for name in set(relation)}
    lemma = [lemma.lower() for lemma in annotation.lemma]
    copulas = [token for token, name in enumerate(relation) if name == "cop" and head[token] != token]
    expletives = [token for token, name in enumerate(relation) if name == "expl" and head[token] != token]
    return Trees(
        annotation=annotation,
        words=words,
        pos=annotation.pos,
        tag=annotation.tag,
        head=head,
        relation=relation,
        lower=[word.lower() for word in words],
        lemma=lemma,
        base=[bases[name] for name in relation],
        children=[below.get(token, ()) for token in range(len(head))],
        typed=any(annotation.entity),
        copular=frozenset(head[token] for token in copulas),
        existential=frozenset(head[token] for token in expletives if lemma[token] == "there"),
    )


def base(relation: str) -> str:
    """A relation without its subtype."""
    return relation.partition(":")[0]
