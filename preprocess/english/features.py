"""Number, gender, animacy and person of a mention, each with its evidence.

The first decisive source counts: pronoun form, the user's list of names, title, word list, the noun tables, entity
type; of other names all evidence is weighed, and what is weak concludes nothing (`names`, `lexicon`). Number comes from
coordination, word lists and morphology; for collectives and plurals that are "it" see Mitkov 1998, note 5.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from anaphora.preprocess.agreement import THINGS, Features, ListedName
from anaphora.preprocess.english import names
from anaphora.preprocess.lexicon import (
    is_country,
    is_in_census,
    is_of_either_sex,
    is_vessel,
    kinds_of_names,
    nouns,
    word_lists,
)
from anaphora.preprocess.noun_phrases import NounPhrase, pronoun_of
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Animacy, Gender, Number, Span
from anaphora.workbench.language.anaphors import pronoun
from anaphora.workbench.language.packs import PronounEntry

_RECIPROCALS = {"each": "other", "one": "another"}
_UNKNOWN = names.Known()
_LEMMAS = 10_000  # whose verdicts are kept for the documents that follow
_DIGITS_OF_YEAR = 4

NumberVerdict = tuple[Number, str]
"""Number, and the evidence."""


def features_of(trees: Trees, phrase: NounPhrase, known: names.Known = _UNKNOWN) -> Features:
    """The agreement features of a noun phrase; `known` is what the document's names say of each other."""
    entry = pronoun_of(trees, phrase)
    if entry:
        return _of_pronoun(entry, trees.lower[phrase.head])
    listed = _listed(trees, phrase, known) if known.listed.entries else None
    animacy, gender, why = _animacy(trees, phrase, known)
    if gender == "non-masculine" and known.women and why != names.NAMED_SHIP:  # she is rather a woman than a ferry
        animacy, gender, why = "inanimate", "neuter", f"{why}, beside women"
    if listed and listed.number:
        return Features(3, listed.number, gender, animacy, f"{why}; {why}")
    count, counted = _number(trees, phrase, animacy, gender)
    members = phrase.members or trees.determining.intersection(trees.children[phrase.head])
    pronouns = [pronoun(trees.lower[member]) for member in members]  # "Ann and I" are we; "Ann and you", "you guys" you
    person = min([member.person for member in pronouns if member], default=3)
    return Features(person, count, gender, animacy, f"{counted}; {why}")


@cache  # of the few that are in the table
def _of_pronoun(entry: PronounEntry, form: str) -> Features:
    return Features(entry.person, entry.number, entry.gender, entry.animacy, f"pronoun: {form}")


def _animacy(trees: Trees, phrase: NounPhrase, known: names.Known) -> names.Verdict:
    if known.listed.entries and (by_user := _listed(trees, phrase, known)):
        return by_user.animacy, by_user.gender, "list of the user"
    if phrase.members:
        return _of_coordination(trees, phrase, known)
    if trees.lower[phrase.head] in word_lists()["indefinite_pronouns"]["neopronouns"]:
        return "animate", "unknown", f"list: {trees.lower[phrase.head]}"
    head = counted_noun(trees, phrase.head)
    if names.is_name(trees, head):
        named = phrase if head == phrase.head else NounPhrase(phrase.span, phrase.base, head)
        return names.of_name(trees, named, known)
    lemma = trees.lemma[head]
    if lemma == "one" and trees.lower[max(0, head - 1)] == "no":
        return "animate", "unknown", "list: one"
    verdict = _of_noun(trees.pos[head], trees.annotation.entity[head], lemma)
    return verdict or names.as_country(trees, head, lemma)


def _listed(trees: Trees, phrase: NounPhrase, known: names.Known) -> ListedName | None:
    """Return what the user says of a name, also where the tagger saw other words or a coordination in it."""
    base = phrase.span if phrase.members else phrase.base
    first = next((token for token in range(base.start, base.end) if trees.words[token][:1].isupper()), phrase.head)
    whole = known.listed.entries.get(" ".join(trees.words[first : base.end]))
    parts = [] if phrase.members else [trees.words[token] for token in names.parts_of(trees, phrase)]
    return whole or (known.listed.find(parts) if parts else None)


def _of_coordination(trees: Trees, phrase: NounPhrase, known: names.Known) -> names.Verdict:
    """Return what a coordination is: what all its members are; "Ann or Sue" is also of their sex."""
    animacies: set[Animacy] = set()
    genders: set[Gender] = set()
    for member in (NounPhrase(phrase.span, Span(member, member + 1), member) for member in phrase.members):
        entry = pronoun_of(trees, member)
        animacy, gender = (entry.animacy, entry.gender) if entry else _animacy(trees, member, known)[:2]
        animacies.add(animacy)
        genders.add(gender)
    if animacies == {"inanimate"}:
        return "inanimate", "neuter", "coordination: of things"
    same = genders.pop() if len(genders) == 1 and not _is_joined_by_and(trees, phrase) else "unknown"
    return ("animate" if animacies == {"animate"} else "unknown"), same, "coordination"


