"""The dependency trees of a document with its words, one view that all of preprocessing shares, and its clauses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from anaphora.workbench.document import Annotation, Document
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.language.packs import Language, language

_CLAUSAL = frozenset({"root", "ccomp", "csubj", "advcl", "acl", "parataxis"})
_VERBAL = frozenset({"VERB", "AUX"})
_SHARING = frozenset({"xcomp", "amod"})  # they and their conjuncts share the clause of their governor
_MARKS = frozenset({"cop", "expl", "case"})
_CLAUSE_MAKERS = frozenset({"nsubj", "csubj", "cop", "aux", "expl"})
MOST_STEPS, MOST_STEPS_A_WORD = 1_000_000, 200
"""Steps up the trees of a document, from all words together. Mentions are looked up so often, and text has five a word;
the bundled pipeline ends a sentence long before its words are 200 deep."""


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Columns over the tokens of a document, those that many questions need being worked out once.

    `pos`, `tag`, `head` and `relation` are those of `annotation`. `lower` and `lemma` are words and lemmas in small
    letters; `base` are the relations without their subtypes; `children` the dependents of each token in text order;
    `copular` the tokens that have a copula, `existential` those that say what there is, `reflexive` those that have
    "himself" or "herself", `determining` pronouns that are like a determiner of their noun, "you guys" (UD leaves the
    relation open: `dep`); `prepositions` gives for each token its first dependent that is a `case`. `typed` says
    whether the annotation has entity types. `language` has the word lists.
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
    prepositions: Mapping[int, int]
    reflexive: frozenset[int]
    determining: frozenset[int]
    typed: bool
    language: Language


def trees_of(annotation: Annotation, words: tuple[str, ...], code: str = "") -> Trees:
    """The shared view of an analysed document in the language of a code."""
    tables = language(code)
    existential, emphatic = tables.of("expletives.existential"), tables.of("expletives.emphatic")
    pos, head, relation = annotation.pos, annotation.head, annotation.relation
    below = annotation.children()
    bases = {name: base(name) for name in set(relation)}
    small = {word: word.lower() for word in {*words, *annotation.lemma}}
    lemma = list(map(small.__getitem__, annotation.lemma))
    marks = [(name, token) for token, name in enumerate(relation) if name in _MARKS and head[token] != token]
    lower = list(map(small.__getitem__, words))
    bare = list(map(bases.__getitem__, relation))
    return Trees(
        annotation=annotation,
        words=words,
        pos=pos,
        tag=annotation.tag,
        head=head,
        relation=relation,
        lower=lower,
        lemma=lemma,
        base=bare,
        children=list(map(below.get, range(len(head)), repeat(()))),
        typed=any(annotation.entity),
        language=tables,
        copular=frozenset(head[token] for name, token in marks if name == "cop"),
        existential=frozenset(head[token] for name, token in marks if name == "expl" and lemma[token] in existential),
        prepositions={head[token]: token for name, token in reversed(marks) if name == "case"},
        determining=frozenset(
            token
            for token, name in enumerate(bare)
            if name == "dep" and token < head[token] and (pos[token], pos[head[token]]) == ("PRON", "NOUN")
        ),
        reflexive=frozenset(
            [head[token] for token, word in enumerate(lower) if word in emphatic and head[token] != token]
        ),
    )


def base(relation: str) -> str:
    """A relation without its subtype."""
    return relation.partition(":")[0]


def require_trees(document: Document, annotation: Annotation) -> None:
    """Raise `WorkbenchError` where a search up the heads, or up to the first of conjuncts, would never come back.

    So it does where such searches from all words would take too long (code "too-deep").
    """
    heads = np.array(annotation.head, dtype=np.int64)
    far = heads
    steps = (heads != np.arange(len(heads))).astype(np.int64)
    for _ in range(len(heads).bit_length()):  # each turn doubles the steps, in the end more than there are tokens
        if not steps[far].any():
            break
        far, steps = far[far], steps + steps[far]
    circling = np.flatnonzero(heads[far] != far).tolist()
    roots = np.flatnonzero(heads == np.arange(len(heads))).tolist()
    odd = [*circling, *(token for token in roots if annotation.relation[token] == "conj")]
    if odd:
        word = f"{document.words[odd[0]]}' (token {odd[0]}) of document {document.id}"
        problem = f"The heads above '{word} lead in a circle" if circling else f"The root '{word} is called a conjunct"
        raise WorkbenchError(
            f"{problem}. Heads must lead from every token to a root (its own head) that is not a 'conj'."
        )
    if steps.sum() > most_steps(document):
        deep = steps.mean()
        most = most_steps(document) / len(steps)
        figures = f"above a word stand {deep:,.0f} others on average, and at most {most:,.0f} may"
        problem = f"The trees of {document.id} are too deep: {figures}"
        cure = "Divide its sentences, or have it analysed anew (without --perfect annotation)."
        raise WorkbenchError(f"{problem}. {cure}", code="too-deep")


def most_steps(document: Document) -> int:
    """The words above words, or words in mentions, that a document may have in all."""
    return max(MOST_STEPS, MOST_STEPS_A_WORD * len(document.words))


def clause_heads(trees: Trees) -> tuple[int, ...]:
    """Return for each token the token that heads its clause: the nearest clause head at or above it.

    Clause heads are root, ccomp, csubj, advcl, acl, parataxis and their subtypes, and of conjuncts those with a
    subject, copula or auxiliary of their own and verbs. An xcomp shares the clause of its governor, and so does a verb
    conjoined with it ("she wants to open and close it") or with an attribute ("a cut and dried ham").
    """
    predicates = {trees.head[token] for token, base in enumerate(trees.base) if base in _CLAUSE_MAKERS}
    clausal = [
        token
        for token, base in enumerate(trees.base)
        if base in _CLAUSAL or (base == "conj" and (token in predicates or _is_conjoined_clause(trees, token)))
    ]
    above = np.array(trees.head, np.int64)
    above[clausal] = clausal
    for _ in range(len(above).bit_length()):  # each turn doubles the steps
        if np.array_equal(above, farther := above[above]):
            break
        above = farther
    return tuple(above.tolist())


def _is_conjoined_clause(trees: Trees, token: int) -> bool:
    """Return whether a conjunct without subject is a clause: a verb, not conjoined with an xcomp or attribute."""
    if trees.pos[token] not in _VERBAL:
        return False
    first = trees.head[token]
    while trees.relation[first] == "conj" and trees.head[first] != first:
        first = trees.head[first]
    return trees.relation[first] not in _SHARING
