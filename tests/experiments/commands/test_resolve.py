from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from anaphora.corpora import plain
from anaphora.experiments.run.configuration import Configuration, configure
from anaphora.experiments.texts.answers import (
    answers_table,
    as_text,
    everyone_table,
    explanation,
    numbered,
    summary_table,
)
from anaphora.experiments.texts.resolution import Explainer, Phrase, Pronoun, Resolution, resolve_document
from anaphora.resolvers.specs import ORACLE
from anaphora.workbench.decision import Decision, Explanation, Votes
from anaphora.workbench.document import Document
from anaphora.workbench.errors import OptionError
from tests.annotated import prepared
from tests.experiments.conftest import Run

VCR = "Insert the cassette into the VCR making sure it is suitable for the length of recording."
TWO = configure(("mitkov", "most_recent"))


def resolved(text: str, settings: Configuration = TWO) -> Resolution:
    return resolve_document(plain.document(text, "test"), settings)


def answers(text: str, settings: Configuration = TWO) -> Any:
    return resolved(text, settings).as_json()


def test_vcr_sentence_has_the_documented_shape() -> None:
    """The example of Mitkov 1998, whose answer is the cassette; the most recent noun phrase is the VCR."""
    assert answers(VCR, configure(("most_recent",))) == {
        "text": VCR,
        "pronouns": [
            {
                "text": "it",
                "start": 45,
                "end": 47,
                "pleonastic": False,
                "antecedents": {"most_recent": {"text": "the VCR", "start": 25, "end": 32, "probability": None}},
                "entities": {"most_recent": "the VCR"},
            }
        ],
    }
    assert answers(VCR)["pronouns"][0]["antecedents"]["mitkov"] == {
        "text": "the cassette", "start": 7, "end": 19, "probability": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "The cook's knife fell, so he (the cook) picked it up.\n",
        "\n\n  The printer stopped.\n\n\nIt was out of paper.\n",
        "The “lid”\tcovers the tray; it’s closed.",
        "Zoë 😀 saw the naïve cook. She liked him.",
    ],
)
def test_character_offsets_hit_the_text(text: str) -> None:
    found = answers(text)

    assert found["text"] == text
    assert found["pronouns"]
    for row in found["pronouns"]:
        for part in (row, *(answer for answer in row["antecedents"].values() if answer)):
            assert text[part["start"] : part["end"]] == part["text"]


@pytest.mark.parametrize(
    ("text", "pleonastic"), [("The printer stopped. It is easy to see why.", True), ("It stopped.", False)]
)
def test_a_pronoun_that_is_filtered_or_without_candidates_has_no_antecedents(text: str, pleonastic: bool) -> None:
    [row] = answers(text)["pronouns"]

    assert (row["text"], row["pleonastic"]) == ("It", pleonastic)
    assert row["antecedents"] == {"mitkov": None, "most_recent": None}


def test_a_split_antecedent_is_shown_as_a_whole() -> None:
    john = {"text": "John", "start": 0, "end": 4, "probability": None}
    text, settings = "John met Mary at the bank. They left.", configure(("hobbs(split=yes)", "most_recent"))
    (row,) = answers(text, settings)["pronouns"]

    assert row["antecedents"]["hobbs(split=yes)"] == john
    assert row["others"] == {"hobbs(split=yes)": [{"text": "Mary", "start": 9, "end": 13}]}
    assert answers_table(resolved(text, settings)).rows[0][1:] == ("John + Mary", None)


def test_an_antecedent_that_follows_is_shown_and_is_no_earlier_one() -> None:
    text, settings = "When he came, John slept.", configure(("lappin_leass", "most_recent"))
    (row,) = answers(text, settings)["pronouns"]

    assert row["antecedents"] == {"lappin_leass": None, "most_recent": None}
    assert row["cataphoric"] == {"lappin_leass": {"text": "John", "start": 14, "end": 18}}
    assert answers_table(resolved(text, settings)).rows[0][1:] == ("John (follows)", None)


