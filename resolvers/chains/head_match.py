"""Head match: mentions with the same head corefer, model B of the BLANC paper (Recasens & Hovy 2011).

Heads are compared by their lemma, in small letters. The paper says "all the mentions that share the same head", which
read to the letter links equal pronouns; here pronouns stay alone unless `pron` asks for them.
"""

from dataclasses import dataclass

from anaphora.resolvers.chains._grouping import group
from anaphora.workbench.decision import ChainResolver, Chains
from anaphora.workbench.document import Mention, Prepared


@dataclass(frozen=True, slots=True)
class HeadMatch:
    """The baseline with its option; see `build`."""

    pron: bool

    def chains(self, prepared: Prepared) -> Chains:
        """A chain for each head."""
        return group(
            [[self._head(prepared, mention)] if self._counts(mention) else [] for mention in prepared.mentions]
        )

    def _counts(self, mention: Mention) -> bool:
        return self.pron or mention.kind != "pronoun"

    def _head(self, prepared: Prepared, mention: Mention) -> tuple[str, bool]:
        is_pronoun = mention.kind == "pronoun"
        return (prepared.document.words[mention.head].lower() if is_pronoun else mention.lemma), is_pronoun


def build(*, pron: bool = False) -> ChainResolver:
    """The baseline; with `pron` equal pronouns corefer too."""
    return HeadMatch(pron)
