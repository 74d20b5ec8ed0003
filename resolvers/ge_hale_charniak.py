"""Ge, Hale & Charniak 1998, statistical: four probabilities, counted in a corpus, choose among Hobbs' NPs.

The candidates are the first fifteen noun phrases that Hobbs' algorithm proposes. The answer is the one with the highest

    P(d_H | a) * P(p | w_a) * [P(w_a | h, t, l) / P(w_a | t, l)] * P(a | m_a)

- `hobbs_distance`: which proposal it is;
- `gender`: how often its most informative word stands in antecedents of such pronouns (gender, number, animacy);
- `governing_head`: how often its head stands below the head that governs the pronoun, against below any other;
- `mention_count`: how often its referent has been mentioned before.

Where this departs from the paper, or decides what it does not specify:

- Proposals that are not on the shared candidate list are passed over and not counted. That list leaves out what does
  not agree; without `agreement` only what has been learned decides, as in the paper. The counts are kept for both.
- The walk is that of `resolvers.hobbs`, without its filter for dates and times; reflexives are searched as there.
- "They" and its forms are a fourth class of pronouns beside "he", "she" and "it". Other pronouns (demonstratives, first
  and second person) are answered without the factor of gender.
- A pronoun's distance in training is that of the first proposal of its key chain; every proposal of that chain gives
  words and mention counts of an antecedent. Pronouns without any such proposal are left out.
- Words that may reveal gender are the nouns of the base noun phrase, its head, and the conjunction of a coordination.
- Below a head: the paper had the counts of a parser, from a million words of treebank, with heads in clusters. Here
  they come from the corpus trained on, and back off from the noun to its entity type. The head of a subject is its
  verb (the copula, if there is one), that of an object or possessor the verb or noun, that of an oblique its
  preposition.
- Mention counts in training are those of the key; afterwards the resolver counts its own chains. Buckets are 1, 2, 3,
  4, 5-6, 7-10, 11-28 and 29 or more; the sentence number is replaced by the fifth of the text.
- Where counts are few the paper divides them as they are; here each has one more, shared out as is expected
  where nothing is known, since products must not come to nothing for one count that is wanting.
- As in the paper each pronoun is resolved by itself, but for the mention counts; `consistent` keeps to earlier answers.
- Equal products go to the nearer proposal.
- Gender is learned from raw text, too (section 5 of the paper): where a document for training has no chains at all, the
  first proposal gives the words of an antecedent. It is the first that agrees, while the paper's method is blind.

The parameters that come with the module are counts from the freely licensed genres of GUM, annotated automatically;
`ge_hale_charniak.json` says what they were trained on. They serve gold annotation as well.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import compress
from math import log
from pathlib import Path
from typing import Annotated, Literal, get_args

import numpy as np
from pydantic import Field

from anaphora.resolvers.discourse.entities import repeating
from anaphora.resolvers.hobbs import COUNT, propose
from anaphora.resolvers.parameters import Frequency, check_choice, header, learned, malformed, read_parameters
from anaphora.resolvers.syntax.binding import coordinations_of, first_conjunct
from anaphora.workbench.decision import Decision, Explanation, Resolver, Votes
from anaphora.workbench.document import Annotation, Case, Mention, Prepared, once
from anaphora.workbench.errors import OptionError
from anaphora.workbench.language.anaphors import pronoun
from anaphora.workbench.provenance import Card
from anaphora.workbench.resolver_entry import Example, Part, ResolverEntry

CLASSES = ("he", "she", "it", "they")
"""The classes of pronouns by gender (section 5 of the paper); "they" is added."""
PHRASES = ("S", "VP", "PP", "NP")
"""The types of the constituent above a noun phrase."""
_CLASS_OF = {"masculine": "he", "feminine": "she", "neuter": "it", "unknown": "they"}
_NOUNS = frozenset({"NOUN", "PROPN"})


@dataclass(frozen=True, slots=True)
class Governor:
    """The constituent above a noun phrase: its type (one of `PHRASES`) and the lemma of its head."""

    phrase: str
    head: str


@dataclass(frozen=True, slots=True, eq=False)
class Phrases:
    """The noun phrases of a document; `words` are in lower case, `copulas` by the predicate they belong to."""

    mentions: Sequence[Mention]
    annotation: Annotation
    words: Sequence[str]
    copulas: Mapping[int, int]
    coordinations: frozenset[tuple[int, int]]

    def pronoun_class(self, index: int) -> str | None:
        """The class of a third-person pronoun, of whatever case; `None` for demonstratives and all other mentions."""
        entry = pronoun(self.words[self.mentions[index].head])
        if not entry or entry.person != 3 or entry.type == "demonstrative":
            return None
        return _CLASS_OF[entry.gender]

    def gender_words(self, index: int) -> list[str]:
        """The words that may reveal gender and number: nouns, the head first; for a coordination its conjunctions."""
        mention, words, pos = self.mentions[index], self.words, self.annotation.pos
        if mention.kind == "pronoun":
            return [words[mention.head]]
        if self._is_coordination(mention):
            return [words[token] for token in mention.span if pos[token] == "CCONJ"]
        base = range(mention.base.start, mention.base.end)
        return [
            words[mention.head],
            *(words[token] for token in base if pos[token] in _NOUNS and token != mention.head),
        ]

    def wording(self, index: int) -> tuple[str, ...]:
        """Return the words that a repetition must share: all but the determiner, or the last word of a person's name.

        Empty for pronouns and coordinations, which are not repeated in this sense.
        """
        mention, pos = self.mentions[index], self.annotation.pos
        if mention.kind == "pronoun" or self._is_coordination(mention):
            return ()
        base = range(mention.base.start, mention.base.end)
        if mention.kind == "nominal":
            return tuple([self.words[token] for token in base if pos[token] != "DET"])
        name = [self.words[token] for token in base if pos[token] == "PROPN"]
        return tuple(name[-1:] if mention.animacy == "animate" else name)

    def governor(self, index: int) -> Governor | None:
        """The constituent above: S of a subject, VP of an object, PP of a preposition's complement, NP of a possessor.

        `None` where nothing stands above that could select the noun phrase.
        """
        mention, lemma = self.mentions[index], self.annotation.lemma
        if mention.stands_for_what_is_owned:  # the verb of "Tom lost his" selects what he lost
            return None
        if mention.preposition >= 0:
            return Governor("PP", lemma[mention.preposition].lower())
        if mention.function == "possessor":
            token = first_conjunct(self.annotation, mention.head)
            return Governor("NP", lemma[self.annotation.head[token]].lower())
        if mention.governor < 0 or mention.function == "oblique":
            return None
        verb = self.copulas.get(mention.governor, mention.governor)
        return Governor("S" if mention.function == "subject" else "VP", lemma[verb].lower())

    def _is_coordination(self, mention: Mention) -> bool:
        return (mention.span.start, mention.span.end) in self.coordinations


@once
def phrases(prepared: Prepared) -> Phrases:
    """The noun phrases of a document."""
    annotation = prepared.annotation
    return Phrases(
        mentions=prepared.mentions,
        annotation=annotation,
        words=[word.lower() for word in prepared.document.words],
        copulas={annotation.head[token]: token for token, name in enumerate(annotation.relation) if name == "cop"},
        coordinations=frozenset((span.start, span.end) for span in coordinations_of(prepared)),
    )


class RepeatingChains:
    """The chains that a resolver makes, mention by mention in text order; `chain` numbers that of each mention."""

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._last: dict[tuple[str, ...], int] = {}
        self.chain: list[int] = []
        self.members: list[list[int]] = []
        self.counts: list[int] = []

    def add(self, antecedent: int | None = None) -> None:
        """Read the next mention; it joins the chain of its antecedent, or else of the phrase that it repeats."""
        mention = len(self.counts)
        wording = self._phrases.wording(mention)
        chain = self.chain[antecedent] if antecedent is not None else -1
        if chain < 0 and wording and self._phrases.mentions[mention].definiteness in ("name", "definite"):
            chain = self._last.get(wording, -1)
        if chain < 0:
            chain = len(self.members)
            self.members.append([])
        if wording:
            self._last[wording] = chain
        self.chain.append(chain)
        self.members[chain].append(mention)
        self.counts.append(len(self.members[chain]))


BUCKETS = (1, 2, 3, 4, 5, 7, 11, 29)
"""The least count of each bucket. The paper has buckets, but does not name them."""
FIFTHS = 5
"""Parts of a text that stand for the position of a pronoun; the paper uses the sentence number."""


def bucket(count: int) -> int:
    """The bucket of a count, which is 1 or more."""
    return bisect_right(BUCKETS, count) - 1


def fifth(prepared: Prepared, mention: int) -> int:
    """Return the fifth of the text, by sentences, in which a mention stands: 0 to 4."""
    return FIFTHS * prepared.mentions[mention].sentence // len(prepared.annotation.sentence_starts)


def counts_of(chains: Sequence[int]) -> list[int]:
    """Number each mention in its chain, from 1; mentions of no chain (-1) stand alone.

    In the paper's corpus annotators had counted (section 3.1.1). In training the key's chains are counted here too; a
    resolver has only its own (`RepeatingChains`): pronouns with what it answered, names that come again, and definite
    noun phrases that are repeated word for word but for the determiner.
    """
    seen: dict[int, int] = defaultdict(int)
    counts = []
    for chain in chains:
        seen[chain] += 1
        counts.append(1 if chain < 0 else seen[chain])
    return counts


CandidateList = Literal["compatible", "candidates"]
LISTS: tuple[CandidateList, ...] = get_args(CandidateList)
_NAME = "ge_hale_charniak"
_LEAST_OF_A_HEAD, _LEAST_OF_A_NOUN = 3, 2


def _so_many(entries: int) -> object:
    return Field(min_length=entries, max_length=entries)


_Pair = Annotated[list[Frequency], _so_many(2)]
_ByBucket = Annotated[list[_Pair], _so_many(len(BUCKETS))]


@dataclass(frozen=True, slots=True)
class ListCounts:
    """Counts of candidate lists of one kind.

    `distance`: pronouns whose antecedent is the i-th proposal. `mentions`: for each fifth of the text and bucket of
    mention counts the proposals that are antecedents, and all.
    """

    distance: Annotated[list[Frequency], _so_many(COUNT)]
    mentions: Annotated[list[_ByBucket], _so_many(FIFTHS)]

    def add(self, right: Sequence[bool], cells: Sequence[list[int]]) -> None:
        """Count a pronoun's proposals, unless none is right; `cells` are those of `mentions` that they belong to."""
        if True in right:
            self.distance[right.index(True)] += 1
            for is_right, cell in zip(right, cells, strict=True):
                cell[0] += is_right
                cell[1] += 1