def test_a_resolver_that_knows_how_sure_it_is_says_so() -> None:
    text, settings = "Sue lost her key.", configure(("ranker", "mars"))
    (row,) = answers(text, settings)["pronouns"]
    shown = resolved(text, settings)

    assert row["probabilities"].keys() == {"ranker"}
    assert 0 < row["probabilities"]["ranker"] < 1
    assert row["antecedents"]["ranker"]["probability"] == row["probabilities"]["ranker"]
    assert everyone_table(shown, shown.pronouns()).rows[0][-1] == (
        f"ranker ({row['probabilities']['ranker']:.0%}), mars"
    )


def test_pronouns_come_in_text_order_and_of_other_persons_on_demand() -> None:
    text = "I saw the cook and his wife. He waved to me."
    personal = configure(("most_recent",), anaphors="personal")

    assert [row["text"] for row in answers(text)["pronouns"]] == ["his", "He"]
    assert [row["text"] for row in answers(text, personal)["pronouns"]] == ["I", "his", "He", "me"]


def test_an_empty_document_has_no_answers_and_the_oracle_none_without_a_key() -> None:
    assert resolve_document(Document("test", (), ()), TWO).as_json() == {"text": "", "pronouns": []}
    with pytest.raises(OptionError):
        answers(VCR, configure((ORACLE,)))


@pytest.mark.parametrize(
    ("resolver", "text", "chain"),
    [
        ("most_recent", "The cook saw his wife. He waved.", ["The cook", "his", "He"]),
        ("head_match", "The printer is old. Sell the printer.", ["The printer", "the printer"]),
        ("most_recent+head_match", "The printer is old. Sell the printer.", ["The printer", "the printer"]),
    ],
)
def test_links_or_chains_of_a_resolver_are_its_chains(resolver: str, text: str, chain: list[str]) -> None:
    document, key = resolved(text, configure((resolver,))).chains(resolver)

    assert [[document.words_of(span) for span in spans] for spans in key.chains] == [chain]


def test_explanations_say_what_was_given_and_why_each_resolver_decided() -> None:
    result = resolved(VCR)

    (pronoun,) = result.pronouns(explain=True)
    assert pronoun.given == ('candidates: "the cassette", "the VCR"',)
    rule, best, following = pronoun.reasons["mitkov"]
    assert (rule, best) == ("highest total", '"the cassette" 2 (referential distance +2)')
    assert following == 'next: "the VCR" 1 (referential distance +2, non prepositional -1)'
    assert pronoun.reasons["most_recent"] == ("most recent",)
    assert 'mitkov: "the cassette", highest total' in explanation(result)
    assert "explanation" in str(result.as_json(explain=True))


def test_each_pronoun_is_shown_in_its_context_which_is_cut_between_words() -> None:
    text = "The manager praised the secretary yesterday because she had finished the long report."
    (row,) = answers_table(resolved(text)).rows

    assert row[0] == "… yesterday because [she] had finished the …"
    assert "stopped. [It] is out of" in as_text(resolved("The printer stopped. It is out of paper."), 80, details=True)


def test_resolve_offers_the_classes_of_it_that_are_left_out(tmp_path: Path, anaphora: Run) -> None:
    """The filter `rules` does not know clausal *it*."""
    text = tmp_path / "text.txt"
    text.write_text("The lid fell. It broke.", "utf8")
    arguments = ("resolve", text, "--resolvers", "mars", "--it-classes", "non-nominal")

    assert anaphora(*arguments).code == 0
    assert anaphora(*arguments, "--it-filter", "rules").code == 2


# what `resolve` prints: a line a pronoun, in lines that fit a screen


TEXT = "Alice met Bob at the station. She gave him her umbrella, because it was raining. He thanked her."
FOUR = ("mitkov", "mars", "hobbs", "lappin_leass")


def voted(text: str, resolvers: tuple[str, ...] = FOUR) -> Resolution:
    return resolved(text, configure(resolvers))


def pronoun(entities: Mapping[str, str | None], **sure: float) -> Pronoun:
    """A pronoun that each resolver says to mean this entity."""
    answers = {name: Phrase(entity, 0, 1) if entity else None for name, entity in entities.items()}
    named = {name: entity for name, entity in entities.items() if entity}
    return Pronoun(Phrase("she", 9, 12), False, answers, probabilities=sure, entities=named)


def test_pronouns_are_numbered_in_the_text() -> None:
    result = voted("Sue lost her key.\nShe found it.", ("most_recent",))

    assert numbered(result.prepared.document.text, result.pronouns(), 80) == (
        "Sue lost her[1] key.\nShe[2] found it[3]."
    )


