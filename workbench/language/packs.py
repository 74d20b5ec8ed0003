"""Languages: what a language pack knows. A pack is the folder of its code, with tables in `pack.toml`.

The page "A language of your own" says what each table means; `tests/contracts/test_languages.py` checks packs for gaps.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from anaphora.workbench.document import Animacy, Document, Gender, Number
from anaphora.workbench.errors import FormatError

_FOLDER = "anaphora.workbench.language"
_PACK = "pack.toml"


@dataclass(frozen=True, slots=True)
class Pronoun:
    """An entry of a table; `type` is personal, possessive, reflexive or demonstrative, `person` 0 where the tree says.

    Of a possessive, number and gender are those of the owner.
    """

    person: int
    number: Number
    gender: Gender
    animacy: Animacy
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language: `pronouns` by form in small letters (or as written, where capitals tell), word lists by name.

    `codes` are its other codes and names; `genders` says what UD's Gender of a noun tells of the pronouns that take it
    up, `plural_genders` whether they show it in the plural, too, `name_genders` whether trees know it of names;
    `article_features` are the number and gender that a form of an article or possessive tells of its noun. `relations`
    has other names for some of UD's. `zeros` are the relations of empty nodes that stand for pronouns, each with the
    type of pronoun. `lacks` names what the language, or the pack, has not, and why. `words` are named `table.list`. A
    language without a pack has a code alone.
    """

    code: str
    name: str
    codes: frozenset[str] = frozenset()
    source: str = ""
    pronouns: Mapping[str, Pronoun] = field(default_factory=dict)
    genders: Mapping[str, Gender] = field(default_factory=dict)
    plural_genders: bool = False
    name_genders: bool = False
    article_features: Mapping[str, tuple[Number, Gender]] = field(default_factory=dict)
    relations: Mapping[str, str] = field(default_factory=dict)
    zeros: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    lacks: Mapping[str, str] = field(default_factory=dict)

    def of(self, *names: str) -> frozenset[str]:
        """The union of word lists, each named `table.list`; a list that the pack has not is empty."""
        return frozenset[str]().union(*(self.words.get(name, ()) for name in names))

    @property
    def is_known(self) -> bool:
        """True if there is a pack."""
        return bool(self.pronouns)


def codes() -> tuple[str, ...]:
    """The codes of the languages that have a pack."""
    folders = (entry for entry in files(_FOLDER).iterdir() if entry.is_dir() and entry.joinpath(_PACK).is_file())
    return tuple(sorted(entry.name for entry in folders))


@cache
def language(code: str = "") -> Language:
    """The language of a code or English name, as "fr", "fr-CA" or "French"; without one English.

    Codes are those of ISO 639, with or without a region.
    """
    wanted = code.lower().replace("_", "-").partition("-")[0] or "en"
    if wanted in codes():
        return _read(wanted)
    packs = map(_read, codes())
    return next((pack for pack in packs if wanted in pack.codes), Language(wanted, code))


def language_of(document: Document) -> Language:
    """The language of a document, English where it does not say."""
    return language(document.language)


@cache
def _read(code: str) -> Language:
    with as_file(files(_FOLDER).joinpath(code, _PACK)) as path:
        return read_pack(path)


def read_pack(path: Path) -> Language:
    """The language of a pack, the file `pack.toml` in a folder that has its code for name.

    Raises `FormatError` for what is no TOML (code "not-toml") or no pack: see `checking.check`.
    """
    from anaphora.workbench.files import toml  # scoring of plain chains reads no pack
    from anaphora.workbench.language import checking

    try:
        text, tables = toml.read(path)
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        raise FormatError(
            path, int(found[1]) if found else None, f"no TOML: {error}", "Mend the line.", code="not-toml"
        ) from error
    checking.check(path, text, tables)
    lists = {table: lists for table, lists in tables.items() if table in checking.LISTS}
    return Language(
        code=tables["code"],
        name=tables["name"],
        codes=frozenset(tables["codes"]),
        source=tables["source"],
        pronouns={form: Pronoun(*entry) for form, entry in tables["pronouns"].items()},
        genders=tables.get("genders", {}),
        plural_genders=tables.get("plural_genders", False),
        name_genders=tables.get("name_genders", False),
        article_features={form: (pair[0], pair[1]) for form, pair in tables.get("article_features", {}).items()},
        relations=tables.get("relations", {}),
        zeros=tables.get("zeros", {}),
        words={
            f"{table}.{name}": frozenset(words)
            for table, entries in lists.items()
            for name, words in entries.items()
            if name != "source"
        },
        lacks=tables.get("lacks", {}),
    )
