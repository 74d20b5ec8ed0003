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

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphora.corpora import plain
from anaphora.experiments.comparison.resolve import as_json, resolve
from anaphora.experiments.comparison.settings import Settings
from anaphora.experiments.live.analysis import NAME
from anaphora.preprocess import pipeline
from anaphora.workbench.errors import FormatError, OptionError, UnknownNameError

KIND = "anaphora-fixture"


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


def check(
    path: str | Path, resolvers: Sequence[str] = (), name: str = pipeline.BUNDLED, *, changed: bool = True
) -> list[Difference]:
    """Resolve the text of a fixture again and tell every difference; an empty list is a pass.

    `resolvers` are those of the fixture that are to be held to it (all by default), `name` is the pipeline. Without
    `changed` answers may be others than they were, as long as they are not wrong.

    Raises:
        FormatError: the file is no fixture.
        OptionError: the resolvers or options are not known; it names the file.
    """
    path = Path(path)
    saved = _read(path)
    try:
        return _differences(path, saved, resolvers, name, changed)
    except (OptionError, UnknownNameError) as error:
        raise type(error)(f"{path}: {error}") from error
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError, LookupError) as error:
        raise _malformed(path, f"a part is missing or of the wrong kind ({error})") from error


def _read(path: Path) -> dict[str, Any]:
    try:
        saved = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise _malformed(path, f"it cannot be read as JSON ({error})") from error
    if not isinstance(saved, dict) or saved.get("kind") != KIND:
        raise _malformed(path, f'it does not say "kind": "{KIND}"')
    return saved


def _malformed(path: Path, problem: str) -> FormatError:
    return FormatError(path, None, f"this is no fixture of the live page: {problem}", "Save it there again.")


def _differences(
    path: Path, saved: Mapping[str, Any], resolvers: Sequence[str], pipeline_name: str, changed: bool
) -> list[Difference]:
    question = saved["question"]
    names = tuple(resolvers or question["resolvers"])
    options = {key: question[key] for key in ("window", "anaphors", "it_filter", "seed")}
    settings = Settings(resolvers=names, pipeline=pipeline_name, cached=False, **options)
    result = as_json(resolve(plain.document(question["text"], NAME, path), settings))
    found = {_place(row): row["antecedents"] for row in result["pronouns"]}
    wrong = [
        difference
        for name in names
        for entry in saved["expected"]
        for difference in _compared("wrong", name, entry["pronoun"], entry["antecedents"], found)
    ]
    known = {(each.resolver, each.start) for each in wrong}
    others = [
        difference
        for name in names
        for entry in saved["answers"].get(name, ())
        for difference in _compared("changed", name, entry["pronoun"], [entry["antecedent"]], found)
        if (name, difference.start) not in known
    ]
    return [*wrong, *others] if changed else wrong


def _compared(
    kind: str,
    name: str,
    pronoun: Mapping[str, Any],
    wanted: Sequence[Mapping[str, Any] | None],
    found: Mapping[tuple[int, int], Mapping[str, Any]],
) -> Iterator[Difference]:
    """The difference, if there is one; a pronoun that is no longer found has no answer."""
    answer = found.get(_place(pronoun), {}).get(name)
    if (_place(answer) if answer else None) not in [_place(each) if each else None for each in wanted]:
        texts = tuple(each["text"] for each in wanted if each)
        yield Difference(kind, name, pronoun["text"], pronoun["start"], texts, answer["text"] if answer else None)


def _place(entry: Mapping[str, Any]) -> tuple[int, int]:
    return entry["start"], entry["end"]
