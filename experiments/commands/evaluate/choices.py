"""Answers to questions with choices, scored by the key, beside resolvers on the very same questions, and MAX."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Annotated, Unpack

from anaphora.corpora import corefud
from anaphora.experiments.commands.compare.compare import run_comparison
from anaphora.experiments.commands.evaluate.questions import (
    LETTERS,
    PLAIN,
    Asking,
    Choice,
    Place,
    questions,
    read_answers,
    read_choices,
    swapped,
    to_line,
)
from anaphora.experiments.commands.score.counting import named_responses
from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import CorpusLike, Resolvers, configuration, paths_of
from anaphora.experiments.run.command import Command, PathLike
from anaphora.experiments.run.configuration import OF_CORPORA, Configuration, Options, takes
from anaphora.experiments.run.documents import Fingerprint, digest_of, documents, named_digests
from anaphora.experiments.run.worker import DocumentHook, ResolvedDocument
from anaphora.experiments.show.result import Result, result_of
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.files import replacing
from anaphora.workbench.key import Key
from anaphora.workbench.language.anaphors import pronoun_at
from anaphora.workbench.options import COMPARED, About
from anaphora.workbench.results.examined import CHANCE, MAX, NONE, Examined
from anaphora.workbench.results.vocabulary import counted
from anaphora.workbench.trace.build import answerable, mention_chains

_FIRST = re.compile(r"\A\W*([A-Z])(?=\W*\Z|[.):,\*\]]|\s*\n)")
"""The letter with which an answer begins, as in `B`, `(B)` or `**B.** Ann`, but not in `A man left`."""
_TOLD = re.compile(r"(?:[Aa]nswer|[Cc]hoice|[Oo]ption)(?:\s+is)?\W*\b([A-Z])\b")
_MOST_FAR = 3


def write_choices(
    paths: Sequence[Path],
    target: Path,
    settings: Configuration,
    asking: Asking,
    progress: Callable[[Document], None] | None = None,
    answered: bool = False,
) -> tuple[int, int]:
    """Write the questions on corpora, a line each; return the numbers of documents and of questions.

    If they are `answered`, for a harness, the key's answers stand beside them.

    Raises:
        WorkbenchError: bad input, no question can be asked, or the place cannot be written to.
    """
    analysis = Analysis(settings)
    read = Fingerprint(paths)
    asked = 0
    with replacing(target) as new, new.open("w", encoding="utf-8", newline="\n") as file:
        for document, key in read.watch(documents(paths, settings), progress):
            tree = document.annotation or analysis.prepare(document, key).annotation
            for choice in questions(document, key, tree, settings.preparation.anaphors, asking, answered):
                file.write(to_line(choice))
                asked += 1
        if not asked:
            raise WorkbenchError(
                "There is no anaphor with two named entities before it to ask about.", code="no-question"
            )
    return read.documents, asked


@dataclass(frozen=True, slots=True)
class MarkedChoice:
    """A question with the number of the right option (behind the last: none of these is right), and its kind.

    `distance` counts sentences, `anaphor` is the gender of a pronoun that tells one, its number in the plural, or what
    else it is.
    """

    choice: Choice
    right: int
    distance: int
    anaphor: str

    @property
    def none(self) -> int:
        """The number of "none of these"."""
        return len(self.choice.options)


def examine(paths: Sequence[Path], asked: Path, answers: Mapping[str, Path], settings: Configuration) -> Examined:
    """Score answers to questions that `write_choices` wrote, and the resolvers of the settings on the same questions.

    Raises:
        FormatError: a file is malformed, a question is on none of the documents, or no answer is to a question.
        OptionError: there is nothing to score.
    """
    if not answers and not settings.resolvers:
        raise OptionError("Name answers or resolvers to score.", code="no-answers")
    choices = read_choices(asked)
    corpus = Fingerprint(paths, settings.preparation.name)
    texts = {document.id: (document, key) for document, key in corpus.watch(documents(paths, settings), None)}
    if lacking := next((choice for choice in choices if choice.doc_id not in texts), None):
        problem = f"the question '{lacking.id}' is on '{lacking.doc_id}', which is not in the corpus"
        raise FormatError(asked, None, problem, "Name the corpus that they were made of.", code="unknown-document")
    for choice in choices:
        if max(end for _, end in (choice.anaphor, *choice.options)) > len(texts[choice.doc_id][0].words):
            problem = f"a place of the question '{choice.id}' is beyond the words of '{choice.doc_id}'"
            raise FormatError(asked, None, problem, "Name the corpus that they were made of.", code="other-text")
    marked = [_mark(choice, *texts[choice.doc_id]) for choice in choices]
    picked: dict[str, dict[str, int | None]] = {}
    warnings: list[str] = []
    written = _answers_by_name(answers, {MAX, CHANCE, *(spec.label for spec in settings.resolvers)})
    for name, (by_id, path) in written.items():
        if stray := _require_known(by_id, marked, path):
            warnings.append(stray)
        picked[name] = {mark.choice.id: _understood(by_id.get(mark.choice.id), mark) for mark in marked}
        missing = sum(mark.choice.id not in by_id for mark in marked)
        if missing:
            problem = f"{missing} of {len(marked)} questions are not answered; they count as wrong"
            warnings.append(f"{path}, {name}: {problem}.")
    if settings.resolvers:
        picked |= _of_resolvers(paths, texts, marked, settings)
    counts = {name: _counts(marked, chosen) for name, chosen in picked.items()}
    counts[CHANCE] = _by_chance(marked)
    digests = named_digests({name: digest_of(sorted(by_id.items())) for name, (by_id, _) in written.items()})
    signed = Analysis(settings).sign(corpus, len(texts))
    return Examined(
        signature="|".join(
            (signed, f"questions:{digest_of([asdict(choice) for choice in choices])}", f"answers:{digests}")
        ),
        systems=tuple(counts),
        counts=counts,
        questions=len(marked),
        swaps=tuple(dict.fromkeys(choice.swap for choice in choices if choice.swap != PLAIN)),
        positions=LETTERS[: max(len(choice.options) for choice in choices)],
        warnings=tuple(warnings),
    )


def _answers_by_name(answers: Mapping[str, Path], taken: Set[str]) -> dict[str, tuple[dict[str, str], Path]]:
    """The answers and their file, by the name of the file or, where it has those of several, of the student.

    Raises `OptionError` (code "duplicate-name") for a name that comes twice, or is `taken`.
    """
    by_name: dict[str, tuple[dict[str, str], Path]] = {}
    for name, path in answers.items():
        for student, replies in read_answers(path).items():
            label = student or name
            if label in by_name or label in taken:
                cure = "Give each a name of its own: NAME=PATH, or in the column 'student'."
                raise OptionError(f"{path}: '{label}' is the name of another. {cure}", code="duplicate-name")
            by_name[label] = replies, path
    return by_name


def _require_known(replies: Mapping[str, str], marked: Sequence[MarkedChoice], path: Path) -> str:
    """Return a warning about answers to no question that was asked; raise `FormatError` if all answers are such."""
    ids = {mark.choice.id for mark in marked}
    stray = [id for id in replies if id not in ids]
    if not stray:
        return ""
    if len(stray) == len(replies):
        problem = f"'{stray[0]}' is no question, nor is any other id; the first question is '{marked[0].choice.id}'"
        raise FormatError(path, None, problem, "Give each answer the id of its question.", code="unknown-reference")
    return f"{path}: {counted(len(stray), 'answer')} to no question, '{stray[0]}' first; left out."


def _mark(choice: Choice, document: Document, key: Key) -> MarkedChoice:
    anaphor = Span(*choice.anaphor)
    chain = next((chain for chain in key.chains if anaphor in chain), ())
    right = next((number for number, ends in enumerate(choice.options) if Span(*ends) in chain), len(choice.options))
    starts = document.sentence_starts or (document.annotation.sentence_starts if document.annotation else ())
    nearest = max((span for span in chain if span.end <= anaphor.start), default=anaphor)
    distance = sum(nearest.start < start <= anaphor.start for start in starts)
    return MarkedChoice(choice, right, distance, _kind(document, anaphor))


def _kind(document: Document, anaphor: Span) -> str:
    entry = pronoun_at(document, anaphor.start) if len(anaphor) == 1 else None
    if entry is None:
        return "no pronoun"
    if entry.number == "plural" or entry.person != 3:
        return "plural" if entry.person == 3 else "I, we, you"
    return entry.gender or "other pronoun"


def _understood(text: str | None, marked: MarkedChoice) -> int | None:
    """The number of the option that an answer names, by its words or its letter; `None` if it names none."""
    if text is None:
        return None
    words = [words.casefold() for words in marked.choice.words]
    bare = text.strip().strip("\"'`*[]() .").casefold()
    if bare in words:
        return words.index(bare)
    letters = _FIRST.findall(text) or [*dict.fromkeys(_TOLD.findall(text))]
    numbers = [number for letter in letters if (number := LETTERS.index(letter)) <= marked.none]
    return numbers[0] if len(numbers) == 1 else None


# Resolvers

_Answered = tuple[str, Mapping[Place, tuple[Mapping[str, Span | None], frozenset[Span]]]]


def answered_chains(resolved: ResolvedDocument) -> _Answered:
    """Return for each anaphor the chains of the resolvers' answers and of its candidates, by their first mentions."""
    prepared, key = resolved.prepared, resolved.key
    chain_of = mention_chains(resolved.document, key, prepared, "head")
    first = [key.chains[number][0] if number >= 0 else None for number in chain_of]
    chains = {}
    for number, case in enumerate(prepared.cases):
        chosen = {name: decisions[number].antecedent for name, decisions in resolved.decisions.items()}
        span = prepared.mentions[case.anaphor].span
        chains[span.start, span.end] = (
            {name: None if mention is None else first[mention] for name, mention in chosen.items()},
            frozenset(chain for mention in answerable(prepared, case) if (chain := first[mention])),
        )
    return resolved.document.id, chains


