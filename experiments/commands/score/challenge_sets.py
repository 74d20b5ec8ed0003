"""Challenge sets, each of whose documents asks one question: GAP, WinoGender and WinoBias.

The key is a labelled file; responses are GAP's answers, or the chains of any system.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from anaphora import corpora
from anaphora.corpora import gap, winogender
from anaphora.experiments.run.configuration import Configuration, signature_of
from anaphora.experiments.run.documents import digest_of, named_digests
from anaphora.workbench.document import Document, Span
from anaphora.workbench.errors import FormatError
from anaphora.workbench.files import opened
from anaphora.workbench.key import Clusters, Key, Response
from anaphora.workbench.measures import Counts, minimal_pairs
from anaphora.workbench.measures.gap import MEASURE, Answer, GapAnswers, GapExample, answer, answers, example
from anaphora.workbench.measures.minimal_pairs import Task, swap
from anaphora.workbench.results.scores import AnyMeasure, Scores


def score_challenge(format: str, key: Path, responses: Mapping[str, Path], settings: Configuration) -> Scores:
    """The scores of each response by the measure of the key's format: gap, winogender or winobias.

    Of GAP the documents are the examples; of the others they are the templates of sentences, which are drawn anew.

    Raises:
        FormatError: a file is malformed, two documents have one id, or a text differs from the key's.
        WorkbenchError: the key has no labels or phrases.
    """
    return _score_gap(key, responses, settings) if format == "gap" else _score_pairs(format, key, responses, settings)


def _scores(
    key: Path,
    digests: Mapping[str, str],
    measure: AnyMeasure,
    counts: Mapping[str, Counts],
    settings: Configuration,
    *,
    documents: tuple[str, ...],
    warnings: Sequence[str],
    **signed: int,
) -> Scores:
    """The scores of responses, of which the digests and counts are known by name; `signed` are further figures."""
    resamples = settings.judging.resamples
    seed = settings.execution.seed
    responses = named_digests(digests)
    return Scores(
        key=key.name,
        signature=signature_of(None, key=key.name, responses=responses, **signed, resamples=resamples, seed=seed),
        documents=documents,
        systems=tuple(digests),
        measures=(measure,),
        counts={name: {measure.name: rows} for name, rows in counts.items()},
        warnings=tuple(warnings),
        resamples=resamples,
        seed=seed,
    )


# GAP


def _score_gap(key: Path, responses: Mapping[str, Path], settings: Configuration) -> Scores:
    asked = examples(key, "gap")
    questions = [question for question, _ in asked.values()]
    counts: dict[str, Counts] = {}
    warnings = []
    digests = {}
    for name, path in responses.items():
        by_id = gap_answers(path, asked)
        if not by_id.keys() & asked.keys():
            problem = f"no example of {key} is answered in it (ids such as '{next(iter(asked))}')"
            cure = "Give a GAP answer file, or chains under the ids of the examples."
            raise FormatError(path, None, problem, cure, code="no-common-document")
        if unclear := sum(label is None for answer in by_id.values() for label in answer):
            warnings.append(f"{path}: {unclear} labels are neither TRUE nor FALSE; each counts as a miss.")
        digests[name] = digest_of(sorted(by_id.items()))
        if missing := len(asked.keys() - by_id.keys()):
            warnings.append(f"{path}: {missing} of {len(asked)} examples are not answered; each counts as two misses.")
        if extra := len(by_id.keys() - asked.keys()):
            warnings.append(f"{path}: {extra} answers are to no example of the key and do not count.")
        counts[name] = MEASURE.count(GapAnswers(questions, by_id))
    return _scores(
        key, digests, MEASURE, counts, settings, documents=tuple(asked), warnings=warnings, examples=len(asked)
    )


def examples(path: Path, format: str | None) -> dict[str, tuple[GapExample, Document]]:
    """The examples of a labelled GAP file or folder, by id, with their texts. Raises `FormatError` if it has none."""
    asked = {document.id: (example(document, key), document) for document, key in corpora.read(path, format)}
    if not asked:
        raise FormatError(path, None, "it has no example", "Check that it was written completely.", code="empty")
    return asked


def gap_answers(path: Path, asked: Mapping[str, tuple[GapExample, Document]]) -> dict[str, Answer]:
    """Read what a system says of each example: a file of answers, or chains in a corpus format.

    Raises:
        FormatError: the file is malformed, or the text of a document is not that of the example.
    """
    if path.is_file() and is_answers(path):
        return gap.read_answers(path)
    by_id: dict[str, Answer] = {}
    for document, key in corpora.read(path):
        question, text = asked.get(document.id, (None, document))
        chains = over_words_of(text, document, key, path)
        by_id[document.id] = answer(question, chains, text.words) if question else (None, None)
    return by_id


def is_answers(path: Path) -> bool:
    """Return whether a file looks like GAP's own answers, by the columns of its first line."""
    with opened(path) as file:
        return file.readline(1000).count(b"\t") == gap.ANSWER_COLUMNS - 1