@dataclass(frozen=True, slots=True)
class HeadCounts:
    """The noun phrases below heads: their entity types and the lemmas of their own heads."""

    types: dict[str, Frequency]
    nouns: dict[str, Frequency]


@dataclass(frozen=True, slots=True)
class Tables:
    """All counts, as a file of parameters has them.

    `pronouns` of each class that have an antecedent among the proposals; `words` of antecedents, with how often by
    class. `phrases` counts noun phrases below each type of constituent, `heads` those below each head of the type.
    """

    pronouns: dict[str, Frequency]
    lists: dict[str, ListCounts]
    words: dict[str, Annotated[list[Frequency], _so_many(len(CLASSES))]]
    phrases: dict[str, HeadCounts]
    heads: dict[str, dict[str, HeadCounts]]

    def as_data(self) -> dict[str, object]:
        """The content of a parameter file.

        Left out are heads that govern fewer than three noun phrases, and nouns that a type of constituent has above it
        only once: neither is informative yet, and they would be most of the file.
        """
        return {
            **header(_NAME),
            "pronouns": self.pronouns,
            "lists": {name: asdict(counts) for name, counts in self.lists.items()},
            "words": dict(sorted(self.words.items())),
            "phrases": {name: _without_rare(counts, counts.nouns) for name, counts in self.phrases.items()},
            "heads": {
                name: {
                    head: _without_rare(counts, self.phrases[name].nouns)
                    for head, counts in sorted(heads.items())
                    if sum(counts.types.values()) >= _LEAST_OF_A_HEAD
                }
                for name, heads in self.heads.items()
            },
        }


