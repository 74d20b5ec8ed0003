import pytest

from anaphora.preprocess.noun_phrases import NounPhrase, noun_phrases
from anaphora.preprocess.trees import trees_of
from anaphora.workbench.document import Span
from tests.annotated import annotated


def phrases(text: str) -> dict[str, NounPhrase]:
    """The noun phrases by their words, in the order found."""
    document, annotation = annotated(text)
    return {document.words_of(phrase.span): phrase for phrase in noun_phrases(trees_of(annotation, document.words))}


def found(text: str) -> list[str]:
    return list(phrases(text))


COVER_OF_THE_COPIER = "The/DT/2/det cover/NN/6/nsubj of/IN/5/case the/DT/5/det copier/NN/2/nmod opens/VBZ/0/root"


CASES = {
    "maximal span takes the prepositional phrase in": (COVER_OF_THE_COPIER, ["The cover of the copier", "the copier"]),
    "maximal span takes the relative clause in": (
        "The/DT/2/det man/NN/7/nsubj who/WP/4/nsubj lost/VBD/2/acl:relcl a/DT/6/det hat/NN/4/obj left/VBD/0/root",
        ["The man who lost a hat", "a hat"],
    ),
    "preposition before is outside even with an adverb before it": (
        "It/PRP/2/nsubj lies/VBZ/0/root just/RB/6/advmod inside/IN/6/case the/DT/6/det box/NN/2/obl", ["It", "the box"],
    ),
    "apposition stands outside and is a phrase of its own": (
        "Ann/NNP/6/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos ,/,/4/punct left/VBD/0/root", ["Ann", "the boss"],
    ),
    "coordination stands beside its conjuncts": (
        "The/DT/2/det cat/NN/6/nsubj and/CC/5/cc a/DT/5/det dog/NN/2/conj left/VBD/0/root",
        ["The cat and a dog", "The cat", "a dog"],
    ),
    "possessor keeps its s": (
        "The/DT/2/det owner/NN/4/nmod:poss 's/POS/2/case manual/NN/5/nsubj helps/VBZ/0/root",
        ["The owner 's manual", "The owner 's"],
    ),
    "possessive pronoun is a phrase": ("Open/VB/0/root its/PRP$/3/nmod:poss lid/NN/1/obj", ["its lid", "its"]),
    "parts of compounds are no phrases": (
        "The/DT/3/det printer/NN/3/compound cable/NN/4/nsubj broke/VBD/0/root", ["The printer cable"],
    ),
    "date is one phrase": (
        "It/PRP/2/nsubj came/VBD/0/root on/IN/4/case March/NNP/2/obl 5/CD/4/nummod ,/,/7/punct 1999/CD/4/nmod",
        ["It", "March 5 , 1999", "1999"],
    ),
    "interrogative pronoun is no phrase": ("Who/WP/2/nsubj/who/PronType=Int left/VBD/0/root ?/./2/punct", []),
    "existential there is no phrase": ("There/EX/2/expl is/VBZ/0/root a/DT/4/det box/NN/2/nsubj", ["a box"]),
    "predicate nominal stands without subject copula and adverbs": (
        "Ann/NNP/5/nsubj is/VBZ/5/cop now/RB/5/advmod our/PRP$/5/nmod:poss boss/NN/0/root here/RB/5/advmod",
        ["Ann", "our boss", "our"],
    ),
    "punctuation is trimmed off the edges": (
        "``/``/3/punct The/DT/3/det Birds/NNS/0/root ''/''/3/punct ././3/punct", ["The Birds"],
    ),
    "punctuation after a modifier is trimmed": (
        "the/DT/2/det lid/NN/7/nsubj ,/,/4/punct broken/VBN/2/acl ,/,/4/punct now/RB/7/advmod leaks/VBZ/0/root",
        ["the lid , broken"],
    ),
    "bracket around the whole is trimmed": (
        "(/-LRB-/3/punct the/DT/3/det unit/NN/0/root )/-RRB-/3/punct", ["the unit"],
    ),
    "emphatic reflexive stands outside": (
        "The/DT/2/det author/NN/4/nsubj herself/PRP/2/nmod:unmarked/herself/Reflex=Yes came/VBD/0/root",
        ["The author", "herself"],
    ),
    "number is a phrase as an argument but not as a modifier": ("Two/CD/2/nsubj broke/VBD/0/root", ["Two"]),
    "number is a phrase as an argument but not as a modifier, 2": (
        "Two/CD/2/nummod lids/NNS/3/nsubj broke/VBD/0/root", ["Two lids"],
    ),
    "adjective is a phrase as an argument but not as a predicate": (
        "The/DT/2/det rich/JJ/3/nsubj left/VBD/0/root", ["The rich"],
    ),
    "adjective is a phrase as an argument but not as a predicate, 2": (
        "Ann/NNP/3/nsubj is/VBZ/3/cop rich/JJ/0/root", ["Ann"],
    ),
    "verbs and their arguments after the noun stay apart": (
        "Give/VB/0/root him/PRP/1/iobj a/DT/4/det box/NN/1/obj", ["him", "a box"],
    ),
    "noun with an object is an order that the tagger did not know": (
        "Slide/NNP/0/root the/DT/3/det lever/NN/1/obj down/RP/1/compound:prt", ["the lever"],
    ),
    "noun that modifies a participle is a phrase": (
        "Put/VB/0/root it/PRP/1/obj into/IN/5/case the/DT/5/det slot/NN/6/compound making/VBG/1/advcl",
        ["it", "the slot"],
    ),
    "modifier of the first conjunct stays with it": (
        "The/DT/2/det lid/NN/0/root of/IN/5/case the/DT/5/det copier/NN/2/nmod and/CC/8/cc the/DT/8/det tray/NN/2/conj",
        ["The lid of the copier and the tray", "The lid of the copier", "the copier", "the tray"],
    ),
    "what a quantifier counts is no phrase of its own": (
        "a/DT/2/det lot/NN/0/root of/IN/4/case paper/NN/2/nmod", ["a lot of paper"],
    ),
    "part of a thing leaves the thing a phrase": (
        "a/DT/2/det part/NN/0/root of/IN/5/case the/DT/5/det lid/NN/2/nmod", ["a part of the lid", "the lid"],
    ),
    "pronoun that is counted is a phrase": (
        "all/DT/4/nsubj of/IN/3/case them/PRP/1/nmod broke/VBD/0/root", ["all of them", "them"],
    ),
    "number as a predicate is a phrase": (
        "It/PRP/3/nsubj is/VBZ/3/cop one/CD/0/root of/IN/6/case the/DT/6/det lids/NNS/3/nmod",
        ["It", "one of the lids", "the lids"],
    ),
    "number alone is no phrase": ("Six/CD/0/root", []),
    "adjective stands for a noun only behind a determiner": (
        "It/PRP/2/nsubj helps/VBZ/0/root the/DT/4/det young/JJ/2/obj", ["It", "the young"],
    ),
    "adjective stands for a noun only behind a determiner, 2": (
        "It/PRP/2/nsubj helped/VBD/0/root at/IN/4/case first/JJ/2/obl", ["It"],
    ),
    "title before a name is no phrase": (
        "Senator/NNP/2/nmod:desc Ossoff/NNP/3/nsubj left/VBD/0/root", ["Senator Ossoff"],
    ),
    "noun that measures a comparison is no phrase": (
        "It/PRP/5/nsubj is/VBZ/5/cop a/DT/4/det lot/NN/5/advmod better/JJR/0/root", ["It"],
    ),
    "adverb behind a noun is inside if such adverbs stand there": (
        "Nothing/NN/3/nsubj else/RB/1/advmod fell/VBD/0/root", ["Nothing else"],
    ),
    "adverb behind a noun is inside if such adverbs stand there, 2": (
        "Nothing/NN/3/nsubj then/RB/1/advmod fell/VBD/0/root", ["Nothing"],
    ),
    "oblique behind an adjective is inside": (
        "The/DT/2/det early/JJ/5/nsubj in/IN/4/case years/NNS/2/obl left/VBD/0/root", ["The early in years", "years"],
    ),
    "quotation mark that closes what was opened before is outside": (
        "\"/``/3/punct the/DT/3/det Birds/NNS/0/root \"/''/3/punct", ["the Birds"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_noun_phrases_of_a_construction(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_base_span_ends_with_the_head() -> None:
    phrase = phrases(COVER_OF_THE_COPIER)["The cover of the copier"]

    assert (phrase.base, phrase.head) == (Span(0, 2), 1)


def test_coordination_names_the_heads_of_its_members() -> None:
    text = "Ann/NNP/6/nsubj ,/,/3/punct Bob/NNP/1/conj and/CC/5/cc Cy/NNP/1/conj left/VBD/0/root"

    assert phrases(text)["Ann , Bob and Cy"].members == (0, 2, 4)


def test_coordination_spans_the_modifiers_of_its_last_member() -> None:
    text = (
        "The/DT/2/det lid/NN/0/root and/CC/5/cc the/DT/5/det tray/NN/2/conj of/IN/8/case the/DT/8/det copier/NN/5/nmod"
    )

    assert found(text)[0] == "The lid and the tray of the copier"


def test_coordination_starts_with_both() -> None:
    text = "Both/CC/2/cc:preconj lids/NNS/0/root and/CC/4/cc trays/NNS/2/conj"

    assert "Both lids and trays" in found(text)


def test_conjoined_clause_is_no_member_of_a_coordination() -> None:
    text = "A/DT/2/det success/NN/0/root and/CC/6/cc it/PRP/6/nsubj is/VBZ/6/cop news/NN/2/conj"

    assert all(not phrase.members for phrase in phrases(text).values())


def test_flat_name_is_one_phrase() -> None:
    phrase = phrases("Mary/NNP/3/nsubj Smith/NNP/1/flat left/VBD/0/root")["Mary Smith"]

    assert (phrase.span, phrase.base) == (Span(0, 2), Span(0, 2))


def test_relative_pronoun_is_no_phrase() -> None:
    assert "that" not in found("the/DT/2/det lid/NN/0/root that/WDT/4/nsubj broke/VBD/2/acl:relcl")


def test_clause_behind_a_predicate_nominal_is_outside_but_behind_a_noun_inside() -> None:
    predicate = "It/PRP/4/nsubj is/VBZ/4/cop a/DT/4/det pity/NN/0/root that/IN/7/mark it/PRP/7/nsubj broke/VBD/4/ccomp"
    argument = "The/DT/2/det fact/NN/6/nsubj that/IN/5/mark it/PRP/5/nsubj broke/VBD/2/ccomp matters/VBZ/0/root"

    assert "a pity" in found(predicate)
    assert "The fact that it broke" in found(argument)


def test_bracket_with_its_partner_inside_is_kept() -> None:
    text = "the/DT/2/det unit/NN/0/root (/-LRB-/4/punct CPU/NNP/2/nmod )/-RRB-/4/punct ././2/punct"

    assert found(text)[0] == "the unit ( CPU )"


def test_modifier_behind_a_coordination_belongs_to_the_whole() -> None:
    text = "Towns/NNS/5/nsubj and/CC/3/cc villages/NNS/1/conj that/WDT/5/nsubj burned/VBD/1/acl:relcl fell/VBD/0/root"

    assert found(text)[:3] == ["Towns and villages that burned", "Towns", "villages"]


@pytest.mark.parametrize(
    "text",
    [
        "It/PRP/2/nsubj works/VBZ/0/root in/IN/4/case fact/NN/2/obl",
        "For/IN/2/case example/NN/4/obl it/PRP/4/nsubj works/VBZ/0/root",
        "It/PRP/2/nsubj takes/VBZ/0/root/take place/NN/2/obj",
        "It/PRP/2/nsubj works/VBZ/0/root on/IN/6/case the/DT/6/det other/JJ/6/amod hand/NN/2/obl",
    ],
)
def test_noun_of_an_idiom_is_no_phrase(text: str) -> None:
    assert [phrase.lower() for phrase in found(text)] == ["it"]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("It/PRP/2/nsubj lies/VBZ/0/root in/IN/5/case this/DT/5/det fact/NN/2/obl", "this fact"),
        ("It/PRP/2/nsubj hides/VBZ/0/root/hide this/DT/4/det place/NN/2/obj", "this place"),
        ("It/PRP/2/nsubj lies/VBZ/0/root at/IN/5/case the/DT/5/det place/NN/2/obl", "the place"),
    ],
)
def test_noun_of_an_idiom_is_a_phrase_elsewhere(text: str, phrase: str) -> None:
    assert found(text) == ["It", phrase]


@pytest.mark.parametrize(("opening", "closing"), [("“", "”"), ("``", "''"), ('"', '"'), ("(", ")")])
def test_quotation_mark_or_bracket_with_its_partner_inside_is_taken_in(opening: str, closing: str) -> None:
    text = f"the/DT/3/det {opening}/``/3/punct Birds/NNS/0/root {closing}/''/3/punct"

    assert found(text) == [f"the {opening} Birds {closing}"]
