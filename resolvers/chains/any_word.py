"""Any word: mentions with a word in common corefer, a baseline of Cardie & Wagstaff 1999 and Soon et al. 2001.

Neither paper says whether "the" is a word that counts; then most of a text would be one chain. Here the words are those
of open classes (nouns, names, verbs, adjectives, adverbs, numbers) in the base noun phrase, in small letters, and
pronouns stay alone; with `words=all` every word counts, pronouns too.
"""

from dataclasses import dataclass

from anaphora.resolvers.chains.string_match import group
from anaphora.resolvers.parameters import check_choice
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Prepared
from anaphora.workbench.resolver_entry import ResolverEntry

WORDS = ("open", "all")
_OPEN = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "SYM", "X"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyWord:
    """The baseline; `words` is open (only those of open classes) or all. Raises `OptionError` for others."""

    words: str = "open"

    def __post_init__(self) -> None:
        check_choice("kind of words", self.words, WORDS)

    def chains(self, prepared: Prepared) -> Chains:
        """Chains of mentions that words connect, one after the other."""
        pos, words, every = prepared.annotation.pos, prepared.document.words, self.words == "all"
        bases = [mention.base if every or mention.kind != "pronoun" else () for mention in prepared.mentions]
        return group([[words[token].lower() for token in base if every or pos[token] in _OPEN] for base in bases])


RESOLVER = ResolverEntry(
    AnyWord,
    title="Any word",
    summary="mentions with a word in common corefer, a baseline of Cardie & Wagstaff 1999 and Soon et al. 2001",
)
