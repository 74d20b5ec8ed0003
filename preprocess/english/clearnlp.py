"""Labels of ClearNLP, the scheme of the English pipelines that spaCy distributes, as Universal Dependencies.

In ClearNLP prepositions head their complements, copulas their predicates, last names the first ones, and verbs of
saying what is said. Both schemes descend from Stanford Dependencies; Choi & Palmer 2012 (Guidelines for the CLEAR
style constituent to dependency conversion) and de Marneffe et al. 2014 (LREC) describe where they part.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Self

from anaphora.preprocess.lexicon import read_table, words_of
from anaphora.workbench.document import Annotation
from anaphora.workbench.language.packs import language

_TABLES = "clearnlp.toml"
FAMILIAR = str.maketrans("’‘“”[]", "''\"\"()")
"""Marks as OntoNotes has them, on which those pipelines were trained: they know neither “’s” nor “[1]”."""
RELATIONS = frozenset({"dobj", "pobj", "nsubjpass"})
"""Relations that only this scheme has."""
_PREPOSITIONAL = frozenset({"prep", "agent", "dative"})
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "SYM"})
_ARGUMENTS = frozenset({"nsubj", "nsubjpass", "dobj"})
_NAMES = frozenset({"NOUN", "PROPN"})
_FINITE = frozenset({"MD", "VBZ", "VBP", "VBD"})
_SMALL = frozenset({"VB", "VBG", "VBN", "JJ", "JJR", "RB", "NN", "NNS"})
_JUDGEMENTS = ("adjectives.ease", "adjectives.value", "adjectives.need", "adjectives.frequency", "nouns.value")
_CLAUSES = frozenset({"root", "conj", "ccomp", "parataxis"})
_CLAUSAL = ("root", "conj", "ccomp", "csubj", "advcl", "acl", "parataxis")


def entity_type(label: str) -> str:
    """An entity label as the bundled pipeline writes it; labels that say nothing of animacy become empty."""
    types: Mapping[str, str] = read_table(_TABLES)["entity_types"]
    return types.get(label, label)


def version() -> str:
    """Eight hexadecimal digits over this module and its tables: another conversion makes other trees of a parse."""
    here = Path(__file__)
    return hashlib.blake2b(here.read_bytes() + here.with_name(_TABLES).read_bytes(), digest_size=4).hexdigest()


def to_universal(annotation: Annotation) -> Annotation:
    """A ClearNLP-style annotation as Universal Dependencies, sentence by sentence; tags, lemmas and entities stay.

    Interrogatives get the `PronType` that says whether they open a relative clause.
    """
    starts = annotation.sentence_starts
    sentences = [_Sentence.of(annotation, *bounds) for bounds in pairwise([*starts, len(annotation.head)])]
    for sentence in sentences:
        for convert in _STEPS:
            convert(sentence)
    return replace(
        annotation,
        head=tuple(start + head for start, sentence in zip(starts, sentences, strict=True) for head in sentence.head),
        relation=tuple(chain.from_iterable(sentence.relation for sentence in sentences)),
        pos=tuple("ADV" if tag == "WRB" else pos for tag, pos in zip(annotation.tag, annotation.pos, strict=True)),
        morphology=tuple(chain.from_iterable(map(_morphology, sentences))),
    )


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A tree while it is converted: tokens count from the start of the sentence, the root is its own head."""

    lemma: Sequence[str]
    pos: Sequence[str]
    tag: Sequence[str]
    morphology: Sequence[str]
    entity: Sequence[str]
    head: list[int]
    relation: list[str]
    children: Sequence[set[int]]

    @classmethod
    def of(cls, annotation: Annotation, start: int, end: int) -> Self:
        """The sentence between two tokens."""
        inside = slice(start, end)
        head = [above - start for above in annotation.head[inside]]
        children: list[set[int]] = [set() for _ in head]
        for token, above in enumerate(head):
            if token != above:
                children[above].add(token)
        return cls(
            lemma=[lemma.lower() for lemma in annotation.lemma[inside]],
            pos=annotation.pos[inside],
            tag=annotation.tag[inside],
            morphology=annotation.morphology[inside],
            entity=annotation.entity[inside],
            head=head,
            relation=list(annotation.relation[inside]),
            children=children,
        )

    def below(self, token: int, *relations: str) -> list[int]:
        """The dependents of a token in text order, all or those with one of the relations."""
        return sorted(child for child in self.children[token] if not relations or self.relation[child] in relations)

    def attach(self, token: int, above: int, relation: str = "") -> None:
        """Give a token another head and, if one is named, another relation."""
        self.children[self.head[token]].discard(token)
        self.head[token] = above
        if above != token:
            self.children[above].add(token)
        if relation:
            self.relation[token] = relation

    def promote(self, child: int, left: str, *, alone: bool = False) -> None:
        """Put `child` in the place of its head, which becomes its dependent with the relation `left`.

        The head's other dependents go over to it, or stay (`alone`).
        """
        above = self.head[child]
        self.attach(child, child if self.head[above] == above else self.head[above], self.relation[above])
        for other in () if alone else self.below(above):
            self.attach(other, child)
        self.attach(above, child, left)

    def leftmost(self, token: int) -> int:
        """The first token below, or the token itself."""
        while self.children[token] and min(self.children[token]) < token:
            token = min(self.children[token])
        return token


