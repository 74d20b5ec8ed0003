"""Whether everything that a study names is there, before anything of it is run."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path

from anaphora.experiments.comparison.compare import Settings, corpus_files
from anaphora.experiments.comparison.upper_bound import LAYERS
from anaphora.experiments.scoring.settings import Settings as ScoreSettings
from anaphora.experiments.study.declaration import BUNDLED, Column, Corpus, Layout, Scoring, Study, Trial
from anaphora.experiments.study.reading import Place, Source
from anaphora.preprocess import Options, pipeline
from anaphora.resolvers.specs import ORACLE, build_resolvers, default_resolvers
from anaphora.workbench.errors import OptionError, WorkbenchError
from anaphora.workbench.measures import by_name, choose_measure
from anaphora.workbench.measures.success import MEASURES
from anaphora.workbench.spec import parsed
from anaphora.workbench.trace import Criteria

_VARIABLE = re.compile(r"\$\{(\w+)\}")
_ROWS = ("documents", "corpora")
_BOUNDS = ("strict", "partial")


@dataclass(frozen=True, slots=True)
class Inputs:
    """Where the corpora are, by name (`None`: the bundled one), and why others are passed over."""

    corpora: Mapping[str, Path | None]
    absent: Mapping[str, str]


def completed(study: Study) -> Study:
    """The study with the names filled in that stand for all: corpora, and resolvers that need no option."""
    corpora = study.corpora or {"manuals": Corpus(BUNDLED)}

    def filled(trials: Mapping[str, Trial], resolvers: tuple[str, ...] = ()) -> dict[str, Trial]:
        return {
            name: replace(trial, corpora=trial.corpora or tuple(corpora), resolvers=trial.resolvers or resolvers)
            for name, trial in trials.items()
        }

    everyone = default_resolvers()
    return replace(
        study,
        corpora=corpora,
        comparisons=filled(study.comparisons, everyone),
        ablations=filled(study.ablations),
        losses=filled(study.losses, everyone),
    )


def settings(study: Study, trial: Trial, format: str | None = None) -> Settings:
    """The settings of `compare` for a trial; raises `OptionError` for values that do not exist."""
    if trial.input not in ("automatic", "perfect"):
        raise OptionError(f"There is no input {trial.input!r}; choose automatic or perfect.")
    if trial.perfect and trial.input == "perfect":
        raise OptionError("With input = \"perfect\" all layers are perfect: leave out 'perfect', or 'input'.")
    return Settings(
        resolvers=trial.resolvers,
        pipeline=trial.pipeline,
        perfect=LAYERS if trial.input == "perfect" else trial.perfect,
        criteria=Criteria(trial.match, trial.antecedent, trial.anaphors),  # type: ignore[arg-type]
        options=Options(trial.window, trial.anaphors, trial.it_filter),
        seed=study.seed,
        format=format,
    )


def checked(study: Study, source: Source, given: Mapping[str, Path]) -> Inputs:
    """Where everything is, of a completed study; `given` has places of corpora that go before those of the study.

    Paths are taken from the current folder. Raises `FormatError` with the place in the study of the first name, value
    or file that does not exist; an optional corpus that is absent is none.
    """
    for name in given:
        if name not in study.corpora:
            known = ", ".join(study.corpora)
            raise OptionError(f"--corpus {name}=...: the study has no corpus '{name}'. It has: {known}.")
    _names(study, source)
    inputs = _inputs(study, source, given)
    for kind, trials in study.trials().items():
        for name, trial in trials.items():
            _trial(study, source, (kind, name), trial)
    for name, scoring in study.scores.items():
        _scoring(source, ("scores", name), scoring)
    for name, layout in study.tables.items():
        _layout(study, source, ("tables", name), layout)
    return inputs


def expanded(path: str) -> Path:
    """A path with the values of its variables; raises `WorkbenchError` where one is not set."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in os.environ:
            raise WorkbenchError(f"The environment variable {found[1]} is not set.")
        return os.environ[found[1]]

    return Path(_VARIABLE.sub(value, path))


def _names(study: Study, source: Source) -> None:
    """Parts, corpora and tables are called what their files can be called."""
    parts: dict[str, Mapping[str, object]] = {**study.trials(), "scores": study.scores}
    for group in (parts, {"corpora": study.corpora}, {"tables": study.tables}):
        taken: dict[str, str] = {}
        for kind, entries in group.items():
            for name in entries:
                if other := taken.get(name.lower()):
                    cure = "Files are called after names: choose another, not just in another case."
                    raise source.error((kind, name), f"the name is taken in {other}", cure)
                taken[name.lower()] = kind
    if not any(parts.values()):
        cure = "Add one, such as [comparisons.main]; all of its keys have defaults."
        raise source.error((), "the study has no part", cure)


