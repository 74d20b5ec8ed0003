from pathlib import Path

from anaphora.resolvers import mars, mars_optimised
from anaphora.resolvers._additive.settings import sources
from tests.annotated import prepared
from tests.resolvers.answers import words
from tests.resolvers.votes import IT_STOPS, PRESS_THE_KEY, THE_PRINTER_NEEDS_A_PAGE, votes

THE_FAN_COOLS_THE_DISK = "The/DT/2/det fan/NN/3/nsubj cools/VBZ/0/root/cool the/DT/5/det disk/NN/3/obj ././3/punct"
THE_PAGE_IS_NEEDED = (
    "The/DT/2/det page/NN/4/nsubj:pass is/VBZ/4/aux:pass needed/VBN/0/root/need by/IN/7/case the/DT/7/det "
    "printer/NN/4/obl:agent ././4/punct"
)


def mars_votes(indicator: str, *lines: str) -> dict[str, int]:
    """What an indicator of MARS says of each candidate of the last pronoun."""
    return votes(indicator, *lines, resolver=mars.build())


def test_obliqueness_ranks_subject_object_indirect_object_and_the_rest() -> None:
    sentence = (
        "The/DT/2/det server/NN/3/nsubj sends/VBZ/0/root/send the/DT/5/det disk/NN/3/iobj a/DT/7/det page/NN/3/obj "
        "over/IN/10/case the/DT/10/det cable/NN/3/obl ././3/punct"
    )

    expected = {"The server": 2, "the disk": 0, "a page": 1, "the cable": -1}
    assert mars_votes("obliqueness", sentence, IT_STOPS) == expected


def test_obliqueness_takes_what_exists_for_a_subject() -> None:
    there_is_a_key = "There/EX/2/expl is/VBZ/0/root/be a/DT/4/det key/NN/2/nsubj ././2/punct"

    assert mars_votes("obliqueness", there_is_a_key, IT_STOPS) == {"a key": 2}


def test_boost_pronoun_favours_pronouns() -> None:
    assert mars_votes("boost_pronoun", PRESS_THE_KEY, IT_STOPS, IT_STOPS) == {"the key": 0, "It": 1}


def test_syntactic_parallelism_favours_the_function_of_the_anaphor() -> None:
    found = mars_votes("syntactic_parallelism", THE_PRINTER_NEEDS_A_PAGE, IT_STOPS)

    assert found == {"The printer": 1, "a page": 0}


def test_frequent_candidates_are_the_three_that_compete_most_often() -> None:
    """Fan and disk are mentioned twice in scope, printer and page once each: a tie for the third place."""
    lines = (THE_FAN_COOLS_THE_DISK, THE_FAN_COOLS_THE_DISK, THE_PRINTER_NEEDS_A_PAGE, IT_STOPS)

    found = mars_votes("frequent_candidates", *lines)

    assert found == {"The fan": 1, "the disk": 1, "The printer": 1, "a page": 1}


def test_frequent_candidates_leave_out_the_rarer_ones() -> None:
    twice = [THE_FAN_COOLS_THE_DISK, THE_FAN_COOLS_THE_DISK, THE_PRINTER_NEEDS_A_PAGE, THE_PRINTER_NEEDS_A_PAGE]
    found = votes("frequent_candidates", *twice, PRESS_THE_KEY, IT_STOPS, resolver=mars.build(), window=9)

    assert found == {"The fan": 1, "the disk": 1, "The printer": 1, "a page": 1, "the key": 0}


def test_collocation_takes_the_subject_of_a_passive_for_an_object() -> None:
    needs_it = "The/DT/2/det host/NN/3/nsubj needs/VBZ/0/root/need it/PRP/3/obj ././3/punct"

    assert mars_votes("collocation", THE_PAGE_IS_NEEDED, needs_it)["The page"] == 2
    assert votes("collocation", THE_PAGE_IS_NEEDED, needs_it)["The page"] == 0  # Mitkov 1998 goes by word order


