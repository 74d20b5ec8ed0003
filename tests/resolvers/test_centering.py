"""Centering: anchors as Brennan, Friedman & Pollard 1987 rank them, and left-right centering (Tetreault 2001)."""

from collections.abc import Iterable
from typing import Any

from anaphora.resolvers import centering_bfp, left_right_centering
from anaphora.resolvers.centering_bfp import Utterance
from anaphora.resolvers.discourse.utterances import depths, function_ranks, utterances
from anaphora.workbench.decision import Centering
from tests.resolvers.answers import answer, read, ruled, words

MARY_BEATS_ANN = "Ann drives a van | She drives fast | Mary races her | She beats her"
"""She (Ann) drives fast. Mary races her (Ann). She (Mary) beats her (Ann)."""


def lrc(text: str, which: int = -1, **options: Any) -> tuple[str | None, str]:
    """What left-right centering answers to the last pronoun, and the rule."""
    return ruled(left_right_centering.LeftRightCentering(**options), text, which)


def bfp(text: str, which: int = -1, **options: Any) -> tuple[str | None, str]:
    """What Brennan, Friedman & Pollard's algorithm answers to the last pronoun, and the rule."""
    return ruled(centering_bfp.CenteringBFP(**options), text, which)


def steps(text: str) -> tuple[str, ...]:
    return answer(centering_bfp.CenteringBFP(), text)[1].steps


# Utterances and their order


def test_utterances_are_sentences_and_conjoined_clauses_with_a_subject_or_finite_clauses() -> None:
    def heads(text: str, unit: Any) -> str:
        document = read(text)
        return " ".join(document.document.words[head] for head in utterances(document, unit).heads)

    expected = {
        ("John leaves , Tom stays and he sings", "sentence"): "leaves stays sings",
        ("John leaves , Tom stays and Bill sings", "sentence"): "leaves stays sings",  # conjoined with a conjunct
        ("John comes and sings", "sentence"): "comes",
        ("John says Tom left when he came", "sentence"): "says",
        ("John says Tom left when he came", "clause"): "says left came",
        ("John wants to win", "clause"): "wants",
        ("John thinks Tom is singing", "clause"): "thinks singing",
    }
    assert {(text, unit): heads(text, unit) for text, unit in expected} == expected


def test_a_conjoined_sentence_goes_on_to_where_the_next_starts() -> None:
    """The last clause belongs to the first verb in the tree, but stands after the second: John; Tom and Bill."""
    text = read("John leaves and Tom stays when Bill sings")

    assert utterances(text, "sentence").mentions == ((0,), (1, 2))


def test_functions_rank_from_the_subject_to_what_is_no_complement() -> None:
    mentions = read("Tom gives Ann books for Bill 's sister").mentions
    ranks = dict(zip((mention.lemma for mention in mentions), function_ranks(mentions), strict=True))

    assert ranks == {"tom": 0, "ann": 1, "book": 2, "sister": 3, "bill": 4}
    assert function_ranks(read("There are keys").mentions) == [1]


def test_mentions_are_as_deep_as_their_place_in_the_tree() -> None:
    tom, john = depths(read("With Tom John leaves"))
    both, first, second = depths(read("John and Tom leave"))

    assert john < tom, "[S [PP With [NP Tom]] [NP John] [VP leaves]]: a breadth-first walk meets John first"
    assert both < first == second
    # a possessor is as deep as what it opens, where [NP [NP John's] wife] has it deeper
    assert len(set(depths(read("John 's wife 's brother sleeps")))) == 1


# Left-right centering


