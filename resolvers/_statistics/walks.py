"""The first noun phrases that Hobbs' algorithm proposes, as far as they are on a candidate list.

Ge, Hale & Charniak 1998, section 3.0.1, take the first fifteen; the i-th stands at "Hobbs distance" i.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from resolvers._structure.constituents import Constituents
from resolvers._structure.trees import trees
from resolvers.hobbs import Proposal, proposals, reflexive_proposals
from workbench.document import Mention, Prepared

COUNT = 15


@dataclass(frozen=True, slots=True, eq=False)
class Walks:
    """The trees of a document, with the mentions that each noun phrase stands for."""

    mentions: Sequence[Mention]
    trees: Constituents
    standing_for: Mapping[int, Sequence[int]]

    def proposed(self, anaphor: int, listed: Collection[int], since: int) -> list[int]:
        """The first fifteen of the listed mentions in the order in which they are proposed for a pronoun.

        Reflexives are searched right to left in their sentence, as by `resolvers.hobbs`; other pronouns as far back as
        the token `since`.
        """
        waiting, found = set(listed), list[int]()
        for proposal in self._walk(self.mentions[anaphor], since) if waiting else ():
            for mention in self.standing_for.get(proposal.node, ()):
                if mention in waiting:
                    waiting.remove(mention)
                    found.append(mention)
            if not waiting or len(found) >= COUNT:
                break
        return found[:COUNT]

    def _walk(self, anaphor: Mention, since: int) -> Iterator[Proposal]:
        if anaphor.pronoun == "reflexive":
            return reflexive_proposals(self.trees, anaphor.head, "right_to_left")
        return proposals(self.trees, anaphor.head, since)


def walks(prepared: Prepared) -> Walks:
    """The trees of a document, ready to be walked."""
    found = trees(prepared)
    label, parent, head = found.label, found.parent, found.head
    standing_for: dict[int, list[int]] = defaultdict(list)
    for index, mention in enumerate(prepared.mentions):
        node = parent[mention.head]
        while node >= 0 and label[node] != "NP":
            node = parent[node]
        if node >= 0 and head[node] == mention.head:
            outer = parent[node]
            same = outer >= 0 and label[outer] == "NP" and head[outer] == mention.head
            standing_for[outer if same and _is_coordination(found, outer, mention) else node].append(index)
    return Walks(prepared.mentions, found, standing_for)


def _is_coordination(trees: Constituents, node: int, mention: Mention) -> bool:
    """Whether a noun phrase over the mention's own has a conjoined phrase that is in the mention, too."""
    heads = (trees.head[child] for child in trees.children[node] if trees.label[child])
    return any(head != mention.head and head in mention.span for head in heads)
