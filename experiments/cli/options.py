"""Options of commands: those that several share, and those that follow from the public function a command calls."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, is_typeddict

import typer
from typer._click.exceptions import BadOptionUsage  # typer has its own click, and names this nowhere else
from typer.core import TyperCommand, TyperGroup, TyperOption

from anaphora.experiments.cli.help import help_of, help_of_group
from anaphora.experiments.commands.rewrite.manner import Unit
from anaphora.experiments.run.configuration import (
    ENTITY_RESOLVER,
    ENTITY_RESOLVER_ELSEWHERE,
    OPTIONS,
    parameters,
    processors,
)
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import About, Group, about_of
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.spec import split_names as split_at

Command = Callable[..., None]
_GROUPS: tuple[Group | None, ...] = (None, *get_args(Group))


def at_least(least: int, most: int | None = None) -> dict[str, object]:
    """Return the keywords that make an option take a whole number in a range."""

    def parse(value: str | int) -> int:
        wanted = f"{least} or more" if most is None else f"from {least} to {most}"
        number = int(value) if re.fullmatch(r"[+-]?\d{1,18}", str(value)) else None
        if number is None or number < least or (most is not None and number > most):
            raise typer.BadParameter(f"'{value}' is not a whole number {wanted}.")
        return number

    return {"parser": parse, "metavar": "N"}


comparing, judging, writing, running = (partial(typer.Option, rich_help_panel=group) for group in get_args(Group))
"""`typer.Option` for an option of one of the groups of help."""


split_names = partial(split_at, between=r",\s")
"""Names with commas or blanks between, as one types them."""


def _require_one(text: str | None) -> str | None:
    if text is not None and len(split_names(text)) != 1:
        raise typer.BadParameter(f"'{text}' is not one resolver. Run the command once for each.")
    return text


def require_page(place: Path | None) -> Path | None:
    """Refuse the name of a report that is no page."""
    if place and place.suffix.lower() not in ("", ".html", ".htm"):
        cure = f"It is one HTML file: {place.with_suffix('.html')}."
        raise OptionError(f"A report cannot be {place}. {cure}", code="report-name")
    return place


Corpora = Annotated[list[Path] | None, typer.Argument(help="Files or folders; the bundled corpus if none is named.")]
Texts = Annotated[list[Path] | None, typer.Argument(help="Plain text files; standard input if none is named.")]
TextFolder = Annotated[
    Path | None, writing("--folder", metavar="FOLDER", help="Write the output of each text into a file of its own.")
]
Resolvers = Annotated[
    str | None,
    comparing(
        "--resolvers",
        metavar="NAMES",
        help="Names, separated by commas (default: all that read the language). With options: mars(scope=window). "
        "Your own: ./mine.py or module:Class. Renamed in tables: Label=mars.",
    ),
]
OneResolver = Annotated[
    str,
    comparing(
        "--resolvers", metavar="NAME", callback=_require_one, help="One resolver, with options: mars(scope=window)."
    ),
]
ResolverOrDefault = Annotated[
    str | None,
    comparing(
        "--resolvers",
        metavar="NAME",
        callback=_require_one,
        help=f"One resolver, with options (default: {ENTITY_RESOLVER}; "
        f"in other languages {ENTITY_RESOLVER_ELSEWHERE}).",
    ),
]
MinProbability = Annotated[
    float, comparing(metavar="P", help="Replace a pronoun if its name is at least so probable, from 0 to 1.")
]
EachUnit = Annotated[
    Any,  # an `Each`: Typer knows no unions
    comparing(
        parser=lambda given: int(given) if re.fullmatch(r"\d{1,18}", str(given)) else given,
        metavar=f"<{'|'.join(get_args(Unit))}|N>",
        help="Name an entity once in each of these; N: chunks of whole sentences, of N words at most.",
    ),
]
Json = Annotated[str | None, writing("--json", metavar="FILE|-", help="Write the figures as JSON (- for stdout).")]
Report = Annotated[
    Path | None,
    writing(
        "--report",
        "-o",
        metavar="FILE",
        callback=require_page,
        help="Write a report, one HTML file.",
    ),
]
Charts = Annotated[Path | None, writing("--figures", metavar="FOLDER", help="Write charts for a paper.")]
ChartFormat = Annotated[
    Literal["svg", "pdf", "png"], writing("--figure-format", metavar="FORM", help="svg, pdf or png.")
]
Format = Annotated[str | None, comparing("--format", help="The corpus format (default: detected).")]
Journaled = Annotated[
    Path | None, running("--journal", metavar="FILE", help="Append each document's result to FILE, and resume from it.")
]
FailUnder = Annotated[
    list[str] | None,
    judging("--fail-under", metavar="MEASURE=VALUE", help="Exit with 3 if a system scores less (percent); repeatable."),
]
NoWorseThan = Annotated[
    str | None,
    judging("--no-worse-than", metavar="BASELINE", help="Exit with 3 if another is significantly worse."),
]
Strict = Annotated[bool, judging("--strict", help="Treat warnings as errors.")]
RightChains = Annotated[Path, typer.Argument(help="The key (gold chains): a file or folder.")]
Responses = Annotated[list[str], typer.Argument(metavar="RESPONSE...", help="Files or folders, or NAME=PATH.")]
Output = Literal["table", "markdown", "latex", "csv", "json"]
To = Annotated[Output, writing(metavar="FORM", show_default=False, help="Print table, markdown, latex, csv or json.")]
ToCorpora = Annotated[
    Literal["table", "markdown", "latex", "csv", "json", "html", "corefud", "conll2012"],
    writing(
        metavar="FORM",
        show_default=False,
        help="Print table, markdown, latex, csv, json, html (a page), corefud or conll2012.",
    ),
]
PerDocument = Annotated[bool, writing("--per-document", help="Add a row for each document.")]
_Input = Annotated[
    Literal["automatic", "perfect"],
    comparing("--input", metavar="HOW", show_default=False, help="automatic, or perfect: every layer from the key."),
]
_NoCache = Annotated[bool, running("--no-cache", hidden=True, help="Ignore cached analyses.")]
_Quiet = Annotated[bool, writing("--quiet", "-q", help="Print no progress and no warnings.")]
_WholeSignature = Annotated[bool, writing("--signature", help="Print the whole signature.")]


def _show_all(context: typer.Context, asked: bool) -> None:
    if asked and isinstance(context.command, TyperCommand):
        typer.echo(help_of(context.command, context, rare=True))
        raise typer.Exit


_HelpAll = Annotated[
    bool,
    running("--help-all", is_eager=True, callback=_show_all, help="Show rarely needed options too."),
]


class GroupedGroup(TyperGroup):
    """A group of commands whose help shows them by subject."""

    def format_help(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the help."""
        formatter.write(help_of_group(self, ctx))


