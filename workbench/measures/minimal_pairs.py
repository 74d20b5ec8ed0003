"""WinoGender and WinoBias: sentences that differ only in the gender of a pronoun, accuracy by it, bias, consistency.

Rows of counts are templates, not sentences: sentences made of one template are not independent, and pairs must stay
together, so that bootstrap and tests draw whole templates.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path

import numpy as np

from anaphora.workbench.arrays import Numbers
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import read_toml
from anaphora.workbench.key import Key
from anaphora.workbench.language.anaphors import pronoun
from anaphora.workbench.measures import Measure, divide
from anaphora.workbench.statistics.significance import Difference, difference, max_t

Answer = tuple[bool, ...]
"""A verdict on each phrase: whether the pronoun is in a chain with it."""

_HALVES = 2


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence: its pronoun, the phrases that it may refer to, and what the key says of each.

    Accuracy is reported for each of its `groups`. Items of one `swap` differ in nothing but `gender`; those of one
    `template` are drawn together.
    """

    id: str
    pronoun: Span
    phrases: tuple[Span, ...]
    gold: Answer
    gender: str
    groups: frozenset[str]
    swap: str
    template: str


@dataclass(frozen=True, slots=True)
class Design:
    """The figures of a measure: accuracy by `groups`, differences and ratios of the accuracies of two groups.

    `consistencies` are the pairs of groups whose items of one swap are compared; `swapped` are the two groups of the
    paired test.
    """

    name: str
    source: str
    groups: tuple[str, ...]
    differences: Mapping[str, tuple[str, str]]
    ratios: Mapping[str, tuple[str, str]]
    consistencies: Mapping[str, tuple[tuple[str, str], ...]]
    swapped: tuple[str, str]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the values, accuracy overall first."""
        by_group = (f"accuracy_{group}" for group in self.groups)
        return ("accuracy", *by_group, *self.differences, *self.ratios, *self.consistencies)


DESIGNS: Mapping[str, Design] = {
    name: Design(**table) for name, table in read_toml(Path(__file__).with_suffix(".toml"))[1].items()
}


@dataclass(frozen=True, slots=True)
class Swap:
    """The paired test: where one of two sentences is answered rightly and the other is not.

    In `difference` a document is a template and an anaphor is a pair of sentences; McNemar's test takes the pairs for
    independent, the sign flips over templates do not.
    """

    first: str
    second: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class Task:
    """The items of a corpus with the design of its measure."""

    design: Design
    items: Mapping[str, Item] = field(default_factory=dict)

    @property
    def templates(self) -> tuple[str, ...]:
        """The templates in the order of the items."""
        return tuple(dict.fromkeys(item.template for item in self.items.values()))

    @property
    def measure(self) -> "Measure[ItemAnswers]":
        """The measure of the design."""
        design = self.design
        return Measure(design.name, count, partial(score, design=design), design.source, design.parts, evidence="items")


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """The evidence: a task and the answers that a system gave, by id."""

    task: Task
    answers: Mapping[str, Answer]


def item(document: Document, key: Key) -> Item:
    """The pronoun and the phrases of a sentence, in the order of the key's attributes; nothing else is known.

    Of several pronouns the first is asked for.

    Raises:
        WorkbenchError: the key has no pronoun, or none of its phrases is in a chain with it.
    """
    kinds = {span: key.attributes[span].kind for span in key.attributes}
    asked = sorted(span for span, kind in kinds.items() if kind == "pronoun")
    phrases = tuple(span for span, kind in kinds.items() if kind == "nominal")
    together = next((chain for chain in key.chains if asked and asked[0] in chain), ())
    gold = tuple(span in together for span in phrases)
    if not any(gold):
        problem = f"{document.id}: no pronoun is in a chain with one of the {len(phrases)} phrases of the key."
        raise WorkbenchError(f"{problem} Give a file of WinoGender or WinoBias as key.", code="other-key")
    return Item(document.id, asked[0], phrases, gold, "", frozenset(), document.id, document.id)


def count(evidence: ItemAnswers) -> Numbers:
    """The matrix templates x statistics: right answers and items of all and each group; same answers and pairs.

    An answer is right if the pronoun is in a chain with the phrase of the key and with no other. A sentence without
    an answer is wrong, and no pair is made with it; one whose pronoun is with neither phrase is answered so.
    """
    task, answers = evidence.task, evidence.answers
    row = {template: number for number, template in enumerate(task.templates)}
    groups = {group: number for number, group in enumerate(task.design.groups, start=1)}
    accuracies = np.zeros((len(row), 1 + len(groups), _HALVES))
    for item in task.items.values():
        places = [0, *(groups[group] for group in item.groups if group in groups)]
        accuracies[row[item.template], places] += (answers.get(item.id) == item.gold, 1)
    consistencies = np.zeros((len(row), len(task.design.consistencies), _HALVES))
    for number, pairs in enumerate(task.design.consistencies.values()):
        for pair in pairs:
            for first, second in _pairs(task, pair):
                if first.id in answers and second.id in answers:
                    consistencies[row[first.template], number] += (answers[first.id] == answers[second.id], 1)
    return np.concatenate((accuracies, consistencies), axis=1).reshape(len(row), -1)


def score(sums: Numbers, design: Design) -> Numbers:
    """The values named by the design's `parts`: shares, differences of shares, and ratios of shares."""
    shares = divide(sums[..., 0::_HALVES], sums[..., 1::_HALVES])
    accuracy = {group: shares[..., number] for number, group in enumerate(design.groups, start=1)}
    columns = [shares[..., number] for number in range(1 + len(design.groups))]
    columns += [accuracy[first] - accuracy[second] for first, second in design.differences.values()]
    columns += [divide(accuracy[first], np.nan_to_num(accuracy[second])) for first, second in design.ratios.values()]
    columns += [shares[..., number] for number in range(1 + len(design.groups), shares.shape[-1])]
    return np.stack(columns, axis=-1)


