"""Number of a noun phrase: coordination, word lists, morphology; and where singular they may be meant.

Mitkov 1998, note 5, for collectives and plurals that are "it".
"""

from preprocess import nouns
from preprocess.noun_phrases import NounPhrase
from preprocess.word_lists import word_lists
from workbench.document import Animacy, Annotation, Gender, Number

_DIGITS_OF_YEAR = 4

Verdict = tuple[Number, str]
"""Number, and the evidence."""


def of_phrase(
    annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase, animacy: Animacy, gender: Gender
) -> Verdict:
    """Number of a noun phrase that is no pronoun; `animacy` and `gender` tell of whom "they" may be said."""
    if phrase.members:
        return _of_coordination(annotation, words, phrase)
    number, why = _by_list(annotation, words, phrase) or _of_word(annotation, words, phrase)
    if number != "singular":
        return number, why
    person = animacy == "animate" or annotation.entity[phrase.head] == "PERSON"
    if person and gender == "unknown" and annotation.pos[phrase.head] != "PROPN":
        return "unknown", f"{why}, a person of unknown sex may be they"
    return number, why


def _of_coordination(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> Verdict:
    """Plural with "and", but "a friend and colleague" may be one person."""
    between = {words[token].lower() for token in range(phrase.members[0], phrase.members[-1])}
    if not between & {"and", "&"}:
        return "unknown", "coordination without and"
    shared = all(annotation.tag[member] == "NN" for member in phrase.members) and _determined(
        annotation, range(phrase.span.start, phrase.members[0])
    )
    if shared and not _determined(annotation, range(phrase.members[0] + 1, phrase.members[-1])):
        return "unknown", "coordination under one determiner"
    return "plural", "coordination"


def _determined(annotation: Annotation, tokens: range) -> bool:
    return any(annotation.relation[token] in ("det", "nmod:poss") for token in tokens)


def _by_list(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> Verdict | None:
    lists, head = word_lists()["number"], phrase.head
    lemma = annotation.lemma[head].lower()
    plural_noun = annotation.tag[head] == "NNS"
    ending = " ".join(words[max(phrase.base.start, head - 1) : head + 1]).lower()
    if lemma in lists["always_plural"]:
        return "plural", f"list: {lemma}"
    if not lists["plural_as_singular"].isdisjoint((lemma, words[head].lower(), ending)):
        return "unknown", f"plural in form: {lemma}"
    if not plural_noun and (lemma in lists["collective"] or _is_organization(annotation, head)):
        return "unknown", f"collective: {lemma}"
    if not plural_noun and lemma in lists["invariable"]:
        return "unknown", f"same in the plural: {lemma}"
    if lemma in lists["quantifier"] and words[head + 1 : head + 2] == ("of",):
        return "unknown", f"quantifier: {lemma} of"
    return _by_determiner(annotation, words, phrase, lemma)


def _is_organization(annotation: Annotation, head: int) -> bool:
    """Parsers call many a noun an organization; it must be able to name a group."""
    is_name = annotation.pos[head] == "PROPN"
    return annotation.entity[head] == "ORGANIZATION" and (
        is_name or nouns.table().may_be_group(annotation.lemma[head].lower())
    )


def _by_determiner(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase, lemma: str) -> Verdict | None:
    """Unknown for "every leaf", which may be they, and for "twenty minutes", which may be it."""
    lists, before = word_lists()["number"], range(phrase.base.start, phrase.head)
    own = [token for token in before if annotation.head[token] == phrase.head]
    if each := next((w for token in own if (w := words[token].lower()) in lists["distributive"]), None):
        return ("unknown", f"distributive: {each}") if annotation.tag[phrase.head] != "NNS" else None
    if lemma in lists["unit"] and any(annotation.relation[token] == "nummod" for token in own):
        return "unknown", f"measure: {lemma}"
    return None


def _of_word(annotation: Annotation, words: tuple[str, ...], phrase: NounPhrase) -> Verdict:
    head = phrase.head
    morphology, tag, word = annotation.morphology[head], annotation.tag[head], words[head].lower()
    if annotation.pos[head] in ("VERB", "AUX"):
        return "singular", "not a noun"
    if annotation.pos[head] not in ("NOUN", "PROPN") and (found := _quantity(annotation, head, word)):
        return found
    if (
        tag == "NNPS"
        and annotation.entity[head] == "PERSON"
        and not _determined(annotation, range(phrase.span.start, head))
    ):
        return "unknown", "name in -s"  # Chalmers
    if "Number=Plur" in morphology or tag in ("NNS", "NNPS"):
        return "plural", "morphology"
    if "Number=Sing" in morphology or tag in ("NN", "NNP"):
        return "singular", "morphology"
    return "unknown", "no evidence of number"


def _quantity(annotation: Annotation, head: int, word: str) -> Verdict | None:
    """Number of a quantity that stands for a noun: "both", "much", a numeral, a year."""
    lists = word_lists()["number"]
    if word in lists["plural_quantity"]:
        return "plural", f"list: {word}"
    if word in lists["singular_quantity"]:
        return "singular", f"list: {word}"
    if annotation.pos[head] != "NUM":
        return None
    if len(word) == _DIGITS_OF_YEAR and word.isdecimal():
        return "singular", "year"
    return ("singular" if word in ("one", "1") else "plural"), "numeral"
