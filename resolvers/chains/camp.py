"""CAMP (Baldwin, Morton, Bagga et al. 1998, MUC-7): seven components in a fixed order, each to be scored alone.

Every component resolves a limited class of mentions well, and sees the chains that those before it have made:

1. genre: capitals of marked regions (off unless asked for)
2. proper_names: La Hack, names that are shortened, abbreviated or written in another way
3. syntactic: appositions and predicate nominals
4. quotations: "I", "you" and "we" in quoted speech
5. cogniac_names, 6. common_nouns, 7. pronouns: CogNIAC (Baldwin 1997), on names, nouns and third-person pronouns

Of 5 to 7 salience is a partial order: a tie at the top leaves the anaphor open. A mention has a set of things that it
may be, each with a confidence; a link leaves only what both ends may be.

The paper describes control and components in words and prints no rules, lists or numbers; those here are ours. Where
this departs from its description:

- Its names came from IBM's Textract. Here names of the tagger are compared; entity types, titles and the first names of
  the census are the evidence for what they name.
- It was developed on newspaper articles, to the most recall at a precision of 80 % (MUC). Here that was done on GUM
  train with the key's mentions. It is why nouns without a determiner count as anaphors where all words are repeated.
- Third-person pronouns are those of the shared cases, with their window and filter of "it". The rules read those
  antecedents first that are surest to agree; what they leave open goes to the only entity that is as sure, as recent
  and as much a subject as all others.
- The first and second person are resolved in quoted speech only, as in the paper. With `narrator` "I" outside
  quotations is one person.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from anaphora.resolvers.chains._camp.components import (
    REGIONS,
    link_common_nouns,
    link_pronouns,
    link_proper_names,
    link_regions,
    link_remaining_names,
    link_syntactic,
)
from anaphora.resolvers.chains._camp.markup import CampOptions, Markup, markup, words
from anaphora.resolvers.chains._camp.quotations import link_quoted_speech
from anaphora.resolvers.parameters import check_choice, check_range
from anaphora.workbench.decision import Chains, Link, LinkResolver
from anaphora.workbench.document import Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.linking import UnionFind
from anaphora.workbench.resolver_entry import Part, ResolverEntry

_RUN: Mapping[str, Callable[[Markup, CampOptions], None]] = {
    "genre": link_regions,
    "proper_names": link_proper_names,
    "syntactic": link_syntactic,
    "quotations": link_quoted_speech,
    "cogniac_names": link_remaining_names,
    "common_nouns": link_common_nouns,
    "pronouns": link_pronouns,
}
COMPONENTS = tuple(_RUN)
"""The components in their order."""


@dataclass(frozen=True, slots=True)
class Camp:
    """The resolver: which components run, and their options; see `build`."""

    components: tuple[str, ...]
    options: CampOptions

    def chains(self, prepared: Prepared) -> Chains:
        """Return the chains that the links of all components form."""
        links = ((link.antecedent, link.anaphor) for link in self.links(prepared))
        return UnionFind(range(len(prepared.mentions)), links).chains()

    def links(self, prepared: Prepared) -> tuple[Link, ...]:
        """The links in the order in which they were made, each of two entities that were apart."""
        marked = markup(prepared)
        for component in self.components:
            _RUN[component](marked, self.options)
        return tuple(marked.links)


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
    """CAMP, by default with all components.

    `components` are those that run, always in the order of the paper, `without` those that do not; `until` blocks all
    after the one it names. `genre` has regions and patterns of tokens, such as `("heading:capitals",)`. `indefinite`
    links indefinite appositions too, as MUC-7 has it. `window` is how many sentences back common nouns look. `narrator`
    takes all "I" outside quotations for one person.
    Raises `OptionError` for another component or genre and for a window below 0.
    """
    for name in (*components, *without):
        check_choice("component", name, COMPONENTS)
    if until:
        check_choice("component", until, COMPONENTS)
    check_range("window", window, window >= 0, "0 or more sentences")
    last = COMPONENTS.index(until) if until else len(COMPONENTS)
    run = tuple(
        name for number, name in enumerate(COMPONENTS) if name in components and name not in without and number <= last
    )
    return Camp(run, CampOptions(tuple(map(_region, genre)), indefinite, window, narrator))


def parts() -> dict[str, Part]:
    """The components in their order, each with the options for all without it, for it alone, and for all up to it."""
    return {name: Part({"without": name}, {"components": name}, {"until": name}) for name in COMPONENTS}


def _region(text: str) -> tuple[str, str]:
    region, _, pattern = text.partition(":")
    if region not in REGIONS or pattern not in words().genre:
        raise OptionError(
            f"There is no genre '{text}'. Write REGION:PATTERN with a region of {', '.join(REGIONS)} "
            f"and a pattern of {', '.join(words().genre)}.",
            code="unknown-value",
        )
    return region, pattern


RESOLVER = ResolverEntry(
    build,
    title="CAMP (Baldwin, Morton, Bagga et al. 1998, MUC-7)",
    summary="seven components in a fixed order, each to be scored alone",
    parts=parts,
    english=True,
)
