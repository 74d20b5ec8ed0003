"""Agreement features and pleonastic pronouns: by the rules of English, or by the tables of another language's pack."""

from collections.abc import Callable, Sequence
from functools import partial

from anaphora.preprocess import by_tables
from anaphora.preprocess.agreement import NO_NAMES, Features, NameList
from anaphora.preprocess.noun_phrases import NounPhrase
from anaphora.preprocess.trees import Trees
from anaphora.workbench.document import NonAnaphoric
from anaphora.workbench.preparation import Preparation


def features_by(
    trees: Trees, phrases: Sequence[NounPhrase], listed: NameList = NO_NAMES, *, true_types: bool = False
) -> Callable[[NounPhrase], Features]:
    """Return a function that gives the noun phrases of a document their agreement features.

    `phrases` are all of the document, `listed` the names that the user knows; `true_types` says that the entity types
    come from the corpus.
    """
    if trees.language.code == "en":
        from anaphora.preprocess.english import features, names

        known = names.known_names(trees, phrases, listed, true_types=true_types)
        return partial(features.features_of, trees, known=known)
    return partial(by_tables.features_of, trees, names=by_tables.names_of(trees, phrases, listed))


def non_anaphoric(trees: Trees, options: Preparation, paragraphs: tuple[int, ...] = ()) -> tuple[NonAnaphoric, ...]:
    """The pronouns that the filter takes out of a document, in text order; of English it is the one of the options."""
    if trees.language.code == "en":
        from anaphora.preprocess.english import it_filter

        return it_filter.non_anaphoric(trees, options.it_filter, options.it_classes, paragraphs)
    return () if options.it_filter == "none" else tuple(by_tables.expletives(trees))
