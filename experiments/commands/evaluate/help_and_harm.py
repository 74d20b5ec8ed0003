"""`anaphora evaluate rewriting`: what names in place of pronouns help an index to find, and how often they are wrong.

An index of sentences is asked for entities by their names (`index`). It is to find the sentences that mention them by
the key: in the texts as they are, rewritten by each resolver, and rewritten by the key. A naming is wrong if no mention
of the pronoun's chain in the key is called so. Wrong namings are given as a share of the replacements that the key
makes, so that a resolver that replaces little does little harm.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import numpy as np

from anaphora.experiments.commands.chains.entities import entities_of
from anaphora.experiments.commands.chains.index import (
    Query,
    called_by_chain,
    find,
    is_called,
    queries,
    sentences_of,
)
from anaphora.experiments.commands.evaluate.rewriting import Links, Replacement, Rewriting, rewriting
from anaphora.experiments.commands.resolve.resolve import Resolution, pronouns_of, resolving
from anaphora.experiments.commands.rewrite.manner import Manner
from anaphora.experiments.commands.rewrite.rewrite import rewritten
from anaphora.experiments.run.analysis import input_cards, signature
from anaphora.experiments.run.configuration import Configuration
from anaphora.experiments.run.documents import documents, require_key
from anaphora.experiments.run.fingerprint import Fingerprint
from anaphora.experiments.run.upper_bound import perfect_layers
from anaphora.preprocess import prepare
from anaphora.workbench import provenance
from anaphora.workbench.arrays import Numbers
from anaphora.workbench.document import Document, Prepared
from anaphora.workbench.errors import OptionError
from anaphora.workbench.key import Key
from anaphora.workbench.measures import Measure, matrix, ratio
from anaphora.workbench.provenance import Card, card_of, text_digest
from anaphora.workbench.results.family import difference_columns
from anaphora.workbench.results.scores import Scores
from anaphora.workbench.results.table import Cell, Column, Table, record
from anaphora.workbench.results.vocabulary import counted, percent
from anaphora.workbench.trace.build import mention_chains

AS_IT_IS, KEY = "as it is", "key"
"""The texts that nobody rewrites, and those that the key rewrites, beside the resolvers."""
THRESHOLDS = (0.0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98)
"""The least probabilities that the curve has."""
HARMLESS = 0.02
"""Wrong namings that a default may make, as a share of the replacements by the key."""
Tally: TypeAlias = Counter[str]
"""The counts of one document in the texts of one system, by name; see the measures."""
_SOURCE = "This project: what an index of sentences finds by names, before and after"


def _share(name: str, part: str, whole: str) -> Measure[Sequence[Tally]]:
    """The measure that divides one count by another."""

    def count(tallies: Sequence[Tally]) -> Numbers:
        return matrix(*(np.array([float(tally[counted]) for tally in tallies]) for counted in (part, whole)))

    return Measure(name, count, ratio, _SOURCE, (name,), "items")


RECALL, PRECISION = _share("recall", "right", "relevant"), _share("precision", "right", "found")
WRONG, WRONG_OF_OWN = _share("wrong", "wrong", "possible"), _share("wrong_of_own", "wrong", "judged")
MEASURES = (RECALL, PRECISION, WRONG, WRONG_OF_OWN)
_SHOWN = {"recall": "recall", "precision": "precision", "wrong": "wrong", "wrong_of_own": "of own"}


@dataclass(frozen=True)
class HelpAndHarm:
    """Figures of the texts as they are, of each resolver from its `least` probability on, and of the key.

    `curve` has those of the resolvers at all thresholds, as systems called as `on_curve` says; `sums` is what was
    counted of each system.
    """

    scores: Scores
    curve: Scores
    sums: Mapping[str, Tally]
    least: Mapping[str, float]
    notes: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """Everything that shaped the figures."""
        return self.scores.signature

    @property
    def sure(self) -> list[str]:
        """The resolvers that say how sure they are, so that they have a curve."""
        return [name for name in self.least if on_curve(name, THRESHOLDS[0]) in self.curve.systems]

    def tables(self, details: bool = True) -> list[Table]:
        """The systems and their differences in recall and harm, with `details` in everything and at all thresholds."""
        curve = [replace(self.curve_table(), printed=details)] if self.sure else []
        return [self.table(), *self.differences(details), *curve, record({
            "signature": self.signature, "documents": len(self.scores.documents), "notes": self.notes,
            "warnings": self.scores.warnings,
        })]  # fmt: skip

    def table(self) -> Table:
        """A row a system: from which probability on it replaces, how much, what is found and what is wrong."""
        figures = [column for measure in self.scores.measures for column in _columns(measure.name)]
        columns = (
            Column("system"), Column("least", "plain", heading="from"), Column("replaced", "count"), *figures,
        )  # fmt: skip
        rows = tuple(
            (system, self.least.get(system), self.sums[system]["replaced"], *_cells(self.scores, system))
            for system in self.scores.systems
        )
        ends = {number for number, system in enumerate(self.scores.systems) if system not in self.least}
        title = f"{self.scores.key}: {counted(len(self.scores.documents), 'document')}"
        notes = (*self.notes, *self._harmless())
        return Table(title, columns, rows, notes, frozenset(ends), path="systems.{system}")

    def _harmless(self) -> Iterator[str]:
        for resolver in self.sure:
            if (least := self.harmless(resolver)) is not None:
                recall = percent(self.curve.values(on_curve(resolver, least), RECALL)["recall"])
                yield f"{resolver}: at most {HARMLESS:.0%} wrong from {least:g} on, with a recall of {recall}."

    def harmless(self, resolver: str) -> float | None:
        """Return the least threshold from which on a resolver's wrong namings are few enough at all; `None`: none."""
        least = None
        for threshold in reversed(THRESHOLDS):
            value = self.curve.values(on_curve(resolver, threshold), WRONG)["wrong"]
            if value is None or value > HARMLESS:
                break
            least = threshold
        return least

    def differences(self, details: bool = True) -> Iterator[Table]:
        """Compare the systems in each measure; in wrong namings only resolvers, since the other texts have none."""
        rewriters = self.scores.compare(list(combinations(self.least, 2)))
        for measure in self.scores.measures:
            families = rewriters if measure in (WRONG, WRONG_OF_OWN) else self.scores.families
            rows = tuple((*pair.cells(), measure.name) for pair in families.get(measure.name, ()))
            shown = bool(rows) and (details or measure in (RECALL, WRONG))
            columns = (*difference_columns(), Column("measure", detail=True))
            yield Table(f"Differences in {measure.name}", columns, rows, path="comparisons[]", printed=shown)

    def curve_table(self) -> Table:
        """A row for each resolver and threshold."""
        figures = [column for measure in self.scores.measures for column in _columns(measure.name)]
        rows = tuple(
            (resolver, threshold, *_cells(self.curve, on_curve(resolver, threshold)))
            for resolver in self.sure
            for threshold in THRESHOLDS
        )
        columns = (Column("resolver"), Column("least", "plain", heading="from"), *figures)
        return Table("Over the least probability", columns, rows, path="curve[]")

    def points(self, scores: Scores, systems: Iterable[str]) -> list[tuple[float, float]]:
        """Return the wrong namings and the recall of each system, in per cent."""
        pairs = ((scores.values(system, WRONG)["wrong"], scores.values(system, RECALL)["recall"]) for system in systems)
        return [(100 * (across or 0.0), 100 * (up or 0.0)) for across, up in pairs]