# WinoGender and WinoBias


def _score_pairs(format: str, key: Path, responses: Mapping[str, Path], settings: Configuration) -> Scores:
    texts, task = read_task(format, key)
    answered = {name: task_answers(path, task, texts) for name, path in responses.items()}
    warnings = []
    for name, path in responses.items():
        if missing := len(task.items) - len(answered[name]):
            warnings.append(f"{path}: {missing} of {len(task.items)} sentences are not in it; each counts as wrong.")
    scores = _scores(
        key,
        {name: digest_of(sorted(by_id.items())) for name, by_id in answered.items()},
        task.measure,
        {name: task.measure.count(minimal_pairs.ItemAnswers(task, by_id)) for name, by_id in answered.items()},
        settings,
        documents=task.templates,
        warnings=warnings,
        sentences=len(task.items),
        templates=len(task.templates),
    )
    swaps = {name: swap(task, by_id, settings.execution.seed) for name, by_id in answered.items()}
    tested = {name: swapped for name, swapped in swaps.items() if swapped.difference.anaphors}
    return replace(scores, unit="template", swaps=tested)


def read_task(format: str, path: Path) -> tuple[dict[str, Document], Task]:
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
    if not texts:
        raise FormatError(path, None, "it has no sentence", "Check that it was written completely.", code="empty")
    if format == "winogender":
        return texts, minimal_pairs.winogender(pairs.values(), shares)
    return texts, minimal_pairs.winobias(pairs.values())


def task_answers(path: Path, task: Task, texts: Mapping[str, Document]) -> dict[str, minimal_pairs.Answer]:
    """Read what a system's chains say of each sentence that they have, by id; documents of other ids are left out.

    Raises:
        FormatError: no sentence is among its documents, or the text of one is not that of the key.
    """
    by_id = {}
    for document, key in corpora.read(path):
        if (asked := task.items.get(document.id)) is not None:
            text = texts[document.id]
            chains = over_words_of(text, document, key, path)
            by_id[document.id] = answers(asked.pronoun, asked.phrases, chains, text.words)
    if not by_id:
        problem = f"no sentence of the key is in it (ids such as '{next(iter(task.items))}')"
        raise FormatError(path, None, problem, "Give chains under the ids of the sentences.", code="no-common-document")
    return by_id


def over_words_of(text: Document, document: Document, key: Clusters, path: Path) -> Response:
    """The chains over the words of another copy of the text.

    Mentions that begin or end inside a word, or have gaps, are left out.
    """
    if document.words == text.words:
        return Response(document.id, key.chains)
    borders, copied = _places(text), _places(document)
    if borders[-1] != copied[-1] or "".join(text.words) != "".join(document.words):
        problem = f"the text of '{document.id}' is not that of the key"
        raise FormatError(path, None, problem, "Give the system the text of the key as it is.", code="other-text")
    token_of = {place: token for token, place in enumerate(borders)}
    chains = (
        tuple(
            Span(token_of[copied[span.start]], token_of[copied[span.end]])
            for span in chain
            if not span.gaps and {copied[span.start], copied[span.end]} <= token_of.keys()
        )
        for chain in key.chains
    )
    return Response(document.id, tuple(chain for chain in chains if chain))


def _places(document: Document) -> list[int]:
    return list(accumulate(map(len, document.words), initial=0))