def _head_free_relatives(tree: _Sentence) -> None:
    """The interrogative heads a free relative clause: "that is *what* I mean", "talk about *how* it works"."""
    for clause in range(len(tree.head)):
        above = tree.head[clause]
        first = tree.leftmost(clause)
        relation = tree.relation[clause]
        if relation != "pcomp" and (relation != "ccomp" or tree.lemma[above] != "be"):
            continue
        if above < first < clause and tree.tag[first] in ("WP", "WRB"):
            tree.attach(first, above, "attr" if relation == "ccomp" else relation)
            tree.attach(clause, first, "acl:relcl" if tree.tag[first] == "WP" else "advcl:relcl")


def _lower_prepositions(tree: _Sentence) -> None:
    """A preposition becomes the case of its complement, "*at* it", or the mark of a clause, "*by* opening it".

    From the right, so that "out of the box" is lowered from the inside.
    """
    for preposition in reversed(range(len(tree.head))):
        complements = tree.below(preposition, "pobj") or tree.below(preposition, "pcomp")
        if not complements:
            continue
        complement = complements[0]
        clausal = tree.relation[complement] == "pcomp" and tree.tag[complement].startswith("V")
        label = _complement_label(tree, preposition, clausal=clausal)
        tree.promote(complement, "mark" if clausal else "case")
        tree.relation[complement] = label
        if label != "pobj":
            _fix(tree, preposition, complement)


def _complement_label(tree: _Sentence, preposition: int, *, clausal: bool) -> str:
    relation, above = tree.relation[preposition], tree.head[preposition]
    if relation == "pcomp" or (relation == "prep" and tree.relation[above] in _PREPOSITIONAL):
        return "pobj"  # of the preposition before: "from behind the door"
    if relation == "agent":
        return "advcl" if clausal else "obl:agent"
    if relation not in _PREPOSITIONAL:
        return relation  # "with care and *with* skill", "*In* the box."
    if tree.pos[above] in _NOMINAL or tree.relation[above] in _ARGUMENTS:
        return "acl" if clausal else "nmod"
    return "advcl" if clausal else "obl"


def _fix(tree: _Sentence, preposition: int, complement: int) -> None:
    """Prepositions of two words, "because of", are one: the second is `fixed` to the first."""
    for first in (preposition, preposition - 1):
        pair = " ".join(tree.lemma[first : first + 2])
        if first < 0 or complement in (first, first + 1) or pair not in language().of("prepositions.fixed"):
            continue
        if tree.head[complement] == first:  # "instead" of "instead of it" was an adverb
            relation = tree.relation[first]
            tree.promote(complement, "case")
            tree.relation[complement] = "obl" if relation == "advmod" else relation
        if tree.head[first] == tree.head[first + 1] == complement:
            tree.relation[first] = "case"
            tree.attach(first + 1, first, "fixed")


def _lower_copulas(tree: _Sentence) -> None:
    """The predicate heads the clause: "the box *is* red", "is in the room", "is there", "the plan *is* to open it"."""
    for verb in range(len(tree.head)):
        if tree.lemma[verb] != "be" or tree.relation[verb] in ("aux", "auxpass"):
            continue
        if tree.below(verb, "expl"):
            for attribute in tree.below(verb, "attr"):
                tree.relation[attribute] = "nsubj"  # "There is a box"
        elif (predicate := _predicate(tree, verb)) is not None:
            clausal = tree.relation[predicate] in ("xcomp", "ccomp")
            for subject in tree.below(verb, "nsubj") if clausal else ():
                tree.relation[subject] = "nsubj:outer"
            tree.promote(predicate, "cop")


def _predicate(tree: _Sentence, verb: int) -> int | None:
    if nominal := tree.below(verb, "attr", "acomp"):
        return nominal[0]
    adverbs = language().of("adverbs.predicative")
    oblique = [child for child in tree.below(verb, "obl") if child > verb]
    oblique += [child for child in tree.below(verb, "advmod", "prt") if child > verb and tree.lemma[child] in adverbs]
    if oblique:
        return min(oblique)
    asked = [
        child for child in tree.below(verb, "advmod") if child < verb and tree.lemma[child] in ("where", "how", "when")
    ]
    clauses = [child for child in tree.below(verb, "xcomp", "ccomp") if child > verb and tree.below(verb, "nsubj")]
    return next(chain(asked, clauses), None)


