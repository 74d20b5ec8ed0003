"""The resolvers of a run, found and built once, with what is asked of them later: languages, efforts, signature."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anaphora.experiments.run.configuration import ENTITY_RESOLVER_ELSEWHERE, Configuration
from anaphora.resolvers.specs import (
    Found,
    build_resolvers,
    default_resolvers,
    find,
    reads,
    require_no_oracle,
    source_file,
)
from anaphora.workbench.decision import Resolver
from anaphora.workbench.document import Document
from anaphora.workbench.errors import WorkbenchError
from anaphora.workbench.files import digest_of_file
from anaphora.workbench.language.anaphors import NOUN_PHRASES
from anaphora.workbench.language.packs import language_of
from anaphora.workbench.spec import ResolverSpec, parse_resolvers

ANALYSIS = 10
"""The time that analysis takes, relative to resolvers; see `ResolverEntry.effort`."""


@dataclass(frozen=True)
class Plan:
    """Resolvers by label: what was asked for, and what was built of it. `anaphors` is what they resolve.

    The oracle has no resolver.
    """

    specs: tuple[ResolverSpec, ...]
    resolvers: Mapping[str, Resolver]
    anaphors: str

    @cached_property
    def found(self) -> Mapping[str, Found]:
        """Entries of the resolvers by label: what the module of each says of it."""
        return {spec.label: find(spec) for spec in self.specs}

    def efforts(self, anaphors: str = "") -> dict[str, float]:
        """Return the relative time of each; see `ResolverEntry.effort`. Chains below answer noun phrases."""
        below = (anaphors or self.anaphors) in NOUN_PHRASES
        used = {name: found.entries if below else (found.entry,) for name, found in self.found.items()}
        return {name: sum(entry.effort for entry in entries) for name, entries in used.items()}

    def share_of_analysis(self, anaphors: str = "") -> float:
        """Return the share of the time that analysis takes."""
        return ANALYSIS / (ANALYSIS + sum(self.efforts(anaphors).values()))

    def unread(self, document: Document) -> list[ResolverSpec]:
        """List the resolvers that do not read the language of a document."""
        code = language_of(document).code
        return [found.spec for found in self.found.values() if not reads(found, code)]

    def require_language(self, document: Document, names: Collection[str] | None = None) -> None:
        """Raise `WorkbenchError` (code "not-english") where a resolver does not read the language of a document.

        With `names` only these have to.
        """
        for spec in self.unread(document):
            if names is None or spec.label in names:
                language = language_of(document).name
                problem = f"{document.id} is in {language}, and {spec.label} has learned from English texts only"
                cure = f"Take others, as {ENTITY_RESOLVER_ELSEWHERE}, or train it on such texts and name the file"
                raise WorkbenchError(f"{problem}. {cure}. --language en overrides this.", code="not-english")


def plan(settings: Configuration) -> Plan:
    """Find and build the resolvers of a configuration, all by default.

    Raises:
        UnknownNameError: there is no such resolver.
        OptionError: an option is unknown, missing or has a wrong value, or a file of the user's cannot be used.
    """
    anaphors = settings.preparation.anaphors
    specs = settings.resolvers or parse_resolvers(default_resolvers(anaphors))
    return Plan(specs, build_resolvers(specs, settings.execution.seed, anaphors), anaphors)


def plan_without_key(settings: Configuration) -> Plan:
    """The same for texts without a key; raises `OptionError` for the oracle."""
    require_no_oracle(settings.resolvers)
    return plan(settings)


def text_of(specs: Iterable[ResolverSpec]) -> str:
    """Resolvers as signatures name them; those of the user's own with a digest of the file that they stand in."""
    return "+".join(map(_text, specs))


def _text(spec: ResolverSpec) -> str:
    digests = (digest_of_file(Path(file), 4) for layer in spec.layers if (file := source_file(layer)))
    text = "@".join((str(spec), *digests))
    shown = text if text == spec.label else f"{spec.label}={text}"
    return f"({shown})" if spec.below else shown


def option_files(specs: Iterable[ResolverSpec]) -> dict[str, str]:
    """Digests of the files that options of resolvers name, by the name."""
    options = (value for spec in specs for layer in spec.layers for value in layer.options.values())
    return {value: digest_of_file(Path(value), 8) for value in options if Path(value).is_file()}
