"""Ranker, of this project: boosted trees rank the earlier mentions for each mention; entities grow as they are read.

A mention-ranking model (Denis & Baldridge 2008; Durrett & Klein 2013) over all mentions, with features of the entities
that have grown so far (Rahman & Ng 2009, "Supervised models for coreference resolution"). The text is read from left to
right. Of the earlier mentions on its list and "no antecedent" the best is taken, and the mention joins the entity of
its antecedent, or starts one.

- Pronouns that are cases get their antecedents from the resolver `ranker`. Where noun phrases alone are asked for, no
  pronoun is a case, and all are ranked here.
- Listed are the nearest mentions, and of those farther off the last that share a word.
- Features: those of the mention-pair model, what both mentions are by themselves, and what the candidate's entity is
  so far.
- Scores come from gradient boosted regression trees, learned as those of the resolver `ranker` are.
- In training, earlier mentions are resolved as the key has them; afterwards the resolver has its own answers.
- Of equal scores the most recent candidate wins. One with whose entity the mention clashes (*he* with *she*) gives way
  to the next best, as does one whose entity is an argument of the same verb ("The robot hit the drone").

The parameters stand in the file of the resolver `ranker`, which `anaphora train ranker` fills for both.
"""

from collections import defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers import ranker
from anaphora.resolvers.columns import NAME, PRONOUN
from anaphora.resolvers.discourse.identity import linker_of
from anaphora.resolvers.parameters import Score, learned, malformed, read_parameters
from anaphora.resolvers.ranking.features import Values, entity_types, pronoun_classes
from anaphora.resolvers.ranking.forest import Forest, ForestData, Growth, Lesson, build_forest, grow
from anaphora.resolvers.ranking.pairs import SETS, PairColumns, Pairs, matrix, pair_columns
from anaphora.workbench.adapters import pronouns_of
from anaphora.workbench.arrays import Integers
from anaphora.workbench.decision import ChainResolver, Chains, Resolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.progress import tell
from anaphora.workbench.provenance import Card, card_of
from anaphora.workbench.resolver_entry import Example, ResolverEntry

NEAR, SHARING = 30, 20


def candidate_lists(table: PairColumns, apart: Container[int] = ()) -> tuple[Integers, Integers]:
    """The candidates of all mentions but those `apart`: candidates and anaphors, pair by pair, in text order.

    To rank all earlier mentions would cost the square of a text's length. Most antecedents are near or share a word
    with their anaphor, so that the `NEAR` mentions before it are taken, and of those farther off the last `SHARING`
    with each of its open-class words, its head, its shortened name (of persons the last word, of others the acronym)
    or, of pronouns, form.
    """
    last: defaultdict[tuple[str, int], deque[int]] = defaultdict(lambda: deque(maxlen=SHARING))
    candidates: list[int] = []
    anaphors: list[int] = []
    for mention in range(len(table)):
        keys = list(_keys(table, mention))
        if mention not in apart:
            listed = {*range(max(0, mention - NEAR), mention), *(earlier for key in keys for earlier in last[key])}
            candidates += sorted(listed)
            anaphors += [mention] * len(listed)
        for key in keys:
            last[key].append(mention)
    return np.array(candidates, np.int64), np.array(anaphors, np.int64)


def _keys(table: PairColumns, mention: int) -> Iterator[tuple[str, int]]:
    """Yield the keys of a mention, which mentions that may be of its chain share."""
    if table.kind[mention] == PRONOUN:
        yield "form", int(table.form[mention])
        return
    for word in table.bag.words[table.bag.starts[mention] : table.bag.starts[mention + 1]].tolist():
        yield "word", word
    columns = {"head": table.lemma, "last": table.surname, "short": table.acronym, "initials": table.initials}
    for name, column in columns.items():
        if column[mention] >= 0:
            yield "short" if name == "initials" else name, int(column[mention])


MOST = 999
PAIR = SETS["all"]
_OWN = (
    "function", "definiteness", "length", "words_after_head", "modifiers", "entity_type", "pronoun", "number",
    "coordinated", "coordination", "heading", "same_head", "same_text", "place_in_sentence",
)  # fmt: skip
_BEFORE = ("heads_before", "texts_before", "forms_before", "demonstrative", "reflexive", "place_in_text")
_TOGETHER = ("same_type", "same_function", "candidates")
PAIR_FEATURES = (
    *PAIR,
    *(f"candidate_{name}" for name in _OWN),
    *(f"anaphor_{name}" for name in (*_OWN, *_BEFORE)),
    *_TOGETHER,
)


