"""Collocation patterns: which verb a mention occurs with, and where."""

import numpy as np

from anaphora.resolvers._additive.columns import Columns, Ints, Pairs, columns_of
from anaphora.resolvers._additive.settings import VotingSettings
from anaphora.resolvers._per_document import once
from anaphora.workbench.document import Annotation, Mention, Prepared


def patterns_of(columns: Columns, pairs: Pairs, settings: VotingSettings) -> tuple[Ints, int]:
    """A number for the pattern of each mention, and how many there are; mentions without one have that number.

    A pattern is (verb lemma, place, preposition); only verbs of anaphors count. The place is before or after the verb
    or, where functions are known (MARS), that of the subject or another; the subject of a passive stands where its
    object would. Wide patterns (Mitkov 2001) add predicate adjectives ("it is full") and count "unload" as "load" where
    the text has both.
    """
    annotation, mentions = columns.annotation, columns.prepared.mentions
    verbs = _predicates(columns.prepared) if settings.wide_collocation else _verbs(columns.prepared)
    wanted = {verbs[anaphor] for anaphor in set(pairs.anaphor.tolist())} - {"", "be"}
    numbers: dict[tuple[str, bool, str], int] = {}
    patterns = np.full(len(mentions), -1, np.int64)
    for index in [index for index, verb in enumerate(verbs) if verb in wanted]:
        mention = mentions[index]
        preposition = annotation.lemma[mention.preposition].lower() if mention.preposition >= 0 else ""
        pattern = verbs[index], _is_first(annotation, mention, settings), preposition
        patterns[index] = numbers.setdefault(pattern, len(numbers))
    patterns[patterns < 0] = len(numbers)
    return patterns, len(numbers)


@once
def _verbs(prepared: Prepared) -> list[str]:
    """The lemma of the verb that each mention occurs with, empty without one."""
    columns = columns_of(prepared)
    return [columns.verbs.get(governor, "") for governor in columns.governor.tolist()]


@once
def _predicates(prepared: Prepared) -> list[str]:
    """The same with adjectives, and with a verb for its opposite in "un-" where the text has both."""
    columns, pos, lemma = columns_of(prepared), prepared.annotation.pos, prepared.annotation.lemma
    governors = columns.governor.tolist()
    words = {token: lemma[token].lower() for token in set(governors) if token >= 0 and pos[token] == "ADJ"}
    words |= columns.verbs
    verbs = set(columns.verbs.values())
    opposites = {verb: verb[2:] for verb in set(words.values()) if verb.startswith("un") and verb[2:] in verbs}
    return [opposites.get(verb, verb) for verb in [words.get(governor, "") for governor in governors]]


def _is_first(annotation: Annotation, mention: Mention, settings: VotingSettings) -> bool:
    """Whether a mention stands in the first place of its verb: before it, or by function as its subject."""
    if not settings.functions_known:
        return mention.head < mention.governor
    return mention.function == "subject" and annotation.relation[mention.head] != "nsubj:pass"
