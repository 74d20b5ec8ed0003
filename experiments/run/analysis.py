"""The analysis of documents as the settings ask for it, made once a run, and the signature that says so.

Names of the user's own (`--names`) are a table of names with what they name.
"""

import csv
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anaphora.corpora._lines import claim, lines, require_columns
from anaphora.experiments.run.configuration import Configuration, signature_of
from anaphora.experiments.run.gold import gold_annotation, perfect_layers
from anaphora.experiments.run.plan import text_of
from anaphora.preprocess import Layers, cache, cards, pipeline, prepare
from anaphora.preprocess.agreement import NO_NAMES, ListedName, NameList, without_genitive
from anaphora.workbench import progress
from anaphora.workbench.document import Animacy, Annotation, Document, Gender, Number, Prepared
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Key
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.provenance import Card


@dataclass(frozen=True)
class Analysis:
    """The preparation of documents: with a pipeline, the user's names, and the layers that are to be perfect.

    `share` is that of the time that it takes, beside resolvers. The pipeline is loaded when it is first needed; then
    it raises what that does.
    """

    settings: Configuration
    share: float = 1.0

    @cached_property
    def pipeline(self) -> pipeline.Pipeline | None:
        """The pipeline; with the corpus' own annotation `None`, or one that completes it if the user named any."""
        name = self.settings.preparation.pipeline
        if "annotation" not in self.settings.preparation.perfect:
            return pipeline.load(name)
        return None if name == pipeline.BUNDLED else pipeline.load(name).completing()

    @cached_property
    def names(self) -> NameList:
        """The names of the user's list; raises `FormatError` for a file that is none."""
        return read_names(Path(self.settings.preparation.names)) if self.settings.preparation.names else NO_NAMES

    @property
    def source(self) -> str:
        """The signature of what analyses the documents."""
        return self.pipeline.signature if self.pipeline else "gold"

    @property
    def cards(self) -> list[Card]:
        """The cards of all that shapes what resolvers get."""
        return cards.cards_used(self.pipeline, self.settings.preparation)

    def annotate(self, document: Document) -> Annotation:
        """The annotation of a document: its own, or the pipeline's, which may be kept from before.

        With all layers perfect one that brings no annotation has the pipeline's.
        """
        loaded = self.pipeline
        bare = document.annotation is None and document.tagged is None
        if bare and set(LAYERS) <= set(self.settings.preparation.perfect):  # all that the corpus has
            loaded = pipeline.load(self.settings.preparation.pipeline)
        elif loaded is None or (loaded.completes and not (document.tagged and document.annotation is None)):
            return gold_annotation(document)
        return cache.annotate(loaded, document) if self.settings.execution.cached else loaded.annotate(document)

    def prepare(self, document: Document, key: Key) -> Prepared:
        """The candidate lists of a document; the key gives the layers that are to be perfect, and nothing else."""
        options = self.settings.preparation
        names = self.names  # what is wrong with them is said before minutes of work
        with progress.part(0, self.share * len(document.words)):
            annotation = self.annotate(document)
        layers = Layers()
        if options.perfect:
            clausal = self.settings.judging.clausal
            layers = perfect_layers(document, key, annotation, options.perfect, clausal=clausal)
        origin = f"{self.source}|perfect={','.join(options.perfect) or 'none'}"
        return prepare(document, annotation, options=options, layers=layers, names=names, signature=origin)

    def sign(self, corpus: object, documents: int) -> str:
        """One line that says what shaped the figures, options where they differ from their defaults."""
        return sign(corpus, documents, self.settings, self.source, self.names)


def source_and_cards(settings: Configuration) -> tuple[str, list[Card]]:
    """Signature of the analysis and cards of the input: asked of a worker, which has loaded the pipeline anyway."""
    analysis = Analysis(settings)
    return analysis.source, analysis.cards


