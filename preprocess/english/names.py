"""Persons, places and organizations by their names: titles, first names, and all that speaks for and against a person.

What the words of a name and the text say is evidence, each piece with its weight. The sum of the weights
(`name_evidence.toml`) is the log-odds of a person; where there are no entity types, other evidence weighs more. Where
the tables take a name for one kind and the text for another, it comes out near zero. Of weak evidence nothing is
concluded: what is unknown agrees with every pronoun.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import takewhile
from typing import Literal

from anaphora.preprocess.agreement import NO_NAMES, NameList
from anaphora.preprocess.lexicon import (
    RARE,
    first_name,
    is_another_word,
    is_country,
    is_hardly_surname,
    is_in_census,
    is_of_either_sex,
    is_rather_surname,
    kinds_of_names,
    may_be_first_name,
    nouns,
    read_lines,
    read_table,
    surnames,
    word_lists,
)
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import Animacy, Gender
from anaphora.workbench.language.anaphors import bearers

_PERSON, _THING = 1.5, -1.4  # log-odds from which on, and up to which, a name is called so
_OF_KNOWN_SEX = 0.5  # in place of _PERSON: the first name is evidence of its own
_NO_KNOWLEDGE = -2.7  # in place of _THING, where no table and no determiner tells that it is none
_RELATIVE = frozenset({"who", "whom", "whose"})
_PREPOSITIONS = frozenset({"at", "by", "for", "from", "in", "on"})
SEXES: tuple[Gender, ...] = ("masculine", "feminine")
_NAMES = 10_000  # whose evidence is kept for the documents that follow
_TITLE = "title: "
NAMED_SHIP = "name of a ship"
"""The evidence of its gender."""

Kind = Literal["person", "thing", "open"]
Verdict = tuple[Animacy, Gender, str]
"""Animacy, gender, and the evidence."""


@dataclass(frozen=True, slots=True)
class Known:
    """Knowledge of the names of a document, by word in small letters.

    `sexes` are those of the bearers of longer names that have it, unknown ones among them; `evidence` is what all
    mentions of it say for and against a person, each piece with its amount; `listed` are names that the user knows.
    `true_types` says that entity types are the key's, and decide; `women` that the text names or mentions a woman.
    """

    sexes: Mapping[str, frozenset[Gender]] = field(default_factory=dict)
    evidence: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    listed: NameList = NO_NAMES
    true_types: bool = False
    women: bool = False


def known_names(
    trees: Trees, phrases: Iterable[NounPhrase], listed: NameList = NO_NAMES, *, true_types: bool = False
) -> Known:
    """The names of a document: each passes its bearer's sex on to its parts, and all mentions tell what is named."""
    sexes: dict[str, set[Gender]] = defaultdict(set)
    mentions: dict[str, list[tuple[int, list[int]]]] = defaultdict(list)
    women = False
    for phrase in phrases:
        women = women or trees.lemma[phrase.head] in word_lists()["nouns"]["feminine"]
        if phrase.members or not is_name(trees, phrase.head):
            continue
        parts = parts_of(trees, phrase)
        words = [trees.lower[token] for token in parts]
        for word in {words[0], words[-1]} if any(bearers(words[0])) else {words[-1]}:
            mentions[word].append((phrase.head, parts))
        sex, why, titled = _sex_of(_words_of(trees, parts))
        women = women or sex == "feminine"
        if _tells_sex(why, sex) if _is_bare(words) else titled or sex != "unknown" or is_of_either_sex(words[0]):
            for word in words[-1:] if sex == "feminine" and titled else words:  # Mrs. John Brown
                sexes[word].add(sex)
    return Known(
        {word: frozenset(genders) for word, genders in sexes.items()},
        {word: _shared(trees, entries) for word, entries in mentions.items()},
        listed,
        true_types,
        women,
    )


def parts_of(trees: Trees, phrase: NounPhrase) -> list[int]:
    """The tokens of a name: the words of its base noun phrase with a capital letter, or its head for want of them."""
    base = range(phrase.base.start, phrase.base.end)
    capital = [token for token in base if trees.pos[token] in ("PROPN", "NOUN") and trees.words[token][:1].isupper()]
    return capital or [phrase.head]


def is_name(trees: Trees, token: int) -> bool:
    """Return whether a token is a name, or a noun that the tagger took for one: capitalised and unknown.

    A sentence begins with a capital letter anyway; there the census must know the name.
    """
    word = trees.words[token]
    if trees.pos[token] != "NOUN" or word.islower():
        return trees.pos[token] == "PROPN"
    if not word[:1].isupper() or word.isupper() or nouns().has(trees.lemma[token]):
        return False
    first = token == trees.annotation.sentence_starts[trees.annotation.sentence_of(token)]
    return not first or is_in_census(word.lower())


