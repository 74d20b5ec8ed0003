"""Agreement features of mentions, what the user says of names (`--names`), and the agreement of two mentions.

`english.features` and `by_tables` work the features out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from anaphora.workbench.document import Animacy, Gender, Mention, Number

_GENITIVE = ("'s", "’s")
THINGS = frozenset({"PLACE", "OBJECT", "ABSTRACT", "EVENT", "TIME", "PLANT", "SUBSTANCE"})
"""Entity types of what is neither person nor animal, and no group."""


class Features(NamedTuple):
    """Agreement features of a mention; `evidence` names what decided them, for people to read.

    Evidence of number comes first, that of animacy and gender after a semicolon; each is a source and what it saw:
    "morphology; first name: Mary".
    """

    person: int = 3
    number: Number = "unknown"
    gender: Gender = "unknown"
    animacy: Animacy = "unknown"
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class ListedName:
    """Features that the user gives a name; a `number` that is not given is worked out as for other names."""

    animacy: Animacy
    gender: Gender
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class NameList:
    """Names as they are written, with what is said of them; `digest` tells lists apart in signatures."""

    entries: Mapping[str, ListedName] = field(default_factory=dict)
    digest: str = ""

    def find(self, words: Sequence[str]) -> ListedName | None:
        """Return the features of a name of these words; a person's longer name has those listed for the first name."""
        if not self.entries:
            return None
        first = self.entries.get(words[0])
        of_first = first if first and first.animacy == "animate" else None
        return self.entries.get(without_genitive(" ".join(words)), of_first)


NO_NAMES = NameList()


def without_genitive(name: str) -> str:
    """A name without the ending of the genitive, which tokenisers split off: McDonald's."""
    return next((name.removesuffix(ending) for ending in _GENITIVE if name.endswith(ending)), name)


def agrees(candidate: Mention, anaphor: Mention) -> str | None:
    """The feature in which the two disagree (speaker, person, number, gender, animacy), or `None` if they agree.

    Unknown agrees with everything. Of two that mean speakers, only these count: "you" of one may be "I" of the other.
    Of two that may be polite, the person does not count: German "setzen Sie sich".
    """
    if candidate.participant and anaphor.participant:
        return None if candidate.participant == anaphor.participant else "speaker"
    if candidate.person != anaphor.person and not (candidate.polite and anaphor.polite):
        return "person"
    pairs = {
        "number": (candidate.number, anaphor.number),
        "gender": (candidate.gender, anaphor.gender),
        "animacy": (candidate.animacy, anaphor.animacy),
    }
    disagree = (feature for feature, both in pairs.items() if both[0] != both[1] and "unknown" not in both)
    return next((feature for feature in disagree if not _may_be_the_same(*pairs[feature])), None)


_MAY_BE = {
    "common": {"masculine", "feminine"},
    "non-feminine": {"masculine", "neuter"},
    "non-masculine": {"feminine", "neuter"},
}
"""Genders that leave open which of two it is: nouns of the common gender, pronouns such as German *sein*, and ships."""


def _may_be_the_same(left: str, right: str) -> bool:
    return not _MAY_BE.get(left, {left}).isdisjoint(_MAY_BE.get(right, {right}))


@dataclass(frozen=True, slots=True)
class MentionAgreement:
    """Agreement of the mentions of a document, worked out once for all mentions that have the same features.

    `kinds` numbers the features of each mention, `examples` has one mention of each kind.
    """

    kinds: Sequence[int]
    examples: Sequence[Mention]
    _known: dict[int, Sequence[str | None]] = field(default_factory=dict)

    @classmethod
    def of(cls, mentions: Sequence[Mention]) -> Self:
        """The agreement of these mentions."""
        features = [
            (mention.person, mention.number, mention.gender, mention.animacy, mention.participant, mention.polite)
            for mention in mentions
        ]
        examples = dict(zip(features, mentions, strict=True))
        numbers = {kind: number for number, kind in enumerate(examples)}
        return cls([numbers[kind] for kind in features], list(examples.values()))

    def reasons(self, anaphor: int) -> Sequence[str | None]:
        """By kind of candidate, the feature in which it disagrees with an anaphor (an index); see `agrees`."""
        kind = self.kinds[anaphor]
        if kind not in self._known:
            self._known[kind] = [agrees(candidate, self.examples[kind]) for candidate in self.examples]
        return self._known[kind]
