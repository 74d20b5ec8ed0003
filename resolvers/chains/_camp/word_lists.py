"""The word lists of `words.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from anaphora.resolvers._data_files import read_tables
from anaphora.workbench.document import Gender


@dataclass(frozen=True, slots=True)
class Words:
    """All lists in lower case. `sexes` maps titles to a sex, `kinds` nouns to a type, `aliases` an alias to a place."""

    titles: frozenset[str]
    sexes: Mapping[str, Gender]
    behind: frozenset[str]
    generations: frozenset[str]
    designators: frozenset[str]
    small: frozenset[str]
    reporting: frozenset[str]
    copulas: frozenset[str]
    negations: frozenset[str]
    kinds: Mapping[str, str]
    aliases: Mapping[str, str]
    genre: Mapping[str, str]


@cache
def words() -> Words:
    """The lists, read once."""
    lists = read_tables("words.toml", "anaphora.resolvers.chains._camp")
    titles, organizations, copulas = lists["titles"], lists["organizations"], lists["copulas"]
    sexes: dict[str, Gender] = dict.fromkeys(titles["masculine"], "masculine")
    sexes |= dict.fromkeys(titles["feminine"], "feminine")
    return Words(
        titles=frozenset([*sexes, *titles["either"]]),
        sexes=sexes,
        behind=frozenset(titles["behind"]),
        generations=frozenset(titles["generations"]),
        designators=frozenset(organizations["designators"]),
        small=frozenset(organizations["small"]),
        reporting=frozenset(lists["speech"]["verbs"]),
        copulas=frozenset(copulas["verbs"]),
        negations=frozenset(copulas["negations"]),
        kinds={noun: kind for kind, nouns in lists["kinds"].items() for noun in nouns},
        aliases={alias: place for place, aliases in lists["aliases"].items() for alias in aliases},
        genre=lists["genre"],
    )
