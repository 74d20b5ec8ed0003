from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora.workbench.document import Span
from anaphora.workbench.key import Key
from anaphora.workbench.results.difficulty import Row, Text, figures, grouped, is_marked, text
from anaphora.workbench.statistics.significance import needed
from anaphora.workbench.trace.build import Criteria, right_candidates, trace
from tests.annotated import annotated, prepared

#          0         1            2               3             4           5
STORY = """The/DT/2/det lid/NN/3/nsubj covers/VBZ/0/root the/DT/5/det tray/NN/3/obj ././3/punct
           It/PRP/2/nsubj breaks/VBZ/0/root ././2/punct
           It/PRP/2/nsubj breaks/VBZ/0/root ././2/punct"""
LID, TRAY, IT, IT_AGAIN = Span(0, 2), Span(3, 5), Span(6, 7), Span(9, 10)

PLAIN = Row("personal", 3, 2, 0.5, sentences=1, tokens=6, phrases=2, rank=1, subject=True)
"""An anaphor that both baselines have right."""
MISSED = replace(PLAIN, rank=2, subject=False)
"""One that both have wrong: the right candidate is the second."""


def told(
    chains: Sequence[Sequence[Span]], marks: dict[int, str] | None = None, story: str = STORY, missed: bool = False
) -> Text:
    """What is told of a story with a key; its pronouns are not found if they are to be `missed`."""
    document, _ = annotated(story)
    key = Key("test", tuple(map(tuple, chains)), non_anaphoric=marks or {})
    analysed, criteria = prepared(story), Criteria()
    found = replace(analysed, cases=() if missed else analysed.cases)
    right = right_candidates(document, key, found, criteria)
    return text(document, key, found, trace(document, key, found, {}, criteria), right)


def texts(*documents: Sequence[Row]) -> list[Text]:
    return [Text(f"d{number}", "", tuple(rows), its=0, pleonastic=0) for number, rows in enumerate(documents)]


def test_a_row_says_how_far_the_antecedent_is_and_what_there_is_to_choose_from() -> None:
    """From "It" (6) to "lid" (1) are five tokens, with the tray between; the tray is the most recent candidate.

    Of the second "It" the lid and the first are right, and this is the most recent of all and of the subjects. In the
    figures each baseline is by hand: the most recent candidate has one of two right, the subject both.
    """
    story = told([(LID, IT, IT_AGAIN)])
    missed = told([(LID, IT)], missed=True).rows
    found = figures([story])

    assert story.rows == (
        Row("personal", 2, 2, 0.5, sentences=1, tokens=5, phrases=1, rank=2, subject=True),
        Row("personal", 3, 3, 2 / 3, sentences=1, tokens=3, phrases=0, rank=1, subject=True),
    )
    assert missed == (Row("personal", 0, 0, 0.0, sentences=1, tokens=5, phrases=1, rank=0, subject=False),)
    assert (found["anaphors"], found["types"]) == (2, {"personal": 2})
    assert found["candidates"] == {"mean": 2.5, "median": 2.5}
    assert found["distance_in_tokens"] == {"mean": 4.0, "median": 4.0}
    assert found["noun_phrases_between"] == {"mean": 0.5, "median": 0.5}
    assert (found["intrasentential"], found["critical"]) == (0.0, 1.0)
    assert found["chance"] == pytest.approx(7 / 12)
    assert (found["most_recent_right"], found["discordant"]) == (0.5, 0.5)
    assert found["rank_entropy"] == 1.0  # the right answer stands first as often as second


def test_her_is_possessive_before_a_noun() -> None:
    ann, her, again = Span(0, 1), Span(4, 5), Span(6, 7)
    story = """Ann/NNP/2/nsubj left/VBD/0/root
               Bob/NNP/2/nsubj saw/VBD/0/root her/PRP/2/obj near/IN/6/case her/PRP$/6/nmod:poss car/NN/2/obl"""

    assert [row.type for row in told([(ann, her, again)], story=story).rows] == ["personal", "possessive"]


def test_shares_of_choice_add_up() -> None:
    """One anaphor each: none left, one from the start, one of three left by agreement, two left."""
    rows = [replace(PLAIN, candidates=before, compatible=after) for before, after in [(1, 0), (1, 1), (3, 1), (3, 2)]]
    found = figures(texts(rows))

    assert (found["no_candidate"], found["trivial"]) == (0.25, 0.25)
    assert (found["decided_by_agreement"], found["critical"]) == (0.25, 0.25)


def test_rank_entropy_is_in_bits_over_the_anaphors_that_have_a_right_candidate() -> None:
    bits = {(1, 1, 1): 0.0, (1, 2, 3, 4): 2.0, (1, 1, 2, 3): 1.5, (1, 2, 0, 0): 1.0}
    found = {ranks: figures(texts([replace(PLAIN, rank=rank) for rank in ranks]))["rank_entropy"] for ranks in bits}

    assert found == pytest.approx(bits)


