"""The factory of the component: all that spaCy imports of it wherever any pipeline is loaded, so it imports little."""

from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc

from anaphora.experiments.setup.configuration import configure, default_of
from anaphora.workbench.english.pronouns import PronounKind
from anaphora.workbench.preparation import ItFilter

if TYPE_CHECKING:
    from anaphora.experiments.spacy.component import Anaphora, Answer

NAME = "anaphora"


def _answers(doc: Doc) -> "list[Answer] | None":
    from anaphora.experiments.spacy.component import answers

    return answers(doc)


if not Doc.has_extension(NAME):
    Doc.set_extension(NAME, getter=_answers)


@Language.factory(
    NAME,
    assigns=["doc.spans", f"doc._.{NAME}"],
    requires=["token.tag", "token.dep", "token.head", "doc.sents"],  # what gives token.pos often does not declare it
    default_config={
        "resolver": "mars_optimised",
        **{name: default_of(name) for name in ("window", "anaphors", "it_filter", "seed")},
        "prefix": "coref_clusters",
        "explain": True,
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
) -> "Anaphora":
    """Make the component; see `make` there.

    `resolver` takes options in brackets, `mars(preset=2001)`. With several components each needs a `prefix` of its own.
    """
    from anaphora.experiments.spacy.component import make

    settings = configure(window=window, anaphors=anaphors, it_filter=it_filter, seed=seed)
    return make(resolver, prefix, explain, settings)
