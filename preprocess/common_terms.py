"""One analysis for all languages: where treebanks name the same thing differently, algorithms read one name.

English, for which the pipelines and our readers do the same at their border, is left as it is.
"""

from collections.abc import Sequence
from dataclasses import replace

from anaphora.workbench.document import Annotation
from anaphora.workbench.language.packs import Language
from anaphora.workbench.language.pronouns import entry_of

_VERBS = frozenset({"VERB", "AUX"})
_FORMS = {"Inf": "VB", "Part": "VBN", "Ger": "VBG", "Conv": "VBG", "Sup": "VBN"}
_OWNED = frozenset({"det", "det:poss", "nmod", "nmod:att", "amod", "nmod:poss"})


def in_common_terms(annotation: Annotation, words: Sequence[str], tables: Language) -> Annotation:
    """An annotation in the terms that resolvers read.

    Possessive pronouns are `nmod:poss`, and so are nouns whose owned noun says that it has an owner (Hungarian);
    relations that the pack renames are renamed. Verbs have the tags of the Penn Treebank for the form that UD's
    VerbForm and Mood tell: VB of infinitives and imperatives, VBN, VBG of converbs and present participles, VBZ of
    finite ones.
    """
    if tables.code == "en":
        return annotation
    relations = [tables.relations.get(relation, relation) for relation in annotation.relation]
    for token, relation in enumerate(relations):
        if relation in _OWNED and _owns(annotation, words, tables, token):
            relations[token] = "nmod:poss"
    return replace(
        annotation,
        relation=tuple(relations),
        tag=tuple(
            _tag(features) if pos in _VERBS else tag
            for pos, tag, features in zip(annotation.pos, annotation.tag, annotation.morphology, strict=True)
        ),
    )


def _owns(annotation: Annotation, words: Sequence[str], tables: Language, token: int) -> bool:
    entry = entry_of(tables, words, token, annotation)
    if entry:
        return entry.type == "possessive" or "Poss=Yes" in annotation.morphology[token]
    shown = "Person[psor]=3" in annotation.morphology[annotation.head[token]]
    return shown and annotation.relation[token] == "nmod:att" and annotation.pos[token] in ("NOUN", "PROPN", "PRON")


def _tag(features: str) -> str:
    said = dict(feature.split("=", 1) for feature in features.split("|") if "=" in feature)
    if said.get("Mood") == "Imp":
        return "VB"
    if said.get("VerbForm") == "Part" and said.get("Tense") == "Pres":
        return "VBG"
    return _FORMS.get(said.get("VerbForm", "Fin"), "VBZ")