def sign(corpus: object, documents: int, settings: Configuration, source: str, names: NameList = NO_NAMES) -> str:
    """The same, where it is known what analyses the documents."""
    resolvers = text_of(settings.resolvers)
    return signature_of(
        settings,
        corpus=corpus,
        documents=documents,
        pipeline=source,
        **({"names": names.digest} if names.entries else {}),
        **({"resolvers": resolvers} if resolvers else {}),
    )


_KINDS: Mapping[str, Animacy] = {
    "person": "animate", "place": "inanimate", "organization": "inanimate", "thing": "inanimate", "": "unknown",
}  # fmt: skip
_GENDERS: Mapping[str, Gender | None] = {
    "masculine": "masculine", "feminine": "feminine", "neuter": "neuter", "unknown": "unknown", "": None,
}  # fmt: skip
_NUMBERS: Mapping[str, Number | None] = {
    "singular": "singular", "plural": "plural", "unknown": "unknown", "": None,
}  # fmt: skip
_COLUMNS: Mapping[str, Sequence[str]] = {"kind": tuple(_KINDS), "gender": tuple(_GENDERS), "number": tuple(_NUMBERS)}
_CURE = "The first line names the columns: name, and kind, gender or number, separated by commas or TABs."


def read_names(path: Path) -> NameList:
    """Read a list of names, separated by commas or TABs; cells but the name may be empty, and columns missing.

    A thing with the gender of a person, as a ship that is "she", agrees with all.

    Raises:
        FormatError: the first line does not name the columns, a row has more or fewer of them, a cell is none of the
            values, or a name stands there twice; and as for all files.
    """
    header: list[str] = []
    entries: dict[str, ListedName] = {}
    digest = hashlib.blake2b(digest_size=4)
    delimiter = ","
    taken: set[str] = set()
    for number, line in lines(path):
        digest.update(f"{line}\n".encode())
        if not header:
            delimiter = "\t" if "\t" in line else ","
            header = _header(path, number, _cells(line, delimiter))
        elif line.strip():
            cells = _cells(line, delimiter)
            require_columns(path, number, cells, len(header), _CURE)
            row = dict(zip(header, cells, strict=True))
            if not row["name"]:
                raise FormatError(path, number, "the name is empty", "Write a name in each row.", code="bad-value")
            claim(path, number, row["name"], taken, "name")
            entries[without_genitive(row["name"])] = _entry(path, number, row)
    return NameList(entries, digest.hexdigest())


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]


def _header(path: Path, line: int, names: Sequence[str]) -> list[str]:
    header = [name.lower() for name in names]
    odd = [name for name in header if name != "name" and name not in _COLUMNS]
    if odd or "name" not in header or len(set(header)) < max(2, len(header)):
        problem = f"the first line names the columns {', '.join(header)}"
        raise FormatError(path, line, problem, _CURE, code="wrong-columns")
    return header


def _entry(path: Path, line: int, row: Mapping[str, str]) -> ListedName:
    kind, gender_said, number_said = (_value(path, line, column, row.get(column, "")) for column in _COLUMNS)
    animacy, gender, number = _KINDS[kind], _GENDERS[gender_said], _NUMBERS[number_said]
    if gender in ("masculine", "feminine"):
        of_person = kind in ("person", "")
        return ListedName("animate", gender, number) if of_person else ListedName("unknown", "unknown", number)
    if kind == "organization" and number is None:
        number = "unknown"  # it or they
    if kind == "" and gender == "neuter":
        animacy = "inanimate"
    return ListedName(animacy, gender or ("neuter" if animacy == "inanimate" else "unknown"), number)


def _value(path: Path, line: int, column: str, cell: str) -> str:
    if cell.lower() not in _COLUMNS[column]:
        allowed = ", ".join(filter(None, _COLUMNS[column]))
        problem, cure = f"the {column} is '{cell}'", f"Write {allowed}, or leave the cell empty."
        raise FormatError(path, line, problem, cure, code="bad-value")
    return cell.lower()
