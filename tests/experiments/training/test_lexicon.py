"""Tables of nouns, verbs and names, made of a WordNet of a few words, of packages of a few names, and of sentences."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from anaphora.experiments.training import __main__, it_words, lexicon, relations
from anaphora.experiments.training.treebanks import Sentence, TypedPhrase
from anaphora.preprocess import english
from anaphora.preprocess.lexicon import read_table
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
VERBS = """00000001 35 v 01 carry 0 000 02 + 08 00 + 11 00 | move something
00000002 35 v 02 climb 0 sleep 0 000 02 + 02 00 + 08 01 | go upwards
00000003 31 v 01 believe 0 000 02 + 26 00 + 08 00 | hold true
"""
KINDS = """00000004 03 n 01 matter 0 000 | that which has mass
00000005 13 n 01 soup 0 001 @ 00000004 n 0000 | liquid food
00000006 10 n 01 joke 0 000 | a funny story
"""
VERB = {
    "data.verb": "00000001 35 v 01 make 0 000 01 + 08 00 | bring about\n",
    "index.verb": "make v 1 0 1 0 00000001\n",
}
SHIPPED = Path(english.__file__).parent
NAMES = '{"sol": [3, 12, 0.254, 0], "ann": [31, 450000, 0.99, 0], "eva": [9, 450001, 0.99, 0]}'
FIRMS = """INDICES = {"A": {"companies": [{"name": "Rolls-Royce Holdings"}, {"name": "Dell"}]},
           "B": {"companies": [{"name": "Springer Nature", "symbol": "SPG"}]}}"""


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    (tmp_path / "data.noun").write_text(LICENCE + DATA, "latin-1")
    (tmp_path / "index.noun").write_text(LICENCE + INDEX, "latin-1")
    for name in ("data.verb", "index.verb"):
        (tmp_path / name).write_text(LICENCE + VERB[name], "latin-1")
    (tmp_path / "cntlist.rev").write_text("guard%1:18:00:: 1 3\nhen%1:05:00:: 1 1\nrun%2:38:00:: 1 9\n", "latin-1")
    return tmp_path


def test_shares_are_tenths_of_senses_weighted_by_frequency(wordnet: Path) -> None:
    """The person weighs 3 + 1, the device 0 + 1/2: 4 of 4.5 is nine tenths.

    Instances, capitalised words and terms of abuse are left out; possible persons, animals and frequent nouns selected.
    """
    shares = lexicon.wordnet_shares(wordnet)

    assert (shares["guard"], shares["hen"], shares["crew"]) == ((9, 0, 0), (0, 10, 0), (0, 0, 10))
    assert sorted(shares) == ["cook", "crew", "guard", "hen"]
    assert sorted(lexicon.select(shares, lexicon.frequent(wordnet, "noun"))) == ["cook", "guard", "hen"]


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
    phrases = tuple(TypedPhrase(at, at + 1, label) for at, (_, label) in enumerate(typed))
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


@pytest.mark.parametrize(
    ("recipe", "section"),
    [(("nouns", "wordnet"), "shares"), (("nouns", "gum"), "counts"), (("it-words",), "verbs"), (("names",), "weights")],
)
def test_a_table_is_made_of_wordnet_and_treebanks_by_one_command(
    recipe: tuple[str, ...], section: str, wordnet: Path, treebanks: Path, tmp_path: Path
) -> None:
    """That of nouns has WordNet's licence; that of names keeps what is known of things."""
    folders = ("--data", str(treebanks)) if recipe == ("names",) else ("--data", str(treebanks), "--dict", str(wordnet))
    __main__.main([*recipe, *folders, "--to", str(tmp_path / "table.toml")])
    text = (tmp_path / "table.toml").read_text("utf-8")
    shipped = files("anaphora.preprocess.english").joinpath("name_evidence.toml").read_text("utf-8")

    assert tomllib.loads(text)[section]
    if recipe == ("nouns", "wordnet"):
        assert tomllib.loads(text)["shares"] == {"0/10/0": "hen", "9/0/0": "guard", "10/0/0": "cook"}
        assert "# This software and database is being provided to you\n" in text
    if recipe == ("names",):
        assert text.partition("[weights]")[0] == shipped.partition("[weights]")[0]


