"""CAMP (Baldwin, Morton, Bagga et al. 1998, MUC-7): seven components in a fixed order, each to be scored alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from resolvers.chains._camp import (
    cogniac_names,
    common_nouns,
    genre,
    pronouns,
    proper_names,
    quotations,
    syntactic,
)
from resolvers.chains._camp.markup import Markup, markup
from resolvers.chains._camp.word_lists import words
from workbench.catalogue import unknown_name
from workbench.decision import Chains, Link, LinkResolver
from workbench.document import Prepared
from workbench.errors import OptionError
from workbench.linking import components as connected

COMPONENTS = tuple(
    it.COMPONENT for it in (genre, proper_names, syntactic, quotations, cogniac_names, common_nouns, pronouns)
)
"""The components in their order."""


@dataclass(frozen=True, slots=True)
class Camp:
    """The resolver: which components run, and their options; see `build`."""

    components: tuple[str, ...]
    genre: tuple[tuple[str, str], ...]
    indefinite: bool
    window: int
    narrator: bool

    def chains(self, prepared: Prepared) -> Chains:
        """What the links of all components connect."""
        return connected(len(prepared.mentions), [(link.antecedent, link.anaphor) for link in self.links(prepared)])

    def links(self, prepared: Prepared) -> tuple[Link, ...]:
        """The links in the order in which they were made, each of two entities that were apart."""
        made = markup(prepared)
        for component in self.components:
            self._steps[component](made)
        return tuple(made.links)

    @property
    def _steps(self) -> Mapping[str, Callable[[Markup], None]]:
        return {
            genre.COMPONENT: lambda made: genre.run(made, self.genre),
            proper_names.COMPONENT: proper_names.run,
            syntactic.COMPONENT: lambda made: syntactic.run(made, indefinite=self.indefinite),
            quotations.COMPONENT: lambda made: quotations.run(made, narrator=self.narrator),
            cogniac_names.COMPONENT: cogniac_names.run,
            common_nouns.COMPONENT: lambda made: common_nouns.run(made, window=self.window),
            pronouns.COMPONENT: pronouns.run,
        }


def build(
    *,
    components: Sequence[str] = COMPONENTS,
    without: Sequence[str] = (),
    until: str | None = None,
    genre: Sequence[str] = (),
    indefinite: bool = True,
    window: int = 40,
    narrator: bool = False,
) -> LinkResolver:
    """CAMP. See the module."""
    for name in (*components, *without, *([until] if until else [])):
        if name not in COMPONENTS:
            raise unknown_name("component", name, COMPONENTS)
    last = COMPONENTS.index(until) if until else len(COMPONENTS)
    run = tuple(
        name for at, name in enumerate(COMPONENTS) if name in components and name not in without and at <= last
    )
    return Camp(run, tuple(map(_region, genre)), indefinite, window, narrator)


def _region(text: str) -> tuple[str, str]:
    region, _, pattern = text.partition(":")
    if region not in genre.REGIONS or pattern not in words().genre:
        raise OptionError(
            f"There is no genre '{text}'. Write REGION:PATTERN with a region of {', '.join(genre.REGIONS)} "
            f"and a pattern of {', '.join(words().genre)}."
        )
    return region, pattern
