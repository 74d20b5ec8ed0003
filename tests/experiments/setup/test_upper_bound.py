from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.corpora import read
from anaphora.experiments.setup.analysis import analyser
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.setup.upper_bound import Oracle, gold_annotation, gold_features, perfect_layers
from anaphora.preprocess import Layers, prepare
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Attributes, Key
from anaphora.workbench.matching import Match
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.trace import Criteria, trace
from tests.annotated import annotated

COOK_AND_LID = "The/DT/2/det cook/NN/3/nsubj opens/VBZ/0/root the/DT/5/det lid/NN/3/obj"
IT_STICKS = "It/PRP/2/nsubj sticks/VBZ/0/root"
COOK, LID, IT, IT_AGAIN = Span(0, 2), Span(3, 5), Span(5, 6), Span(7, 8)
TEXT = f"{COOK_AND_LID}\n{IT_STICKS}\n{IT_STICKS}"


def key(*chains: Sequence[Span], types: dict[Span, str] | None = None) -> Key:
    attributes = {span: Attributes(type=type) for span, type in (types or {}).items()}
    return Key("test", tuple(map(tuple, chains)), attributes=attributes)


def perfect(text: str, gold: Key, *names: str) -> Prepared:
    document, annotation = annotated(text)
    return prepare(document, annotation, layers=perfect_layers(document, gold, annotation, names))


def features(text: str, gold: Key, span: Span) -> tuple[str, str, str]:
    """Number, gender and animacy that a mention has by the key."""
    document, annotation = annotated(text)
    found = gold_features(document, gold, annotation)[span]
    return found.number, found.gender, found.animacy


def test_gold_features_are_those_of_the_entity_where_the_key_says_them() -> None:
    """OpenBoek's entities: the cook, whom "it" would make a thing, is a woman; of the lid nothing is said."""
    woman = Attributes(type="PERSON", gender="feminine", number="singular")
    gold = Key("test", ((COOK, IT), (LID, IT_AGAIN)), attributes={COOK: woman, IT: woman})

    assert features(TEXT, gold, COOK) == ("singular", "feminine", "animate")
    assert features(TEXT, gold, LID) == ("singular", "neuter", "inanimate")


@pytest.mark.parametrize("how", ["strict", "partial", "head"])
def test_oracle_is_right_wherever_it_can_be(how: Match) -> None:
    """Of the two "it" the second is reachable; the first is the sentence, which is no noun phrase."""
    document, annotation = annotated(TEXT)
    gold, criteria = key((Span(0, 5), IT), (LID, IT_AGAIN)), Criteria(how, clausal=True)
    prepared = prepare(document, annotation, layers=Layers(non_anaphoric=frozenset()))
    decisions = Oracle(document, gold, criteria).resolve(prepared)
    traced = trace(document, gold, prepared, {"oracle": decisions}, criteria)

    assert [outcome.stage for outcome in traced.outcomes["oracle"]] == ["np_missing", "right"]
    assert [anaphor.strict for anaphor in traced.anaphors] == [False, True]


def test_oracle_answers_with_the_most_recent_right_candidate() -> None:
    document, annotation = annotated(TEXT)
    gold = key((LID, IT, IT_AGAIN))
    prepared = prepare(document, annotation)
    answer = Oracle(document, gold, Criteria()).resolve(prepared)[1].antecedent

    assert answer is not None
    assert prepared.mentions[answer].span == IT


def test_oracle_leaves_spurious_anaphors_open() -> None:
    document, annotation = annotated(TEXT)
    decisions = Oracle(document, key((LID, IT_AGAIN)), Criteria()).resolve(prepare(document, annotation))

    assert [decision.antecedent is None for decision in decisions] == [True, False]


def test_perfect_mentions_are_those_of_the_key() -> None:
    prepared = perfect(TEXT, key((Span(0, 5), IT), (LID,)), "mentions")

    assert [mention.span for mention in prepared.mentions] == [Span(0, 5), LID, IT]


def test_perfect_mention_in_two_chains_counts_once() -> None:
    prepared = perfect(TEXT, key((LID, IT), (COOK, IT)), "mentions")

    assert [mention.span for mention in prepared.mentions] == [COOK, LID, IT]


def test_perfect_filter_takes_out_each_it_that_is_no_key_mention() -> None:
    prepared = perfect(TEXT, key((LID, IT_AGAIN)), "pleonastic")

    assert [entry.token for entry in prepared.non_anaphoric] == [IT.start]


def test_perfect_filter_takes_out_what_the_key_marks() -> None:
    gold = Key("test", ((LID, IT, IT_AGAIN),), non_anaphoric={IT.start: "clausal"})

    assert [entry.token for entry in perfect(TEXT, gold, "pleonastic").non_anaphoric] == [IT.start]


def test_perfect_filter_takes_out_what_refers_to_a_clause() -> None:
    gold, (document, annotation) = key((Span(0, 5), IT), (LID, IT_AGAIN)), annotated(TEXT)
    counted = perfect_layers(document, gold, annotation, ("pleonastic",), clausal=True)

    assert [entry.token for entry in perfect(TEXT, gold, "pleonastic").non_anaphoric] == [IT.start]
    assert counted.non_anaphoric == frozenset()


def test_perfect_filter_keeps_an_anaphor_that_the_rules_take_out() -> None:
    text = "The/DT/2/det clock/NN/3/nsubj waits/VBZ/0/root\nIt/PRP/3/nsubj is/VBZ/3/cop late/JJ/0/root"

    assert prepare(*annotated(text)).cases == ()
    assert len(perfect(text, key((Span(0, 2), Span(3, 4))), "pleonastic").cases) == 1


def test_layers_not_asked_for_are_computed() -> None:
    document, annotation = annotated(TEXT)

    assert perfect_layers(document, key((LID, IT)), annotation, ("annotation",)) == Layers()


