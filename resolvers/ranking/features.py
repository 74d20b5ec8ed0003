"""Features of a pronoun and a candidate, in groups: what a document shows of them, at first and as it is read.

They are what other resolvers go by: the votes of MARS, agreement, distance, places in trees, form. The history of a
document adds what candidates were resolved to, and how salient that is: chains grow as the text is read
(`ge_hale_charniak.RepeatingChains`), pronouns join the chain of their answer, names and definite noun phrases that of
the words that they repeat. All are whole numbers; those that name something (a function, a kind) number it by its place
in a list.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers.additive.indicators import INDICATORS, vote
from anaphora.resolvers.additive.voting import load_settings
from anaphora.resolvers.columns import KINDS, CasePairs, Columns, agreement, columns_of, pairs_of
from anaphora.resolvers.discourse.entities import repeating
from anaphora.resolvers.discourse.salience import Worth, satisfied_factors, weights
from anaphora.resolvers.ge_hale_charniak import CLASSES, RepeatingChains, phrases
from anaphora.resolvers.hobbs import COUNT, propose
from anaphora.resolvers.syntax.binding import Place, first_conjunct, syntax_of
from anaphora.resolvers.syntax.binding import settings as embedding
from anaphora.workbench.arrays import Integers
from anaphora.workbench.document import Case, Prepared, once
from anaphora.workbench.files import read_toml

Values = NDArray[np.int16]

_TYPES = ("PERSON", "ANIMAL", "ORGANIZATION", "", "OBJECT", "PLANT", "SUBSTANCE", "PLACE", "ABSTRACT", "EVENT", "TIME")
"""Entity types, from persons to what is least like one; the empty one is unknown."""
_USES = ("personal", "possessive", "reflexive", "demonstrative")
_BY_NUMBER = np.array([1, 0, 2])
"""Places of unknown, singular and plural among singular, unknown and plural."""
_FAR = 999

_TABLES = read_toml(Path(__file__).with_name("groups.toml"))[1]
_FIXED: Mapping[str, Sequence[str]] = {"mars_votes": tuple(INDICATORS), **_TABLES["fixed"]}
SOURCES: Mapping[str, str] = _TABLES["sources"]
"""The sources of the groups, and of an indicator beside them."""
GROUPS: Mapping[str, Sequence[str]] = {**_FIXED, **_TABLES["changing"]}
NAMES = tuple(name for group in GROUPS.values() for name in group)


@once
def by_case(prepared: Prepared) -> Mapping[int, Values]:
    """Return for each case a row for each compatible candidate, with a column for each feature that is fixed."""
    columns, pairs = columns_of(prepared), pairs_of(prepared)
    settings = replace(load_settings("mars.toml", preset="2002"), indicators=tuple(INDICATORS))
    features: dict[str, NDArray[np.generic]] = dict(zip(INDICATORS, vote(columns, pairs, settings).T, strict=True))
    for part in (_agreement, _distance, _syntax, _form):
        features |= part(columns, pairs)
    names = [name for group in _FIXED.values() for name in group]
    values = np.stack([np.clip(features[name], -_FAR, _FAR).astype(np.int16) for name in names], axis=1)
    return dict(zip(pairs.cases, np.split(values, pairs.starts[1:]), strict=True)) if pairs.cases else {}


@once
def entity_types(prepared: Prepared) -> Integers:
    """Return for each mention the place of its entity type in `_TYPES`."""
    entity = prepared.annotation.entity
    types = [entity[mention.head] for mention in prepared.mentions]
    return np.array([_TYPES.index(name if name in _TYPES else "") for name in types], np.int64)


@once
def pronoun_classes(prepared: Prepared) -> Integers:
    """Return for each mention which pronoun it is: 1 to 4 he, she, it, they, 5 to 7 others by person; 0: none."""
    seen = phrases(prepared)

    def number(index: int) -> int:
        mention = prepared.mentions[index]
        if mention.kind != "pronoun":
            return 0
        name = seen.pronoun_class(index)
        return 1 + CLASSES.index(name) if name else 4 + min(3, max(1, mention.person))

    return np.array([number(index) for index in range(len(prepared.mentions))], np.int64)


def _agreement(columns: Columns, pairs: CasePairs) -> dict[str, NDArray[np.generic]]:
    codes = {"number": columns.number, "gender": columns.one_gender, "animacy": columns.animacy}
    return {
        **{name: agreement(column[pairs.candidate], column[pairs.anaphor]) for name, column in codes.items()},
        "number_known": _BY_NUMBER[columns.number[pairs.candidate]],
        "entity_type": entity_types(columns.prepared)[pairs.candidate],
        "pronoun": pronoun_classes(columns.prepared)[pairs.anaphor],
    }


def _distance(columns: Columns, pairs: CasePairs) -> dict[str, NDArray[np.generic]]:
    sizes = np.diff([*pairs.starts.tolist(), len(pairs.owner)])
    rank = np.arange(len(pairs.owner)) - pairs.starts[pairs.owner]
    return {
        "sentences": columns.sentence[pairs.anaphor] - columns.sentence[pairs.candidate],
        "words": columns.head[pairs.anaphor] - columns.head[pairs.candidate],
        "mentions": pairs.anaphor - pairs.candidate,
        "recency": sizes[pairs.owner] - rank,
        "candidates": sizes[pairs.owner],
        "hobbs": _hobbs(columns.prepared, pairs),
        "same_paragraph": columns.paragraph[pairs.anaphor] == columns.paragraph[pairs.candidate],
    }


def _hobbs(prepared: Prepared, pairs: CasePairs) -> Integers:
    """The place of each candidate among what Hobbs' algorithm proposes, from 1; those it does not reach come last."""
    places = np.full(len(pairs.owner), COUNT + 1, np.int64)
    for number, listed, start in zip(pairs.cases, pairs.lists, pairs.starts.tolist(), strict=True):
        case = prepared.cases[number]
        row = {mention: start + step for step, mention in enumerate(listed)}
        for step, mention in enumerate(propose(prepared, case.anaphor, listed, case.scope_start)):
            places[row[mention]] = step + 1
    return places


