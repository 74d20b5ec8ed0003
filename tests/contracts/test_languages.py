"""What is true of every language pack: no gaps but those that it names, and nothing that nothing reads."""

import re
import tomllib
from importlib.resources import files
from itertools import pairwise

import pytest

from anaphora.preprocess.agreement import agrees
from anaphora.workbench.document import Gender, Mention, Span
from anaphora.workbench.language.checking import LISTS, TYPES
from anaphora.workbench.language.packs import Language, codes, language

PACKS = [language(code) for code in codes()]
OTHERS = [pack for pack in PACKS if pack.code != "en"]
EXPECTED = (
    "articles.indefinite", "before_head.definite", "before_head.indefinite", "coordinators.contrasting",
    "coordinators.or",
    "determiners.definite", "expletives.forms", "expletives.verbs", "expletives.with_clause", "indicators.addressees",
    "indicators.coordinators", "indicators.everyday_nouns", "indicators.indicating_verbs", "indicators.subordinators",
    "names.feminine", "names.masculine", "number.either", "persons.either", "persons.feminine", "persons.masculine",
    "things.endings", "things.nouns", "titles.feminine", "titles.masculine",
)  # fmt: skip
"""The lists that rules read and every language should have; a pack that has not says why in `lacks`, by table."""
ids = [pack.code for pack in PACKS]


def mention(kind: str, gender: Gender) -> Mention:
    return Mention(
        span=Span(0, 1), base=Span(0, 1), head=0, lemma="", kind="nominal", pronoun=kind, person=3,
        number="singular", gender=gender, animacy="unknown", function="subject", definiteness="definite", sentence=0,
        paragraph=0, clause=0, governor=-1, preposition=-1, heading=False, coordination=None, evidence="",
    )  # fmt: skip


@pytest.mark.parametrize("pack", PACKS, ids=ids)
def test_a_pack_is_found_by_its_code_and_its_other_names(pack: Language) -> None:
    assert pack.source
    assert {language(code) for code in (pack.code, f"{pack.code}-XX", pack.name, *pack.codes)} == {pack}


@pytest.mark.parametrize("pack", PACKS, ids=ids)
def test_each_person_and_number_has_a_pronoun_and_the_third_all_types(pack: Language) -> None:
    entries = pack.pronouns.values()
    for person in (1, 2, 3):
        numbers = {entry.number for entry in entries if entry.person == person and entry.type == "personal"}
        assert {"singular", "plural"} <= numbers or "unknown" in numbers, person
    types = {entry.type for entry in entries if entry.person in (0, 3)} | set(pack.zeros.values())
    assert types == {*TYPES}


@pytest.mark.parametrize("pack", OTHERS, ids=[pack.code for pack in OTHERS])
def test_each_gender_of_nouns_is_taken_up_by_a_pronoun(pack: Language) -> None:
    assert pack.genders or "genders" in pack.lacks
    genders = {entry.gender for entry in pack.pronouns.values() if entry.person == 3 and entry.type == "personal"}
    for gender in pack.genders.values():
        assert any(agrees(mention("", gender), mention("personal", each)) is None for each in genders), gender


@pytest.mark.parametrize("pack", OTHERS, ids=[pack.code for pack in OTHERS])
def test_a_pack_has_the_lists_that_rules_read_or_says_why_not(pack: Language) -> None:
    missing = [name for name in EXPECTED if not pack.of(name)]
    assert not [name for name in missing if name.split(".")[0] not in pack.lacks]


@pytest.mark.parametrize("pack", OTHERS, ids=[pack.code for pack in OTHERS])
def test_no_noun_is_in_two_lists_of_what_nouns_name(pack: Language) -> None:
    names = ("persons.masculine", "persons.feminine", "persons.either", "things.nouns")
    for one, (left, right) in enumerate(pairwise(names)):
        assert not pack.of(left) & pack.of(right, *names[one + 2 :]), left


@pytest.mark.parametrize("pack", OTHERS, ids=[pack.code for pack in OTHERS])
def test_texts_of_a_language_with_a_pack_can_be_told(pack: Language) -> None:
    words = tomllib.loads(files("anaphora.preprocess").joinpath("languages.toml").read_text("utf8"))["others"]
    assert pack.code in words or pack.of("detection.function_words")


def test_every_list_that_a_pack_may_have_is_read_by_a_rule() -> None:
    root = files("anaphora")
    rooms = ("corpora", "preprocess", "resolvers", "workbench", "experiments")
    modules = "".join(
        path.read_text("utf8")
        for room in rooms
        for path in root.joinpath(room).rglob("*.py")  # type: ignore[attr-defined]
    )
    read = set(re.findall(r"\w+\.\w+", " ".join(re.findall(r'"([a-z_]+\.[a-z_]+)"', modules))))
    by_pattern = {"indicators", "names", "titles"}
    unread = {f"{table}.{name}" for table, names in LISTS.items() if table not in by_pattern for name in names} - read
    assert not unread
