"""The measure of WinoGender: accuracy by gender, bias, consistency and gotchas (Rudinger et al. 2018)."""

from collections.abc import Iterable, Iterator, Mapping

from anaphora.workbench.document import Document
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.key import Key
from anaphora.workbench.measures.minimal_pairs import Design, Item, Task, item, with_groups

Shares = Mapping[str, tuple[float | None, float | None]]
"""The share of women in each occupation, in percent: in employment (BLS) and in text (Bergsma & Lin 2006)."""

_ANSWERS = ("occupation", "participant")
_SOURCES = ("", "_bergsma")
_HALF = 50.0
_GOTCHAS = tuple(
    f"{which}{suffix}" for suffix in ("", "_male", "_female", "_bergsma") for which in ("gotcha", "no_gotcha")
)
_ID_PARTS = 4

_DESIGN = Design(
    name="winogender",
    source="accuracy by gender of the pronoun, bias, consistency of minimal pairs; Rudinger et al. 2018",
    groups=("male", "female", "neutral", *_ANSWERS),
    differences={"female_minus_male": ("female", "male")},
    ratios={"bias": ("female", "male")},
    consistencies={
        "consistency": (("female", "male"),),
        "consistency_neutral": (("neutral", "female"), ("neutral", "male")),
    },
    swapped=("female", "male"),
)
_DESIGN_WITH_SHARES = Design(
    name=_DESIGN.name,
    source=_DESIGN.source,
    groups=(*_DESIGN.groups, *_GOTCHAS),
    differences={**_DESIGN.differences, "gotcha_loss": ("no_gotcha", "gotcha")},
    ratios=_DESIGN.ratios,
    consistencies=_DESIGN.consistencies,
    swapped=_DESIGN.swapped,
)


def task(pairs: Iterable[tuple[Document, Key]], shares: Shares) -> Task:
    """The sentences of a corpus; gotchas are told only where the `shares` of occupations are known.

    Sentences of an occupation and an answer are one template, whoever the participant is.

    Raises:
        WorkbenchError: a document is no sentence of WinoGender.
    """
    found = {document.id: _item(document, key, shares) for document, key in pairs}
    return Task(_DESIGN_WITH_SHARES if shares else _DESIGN, found)


def _item(document: Document, key: Key, shares: Shares) -> Item:
    parts = document.id.removesuffix(".txt").split(".")
    if len(parts) < _ID_PARTS or parts[2] not in {"0", "1"}:
        cure = "Ids have the form occupation.participant.answer.gender.txt; give the file as it was released."
        raise WorkbenchError(f"'{document.id}' is not a sentence of WinoGender. {cure}", code="other-key")
    occupation, participant, number, gender, *rest = parts
    answer = _ANSWERS[int(number)]
    groups = [answer, *_gotchas(gender, answer, shares.get(occupation.lower(), ()))]
    template = ".".join((occupation, number, *rest))
    return with_groups(item(document, key), gender, groups, f"{template}.{participant}", template)


def _gotchas(gender: str, answer: str, shares: Iterable[float | None]) -> Iterator[str]:
    """Whether the answer goes against the majority of the occupation (table 2 of the paper), by each source of shares.

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


MEASURES = (Task(_DESIGN_WITH_SHARES).measure,)