def test_lrc_searches_its_own_utterance_and_then_earlier_ones_from_the_left() -> None:
    expected = {
        "Bill sleeps | John tells Tom that he smiles": ("John", "current utterance"),
        "John says that Tom likes himself": ("Tom", "current utterance"),  # of a reflexive from the right
        "John knows Bill | He likes John": ("John", "earlier utterance"),  # what follows is read later
        "Bill sleeps | John likes him": ("Bill", "earlier utterance"),  # passes over co-arguments
        "Bill sleeps | Tom sleeps | He smiles": ("Tom", "earlier utterance"),
        "Bill sleeps | Mary sleeps | He smiles": ("Bill", "earlier utterance"),
        "John leaves , Tom stays and he sings": ("Tom", "earlier utterance"),
        "John says Tom left when he came": ("John", "current utterance"),
    }

    assert {text: lrc(text) for text in expected} == expected
    assert lrc("John says Tom left when he came", utterance="clause") == ("Tom", "earlier utterance")


def test_variants_of_lrc_differ_in_how_they_walk_and_what_they_process_last() -> None:
    for variant in ("LRC", "LRC-surf", "LRC-F", "LRC-S"):  # the possessor before the noun phrase that it opens
        assert lrc("John 's brother says that he smiles", variant=variant) == ("John 's", "current utterance")
        assert lrc("John 's brother sleeps | He smiles", variant=variant) == ("John 's", "earlier utterance")
    # earlier utterances breadth first, or on the surface
    assert lrc("With Tom John leaves | He smiles", variant="LRC") == ("John", "earlier utterance")
    assert lrc("With Tom John leaves | He smiles", variant="LRC-surf") == ("Tom", "earlier utterance")
    # LRC-F, the default: the subject does not know of the prepended phrase yet, in which Tom stands
    assert lrc("Bill sleeps | With Tom he leaves", variant="LRC") == ("Tom", "current utterance")
    assert lrc("Bill sleeps | With Tom he leaves") == ("Bill", "earlier utterance")
    assert lrc("With Tom he leaves") == ("Tom", "prepended phrase")
    # "he" is Bill; then his wife, in the prepended phrase, is Bill's too
    for which in (0, 1):
        assert lrc("Bill sleeps | With his wife he leaves Tom", which) == ("Bill", "earlier utterance")
    # LRC-S: all that precedes the main subject is prepended
    assert lrc("Bill sleeps | When Tom comes , he smiles") == ("Tom", "current utterance")
    assert lrc("Bill sleeps | When Tom comes , he smiles", variant="LRC-S") == ("Bill", "earlier utterance")
    # LRC-P: pronouns first; in the second sentence "him" is Tom, and Bill the subject
    assert lrc("Tom sleeps | Bill greets him | He smiles") == ("Bill", "earlier utterance")
    assert lrc("Tom sleeps | Bill greets him | He smiles", variant="LRC-P") == ("him", "earlier utterance")


# Anchors: entities are 0, 1, ... by their rank in the utterance before


def test_transitions_compare_the_centre_with_the_last_and_the_preferred_one() -> None:
    expected = {  # the last centre and the preferred entity; the pronoun is entity 0
        (0, 0): "continue",
        (0, 1): "retain",
        (1, 0): "smooth shift",
        (1, 1): "rough shift",
        (None, 0): "continue",
        (None, 1): "retain",
    }
    made = {
        (last, first): Utterance([[0]], [[]], first_given=first, given=frozenset({1}), last_centre=last).anchor((0,))
        for last, first in expected
    }

    assert {pair: (anchor.centre, anchor.transition) for pair, anchor in made.items()} == {
        pair: (0, transition) for pair, transition in expected.items()
    }
    assert Utterance([[1, 2], [1, 2]], [[], []]).anchor((2, 1)).centre == 1, "the highest entity mentioned"
    nothing = Utterance([], []).best(10)
    assert (nothing.centre, nothing.transition) == (None, "")