Columns: TypeAlias = Mapping[str, NDArray[np.generic]]


def pair_features(table: PairColumns, alone: Columns, candidates: Integers, anaphors: Integers) -> Values:
    """The features of pairs, a row for each and a column for each of `PAIR_FEATURES`; `alone` are those of mentions."""
    together = {
        **{f"same_{name}": alone[column][candidates] == alone[column][anaphors] for name, column in _SAME.items()},
        "candidates": np.bincount(anaphors, minlength=1)[anaphors],
    }
    columns = (
        *(alone[name][candidates] for name in _OWN),
        *(alone[name][anaphors] for name in (*_OWN, *_BEFORE)),
        *(together[name] for name in _TOGETHER),
    )
    pairs = matrix(Pairs(table, candidates, anaphors), PAIR)
    others = np.stack([np.minimum(column, MOST).astype(np.int16) for column in columns], axis=1)
    return np.hstack([pairs, others])  # int8 becomes int16


_SAME = {"type": "entity_type", "function": "function"}


def _alone(prepared: Prepared, table: PairColumns) -> Columns:
    """Return features of each mention by itself, and those that compare it with the mentions before it."""
    return {
        "function": table.function,
        "definiteness": table.definiteness,
        "length": table.length,
        "words_after_head": table.end - table.head,
        "modifiers": table.head - [mention.base.start for mention in prepared.mentions],
        "coordinated": table.is_conjunct,
        "coordination": table.is_coordination,
        "heading": table.heading,
        "entity_type": entity_types(prepared),
        "pronoun": pronoun_classes(prepared),
        "number": table.number,
        "same_head": _frequency(table.lemma),
        "same_text": _frequency(table.text),
        "place_in_sentence": table.place_in_sentence,
        "heads_before": _earlier(table.lemma),
        "texts_before": _earlier(table.text),
        "forms_before": _earlier(table.form),
        "demonstrative": table.demonstrative,
        "reflexive": table.reflexive,
        "place_in_text": np.arange(len(table)),
    }


def _frequency(column: Integers) -> Integers:
    """Count for each mention those with the same value; 0 for those without one."""
    counts = np.bincount(column + 1, minlength=1)
    counts[0] = 0
    return counts[column + 1]


def _earlier(column: Integers) -> Integers:
    """Count for each mention the earlier ones with the same value."""
    seen = defaultdict[int, int](int)
    counts = np.zeros(len(column), np.int64)
    for mention, value in enumerate(column.tolist()):
        counts[mention] = seen[value]
        seen[value] += value >= 0  # mentions without a value have none in common
    return counts


_SUMS = ("HEAD", "STR_MATCH", "WORD_OVERLAP", "PRO_STR")
_HIGHEST = ("ALIAS", "WORDS_SUBSTR", "PN_SUBSTR", "MODIFIER", "CONTRAINDICES", "SPAN", "PROPER_NOUN")
_LOWEST = ("NUMBER", "GENDER", "ANIMACY", "SEMCLASS", "PERSON")
ENTITY_FEATURES = (
    *(f"entity_{name}" for name in (*_SUMS, *_HIGHEST, *_LOWEST)),
    "entity_mentions", "entity_listed", "entity_names", "mentions_since", "is_last", "entities_since",
)  # fmt: skip
_COLUMNS = [[PAIR.index(name) for name in names] for names in (_SUMS, _HIGHEST, _LOWEST)]


