"""What is true of every language pack: no gaps but those that it names, and nothing that nothing reads."""

import re
import tomllib
from importlib.resources import files
from itertools import combinations

import pytest

from anaphora.preprocess.agreement import agrees
from anaphora.workbench.document import Gender, Mention, Span
from anaphora.workbench.language.packs import TYPES, Language, codes, language, lists_of_rules
from tests.test_repository import modules

EXPECTED = (
    "articles.indefinite", "before_head.definite", "before_head.indefinite", "coordinators.contrasting",
    "coordinators.or",
    "determiners.definite", "expletives.forms", "expletives.verbs", "expletives.with_clause", "indicators.addressees",
    "indicators.coordinators", "indicators.everyday_nouns", "indicators.indicating_verbs", "indicators.subordinators",
    "names.feminine", "names.masculine", "number.either", "persons.either", "persons.feminine", "persons.masculine",
    "things.endings", "things.nouns", "titles.feminine", "titles.masculine",
)  # fmt: skip
"""The lists that rules read and every language should have; a pack that has not says why in `lacks`, by table."""


@pytest.fixture(scope="module")
def packs() -> list[Language]:
    return [language(code) for code in codes()]


@pytest.fixture(scope="module")
def others(packs: list[Language]) -> list[Language]:
    """All but English."""
    return [pack for pack in packs if pack.code != "en"]


def mention(kind: str, gender: Gender) -> Mention:
    return Mention(
        span=Span(0, 1), base=Span(0, 1), head=0, lemma="", kind="nominal", pronoun=kind, person=3,
        number="singular", gender=gender, animacy="unknown", function="subject", definiteness="definite", sentence=0,
        paragraph=0, clause=0, governor=-1, preposition=-1, heading=False, coordination=None, evidence="",
    )  # fmt: skip


def test_a_pack_is_found_by_its_code_and_its_other_names(packs: list[Language]) -> None:
    for pack in packs:
        assert pack.source
        assert {language(code) for code in (pack.code, f"{pack.code}-XX", pack.name, *pack.codes)} == {pack}


def test_each_person_and_number_has_a_pronoun_and_the_third_all_types(packs: list[Language]) -> None:
    for pack in packs:
        entries = pack.pronouns.values()
        for person in (1, 2, 3):
            numbers = {entry.number for entry in entries if entry.person == person and entry.type == "personal"}
            assert {"singular", "plural"} <= numbers or "unknown" in numbers, (pack.code, person)
        types = {entry.type for entry in entries if entry.person in (0, 3)} | set(pack.zeros.values())
        assert types == {*TYPES}, pack.code


def test_each_gender_of_nouns_is_taken_up_by_a_pronoun(others: list[Language]) -> None:
    for pack in others:
        assert pack.genders or "genders" in pack.lacks
        genders = {entry.gender for entry in pack.pronouns.values() if entry.person == 3 and entry.type == "personal"}
        for gender in pack.genders.values():
            agreeing = [each for each in genders if agrees(mention("", gender), mention("personal", each)) is None]
            assert agreeing, (pack.code, gender)


def test_a_pack_has_the_lists_that_rules_read_or_says_why_not(others: list[Language]) -> None:
    """No noun is in two lists of what nouns name, and texts of the language can be told."""
    names = ("persons.masculine", "persons.feminine", "persons.either", "things.nouns")
    words = tomllib.loads(files("anaphora.preprocess").joinpath("languages.toml").read_text("utf8"))["others"]
    for pack in others:
        missing = [name for name in EXPECTED if not pack.of(name)]
        assert not [name for name in missing if name.split(".")[0] not in pack.lacks], pack.code
        for left, right in combinations(names, 2):
            assert not pack.of(left) & pack.of(right), (pack.code, left, right)
        assert pack.code in words or pack.of("detection.function_words"), pack.code


def test_every_list_that_a_pack_may_have_is_read_by_a_rule() -> None:
    read = {name.decode() for text in modules().values() for name in re.findall(rb'"([a-z_]+\.[a-z_]+)"', text)}
    by_pattern = {"indicators", "names", "titles"}
    unread = {
        f"{table}.{name}" for table, names in lists_of_rules().items() if table not in by_pattern for name in names
    } - read
    assert not unread
