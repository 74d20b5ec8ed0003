"""The tables of nouns, made of a WordNet of a few nouns and of one tree."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from anaphora.experiments.training import __main__, lexicon
from anaphora.experiments.training.treebanks import Phrase, Sentence
from tests.experiments.training.sentences import sentence

LICENCE = "  1 This software and database is being provided to you\n"
# offset, lexicographer file, type, words, pointers | gloss: 05 animal, 06 artifact, 14 group, 18 person
DATA = """00000001 18 n 01 cook 0 000 | one who cooks
00000002 06 n 01 guard 0 000 | a device
00000003 18 n 02 guard 0 sentinel 0 000 | a person
00000004 18 n 01 Einstein 0 001 @i 00000001 n 0000 | a physicist
00000005 05 n 01 hen 0 000 | a bird
00000006 14 n 01 crew 0 000 | a group
00000007 18 n 01 Dane 0 000 | of Denmark
00000008 18 n 01 oaf 0 000 | (disparaging) a person
"""
INDEX = """cook n 1 0 1 0 00000001
crew n 1 0 1 0 00000006
dane n 1 0 1 0 00000007
einstein n 1 0 1 0 00000004
guard n 2 0 2 1 00000003 00000002
hen n 1 0 1 0 00000005
oaf n 1 0 1 0 00000008
"""


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    (tmp_path / "data.noun").write_text(LICENCE + DATA, "latin-1")
    (tmp_path / "index.noun").write_text(LICENCE + INDEX, "latin-1")
    (tmp_path / "cntlist.rev").write_text("guard%1:18:00:: 1 3\nhen%1:05:00:: 1 1\nrun%2:38:00:: 1 9\n", "latin-1")
    return tmp_path


def test_shares_are_tenths_of_senses_weighted_by_frequency(wordnet: Path) -> None:
    """The person weighs 3 + 1, the device 0 + 1/2: 4 of 4.5 is nine tenths.

    Instances, capitalised words and terms of abuse are left out; possible persons, animals and frequent nouns selected.
    """
    shares = lexicon.wordnet_shares(wordnet)

    assert (shares["guard"], shares["hen"], shares["crew"]) == ((9, 0, 0), (0, 10, 0), (0, 0, 10))
    assert sorted(shares) == ["cook", "crew", "guard", "hen"]
    assert sorted(lexicon.select(shares, lexicon.frequent(wordnet))) == ["cook", "guard", "hen"]


def test_instances_are_named_by_their_senses_the_first_first(wordnet: Path) -> None:
    """Paris of Troy comes after the city; of persons only single words are listed."""
    data = """00000009 15 n 01 Paris 0 001 @i 00000010 n 0000 | a city
00000011 18 n 02 Paris 0 Paris_of_Troy 0 001 @i 00000001 n 0000 | a prince
"""
    index = "paris n 2 0 2 0 00000009 00000011\nparis_of_troy n 1 0 1 0 00000011\n"
    (wordnet / "data.noun").write_text(LICENCE + DATA + data, "latin-1")
    (wordnet / "index.noun").write_text(LICENCE + INDEX + index, "latin-1")

    assert lexicon.wordnet_instances(wordnet) == {"einstein": "person", "paris": "place/person"}


def test_endings_are_listed_where_they_decide() -> None:
    persons = {f"{letter}{other}ist": (10, 0, 0) for letter in "abcdef" for other in "abcde"}
    mixed = {f"{letter}{other}ant": (10 * (other == "a"), 0, 0) for letter in "abcdef" for other in "abcde"}

    assert lexicon.ending_shares(persons | mixed) == {"ist": 100}


def nouns(*typed: tuple[str, str]) -> Sentence:
    """Nouns beside each other, each a base noun phrase with its entity type."""
    phrases = tuple(Phrase(at, at + 1, label) for at, (_, label) in enumerate(typed))
    return sentence(*(word for word, _ in typed), phrases=phrases)


def test_counts_tell_persons_from_the_rest() -> None:
    """Base rates count each noun once: of those with ten tenths one is always a person, one in half of the cases."""
    document = (nouns(("guard", "PERSON"), ("guard", "OBJECT"), ("lid", "OBJECT"), ("Guard", "PERSON")),)
    assert lexicon.entity_counts([document]) == {"guard": (2, 1), "lid": (0, 1)}

    counts = {"cook": (20, 0), "guard": (1, 1), "lid": (0, 3), "unlisted": (5, 0)}
    assert lexicon.base_rates(counts, {"cook": (10, 0, 0), "guard": (10, 0, 0), "lid": (0, 0, 0)}) == {"0": 0, "10": 75}


def test_check_tries_every_document_once() -> None:
    """Ten documents name cooks and lids; nine of them are enough to call the tenth's rightly."""
    shares = {"cook": (10, 0, 0), "lid": (0, 0, 0)}

    assert lexicon.check([(nouns(("cook", "PERSON"), ("lid", "OBJECT")),)] * 10, shares, shares) == {
        "nouns": 20, "persons": 10, "person": 10, "person, rightly": 10, "thing": 10, "thing, rightly": 10,
    }  # fmt: skip


def test_table_of_names_keeps_what_is_known_of_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the weights are learned."""
    learned = [({"title": 1.0}, True, 1.0), ({"the": 1.0}, False, 1.0)] * 9
    monkeypatch.setattr(lexicon, "examples", lambda _: zip(learned, learned, strict=True))
    ships = files("anaphora.preprocess.english").joinpath("name_evidence.toml").read_text("utf-8")

    made = lexicon.table_of_names(Path())

    assert made.partition("[weights]")[0] == ships.partition("[weights]")[0]
    assert tomllib.loads(made)["weights"].keys() == {"base", "title", "the"}


def test_command_writes_the_table_with_its_licence(wordnet: Path, tmp_path: Path) -> None:
    __main__.main(["nouns", "wordnet", "--dict", str(wordnet), "--to", str(tmp_path / "table.toml")])
    text = (tmp_path / "table.toml").read_text("utf-8")
    grouped = lexicon.as_toml(
        "Free", {"base": {"0": 2}, "counts": lexicon.group_by_numbers({"lid": (0, 2), "cap": (0, 2)})}
    )

    assert tomllib.loads(text)["shares"] == {"0/10/0": "hen", "9/0/0": "guard", "10/0/0": "cook"}
    assert "# This software and database is being provided to you\n" in text
    assert grouped.startswith("# Free\n")
    assert tomllib.loads(grouped) == {"base": {"0": 2}, "counts": {"0/2": "cap lid"}}