def test_features_come_from_the_pronouns_of_the_chain() -> None:
    text = "The/DT/2/det cook/NN/3/nsubj left/VBD/0/root\nShe/PRP/2/nsubj ran/VBD/0/root"

    assert features(text, key((Span(0, 2), Span(3, 4))), Span(0, 2)) == ("singular", "feminine", "animate")


def test_features_without_pronouns_are_those_of_the_words() -> None:
    assert features("Two/CD/2/nummod aunts/NNS/0/root", key((Span(0, 2),)), Span(0, 2))[:2] == ("plural", "feminine")


def test_features_of_a_coordination_without_pronouns_are_plural() -> None:
    assert features("lid/NN/0/root and/CC/3/cc tray/NN/1/conj", key((Span(0, 3),)), Span(0, 3))[0] == "plural"


CONFLICT = (
    "The/DT/2/det child/NN/3/nsubj left/VBD/0/root\nHe/PRP/2/nsubj ran/VBD/0/root\nThey/PRP/2/nsubj ran/VBD/0/root"
)


def test_features_in_which_the_pronouns_conflict_are_unknown() -> None:
    chain = (Span(0, 2), Span(3, 4), Span(5, 6))

    assert features(CONFLICT, key(chain), Span(0, 2)) == ("unknown", "masculine", "animate")


def test_gender_in_which_the_pronouns_conflict_is_unknown() -> None:
    text = "The/DT/2/det cat/NN/3/nsubj left/VBD/0/root\nShe/PRP/2/nsubj ate/VBD/0/root\nIt/PRP/2/nsubj ran/VBD/0/root"

    assert features(text, key((Span(0, 2), Span(3, 4), Span(5, 6))), Span(0, 2)) == ("singular", "unknown", "unknown")


@pytest.mark.parametrize(
    ("type", "animacy"), [("PERSON", "animate"), ("person", "animate"), ("OBJECT", "inanimate"), ("ANIMAL", "unknown")]
)
def test_animacy_comes_from_the_entity_type(type: str, animacy: str) -> None:
    assert features("gadget/NN/0/root", key((Span(0, 1),), types={Span(0, 1): type}), Span(0, 1))[2] == animacy


def test_person_called_it_is_of_unknown_gender() -> None:
    text = "The/DT/2/det baby/NN/3/nsubj slept/VBD/0/root\nIt/PRP/2/nsubj woke/VBD/0/root"
    baby, it = Span(0, 2), Span(3, 4)

    assert features(text, key((baby, it), types={baby: "PERSON", it: "PERSON"}), baby) == (
        "singular",
        "neuter",
        "inanimate",
    )


def test_person_of_a_mention_is_its_own() -> None:
    document, annotation = annotated("I/PRP/2/nsubj left/VBD/0/root\nHe/PRP/2/nsubj ran/VBD/0/root")
    found = gold_features(document, key((Span(0, 1), Span(2, 3))), annotation)

    assert [found[span].person for span in (Span(0, 1), Span(2, 3))] == [1, 3]


def test_perfect_agreement_never_removes_the_antecedent() -> None:
    text = "The/DT/2/det lids/NNS/3/nsubj stick/VBP/0/root\nIt/PRP/2/nsubj sticks/VBZ/0/root"
    gold = key((Span(0, 2), Span(3, 4)))

    assert prepare(*annotated(text)).cases[0].compatible == ()
    assert perfect(text, gold, "agreement").cases[0].compatible == (0,)


def test_perfect_annotation_needs_a_corpus_with_trees() -> None:
    document, _ = annotated(TEXT, "novel")

    with pytest.raises(OptionError) as caught:
        gold_annotation(document)
    assert caught.value.code == "no-gold-trees"


PARSE = ("(TOP(S(NP*", "*)", "(VP*", "(NP*", "*))))")
WITH_PARSE = """#begin document (d); part 000
d 0 0 John NNP (TOP(S(NP*) - - - - * (1)
d 0 1 took VBD (VP* - - - - * -
d 0 2 his PRP$ (NP* - - - - * (1)
d 0 3 hat NN *)))) - - - - * -
#end document
"""


def test_perfect_constituents_are_those_of_the_corpus() -> None:
    document, annotation = annotated(COOK_AND_LID)
    parsed, gold = replace(document, parse=PARSE), key((LID,))

    assert perfect_layers(parsed, gold, annotation, ("constituents",)).constituents == PARSE
    assert perfect_layers(parsed, gold, annotation, LAYERS).constituents == PARSE
    assert perfect_layers(parsed, gold, annotation, ("annotation", "agreement")).constituents == ()


def test_constituents_may_be_absent_from_perfect_input_but_not_where_they_are_named() -> None:
    document, annotation = annotated(COOK_AND_LID)

    assert perfect_layers(document, key((LID,)), annotation, LAYERS).constituents == ()
    with pytest.raises(OptionError) as caught:
        perfect_layers(document, key((LID,)), annotation, ("mentions", "constituents"))
    assert caught.value.code == "no-constituents"


def test_constituents_reach_resolvers_only_where_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "d.conll").write_text(WITH_PARSE, encoding="utf-8")
    [(document, gold)] = read(tmp_path / "d.conll")
    found = {
        names: analyser(configure(perfect=names))(document, gold)
        for names in ((), ("mentions", "pleonastic", "agreement"), ("constituents",))
    }

    assert document.parse
    assert {names: prepared.document.parse for names, prepared in found.items()} == {
        (): (),
        ("mentions", "pleonastic", "agreement"): (),
        ("constituents",): document.parse,
    }
    assert {names for names, prepared in found.items() if "constituents" in prepared.signature} == {("constituents",)}
