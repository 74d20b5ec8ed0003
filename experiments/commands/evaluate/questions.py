"""Questions with choices, made of any key: which of some entities does an anaphor refer to, or to none of these?

A line of the file is a question, without its answer: what is right follows from the key when answers are scored.
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from operator import add
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal, TypeVar

from anaphora.corpora import lines, objects
from anaphora.experiments.texts.naming import in_place_of
from anaphora.preprocess.lexicon import first_name
from anaphora.workbench.document import Annotation, Document, Span
from anaphora.workbench.errors import FormatError, OptionError, unknown_name
from anaphora.workbench.external.harness import HarnessTask, logged_answer
from anaphora.workbench.external.mending import letters_of
from anaphora.workbench.files import read_toml
from anaphora.workbench.key import Key
from anaphora.workbench.results.examined import NONE
from anaphora.workbench.trace.key_anaphors import is_key_pronoun, key_anaphors

SCHEMA: Literal["anaphora-workbench/choices/1"] = "anaphora-workbench/choices/1"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLAIN = ""
GENDER = "gender"
_ASKED = """Passage:
{passage}

In this passage, what does *{anaphor}*, between asterisks, refer to? """
_LETTER = "Answer with the letter of one choice.\n"
_FREE = "Answer with words of the passage that name it, and nothing else."

Place = tuple[int, int]
EVERY = (0, 1_000_000)
"""Sentences back, from the least to the most."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Settings of questions: `options` entities and "none of these", which is right in the share `none` of them.

    Each question is asked `shuffles` times with its options in another order. `swaps` are versions of the text in which
    names are others: `gender`, or a culture of `swaps.toml`. Options stand in the `window` sentences before the
    anaphor; `distance` are the least and the most sentences to the nearest mention of the right one.
    """

    options: int = 4
    none: float = 0.2
    shuffles: int = 2
    swaps: tuple[str, ...] = ()
    window: int = 10
    distance: tuple[int, int] = EVERY
    seed: int = 0

    def __post_init__(self) -> None:
        """Check every value."""
        if not 2 <= self.options < len(LETTERS):
            raise OptionError(f"A question has 2 to {len(LETTERS) - 1} options, not {self.options}.", code="options")
        if not 0 <= self.none <= 1:
            raise OptionError(f"The share of 'none of these' is from 0 to 1, not {self.none}.", code="none")
        for swap in self.swaps:
            if swap not in (GENDER, *cultures()):
                raise unknown_name("swap", swap, (GENDER, *cultures()))


@dataclass(frozen=True, slots=True)
class Choice:
    """A question: the words of the anaphor and of each option, but the last, which is none of these.

    With a `task` it tells the answer too, as a harness needs it.
    """

    __pydantic_config__: ClassVar = {"extra": "forbid"}

    id: str
    doc_id: str
    swap: str
    seed: int
    anaphor: Place
    options: tuple[Place, ...]
    prompt: str
    task: HarnessTask | None = None
    schema: Literal["anaphora-workbench/choices/1"] = SCHEMA

    def __post_init__(self) -> None:
        """Check what no type says."""
        if self.swap != PLAIN and self.swap not in (GENDER, *cultures()):
            raise ValueError(f"there is no swap {self.swap!r:.50}")
        for start, end in (self.anaphor, *self.options):
            if not 0 <= start < end:
                raise ValueError(f"[{start}, {end}] is no place")

    @property
    def words(self) -> list[str]:
        """The words of the choices, of which the last is none of these, as they are asked."""
        return [line.partition(". ")[2] for line in self.prompt.split("\n")[-len(self.options) - 1 :]]


def questions(
    document: Document, key: Key, annotation: Annotation, which: str, asking: Asking, answered: bool = False
) -> Iterator[Choice]:
    """The questions on a document, in all orders and versions; an anaphor without a named rival is not asked about.

    Those that are `answered` have a task for a harness.
    """
    versions = {swap: swapped(document, annotation, swap, asking.seed) for swap in (PLAIN, *asking.swaps)}
    starts = annotation.sentence_starts
    letters = {
        swap: [*accumulate((len(letters_of(word)) for word in text.words), initial=0)] if answered else []
        for swap, text in versions.items()
    }
    for number, asked in enumerate(key_anaphors(document, key, which, annotation).asked):
        random = Random(f"{asking.seed} {document.id} {number}")
        chosen = _options(document, key, asked.span, asked.chain, annotation, asking, random)
        if not chosen:
            continue
        first = starts[min(annotation.sentence_of(option.start) for option in (*chosen, asked.span))]
        last = annotation.sentence_of(asked.span.end - 1) + 1
        end = starts[last] if last < len(starts) else len(document.words)
        orders = [random.sample(chosen, len(chosen)) for _ in range(asking.shuffles)]
        for swap, text in versions.items():
            for shuffle, options in enumerate(orders):
                passage = _passage(text, asked.span, Span(first, end))
                names = [*(text.words_of(option) for option in options), NONE]
                listed = "\n".join(f"{letter}. {words}" for letter, words in zip(LETTERS, names, strict=False))
                choice = Choice(
                    id="/".join(filter(None, (document.id, str(number), swap, str(shuffle)))),
                    doc_id=document.id,
                    swap=swap,
                    seed=asking.seed,
                    anaphor=(asked.span.start, asked.span.end),
                    options=tuple((option.start, option.end) for option in options),
                    prompt=f"{passage}{_LETTER}{listed}",
                )
                chain = key.chains[asked.chain]
                yield replace(choice, task=_task(text, chain, choice, passage, letters[swap]) if answered else None)


def _options(
    document: Document, key: Key, anaphor: Span, right: int, tree: Annotation, asking: Asking, random: Random
) -> list[Span]:
    """The phrase of the right entity, unless none is to be right, and those of the last entities mentioned before."""
    here = tree.sentence_of(anaphor.start)
    phrases: dict[int, tuple[int, Span]] = {}
    for number, chain in enumerate(key.chains):
        before = [span for span in chain if span.end <= anaphor.start and not span.gaps]
        named = [span for span in before if not is_key_pronoun(document, span, "all")]
        if named and tree.sentence_of(named[-1].start) >= here - asking.window:
            phrases[number] = before[-1].start, max(named, key=lambda span: span.start)
    nearest = max((span for span in key.chains[right] if span.end <= anaphor.start), default=None)
    far = here - tree.sentence_of(nearest.start) if nearest else -1
    if right not in phrases or not asking.distance[0] <= far <= asking.distance[1]:
        return []
    _, answer = phrases.pop(right)
    taken = {document.words_of(answer).casefold()}
    rivals: list[Span] = []
    for _, phrase in sorted(phrases.values(), reverse=True):
        words = document.words_of(phrase).casefold()
        if words not in taken and not (phrase.encloses(answer) or answer.encloses(phrase)):
            taken.add(words)
            rivals.append(phrase)
    if random.random() < asking.none:
        return rivals[: asking.options] if len(rivals) > 1 else []
    return [answer, *rivals[: asking.options - 1]] if rivals else []


def _passage(document: Document, anaphor: Span, passage: Span) -> str:
    parts = (slice(passage.start, anaphor.start), slice(anaphor.start, anaphor.end), slice(anaphor.end, passage.end))
    before, words, after = ("".join(map(add, document.words[part], document.spaces[part])) for part in parts)
    marked = f"{before}*{words.rstrip()}*{words[len(words.rstrip()) :]}{after}".strip()
    return _ASKED.format(passage=marked, anaphor=words.strip())


def _task(
    document: Document, chain: Sequence[Span], choice: Choice, passage: str, letters: Sequence[int]
) -> HarnessTask:
    """The answers of the key to a question, in the words of this version of the text; `letters` stand before each."""
    named = [span for span in chain if not span.gaps and not is_key_pronoun(document, span, "all")]
    inside = [number for number, ends in enumerate(choice.options) if Span(*ends) in chain]
    return HarnessTask(
        anaphor=document.words_of(Span(*choice.anaphor)),
        free=f"{passage}{_FREE}",
        letters=tuple(LETTERS[: len(choice.options) + 1]),
        choices=tuple(choice.words),
        right=(*inside, len(choice.options))[0],
        phrases=tuple(dict.fromkeys(document.words_of(span) for span in named)),
        places=tuple(letters[start] for start, _ in (choice.anaphor, *choice.options)),
    )


# Versions with other names


@cache
def _swaps() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("swaps.toml"))[1]


@cache
def cultures() -> tuple[str, ...]:
    """The cultures that names can be taken from."""
    return tuple(_swaps()["names"])


def names_of(culture: str) -> Mapping[str, Sequence[str]]:
    """The names of a culture by gender."""
    names: Mapping[str, Sequence[str]] = _swaps()["names"][culture]
    return names


def swapped(document: Document, annotation: Annotation, swap: str, seed: int) -> Document:
    """The same words with other names, one for one in the whole document; with `gender`, of the other gender.

    Then pronouns, titles and the nouns of `swaps.toml` are swapped too; others that tell a gender stay.
    """
    if swap == PLAIN:
        return document
    random = Random(f"{seed} {document.id} {swap}")
    renamed: dict[str, str] = {}
    there = {*document.words}
    left: dict[str, list[str]] = {}
    for of_gender, names in names_of(cultures()[0] if swap == GENDER else swap).items():
        free = [name for name in names if name not in there]
        left[of_gender] = random.sample(free, len(free))
    words = list(document.words)
    surnames = _surnames(document, annotation)
    for token, word in enumerate(document.words):
        gender = first_name(word) if annotation.pos[token] == "PROPN" and word not in surnames else None
        if gender in ("masculine", "feminine"):
            new_gender = {"masculine": "feminine", "feminine": "masculine"}[gender] if swap == GENDER else gender
            if word not in renamed and left[new_gender]:
                renamed[word] = left[new_gender].pop()
            words[token] = renamed.get(word, word)
        elif swap == GENDER:
            words[token] = _other_gender(word, annotation.tag[token])
    return replace(document, words=tuple(words))


def _surnames(document: Document, annotation: Annotation) -> set[str]:
    """The names that stand right behind a first name, and so may stand for it elsewhere."""
    names = [word if pos == "PROPN" else "" for word, pos in zip(document.words, annotation.pos, strict=True)]
    return {second for first, second in pairwise(names) if first and second and first_name(first)}


@cache
def _genders() -> Mapping[str, str]:
    there: dict[str, str] = _swaps()[GENDER]
    return there | {other: name for name, other in reversed(there.items())} | {"mrs": "mr", "mrs.": "mr.", "mum": "dad"}


_OBJECTS = {"him": "her", "his": "her", "hers": "his"}


def _other_gender(word: str, tag: str) -> str:
    """The counterpart of a word; the tag (PRP, PRP$) tells the two uses of "her" and of "his" apart."""
    small = word.lower()
    if small == "her":
        pronoun = "his" if tag == "PRP$" else "him"
    elif small == "his":
        pronoun = "her" if tag == "PRP$" else "hers"
    else:
        pronoun = _OBJECTS.get(small) or _genders().get(small, "")
    return in_place_of(word, pronoun) if pronoun else word


# The file


def to_line(choice: Choice) -> str:
    """A question as a line of JSON."""
    fields = {name: value for name, value in asdict(choice).items() if value is not None}
    return json.dumps(fields, ensure_ascii=False) + "\n"


def read_choices(path: Path) -> list[Choice]:
    """The questions of a file. Raises `FormatError` for a line that is none, or an id that comes twice."""
    choices: dict[str, Choice] = {}
    cure = "Let 'anaphora export --choices' write the file."
    read = _reader(Choice, path, f"question of '{SCHEMA}'", cure)
    for number, line in ((number, line) for number, line in lines(path) if line.strip()):
        choice = read(number, line)
        if choice.id in choices:
            raise FormatError(path, number, f"'{choice.id}' comes twice", "Keep one.", code="duplicate-id")
        choices[choice.id] = choice
    if not choices:
        raise FormatError(path, None, "it has no question", cure, code="empty")
    return [*choices.values()]


@dataclass(frozen=True, slots=True)
class _Reply:
    """Answer of a `student` to the question of this id: `answer`, or by its other name `text`."""

    id: str
    answer: str | None = None
    text: str | None = None
    student: str = ""

    def __post_init__(self) -> None:
        """Require an answer."""
        if self.answer is None and self.text is None:
            raise ValueError("there is no answer")


def read_answers(path: Path) -> dict[str, dict[str, str]]:
    """Read what each `student` answered, by the id of the question; the name is empty where a file names none.

    A file is lines of JSON, or CSV with a heading: `id`, `answer` (or `text`) and, if several answered, `student`; or
    what lm-evaluation-harness logged.

    Raises:
        FormatError: a line is of another form, or an id comes twice.
    """
    answers: dict[str, dict[str, str]] = {}
    cure = 'Each line is {"id": the id of a question, "answer": what was answered}, or CSV with this heading.'
    read = _reader(_Reply, path, "answer", cure)
    for number, record in records(path):
        if logged := logged_answer(record):
            record = {"id": logged.id, "answer": "" if logged.choice is None else LETTERS[logged.choice]}
        reply = read(number, record)
        answered = answers.setdefault(reply.student.strip(), {})
        if reply.id in answered:
            raise FormatError(path, number, f"'{reply.id}' is answered twice", "Keep one answer.", code="duplicate-id")
        answered[reply.id] = reply.text or "" if reply.answer is None else reply.answer
    return answers or {"": {}}


Read = TypeVar("Read")


def _reader(kind: type[Read], path: Path, what: str, cure: str) -> Callable[[int, str | Mapping[str, object]], Read]:
    """Make the reader of a line of JSON, or of the cells of a row, as such an object; it refuses any other."""
    from pydantic import TypeAdapter, ValidationError

    type_ = TypeAdapter(kind)

    def read(number: int, record: str | Mapping[str, object]) -> Read:
        try:
            return type_.validate_json(record if isinstance(record, str) else json.dumps(record), strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            problem = f"this is no {what} ({': '.join(filter(None, (where, first['msg'])))})"
            raise FormatError(path, number, problem, cure) from error

    return read


def records(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The rows of CSV with a heading, however its cells are divided, or else the objects of lines of JSON."""
    numbered = lines(path)
    first, heading = next(((number, line) for number, line in numbered if line.strip()), (0, ""))
    if heading.lstrip().startswith("{"):
        yield from objects(path)
        return
    delimiter = max(",;\t", key=heading.count)
    names = [name.strip().lower() for name in heading.split(delimiter)]
    rows = csv.reader((line for _, line in numbered), delimiter=delimiter)
    try:
        yield from ((first + rows.line_num, dict(zip(names, row, strict=False))) for row in rows if row)
    except csv.Error as error:
        raise FormatError(path, first + rows.line_num, f"this is no CSV ({error})", "Write a row a line.") from error
