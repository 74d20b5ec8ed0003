"""`nlp.add_pipe("anaphora", config={"resolver": "mars"})`: a resolver as a component of any English spaCy pipeline.

spaCy finds the factory by itself (entry-point group `spacy_factories`), and imports this module wherever any pipeline
is loaded; what resolves is imported when a component is made. The component reads the tags and trees that the pipeline
has put on the Doc, writes chains as `doc.spans["coref_clusters_1"]`, ... (the names of spacy-experimental), says of
each pronoun in `doc._.anaphora` how it was decided, and puts the text with names in place of pronouns into
`doc._.resolved_text` (the name of fastcoref and crosslingual-coreference). Its only state is its configuration, which
spaCy saves with the pipeline.
"""

from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc

from anaphora.experiments.commands.rewrite.manner import MIN_PROBABILITY, Each, Manner
from anaphora.experiments.run.configuration import configure, default_of
from anaphora.workbench.language.anaphors import PronounKind
from anaphora.workbench.preparation import ItFilter

if TYPE_CHECKING:
    from anaphora.experiments.spacy.resolving import Anaphora, Answer

NAME, REWRITTEN = "anaphora", "resolved_text"


def _answers(doc: Doc) -> "list[Answer] | None":
    from anaphora.experiments.spacy.resolving import answers

    return answers(doc)


if not Doc.has_extension(NAME):
    Doc.set_extension(NAME, getter=_answers)


def bundled() -> Language:
    """A new copy of the bundled English pipeline, to add components to."""
    from anaphora.preprocess import pipeline

    return pipeline.read()


@Language.factory(
    NAME,
    assigns=["doc.spans", f"doc._.{NAME}", f"doc._.{REWRITTEN}"],
    requires=["token.tag", "token.dep", "token.head", "doc.sents"],  # what gives token.pos often does not declare it
    default_config={
        "resolver": "mars_optimised",
        **{name: default_of(name) for name in ("window", "anaphors", "it_filter", "seed")},
        "prefix": "coref_clusters",
        "explain": True,
        "min_probability": MIN_PROBABILITY,
        "each": "sentence",
    },
)
def anaphora(
    nlp: Language,  # noqa: ARG001 (spaCy hands it to every factory)
    name: str,  # noqa: ARG001
    resolver: str,
    window: int,
    anaphors: PronounKind,
    it_filter: ItFilter,
    seed: int,
    prefix: str,
    explain: bool,
    min_probability: float,
    each: Each,
) -> "Anaphora":
    """Make the component; see `make` there.

    `resolver` takes options in brackets, `mars(preset=2001)`. With several components each needs a `prefix` of its own.
    """
    from anaphora.experiments.spacy.resolving import make

    settings = configure(window=window, anaphors=anaphors, it_filter=it_filter, seed=seed)
    if not Doc.has_extension(REWRITTEN):  # not before: others may set one of this name without asking
        Doc.set_extension(REWRITTEN, default=None)
    return make(resolver, prefix, explain, settings, Manner(min_probability, each))
