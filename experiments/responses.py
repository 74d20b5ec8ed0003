"""`anaphora compare --responses`: what each resolver linked, as chains in a file of its own that `score` reads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from corpora import file_name, jsonlines
from workbench.decision import Decision
from workbench.document import Document, Prepared, Span
from workbench.errors import FormatError, OptionError
from workbench.files import publish, staging
from workbench.key import Key

SUFFIX = ".jsonl"

Write = Callable[[Prepared, Mapping[str, Sequence[Decision]]], None]
"""Takes each prepared document with the decisions of every resolver."""


@contextmanager
def writing(folder: Path) -> Iterator[Write]:
    """Write responses document by document; `folder` shows them when all of it went well, and nothing before.

    Each resolver gets the file `NAME.jsonl`; of `mitkov(preset=2001)` that is `mitkov-preset-2001.jsonl`. Files of the
    same names are replaced, all others stay.

    Raises:
        FormatError: a discontinuous mention was linked, which JSON lines cannot express.
        OptionError: `folder` is a file.
        WorkbenchError: the place cannot be written to.
    """
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is a file, and responses are one file for each resolver. Name a folder.")
    files: dict[str, TextIO] = {}
    taken: set[str] = set()
    with staging(folder) as place:
        made = place / "responses"
        made.mkdir()
        with ExitStack() as opened:

            def write(prepared: Prepared, decisions: Mapping[str, Sequence[Decision]]) -> None:
                for name, answers in decisions.items():
                    if name not in files:
                        path = made / f"{file_name(_plain(name), taken)}{SUFFIX}"
                        files[name] = opened.enter_context(path.open("w", encoding="utf-8", errors="replace"))
                    files[name].write(_line(*as_key(prepared, answers)))

            yield write
        publish(made, folder)


def _line(document: Document, key: Key) -> str:
    for _, span in jsonlines.inexpressible(key):
        problem = f"the discontinuous mention '{document.words_of(span)}' was linked, which responses cannot express"
        raise FormatError(document.id, None, problem, "Leave out --responses, or 'mentions' of the perfect layers.")
    return jsonlines.write([(document, key)])


def as_key(prepared: Prepared, decisions: Sequence[Decision]) -> tuple[Document, Key]:
    """The links of one resolver as chains (connected components), with the analysed document: for corpus writers."""
    above = list(range(len(prepared.mentions)))

    def root(mention: int) -> int:
        while above[mention] != mention:
            mention = above[mention]
        return mention

    linked = set()
    for case, decision in zip(prepared.cases, decisions, strict=True):
        if decision.antecedent is not None:
            above[root(case.anaphor)] = root(decision.antecedent)
            linked |= {case.anaphor, decision.antecedent}
    chains: dict[int, list[Span]] = {}
    for mention in sorted(linked):
        chains.setdefault(root(mention), []).append(prepared.mentions[mention].span)
    document = replace(prepared.document, annotation=prepared.annotation)
    return document, Key(document.id, tuple(tuple(chain) for chain in chains.values()))


def _plain(name: str) -> str:
    """A resolver's name without the brackets around its options, which shells read as something else."""
    return "".join(character if character.isalnum() or character in "_." else "-" for character in name).strip("-")
