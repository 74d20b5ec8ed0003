"""From chains to entities: their names, and what they are.

**The name** is the most frequent proper name, but a longer one that contains its words if that is at least a tenth as
frequent: "Mr. Darcy" rather than "Darcy", "Barack Obama" rather than "Obama", yet "Elizabeth", whom few call "Miss
Elizabeth Bennet". (Stanford CoreNLP takes the longest name as representative, BookNLP the most frequent one; Lee et
al. 2013, Bamman et al. 2014.) For want of names it is the most frequent noun phrase, without relative clauses and
appositions, and for want of those the most frequent pronoun. Who speaks without being named has the name of the turns.

**Kind, gender and number** are those of most mentions. Names and pronouns tell the gender, nouns where these do not.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from anaphora.workbench.decision import Chains, Entity
from anaphora.workbench.document import Mention, Prepared, Span
from anaphora.workbench.language.anaphors import is_anaphoric

Value = TypeVar("Value", bound=str)
_LONGER = 10
"""A longer name is preferred if it is one in so many at least."""
_LONGEST = 8
"""Words behind the head of a noun phrase from which on its base is name enough."""
_SEVERAL = re.compile(r"[(,]| and ")
"""A sign of lists and coordinations, which are not taken for one of their members."""
_OUTSIDE = frozenset({"acl", "advcl", "appos", "parataxis", "conj", "cc", "dep"})


def listed_chains(prepared: Prepared, chains: Chains, pronouns: str) -> Chains:
    """The chains without the pronouns that `pronouns` does not ask for, so by default without "I" and "you".

    See `workbench.language.anaphors.is_anaphoric`. Chains of nothing else are left out.
    """
    mentions = prepared.mentions
    kept = (tuple(mention for mention in chain if _is_listed(mentions[mention], pronouns)) for chain in chains)
    return tuple(chain for chain in kept if chain)


def _is_listed(mention: Mention, pronouns: str) -> bool:
    return mention.kind != "pronoun" or is_anaphoric(mention.person, mention.pronoun, pronouns)


def entities_of(prepared: Prepared, chains: Chains) -> tuple[Entity, ...]:
    """The entities of chains that have mentions, the most frequent first, numbered in this order."""
    ordered = sorted(chains, key=lambda chain: (-len(chain), chain[0]))
    return tuple(_entity(prepared, number, chain) for number, chain in enumerate(ordered, start=1))


def _entity(prepared: Prepared, number: int, chain: Sequence[int]) -> Entity:
    members = [prepared.mentions[index] for index in chain]
    nouns = [mention for mention in members if mention.kind == "nominal"]
    firm = [mention for mention in members if mention.kind != "nominal"]
    return Entity(
        id=f"e{number}",
        name=name_of(prepared, members),
        kind=_kind(prepared, members),
        gender=_first_known(
            [mention.gender for mention in group if mention.gender in ("masculine", "feminine", "neuter")]
            for group in (firm, nouns)
        ),
        number=_first_known([[mention.number for mention in members if mention.number != "unknown"]]),
        mentions=tuple(chain),
    )


def _first_known(groups: Iterable[Iterable[Value]]) -> Value | None:
    """Return the most frequent value of the first group that has any; `None` if two values are equally frequent."""
    for top in (Counter(group).most_common(2) for group in groups):
        if top:
            return None if len(top) > 1 and top[0][1] == top[1][1] else top[0][0]
    return None


def _kind(prepared: Prepared, members: Sequence[Mention]) -> str | None:
    """A person if more mentions are animate than not; else the type that most names have, or most nouns."""
    animate = Counter(mention.animacy for mention in members)
    if animate["animate"] > animate["inanimate"]:
        return "person"
    types = prepared.annotation.entity
    ruled_out = {"", "PERSON"} if animate["inanimate"] else {""}
    of_kinds = ([types[mention.head] for mention in members if mention.kind == kind] for kind in ("name", "nominal"))
    most = _first_known([type for type in group if type not in ruled_out] for group in of_kinds)
    return most and most.lower()


# names


def name_of(prepared: Prepared, members: Sequence[Mention]) -> str:
    """The name of an entity that has these mentions; see the module."""
    names = [proper_name(prepared, mention) for mention in members if mention.kind == "name"]
    if names:
        return best_name(names)
    speaker = next((mention.participant for mention in members if mention.participant), "")
    nominals = [_noun_phrase(prepared, mention) for mention in members if mention.kind == "nominal"]
    pronouns = [_pronoun(prepared.document.words[mention.head]) for mention in members if mention.kind == "pronoun"]
    return speaker or Counter(nominals or pronouns).most_common(1)[0][0]


def best_name(names: Sequence[str]) -> str:
    """The best of the names that stand in a text; see the module. Headings may have one in capitals."""
    written: dict[str, Counter[str]] = {}
    for name in names:
        written.setdefault(name.casefold(), Counter())[name] += 1
    counts = {name: forms.total() for name, forms in written.items()}
    words = {name: {*name.split()} - {"the"} for name in counts}
    alone = [name for name in counts if not _SEVERAL.search(name)]
    best = max(counts, key=lambda name: (counts[name], name in alone, len(name)))
    least = counts[best] / _LONGER
    while longer := [name for name in alone if counts[name] >= least and words[best] < words[name]]:
        best = max(longer, key=lambda name: (counts[name], len(name)))
    return max(written[best], key=lambda form: (not form.isupper(), written[best][form]))


def proper_name(prepared: Prepared, mention: Mention) -> str:
    """A name from its first capital letter on, with "the" before it: "the United States", "Mr. Darcy".

    "Poor Mia" is Mia, but the Prime Minister is not the Minister. A coordination is named as a whole: "Ann and Bob".
    """
    document, pos = prepared.document, prepared.annotation.pos
    if conjuncts(prepared, mention):
        return document.words_of(mention.span)
    head, relation = prepared.annotation.head, prepared.annotation.relation
    flat = [token for token in mention.span if head[token] == mention.head and relation[token].startswith("flat")]
    base = sorted({*range(mention.base.start, mention.base.end), *flat})
    starts = prepared.annotation.sentence_starts
    begin = starts[prepared.annotation.sentence_of(mention.base.start)]  # where a capital letter says nothing
    inner = {"PROPN", "NOUN", "NUM"}
    if mention.gender not in ("feminine", "masculine"):
        inner.add("ADJ")  # "Poor Mia" is Mia
    kinds = {token: {"PROPN", "NOUN"} if token == begin else inner for token in base}
    capital = [token for token in base if pos[token] in kinds[token] and document.words[token][:1].isupper()]
    first, last = (capital[0], capital[-1]) if capital else (mention.head, mention.head)
    article = first > mention.base.start and document.words[first - 1].lower() == "the"
    if article or mention.animacy != "animate":
        last = _end_of_of_phrase(prepared, mention, last)
    name = document.words_of(Span(first, last + 1))
    return f"the {name}" if article else name


def _end_of_of_phrase(prepared: Prepared, mention: Mention, last: int) -> int:
    """The last token of a name whose noun is followed by "of" and another name: "the Court of Appeals"."""
    words = prepared.document.words
    head = prepared.annotation.head
    parts = range(last + 2, mention.span.end)
    if last != mention.head or words[last + 1 : last + 2] != ("of",):
        return last
    return next((token for token in parts if head[token] == last and words[token][:1].isupper()), last)


def conjuncts(prepared: Prepared, mention: Mention) -> list[int]:
    """The heads of the members of a coordination after the first; none of any other mention."""
    head, relation = prepared.annotation.head, prepared.annotation.relation
    if mention.base != mention.span:
        return []
    return [token for token in mention.span if relation[token] == "conj" and head[token] == mention.head]


def _noun_phrase(prepared: Prepared, mention: Mention) -> str:
    """A noun phrase as inside a sentence: "the man"."""
    document = prepared.document
    annotation = prepared.annotation
    span = noun_phrase_span(prepared, mention)
    text = document.words_of(span)
    start = span.start
    first = annotation.sentence_starts[annotation.sentence_of(start)]
    named = annotation.pos[start] == "PROPN" or any(  # "Marie Dupont", whatever a tagger says of Marie
        annotation.head[token] == start and annotation.relation[token].startswith("flat") for token in span
    )
    lowered = annotation.pos[start] in ("DET", "PRON") or (start == first and not named)
    return decapitalised(text) if lowered else text


def decapitalised(text: str) -> str:
    """The text with a small first letter, unless the first word has more capitals, as "DVD players"."""
    first = text.partition(" ")[0]
    return text if first[1:] != first[1:].lower() else text[:1].lower() + text[1:]


def noun_phrase_span(prepared: Prepared, mention: Mention) -> Span:
    """A noun phrase up to the first clause, apposition or conjunct behind its head; of a very long one the base."""
    annotation, end = prepared.annotation, mention.head + 1
    while end < mention.span.end and not _is_outside(prepared, mention, end):
        end += 1
        if end - mention.head > _LONGEST:
            end = mention.base.end
            break
    while end > mention.head + 1 and annotation.pos[end - 1] in ("PUNCT", "CCONJ", "PART"):
        end -= 1
    return Span(mention.span.start, end)


def _is_outside(prepared: Prepared, mention: Mention, token: int) -> bool:
    """Return whether a word behind the head belongs to what is no part of a name, such as a relative clause."""
    head, relation = prepared.annotation.head, prepared.annotation.relation
    while head[token] in mention.span and head[token] not in (token, mention.head):
        token = head[token]
    return relation[token].partition(":")[0] in _OUTSIDE


def _pronoun(word: str) -> str:
    return "I" if word.lower() == "i" else word.lower()
