"""WinoBias' lines: a phrase and its pronouns in brackets."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._format import Format, Pair, by_signs
from anaphora.corpora._lines import claim, lines
from anaphora.corpora.plain import Characters
from anaphora.corpora.winogender import DETERMINED, GENDERS, annotate, phrases
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import read_toml

_PRONOUN = "|".join(GENDERS)
_FIRST_LINE = rf"(?i)\A\ufeff?[^\[\]\t\n]*\[[^\[\]\t\n]+\][^\[\]\t\n]*\[\s*(?:{_PRONOUN})\s*\]"
_NUMBER = re.compile(r"\s*([0-9]{1,9})[.:)]?\s+")
_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_BARE = re.compile(DETERMINED, re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:the|an?)\s+$", re.IGNORECASE)
_SHAPE = "1 [The developer] argued with the designer because [she] did not like it."


class _Line(NamedTuple):
    """A line without number and brackets; `noun` is the antecedent without its determiner."""

    line: int
    id: str
    text: str
    antecedent: Characters
    pronouns: tuple[Characters, ...]
    noun: str


def read(path: Path) -> Iterator[Pair]:
    """One document a line, called after the file and the line's number: `pro_stereotyped_type1.txt.dev;12`.

    Lines may begin with their number; those without are counted. The pronouns in brackets are in a chain with the
    phrase in brackets, which gets its determiner if that stands before the bracket. The other phrase is not marked: it
    is the first other occupation, of the paper or with brackets elsewhere in the file, and a singleton. There is none
    where a sentence names no other. `attributes` describes the antecedent first. Words are found by spaCy's rules for
    English and divided where a mention begins or ends.

    Raises:
        FormatError: a line has no antecedent or no pronoun in brackets, more than one antecedent, or a bracket without
            its other half, or a number comes twice.
    """
    rows = list(_read(path))
    nouns = {*read_toml(Path(__file__).with_suffix(".toml"))[1]["occupations"], *(row.noun for row in rows)}
    for row in rows:
        marked = (row.antecedent, *row.pronouns)
        others = [ends for noun, ends in phrases(row.text, nouns, marked) if noun != row.noun]
        yield annotate(row.id, row.text, row.pronouns, [row.antecedent, *others[:1]], 0)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    documents = (document for document, _ in read(path))
    return [row.line for row, document in zip(_read(path), documents, strict=True) for _ in document.words]


def _read(path: Path) -> Iterator[_Line]:
    taken: set[str] = set()
    count = 0
    for line, text in lines(path):
        if text.strip():
            count += 1
            number = _NUMBER.match(text)
            id = f"{path.name};{int(number[1]) if number else count}"
            claim(path, line, id, taken)
            yield _line(path, line, id, text[number.end() :] if number else text)


def _line(path: Path, line: int, id: str, marked: str) -> _Line:
    text, places = _without_brackets(path, line, marked.strip())
    words = [text[start:end].lower() for start, end in places]
    pronouns = tuple(ends for ends, word in zip(places, words, strict=True) if word in GENDERS)
    antecedents = [ends for ends, word in zip(places, words, strict=True) if word not in GENDERS]
    if len(antecedents) != 1 or not pronouns:
        problem = f"{len(antecedents)} phrases and {len(pronouns)} pronouns are in brackets"
        raise FormatError(path, line, problem, f"Mark one phrase and its pronouns: {_SHAPE}")
    [(start, end)] = antecedents
    marked_words = text[start:end]
    bare = _BARE.match(marked_words)
    noun = marked_words[bare.end() if bare else 0 :].lower()
    before = _BEFORE.search(text, 0, start)
    outer = before.start() if before and noun == marked_words.lower() else start
    return _Line(line, id, text, (outer, end), pronouns, noun)


def _without_brackets(path: Path, line: int, marked: str) -> tuple[str, list[Characters]]:
    """The text, and where in it stands what was in brackets, without white space at its ends."""
    text, places, done = "", [], 0
    for bracket in _BRACKET.finditer(marked):
        text += marked[done : bracket.start()]
        inner = bracket[1].strip()
        places.append((len(text), len(text) + len(inner)))
        text += inner
        done = bracket.end()
    text += marked[done:]
    if "[" in text or "]" in text or any(start == end for start, end in places):
        problem = "a bracket has no other half" if "[" in text or "]" in text else "there is nothing between brackets"
        raise FormatError(path, line, problem, f"Write each mention in a pair of brackets: {_SHAPE}")
    return text, places


FORMAT = Format(
    name="winobias",
    source="WinoBias: lines `1 [The developer] argued with the designer because [she] ...` (Zhao et al. 2018).",
    suffix=".txt",
    recognises=by_signs(_FIRST_LINE, r"(?i)\A(?:pro|anti)_stereotyped_type[12]\b"),
    read=read,
    token_lines=token_lines,
)
