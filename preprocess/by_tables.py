"""Agreement features and pleonastic pronouns by the tables of a language pack and by the features of trees.

English has richer rules in `english`; every other language is read by these. First names are those of all the world.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from anaphora.preprocess.agreement import NO_NAMES, THINGS, Features, NameList
from anaphora.preprocess.lexicon import first_name
from anaphora.preprocess.noun_phrases import NounPhrase, pronoun_of
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import ZERO, Animacy, Gender, NonAnaphoric, Number
from anaphora.workbench.language.anaphors import use
from anaphora.workbench.language.packs import PronounEntry

_NUMBERS: Mapping[str, Number] = {"Sing": "singular", "Plur": "plural", "Ptan": "plural", "Dual": "plural"}
_PERSONS: Mapping[str, Gender | None] = {
    "persons.masculine": "masculine", "persons.feminine": "feminine", "persons.either": None,
}  # fmt: skip
_SHORTEST = 3  # letters before an ending that tells what a noun names
_SUBJECTS = frozenset({"nsubj", "csubj"})
_FINITE = frozenset({"csubj", "ccomp"})
_CLAUSES = _FINITE | {"xcomp", "advcl"}


@dataclass(frozen=True, slots=True)
class Names:
    """The sexes that the names of a document pass on: "Harney" is a woman where "Mary Harney" stands."""

    listed: NameList
    sexes: Mapping[str, Gender]


def names_of(trees: Trees, phrases: Sequence[NounPhrase], listed: NameList = NO_NAMES) -> Names:
    """Return what the names of a document show of each other's gender; where they contradict each other, nothing."""
    sexes: dict[str, set[Gender]] = {}
    for phrase in phrases:
        if trees.pos[phrase.head] == "PROPN" and not phrase.members:
            parts = _parts(trees, phrase)
            if len(parts) > 1 and (sex := _sex(trees, phrase, parts)):
                sexes.setdefault(parts[-1], set()).add(sex)
    return Names(listed, {name: sex for name, genders in sexes.items() if len(genders) == 1 for sex in genders})


def features_of(trees: Trees, phrase: NounPhrase, names: Names) -> Features:
    """The agreement features of a noun phrase, from its pronoun, word lists, names and the morphology of its head."""
    entry = pronoun_of(trees, phrase)
    if entry:
        return _of_pronoun(trees, phrase.head, entry)
    if phrase.members:
        return _of_coordination(trees, phrase, names)
    number, why = _number(trees, phrase)
    animacy, gender, evidence = _kind(trees, phrase, names)
    if number == "singular" and trees.pos[phrase.head] == "PROPN" and animacy == "unknown":
        number, why = "unknown", "a name, may be a group"
    if number == "plural" and not trees.language.plural_genders:
        gender = "unknown"
    return Features(3, number, gender, animacy, f"{why}; {evidence}")


def _of_pronoun(trees: Trees, token: int, entry: PronounEntry) -> Features:
    """The table; what it leaves open is the tree's: the number of the verb of a subject, or features of the form."""
    features = _morphology(trees, token)
    number = entry.number
    gender = entry.gender
    owner = "[psor]" if use(entry, trees.annotation, token) == "possessive" else ""
    is_subject = trees.base[token] in _SUBJECTS
    if number == "unknown" and is_subject:
        number = _number_of_verb(trees, trees.head[token])
    if number == "unknown" and (is_subject or owner or trees.words[token] == ZERO):  # taggers guess it of "sie"
        number = _NUMBERS.get(features.get(f"Number{owner}", ""), "unknown")
    if gender == "unknown" and entry.type != "reflexive":
        gender = _gender(trees, features.get(f"Gender{owner}", ""))
    if number == "plural" and not trees.language.plural_genders:
        gender = "unknown"
    return Features(entry.person, number, gender, entry.animacy, f"pronoun: {trees.lower[token]}")