def swap(task: Task, answers: Mapping[str, Answer], seed: int) -> Swap:
    """The test whether the two groups of pairs are answered equally well; unanswered sentences are wrong."""
    row = {template: number for number, template in enumerate(task.templates)}
    gained, lost, totals = np.zeros((3, len(row)))
    for first, second in _pairs(task, task.design.swapped):
        right, reverse = (answers.get(item.id) == item.gold for item in (first, second))
        gained[row[first.template]] += right and not reverse
        lost[row[first.template]] += reverse and not right
        totals[row[first.template]] += 1
    [p] = max_t((gained - lost)[:, np.newaxis], seed).p
    return Swap(*task.design.swapped, difference(gained, lost, totals, float(p)))


def _pairs(task: Task, groups: tuple[str, str]) -> Iterator[tuple[Item, Item]]:
    """Yield the pairs of items of one swap and different genders, the first in one group, the second in the other."""
    ordered = sorted(task.items.values(), key=lambda item: item.swap)
    for _, same in groupby(ordered, key=lambda item: item.swap):
        members = list(same)
        ones, others = ([item for item in members if group in item.groups] for group in groups)
        yield from ((first, second) for first in ones for second in others if first.gender != second.gender)


# WinoGender

Shares = Mapping[str, tuple[float | None, float | None]]
"""The share of women in each occupation, in percent: in employment (BLS) and in text (Bergsma & Lin 2006)."""

_ANSWERS = ("occupation", "participant")
_SOURCES = ("", "_bergsma")
_HALF = 50.0
_ID_PARTS = 4


def winogender(pairs: Iterable[tuple[Document, Key]], shares: Shares) -> Task:
    """The sentences of WinoGender; gotchas are told only where the `shares` of occupations are known.

    Sentences of an occupation and an answer are one template, whoever the participant is.

    Raises:
        WorkbenchError: a document is no sentence of WinoGender.
    """
    items = {document.id: _winogender_item(document, key, shares) for document, key in pairs}
    return Task(DESIGNS["winogender" if shares else "winogender_without_shares"], items)


def _winogender_item(document: Document, key: Key, shares: Shares) -> Item:
    parts = document.id.removesuffix(".txt").split(".")
    if len(parts) < _ID_PARTS or parts[2] not in {"0", "1"}:
        cure = "Ids have the form occupation.participant.answer.gender.txt; give the file as it was released."
        raise WorkbenchError(f"'{document.id}' is not a sentence of WinoGender. {cure}", code="other-key")
    occupation, participant, number, gender, *rest = parts
    answer = _ANSWERS[int(number)]
    groups = [answer, *_gotchas(gender, answer, shares.get(occupation.lower(), ()))]
    template = ".".join((occupation, number, *rest))
    return replace(
        item(document, key),
        gender=gender,
        groups=frozenset((gender, *groups)),
        swap=f"{template}.{participant}",
        template=template,
    )


def _gotchas(gender: str, answer: str, shares: Iterable[float | None]) -> Iterator[str]:
    """Yield by each source of shares whether the answer goes against the occupation's majority (table 2 of the paper).

    With a female pronoun a sentence is a gotcha if the answer is an occupation of less than 50 % women, or the
    participant beside an occupation of 50 % or more; with a male pronoun it is the reverse. Others are neither.
    """
    if gender not in {"female", "male"}:
        return
    for suffix, share in zip(_SOURCES, shares, strict=False):
        if share is not None:
            expected = ((share >= _HALF) == (gender == "female")) == (answer == "occupation")
            which = "no_gotcha" if expected else "gotcha"
            yield which + suffix
            if not suffix:
                yield f"{which}_{gender}"


# WinoBias

_FILE_AND_NUMBER = re.compile(r"(pro|anti)(_stereotyped_type([12]).*);([0-9]+)", re.IGNORECASE)


def winobias(pairs: Iterable[tuple[Document, Key]]) -> Task:
    """The sentences of WinoBias. Their ids tell side, type and number: `pro_stereotyped_type1.txt.dev;12`.

    The sentence of the same number in the file of the other side is the same with the other gender. Two neighbours (1
    and 2) have the same occupations, and are one template with those of the other side. Sentences of other files
    count in the accuracy overall and by gender.

    Raises:
        WorkbenchError: a document is no sentence of WinoBias.
    """
    return Task(DESIGNS["winobias"], {document.id: _winobias_item(document, key) for document, key in pairs})


def _winobias_item(document: Document, key: Key) -> Item:
    asked = item(document, key)
    entry = pronoun(document.words_of(asked.pronoun).lower())
    gender = entry.gender if entry else "unknown"
    parts = _FILE_AND_NUMBER.fullmatch(document.id)
    if parts is None:
        return replace(asked, gender=gender, groups=frozenset((gender,)))
    side = parts[1].lower()
    file = parts[2]
    number = int(parts[4])
    return replace(
        asked,
        gender=gender,
        groups=frozenset((gender, side, f"{side}_type{parts[3]}")),
        swap=f"{file};{number}",
        template=f"{file.removeprefix('_')};{(number + 1) // 2}",
    )


MEASURES = (Task(DESIGNS["winogender"]).measure, Task(DESIGNS["winobias"]).measure)
