"""spaCy pipelines with coreference of three kinds, on "The cook saw his wife. He waved."."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from anaphora.resolvers.chains import spacy_pipeline
from anaphora.resolvers.specs import build_resolvers
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from tests.refused import raises
from tests.resolvers.answers import read

TEXT = "The cook saw his wife | He waved"
THE_COOK, COOK, HIS, HIS_WIFE, HE = Span(0, 2), Span(1, 2), Span(3, 4), Span(3, 5), Span(6, 7)


@dataclass(frozen=True)
class Mention:
    """As coreferee has it."""

    token_indexes: list[int]


@Language.component("coref_groups_for_tests", assigns=["doc.spans"])
def _groups(doc: Doc) -> Doc:
    if len(doc) > 3:
        doc.spans["coref_clusters_10"] = [doc[3:5]]
        doc.spans["coref_clusters_2"] = [doc[6:7], doc[0:2], doc[3:4]]
        doc.spans["coref_clusters_x"] = doc.spans["coref_head_clusters_1"] = [doc[1:2]]
    return doc


@Language.component("phrases_for_tests", assigns=["doc.spans"])
def _phrases(doc: Doc) -> Doc:
    doc.spans["phrases"] = [doc[0:2]]
    return doc


@Language.component("chains_for_tests")
def _chains(doc: Doc) -> Doc:
    doc._.coref_chains = [[Mention([1]), Mention([6])], [Mention([4]), Mention([1, 4])]]
    return doc


@Language.component("characters_for_tests")
def _characters(doc: Doc) -> Doc:
    doc._.coref_clusters = [[(0, 8), (13, 16), (None, None)], [(13, 16), (5, 8), None]]
    return doc


@Language.component("merging_for_tests", assigns=["doc.spans"])
def _merging(doc: Doc) -> Doc:
    with doc.retokenize() as tokens:
        tokens.merge(doc[0:2])
    return doc


@Language.component("failing_for_tests", assigns=["doc.spans"])
def _failing(doc: Doc) -> Doc:
    raise KeyError("no weights")


@pytest.fixture
def extension() -> Iterator[Callable[[str], None]]:
    made: list[str] = []

    def register(name: str) -> None:
        Doc.set_extension(name, default=None)
        made.append(name)

    yield register
    for name in made:
        Doc.remove_extension(name)


Clusters = Callable[..., Spans]


@pytest.fixture
def clusters(monkeypatch: pytest.MonkeyPatch) -> Clusters:
    """What a pipeline with this component finds, loaded as if from a folder."""

    def run(component: str, text: str = TEXT) -> Spans:
        nlp = spacy.blank("xx")
        nlp.add_pipe(component)
        monkeypatch.setattr(spacy, "load", lambda _: nlp)
        return spacy_pipeline.build(pipeline="folder").spans(read(text))

    return run


def test_clusters_are_read_from_where_each_kind_puts_them(clusters: Clusters, extension: Callable[[str], None]) -> None:
    # span groups in the order of their numbers
    assert clusters("coref_groups_for_tests") == ((THE_COOK, HIS, HE), (HIS_WIFE,))
    assert clusters("coref_groups_for_tests", "He ran") == (), "found none"
    extension("coref_clusters")
    extension("coref_chains")
    # heads of coreferee become the mentions that they head, characters of fastcoref tokens, each in one cluster
    assert clusters("chains_for_tests") == ((THE_COOK, HE), (HIS_WIFE,))
    assert clusters("characters_for_tests") == ((THE_COOK, HIS), (COOK,))
    # what another pipeline registered is not taken for this one's
    with raises("no-coreference", OptionError):
        clusters("sentencizer")


def test_a_pipeline_without_coreference_or_that_changes_tokens_or_fails_is_refused(clusters: Clusters) -> None:
    for component in ("phrases_for_tests", "sentencizer"):
        with raises("no-coreference", OptionError):
            clusters(component)
    for component, code in (("merging_for_tests", "changed-tokens"), ("failing_for_tests", "pipeline-failed")):
        with raises(code) as caught:
            clusters(component)
        assert "'test'" in str(caught.value), "the document"
    with raises("no-coreference", OptionError):
        clusters("sentencizer")


def test_a_pipeline_that_cannot_be_loaded_is_refused() -> None:
    with raises("no-pipeline", OptionError):
        build_resolvers(["spacy_pipeline(pipeline=nowhere)"], 0)


def test_our_own_component_is_such_a_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    from anaphora.experiments.spacy import bundled

    nlp = bundled()
    nlp.add_pipe("anaphora", config={"resolver": "mars"})
    monkeypatch.setattr(spacy, "load", lambda _: nlp)

    assert spacy_pipeline.build(pipeline="folder").spans(read(TEXT)) == ((THE_COOK, HIS, HE),)
