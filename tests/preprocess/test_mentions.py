from dataclasses import replace

import pytest

from anaphora.preprocess import Features, Layers, prepare
from anaphora.workbench.document import Mention, Span
from tests.annotated import annotated, prepared


def mentions(text: str) -> dict[str, Mention]:
    """The mentions by their words (the first of several with the same)."""
    found = prepared(text)
    return {found.document.words_of(mention.span): mention for mention in reversed(found.mentions)}


GIVE = (
    "She/PRP/2/nsubj gave/VBD/0/root the/DT/4/det dog/NN/2/iobj a/DT/6/det bone/NN/2/obj "
    "in/IN/9/case the/DT/9/det hall/NN/2/obl"
)
SEEN = "He/PRP/3/nsubj:pass was/VBD/3/aux:pass seen/VBN/0/root by/IN/6/case the/DT/6/det cook/NN/3/obl:agent"
GAVE = "Ann/NNP/2/nsubj gave/VBD/0/root/give it/PRP/2/obj to/TO/6/case the/DT/6/det dog/NN/2/obl"
OWNER = "He/PRP/4/nsubj is/VBZ/4/cop the/DT/4/det owner/NN/0/root and/CC/7/cc the/DT/7/det boss/NN/4/conj"
WORKS = "He/PRP/2/nsubj works/VBZ/0/root and/CC/6/cc is/VBZ/6/cop the/DT/6/det boss/NN/2/conj"
CLOSE = "Open/VB/0/root lids/NNS/1/obj and/CC/4/cc close/VB/1/conj trays/NNS/4/obj"
SWITCH = "The/DT/2/det switch/NN/6/nsubj of/IN/5/case the/DT/5/det fan/NN/2/nmod broke/VBD/0/root"


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        (GIVE, "She", "subject"),
        (GIVE, "the dog", "indirect_object"),
        (GIVE, "a bone", "object"),
        (GIVE, "the hall", "oblique"),
        (SEEN, "He", "subject"),
        (SEEN, "the cook", "agent"),
        (SWITCH, "the fan", "other"),
        ("Open/VB/0/root its/PRP$/3/nmod:poss lid/NN/1/obj", "its", "possessor"),
        ("Ann/NNP/5/nsubj ,/,/4/punct the/DT/4/det boss/NN/1/appos left/VBD/0/root", "the boss", "apposition"),
        ("Ann/NNP/4/nsubj is/VBZ/4/cop the/DT/4/det boss/NN/0/root", "the boss", "predicate"),
        ("They/PRP/2/nsubj made/VBD/0/root Ann/NNP/2/obj boss/NN/2/xcomp", "boss", "predicate"),
        ("There/EX/2/expl is/VBZ/0/root a/DT/4/det box/NN/2/nsubj", "a box", "existential"),
        ("It/PRP/3/expl is/VBZ/3/cop good/JJ/0/root to/TO/5/mark go/VB/3/csubj", "It", "subject"),
        # a conjunct has that of the first
        ("Open/VB/0/root lids/NNS/1/obj and/CC/4/cc trays/NNS/2/conj and/CC/6/cc doors/NNS/4/conj", "doors", "object"),
        (OWNER, "the boss", "predicate"),
        (WORKS, "the boss", "predicate"),
        # a recipient with "to" is an indirect object, a goal or a place is none
        (GAVE, "the dog", "indirect_object"),
        ("It/PRP/3/nsubj:pass was/VBD/3/aux:pass given/VBN/0/root/give to/TO/5/case Ann/NNP/3/obl", "Ann",
         "indirect_object"),
        ("Ann/NNP/2/nsubj moved/VBD/0/root/move it/PRP/2/obj to/TO/5/case shelves/NNS/2/obl", "shelves", "oblique"),
        ("Ann/NNP/2/nsubj gave/VBD/0/root/give it/PRP/2/obj in/IN/5/case shelves/NNS/2/obl", "shelves", "oblique"),
        ("Ann/NNP/2/nsubj gave/VBD/0/root/give to/TO/4/case shelves/NNS/2/obl", "shelves", "oblique"),
    ],
)  # fmt: skip
def test_function_is_read_off_the_tree(text: str, words: str, expected: str) -> None:
    assert mentions(text)[words].function == expected


