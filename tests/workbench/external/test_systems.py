"""What a system outside says of our anaphors, in "The cook saw his wife. He waved."."""

from anaphora.workbench.adapters import chains_of
from anaphora.workbench.decision import SpanResolver
from anaphora.workbench.document import Prepared, Span
from anaphora.workbench.external.systems import ExternalSystem, SystemOutput, align_chains, align_spans
from tests.annotated import prepared

TEXT = prepared(
    "The/DT/2/det cook/NN/3/nsubj saw/VBD/0/root his/PRP$/5/nmod:poss wife/NN/3/obj ././3/punct\n"
    "He/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
COOK, WIFE, HIS, HE = range(4)
THE_COOK, HIS_SPAN, HIS_WIFE, HE_SPAN = Span(0, 2), Span(3, 4), Span(3, 5), Span(6, 7)


def saying(found: SystemOutput, antecedent: str = "nearest") -> ExternalSystem:
    return ExternalSystem(lambda _: found, antecedent)


def answers(found: SystemOutput, antecedent: str = "nearest", text: Prepared = TEXT) -> list[int | None]:
    return [decision.antecedent for decision in saying(found, antecedent).resolve(text)]


def test_an_anaphor_is_answered_by_the_nearest_candidate_in_its_chain() -> None:
    found = SystemOutput(((THE_COOK, HIS_SPAN, HE_SPAN),))

    assert answers(found) == [COOK, HIS]
    assert answers(found, "nearest_nominal") == [COOK, COOK]


def test_what_the_system_linked_itself_comes_before_its_chains() -> None:
    chains = ((THE_COOK, HIS_SPAN, HE_SPAN),)

    assert answers(SystemOutput(chains, {HE_SPAN: THE_COOK})) == [COOK, COOK]
    assert answers(SystemOutput(chains, {HE_SPAN: None})) == [COOK, None]
    assert answers(SystemOutput(chains, {HE_SPAN: Span(7, 8)})) == [COOK, None], "the verb is no candidate"
    assert answers(SystemOutput((), {HIS_SPAN: HE_SPAN})) == [None, None], "nor what comes after the anaphor"


def test_the_trace_says_who_decided() -> None:
    made = saying(SystemOutput(((THE_COOK, HIS_SPAN),), {HE_SPAN: HIS_WIFE})).resolve(TEXT)

    assert [decision.explanation.rule for decision in made] == ["nearest in the chain", "linked by the system"]


def test_what_the_system_says_of_how_sure_it_is_is_its_probability() -> None:
    found = SystemOutput(((THE_COOK, HIS_SPAN),), {HE_SPAN: THE_COOK}, sure={HE_SPAN: 0.75, HIS_SPAN: 0.5})

    assert [decision.probability for decision in saying(found).resolve(TEXT)] == [None, 0.75]


def test_spans_stay_the_systems_own_and_heads_become_the_mentions_that_they_head() -> None:
    own = ((Span(1, 2), HE_SPAN),)

    assert saying(SystemOutput(own)).spans(TEXT) == own
    assert saying(SystemOutput(own, heads=True)).spans(TEXT) == ((THE_COOK, HE_SPAN),)
    assert saying(SystemOutput(((Span(2, 3),),), heads=True)).spans(TEXT) == ((Span(2, 3),),), (
        "no mention has this head"
    )


def test_on_our_mentions_every_other_mention_is_alone() -> None:
    resolver = saying(SystemOutput(((Span(1, 2), HE_SPAN),)))

    assert resolver.chains(TEXT) == ((COOK, HE),)
    assert chains_of(resolver, TEXT, resolver.resolve(TEXT)) == ((COOK, HE), (WIFE,), (HIS,))
    assert isinstance(resolver, SpanResolver)


# Spans on our mentions, in "The cook of Rome saw his wife. He waved."

ROME_TEXT = prepared(
    "The/DT/2/det cook/NN/5/nsubj of/IN/4/case Rome/NNP/2/nmod saw/VBD/0/root his/PRP$/7/nmod:poss wife/NN/5/obj "
    "././5/punct\nHe/PRP/2/nsubj waved/VBD/0/root ././2/punct"
)
NAMES = [ROME_TEXT.document.words_of(it.span) for it in ROME_TEXT.mentions]
COOK_OF_ROME, ROME, WIFE_OF_ROME, HIS_OF_ROME, HE_OF_ROME = (
    NAMES.index(it) for it in ("The cook of Rome", "Rome", "his wife", "his", "He")
)


def test_equal_spans_are_the_mention_and_shorter_longer_or_bare_heads_find_theirs() -> None:
    """A span whose head heads no mention is none of ours; of two for one mention the equal one comes first."""
    found = {Span(0, 2): COOK_OF_ROME, Span(2, 4): ROME, Span(6, 7): WIFE_OF_ROME}

    assert align_spans(ROME_TEXT, [Span(0, 4)]) == {Span(0, 4): COOK_OF_ROME}
    assert align_spans(ROME_TEXT, list(found)) == found
    assert align_spans(ROME_TEXT, [Span(4, 7), Span(7, 8)]) == {}
    assert align_spans(ROME_TEXT, [Span(1, 2), Span(0, 4), Span(0, 2)]) == {Span(0, 4): COOK_OF_ROME}
    assert align_spans(ROME_TEXT, [Span(1, 2), Span(0, 2)]) == {Span(1, 2): COOK_OF_ROME}


def test_chains_come_out_in_text_order_without_what_is_none_of_ours() -> None:
    chains = [[Span(8, 9), Span(5, 6), Span(1, 2)], [Span(4, 5)], [Span(3, 4)]]

    assert align_chains(ROME_TEXT, chains) == ((COOK_OF_ROME, HIS_OF_ROME, HE_OF_ROME), (ROME,))