def no_counts() -> Tables:
    """The tables before anything has been counted."""

    def heads() -> HeadCounts:
        return HeadCounts(Counter(), Counter())

    return Tables(
        pronouns=dict.fromkeys(CLASSES, 0),
        lists={name: ListCounts([0] * COUNT, [[[0, 0] for _ in BUCKETS] for _ in range(FIFTHS)]) for name in LISTS},
        words=defaultdict(lambda: [0] * len(CLASSES)),
        phrases={name: heads() for name in PHRASES},
        heads={name: defaultdict(heads) for name in PHRASES},
    )


def _without_rare(counts: HeadCounts, everywhere: Mapping[str, int]) -> dict[str, dict[str, int]]:
    nouns = {noun: count for noun, count in sorted(counts.nouns.items()) if everywhere[noun] >= _LEAST_OF_A_NOUN}
    return {"types": dict(sorted(counts.types.items())), "nouns": nouns}


def read(path: Path) -> Tables:
    """The counts of a parameter file. Raises `OptionError` where it cannot be read or is not what training writes."""
    tables = read_parameters(path, Tables, _NAME)
    for table, keys in (("pronouns", CLASSES), ("lists", LISTS), ("phrases", PHRASES), ("heads", PHRASES)):
        if missing := set(keys).difference(getattr(tables, table)):
            raise malformed(path, _NAME, f"{table}.{min(missing)} is missing")
    if any(right > every for counts in tables.lists.values() for part in counts.mentions for right, every in part):
        raise malformed(path, _NAME, "it has more right proposals than proposals")
    return tables


