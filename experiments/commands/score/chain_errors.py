"""Errors of responses in files, beside their scores or alone."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from anaphora import corpora
from anaphora.experiments.commands.score.counting import SIMULATED, evidence_of, own_measure, require_response
from anaphora.experiments.commands.score.pairing import DocumentBatch, SharedText, match_documents, read, words_of
from anaphora.experiments.commands.score.response_warnings import ResponseWarnings, require_marked
from anaphora.experiments.run.configuration import Configuration, configure, signature_of
from anaphora.experiments.run.documents import digest, named_digests
from anaphora.workbench.chains.texts import BLANKS
from anaphora.workbench.error_analysis.analysis import (
    ChainErrors,
    Denotations,
    ResponseErrors,
    denotations,
    response_errors,
)
from anaphora.workbench.error_analysis.beyond_identity import JudgedExpression, judge
from anaphora.workbench.error_analysis.mentions import DocumentText
from anaphora.workbench.error_analysis.steps import TREES, Tree
from anaphora.workbench.options import require_choice
from anaphora.workbench.progress import reading, tell

OF_ERRORS = configure(singletons="drop")
"""Chains of one mention have no links to be wrong."""
_WITHOUT_BLANKS = dict.fromkeys(BLANKS)


def classify_errors(
    key: Path,
    responses: Mapping[str, Path],
    settings: Configuration = OF_ERRORS,
    tree: Tree = "accessibility",
    denotation: bool = False,
) -> ChainErrors:
    """The errors of every response, by the names given to them; `tree` says which links are expected.

    Chains are those of single documents, even if they were scored across documents. Reference beyond identity is judged
    with singletons and split antecedents in any case. With `denotation` the denotation assignments are counted, too.

    Raises:
        FormatError: a file is malformed, a text differs from the key's, or a span occurs twice where it may not.
        OptionError: there is no such tree, or no response.
        UnknownNameError: there is no such format.
    """
    # A text of errors is one document, and its steps move mentions, not sets of entities, which are judged beside them
    settings = settings.changed(across_documents=False, split_antecedents="ignore")
    require_choice("tree", tree, TREES)
    require_response(responses)
    judging = settings.judging
    read_key = read(key, settings.preparation.format)
    key_name = settings.preparation.name or key.name
    key_digest = digest(read_key.documents)
    systems: dict[str, ResponseErrors] = {}
    assigned: dict[str, Denotations] = {}
    beyond: dict[str, tuple[JudgedExpression, ...]] = {}
    digests: dict[str, str] = {}
    mended: dict[str, Mapping[str, int]] = {}
    warnings: list[str] = []
    for number, (name, path) in enumerate(responses.items()):
        with reading(number / len(responses), 0.5 / len(responses), path):
            answer = read(path, judging.response_format or settings.preparation.format, response=True)
        notes = ResponseWarnings(path)
        evidence = evidence_of(read_key, answer, settings, notes)
        require_marked(key, notes.marked_in_key)
        mended[name] = notes.mended
        warnings += notes.warnings(key, judging.match, judging.singletons)
        texts = list(texts_in_units(read_key, answer, settings))
        systems[name] = response_errors(evidence, texts, tree)
        if denotation:
            typed = evidence_of(read_key, answer, settings, ResponseWarnings(path), kinds_by_words=True)
            assigned[name] = denotations(typed, texts)
        if _is_beyond_identity(read_key) or _is_beyond_identity(answer):
            with_all = settings.changed(singletons="keep", split_antecedents="count")
            beyond[name] = judge(evidence_of(read_key, answer, with_all, ResponseWarnings(path)), texts)
        digests[name] = digest(answer.documents)
        tell((number + 1) / len(responses))
    return ChainErrors(
        key=key_name,
        signature=signature_of(
            settings,
            key=f"{key_name}@{key_digest}",
            responses=named_digests(digests),
            documents=len(read_key.documents),
            tree=tree,
        ),
        documents=tuple(document.id for document in read_key.documents),
        systems=systems,
        tree=tree,
        singletons=judging.singletons == "keep",
        warnings=tuple(dict.fromkeys(warnings)),
        shown=lambda: list(texts_to_read(read_key, settings.preparation.format)),
        beyond_identity=beyond,
        denotations=assigned,
        mended=mended,
    )


def errors_beside(key: Path, responses: Mapping[str, Path], settings: Configuration) -> ChainErrors | None:
    """The errors of responses that were scored, without singletons; `None` of GAP keys and their like.

    Those of simulated responses are left out.
    """
    written = {name: path for name, path in responses.items() if not SIMULATED.fullmatch(path.name)}
    if not written or own_measure(key, settings.preparation.format):
        return None
    return classify_errors(key, written, settings.changed(singletons="drop", split_antecedents="ignore"))


def _is_beyond_identity(side: DocumentBatch) -> bool:
    return any(document.mentions.split or document.mentions.layers for document in side.documents)


def texts_to_read(key: DocumentBatch, format: str | None) -> Iterator[DocumentText]:
    """The key's texts with white space and sentences, for which the key is read again."""
    documents = {document.id: document for document, _ in corpora.read(key.path, format)}
    for annotated in key.documents:
        document, words = documents[annotated.id], words_of(annotated)
        starts: Sequence[int] = document.sentence_starts
        if len(starts) <= 1:  # the format does not say where sentences begin
            starts = [0, *(number for number in range(1, len(words)) if words[number - 1] in ".?!")]
        yield DocumentText(document.id, words, None, document.spaces, starts)


def texts_in_units(key: DocumentBatch, response: DocumentBatch, settings: Configuration) -> Iterator[DocumentText]:
    """The key's words, with the word of each character where the response divides them differently."""
    for document, answer in match_documents(key, response, settings, ResponseWarnings(response.path)):
        words = words_of(document)
        shared = SharedText.of(document, answer, settings)
        units = None
        if shared.divided:
            units = np.repeat(np.arange(len(words)), [len(word.translate(_WITHOUT_BLANKS)) for word in words])
        if line := shared.line:
            word = line.before if units is None else np.append(units, len(words))[line.before]
            yield DocumentText(document.id, words, word, empty=line.empty)
        else:
            yield DocumentText(document.id, words, units)
