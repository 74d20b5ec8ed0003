"""Which candidates agree in short texts as the bundled pipeline parses them: weak evidence takes none away."""

from anaphora.corpora import plain
from anaphora.preprocess import Preparation, pipeline, prepare
from anaphora.preprocess.agreement import ListedName, NameList
from tests.preprocess.table_files import rows

WRONG = {"McDonald's said it would open ten restaurants."}
"""Texts whose antecedents disagree so far."""


def candidates(text: str, pronoun: str, names: NameList | None = None) -> list[str]:
    """What agrees with the last of these pronouns."""
    document = plain.document(text, "text")
    options = Preparation(it_filter="none", anaphors="personal")
    found = prepare(document, pipeline.load().annotate(document), options=options, names=names or NameList())
    words = [found.document.words_of(mention.span) for mention in found.mentions]
    case = [case for case in found.cases if words[case.anaphor].lower() == pronoun][-1]
    return [words[index] for index in case.compatible]


def test_right_antecedent_agrees() -> None:
    agreeing = {text: (antecedent, candidates(text, pronoun)) for text, pronoun, antecedent in rows("antecedents")}

    assert {text for text, (antecedent, which) in agreeing.items() if antecedent not in which} == WRONG, agreeing


def test_strong_evidence_still_removes() -> None:
    """First names from elsewhere in the world may be surnames of the census; Morgan is a surname more often."""
    expected = {
        ("The mayor of Boston spoke. He smiled.", "he"): ["The mayor of Boston"],
        ("Mary met John in Norway. She smiled.", "she"): ["Mary"],
        ("Mrs. Brown met Mr. Brown. He smiled.", "he"): ["Mr. Brown"],
        ("Sam sold the dinghy. He smiled.", "he"): ["Sam"],
        ("Vera took the ferry to Cork. She sang.", "she"): ["Vera"],
        ("Brazil beat Peru. Carlos was there. He smiled.", "he"): ["Carlos"],
        ("Ibrahim met Khadija. She smiled.", "she"): ["Khadija"],
        ("Khadija met Ibrahim. He smiled.", "he"): ["Ibrahim"],
        ("Morgan Stanley hired Grace Bell. She smiled.", "she"): ["Grace Bell"],
        ("Karl met Faith. He smiled.", "he"): ["Karl"],
        ("Logan met Clara. She had a cold.", "she"): ["Clara"],
        ("Laura Vincent met Sam. Vincent was angry. He left.", "he"): ["Sam"],
        ("Mr. and Mrs. Bloom came. Karl left. He smiled.", "he"): ["Karl"],
        ("Charles Schwab hired Henry Cole. He smiled.", "he"): ["Charles Schwab", "Henry Cole"],
    }

    assert {case: candidates(*case) for case in expected} == expected


def test_names_of_the_user_decide() -> None:
    names = NameList({"Kim": ListedName("inanimate", "neuter"), "Alex": ListedName("animate", "feminine")})

    assert "Kim" in candidates("Kim lost its bridge.", "its", names)
    assert candidates("Alex Lee met John. She smiled.", "she", names) == ["Alex Lee"]
    assert candidates("Alex met John. He smiled.", "he", names) == ["John"]
