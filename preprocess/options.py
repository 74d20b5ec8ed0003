"""What shapes the candidate lists, and what may be handed in from outside in place of what is computed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from anaphora.preprocess.agreement import NO_NAMES, Features, NameList
from anaphora.workbench.document import Span
from anaphora.workbench.english.pronouns import ANAPHORS, PRONOUNS, AnaphorKind
from anaphora.workbench.errors import OptionError

ItFilter = Literal["learned", "memory", "rules", "paice_husk", "lappin_leass", "none"]
"""What takes out non-anaphoric "it"; `english.it_filter.FILTERS` has all but "none", which takes out nothing."""
ItClasses = Literal["pleonastic", "non-nominal"]
"""Which "it" a filter may take out: pleonastic ones, or clausal ones too, as MARS does (Mitkov 2001, section 6)."""
IT_FILTERS: tuple[ItFilter, ...] = get_args(ItFilter)
IT_CLASSES: tuple[ItClasses, ...] = get_args(ItClasses)


@dataclass(frozen=True, slots=True)
class Options:
    """What shapes the candidate lists.

    `window` counts sentences before a pronoun's own, `noun_window` those before a noun phrase's (`None`: all);
    `anaphors` says what is resolved. `most_pairs` bounds the pairs of anaphor and candidate in a document (0:
    `candidates.MOST_PAIRS`, in long documents `MOST_PAIRS_A_WORD`). `names` are names of which the user says what they
    name.
    """

    window: int = 3
    anaphors: AnaphorKind = "third-person"
    it_filter: ItFilter = "learned"
    it_classes: ItClasses = "pleonastic"
    noun_window: int | None = None
    most_pairs: int = 0
    names: NameList = NO_NAMES

    def __post_init__(self) -> None:
        """Raise `OptionError` for values out of range."""
        if min(self.window, self.noun_window or 0) < 0:
            raise OptionError(f"A window is {min(self.window, self.noun_window or 0)} sentences; it must be 0 or more.")
        if self.most_pairs < 0:
            raise OptionError(f"The most pairs are {self.most_pairs}; they must be 0 or more.")
        if self.anaphors not in ANAPHORS:
            raise OptionError(f"There is no set of anaphors {self.anaphors!r}; choose from {', '.join(ANAPHORS)}.")
        if self.it_filter not in IT_FILTERS:
            raise OptionError(f"There is no it filter {self.it_filter!r}; choose from {', '.join(IT_FILTERS)}.")
        if self.it_classes not in IT_CLASSES:
            known = ", ".join(IT_CLASSES)
            raise OptionError(
                f"There are no classes of it {self.it_classes!r}; choose from {known}.", code="it-classes"
            )

    @property
    def signature(self) -> str:
        """The options in one line."""
        window = "all" if self.noun_window is None else self.noun_window
        reach = "" if self.anaphors in PRONOUNS else f"|noun-window={window}"
        classes = "" if self.it_classes == "pleonastic" else f",{self.it_classes}"
        names = f"|names={self.names.digest}" if self.names.entries else ""
        return f"window={self.window}{reach}|anaphors={self.anaphors}|it={self.it_filter}{classes}{names}"


@dataclass(frozen=True, slots=True)
class Layers:
    """Layers handed in from outside in place of the computed ones (`None`: compute), for perfect input.

    `mentions` are spans, `non_anaphoric` pronoun tokens, `agreement` features of mentions by span, `constituents` parse
    bits; no constituents are computed, so without them there are none.
    """

    mentions: tuple[Span, ...] | None = None
    non_anaphoric: frozenset[int] | None = None
    agreement: Mapping[Span, Features] = field(default_factory=dict)
    constituents: tuple[str, ...] = ()
