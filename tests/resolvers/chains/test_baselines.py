"""The baselines of the measure papers, on "The old cook saw his wife. A cook met the cook's wife. She saw her.\""""

from anaphora.resolvers.chains import any_word, head_match, one_entity, singletons, string_match
from anaphora.workbench.decision import ChainResolver
from tests.annotated import prepared

TEXT = prepared(
    "The/DT/3/det old/JJ/3/amod cook/NN/4/nsubj saw/VBD/0/root his/PRP$/6/nmod:poss wife/NN/4/obj ././4/punct\n"
    "A/DT/2/det cook/NN/3/nsubj met/VBD/0/root the/DT/5/det cook/NN/7/nmod:poss 's/POS/5/case "
    "wife/NN/3/obj ././3/punct\n"
    "She/PRP/2/nsubj saw/VBD/0/root her/PRP/2/obj ././2/punct\n"
    "She/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
EMPTY = prepared("")


def found(resolver: ChainResolver) -> list[list[str]]:
    """The words of chains with more than one mention."""
    words = [TEXT.document.words_of(mention.span) for mention in TEXT.mentions]
    return [[words[mention] for mention in chain] for chain in resolver.chains(TEXT) if len(chain) > 1]


def test_all_singletons_and_one_entity_are_the_two_extremes() -> None:
    everything = range(len(TEXT.mentions))

    assert singletons.Singletons().chains(TEXT) == tuple((mention,) for mention in everything)
    assert one_entity.OneEntity().chains(TEXT) == (tuple(everything),)
    assert singletons.Singletons().chains(EMPTY) == one_entity.OneEntity().chains(EMPTY) == ()


def test_head_match_goes_by_the_lemma_of_the_head_and_leaves_pronouns_alone() -> None:
    assert found(head_match.HeadMatch()) == [
        ["The old cook", "A cook", "the cook 's"],
        ["his wife", "the cook 's wife"],
    ]


def test_head_match_may_be_read_to_the_letter_so_that_equal_pronouns_corefer() -> None:
    assert found(head_match.HeadMatch(pron=True))[-1] == ["She", "She"]


def test_string_match_leaves_out_articles_and_the_mark_of_the_genitive() -> None:
    assert found(string_match.StringMatch()) == [["A cook", "the cook 's"]]
    assert found(string_match.StringMatch(pron=True)) == [["A cook", "the cook 's"], ["She", "She"]]


def test_any_word_in_common_links_through_other_mentions() -> None:
    assert found(any_word.AnyWord()) == [["The old cook", "his wife", "A cook", "the cook 's wife", "the cook 's"]]


def test_with_all_words_articles_link_too() -> None:
    assert "The old cook" in found(any_word.AnyWord(words="all"))[0]
    assert found(any_word.AnyWord(words="all"))[1:] == [["She", "She"]]
