"""What common nouns name, by tables small enough to work through, and the sex of first names."""

from anaphora.preprocess.lexicon import NounTable, first_name, is_of_either_sex, nouns

SMALL = NounTable(
    shares={
        "guard": (8, 0, 0),
        "fan": (6, 0, 0),
        "lawyer": (10, 0, 0),
        "lid": (0, 0, 0),
        "hen": (1, 8, 0),
        "panel": (0, 0, 6),
    },
    endings={"ness": 0, "yist": 97},
    base={"0": 2, "6": 50, "8": 50, "10": 94},
    counts={"guard": (9, 0), "fan": (24, 0), "frob": (0, 40)},
)


def test_verdict_on_a_noun_and_its_evidence() -> None:
    """Half of the nouns with eight of ten senses are persons; guard was nine times: (9 + 2 * 0.5) / 11 = 0.91.

    The fans of GUM are people, those of a manual are not. Counts decide where there are no senses: (0 + 2 * 0.5) / 42 =
    0.024.
    """
    evidence = {
        "lawyer": ("person", "WordNet: lawyer, 100% of its senses a person"),
        "lid": ("thing", "WordNet: lid, 0% of its senses a person"),
        "guard": ("person", "GUM: guard, 9 of 9 a person"),
        "fan": ("open", "WordNet: fan, 60% of its senses a person"),
        "frob": ("thing", "GUM: frob, 0 of 40 a person"),
        "hen": ("animal", "WordNet: hen, 80% of its senses an animal"),
        "zyx": ("open", "no evidence of animacy"),
    }
    endings = {"zyxness": "thing", "zyxist": "open", "zyxyist": "person", "co-lawyer": "person"}

    for noun, (verdict, text) in evidence.items():
        assert (SMALL.verdict(noun)[0], text in SMALL.verdict(noun)[1]) == (verdict, True), noun
    assert {noun: SMALL.verdict(noun)[0] for noun in endings} == endings


def test_tables_that_come_with_the_project_know_common_nouns_and_groups_have_senses() -> None:
    expected = {"lawyer": "person", "ethnographer": "person", "process": "thing", "dog": "animal", "printer": "open"}

    assert {noun: nouns().verdict(noun)[0] for noun in expected} == expected
    assert [SMALL.may_be_group(noun) for noun in ("panel", "lid")] == [True, False]


def test_first_names_of_the_world_give_gender_if_they_are_clear() -> None:
    """Mary is the name of women in 98 % of 33 sources, Andrea of a woman in Germany and a man in Italy.

    Major is a common noun, and rare as a first name. Alex has 91 % of men, but names are registered there as they are
    in full. AI is an abbreviation, though Ai is a first name.
    """
    expected = {
        **dict.fromkeys(("MARY", "Fatima", "Małgorzata"), "feminine"),
        **dict.fromkeys(("JAMES", "Omar", "Björn", "Jean-Pierre"), "masculine"),
        **dict.fromkeys(("Casey", "Andrea", "Major", "China", "Alex", "AI", "ZXYW")),
    }

    assert {name: first_name(name) for name in expected} == expected


def test_name_of_both_sexes_is_no_place() -> None:
    assert [is_of_either_sex(name) for name in ("Jordan", "Åsa", "London")] == [True, True, False]
