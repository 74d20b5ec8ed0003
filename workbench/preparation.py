"""The configuration of preparation: what the candidate lists are that all resolvers get."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from anaphora.workbench.errors import OptionError
from anaphora.workbench.options import option, require_choices, shaping

PronounKind = Literal["third-person", "personal", "all"]
AnaphorKind = Literal[PronounKind, "nominal", "names", "all-mentions"]
"""Anaphors that may be resolved; `anaphora.workbench.language.anaphors` has what counts as one."""
PRONOUNS: tuple[PronounKind, ...] = get_args(PronounKind)
Layer = Literal["annotation", "mentions", "pleonastic", "agreement", "constituents"]
"""Layers that can come from the key instead of the pipeline: `anaphora.experiments.run.gold`."""
LAYERS: tuple[Layer, ...] = get_args(Layer)
ItFilter = Literal["learned", "memory", "rules", "paice_husk", "lappin_leass", "none"]
"""The filters of "it": `anaphora.preprocess.english.it_filter`."""
IT_FILTERS: tuple[ItFilter, ...] = get_args(ItFilter)
ItClasses = Literal["pleonastic", "non-nominal"]


class AboutFilter(NamedTuple):
    """A description of a filter of "it", and whether it tells clausal ones from anaphoric ones."""

    what: str
    tells_clausal: bool = False


ABOUT_FILTERS: Mapping[ItFilter, AboutFilter] = {
    "learned": AboutFilter("logistic regression over words, tags and parse, ours", tells_clausal=True),
    "memory": AboutFilter("the memory-based classifier of Evans 2001", tells_clausal=True),
    "rules": AboutFilter("the rules of Paice & Husk 1987 and Lappin & Leass 1994, and ours"),
    "paice_husk": AboutFilter("the patterns of Paice & Husk 1987"),
    "lappin_leass": AboutFilter("the patterns of Lappin & Leass 1994"),
    "none": AboutFilter("takes nothing out"),
}
_TELL_CLAUSAL = tuple(name for name, about in ABOUT_FILTERS.items() if about.tells_clausal)


@dataclass(frozen=True, slots=True)
class Preparation:
    """The options that shape the candidate lists.

    `perfect` are the layers that come from the key; `pipeline`, `language`, `format` and `skip_bad` say how texts
    are read and analysed, `name` what tables call the corpus. `window` counts sentences before a pronoun's own,
    `noun_window` those before a noun phrase's (`None`: all); `anaphors` says what is resolved, and `it_filter` what
    takes out non-anaphoric "it". `it_classes` says which of them: "pleonastic", or "non-nominal" for clausal ones
    too, as MARS does (Mitkov 2001, section 6). `most_pairs` bounds the pairs of anaphor and candidate in a document
    (0: `candidates.MOST_PAIRS`, in long documents `MOST_PAIRS_A_WORD`). `names` is a file of names of which the
    user says what they name.

    Raises:
        OptionError: a value is not among the choices or out of range.
    """

    pipeline: str = option(
        "en_anaphora_ud",
        "A spaCy pipeline or its folder (default: bundled).",
        metavar="NAME",
        shows_default=False,
        shapes=False,
    )
    perfect: Sequence[Layer] = option((), f"Layers from the key, with commas: {', '.join(LAYERS)}.", metavar="LAYERS")
    window: int = option(3, "Sentences before a pronoun's own.", least=0)
    noun_window: int | None = option(None, "Sentences before a noun phrase's own (default: all).", least=0, rare=True)
    anaphors: AnaphorKind = option(
        "third-person",
        "What to resolve",
        metavar="KIND",
        values={
            "third-person": "he, it ...", "personal": "I, you ... too", "all": "this ... too",
            "nominal": "definite noun phrases", "names": "", "all-mentions": "",
        },
    )  # fmt: skip
    it_filter: ItFilter = option(
        "learned", f"Filter of non-anaphoric 'it': {', '.join(IT_FILTERS[:-1])} or {IT_FILTERS[-1]}.", metavar="NAME"
    )
    it_classes: ItClasses = option(
        "pleonastic",
        "Which 'it' the filter removes",
        metavar="KIND",
        values={"pleonastic": "it rains", "non-nominal": f"clauses too, by {' and '.join(_TELL_CLAUSAL)} only"},
        rare=True,
    )
    most_pairs: int = option(
        0,
        "Pairs of anaphor and candidate above which a document is refused (default: 50 a word, 200,000 at least).",
        "Execution",
        least=0,
        shows_default=False,
        rare=True,
        shapes=False,
    )
    names: str | None = option(
        None, "A table of names that says which are persons, of which gender.", metavar="FILE", rare=True, shapes=False
    )
    language: str | None = option(None, "The language, as en or fr (default: detected).", metavar="CODE")
    format: str | None = option(None, "The corpus format (default: detected).", metavar="NAME", shapes=False)
    skip_bad: bool = option(False, "Skip bad files and report them.", shapes=False)
    name: str | None = option(
        None, "What tables call the corpus (default: its file).", "Output", metavar="NAME", shapes=False
    )

    def __post_init__(self) -> None:
        """Check every choice and range, and what goes together."""
        perfect = (self.perfect,) if isinstance(self.perfect, str) else tuple(self.perfect)
        object.__setattr__(self, "perfect", perfect)
        require_choices(self)
        if self.it_classes != "pleonastic" and self.it_filter not in _TELL_CLAUSAL:
            cure = f"Use {' or '.join(_TELL_CLAUSAL)}, or it_classes pleonastic."
            raise OptionError(
                f"The it filter {self.it_filter} does not tell clausal 'it' apart. {cure}", code="it_classes"
            )

    @property
    def it_filtered_by(self) -> str:
        """The filter of "it", or "key" where the key says which are pleonastic."""
        return "key" if "pleonastic" in self.perfect else self.it_filter

    @property
    def signature(self) -> str:
        """The options that shape the candidate lists of an annotated document, in one line (but for `names`)."""
        shaped = {name: value for name, value in shaping(self).items() if name not in ("perfect", "language")}
        return "|".join(f"{name}:{value}" for name, value in shaped.items()) or "default"
