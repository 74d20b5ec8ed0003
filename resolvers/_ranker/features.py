"""What a document shows of a pronoun and a candidate before anything is resolved: features, in groups.

They are what other resolvers go by: the votes of MARS, agreement, distance, places in trees, form. All are whole
numbers; those that name something (a function, a kind) number it by its place in a list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from anaphora.resolvers._additive.columns import Columns, Ints, Pairs, columns_of, pairs_of
from anaphora.resolvers._additive.indicators import INDICATORS
from anaphora.resolvers._additive.settings import load_settings
from anaphora.resolvers._additive.voting import vote
from anaphora.resolvers._per_document import once
from anaphora.resolvers._syntax.disjoint import first_conjunct, syntax_of
from anaphora.resolvers._syntax.embedding import settings as embedding
from anaphora.resolvers._syntax.phrases import CLASSES, phrases
from anaphora.resolvers._syntax.walks import COUNT, walks
from anaphora.workbench.document import Mention, Prepared

Values = NDArray[np.int16]

FUNCTIONS = ("subject", "existential", "agent", "object", "indirect_object", "oblique", "possessor", "predicate",
              "apposition", "other")  # fmt: skip
KINDS = ("name", "nominal", "pronoun")
DEFINITENESS = ("pronoun", "name", "definite", "indefinite", "bare")
_TYPES = ("PERSON", "ANIMAL", "ORGANIZATION", "", "OBJECT", "PLANT", "SUBSTANCE", "PLACE", "ABSTRACT", "EVENT", "TIME")
"""Entity types, from persons to what is least like one; the empty one is unknown."""
_USES = ("personal", "possessive", "reflexive", "demonstrative")
_AGREE, _UNKNOWN, _DISAGREE = 2, 1, 0
_FAR = 999

GROUPS: Mapping[str, Sequence[str]] = {
    "mars_votes": tuple(INDICATORS),
    "agreement": ("number", "gender", "animacy", "number_known", "entity_type", "pronoun"),
    "distance": ("sentences", "words", "mentions", "recency", "candidates", "hobbs", "same_paragraph"),
    "syntax": (
        "function", "pronoun_function", "same_function", "same_governor", "genitive", "embedded", "adverbial",
        "set_off", "pronoun_embedded", "pronoun_adverbial", "depth", "place_in_sentence", "pronoun_place",
        "disjoint", "binds", "commands", "commanded", "tree_distance",
    ),
    "form": (
        "kind", "phrase_type", "candidate_pronoun", "same_pronoun", "length", "frequency", "words_after_head",
        "coordinated", "coordination", "use", "heading",
    ),
}  # fmt: skip


NAMES = tuple(name for group in GROUPS.values() for name in group)


@once
def by_case(prepared: Prepared) -> Mapping[int, Values]:
    """For each case that has compatible candidates their features, a row for each and a column for each of `NAMES`."""
    columns, pairs = columns_of(prepared), pairs_of(prepared)
    settings = replace(load_settings("mars.toml", preset="2002"), indicators=tuple(INDICATORS))
    found: dict[str, NDArray[np.generic]] = dict(zip(INDICATORS, vote(columns, pairs, settings).T, strict=True))
    for part in (_agreement, _distance, _syntax, _form):
        found |= part(columns, pairs)
    values = np.stack([np.clip(found[name], -_FAR, _FAR).astype(np.int16) for name in NAMES], axis=1)
    return dict(zip(pairs.cases, np.split(values, pairs.starts[1:]), strict=True)) if pairs.cases else {}


def _by_mention(mentions: Sequence[Mention], known: Sequence[str], attribute: str) -> Ints:
    return np.array([known.index(getattr(mention, attribute)) for mention in mentions], np.int64)


def entity_types(prepared: Prepared) -> Ints:
    """For each mention the place of its entity type in `_TYPES`."""
    entity = prepared.annotation.entity
    types = [entity[mention.head] for mention in prepared.mentions]
    return np.array([_TYPES.index(name if name in _TYPES else "") for name in types], np.int64)


def pronoun_classes(prepared: Prepared) -> Ints:
    """For each mention which pronoun it is: 1 to 4 he, she, it, they, 5 to 7 others by person; 0: none."""
    seen = phrases(prepared)

    def number(index: int) -> int:
        mention = prepared.mentions[index]
        if mention.kind != "pronoun":
            return 0
        name = seen.pronoun_class(index)
        return 1 + CLASSES.index(name) if name else 4 + min(3, max(1, mention.person))

    return np.array([number(index) for index in range(len(prepared.mentions))], np.int64)


def _agreement(columns: Columns, pairs: Pairs) -> dict[str, NDArray[np.generic]]:
    mentions = columns.prepared.mentions

    def state(attribute: str) -> Ints:
        values = [getattr(mention, attribute) for mention in mentions]
        names = {"unknown": -1}
        numbers = np.array([names.setdefault(value, len(names)) for value in values], np.int64)
        ours, theirs = numbers[pairs.candidate], numbers[pairs.anaphor]
        return np.where((ours < 0) | (theirs < 0), _UNKNOWN, np.where(ours == theirs, _AGREE, _DISAGREE))

    number = _by_mention(mentions, ("singular", "unknown", "plural"), "number")
    return {
        **{name: state(name) for name in ("number", "gender", "animacy")},
        "number_known": number[pairs.candidate],
        "entity_type": entity_types(columns.prepared)[pairs.candidate],
        "pronoun": pronoun_classes(columns.prepared)[pairs.anaphor],
    }


def _distance(columns: Columns, pairs: Pairs) -> dict[str, NDArray[np.generic]]:
    sizes = np.diff([*pairs.starts.tolist(), len(pairs.owner)])
    place = np.arange(len(pairs.owner)) - pairs.starts[pairs.owner]
    return {
        "sentences": columns.sentence[pairs.anaphor] - columns.sentence[pairs.candidate],
        "words": columns.head[pairs.anaphor] - columns.head[pairs.candidate],
        "mentions": pairs.anaphor - pairs.candidate,
        "recency": sizes[pairs.owner] - place,
        "candidates": sizes[pairs.owner],
        "hobbs": _hobbs(columns.prepared, pairs),
        "same_paragraph": columns.paragraph[pairs.anaphor] == columns.paragraph[pairs.candidate],
    }


def _hobbs(prepared: Prepared, pairs: Pairs) -> Ints:
    """The place of each candidate among what Hobbs' algorithm proposes, from 1; those it does not reach come last."""
    walk, places = walks(prepared), np.full(len(pairs.owner), COUNT + 1, np.int64)
    for number, listed, start in zip(pairs.cases, pairs.lists, pairs.starts.tolist(), strict=True):
        case, row = prepared.cases[number], {mention: start + place for place, mention in enumerate(listed)}
        for place, mention in enumerate(walk.propose(case.anaphor, listed, case.scope_start)):
            places[row[mention]] = place + 1
    return places