@pytest.mark.parametrize(
    ("text", "words", "governor"),
    [
        (GIVE, "She", 1),
        (GIVE, "the dog", 1),
        (GIVE, "a bone", 1),
        (GIVE, "the hall", 1),
        (SEEN, "the cook", 2),
        ("There/EX/2/expl is/VBZ/0/root a/DT/4/det box/NN/2/nsubj", "a box", 1),
        ("Open/VB/0/root its/PRP$/3/nmod:poss lid/NN/1/obj", "its", -1),
        ("Open/VB/0/root lids/NNS/1/obj and/CC/4/cc trays/NNS/2/conj", "trays", 0),  # that of the first conjunct
        (CLOSE, "lids", 0),
        (CLOSE, "trays", 3),
        ("Try/VB/0/root to/TO/3/mark open/VB/1/xcomp lids/NNS/3/obj", "lids", 2),
        ("The/DT/2/det lid/NN/4/nsubj is/VBZ/4/cop full/JJ/0/root", "The lid", 3),
        (GAVE, "the dog", 1),
        (WORKS, "the boss", -1),
        (SWITCH, "the fan", -1),
    ],
)
def test_governor_is_the_predicate_of_an_argument(text: str, words: str, governor: int) -> None:
    assert mentions(text)[words].governor == governor


@pytest.mark.parametrize(
    ("text", "words", "preposition"),
    [
        (SWITCH, "the fan", 2),
        (SWITCH, "The switch of the fan", -1),
        ("the/DT/2/det owner/NN/4/nmod:poss 's/POS/2/case manual/NN/0/root", "the owner 's", -1),
        # a conjunct has that of the first, or its own
        ("Look/VB/0/root at/IN/3/case lids/NNS/1/obl and/CC/5/cc trays/NNS/3/conj", "trays", 1),
        ("Look/VB/0/root at/IN/3/case lids/NNS/1/obl and/CC/6/cc under/IN/6/case trays/NNS/3/conj", "trays", 4),
        # of several words the first
        ("It/PRP/2/nsubj stops/VBZ/0/root because/IN/5/case of/IN/3/fixed dust/NN/2/obl", "dust", 2),
    ],
)
def test_preposition_is_that_of_the_complement(text: str, words: str, preposition: int) -> None:
    assert mentions(text)[words].preposition == preposition


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the/DT/2/det lid/NN/0/root", "definite"),
        ("these/DT/2/det lids/NNS/0/root", "definite"),
        ("both/DT/2/det lids/NNS/0/root", "definite"),
        ("my/PRP$/2/nmod:poss lid/NN/0/root", "definite"),
        ("a/DT/2/det lid/NN/0/root", "indefinite"),
        ("some/DT/2/det lids/NNS/0/root", "indefinite"),
        ("two/CD/2/nummod lids/NNS/0/root", "indefinite"),
        ("lids/NNS/0/root", "bare"),
        ("Ann/NNP/0/root", "name"),
        ("the/DT/2/det Seine/NNP/0/root", "definite"),
        ("she/PRP/0/root", "pronoun"),
        ("Ann/NNP/3/nmod:poss 's/POS/1/case lid/NN/0/root", "definite"),
        ("all/PDT/3/det:predet the/DT/3/det lids/NNS/0/root", "definite"),
        ("the/DT/3/det two/CD/3/nummod lids/NNS/0/root", "definite"),
        ("every/DT/2/det lid/NN/0/root", "indefinite"),
        ("one/CD/2/nummod lid/NN/0/root", "indefinite"),
    ],
)
def test_definiteness_is_that_of_the_determiner(text: str, expected: str) -> None:
    assert prepared(text).mentions[0].definiteness == expected


@pytest.mark.parametrize(
    ("text", "kind", "pronoun"),
    [
        ("itself/PRP/0/root", "pronoun", "reflexive"),
        ("hers/PRP/0/root", "pronoun", "possessive"),
        ("that/DT/2/nsubj works/VBZ/0/root", "pronoun", "demonstrative"),
        ("Ann/NNP/0/root", "name", ""),
        ("lid/NN/0/root", "nominal", ""),
        ("everyone/NN/0/root", "nominal", ""),
        ("US/NNP/2/nsubj wins/VBZ/0/root", "name", ""),
        ("He/PRP/0/root and/CC/3/cc Ann/NNP/1/conj", "nominal", ""),
    ],
)
def test_kind_tells_pronouns_names_and_nouns_apart(text: str, kind: str, pronoun: str) -> None:
    found = prepared(text).mentions[0]

    assert (found.kind, found.pronoun) == (kind, pronoun)