ADJECTIVES = """00000001 00 a 01 upper 0 002 ! 00000002 a 0101 & 00000003 a 0000 | above
00000002 00 a 01 low(a) 0 001 ! 00000001 a 0101 | below
00000003 00 s 02 topmost 0 high 0 001 & 00000001 a 0000 | at the top
"""
ADJECTIVE_INDEX = (
    "high a 1 0 1 0 00000003\nlow a 1 0 1 1 00000002\ntopmost a 1 0 1 0 00000003\nupper a 1 0 1 0 00000001\n"
)
BELOW = """00000001 03 n 01 entity 0 000 | all
00000002 05 n 01 bird 0 001 @ 00000004 n 0000 | it flies
00000003 05 n 02 hen 0 biddy 0 001 @ 00000002 n 0000 | it lays
00000004 03 n 01 organism 0 001 @ 00000001 n 0000 | it lives
00000005 07 n 01 red 0 001 @ 00000006 n 0000 | of blood
00000006 07 n 01 chromatic_color 0 002 ~ 00000005 n 0000 ~ 00000007 n 0000 | with a hue
00000007 07 n 02 green 0 Greenness 0 001 @ 00000006 n 0000 | of grass
"""
BELOW_INDEX = "bird n 1 0 1 1 00000002\nentity n 1 0 1 1 00000001\nhen n 1 0 1 1 00000003\nred n 1 0 1 0 00000005\n"


def test_relations_are_opposites_kinds_and_nouns_below_nouns(tmp_path: Path) -> None:
    """The tagged texts have neither "high" nor "biddy", and nothing but "organism" between bird and entity."""
    files_of = {"adj": (ADJECTIVES, ADJECTIVE_INDEX), "noun": (BELOW, BELOW_INDEX)}
    for part, (data, index) in files_of.items():
        (tmp_path / f"data.{part}").write_text(LICENCE + data, "latin-1")
        (tmp_path / f"index.{part}").write_text(LICENCE + index, "latin-1")
    tagged = [f"{word}%1:05:00:: 1 1" for word in ("bird", "entity", "hen")] + [
        "low%3:00:00:: 1 1",
        "topmost%5:00:00:: 1 1",
    ]
    (tmp_path / "cntlist.rev").write_text("\n".join(tagged) + "\n", "latin-1")
    table = tomllib.loads(relations.table_of_relations(tmp_path))

    assert table == {
        "opposites": {"low/upper": "low / upper topmost"},
        "kinds": {"colour": "red / green greenness"},
        "nouns": {"0": "entity:1", "1": "bird:2", "2": "hen"},
    }


def test_nouns_are_grouped_by_their_numbers_under_a_comment() -> None:
    grouped = lexicon.as_toml(
        "Free", {"base": {"0": 2}, "counts": lexicon.group_by_numbers({"lid": (0, 2), "cap": (0, 2)})}
    )

    assert grouped.startswith("# Free\n")
    assert tomllib.loads(grouped) == {"base": {"0": 2}, "counts": {"0/2": "cap lid"}}


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """A WordNet of verbs with frames, and of nouns below others."""
    for name, text in {
        "data.verb": VERBS,
        "index.verb": "believe v 1 0 1 0 00000003\ncarry v 1 0 1 0 00000001\n"
        "climb v 1 0 1 0 00000002\nsleep v 1 0 1 0 00000002\n",
        "data.noun": KINDS,
        "index.noun": "joke n 1 0 1 0 00000006\nmatter n 1 0 1 0 00000004\nsoup n 1 0 1 0 00000005\n",
        "cntlist.rev": "soup%1:13:00:: 1 1\n",
    }.items():
        (tmp_path / name).write_text(LICENCE + text, "latin-1")
    return tmp_path


def use(verb: str, tag: str, relation: str, *below: str) -> Sentence:
    """A verb with words below it, of which only the relations matter."""
    return sentence(verb, *below, relations=(relation, *below), pos=("VERB", *("_",) * len(below)), tags=(tag, *below))


def test_verbs_are_classed_by_frames_and_uses(frames: Path) -> None:
    """Frames may hold for one word of a sense, and count half beside one without object; passives are no uses."""
    shares = {verb: weights["object"] / weights["all"] for verb, weights in it_words.frames(frames).items()}
    assert shares == {"carry": 1.0, "climb": 0.5, "sleep": 0.0, "believe": 1.0}

    others = (use("carry", "VBN", "ROOT", "aux:pass"), use("carry", "VB", "acl:relcl"))
    assert it_words.uses([(use("carry", "VB", "ROOT", "obj"), *others)]) == {"carry": {"all": 1, "object": 1}}

    uses = it_words.uses([tuple(use("believe", "VB", "ROOT", "ccomp") for _ in range(9))])
    classes = it_words.verb_classes(it_words.frames(frames), uses, frozenset({"carry", "climb", "sleep"}))
    assert classes == {"object": ["carry"], "none": ["sleep"], "clause": ["believe"]}


