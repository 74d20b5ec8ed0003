"""Options that commands have in common, and the settings made of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Literal, get_args, get_type_hints

import typer

from anaphora.experiments.setup.configuration import (
    OPTIONS,
    ComparisonOptions,
    Configuration,
    Execution,
    ExecutorName,
    ScoreOptions,
    default_of,
    processors,
)
from anaphora.experiments.setup.presets import find_preset
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import About, Group, about_of
from anaphora.workbench.preparation import LAYERS

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


comparing, judging, writing, running = (partial(typer.Option, rich_help_panel=group) for group in get_args(Group))
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


Preset = Annotated[
    str | None,
    judging(
        "--preset", metavar="NAME", is_eager=True, callback=_take_settings, help=about_of(OPTIONS["preset"][1]).help
    ),
]

Quiet = Annotated[bool, writing("--quiet", "-q", help="Print no progress and no warnings.")]
WholeSignature = Annotated[bool, writing("--signature", help="Print the whole signature.")]

Command = Callable[..., None]


def with_settings(
    *, only: Sequence[str] = (), without: Sequence[str] = (), options: type = ComparisonOptions, **values: object
) -> Callable[[Command], Command]:
    """Give a command the options that make a `Configuration`, which its function gets as one argument, `settings`.

    Every field of the configuration has its options, with its type, its choices, its default and its help. A command
    has those of the fields in `only`, or all but those in `without`; `values` are other defaults, or fixed where there
    is no such option.
    """
    return partial(_with_options, _with_preset(_by_name(options)), only, without, values)


def with_scoring_settings(*, only: Sequence[str] = (), **values: object) -> Callable[[Command], Command]:
    """Give a command the options that make the configuration of scoring, in the same way."""
    by_name = {name: given for name, given in _by_name(ScoreOptions).items() if name != "resolvers"}
    return partial(_with_options, _with_preset(by_name), only, (), values)


def _with_preset(by_name: Mapping[str, Sequence[Parameter]]) -> Mapping[str, Sequence[Parameter]]:
    return {**by_name, "preset": [_keyword("preset", Preset, None)]} if "preset" in by_name else by_name


def _with_options(
    by_name: Mapping[str, Sequence[Parameter]],
    only: Sequence[str],
    without: Sequence[str],
    values: Mapping[str, object],
    command: Command,
) -> Command:
    offered = [
        parameter.replace(default=values.get(parameter.name, parameter.default))
        for name, parameters in by_name.items()
        for parameter in parameters
        if (not only or name in only) and name not in without and parameter.name not in without
    ]
    own = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for name, parameter in signature(command).parameters.items()
        if name != "settings"
    ]

    def run(**given: object) -> None:
        _require_corpora(given.get("corpus"))
        chosen = {**values, **{parameter.name: given.pop(parameter.name) for parameter in offered}}
        command(**given, settings=_settings(**chosen))  # type: ignore[arg-type]

    run.__doc__ = command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in (*own, *offered)}
    run.__dict__["__signature__"] = Signature([*own, *offered])  # what typer reads
    return run


def _by_name(options: type) -> dict[str, list[Parameter]]:
    """The options for each field of the configuration; some have others than one of their own name and type."""
    hints = get_type_hints(options)
    plain = {
        name: [_parameter(name, hints[name], about)]
        for name, (_, entry) in OPTIONS.items()
        if name in hints and (about := about_of(entry))
    }
    if "perfect" in plain:
        plain["perfect"].insert(0, _keyword("input_mode", Input, "automatic"))
    if "cached" in plain:
        plain["cached"] = [_keyword("no_cache", NoCache, False)]
    resolvers = typer.Option("--resolvers", help=_RESOLVERS, metavar="NAMES", rich_help_panel="What is compared")
    return {"resolvers": [_keyword("resolvers", Annotated[str | None, resolvers], None)], **plain}


_RESOLVERS = (
    "Names, separated by commas (default: all). With options: mars(scope=window). "
    "Your own: ./mine.py or module:Class. Renamed in tables: Label=mars."
)


def _parameter(name: str, type_: object, about: About) -> Parameter:
    default = default_of(name)
    several = isinstance(default, tuple)  # written with commas between
    details: dict[str, object] = {"help": about.help, "rich_help_panel": about.group}
    details |= {"show_default": False} if not about.shows_default else {}
    details |= {"metavar": about.metavar} if about.metavar else {}
    details |= at_least(about.least) if about.least is not None else {}
    made = typer.Option(f"--{name.replace('_', '-')}", **details)  # type: ignore[call-overload]
    return _keyword(name, Annotated[str | None if several else type_, made], None if several else default)


def _keyword(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _settings(
    *,
    resolvers: str | None = None,
    input_mode: str = "automatic",
    no_cache: bool = False,
    **options: object,
) -> Configuration:
    """The configuration that the options of a command ask for."""
    for name in ("perfect", "measures", "by"):
        if name in options:
            options[name] = split_names(options[name])  # type: ignore[arg-type]
    if input_mode == "perfect" and not options.get("perfect"):
        options["perfect"] = LAYERS
    if jobs := options.get("jobs"):
        options["jobs"] = at_most_processors(jobs, options.get("scheduler"))  # type: ignore[arg-type]
    return Configuration().changed(resolvers=split_names(resolvers), cached=not no_cache, **options)  # type: ignore[arg-type]


def _require_corpora(paths: object) -> None:
    """Report a resolver that stands among the corpora, as it does after a blank: --resolvers NAME mars."""
    for path in paths if isinstance(paths, list) else ():
        if not path.exists() and len(path.parts) == 1:
            from anaphora.resolvers import chains, names

            if path.name in (*names(), *chains.names()):
                cure = f"Separate resolvers by commas: --resolvers NAME,{path.name}."
                raise OptionError(f"{path} is a resolver, not a corpus. {cure}", code="resolver-as-corpus")


def execution(jobs: int | None, executor: ExecutorName | None, scheduler: str) -> Execution:
    """The execution asked for."""
    return Execution(jobs=at_most_processors(jobs, scheduler), executor=executor, scheduler=scheduler)


def at_most_processors(jobs: int | None, scheduler: str | None) -> int | None:
    """No more jobs than processors, unless they run elsewhere; says so if there are fewer."""
    if jobs and not scheduler and jobs > processors():
        typer.echo(f"{jobs} jobs were asked for; {processors()} run, one for each processor.", err=True)
        return processors()
    return jobs


def split_names(given: str | None) -> tuple[str, ...]:
    """Names with commas or blanks between; what is in brackets, or around a +, stays together."""
    text = re.sub(r"\s*\+\s*", "+", given or "")
    return tuple(name.strip() for name in _BETWEEN.split(text) if name.strip())
