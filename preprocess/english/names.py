"""Persons, places and organizations by their names: titles, first names, and all that speaks for and against a person.

Of weak evidence nothing is concluded: what is unknown agrees with every pronoun.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from anaphora.preprocess.agreement import NO_NAMES, NameList
from anaphora.preprocess.english import name_evidence, nouns
from anaphora.preprocess.english.word_lists import word_lists
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Animacy, Gender
from anaphora.workbench.english.noun_phrases import bearers

_RATIO = 5.0  # a name counts as of one sex if it is this many times as frequent there
_RARE = 0.01  # percent of the population: a rarer name may be any word
_ABBREVIATION = 3  # letters
SEXES: tuple[Gender, ...] = ("masculine", "feminine")

Verdict = tuple[Animacy, Gender, str]
"""Animacy, gender, and the evidence."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the names of a document, by word in small letters.

    `sexes` are those that titles and first names give the bearers of a name; `evidence` is what all mentions of it say
    for and against a person, each piece with its amount; `listed` are names that the user knows. `true_types` says that
    entity types are the key's, and decide.
    """

    sexes: Mapping[str, frozenset[Gender]] = field(default_factory=dict)
    evidence: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    listed: NameList = NO_NAMES
    true_types: bool = False


def known_names(
    trees: Trees, phrases: Iterable[NounPhrase], listed: NameList = NO_NAMES, *, true_types: bool = False
) -> Known:
    """The names of a document: each passes its bearer's sex on to its parts, and all mentions tell what is named."""
    sexes: dict[str, set[Gender]] = defaultdict(set)
    mentions: dict[str, list[tuple[int, list[int]]]] = defaultdict(list)
    for phrase in phrases:
        if phrase.members or not is_name(trees, phrase.head):
            continue
        parts = parts_of(trees, phrase)
        words = [trees.lower[token] for token in parts]
        for word in {words[-1], *(words[:1] if any(bearers(words[0])) else ())}:
            mentions[word].append((phrase.head, parts))
        sex, why = _sex_of(trees, parts)
        if sex != "unknown":
            for word in words[-1:] if sex == "feminine" and why.startswith("title") else words:  # Mrs. John Brown
                sexes[word].add(sex)
    return Known(
        {word: frozenset(found) for word, found in sexes.items()},
        {word: _shared(trees, entries) for word, entries in mentions.items()},
        listed,
        true_types,
    )


def parts_of(trees: Trees, phrase: NounPhrase) -> list[int]:
    """The tokens of a name: the words of its base noun phrase with a capital letter, or its head for want of them."""
    base = range(phrase.base.start, phrase.base.end)
    capital = [token for token in base if trees.pos[token] in ("PROPN", "NOUN") and trees.words[token][:1].isupper()]
    return capital or [phrase.head]


def is_name(trees: Trees, token: int) -> bool:
    """Whether a token is a name, or a noun that the tagger took for one: capitalised and unknown.

    A sentence begins with a capital letter anyway; there the census must know the name.
    """
    if trees.pos[token] != "NOUN":
        return trees.pos[token] == "PROPN"
    word = trees.words[token]
    if not word[:1].isupper() or word.isupper() or nouns.table().has(trees.lemma[token]):
        return False
    first = token == trees.annotation.sentence_starts[trees.annotation.sentence_of(token)]
    return not first or name_evidence.is_in_census(word.lower())


def of_name(trees: Trees, phrase: NounPhrase, known: Known) -> Verdict:
    """Animacy and gender of a name; unknown where the evidence is weak."""
    parts = parts_of(trees, phrase)
    sex, why = _sex_of(trees, parts)
    if why.startswith("title"):
        return "animate", sex, why
    kind, loudest = _kind_of(trees, phrase.head, parts, known, of_known_sex=sex != "unknown")
    if kind == "thing":
        return "inanimate", "neuter", f"name of a thing: {loudest}"
    if kind == "open" or (is_firm(trees, parts) and not known.true_types):
        return "unknown", "unknown", f"name of a person or thing: {loudest}"
    if sex == "unknown":
        sex, why = _of_same_name(trees.lower[parts[0]], known)
    return "animate", sex, why or f"name of a person: {loudest}"


