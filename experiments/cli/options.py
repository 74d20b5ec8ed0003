"""Arguments and options of a command as Typer reads them: they follow from its function and from what it offers."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from operator import not_
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from anaphora.experiments.cli.help import help_of, help_of_group
from anaphora.experiments.run.command import (
    FIGURES,
    FOLDER,
    GATES,
    JSON,
    REPORT,
    TO,
    Command,
    Flag,
    Output,
    Wanted,
    kind_of,
    split_typed,
)
from anaphora.experiments.run.configuration import OPTIONS
from anaphora.experiments.show.result import require_page
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.options import COMPARED, EXECUTION, JUDGED, OUTPUT, About, Group, about_of, described_by
from anaphora.workbench.preparation import LAYERS

_GROUPS: tuple[Group | None, ...] = (None, *get_args(Group))
_SHORT = {"--output": ("-o",), "--report": ("-o",), "--quiet": ("-q",)}


class OptionEntry(NamedTuple):
    """An argument or option: the `kind` of value that Typer reads, and the `part` of `Wanted` that keeps it as `key`.

    Of the choices in its help only those `offered` are explained, if there are any.
    """

    name: str
    kind: Any
    default: object
    about: About
    part: str = "outputs"
    key: str = ""
    offered: Sequence[object] = ()

    def store(self, wanted: Wanted, value: Any) -> None:
        """Keep a value as the function gets it, or what stands for one that is left out."""
        if self.about.absent and not value:
            value = self.about.absent()
        elif self.about.read:
            value = self.about.read(value)
        getattr(wanted, self.part)[self.key or self.name] = value

    def parameter(self) -> Parameter:
        """Return the parameter that Typer makes an argument or option of."""
        about = self.about
        required = self.default is Parameter.empty
        info: dict[str, Any] = {"help": about.explained(self.offered), "show_default": about.shows_default}
        if about.metavar:
            info["metavar"] = about.metavar
        if about.least is not None:
            info |= at_least(about.least, about.most)
        if about.group is None:
            word = about.metavar or self.name.upper()
            dots = "..." if get_origin(self.kind) is list else ""
            info["metavar"] = f"{word}{dots}" if required else f"[{word}]{dots}"
            described = typer.Argument(**info)
        else:
            names = about.names or (f"--{self.name.replace('_', '-')}",)
            described = typer.Option(
                *names, *_SHORT.get(names[0], ()), rich_help_panel=about.group, hidden=about.rare, **info
            )
        kind = self.kind | None if self.default is None else self.kind
        return _keyword(self.name, Annotated[kind, described], self.default)


def typer_function(command: Command, perform: Callable[[Command, Wanted], None]) -> Callable[..., None]:
    """Return a function that Typer makes a command of; it hands what a user gave to `perform`."""
    entries = {entry.name: entry for entry in _entries(command)}

    def run(*, context: typer.Context, **values: Any) -> None:
        wanted = Wanted(outputs={"to": command.forms[0]} if TO in command.offers else {})
        for name, entry in entries.items():
            source = context.get_parameter_source(name)
            if entry.about.absent or (source and source.name != "DEFAULT"):
                entry.store(wanted, values[name])
        perform(command, wanted)

    parameters = [entry.parameter() for entry in entries.values()]
    parameters += [_keyword("help_all", _HELP_ALL, False), _keyword("context", typer.Context, Parameter.empty)]
    example = f"Example: {command.example}" if command.example else ""
    run.__name__ = command.name
    run.__doc__ = "\n\n".join(filter(None, (command.help, command.note, example)))
    run.__annotations__ = {entry.name: entry.annotation for entry in parameters}
    run.__dict__["__signature__"] = Signature(parameters)  # what typer reads
    return run


def _keyword(name: str, annotation: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _entries(command: Command) -> Iterable[OptionEntry]:
    """The arguments and options of a command: of its function, of what it offers, of all commands."""
    parameters = signature(command.function).parameters.values()
    flags = {offer.name for offer in command.offers if isinstance(offer, Flag)}
    for entry in parameters:
        if about := described_by(entry.annotation):
            yield _of_parameter(entry, about)
        elif entry.name in OPTIONS and entry.name not in flags:
            yield from _of_configuration(entry)
    for offer in command.offers:
        if isinstance(offer, Flag):
            kind = bool if offer.default is False else offer.about.kind or str
            yield OptionEntry(offer.name, kind, offer.default, offer.about, "flags")
        elif offer == TO:
            yield from _forms(command)
        else:
            yield from _OFFERED[offer]
    yield OptionEntry("quiet", bool, False, About("Print no progress and no warnings.", OUTPUT))


def _of_parameter(entry: Parameter, about: About) -> OptionEntry:
    default: object = entry.default if isinstance(entry.default, str | int | float) else None
    if about.needed or (entry.default is Parameter.empty and about.absent is None):
        default = Parameter.empty
    return OptionEntry(entry.name, kind_of(entry.annotation), default, about, "arguments")


def _of_configuration(entry: Parameter) -> Iterable[OptionEntry]:
    """The options of a field of the configuration; none for one that only programs give."""
    about = about_of(OPTIONS[entry.name][1])
    if about is None:
        return
    if entry.name == "cached":
        switch = About("Ignore cached analyses.", EXECUTION, rare=True, read=not_)
        yield OptionEntry("no_cache", bool, False, switch, "arguments", "cached")
        return
    if entry.name == "perfect":
        yield _INPUT
    offered = get_args(entry.annotation)
    if isinstance(OPTIONS[entry.name][1].default, tuple):  # written with commas between
        yield OptionEntry(entry.name, str, None, about._replace(read=split_typed), "arguments", offered=offered)
    else:
        yield OptionEntry(entry.name, entry.annotation, entry.default, about, "arguments", offered=offered)


_INPUT = OptionEntry(
    "input_mode",
    Literal["automatic", "perfect"],
    "automatic",
    About(
        "automatic, or perfect: every layer from the key.",
        COMPARED,
        "HOW",
        shows_default=False,
        names=("--input",),
        read={"automatic": (), "perfect": LAYERS}.get,
    ),
    "arguments",
    "perfect",
)


def _forms(command: Command) -> Iterable[OptionEntry]:
    *first, last = command.all_forms
    text = command.forms_help or f"Print {', '.join(first)} or {last}."
    usual = "table" in command.forms
    yield OptionEntry(
        "to", Literal[command.all_forms], command.forms[0], About(text, OUTPUT, "FORM", shows_default=not usual)
    )
    if usual:
        yield OptionEntry("signature", bool, False, About("Print the whole signature.", OUTPUT))


def _page_name(place: Path) -> Path:
    require_page(place)
    return place


def _parse_gates(texts: Iterable[str]) -> Mapping[str, float]:
    """Read gates; a measure that there is not is refused before the work."""
    from anaphora.workbench.measures import registered_measures
    from anaphora.workbench.results.gates import parse_gates

    gates = parse_gates(texts)
    names = [measure.name for measures in registered_measures().values() for measure in measures]
    for name in gates:
        if name not in names:
            raise unknown_name("measure", name, names)
    return gates


_OFFERED: Mapping[Output, Sequence[OptionEntry]] = {
    JSON: [OptionEntry("json", str, None, About("Write the figures as JSON (- for stdout).", OUTPUT, "FILE|-"))],
    REPORT: [
        OptionEntry("report", Path, None, About("Write a report, one HTML file.", OUTPUT, "FILE", read=_page_name))
    ],
    FIGURES: [
        OptionEntry("figures", Path, None, About("Write charts for a paper.", OUTPUT, "FOLDER")),
        OptionEntry("figure_format", Literal["svg", "pdf", "png"], "svg", About("svg, pdf or png.", OUTPUT, "FORM")),
    ],
    GATES: [
        OptionEntry(
            "no_worse_than", str, None, About("Exit with 3 if another is significantly worse.", JUDGED, "BASELINE")
        ),
        OptionEntry(
            "fail_under",
            list[str],
            None,
            About(
                "Exit with 3 if a system scores less (percent); repeatable.", JUDGED, "MEASURE=VALUE", read=_parse_gates
            ),
        ),
    ],
    FOLDER: [
        OptionEntry(
            "folder", Path, None, About("Write the output of each text into a file of its own.", OUTPUT, "FOLDER")
        )
    ],
}


def at_least(least: int, most: int | None = None) -> dict[str, object]:
    """Return the keywords that make an option take a whole number in a range."""

    def parse(value: str | int) -> int:
        wanted = f"{least} or more" if most is None else f"from {least} to {most}"
        number = int(value) if re.fullmatch(r"[+-]?\d{1,18}", str(value)) else None
        if number is None or number < least or (most is not None and number > most):
            raise typer.BadParameter(f"'{value}' is not a whole number {wanted}.")
        return number

    return {"parser": parse, "metavar": "N"}


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
        _require_value([entry for entry in self.get_params(ctx) if isinstance(entry, TyperOption)], words)
        *_, order = self.make_parser(ctx).parse_args([*words])
        for option in {id(option): option for option in order}.values():
            if isinstance(option, TyperOption) and not is_repeatable(option) and order.count(option) > 1:
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


def is_repeatable(option: TyperOption) -> bool:
    """Return whether an option given again replaces no value given before."""
    return option.multiple or (option.is_flag and not option.secondary_opts)