def on_curve(resolver: str, threshold: float) -> str:
    """Return the name on the curve of a resolver that replaces from a probability on."""
    return f"{resolver} from {threshold:g}"


def _columns(name: str) -> tuple[Column, Column]:
    lower = name not in ("recall", "precision")
    return (
        Column(name, "percent", _SHOWN[name], direction="lower" if lower else "higher"),
        Column(f"{name}_interval", "percent", "95%", detail=name in ("precision", "wrong_of_own")),
    )


def _cells(scores: Scores, system: str) -> Iterator[Cell]:
    for measure in scores.measures:
        yield scores.values(system, measure)[measure.name]
        yield scores.interval(system, measure)


# counting


def help_and_harm(
    paths: Sequence[Path],
    settings: Configuration,
    manner: Manner,
    progress: Callable[[Document], None] | None = None,
) -> HelpAndHarm:
    """Rewrite every document of the corpora by each resolver, and count what is found and what is wrong.

    Raises:
        WorkbenchError: bad input, or a corpus without a key.
        OptionError: layers are to be perfect, which nobody has who rewrites.
    """
    if settings.preparation.perfect:
        raise OptionError(
            "Rewriting is evaluated as it is used, on automatic input. Leave out --perfect.", code="perfect"
        )
    taken = _Taken(settings, manner)
    resolve = resolving(settings, chains=True)
    skipped: list[str] = []
    read = Fingerprint(paths, settings.preparation.name)
    for document, key in read.watch(documents(paths, settings, skipped), progress):
        taken.take(document, key, resolve(document))
    require_key(read.documents, read.chains)
    return taken.figures(str(read), skipped)


