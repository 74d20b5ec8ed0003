"""Answers for people to read: the text with its pronouns numbered, whom each means, and how many resolvers say so."""

import re
import textwrap
from collections.abc import Iterator, Sequence

from anaphora.experiments.show.render import line, to_text
from anaphora.experiments.texts.resolution import TOO_SHORT, Phrase, Pronoun, Resolution
from anaphora.preprocess.language import can_tell
from anaphora.resolvers.specs import find
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.vocabulary import clean, counted, percent, short

LINES = 24
"""Of the answers to a text, so that a prompt follows them on the same screen."""
_ROWS = 18
_NAME, _NAMED, _REACH = 28, 3, 17
_NOTHING, _OPEN = "nothing (pleonastic)", "no answer"
_NO_PRONOUN = "The text has no third-person pronoun."
_CUT_WORD_BEFORE, _CUT_WORD_AFTER = re.compile(r"\A\S*(?=\s)"), re.compile(r"\s\S*\Z")


def as_text(resolution: Resolution, width: int, *, details: bool = False, bold: bool = False) -> str:
    """The answers in some lines; with `details` those of every resolver."""
    pronouns = resolution.pronouns()
    if details:
        return to_text([everyone_table(resolution, pronouns)], width, bold)
    text = numbered(resolution.prepared.document.text, pronouns, width)
    whole = to_text([summary_table(resolution, pronouns)], width, bold)
    if not pronouns or (text + whole).count("\n") >= LINES:
        return to_text([summary_table(resolution, pronouns, in_text=True, most=_ROWS)], width, bold)
    return f"{text}\n\n{whole}"


def numbered(text: str, pronouns: Sequence[Pronoun], width: int) -> str:
    """The text with a number behind each pronoun, as in `She[1] waved`."""
    pieces, end = [], 0
    for number, pronoun in enumerate(pronouns, start=1):
        pieces.append(f"{text[end : pronoun.phrase.end]}[{number}]")
        end = pronoun.phrase.end
    lines = "".join((*pieces, text[end:])).strip().splitlines()
    return "\n".join(textwrap.fill(line(unbroken), width, break_on_hyphens=False) for unbroken in lines)


def summary_table(
    resolution: Resolution, pronouns: Sequence[Pronoun], *, in_text: bool = False, most: int | None = None
) -> Table:
    """A row a pronoun: the answer that most resolvers give, how many do, and what others answer.

    Baselines have no vote, unless there is nothing else. `in_text` shows pronouns in their context, and not the
    answers of few; only the first `most` have a row.
    """
    voters, baselines = _voters(resolution)
    columns = (
        Column("number", "count", " "), Column("pronoun"), Column("answer"), Column("resolvers", "plain"),
        Column("others"),
    )  # fmt: skip
    rows, text = [], resolution.prepared.document.text
    for number, pronoun in enumerate(pronouns[:most], start=1):
        (answer, names), *others = pronoun.votes(voters)
        agreed = None if pronoun.pleonastic else f"{len(names)} of {len(voters)}"
        where = in_context(text, pronoun.phrase, _REACH) if in_text else pronoun.phrase.text
        answer = _NOTHING if pronoun.pleonastic else short(answer or _OPEN, _NAME)
        rows.append((number, where, answer, agreed, "; ".join(map(_other, others))))
    notes = tuple(_notes(resolution, pronouns, voters, baselines, most or len(pronouns)))
    table = Table("", columns, tuple(rows), notes)
    kept = {"number", "pronoun", "answer"} | ({"resolvers"} if len(voters) > 1 else set())
    if len(voters) > 1 and not in_text and any(row[-1] for row in rows):
        kept |= {"others"}
    return table.only(lambda column: column.name in kept) if rows else Table("", (), (), notes)


def _other(vote: tuple[str | None, list[str]]) -> str:
    answer, names = vote
    who = ", ".join(names) if len(names) <= _NAMED else f"{len(names)}"
    return f"{short(answer or _OPEN, _NAME)}: {who}"


