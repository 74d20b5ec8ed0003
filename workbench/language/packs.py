"""Languages: what a language pack knows. A pack is the folder of its code, with tables in `pack.toml`.

The page "A language of your own" says what each table means; `tests/contracts/test_languages.py` checks packs for gaps.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, NamedTuple, get_args

from anaphora.workbench.document import Animacy, Document, Gender, Number
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import read_toml

_FOLDER = "anaphora.workbench.language"
_PACK = "pack.toml"
_NONE = frozenset[str]()


class PronounEntry(NamedTuple):
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
    pronouns: Mapping[str, PronounEntry] = field(default_factory=dict)
    genders: Mapping[str, Gender] = field(default_factory=dict)
    plural_genders: bool = False
    name_genders: bool = False
    article_features: Mapping[str, tuple[Number, Gender]] = field(default_factory=dict)
    relations: Mapping[str, str] = field(default_factory=dict)
    zeros: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, frozenset[str]] = field(default_factory=dict)
    lacks: Mapping[str, str] = field(default_factory=dict)

    def of(self, name: str, *others: str) -> frozenset[str]:
        """The union of word lists, each named `table.list`; a list that the pack has not is empty."""
        listed = self.words.get(name, _NONE)
        return listed.union(*map(self.of, others)) if others else listed

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

    Raises `FormatError` for what is no TOML (code "not-toml") or no pack: see `check`.
    """
    try:
        text, tables = read_toml(path)
    except ValueError as error:
        line = re.search(r"line (\d+)", str(error))
        raise FormatError(
            path, int(line[1]) if line else None, f"no TOML: {error}", "Mend the line.", code="not-toml"
        ) from error
    check(path, text, tables)
    lists = {table: lists for table, lists in tables.items() if table in lists_of_rules()}
    optional = ("genders", "plural_genders", "name_genders", "relations", "zeros", "lacks")
    return Language(
        code=tables["code"],
        name=tables["name"],
        codes=frozenset(tables["codes"]),
        source=tables["source"],
        pronouns={form: PronounEntry(*entry) for form, entry in tables["pronouns"].items()},
        article_features={form: (pair[0], pair[1]) for form, pair in tables.get("article_features", {}).items()},
        words={
            f"{table}.{name}": frozenset(words)
            for table, entries in lists.items()
            for name, words in entries.items()
            if name != "source"
        },
        **{name: tables[name] for name in optional if name in tables},
    )


@cache
def lists_of_rules() -> Mapping[str, Sequence[str]]:
    """The word lists that rules read, by table; without names they read every list of the table."""
    return read_toml(Path(__file__).with_name("lists.toml"))[1]


TYPES = ("personal", "possessive", "reflexive", "demonstrative")
"""The types of pronouns."""
_AS_WRITTEN = frozenset({"cases", "pronouns_or"})
_REQUIRED = ("code", "name", "codes", "source", "pronouns")
_GENDERS = ("Masc", "Fem", "Neut", "Com")
_PRONOUN = (range(4), get_args(Number), get_args(Gender), get_args(Animacy), TYPES)
Check = Callable[[str, object], str]


def check(path: Path, text: str, tables: Mapping[str, Any]) -> None:
    """Raise `FormatError` for the first entry of a pack that would crash a rule, or that none reads, with its line.

    Codes: "malformed" where a key is not there, "bad-value" for a name that means nothing or a value that is none.
    """
    cure = "The page 'A language of your own' says what each table means."
    for name in _REQUIRED:
        if not tables.get(name) and (name != "codes" or name not in tables):
            raise FormatError(path, None, f"there is no '{name}'", cure, code="malformed")
    if tables["code"] != path.parent.name:
        problem = f"the code is '{tables['code']}', but the folder '{path.parent.name}'"
        raise FormatError(path, _line(text, "", "code"), problem, "Give both one name.", code="bad-value")
    for table, name, problem in _problems(tables):
        raise FormatError(path, _line(text, table, name), problem, cure, code="bad-value")


