"""What commands have in common to ask for: options, and the settings made of them."""

import re
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphora.experiments.scoring.settings import Duplicates as Repeated
from anaphora.experiments.scoring.settings import Singletons as KeepOrDrop
from anaphora.workbench.errors import OptionError
from anaphora.workbench.matching import Match as SpanMatch

if TYPE_CHECKING:
    from anaphora.experiments.comparison.compare import Settings
    from anaphora.experiments.running.execution import Execution

_COMMA = re.compile(r",(?![^()]*\))")
Corpora = Annotated[list[Path] | None, typer.Argument(help="Files or folders; the bundled corpus if none is named.")]
Json = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Write the figures as JSON (- for stdout).")]
Report = Annotated[Path | None, typer.Option(help="Write a report, one HTML file, to this place.")]
Charts = Annotated[
    Path | None, typer.Option("--figures", metavar="FOLDER", help="Write the report's charts as SVG files.")
]
Resolvers = Annotated[
    str | None,
    typer.Option(help="Names, separated by commas; all by default. With options: mitkov(preset=2001;weights=w.toml)."),
]
Pipeline = Annotated[
    str | None, typer.Option(help="An installed spaCy pipeline or its folder; the bundled one by default.")
]
Input = Annotated[str, typer.Option("--input", help="automatic, or perfect: every layer from the key.")]
Perfect = Annotated[
    str | None,
    typer.Option(help="Only these layers from the key: annotation,mentions,pleonastic,agreement,constituents."),
]
Match = Annotated[str, typer.Option(help="When a span counts as a key mention: strict, partial or head.")]
Antecedent = Annotated[str, typer.Option(help="Which answers are right: chain, nominal or nearest.")]
ItFilter = Annotated[
    str,
    typer.Option(
        "--it-filter",
        help="What takes out non-anaphoric it: learned, memory, rules, paice_husk, lappin_leass or none.",
    ),
]
Window = Annotated[int, typer.Option(help="Sentences before the anaphor's own.", min=0)]
Anaphors = Annotated[str, typer.Option(help="third-person, personal or all.")]
Format = Annotated[str | None, typer.Option("--format", help="The corpus format, if it is not to be recognised.")]
Journaled = Annotated[
    Path | None,
    typer.Option("--journal", metavar="FILE", help="Write results there as they come; a run that stopped goes on."),
]
Seed = Annotated[int, typer.Option(help="For the resolvers that draw at random.", min=0)]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Pass over bad files and report them.")]
Jobs = Annotated[int | None, typer.Option(help="Workers; with an executor one for each processor.", min=1)]
Executor = Annotated[
    str | None, typer.Option(help="serial, processes or dask; processes if there is more than one job.")
]
Scheduler = Annotated[str, typer.Option(help="The address of a Dask cluster, such as tcp://host:8786.")]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Analyse anew instead of reading stored analyses.")]
RightChains = Annotated[Path, typer.Argument(help="A corpus file or folder with the right chains.")]
Responses = Annotated[list[str], typer.Argument(metavar="RESPONSE...", help="Files or folders, or NAME=PATH.")]
Spans = Annotated[SpanMatch, typer.Option(help="Which spans stand for each other.")]
Singletons = Annotated[KeepOrDrop, typer.Option(help="Keep, or drop those of each side first.")]
Duplicates = Annotated[
    Repeated,
    typer.Option(help="Spans that stand twice: response (keep the first there, not in the key), first, refuse."),
]
To = Annotated[str, typer.Option(help="table, markdown or latex.")]
PerDocument = Annotated[bool, typer.Option("--per-document", help="Add a row for each document.")]
ResponseFormat = Annotated[str | None, typer.Option(help="The format of the responses, if it is not to be recognised.")]
IgnoreWords = Annotated[
    bool, typer.Option("--ignore-words", help="Accept other words than the key's if they are as many.")
]
ExtraDocuments = Annotated[bool, typer.Option("--extra-documents", help="Leave out documents that the key has not.")]