class _Taken:
    """The tallies of the documents so far, by system; those of resolvers at each threshold."""

    def __init__(self, settings: Configuration, manner: Manner) -> None:
        self.settings = settings
        self.manner = manner
        self.resolvers = tuple(spec.label for spec in settings.resolvers)
        self.thresholds = tuple(sorted({*THRESHOLDS, manner.min_probability}))
        self.ids: list[str] = []
        self.texts: dict[str, str] = {}
        self.cards: dict[str, Card] = {}
        self.tallies: dict[str, list[Tally]] = {}
        self.sure: set[str] = set()
        self.its = Counter[bool]()

    def take(self, document: Document, key: Key, resolution: Resolution) -> None:
        """Count one document."""
        self.ids.append(document.id)
        self.texts[document.id] = text_digest(document.words)
        self.cards = {name: card for name, built in resolution.resolvers.items() if (card := card_of(built))}
        judge = _judge(document, key, resolution.prepared, self.settings, self.manner)
        self.its.update(judge.its())
        self._add(AS_IT_IS, judge.tally(resolution.prepared, None))
        for resolver in self.resolvers:
            if any(decision.probability is not None for decision in resolution.decisions[resolver]):
                self.sure.add(resolver)
            for threshold in self.thresholds:
                manner = replace(self.manner, min_probability=threshold)
                outcome = rewritten(resolution, resolver, self.settings, manner).rewriting
                self._add(on_curve(resolver, threshold), judge.tally(resolution.prepared, outcome))
        self._add(KEY, judge.tally(resolution.prepared, judge.best))

    def _add(self, system: str, tally: Tally) -> None:
        self.tallies.setdefault(system, []).append(tally)

    def figures(self, corpus: str, skipped: Sequence[str]) -> HelpAndHarm:
        """Compute the figures; resolvers that do not say how sure they are replace whatever they resolve."""
        notes = [f"Skipped: {message}" for message in skipped]
        least = {name: self.manner.min_probability if name in self.sure else 0.0 for name in self.resolvers}
        if unsure := [name for name in self.resolvers if name not in self.sure]:
            notes.append(f"Replaces all, since it does not say how sure it is: {', '.join(unsure)}.")
        notes.append(self._judge_others())
        chosen = {name: on_curve(name, threshold) for name, threshold in least.items()}
        systems = {AS_IT_IS: AS_IT_IS, **chosen, KEY: KEY}
        curve = {
            on_curve(name, threshold): on_curve(name, threshold)
            for name in sorted(self.sure)
            for threshold in THRESHOLDS
        }
        signed = f"{signature(corpus, len(self.ids), self.settings)}|{self.manner.signature}"
        scores = self._scores(corpus, signed, systems)
        sums = {name: sum(self.tallies[system], Tally()) for name, system in systems.items()}
        return HelpAndHarm(scores, self._scores(corpus, signed, curve), sums, least, tuple(filter(None, notes)))

    def _judge_others(self) -> str:
        """Judge replacements of pronouns that the key does not mention: wrong if the key has most "it", so is whole."""
        others = sum(tally["others"] for tallies in self.tallies.values() for tally in tallies)
        whole = self.its[True] >= self.its[False]
        for tally in (tally for tallies in self.tallies.values() for tally in tallies if whole):
            tally.update({"wrong": tally["others"], "judged": tally["others"]})
        verdict = "count as wrong, since it has most" if whole else "are not judged, since it has few"
        return f'Namings of pronouns that the key does not mention {verdict} "it".' if others else ""

    def _scores(self, corpus: str, signed: str, systems: Mapping[str, str]) -> Scores:
        return Scores(
            key=corpus,
            signature=signed,
            documents=tuple(self.ids),
            systems=tuple(systems),
            measures=MEASURES,
            counts={
                name: {measure.name: measure.count(self.tallies[system]) for measure in MEASURES}
                for name, system in systems.items()
            },
            warnings=provenance.contamination_warnings(self.texts, self.cards, input_cards(self.settings)),
            resamples=self.settings.judging.resamples,
            seed=self.settings.execution.seed,
        )


