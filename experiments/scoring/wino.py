"""WinoGender and WinoBias: the chains of any system as answers, scored by accuracy, bias and consistency."""

from collections.abc import Mapping
from pathlib import Path

from anaphora import corpora
from anaphora.corpora import winogender
from anaphora.experiments.running.fingerprint import digest_of, named_digests, signature_of
from anaphora.experiments.scoring.gap import over_words_of
from anaphora.workbench.document import Document
from anaphora.workbench.errors import FormatError
from anaphora.workbench.key import Key
from anaphora.workbench.measures import Counts
from anaphora.workbench.measures import winobias as of_winobias
from anaphora.workbench.measures import winogender as of_winogender
from anaphora.workbench.measures.gap import answers as answers_of
from anaphora.workbench.measures.minimal_pairs import Answer, Answered, Task, swap
from anaphora.workbench.results.scores import Scores


def score(format: str, key: Path, responses: Mapping[str, Path], resamples: int, seed: int) -> Scores:
    """The measure of the key's format for each response; what is drawn anew are templates.

    Raises:
        FormatError: a file is malformed, two sentences have one id, or a text differs from the key's.
        WorkbenchError: the key has no phrases.
    """
    texts, task = read(format, key)
    given = {name: answers(path, task, texts) for name, path in responses.items()}
    swaps = {name: swap(task, found, seed) for name, found in given.items()}
    return Scores(
        key=key.name,
        signature=signature_of(
            key=key.name,
            responses=named_digests({name: digest_of(sorted(found.items())) for name, found in given.items()}),
            sentences=len(task.items),
            templates=len(task.templates),
            resamples=resamples,
            seed=seed,
        ),
        documents=task.templates,
        systems=tuple(responses),
        measures=(task.measure,),
        counts={name: {format: _counts(task, found)} for name, found in given.items()},
        warnings=tuple(warning for name, path in responses.items() for warning in _warnings(path, task, given[name])),
        resamples=resamples,
        seed=seed,
        unit="template",
        swaps={name: tested for name, tested in swaps.items() if tested.difference.anaphors},
    )


def read(format: str, path: Path) -> tuple[dict[str, Document], Task]:
    """The sentences of a file or folder by id, and what is asked of them."""
    pairs: dict[str, tuple[Document, Key]] = {}
    shares: dict[str, tuple[float | None, float | None]] = {}
    for file, form in corpora.files(path, format):
        shares |= winogender.female_shares(file) if format == "winogender" else {}
        for document, key in form.read(file):
            if document.id in pairs:
                problem = f"a second document is called '{document.id}'"
                raise FormatError(file, None, problem, "Name one of the files.", code="duplicate-id")
            pairs[document.id] = document, key
    texts = {id: document for id, (document, _) in pairs.items()}
    if format == "winogender":
        return texts, of_winogender.task(pairs.values(), shares)
    return texts, of_winobias.task(pairs.values())


def answers(path: Path, task: Task, texts: Mapping[str, Document]) -> dict[str, Answer]:
    """What the chains of a system say of each sentence that they have, by id; documents of other ids are left out.

    Raises:
        FormatError: no sentence is among its documents, or the text of one is not that of the key.
    """
    found = {}
    for document, key in corpora.read(path):
        if (asked := task.items.get(document.id)) is not None:
            text = texts[document.id]
            chains = over_words_of(text, document, key, path)
            found[document.id] = answers_of(asked.pronoun, asked.phrases, chains, text.words)
    if not found:
        problem = f"no sentence of the key is in it (ids such as '{next(iter(task.items))}')"
        raise FormatError(path, None, problem, "Give chains under the ids of the sentences.", code="no-common-document")
    return found


def _counts(task: Task, found: Mapping[str, Answer]) -> Counts:
    return task.measure.count(Answered(task, found))


def _warnings(path: Path, task: Task, found: Mapping[str, Answer]) -> list[str]:
    missing = len(task.items) - len(found)
    return [f"{path}: {missing} of {len(task.items)} sentences are not in it; each counts as wrong."] if missing else []