def test_documents_all_right_or_all_wrong_tell_as_much_as_two_anaphors_too_few() -> None:
    """Rates 1 and 0 of five each: variance 2 x 2 x 2.5^2 / 10^2 = 1/4; of ten independent ones (1/4) / 10."""
    found = figures(texts([PLAIN] * 5, [MISSED] * 5))

    assert found["intraclass_correlation"] == pytest.approx(1.0)
    assert found["design_effect"] == pytest.approx(10.0)
    assert found["effective_anaphors"] == pytest.approx(1.0)
    same, one = figures(texts([PLAIN, MISSED], [PLAIN, MISSED])), figures(texts([PLAIN, MISSED]))
    assert (same["design_effect"], same["effective_anaphors"]) == (0.0, 4.0), "the rates of documents are the same"
    assert one["intraclass_correlation"] is one["design_effect"] is None, "one document says nothing of dependence"
    assert one["effective_anaphors"] is one["needed_for_2_points"] is None
    empty = ({"mean": None, "median": None}, {"value": None, "low": None, "high": None})
    assert all(value in (0, {}, None, *empty) for value in figures([]).values())


def test_needed_anaphors_follow_from_the_discordant_share_and_its_design_effect() -> None:
    """Of ten in a document one is right by recency alone and one by subject alone: no difference anywhere, 0.2."""
    only_recent, only_subject = replace(PLAIN, subject=False), replace(PLAIN, rank=2)
    rows = [only_recent, only_subject, *[PLAIN] * 8]
    found = figures(texts(rows, rows))

    assert (found["discordant"], found["design_effect_of_difference"]) == (0.2, 0.0)
    assert found["needed_for_2_points"] == needed(0.02, 0.2)
    assert found["needed_for_5_points"] == needed(0.05, 0.2) == 626


def test_a_difference_that_cannot_be_needs_no_number() -> None:
    """One anaphor of 25 is discordant: two resolvers may differ by 4 points, not by 5."""
    rows = [replace(PLAIN, subject=False), *[PLAIN] * 24]
    found = figures(texts(rows, [PLAIN, MISSED]))

    assert found["discordant"] == pytest.approx(1 / 27)
    assert found["needed_for_2_points"] is not None
    assert found["needed_for_5_points"] is None


def test_pleonastic_share_is_of_every_it() -> None:
    """One "it" of two is marked; where a corpus marks none there is no share."""
    one = told([(LID, IT)], {IT_AGAIN.start: "pleonastic"})

    assert figures([one])["pleonastic_it"] == 0.5
    assert figures([replace(one, pleonastic=0)], marked=False)["pleonastic_it"] is None


def test_groups_are_named_by_genre_or_document_and_share_the_marking() -> None:
    """The second text has no pleonastic "it", but the corpus marks it, so that its share is 0 and not undefined."""
    one = Text("a", "news", (PLAIN,), its=2, pleonastic=1)
    other = Text("b", "", (MISSED, MISSED), its=4, pleonastic=0)
    by_genre = grouped([one, other], "genre")

    assert is_marked([one, other])
    assert {name: found["anaphors"] for name, found in by_genre.items()} == {"-": 2, "news": 1}
    assert by_genre["-"]["pleonastic_it"] == 0.0
    assert list(grouped([one, other], "document")) == ["a", "b"]


@settings(max_examples=20)
@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=5), max_size=5))
def test_figures_of_documents_do_not_depend_on_their_order(documents: list[list[tuple[int, bool]]]) -> None:
    found = texts(*([replace(PLAIN, rank=rank, subject=good) for rank, good in rows] for rows in documents))
    forth, back = figures(found), figures(found[::-1])

    assert {name: value for name, value in back.items() if name != "types"} == {
        name: value if not isinstance(value, float) else pytest.approx(value)
        for name, value in forth.items()
        if name != "types"
    }


def test_complexity_is_the_share_of_wrong_candidates_where_there_is_a_right_one() -> None:
    """Shares of right ones 1/2, 1/4 and 1 leave 1/2, 3/4 and 0 wrong; an anaphor without a right one does not count.

    The interval is over documents: means 1/2 and 3/4 of one anaphor each give 0.625 -+ t(1; 0.975) * 0.125, that is
    0.625 -+ 1.59, cut to 0 and 1.
    """
    half, quarter, sure, never = (replace(PLAIN, chance=chance) for chance in (0.5, 0.25, 1.0, 0.0))

    def complexity(*documents: Sequence[Row]) -> object:
        return figures(texts(*documents))["resolution_complexity"]

    one = complexity([half, quarter, sure, never])
    assert one == {"value": pytest.approx((0.5 + 0.75) / 3), "low": None, "high": None}
    assert complexity([half], [quarter]) == {"value": 0.625, "low": 0.0, "high": 1.0}
    assert complexity([half], [half, half]) == {"value": 0.5, "low": pytest.approx(0.5), "high": pytest.approx(0.5)}
    assert complexity([never]) == {"value": None, "low": None, "high": None}
