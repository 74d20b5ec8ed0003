"""Inventory of resolvers, measures, formats and data (`anaphora list`)."""

from collections.abc import Callable
from inspect import Parameter
from typing import Literal, get_args, get_origin

from anaphora import corpora, resolvers
from anaphora.resolvers import chains
from anaphora.workbench import measures
from anaphora.workbench.errors import unknown_name
from anaphora.workbench.registry import Registry
from anaphora.workbench.results.table import Column, Table

Inventory = dict[str, dict[str, str]]
"""One-line descriptions by kind and name."""


def inventory(what: str = "all") -> Inventory:
    """Names and one-line sources by kind.

    `what` is a kind, "all", or the name of a resolver, whose source, options and card are given. "resolvers" lists
    pronoun and chain resolvers.

    Raises:
        UnknownNameError: there is no such kind or resolver.
    """
    kinds: dict[str, Callable[[], dict[str, str]]] = {
        "resolvers": lambda: _listed(resolvers.REGISTRY),
        "chains": lambda: _listed(chains.REGISTRY),
        "measures": _measures,
        "formats": lambda: _listed(corpora.REGISTRY),
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


def _resolver(name: str) -> Inventory:
    """Source, options and card of one resolver."""
    from anaphora.resolvers import specs
    from anaphora.workbench.provenance.cards import card_of

    options = {option: _option(parameter) for option, parameter in specs.options_of(name).items() if option != "seed"}
    registries = (resolvers.REGISTRY, chains.REGISTRY)
    sources = [registry.source_line(name) for registry in registries if name in registry.names()]
    required = "required" in options.values()
    card = None if required else card_of(specs.build_resolvers([name], seed=0)[name])
    return {
        **{kind: {name: source} for kind, source in zip(("resolver", "chain resolver"), sources, strict=False)},
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


def _listed(registry: Registry) -> dict[str, str]:
    return {name: registry.source_line(name) for name in registry.names()}


def _measures() -> dict[str, str]:
    return {measure.name: measure.source for module in measures.modules().values() for measure in module.MEASURES}


def _indicators() -> dict[str, str]:
    return {
        f"{name}: {indicator}": source
        for name, module in resolvers.REGISTRY.modules().items()
        if hasattr(module, "indicators")
        for indicator, source in module.indicators().items()
    }


def _corpora() -> dict[str, str]:
    from anaphora.experiments.setup.documents import BUNDLED

    return {"manuals": f"bundled, {len(list(BUNDLED.glob('*.conllu')))} texts written for this project, CC BY 4.0"}


def _cards() -> dict[str, str]:
    """The cards of all resolvers that have learned something by default, and of what preprocessing is made of."""
    from anaphora.preprocess import cards
    from anaphora.resolvers.specs import build_resolvers, default_chain_resolvers, default_resolvers
    from anaphora.workbench.provenance.cards import card_of

    built = build_resolvers(dict.fromkeys((*default_resolvers(), *default_chain_resolvers())), seed=0)
    own = {name: str(card) for name, resolver in built.items() if (card := card_of(resolver))}
    return {**own, **{name: str(card) for name, card in cards.bundled().items()}}


def _pipelines() -> dict[str, str]:
    from anaphora.preprocess import pipeline

    bundled = "bundled: UD English EWT and the freely licensed part of GUM, CC BY-SA 4.0"
    return {name: bundled if name == pipeline.BUNDLED else "installed spaCy pipeline" for name in pipeline.names()}


def inventory_table(result: Inventory) -> Table:
    """The inventory as a table."""
    rows = tuple((kind, name, source) for kind, entries in result.items() for name, source in entries.items())
    return Table("", (Column("kind"), Column("name"), Column("what", heading="what it is")), rows)
