"""Annotation in columns of CoNLL files: trees of Universal Dependencies, or tags of one language without any."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from anaphora.corpora._lines import lines, number_of, table
from anaphora.workbench.document import Annotation, Document, Gender, Number, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Attributes, Clusters

Row = tuple[int, Sequence[str]]
"""The line of a word, and its cells."""

_POS = frozenset((
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM",
    "VERB", "X",
))  # fmt: skip
_ENTITY_TYPES = {"PER": "PERSON", "LOC": "PLACE", "ORG": "ORGANIZATION"}
_UNIVERSAL_COLUMNS, _DEMOCRAT_COLUMNS = 10, 15
_SPEAKER, _PARAGRAPH, _NAMES = 10, 11, 12
_TAG, _LEMMA, _NUMBER, _GENDER = 4, 6, 7, 8
_MOST = 0.9
"""So many words of a text have tags of its set; others have slips."""
_FEWEST = 4
"""So many tags tell a set: `NN` is one of several."""
_NONE = frozenset(("", "-", "--", "_", "*"))
_NUMBERS = {"sg": "Number=Sing", "pl": "Number=Plur", "-": "", "*": ""}
_GENDERS = {"masc": "Gender=Masc", "fem": "Gender=Fem", "neut": "Gender=Neut", "-": "", "*": ""}


def universal(path: Path, id: str, sentences: Sequence[Sequence[Row]]) -> Document | FormatError | None:
    """The document of rows that begin with the ten columns of CoNLL-U; what is wrong with its trees; `None` for others.

    Of 15 columns (Democrat, Oberle 2020, github.com/boberle/coreference_databases) the next three are the speaker,
    the number of the paragraph, and names.
    """
    from anaphora.corpora import _conllu  # only such rows need it

    rows = [cells for sentence in sentences for _, cells in sentence]
    if not all(len(cells) > _UNIVERSAL_COLUMNS and cells[3] in _POS and number_of(cells[6]) >= 0 for cells in rows):
        return None
    paragraph, parts = "", []
    for sentence in sentences:
        first = sentence[0][1]
        comments = {}
        if len(first) == _DEMOCRAT_COLUMNS:
            comments["speaker"] = first[_SPEAKER]
            if first[_PARAGRAPH] != paragraph:
                comments["newpar"] = paragraph = first[_PARAGRAPH]
        parts.append(
            _conllu.ConlluSentence(comments, [(line, list(cells[:_UNIVERSAL_COLUMNS])) for line, cells in sentence])
        )
    try:
        document = _conllu.document(path, id, parts)
    except FormatError as error:
        return error
    if not document.annotation or any(len(cells) != _DEMOCRAT_COLUMNS for cells in rows):
        return document
    entity = tuple(_names(cells[_NAMES] for cells in rows))
    return replace(document, annotation=replace(document.annotation, entity=entity))


def _names(cells: Iterator[str]) -> Iterator[str]:
    """The entity type of each token from its bracket: `(PER`, `*`, `*)`."""
    label = ""
    for cell in cells:
        if cell.startswith("("):
            label = cell.strip("()*")
        yield _ENTITY_TYPES.get(label, "")
        if cell.endswith(")"):
            label = ""


class TagSet(NamedTuple):
    """A tag set of one language: what its tags are in Universal Dependencies, part of speech and features.

    `features` are those of the parts of a tag in brackets: `VNW[pers,pron,nomin,vol,3,ev,masc]`.
    """

    language: str
    tags: Mapping[str, tuple[str, str]]
    features: Mapping[str, str]

    def find(self, tag: str) -> tuple[str, str] | None:
        """Part of speech and features of a tag, each empty where the tag does not say; `None`: of another set."""
        name, bracket, rest = tag.partition("[")
        if bool(bracket) != bool(self.features):
            return None
        parts = rest.rstrip("]").split(",") if bracket else []
        entry = next((self.tags[f"{name}.{part}"] for part in parts if f"{name}.{part}" in self.tags), None)
        pos, features = entry or self.tags.get(name, ("?", ""))
        if pos == "?":
            return None
        shown = _joined(*(self.features.get(part, "") for part in parts), features)
        if "Poss=Yes" in shown and bracket:  # number and gender are the owner's
            shown = shown.replace("Number=", "Number[psor]=").replace("Gender=", "Gender[psor]=")
        return pos, shown


def _joined(*features: str) -> str:
    """Features in one, in the order of CoNLL-U; of two values the last counts."""
    values = dict(feature.split("=") for text in features for feature in text.split("|") if feature)
    return "|".join(f"{name}={values[name]}" for name in sorted(values, key=str.lower))


@cache
def tag_sets() -> tuple[TagSet, ...]:
    """The tag sets of `tagsets.toml`."""
    from anaphora.workbench.files import read_toml

    _, tables = read_toml(Path(__file__).with_name("tagsets.toml"))
    return tuple(
        TagSet(
            table["language"],
            dict(_entries(table["tags"])),
            {name: features for name, (features, _) in _entries(table.get("features", ""))},
        )
        for table in tables.values()
    )


def _entries(text: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for entry in text.split(";"):
        name, first, second, *_ = (*entry.split(), "", "", "")
        if name:
            yield name, (first, second)


def tagged(rows: Sequence[Sequence[str]], starts: Sequence[int]) -> tuple[str, Annotation | None]:
    """The language and the tags of rows in the columns of CoNLL-2012 whose tags are all of a set that we know.

    Trees are empty, and so is whatever a row does not say. Where the columns behind the lemma hold nothing but `sg`,
    `pl` and `masc`, `fem`, `neut` (GerDraCor, Pagel & Reiter 2020), they are number and gender.
    """
    tags = [cells[_TAG] if len(cells) > _GENDER + 1 else "" for cells in rows]
    if "" in tags or len({*tags}) < _FEWEST:
        return "", None
    for tag_set in tag_sets():
        mapped = {tag: tag_set.find(tag) for tag in set(tags)}
        known_tags = {tag for tag, meaning in mapped.items() if meaning}
        if len(known_tags) >= _FEWEST and sum(tag in known_tags for tag in tags) > _MOST * len(tags):
            meanings = [mapped[tag] or ("", "") for tag in tags]
            features = zip((features for _, features in meanings), _agreement(rows), strict=True)
            return tag_set.language, Annotation(
                pos=tuple(pos for pos, _ in meanings),
                tag=tuple(tags),
                lemma=tuple("" if cells[_LEMMA] in _NONE else cells[_LEMMA] for cells in rows),
                morphology=tuple(_joined(*pair) for pair in features),
                head=(),
                relation=(),
                entity=("",) * len(rows),
                sentence_starts=tuple(starts),
            )
    return "", None


def _agreement(rows: Sequence[Sequence[str]]) -> list[str]:
    """Number and gender of each row, as features."""
    if not all(cells[_NUMBER] in _NUMBERS and cells[_GENDER] in _GENDERS for cells in rows):
        return [""] * len(rows)
    return [f"{_NUMBERS[cells[_NUMBER]]}|{_GENDERS[cells[_GENDER]]}" for cells in rows]


# Entities


_FEATURES = ("filename", "sentno", "begin", "end", "gender", "number", "category")
_GENDER_OF: Mapping[str, Gender] = {"m": "masculine", "f": "feminine", "fm": "unknown", "n": "neuter"}
_NUMBER_OF: Mapping[str, Number] = {"sg": "singular", "pl": "plural"}
_CATEGORIES = {**_ENTITY_TYPES, "OBJ": "OBJECT"}


def with_entities(path: Path, document: Document, key: Clusters) -> Clusters:
    """The key with gender, number and type of each entity, as the table `../features/NAME.tsv` of OpenBoek has them.

    A row names the first mention of an entity by sentence and words, from 0, the end excluded; `fm` is a person of
    either gender, `n` what is no person (van Cranenburgh & van Noord 2022). Other tables of that name are not read.

    Raises:
        FormatError: a row names no mention of the key.
    """
    file = path.absolute().parent.parent / "features" / f"{path.stem}.tsv"
    if not file.is_file() or next(lines(file), (1, ""))[1].split("\t")[: len(_FEATURES)] != list(_FEATURES):
        return key
    chain_of = {span: number for number, spans in enumerate(key.chains) for span in spans}
    attributes = dict(key.attributes)
    for line, row in table(file, _FEATURES):
        if row["filename"] != document.id.partition("; part ")[0]:
            continue
        sentence, begin, end = (number_of(row[name]) for name in ("sentno", "begin", "end"))
        start = document.sentence_starts[sentence] if 0 <= sentence < len(document.sentence_starts) else -1
        chain = chain_of.get(Span(start + begin, start + end)) if start >= 0 <= begin < end else None
        if chain is None:
            problem = f"no mention of {document.id} has the words {begin} to {end} of sentence {sentence}"
            cure = f"Rows name the first mention of each entity of {path.name}, counted from 0."
            raise FormatError(file, line, problem, cure, code="unknown-reference")
        of_entity = Attributes(
            type=_CATEGORIES.get(row["category"].partition(".")[0], ""),
            gender=_GENDER_OF.get(row["gender"]),
            number=_NUMBER_OF.get(row["number"]),
        )
        attributes |= dict.fromkeys(key.chains[chain], of_entity)
    return replace(key, attributes=attributes)
