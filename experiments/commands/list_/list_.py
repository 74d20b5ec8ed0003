"""Inventory of resolvers, measures, formats and data (`anaphora list`)."""

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args, get_origin

from anaphora import corpora, resolvers
from anaphora.experiments.commands.list_.bibliography import bibtex as sources_in_bibtex
from anaphora.experiments.run.command import Command, split_typed
from anaphora.experiments.run.configuration import presets as presets_by_name
from anaphora.experiments.show.result import Result
from anaphora.resolvers import chains
from anaphora.workbench.errors import OptionError, unknown_name
from anaphora.workbench.measures import registered_measures
from anaphora.workbench.options import COMPARED, OUTPUT, About
from anaphora.workbench.resolver_entry import ResolverEntry
from anaphora.workbench.results.table import Column, Table

if TYPE_CHECKING:
    from anaphora.workbench.results.scorer_check import ScorerCheck

Inventory = dict[str, dict[str, str]]
"""One-line descriptions by kind and name."""


def list_inventory(what: str = "all") -> Inventory:
    """Names and one-line sources by kind.

    `what` is a kind, "all", or the name of a resolver, whose source, options and card are given. "resolvers" lists
    pronoun and chain resolvers.

    Raises:
        UnknownNameError: there is no such kind or resolver.
    """
    kinds: dict[str, Callable[[], dict[str, str]]] = {
        "resolvers": lambda: _in_lines(resolvers.entries()),
        "chains": lambda: _in_lines(chains.entries()),
        "measures": lambda: {
            measure.name: f"{measure.source}; definition {measure.version}"
            for group in registered_measures().values()
            for measure in group
        },
        "presets": lambda: {
            name: f"{preset.task}; {preset.authors}; definition {preset.version}"
            for name, preset in presets_by_name().items()
        },
        "formats": lambda: {name: form.source for name, form in corpora.formats().items()},
        "indicators": _indicators,
        "corpora": _corpora,
        "pipelines": _pipelines,
        "cards": _cards,
    }
    names = [*resolvers.names(), *chains.names()]
    if what in names:
        return _resolver(what)
    if what != "all" and what not in kinds:
        raise unknown_name("kind or resolver", what, ["all", *kinds, *names])
    wanted = {"all": tuple(kinds), "resolvers": ("resolvers", "chains")}.get(what, (what,))
    return {kind: entries() for kind, entries in kinds.items() if kind in wanted}


def measures() -> dict[str, str]:
    """All measures by name, each with the citation of its definition."""
    return list_inventory("measures")["measures"]


def formats() -> dict[str, str]:
    """All corpus formats that can be read by name, each with its source."""
    return list_inventory("formats")["formats"]


def _resolver(name: str) -> Inventory:
    """Source, options and card of one resolver."""
    from anaphora.resolvers.specs import build_resolver, find
    from anaphora.workbench.provenance import card_of

    resolver = find(name)
    parameters: dict[str, Parameter] = {}
    for entry in reversed(resolver.entries):
        parameters |= entry.options
    options = {option: _option(parameter) for option, parameter in parameters.items() if option != "seed"}
    card = None if resolver.entry.required else card_of(build_resolver(name, seed=0))
    return {
        **{
            kind: {name: str(entry)}
            for kind, entry in zip(("resolver", "chain resolver"), resolver.entries, strict=False)
        },
        "options": options,
        "card": {card.name: str(card)} if card else {},
    }


def _option(parameter: Parameter) -> str:
    """The values and the default of an option, as the command line writes them."""
    if parameter.default is Parameter.empty:
        return "required"
    choices = get_args(parameter.annotation) if get_origin(parameter.annotation) is Literal else ()
    return f"default {_written(parameter.default)}" + (f"; {', '.join(map(str, choices))}" if choices else "")


def _written(value: object) -> str:
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _in_lines(entries: Mapping[str, ResolverEntry]) -> dict[str, str]:
    return {name: str(entry) for name, entry in entries.items()}


def _indicators() -> dict[str, str]:
    return {
        f"{name}: {indicator}": source
        for name, entry in resolvers.entries().items()
        if entry.indicators
        for indicator, source in entry.indicators().items()
    }


def _corpora() -> dict[str, str]:
    from anaphora.experiments.run.documents import BUNDLED

    return {"manuals": f"bundled, {len(list(BUNDLED.glob('*.conllu')))} texts written for this project, CC BY 4.0"}