def _is_joined_by_and(trees: Trees, phrase: NounPhrase) -> bool:
    return not {"and", "&"}.isdisjoint(trees.lower[phrase.members[0] : phrase.members[-1]])


def counted_noun(trees: Trees, head: int) -> int:
    """The head, or the noun that it counts: "one of my friends", "a number of users"."""
    if trees.words[head + 1 : head + 2] != ("of",):
        return head
    lemma = trees.lemma[head]
    lists = word_lists()["number"]
    counting = lemma in lists["quantifier"] or lemma in lists["partitive"] or trees.pos[head] in ("NUM", "DET")
    noun = trees.head[head + 1]
    is_noun = trees.head[noun] == head and trees.pos[noun] in ("NOUN", "PROPN")
    return noun if counting and is_noun and trees.relation[head + 1] == "case" else head


@lru_cache(_LEMMAS)
def _of_noun(pos: str, entity: str, lemma: str) -> names.Verdict | None:
    """Return what a noun is by lists, noun tables, or, if it may be either, its entity type; `None` of a country."""
    if listed := _by_list(lemma):
        return listed
    if is_country(lemma) and "place" not in kinds_of_names().get(lemma, ""):  # china is none
        return None
    if pos in ("VERB", "AUX"):
        return "inanimate", "neuter", "not a noun"
    verdict, evidence = nouns().verdict(lemma) if pos == "NOUN" else ("open", "no evidence of animacy")
    if verdict == "person":
        return "animate", "unknown", evidence
    if verdict == "thing":
        return "inanimate", "neuter", evidence
    if verdict == "open" and entity in THINGS and (pos, lemma) != ("NUM", "one"):
        return "inanimate", "neuter", f"entity type: {entity}"
    return "unknown", "unknown", evidence


def _by_list(lemma: str) -> names.Verdict | None:
    lists, pronouns = word_lists()["nouns"], word_lists()["indefinite_pronouns"]
    for sex in names.SEXES:
        if lemma in lists[sex] or lemma.rpartition("-")[2] in lists[sex]:
            return "animate", sex, f"list: {lemma}"
    if lemma in lists["animate"] or lemma in pronouns["animate"]:
        return "animate", "unknown", f"list: {lemma}"
    if lemma in lists["animal"]:
        return "unknown", "unknown", f"animal: {lemma}"
    if is_vessel(lemma):
        return "unknown", "non-masculine", f"vessel: {lemma}"
    if lemma in pronouns["inanimate"] or lemma in lists["things"] or lemma in word_lists()["number"]["collective"]:
        return "inanimate", "neuter", f"list: {lemma}"
    if lemma.endswith(tuple(lists["animate_endings"])) and len(lemma) > len("woman"):
        return "animate", "feminine" if lemma.endswith("woman") else "unknown", f"ending: {lemma}"
    return None


# ---- number


def _number(trees: Trees, phrase: NounPhrase, animacy: Animacy, gender: Gender) -> NumberVerdict:
    """Number of a noun phrase that is no pronoun; `animacy` and `gender` decide of whom "they" may be said."""
    if phrase.members:
        return _number_of_coordination(trees, phrase)
    number, why = _number_by_list(trees, phrase) or _number_of_word(trees, phrase.head)
    if names.is_name(trees, phrase.head):
        if names.is_couple([trees.lower[token] for token in names.parts_of(trees, phrase)]):
            return "plural", "coordination of titles"
        doubt = _doubt_of_name(trees, phrase, number, animacy) if why == "morphology" else ""
        return ("unknown", f"{why}, but {doubt}") if doubt else (number, why)
    capitals = trees.words[phrase.head][:1].isupper() and trees.words[phrase.base.start : phrase.head]
    if number == "plural" and why == "morphology" and capitals and any(word[:1].isupper() for word in capitals):
        return "unknown", "morphology, but a name of several words"  # International Business Machines
    person = animacy == "animate" or trees.annotation.entity[phrase.head] == "PERSON"
    if number == "singular" and person and gender == "unknown":
        return "unknown", f"{why}, a person of unknown sex may be they"
    return number, why


def _doubt_of_name(trees: Trees, phrase: NounPhrase, number: Number, animacy: Animacy) -> str:
    """Return why the tag of a name is weak evidence of its number, or nothing."""
    parts = names.parts_of(trees, phrase)
    determined = _has_determiner(trees, range(phrase.span.start, phrase.head))
    if number == "plural":  # taggers take Chalmers and Simmons for several
        capitals = sum(trees.words[token][:1].isupper() for token in range(phrase.base.start, phrase.base.end))
        if names.is_place_or_group(trees, parts) or names.is_firm(trees, parts):
            return "names a place or a group"
        surname = animacy == "animate" or capitals > 1 or is_in_census(trees.lower[phrase.head])
        return "a name in -s" if surname and not determined and animacy != "inanimate" else ""
    if determined and animacy != "inanimate" and len(parts) == 1 and trees.lower[parts[0]].endswith("s"):
        return "a family may be they"  # the Wolfes
    if names.is_firm(trees, parts) or (animacy != "inanimate" and is_of_either_sex(trees.words[parts[0]])):
        return "may be they"
    return ""