@dataclass(frozen=True, slots=True)
class WordGender:
    """The gender of a word: `chances` has log P(p | w) for each class of pronouns.

    `informative` is -2 log lambda of Dunning's likelihood ratio test, 0 for an unseen word.
    """

    word: str
    informative: float
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Below:
    """The noun phrases below one head beside those below all heads of its type of constituent, of which `share` are."""

    share: float
    here: HeadCounts
    everywhere: HeadCounts

    def ratio(self, noun: str, type: str) -> float:
        """P(w_a | h, t, l) / P(w_a | t, l): how much more often such a noun phrase stands here than is to be expected.

        Observed against expected counts, which back off from the noun to its entity type, from that to no difference.
        """
        ratio = 1.0
        if type:
            ratio = (self.here.types.get(type, 0) + 1) / (self.share * self.everywhere.types.get(type, 0) + 1)
        return (self.here.nouns.get(noun, 0) + ratio) / (self.share * self.everywhere.nouns.get(noun, 0) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Probabilities:
    """Probabilities that the model has learned.

    `distance[i]` is log P(d_H = i | a), `mention[fifth][bucket]` log P(a | m_a, j); `prior` stands for unseen words.
    """

    distance: Sequence[float]
    mention: Sequence[Sequence[float]]
    prior: WordGender
    words: Mapping[str, WordGender]
    heads: Mapping[Governor, Below]

    def gender(self, words: Sequence[str]) -> WordGender:
        """The gender of the most informative of these words; the first one wins ties."""
        counted = [self.words[word] for word in words if word in self.words]
        return max(counted, key=lambda word: word.informative, default=self.prior)


def probabilities(tables: Tables, counts: ListCounts) -> Probabilities:
    """The probabilities that the counts give, with those of one kind of candidate list."""
    pronouns = sum(tables.pronouns.values()) + len(CLASSES)
    prior = [(tables.pronouns[name] + 1) / pronouns for name in CLASSES]
    proposals = sum(counts.distance) + len(counts.distance)
    totals = {name: max(1, sum(below.types.values())) for name, below in tables.phrases.items()}
    return Probabilities(
        distance=[log((count + 1) / proposals) for count in counts.distance],
        mention=[[log((right + 1) / (every + 2)) for right, every in fifth] for fifth in counts.mentions],
        prior=WordGender("", 0.0, tuple(map(log, prior))),
        words={word: _word_gender(word, seen, prior) for word, seen in tables.words.items() if any(seen)},
        heads={
            Governor(phrase, head): Below(sum(below.types.values()) / totals[phrase], below, tables.phrases[phrase])
            for phrase in PHRASES
            for head, below in tables.heads[phrase].items()
        },
    )


def _word_gender(word: str, seen: Sequence[int], prior: Sequence[float]) -> WordGender:
    total = sum(seen)
    pairs = list(zip(seen, prior, strict=True))
    return WordGender(
        word=word,
        informative=2 * sum(count * log(count / total / expected) for count, expected in pairs if count),
        chances=tuple(log((count + expected) / (total + 1)) for count, expected in pairs),
    )


FACTORS = ("hobbs_distance", "gender", "governing_head", "mention_count")
_EQUAL = 1e-9


def train(examples: Iterable[Example], /) -> dict[str, object]:
    """The parameters that examples give: counts, to be written to a JSON file.

    A document without any chain is taken for raw text, which teaches gender and governing heads only.
    Raises `OptionError` where no third-person pronoun has an antecedent to learn from.
    """
    tables = no_counts()
    for example in examples:
        _count(tables, example)
    if not any(tables.pronouns.values()):
        raise OptionError(
            "No third-person pronoun has an antecedent among what Hobbs' algorithm proposes, so there is nothing to "
            "learn. Train on a corpus whose chains have pronouns and their antecedents.",
            code="nothing-to-learn",
        )
    return tables.as_data()


def _count(tables: Tables, example: Example) -> None:
    """Add the counts of one document."""
    prepared, chains = example.prepared, example.chains
    seen = phrases(prepared)
    mentioned = counts_of(chains)
    _count_heads(tables, prepared, seen)
    raw = all(chain < 0 for chain in chains)
    for case in prepared.cases:
        name = seen.pronoun_class(case.anaphor)
        if name is None:
            continue
        if raw:
            antecedents = propose(prepared, case.anaphor, case.compatible, case.scope_start)[:1]
        else:
            antecedents = _count_proposals(tables, example, mentioned, case)
            tables.pronouns[name] += bool(antecedents)
        for word in (word for index in antecedents for word in dict.fromkeys(seen.gender_words(index))):
            tables.words[word][CLASSES.index(name)] += 1


def _count_heads(tables: Tables, prepared: Prepared, seen: Phrases) -> None:
    """Count what stands below each governing head."""
    for index, mention in enumerate(prepared.mentions):
        if governor := seen.governor(index):
            for below in (tables.phrases[governor.phrase], tables.heads[governor.phrase][governor.head]):
                below.types[prepared.annotation.entity[mention.head]] += 1
                below.nouns[mention.lemma] += 1


def _count_proposals(tables: Tables, example: Example, mentioned: Sequence[int], case: Case) -> list[int]:
    """Count distances and mention counts for one pronoun, and give all its proposals that are right."""
    prepared, chains = example.prepared, example.chains
    part = fifth(prepared, case.anaphor)
    antecedents: set[int] = set()
    for which, counts in tables.lists.items():
        proposed = propose(prepared, case.anaphor, _candidates_of(case, which), case.scope_start)
        right = [chains[index] == chains[case.anaphor] >= 0 for index in proposed]
        counts.add(right, [counts.mentions[part][bucket(mentioned[index])] for index in proposed])
        antecedents.update(compress(proposed, right))
    return sorted(antecedents)


def _candidates_of(case: Case, which: str) -> Sequence[int]:
    return case.compatible if which == "compatible" else case.candidates


@dataclass(frozen=True, slots=True, eq=False)
class GeHaleCharniak:
    """The resolver with its parameters and options; see `build`."""

    probabilities: Probabilities
    which: CandidateList
    factors: Sequence[str]
    consistent: bool
    card: Card | None

    def resolve(self, prepared: Prepared) -> list[Decision]:
        """Read the mentions in text order; each pronoun joins the chain of its answer at once."""
        if not prepared.cases:
            return []
        state = _CountingReader(self, prepared)
        numbers = {case.anaphor: number for number, case in enumerate(prepared.cases)}
        decisions = []
        for index in range(len(prepared.mentions)):
            answer = None
            if index in numbers:
                decisions.append(state.decide(numbers[index]))
                answer = decisions[-1].antecedent
                if state.entities and answer is not None:
                    state.entities.link(index, answer)
            state.chains.add(answer)
        return decisions


class _CountingReader:
    """The state of resolution in one document."""

    def __init__(self, resolver: GeHaleCharniak, prepared: Prepared) -> None:
        self.resolver, self.prepared = resolver, prepared
        self.phrases = phrases(prepared)
        self.chains = RepeatingChains(self.phrases)
        self.entities = repeating(prepared) if resolver.consistent else None
        self.weights = np.ones(len(resolver.factors))
        self._genders: dict[int, WordGender] = {}

    def decide(self, number: int) -> Decision:
        """The proposal with the highest product; of equal ones the nearest."""
        case = self.prepared.cases[number]
        listed = _candidates_of(case, self.resolver.which)
        if self.entities:
            listed = self.entities.consistent(case.anaphor, listed)
        proposed = propose(self.prepared, case.anaphor, listed, case.scope_start)
        if not proposed:
            rule = "no proposal among the candidates" if listed else "no candidate"
            return Decision(number, None, Explanation("salience", (), rule))
        order = sorted(range(len(proposed)), key=proposed.__getitem__)
        votes = self._votes(case.anaphor, proposed, order)
        scores = votes.scores.tolist()
        top = max(scores) - _EQUAL
        highest = [index for index, score in zip(order, scores, strict=True) if score >= top]
        rule = "highest probability" if len(highest) == 1 else "equal probability: nearest proposal"
        index = min(highest)
        explanation = Explanation(
            kind="salience",
            candidates=tuple([proposed[index] for index in order]),
            rule="only proposal" if len(proposed) == 1 else rule,
            scores=tuple(scores),
            votes=votes,
            steps=self._describe(case.anaphor, proposed, index),
        )
        return Decision(number, proposed[index], explanation)

    def _votes(self, anaphor: int, proposed: Sequence[int], order: Sequence[int]) -> Votes:
        """The logarithms of the four probabilities of each proposal, less those that are left out."""
        factors = tuple(self.resolver.factors)
        candidates = [proposed[number] for number in order]
        rows = [self._factor(factor, anaphor, candidates, order) for factor in factors]
        matrix = np.array(rows, np.float64).reshape(len(factors), len(order)).T
        return Votes(factors, matrix, self.weights, unit="logarithms of the probabilities")

    def _factor(self, factor: str, anaphor: int, candidates: Sequence[int], order: Sequence[int]) -> Sequence[float]:
        """One factor of each candidate; `order` has their places among the proposals."""
        learned = self.resolver.probabilities
        nothing = [0.0] * len(candidates)
        if factor == "hobbs_distance":
            return [learned.distance[rank] for rank in order]
        if factor == "gender":
            name = self.phrases.pronoun_class(anaphor)
            number = CLASSES.index(name) if name else 0
            return [self._gender(index).chances[number] for index in candidates] if name else nothing
        if factor == "governing_head":
            governor = self.phrases.governor(anaphor)
            below = learned.heads.get(governor) if governor else None
            mentions, entity = self.prepared.mentions, self.prepared.annotation.entity
            seen = (mentions[index] for index in candidates)
            return [log(below.ratio(mention.lemma, entity[mention.head])) for mention in seen] if below else nothing
        chances = learned.mention[fifth(self.prepared, anaphor)]
        counts = self.chains.counts
        return [chances[bucket(counts[index])] for index in candidates]

    def _gender(self, mention: int) -> WordGender:
        if mention not in self._genders:
            self._genders[mention] = self.resolver.probabilities.gender(self.phrases.gender_words(mention))
        return self._genders[mention]

    def _describe(self, anaphor: int, proposed: Sequence[int], number: int) -> tuple[str, ...]:
        """Describe what each factor goes by for the answer, for people to read."""
        name, governor = self.phrases.pronoun_class(anaphor), self.phrases.governor(anaphor)
        head = f"{governor.head} ({governor.phrase})" if governor else "none"
        word = self._gender(proposed[number]).word
        by_factor = {
            "hobbs_distance": f"proposal {number + 1} of {len(proposed)} of Hobbs' search",
            "gender": f"gender: {name or 'a pronoun of no class'}, where training had {word or 'none of the words'}",
            "governing_head": f"governing head: {head}",
            "mention_count": f"mentions of its referent so far: {self.chains.counts[proposed[number]]}",
        }
        return tuple(by_factor[factor] for factor in self.resolver.factors)


def build(
    *,
    parameters: str | Path | None = None,
    agreement: bool = True,
    without: Sequence[str] = (),
    consistent: bool = False,
) -> Resolver:
    """The model of Ge, Hale & Charniak.

    `parameters` is a file that `train` has filled, by default the one that comes with the module. Without `agreement`,
    proposals are taken from all candidates, as in the paper, not only from those that agree. `without` leaves out
    factors: hobbs_distance, gender, governing_head, mention_count. With `consistent` proposals that contradict earlier
    answers in number, gender, animacy or syntax are passed over.
    Raises `OptionError` for an unknown factor and for a file that holds no such parameters.
    """
    for name in without:
        check_choice("factor", name, FACTORS)
    tables, card = learned(read, parameters, __file__)
    which: CandidateList = "compatible" if agreement else "candidates"
    factors = tuple(factor for factor in FACTORS if factor not in without)
    return GeHaleCharniak(probabilities(tables, tables.lists[which]), which, factors, consistent, card)


def parts() -> dict[str, Part]:
    """The factors, each with the option that leaves it out."""
    return {factor: Part({"without": factor}) for factor in FACTORS}


RESOLVER = ResolverEntry(
    build,
    title="Ge, Hale & Charniak 1998, statistical",
    summary="four probabilities, counted in a corpus, choose among Hobbs' NPs",
    train=train,
    parts=parts,
    english=True,
)
