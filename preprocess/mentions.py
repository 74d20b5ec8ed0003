"""The record of each mention, which resolvers read instead of the tree.

The rules of English tell agreement features and pleonastic pronouns, or the tables of another language's pack.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations, repeat
from typing import Any

from anaphora.preprocess import by_tables
from anaphora.preprocess.agreement import NO_NAMES, Features, NameList
from anaphora.preprocess.noun_phrases import NounPhrase, place_of, pronoun_of
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Definiteness, Document, Function, Kind, Mention, NonAnaphoric, Span, maker_of
from anaphora.workbench.language.anaphors import use
from anaphora.workbench.preparation import Preparation

_FUNCTIONS: Mapping[str, Function] = {
    "nsubj": "subject", "csubj": "subject", "expl": "subject", "obj": "object", "iobj": "indirect_object",
    "obl": "oblique", "obl:agent": "agent", "nmod:poss": "possessor", "appos": "apposition",
}  # fmt: skip
_GOVERNED = frozenset({"subject", "object", "indirect_object", "oblique", "agent", "existential"})
_mention = maker_of(Mention)
_FIRST, _SECOND, _DIALOGUE = 1, 2, 2


def records(
    document: Document,
    trees: Trees,
    clauses: tuple[int, ...],
    phrases: list[NounPhrase],
    gold_features: Mapping[Span, Features],
    names: NameList = NO_NAMES,
) -> tuple[Mention, ...]:
    """One record for each noun phrase, in the order given; `gold_features` replace the computed ones where given.

    `names` are those that the user knows.
    """
    features_of = features_by(trees, phrases, names, true_types=trees.annotation is document.annotation)
    annotation, speakers, language = trees.annotation, document.speakers, trees.language
    headings = frozenset(token for heading in document.headings for token in heading)
    coordinations = {member: phrase.span for phrase in phrases for member in phrase.members}
    participants = _participants(speakers)
    features = [(gold_features and gold_features.get(phrase.span)) or features_of(phrase) for phrase in phrases]
    heads = [phrase.head for phrase in phrases]
    entries = [pronoun_of(trees, phrase) for phrase in phrases]
    kinds: list[Kind] = [
        "pronoun" if entry else "name" if trees.pos[head] == "PROPN" else "nominal"
        for entry, head in zip(entries, heads, strict=True)
    ]
    places = [place_of(trees, head) for head in heads]
    roles = [_function(trees, place) for place in places]
    polite = language.of("pronouns_or.polite")
    columns: dict[str, Iterable[Any]] = {
        "span": [phrase.span for phrase in phrases],
        "base": [phrase.base for phrase in phrases],
        "head": heads,
        "lemma": [trees.lemma[head] for head in heads],
        "kind": kinds,
        "pronoun": [use(entry, annotation, head) if entry else "" for entry, head in zip(entries, heads, strict=True)],
        "person": [feature.person for feature in features],
        "number": [feature.number for feature in features],
        "gender": [feature.gender for feature in features],
        "animacy": [feature.animacy for feature in features],
        "function": [function for function, _ in roles],
        "definiteness": list(map(partial(_definiteness, trees), heads, places, kinds)),
        "sentence": [bisect_right(annotation.sentence_starts, head) - 1 for head in heads],
        "paragraph": [max(0, bisect_right(document.paragraph_starts, head) - 1) for head in heads],
        "clause": [clauses[head] for head in heads],
        "governor": [governor for _, governor in roles],
        "preposition": list(map(partial(_preposition, trees), places, heads)),
        "heading": [head in headings for head in heads],
        "coordination": [None if phrase.members else coordinations.get(phrase.head) for phrase in phrases],
        "evidence": [feature.evidence for feature in features],
        "participant": [  # "we" and "yourselves" may be anybody
            participants.get((entry.person, speakers[head]), "") if entry and entry.number != "plural" else ""
            for entry, head in zip(entries, heads, strict=True)
        ] if speakers else repeat(""),
        "polite": [  # "Sie ist" is she
            trees.words[head] in polite and (feature.person == _SECOND or feature.number != "singular")
            for head, feature in zip(heads, features, strict=True)
        ] if polite else repeat(False),
    }  # fmt: skip
    return tuple(map(_mention, *columns.values()))


def _participants(speakers: Sequence[str]) -> dict[tuple[int, str], str]:
    """By person and speaker whom a pronoun means: "I" the speaker, "you" the other one where two are speaking."""
    voices = sorted(set(speakers) - {""})
    meant = {(_FIRST, voice): voice for voice in voices}
    if len(voices) == _DIALOGUE:
        meant |= {(_SECOND, voice): hearer for voice, hearer in permutations(voices)}
    return meant


def _function(trees: Trees, head: int) -> tuple[Function, int]:
    """Grammatical function and governor; a conjunct has those of the first conjunct.

    A nominal conjoined with a clause ("he works and is the boss") is a predicate if it has a copula.
    """
    while trees.relation[head] == "conj" and head not in trees.copular:
        head = trees.head[head]
    relation, governor = trees.relation[head], trees.head[head]
    if head in trees.copular or relation == "xcomp":
        return "predicate", -1
    function = _FUNCTIONS.get(relation) or _FUNCTIONS.get(trees.base[head], "other")
    if function == "subject" and governor in trees.existential:
        function = "existential"
    if function == "oblique" and _is_recipient(trees, head, governor):
        function = "indirect_object"
    return function, governor if function in _GOVERNED else -1


def _is_recipient(trees: Trees, head: int, verb: int) -> bool:
    """Return whether a phrase with "to" is a recipient: "gave a bone to Ann", an indirect object without "to"."""
    if trees.lemma[verb] not in trees.language.of("verbs.ditransitive"):
        return False
    marks = [trees.lemma[child] for child in trees.children[head] if trees.relation[child] == "case"]
    to = not trees.language.of("prepositions.recipient").isdisjoint(marks)
    return to and any(trees.relation[child] in ("obj", "nsubj:pass") for child in trees.children[verb])


def _preposition(trees: Trees, attached: int, head: int) -> int:
    """The preposition a mention is the complement of; a conjunct without its own has that of the first conjunct.

    In languages with cases that do what prepositions do elsewhere it may be a postposition, or the head itself, which
    then has such a case: Hungarian "a ház mögött", "a házban".
    """
    cases = trees.language.of("cases.adverbial")
    while True:
        if (preposition := trees.prepositions.get(attached, head)) < head:
            return preposition
        if cases and (preposition > head or not cases.isdisjoint(trees.annotation.morphology[head].split("|"))):
            return preposition
        if trees.relation[attached] != "conj":
            return -1
        attached = head = trees.head[attached]


def _definiteness(trees: Trees, head: int, attached: int, kind: Kind) -> Definiteness:
    if kind == "pronoun":
        return "pronoun"
    children, features = trees.children[head], trees.annotation.morphology[head]
    if attached != head:
        children = (*children, *trees.children[attached])
    is_determined = False
    for child in children:
        if child < head:
            relation = trees.relation[child]
            is_determiner = relation.startswith("det")
            if relation == "nmod:poss" or (
                is_determiner and trees.lower[child] in trees.language.of("determiners.definite")
            ):
                return "definite"
            is_determined = is_determined or is_determiner or relation == "nummod"
    if "Definite=Def" in features or "[psor]" in features:
        return "definite"
    if is_determined:
        return "indefinite"
    return "name" if kind == "name" else "bare"


# ---- by language


def features_by(
    trees: Trees, phrases: Sequence[NounPhrase], listed: NameList = NO_NAMES, *, true_types: bool = False
) -> Callable[[NounPhrase], Features]:
    """Return a function that gives the noun phrases of a document their agreement features.

    `phrases` are all of the document, `listed` the names that the user knows; `true_types` says that the entity types
    come from the corpus.
    """
    if trees.language.code == "en":
        from anaphora.preprocess.english import features, names

        known = names.known_names(trees, phrases, listed, true_types=true_types)
        return partial(features.features_of, trees, known=known)
    return partial(by_tables.features_of, trees, names=by_tables.names_of(trees, phrases, listed))


def non_anaphoric(trees: Trees, options: Preparation, paragraphs: tuple[int, ...] = ()) -> tuple[NonAnaphoric, ...]:
    """The pronouns that the filter takes out of a document, in text order; of English it is the one of the options."""
    if trees.language.code == "en":
        from anaphora.preprocess.english import it_filter

        return it_filter.non_anaphoric(trees, options.it_filter, options.it_classes, paragraphs)
    return () if options.it_filter == "none" else tuple(by_tables.expletives(trees))