def _cards() -> dict[str, str]:
    """The cards of all resolvers that have learned something by default, and of what preprocessing is made of."""
    from anaphora.preprocess import cards
    from anaphora.resolvers.specs import build_resolvers, default_chain_resolvers, default_resolvers
    from anaphora.workbench.provenance import card_of

    built = build_resolvers(dict.fromkeys((*default_resolvers(), *default_chain_resolvers())), seed=0)
    learned = {name: str(card) for name, resolver in built.items() if (card := card_of(resolver))}
    return learned | {name: str(card) for name, card in cards.bundled().items()}


def _pipelines() -> dict[str, str]:
    from anaphora.preprocess import pipeline

    bundled = "bundled: UD English EWT and the freely licensed part of GUM, CC BY-SA 4.0"
    return {name: bundled if name == pipeline.BUNDLED else "installed spaCy pipeline" for name in pipeline.names()}


def inventory_table(result: Inventory) -> Table:
    """The inventory as a table."""
    rows = tuple((kind, name, source) for kind, entries in result.items() for name, source in entries.items())
    return Table("", (Column("kind"), Column("name"), Column("what", heading="what it is")), rows)


def _cited(what: str) -> About:
    return About(f"{what} (--bibtex).", COMPARED, "NAMES", read=split_typed)


def list_(
    what: Annotated[
        str,
        About("resolvers, measures, presets, formats, indicators, corpora, pipelines, cards; or a resolver's name."),
    ] = "all",
    *,
    bibtex: Annotated[bool, About("Print sources as BibTeX: all, or those of these.", OUTPUT)] = False,
    resolvers: Annotated[Iterable[str], _cited("Resolvers whose sources to give")] = (),
    measures: Annotated[Iterable[str], _cited("Measures whose sources to give")] = (),
    formats: Annotated[Iterable[str], _cited("Formats whose sources to give")] = (),
    presets: Annotated[Iterable[str], _cited("Presets whose papers to give")] = (),
    scorer_tests: Annotated[
        bool, About("Cases to check scorers with: FOLDER gets them, FILE.csv has the figures of yours.", COMPARED)
    ] = False,
) -> "Result[Inventory] | Result[ScorerCheck]":
    """List what is available, each with its one-line source; for a resolver its options, source and card.

    `what` is a kind, "all", or the name of a resolver. With `bibtex` the result is printed as BibTeX: the sources of
    all, or those of `resolvers`, `measures`, `formats` and `presets`; the function `bibtex` gives them as text.

    With `scorer_tests` the cases that a scorer can be held against: `what` is then a folder for their files, or a CSV
    of a scorer's figures, of which the wrong ones are given with their usual cause.

    Raises:
        UnknownNameError: there is no such kind or resolver.
        FormatError: the CSV is no table of figures of the cases.
    """
    if scorer_tests:
        return _scorer_tests(what)
    names = {"resolvers": resolvers, "measures": measures, "formats": formats, "presets": presets}
    if bibtex:
        text = sources_in_bibtex(**{kind: tuple(cited) for kind, cited in names.items()})
        return Result({}, "", lambda **_: (), text=text)
    if cited := [f"--{kind}" for kind, values in names.items() if values]:
        raise OptionError(f"{', '.join(cited)} goes with --bibtex only.", code="no-bibtex")
    inventory = list_inventory(what)
    return Result(inventory, "", lambda **_: [inventory_table(inventory)], json=lambda **_: inventory)


def _scorer_tests(what: str) -> "Result[Inventory] | Result[ScorerCheck]":
    """The cases; with a folder they are written into it, with a file of figures these are held against them."""
    from anaphora.experiments.commands.list_ import scorer_check

    if what == "all":
        cases = {name: {**case} for name, case in scorer_check.described("cases").items()}
        table, right = scorer_check.cases_table(), scorer_check.right_table()
        return Result(cases, "", lambda **_: [table], figures=lambda **_: right, json=lambda **_: cases)
    place = Path(what)
    if place.suffix.lower() == ".csv" or place.is_file():
        check = scorer_check.check_scorer(place)
        return Result(check, "", check.tables, figures=check.figures, json=check.as_json)
    scorer_check.write_cases(place)
    return Result({}, "", lambda **_: (), messages=(f"Files: {place}",))


COMMAND = Command(
    list_,
    example="anaphora list --bibtex --resolvers mars,hobbs --measures conll",
    work="Listing",
    failed=lambda result: bool(getattr(result.data, "wrong", ())),
)
