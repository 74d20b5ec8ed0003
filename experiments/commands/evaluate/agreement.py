"""Evaluation of agreement: the right candidates that it removes, which are its costs, and the wrong ones, its gains."""

from collections.abc import Iterator, Sequence
from typing import Unpack

from anaphora.experiments.run.analysis import Analysis
from anaphora.experiments.run.arguments import Corpora, configuration, paths_of, words_of_corpus
from anaphora.experiments.run.command import Command, Progress
from anaphora.experiments.run.configuration import OF_CORPORA, Configuration, Options, takes
from anaphora.experiments.run.documents import Fingerprint, documents
from anaphora.experiments.show.result import Result, result_of
from anaphora.workbench.document import Document, Mention, Prepared
from anaphora.workbench.key import Key
from anaphora.workbench.results.evaluated import AgreementFigures, Judged, Removal
from anaphora.workbench.trace.build import mention_chains, trace
from anaphora.workbench.trace.document import KeyAnaphor


def judge(document: Document, key: Key, prepared: Prepared, settings: Configuration) -> Iterator[Judged]:
    """The key anaphors of one document that have a right antecedent in scope, each with its candidates judged."""
    chains = mention_chains(document, key, prepared, settings.judging.match)
    partly = mention_chains(document, key, prepared, "partial")
    for anaphor in trace(document, key, prepared, {}, settings.criteria).anaphors:
        if anaphor.case is not None:
            entry = _judged(anaphor, anaphor.case, prepared, chains, partly)
            if entry.right:
                yield entry


def _judged(
    anaphor: KeyAnaphor, number: int, prepared: Prepared, chains: Sequence[int], partly: Sequence[int]
) -> Judged:
    case = prepared.cases[number]
    # whom "I" and "you" mean is counted with their person
    reasons = {entry.mention: "person" if entry.reason == "speaker" else entry.reason for entry in case.removed}

    def removal(candidate: int) -> Removal | None:
        reason = reasons.get(candidate)
        return (reason, source(prepared.mentions[candidate], reason)) if reason else None

    return Judged(
        anaphor.form,
        tuple(removal(candidate) for candidate in case.candidates if chains[candidate] == anaphor.chain),
        tuple(
            removal(candidate)
            for candidate in case.candidates
            if anaphor.chain not in (chains[candidate], partly[candidate])
        ),
    )


def source(mention: Mention, feature: str) -> str:
    """Name the kind of evidence that decided a feature of a mention, such as "morphology" or "first name"."""
    if feature == "coordination":
        return "conjunct"
    number, _, rest = mention.evidence.partition("; ")
    decisive = number if feature in ("number", "person") or not rest else rest
    return decisive.partition(":")[0]


@takes(*OF_CORPORA)
def agreement(
    corpus: Corpora = None, *, progress: Progress = None, **options: Unpack[Options]
) -> Result[AgreementFigures]:
    """Count the right and wrong candidates that agreement removes, by feature and by evidence.

    No resolver runs. Arguments and errors are those of `compare`.
    """
    settings = configuration((), corpus, options)
    paths = paths_of(corpus)
    analysis = Analysis(settings)
    judged: list[Judged] = []
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        judged += judge(document, key, analysis.prepare(document, key), settings)
    signed = analysis.sign(read, read.documents)
    return result_of(AgreementFigures(signed, read.documents, tuple(judged), tuple(skipped)))


COMMAND = Command(
    agreement,
    example="anaphora evaluate agreement my_corpus/ --perfect annotation",
    work="Analysing",
    words=words_of_corpus,
)