def of_name(trees: Trees, phrase: NounPhrase, known: Known) -> Verdict:
    """Animacy and gender of a name; unknown where the evidence is weak."""
    parts = parts_of(trees, phrase)
    sex, why, titled = _sex_of(_words_of(trees, parts))
    words = [trees.lower[token] for token in parts]
    of_bearers = known.sexes.get(words[-1], frozenset()) if _is_bare(words) else frozenset()
    if of_bearers and not _tells_sex(why, sex):  # Sarah James is James elsewhere
        sure = of_bearers - {"unknown"}
        sex, why = min(sure) if len(sure) == 1 else "unknown", f"same name: {words[-1]}"
    if titled:
        return "animate", sex, why
    if len(parts) > 1 and trees.lower[parts[-1]] in word_lists()["names"]["designators"]:
        return "inanimate", "neuter", f"firm: {trees.lower[parts[-1]]}"
    if _is_ship(trees, parts):
        return "unknown", "non-masculine", NAMED_SHIP
    entity = trees.annotation.entity[phrase.head]
    if known.true_types and entity not in ("", "ANIMAL"):
        kind: Kind = "person" if entity == "PERSON" else "thing"
        loudest = f"type {entity} in the key"
    else:
        evidence = evidence_of(trees, phrase.head, parts, known)
        is_first_name = sex != "unknown" or is_of_either_sex(trees.words[parts[0]])
        kind, loudest = _judge(evidence, of_known_sex=sex != "unknown", is_first_name=is_first_name)
    is_place = entity == "PLACE" and kind != "person"
    if (kind == "thing" or is_place) and is_country(country := "_".join(words)):
        return as_country(trees, phrase.head, country)
    if kind == "thing":
        return "inanimate", "neuter", f"name of a thing: {loudest}"
    if is_firm(trees, parts) and not known.true_types:
        first = trees.words[parts[0]]  # of Charles Schwab, but not of Wells Fargo
        begins_with_first_name = (first_name(first) or is_of_either_sex(first)) and not is_rather_surname(first.lower())
        if len(parts) > 1 and not begins_with_first_name:
            return "inanimate", "neuter", "name of a firm"  # Goldman Sachs, Morgan Stanley
        kind = "open"
    if kind == "open":
        return "unknown", "unknown", f"name of a person or thing: {loudest}"
    return "animate", sex, why or f"name of a person: {loudest}"


def as_country(trees: Trees, head: int, name: str) -> Verdict:
    """Return that a country is "she" or "it", or only "it" as a region, "in France": Quirk et al. 1985, 5.110."""
    before = {trees.lower[child] for child in trees.children[head] if trees.relation[child] == "case" and child < head}
    if before.isdisjoint(word_lists()["names"]["regional"]):
        return "unknown", "non-masculine", f"country: {name.replace('_', ' ')}"
    return "inanimate", "neuter", f"country as a region: {name.replace('_', ' ')}"


def is_firm(trees: Trees, parts: Sequence[int]) -> bool:
    """Return whether a firm has this name, though persons or things may, too: Ford, Ernst & Young, Lehman Brothers."""
    words = trees.lower[parts[0] : parts[-1] + 1]
    lists = word_lists()["names"]
    name = " ".join(words).replace("’", "'")
    family = len(words) > 1 and words[-1] in lists["brothers"] and trees.lower[parts[0] - 1 : parts[0]] != ["the"]
    return family or "&" in name or name in lists["firms"] or name in _firms()


def _is_ship(trees: Trees, parts: Sequence[int]) -> bool:
    """Return whether a ship has this name, so that it is "she" or "it": HMS Victory, the Titanic, but not Bismarck."""
    words = trees.lower[parts[0] : parts[-1] + 1]
    lists = word_lists()["names"]
    named = " ".join(words) in lists["ships"] and trees.lower[parts[0] - 1 : parts[0]] == ["the"]
    return named or (len(words) > 1 and words[0] in lists["ship_prefixes"])


def is_place_or_group(trees: Trees, parts: Sequence[int]) -> bool:
    """Return whether WordNet has a place or group of this name: the Netherlands, the United Nations."""
    kinds = kinds_of_names().get("_".join(trees.lower[token] for token in parts), "")
    return "place" in kinds or "group" in kinds


