"""Word match, of this project: names and noun phrases of the same words corefer, in any language that has a pack.

Articles and demonstratives of the language do not count, as in STR_MATCH (Soon, Ng & Lim 2001); possessives do. An
indefinite noun phrase begins an entity ("a man ... a man"). A name of one word means the last longer name that begins
or ends with it ("Marie Dupont ... Dupont"). What clashes is not linked, as a man's and a woman's name. Pronouns stay
alone.
"""

from dataclasses import dataclass

from anaphora.resolvers.columns import articles
from anaphora.resolvers.discourse.identity import linker_of
from anaphora.workbench.decision import Chains
from anaphora.workbench.document import Mention, Prepared
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.resolver_entry import ResolverEntry

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordMatch:
    """The resolver; it has no options."""

    def chains(self, prepared: Prepared) -> Chains:
        """Link each name and noun phrase to the last one of the same words, or of a longer name."""
        linker = linker_of(prepared)
        left_out = articles(language_of(prepared.document))
        last: dict[Words, int] = {}
        longer: dict[str, int] = {}
        for number, mention in enumerate(prepared.mentions):
            if mention.kind == "pronoun":
                continue
            words = _bare_words(prepared, mention, left_out)
            linked = mention.definiteness != "indefinite" and words in last and linker.join(last[words], number)
            if mention.kind == "name" and not linked and len(words) == 1 and words[0] in longer:
                linker.join(longer[words[0]], number)
            if mention.kind == "name" and len(words) > 1:
                longer |= dict.fromkeys((words[0], words[-1]), number)
            last[words] = number
        return linker.chains()


def _bare_words(prepared: Prepared, mention: Mention, left_out: frozenset[str]) -> Words:
    """The base noun phrase in small letters without articles and punctuation; all of it where nothing else is left.

    Of names and of words that show a case the lemma counts: "Maria" and "Marias", Hungarian "kutya" and "kutyát".
    """
    words, annotation = prepared.document.words, prepared.annotation

    def form(token: int) -> str:
        inflected = mention.kind == "name" or "Case=" in annotation.morphology[token]
        return (annotation.lemma if inflected else words)[token].lower()

    tokens = [token for token in mention.base if annotation.pos[token] != "PUNCT" and annotation.tag[token] != "POS"]
    kept = tuple(form(token) for token in tokens if words[token].lower() not in left_out)
    return kept or tuple(words[token].lower() for token in mention.base)


RESOLVER = ResolverEntry(
    WordMatch,
    title="Word match, of this project",
    summary="names and noun phrases of the same words corefer, in any language",
    default=False,
)
