"""Learning to rank all mentions, by the likelihood that the right candidates have together (`_ranker.learning`).

In learning, the entities of earlier mentions are those of the key.
"""

from collections.abc import Iterable

import numpy as np

from anaphora.resolvers._ranker.features import Values
from anaphora.resolvers._ranker.learning import Growth, Lesson, grow
from anaphora.resolvers.chains._ranker.entities import Entities
from anaphora.resolvers.chains._ranker.ranking import NAMES, Model, lists_of
from anaphora.workbench.errors import OptionError
from anaphora.workbench.resolver_entry import Example

TREES, LEAF, DEPTH, CASES = 150, 40, 5, 3000
OPEN, BIAS = 4.0, -1.5
"""The score of no antecedent in learning, and what is added to it afterwards: a chain gains more by a right link than
it loses by a wrong one. Chosen for the CoNLL average on a third of the documents, after learning from the others."""


def lesson(example: Example) -> Lesson:
    """What a document teaches of its mentions, but for the pronouns that are resolved apart."""
    lists, growing, last = lists_of(example.prepared), Entities(), dict[int, int]()
    read: list[Values] = [np.zeros((0, len(NAMES)), np.int16)]
    for mention, chain in enumerate(example.chains):
        rows = lists.rows(mention)
        candidates, pairs = lists.candidates[rows], lists.values[rows]
        if len(candidates):
            read.append(np.hstack([pairs, growing.features(candidates, pairs)]))
        growing.add(last.get(chain), lists.names[mention])
        if chain >= 0:
            last[chain] = mention
    chains = np.array(example.chains, np.int64)
    right = (chains[lists.candidates] == chains[lists.anaphors]) & (chains[lists.anaphors] >= 0)
    return Lesson(np.concatenate(read), right, np.array([len(values) for values in read[1:]], np.int64))


def learn(examples: Iterable[Example], trees: int, leaf: int) -> Model:
    """The model that examples give.

    Raises `OptionError` where no mention has an antecedent on its list.
    """
    lessons = [lesson(example) for example in examples]
    if not any(each.right.any() for each in lessons):
        problem = "No noun phrase has an antecedent among its candidates, so there is nothing to learn."
        raise OptionError(f"{problem} Train on a corpus whose chains have noun phrases.", code="nothing-to-learn")
    return Model(grow(lessons, Growth(trees, leaf, DEPTH, CASES, OPEN)), OPEN + BIAS)