def test_an_answer_is_the_entity_and_not_the_pronoun_before() -> None:
    """*her* leads to *She*, and that to Alice; *it* rained, so it has no answer."""
    result = voted(TEXT)

    assert result.pronouns()[3].by_answer() == {"none: pleonastic": ["the filter"]}
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
    differing = voted(council, ("hobbs", "mars", "cogniac_resolve_all"))
    text = "The dog saw the cat. It ran."
    several, alone = voted(text, ("mars", "most_recent")), voted(text, ("most_recent",))

    assert summary_table(differing, differing.pronouns()).rows == (
        (1, "they", "the city council", "2 of 3", "the demonstrators: cogniac_resolve_all"),
    )
    assert summary_table(several, several.pronouns()).rows[0][1:] == ("It", "the dog")
    assert summary_table(alone, alone.pronouns()).rows[0][1:] == ("It", "the cat")


def test_any_text_fits_a_screen_and_a_long_one_says_how_much_follows() -> None:
    for times in (1, 3, 10):
        result = voted(" ".join([TEXT] * times), ("mars", "hobbs"))
        for width in (80, 120, 200):
            lines = as_text(result, width).splitlines()
            assert (len(lines) <= 25, max(map(len, lines)) <= width) == (True, True), (times, width)

    shown = as_text(result, 80)
    assert "42 pronouns more: --all" in shown
    assert "Of 60," in shown


# explanations

STOPS = (
    "The/DT/2/det key/NN/4/nsubj and/CC/6/cc fits/VBZ/0/root the/DT/6/det lock/NN/4/obj ././4/punct\n"
    "The/DT/2/det doors/NNS/3/nsubj open/VBP/0/root ././3/punct\n"
    "It/PRP/2/nsubj stops/VBZ/0/root ././2/punct"
)


def test_explanations_name_the_candidates_and_why_others_were_removed() -> None:
    document = prepared(STOPS)
    lines = "\n".join(f"The/DT/2/det thing{n}/NN/3/nsubj stops/VBZ/0/root" for n in range(14))
    many = prepared(f"{lines}\nIt/PRP/2/nsubj stops/VBZ/0/root", window=20)

    assert Explainer(document).candidates(document.cases[0]) == [
        'candidates: "The key", "the lock"',
        'removed by number: "The doors"',
    ]
    (line,) = Explainer(many).candidates(many.cases[0])
    assert line.startswith('candidates: "The thing2", "The thing3"')
    assert line.endswith('"The thing13", and 2 before')


def test_what_decided_is_told_by_each_kind_of_resolver() -> None:
    """Votes from the weightiest to the least, zeros left out; chances, steps, and what is best if the case is open."""
    document = prepared(STOPS)
    key, lock = both = document.cases[0].compatible
    matrix = np.array([[1, -1, 2], [0, 1, 0]], np.int8)
    votes = Votes(("term_preference", "definiteness", "collocation"), matrix, np.array([1.0, 0.5, 1.0]))
    explained = {
        "additive": (key, Explanation("additive", both, "highest total", tuple(votes.scores.tolist()), votes)),
        "salience": (
            None, Explanation("salience", both, "cataphora", (155.0, 310.0), steps=("the door that follows has 400",)),
        ),
        "ladder": (lock, Explanation("ladder", (lock,), "unique in current", steps=("unique: 2 entities possible",))),
        "opaque": (key, Explanation("opaque", both, "random", chances=(0.5, 0.5))),
    }  # fmt: skip
    reasons = {
        kind: Explainer(document).reasons(Decision(0, antecedent, trace))
        for kind, (antecedent, trace) in explained.items()
    }

    assert reasons == {
        "additive": [
            "highest total",
            '"The key" 2.5 (collocation +2, term preference +1, definiteness -0.5)',
            'next: "the lock" 0.5 (definiteness +0.5)',
        ],
        "salience": ["cataphora", 'best on its list: "the lock" 310', "the door that follows has 400"],
        "ladder": [
            "unique in current",
            "unique: 2 entities possible",
            'removed by the resolver\'s own constraints: "The key"',
        ],
        "opaque": ["random", "each of 2 with a chance of 50%"],
    }