def test_a_co_argument_is_filtered_unless_the_pronoun_is_reflexive() -> None:
    cools_it = "The/DT/2/det fan/NN/3/nsubj cools/VBZ/0/root/cool it/PRP/3/obj ././3/punct"
    cools_itself = "The/DT/2/det fan/NN/3/nsubj cools/VBZ/0/root/cool itself/PRP/3/obj ././3/punct"

    assert "The fan" not in mars_votes("obliqueness", PRESS_THE_KEY, cools_it)
    assert "The fan" in mars_votes("obliqueness", PRESS_THE_KEY, cools_itself)
    assert "The fan" in votes("obliqueness", PRESS_THE_KEY, cools_it, resolver=mars.build(syntax=False))


def test_candidates_stand_in_the_paragraph_or_in_the_heading() -> None:
    lines = ("== Disk/NN/2/compound covers/NNS/0/root/cover", THE_FAN_COOLS_THE_DISK, "", PRESS_THE_KEY)
    they_stop = "They/PRP/2/nsubj stop/VBP/0/root ././2/punct"

    document = prepared("\n".join([*lines, they_stop]))
    assert words(document, mars.build().resolve(document)[0].antecedent) == "Disk covers"
    assert mars_votes("obliqueness", *lines, IT_STOPS) == {"the key": 1}
    assert set(votes("obliqueness", *lines, IT_STOPS, resolver=mars.build(scope="window"))) == {
        "The fan", "the disk", "the key",
    }  # fmt: skip


def test_without_agreement_plurals_compete_for_it() -> None:
    press_the_keys = "Press/VB/0/root the/DT/3/det keys/NNS/1/obj/key ././1/punct"

    assert votes("obliqueness", press_the_keys, IT_STOPS, resolver=mars.build(agreement=False)) == {"the keys": 1}
    document = prepared("\n".join([press_the_keys, IT_STOPS]))
    assert mars.build().resolve(document)[0].antecedent is None


def test_a_tie_goes_to_the_most_recent() -> None:
    both_stop = (
        "The/DT/2/det fan/NN/3/nsubj stops/VBZ/0/root/stop and/CC/7/cc the/DT/6/det disk/NN/7/nsubj "
        "stops/VBZ/3/conj/stop ././3/punct"
    )
    document = prepared(f"{both_stop}\n{IT_STOPS}")
    (decision,) = mars.build().resolve(document)

    assert decision.explanation.scores[0] == decision.explanation.scores[1]
    assert (words(document, decision.antecedent), decision.explanation.rule) == ("the disk", "tie: most recent")


def test_the_earlier_preset_has_first_noun_phrases_in_place_of_obliqueness() -> None:
    (decision,) = mars.build(preset="2001").resolve(prepared("\n".join([PRESS_THE_KEY, IT_STOPS])))

    assert decision.explanation.votes is not None
    assert "givenness" in decision.explanation.votes.indicators
    assert "obliqueness" not in decision.explanation.votes.indicators
    assert len(decision.explanation.votes.indicators) == 12


def test_weights_multiply_the_votes() -> None:
    document = prepared("\n".join([THE_PRINTER_NEEDS_A_PAGE, IT_STOPS]))
    by_recency = dict.fromkeys(sources("mars.toml"), 0.0)
    del by_recency["givenness"]

    assert words(document, mars.build().resolve(document)[0].antecedent) == "The printer"
    assert words(document, mars.build(weights=by_recency).resolve(document)[0].antecedent) == "a page"


def test_mars_optimised_is_mars_with_the_weights_beside_it() -> None:
    assert mars_optimised.WEIGHTS.is_file()
    document = prepared("\n".join([THE_PRINTER_NEEDS_A_PAGE, IT_STOPS]))
    (decision,) = mars_optimised.build().resolve(document)
    (expected,) = mars.build(weights=Path(mars_optimised.WEIGHTS)).resolve(document)

    assert decision.antecedent == expected.antecedent
    assert decision.explanation.scores == expected.explanation.scores
