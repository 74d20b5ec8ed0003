"""Collocation patterns: which verb a mention occurs with, and where."""

import numpy as np

from resolvers._additive.columns import Columns, Ints
from resolvers._additive.settings import Settings
from workbench.document import Annotation, Mention


def patterns_of(columns: Columns, settings: Settings) -> tuple[Ints, int]:
    """A number for the pattern of each mention, and how many there are; mentions without one have that number.

    A pattern is (verb lemma, place, preposition). The place is before or after the verb or, where functions are known
    (MARS), that of the subject or another; the subject of a passive stands where its object would. Wide patterns
    (Mitkov 2001) add predicate adjectives ("it is full") and count "unload" as "load" where the text has both.
    """
    annotation, wide = columns.annotation, settings.wide_collocation
    verbs = set(columns.verbs.values())
    numbers: dict[tuple[str, bool, str], int] = {}
    found = np.full(len(columns.start), -1, np.int64)
    for index, governor in enumerate(columns.governor.tolist()):
        if governor < 0 or annotation.pos[governor] not in (("VERB", "ADJ") if wide else ("VERB",)):
            continue
        verb = annotation.lemma[governor].lower()
        if verb == "be":
            continue
        if wide and verb.startswith("un") and verb[2:] in verbs:
            verb = verb[2:]
        mention = columns.prepared.mentions[index]
        preposition = annotation.lemma[mention.preposition].lower() if mention.preposition >= 0 else ""
        found[index] = numbers.setdefault((verb, _is_first(annotation, mention, settings), preposition), len(numbers))
    found[found < 0] = len(numbers)
    return found, len(numbers)


def _is_first(annotation: Annotation, mention: Mention, settings: Settings) -> bool:
    """Whether a mention stands in the first place of its verb: before it, or by function as its subject."""
    if not settings.functions_known:
        return mention.head < mention.governor
    return mention.function == "subject" and annotation.relation[mention.head] != "nsubj:pass"
