"""From links to chains and back, on "The cook saw his wife. He waved." """

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.adapters import ChainAsPronounResolver, CombinedResolver, chains_of, pronouns_of
from anaphora.workbench.decision import Chains, Decision, Explanation
from anaphora.workbench.document import Case, Mention, Prepared, Span
from anaphora.workbench.linking import Differences, Linker, Traits, UnionFind, clash, link
from tests.annotated import prepared

TEXT = prepared(
    "The/DT/2/det cook/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss wife/NN/3/obj ././3/punct\n"
    "He/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
COOK, WIFE, HIS, HE = range(4)
KIM_SANG = prepared(
    "Kim/NNP/2/nsubj came/VBD/0/root ././2/punct\nShe/PRP/2/nsubj sang/VBD/0/root ././2/punct\n"
    "He/PRP/2/nsubj danced/VBD/0/root ././2/punct\nThey/PRP/2/nsubj left/VBD/0/root ././2/punct"
)
KIM, SHE, DANCER, THEY = range(4)


@dataclass(frozen=True)
class Given:
    """A resolver of either kind that answers with what it was given."""

    made: Chains = ()
    answers: tuple[int | None, ...] = ()

    def chains(self, prepared: Prepared) -> Chains:
        return self.made

    def resolve(self, prepared: Prepared) -> list[Decision]:
        return decided(*self.answers)


def decided(*antecedents: int | None) -> list[Decision]:
    return [Decision(case, antecedent, Explanation("opaque", ())) for case, antecedent in enumerate(antecedents)]


def answers(chains: Chains, antecedent: str = "nearest") -> list[int | None]:
    return [decision.antecedent for decision in ChainAsPronounResolver(Given(chains), antecedent).resolve(TEXT)]


@settings(max_examples=40)
@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_links_become_connected_components_whatever_their_order(case: tuple[int, list[tuple[int, int]]]) -> None:
    size, links = case
    found = UnionFind(range(size), links).chains()

    assert found == UnionFind(range(size), [(other, one) for one, other in reversed(links)]).chains()
    assert sorted(mention for chain in found for mention in chain) == list(range(size))
    assert all(any({one, other} <= set(chain) for chain in found) for one, other in links)
    assert UnionFind(range(6), [(4, 2), (2, 0), (3, 5)]).chains() == ((0, 2, 4), (1,), (3, 5))
    assert UnionFind([]).chains() == ()


def test_decisions_chain_through_other_pronouns_on_top_of_chains_without_their_own_pronouns() -> None:
    assert link(TEXT, decided(COOK, HIS)) == ((COOK, HIS, HE), (WIFE,))
    assert link(TEXT, decided(None, None)) == ((COOK,), (WIFE,), (HIS,), (HE,))
    later, rivals = Decision(0, None, cataphoric=HE), Explanation("salience", (COOK,))
    assert link(TEXT, [later]) == ((COOK,), (WIFE,), (HIS, HE))
    assert link(TEXT, [replace(later, explanation=rivals)]) == ((COOK,), (WIFE,), (HIS,), (HE,))
    assert link(TEXT, decided(COOK, None), ((COOK, WIFE, HE), (HIS,))) == ((COOK, WIFE, HIS), (HE,))


# clashes


def test_he_and_she_never_share_a_chain_and_the_surest_decisions_come_first() -> None:
    """Kim may be a man or a woman; who comes first says which, unless the other is surer.

    The dancer goes with Kim, her next best candidate, if she cannot be the singer; the nearest wins of equal scores.
    """
    unsure, sure, none = decided(KIM, KIM, None)
    surest = [replace(unsure, probability=0.5), replace(sure, probability=0.9), none]
    scored = Explanation("additive", (KIM, SHE), scores=(1.0, 2.0))
    next_best = [*decided(None), Decision(1, SHE, scored), Decision(2, None)]

    for dancer in (KIM, SHE):
        assert link(KIM_SANG, decided(KIM, dancer, None)) == ((KIM, SHE), (DANCER,), (THEY,))
    for decisions in (surest, next_best):
        assert link(KIM_SANG, decisions) == ((KIM, DANCER), (SHE,), (THEY,))


def test_a_chain_that_clashes_from_the_start_is_left_as_it_is() -> None:
    whole = ChainAsPronounResolver(Given(((KIM, SHE, DANCER),)))

    assert chains_of(whole, KIM_SANG, whole.resolve(KIM_SANG)) == ((KIM, SHE, DANCER), (THEY,))


def test_pronouns_clash_where_nothing_can_be_meant_by_both() -> None:
    """They may be a company, and I or that be him in what he says; a noun clashes with nothing."""
    clashing = {"he she", "he it", "she they"}
    for words in clashing | {"it they", "he I", "he that", "themself she"}:
        text = prepared("\n".join(f"{word}/PRP/2/nsubj came/VBD/0/root" for word in words.split()))
        assert clash(text.mentions) is (words in clashing), words
        assert Linker(text.mentions).join(0, 1) is (words not in clashing), words
    assert not clash((TEXT.mentions[WIFE], TEXT.mentions[HE]))


def test_names_that_begin_alike_and_go_on_differently_clash() -> None:
    """How many of a row may be linked to the first; Miss Bennet may be Elizabeth."""
    linked = {
        ("Mr. Bennet", "Mr. Bingley"): 0,
        ("Mr. Bennet", "Mr. Bennet"): 1,
        ("Lady Catherine", "Lady Catherine de Bourgh", "Lady de Bourgh"): 2,
        ("Bingley", "Mr. Bingley", "Mr. Bennet"): 1,
        ("Elizabeth Bennet", "Miss Bennet"): 1,
    }
    linkers = {names: linker_of(*names) for names in linked}

    assert {names: sum(it.join(0, other) for other in range(1, len(names))) for names, it in linkers.items()} == linked


def test_entities_of_which_mentions_stand_apart_are_not_linked() -> None:
    """The baker met the smith. The baker paid the smith."""
    nouns = [replace(TEXT.mentions[WIFE], gender="unknown")] * 4
    linker = Linker(nouns, differences=Differences({0: {1}, 1: {0}, 2: {3}, 3: {2}}))

    assert linker.join(0, 2)
    assert [linker.join(*pair) for pair in ((0, 1), (2, 1), (0, 3), (3, 2))] == [False] * 4
    assert linker.join(1, 3)
    assert linker.join(0, 2)
    assert not linker.join(2, 3)


def test_entities_with_other_traits_owners_or_nouns_are_not_linked() -> None:
    """Her upper lip, its lip, my lower lip; a mouth is no lip, but what is evident is linked."""
    noun = replace(TEXT.mentions[WIFE], gender="unknown", animacy="unknown", lemma="lip")
    his = next(mention for mention in TEXT.mentions if mention.kind == "pronoun")
    her, its = replace(his, gender="feminine"), replace(his, gender="neuter", animacy="inanimate")
    mentions = [noun, noun, noun, replace(noun, lemma="mouth"), her, its]
    traits: dict[int, Traits] = {0: {"height": {"upper"}}, 2: {"height": {"lower"}}}
    differences = Differences(traits=traits, owners={0: 4, 1: 5}, kin=lambda *pair: 3 not in pair)
    linker = Linker(mentions, differences=differences)

    assert [linker.join(*pair) for pair in ((0, 1), (0, 2), (2, 3), (0, 3))] == [False] * 4
    assert linker.join(1, 2)
    assert linker.join(2, 3, evident=True)
    assert linker.chains() == ((0,), (1, 2, 3), (4,), (5,))


def test_names_of_the_same_words_are_linked_however_far_they_are_apart() -> None:
    linker = linker_of("Lizzy", "Mr. Bennet", "the Hague", "lizzy", "Mr. Bennet", "Hague", "Mr. Bingley")
    linker.join_names()

    assert linker.chains() == ((0, 3), (1, 4), (2, 5), (6,))


def test_a_phrase_is_not_who_owns_it() -> None:
    text = prepared("Her/PRP$/2/nmod:poss husband/NN/3/nsubj came/VBD/0/root\nHe/PRP/2/nsubj sat/VBD/0/root")
    by_word = {text.document.words_of(mention.span): number for number, mention in enumerate(text.mentions)}
    her, husband, he = by_word["Her"], by_word["Her husband"], by_word["He"]

    assert not Linker(text.mentions, text.document.words).join(her, husband)
    assert Linker(text.mentions, text.document.words).join(husband, he)


def linker_of(*names: str) -> Linker:
    words, mentions = list[str](), list[Mention]()
    for name in names:
        span = Span(len(words), len(words) + len(name.split()))
        words += name.split()
        mentions.append(replace(TEXT.mentions[WIFE], kind="name", span=span, base=span, gender="unknown"))
    return Linker(mentions, words)


def test_who_is_meant_by_speakers_is_linked_by_them() -> None:
    """A name by which a speaker is called is that speaker."""
    kim, *others = KIM_SANG.mentions
    i, you, she = (replace(mention, participant=who) for mention, who in zip(others, ("Ann", "Tom", ""), strict=True))
    speakers = Linker([replace(i, person=1), replace(you, person=2), she, replace(i, person=2)])
    speakers.unite_speakers(range(4))
    named = Linker([kim, replace(others[0], participant="KIM"), replace(others[1], participant="Tom")])
    named.unite_speakers(range(3))

    assert (speakers.chains(), speakers.join(0, 1)) == (((0, 3), (1,), (2,)), False)
    assert (named.chains(), named.join(0, 2)) == (((0, 1), (2,)), False)


# chains as answers


def test_a_pronoun_is_answered_with_the_nearest_candidate_in_its_chain_or_left_open() -> None:
    assert answers(((COOK, HIS, HE), (WIFE,))) == [COOK, HIS]
    assert answers(((COOK, HIS, HE), (WIFE,)), "nearest_nominal") == [COOK, COOK]
    assert answers(((COOK,), (WIFE,), (HIS, HE)), "nearest_nominal") == [None, HIS]
    assert answers(((COOK, WIFE), (HE,))) == [None, None]


def test_the_chains_of_a_chain_resolver_are_its_own_and_of_any_other_its_links() -> None:
    """A layered resolver decides as its upper one, and chains with its lower one."""
    of_chains, of_links = ChainAsPronounResolver(Given(((WIFE, HE),))), Given(answers=(None, COOK))
    layered = CombinedResolver(Given(answers=(COOK, None)), Given(made=((COOK, WIFE),)))
    decisions = layered.resolve(TEXT)

    assert chains_of(of_chains, TEXT, of_chains.resolve(TEXT)) == ((COOK,), (WIFE, HE), (HIS,))
    assert chains_of(of_links, TEXT, of_links.resolve(TEXT)) == ((COOK, HE), (WIFE,), (HIS,))
    assert [decision.antecedent for decision in decisions] == [COOK, None]
    assert chains_of(layered, TEXT, decisions) == ((COOK, WIFE, HIS), (HE,))


def test_chains_are_made_once_for_answers_and_scores_and_the_trace_says_what_was_read_off() -> None:
    asked: list[Prepared] = []

    class Counting(Given):
        def chains(self, prepared: Prepared) -> Chains:
            asked.append(prepared)
            return ((COOK, HIS),)

    resolver = ChainAsPronounResolver(Counting())
    his, he = decisions = resolver.resolve(TEXT)

    assert chains_of(resolver, TEXT, decisions) == ((COOK, HIS), (WIFE,), (HE,))
    assert len(asked) == 1
    assert (his.explanation.rule, his.explanation.candidates) == ("nearest in the chain", (COOK,))
    assert (he.explanation.rule, he.explanation.candidates) == ("no candidate in the chain", (COOK, WIFE, HIS))


def test_chains_answer_noun_phrases_where_the_pronoun_resolver_gets_none() -> None:
    """ "his wife" has the cook in its chain; the pronoun resolver is asked for his and He alone."""
    cases = tuple(Case(anaphor, 0, tuple(range(anaphor)), (), ()) for anaphor in (WIFE, HIS, HE))
    given = replace(TEXT, cases=cases)
    combined = CombinedResolver(Given(answers=(COOK, None)), Given(made=((COOK, WIFE, HE),)))

    assert [case.anaphor for case in pronouns_of(given).cases] == [HIS, HE]
    found = combined.resolve(given)
    assert [(decision.case, decision.antecedent) for decision in found] == [(0, COOK), (1, COOK), (2, None)]


def test_pronouns_that_nobody_was_asked_for_are_not_linked_by_their_speakers_unless_all_mentions_are() -> None:
    said = replace(TEXT, mentions=tuple(replace(each, participant="Ann") for each in TEXT.mentions), cases=())

    assert link(said, []) == ((COOK,), (WIFE,), (HIS,), (HE,))
    assert link(said, [], ((COOK,),)) == ((COOK, WIFE, HIS, HE),)