def test_rule_1_wants_the_centre_pronominalised() -> None:
    """The utterance names entity 0, so that a pronoun must be 0 as well; where none can be, pronouns stay free."""
    zero = frozenset({0})
    named = Utterance([[0, 1]], [[]], given=zero)

    assert not named.anchor((1,)).keeps_rule_1
    assert named.anchor((0,)).keeps_rule_1
    assert Utterance([[1]], [[]], given=zero, pronominal=zero).anchor((1,)).keeps_rule_1, "by another pronoun"
    assert Utterance([[1]], [[]], given=zero).best(10).bound == (None,)
    # who is named again may be another of that name, below whom the pronoun is the centre
    repeated = Utterance([[1]], [[]], given=zero, repeated=zero, first_given=0).best(10)
    assert (repeated.bound, repeated.centre, repeated.transition) == ((1,), 1, "retain")
    # entity 0 is named and 1 pronominalised, whatever the pronoun is
    broken = Utterance([[1]], [[]], given=frozenset({0, 1}), pronominal=frozenset({1})).best(10)
    assert (broken.bound, broken.centre, broken.keeps_rule_1) == ((None,), 0, False)


def test_the_best_anchor_keeps_contraindices_and_prefers_transitions_to_ranks() -> None:
    assert Utterance([[0, 1], [0, 1]], [[], [0]], first=0).best(10).bound == (0, 1)
    assert Utterance([[0, 1], [0, 1]], [[], []], first=0).best(10).bound == (0, 0)
    for limit in (10, 1):  # entity 0 would be a smooth shift; entity 1, the last centre, continues
        anchor = Utterance([[0, 1]], [[]], first=0, last_centre=1).best(limit)
        assert (anchor.bound, anchor.transition) == ((1,), "continue")


def test_many_pronouns_do_not_take_for_ever() -> None:
    """Ten choices for each of thirty pronouns; and 39 entities for forty that must not corefer: one stays free."""
    assert Utterance([range(10)] * 30, [[]] * 30, first=0, last_centre=3).best(100).bound[0] == 3
    anchor = Utterance([range(39)] * 40, [range(later) for later in range(40)], first=0).best(100)
    assert sorted(rank for rank in anchor.bound if rank is not None) == list(range(39))


# Brennan, Friedman & Pollard


def test_bfp_prefers_the_smooth_shift_to_the_rough_one() -> None:
    """Mary, the subject, is the new centre: she as subject shifts smoothly, as object roughly."""
    assert [bfp(MARY_BEATS_ANN, which) for which in range(4)] == [
        ("Ann", "continue"), ("She", "retain"), ("Mary", "smooth shift"), ("her", "smooth shift"),
    ]  # fmt: skip


def test_the_trail_has_the_list_the_centre_and_the_transition_of_every_utterance() -> None:
    document = read(MARY_BEATS_ANN)
    trail = centering_bfp.CenteringBFP().resolve(document)[-1].explanation.trail
    assert isinstance(trail, Centering)

    def named(mentions: Iterable[int]) -> list[str | None]:
        return [words(document, mention) for mention in mentions]

    assert trail.place == 3
    assert [
        (entry.start, named(entry.listed), named(entry.entities), words(document, entry.centre), entry.transition)
        for entry in trail.utterances
    ] == [
        (0, ["Ann", "a van"], ["Ann", "a van"], None, ""),
        (5, ["She"], ["Ann"], "Ann", "continue"),
        (9, ["Mary", "her"], ["Mary", "Ann"], "Ann", "retain"),
        (13, ["She", "her"], ["Mary", "Ann"], "Mary", "smooth shift"),
    ]
    # an utterance without pronouns has a transition too: Mary is whom both speak of
    trail = answer(centering_bfp.CenteringBFP(), "Mary sleeps | Mary sleeps | He smiles")[1].trail
    assert isinstance(trail, Centering)
    assert [entry.transition for entry in trail.utterances] == ["", "continue", ""]


def test_bfp_steps_tell_the_transition_the_centres_and_the_list() -> None:
    before, now, listed = (
        f"{name}: {{}}"
        for name in ("backward-looking centre before", "backward-looking centre now", "forward-looking centres before")
    )

    assert steps(MARY_BEATS_ANN) == (
        "transition: smooth shift", before.format("Ann"), now.format("Mary"), listed.format("Mary, Ann"),
    )  # fmt: skip
    assert steps("Tom says that he smiles") == (
        "transition: none", before.format("none"), now.format("none"), listed.format("empty"),
        "no pairing with a centre passes the filters",
    )  # fmt: skip
    assert steps("John says that Tom likes himself") == ("its utterance is searched first",)
    assert steps("John and Tom sleep | He smiles")[-1] == listed.format("John and Tom, John, Tom")


