"""The patterns of Paice & Husk 1987, of Lappin & Leass 1994, and ours, where they fire and where they do not."""

from collections.abc import Mapping

import pytest

from anaphora.preprocess.english.it_filter.context import occurrences
from anaphora.preprocess.english.it_filter.rules import ALL, PAICE_HUSK, Rules, firing_rules
from anaphora.preprocess.trees import trees_of
from tests.annotated import annotated

OURS = {source: rules for source, rules in ALL.items() if source not in PAICE_HUSK}

WORDS = {
    "is": "VBZ/be",
    "was": "VBD/be",
    "works": "VBZ/work",
    "said": "VBD/say",
    "may": "MD",
    "be": "VB",
    "seems": "VBZ/seem",
}
WORDS |= {"that": "IN", "to": "TO", "print": "VB", "stop": "VBP", "knew": "VBD", "it": "PRP", "It": "PRP", "not": "RB"}


def tagged(text: str) -> str:
    """Words with their tags; trees do not matter to the patterns of Paice & Husk."""
    entries = []
    for number, word in enumerate(text.split(), 1):
        tag, _, lemma = WORDS.get(word, "NN" if word[0].isalpha() else word).partition("/")
        entries.append(f"{word}/{tag}/{number - 1}/dep/{lemma or word}")
    return " ".join(entries)


OF_WORDS = {
    "it ... that": ["It is odd that fans stop", "It may not be odd that fans stop"],
    "it ... to": ["It is easy to print", "It is not very easy to print", "It may be easy for us to print"],
    "it ... whether": ["It is not known whether fans stop", "It is doubtful if fans stop"],
    "idiom": ["fans stop , as it were", "on the face of it , fans stop"],
    "parenthetical": ["fans , it seems , stop", "fans stop , it seems"],
}

NOT_OF_WORDS = {
    "it ... that": [
        "It works",
        "It is odd in that fans stop",
        "It is odd and fans stop that way",
        "it works ; we know that fans stop",
        "near it is a tray that stops",
        "It is " + "a very " * 20 + "odd thing that fans stop",
    ],
    "it ... to": ["It is red to print", "It is easy", "It works to print", "with it is easy to print"],
    "it ... whether": ["It is red whether fans stop", "It is known", "near it is known whether fans stop"],
    "idiom": ["as it is , fans stop"],
    "parenthetical": ["fans , it works , stop", "it seems , fans stop"],
}

IS_EASY = "is/VBZ/3/cop easy/JJ/0/root"

