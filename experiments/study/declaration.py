"""Declaration of a study: models of every key that a study file may have, with all defaults."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Literal, TypeVar

import tomli_w
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from anaphora.experiments.setup.configuration import (
    Configuration,
    Duplicates,
    Singletons,
    Zeros,
    configure,
)
from anaphora.preprocess import pipeline
from anaphora.resolvers.specs import ORACLE, build_resolvers, default_resolvers
from anaphora.workbench.english.pronouns import AnaphorKind
from anaphora.workbench.errors import OptionError, WorkbenchError, unknown_name
from anaphora.workbench.matching import Antecedent, Match
from anaphora.workbench.measures import by_name
from anaphora.workbench.measures.choosing import choose_measure
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.preparation import LAYERS, ItClasses, ItFilter
from anaphora.workbench.spec import parse_resolver

BUNDLED = "bundled"
"""The path of the corpus that comes with the workbench."""
Value = TypeVar("Value")
_DEFAULTS = _SCORE = configure()


def _validator(check: Callable[[Value], object]) -> AfterValidator:
    """A validator that reports what `check` raises at the place of the value."""

    def validate(value: Value) -> Value:
        try:
            check(value)
        except WorkbenchError as error:
            raise PydanticCustomError(error.code, "{problem}", {"problem": str(error)}) from error
        return value

    return AfterValidator(validate)


def _require_distinct(names: Sequence[str]) -> None:
    if repeated := [name for name in names if names.count(name) > 1]:
        raise OptionError(f"'{repeated[0]}' is named twice. Name it once.", code="named-twice")


def _require_one_resolver(names: Sequence[str]) -> None:
    if len(names) != 1 or parse_resolver(names[0]).name == ORACLE:
        cure = 'Write resolvers = ["mars"], and a part of its own for each other resolver.'
        raise OptionError(f"An ablation has one resolver, which is not the oracle. {cure}", code="not-one-resolver")


def _require_column(column: "Column") -> None:
    if bool(column.resolver) == bool(column.max):
        raise OptionError("A column has either 'resolver' or 'max'. Give one of them.", code="not-one-figure")
    if column.measure not in by_name(MEASURES):
        raise unknown_name("measure of success", column.measure, by_name(MEASURES))


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
"""Names of parts, corpora and tables, which are also names of files."""
Names = Annotated[tuple[str, ...], Field(strict=False), _validator(_require_distinct)]
Resolvers = Annotated[Names, _validator(lambda names: build_resolvers(names, seed=0))]
Measures = Annotated[Names, _validator(lambda names: [choose_measure(name) for name in names])]
Pipeline = Annotated[str, _validator(lambda name: name == pipeline.BUNDLED or pipeline.load(name))]


class Corpus(_Model):
    """A corpus: `path` is a file or folder, relative to the study, in which `${NAME}` stands for a variable.

    An `optional` corpus is skipped where it is absent.
    """

    path: str
    format: str | None = None
    optional: bool = False


class Trial(_Model):
    """Resolvers under one set of conditions on each of the corpora (default: all of the study).

    `resolvers` default to all that need no option; `perfect` names the layers that come from the key, all of them if
    `input` is perfect.
    """

    corpora: Names = ()
    resolvers: Resolvers = ()
    input: Literal["automatic", "perfect"] = "automatic"
    perfect: Names = ()
    match: Match = _DEFAULTS.judging.match
    antecedent: Antecedent = _DEFAULTS.judging.antecedent
    window: int = Field(default=_DEFAULTS.preparation.window, ge=0)
    noun_window: int | None = Field(default=_DEFAULTS.preparation.noun_window, ge=0)
    anaphors: AnaphorKind = _DEFAULTS.preparation.anaphors
    it_filter: ItFilter = _DEFAULTS.preparation.it_filter
    it_classes: ItClasses = _DEFAULTS.preparation.it_classes
    names: str | None = _DEFAULTS.preparation.names
    pipeline: Pipeline = _DEFAULTS.preparation.pipeline

    def settings(self, seed: int = 0, format: str | None = None) -> Configuration:
        """The settings of `compare`; raises `OptionError` for values that do not exist."""
        if self.perfect and self.input == "perfect":
            raise OptionError("With input = \"perfect\" all layers are perfect: leave out 'perfect', or 'input'.")
        perfect = LAYERS if self.input == "perfect" else self.perfect
        given = self.model_dump(exclude={"corpora", "input", "perfect"})
        return configure(**given, perfect=perfect, seed=seed, format=format)


class Ablation(Trial):
    """The ablation of a single resolver."""

    resolvers: Annotated[Resolvers, _validator(_require_one_resolver)]


class Scoring(_Model):
    """Responses (paths by name), scored against a key; the other keys are the options of `anaphora score`."""

    key: str
    responses: Annotated[dict[str, str], Field(min_length=1)]
    measures: Measures = ()
    match: Match = _SCORE.judging.match
    singletons: Singletons = "keep"
    duplicates: Duplicates = _SCORE.judging.duplicates
    zeros: Zeros = _SCORE.judging.zeros
    ignore_words: bool = _SCORE.judging.ignore_words
    extra_documents: bool = _SCORE.judging.extra_documents
    format: str | None = _SCORE.preparation.format
    response_format: str | None = _SCORE.judging.response_format
    resamples: int = _SCORE.judging.resamples
    preset: str | None = None
    optional: bool = False

    def settings(self, seed: int = 0) -> Configuration:
        """The settings of `score`; raises `OptionError` for values that do not exist."""
        given = self.model_dump(exclude={"key", "responses", "optional"}, exclude_unset=True)
        return configure(**given, seed=seed, per_document=True)


class Column(_Model):
    """A column of a table: a resolver of a comparison by its label, or `max`, the upper bound of its input.

    The heading defaults to the resolver's name, or to MAX with the matching.
    """

    comparison: str
    resolver: Annotated[str, AfterValidator(lambda text: parse_resolver(text).label)] = ""
    max: Literal["strict", "partial"] | None = None
    measure: str = "success_rate"
    heading: str = ""

    @property
    def title(self) -> str:
        """The heading or its default."""
        return self.heading or self.resolver or f"MAX {self.max}"


class Layout(_Model):
    """A table: a row for each of the `documents` and a total for each corpus, or only rows for `corpora`."""

    columns: Annotated[
        tuple[Annotated[Column, _validator(_require_column)], ...],
        Field(min_length=1, strict=False),
        _validator(lambda columns: _require_distinct([column.title for column in columns])),
    ]
    rows: Literal["documents", "corpora"] = "corpora"
    caption: str = ""


AnyCorpus = Annotated[Corpus, BeforeValidator(lambda value: {"path": value} if isinstance(value, str) else value)]
ValidTrial = Annotated[Trial, _validator(Trial.settings)]


class Study(_Model):
    """A whole study: its corpora, and the named parts that run on them."""

    title: str
    description: str = ""
    seed: int = 0
    corpora: dict[Name, AnyCorpus] = {}
    comparisons: dict[Name, ValidTrial] = {}
    ablations: dict[Name, Annotated[Ablation, _validator(Trial.settings)]] = {}
    losses: dict[Name, ValidTrial] = {}
    scores: dict[Name, Annotated[Scoring, _validator(Scoring.settings)]] = {}
    tables: dict[Name, Layout] = {}

    def trials(self) -> Mapping[str, Mapping[str, Trial]]:
        """The parts that run resolvers, by kind."""
        return {"comparisons": self.comparisons, "ablations": self.ablations, "losses": self.losses}

    def completed(self) -> "Study":
        """The study with the corpora and resolvers named that a part runs on by default."""
        corpora = self.corpora or {"manuals": Corpus(path=BUNDLED)}
        completed: dict[str, object] = {"corpora": corpora}
        for kind, trials in self.trials().items():
            completed[kind] = {
                name: trial.model_copy(
                    update={
                        "corpora": trial.corpora or tuple(corpora),
                        "resolvers": trial.resolvers or default_resolvers(trial.anaphors),
                    }
                )
                for name, trial in trials.items()
            }
        return self.model_copy(update=completed)

    def as_toml(self) -> str:
        """The study with every default; read again it is the same study."""
        return tomli_w.dumps({key: value for key, value in self.model_dump(exclude_none=True).items() if value != {}})
