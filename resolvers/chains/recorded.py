"""Recorded predictions of any system outside: neural systems, language models; see `anaphora export` and `import`.

No two of such systems share an environment, and they drift with what they depend on. So each runs in its own, on what
`anaphora export` wrote; what it predicted is checked and brought to our tokens by `anaphora import`, and read here.
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from anaphora.workbench.decision import Spans
from anaphora.workbench.document import Prepared, Span, once
from anaphora.workbench.errors import FormatError, OptionError, WorkbenchError
from anaphora.workbench.external.records import RECORDED, Prediction, System, read_record, read_records, text_hash
from anaphora.workbench.external.systems import ExternalSystem, SystemOutput
from anaphora.workbench.provenance import Card, Seen
from anaphora.workbench.resolver_entry import ResolverEntry


class Recording:
    """A file of recorded predictions, of which each document is read when it is asked for.

    `system` is what predicted, `dropped` the documents that it passed over, which count as without any mention.
    """

    def __init__(self, path: Path) -> None:
        """Read the file through. Raises `FormatError` for a malformed one, `OptionError` where it was not imported."""
        self.path = path
        self._lines: dict[str, tuple[int, int]] = {}
        self.dropped: list[str] = []
        for line, offset, prediction in read_records(path, Prediction):
            if prediction.schema != RECORDED:
                cure = f"Check it first: anaphora import INPUT {path} --output recorded.jsonl"
                raise OptionError(f"{path}:{line}: these are predictions as a system wrote them. {cure}")
            spans = prediction.clusters or prediction.links
            if spans and (prediction.unit, prediction.end) != ("token", "exclusive"):
                problem = "recorded spans are tokens with exclusive ends"
                raise FormatError(path, line, problem, "Let 'anaphora import' write the file again.")
            self._lines[prediction.doc_id] = line, offset
            if prediction.dropped is not None:
                self.dropped.append(prediction.doc_id)
            self.system: System = prediction.system

    def find(self, prepared: Prepared) -> SystemOutput:
        """Return the predictions of a document. Raises `WorkbenchError` if there are none, or its text is another."""
        document = prepared.document
        if document.id not in self._lines:
            cure = "Export the corpus that you compare on, let the system predict, and import that."
            raise WorkbenchError(f"{self.path} has no predictions of the document '{document.id}'. {cure}")
        line, offset = self._lines[document.id]
        prediction = read_record(self.path, line, offset, Prediction)
        if prediction.text_sha256 != text_hash(document.text):
            problem = f"{self.path}:{line}: the predictions of '{document.id}' are of another text than this one"
            raise WorkbenchError(f"{problem}. Export the corpus that you compare on, and predict again.")
        total = len(document.words)
        named = [pair for link in prediction.links for pair in (link.anaphor, link.antecedent) if pair]
        for start, end in (*chain.from_iterable(prediction.clusters), *named):
            if not 0 <= start < end <= total:
                problem = f"{start} to {end} is outside the {total} tokens of '{document.id}'"
                raise FormatError(self.path, line, problem, "Let 'anaphora import' write the file again.")
        chains: Spans = tuple(tuple(Span(*pair) for pair in cluster) for cluster in prediction.clusters)
        antecedents = {
            Span(*link.anaphor): Span(*link.antecedent) if link.antecedent else None for link in prediction.links
        }
        sure = {Span(*link.anaphor): link.score for link in prediction.links if link.score and 0 < link.score <= 1}
        return SystemOutput(chains, antecedents, prediction.mentions == "heads", sure)


def card_of_system(system: System) -> Card:
    """The card of a system, from what its predictions say of it. Raises `OptionError` for a corpus without a name."""
    what = " ".join(filter(None, (system.version, system.model)))
    seen = tuple(Seen(corpus.strip()) for corpus in system.training_data)
    return Card(system.name, what, seen, system.licence, system.source)


def say_missing(documents: Sequence[str]) -> tuple[str, ...]:
    """Say in a sentence that some documents have no predictions; nothing if all have."""
    if not documents:
        return ()
    first = f"'{documents[0]}'" + (f" and {len(documents) - 1} more" if len(documents) > 1 else "")
    return (f"it has no predictions of {first}, where every anaphor counts as unresolved",)


def build(*, file: str, antecedent: str = "nearest") -> ExternalSystem:
    """The resolver that answers as was recorded in `file`, which `anaphora import` wrote.

    `antecedent` says which candidate in an anaphor's chain answers it where the system named none itself: the nearest,
    or nearest_nominal. A score of a link between 0 and 1 is how sure the system is. Raises `FormatError` or
    `OptionError` for a file that cannot be used.
    """
    if not file:
        raise OptionError("recorded(file=...) names no file. Name what 'anaphora import' wrote.")
    recording = Recording(Path(file))
    return ExternalSystem(
        once(recording.find), antecedent, card_of_system(recording.system), say_missing(recording.dropped)
    )


RESOLVER = ResolverEntry(
    build,
    title="Recorded predictions of any system outside",
    summary="neural systems, language models; see `anaphora export` and `import`",
)
