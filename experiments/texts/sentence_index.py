"""Sentences that an index finds by names: in texts as they are, and with names in place of their pronouns.

A query is an entity, by any of its names; found is each sentence that holds one of them, in whole words, whatever the
capitals. That is the least that any search does; one that knows more words finds more, in both texts.
"""

import re
from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

from anaphora.experiments.texts.entities import proper_name
from anaphora.experiments.texts.naming import called
from anaphora.experiments.texts.replacing import Replacement, cut
from anaphora.workbench.document import Mention, Prepared

_WORD = re.compile(r"\w+")
_OWN_WORDS = frozenset({"flat", "compound", "appos", "amod", "nmod:desc", "nummod", "fixed", "conj", "cc", "det"})


def words_of(text: str) -> str:
    """The words of a text in small letters, with a blank before and behind each, in which names are looked for."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def plain_name(name: str) -> str:
    """A name as it is compared: in small letters, and without the article."""
    return words_of(name).removeprefix(" the ").strip()


@dataclass(frozen=True, slots=True)
class Query:
    """An entity that is asked for, and the sentences (numbers) that mention it."""

    names: frozenset[str]
    sentences: frozenset[int]


def queries(prepared: Prepared, chains: Sequence[Sequence[int]]) -> list[Query]:
    """The entities of chains that have a name; any of the names is asked for."""
    asked = []
    for chain in chains:
        members = [prepared.mentions[index] for index in chain]
        names = {plain_name(proper_name(prepared, mention)) for mention in members if mention.kind == "name"} - {""}
        if names:
            asked.append(Query(frozenset(names), frozenset(mention.sentence for mention in members)))
    return asked


def called_by_chain(prepared: Prepared, chain_of: Sequence[int]) -> dict[int, set[str]]:
    """Return what the mentions of each chain call their entity; `chain_of` has the chain of each mention, -1 for none.

    An apposition counts as a name of what it stands beside: "her niece Mary Coyle", "my father, a wise man".
    """
    names_of: dict[int, set[str]] = defaultdict(set)
    head, relation = prepared.annotation.head, prepared.annotation.relation
    by_head = {mention.head: chain for mention, chain in zip(prepared.mentions, chain_of, strict=True)}
    for mention, own_chain in zip(prepared.mentions, chain_of, strict=True):
        if mention.kind == "pronoun":
            continue
        beside = by_head.get(head[mention.head], -1) if relation[mention.head] == "appos" else -1
        names = plain_name(called(prepared, mention) or ""), words_of(_core(prepared, mention)).strip()
        for chain in {own_chain, beside} - {-1}:
            names_of[chain].update(filter(None, names))
    return names_of


def _core(prepared: Prepared, mention: Mention) -> str:
    """The words of a mention without those that name something else: owners, and all behind prepositions."""
    head, relation = prepared.annotation.head, prepared.annotation.relation

    def is_own(token: int) -> bool:
        while token != mention.head:
            if relation[token] not in _OWN_WORDS or head[token] not in mention.span or head[token] == token:
                return False
            token = head[token]
        return True

    return " ".join(prepared.document.words[token] for token in mention.span if is_own(token))


def is_called(name: str, names: Set[str]) -> bool:
    """Return whether a name, in whole words, is one of `names` or part of one: "Coyle" of "Mary Coyle"."""
    return any(f" {plain_name(name)} " in f" {whole} " for whole in names)


def sentences_of(prepared: Prepared, replacements: Sequence[Replacement] = ()) -> list[str]:
    """The sentences of a text, each as `words_of` has it, with replacements made."""
    text = prepared.document.text
    starts = prepared.document.character_starts()
    bounds = [*(starts[token] for token in prepared.annotation.sentence_starts), len(text)]
    return [words_of("".join(map(str, pieces))) for pieces in cut(text, bounds, replacements)]


def find(asked: Sequence[Query], sentences: Sequence[str]) -> list[set[int]]:
    """For each query the numbers of the sentences that hold one of its names."""
    by_word: dict[str, list[tuple[str, set[int]]]] = defaultdict(list)
    hits: list[set[int]] = [set() for _ in asked]
    for query, hit in zip(asked, hits, strict=True):
        for name in query.names:
            by_word[name.partition(" ")[0]].append((f" {name} ", hit))
    for number, sentence in enumerate(sentences):
        for word in set(sentence.split()) & by_word.keys():
            for name, hit in by_word[word]:
                if name in sentence:
                    hit.add(number)
    return hits
