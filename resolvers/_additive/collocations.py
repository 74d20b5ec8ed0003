"""Collocation patterns: which verb a mention occurs with, and where."""

from dataclasses import dataclass

import numpy as np

from anaphora.resolvers._additive.columns import Columns, Ints, Pairs, columns_of
from anaphora.resolvers._additive.settings import VotingSettings
from anaphora.resolvers._per_document import once
from anaphora.resolvers._syntax.disjoint import syntax_of
from anaphora.workbench.document import Annotation, Mention, Prepared


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """The patterns that mentions occur in: a row for each mention, with its own and with that of a gerund.

    `number` has the number of the pattern, from 0 to `count`, which stands for none; `verb` is the token of the verb.
    """

    number: Ints
    verb: Ints
    count: int


def patterns_of(columns: Columns, pairs: Pairs, settings: VotingSettings) -> Patterns:
    """The patterns of all mentions: (verb lemma, place, preposition); only verbs of anaphors count.

    The place is before or after the verb or, where functions are known (MARS), that of the subject or another; the
    subject of a passive stands where its object would. Wide patterns (Mitkov 2001) add predicate adjectives ("it is
    full") and the gerunds that a noun phrase is understood with ("you'll hear it moving"), and count "unload" as "load"
    where the text has both.
    """
    annotation, mentions = columns.annotation, columns.prepared.mentions
    wide = settings.wide_collocation
    own = _predicates(columns.prepared) if wide else _verbs(columns.prepared)
    gerund = _gerunds(columns.prepared) if wide else np.full(len(mentions), -1, np.int64)
    tokens = np.column_stack([columns.governor, gerund])
    lemmas = [own, [columns.verbs.get(token, "") for token in gerund.tolist()]]
    wanted = {verbs[anaphor] for anaphor in set(pairs.anaphor.tolist()) for verbs in lemmas} - {"", "be"}
    numbers: dict[tuple[str, bool, str], int] = {}
    patterns = np.full(tokens.shape, -1, np.int64)
    for column, verbs in enumerate(lemmas):
        for index in [index for index, verb in enumerate(verbs) if verb in wanted]:
            mention = mentions[index]
            with_own = column == 0 and mention.preposition >= 0
            preposition = annotation.lemma[mention.preposition].lower() if with_own else ""
            pattern = verbs[index], column == 1 or _is_first(annotation, mention, settings), preposition
            patterns[index, column] = numbers.setdefault(pattern, len(numbers))
    patterns[patterns < 0] = len(numbers)
    return Patterns(patterns, tokens, len(numbers))


@once
def _gerunds(prepared: Prepared) -> Ints:
    """For each mention the token of the gerund that it is the understood subject of, -1 without one."""
    annotation, syntax = prepared.annotation, syntax_of(prepared)

    def gerund(mention: int) -> int:
        subject_of = (place.governor for place in syntax.places(mention) if place.slot == "subject")
        complements = (token for token in subject_of if annotation.relation[token] in ("xcomp", "acl"))
        return next((token for token in complements if annotation.tag[token] == "VBG"), -1)

    return np.array([gerund(mention) for mention in range(len(prepared.mentions))], np.int64)


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
