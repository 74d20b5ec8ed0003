"""The baselines of the measure papers, and word match, on sentences that a reader sees at once."""

from anaphora.preprocess import prepare
from anaphora.resolvers.chains import any_word, head_match, one_entity, singletons, string_match
from anaphora.resolvers.chains.word_match import WordMatch
from anaphora.workbench.decision import ChainResolver
from anaphora.workbench.document import Prepared
from tests.annotated import annotated_in
from tests.resolvers.answers import names, read

TEXT = "The old cook saw his wife | A cook met the cook 's wife | She saw her | She waved"


def actual(resolver: ChainResolver, text: Prepared | None = None) -> list[list[str]]:
    """The words of chains with more than one mention."""
    document = text or read(TEXT)
    words = names(document)
    return [[words[mention] for mention in chain] for chain in resolver.chains(document) if len(chain) > 1]


def test_all_singletons_and_one_entity_are_the_two_extremes() -> None:
    text, nothing = read(TEXT), read("")
    everything = range(len(text.mentions))

    assert singletons.Singletons().chains(text) == tuple((mention,) for mention in everything)
    assert one_entity.OneEntity().chains(text) == (tuple(everything),)
    assert singletons.Singletons().chains(nothing) == one_entity.OneEntity().chains(nothing) == ()


def test_mentions_match_by_head_by_string_or_by_any_word() -> None:
    cooks, she = ["A cook", "the cook 's"], ["She", "She"]

    # the lemma of the head, pronouns apart; or to the letter, so that equal pronouns corefer
    assert actual(head_match.HeadMatch()) == [["The old cook", *cooks], ["his wife", "the cook 's wife"]]
    assert actual(head_match.HeadMatch(pron=True))[-1] == she
    # articles and the mark of the genitive are left out
    assert actual(string_match.StringMatch()) == [cooks]
    assert actual(string_match.StringMatch(pron=True)) == [cooks, she]
    # one word in common links through other mentions; articles link too if all words count
    assert actual(any_word.AnyWord()) == [["The old cook", "his wife", "A cook", "the cook 's wife", "the cook 's"]]
    assert "The old cook" in actual(any_word.AnyWord(words="all"))[0]
    assert actual(any_word.AnyWord(words="all"))[1:] == [she]


def test_word_match_knows_definite_noun_phrases_and_names_and_leaves_pronouns_alone() -> None:
    expected = {
        "A cook met a cook | The cook slept": [["a cook", "The cook"]],  # an indefinite one begins an entity
        "Ann Lee met Ann Hill | Lee slept": [["Ann Lee", "Lee"]],
        "She slept | She woke": [],
    }
    assert {text: actual(WordMatch(), read(text)) for text in expected} == expected


def test_word_match_has_articles_and_cases_of_each_language() -> None:
    chien = (  # a possessive is no article: his dog and the dog may be two
        "Le/le/DET/ms/2/det chien//NOUN/ms/3/nsubj dort/dormir/VERB//0/root | "
        "Ce/ce/DET/ms/2/det chien//NOUN/ms/3/nsubj voit//VERB//0/root son//DET/msP/5/det chien//NOUN/ms/3/obj"
    )
    hund = (  # the genitive of a name
        "Kari/Kari/PROPN//2/nsubj sover//VERB//0/root | Karis/Kari/PROPN//2/nmod:poss hund//NOUN/ms/3/nsubj "
        "sover/sove/VERB//0/root"
    )
    kutya = (  # nouns show their case
        "A//DET//2/det kutya//NOUN/sN/3/nsubj alszik//VERB//0/root | "
        "Anna/Anna/PROPN/sN/2/nsubj látja/lát/VERB//0/root a//DET//4/det kutyát/kutya/NOUN/sA/2/obj"
    )
    expected = {
        ("fr", chien): [["Le chien", "Ce chien"]],
        ("no", hund): [["Kari", "Karis"]],
        ("hu", kutya): [["A kutya", "a kutyát"]],
    }
    assert {row: actual(WordMatch(), prepare(*annotated_in(*row))) for row in expected} == expected