def _morphology(trees: Trees, token: int) -> dict[str, str]:
    """The features of a word; one with several values, as `Number=Plur,Sing`, is in no table, and so unknown."""
    pairs = (feature.partition("=") for feature in trees.annotation.morphology[token].split("|"))
    return {name: value for name, _, value in pairs}


def _gender(trees: Trees, values: str) -> Gender:
    """Return the gender of UD's `Gender`, also if it has several values (`Masc,Neut`)."""
    genders = {trees.language.genders.get(value, "unknown") for value in values.split(",")}
    several: Gender = "non-feminine" if genders == {"masculine", "neuter"} else "unknown"
    return genders.pop() if len(genders) == 1 else several


def _number_of_verb(trees: Trees, verb: int) -> Number:
    """The number of the finite verb of a clause: the predicate, or else its auxiliary or copula."""
    forms = [verb, *(child for child in trees.children[verb] if trees.base[child] in ("aux", "cop"))]
    finite = (features for token in forms if (features := _morphology(trees, token)).get("VerbForm", "Fin") == "Fin")
    numbers = {_NUMBERS.get(features.get("Number", ""), "unknown") for features in finite} - {"unknown"}
    return numbers.pop() if len(numbers) == 1 else "unknown"


def _number(trees: Trees, phrase: NounPhrase) -> tuple[Number, str]:
    head = phrase.head
    joined = [child for child in trees.children[head] if trees.relation[child] == "conj" and child in phrase.span]
    if joined and trees.pos[joined[0]] in ("NOUN", "PROPN", "PRON"):  # of a span that the tree does not show
        return "plural", "coordination"
    if not trees.language.of("number.either").isdisjoint((trees.lemma[head], trees.lower[head])):
        return "unknown", f"list: {trees.lemma[head]}"
    if (by_article := _by_article(trees, head)[0]) != "unknown":
        return by_article, "article"
    tagged = _morphology(trees, head).get("Number", "")
    if tagged:
        return _NUMBERS.get(tagged, "unknown"), "morphology"
    return ("singular", "a name") if trees.pos[head] == "PROPN" else ("unknown", "no evidence of number")


def _of_coordination(trees: Trees, phrase: NounPhrase, names: Names) -> Features:
    """Plural, unless what joins it is "or"; what all members are it is, and masculine with one that is."""
    between = trees.lower[phrase.members[0] : phrase.members[-1]]
    number: Number = "unknown" if not trees.language.of("coordinators.or").isdisjoint(between) else "plural"
    members = [features_of(trees, NounPhrase(phrase.span, phrase.base, member), names) for member in phrase.members]
    animacies: set[Animacy] = {member.animacy for member in members}
    genders: set[Gender] = {member.gender for member in members}
    gender: Gender = "unknown"
    if trees.language.plural_genders and "unknown" not in genders:
        gender = "masculine" if "masculine" in genders else "feminine"
    person = min(member.person for member in members)
    return Features(person, number, gender, animacies.pop() if len(animacies) == 1 else "unknown", "coordination")


def _kind(trees: Trees, phrase: NounPhrase, names: Names) -> tuple[Animacy, Gender, str]:
    """Animacy and gender of a noun or name, with the evidence."""
    tables, head = trees.language, phrase.head
    lemma = trees.lemma[head]
    grammatical = _grammatical(trees, head)
    if trees.pos[head] == "PROPN":
        return _of_name(trees, phrase, names)
    for name, sex in _PERSONS.items():
        if lemma in tables.of(name) or trees.lower[head] in tables.of(name):
            return "animate", sex or _of_person(grammatical), f"list: {lemma}"
    if lemma in tables.of("things.nouns"):
        return "inanimate", grammatical, f"list: {lemma}"
    if _morphology(trees, head).get("Animacy") == "Inan":
        return "inanimate", grammatical, "morphology"
    for ending in sorted(tables.of("persons.endings", "persons.feminine_endings", "things.endings"), key=len)[::-1]:
        if lemma.endswith(ending) and len(lemma) >= len(ending) + _SHORTEST:
            if ending in tables.of("things.endings"):
                return "inanimate", grammatical, f"ending: {lemma}"
            feminine = ending in tables.of("persons.feminine_endings")
            return "animate", "feminine" if feminine else _of_person(grammatical), f"ending: {lemma}"
    entity = trees.annotation.entity[head]
    if entity == "PERSON" or entity in THINGS:
        return "animate" if entity == "PERSON" else "inanimate", grammatical, f"entity type: {entity}"
    return "unknown", grammatical, "morphology"