def _of_resolvers(
    paths: Sequence[Path],
    texts: Mapping[str, tuple[Document, Key]],
    marked: Sequence[MarkedChoice],
    settings: Configuration,
) -> dict[str, dict[str, int | None]]:
    """The option that each resolver chooses: that of the entity of its answer, or else none of these."""
    answers: dict[str, dict[str, int | None]] = defaultdict(dict)
    ordered = sorted(marked, key=lambda mark: mark.choice.swap)
    for swap, group in groupby(ordered, key=lambda mark: mark.choice.swap):
        asked = [*group]
        seen: list[_Answered] = []
        hook = DocumentHook("choices", answered_chains, seen.append)
        with TemporaryDirectory() as folder:
            places = paths if swap == PLAIN else [_written(Path(folder), texts, swap, asked[0].choice.seed, settings)]
            run_comparison(places, settings, hooks=(hook,))
        by_document = dict(seen)
        for mark in asked:
            _, key = texts[mark.choice.doc_id]
            options = [
                next((chain[0] for chain in key.chains if Span(*ends) in chain), None) for ends in mark.choice.options
            ]
            chosen, reached = by_document[mark.choice.doc_id].get(mark.choice.anaphor, ({}, frozenset()))
            for spec in settings.resolvers:
                chain = chosen.get(spec.label)
                answers[spec.label][mark.choice.id] = options.index(chain) if chain in options and chain else mark.none
            can = mark.right == mark.none or options[mark.right] in reached
            answers[MAX][mark.choice.id] = mark.right if can else None
    return answers