OF_TREES = {
    "expletive": [
        "It/PRP/3/expl is/VBZ/3/cop odd/JJ/0/root that/IN/6/mark fans/NNS/6/nsubj stop/VBP/3/csubj",
        "It/PRP/4/expl is/VBZ/4/cop the/DT/4/det cook/NN/0/root who/WP/6/nsubj left/VBD/4/acl:relcl",
    ],
    "modal adjective": [
        f"It/PRP/3/nsubj {IS_EASY} to/TO/5/mark print/VB/3/xcomp",
        "It/PRP/4/nsubj is/VBZ/4/cop not/RB/4/advmod certain/JJ/0/root that/IN/7/mark he/PRP/7/nsubj stop/VBP/4/ccomp",
        "Is/VBZ/3/cop it/PRP/3/nsubj legal/JJ/0/root to/TO/5/mark go/VB/3/csubj",
    ],
    "more adjectives and nouns": ["Is/VBZ/3/cop it/PRP/3/nsubj safe/JJ/0/root to/TO/5/mark go/VB/3/csubj"],
    "cognitive verb": [
        (
            "It/PRP/3/nsubj:pass is/VBZ/3/aux:pass recommended/VBN/0/root/recommend that/IN/6/mark you/PRP/6/nsubj "
            "wait/VBP/3/ccomp"
        )
    ],
    "raising verb": [
        "It/PRP/2/nsubj seems/VBZ/0/root that/IN/5/mark fans/NNS/5/nsubj stop/VBP/2/ccomp",
        "It/PRP/2/nsubj follows/VBZ/0/root that/IN/5/mark fans/NNS/5/nsubj stop/VBP/2/ccomp",
    ],
    "object of make": [
        "Trays/NNS/2/nsubj make/VBP/0/root it/PRP/2/obj easy/JJ/2/xcomp to/TO/6/mark print/VB/4/xcomp",
        "They/PRP/2/nsubj make/VBP/0/root it/PRP/5/nsubj very/RB/5/advmod easy/JJ/2/xcomp to/TO/7/mark go/VB/5/csubj",
    ],
    "more objects": [
        "Trays/NNS/2/nsubj make/VBP/0/root it/PRP/2/obj safe/JJ/2/xcomp to/TO/6/mark print/VB/4/xcomp",
        "We/PRP/2/nsubj think/VBP/0/root it/PRP/2/obj easy/JJ/2/xcomp to/TO/6/mark print/VB/4/xcomp",
    ],
    "more verbs": [
        "It/PRP/3/nsubj:pass is/VBZ/3/aux:pass said/VBN/0/root/say that/IN/6/mark fans/NNS/6/nsubj stop/VBP/3/ccomp"
    ],
    "more raising verbs": ["It/PRP/2/nsubj happens/VBZ/0/root that/IN/5/mark fans/NNS/5/nsubj stop/VBP/2/ccomp"],
    "time to": ["It/PRP/3/nsubj is/VBZ/3/cop time/NN/0/root to/TO/5/mark go/VB/3/acl"],
    "weather": ["It/PRP/3/nsubj was/VBD/3/aux raining/VBG/0/root/rain", "It/PRP/3/nsubj was/VBD/3/cop dark/JJ/0/root"],
    "time": [
        "It/PRP/3/nsubj was/VBD/3/cop midnight/NN/0/root",
        "It/PRP/2/nsubj takes/VBZ/0/root an/DT/4/det hour/NN/2/obj to/TO/6/mark dry/VB/2/xcomp",
    ],
    "thanks to": [
        (
            "It/PRP/3/nsubj is/VBZ/3/cop thanks/NNS/0/root to/IN/5/case him/PRP/3/nmod that/IN/8/mark we/PRP/8/nsubj "
            "won/VBD/3/acl"
        )
    ],
}