def _by_article(trees: Trees, head: int) -> tuple[Number, Gender]:
    """The number and gender that the article or possessive of a noun tells, which taggers guess worse than readers."""
    forms = (trees.lower[child] for child in trees.children[head] if trees.base[child] == "det")
    return next(filter(None, map(trees.language.article_features.get, forms)), ("unknown", "unknown"))


def _grammatical(trees: Trees, head: int) -> Gender:
    """The gender of a noun by its features, unless its article contradicts them or knows more."""
    tagged = _gender(trees, _morphology(trees, head).get("Gender", ""))
    by_article = _by_article(trees, head)[1]
    fits = by_article == "unknown" or (by_article == "non-feminine" and tagged in ("masculine", "neuter"))
    return tagged if fits else by_article


def _of_person(grammatical: Gender) -> Gender:
    """The gender of a noun of persons: a neuter one may be taken up by sex ("das Mädchen ... sie")."""
    return "unknown" if grammatical == "neuter" else grammatical


def _of_name(trees: Trees, phrase: NounPhrase, names: Names) -> tuple[Animacy, Gender, str]:
    parts = _parts(trees, phrase)
    if listed := names.listed.find(parts):
        return listed.animacy, listed.gender, "list of the user"
    tagged = _morphology(trees, phrase.head).get("Gender", "") if trees.language.name_genders else ""
    gender = _gender(trees, tagged)
    if sex := names.sexes.get(parts[-1]) or _sex(trees, phrase, parts):
        return "animate", sex if gender == "unknown" else gender, "name of a person"
    entity = trees.annotation.entity[phrase.head]
    if entity == "PERSON":
        return "animate", gender, f"entity type: {entity}"
    places = trees.language.of("names.places")
    if entity in THINGS or parts[-1].lower() in places:
        return "inanimate", gender, f"entity type: {entity}"
    return "unknown", gender, "no evidence of animacy"


def _parts(trees: Trees, phrase: NounPhrase) -> list[str]:
    """The words of a name with a capital letter, from the first of its base noun phrase on."""
    base = range(phrase.base.start, phrase.base.end)
    capital = [trees.words[token] for token in base if trees.pos[token] in ("PROPN", "NOUN", "X")]
    return [word for word in capital if word[:1].isupper()] or [trees.words[phrase.head]]


def _sex(trees: Trees, phrase: NounPhrase, parts: Sequence[str]) -> Gender | None:
    """The sex that a title before a name tells, or the ending of a surname (Czech *-ová*), or its first name.

    First names of the language go before those of the world.
    """
    before = {trees.lower[token] for token in range(max(0, phrase.base.start - 1), phrase.base.end)}
    titles: tuple[Gender, ...] = ("masculine", "feminine")
    titled = [sex for sex in titles if not trees.language.of(f"titles.{sex}").isdisjoint(before)]
    if len(titled) == 1:
        return titled[0]
    if parts[-1].lower().endswith(tuple(trees.language.of("names.feminine_endings"))):
        return "feminine"
    first = next((token for token in range(phrase.base.start, phrase.base.end) if trees.words[token] == parts[0]), None)
    names = parts[:1] if first is None else [parts[0], trees.annotation.lemma[first]]  # "Annát" is a form of Anna
    local = (sex for name in names for sex in titles if name.lower() in trees.language.of(f"names.{sex}"))
    return next(local, None) or next(filter(None, map(first_name, names)), None)


