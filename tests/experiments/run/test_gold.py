"""Uses of the key before resolution: perfect layers, the oracle, and zeros as words."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora.corpora import read
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.configuration import configure
from anaphora.experiments.run.gold import Oracle, gold_annotation, gold_features, perfect_layers, with_zeros
from anaphora.preprocess import Layers, prepare
from anaphora.workbench.document import FIRST_NODE, ZERO, Annotation, Document, EmptyNode, Prepared, Span
from anaphora.workbench.key import Attributes, Key, Match
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.trace.build import Criteria, trace
from tests.annotated import annotated
from tests.refused import raises

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


def test_oracle_answers_with_the_most_recent_right_candidate_and_leaves_spurious_anaphors_open() -> None:
    document, annotation = annotated(TEXT)
    prepared = prepare(document, annotation)
    it = [mention.span for mention in prepared.mentions].index(IT)
    spurious = Oracle(document, key((LID, IT_AGAIN)), Criteria()).resolve(prepared)

    assert Oracle(document, key((LID, IT, IT_AGAIN)), Criteria()).resolve(prepared)[1].antecedent == it
    assert [decision.antecedent is None for decision in spurious] == [True, False]


def test_perfect_mentions_are_those_of_the_key() -> None:
    prepared = perfect(TEXT, key((Span(0, 5), IT), (LID,)), "mentions")

    assert [mention.span for mention in prepared.mentions] == [Span(0, 5), LID, IT]
    twice = perfect(TEXT, key((LID, IT), (COOK, IT)), "mentions")
    assert [mention.span for mention in twice.mentions] == [COOK, LID, IT], "it is in two chains"
    document, annotation = annotated(TEXT)
    assert perfect_layers(document, key((LID, IT)), annotation, ("annotation",)) == Layers()


def test_perfect_filter_takes_out_what_is_no_mention_is_marked_or_refers_to_a_clause() -> None:
    clause = key((Span(0, 5), IT), (LID, IT_AGAIN))
    marked = Key("test", ((LID, IT, IT_AGAIN),), non_anaphoric={IT.start: "clausal"})
    for gold in (key((LID, IT_AGAIN)), marked, clause):
        assert [entry.token for entry in perfect(TEXT, gold, "pleonastic").non_anaphoric] == [IT.start]
    document, annotation = annotated(TEXT)
    counted = perfect_layers(document, clause, annotation, ("pleonastic",), clausal=True)
    assert counted.non_anaphoric == frozenset()


def test_perfect_filter_keeps_an_anaphor_that_the_rules_take_out() -> None:
    text = "The/DT/2/det clock/NN/3/nsubj waits/VBZ/0/root\nIt/PRP/3/nsubj is/VBZ/3/cop late/JJ/0/root"

    assert prepare(*annotated(text)).cases == ()
    assert len(perfect(text, key((Span(0, 2), Span(3, 4))), "pleonastic").cases) == 1


ENTITIES: dict[str, tuple[str, str, tuple[str, str, str]]] = {
    "pronouns of the chain": ("cook", "She", ("singular", "feminine", "animate")),
    "conflicting numbers": ("child", "He They", ("unknown", "masculine", "animate")),
    "conflicting genders": ("cat", "She It", ("singular", "unknown", "unknown")),
}


def test_features_come_from_the_pronouns_of_the_chain_and_are_unknown_where_these_conflict() -> None:
    found = {}
    for name, (noun, pronouns, _) in ENTITIES.items():
        text = f"The/DT/2/det {noun}/NN/3/nsubj left/VBD/0/root"
        text += "".join(f"\n{pronoun}/PRP/2/nsubj ran/VBD/0/root" for pronoun in pronouns.split())
        chain = (Span(0, 2), *(Span(3 + 2 * number, 4 + 2 * number) for number in range(len(pronouns.split()))))
        found[name] = features(text, key(chain), Span(0, 2))

    assert found == {name: expected for name, (_, _, expected) in ENTITIES.items()}


def test_features_without_pronouns_are_those_of_the_words_and_of_the_entity_s_type() -> None:
    gadget, baby, it = Span(0, 1), Span(0, 2), Span(3, 4)
    called_it = "The/DT/2/det baby/NN/3/nsubj slept/VBD/0/root\nIt/PRP/2/nsubj woke/VBD/0/root"
    types = {"PERSON": "animate", "person": "animate", "OBJECT": "inanimate", "ANIMAL": "unknown"}

    assert features("Two/CD/2/nummod aunts/NNS/0/root", key((baby,)), baby)[:2] == ("plural", "feminine")
    assert features("lid/NN/0/root and/CC/3/cc tray/NN/1/conj", key((Span(0, 3),)), Span(0, 3))[0] == "plural"
    animacy = {name: features("gadget/NN/0/root", key((gadget,), types={gadget: name}), gadget)[2] for name in types}
    assert animacy == types
    person = key((baby, it), types={baby: "PERSON", it: "PERSON"})
    assert features(called_it, person, baby) == ("singular", "neuter", "inanimate"), "a person called it"


def test_person_of_a_mention_is_its_own() -> None:
    document, annotation = annotated("I/PRP/2/nsubj left/VBD/0/root\nHe/PRP/2/nsubj ran/VBD/0/root")
    found = gold_features(document, key((Span(0, 1), Span(2, 3))), annotation)

    assert [found[span].person for span in (Span(0, 1), Span(2, 3))] == [1, 3]


def test_perfect_agreement_never_removes_the_antecedent() -> None:
    text = "The/DT/2/det lids/NNS/3/nsubj stick/VBP/0/root\nIt/PRP/2/nsubj sticks/VBZ/0/root"
    gold = key((Span(0, 2), Span(3, 4)))

    assert prepare(*annotated(text)).cases[0].compatible == ()
    assert perfect(text, gold, "agreement").cases[0].compatible == (0,)


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
    assert perfect_layers(document, gold, annotation, LAYERS).constituents == (), "they may be absent"
    with raises("no-constituents"):
        perfect_layers(document, gold, annotation, ("mentions", "constituents"))
    with raises("no-gold-trees"):
        gold_annotation(annotated(TEXT, "novel")[0])


def test_constituents_reach_resolvers_only_where_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "d.conll").write_text(WITH_PARSE, encoding="utf-8")
    [(document, gold)] = read(tmp_path / "d.conll")
    found = {
        names: Analysis(configure(perfect=names)).prepare(document, gold)
        for names in ((), ("mentions", "pleonastic", "agreement"), ("constituents",))
    }

    assert document.parse
    assert {names: prepared.document.parse for names, prepared in found.items()} == {
        (): (),
        ("mentions", "pleonastic", "agreement"): (),
        ("constituents",): document.parse,
    }
    assert {names for names, prepared in found.items() if "constituents" in prepared.signature} == {("constituents",)}


PETER, OWN_DOG = Span(0, 1), Span(5, 6)
SUBJECT, OWNER = Span(FIRST_NODE, FIRST_NODE + 1), Span(FIRST_NODE + 1, FIRST_NODE + 2)
DOCUMENT = Document(
    id="d",
    words=("Péter", "fut", ".", "Szereti", "a", "kutyáját", "."),
    spaces=(" ", "", " ", " ", " ", "", ""),
    sentence_starts=(0, 3),
    annotation=Annotation(
        pos=("PROPN", "VERB", "PUNCT", "VERB", "DET", "NOUN", "PUNCT"),
        tag=("",) * 7,
        lemma=("Péter", "fut", ".", "szeret", "a", "kutya", "."),
        morphology=("Number=Sing", "Number=Sing|Person=3", "", "Number=Sing|Person=3", "",
                    "Number=Sing|Number[psor]=Plur|Person[psor]=3", ""),
        head=(1, 1, 1, 3, 5, 3, 3),
        relation=("nsubj", "root", "punct", "root", "det", "obj", "punct"),
        entity=("",) * 7,
        sentence_starts=(0, 3),
    ),
    language="hu",
    nodes=(EmptyNode(4, 1, 1, ((3, "nsubj"),)), EmptyNode(6, 1, 1, ((5, "nmod:poss"),))),
)  # fmt: skip
KEY = Key("d", ((PETER, SUBJECT, OWNER), (OWN_DOG,)), attributes={OWN_DOG: Attributes(head=5)})


def test_zeros_become_words_behind_their_place_and_the_key_goes_with_them() -> None:
    document, key = with_zeros(DOCUMENT, KEY)

    assert document.words == ("Péter", "fut", ".", "Szereti", ZERO, "a", "kutyáját", ZERO, ".")
    assert not document.nodes
    assert document.text == f"Péter fut. Szereti {ZERO} a kutyáját {ZERO} ."
    assert key.chains == ((Span(0, 1), Span(4, 5), Span(7, 8)), (Span(6, 7),))
    assert key.attributes == {Span(6, 7): Attributes(head=6)}

    russian = replace(DOCUMENT, language="ru")
    assert with_zeros(russian, KEY) == (russian, KEY), "a language without zeros"
    first = replace(DOCUMENT, nodes=(EmptyNode(3, 1, 1, ((3, "nsubj"),)),))
    assert with_zeros(first, Key("d", ()))[0].sentence_starts == (0, 3), "one that begins a sentence belongs to it"


def test_a_zero_has_the_person_and_number_that_its_verb_or_its_noun_shows() -> None:
    tree = with_zeros(DOCUMENT, KEY)[0].annotation

    assert tree is not None
    assert [tree.relation[token] for token in (4, 7)] == ["nsubj", "nmod:poss"]
    assert [tree.head[token] for token in (4, 7)] == [3, 6]
    assert [tree.morphology[token] for token in (4, 7)] == ["Number=Sing|Person=3", "Number=Plur|Person=3"]


def test_empty_nodes_that_are_no_pronouns_of_the_language_stay_nodes() -> None:
    """*Ann came and ∅ thanked (whom?)*: Czech drops the subject, and the treebank adds the argument."""
    czech = replace(DOCUMENT, language="cs", nodes=(EmptyNode(3, 1, 1, ((3, "obl:arg:dat"),)), *DOCUMENT.nodes[:1]))
    argument, subject = (Span(FIRST_NODE + node, FIRST_NODE + node + 1) for node in (0, 1))

    document, key = with_zeros(czech, Key("d", ((PETER, argument, subject),)))

    assert document.words == ("Péter", "fut", ".", "Szereti", ZERO, "a", "kutyáját", ".")
    assert document.sentence_starts == (0, 3)
    assert document.nodes == (czech.nodes[0],)
    assert key.chains == ((PETER, Span(4, 5), Span(FIRST_NODE, FIRST_NODE + 1)),)