def _kind_of(
    trees: Trees, head: int, parts: Sequence[int], known: Known, *, of_known_sex: bool
) -> tuple[name_evidence.Kind, str]:
    entity = trees.annotation.entity[head]
    if known.true_types and entity not in ("", "ANIMAL"):
        return ("person" if entity == "PERSON" else "thing"), f"type {entity} in the key"
    return name_evidence.judge(evidence_of(trees, head, parts, known), of_known_sex=of_known_sex)


def is_firm(trees: Trees, parts: Sequence[int]) -> bool:
    """Whether a firm has this name, which a person or thing has too: Ford, Apple."""
    return " ".join(trees.lower[token] for token in parts) in word_lists()["names"]["firms"]


def evidence_of(trees: Trees, head: int, parts: Sequence[int], known: Known) -> Mapping[str, float]:
    """All that speaks for and against a name being a person's, each piece with its amount."""
    shared = known.evidence.get(trees.lower[parts[-1]]) or _shared(trees, [(head, parts)])
    return {**shared, **dict.fromkeys(name_evidence.of_form(trees, parts), 1.0)}


def _shared(trees: Trees, mentions: Sequence[tuple[int, Sequence[int]]]) -> dict[str, float]:
    """What the mentions of a name (heads and parts) say of its bearer: entity types by their share, the others once."""
    types = Counter(f"type: {trees.annotation.entity[head] or 'none'}" for head, _ in mentions if trees.typed)
    pieces = {piece for head, _ in mentions for piece in name_evidence.of_text(trees, head)}
    whole = [parts for _, parts in mentions if len(parts) > 1]
    pieces |= {f"elsewhere {piece}" for parts in whole for piece in name_evidence.of_form(trees, parts)}
    return {**{name: count / len(mentions) for name, count in types.items()}, **dict.fromkeys(sorted(pieces), 1.0)}


def _sex_of(trees: Trees, parts: Sequence[int]) -> tuple[Gender, str]:
    """The sex that titles, lists and first names give the bearer, and which of them does."""
    words, lists = [trees.lower[token] for token in parts], word_lists()
    for word in words[:-1] or words:  # Carole King is no king
        for sex in SEXES:
            if word in lists["titles"][sex]:
                return sex, f"title: {word}"
    for sex in SEXES:
        if words[-1] in lists["names"][sex]:
            return sex, f"list: {words[-1]}"
    titled = len(words) > 1 and words[0] in name_evidence.titles()
    if len(words) > 1 or not name_evidence.is_rather_surname(words[0]):
        for token in parts[titled : titled + 2]:
            if sex_of_first_name := first_name(trees.words[token]):
                return sex_of_first_name, f"{'title and ' * titled}first name: {trees.words[token]}"
    return "unknown", f"title: {words[0]}" if titled else ""


def _of_same_name(word: str, known: Known) -> tuple[Gender, str]:
    """Ms. Kusanagi is Kusanagi elsewhere; where a man and a woman have the name, it tells nothing."""
    sexes = known.sexes.get(word, frozenset())
    return (next(iter(sexes)), f"same name: {word}") if len(sexes) == 1 else ("unknown", "")


def first_name(name: str) -> Gender | None:
    """The sex that a first name is clearly more frequent with in the census, else `None`.

    Abbreviations such as AI are no first names, and rare ones are weak evidence, as are those short for names of both
    sexes (Alex).
    """
    if name.isupper() and len(name) <= _ABBREVIATION:
        return None
    male, female = bearers(name)
    if max(male, female) < _RARE or name.lower() in word_lists()["names"]["either"]:
        return None
    if male > _RATIO * female:
        return "masculine"
    return "feminine" if female > _RATIO * male else None
