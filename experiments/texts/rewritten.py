"""Plain text in, the same text with names in place of its pronouns out."""

import re
import textwrap
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial

from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.show.render import ADDED, STRUCK, line, styled
from anaphora.experiments.texts.answers import in_context
from anaphora.experiments.texts.chained import ChainedText, chained
from anaphora.experiments.texts.manner import Manner
from anaphora.experiments.texts.replacing import (
    REASONS,
    Left,
    Replacement,
    Rewriting,
    cut,
    links_of,
    replace_pronouns,
    require_english,
)
from anaphora.experiments.texts.resolution import TOO_SHORT, Phrase, Resolution, pronouns_of, resolve_each, texts_json
from anaphora.preprocess.language import can_tell, in_its_language
from anaphora.workbench.document import Document
from anaphora.workbench.files import JsonObject
from anaphora.workbench.results.table import Cell, Column, Table
from anaphora.workbench.results.vocabulary import clean, counted

LINES = 18
"""Lines of the printed changes of all texts together, so that they fit a terminal."""
_FEWEST_LINES, _WIDTH = 3, 80
_SILENT = "does not say how sure it is. With --min-probability 0 all its answers count. neural_ranker says it."
_CHANGE = re.compile(r"\[-(.*?)-\]\{\+(.*?)\+\}", re.DOTALL)
_COLOURED = " ".join((styled(r"\1", STRUCK), styled(r"\2", ADDED)))