def _inputs(study: Study, source: Source, given: Mapping[str, Path]) -> Inputs:
    found: dict[str, Path | None] = {}
    absent: dict[str, str] = {}
    for name, corpus in study.corpora.items():
        cure = f"Correct the path, give another with --corpus {name}=PATH, or write optional = true."
        try:
            path = given.get(name) or (None if corpus.path == BUNDLED else expanded(corpus.path))
            if path is not None and not path.exists():
                raise WorkbenchError(f"There is no {corpus.path}.")
        except WorkbenchError as error:
            if not corpus.optional or name in given:
                raise source.error(("corpora", name, "path"), _clause(error), cure) from error
            absent[name] = str(error)
            continue
        with _placed(source, ("corpora", name)):
            corpus_files([path] if path else [], corpus.format)
        found[name] = path
    return Inputs(found, absent)


@contextmanager
def _placed(source: Source, place: Place) -> Iterator[None]:
    """Tell where in the study the value stands that something else finds wrong."""
    try:
        yield
    except WorkbenchError as error:
        problem, _, cure = str(error).partition(". ")
        raise source.error(place, problem.removesuffix("."), cure or "Correct it.") from error


def _clause(error: Exception) -> str:
    return str(error).removesuffix(".")


def _trial(study: Study, source: Source, place: Place, trial: Trial) -> None:
    _known(source, (*place, "corpora"), "corpus", trial.corpora, study.corpora)
    if place[0] == "ablations" and (len(trial.resolvers) != 1 or parsed(trial.resolvers[0])[0] == ORACLE):
        cure = 'Write resolvers = ["mars"], and a part of its own for each other resolver.'
        raise source.error((*place, "resolvers"), "an ablation has one resolver, and that is not the oracle", cure)
    with _placed(source, place):
        settings(study, trial)
    if trial.pipeline != pipeline.BUNDLED:
        with _placed(source, (*place, "pipeline")):
            pipeline.load(trial.pipeline)
    with _placed(source, (*place, "resolvers")):
        build_resolvers(trial.resolvers, study.seed)


def _known(source: Source, place: Place, what: str, names: Sequence[str], known: Mapping[str, object]) -> None:
    for name in names:
        if name not in known:
            raise source.error(place, f"the study has no {what} '{name}'", f"It has: {', '.join(known) or 'none'}.")
        if names.count(name) > 1:
            raise source.error(place, f"the {what} '{name}' is named twice", "Name it once.")


def _scoring(source: Source, place: Place, scoring: Scoring) -> None:
    with _placed(source, place):
        score_settings(scoring, 0)
    with _placed(source, (*place, "measures")):
        for measure in scoring.measures:
            choose_measure(measure)
    if not scoring.responses:
        raise source.error((*place, "responses"), "there is no response", 'Write responses = { mine = "mine.conll" }.')
    if (reason := missing(scoring)) and not scoring.optional:
        raise source.error(place, _clause(reason), "Correct the path, or write optional = true.")


def missing(scoring: Scoring) -> WorkbenchError | None:
    """Why a score cannot be made: the first of its files that is not there."""
    for path in (scoring.key, *scoring.responses.values()):
        try:
            if not expanded(path).exists():
                return WorkbenchError(f"There is no {path}.")
        except WorkbenchError as error:
            return error
    return None


def score_settings(scoring: Scoring, seed: int) -> ScoreSettings:
    """The settings of `score`; raises `OptionError` for values that do not exist."""
    names = (field.name for field in fields(ScoreSettings) if hasattr(scoring, field.name))
    return ScoreSettings(**{name: getattr(scoring, name) for name in names}, seed=seed, per_document=True)


def _layout(study: Study, source: Source, place: Place, layout: Layout) -> None:
    _one_of(source, (*place, "rows"), layout.rows, _ROWS)
    if not layout.columns:
        cure = 'Write columns = [{ comparison = "main", resolver = "mars" }].'
        raise source.error((*place, "columns"), "a table has one column or more", cure)
    for at, column in enumerate(layout.columns, 1):
        _column(study, source, (*place, "columns", str(at)), column)
    titles = [column.title for column in layout.columns]
    if twice := [title for title in titles if titles.count(title) > 1]:
        cure = 'Give one of them another: heading = "...".'
        raise source.error((*place, "columns"), f"two columns have the heading '{twice[0]}'", cure)
    if len({study.comparisons[column.comparison].anaphors for column in layout.columns}) > 1:
        cure = "Make two tables, or compare the same anaphors."
        raise source.error((*place, "columns"), "the comparisons differ in their anaphors", cure)


def _column(study: Study, source: Source, place: Place, column: Column) -> None:
    _known(source, (*place, "comparison"), "comparison", (column.comparison,), study.comparisons)
    if bool(column.resolver) == bool(column.max):
        raise source.error(place, "a column has either 'resolver' or 'max'", "Leave out one, and give the other.")
    if column.max:
        _one_of(source, (*place, "max"), column.max, _BOUNDS)
    else:
        _one_of(source, (*place, "resolver"), column.resolver, study.comparisons[column.comparison].resolvers)
        _one_of(source, (*place, "measure"), column.measure, tuple(by_name(MEASURES)))


def _one_of(source: Source, place: Place, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise source.error(place, f"{place[-1]} cannot be '{value}'", f"Choose from {', '.join(known)}.")