def _syntax(columns: Columns, pairs: Pairs) -> dict[str, NDArray[np.generic]]:
    prepared, annotation, mentions = columns.prepared, columns.annotation, columns.prepared.mentions
    function, place = _by_mention(mentions, FUNCTIONS, "function"), embedding(prepared)
    lemma = [annotation.lemma[mention.governor].lower() if mention.governor >= 0 else "" for mention in mentions]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(lemma))}
    governor = np.array([numbers[name] for name in lemma], np.int64)
    first = np.searchsorted(columns.sentence, columns.sentence)
    in_sentence = np.arange(len(mentions)) - first
    paths = [_path(annotation.head, mention.head) for mention in mentions]
    depth = np.array([len(path) for path in paths], np.int64)
    flags = {
        name: np.array([getattr(each, name) for each in place], np.int64)
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
        "place_in_sentence": in_sentence[pairs.candidate],
        "pronoun_place": in_sentence[pairs.anaphor],
        **_within(columns, pairs, paths),
    }


def _within(columns: Columns, pairs: Pairs, paths: Sequence[Sequence[int]]) -> dict[str, Ints]:
    """What holds of candidates in the pronoun's own sentence only, by its tree."""
    syntax = syntax_of(columns.prepared)
    names = ("disjoint", "binds", "commands", "commanded", "tree_distance")
    found = {name: np.zeros(len(pairs.owner), np.int64) for name in names}
    found["tree_distance"][:] = _FAR
    near = np.flatnonzero(columns.sentence[pairs.anaphor] == columns.sentence[pairs.candidate])
    for row, anaphor, candidate in zip(near, pairs.anaphor[near].tolist(), pairs.candidate[near].tolist(), strict=True):
        ours, theirs = paths[candidate], paths[anaphor]
        shared = len(set(ours) & set(theirs))
        found["disjoint"][row] = bool(syntax.disjoint(anaphor, candidate))
        found["binds"][row] = bool(syntax.binds(candidate, anaphor))
        found["commands"][row] = _governor(columns, candidate) in theirs
        found["commanded"][row] = _governor(columns, anaphor) in ours
        found["tree_distance"][row] = len(ours) + len(theirs) - 2 * shared
    return found


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


def _form(columns: Columns, pairs: Pairs) -> dict[str, NDArray[np.generic]]:
    mentions = columns.prepared.mentions
    kind, definite = _by_mention(mentions, KINDS, "kind"), _by_mention(mentions, DEFINITENESS, "definiteness")
    form = pronoun_classes(columns.prepared)
    coordinations = {mention.coordination for mention in mentions if mention.coordination}
    counts = np.bincount(columns.lemma, minlength=1)
    lemma = columns.lemma[pairs.candidate]
    use = [1 + _USES.index(mention.pronoun) if mention.pronoun in _USES else 0 for mention in mentions]
    return {
        "kind": kind[pairs.candidate],
        "phrase_type": definite[pairs.candidate],
        "candidate_pronoun": form[pairs.candidate],
        "same_pronoun": form[pairs.candidate] == form[pairs.anaphor],
        "length": np.array([len(mention.span) for mention in mentions], np.int64)[pairs.candidate],
        "frequency": counts[lemma],
        "words_after_head": np.array([mention.span.end - mention.head for mention in mentions])[pairs.candidate],
        "coordinated": np.array([mention.coordination is not None for mention in mentions])[pairs.candidate],
        "coordination": np.array([mention.span in coordinations for mention in mentions])[pairs.candidate],
        "use": np.array(use, np.int64)[pairs.anaphor],
        "heading": np.array([mention.heading for mention in mentions])[pairs.candidate],
    }