def _written(
    folder: Path, texts: Mapping[str, tuple[Document, Key]], swap: str, seed: int, settings: Configuration
) -> Path:
    """The corpus with other names, as a file; words alone are others, and what the trees say of them."""
    analysis = Analysis(settings)
    pairs = (
        (swapped(document, document.annotation or analysis.prepare(document, key).annotation, swap, seed), key)
        for document, key in texts.values()
    )
    target = folder / "swapped.conllu"
    target.write_text("".join(corefud.write(pairs)), encoding="utf-8")
    return target


# Counting


def _counts(marked: Sequence[MarkedChoice], chosen: Mapping[str, int | None]) -> tuple[Counter[str], ...]:
    """By document: what was asked and right, by category; same answers in all orders, and of pairs of versions."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    answered: dict[tuple[str, str, str], list[tuple[Place | None, bool]]] = defaultdict(list)
    for mark in marked:
        choice, answer = mark.choice, chosen.get(mark.choice.id)
        count, is_right = counts[choice.doc_id], answer == mark.right
        count.update(name or "asked" for name in _kinds(mark))
        for name in _kinds(mark) if is_right else ():
            count[f"right {name}".strip()] += 1
        count[f"less {_letter(mark, mark.right)}"] -= 1
        if answer is None:
            count["unclear"] += 1
        else:
            count[f"less {_letter(mark, answer)}"] += 1
        if answer == mark.none != mark.right:
            count["none instead"] += 1
        ends = None if answer is None or answer == mark.none else choice.options[answer]
        base = choice.id.rpartition("/")[0].removesuffix(f"/{choice.swap}" if choice.swap else "")
        answered[choice.doc_id, base, choice.swap].append((ends if answer is not None else (-1, -1), is_right))
    for (document, base, swap), group in answered.items():
        if len(group) > 1:
            counts[document].update(groups=1, same=len({ends for ends, _ in group}) == 1)
        if swap != PLAIN:
            plain = answered.get((document, base, PLAIN), ())
            for (ends, right), (plain_ends, was_right) in zip(group, plain, strict=False):
                counts[document].update({f"pairs {swap}": 1, f"same {swap}": ends == plain_ends})
                counts[document][f"less right {swap}"] += right - was_right
    return tuple(counts.values())


def _kinds(mark: MarkedChoice) -> tuple[str, ...]:
    any_case = "", f"of anaphor {mark.anaphor}"
    if mark.right == mark.none:
        return *any_case, "of none"
    far = f"{mark.distance}" if mark.distance < _MOST_FAR else f"{_MOST_FAR}+"
    return *any_case, "of one", f"of distance {far}"


def _letter(mark: MarkedChoice, number: int) -> str:
    return NONE if number == mark.none else LETTERS[number]


def _by_chance(marked: Sequence[MarkedChoice]) -> tuple[Counter[str], ...]:
    """The counts that a random choice is expected to have."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for mark in marked:
        share, count = 1 / (mark.none + 1), counts[mark.choice.doc_id]
        count.update(name or "asked" for name in _kinds(mark))
        for name in _kinds(mark):
            count[f"right {name}".strip()] += share  # type: ignore[assignment]
        if mark.right != mark.none:
            count["none instead"] += share  # type: ignore[assignment]
    return tuple(counts.values())


