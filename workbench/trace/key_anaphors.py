"""Mentions of the key, and pronouns of the text, that are asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

from anaphora.workbench.document import Annotation, Document, Kind, Span
from anaphora.workbench.key import Key, gold_head
from anaphora.workbench.language.anaphors import NOUN_PHRASES, is_anaphoric, is_asked_for, is_definite, pronoun_at
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.trace.document import Stretch


@dataclass(frozen=True, slots=True)
class Asked:
    """A mention of the key that is asked for, the number of its chain, and the earlier mentions of that."""

    span: Span
    chain: int
    earlier: Stretch


@dataclass(frozen=True, slots=True)
class SetApart:
    """A pronoun without an earlier mention in its chain, and the later ones that are no pronouns."""

    span: Span
    later: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class KeyAnaphors:
    """The mentions that are `asked` for, in text order, and by reason the pronouns that are not counted."""

    asked: tuple[Asked, ...]
    apart: Mapping[str, Sequence[SetApart]]

    @property
    def not_counted(self) -> dict[str, int]:
        """The number of pronouns that are not counted, by reason."""
        return {reason: len(pronouns) for reason, pronouns in self.apart.items()}


def key_anaphors(
    document: Document, key: Key, which: str, annotation: Annotation | None = None, *, clausal: bool = False
) -> KeyAnaphors:
    """The mentions asked for that have an earlier mention in their chain, and the pronouns that have none.

    An anaphor of a clause is set apart, unless `clausal` ones are to count: no nominal stands before it in its chain,
    and the first mention of the chain that is no pronoun is a clause (`is_clause`), whether before the anaphor or after
    it. So one that has a nominal before it counts whatever else there is, and one that has nothing but pronouns before
    it is what these are. In a chain of nothing but pronouns all count, since nothing says that they are of a clause;
    and so do "he", "she", "they" and those of other persons, whatever a tree says.

    A mention that a file has in two chains counts in the first. An antecedent of a noun phrase ends before it begins,
    however far back; noun phrases without one introduce what they refer to, so that they are no anaphors and stand in
    no count. `annotation` tells noun phrases apart where neither the key nor the document does.
    """
    asked: dict[Span, Asked] = {}
    apart: dict[str, list[SetApart]] = {"first_mention": [], "cataphora": [], "split_antecedent": [], "clausal": []}
    of_clauses: dict[Span, SetApart] = {}
    for number, chain in enumerate(key.chains):
        ordered = tuple(sorted(chain, key=lambda span: (span.start, -span.end)))
        ends = list(accumulate((span.end for span in ordered), max, initial=0))
        nominal = None
        for before, span in enumerate(ordered):
            noun_phrase = is_key_noun_phrase(document, key, span, which, annotation)
            if not noun_phrase and not is_key_pronoun(document, span, which):
                continue
            earlier = Stretch(ordered, 0, before)
            if noun_phrase and ends[before] > span.start:
                disjoint = tuple([other for other in earlier if other.end <= span.start])
                earlier = Stretch(disjoint, 0, len(disjoint))
            if earlier:
                if nominal is None:
                    nominal = 0 if clausal else _nominal_after_clauses(document, key, ordered, annotation)
                if before > nominal or not nominal or not _may_refer_to_clauses(document, span):
                    asked.setdefault(span, Asked(span, number, earlier))
                else:
                    of_clauses.setdefault(span, SetApart(span, ()))
            elif not noun_phrase:
                later = tuple([other for other in ordered[before + 1 :] if not is_key_pronoun(document, other, "all")])
                reason = "cataphora" if later else "first_mention"
                apart["split_antecedent" if span in key.split else reason].append(SetApart(span, later))
    apart["clausal"] += [pronoun for span, pronoun in of_clauses.items() if span not in asked]
    return KeyAnaphors(tuple(sorted(asked.values(), key=lambda entry: (entry.span, entry.chain))), apart)


def _nominal_after_clauses(document: Document, key: Key, chain: Sequence[Span], annotation: Annotation | None) -> float:
    """The place of the first nominal of a chain that begins, pronouns apart, with a clause; 0 for other chains."""
    clauses = 0
    for number, span in enumerate(chain):
        if is_clause(document, key, span, annotation):
            clauses += 1
        elif not is_key_pronoun(document, span, "all"):
            return number if clauses else 0
    return inf if clauses else 0


def _may_refer_to_clauses(document: Document, span: Span) -> bool:
    """Return whether an anaphor is "it", "this", "that", or a noun phrase."""
    entry = pronoun_at(document, span.start) if len(span) == 1 else None
    return entry is None or entry.animacy == "inanimate"


def is_clause(document: Document, key: Key, span: Span, annotation: Annotation | None = None) -> bool:
    """Return whether a key mention is a clause or verb phrase, or a pronoun that the corpus marks as referring to one.

    The key says so, or the tree, the corpus' own before `annotation`: the head heads a clause, and so does that of MIN
    where the key has one. A mention of which the key gives the kind is none.
    """
    if is_key_pronoun(document, span, "all"):
        return key.non_anaphoric.get(span.start) == "clausal"
    tree = document.annotation or annotation
    marked = key.attributes.get(span)
    if tree is None or (marked and (marked.kind or marked.clause)):
        return bool(marked and marked.clause)
    heads = {gold_head(span, marked, tree), tree.head_of(marked.minimum if marked and marked.minimum else span)}
    return all(_heads_clause(tree, head, span) for head in heads)


def _heads_clause(tree: Annotation, head: int, span: Span) -> bool:
    """Return whether the head is a verb, or has a subject, copula, marker or auxiliary there, as "to be a dentist".

    A verb with a determiner and none of these is a noun: "the accused".
    """
    below = {tree.relation[token].partition(":")[0] for token in span if tree.head[token] == head and token != head}
    as_clause = not _IN_CLAUSES.isdisjoint(below)
    if tree.pos[head] in ("VERB", "AUX"):
        return as_clause or "det" not in below
    return as_clause and tree.relation[head].partition(":")[0] in _SUBORDINATE


_IN_CLAUSES = frozenset({"nsubj", "csubj", "expl", "cop", "mark", "aux"})  # what only the head of a clause has
_SUBORDINATE = frozenset({"csubj", "ccomp", "xcomp", "advcl", "acl", "parataxis", "root"})


def is_key_pronoun(document: Document, span: Span, which: str) -> bool:
    """Return whether a key mention is a single word of the pronoun table that counts as an anaphor."""
    entry = pronoun_at(document, span.start) if len(span) == 1 else None
    return entry is not None and is_anaphoric(entry.person, entry.type, which)


def is_key_noun_phrase(
    document: Document, key: Key, span: Span, which: str, annotation: Annotation | None = None
) -> bool:
    """Return whether a key mention is a noun phrase that counts as an anaphor if it has an antecedent.

    Names are told from other noun phrases by what the key says, else by the tag of the head: the corpus' own, or that
    of `annotation`.
    """
    if which not in NOUN_PHRASES or is_key_pronoun(document, span, "all"):
        return False
    tags = document.annotation or annotation
    attributes = key.attributes.get(span)
    if which == "all-mentions" or tags is None:
        return which == "all-mentions"
    head = gold_head(span, attributes, tags)
    by_tag: Kind = "name" if tags.pos[head] == "PROPN" else "nominal"
    kind = attributes.kind if attributes and attributes.kind else by_tag
    return is_asked_for(kind, is_definite(document.words[span.start : head], language_of(document)), which)


def is_pronoun(document: Document, tree: Annotation, token: int, which: str) -> bool:
    """Return whether a word of the pronoun table is one here: not IT, nor "that" before a clause or a noun."""
    entry = pronoun_at(document, token)
    if entry is None or not is_anaphoric(entry.person, entry.type, which):
        return False
    if entry.type == "demonstrative":
        return tree.pos[token] == "PRON" and "PronType=Rel" not in tree.morphology[token]
    return tree.pos[token] in ("PRON", "DET")