class Entities:
    """The entities of the mentions that have been read; `chain` numbers that of each of them."""

    def __init__(self) -> None:
        self.chain: list[int] = []
        self.members: list[list[int]] = []
        self._names: list[int] = []

    def add(self, antecedent: int | None, is_name: bool) -> None:
        """Read the next mention; it joins the entity of its antecedent, or starts one."""
        mention = len(self.chain)
        entity = len(self.members) if antecedent is None else self.chain[antecedent]
        if antecedent is None:
            self.members.append([])
            self._names.append(0)
        self.members[entity].append(mention)
        self._names[entity] += is_name
        self.chain.append(entity)

    def features(self, candidates: Integers, pairs: Values) -> Values:
        """The features of the next mention's candidates, given those of its pairs: candidates x `ENTITY_FEATURES`."""
        chains, number = np.unique(np.array([self.chain[index] for index in candidates.tolist()]), return_inverse=True)
        order = np.argsort(number, kind="stable")
        last = np.array([self.members[entity][-1] for entity in chains.tolist()])
        starts = np.searchsorted(number[order], np.arange(len(chains)))
        sums, highest, lowest = (pairs[order][:, columns] for columns in _COLUMNS)
        members = [len(self.members[entity]) for entity in chains.tolist()]
        shared = np.hstack(
            [
                np.add.reduceat(sums, starts),
                np.maximum.reduceat(highest, starts),
                np.minimum.reduceat(lowest, starts),
                np.stack([members, np.bincount(number), [self._names[entity] for entity in chains.tolist()]], axis=1),
                len(self.chain) - last[:, np.newaxis],
            ]
        )
        of_pair = np.stack([candidates == last[number], np.argsort(np.argsort(-last))[number]], axis=1)
        return np.asarray(np.minimum(np.hstack([shared[number], of_pair]), MOST), np.int16)


NAMES = (*PAIR_FEATURES, *ENTITY_FEATURES)
_NAME = "ranker"
_BLOCK = 500


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """The mentions of a document with their candidate lists: pairs of candidates and anaphors.

    The list of a mention is the pairs from `starts[mention]` to `starts[mention + 1]`. `alone` are features of each
    mention. `names` says which are names.
    """

    table: PairColumns
    alone: Columns
    candidates: Integers
    anaphors: Integers
    starts: Integers
    names: Sequence[bool]

    def by_mention(self) -> Iterator[tuple[Integers, Values]]:
        """The candidates of each mention, with the features of its pairs; `_BLOCK` mentions are held at once."""
        for first in range(0, len(self.names), _BLOCK):
            bounds = self.starts[first : first + _BLOCK + 1]
            block = slice(bounds[0], bounds[-1])
            candidates, anaphors = self.candidates[block], self.anaphors[block]
            values = pair_features(self.table, self.alone, candidates, anaphors)
            for start, end in pairwise((bounds - bounds[0]).tolist()):
                yield candidates[start:end], values[start:end]


def lists_of(prepared: Prepared) -> Lists:
    """The lists of all mentions but the pronouns that are cases, which are resolved apart."""
    columns = pair_columns(prepared)
    candidates, anaphors = candidate_lists(columns, pronouns(prepared))
    return Lists(
        columns,
        _alone(prepared, columns),
        candidates,
        anaphors,
        np.searchsorted(anaphors, np.arange(len(columns) + 1)),
        (columns.kind == NAME).tolist(),
    )


def pronouns(prepared: Prepared) -> dict[int, int]:
    """The pronouns that are cases, each with the number of its case."""
    cases = enumerate(prepared.cases)
    return {case.anaphor: n for n, case in cases if prepared.mentions[case.anaphor].kind == "pronoun"}


@dataclass(frozen=True, slots=True, eq=False)
class ChainModel:
    """ChainModel that has been learned: trees, and the score that a candidate must exceed to beat no antecedent."""

    forest: Forest
    open: float = 0.0

    def chains(self, prepared: Prepared, answers: Mapping[int, int]) -> Chains:
        """The chains of a document; `answers` has the antecedents of the pronouns that are resolved apart.

        Of candidates with equal scores the most recent one wins.
        """
        lists = lists_of(prepared)
        growing = Entities()
        linker = linker_of(prepared)
        for mention, (candidates, pairs) in enumerate(lists.by_mention()):
            answers_by_score = [answers[mention]] if mention in answers else []
            if len(candidates):
                scores = self.forest.scores(np.hstack([pairs, growing.features(candidates, pairs)]))
                order = len(scores) - 1 - np.argsort(-scores[::-1], kind="stable")
                answers_by_score = candidates[order[scores[order] > self.open]].tolist()
            answer = next((candidate for candidate in answers_by_score if linker.join(candidate, mention)), None)
            growing.add(answer, lists.names[mention])
            tell(mention / len(lists.names))
        return tuple(map(tuple, growing.members))

    def as_data(self) -> dict[str, object]:
        """The content of a file of parameters."""
        return {"features": list(NAMES), "open": self.open, "trees": self.forest.as_data()}