NOT_OF_TREES = {
    "expletive": [
        "It/PRP/2/expl works/VBZ/0/root when/WRB/5/advmod fans/NNS/5/nsubj stop/VBP/2/advcl",
        "It/PRP/4/nsubj is/VBZ/4/cop the/DT/4/det cook/NN/0/root who/WP/6/nsubj left/VBD/4/acl:relcl",
    ],
    "modal adjective": [
        f"It/PRP/3/nsubj {IS_EASY}",
        "It/PRP/3/nsubj is/VBZ/3/cop ready/JJ/0/root to/TO/5/mark print/VB/3/xcomp",
    ],
    "more adjectives and nouns": ["It/PRP/3/nsubj is/VBZ/3/cop safe/JJ/0/root"],
    "more verbs": ["It/PRP/3/nsubj:pass is/VBZ/3/aux:pass said/VBN/0/root/say"],
    "more raising verbs": ["It/PRP/2/nsubj happens/VBZ/0/root"],
    "more objects": ["We/PRP/2/nsubj think/VBP/0/root it/PRP/4/nsubj easy/JJ/2/xcomp"],
    "time to": ["It/PRP/3/nsubj saves/VBZ/0/root time/NN/2/obj to/TO/5/mark go/VB/3/acl"],
    "cognitive verb": [
        "It/PRP/3/nsubj:pass was/VBD/3/aux:pass reported/VBN/0/root/report by/IN/5/case him/PRP/3/obl:agent",
        "It/PRP/3/nsubj:pass is/VBZ/3/aux:pass bolted/VBN/0/root/bolt so/IN/6/mark we/PRP/6/nsubj wait/VBP/3/ccomp",
    ],
    "raising verb": [
        "It/PRP/2/nsubj follows/VBZ/0/root the/DT/4/det driver/NN/2/obj",
        "It/PRP/2/nsubj shows/VBZ/0/root that/IN/5/mark fans/NNS/5/nsubj stop/VBP/2/ccomp",
    ],
    "object of make": [
        "She/PRP/2/nsubj found/VBD/0/root/find it/PRP/2/obj",
        "She/PRP/2/nsubj found/VBD/0/root/find it/PRP/2/obj for/IN/5/case him/PRP/2/obl",
        "Trays/NNS/2/nsubj make/VBP/0/root it/PRP/2/obj easy/JJ/2/xcomp",
        "She/PRP/2/nsubj keeps/VBZ/0/root it/PRP/2/obj safe/JJ/2/xcomp to/TO/6/mark use/VB/4/xcomp",
        (
            "She/PRP/2/nsubj found/VBD/0/root/find it/PRP/2/obj in/IN/7/case a/DT/7/det good/JJ/7/amod box/NN/2/obl "
            "for/IN/9/case pens/NNS/7/nmod"
        ),
        "She/PRP/2/nsubj made/VBD/0/root/make it/PRP/4/nsubj red/JJ/2/xcomp to/TO/6/mark please/VB/2/advcl",
    ],
    "weather": [
        "It/PRP/4/nsubj is/VBZ/4/cop too/RB/4/advmod hot/JJ/0/root to/TO/6/mark touch/VB/4/advcl",
        "They/PRP/2/nsubj keep/VBP/0/root it/PRP/4/nsubj cold/JJ/2/xcomp",
    ],
    "time": [
        "It/PRP/2/nsubj takes/VBZ/0/root a/DT/4/det page/NN/2/obj",
        "It/PRP/4/nsubj was/VBD/4/cop a/DT/4/det day/NN/0/root",
    ],
    "thanks to": [
        "It/PRP/2/nsubj printed/VBD/0/root thanks/NNS/6/case to/IN/3/fixed the/DT/6/det ink/NN/2/obl",
        "Ann/NNP/2/nsubj sold/VBD/0/root it/PRP/2/obj thanks/NNS/6/case to/IN/4/fixed Bob/NNP/2/obl",
    ],
}


def firing(text: str, sources: Mapping[str, Rules]) -> set[str]:
    document, annotation = annotated(text)
    rules = (rule for it in occurrences(trees_of(annotation, document.words)) for rule in firing_rules(it, sources))
    return {rule.partition(": ")[2] for rule in rules}


def test_every_rule_has_examples() -> None:
    assert OF_WORDS.keys() == NOT_OF_WORDS.keys() == {name for rules in PAICE_HUSK.values() for name in rules}
    assert OF_TREES.keys() == NOT_OF_TREES.keys() == {name for rules in OURS.values() for name in rules}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in OF_WORDS.items() for text in texts])
def test_rule_over_words_takes_it(rule: str, text: str) -> None:
    assert firing(tagged(text), PAICE_HUSK) == {rule}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in OF_TREES.items() for text in texts])
def test_rule_over_trees_takes_it(rule: str, text: str) -> None:
    assert rule in firing(text, OURS)


@pytest.mark.parametrize("text", [text for texts in NOT_OF_WORDS.values() for text in texts])
def test_look_alike_in_words_is_left(text: str) -> None:
    assert firing(tagged(text), PAICE_HUSK) == set()


@pytest.mark.parametrize("text", [text for texts in NOT_OF_TREES.values() for text in texts])
def test_look_alike_in_trees_is_left(text: str) -> None:
    assert firing(text, OURS) == set()


def test_that_before_a_noun_opens_no_clause() -> None:
    assert firing("It/PRP/2/nsubj broke/VBD/0/root that/DT/4/det lid/NN/2/obj", PAICE_HUSK) == set()


def test_rules_of_the_paper_know_the_words_of_the_paper_only() -> None:
    rules = {rule for text in OF_TREES["more adjectives and nouns"] for rule in firing(text, OURS)}

    assert rules == {"more adjectives and nouns"}
