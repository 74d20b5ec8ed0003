"""Language packs that say what no rule can read: each is refused with its file and line."""

import re
from pathlib import Path

from anaphora.workbench.language.packs import Language, read_pack
from tests.refused import refused

PACK = """\
code = "xx"
name = "Exish"
codes = ["xxx"]
source = "Author 2001"
plural_genders = false

[lacks]
animacy = "few nouns tell"

[genders]
Masc = "masculine"

[article_features]
la = ["singular", "feminine"]

[relations]
"expl:subj" = "expl"

[zeros]
nsubj = "personal"

[pronouns]
lo = [3, "singular", "masculine", "unknown", "personal"]
Lei = [2, "singular", "unknown", "animate", "personal"]
lei = [3, "singular", "feminine", "animate", "personal"]

[persons]
masculine = ["omo"]
"""


def read(folder: Path, text: str) -> Language:
    path = folder / "xx" / "pack.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf8")
    return read_pack(path)


def test_a_pack_has_what_its_tables_say(tmp_path: Path) -> None:
    pack = read(tmp_path, PACK)

    assert pack.pronouns["lo"].gender == "masculine"
    assert pack.words == {"persons.masculine": frozenset({"omo"})}


def test_a_value_that_none_may_have_is_told_with_its_line(tmp_path: Path) -> None:
    """Each value in place of another: the line of the file, from which on it is replaced, with what is wrong there."""
    replaced = [
        ('code = "xx"', 'code = "yy"', 1),
        ('codes = ["xxx"]', 'codes = "xxx"', 3),
        ('source = "Author 2001"', "source = 2001", 4),
        ("plural_genders = false", 'plural_genders = "no"', 5),
        ("plural_genders = false", "plural_gender = true", 5),
        ('animacy = "few nouns tell"', 'animacy = ""', 8),
        ('Masc = "masculine"', 'Masc = "male"', 11),
        ("Masc =", "masc =", 11),
        ('la = ["singular", "feminine"]', 'la = ["feminine", "singular"]', 14),
        ('"expl:subj" = "expl"', '"expl:subj" = ["expl"]', 17),
        ('nsubj = "personal"', 'nsubj = "subject"', 20),
        ("lo = [3,", 'lo = ["3",', 23),
        ("lo = [3,", "lo = [4,", 23),
        ('"masculine", "unknown", "personal"]', '"masculine", "personal"]', 23),
        ('lo = [3, "singular"', 'lo = [3, "sing"', 23),
        ("lo =", "Lo =", 23),
        ('"unknown", "personal"]\nLei', '"unknown", "clitic"]\nLei', 23),
        ("[persons]", "[person]", 27),
        ("masculine = [", "masculin = [", 28),
        *(('["omo"]', other, 28) for other in ("[]", '"omo"', '["Omo"]', "[1]")),
        ("[persons]\n", "persons = 1\n[things]\n", 27),
    ]
    for old, new, line in replaced:
        assert old in PACK
        with refused("bad-value", "pack.toml", line):
            read(tmp_path, PACK.replace(old, new, 1))


def test_what_every_pack_must_have_is_missed(tmp_path: Path) -> None:
    without = [re.sub(rf"(?m)^{name} =.*\n", "", PACK) for name in ("code", "name", "codes", "source")]
    for text in (*without, PACK.partition("[pronouns]")[0]):
        with refused("malformed", "pack.toml", None):
            read(tmp_path, text)


def test_what_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    for old, new, line in (('["omo"]', '["omo]', 28), ("[persons]\n", "[pronouns]\n", 27)):
        with refused("not-toml", "pack.toml", line):
            read(tmp_path, PACK.replace(old, new, 1))
