"""String match: the same words without articles and demonstratives corefer (STR_MATCH of Soon, Ng & Lim 2001).

The words are those of the base noun phrase, in small letters and without the mark of the genitive. Pronouns stay alone
unless `pron` asks for them.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from anaphora.resolvers.columns import bare_words
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.linking import UnionFind
from anaphora.workbench.resolver_entry import ResolverEntry


def group(marks: Sequence[Iterable[Hashable]]) -> Chains:
    """The chains of mentions that share a mark, directly or through others; `marks` has those of each mention."""
    first: dict[Hashable, int] = {}
    links = [
        (first.setdefault(mark, mention), mention) for mention, of_mention in enumerate(marks) for mark in of_mention
    ]
    return UnionFind(range(len(marks)), links).chains()


@dataclass(frozen=True, slots=True, kw_only=True)
class StringMatch:
    """The baseline; with `pron` equal pronouns corefer too."""

    pron: bool = False

    def chains(self, prepared: Prepared) -> Chains:
        """A chain for each string of words."""
        marks = [(bare_words(prepared, mention), mention.kind == "pronoun") for mention in prepared.mentions]
        return group([[mark] if self.pron or not mark[1] else () for mark in marks])


RESOLVER = ResolverEntry(
    StringMatch,
    title="String match",
    summary="the same words without articles and demonstratives corefer (STR_MATCH of Soon, Ng & Lim 2001)",
)