def test_nouns_below_a_kind_with_a_temperature_are_listed(frames: Path) -> None:
    table = read_table("it_filter/wordnet.toml")

    assert lexicon.nouns_below(frames, {"matter"}) == {"matter", "soup"}
    assert lexicon.nouns_below(frames, {"matter"}, {"soup"}) == {"matter"}
    assert "carry" in table["verbs"]["object"].split()
    assert "soup" in table["nouns"]["tempered"].split()


def package(folder: Path, name: str, file: str, text: str) -> Path:
    """A package as installed: a file, its version 2.1, and its licence."""
    about = folder / f"{name}-2.1.dist-info"
    about.mkdir()
    (folder / name).mkdir()
    (folder / name / file).write_text(text, "utf-8")
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.1\n", "utf-8")
    (about / "LICENSE").write_text("Copyright (c) somebody\n\nPermission is granted.\n", "utf-8")
    (about / "RECORD").write_text(f"{about.name}/METADATA,,\n{about.name}/LICENSE,,\n", "utf-8")
    return folder


def made(tmp_path: Path, recipe: str, folder: Path) -> tuple[list[str], list[str]]:
    """The comments and the other lines of the file that a recipe writes."""
    __main__.main([recipe, "--from", str(folder), "--to", str(tmp_path / "list")])
    lines = (tmp_path / "list").read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith("#")], [line for line in lines if not line.startswith("#")]


def test_first_names_stand_by_digits_of_bearers_and_percent_of_women_under_the_licence(tmp_path: Path) -> None:
    comments, rows = made(tmp_path, "first-names", package(tmp_path, "nomquamgender", "name_data.json", NAMES))

    assert rows == ["1\t25\tsol", "5\t99\tann eva"]
    assert comments[-3:] == ["# Copyright (c) somebody", "#", "# Permission is granted."]
    assert any("nomquamgender 2.1" in comment for comment in comments)


def test_firms_of_all_indices_stand_in_the_order_of_the_alphabet_under_the_licence(tmp_path: Path) -> None:
    comments, rows = made(tmp_path, "firms", package(tmp_path, "pytickersymbols", "indices_data.py", FIRMS))

    assert rows == ["rolls - royce", "springer nature"]
    with pytest.raises(SystemExit):
        made(tmp_path, "first-names", tmp_path)
    assert comments[-3:] == ["# Copyright (c) somebody", "#", "# Permission is granted."]


def test_rare_names_initials_and_other_letters_are_left_out() -> None:
    left_out = {"mia": (2, 900), "eva": (9, 9), "m": (9, 900), "mia rosa": (9, 900), "mía": (9, 900)}
    names = {name: (sources, bearers, 1.0, 0) for name, (sources, bearers) in left_out.items()}

    assert lexicon.group_names({**names, "mia-rosa": (9, 900, 1.0, 0)}) == {(2, 100): ["mia-rosa"]}


def test_firms_are_written_as_the_pipeline_splits_them_without_legal_forms() -> None:
    firms = {
        "Johnson & Johnson": ["johnson & johnson"],
        "Victoria's Secret": ["victoria 's secret"],
        "BJ’s Restaurants": ["bj 's restaurants"],
        "The J.M. Smucker Company": ["j.m. smucker"],
        "Eli Lilly and Company": ["eli lilly"],
        "Park National Bank (Ohio)": ["park national bank"],
        "W. R. Berkley Corporation": ["w. r. berkley"],
        "Apple Inc.": [],
        "McDonald's": [],
        "Merck & Co.": [],
        "3M": [],
    }
    assert {firm: lexicon.firms_of_several_words([firm]) for firm in firms} == firms


def test_files_that_ship_have_their_licence() -> None:
    for file in ("first_names.tsv", "firms.txt"):
        text = (SHIPPED / file).read_text("utf-8")

        assert "# Copyright (c) " in text
        assert "# Permission is hereby granted, free of charge" in text
