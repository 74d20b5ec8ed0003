"""Link errors: anaphors missing a link, or wrongly linked, to an antecedent (Martschat & Strube 2014)."""

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

import numpy as np

from anaphora.workbench.aliases import Integers
from anaphora.workbench.coreference.errors.mentions import TYPES, Mentions, group_mentions
from anaphora.workbench.coreference.overlap import Overlap

Tree = Literal["closest", "accessibility"]
TREES: tuple[Tree, ...] = get_args(Tree)
Link = tuple[int, int]
_CHOSEN_FIRST = tuple(map(TYPES.index, ("name", "nominal")))
_ANY_EARLIER = tuple(map(TYPES.index, ("pronoun", "demonstrative")))


def recall_errors(mentions: Mentions, tree: Tree) -> list[Link]:
    """The links, anaphor and antecedent, of a spanning tree of each key chain that the response's chains have not.

    A mention whose chain in the response has an earlier mention of the same key chain is linked to the closest of
    these, which is no error. Any other has for antecedent the one before it in the key chain (`closest`), or, unless it
    is a pronoun, the closest name, else the closest nominal before it (`accessibility`). There are as many errors as
    MUC misses links.
    """
    return sorted(_missed(mentions.key_chain, mentions.response_chain, mentions.type.tolist(), tree))


def precision_errors(overlap: Overlap, mentions: Mentions, tree: Tree) -> list[Link]:
    """The links of the response between mentions that are not in one key chain.

    They are the response's own where it has them in a document; elsewhere those of the spanning tree. Its own may be
    wrong more often than MUC charges, as one that is wrong can be hidden by others.
    """
    linked = _linked(overlap)
    chain = np.where(linked[mentions.document], -1, mentions.response_chain)
    found = list(_missed(chain, mentions.key_chain, mentions.type.tolist(), tree))
    wrong = (link for link in _own(overlap, mentions) if not _together(*link, mentions.key_chain))
    return sorted([*found, *wrong])


def links_of_response(overlap: Overlap, mentions: Mentions) -> int:
    """How many links `precision_errors` looks at."""
    linked = _linked(overlap)
    sizes = overlap.response.size[~linked[overlap.response.chain_document]]
    return len(_own(overlap, mentions)) + int((sizes - 1).sum())


def _linked(overlap: Overlap) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The documents whose response has links of its own."""
    found = np.zeros(overlap.documents, dtype=np.bool_)
    found[overlap.response.document[overlap.response.given_links[:, 0]]] = True
    return found


def _own(overlap: Overlap, mentions: Mentions) -> set[Link]:
    number = np.full(len(overlap.response.place), -1)
    there = np.flatnonzero(mentions.in_response >= 0)
    number[mentions.in_response[there]] = there
    pairs = number[overlap.response.given_links].tolist()
    return {(max(pair), min(pair)) for pair in pairs if pair[0] != pair[1]}


def _together(one: int, other: int, chain: Integers) -> bool:
    return bool(chain[one] >= 0 and chain[one] == chain[other])


def _missed(chains: Integers, others: Integers, types: Sequence[int], tree: Tree) -> Iterator[Link]:
    """The tree's links in each chain between parts that the other side makes of it."""
    for chain in group_mentions(chains):
        seen: set[int] = set()
        closest: dict[int, int] = {}  # the last mention of each type so far
        for place, (mention, part) in enumerate(zip(chain, others[chain].tolist(), strict=True)):
            if place and (part < 0 or part not in seen):
                chosen = tree == "accessibility" and types[mention] not in _ANY_EARLIER
                accessible = (closest[type] for type in _CHOSEN_FIRST if chosen and type in closest)
                yield mention, next(accessible, chain[place - 1])
            seen.add(part)
            closest[types[mention]] = mention
