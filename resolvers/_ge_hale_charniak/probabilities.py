"""The four probabilities of Ge, Hale & Charniak 1998, equation 8, as logarithms, from counts.

The paper divides counts as they are, and takes the prior of a pronoun for words that it has not seen. Since products
must not come to nothing for one count that is wanting, each count here has one more, shared out as is expected where
nothing is known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from anaphora.resolvers._ge_hale_charniak.tables import HeadCounts, ListCounts, Tables
from anaphora.resolvers._syntax.phrases import CLASSES, Governor


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
    """All that the model knows.

    `distance[i]` is log P(d_H = i | a), `mention[fifth][bucket]` log P(a | m_a, j); `prior` stands for unseen words.
    """

    distance: Sequence[float]
    mention: Sequence[Sequence[float]]
    prior: WordGender
    words: Mapping[str, WordGender]
    heads: Mapping[Governor, Below]

    def gender(self, words: Sequence[str]) -> WordGender:
        """The gender of the most informative of these words; the first one wins ties."""
        known = [self.words[word] for word in words if word in self.words]
        return max(known, key=lambda word: word.informative, default=self.prior)


def probabilities(tables: Tables, counts: ListCounts) -> Probabilities:
    """The probabilities that the counts give, with those of one kind of candidate list."""
    known = sum(tables.pronouns.values()) + len(CLASSES)
    prior = [(tables.pronouns[name] + 1) / known for name in CLASSES]
    proposals = sum(counts.distance) + len(counts.distance)
    totals = {name: max(1, sum(below.types.values())) for name, below in tables.phrases.items()}
    return Probabilities(
        distance=[log((count + 1) / proposals) for count in counts.distance],
        mention=[[log((right + 1) / (every + 2)) for right, every in fifth] for fifth in counts.mentions],
        prior=WordGender("", 0.0, tuple(map(log, prior))),
        words={word: _word_gender(word, seen, prior) for word, seen in tables.words.items() if any(seen)},
        heads={
            governor: Below(sum(below.types.values()) / totals[governor.phrase], below, tables.phrases[governor.phrase])
            for governor, below in tables.heads.items()
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
