"""Arguments and options of a command as Typer reads them: they follow from its function and from what it offers."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from anaphora.experiments.cli.help import help_of, help_of_group
from anaphora.experiments.run.command import Command, Flag
from anaphora.experiments.run.configuration import OPTIONS, processors
from anaphora.experiments.show.result import require_page
from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import EXECUTION, JUDGED, OUTPUT, About, Group, about_of
from anaphora.workbench.preparation import LAYERS
from anaphora.workbench.spec import split_names

_GROUPS: tuple[Group | None, ...] = (None, *get_args(Group))
_PLAIN = (str, int, float, bool, Path)
_FORMATS = Literal["svg", "pdf", "png"]


@dataclass(slots=True)
class Given:
    """The values that a user gave: `arguments` for the function, `flags` for what is printed, `outputs` by name."""

    arguments: dict[str, Any] = field(default_factory=dict)
    flags: dict[str, object] = field(default_factory=dict)
    outputs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """An argument or option: the parameter that Typer reads, and the place for its value in `Given`."""

    parameter: Parameter
    store: Callable[[Given, Any], None]
    always: bool = False
    """True if the value is stored even where none is given."""


def typer_function(command: Command, perform: Callable[[Command, Given], None]) -> Callable[..., None]:
    """Return a function that Typer makes a command of; it hands what a user gave to `perform`."""
    entries = {entry.parameter.name: entry for entry in _entries(command)}

    def run(*, context: typer.Context, **values: Any) -> None:
        given = Given()
        _require_corpora(values.get("corpus"))
        for name, entry in entries.items():
            if entry.always or _is_given(context, name):
                entry.store(given, values[name])
        _limit_jobs(given.arguments)
        perform(command, given)

    parameters = [entry.parameter for entry in entries.values()]
    parameters += [_keyword("help_all", _HELP_ALL, False), _keyword("context", typer.Context, Parameter.empty)]
    example = f"\n\nExample: {command.example}" if command.example else ""
    run.__name__, run.__doc__ = command.name, f"{command.help}{example}"
    run.__annotations__ = {entry.name: entry.annotation for entry in parameters}
    run.__dict__["__signature__"] = Signature(parameters)  # what typer reads
    return run


def _entries(command: Command) -> Iterable[Entry]:
    """The arguments and options of a command: of its function, of what it offers, of all commands."""
    parameters = signature(command.function).parameters.values()
    described = {entry.name: about for entry in parameters if (about := described_by(entry.annotation))}
    flags = {offer.name: offer for offer in command.offers if isinstance(offer, Flag)}
    for entry in parameters:
        if entry.name in described:
            yield _of_parameter(entry, described[entry.name])
        elif entry.name in OPTIONS and entry.name not in flags:
            yield from _of_configuration(entry)
    for offer in command.offers:
        yield from _of_flag(offer) if isinstance(offer, Flag) else _OFFERED[offer](command)
    yield _output("quiet", bool, False, About("Print no progress and no warnings.", OUTPUT, names=("--quiet", "-q")))


def described_by(annotation: object) -> About | None:
    """Return the `About` in an annotation; `None` for a parameter that only programs give."""
    return next((entry for entry in getattr(annotation, "__metadata__", ()) if isinstance(entry, About)), None)


def _of_parameter(entry: Parameter, about: About) -> Entry:
    annotated = get_args(entry.annotation)[0]
    kind = about.kind or (annotated if annotated in _PLAIN or get_origin(annotated) is Literal else str)
    required = about.needed or (entry.default is Parameter.empty and about.absent is None)
    default = entry.default if isinstance(entry.default, str | int | float) else None
    read = about.read or (lambda value: value)

    def store(given: Given, value: Any) -> None:
        is_left_out = about.absent is not None and not value
        given.arguments[entry.name] = about.absent() if is_left_out and about.absent else read(value)

    if not required and default is None:
        kind = kind | None  # type: ignore[operator]
    annotation = Annotated[kind, _typer_info(entry.name, about)]  # type: ignore[valid-type]
    return Entry(_keyword(entry.name, annotation, Parameter.empty if required else default), store, bool(about.absent))


def _typer_info(name: str, about: About, offered: Iterable[object] = ()) -> Any:
    """The argument or option of Typer that an `About` describes."""
    info: dict[str, Any] = {"help": about.explained([*offered])}
    info |= {"metavar": about.metavar} if about.metavar else {}
    info |= at_least(about.least, about.most) if about.least is not None else {}
    info |= {"show_default": False} if not about.shows_default else {}
    if about.group is None:
        return typer.Argument(**info)
    names = about.names or (f"--{name.replace('_', '-')}",)
    return typer.Option(*names, rich_help_panel=about.group, hidden=about.rare, **info)


def at_least(least: int, most: int | None = None) -> dict[str, object]:
    """Return the keywords that make an option take a whole number in a range."""

    def parse(value: str | int) -> int:
        wanted = f"{least} or more" if most is None else f"from {least} to {most}"
        number = int(value) if re.fullmatch(r"[+-]?\d{1,18}", str(value)) else None
        if number is None or number < least or (most is not None and number > most):
            raise typer.BadParameter(f"'{value}' is not a whole number {wanted}.")
        return number

    return {"parser": parse, "metavar": "N"}


def _of_configuration(entry: Parameter) -> Iterable[Entry]:
    """The options of a field of the configuration; none for one that only programs give."""
    about = about_of(OPTIONS[entry.name][1])
    if about is None:
        return
    if entry.name == "cached":
        switch = About("Ignore cached analyses.", EXECUTION, rare=True)
        yield Entry(_keyword("no_cache", Annotated[bool, _typer_info("no_cache", switch)], False), _store_no_cache)
        return
    if entry.name == "perfect":
        yield _PERFECT_INPUT
    several = isinstance(OPTIONS[entry.name][1].default, tuple)  # written with commas between
    kind = str | None if several else entry.annotation
    info = _typer_info(entry.name, about, get_args(entry.annotation))
    parameter = _keyword(entry.name, Annotated[kind, info], None if several else entry.default)
    yield Entry(parameter, partial(_store_option, entry.name, several))


def _store_option(name: str, several: bool, given: Given, value: Any) -> None:
    given.arguments[name] = (split_names(str(value), r",\s") or given.arguments.get(name, ())) if several else value


def _store_no_cache(given: Given, value: bool) -> None:
    given.arguments["cached"] = not value


def _store_perfect(given: Given, value: str) -> None:
    if value == "perfect":
        given.arguments["perfect"] = LAYERS


def _keyword(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


_INPUT = About("automatic, or perfect: every layer from the key.", "What is compared", "HOW", names=("--input",))
_PERFECT_INPUT = Entry(
    _keyword("input_mode", Annotated[Literal["automatic", "perfect"], _typer_info("input_mode", _INPUT)], "automatic"),
    _store_perfect,
)


def _of_flag(flag: Flag) -> Iterable[Entry]:
    kind: object = bool if flag.default is False else (flag.about.kind or str | None)
    read = flag.about.read or (lambda value: value)

    def store(given: Given, value: object) -> None:
        given.flags[flag.name] = read(value)

    yield Entry(_keyword(flag.name, Annotated[kind, _typer_info(flag.name, flag.about)], flag.default), store)


def _output(name: str, kind: object, default: object, about: About) -> Entry:
    def store(given: Given, value: object) -> None:
        given.outputs[name] = about.read(value) if about.read else value

    return Entry(_keyword(name, Annotated[kind, _typer_info(name, about)], default), store)


def _form(command: Command) -> Iterable[Entry]:
    *first, last = command.forms
    about = About(f"Print {', '.join(first)} or {last}.", OUTPUT, "FORM", shows_default=False)
    yield _output("to", Literal[command.forms], command.forms[0], about)
    yield _output("signature", bool, False, About("Print the whole signature.", OUTPUT))


def _json(_: Command) -> Iterable[Entry]:
    about = About("Write the figures as JSON (- for stdout).", OUTPUT, "FILE|-")
    yield _output("json", str | None, None, about)


def _report(_: Command) -> Iterable[Entry]:
    about = About("Write a report, one HTML file.", OUTPUT, "FILE", names=("--report", "-o"), read=_page_name)
    yield _output("report", Path | None, None, about)


def _page_name(place: Path) -> Path:
    require_page(place)
    return place


def _figures(_: Command) -> Iterable[Entry]:
    yield _output("figures", Path | None, None, About("Write charts for a paper.", OUTPUT, "FOLDER"))
    yield _output("figure_format", _FORMATS, "svg", About("svg, pdf or png.", OUTPUT, "FORM"))


def _gates(_: Command) -> Iterable[Entry]:
    about = About("Exit with 3 if another is significantly worse.", JUDGED, "BASELINE")
    yield _output("no_worse_than", str | None, None, about)


def _fail_under(_: Command) -> Iterable[Entry]:
    about = About("Exit with 3 if a system scores less (percent); repeatable.", JUDGED, "MEASURE=VALUE")
    yield _output("fail_under", list[str] | None, None, about)


def _folder(_: Command) -> Iterable[Entry]:
    about = About("Write the output of each text into a file of its own.", OUTPUT, "FOLDER")
    yield _output("folder", Path | None, None, about)


_OFFERED: Mapping[str, Callable[[Command], Iterable[Entry]]] = {
    "to": _form,
    "json": _json,
    "report": _report,
    "figures": _figures,
    "gates": _gates,
    "fail-under": _fail_under,
    "folder": _folder,
}


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _limit_jobs(arguments: dict[str, Any]) -> None:
    jobs = arguments.get("jobs")
    if isinstance(jobs, int) and not arguments.get("scheduler") and jobs > processors():
        typer.echo(f"{jobs} jobs were asked for; {processors()} run, one for each processor.", err=True)
        arguments["jobs"] = processors()


def _require_corpora(paths: object) -> None:
    """Report a resolver that stands among the corpora, as it does after a blank: --resolvers NAME mars."""
    for path in paths if isinstance(paths, list) else ():
        if isinstance(path, Path) and not path.exists() and len(path.parts) == 1:
            from anaphora.resolvers import chains, names

            if path.name in (*names(), *chains.names()):
                cure = f"Separate resolvers by commas: --resolvers NAME,{path.name}."
                raise OptionError(f"{path} is a resolver, not a corpus. {cure}", code="resolver-as-corpus")


def _show_all(context: typer.Context, asked: bool) -> None:
    if asked and isinstance(context.command, TyperCommand):
        typer.echo(help_of(context.command, context, rare=True))
        raise typer.Exit


_HELP_ALL = Annotated[
    bool,
    typer.Option(
        "--help-all",
        is_eager=True,
        callback=_show_all,
        rich_help_panel=EXECUTION,
        help="Show rarely needed options too.",
    ),
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
                parameter.rich_help_panel = EXECUTION  # type: ignore[attr-defined]
        return sorted(entries, key=lambda parameter: _GROUPS.index(getattr(parameter, "rich_help_panel", None)))

    def format_help(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the help."""
        formatter.write(help_of(self, ctx))

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parse, with --resolver as another spelling of --resolvers; refuse to take one of several values silently."""
        words = [re.sub("^--resolver(?==|$)", "--resolvers", word) for word in args]
        options = [entry for entry in self.get_params(ctx) if isinstance(entry, TyperOption)]
        _require_value(options, words)
        *_, order = self.make_parser(ctx).parse_args([*words])
        for option in {id(option): option for option in order}.values():
            if isinstance(option, TyperOption) and _takes_one(option) and order.count(option) > 1:
                several = option.name == "resolvers" or option.metavar == "NAMES"
                cure = "Give all names at once, with commas between" if several else "Leave all but one out"
                raise OptionError(f"{option.opts[0]} is given {order.count(option)} times. {cure}.", code="given-twice")
        return super().parse_args(ctx, words)


def _require_value(options: Iterable[TyperOption], words: list[str]) -> None:
    """Raise `OptionError` for an option at the end without the value that it needs, which says what may be given."""
    if not words or "--" in words:
        return
    for option in options:
        if words[-1] in option.opts and not option.is_flag:
            value = option.metavar or option.type.name.upper()
            name = words[-1]
            raise OptionError(f"{name} needs a value: {name} {value}. {option.help}", code="no-value")


def _takes_one(option: TyperOption) -> bool:
    """Return whether an option given again would replace the value given before."""
    return not option.multiple and not (option.is_flag and not option.secondary_opts)
