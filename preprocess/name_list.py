"""Names of which the user says what they name: `--names`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anaphora.workbench.document import Animacy, Gender, Number

_GENITIVE = ("'s", "’s")


@dataclass(frozen=True, slots=True)
class ListedName:
    """What is said of a name; without a `number` that is worked out as for other names."""

    animacy: Animacy
    gender: Gender
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class NameList:
    """Names as they are written, with what is said of them; `digest` tells lists apart in signatures."""

    entries: Mapping[str, ListedName] = field(default_factory=dict)
    digest: str = ""

    def find(self, words: Sequence[str]) -> ListedName | None:
        """What is said of a name of these words; of a person's longer name, what is said of the first name."""
        if not self.entries:
            return None
        first = self.entries.get(words[0])
        of_first = first if first and first.animacy == "animate" else None
        return self.entries.get(without_genitive(" ".join(words)), of_first)


NO_NAMES = NameList()


def without_genitive(name: str) -> str:
    """A name without the ending of the genitive, which tokenisers split off: McDonald's."""
    return next((name.removesuffix(ending) for ending in _GENITIVE if name.endswith(ending)), name)