# ---- pleonastic pronouns


def expletives(trees: Trees) -> Iterator[NonAnaphoric]:
    """The pronouns that refer to nothing, as French *il* and German *es*, with the reason.

    The tree calls them expletives; or they are the subject of a verb that has no other, or of a predicate whose subject
    is a clause (*il est important que ...*).
    """
    for token, word in enumerate(trees.lower):
        if word in trees.language.of("expletives.forms") and trees.pos[token] in ("PRON", "DET"):
            of_tree = trees.base[token] == "expl"
            if not of_tree and trees.base[token] not in _SUBJECTS:
                continue
            if rule := _expletive_rule(trees, trees.head[token]):
                yield NonAnaphoric(token, rule)
            elif of_tree and _may_be_impersonal(trees, token):
                yield NonAnaphoric(token, "an expletive of the tree")


def _may_be_impersonal(trees: Trees, token: int) -> bool:
    """Return whether a pronoun that the tree calls an expletive can be one, which parsers guess.

    It is an object where its verb has a subject before it, or shares that of the verb before, "er sprang und zog es
    heraus". Where the pack lists the verbs that may be impersonal, others are not, but with a clause for subject.
    """
    verb = trees.head[token]
    listed = trees.language.of("expletives.possible")
    if any(trees.base[child] in _SUBJECTS for child in trees.children[verb] if child < token):
        return False
    if trees.base[verb] == "conj" and verb < token and trees.base[verb - 1] == "cc":
        return False
    is_passive = any(trees.relation[child] == "aux:pass" for child in trees.children[verb])
    with_clause = (is_passive or verb in trees.copular) and _has_clause(trees, verb)
    return not listed or trees.lemma[verb] in listed or (with_clause and not _is_of_persons(trees, verb))


def _expletive_rule(trees: Trees, verb: int) -> str:
    tables, below, lemma = trees.language, trees.children[verb], trees.lemma[verb]
    receives = any(trees.base[child] == "iobj" for child in below)
    if not receives and not tables.of("expletives.verbs").isdisjoint((lemma, trees.lower[verb])):
        return f"impersonal verb: {lemma}"
    beside = [*below, *(mark for child in below for mark in trees.children[child] if trees.base[mark] == "case")]
    words = {f"{lemma} {word}" for child in beside for word in (trees.lower[child], trees.lemma[child])}
    if phrases := sorted(words & tables.of("expletives.with_word")):
        return f"impersonal: {phrases[0]}"
    if lemma in tables.of("expletives.with_clause") and _has_clause(trees, verb):
        return f"{lemma} with a clause"
    if lemma in tables.of("expletives.with_finite_clause") and _has_clause(trees, verb, _FINITE):
        return f"{lemma} with a clause"
    of_things = verb in trees.copular and trees.pos[verb] in ("ADJ", "ADV") and not _is_of_persons(trees, verb)
    return "a predicate with a clause for subject" if of_things and _has_clause(trees, verb) else ""


def _is_of_persons(trees: Trees, predicate: int) -> bool:
    """Return whether a predicate is said of persons: in "il est content que" the pronoun is "he"."""
    return trees.lemma[predicate] in trees.language.of("expletives.of_persons")


def _has_clause(trees: Trees, verb: int, kinds: frozenset[str] = _CLAUSES) -> bool:
    """Return whether a clause follows that may be the verb's subject, as the pack tells by the words that begin it."""
    listed = trees.language.of("expletives.clause_marks")
    clauses = [child for child in trees.children[verb] if trees.base[child] in kinds and child > verb]
    return any(
        not listed
        or trees.base[clause] in _FINITE
        or any(trees.lower[child] in listed for child in trees.children[clause] if child < clause)
        for clause in clauses
    )