def _number_of_coordination(trees: Trees, phrase: NounPhrase) -> NumberVerdict:
    """Plural with "and", but "a friend and colleague" may be one person."""
    if not _is_joined_by_and(trees, phrase):
        return "unknown", "coordination without and"
    shared = all(trees.tag[member] == "NN" for member in phrase.members) and _has_determiner(
        trees, range(phrase.span.start, phrase.members[0])
    )
    if shared and not _has_determiner(trees, range(phrase.members[0] + 1, phrase.members[-1])):
        return "unknown", "coordination under one determiner"
    return "plural", "coordination"


def _has_determiner(trees: Trees, tokens: range) -> bool:
    return any(trees.relation[token] in ("det", "nmod:poss") for token in tokens)


def _number_by_list(trees: Trees, phrase: NounPhrase) -> NumberVerdict | None:
    head, lists = phrase.head, word_lists()["number"]
    lemma, word = trees.lemma[head], trees.lower[head]
    is_determined = phrase.base.start < head
    as_singular = is_determined and f"{trees.lower[head - 1]} {word}" in lists["plural_as_singular"]
    goes_on = lemma in lists["quantifier"] or word in _RECIPROCALS
    behind = trees.words[head + 1 : head + 2] if goes_on else ()
    listed = _number_of_listed(
        lemma, word, trees.tag[head], trees.pos[head], trees.annotation.entity[head], as_singular, behind
    )
    return listed or (_number_by_determiner(trees, phrase, lemma) if is_determined else None)


@lru_cache(_LEMMAS)
def _number_of_listed(
    lemma: str, word: str, tag: str, pos: str, entity: str, as_singular: bool, behind: Sequence[str]
) -> NumberVerdict | None:
    lists = word_lists()["number"]
    if not lists["always_plural"].isdisjoint((lemma, word)):
        return "plural", f"list: {word}"
    if behind and _RECIPROCALS.get(word) == behind[0].lower():  # as their subject is
        return "plural", "reciprocal"
    if as_singular or not lists["plural_as_singular"].isdisjoint((lemma, word)):
        return "unknown", f"plural in form: {lemma}"
    # parsers call many a noun an organization; it must be able to name a group
    organization = entity == "ORGANIZATION" and (pos == "PROPN" or nouns().may_be_group(lemma))
    if tag != "NNS" and (lemma in lists["collective"] or organization):
        return "unknown", f"collective: {lemma}"
    if tag != "NNS" and lemma in lists["invariable"]:
        return "unknown", f"same in the plural: {lemma}"
    return ("unknown", f"quantifier: {lemma} of") if lemma in lists["quantifier"] and behind == ("of",) else None


def _number_by_determiner(trees: Trees, phrase: NounPhrase, lemma: str) -> NumberVerdict | None:
    """Unknown for "every leaf", which may be they, and for "twenty minutes", which may be it."""
    lists = word_lists()["number"]
    start = phrase.base.start
    if lemma not in lists["unit"] and lists["distributive"].isdisjoint(trees.lower[start : phrase.head]):
        return None
    before = [child for child in trees.children[phrase.head] if start <= child < phrase.head]
    if distributives := [word for token in before if (word := trees.lower[token]) in lists["distributive"]]:
        return ("unknown", f"distributive: {distributives[0]}") if trees.tag[phrase.head] != "NNS" else None
    if lemma in lists["unit"] and any(trees.relation[token] == "nummod" for token in before):
        return "unknown", f"measure: {lemma}"
    return None


def _number_of_word(trees: Trees, head: int) -> NumberVerdict:
    pos, morphology, tag = trees.pos[head], trees.annotation.morphology[head], trees.tag[head]
    if pos in ("VERB", "AUX"):
        return "singular", "not a noun"
    if pos not in ("NOUN", "PROPN") and (verdict := _number_of_quantity(pos, trees.lower[head])):
        return verdict
    if tag == "NNS" and trees.lemma[head] == (word := trees.lower[head]) and not word.endswith("s"):
        return "unknown", "tag against form"  # a tyre that is tagged as several
    if "Number=Plur" in morphology or tag in ("NNS", "NNPS"):
        return "plural", "morphology"
    if "Number=Sing" in morphology or tag in ("NN", "NNP"):
        return "singular", "morphology"
    return "unknown", "no evidence of number"


def _number_of_quantity(pos: str, word: str) -> NumberVerdict | None:
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
