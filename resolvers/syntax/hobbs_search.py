"""Search of Hobbs' nine steps (`resolvers.hobbs` has them in words), and the first noun phrases that they propose.

Ge, Hale & Charniak 1998, section 3.0.1, take the first fifteen; the i-th stands at "Hobbs distance" i.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from anaphora.resolvers.syntax.constituents import Constituents
from anaphora.resolvers.syntax.treebank import trees
from anaphora.workbench.document import Mention, Prepared, once

Reflexives = Literal["right_to_left", "clause", "steps"]
Binding = Literal["step_3", "lappin_leass"]
COUNT = 15


@dataclass(frozen=True, slots=True)
class Search:
    """One search of a step: the number of the step (0: a reflexive), the node X, and the noun phrases it proposes."""

    step: int
    node: int
    nodes: Iterable[int]


def searches(trees: Constituents, start: int, since: int = 0, *, binding: Binding = "step_3") -> Iterator[Search]:
    """All that the nine steps search from the node of a pronoun, `start_of`, in order (Hobbs 1978).

    Sentences that end before the token `since` are not searched. Only with the `binding` of step 3 does this ask for an
    NP or S in between.
    """
    bottom = top = start  # step 1
    node = trees.above(bottom, "NP", "S")  # step 2
    if node >= 0:
        near = _beside(trees, node, _path(trees, node, bottom))
        apart = (phrase for phrase in near if trees.above(phrase, "NP", "S") != node)
        yield Search(3, node, apart if binding == "step_3" else near)
    while node >= 0:
        bottom, top, node = node, node, trees.above(node, "NP", "S")  # step 5
        if node >= 0:
            yield from _higher(trees, node, _path(trees, node, bottom))
    for tree in _trees_before(trees, top, since):  # step 4
        yield Search(4, top, trees.noun_phrases(tree))


def start_of(trees: Constituents, pronoun: Mention) -> int:
    """The noun phrase over a pronoun; the word itself where the tree has none.

    Over a possessive without a noun ("Tom lost his") stands the noun phrase that it is the determiner of.
    """
    token = pronoun.head
    phrase = trees.above(pronoun.head, "NP")
    has_phrase = phrase >= 0 and trees.head[phrase] == token
    return phrase if has_phrase and not pronoun.stands_for_what_is_owned else token


def _higher(trees: Constituents, node: int, path: Mapping[int, int]) -> Iterator[Search]:
    """Steps 6 to 8 at X, the `node` to which the path climbed."""
    below = path[node]
    if trees.label[node] == "NP" and trees.label[below] != "NOM":
        yield Search(6, node, (node,))
    yield Search(7, node, _beside(trees, node, path))
    if trees.label[node] == "S":
        yield Search(8, node, _beside(trees, node, path, right=True))


def _path(trees: Constituents, top: int, bottom: int) -> dict[int, int]:
    """Return for each node on the path from `top` down to `bottom` the next one; -1 for `bottom`."""
    below, node = {bottom: -1}, bottom
    while node != top:
        below[trees.parent[node]] = node
        node = trees.parent[node]
    return below


def _beside(trees: Constituents, top: int, path: Mapping[int, int], *, right: bool = False) -> Iterator[int]:
    """The noun phrases below `top` to the left of the path, breadth first; not what is below the path.

    Those to the `right` are not searched below any NP or S.
    """
    label, children = trees.label, trees.children
    waiting = [top]
    for node in waiting:
        turn = path.get(node)
        if turn is None:
            if label[node] == "NP":
                yield node
            if not right or label[node] not in ("NP", "S"):
                waiting += children[node]
        elif turn >= 0:
            index = children[node].index(turn)
            waiting += children[node][index:] if right else children[node][: index + 1]


def _trees_before(trees: Constituents, node: int, since: int) -> Iterator[int]:
    """The trees before the one of `node`, the nearest first, as far as they reach beyond the token `since`."""
    while trees.parent[node] >= 0:
        node = trees.parent[node]
    number = bisect_left(trees.tops, trees.start[node], key=trees.start.__getitem__)
    for top in reversed(trees.tops[:number]):
        if trees.end[top] <= since:
            return
        yield top


def reflexive_searches(trees: Constituents, pronoun: Mention, how: Reflexives) -> Iterator[Search]:
    """Yield the searches for a reflexive pronoun's antecedent: its sentence, or its clause, to the left of it.

    "right_to_left" goes back through the sentence (Tetreault 2001), by the heads of the noun phrases, of which some may
    contain the reflexive; "clause" searches the lowest S, breadth first.
    """
    bottom = start_of(trees, pronoun)
    clause = trees.above(bottom, "S")
    if clause < 0:
        return
    if how == "clause":
        yield Search(0, clause, _beside(trees, clause, _path(trees, clause, bottom)))
    else:
        while (higher := trees.above(clause, "S")) >= 0:
            clause = higher
        before = [node for node in trees.noun_phrases(clause) if trees.head[node] < pronoun.head]
        yield Search(0, clause, sorted(before, key=lambda node: (trees.head[node], node), reverse=True))


@once
def standing_for(prepared: Prepared) -> Mapping[int, Sequence[int]]:
    """The mentions that each noun phrase of the trees of a document stands for."""
    return mentions_by_node(trees(prepared), prepared.mentions)


def mentions_by_node(trees: Constituents, mentions: Sequence[Mention]) -> dict[int, list[int]]:
    """The mentions that each noun phrase stands for; what the trees have no noun phrase for is never proposed."""
    mentions_of: dict[int, list[int]] = defaultdict(list)
    parent, head, label = trees.parent, trees.head, trees.label
    for index, mention in enumerate(mentions):
        node = trees.above(mention.head, "NP")
        if node < 0 or head[node] != mention.head:
            continue
        while (outer := parent[node]) >= 0 and head[outer] == mention.head and label[outer] == "NP":
            if not _has_conjunct_in(trees, outer, mention):
                break
            node = outer
        mentions_of[node].append(index)
    return mentions_of


def _has_conjunct_in(trees: Constituents, node: int, mention: Mention) -> bool:
    """Return whether a noun phrase with the mention's head has a child phrase with another head inside the mention."""
    heads = (trees.head[child] for child in trees.children[node] if trees.label[child])
    return any(head != mention.head and head in mention.span for head in heads)


@dataclass(frozen=True, slots=True, eq=False)
class Walks:
    """The trees of a document, with the mentions that each noun phrase stands for."""

    mentions: Sequence[Mention]
    trees: Constituents
    standing_for: Mapping[int, Sequence[int]]

    def propose(self, anaphor: int, listed: Collection[int], since: int) -> list[int]:
        """The first fifteen of the listed mentions in the order in which they are proposed for a pronoun.

        Reflexives are searched right to left in their sentence, as by `resolvers.hobbs`; other pronouns as far back as
        the token `since`.
        """
        waiting = set(listed)
        proposals: list[int] = []
        mention = self.mentions[anaphor]
        if mention.pronoun == "reflexive":
            walk = reflexive_searches(self.trees, mention, "right_to_left")
        else:
            walk = searches(self.trees, start_of(self.trees, mention), since)
        for search in walk if waiting else ():
            for node in search.nodes:
                for candidate in self.standing_for.get(node, ()):
                    if candidate in waiting:
                        waiting.remove(candidate)
                        proposals.append(candidate)
            if not waiting or len(proposals) >= COUNT:
                break
        return proposals[:COUNT]


def walks(prepared: Prepared) -> Walks:
    """The trees of a document, ready to be walked."""
    return Walks(prepared.mentions, trees(prepared), standing_for(prepared))