class GroupedCommand(TyperCommand):
    """A command whose help shows the options in groups, always in the same order."""

    def get_params(self, ctx: typer.Context) -> list[object]:  # type: ignore[override]
        """The parameters by group; --help is one of the last."""
        entries = super().get_params(ctx)
        for parameter in entries:
            if parameter.name == "help":
                parameter.rich_help_panel = "Execution"  # type: ignore[attr-defined]
        return sorted(entries, key=lambda parameter: _GROUPS.index(getattr(parameter, "rich_help_panel", None)))

    def format_help(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the help."""
        formatter.write(help_of(self, ctx))

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parse, with --resolver as another spelling of --resolvers; refuse to take one of several values silently."""
        words = [re.sub("^--resolver(?==|$)", "--resolvers", word) for word in args]
        try:
            *_, order = self.make_parser(ctx).parse_args([*words])
        except BadOptionUsage as error:
            raise _without_value(self.get_params(ctx), error.option_name) from error
        for option in {id(option): option for option in order}.values():
            if isinstance(option, TyperOption) and _takes_one(option) and order.count(option) > 1:
                several = option.name == "resolvers" or option.metavar == "NAMES"
                cure = "Give all names at once, with commas between" if several else "Leave all but one out"
                raise OptionError(f"{option.opts[0]} is given {order.count(option)} times. {cure}.", code="given-twice")
        return super().parse_args(ctx, words)


def _without_value(parameters: Iterable[object], name: str) -> OptionError:
    """Return the error of an option without the value that it needs, which says what may be given."""
    [option] = [entry for entry in parameters if isinstance(entry, TyperOption) and name in entry.opts]
    value = option.metavar or option.type.name.upper()
    return OptionError(f"{name} needs a value: {name} {value}. {option.help}", code="no-value")


def _takes_one(option: TyperOption) -> bool:
    """Return whether an option given again would replace the value given before."""
    return not option.multiple and not (option.is_flag and not option.secondary_opts)


def offers(
    source: Callable[..., object] | type | None, without: Iterable[str], show: Callable[[bool, bool], None]
) -> Callable[[Command], Command]:
    """Give a command the options of the public function that it calls, which come to it as keywords if they are given.

    `source` is the function, or a `TypedDict` of its options where the command offers those only; `without` names those
    that the command lacks. Every command has --quiet too, and --signature if it prints tables in several forms, which
    `show` is told.
    """
    return partial(_offering, source, tuple(without), show)


def _offering(
    source: Callable[..., object] | type | None,
    without: tuple[str, ...],
    show: Callable[[bool, bool], None],
    command: Command,
) -> Command:
    declared = [entry for entry in signature(command).parameters.values() if entry.kind is not Parameter.VAR_KEYWORD]
    left_out = {*without, *(entry.name for entry in declared)}
    spelt = [
        option
        for entry in _options_of(source)
        if entry.name not in left_out
        for option in _spelt(entry)
        if option.name not in left_out
    ]
    common = [Parameter("quiet", Parameter.KEYWORD_ONLY, annotation=_Quiet, default=False)]
    if any(entry.annotation in (To, ToCorpora) for entry in declared):
        common += [Parameter("whole_signature", Parameter.KEYWORD_ONLY, annotation=_WholeSignature, default=False)]
    common += [Parameter("help_all", Parameter.KEYWORD_ONLY, annotation=_HelpAll, default=False)]
    context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)

    def run(*, context: typer.Context, quiet: bool, whole_signature: bool = False, **values: object) -> None:
        del values["help_all"]  # it is eager: if given, it has ended the command
        show(quiet, whole_signature)
        _require_corpora(values.get("corpus"))
        chosen = {entry.name: values.pop(entry.name) for entry in spelt}
        is_given = {name for name in chosen if _is_given(context, name)}
        command(**values, **_as_options({name: value for name, value in chosen.items() if name in is_given}))

    every = [*(entry.replace(kind=Parameter.KEYWORD_ONLY) for entry in declared), *spelt, *common, context]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {entry.name: entry.annotation for entry in every}
    run.__dict__["__signature__"] = Signature(every)  # what typer reads
    return run


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _options_of(source: Callable[..., object] | type | None) -> list[Parameter]:
    if source is None:
        return []
    if is_typeddict(source):
        return parameters(source)  # type: ignore[arg-type]
    return [entry for entry in signature(source).parameters.values() if entry.name in OPTIONS]


