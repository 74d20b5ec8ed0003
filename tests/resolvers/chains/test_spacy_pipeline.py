"""spaCy pipelines with coreference of three kinds, on "The cook saw his wife. He waved."."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from anaphora.experiments.comparison.coref import coreference
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.documents import BUNDLED
from anaphora.resolvers.chains import spacy_pipeline
from anaphora.resolvers.specs import build_resolvers
from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.results.table import to_json
from tests.annotated import prepared
from tests.refused import raises

TEXT = prepared(
    "The/DT/2/det cook/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss wife/NN/3/obj ././3/punct\n"
    "He/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
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


@pytest.fixture
def extension() -> Iterator[Callable[[str], None]]:
    made: list[str] = []

    def register(name: str) -> None:
        Doc.set_extension(name, default=None)
        made.append(name)

    yield register
    for name in made:
        Doc.remove_extension(name)


def found(folder: Path, component: str, text: str = "") -> Spans:
    nlp = spacy.blank("en")
    nlp.add_pipe(component)
    nlp.to_disk(folder)
    return spacy_pipeline.build(pipeline=str(folder)).spans(TEXT)


def test_span_groups_are_read_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    assert found(tmp_path, "coref_groups_for_tests") == ((THE_COOK, HIS, HE), (HIS_WIFE,))


def test_heads_of_coreferee_become_the_mentions_that_they_head(
    tmp_path: Path, extension: Callable[[str], None]
) -> None:
    extension("coref_chains")

    assert found(tmp_path, "chains_for_tests") == ((THE_COOK, HE), (HIS_WIFE,))


def test_characters_of_fastcoref_become_tokens_each_in_one_cluster(
    tmp_path: Path, extension: Callable[[str], None]
) -> None:
    extension("coref_clusters")

    assert found(tmp_path, "characters_for_tests") == ((THE_COOK, HIS), (Span(1, 2),))


def test_a_pipeline_that_may_find_clusters_and_found_none_gives_none(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("coref_groups_for_tests")
    nlp.to_disk(tmp_path)

    assert spacy_pipeline.build(pipeline=str(tmp_path)).spans(prepared("He/PRP/2/nsubj ran/VBD/0/root")) == ()


def test_a_pipeline_without_coreference_is_refused_with_the_cure(tmp_path: Path) -> None:
    for name in ("phrases_for_tests", "sentencizer"):
        with raises("no-coreference", OptionError):
            found(tmp_path / name, name)
    with raises("no-pipeline", OptionError):
        build_resolvers(["spacy_pipeline(pipeline=nowhere)"], 0)


def test_what_another_pipeline_registered_is_not_taken_for_this_ones(
    tmp_path: Path, extension: Callable[[str], None]
) -> None:
    extension("coref_chains")
    extension("coref_clusters")

    assert found(tmp_path / "own", "characters_for_tests") == ((THE_COOK, HIS), (Span(1, 2),))
    with raises("no-coreference", OptionError):
        found(tmp_path / "none", "sentencizer")


@Language.component("merging_for_tests", assigns=["doc.spans"])
def _merging(doc: Doc) -> Doc:
    with doc.retokenize() as tokens:
        tokens.merge(doc[0:2])
    return doc


@Language.component("failing_for_tests", assigns=["doc.spans"])
def _failing(doc: Doc) -> Doc:
    raise KeyError("no weights")


def test_a_pipeline_that_changes_tokens_or_fails_is_told_with_the_document(tmp_path: Path) -> None:
    for name, code in (("merging_for_tests", "changed-tokens"), ("failing_for_tests", "pipeline-failed")):
        with raises(code) as caught:
            found(tmp_path / name, name)
        assert "'test'" in str(caught.value)


def test_our_own_component_is_such_a_pipeline_and_scores_as_its_resolver(tmp_path: Path) -> None:
    from anaphora.experiments.spacy.component import bundled

    nlp = bundled()
    nlp.add_pipe("anaphora", config={"resolver": "mars"})
    nlp.to_disk(tmp_path / "pipeline")
    name = f"spacy_pipeline(pipeline={tmp_path / 'pipeline'})"
    result = to_json(
        coreference([BUNDLED / "news.conllu"], configure((name, "mars"), singletons="auto", resamples=0)).tables()
    )

    as_pipeline, as_resolver = (result["resolvers"][it] for it in (name, "mars"))
    assert as_resolver["measures"]["conll"]["f1"] > 0.2
    assert as_pipeline["measures"]["muc"]["f1"] == pytest.approx(as_resolver["measures"]["muc"]["f1"], abs=0.05)