@takes(*(name for name in OF_CORPORA if name not in ("name", "skip_bad")), "seed")
def choices(
    corpus: Annotated[
        CorpusLike,
        About(
            "The corpus that they were made of; repeatable (default: the bundled one).",
            COMPARED,
            "PATH",
            names=("--key",),
        ),
    ] = None,
    questions: Annotated[
        PathLike | None, About("The questions that 'anaphora export --choices' wrote.", needed=True)
    ] = None,
    answers: Annotated[
        "Mapping[str, PathLike]",
        About("Recorded answers, or NAME=PATH: JSON lines or CSV.", kind=list[str], read=named_responses),
    ] = MappingProxyType({}),
    resolvers: Resolvers = (),
    **options: Unpack[Options],
) -> Result[Examined]:
    """Score answers to questions with choices, and resolvers on the very same questions.

    `answers` are files by the names of systems, to `questions` that `export(choices=...)` wrote. Other arguments and
    errors are those of `compare`.
    """
    if questions is None:
        raise OptionError("Name the questions that 'anaphora export --choices' wrote.", code="no-questions")
    files = {name: Path(path) for name, path in answers.items()}
    examined = examine(paths_of(corpus), Path(questions), files, configuration(resolvers, corpus, options))
    return result_of(examined, warnings=examined.warnings, headline=examined.headline)


COMMAND = Command(
    choices,
    example="anaphora evaluate choices questions.jsonl model=answers.jsonl --key my_corpus/ --resolvers mars,ranker",
    forms=("table", "markdown", "latex", "csv", "json", "sentence", "badge"),
    work="Examining",
)