def test_bfp_answers_with_the_entity_that_the_best_anchor_binds() -> None:
    expected = {
        "John knows Bill | He smiles": ("John", "continue"),  # of equal transitions who ranks higher
        # John would continue as the centre, but he is the object; Bill shifts
        "John sleeps | Bill knows him | He likes John": ("Bill", "smooth shift"),
        # with John as the centre, who has no pronoun, rule 1 would be broken, so that he is another John
        "John knows Bill | He likes John": ("Bill", "continue"),
        "John knows Bill | John likes him": ("Bill", "retain"),
        # a definite noun phrase of the same words is the same entity, the centre that goes on
        "A van stops | The rail moves the van | It shines": ("the van", "continue"),
        "A van stops | The rail moves the cart | It shines": ("The rail", "continue"),
        "A van stops | The rail moves a van | It shines": ("The rail", "continue"),
        "With Tom John leaves | He smiles": ("John", "continue"),  # Tom stands first, but John is the subject
        # Brennan, Friedman & Pollard 1987: of "gave Betsy a pet hamster" Betsy is the object, the hamster the second
        "Susan gave Betsy a pet hamster | She reminded her": ("Betsy", "continue"),
        # rule 1: John comes up again by name, and outranks Bill
        "John knows Bill | John says that he smiles": ("John", "continue"),
        "Bill sleeps | Tom says that he smiles": ("Bill", "retain"),  # the last utterance before its own
        "Tom says that he smiles": ("Tom", "same utterance"),
        "John knows Bill | Mary sleeps | He smiles": ("John", "earlier utterance"),
        "John knows Bill | Stop | He smiles": ("John", "earlier utterance"),
        "Bill sleeps | John says that Tom likes himself": ("Tom", "same utterance"),
        "John knows Bill | He likes himself": ("He", "same utterance"),
        "John says Tom left when he came": ("John", "same utterance"),
    }

    assert {text: bfp(text) for text in expected} == expected
    assert bfp("John knows Bill | He likes himself", 0) == ("John", "continue")
    assert bfp("John says Tom left when he came", utterance="clause") == ("Tom", "continue")


def test_bfp_binds_no_entity_to_pronouns_that_disagree() -> None:
    """The doctor could be he or she, but not both: he sells the van of Ann, who comes two sentences back."""
    text = "Ann drives a van | The doctor sleeps | He sells her van"

    assert (bfp(text, 0), bfp(text)) == (("The doctor", "continue"), ("Ann", "earlier utterance"))


def test_bfp_with_carters_change_looks_at_its_own_utterance_first_without_a_centre_that_agrees() -> None:
    she_knows_bill = "Ann drives a van | She knows Bill | Tom says that he smiles"

    assert bfp("Bill sleeps | Tom says that he smiles", intrasentential="carter") == ("Tom", "same utterance")
    assert bfp("Bill sleeps | He smiles | Tom says that he smiles", intrasentential="carter") == ("He", "retain")
    assert bfp(she_knows_bill) == ("Bill", "rough shift")
    assert bfp(she_knows_bill, intrasentential="carter") == ("Tom", "same utterance")


def test_bfp_resets_the_centre_at_a_paragraph_if_told_unless_its_first_pronoun_needs_it() -> None:
    before = "Ann drives a van | She drives fast | Mary races her || "

    # with Ann as the centre "her" is Ann; without one it is Mary, who ranks higher
    assert bfp(before + "Eve says that Tom greets her") == ("her", "retain")
    expected = {
        "Eve says that Tom greets her": ("Mary", "retain"),
        "Tom greets her": ("her", "retain"),  # nobody whom the sentence names could be "her"
        "She smiles": ("her", "continue"),  # a pronoun as subject
    }
    assert {text: bfp(before + text, segment="paragraph") for text in expected} == expected
