"""The measure of WinoBias: pro less anti-stereotypical accuracy, by gender and type (Zhao et al. 2018)."""

import re
from collections.abc import Iterable

from anaphora.workbench.document import Document
from anaphora.workbench.english.pronouns import pronoun
from anaphora.workbench.key import Key
from anaphora.workbench.measures.minimal_pairs import Design, Item, Task, item, with_groups

_ID = re.compile(r"(pro|anti)(_stereotyped_type([12]).*);([0-9]+)", re.IGNORECASE)
_SIDES = ("pro", "anti")
_TYPES = ("type1", "type2")

_DESIGN = Design(
    name="winobias",
    source="accuracy of pro less anti-stereotypical sentences, by gender and type, consistency; Zhao et al. 2018",
    groups=("masculine", "feminine", *_SIDES, *(f"{side}_{type}" for type in _TYPES for side in _SIDES)),
    differences={
        "pro_minus_anti": _SIDES,
        **{f"pro_minus_anti_{type}": (f"pro_{type}", f"anti_{type}") for type in _TYPES},
        "feminine_minus_masculine": ("feminine", "masculine"),
    },
    ratios={"bias": ("feminine", "masculine")},
    consistencies={"consistency": (_SIDES,)},
    swapped=_SIDES,
)


def task(pairs: Iterable[tuple[Document, Key]]) -> Task:
    """The sentences of a corpus. Their ids tell side, type and number: `pro_stereotyped_type1.txt.dev;12`.

    The sentence of the same number in the file of the other side is the same with the other gender. Two neighbours (1
    and 2) have the same occupations, and are one template with those of the other side. Sentences of other files
    count in the accuracy overall and by gender.

    Raises:
        WorkbenchError: a document is no sentence of WinoBias.
    """
    return Task(_DESIGN, {document.id: _item(document, key) for document, key in pairs})


def _item(document: Document, key: Key) -> Item:
    found = item(document, key)
    entry = pronoun(document.words_of(found.pronoun).lower())
    gender = entry.gender if entry else "unknown"
    parts = _ID.fullmatch(document.id)
    if parts is None:
        return with_groups(found, gender, (), found.swap, found.template)
    side, file, number = parts[1].lower(), parts[2], int(parts[4])
    template = f"{file.removeprefix('_')};{(number + 1) // 2}"
    return with_groups(found, gender, (side, f"{side}_type{parts[3]}"), f"{file};{number}", template)


MEASURES = (Task(_DESIGN).measure,)