def _spelt(entry: Parameter) -> list[Parameter]:
    """An option of the configuration as the command line has it; none for what only programs give."""
    about = about_of(OPTIONS[entry.name][1])
    if about is None:
        return []
    if entry.name == "cached":
        return [_keyword("no_cache", _NoCache, False)]
    plain = _plain(entry, about)
    return [_keyword("input_mode", _Input, "automatic"), plain] if entry.name == "perfect" else [plain]


def _plain(entry: Parameter, about: About) -> Parameter:
    several = isinstance(entry.default, tuple)  # written with commas between
    details: dict[str, object] = {
        "help": about.explained(get_args(entry.annotation)), "rich_help_panel": about.group, "hidden": about.rare,
    }  # fmt: skip
    details |= {"show_default": False} if not about.shows_default else {}
    details |= {"metavar": about.metavar} if about.metavar else {}
    details |= at_least(about.least) if about.least is not None else {}
    option = typer.Option(f"--{entry.name.replace('_', '-')}", **details)  # type: ignore[call-overload]
    kind = str | None if several else entry.annotation
    return _keyword(entry.name, Annotated[kind, option], None if several else entry.default)


def _keyword(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _as_options(chosen: Mapping[str, object]) -> dict[str, object]:
    """The keywords of the public function that the options of a command stand for."""
    options: dict[str, object] = {}
    for name, value in chosen.items():
        if name == "no_cache":
            options["cached"] = not value
        elif name == "input_mode":
            options |= {"perfect": LAYERS} if value == "perfect" and "perfect" not in options else {}
        elif isinstance(OPTIONS[name][1].default, tuple):
            options[name] = split_names(str(value)) or options.get(name, ())
        else:
            options[name] = value
    jobs = options.get("jobs")
    if isinstance(jobs, int) and not options.get("scheduler") and jobs > processors():
        typer.echo(f"{jobs} jobs were asked for; {processors()} run, one for each processor.", err=True)
        options["jobs"] = processors()
    return options


def _require_corpora(paths: object) -> None:
    """Report a resolver that stands among the corpora, as it does after a blank: --resolvers NAME mars."""
    for path in paths if isinstance(paths, list) else ():
        if isinstance(path, Path) and not path.exists() and len(path.parts) == 1:
            from anaphora.resolvers import chains, names

            if path.name in (*names(), *chains.names()):
                cure = f"Separate resolvers by commas: --resolvers NAME,{path.name}."
                raise OptionError(f"{path} is a resolver, not a corpus. {cure}", code="resolver-as-corpus")