@dataclass(frozen=True, slots=True)
class _ChainParameters:
    """Parameters of chains in a file."""

    features: list[str]
    open: Score
    trees: ForestData


@dataclass(frozen=True, slots=True)
class _File:
    chains: _ChainParameters


def read(path: Path) -> ChainModel:
    """The model of a file. Raises `OptionError` where it cannot be read or is not what training writes."""
    data = read_parameters(path, _File, _NAME).chains
    if data.features != list(NAMES):
        raise malformed(path, _NAME, "'chains.features' are not those of this version")
    try:
        return ChainModel(build_forest(data.trees, len(NAMES)), data.open)
    except ValueError as error:
        raise malformed(path, _NAME, f"chains.trees: {error}") from error


TREES, LEAF, DEPTH, CASES = 150, 40, 5, 3000
OPEN, BIAS = 4.0, -1.5
"""The score of no antecedent in learning, and what is added to it afterwards: a chain gains more by a right link than
it loses by a wrong one. Chosen for the CoNLL average on a third of the documents, after learning from the others."""


def lesson(example: Example) -> Lesson:
    """Return the mentions of a document as a lesson, but for the pronouns that are resolved apart."""
    lists = lists_of(example.prepared)
    growing = Entities()
    last: dict[int, int] = {}
    read: list[Values] = [np.zeros((0, len(NAMES)), np.int16)]
    for mention, (chain, (candidates, pairs)) in enumerate(zip(example.chains, lists.by_mention(), strict=True)):
        if len(candidates):
            read.append(np.hstack([pairs, growing.features(candidates, pairs)]))
        growing.add(last.get(chain), lists.names[mention])
        if chain >= 0:
            last[chain] = mention
    chains = np.array(example.chains, np.int64)
    right = (chains[lists.candidates] == chains[lists.anaphors]) & (chains[lists.anaphors] >= 0)
    return Lesson(np.concatenate(read), right, np.array([len(values) for values in read[1:]], np.int64))


def train(examples: Iterable[Example], /, *, trees: int = TREES, leaf: int = LEAF) -> dict[str, object]:
    """The parameters that examples give, to be written to a JSON file.

    `trees` is their number, and `leaf` the least number of candidates in a leaf of a tree.
    Raises `OptionError` where no mention has an antecedent on its list, and for an option out of range.
    """
    growth = Growth(trees, leaf, DEPTH, CASES, OPEN)
    lessons = [lesson(example) for example in examples]
    if not any(mentions.right.any() for mentions in lessons):
        problem = "No noun phrase has an antecedent among its candidates, so there is nothing to learn."
        raise OptionError(f"{problem} Train on a corpus whose chains have noun phrases.", code="nothing-to-learn")
    return ChainModel(grow(lessons, growth), OPEN + BIAS).as_data()


@dataclass(frozen=True, slots=True, eq=False)
class ChainRanker:
    """The chain resolver with its model, and the resolver of pronouns; see `build`."""

    model: ChainModel
    pronouns: Resolver

    @property
    def card(self) -> Card | None:
        """The card of the training data, which is the same for pronouns and chains."""
        return card_of(self.pronouns)

    def chains(self, prepared: Prepared) -> Chains:
        """Resolve the pronouns that are cases, then read the document mention by mention."""
        part = pronouns_of(prepared)
        answers = {
            part.cases[decision.case].anaphor: decision.antecedent
            for decision in self.pronouns.resolve(part)
            if decision.antecedent is not None
        }
        return self.model.chains(prepared, answers)


def build(*, parameters: str | Path | None = None) -> ChainResolver:
    """The ranker of all mentions.

    `parameters` is a file that `train` has filled, by default the one that comes with the module.
    Raises `OptionError` for a file that holds no such parameters.
    """
    model, _ = learned(read, parameters, ranker.__file__)
    return ChainRanker(model, ranker.build(parameters=parameters))


RESOLVER = ResolverEntry(
    build,
    title="Ranker, of this project",
    summary="boosted trees rank the earlier mentions for each mention; entities grow as they are read",
    effort=8,
    train=train,
    english=True,
)
