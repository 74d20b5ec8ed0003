"""Texts saved on the live page, as regression tests.

"Save as fixture" writes one JSON object. What counts in it:

- "question": the text, the resolvers and the options of the preprocessing;
- "expected": pronouns with the antecedents that the reader called right, by character offsets;
- "answers": what each resolver answered on that day, with the weights that it came with.

The rest is there to be looked at: the whole trace ("data"), the weights that the reader had set, pipeline and version.
A test is two lines:

    def test_the_strip_is_found() -> None:
        assert check("strip.json", ["mars"]) == []
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from anaphora.corpora import plain
from anaphora.experiments.comparison.resolve import Phrase, resolve
from anaphora.experiments.live.analysis import NAME
from anaphora.experiments.setup.configuration import configure
from anaphora.preprocess.pipeline import BUNDLED
from anaphora.workbench.errors import FormatError, OptionError, UnknownNameError


@dataclass(frozen=True, slots=True)
class Difference:
    """One answer that is not what the fixture says.

    `kind` is "wrong" (another antecedent was called right) or "changed" (the answer was another when it was saved);
    `start` is the pronoun's character offset, `wanted` the phrases that would do, `found` the answer (`None`: none).
    """

    kind: str
    resolver: str
    pronoun: str
    start: int
    wanted: tuple[str, ...]
    found: str | None

    def __str__(self) -> str:
        wanted = " or ".join(f'"{text}"' for text in self.wanted) or "no answer"
        found = f'"{self.found}"' if self.found else "no answer"
        return f'{self.resolver}, "{self.pronoun}" at {self.start}, {self.kind}: {found} instead of {wanted}'


class Place(BaseModel):
    """A phrase by its character offsets."""

    text: str
    start: int
    end: int

    @property
    def ends(self) -> tuple[int, int]:
        """Where it is."""
        return self.start, self.end


class Expected(BaseModel):
    """A pronoun, and the antecedents that the reader called right (`None`: it has none)."""

    pronoun: Place
    antecedents: list[Place | None]


class Saved(BaseModel):
    """What one resolver answered."""

    pronoun: Place
    antecedent: Place | None


class Asked(BaseModel):
    """The text, the resolvers, and what shaped the preprocessing."""

    text: str
    resolvers: list[str]
    window: int
    anaphors: str
    it_filter: str
    seed: int


class Fixture(BaseModel):
    """What counts in a fixture; the rest is left out."""

    kind: Literal["anaphora-fixture"]
    question: Asked
    expected: list[Expected]
    answers: dict[str, list[Saved]]


def check(
    path: str | Path, resolvers: Sequence[str] = (), name: str = BUNDLED, *, changed: bool = True
) -> list[Difference]:
    """Resolve the text of a fixture again and list every difference; an empty list is a pass.

    `resolvers` are those of the fixture that are checked (all by default), `name` is the pipeline. Without `changed`
    answers may be others than they were, as long as they are not wrong.

    Raises:
        FormatError: the file is no fixture.
        OptionError: the resolvers or options are not known; it names the file.
    """
    path = Path(path)
    try:
        fixture = Fixture.model_validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        problem = f"this is not a fixture of the live page: {str(error).splitlines()[0]}"
        raise FormatError(path, None, problem, "Save it there again.", code="no-fixture") from error
    try:
        return _differences(path, fixture, resolvers, name, changed)
    except (OptionError, UnknownNameError) as error:
        raise type(error)(f"{path}: {error}", code=error.code) from error


def _differences(
    path: Path, fixture: Fixture, resolvers: Sequence[str], pipeline: str, changed: bool
) -> list[Difference]:
    asked = fixture.question
    options = asked.model_dump(include={"window", "anaphors", "it_filter", "seed"})
    settings = configure(resolvers or asked.resolvers, pipeline=pipeline, cached=False, **options)
    result = resolve(plain.document(asked.text, NAME, path), settings)
    answers = {(row.phrase.start, row.phrase.end): row.antecedents for row in result.pronouns()}
    labels = [spec.label for spec in settings.resolvers]
    wrong = [
        difference
        for label in labels
        for entry in fixture.expected
        for difference in _compared("wrong", label, entry.pronoun, entry.antecedents, answers)
    ]
    known = {(difference.resolver, difference.start) for difference in wrong}
    others = [
        difference
        for label in labels
        for saved in fixture.answers.get(label, ())
        for difference in _compared("changed", label, saved.pronoun, [saved.antecedent], answers)
        if (label, difference.start) not in known
    ]
    return [*wrong, *others] if changed else wrong


def _compared(
    kind: str,
    resolver: str,
    pronoun: Place,
    wanted: Sequence[Place | None],
    answers: Mapping[tuple[int, int], Mapping[str, Phrase | None]],
) -> Iterator[Difference]:
    """The difference, if there is one; a pronoun that is no longer found has no answer."""
    answer = answers.get(pronoun.ends, {}).get(resolver)
    if ((answer.start, answer.end) if answer else None) not in [place and place.ends for place in wanted]:
        texts = tuple(place.text for place in wanted if place)
        yield Difference(kind, resolver, pronoun.text, pronoun.start, texts, answer.text if answer else None)
