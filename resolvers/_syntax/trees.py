"""The phrase structure that resolvers search: of the corpus where it was handed in, else projected."""

from anaphora.resolvers._per_document import once
from anaphora.resolvers._syntax.constituents import Constituents, project
from anaphora.resolvers._syntax.treebank import adapt
from anaphora.workbench.document import Prepared


def phrase_structure(prepared: Prepared, *, split_conjuncts: bool = False) -> Constituents:
    """The trees of a document, in which what heads a mention heads a noun phrase.

    `split_conjuncts` makes conjoined verbs that share a subject an S each instead of a VP.
    """
    if prepared.document.parse:
        mentions, bits = prepared.mentions, prepared.document.parse
        return adapt(bits, prepared.annotation, mentions, split_conjuncts=split_conjuncts)
    heads = frozenset(mention.head for mention in prepared.mentions)
    return project(prepared.annotation, prepared.clauses, nominals=heads, split_conjuncts=split_conjuncts)


trees = once(phrase_structure)
"""The same, kept for the resolvers that follow."""
