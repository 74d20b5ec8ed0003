"""Which candidates agree in short texts as the bundled pipeline parses them: weak evidence takes none away."""

import pytest

from anaphora.corpora import plain
from anaphora.preprocess import Preparation, pipeline, prepare
from anaphora.preprocess.agreement import ListedName, NameList
from anaphora.workbench.document import Prepared

PLACES = (
    "Africa", "America", "Asia", "Australia", "Boston", "Brazil", "Canada", "Chicago", "China", "Dakota", "Denver",
    "Egypt", "Florida", "Germany", "India", "Iowa", "Iran", "Italy", "Japan", "Nevada", "Norway", "Oslo",
    "Peru", "Poland", "Rome", "Russia", "Spain", "Sweden", "Turkey", "Vienna",
)  # fmt: skip
NAMES_AND_PLACES = (
    "Carolina", "Chad", "Charlotte", "Florence", "France", "Georgia", "Israel", "Jackson", "Jordan", "Virginia",
)  # fmt: skip


def prepared(text: str, names: NameList | None = None) -> Prepared:
    document = plain.document(text, "text")
    options = Preparation(it_filter="none", anaphors="personal")
    return prepare(document, pipeline.load().annotate(document), options=options, names=names or NameList())


def candidates(text: str, pronoun: str, names: NameList | None = None) -> list[str]:
    """What agrees with the last of these pronouns."""
    found = prepared(text, names)
    words = [found.document.words_of(mention.span) for mention in found.mentions]
    case = [case for case in found.cases if words[case.anaphor].lower() == pronoun][-1]
    return [words[index] for index in case.compatible]


@pytest.mark.parametrize("place", PLACES)
def test_place_is_no_person(place: str) -> None:
    assert candidates(f"The mayor of {place} spoke. He smiled.", "he") == [f"The mayor of {place}"]


@pytest.mark.parametrize("name", NAMES_AND_PLACES)
def test_place_that_is_a_first_name_may_be_either(name: str) -> None:
    assert name in candidates(f"The mayor of {name} spoke about its streets.", "its")


@pytest.mark.parametrize(
    ("text", "pronoun", "antecedent"),
    [
        ("Apple said it would build a factory.", "it", "Apple"),
        ("Ford recalled the cars that it had sold.", "it", "Ford"),
        pytest.param("McDonald's said it would open ten restaurants.", "it", "McDonald's", marks=pytest.mark.xfail),
        ("Houston won the game. It scored twice.", "it", "Houston"),
        ("General Motors sold trucks. It is rich.", "it", "General Motors"),
        ("Alex lost her keys.", "her", "Alex"),
        ("Alex lost his keys.", "his", "Alex"),
        ("Chris said that she was tired.", "she", "Chris"),
        ("Brennan drives an Alfa Romeo. She drives too fast.", "she", "Brennan"),
        ("Sam said they were tired.", "they", "Sam"),
        ("The Wolfes lived here. Their lives were hard.", "their", "The Wolfes"),
        ("The ship hit the rocks. She sank.", "she", "The ship"),
        ("The baby cried. It was hungry.", "it", "The baby"),
        ("The cat licked its paw, and then she slept.", "she", "The cat"),
        ("The team won. They celebrated.", "they", "The team"),
        ("John and I met. We talked.", "we", "John and I"),
        ("IBM and Microsoft said they would merge.", "they", "IBM and Microsoft"),
        ("Johnson Controls fired Karen Hill. It gave no reason.", "it", "Johnson Controls"),
        ("When Lehman Brothers collapsed, it owed billions.", "it", "Lehman Brothers"),
        ("The Wright Brothers flew. They were proud.", "they", "The Wright Brothers"),
        ("Harley-Davidson hired Ann. It pays her well.", "it", "Harley-Davidson"),
        ("Håkan wrote to Åsa every week. He asked her for money.", "her", "Åsa"),
        ("Þóra rowed Bjarni across the fjord. He sang.", "he", "Bjarni"),
    ],
)
def test_right_antecedent_agrees(text: str, pronoun: str, antecedent: str) -> None:
    assert antecedent in candidates(text, pronoun)


def test_strong_evidence_still_removes() -> None:
    assert candidates("Mary met John in Norway. She smiled.", "she") == ["Mary"]
    assert candidates("Mrs. Brown met Mr. Brown. He smiled.", "he") == ["Mr. Brown"]


def test_first_name_elsewhere_in_the_world_may_be_a_surname_of_the_census() -> None:
    assert candidates("Ibrahim met Khadija. She smiled.", "she") == ["Khadija"]
    assert candidates("Khadija met Ibrahim. He smiled.", "he") == ["Ibrahim"]


def test_firm_is_nobody_unless_its_name_begins_with_a_first_name() -> None:
    """Morgan is a surname more often."""
    assert candidates("Morgan Stanley hired Grace Bell. She smiled.", "she") == ["Grace Bell"]
    assert candidates("Charles Schwab hired Henry Cole. He smiled.", "he") == ["Charles Schwab", "Henry Cole"]


def test_names_of_the_user_decide() -> None:
    names = NameList({"Kim": ListedName("inanimate", "neuter"), "Alex": ListedName("animate", "feminine")})

    assert "Kim" in candidates("Kim lost its bridge.", "its", names)
    assert candidates("Alex Lee met John. She smiled.", "she", names) == ["Alex Lee"]
    assert candidates("Alex met John. He smiled.", "he", names) == ["John"]
