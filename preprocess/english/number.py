"""Number of a noun phrase: coordination, word lists, morphology; and where singular they may be meant.

Mitkov 1998, note 5, for collectives and plurals that are "it".
"""

from anaphora.preprocess.english import name_evidence, nouns
from anaphora.preprocess.english.names import is_firm, is_name, parts_of
from anaphora.preprocess.english.word_lists import word_lists
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Animacy, Gender, Number

_DIGITS_OF_YEAR = 4

Verdict = tuple[Number, str]
"""Number, and the evidence."""


def of_phrase(trees: Trees, phrase: NounPhrase, animacy: Animacy, gender: Gender) -> Verdict:
    """Number of a noun phrase that is no pronoun; `animacy` and `gender` decide of whom "they" may be said."""
    if phrase.members:
        return _of_coordination(trees, phrase)
    number, why = _by_list(trees, phrase) or _of_word(trees, phrase.head)
    if is_name(trees, phrase.head):
        doubt = _doubt_of_name(trees, phrase, number, animacy) if why == "morphology" else ""
        return ("unknown", f"{why}, but {doubt}") if doubt else (number, why)
    person = animacy == "animate" or trees.annotation.entity[phrase.head] == "PERSON"
    if number == "singular" and person and gender == "unknown":
        return "unknown", f"{why}, a person of unknown sex may be they"
    return number, why


def _doubt_of_name(trees: Trees, phrase: NounPhrase, number: Number, animacy: Animacy) -> str:
    """Why the tag of a name is weak evidence of its number, or nothing."""
    parts = parts_of(trees, phrase)
    determined = _has_determiner(trees, range(phrase.span.start, phrase.head))
    if number == "plural":  # taggers take Chalmers and Simmons for several
        capitals = sum(trees.words[token][:1].isupper() for token in range(phrase.base.start, phrase.base.end))
        surname = animacy == "animate" or capitals > 1 or name_evidence.is_in_census(trees.lower[phrase.head])
        return "a name in -s" if surname and not determined and animacy != "inanimate" else ""
    if determined and animacy != "inanimate" and len(parts) == 1 and trees.lower[parts[0]].endswith("s"):
        return "a family may be they"  # the Wolfes
    if is_firm(trees, parts) or trees.lower[parts[0]] in word_lists()["names"]["either"]:
        return "may be they"
    return ""


def _of_coordination(trees: Trees, phrase: NounPhrase) -> Verdict:
    """Plural with "and", but "a friend and colleague" may be one person."""
    between = trees.lower[phrase.members[0] : phrase.members[-1]]
    if "and" not in between and "&" not in between:
        return "unknown", "coordination without and"
    shared = all(trees.tag[member] == "NN" for member in phrase.members) and _has_determiner(
        trees, range(phrase.span.start, phrase.members[0])
    )
    if shared and not _has_determiner(trees, range(phrase.members[0] + 1, phrase.members[-1])):
        return "unknown", "coordination under one determiner"
    return "plural", "coordination"


def _has_determiner(trees: Trees, tokens: range) -> bool:
    return any(trees.relation[token] in ("det", "nmod:poss") for token in tokens)


def _by_list(trees: Trees, phrase: NounPhrase) -> Verdict | None:
    lists, head = word_lists()["number"], phrase.head
    lemma = trees.lemma[head]
    plural_noun = trees.tag[head] == "NNS"
    ending = " ".join(trees.lower[max(phrase.base.start, head - 1) : head + 1])
    if lemma in lists["always_plural"]:
        return "plural", f"list: {lemma}"
    if not lists["plural_as_singular"].isdisjoint((lemma, trees.lower[head], ending)):
        return "unknown", f"plural in form: {lemma}"
    if not plural_noun and (lemma in lists["collective"] or _is_organization(trees, head)):
        return "unknown", f"collective: {lemma}"
    if not plural_noun and lemma in lists["invariable"]:
        return "unknown", f"same in the plural: {lemma}"
    if lemma in lists["quantifier"] and trees.words[head + 1 : head + 2] == ("of",):
        return "unknown", f"quantifier: {lemma} of"
    return _by_determiner(trees, phrase, lemma)


def _is_organization(trees: Trees, head: int) -> bool:
    """Parsers call many a noun an organization; it must be able to name a group."""
    if trees.annotation.entity[head] != "ORGANIZATION":
        return False
    return trees.pos[head] == "PROPN" or nouns.table().may_be_group(trees.lemma[head])


def _by_determiner(trees: Trees, phrase: NounPhrase, lemma: str) -> Verdict | None:
    """Unknown for "every leaf", which may be they, and for "twenty minutes", which may be it."""
    lists, start = word_lists()["number"], phrase.base.start
    own = [child for child in trees.children[phrase.head] if start <= child < phrase.head]
    if each := [word for token in own if (word := trees.lower[token]) in lists["distributive"]]:
        return ("unknown", f"distributive: {each[0]}") if trees.tag[phrase.head] != "NNS" else None
    if lemma in lists["unit"] and any(trees.relation[token] == "nummod" for token in own):
        return "unknown", f"measure: {lemma}"
    return None


def _of_word(trees: Trees, head: int) -> Verdict:
    pos, morphology, tag = trees.pos[head], trees.annotation.morphology[head], trees.tag[head]
    if pos in ("VERB", "AUX"):
        return "singular", "not a noun"
    if pos not in ("NOUN", "PROPN") and (verdict := _quantity(pos, trees.lower[head])):
        return verdict
    if tag == "NNS" and trees.lemma[head] == (word := trees.lower[head]) and not word.endswith("s"):
        return "unknown", "tag against form"  # a tyre that is tagged as several
    if "Number=Plur" in morphology or tag in ("NNS", "NNPS"):
        return "plural", "morphology"
    if "Number=Sing" in morphology or tag in ("NN", "NNP"):
        return "singular", "morphology"
    return "unknown", "no evidence of number"


def _quantity(pos: str, word: str) -> Verdict | None:
    """Number of a quantity that stands for a noun: "both", "much", a numeral, a year."""
    lists = word_lists()["number"]
    if word in lists["plural_quantity"]:
        return "plural", f"list: {word}"
    if word in lists["singular_quantity"]:
        return "singular", f"list: {word}"
    if pos != "NUM":
        return None
    if len(word) == _DIGITS_OF_YEAR and word.isdecimal():
        return "singular", "year"
    return ("singular" if word in ("one", "1") else "plural"), "numeral"
