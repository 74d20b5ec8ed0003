"""Head match: mentions with the same head corefer, model B of the BLANC paper (Recasens & Hovy 2011).

Heads are compared by their lemma, in small letters. The paper says "all the mentions that share the same head", which
read to the letter links equal pronouns; here pronouns stay alone unless `pron` asks for them.
"""

from dataclasses import dataclass

from anaphora.resolvers.chains.string_match import group
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadMatch:
    """The baseline; with `pron` equal pronouns corefer too."""

    pron: bool = False

    def chains(self, prepared: Prepared) -> Chains:
        """A chain for each head."""
        words = prepared.document.words
        marks = [
            (words[mention.head].lower(), True) if mention.kind == "pronoun" else (mention.lemma, False)
            for mention in prepared.mentions
        ]
        return group([[mark] if self.pron or not mark[1] else () for mark in marks])


RESOLVER = ResolverEntry(
    HeadMatch,
    title="Head match",
    summary="mentions with the same head corefer, model B of the BLANC paper (Recasens & Hovy 2011)",
)
