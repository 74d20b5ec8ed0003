"""What `resolve` prints: a line a pronoun, in lines that fit a screen."""

from collections.abc import Mapping

import pytest

import anaphora
from anaphora.corpora import plain
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.answers import as_text, numbered, summary_table
from anaphora.experiments.texts.resolve import Phrase, Pronoun, Resolution, resolve
from tests.experiments.conftest import Run

TEXT = "Alice met Bob at the station. She gave him her umbrella, because it was raining. He thanked her."
FOUR = ("mitkov", "mars", "hobbs", "lappin_leass")


def resolved(text: str, resolvers: tuple[str, ...] = FOUR) -> Resolution:
    return resolve(plain.document(text, "test"), configure(resolvers))


def pronoun(entities: Mapping[str, str | None], **sure: float) -> Pronoun:
    """A pronoun that each resolver says to mean this entity."""
    answers = {name: Phrase(entity, 0, 1) if entity else None for name, entity in entities.items()}
    named = {name: entity for name, entity in entities.items() if entity}
    return Pronoun(Phrase("she", 9, 12), False, answers, probabilities=sure, entities=named)


def test_pronouns_are_numbered_in_the_text() -> None:
    result = resolved("Sue lost her key.\nShe found it.", ("most_recent",))

    assert numbered(result.prepared.document.text, result.pronouns(), 80) == (
        "Sue lost her[1] key.\nShe[2] found it[3]."
    )


def test_an_answer_is_the_entity_and_not_the_pronoun_before() -> None:
    """*her* leads to *She*, and that to Alice; *it* rained, so it has no answer."""
    result = resolved(TEXT)

    assert [row[:3] for row in summary_table(result, result.pronouns()).rows] == [
        (1, "She", "Alice"), (2, "him", "Bob"), (3, "her", "Alice"), (4, "it", "nothing (pleonastic)"),
        (5, "He", "Bob"), (6, "her", "Alice"),
    ]  # fmt: skip


def test_what_most_say_comes_first() -> None:
    votes = pronoun({"a": "Sue", "b": "Ann", "c": "Ann", "d": None}).votes("abcd")

    assert votes == [("Ann", ["b", "c"]), ("Sue", ["a"]), (None, ["d"])]


def test_of_as_many_votes_the_surest_come_first() -> None:
    votes = pronoun({"a": "Sue", "b": "Ann"}, b=0.9).votes("ab")

    assert votes == [("Ann", ["b"]), ("Sue", ["a"])]


def test_baselines_have_no_vote_unless_they_are_alone() -> None:
    text = "The dog saw the cat. It ran."
    several, alone = resolved(text, ("mars", "most_recent")), resolved(text, ("most_recent",))

    assert summary_table(several, several.pronouns()).rows[0][1:] == ("It", "the dog")
    assert summary_table(alone, alone.pronouns()).rows[0][1:] == ("It", "the cat")


def test_others_are_named_where_resolvers_disagree() -> None:
    text = "The city council denied the demonstrators a permit because they feared violence."
    result = resolved(text, ("hobbs", "mars", "cogniac_resolve_all"))
    table = summary_table(result, result.pronouns())

    assert [column.name for column in table.columns] == ["number", "pronoun", "answer", "resolvers", "others"]
    assert table.rows == ((1, "they", "the city council", "2 of 3", "the demonstrators: cogniac_resolve_all"),)


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("times", [1, 3, 40])
def test_any_text_fits_a_screen(width: int, times: int) -> None:
    lines = as_text(resolved(" ".join([TEXT] * times)), width).splitlines()

    assert len(lines) <= 25
    assert max(map(len, lines)) <= width


def test_a_long_text_says_how_many_pronouns_follow_and_how_far_resolvers_agree() -> None:
    shown = as_text(resolved(" ".join([TEXT] * 10)), 80)

    assert "42 pronouns more: --all" in shown
    assert "Of 60," in shown


def test_names_of_resolvers_are_whole(anaphora: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for width in ("40", "60", "80"):
        monkeypatch.setenv("COLUMNS", width)
        words = anaphora("resolve", "--all", given=TEXT.encode()).out.split()
        assert {"left_right_centering,", "cogniac_resolve_all,", "recent_subject"} <= {*words}


def test_python_shows_the_same_lines() -> None:
    shown = str(anaphora.resolve(TEXT, FOUR))

    assert "[him]" in shown
    assert "4 of 4" in shown
