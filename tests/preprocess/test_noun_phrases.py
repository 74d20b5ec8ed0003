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
    "pronoun before a noun belongs to it": (
        "You/PRP/2/dep guys/NNS/3/nsubj left/VBD/0/root", ["You guys"],
    ),
    "pronoun that is said anew is a phrase": (
        "He/PRP/2/reparandum he/PRP/3/nsubj left/VBD/0/root", ["He", "he"],
    ),
    "article that breaks off is no phrase": (
        "Ann/NNP/2/nsubj ran/VBD/0/root a/DT/2/obj/a/PronType=Art --/:/3/punct", ["Ann"],
    ),
    "second number before a noun is no phrase": (
        "One/CD/4/nummod or/CC/3/cc two/CD/1/conj lids/NNS/5/nsubj broke/VBD/0/root", ["One or two lids"],
    ),
    "end of a range before a noun is no phrase": (
        "Two/CD/4/nummod to/IN/3/case three/CD/1/nmod lids/NNS/5/nsubj broke/VBD/0/root", ["Two to three lids"],
    ),
    "a phrase ends before until": (
        "the/DT/2/det home/NN/0/root of/IN/5/case the/DT/5/det king/NN/2/nmod until/IN/7/case noon/NN/2/nmod",
        ["the home of the king", "the king", "noon"],
    ),
    "ends of a range are two phrases": (
        "Ann/NNP/0/root (/-LRB-/3/punct 1704/CD/1/appos –/SYM/5/case 1787/CD/3/nmod )/-RRB-/3/punct",
        ["Ann", "1704", "1787"],
    ),
    "number of a citation is a phrase": (
        "It/PRP/2/nsubj helps/VBZ/0/root [/-LRB-/4/punct 12/CD/2/dep ]/-RRB-/4/punct", ["It", "12"],
    ),
    "measure before what it measures is no phrase": (
        "2/CD/2/nummod teaspoons/NNS/4/nmod:unmarked baking/NN/4/compound soda/NN/0/root", ["2 teaspoons baking soda"],
    ),
    "foreign word as an argument is a phrase": (
        "Ants/NNS/2/nsubj ate/VBD/0/root formica/FW/2/obj fusca/FW/3/flat", ["Ants", "formica fusca"],
    ),
    "foreign clause has no phrases": (
        "He/PRP/2/nsubj said/VBD/0/root je/FW/4/nsubj pense/FW/2/ccomp", ["He"],
    ),
    "noun joined to a participle by a hyphen is no phrase": (
        "A/DT/5/det self/NN/4/compound -/HYPH/4/punct governing/VBG/5/amod body/NN/0/root", ["A self - governing body"],
    ),
    "fronted adjunct stands outside": (
        "At/IN/2/case dawn/NN/5/nmod ,/,/2/punct a/DT/5/det fire/NN/0/root", ["dawn", "a fire"],
    ),
    "phrase with a preposition after a comma stands outside": (
        "The/DT/2/det lid/NN/7/nsubj ,/,/5/punct including/VBG/5/case hinges/NNS/2/nmod ,/,/5/punct broke/VBD/0/root",
        ["The lid", "hinges"],
    ),
    "clause in -ing after a comma stands outside": (
        "The/DT/2/det lid/NN/6/nsubj ,/,/4/punct shining/VBG/2/acl ,/,/4/punct broke/VBD/0/root", ["The lid"],
    ),
    "clause in -ing without a comma is inside": (
        "The/DT/2/det lid/NN/4/nsubj shining/VBG/2/acl broke/VBD/0/root", ["The lid shining"],
    ),
    "examples after a comma are inside": (
        "tools/NNS/0/root ,/,/5/punct such/JJ/5/case as/IN/3/fixed pliers/NNS/1/nmod",
        ["tools , such as pliers", "pliers"],
    ),
    "noun of a complex preposition is no phrase": (
        "It/PRP/2/nsubj fails/VBZ/0/root in/IN/4/case terms/NNS/2/obl of/IN/6/case speed/NN/4/nmod", ["It", "speed"],
    ),
    "same noun without the second preposition is a phrase": (
        "It/PRP/2/nsubj fails/VBZ/0/root in/IN/5/case new/JJ/5/amod terms/NNS/2/obl", ["It", "new terms"],
    ),
    "what a number counts is no phrase of its own": (
        "a/DT/2/det number/NN/0/root of/IN/4/case lids/NNS/2/nmod", ["a number of lids"],
    ),
    "what has a number is a phrase": (
        "the/DT/2/det number/NN/0/root of/IN/5/case the/DT/5/det printer/NN/2/nmod",
        ["the number of the printer", "the printer"],
    ),
    "another phrase behind a quantifier and its noun is a phrase": (
        "a/DT/2/det piece/NN/0/root of/IN/4/case art/NN/2/nmod for/IN/7/case my/PRP$/7/nmod:poss room/NN/2/nmod",
        ["a piece of art for my room", "my room", "my"],
    ),
    "part of a name is no phrase, though it looks like its adjective": (
        "the/DT/4/det ailing/JJ/4/amod New/NNP/4/amod Post/NNP/0/root", ["the ailing New Post"],
    ),
    "adverbial quantity is no phrase": (
        "It/PRP/2/nsubj helps/VBZ/0/root a/DT/4/det lot/NN/2/obl:unmarked", ["It"],
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


def test_both_belongs_to_the_coordination_not_to_its_first_member() -> None:
    text = "Both/CC/2/cc:preconj lids/NNS/0/root and/CC/4/cc trays/NNS/2/conj"

    assert found(text) == ["Both lids and trays", "lids", "trays"]


def test_both_without_a_second_member_stays_with_its_noun() -> None:
    assert found("Both/CC/2/cc:preconj lids/NNS/0/root") == ["Both lids"]


@pytest.mark.parametrize(
    "text",
    [
        "not/RB/3/advmod a/DT/3/det lid/NN/0/root but/CC/6/cc a/DT/6/det tray/NN/3/conj",
        "a/DT/2/det lid/NN/0/root rather/RB/6/cc than/IN/3/fixed a/DT/6/det tray/NN/2/conj",
        "a/DT/2/det lid/NN/0/root as/RB/7/cc well/RB/3/fixed as/IN/3/fixed a/DT/7/det tray/NN/2/conj",
        "of/IN/3/case a/DT/3/det lid/NN/0/root and/CC/7/cc of/IN/7/case a/DT/7/det tray/NN/3/conj",
    ],
)
def test_what_is_contrasted_or_has_two_prepositions_is_no_coordination(text: str) -> None:
    assert found(text) == ["a lid", "a tray"]


def test_possessors_with_an_s_each_are_a_coordination() -> None:
    text = "Ann/NNP/6/nmod:poss 's/POS/1/case and/CC/4/cc Bob/NNP/1/conj 's/POS/4/case house/NN/0/root"

    assert "Ann 's and Bob 's" in found(text)


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


@pytest.mark.parametrize(("opening", "closing"), [("“", "”"), ("``", "''"), ('"', '"'), ("[", "]")])
def test_quotation_mark_or_bracket_that_is_closed_inside_is_taken_in(opening: str, closing: str) -> None:
    text = f"{opening}/``/2/punct Red/JJ/4/amod {closing}/''/2/punct lids/NNS/0/root"

    assert found(text) == [f"{opening} Red {closing} lids"]


def test_quotation_mark_at_the_end_of_the_sentence_before_opens_nothing() -> None:
    text = """
        It/PRP/2/nsubj broke/VBD/0/root "/''/2/punct
        The/DT/4/det 5/CD/4/nummod "/''/2/punct lid/NN/0/root
    """

    assert found(text) == ["It", 'The 5 " lid']