def _voters(resolution: Resolution) -> tuple[list[str], int]:
    """The labels of the resolvers that have a vote, and how many others there are."""
    is_baseline = {name: find(spec).baseline for name, spec in resolution.specs.items()}
    voters = [name for name, baseline in is_baseline.items() if not baseline] or [*is_baseline]
    return voters, len(is_baseline) - len(voters)


def _notes(
    resolution: Resolution, pronouns: Sequence[Pronoun], voters: Sequence[str], baselines: int, shown: int
) -> Iterator[str]:
    if not pronouns:
        yield _NO_PRONOUN
    elif len(voters) > 1:
        without = f", without {counted(baselines, 'baseline')}" if baselines else ""
        yield f"{counted(len(voters), 'resolver')}{without}; --all shows all answers, --explain why."
    elif resolution.specs:
        yield f"{voters[0]}; --explain says why."
    if (left := len(pronouns) - shown) > 0:
        sizes = [len(pronoun.votes(voters)[0][1]) for pronoun in pronouns]
        same, half = (sum(size >= least for size in sizes) for least in (len(voters), len(voters) / 2))
        agreed = f" Of {len(pronouns):,}, all agree on {percent(same / len(sizes))}%, half of them or more on "
        agreement = f"{agreed}{percent(half / len(sizes))}%." if len(voters) > 1 else ""
        yield f"{counted(left, 'pronoun')} more: --all shows them.{agreement}"
    if not can_tell(resolution.prepared.document):
        yield TOO_SHORT


def everyone_table(resolution: Resolution, pronouns: Sequence[Pronoun]) -> Table:
    """A row a pronoun and answer, with all who give it; answers are mentions, as in JSON."""
    text = resolution.prepared.document.text
    rows: list[tuple[Cell, ...]] = []
    for number, pronoun in enumerate(pronouns, start=1):
        where: tuple[Cell, ...] = (number, in_context(text, pronoun.phrase))
        for answer, names in pronoun.by_answer().items():
            rows.append((*where, answer, ", ".join(names)))
            where = ("", "")
    columns = (Column("number", "count", " "), Column("pronoun"), Column("antecedent"), Column("resolvers"))
    notes = tuple(note for note in (TOO_SHORT,) if not can_tell(resolution.prepared.document))
    return Table("", columns, tuple(rows), notes) if rows else Table(_NO_PRONOUN, (), ())


def answers_table(resolution: Resolution) -> Table:
    """A row for each pronoun, a column for each resolver."""
    text = resolution.prepared.document.text
    pronouns = resolution.pronouns()
    rows = tuple((in_context(text, pronoun.phrase), *pronoun.shown_answers()) for pronoun in pronouns)
    columns = (Column("pronoun"), *(Column(name, heading=name) for name in resolution.decisions if pronouns))
    return Table("", columns, rows, () if rows else (_NO_PRONOUN,))


def explanation(resolution: Resolution) -> str:
    """The answers and their reasons, a paragraph for each pronoun."""
    text = resolution.prepared.document.text
    lines: list[str] = []
    for pronoun in resolution.pronouns(explain=True):
        lines += [in_context(text, pronoun.phrase), *(f"  {reason}" for reason in pronoun.given)]
        for name, (first, *others) in pronoun.reasons.items():
            words = pronoun.answer(name)
            answer = f'"{words}"' if words else _OPEN
            lines += [f"  {name}: {answer}, {first}", *(f"      {reason}" for reason in others)]
        lines.append("")
    return clean("\n".join(lines[:-1] or [_NO_PRONOUN])) + "\n"


def in_context(text: str, phrase: Phrase, reach: int = 25) -> str:
    """The phrase in brackets, with some whole words on either side."""
    before = text[max(0, phrase.start - reach - 1) : phrase.start]
    after = text[phrase.end : phrase.end + reach - 4]
    if phrase.start > reach:
        before = _CUT_WORD_BEFORE.sub("…", before)
    if phrase.end + reach - 5 < len(text):
        after = _CUT_WORD_AFTER.sub(" …", after)
    return " ".join(f"{before}[{phrase.text}]{after}".split())
