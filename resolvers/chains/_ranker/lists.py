"""The earlier mentions among which the antecedent of a mention is sought.

To rank all of them would cost the square of a text's length. Most antecedents are near or share a word with their
anaphor, so that the `NEAR` mentions before it are taken, and of those farther off the last `SHARING` with each of its
open-class words, its head, its shortened name (of persons the last word, of others the acronym) or, of pronouns, form.
"""

from collections import defaultdict, deque
from collections.abc import Container, Iterator

import numpy as np

from anaphora.resolvers.chains._mention_pair.table import KINDS, Table
from anaphora.workbench.aliases import Integers

NEAR, SHARING = 30, 20
_PRONOUN = KINDS.index("pronoun")


def candidate_lists(table: Table, apart: Container[int] = ()) -> tuple[Integers, Integers]:
    """The candidates of all mentions but those `apart`: candidates and anaphors, pair by pair, in text order."""
    last: defaultdict[tuple[str, int], deque[int]] = defaultdict(lambda: deque(maxlen=SHARING))
    candidates, anaphors = list[int](), list[int]()
    for mention in range(len(table)):
        keys = list(_keys(table, mention))
        if mention not in apart:
            listed = {*range(max(0, mention - NEAR), mention), *(each for key in keys for each in last[key])}
            candidates += sorted(listed)
            anaphors += [mention] * len(listed)
        for key in keys:
            last[key].append(mention)
    return np.array(candidates, np.int64), np.array(anaphors, np.int64)


def _keys(table: Table, mention: int) -> Iterator[tuple[str, int]]:
    """What a mention shares with those that have the same key."""
    if table.kind[mention] == _PRONOUN:
        yield "form", int(table.form[mention])
        return
    for word in table.bag.indices[table.bag.indptr[mention] : table.bag.indptr[mention + 1]].tolist():
        yield "word", word
    columns = {"head": table.lemma, "last": table.surname, "short": table.acronym, "initials": table.initials}
    for name, column in columns.items():
        if column[mention] >= 0:
            yield "short" if name == "initials" else name, int(column[mention])