def _syntax(columns: Columns, pairs: CasePairs) -> dict[str, NDArray[np.generic]]:
    annotation, mentions, function = columns.annotation, columns.prepared.mentions, columns.function
    embedded = embedding(columns.prepared)
    lemma = [annotation.lemma[mention.governor].lower() if mention.governor >= 0 else "" for mention in mentions]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(lemma))}
    governor = np.array([numbers[name] for name in lemma], np.int64)
    paths = [_path(annotation.head, mention.head) for mention in mentions]
    depth = np.array([len(path) for path in paths], np.int64)
    flags = {
        name: np.array([getattr(each, name) for each in embedded], np.int64)
        for name in ("genitive", "embedded", "adverbial", "set_off")
    }
    same = governor[pairs.anaphor] == governor[pairs.candidate]
    return {
        "function": function[pairs.candidate],
        "pronoun_function": function[pairs.anaphor],
        "same_function": function[pairs.candidate] == function[pairs.anaphor],
        "same_governor": same & (governor[pairs.anaphor] != numbers.get("", -1)),
        **{name: values[pairs.candidate] for name, values in flags.items()},
        "pronoun_embedded": flags["embedded"][pairs.anaphor],
        "pronoun_adverbial": flags["adverbial"][pairs.anaphor],
        "depth": depth[pairs.candidate],
        "place_in_sentence": columns.place_in_sentence[pairs.candidate],
        "pronoun_place": columns.place_in_sentence[pairs.anaphor],
        **_within(columns, pairs, paths),
    }


def _within(columns: Columns, pairs: CasePairs, paths: Sequence[Sequence[int]]) -> dict[str, Integers]:
    """Return features of candidates in the pronoun's own sentence, by its tree; for others they are 0 or far."""
    syntax = syntax_of(columns.prepared)
    names = ("disjoint", "binds", "commands", "commanded", "tree_distance")
    counts = {name: np.zeros(len(pairs.owner), np.int64) for name in names}
    counts["tree_distance"][:] = _FAR
    near = np.flatnonzero(columns.sentence[pairs.anaphor] == columns.sentence[pairs.candidate])
    for row, anaphor, candidate in zip(near, pairs.anaphor[near].tolist(), pairs.candidate[near].tolist(), strict=True):
        candidate_path, anaphor_path = paths[candidate], paths[anaphor]
        shared = len(set(candidate_path) & set(anaphor_path))
        counts["disjoint"][row] = bool(syntax.disjoint(anaphor, candidate))
        counts["binds"][row] = bool(syntax.binds(candidate, anaphor))
        counts["commands"][row] = _governor(columns, candidate) in anaphor_path
        counts["commanded"][row] = _governor(columns, anaphor) in candidate_path
        counts["tree_distance"][row] = len(candidate_path) + len(anaphor_path) - 2 * shared
    return counts


def _governor(columns: Columns, mention: int) -> int:
    """The token right above a noun phrase, that above its coordination for a conjunct."""
    annotation = columns.annotation
    return annotation.head[first_conjunct(annotation, int(columns.head[mention]))]


