"""Checks of a language pack: what would crash a rule, or silently switch it off, is reported with its line."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from anaphora.workbench.document import Animacy, Gender, Number
from anaphora.workbench.errors import FormatError

TYPES = ("personal", "possessive", "reflexive", "demonstrative")
"""The types of pronouns."""
LISTS: Mapping[str, tuple[str, ...]] = {
    "adverbs": ("postmodifying", "predicative"),
    "articles": ("definite", "indefinite"),
    "before_head": ("definite", "indefinite"),
    "cases": ("adverbial",),
    "clitics": ("never", "suffixes"),
    "coordinators": ("adversative", "contrasting", "or"),
    "detection": ("function_words",),
    "determiners": ("definite",),
    "expletives": (
        "clause_marks", "emphatic", "existential", "forms", "of_persons", "possible", "verbs", "with_clause",
        "with_finite_clause", "with_word",
    ),
    "idioms": (),  # by what stands before them
    "indicators": (
        "addressees", "coordinators", "everyday_nouns", "indicating_verbs", "purpose", "subordinators",
    ),
    "names": ("feminine", "feminine_endings", "masculine", "places"),
    "number": ("either",),
    "persons": ("either", "endings", "feminine", "feminine_endings", "masculine"),
    "prepositions": (
        "complement", "complex", "fixed", "having", "lasting", "partitive", "recipient", "specifying",
    ),
    "pronouns_or": ("bound", "else", "polite"),
    "quantifiers": ("after_article", "whole"),
    "things": ("endings", "nouns"),
    "titles": ("feminine", "masculine"),
    "verbs": ("ditransitive", "reversing"),
}  # fmt: skip
"""The word lists that rules read, by table."""
_AS_WRITTEN = frozenset({"cases", "pronouns_or"})
_REQUIRED = ("code", "name", "codes", "source", "pronouns")
_GENDERS = ("Masc", "Fem", "Neut", "Com")
_PRONOUN = (range(4), get_args(Number), get_args(Gender), get_args(Animacy), TYPES)
Check = Callable[[str, object], str]


def check(path: Path, text: str, tables: Mapping[str, Any]) -> None:
    """Raise `FormatError` for the first entry of a pack that rules cannot read, or that none reads.

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
        elif table not in _TABLES and table not in LISTS:
            yield "", table, _unknown(table, (*_KEYS, *_TABLES, *LISTS))
        elif not isinstance(value, dict):
            yield "", table, f"'{table}' is no table"
        elif table in _TABLES:
            found = ((name, _TABLES[table](name, entry)) for name, entry in value.items())
            yield from ((table, name, problem) for name, problem in found if problem)
            if table == "pronouns":
                yield from ((table, form, problem) for form, problem in _capitals(value))
        else:
            yield from _of_lists(table, value)


def _of_lists(table: str, lists: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, words in lists.items():
        if name != "source" and LISTS[table] and name not in LISTS[table]:
            yield table, name, _unknown(name, LISTS[table])
        elif name != "source" and (problem := _of_words(table, words)):
            yield table, name, f"'{name}' {problem}"


def _of_words(table: str, words: object) -> str:
    if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
        return "is no list of words"
    if not words:
        return "is empty: leave it out, and say why in [lacks]"
    written = next((word for word in words if table not in _AS_WRITTEN and word != word.lower()), "")
    return f"has '{written}': words stand in small letters" if written else ""


def _unknown(name: str, names: tuple[str, ...]) -> str:
    near = get_close_matches(name, names, 1)
    return f"nothing reads '{name}'" + (f"; is '{near[0]}' meant" if near else "")


def _pronoun(form: str, entry: object) -> str:
    if not isinstance(entry, list) or len(entry) != len(_PRONOUN):
        return f"'{form}' is not [person, number, gender, animacy, type]"
    wrong = next((value for value, allowed in zip(entry, _PRONOUN, strict=True) if value not in allowed), None)
    return "" if wrong is None else f"'{form}' has '{wrong}'"


def _capitals(pronouns: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield forms with capitals, which count within sentences only, that are not there in small letters too."""
    for form in pronouns:
        if form != form.lower() and form.lower() not in pronouns:
            yield form, f"'{form}' has a capital letter, and '{form.lower()}' is not there"


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
