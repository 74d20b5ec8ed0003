"""One analysis for all languages: where treebanks name the same thing differently, algorithms read one name.

English, for which the pipelines and our readers do the same at their border, is left as it is.
"""

from collections.abc import Sequence
from dataclasses import replace

from anaphora.workbench.document import Annotation
from anaphora.workbench.language.anaphors import entry_of
from anaphora.workbench.language.packs import Language

_VERBS = frozenset({"VERB", "AUX"})
_FORMS = {"Inf": "VB", "Part": "VBN", "Ger": "VBG", "Conv": "VBG", "Sup": "VBN"}
_SUBJECTS = ("nsubj", "csubj", "expl")
_OWNED = frozenset({"det", "det:poss", "nmod", "nmod:att", "amod", "nmod:poss"})
_NO_PRONOUN = frozenset({"ADJ", "ADP", "ADV", "AUX", "CCONJ", "INTJ", "NUM", "PART", "SCONJ", "VERB"})
_ARTICLE = "PronType=Art"
_OF_OTHERS = frozenset({"amod", "aux", "case", "cc", "cop", "det", "mark", "nummod", "punct"})  # relations


def in_common_terms(annotation: Annotation, words: Sequence[str], tables: Language) -> Annotation:
    """An annotation in the terms that resolvers read.

    Possessive pronouns are `nmod:poss`, and so are nouns whose owned noun says that it has an owner (Hungarian);
    relations that the pack renames are renamed. A dative without preposition is `iobj`, where treebanks have `obl:arg`,
    too (German, Czech). A reflexive that just belongs to its verb, which some call an expletive (French), is a part of
    that and no subject. What a relative pronoun stands in is `acl:relcl`, and a particle that opens a relative clause
    without a subject (Norwegian *som*) is its subject. Verbs have the tags of the Penn Treebank for the form that UD's
    VerbForm and Mood tell: VB of infinitives and imperatives, VBN, VBG of converbs and present participles, VBZ of
    finite ones.

    Forms that are pronouns alone (`pronouns_or.else` has the others) are so here, too, whatever
    a weak parser says: German "ihr" is no auxiliary, "ihm" no determiner, French "lui" no part of a verb.
    """
    if tables.code == "en":
        return annotation
    annotation = _with_pronouns(annotation, words, tables)
    relations = [tables.relations.get(relation, relation) for relation in annotation.relation]
    marked = {annotation.head[token] for token, relation in enumerate(relations) if relation == "case"}
    for token, relation in enumerate(relations):
        if relation in _OWNED and _owns(annotation, words, tables, token):
            relations[token] = "nmod:poss"
        elif relation == "obl:arg" and token not in marked:
            if "Case=Dat" in annotation.morphology[token] or "Case=" not in annotation.morphology[token]:
                relations[token] = "iobj"
        elif relation.startswith("expl"):
            entry = entry_of(tables, words, token, annotation)
            if entry and (entry.type == "reflexive" or entry.person in (1, 2)):
                relations[token] = "compound:prt"
    features = _with_relatives(annotation, relations)
    return replace(
        annotation,
        relation=tuple(relations),
        morphology=features,
        tag=tuple(
            _tag(features) if pos in _VERBS else tag
            for pos, tag, features in zip(annotation.pos, annotation.tag, annotation.morphology, strict=True)
        ),
    )


def _with_pronouns(annotation: Annotation, words: Sequence[str], tables: Language) -> Annotation:
    """An annotation in which what can only be a pronoun is one, with a relation that it can have.

    An article is a pronoun where it determines a finite verb, or has a relation that no article has: French "l'ouvrit".
    """
    pos, relation, morphology = list(annotation.pos), list(annotation.relation), list(annotation.morphology)
    for token, word in enumerate(words):
        is_open = word.lower() in tables.of("pronouns_or.else")
        entry = entry_of(tables, words, token, annotation if is_open else None)
        if entry is None:
            continue
        if pos[token] in _NO_PRONOUN or _ARTICLE in morphology[token]:
            pos[token] = "PRON"
            morphology[token] = "|".join(feature for feature in morphology[token].split("|") if feature != _ARTICLE)
        kind = relation[token].partition(":")[0]
        is_owner = "Poss=Yes" in annotation.morphology[token]
        if pos[token] != "PRON" or is_owner or entry.type == "possessive":
            continue
        # "en" and "y", of no number, are often parts of verbs.
        has_referent = entry.type == "personal" and entry.person == 3 and entry.number != "unknown"
        if kind == "expl" and has_referent and word.lower() not in tables.of("expletives.forms"):
            relation[token] = "obj"
        elif kind in _OF_OTHERS:
            relation[token] = "obj" if is_open else "obl"
    return replace(annotation, pos=tuple(pos), relation=tuple(relation), morphology=tuple(morphology))


def _with_relatives(annotation: Annotation, relations: list[str]) -> tuple[str, ...]:
    """The features, with those of relative particles; `relations` are changed as `in_common_terms` says."""
    features = list(annotation.morphology)
    head = annotation.head
    for token in [token for token, feature in enumerate(features) if "PronType=Rel" in feature]:
        clause = token
        while head[clause] != clause and not relations[clause].startswith("acl"):
            clause = head[clause]
        if relations[clause] == "acl":
            relations[clause] = "acl:relcl"
    served = {head[token] for token, relation in enumerate(relations) if relation.startswith(_SUBJECTS)}
    for token, relation in enumerate(relations):
        above = head[token]
        if relation == "mark" and token < above and relations[above] == "acl:relcl" and above not in served:
            relations[token], features[token] = "nsubj", "PronType=Rel"
    return tuple(features)


def _owns(annotation: Annotation, words: Sequence[str], tables: Language, token: int) -> bool:
    if annotation.relation[token] == "det:poss":
        return True
    entry = entry_of(tables, words, token, annotation)
    if entry:
        return entry.type == "possessive" or "Poss=Yes" in annotation.morphology[token]
    shown = "Person[psor]=3" in annotation.morphology[annotation.head[token]]
    return shown and annotation.relation[token] == "nmod:att" and annotation.pos[token] in ("NOUN", "PROPN", "PRON")


def _tag(features: str) -> str:
    named = dict(feature.split("=", 1) for feature in features.split("|") if "=" in feature)
    if named.get("Mood") == "Imp":
        return "VB"
    if named.get("VerbForm") == "Part" and named.get("Tense") == "Pres":
        return "VBG"
    return _FORMS.get(named.get("VerbForm", "Fin"), "VBZ")