def evidence_of(trees: Trees, head: int, parts: Sequence[int], known: Known) -> Mapping[str, float]:
    """All that speaks for and against a name being a person's, each piece with its amount."""
    shared = known.evidence.get(trees.lower[parts[-1]]) or _shared(trees, [(head, parts)])
    return {**shared, **dict.fromkeys(_of_form(_words_of(trees, parts)), 1.0)}


def _shared(trees: Trees, mentions: Sequence[tuple[int, Sequence[int]]]) -> dict[str, float]:
    """Return the evidence of all mentions of a name (heads, parts): entity types by their share, other pieces once."""
    types = Counter(f"type: {trees.annotation.entity[head] or 'none'}" for head, _ in mentions if trees.typed)
    pieces = {piece for head, _ in mentions for piece in _of_text(trees, head)}
    whole = [parts for _, parts in mentions if len(parts) > 1]
    pieces |= {f"elsewhere {piece}" for parts in whole for piece in _of_form(_words_of(trees, parts))}
    return {**{name: count / len(mentions) for name, count in types.items()}, **dict.fromkeys(sorted(pieces), 1.0)}


def _words_of(trees: Trees, parts: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """The words of a name, each with all that hyphens join to it: "Soo" with "Soo-jin", "Jean" with "Jean-Pierre"."""
    return tuple([(trees.words[token], _hyphenated(trees, token)) for token in parts])


@lru_cache(_NAMES)
def _sex_of(parts: Sequence[tuple[str, str]]) -> tuple[Gender, str, bool]:
    """The sex that titles, lists and first names give the bearer, which of them does, and whether there is a title."""
    words = [word.lower() for word, _ in parts]
    lists = word_lists()
    if is_couple(words):
        return "unknown", f"{_TITLE}{words[0]}", True
    for word in words[:-1] or words:  # Carole King is no king
        for sex in SEXES:
            if word in lists["titles"][sex]:
                return sex, f"{_TITLE}{word}", True
    for sex in SEXES:
        if words[-1] in lists["names"][sex]:
            return sex, f"list: {words[-1]}", False
    before = words[: sum(1 for _ in takewhile(_is_called_so, words[:-1]))]
    title = next((word for word in reversed(before) if word in _titles()), "")
    for word, joined in _given(parts[len(before) :], alone=not before or before[-1] == "saint"):
        for name in (joined, word):
            if sex_of_first_name := first_name(name):
                evidence = f"first name: {name}"
                return sex_of_first_name, f"title and {evidence}" if title else evidence, bool(title)
    return "unknown", f"{_TITLE}{title}" if title else "", bool(title)


def is_couple(words: Sequence[str]) -> bool:
    """Return whether a name has titles of either sex: Mr. and Mrs. Bennet."""
    titles = word_lists()["titles"]
    return not any(titles[sex].isdisjoint(words[:-1]) for sex in SEXES)


def _tells_sex(why: str, sex: Gender) -> bool:
    """Return whether a title is the evidence of a sex: Mrs. James."""
    return sex != "unknown" and why.startswith(_TITLE)


def _is_bare(words: Sequence[str]) -> bool:
    """Return whether a name is one word, whatever stands before it: James, Dr. James."""
    return all(map(_is_called_so, words[:-1]))


def _is_called_so(word: str) -> bool:
    """Return whether a word before a name says who bears it: a title, or a noun that is no first name."""
    return word in _titles() or is_another_word(word)


def _given(parts: Sequence[tuple[str, str]], *, alone: bool) -> Iterator[tuple[str, str]]:
    """Yield the words of a name that may be first names: the last of several is none, but for "Li Jianguo".

    A word `alone` may be one where many bear it; but a title of an office stands rather before a surname.
    """
    if len(parts) == 1:
        if (may_be_first_name if alone else is_hardly_surname)(parts[0][0]):
            yield parts[0]
        return
    family_first = parts[-1][0].lower() not in surnames() and not is_of_either_sex(parts[0][0])
    for number, (word, joined) in enumerate(parts[:2], 1):
        if number < len(parts) or family_first or joined != word:
            yield word, joined


def _hyphenated(trees: Trees, token: int) -> str:
    end = token + 1
    while trees.words[end : end + 1] == ("-",) and trees.relation[end + 1 : end + 2] == ("flat",):
        end += 2
    return "".join(trees.words[token:end])


# ---- the evidence


def _judge(evidence: Mapping[str, float], *, of_known_sex: bool, is_first_name: bool) -> tuple[Kind, str]:
    """Return what a name names, open if the evidence is weak, and the piece of evidence that counts most for it."""
    table = read_table("name_evidence.toml")
    typed = any(name.startswith("type: ") for name in evidence)
    weights: Mapping[str, float] = table["weights" if typed else "untyped"]
    pieces = {name: weights.get(name, 0.0) * amount for name, amount in evidence.items()}
    odds = weights["base"] + sum(pieces.values())
    sign = 1 if odds > 0 else -1
    loudest = max(pieces, key=lambda name: sign * pieces[name], default="")
    nothing_known = pieces.keys().isdisjoint(table["knowledge"]["things"])
    if odds <= (_NO_KNOWLEDGE if nothing_known else _THING) and not (nothing_known and is_first_name):
        return "thing", loudest
    least = _OF_KNOWN_SEX if of_known_sex else _PERSON
    return "person" if odds >= least else "open", loudest


@lru_cache(_NAMES)
def _of_form(parts: Sequence[tuple[str, str]]) -> Sequence[str]:
    """The evidence of a name's own words: the census, WordNet's instances, titles, initials, common nouns."""
    words = [word.lower() for word, _ in parts]
    pieces = []
    several = ", of several words" if len(words) > 1 else ""
    first = sum(bearers(words[0]))
    last = surnames().get(words[-1], 0.0)
    kinds = kinds_of_names().get("_".join(words), "")
    if kinds:
        pieces.append("place or first name" if kinds == "place" and first >= RARE else f"WordNet: {kinds}")
    if first and kinds != "place":
        pieces.append(f"{'rare ' if first < RARE else ''}first name{several}")
    elif not kinds and first_name(parts[0][1]):
        pieces.append(f"first name elsewhere in the world{several}")
    if last and (several or not first):
        pieces.append(f"{'rare ' if last < RARE else ''}surname{several}")
    if several:
        pieces.append("several words")
        if words[0] in _titles():
            pieces.append("title")
        if any(word[0].isalpha() and not word[1:].strip(".") for word in words[:-1]):
            pieces.append("initial")
    if any(len(word) > 1 and word.isalpha() and word.isupper() for word, _ in parts):
        pieces.append("capitals")
    if nouns().has(words[-1]) and (several or first < RARE):  # Bill is no bill
        pieces.append(f"noun: {nouns().verdict(words[-1])[0]}")
    return pieces


def _of_text(trees: Trees, head: int) -> Iterator[str]:
    """The evidence of a name's place in its sentence: what its bearer does, has and is called."""
    relation, above = trees.relation[head], trees.head[head]
    if relation == "nsubj":
        yield from _of_subject(trees, above)
    elif relation == "nmod:poss":
        kin = any(trees.lemma[above] in word_lists()["nouns"][sex] for sex in ("masculine", "feminine"))
        yield "possessor of a person" if kin else "possessor"
    elif relation == "appos":
        yield from _called(trees, above, "apposition")
    elif relation in ("conj", "vocative"):
        yield relation
    for child in trees.children[head]:
        yield from _of_child(trees, head, child)


def _of_subject(trees: Trees, verb: int) -> Iterator[str]:
    if verb in trees.copular:
        yield from _called(trees, verb, "is")
    elif trees.lemma[verb] in word_lists()["verbs"]["of_persons"]:
        yield "subject of a person's verb"
    elif trees.pos[verb] == "VERB":
        yield "subject"
    if verb in trees.reflexive:
        yield "reflexive"


def _of_child(trees: Trees, head: int, child: int) -> Iterator[str]:
    relation, word = trees.relation[child], trees.lower[child]
    if relation == "case" and child < head:
        yield f"preposition: {word}" if word in _PREPOSITIONS else "preposition"
    elif relation == "det":
        yield "the" if word == "the" else "determiner"
    elif relation == "amod":
        yield "adjective"
    elif relation in ("appos", "compound", "nmod:desc"):
        yield from _called(trees, child, "apposition")
    elif relation == "acl:relcl" and any(trees.lower[token] in _RELATIVE for token in trees.children[child]):
        yield "who"


def _called(trees: Trees, noun: int, how: str) -> Iterator[str]:
    """Yield what a common noun says of the bearer of a name: "Ann, a lawyer", "Kim is a city"."""
    if trees.pos[noun] != "NOUN":
        return
    lemma = trees.lemma[noun]
    lists = word_lists()["nouns"]
    listed = any(lemma in lists[name] for name in ("masculine", "feminine", "animate"))
    verdict = "person" if listed else nouns().verdict(lemma)[0]
    if verdict in ("person", "thing"):
        yield f"{how}: {verdict}"


@cache
def _titles() -> frozenset[str]:
    """All titles of persons."""
    return frozenset().union(*word_lists()["titles"].values())


@cache
def _firms() -> frozenset[str]:
    """Firms of several words, with a space between any two tokens."""
    return frozenset(read_lines("firms.txt"))
