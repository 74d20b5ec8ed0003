"""What `resolve` prints: a line a pronoun, in lines that fit a screen."""

from collections.abc import Mapping

from anaphora.corpora import plain
from anaphora.experiments.setup.configuration import configure
from anaphora.experiments.texts.answers import as_text, numbered, summary_table
from anaphora.experiments.texts.resolve import Phrase, Pronoun, Resolution, resolve

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


def test_what_most_say_comes_first_and_of_as_many_votes_the_surest() -> None:
    many = pronoun({"a": "Sue", "b": "Ann", "c": "Ann", "d": None}).votes("abcd")
    sure = pronoun({"a": "Sue", "b": "Ann"}, b=0.9).votes("ab")

    assert many == [("Ann", ["b", "c"]), ("Sue", ["a"]), (None, ["d"])]
    assert sure == [("Ann", ["b"]), ("Sue", ["a"])]


def test_others_are_named_where_resolvers_disagree_and_baselines_have_no_vote_unless_alone() -> None:
    council = "The city council denied the demonstrators a permit because they feared violence."
    differing = resolved(council, ("hobbs", "mars", "cogniac_resolve_all"))
    text = "The dog saw the cat. It ran."
    several, alone = resolved(text, ("mars", "most_recent")), resolved(text, ("most_recent",))

    assert summary_table(differing, differing.pronouns()).rows == (
        (1, "they", "the city council", "2 of 3", "the demonstrators: cogniac_resolve_all"),
    )
    assert summary_table(several, several.pronouns()).rows[0][1:] == ("It", "the dog")
    assert summary_table(alone, alone.pronouns()).rows[0][1:] == ("It", "the cat")


def test_any_text_fits_a_screen_and_a_long_one_says_how_much_follows() -> None:
    for times in (1, 3, 10):
        result = resolved(" ".join([TEXT] * times), ("mars", "hobbs"))
        for width in (80, 120, 200):
            lines = as_text(result, width).splitlines()
            assert (len(lines) <= 25, max(map(len, lines)) <= width) == (True, True), (times, width)

    shown = as_text(result, 80)
    assert "42 pronouns more: --all" in shown
    assert "Of 60," in shown