def test_conjunct_names_its_coordination() -> None:
    found = mentions("lid/NN/0/root and/CC/3/cc tray/NN/1/conj")

    assert found["lid"].coordination == found["tray"].coordination == Span(0, 3)
    assert found["lid and tray"].coordination is None


def test_sentence_paragraph_and_clause_are_those_of_the_head() -> None:
    text = "Wait/VB/0/root\n\nStop/VB/0/root\nWait/VB/0/root until/IN/4/mark it/PRP/4/nsubj stops/VBZ/1/advcl"
    it = mentions(text)["it"]

    assert (it.sentence, it.paragraph, it.clause) == (2, 1, 5)


def test_heading_is_marked() -> None:
    found = mentions("== The/DT/2/det lid/NN/0/root\nOpen/VB/0/root it/PRP/1/obj")

    assert (found["The lid"].heading, found["it"].heading) == (True, False)


@pytest.mark.parametrize(
    ("speakers", "meant"),
    [
        ((), {"I": "", "you": "", "we": "", "her": ""}),
        (("Ann", "Ann", "Ann", "Ann", "Ann"), {"I": "Ann", "you": "", "we": "", "her": ""}),
        (("Ann", "Ann", "Ann", "Tom", "Tom"), {"I": "Ann", "you": "Tom", "we": "", "her": ""}),
        (("Ann", "", "Ann", "Tom", "Sue"), {"I": "Ann", "you": "", "we": "", "her": ""}),
    ],
)
def test_i_is_who_speaks_and_you_the_other_of_two(speakers: tuple[str, ...], meant: dict[str, str]) -> None:
    document, annotation = annotated(
        "I/PRP/2/nsubj saw/VBD/0/root you/PRP/2/obj\nWe/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj"
    )
    speakers = (*speakers, *speakers[-1:])
    found = prepare(replace(document, speakers=speakers), annotation).mentions

    assert {entry.lemma: entry.participant for entry in found} == {word.lower(): who for word, who in meant.items()}


def test_given_features_replace_the_computed_ones() -> None:
    document, annotation = annotated("The/DT/2/det cook/NN/3/nsubj left/VBD/0/root")
    given = Features(3, "plural", "feminine", "animate", "key")
    found = prepare(document, annotation, layers=Layers(agreement={Span(0, 2): given})).mentions[0]

    assert (found.number, found.gender, found.animacy, found.evidence) == ("plural", "feminine", "animate", "key")


def test_lemma_is_in_lower_case() -> None:
    assert prepared("Lids/NNS/0/root").mentions[0].lemma == "lid"


def test_a_noun_that_the_parser_hung_on_a_participle_keeps_preposition_determiner_and_function() -> None:
    """The parse that the bundled pipeline makes of Mitkov's example."""
    vcr = mentions(
        "Insert/VB/0/root it/PRP/1/obj into/IN/6/case the/DT/6/det VCR/NN/6/compound making/VBG/1/obl sure/JJ/1/xcomp"
    )["the VCR"]

    assert (vcr.definiteness, vcr.preposition, vcr.function) == ("definite", 2, "oblique")


def test_noun_with_a_pronoun_has_its_person() -> None:
    guys = mentions("You/PRP/2/dep guys/NNS/3/nsubj left/VBD/0/root")["You guys"]

    assert (guys.person, guys.number, guys.kind) == (2, "plural", "nominal")


@pytest.mark.parametrize(
    ("text", "words", "pronoun"),
    [
        ("Open/VB/0/root her/PRP$/3/nmod:poss box/NN/1/obj", "her", "possessive"),
        ("Open/VB/0/root his/PRP$/3/nmod:poss box/NN/1/obj", "his", "possessive"),
        ("Tell/VB/0/root her/PRP/1/obj", "her", "personal"),
        ("It/PRP/3/nsubj is/VBZ/3/cop hers/PRP/0/root", "hers", "possessive"),
    ],
)
def test_her_is_possessive_before_a_noun(text: str, words: str, pronoun: str) -> None:
    assert mentions(text)[words].pronoun == pronoun