def _path(heads: Sequence[int], token: int) -> list[int]:
    """The token and all those above it."""
    path = [token]
    while heads[path[-1]] != path[-1]:
        path.append(heads[path[-1]])
    return path


def _form(columns: Columns, pairs: CasePairs) -> dict[str, NDArray[np.generic]]:
    mentions = columns.prepared.mentions
    form = pronoun_classes(columns.prepared)
    counts = np.bincount(columns.noun, minlength=1)
    use = [1 + _USES.index(mention.pronoun) if mention.pronoun in _USES else 0 for mention in mentions]
    return {
        "kind": columns.kind[pairs.candidate],
        "phrase_type": columns.definiteness[pairs.candidate],
        "candidate_pronoun": form[pairs.candidate],
        "same_pronoun": form[pairs.candidate] == form[pairs.anaphor],
        "length": columns.length[pairs.candidate],
        "frequency": counts[columns.noun[pairs.candidate]],
        "words_after_head": (columns.end - columns.head)[pairs.candidate],
        "coordinated": columns.is_conjunct[pairs.candidate],
        "coordination": columns.is_coordination[pairs.candidate],
        "use": np.array(use, np.int64)[pairs.anaphor],
        "heading": columns.heading[pairs.candidate],
    }


_HORIZON = 7
"""Sentences after which no factor of Lappin & Leass is worth anything any more, as 80 is the highest weight."""


_OF_SENTENCE_BEFORE, _OF_RELATIVE_CLAUSE, _OF_OWN_CLAUSE = 54, 35, 5
"""Votes for what is the centre of the sentence before, of the relative clause above, or of the own clause."""


@dataclass(slots=True)
class _Entity:
    """An entity so far: its mentions, how many are which pronoun, the best kind of any and the type of that mention."""

    members: Sequence[int]
    kind: int = len(KINDS)
    type: int = 0
    pronouns: Counter[int] = field(default_factory=Counter)