def _extrapose(tree: _Sentence) -> None:
    """A clause is the subject, and "it" an expletive: "*it* is good that it works", "*it* is easy to open the box".

    An infinitive needs a complement of its own, for "it is easy to open", and a word of judgement: "it is ready to go".
    """
    for subject in range(len(tree.head)):
        predicate = tree.head[subject]
        if tree.lemma[subject] != "it" or tree.relation[subject] != "nsubj" or not tree.below(predicate, "cop"):
            continue
        finite = [child for child in tree.below(predicate, "ccomp") if child > predicate]
        clauses = [child for child in finite if tree.pos[predicate] == "ADJ" or tree.below(child, "mark")]
        if tree.lemma[predicate] in words_of("it_filter/features.toml", *_JUDGEMENTS):
            clauses += [
                child
                for child in tree.below(predicate, "xcomp")
                if tree.below(child, "dobj", "obl", "ccomp", "xcomp", "cop")
            ]
        if clauses:
            tree.relation[subject], tree.relation[clauses[0]] = "expl", "csubj"


def _raise_objects(tree: _Sentence) -> None:
    """The subject of a clause that is not finite is the object of the verb before: "let *him* go", "make *it* red"."""
    for clause in range(len(tree.head)):
        verb = tree.head[clause]
        if tree.relation[clause] != "ccomp" or verb > clause or tree.tag[clause] not in _SMALL:
            continue
        subject = next(iter(tree.below(clause, "nsubj", "nsubjpass")), -1)
        auxiliaries = [tree.tag[child] for child in tree.below(clause, "aux", "auxpass", "cop")]
        is_small = _FINITE.isdisjoint(auxiliaries) and not tree.below(clause, "mark")
        if is_small and verb < subject < clause and not tree.below(verb, "dobj", "dative"):
            tree.attach(subject, verb, "dobj")
            tree.relation[clause] = "xcomp"


def _lower_verbs_of_saying(tree: _Sentence) -> None:
    """A clause before the verb that it depends on is the main one: "it leaks, *he said*"."""
    for clause in range(len(tree.head)):
        verb = tree.head[clause]
        if tree.relation[clause] == "ccomp" and verb > clause and tree.relation[verb] in _CLAUSES:
            tree.promote(clause, "parataxis", alone=True)


def _lower_last_names(tree: _Sentence) -> None:
    """The first word heads the name of a person, "*Ann* Lee"; "Mr." and "President" before it describe it."""
    for last in range(len(tree.head)):
        if tree.entity[last] != "PERSON" or tree.pos[last] != "PROPN" or tree.relation[last] == "compound":
            continue
        names = [child for child in tree.below(last, "compound") if child < last]
        first = last
        while first - 1 in names and tree.entity[first - 1] == "PERSON":
            first -= 1
        for title in (child for child in names if child < first and tree.pos[child] in _NAMES):
            tree.relation[title] = "nmod:desc"
        if first < last:
            tree.promote(first, "flat")
            for middle in range(first + 1, last):
                tree.relation[middle] = "flat"


def _reattach_coordinators(tree: _Sentence) -> None:
    """A coordinator belongs to the conjunct behind it; every conjunct to the first."""
    for token in range(len(tree.head)):
        if tree.relation[token] == "cc":
            after = [child for child in tree.below(tree.head[token], "conj") if child > token]
            if after:
                tree.attach(token, after[0])
    for token in range(len(tree.head)):
        if tree.relation[token] == "conj":
            first = tree.head[token]
            while tree.relation[first] == "conj" and tree.head[first] != first:
                first = tree.head[first]
            tree.attach(token, first)


def _rename(tree: _Sentence) -> None:
    for token, label in enumerate(tree.relation):
        if label == "aux" and tree.tag[token] == "TO":
            tree.relation[token] = "mark"
        elif label == "npadvmod" and "-" in tree.lemma[token + 1 : token + 2]:
            tree.relation[token] = "compound"  # "problem-solving"
        elif label == "npadvmod" and tree.pos[tree.head[token]] in _NOMINAL:
            tree.relation[token] = "nmod:unmarked"
        elif label == "nmod" and tree.head[token] > token and not tree.below(token, "case"):
            tree.relation[token] = "compound"
        elif label == "quantmod" and tree.tag[token] == "DT":
            tree.relation[token] = "det"  # "a few"
        else:
            tree.relation[token] = read_table(_TABLES)["relations"].get(label, label)


def _morphology(tree: _Sentence) -> Iterator[str]:
    for token, features in enumerate(tree.morphology):
        if tree.tag[token].startswith("W") and "PronType" not in features:
            kind = "Rel" if _is_relative(tree, token) else "Int"
            yield "|".join(filter(None, (features, f"PronType={kind}")))
        else:
            yield features


def _is_relative(tree: _Sentence, token: int) -> bool:
    """Return whether an interrogative stands in a relative clause or, "*what* I mean", heads one."""
    if tree.below(token, "acl:relcl", "advcl:relcl"):
        return True
    while tree.head[token] != token and not tree.relation[token].startswith(_CLAUSAL):
        token = tree.head[token]
    return tree.relation[token] == "acl:relcl"


_STEPS = (
    _head_free_relatives, _lower_prepositions, _lower_copulas, _raise_objects, _extrapose, _lower_verbs_of_saying,
    _lower_last_names, _reattach_coordinators, _rename,
)  # fmt: skip