@dataclass(frozen=True)
class RewrittenText:
    """A text with its entities, those of one mention among them, and what was replaced and left."""

    chained: ChainedText
    rewriting: Rewriting

    @property
    def document(self) -> Document:
        """The text as it was read."""
        return self.chained.document

    @property
    def rewritten(self) -> str:
        """The text with names in place of pronouns."""
        return self.rewriting.rewritten

    @property
    def chunks(self) -> tuple[str, ...]:
        """The rewritten text in the sentences, paragraphs or chunks in which entities are named once."""
        return tuple(self.rewriting.chunks())

    def as_json(self) -> JsonObject:
        """The text before and after, and all its pronouns."""
        rewriting = self.rewriting
        return {
            "text": rewriting.text,
            "rewritten": rewriting.rewritten,
            "chunks": self.chunks,
            "replacements": [replacement.as_json() for replacement in rewriting.replacements],
            "left": [*map(asdict, rewriting.left)],
        }

    def sentence_of(self, start: int) -> str:
        """The sentence that a character of the text stands in."""
        sentences = self.chained.sentences
        return sentences[bisect_right(sentences, start, key=lambda sentence: sentence.start) - 1].text

    def counts(self) -> str:
        """Say in one line how many pronouns were replaced and left, and why."""
        replaced = len(self.rewriting.replacements)
        left = Counter(pronoun.reason for pronoun in self.rewriting.left)
        reasons = ", ".join(f"{count:,} {reason.replace('_', ' ')}" for reason, count in left.most_common())
        counts = f"{counted(replaced + left.total(), 'pronoun')}: {replaced:,} replaced, {left.total():,} left"
        return f"{counts} ({reasons})." if reasons else f"{counts}."

    def changes(self) -> Iterator[str]:
        """Each sentence that was changed, behind the number of its line: `3: [-He-]{+Bob+} left`."""
        prepared, text = self.chained.prepared, self.rewriting.text
        starts = prepared.document.character_starts()
        bounds = [*(starts[token] for token in prepared.annotation.sentence_starts), len(text)]
        for begin, pieces in zip(bounds, cut(text, bounds, self.rewriting.replacements), strict=False):
            if len(pieces) > 1:
                shown = (piece if isinstance(piece, str) else f"[-{piece.text}-]{{+{piece.by}+}}" for piece in pieces)
                yield f"{self.chained.line_of(begin)}: {' '.join(''.join(shown).split())}"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Rewritten texts: `resolver` made their chains, and `signature` says all that shaped them."""

    texts: tuple[RewrittenText, ...]
    resolver: str
    signature: str

    def figures(self, **_: object) -> Table:
        """A row a pronoun with its place and its sentence: what it was replaced by, or the reason why it was left."""
        rows: list[tuple[Cell, ...]] = []
        for text in self.texts:
            pronouns: list[Replacement | Left] = [*text.rewriting.replacements, *text.rewriting.left]
            for pronoun in sorted(pronouns, key=lambda entry: entry.start):
                outcome: tuple[Cell, ...]
                if isinstance(pronoun, Replacement):
                    outcome = (pronoun.by, pronoun.entity, pronoun.probability, None)
                else:
                    outcome = (None, None, None, pronoun.reason)
                line, ends = text.chained.line_of(pronoun.start), (pronoun.start, pronoun.end)
                rows.append((text.document.id, line, *ends, pronoun.text, *outcome, text.sentence_of(pronoun.start)))
        names = "document line start end text by entity probability left_because sentence"
        return Table("Pronouns", tuple(map(Column, names.split())), tuple(rows))

    def replacements_table(self) -> Table:
        """A row for each replacement, with its place in characters and its line."""
        rows: list[tuple[Cell, ...]] = []
        for text in self.texts:
            for change in text.rewriting.replacements:
                place = text.document.id, text.chained.line_of(change.start), change.text
                context = in_context(text.rewriting.text, Phrase(change.text, change.start, change.end))
                rows.append((*place, change.by, change.entity, change.probability, context, change.start, change.end))
        return Table("Replacements", _REPLACED, tuple(rows), tuple(text.counts() for text in self.texts))

    def left_table(self) -> Table:
        """A row for each pronoun that was left, with the reason."""
        rows: list[tuple[Cell, ...]] = []
        for text in self.texts:
            for left in text.rewriting.left:
                place = text.document.id, text.chained.line_of(left.start), left.text
                rows.append((*place, left.reason, REASONS[left.reason], left.start, left.end))
        return Table("Left", _LEFT, tuple(rows))

    def as_json(self, **_: object) -> JsonObject:
        """All texts, in the shape of `anaphora rewrite --json`."""
        texts = [(text.document.id, text.as_json()) for text in self.texts]
        return texts_json(texts, resolver=self.resolver, signature=self.signature)

    def changes(self, *, details: bool = False, bold: bool = False) -> str:
        """The changes of all texts in 80 columns, with `details` all of them, and of each text the counts.

        `bold`: in the colours of a terminal.
        """
        most = max(_FEWEST_LINES, LINES // max(1, len(self.texts)))
        shown = "\n\n".join(self._changes(text, None if details else most) for text in self.texts) + "\n"
        return _CHANGE.sub(_COLOURED, shown) if bold else shown

    def _changes(self, text: RewrittenText, most: int | None) -> str:
        lines = [f"{line(text.document.id)}: {counted(len(text.document.words), 'word')}, by {self.resolver}"]
        left = 0
        for change in text.changes():
            wrapped = textwrap.wrap(clean(change), _WIDTH, subsequent_indent="  ")
            if left or (most is not None and len(lines) + len(wrapped) > most):
                left += 1
            else:
                lines += wrapped
        if left:
            lines.append(f"{counted(left, 'more changed sentence')}: --all shows them.")
        counts = textwrap.wrap(text.counts(), _WIDTH, subsequent_indent="  ")
        if any(pronoun.reason == "no_probability" for pronoun in text.rewriting.left):
            counts += textwrap.wrap(f"{self.resolver} {_SILENT}", _WIDTH)
        if not can_tell(text.document):
            counts += textwrap.wrap(TOO_SHORT, _WIDTH)
        return "\n".join([*lines, *counts])


_PLACE = (Column("document", detail=True), Column("line", "count"), Column("text"))
_OFFSETS = (Column("start", "count", detail=True), Column("end", "count", detail=True))
_REPLACED = (
    *_PLACE, Column("by"), Column("entity", detail=True), Column("probability", "percent"),
    Column("context", heading="in"), *_OFFSETS,
)  # fmt: skip
_LEFT = (*_PLACE, Column("reason"), Column("why"), *_OFFSETS)


def rewrite_documents(
    documents: Sequence[Document],
    settings: Configuration,
    manner: Manner,
    finished: Callable[[Document], None] | None = None,
) -> Rewritten:
    """Put names in place of the pronouns of texts without a key, by the one resolver of the settings.

    See `resolve_each`. Raises what `require_english` does before anything is resolved.
    """
    for document in documents:
        language = settings.preparation.language or document.language
        require_english(in_its_language(replace(document, language=language)))
    (spec,) = settings.resolvers
    work = partial(rewritten, resolver=spec.label, settings=settings, manner=manner)
    texts, shaped = resolve_each(documents, settings, work, finished)
    return Rewritten(texts, spec.label, f"{shaped}|{manner.signature}")


def rewritten(resolution: Resolution, resolver: str, settings: Configuration, manner: Manner) -> RewrittenText:
    """Rewrite a text that was resolved, by one of the resolvers."""
    prepared, decisions = resolution.prepared, resolution.decisions[resolver]
    chains = chained(resolution, resolver, settings.changed(singletons="keep"))
    links = links_of(prepared, resolution.linked(resolver), decisions)
    tokens = pronouns_of(prepared, settings.preparation.anaphors)
    return RewrittenText(chains, replace_pronouns(prepared, chains.entities, links, manner, tokens))
