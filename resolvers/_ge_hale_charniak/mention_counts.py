"""Mention counts: how often a referent has been mentioned up to some mention (Ge, Hale & Charniak 1998, section 3.1.1).

In their corpus annotators had counted. In training the key's chains are counted here too; a resolver has only its own
(`_discourse.chains`): pronouns with what it answered, names that come again, and definite noun phrases that are
repeated word for word but for the determiner.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence

from anaphora.workbench.document import Prepared

BUCKETS = (1, 2, 3, 4, 5, 7, 11, 29)
"""The least count of each bucket. The paper has buckets, but does not name them."""
FIFTHS = 5
"""Parts of a text that stand for the position of a pronoun; the paper uses the sentence number."""


def bucket(count: int) -> int:
    """The bucket of a count, which is 1 or more."""
    return bisect_right(BUCKETS, count) - 1


def fifth(prepared: Prepared, mention: int) -> int:
    """In which fifth of the text, by sentences, a mention stands: 0 to 4."""
    return FIFTHS * prepared.mentions[mention].sentence // len(prepared.annotation.sentence_starts)


def counts_of(chains: Sequence[int]) -> list[int]:
    """For each mention its number in its chain, the first is 1; -1 is no chain, and such mentions stand alone."""
    seen: dict[int, int] = defaultdict(int)
    counts = []
    for chain in chains:
        seen[chain] += 1
        counts.append(1 if chain < 0 else seen[chain])
    return counts
