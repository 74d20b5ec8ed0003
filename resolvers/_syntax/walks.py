"""The first noun phrases that Hobbs' algorithm proposes, as far as they are on a candidate list.

Ge, Hale & Charniak 1998, section 3.0.1, take the first fifteen; the i-th stands at "Hobbs distance" i.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from anaphora.resolvers._syntax.constituents import Constituents
from anaphora.resolvers._syntax.trees import trees
from anaphora.resolvers.hobbs import Search, reflexive_searches, searches, standing_for
from anaphora.workbench.document import Mention, Prepared

COUNT = 15


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
        waiting, proposals = set(listed), list[int]()
        for search in self._walk(self.mentions[anaphor], since) if waiting else ():
            for node in search.nodes:
                for mention in self.standing_for.get(node, ()):
                    if mention in waiting:
                        waiting.remove(mention)
                        proposals.append(mention)
            if not waiting or len(proposals) >= COUNT:
                break
        return proposals[:COUNT]

    def _walk(self, anaphor: Mention, since: int) -> Iterator[Search]:
        if anaphor.pronoun == "reflexive":
            return reflexive_searches(self.trees, anaphor.head, "right_to_left")
        return searches(self.trees, anaphor.head, since)


def walks(prepared: Prepared) -> Walks:
    """The trees of a document, ready to be walked."""
    return Walks(prepared.mentions, trees(prepared), standing_for(prepared))
