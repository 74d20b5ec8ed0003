"""From links to chains and back, on "The cook saw his wife. He waved." """

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from anaphora.workbench.decision import Chains, Decision, Explanation
from anaphora.workbench.document import Case, Prepared
from anaphora.workbench.linking import (
    ChainAsPronounResolver,
    CombinedResolver,
    chains_of,
    components,
    link,
    pronouns_of,
)
from tests.annotated import prepared

TEXT = prepared(
    "The/DT/2/det cook/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss wife/NN/3/obj ././3/punct\n"
    "He/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
COOK, WIFE, HIS, HE = range(4)


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


def test_links_become_connected_components_and_the_rest_stays_alone() -> None:
    assert components(6, [(4, 2), (2, 0), (3, 5)]) == ((0, 2, 4), (1,), (3, 5))
    assert components(0, []) == ()


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_components_are_the_same_whatever_the_order_of_links(case: tuple[int, list[tuple[int, int]]]) -> None:
    size, links = case
    found = components(size, links)

    assert found == components(size, [(other, one) for one, other in reversed(links)])
    assert sorted(mention for chain in found for mention in chain) == list(range(size))
    assert all(any({one, other} <= set(chain) for chain in found) for one, other in links)


def test_decisions_chain_through_other_pronouns() -> None:
    assert link(TEXT, decided(COOK, HIS)) == ((COOK, HIS, HE), (WIFE,))
    assert link(TEXT, decided(None, None)) == ((COOK,), (WIFE,), (HIS,), (HE,))


def test_links_of_pronouns_come_on_top_of_chains_without_their_own_pronouns() -> None:
    nominal = ((COOK, WIFE, HE), (HIS,))

    assert link(TEXT, decided(COOK, None), nominal) == ((COOK, WIFE, HIS), (HE,))


def test_a_pronoun_is_answered_with_the_nearest_candidate_in_its_chain() -> None:
    assert answers(((COOK, HIS, HE), (WIFE,))) == [COOK, HIS]


def test_a_pronoun_may_be_answered_with_the_nearest_that_is_no_pronoun() -> None:
    assert answers(((COOK, HIS, HE), (WIFE,)), "nearest_nominal") == [COOK, COOK]
    assert answers(((COOK,), (WIFE,), (HIS, HE)), "nearest_nominal") == [None, HIS]


def test_a_pronoun_that_is_alone_or_in_no_chain_is_left_open() -> None:
    assert answers(((COOK, WIFE), (HE,))) == [None, None]


def test_the_trace_of_a_projected_answer_says_what_it_was_read_off() -> None:
    [his, he] = ChainAsPronounResolver(Given(((COOK, HIS),))).resolve(TEXT)

    assert (his.explanation.rule, his.explanation.candidates) == ("nearest in the chain", (COOK,))
    assert (he.explanation.rule, he.explanation.candidates) == ("no candidate in the chain", (COOK, WIFE, HIS))


def test_a_layered_resolver_decides_as_its_upper_one_and_chains_with_its_lower_one() -> None:
    layered = CombinedResolver(Given(answers=(COOK, None)), Given(made=((COOK, WIFE),)))
    decisions = layered.resolve(TEXT)

    assert [decision.antecedent for decision in decisions] == [COOK, None]
    assert chains_of(layered, TEXT, decisions) == ((COOK, WIFE, HIS), (HE,))


def test_the_chains_of_a_chain_resolver_are_its_own_and_of_any_other_its_links() -> None:
    of_chains, of_links = ChainAsPronounResolver(Given(((WIFE, HE),))), Given(answers=(None, COOK))

    assert chains_of(of_chains, TEXT, of_chains.resolve(TEXT)) == ((COOK,), (WIFE, HE), (HIS,))
    assert chains_of(of_links, TEXT, of_links.resolve(TEXT)) == ((COOK, HE), (WIFE,), (HIS,))


def test_chains_are_made_once_for_answers_and_scores() -> None:
    asked: list[Prepared] = []

    class Counting(Given):
        def chains(self, prepared: Prepared) -> Chains:
            asked.append(prepared)
            return ((COOK, HE),)

    resolver = ChainAsPronounResolver(Counting())
    decisions = resolver.resolve(TEXT)

    assert chains_of(resolver, TEXT, decisions) == ((COOK, HE), (WIFE,), (HIS,))
    assert len(asked) == 1


def test_chains_answer_noun_phrases_where_the_pronoun_resolver_gets_none() -> None:
    """ "his wife" has the cook in its chain; the pronoun resolver is asked for his and He alone."""
    cases = tuple(Case(anaphor, 0, tuple(range(anaphor)), (), ()) for anaphor in (WIFE, HIS, HE))
    given = replace(TEXT, cases=cases)
    combined = CombinedResolver(Given(answers=(COOK, None)), Given(made=((COOK, WIFE, HE),)))

    assert [case.anaphor for case in pronouns_of(given).cases] == [HIS, HE]
    found = combined.resolve(given)
    assert [(decision.case, decision.antecedent) for decision in found] == [(0, COOK), (1, COOK), (2, None)]
