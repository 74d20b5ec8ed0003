from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.features import features
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated

HARD = (
    "It/PRP/4/expl is/VBZ/4/cop very/RB/4/advmod hard/JJ/0/root for/IN/6/case us/PRP/8/nsubj to/TO/8/mark "
    "find/VB/4/csubj places/NNS/8/obj ././4/punct"
)
CLEAN = "It/PRP/3/nsubj is/VBZ/3/cop easy/JJ/0/root to/TO/5/mark clean/VB/3/advcl ././3/punct"
MAKE = "This/DT/2/nsubj makes/VBZ/0/root it/PRP/2/obj harder/JJR/2/xcomp to/TO/6/mark find/VB/4/csubj jobs/NNS/6/obj"
CLEAR = "It/PRP/2/nsubj became/VBD/0/root/become clear/JJ/2/xcomp that/IN/6/mark he/PRP/6/nsubj left/VBD/2/ccomp"
QUESTION = "Is/VBZ/3/cop it/PRP/3/expl hard/JJ/0/root to/TO/5/mark wait/VB/3/csubj ?/./3/punct"
CLEFT = "It/PRP/4/nsubj is/VBZ/4/cop the/DT/4/det noise/NN/0/root that/WDT/6/nsubj matters/VBZ/4/acl"
LID = "The/DT/2/det lid/NN/3/nsubj broke/VBD/0/root/break because/IN/6/mark it/PRP/6/nsubj fell/VBD/3/advcl/fall"


def of(text: str) -> set[str]:
    document, annotation = annotated(text)
    (it,) = occurrences(trees_of(annotation, document.words))
    return features(it)


def test_clause_behind_is_told_with_its_opener() -> None:
    assert {"clause=csubj:to", "clause of list=ease:to", "relation=expl+ADJ+copula"} <= of(HARD)


def test_first_word_of_content_is_told_with_its_class_and_link() -> None:
    assert {"content=hard+be", "content list=ease+be", "opener=to+list=ease+be"} <= of(HARD)


def test_infinitive_with_a_complement_is_told_from_one_with_a_gap() -> None:
    assert "task is followed by=complement+list=ease+be" in of(HARD)
    assert "task is followed by=gap+list=ease+be" in of(CLEAN)


def test_verb_before_an_object_and_its_clause_is_told() -> None:
    assert "making=make+JJ+to" in of(MAKE)


def test_linking_verb_gives_way_to_the_adjective_behind_it() -> None:
    assert "judgement=likelihood+that+JJ+seem" in of(CLEAR)


def test_auxiliary_of_a_question_links_too() -> None:
    assert {"content=hard+be", "judgement=ease+to+JJ+be"} <= of(QUESTION)


def test_definite_noun_and_a_relative_clause_look_like_a_cleft() -> None:
    assert "cleft=definite+that+verb+be" in of(CLEFT)


def test_rules_that_fire_are_features() -> None:
    assert "rule=Paice & Husk: it ... to" in of(HARD)
    assert not any(feature.startswith("rule=") for feature in of(LID))


def test_things_before_are_counted() -> None:
    assert {"nouns before=1", "verbs before=1", "begins=False", "content=fall+link"} & of(LID) >= {
        "nouns before=1", "verbs before=1", "begins=False",
    }  # fmt: skip


def test_it_that_ends_the_text_has_nothing_behind_it() -> None:
    assert {"predicate=+root", "predicate relation=", "word +1="} <= of("Wait/VB/2/dep it/PRP/0/root")
