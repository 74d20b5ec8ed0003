"""Rules that overrule the scores of the learned filter, on the parses of the bundled pipeline."""

import pytest

from anaphora.corpora import plain
from anaphora.preprocess.english.it_filter import Judgement, classify
from anaphora.preprocess.pipeline import load
from anaphora.preprocess.trees import trees_of
from tests.csv_tables import as_csv
from tests.preprocess.english.it_filter import figures

WEATHER = [
    "It rained all day.",
    "It snowed in Boston.",
    "It rains.",
    "It will rain tomorrow.",
    "If it rains, stay at home.",
    "It drizzled.",
    "They say it will rain.",
    "It is raining.",
]
TIME = [
    "It is late.",
    "It is ten o'clock.",
    "It's five o'clock.",
    "It was half past two.",
    "It was noon.",
    "It is time to go.",
]
IDIOMS = [
    "As it were.",
    "He was, as it were, a ghost.",
    "She is good when it comes to spelling.",
    "They made it to the coast.",
    "Rumour has it that he left.",
]
EXTRAPOSED = [
    "It seems that he left.",
    "It takes an hour to get there.",
    "It is odd that he left.",
    "It became clear to me that he left.",
    "It is said that he left.",
    "It is a pity that he left.",
    "It was hard to carry the bag.",
    "It is difficult to live in cities.",
    "They found it hard to carry the bag.",
    "Is it possible to open the door?",
    "It was a pleasure to meet you.",
    "It is dangerous to cross the road.",
    "It turns out she left.",
    "It does not matter what they say.",
    "It was kind of you to come.",
    "It is no use crying.",
    "It was warm enough to sit outside.",
    "It was in May that they left.",
    "It is Anna that he loves.",
    "I hate it when they shout.",
]
DISTANCE = ["It is five miles to Rome.", "It has been a year since we met.", "What time is it?", "It is my turn."]
AMBIENCE = ["It is hot today.", "The soup is hot. It is cold outside.", "They left. It was dark."]
MISSING_OBJECT = [
    "The bag was heavy. It was hard to carry.",
    "The pan is light. It is easy to clean.",
    "The box is large and it is difficult to open.",
    "The dog is calm. It is easy to live with.",
]
RAISED = [
    "The radio is silent. It seems to be broken.",
    "The law is bad. It is likely to fail.",
    "The castle is old. It is said to be haunted.",
]
ANAPHORIC = [
    *MISSING_OBJECT,
    *RAISED,
    "The bridge is old. It is dangerous to cross.",
    "The piano is heavy. It was hard to move.",
    "The museum is large. It is worth visiting.",
    "The statue is huge. It took ten years to build.",
    "The soup is ready. It is hot.",
    "The trunk was so full. It was so heavy that they left.",
    "The train has left. It is late.",
    "The cat saw the rain, and it slept.",
    "The clock broke. It took an hour.",
    "The potter made it in a kiln.",
    "The lid broke because it fell.",
]


def judged(text: str) -> Judgement:
    document = plain.document(text, "text")
    (it,) = classify(trees_of(load().annotate(document), document.words), "learned")
    return it


@pytest.mark.parametrize("text", [*WEATHER, *TIME, *IDIOMS, *EXTRAPOSED, *DISTANCE, *AMBIENCE])
def test_it_that_refers_to_nothing_is_pleonastic(text: str) -> None:
    assert judged(text).kind == "pleonastic"


@pytest.mark.parametrize("text", ANAPHORIC)
def test_it_that_something_before_explains_is_anaphoric(text: str) -> None:
    assert judged(text).kind == "anaphoric"


@pytest.mark.parametrize(
    ("text", "rule"),
    [(WEATHER[0], "weather"), (TIME[1], "time"), (IDIOMS[1], "idiom"), (MISSING_OBJECT[0], "missing object")],
)
def test_a_sure_rule_is_the_explanation(text: str, rule: str) -> None:
    assert judged(text).explanation.endswith(f" by a sure rule: {rule}")


def test_what_may_be_late_itself_makes_late_anaphoric() -> None:
    assert judged("We ate. It was late.").kind == "pleonastic"
    assert judged("The bus came. It was late.").explanation == "anaphoric by a sure rule: late thing"


def test_an_object_behind_the_infinitive_makes_the_difference() -> None:
    assert judged("It is hard to read.").kind == "anaphoric"
    assert judged("It is hard to read maps.").kind == "pleonastic"


@pytest.mark.slow
def test_the_constructions_on_the_page_are_those_of_the_program() -> None:
    assert figures.FILE.read_text("utf8") == as_csv(figures.table())


def test_half_of_the_sentences_of_each_construction_were_held_back() -> None:
    parts = {(sentence.construction, sentence.part) for sentence in figures.sentences()}
    assert parts == {(construction, part) for construction, _ in parts for part in figures.PARTS}
