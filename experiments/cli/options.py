"""Options that commands have in common, and the settings made of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields, replace
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Literal, get_origin, get_type_hints

import typer

from anaphora.experiments.comparison.settings import LAYERS, Group, Settings
from anaphora.experiments.running.execution import Execution, ExecutorName
from anaphora.experiments.scoring.settings import Settings as ScoringSettings
from anaphora.experiments.scoring.settings import find_preset
from anaphora.workbench.errors import OptionError

_BETWEEN = re.compile(r"[,\s](?![^()]*\))")


def at_least(least: int, most: int | None = None) -> dict[str, object]:
    """What makes an option take a whole number in a range."""

    def parse(given: str | int) -> int:
        wanted = f"{least} or more" if most is None else f"from {least} to {most}"
        number = int(given) if re.fullmatch(r"[+-]?\d{1,18}", str(given)) else None
        if number is None or number < least or (most is not None and number > most):
            raise typer.BadParameter(f"'{given}' is not a whole number {wanted}.")
        return number

    return {"parser": parse, "metavar": "N"}


comparing, judging, writing, running = (
    partial(typer.Option, rich_help_panel=group)
    for group in (Group.COMPARED, Group.JUDGED, Group.OUTPUT, Group.EXECUTION)
)
"""`typer.Option` for an option of one of the groups of help."""

Corpora = Annotated[list[Path] | None, typer.Argument(help="Files or folders; the bundled corpus if none is named.")]
Json = Annotated[
    str | None,
    writing("--json", metavar="FILE|-", help="Write the figures as JSON (- for stdout)."),
]
Report = Annotated[Path | None, writing("--report", "-o", metavar="FILE", help="Write a report, one HTML file.")]
Charts = Annotated[
    Path | None,
    writing("--figures", metavar="FOLDER", help="Write charts for a paper."),
]
ChartFormat = Annotated[Literal["svg", "pdf", "png"], writing("--figure-format", help="The format of --figures.")]
Format = Annotated[str | None, comparing("--format", help="The corpus format (default: detected).")]
Journaled = Annotated[
    Path | None, running("--journal", metavar="FILE", help="Append each document's result to FILE, and resume from it.")
]
Seed = Annotated[int, running(help="Random seed.", **at_least(0))]
Input = Annotated[Literal["automatic", "perfect"], comparing("--input", help="perfect: every layer from the key.")]
NoCache = Annotated[bool, running("--no-cache", help="Ignore cached analyses.")]
Jobs = Annotated[
    int | None, running(help="Number of workers (default: 1; with --executor one per processor).", **at_least(1))
]
Workers = Annotated[ExecutorName | None, running("--executor", help="How workers run (default: processes).")]
Scheduler = Annotated[str, running(metavar="ADDRESS", help="The address of a Dask cluster, such as tcp://host:8786.")]
RightChains = Annotated[Path, typer.Argument(help="The key (gold chains): a file or folder.")]
Responses = Annotated[list[str], typer.Argument(metavar="RESPONSE...", help="Files or folders, or NAME=PATH.")]
Resamples = Annotated[int, judging(help="Bootstrap samples and permutations; 0 for none.", **at_least(0))]
Output = Literal["table", "markdown", "latex", "csv", "json"]
To = Annotated[Output, writing(metavar="FORM", help="Print table, markdown, latex, csv or json.")]
PerDocument = Annotated[bool, writing("--per-document", help="Add a row for each document.")]


def _require_one(text: str) -> str:
    if len(split_names(text)) != 1:
        raise typer.BadParameter(f"'{text}' is not one resolver. Run the command once for each.")
    return text


OneResolver = Annotated[
    str,
    comparing(
        "--resolvers", metavar="NAME", callback=_require_one, help="One resolver, with options: mars(scope=window)."
    ),
]


def _take_settings(context: typer.Context, name: str | None) -> str | None:
    """Make the settings of a preset the defaults of the options, which are parsed after it."""
    if name is not None:
        fixed = find_preset(name).settings.items()
        written = {option: value if isinstance(value, str) else ",".join(value) for option, value in fixed}
        context.default_map = {**(context.default_map or {}), **written}
    return name


_PRESET = next(field for field in fields(ScoringSettings) if field.name == "preset")
Preset = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", is_eager=True, callback=_take_settings, **_PRESET.metadata),
]

Quiet = Annotated[bool, writing("--quiet", "-q", help="Print no progress and no warnings.")]
WholeSignature = Annotated[bool, writing("--signature", help="Print the whole signature.")]

Command = Callable[..., None]
_SCORING = ScoringSettings()


def with_settings(
    *, only: Sequence[str] = (), without: Sequence[str] = (), **values: object
) -> Callable[[Command], Command]:
    """Give a command the options that make `Settings`, which its function gets as one argument, `settings`.

    Every field of `Settings` has its options, with its type, its choices, its default and its help. A command has those
    of the fields in `only`, or all but those in `without`; `values` are other defaults, or fixed where there is no
    such option.
    """
    return partial(_with_options, _parameters(), _settings, only, without, values)


def with_scoring_settings(
    defaults: ScoringSettings = _SCORING, *, only: Sequence[str] = ()
) -> Callable[[Command], Command]:
    """Give a command the options that make the settings of scoring, in the same way; `defaults` are theirs."""

    def settings(**given: object) -> ScoringSettings:
        several = {name: split_names(given.pop(name)) for name in ("measures", "by") if name in given}  # type: ignore[arg-type]
        return replace(defaults, **several, **given)  # type: ignore[arg-type]

    by_field = _by_field(defaults) | {"preset": [_keyword("preset", Preset, None)]}
    return partial(_with_options, by_field, settings, only, (), {})


def _with_options(
    by_field: Mapping[str, Sequence[Parameter]],
    settings: Callable[..., object],
    only: Sequence[str],
    without: Sequence[str],
    values: Mapping[str, object],
    command: Command,
) -> Command:
    offered = [
        parameter.replace(default=values.get(parameter.name, parameter.default))
        for field, parameters in by_field.items()
        for parameter in parameters
        if (not only or field in only) and field not in without and parameter.name not in without
    ]
    own = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for name, parameter in signature(command).parameters.items()
        if name != "settings"
    ]

    def run(**given: object) -> None:
        _require_corpora(given.get("corpus"))
        chosen = {**values, **{parameter.name: given.pop(parameter.name) for parameter in offered}}
        command(**given, settings=settings(**chosen))

    run.__doc__ = command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *offered)}
    run.__dict__["__signature__"] = Signature([*own, *offered])  # what typer reads
    return run


def _parameters() -> dict[str, list[Parameter]]:
    """The options for each field of the settings; some fields have others than one of their own name and type."""
    by_field = _by_field(Settings())
    layers = _keyword("input_mode", Input, "automatic")
    cached = _keyword("no_cache", NoCache, False)
    workers = [_keyword("jobs", Jobs, None), _keyword("executor", Workers, None), _keyword("scheduler", Scheduler, "")]
    return by_field | {"perfect": [layers, *by_field["perfect"]], "cached": [cached], "execution": workers}


def _by_field(defaults: Settings | ScoringSettings) -> dict[str, list[Parameter]]:
    hints = get_type_hints(type(defaults))
    return {
        field.name: [_parameter(field, hints[field.name], getattr(defaults, field.name))]
        for field in fields(defaults)
        if field.metadata
    }


def _parameter(field: Field[object], type_: object, default: object) -> Parameter:
    several = get_origin(type_) in (Sequence, tuple)  # written with commas between
    flag = f"--{field.name.replace('_', '-')}"
    about = dict(field.metadata)
    if "min" in about:
        about |= at_least(about.pop("min"))
    option = typer.Option(flag, **about)
    return _keyword(field.name, Annotated[str | None if several else type_, option], None if several else default)


def _keyword(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _settings(
    *,
    resolvers: str | None = None,
    perfect: str | None = None,
    input_mode: str = "automatic",
    no_cache: bool = False,
    jobs: int | None = None,
    executor: ExecutorName | None = None,
    scheduler: str = "",
    **fields: object,
) -> Settings:
    """The settings that the options of a command ask for."""
    layers = split_names(perfect) or (LAYERS if input_mode == "perfect" else ())
    return Settings(
        resolvers=split_names(resolvers),
        perfect=layers,
        cached=not no_cache,
        execution=execution(jobs, executor, scheduler),
        **fields,  # type: ignore[arg-type]
    )


def _require_corpora(paths: object) -> None:
    """Report a resolver that stands among the corpora, as it does after a blank: --resolvers NAME mars."""
    for path in paths if isinstance(paths, list) else ():
        if not path.exists() and len(path.parts) == 1:
            from anaphora.resolvers import chains, names

            if path.name in (*names(), *chains.names()):
                cure = f"Separate resolvers by commas: --resolvers NAME,{path.name}."
                raise OptionError(f"{path} is a resolver, not a corpus. {cure}", code="resolver-as-corpus")


def execution(jobs: int | None, executor: ExecutorName | None, scheduler: str) -> Execution:
    """The execution asked for: a scheduler means Dask, several jobs mean processes, unless an executor is named."""
    if executor == "serial" and jobs and jobs > 1:
        raise OptionError(f"--executor serial has one worker, and --jobs asks for {jobs}. Leave one of them out.")
    if jobs and not scheduler and jobs > (processors := Execution().workers):
        typer.echo(f"{jobs} jobs were asked for; {processors} run, one for each processor.", err=True)
        jobs = processors
    implied: ExecutorName = "dask" if scheduler else "processes" if jobs and jobs > 1 else "serial"
    return Execution(executor or implied, jobs or 0, scheduler)


def split_names(given: str | None) -> tuple[str, ...]:
    """Names with commas or blanks between; what is in brackets, or around a +, stays together."""
    text = re.sub(r"\s*\+\s*", "+", given or "")
    return tuple(name.strip() for name in _BETWEEN.split(text) if name.strip())
