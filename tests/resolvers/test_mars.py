"""MARS (Mitkov, Evans & Orasan 2002): its own indicators, filters and presets."""

from anaphora.resolvers import mars, mars_optimised
from anaphora.resolvers.additive.voting import sources
from tests.resolvers.answers import answer, read
from tests.resolvers.votes import votes

FAN, PAGE = "The fan cools the disk", "The printer needs a page"


def mars_votes(indicator: str, text: str, **options: object) -> dict[str | None, int]:
    """What an indicator of MARS says of each candidate of the last pronoun."""
    return votes(indicator, text, resolver=mars.build(**options))  # type: ignore[arg-type]


def test_indicators_vote_as_in_the_paper() -> None:
    expected = {
        # subject, object, indirect object and the rest
        ("obliqueness", "The server sends the disk a page over the cable | It stops"): {
            "The server": 2, "the disk": 0, "a page": 1, "the cable": -1,
        },
        ("obliqueness", "There is a key | It stops"): {"a key": 2},  # what exists is a subject
        ("boost_pronoun", "Press the key | It stops | It stops"): {"the key": 0, "It": 1},
        ("syntactic_parallelism", f"{PAGE} | It stops"): {"The printer": 1, "a page": 0},
        # the three that compete most often: fan and disk twice in scope, printer and page tie for the third place
        ("frequent_candidates", f"{FAN} | {FAN} | {PAGE} | It stops"): {
            "The fan": 1, "the disk": 1, "The printer": 1, "a page": 1,
        },
    }  # fmt: skip

    assert {row: mars_votes(*row) for row in expected} == expected
    rare = f"{FAN} | {FAN} | {PAGE} | {PAGE} | Press the key | It stops"
    actual = votes("frequent_candidates", rare, resolver=mars.build(), window=9)
    assert actual == {"The fan": 1, "the disk": 1, "The printer": 1, "a page": 1, "the key": 0}


def test_collocation_takes_the_subject_of_a_passive_for_an_object() -> None:
    text = "The page is needed by the printer | The host needs it"

    assert mars_votes("collocation", text)["The page"] == 2
    assert votes("collocation", text)["The page"] == 0, "Mitkov 1998 goes by word order"


def test_a_co_argument_is_filtered_unless_the_pronoun_is_reflexive() -> None:
    assert "The fan" not in mars_votes("obliqueness", "Press the key | The fan cools it")
    assert "The fan" in mars_votes("obliqueness", "Press the key | The fan cools itself")
    assert "The fan" in mars_votes("obliqueness", "Press the key | The fan cools it", syntax=False)


def test_candidates_stand_in_the_paragraph_or_in_the_heading_and_agree() -> None:
    text = f"== Disk/NN/2/compound covers/NNS/0/root/cover | {FAN} || Press the key | "

    assert answer(mars.build(), text + "They stop")[0] == "Disk covers"
    assert mars_votes("obliqueness", text + "It stops") == {"the key": 1}
    assert set(mars_votes("obliqueness", text + "It stops", scope="window")) == {"The fan", "the disk", "the key"}
    assert answer(mars.build(), "Press the keys | It stops")[0] is None
    assert mars_votes("obliqueness", "Press the keys | It stops", agreement=False) == {"the keys": 1}


def test_a_tie_goes_to_the_most_recent() -> None:
    antecedent, explanation = answer(mars.build(), "The fan stops and the disk stops | It stops")

    assert explanation.scores[0] == explanation.scores[1]
    assert (antecedent, explanation.rule) == ("the disk", "tie: most recent")


def test_the_earlier_preset_has_first_noun_phrases_in_place_of_obliqueness() -> None:
    _, explanation = answer(mars.build(preset="2001"), "Press the key | It stops")

    assert explanation.votes is not None
    assert "givenness" in explanation.votes.indicators
    assert "obliqueness" not in explanation.votes.indicators
    assert len(explanation.votes.indicators) == 12


def test_weights_multiply_the_votes_and_mars_optimised_has_its_own() -> None:
    by_recency = dict.fromkeys(sources("mars.toml"), 0.0)
    del by_recency["givenness"]
    document = read(f"{PAGE} | It stops")

    assert answer(mars.build(), f"{PAGE} | It stops")[0] == "The printer"
    assert answer(mars.build(weights=by_recency), f"{PAGE} | It stops")[0] == "a page"
    (decision,) = mars_optimised.build().resolve(document)
    (expected,) = mars.build(weights=mars_optimised.WEIGHTS).resolve(document)
    assert decision.antecedent == expected.antecedent
    assert decision.explanation.scores == expected.explanation.scores
