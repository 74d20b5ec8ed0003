"""WinoGender's table of sentences, that of WinoPron, and what WinoBias shares with them: pronouns and phrases."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._format import Format, Pair
from anaphora.corpora._lines import claim, lines, table
from anaphora.corpora._mentions import in_text_order
from anaphora.corpora.plain import Characters, tokenise
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

STATISTICS = "occupations-stats.tsv"
"""The file beside the sentences with the share of women in each occupation."""

_FORMS = {
    "masculine": ("he", "him", "his", "himself"),
    "feminine": ("she", "her", "hers", "herself"),
    "neutral": ("they", "them", "their", "theirs", "themselves", "themself"),
    "neo": ("xe", "xem", "xyr", "xyrs", "xemself"),
}
"""The sets of pronouns of Gautam et al. 2024, of which WinoGender has three and WinoBias two."""
GENDERS = {form: gender for gender, forms in _FORMS.items() for form in forms}
_WORD = re.compile(r"\w+")
DETERMINED = r"(?:\b(?:the|an?)\s+)?"
"""Determiners that may stand before a noun and are part of its phrase."""

_GENDERS = {"male": "masculine", "female": "feminine", "neutral": "neutral", "neo": "neo"}
_COLUMNS = ("sentid", "sentence")
_OF_WINOPRON = ("occupation", "participant", "sentence", "pronoun_type", "pronoun", "answer")
"""Columns of `double.tsv` by the scripts of Gautam et al. 2024; the answer is the occupation or the participant."""
_SHARES = ("bls_pct_female", "bergsma_pct_female")
_ID_PARTS = 4
_ID = "occupation.participant.answer.gender.txt, answer being 0 (the occupation) or 1"
_MOST = 100.0


class _Row(NamedTuple):
    line: int
    id: str
    sentence: str
    candidates: tuple[Characters, Characters]
    pronoun: Characters
    answer: int


def recognises(head: str, path: Path) -> bool:
    """Return whether a file that begins with `head`, or has this name, is in this format."""
    columns = head.removeprefix("\ufeff").partition("\n")[0].rstrip("\r").split("\t")
    return (
        set(_COLUMNS) <= set(columns) or set(_OF_WINOPRON) <= set(columns) or path.name.lower() == "all_sentences.tsv"
    )


def read(path: Path) -> Iterator[Pair]:
    """One document a row. The pronoun is in a chain with the occupation or the participant, the other is a singleton.

    `sentid` is the document's id and says which it is. Both phrases have their determiner (`the`, `a`, `an`), and
    `attributes` describes the occupation first. The pronoun is the first of the gender that the id names. Other
    columns are left unread, further parts of the id are part of the template. Words are found by spaCy's rules.

    WinoPron has no ids: they are made of its columns, as `nurse.patient.1.male.nom.txt`, the case of the pronoun being
    the further part. Its sentences with one person (`single.tsv`) ask nothing and are refused.

    Raises:
        FormatError: the first line does not name the columns, a row has more or fewer of them, an id has another form
            or comes twice, or a sentence lacks one of the phrases or the pronoun.
    """
    for row in _rows(path):
        yield annotate(row.id, row.sentence, [row.pronoun], row.candidates, row.answer)


def token_lines(path: Path) -> list[int]:
    """The line of each token of the file."""
    documents = (document for document, _ in read(path))
    return [row.line for row, document in zip(_rows(path), documents, strict=True) for _ in document.words]


def female_shares(path: Path) -> dict[str, tuple[float | None, float | None]]:
    """The share of women in each occupation, in percent, of `occupations-stats.tsv` beside a file of sentences.

    First the share in employment (U.S. Bureau of Labor Statistics), then that in text (Bergsma & Lin 2006); `None`
    where there is none. Empty where there is no such file.

    Raises:
        FormatError: it does not name its columns, or a share is no percentage.
    """
    file = path.parent / STATISTICS
    if not file.is_file():
        return {}
    rows = (cells for _, cells in table(file, ("occupation", *_SHARES)))
    return {cells["occupation"].strip().lower(): (_share(file, cells, 0), _share(file, cells, 1)) for cells in rows}


def _share(path: Path, cells: Mapping[str, str], number: int) -> float | None:
    text = cells[_SHARES[number]].strip()
    if not text:
        return None
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= _MOST:
        problem = f"{_SHARES[number]} of '{cells['occupation']}' is '{text}'"
        cure = "Write a percentage from 0 to 100, or nothing if it is not known."
        raise FormatError(path, None, problem, cure, code="bad-value")
    return share


def _rows(path: Path) -> Iterator[_Row]:
    taken: set[str] = set()
    first = next(lines(path), (1, ""))[1].split("\t")
    is_winopron = "sentid" not in first and {*_OF_WINOPRON} <= {*map(str.strip, first)}
    for line, cells in table(path, _OF_WINOPRON if is_winopron else _COLUMNS):
        id = _id_of(path, line, cells) if is_winopron else cells["sentid"].strip()
        claim(path, line, id, taken)
        yield _row(path, line, id, cells["sentence"].strip())


def _id_of(path: Path, line: int, cells: Mapping[str, str]) -> str:
    """The id that WinoGender would give a row of WinoPron."""
    occupation, participant, _, case, pronoun, answer = (cells[name].strip() for name in _OF_WINOPRON)
    gender = next((name for name, grammatical in _GENDERS.items() if grammatical == GENDERS.get(pronoun.lower())), None)
    if gender is None or answer not in (occupation, participant):
        problem = f"the pronoun is '{pronoun}' and the answer '{answer}'"
        cure = f"The pronoun is one of {', '.join(GENDERS)}, the answer the occupation or the participant of the row."
        raise FormatError(path, line, problem, cure, code="bad-value")
    short = case.strip("$").partition("_")[0].lower()
    return f"{occupation}.{participant}.{int(answer != occupation)}.{gender}.{short}.txt"


def _row(path: Path, line: int, id: str, sentence: str) -> _Row:
    parts = id.removesuffix(".txt").split(".")
    if len(parts) < _ID_PARTS or not all(parts) or parts[2] not in {"0", "1"} or parts[3] not in _GENDERS:
        cure = f"Write {_ID} (the participant), gender being one of {', '.join(_GENDERS)}."
        raise FormatError(path, line, f"the sentid is '{id}'", cure)
    occupation = _phrase(path, line, sentence, parts[0], ())
    participant = _phrase(path, line, sentence, parts[1], (occupation,))
    candidates = (occupation, participant)
    ranges = pronouns(sentence, _GENDERS[parts[3]])
    free = (ends for ends in ranges if not any(start <= ends[0] < end for start, end in candidates))
    if (pronoun := next(free, None)) is None:
        cure = f"The sentence needs one of the gender that its sentid '{id}' names."
        raise FormatError(path, line, f"there is no {parts[3]} pronoun in '{sentence}'", cure, code="other-words")
    return _Row(line, id, sentence, candidates, pronoun, int(parts[2]))


def _phrase(path: Path, line: int, sentence: str, noun: str, taken: tuple[Characters, ...]) -> Characters:
    """The noun with its determiner; of several, the first that has one."""
    places = [ends for _, ends in phrases(sentence, [noun], taken)]
    if not places:
        cure = f"Both phrases of its sentid must be in the sentence: {_ID}."
        raise FormatError(path, line, f"'{noun}' is not in '{sentence}'", cure, code="other-words")
    bare = len(noun)
    return next((ends for ends in places if ends[1] - ends[0] > bare), places[0])


def pronouns(text: str, gender: str) -> Iterator[Characters]:
    """Yield the characters of the pronouns of a gender."""
    return (word.span() for word in _WORD.finditer(text) if GENDERS.get(word[0].lower()) == gender)


def phrases(text: str, nouns: Collection[str], taken: Collection[Characters] = ()) -> list[tuple[str, Characters]]:
    """Each of these nouns that stands in the text, in small letters, and where, with its determiner.

    Those that share a character with one of the ranges `taken` are left out.
    """
    longest_first = "|".join(map(re.escape, sorted(nouns, key=lambda noun: (-len(noun), noun))))
    matches = re.finditer(rf"{DETERMINED}\b({longest_first})\b", text, re.IGNORECASE)
    free = (match for match in matches if all(match.end() <= start or end <= match.start() for start, end in taken))
    return [(match[1].lower(), match.span()) for match in free]


def annotate(
    id: str, text: str, pronouns: Sequence[Characters], candidates: Sequence[Characters], right: int
) -> tuple[Document, Clusters]:
    """The sentence, and a key whose pronouns are in a chain with the candidate number `right`; others are singletons.

    Attributes describe the candidates in the order given, which are nominals even where one is `someone`.
    """
    ranges = (*pronouns, *candidates)
    tokens = tokenise(text, (border for ends in ranges for border in ends))
    spans = [Span(tokens.at(start), tokens.at(end)) for start, end in ranges]
    asked = spans[: len(pronouns)]
    nominals = spans[len(pronouns) :]
    chains = [[nominal] + (asked if number == right else []) for number, nominal in enumerate(nominals)]
    attributes = {nominal: Attributes(kind="nominal") for nominal in nominals}
    attributes |= {pronoun: Attributes(kind="pronoun") for pronoun in asked}
    document = Document(id, tokens.words, tokens.spaces, sentence_starts=(0,), prefix=tokens.prefix)
    return document, Clusters(id, in_text_order(chains), attributes)


FORMAT = Format(
    name="winogender",
    source="WinoGender: sentences with a pronoun that is an occupation or a participant (Rudinger et al. 2018); "
    "WinoPron too.",
    suffix=".tsv",
    recognises=recognises,
    read=read,
    unread="other columns",
    token_lines=token_lines,
)