@dataclass(frozen=True)
class _Judge:
    """The questions asked of one document, and the meaning of its pronouns by the key.

    `chain_at` has the chain of each pronoun, `called` what mentions of each chain call it, `best` the text as the key
    rewrites it.
    """

    document: Document
    asked: Sequence[Query]
    chain_at: Mapping[int, int]
    called: Mapping[int, set[str]]
    best: Rewriting
    known: dict[tuple[int, str], bool] = field(default_factory=dict)

    def its(self) -> Iterable[bool]:
        """For each "it" whether the key has it."""
        words = enumerate(self.document.words)
        return [token in self.chain_at for token, word in words if word.lower() == "it"]

    def tally(self, prepared: Prepared, outcome: Rewriting | None) -> Tally:
        """Count what is found, right and wrong in a text as it is (`None`), or as somebody rewrote it."""
        replacements = outcome.replacements if outcome else ()
        hits = find(self.asked, sentences_of(prepared, replacements))
        tally = Tally(replaced=len(replacements))
        for query, sentences in zip(self.asked, hits, strict=True):
            right = len(query.sentences & sentences)
            tally.update(relevant=len(query.sentences), found=len(sentences), right=right)
        tally.update(possible=len(self.best.replacements))
        for replacement in replacements:
            tally.update([self._verdict(replacement)])
        tally["judged"] = tally["wrong"] + tally["named"]
        return tally

    def _verdict(self, replacement: Replacement) -> str:
        """Judge the names that a replacement gives; `others`: it is of a pronoun that the key does not mention."""
        chains = [(self.chain_at.get(token), name) for token, name in replacement.claims]
        if any(chain is None for chain, _ in chains):
            return "others"
        return "named" if all(self._is_called(chain or 0, name) for chain, name in chains) else "wrong"

    def _is_called(self, chain: int, name: str) -> bool:
        if (chain, name) not in self.known:  # chains may be long, and names recur
            self.known[chain, name] = is_called(name, self.called.get(chain, set()))
        return self.known[chain, name]


def _judge(document: Document, key: Key, prepared: Prepared, settings: Configuration, manner: Manner) -> _Judge:
    by_key = _by_key(document, key, prepared, settings)
    chain_of_span = {span: number for number, chain in enumerate(key.chains) for span in chain}
    chain_of = [chain_of_span.get(mention.span, -1) for mention in by_key.mentions]
    chains: dict[int, list[int]] = {}
    for mention, chain in enumerate(chain_of):
        chains.setdefault(chain, []).append(mention)
    chains.pop(-1, None)
    called = called_by_chain(by_key, chain_of)
    ours = mention_chains(document, key, prepared, "head")  # what it is called does not depend on where it ends
    for chain, names in called_by_chain(prepared, ours).items():
        called.setdefault(chain, set()).update(names)
    entities = entities_of(by_key, tuple(map(tuple, chains.values())))
    links = Links(dict.fromkeys(range(len(by_key.mentions)), 1.0))
    tokens = pronouns_of(by_key, settings.preparation.anaphors)
    return _Judge(
        document,
        queries(by_key, list(chains.values())),
        {span.start: chain for span, chain in chain_of_span.items() if len(span) == 1},
        called,
        rewriting(by_key, entities, links, manner, tokens),
    )


def _by_key(document: Document, key: Key, prepared: Prepared, settings: Configuration) -> Prepared:
    """The document with the mentions of its key, analysed as it was."""
    layers = perfect_layers(document, key, prepared.annotation, ("mentions", "pleonastic"), clausal=False)
    return prepare(prepared.document, prepared.annotation, options=settings.preparation, layers=layers)
