"""Conditions on the rows of a table, such as `length > 5 and upos = PRON`: what `--where` takes.

    condition  = all ("or" all)*            all = one ("and" one)*
    one        = "not" one | "(" condition ")" | column | column sign value
    sign       = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"        value = a word, a number, or "several words"

A column alone means that it is yes. `~` looks for the value anywhere in a text; texts are compared in any case. What is
undefined fulfils no comparison but `!=`. Nothing is evaluated but these comparisons.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.results.table import Cell, Column

Condition = Callable[[Sequence[Cell]], bool]

_TOKEN = re.compile(r"\s*(?:(?P<sign>!=|<=|>=|[=<>~()])|\"(?P<quoted>[^\"]*)\"|(?P<word>[^\s=<>~()!\"]+))")
_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge, "~": lambda text, part: str(part) in str(text),
}  # fmt: skip
_LONGEST = 1_000
_DEEPEST = 20
_FEW = 20
_OF_NUMBERS = (("=", "!=", "<", "<=", ">", ">="), r"-?\d{1,15}(\.\d{1,15})?")
_ALLOWED = {"text": (("=", "!=", "~"), ".*"), "flag": (("=", "!="), "yes|no|true|false")}
"""By format of a column the signs and values that a comparison with it has."""
_WORDS = frozenset(("and", "or", "not"))


def condition(text: str, columns: Sequence[Column]) -> Condition:
    """What says of a row with these columns whether it fulfils a condition.

    Raises:
        OptionError: the condition is malformed (code "bad-query"); the message says at which sign.
        UnknownNameError: there is no such column.
    """
    if len(text) > _LONGEST:
        raise OptionError(f"A condition has at most {_LONGEST:,} characters, this {len(text):,}.", code="bad-query")
    return _read(text, columns)[0]


def compared(text: str, columns: Sequence[Column]) -> dict[int, set[str]]:
    """The columns that a condition asks about, by number, with the texts, in lower case, that it says these are."""
    return _read(text, columns)[1] if text else {}


def unmet(text: str, columns: Sequence[Column], there: Mapping[int, set[Cell]]) -> list[str]:
    """What a condition asks for that no row has, if `there` is what is in all rows of each column that is compared."""
    problems = []
    for number, wanted in compared(text, columns).items():
        name, values = columns[number].name, sorted({str(cell) for cell in there.get(number, ()) if cell is not None})
        if not values:
            problems.append(f"The corpus has no {name}: no comparison with it holds but '!='.")
        elif lacking := sorted(wanted - {value.casefold() for value in values}):
            known = f" There are: {', '.join(values)}." if len(values) <= _FEW else ""
            problems.append(f"The corpus has no {name} = {', '.join(lacking)}.{known}")
    return problems


def _read(text: str, columns: Sequence[Column]) -> tuple[Condition, dict[int, set[str]]]:
    reader = _Reader(text, _tokens(text), {column.name: number for number, column in enumerate(columns)}, columns)
    parsed = reader.read_any()
    if reader.next.text or reader.next.quoted:
        raise reader.refusal("'and', 'or', or the end")
    return parsed, reader.compared


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    place: int
    quoted: bool = False


def _tokens(text: str) -> list[_Token]:
    tokens, position = [], 0
    while text[position:].strip():
        match = _TOKEN.match(text, position)
        if not match:
            raise OptionError(
                f"'{text[position:].strip()[:20]}' cannot be read in the condition '{text}'. "
                'Write: length > 5 and text ~ "two words".',
                code="bad-query",
            )
        quoted = match["quoted"]
        tokens.append(_Token(match["sign"] or match["word"] or quoted or "", match.start(), quoted is not None))
        position = match.end()
    return [*tokens, _Token("", len(text))]


@dataclass(slots=True)
class _Reader:
    """Reads tokens from left to right."""

    whole: str
    tokens: list[_Token]
    number_of: Mapping[str, int]
    columns: Sequence[Column]
    place: int = 0
    depth: int = 0
    compared: dict[int, set[str]] = field(default_factory=dict)

    @property
    def next(self) -> _Token:
        """The token that is read next."""
        return self.tokens[self.place]

    def refusal(self, wanted: str) -> OptionError:
        """The error that something else should stand here."""
        came = f"'{self.next.text}'" if self.next.text or self.next.quoted else "the end"
        where = f"at character {self.next.place + 1} of the condition '{self.whole}'"
        return OptionError(f"There is {came} {where}, where {wanted} should be.", code="bad-query")

    def _takes(self, word: str) -> bool:
        is_next = not self.next.quoted and self.next.text.lower() == word
        self.place += is_next
        return is_next

    def read_any(self) -> Condition:
        """Conditions with `or` between."""
        parts = [self._read_all()]
        while self._takes("or"):
            parts.append(self._read_all())
        return parts[0] if len(parts) == 1 else lambda row: any(part(row) for part in parts)

    def _read_all(self) -> Condition:
        parts = [self._read_one()]
        while self._takes("and"):
            parts.append(self._read_one())
        return parts[0] if len(parts) == 1 else lambda row: all(part(row) for part in parts)

    def _read_one(self) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise OptionError(f"The condition '{self.whole}' is nested too deeply.", code="bad-query")
        if self._takes("not"):
            inner = self._read_one()
            negated: Condition = lambda row: not inner(row)  # noqa: E731
        elif self._takes("("):
            negated = self.read_any()
            if not self._takes(")"):
                raise self.refusal("')'")
        else:
            negated = self._read_comparison()
        self.depth -= 1
        return negated

    def _read_comparison(self) -> Condition:
        name, quoted = self.next.text, self.next.quoted
        if quoted or not name or name.lower() in _WORDS or name in _COMPARISONS or name == ")":
            raise self.refusal("the name of a column")
        if name.lower() not in self.number_of:
            raise unknown_name("column", name, self.number_of)
        number = self.number_of[name.lower()]
        column, texts = self.columns[number], self.compared.setdefault(number, set())
        self.place += 1
        sign = self.next.text if not self.next.quoted else ""
        if sign not in _COMPARISONS:
            if column.format != "flag":
                raise self.refusal(f"one of {' '.join(_COMPARISONS)}")
            return lambda row: row[number] is True
        self.place += 1
        value, compare = self._read_value(column, sign), _COMPARISONS[sign]
        if isinstance(value, str) and sign in ("=", "!="):
            texts.add(value)

        def holds(row: Sequence[Cell]) -> bool:
            cell = row[number]
            if cell is None:
                return sign == "!="
            return compare(cell.casefold() if isinstance(cell, str) else cell, value)

        return holds

    def _read_value(self, column: Column, sign: str) -> str | float | bool:
        token = self.next
        if not token.quoted and (not token.text or token.text in _COMPARISONS or token.text in ("(", ")")):
            raise self.refusal("a value")
        signs, values = _ALLOWED.get(column.format, _OF_NUMBERS)
        if sign not in signs or not re.fullmatch(values, token.text, re.IGNORECASE):
            kind = {"text": "text", "flag": "yes or no"}.get(column.format, "number")
            raise self.refusal(f"a {kind} behind {column.name} and one of {' '.join(signs)}")
        self.place += 1
        if column.format == "flag":
            return token.text.lower() in ("yes", "true")
        return token.text.casefold() if column.format == "text" else float(token.text)
