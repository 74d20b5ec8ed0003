"""Verb patterns of instructions: imperatives, "V1 NP and V2 it", "To V1 NP, ... . To V2 it, ..."."""

from collections.abc import Iterator

import numpy as np

from anaphora.resolvers._additive.columns import Columns
from anaphora.resolvers._additive.settings import VotingSettings

_ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "expl"})
_OPENING = frozenset({"PUNCT", "NUM", "SYM", "X"})


def is_imperative(columns: Columns, sentence: int) -> bool:
    """Whether the main verb of a sentence is an imperative: a bare verb without subject, auxiliary or "to".

    An opening purpose clause ("To print, press ...") changes nothing, nor does "do" ("Do not press ...").
    """
    tokens = range(columns.boundaries[sentence], columns.boundaries[sentence + 1])
    root = next((token for token in tokens if columns.annotation.head[token] == token), -1)
    return root >= 0 and _commands(columns, root)


def immediate_antecedent(columns: Columns, anaphor: int, settings: VotingSettings) -> int:
    """For a pronoun in "V1 NP and (you) V2 it" the noun phrase after V1, else -1 (as mention indices).

    V1 is an imperative or has the subject "you", V2 none or "you". Between V2 and the pronoun a particle, a noun
    phrase or a preposition may stand, since the paper's worked example counts "identify the drawer ... and add paper
    to it". Where V1 has a pronoun ("form it and align it, then load it") the verb before it is taken. A reflexive
    belongs to its own clause and is left out.
    """
    verb = _verb_over(columns, anaphor)
    if verb < 0 or verb > columns.start[anaphor] or _subject(columns, verb) not in ("", "you"):
        return -1
    for earlier in _verbs_before(columns, verb, settings):
        phrase = _phrase_after(columns, earlier)
        if phrase >= 0 and columns.head[phrase] < verb and _addresses(columns, earlier):
            return phrase
    return -1


def sequential_antecedent(columns: Columns, anaphor: int) -> int:
    """For a pronoun in "To V1 NP, V2 ... . To V3 it, V4 ..." the noun phrase after V1, else -1 (as mention indices).

    Both sentences are imperative; V1 is in one of the two sentences before that of V3, the nearer if both fit.
    """
    sentence = int(columns.sentence[anaphor])
    verb = int(columns.governor[anaphor])
    if verb < 0 or verb > columns.start[anaphor] or _purpose(columns, sentence) != verb:
        return -1
    for earlier in range(sentence - 1, max(-1, sentence - 3), -1):
        opening = _purpose(columns, earlier)
        phrase = _phrase_after(columns, opening) if opening >= 0 else -1
        if phrase >= 0:
            return phrase
    return -1


def _verb_over(columns: Columns, anaphor: int) -> int:
    """The verb that a pronoun is an argument or oblique of, even inside a phrase ("the plate inside it"), or -1."""
    if columns.prepared.mentions[anaphor].pronoun in ("reflexive", "possessive"):
        return -1
    annotation, token = columns.annotation, int(columns.head[anaphor])
    while annotation.relation[token] in ("nmod", "conj"):
        token = annotation.head[token]
    return annotation.head[token] if annotation.relation[token].partition(":")[0] in _ARGUMENTS else -1


def _commands(columns: Columns, verb: int) -> bool:
    annotation = columns.annotation
    children = columns.children.get(verb, ())
    relations = {annotation.relation[child].partition(":")[0] for child in children}
    forms = [verb, *(child for child in children if annotation.relation[child] == "cop")]  # "Be careful"
    bare = any(annotation.tag[form] == "VB" or "Mood=Imp" in annotation.morphology[form] for form in forms)
    auxiliaries = {annotation.lemma[child].lower() for child in children if annotation.relation[child][:3] == "aux"}
    return bare and not relations & {"nsubj", "csubj", "expl", "mark"} and auxiliaries <= {"do"}


def _subject(columns: Columns, verb: int) -> str:
    annotation = columns.annotation
    for child in columns.children.get(verb, ()):
        if annotation.relation[child].startswith(("nsubj", "csubj")):
            return annotation.lemma[child].lower()
    return ""


def _addresses(columns: Columns, verb: int) -> bool:
    """Whether a verb tells the reader what to do; coordinated verbs and complements ("you need to V") share that."""
    while True:
        subject = _subject(columns, verb)
        if subject or _commands(columns, verb):
            return subject in ("", "you")
        first = columns.annotation.head[verb]
        if columns.annotation.relation[verb] not in ("conj", "xcomp") or first >= verb:
            return False
        verb = first


def _verbs_before(columns: Columns, verb: int, settings: VotingSettings) -> Iterator[int]:
    """The verbs that a connective joins a verb to, nearest first; heads to the left only, so that this ends."""
    annotation = columns.annotation
    while (head := annotation.head[verb]) < verb:
        relation = annotation.relation[verb].partition(":")[0]
        links = {
            annotation.lemma[child].lower()
            for child in columns.children.get(verb, ())
            if child < verb and annotation.relation[child] in ("cc", "mark", "case", "advmod")
        }
        if relation == "conj" and not links & {"but", "nor"}:
            siblings = columns.children.get(head, ())
            yield from (sibling for sibling in reversed(siblings) if sibling < verb and _is_conjunct(columns, sibling))
        elif not (relation == "advcl" and links & settings.words["subordinators"]) and not (
            relation == "parataxis" and links & settings.words["coordinators"]
        ):
            return
        yield head
        verb = head


def _is_conjunct(columns: Columns, token: int) -> bool:
    return columns.annotation.relation[token] == "conj" and columns.annotation.pos[token] in ("VERB", "AUX")


def _phrase_after(columns: Columns, verb: int) -> int:
    """The first mention after a verb, if it is an argument or oblique of it and no pronoun, else -1."""
    index = int(np.searchsorted(columns.start, verb, "right"))
    if index == len(columns.start) or columns.governor[index] != verb:
        return -1
    return -1 if columns.prepared.mentions[index].kind == "pronoun" else index


def _purpose(columns: Columns, sentence: int) -> int:
    """The verb of the "To V" that opens an imperative sentence, else -1; numbers and bullets may stand before."""
    annotation = columns.annotation
    first, end = columns.boundaries[sentence], columns.boundaries[sentence + 1]
    while first < end and annotation.pos[first] in _OPENING:
        first += 1
    opens = first + 1 < end and columns.prepared.document.words[first].lower() == "to"
    if not opens or annotation.tag[first + 1] != "VB" or not is_imperative(columns, sentence):
        return -1
    return first + 1