def _problems(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Table, name and problem of each value that is wrong."""
    for table, value in tables.items():
        if table in _KEYS:
            if problem := _KEYS[table](table, value):
                yield "", table, problem
        elif table not in _TABLES and table not in lists_of_rules():
            yield "", table, _unknown(table, (*_KEYS, *_TABLES, *lists_of_rules()))
        elif not isinstance(value, dict):
            yield "", table, f"'{table}' is no table"
        elif table in _TABLES:
            problems = ((name, _TABLES[table](name, entry)) for name, entry in value.items())
            yield from ((table, name, problem) for name, problem in problems if problem)
            for form in value if table == "pronouns" else ():  # one with a capital counts within sentences only
                if form != form.lower() and form.lower() not in value:
                    yield table, form, f"'{form}' has a capital letter, and '{form.lower()}' is not there"
        else:
            yield from _of_lists(table, value)


def _of_lists(table: str, lists: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    read = lists_of_rules()[table]
    for name, words in lists.items():
        if name != "source" and read and name not in read:
            yield table, name, _unknown(name, read)
        elif name != "source" and (problem := _of_words(table, words)):
            yield table, name, f"'{name}' {problem}"


def _of_words(table: str, words: object) -> str:
    if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
        return "is no list of words"
    if not words:
        return "is empty: leave it out, and say why in [lacks]"
    written = next((word for word in words if table not in _AS_WRITTEN and word != word.lower()), "")
    return f"has '{written}': words stand in small letters" if written else ""


def _unknown(name: str, names: Sequence[str]) -> str:
    from difflib import get_close_matches  # right packs need none

    near = get_close_matches(name, names, 1)
    return f"nothing reads '{name}'" + (f"; is '{near[0]}' meant" if near else "")


def _pronoun(form: str, entry: object) -> str:
    if not isinstance(entry, list) or len(entry) != len(_PRONOUN):
        return f"'{form}' is not [person, number, gender, animacy, type]"
    wrong = next((value for value, allowed in zip(entry, _PRONOUN, strict=True) if value not in allowed), None)
    return "" if wrong is None else f"'{form}' has '{wrong}'"


def _features(form: str, entry: object) -> str:
    right = (
        isinstance(entry, list) and len(entry) == 2 and entry[0] in get_args(Number) and entry[1] in get_args(Gender)
    )
    return "" if right else f"'{form}' is not [number, gender]"


def _gender(name: str, value: object) -> str:
    if name not in _GENDERS:
        return f"'{name}' is none of UD's genders ({', '.join(_GENDERS)})"
    return "" if value in get_args(Gender) else f"'{name}' has '{value}'"


def _text(name: str, value: object) -> str:
    return "" if isinstance(value, str) and value else f"'{name}' has no text"


def _texts(name: str, value: object) -> str:
    return "" if isinstance(value, list) and all(isinstance(entry, str) for entry in value) else f"'{name}' is no list"


def _switch(name: str, value: object) -> str:
    return "" if isinstance(value, bool) else f"'{name}' is neither true nor false"


def _zero(name: str, value: object) -> str:
    return "" if value in TYPES else f"'{name}' has '{value}', which is no type of pronoun"


_KEYS: Mapping[str, Check] = {
    "code": _text, "name": _text, "source": _text, "codes": _texts, "plural_genders": _switch, "name_genders": _switch,
}  # fmt: skip
_TABLES: Mapping[str, Check] = {
    "pronouns": _pronoun, "genders": _gender, "article_features": _features, "relations": _text, "zeros": _zero,
    "lacks": _text,
}  # fmt: skip


def _line(text: str, table: str, name: str) -> int | None:
    """The line of a name in a table, or of a table; `None` where it is written in another way."""
    here = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            here = header[1].strip()
            if not table and here == name:
                return number
        elif here == table and line.partition("=")[0].strip().strip("\"'") == name:
            return number
    return None
