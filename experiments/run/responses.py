"""Chains that resolvers made, for the writers of corpora, and each resolver's in a file that `anaphora score` reads."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from anaphora.corpora import file_name, jsonlines
from anaphora.experiments.run.worker import DocumentHook, ResolvedDocument
from anaphora.resolvers.chains.cross_document import entities
from anaphora.workbench.adapters import spans_of
from anaphora.workbench.decision import Decision, Spans
from anaphora.workbench.document import Document, Prepared, Span
from anaphora.workbench.errors import FormatError, OptionError
from anaphora.workbench.files import replacing
from anaphora.workbench.key import Attributes, Clusters
from anaphora.workbench.linking import link

SUFFIX = ".jsonl"
Write = Callable[[Prepared, Mapping[str, Spans]], None]
"""Takes each prepared document with the chains of every resolver."""


@contextmanager
def write_responses(
    folder: Path, across_documents: float | None = None, *, singletons: bool = False
) -> Iterator[Write]:
    """Write responses document by document; `folder` shows them when all of it went well, and nothing before.

    Each resolver gets the file `NAME.jsonl`; of `mitkov(preset=2001)` that is `mitkov-preset-2001.jsonl`. Files of the
    same names are replaced, all others stay. Chains of one mention are written with `singletons`.

    With `across_documents` chains have ids that hold for all documents, by that threshold of the similarity of their
    summaries (`resolvers.chains.cross_document.entities`), and documents are held in memory.

    Raises:
        FormatError: a discontinuous mention was linked, which JSON lines cannot express.
        OptionError: `folder` is a file, or the threshold is not from 0 to 1.
        WorkbenchError: the place cannot be written to.
    """
    if folder.exists() and not folder.is_dir():
        raise OptionError(
            f"{folder} is a file, and responses are one file for each resolver. Name a folder.", code="not-a-folder"
        )
    if across_documents is not None and not 0 <= across_documents <= 1:
        raise OptionError(
            f"--across-documents cannot be {across_documents}. A similarity is from 0 to 1.",
            code="threshold-out-of-range",
        )
    files: dict[str, TextIO] = {}
    waiting: dict[str, list[tuple[Prepared, Spans]]] = defaultdict(list)
    taken: set[str] = set()
    with replacing(folder) as temporary, ExitStack() as opened:
        temporary.mkdir()

        def write(prepared: Prepared, responses: Mapping[str, Spans]) -> None:
            for name, chains in responses.items():
                if name not in files:
                    path = temporary / f"{file_name(_without_brackets(name), taken)}{SUFFIX}"
                    files[name] = opened.enter_context(path.open("w", encoding="utf-8", errors="replace"))
                if across_documents is None:
                    files[name].write(_line(*with_chains(prepared, chains, singletons=singletons)))
                else:
                    waiting[name].append((prepared, chains))

        yield write
        for name, documents in waiting.items():
            files[name].writelines(_lines_across(documents, across_documents or 0.0, singletons))


def _lines_across(documents: Sequence[tuple[Prepared, Spans]], threshold: float, singletons: bool) -> Iterator[str]:
    """The documents of a resolver with ids of entities; those of one mention in all only with `singletons`."""
    named = list(entities(documents, threshold))
    documents_of = Counter(id for _, ids in named for id in ids)
    for (prepared, _), (chains, ids) in zip(documents, named, strict=True):
        kept = [
            (chain, id)
            for chain, id in zip(chains, ids, strict=True)
            if singletons or len(chain) > 1 or documents_of[id] > 1
        ]
        document, key = with_chains(prepared, ())
        yield _line(document, replace(key, chains=tuple(chain for chain, _ in kept), ids=tuple(id for _, id in kept)))


def _line(document: Document, key: Clusters) -> str:
    for _, span in jsonlines.FORMAT.inexpressible(key):
        problem = f"the discontinuous mention '{document.words_of(span)}' was linked, which responses cannot express"
        cure = "Leave out --responses, or 'mentions' of the perfect layers."
        raise FormatError(document.id, None, problem, cure, code="inexpressible")
    return "".join(jsonlines.write([(document, key)]))


def _without_brackets(name: str) -> str:
    """A resolver's name without the brackets around its options, which shells read as something else."""
    return "".join(character if character.isalnum() or character in "_." else "-" for character in name).strip("-")


def responses_hook(write: Write) -> DocumentHook[tuple[Prepared, dict[str, Spans]]]:
    """Write of each document of a comparison the chains that the decisions on pronouns make."""
    return DocumentHook("responses", _pronoun_chains, lambda taken: write(*taken))


def _pronoun_chains(resolved: ResolvedDocument) -> tuple[Prepared, dict[str, Spans]]:
    prepared = resolved.prepared
    decided = resolved.decisions.items()
    return prepared, {name: linked_chains(prepared, decisions)[1].chains for name, decisions in decided}


def linked_chains(prepared: Prepared, decisions: Sequence[Decision]) -> tuple[Document, Clusters]:
    """The links of one resolver as chains (connected components), with the analysed document: for corpus writers."""
    return with_chains(prepared, spans_of(prepared, link(prepared, decisions)))


def with_chains(prepared: Prepared, chains: Spans, *, singletons: bool = False) -> tuple[Document, Clusters]:
    """The chains of one document, with the analysed document: for corpus writers.

    Those of one mention are left out without `singletons`.
    """
    document = replace(prepared.document, annotation=prepared.annotation)
    return document, Clusters(document.id, tuple(chain for chain in chains if singletons or len(chain) > 1))


def attributes_of(prepared: Prepared) -> dict[Span, Attributes]:
    """Attributes of mentions that preprocessing knows, by their spans."""
    return {mention.span: Attributes(head=mention.head, kind=mention.kind) for mention in prepared.mentions}