Command = Callable[..., None]


SERIAL = ("jobs", "executor", "scheduler")
"""What `comparing` leaves out of commands that work on one document after the other."""


def comparing(*without: str, **values: Any) -> Callable[[Command], Command]:
    """Give a command the options of a comparison, which its function gets as one argument, `settings`.

    `without` names options that it does not have, `values` what these are, or other defaults than those of `compare`.
    """

    def decorate(command: Command) -> Command:
        options = signature(_settings).parameters.values()
        shared = [_keyword(it, values.get(it.name, it.default)) for it in options if it.name not in without]
        own = [_keyword(it, it.default) for it in signature(command).parameters.values() if it.name != "settings"]
        fixed = {name: values[name] for name in without if name in values}

        def asked(**given: Any) -> None:
            settings = _settings(**fixed, **{option.name: given.pop(option.name) for option in shared})
            command(**given, settings=settings)

        parameters = [*own, *shared]
        asked.__name__, asked.__doc__ = command.__name__, command.__doc__
        asked.__annotations__ = {it.name: it.annotation for it in parameters}
        asked.__dict__["__signature__"] = Signature(parameters)  # what typer reads
        return asked

    return decorate


def _keyword(parameter: Parameter, default: Any) -> Parameter:
    return parameter.replace(kind=Parameter.KEYWORD_ONLY, default=default)


def _settings(
    resolvers: Resolvers = None,
    pipeline: Pipeline = None,
    input_mode: Input = "automatic",
    perfect: Perfect = None,
    match: Match = "strict",
    antecedent: Antecedent = "chain",
    window: Window = 3,
    anaphors: Anaphors = "third-person",
    it_filter: ItFilter = "learned",
    format: Format = None,
    seed: Seed = 0,
    skip_bad: SkipBad = False,
    no_cache: NoCache = False,
    jobs: Jobs = None,
    executor: Executor = None,
    scheduler: Scheduler = "",
) -> "Settings":
    """The settings of a comparison from the options of a command; raises `OptionError` for values out of range."""
    from anaphora.experiments.comparison.compare import Settings
    from anaphora.experiments.comparison.upper_bound import LAYERS
    from anaphora.preprocess import Options
    from anaphora.workbench.trace import Criteria

    if input_mode not in ("automatic", "perfect"):
        raise OptionError(f"There is no input {input_mode!r}; choose automatic or perfect.")
    layers = listed(perfect) or (LAYERS if input_mode == "perfect" else ())
    return Settings(
        resolvers=listed(resolvers),
        perfect=layers,
        criteria=Criteria(match, antecedent, anaphors),  # type: ignore[arg-type]
        options=Options(window, anaphors, it_filter),
        seed=seed,
        execution=execution(jobs, executor, scheduler),
        cached=not no_cache,
        format=format,
        skip_bad=skip_bad,
        **named(pipeline=pipeline),
    )


def execution(jobs: int | None, executor: str | None, scheduler: str) -> "Execution":
    """What runs the work: a scheduler means Dask, several jobs mean processes, unless an executor is named."""
    from anaphora.experiments.running.execution import Execution

    if executor == "serial" and jobs and jobs > 1:
        raise OptionError(f"--executor serial has one worker, and --jobs asks for {jobs}. Leave one of them out.")
    implied = "dask" if scheduler else "processes" if jobs and jobs > 1 else "serial"
    return Execution(executor or implied, jobs or 0, scheduler)


def listed(given: str | None) -> tuple[str, ...]:
    """Names given with commas between; what is in brackets stays together."""
    return tuple(name.strip() for name in _COMMA.split(given or "") if name.strip())


def named(**given: Any) -> dict[str, Any]:
    """Only what was given, so that defaults stand in one place."""
    return {name: value for name, value in given.items() if value is not None}