class History:
    """The entities of a document as far as it has been read."""

    def __init__(self, prepared: Prepared) -> None:
        self._mentions = prepared.mentions
        self._annotation, self._syntax = prepared.annotation, syntax_of(prepared)
        self._chains = RepeatingChains(phrases(prepared))
        self._discourse = repeating(prepared)
        self._entities: list[_Entity] = []
        self._factors = satisfied_factors(prepared)
        self._worth = Worth(*weights("lappin_leass.toml"), lambda weight, age: weight // 2**age)
        self._pronouns, self._types = pronoun_classes(prepared).tolist(), entity_types(prepared).tolist()
        self._last: dict[int, int] = {}

    def add(self, answer: int | None = None) -> None:
        """Read the next mention, which corefers with the answer, if there is one."""
        mention = len(self._chains.chain)
        self._chains.add(answer)
        chain = self._chains.chain[mention]
        if chain == len(self._entities):
            self._entities.append(_Entity(self._chains.members[chain]))
        entity, pronoun = self._entities[chain], self._pronouns[mention]
        kind = KINDS.index(self._mentions[mention].kind)
        if kind < entity.kind:
            entity.kind, entity.type = kind, self._types[mention]
        if pronoun:
            entity.pronouns[pronoun] += 1
        if answer is not None:
            self._discourse.link(mention, answer)
            self._last[pronoun] = self._last[-1] = chain

    def same_entity(self, mention: int, other: int) -> bool:
        """Return whether two mentions that have been read are of one entity."""
        return self._chains.chain[mention] == self._chains.chain[other]

    def consistent(self, case: Case) -> list[int]:
        """The places of the compatible candidates whose entities agree with the anaphor, and may be meant beside it."""
        left = set(self._discourse.consistent(case.anaphor, case.compatible))
        return [number for number, candidate in enumerate(case.compatible) if candidate in left]

    def centre(self, case: Case, candidates: Sequence[int]) -> list[int]:
        """Votes for the candidates of the entity that is the centre where a pronoun stands, if there is one.

        The centre of the sentence before is its subject, if it has no other entity that agrees (Grosz, Joshi &
        Weinstein 1995, section 4); so is that of the own clause for a possessor, and for an adverbial clause that of
        the relative clause around it (Kameyama 1998). The weights are by the novels of LitBank.
        """
        anaphor = self._mentions[case.anaphor]
        near = [index for index in candidates if self._mentions[index].sentence == anaphor.sentence]
        subject = next((index for index in near if self._is_understood_above(index, case.anaphor)), None)
        weight = _OF_RELATIVE_CLAUSE
        if subject is None and anaphor.function == "possessor":
            subject, weight = self._only_subject(case.anaphor, near), _OF_OWN_CLAUSE
        elif subject is None and anaphor.function == "subject" and not near:
            before = [index for index in candidates if self._mentions[index].sentence == anaphor.sentence - 1]
            subject, weight = self._only_subject(case.anaphor, before), _OF_SENTENCE_BEFORE
        if subject is None or self._is_surer(case.anaphor, subject, candidates):
            return [0] * len(candidates)
        return [weight * self.same_entity(subject, index) for index in candidates]

    def _is_understood_above(self, candidate: int, anaphor: int) -> bool:
        """Return whether a noun is the subject, by its relative pronoun, of what a pronoun's adverbial clause modifies.

        As the lever in "a lever that jams when you pull it".
        """
        clause, annotation = self._mentions[anaphor].clause, self._annotation
        if not annotation.relation[clause].startswith("advcl") or self._mentions[candidate].head > clause:
            return False
        verb = annotation.head[clause]
        relative = annotation.relation[verb] == "acl:relcl" and annotation.head[verb] == self._mentions[candidate].head
        return relative and Place(verb, "subject") in self._syntax.places(candidate)

    def _only_subject(self, anaphor: int, near: Sequence[int]) -> int | None:
        """The subject of a sentence, or of the anaphor's clause, if nothing near it is of another entity."""
        pronoun, annotation = self._mentions[anaphor], self._annotation
        if len({self._chains.chain[index] for index in near}) != 1:
            return None
        for index in near:
            mention = self._mentions[index]
            clause = pronoun.clause if mention.sentence == pronoun.sentence else annotation.head[mention.clause]
            is_noun = annotation.pos[mention.head] in ("NOUN", "PROPN")
            if is_noun and mention.function == "subject" and mention.clause == clause:
                return index
        return None

    def _is_surer(self, anaphor: int, subject: int, candidates: Sequence[int]) -> bool:
        """Return whether another noun phrase or name has the gender of a pronoun, where that of a subject is open."""
        gender = self._mentions[anaphor].gender
        nominal = (self._mentions[index] for index in candidates if self._mentions[index].kind != "pronoun")
        return self._mentions[subject].gender != gender != "unknown" and any(
            other.gender == gender for other in nominal
        )

    def rows(self, case: Case, candidates: Sequence[int]) -> list[list[int]]:
        """The features of the candidates of a case, a row each; all mentions before the anaphor must have been read."""
        chain_of, members = self._chains.chain, self._chains.members
        chains = sorted({chain_of[candidate] for candidate in candidates}, key=lambda chain: -members[chain][-1])
        salience = {chain: self._salience(case.anaphor, members[chain]) for chain in chains}
        ranked = sorted(salience.values(), reverse=True)
        shared = {
            chain: [
                salience[chain],
                ranked.index(salience[chain]),
                ranked[0] - salience[chain],
                *self._entity(case.anaphor, chain, between=row),
            ]
            for row, chain in enumerate(chains)
        }
        return [shared[chain_of[candidate]] for candidate in candidates]

    def _since(self, anaphor: int, members: Sequence[int], sentences: int) -> Iterator[int]:
        """The mentions of an entity in the sentence of an anaphor and some before it, the last one first."""
        first = self._mentions[anaphor].sentence - sentences
        for member in reversed(members):
            if self._mentions[member].sentence < first:
                return
            yield member

    def _salience(self, anaphor: int, members: Sequence[int]) -> int:
        """The salience of an entity in the sentence of an anaphor (Lappin & Leass 1994, section 2.2)."""
        by_age: dict[int, frozenset[str]] = {}
        for member in self._since(anaphor, members, _HORIZON):
            age = self._mentions[anaphor].sentence - self._mentions[member].sentence
            by_age[age] = by_age.get(age, frozenset()) | self._factors[member]
        return int(sum(self._worth.sum([(factors, age) for age, factors in by_age.items()])))

    def _entity(self, anaphor: int, chain: int, *, between: int) -> list[int]:
        """The features of an entity; `between` counts entities with a later mention."""
        entity, pronoun = self._entities[chain], self._pronouns[anaphor]
        last = self._mentions[entity.members[-1]]
        pronouns, same = entity.pronouns.total(), entity.pronouns[pronoun]
        return [
            len(entity.members),
            pronouns,
            sum(1 for _ in self._since(anaphor, entity.members, 1)),
            self._mentions[anaphor].sentence - last.sentence,
            anaphor - entity.members[-1],
            between,
            len(entity.members) > 1,
            KINDS.index(last.kind),
            last.function == "subject",
            entity.kind,
            entity.type,
            same,
            pronouns - same,
            2 * (self._last.get(pronoun) == chain) + (self._last.get(-1) == chain),  # last by this pronoun, by any
        ]
